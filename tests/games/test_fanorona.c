/* test_fanorona.c - the rules of Fanorona: the checks 27 to 35 and 42 of samegame-and-fanorona.md
 * 8, the facts of 3.1 and 3.7, and the comparison with the slow reference. */
#include "fanorona_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int stones_of(const struct any_state *state, int side)
{
    return __builtin_popcountll(state->words[side]);
}

static void fanorona_perft(void **context)
{
    static const struct {
        int rows, columns;
        int64_t counts[6];
    } boards[] = {
        {3, 3, {4, 7, 14, 67, 137, 280}},
        {3, 5, {3, 16, 89, 496, 2529, 11378}},
        {5, 3, {2, 5, 20, 87, 320, 987}},
        {3, 7, {5, 20, 112, 882, 6656, 49087}},
        {7, 3, {4, 15, 51, 406, 2545, 12970}},
        {5, 5, {5, 21, 202, 3469, 34608, 306837}},
        {3, 9, {3, 21, 158, 1318, 11216, 102347}},
        {9, 3, {2, 5, 20, 101, 556, 2869}},
        {5, 7, {3, 31, 544, 11288, 227115, 3445368}},
        {7, 5, {3, 21, 381, 7072, 92237, 955836}},
        {9, 5, {5, 21, 313, 10893, 154483, 1910146}},
        {5, 9, {5, 39, 724, 18026, 431852, 9205774}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct cop_game *game = open_size(boards[i].columns, boards[i].rows, ENDLESS);
        struct any_state state = start_of(game);

        for (int depth = 1; depth <= (is_slow_build() ? 5 : 6); depth++)
            if (perft(game, &state, depth) != boards[i].counts[depth - 1])
                fail_msg("%d rows, %d columns: perft %d is %lld", boards[i].rows, boards[i].columns,
                         depth, (long long)perft(game, &state, depth));
        cop_game_close(game);
    }
}

/* ---- The board ---- */

static void fanorona_board_has_the_right_lines(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = start_of(game);
    struct cop_scene scene = {0};
    int slanting = 0;

    (void)context;
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.cell_count, 45);
    assert_int_equal(scene.piece_count, 44);
    assert_int_equal(scene.link_count, 108);
    for (int i = 0; i < scene.link_count; i++) {
        const struct cop_cell *from = &scene.cells[scene.links[i].from];
        const struct cop_cell *to = &scene.cells[scene.links[i].to];

        slanting += from->x != to->x && from->y != to->y;
    }
    assert_int_equal(slanting, 32);
    assert_string_equal(scene.cells[0].name, "a5");
    assert_string_equal(scene.cells[44].name, "i1");
    cop_scene_free(&scene);
    cop_game_close(game);
    for (int columns = 3; columns <= 15; columns += 2)
        for (int rows = 3; rows * columns <= 45; rows += 2) {
            struct cop_scene picture = {0};

            game = open_size(columns, rows, "");
            state = start_of(game);
            game->rules->scene(game, &state, -1, &picture);
            assert_int_equal(picture.link_count, fanorona_reference_lines(columns, rows));
            cop_scene_free(&picture);
            cop_game_close(game);
        }
}

static void fanorona_middle_row_alternates(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = start_of(game);

    (void)context;
    assert_position(game, &state, "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w");
    assert_turn(game, &state, WHITE);
    assert_int_equal(game->state_size, 128);
    cop_game_close(game);
    game = open_size(3, 3, "");
    state = start_of(game);
    assert_position(game, &state, "bbb/b1w/www w");
    cop_game_close(game);
    game = open_size(7, 3, ENDLESS);
    state = start_of(game);
    assert_position(game, &state, "bbbbbbb/bwb1wbw/wwwwwww w");
    assert_int_equal(game->state_size, 32);
    cop_game_close(game);
    game = open_size(5, 7, "");
    state = start_of(game);
    assert_position(game, &state, "bbbbb/bbbbb/bbbbb/bw1bw/wwwww/wwwww/wwwww w");
    cop_game_close(game);
}

/* ---- Captures ---- */

/* Check 27: what each first move takes. */
static void fanorona_opens_with_five_moves(void **context)
{
    static const struct {
        const char *move, *after;
    } cases[] = {
        {"d3-e3A", "bbbbbbbbb/bbbbbbbbb/bwb1w1wbw/wwwwwwwww/wwwwwwwww b"},
        {"d3-e3W", "bbbbbbbbb/bbbbbbbbb/bw2wbwbw/wwwwwwwww/wwwwwwwww b"},
        {"e2-e3A", "bbbb1bbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww b"},
        {"d2-e3A", "bbbbbb1bb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww b"},
        {"f2-e3A", "bb1bbbbbb/bbb1bbbbb/bwbwwbwbw/wwwww1www/wwwwwwwww b"},
    };
    struct cop_game *game = open_or_fail("");
    struct any_state state = start_of(game);

    (void)context;
    assert_turns(game, &state, "d2-e3A d3-e3A d3-e3W e2-e3A f2-e3A");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        state = after_moves(game, cases[i].move);
        assert_position(game, &state, cases[i].after);
    }
    cop_game_close(game);
}

/* Check 29: the position that the thesis explains the rules with. */

static void fanorona_known_position_has_seven_turns(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, KNOWN_WHITE), next = state;

    (void)context;
    assert_turns(game, &state,
                 "b2-c2A b2-c2A-c3A f4-e3A f4-e3A-e4W f4-e3A-e4W-d4A f4-e4W f4-e4W-e3A");
    play_words(game, &next, "b2-c2A");
    assert_position(game, &next, "9/2b2wbwb/9/2w3b2/9 w b2-c2");
    play_words(game, &next, "-c3A");
    assert_position(game, &next, "9/5wbwb/2w6/6b2/9 b");
    next = state;
    play_words(game, &next, "f4-e4W");
    assert_position(game, &next, "9/2b1w2wb/9/1w1bb1b2/9 w f4-e4");
    next = state;
    play_words(game, &next, "f4-e3A-e4W-d4A");
    assert_position(game, &next, "9/3w2bwb/9/1w4b2/9 b");
    assert_refused(game, &state, "f4-e4W-d4A", "not a legal move"); /* the same direction twice */
    assert_refused(game, &state, "f4-e4W-e3A-f4W", "not a legal move"); /* back at the start */
    assert_refused(game, &state, "b2-b1", "not a legal move"); /* no capture though one exists */
    state = position_or_fail(game, KNOWN_BLACK);
    assert_turns(game, &state, "d2-c2A d2-e3A");
    cop_game_close(game);
}

/* Check 30. */
static void fanorona_turn_may_stop_early(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, KNOWN_WHITE);

    (void)context;
    play_words(game, &state, "b2-c2A");
    assert_turn(game, &state, WHITE);
    assert_refused(game, &state, "g2-g3", "legal: -c3A, stop");
    play_words(game, &state, "stop");
    assert_turn(game, &state, BLACK);
    assert_position(game, &state, "9/2b2wbwb/9/2w3b2/9 b");
    cop_game_close(game);
}

static void fanorona_turn_passes_where_nothing_more_can_be_taken(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = after_moves(game, "e2-e3A");

    (void)context;
    assert_turn(game, &state, BLACK);
    cop_game_close(game);
}

/* Check 31, and rows that an own stone or a gap ends. */
static void fanorona_approach_and_withdrawal_are_two_moves(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, "9/9/bb1bw1bbw/9/9 w"), next = state;

    (void)context;
    assert_turns(game, &state, "e3-f3A e3-f3W");
    play_words(game, &next, "e3-f3A");
    assert_position(game, &next, "9/9/bb1b1w2w/9/9 b");
    next = state;
    play_words(game, &next, "e3-f3W");
    assert_position(game, &next, "9/9/bb3wbbw/9/9 b");
    cop_game_close(game);
}

/* East, north, east: only the direction just before is barred. */
static void fanorona_direction_may_return_later(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, "8b/1b7/3b5/w1b6/9 w");

    (void)context;
    assert_turns(game, &state, "a2-b2A a2-b2A-b3A a2-b2A-b3A-c3A");
    cop_game_close(game);
}

static void fanorona_weak_points_have_no_slanting_lines(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, "9/2b6/9/w7b/9 w");

    (void)context;
    assert_turns(game, &state, "a2-a1 a2-a3 a2-b2");
    state = position_or_fail(game, "9/9/2b5b/9/w8 w");
    assert_turns(game, &state, "a1-b2A");
    cop_game_close(game);
}

/* ---- Ends ---- */

/* Check 32. */
static void fanorona_player_without_moves_loses(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, "9/9/9/bb7/wb7 w");

    (void)context;
    assert_over(game, &state, 0);
    assert_position(game, &state, "9/9/9/bb7/wb7 w");
    /* Black closes the corner by a step that captures nothing. */
    state = position_or_fail(game, "9/9/bb7/b8/wbb6 b");
    play_words(game, &state, "b3-b2");
    assert_over(game, &state, 0);
    cop_game_close(game);
}

static void fanorona_player_without_stones_has_lost(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, "9/9/9/9/1w1bb4 w");

    (void)context;
    play_words(game, &state, "b1-c1A");
    assert_over(game, &state, 1);
    assert_position(game, &state, "9/9/9/9/2w6 b");
    state = position_or_fail(game, "9/9/9/9/2w6 b");
    assert_over(game, &state, 1);
    cop_game_close(game);
}

/* Check 42: one stone against three on 5 x 9. */
static void fanorona_sixteen_positions_of_four_stones_have_no_move(void **context)
{
    struct cop_game *game = open_or_fail("");
    uint64_t points[45];
    int stuck = 0;

    (void)context;
    for (int i = 0; i < 45; i++)
        points[i] = (uint64_t)1 << (i / 9 * 10 + i % 9);
    for (int own = 0; own < 45; own++)
        for (int a = 0; a < 45; a++)
            for (int b = 0; b < a; b++)
                for (int c = 0; c < b; c++) {
                    struct any_state state;

                    if (a == own || b == own || c == own)
                        continue;
                    state = with_stones(game, points[own], points[a] | points[b] | points[c]);
                    stuck += game->rules->turn(game, &state) == COP_OVER;
                }
    assert_int_equal(stuck, 16);
    cop_game_close(game);
}

/* Check 35. */
static void fanorona_first_repetition_is_a_draw(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, FAR_APART);

    (void)context;
    play_words(game, &state, "a5-a4 i1-i2 a4-a5");
    assert_turn(game, &state, BLACK);
    play_words(game, &state, "i2-i1");
    assert_over(game, &state, 0.5);
    assert_position(game, &state, "w8/9/9/9/8b w draw");
    state = position_or_fail(game, "w8/9/9/9/8b w draw");
    assert_over(game, &state, 0.5);
    /* Three steps around a triangle come back as well. */
    state = position_or_fail(game, FAR_APART);
    play_words(game, &state, "a5-b4 i1-h2 b4-b5 h2-h1 b5-a5");
    assert_turn(game, &state, BLACK);
    play_words(game, &state, "h1-i1");
    assert_over(game, &state, 0.5);
    cop_game_close(game);
}

/* The same stones with the other side to move are another position. */
static void fanorona_repetition_needs_the_same_side_to_move(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, FAR_APART);

    (void)context;
    play_words(game, &state, "a5-b4 i1-i2 b4-b5 i2-i1 b5-a5");
    assert_turn(game, &state, BLACK);
    cop_game_close(game);
}

static void fanorona_threefold_waits_for_the_third_time(void **context)
{
    struct cop_game *game = open_or_fail("repetition=threefold");
    struct any_state state = position_or_fail(game, FAR_APART);

    (void)context;
    play_words(game, &state, "a5-a4 i1-i2 a4-a5 i2-i1 a5-a4 i1-i2 a4-a5");
    assert_turn(game, &state, BLACK);
    play_words(game, &state, "i2-i1");
    assert_over(game, &state, 0.5);
    cop_game_close(game);
}

static void fanorona_capture_makes_earlier_positions_impossible(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct any_state state = position_or_fail(game, "w7b/9/9/9/4w3b w"), fresh;

    (void)context;
    play_words(game, &state, "a5-a4 i1-h1 a4-a5 h1-g1 e1-f1A");
    fresh = position_or_fail(game, "w7b/9/9/9/5w3 b");
    assert_memory_equal(&state, &fresh, sizeof state);
    cop_game_close(game);
}

static void fanorona_quiet_moves_have_a_limit(void **context)
{
    static const char round[] = "a5-a4 i1-i2 a4-a5 i2-i1 ";
    struct cop_game *game = open_or_fail("repetition=off, quiet=6");
    struct any_state state = position_or_fail(game, FAR_APART);

    (void)context;
    play_words(game, &state, "a5-a4 i1-i2 a4-a5 i2-i1 a5-a4");
    assert_turn(game, &state, BLACK);
    play_words(game, &state, "i1-i2");
    assert_over(game, &state, 0.5);
    cop_game_close(game);
    game = open_or_fail("repetition=off, quiet=0");
    state = position_or_fail(game, FAR_APART);
    for (int i = 0; i < 100; i++)
        play_words(game, &state, round);
    assert_turn(game, &state, WHITE);
    assert_position(game, &state, FAR_APART);
    cop_game_close(game);
    game = open_or_fail("quiet=2");
    state = position_or_fail(game, FAR_APART);
    play_words(game, &state, "a5-a4 i1-i2");
    assert_over(game, &state, 0.5);
    cop_game_close(game);
}

/* Who is stuck has lost, also with the last quiet move that is allowed. */
static void fanorona_no_move_comes_before_a_draw(void **context)
{
    struct cop_game *game = open_or_fail("quiet=1");
    struct any_state state = position_or_fail(game, "9/9/bb7/b8/wbb6 b");

    (void)context;
    play_words(game, &state, "b3-b2");
    assert_over(game, &state, 0);
    cop_game_close(game);
}

/* ---- Exact values ---- */

/* Whether `player` can force a win within so many whole turns. */
static bool wins_within(const struct cop_game *game, const struct any_state *state, int player,
                        int turns)
{
    int mover = game->rules->turn(game, state);
    cop_move moves[MOVES_MAX];
    double of_player[2];
    int count;

    if (mover == COP_OVER) {
        game->rules->payoff(game, state, of_player);
        return of_player[player] == 1;
    }
    if (turns == 0)
        return false;
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct any_state next;
        bool is_won;

        memcpy(&next, state, game->state_size);
        game->rules->play(game, &next, moves[i]);
        is_won =
            wins_within(game, &next, player, turns - (game->rules->turn(game, &next) != mover));
        if (is_won == (mover == player))
            return is_won;
    }
    return mover != player;
}

/* Checks 33 and 34. The first move counts among the turns. */
static void fanorona_small_boards_have_known_values(void **context)
{
    static const struct {
        int rows, columns;
        const char *first;
        int winner; /* or -1 */
        int turns;
    } cases[] = {
        {3, 3, "c1-b2A", WHITE, 11}, {3, 3, "c2-b2A", WHITE, 11}, {3, 3, "a1-b2A", BLACK, 10},
        {3, 3, "b1-b2A", BLACK, 8},  {3, 5, "c1-c2A", WHITE, 11}, {3, 5, "b2-c2A", BLACK, 8},
        {3, 5, "b2-c2W", -1, 9},     {5, 3, "b2-b3A", WHITE, 13}, {5, 3, "c3-b3A", WHITE, 15},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = open_size(cases[i].columns, cases[i].rows, ENDLESS);
        struct any_state state = after_moves(game, cases[i].first);

        if (cases[i].turns > 11 && is_slow_build()) {
            cop_game_close(game);
            continue;
        }
        for (int player = 0; player < 2; player++) {
            if (wins_within(game, &state, player, cases[i].turns - 2))
                fail_msg("%s wins too soon", cases[i].first);
            if (wins_within(game, &state, player, cases[i].turns - 1) !=
                (player == cases[i].winner))
                fail_msg("%s does not have its value", cases[i].first);
        }
        cop_game_close(game);
    }
}

/* Check 33: the game of the thesis on 3 x 3. */
static void fanorona_known_game_is_won_in_eleven_turns(void **context)
{
    struct cop_game *game = open_size(3, 3, "");
    struct any_state state = after_moves(game, "c1-b2A");

    (void)context;
    assert_turns(game, &state, "a2-a3W");
    play_words(game, &state, "a2-a3W c2-c1W");
    assert_turns(game, &state, "a3-a2 b3-c3");
    play_words(game, &state, "a3-a2 b2-c2W b3-b2A stop c1-b1 b2-a2W b1-b2 a2-a1 b2-c3W");
    assert_over(game, &state, 1);
    assert_int_equal(stones_of(&state, BLACK), 0);
    cop_game_close(game);
}

/* Every position of 3 x 3 with White to move, by the two sets of nine points. */
enum { SETS = 512, UNKNOWN = 0, LOST_NOW = -1 };

struct solution {
    const struct cop_game *game;
    /* n + 1 is a win in n turns, -(n + 1) a loss in n. */
    signed char value[SETS][SETS];
    int wins, losses, longest;
};

static uint64_t spread(unsigned set)
{
    return (set & 7) | (uint64_t)(set >> 3 & 7) << 4 | (uint64_t)(set >> 6) << 8;
}

static unsigned gathered(uint64_t stones)
{
    return (unsigned)((stones & 7) | (stones >> 4 & 7) << 3 | (stones >> 8 & 7) << 6);
}

/* The best value among whole turns, each seen by the opponent: the fastest win, or if all are known
 * and lost the slowest loss, or UNKNOWN. */
struct best {
    int win, loss;
    bool is_open;
};

static void look_at_turns(const struct solution *solution, const struct any_state *state,
                          struct best *best)
{
    const struct cop_game *game = solution->game;
    cop_move moves[MOVES_MAX];
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++) {
        struct any_state next = *state;
        int value;

        game->rules->play(game, &next, moves[i]);
        if (game->rules->turn(game, &next) == WHITE) {
            look_at_turns(solution, &next, best);
            continue;
        }
        value = game->rules->turn(game, &next) == COP_OVER
                    ? LOST_NOW
                    : solution->value[gathered(next.words[BLACK])][gathered(next.words[WHITE])];
        if (value < 0 && (best->win == 0 || 1 - value < best->win))
            best->win = 1 - value;
        if (value > 0 && -(value + 1) < best->loss)
            best->loss = -(value + 1);
        best->is_open = best->is_open || value == UNKNOWN;
    }
}

/* Finds what is decided in exactly `turns` turns; returns how many positions. */
static int decide(struct solution *solution, int turns)
{
    int found = 0;

    for (unsigned own = 1; own < SETS; own++)
        for (unsigned enemy = 1; enemy < SETS; enemy++) {
            struct any_state state;
            struct best best = {0};
            int value = UNKNOWN;

            if ((own & enemy) != 0 || solution->value[own][enemy] != UNKNOWN)
                continue;
            state = with_stones(solution->game, spread(own), spread(enemy));
            if (solution->game->rules->turn(solution->game, &state) == COP_OVER)
                value = LOST_NOW;
            else
                look_at_turns(solution, &state, &best);
            if (best.win == turns + 1)
                value = best.win;
            else if (best.win == 0 && !best.is_open && best.loss == -(turns + 1))
                value = best.loss;
            if (value == UNKNOWN || (value == LOST_NOW && turns > 0))
                continue;
            solution->value[own][enemy] = (signed char)value;
            solution->wins += value > 0;
            solution->losses += value < 0;
            solution->longest = turns;
            found++;
        }
    return found;
}

static void fanorona_three_by_three_is_solved(void **context)
{
    struct solution *solution = calloc(1, sizeof *solution);
    struct cop_game *game = open_size(3, 3, ENDLESS);
    int empty_rounds = 0;

    (void)context;
    assert_non_null(solution);
    solution->game = game;
    for (int turns = 0; empty_rounds < 2; turns++)
        empty_rounds = decide(solution, turns) > 0 ? 0 : empty_rounds + 1;
    assert_int_equal(solution->wins, 11113);
    assert_int_equal(solution->losses, 7181);
    assert_int_equal(solution->longest, 14);
    free(solution);
    cop_game_close(game);
}

/* ---- The reference ---- */

static int by_text(const void *left, const void *right)
{
    return strcmp(left, right); /* the text comes first in both kinds of turn */
}

static void write_reference(const struct fanorona_reference *slow, char *text)
{
    for (int rank = slow->rows - 1; rank >= 0; rank--) {
        int empty = 0;

        for (int file = 0; file <= slow->columns; file++) {
            char piece = file < slow->columns ? slow->board.at[rank][file] : '/';

            if (piece == '.') {
                empty++;
                continue;
            }
            if (empty > 0)
                text += sprintf(text, "%d", empty);
            empty = 0;
            *text++ = piece;
        }
    }
    sprintf(text - 1, " %c%s", slow->mover, slow->is_over && slow->payoff == 0.5 ? " draw" : "");
}

static void assert_same_turns(const struct cop_game *game, const struct turns *turns,
                              const struct fanorona_turn *list, int listed)
{
    if (turns->count != listed)
        fail_msg("%s: %d turns, and the reference has %d", game->name, turns->count, listed);
    for (int i = 0; i < listed; i++) {
        assert_string_equal(turns->list[i].text, list[i].text);
        if (i > 0)
            assert_string_not_equal(list[i - 1].text, list[i].text);
    }
}

static int compare_one_game(const struct cop_game *game, struct fanorona_reference *slow,
                            uint64_t seed)
{
    static struct fanorona_turn list[FANORONA_TURNS];
    struct any_state state = start_of(game);
    struct cop_rng rng;
    int length = 0;

    cop_rng_seed(&rng, seed);
    for (;; length++) {
        int listed = fanorona_reference_turns(slow, list);
        struct turns *turns;
        char text[200];
        int chosen;

        write_reference(slow, text);
        assert_position(game, &state, text);
        if (slow->is_over)
            break;
        assert_turn(game, &state, slow->mover == 'w' ? WHITE : BLACK);
        turns = turns_of(game, &state);
        qsort(list, (size_t)listed, sizeof list[0], by_text);
        assert_same_turns(game, turns, list, listed);
        chosen = (int)cop_rng_below(&rng, (uint32_t)listed);
        state = turns->list[chosen].after;
        fanorona_reference_play(slow, &list[chosen]);
        free(turns);
    }
    assert_over(game, &state, slow->payoff);
    return length;
}

static void compare_games(int columns, int rows, const char *more, int occurrences, int quiet,
                          int games)
{
    struct fanorona_reference *slow = malloc(sizeof *slow);
    struct cop_game *game = open_size(columns, rows, more);

    assert_non_null(slow);
    for (int i = 0; i < games; i++) {
        fanorona_reference_start(slow, columns, rows, occurrences, quiet);
        slow->has_weak_corners = strstr(more, "corners=weak") != NULL;
        compare_one_game(game, slow, (uint64_t)i + 1);
    }
    cop_game_close(game);
    free(slow);
}

static void fanorona_equals_the_reference(void **context)
{
    (void)context;
    compare_games(9, 5, "", 2, 100, is_slow_build() ? 200 : 2000);
}

static void fanorona_equals_the_reference_on_all_boards(void **context)
{
    (void)context;
    for (int columns = 3; columns <= 15; columns += 2)
        for (int rows = 3; rows * columns <= 45; rows += 2)
            compare_games(columns, rows, "", 2, 100, is_slow_build() ? 10 : 100);
}

static void fanorona_equals_the_reference_with_weak_corners(void **context)
{
    int games = is_slow_build() ? 20 : 200;

    (void)context;
    compare_games(9, 5, ", corners=weak", 2, 100, games);
    compare_games(7, 5, ", corners=weak", 2, 100, games);
    compare_games(3, 3, ", corners=weak", 2, 100, games);
}

static void fanorona_equals_the_reference_with_other_ends(void **context)
{
    int games = is_slow_build() ? 20 : 200;

    (void)context;
    compare_games(5, 5, ", repetition=threefold", 3, 100, games);
    compare_games(5, 5, ", repetition=threefold, quiet=255", 3, 255, games);
    compare_games(9, 5, ", repetition=off, quiet=30", 0, 30, games);
    compare_games(3, 5, ", quiet=7", 2, 7, games);
    compare_games(3, 3, ", quiet=1", 2, 1, games);
    compare_games(3, 3, ", repetition=threefold, quiet=5", 3, 5, games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fanorona_perft),
        cmocka_unit_test(fanorona_board_has_the_right_lines),
        cmocka_unit_test(fanorona_middle_row_alternates),
        cmocka_unit_test(fanorona_opens_with_five_moves),
        cmocka_unit_test(fanorona_known_position_has_seven_turns),
        cmocka_unit_test(fanorona_turn_may_stop_early),
        cmocka_unit_test(fanorona_turn_passes_where_nothing_more_can_be_taken),
        cmocka_unit_test(fanorona_approach_and_withdrawal_are_two_moves),
        cmocka_unit_test(fanorona_direction_may_return_later),
        cmocka_unit_test(fanorona_weak_points_have_no_slanting_lines),
        cmocka_unit_test(fanorona_player_without_moves_loses),
        cmocka_unit_test(fanorona_player_without_stones_has_lost),
        cmocka_unit_test(fanorona_sixteen_positions_of_four_stones_have_no_move),
        cmocka_unit_test(fanorona_first_repetition_is_a_draw),
        cmocka_unit_test(fanorona_repetition_needs_the_same_side_to_move),
        cmocka_unit_test(fanorona_threefold_waits_for_the_third_time),
        cmocka_unit_test(fanorona_capture_makes_earlier_positions_impossible),
        cmocka_unit_test(fanorona_quiet_moves_have_a_limit),
        cmocka_unit_test(fanorona_no_move_comes_before_a_draw),
        cmocka_unit_test(fanorona_small_boards_have_known_values),
        cmocka_unit_test(fanorona_known_game_is_won_in_eleven_turns),
        cmocka_unit_test(fanorona_three_by_three_is_solved),
        cmocka_unit_test(fanorona_equals_the_reference),
        cmocka_unit_test(fanorona_equals_the_reference_on_all_boards),
        cmocka_unit_test(fanorona_equals_the_reference_with_other_ends),
        cmocka_unit_test(fanorona_equals_the_reference_with_weak_corners),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
