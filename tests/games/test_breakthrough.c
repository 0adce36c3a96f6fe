/* test_breakthrough.c - Breakthrough: the checks of uct-star.md 4.3, the facts of 1.3.5, and the
 * comparison with the slow reference. */
#include "reference_check.h"

#include <stdlib.h>
#include <string.h>

#include "games/breakthrough/board.h"

enum { MOVES_MAX = 64 };

static const char start_text[] = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";

static void breakthrough_perft(void **context)
{
    static const int64_t all[] = {22, 484, 11132, 256036, 6182818, 149264638, 0};
    static const int64_t fewer[] = {22, 484, 11132, 256036, 6182818, 0};

    (void)context;
    assert_perft("breakthrough", is_slow_build() ? fewer : all);
}

static void breakthrough_opens_with_22_moves(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough");
    struct any_state state = start_of(game);
    cop_move moves[MOVES_MAX];

    (void)context;
    assert_position(game, &state, start_text);
    assert_int_equal(game->rules->turn(game, &state), 0);
    assert_int_equal(game->rules->moves(game, &state, moves), 22);
    state = position_or_fail(game, "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww b");
    assert_int_equal(game->rules->turn(game, &state), 1);
    assert_int_equal(game->rules->moves(game, &state, moves), 22);
    cop_game_close(game);
}

/* The moves of a position, how many of them win at once, and that its text comes back. */
static void check_position(const char *words, const char *names, int winning)
{
    struct cop_game *game = open_or_fail("breakthrough");
    struct any_state state = position_or_fail(game, words);
    cop_move moves[MOVES_MAX];
    int count = game->rules->moves(game, &state, moves);
    int wins = 0;

    assert_moves(game, &state, names);
    for (int i = 0; i < count; i++) {
        struct any_state next = state;
        double of_player[2];

        game->rules->play(game, &next, moves[i]);
        if (game->rules->turn(game, &next) != COP_OVER)
            continue;
        game->rules->payoff(game, &next, of_player);
        wins += of_player[game->rules->turn(game, &state)] == 1;
    }
    assert_int_equal(wins, winning);
    assert_position(game, &state, words);
    cop_game_close(game);
}

static void breakthrough_stone_before_its_goal_wins(void **context)
{
    (void)context;
    check_position("8/3w4/7b/8/8/8/8/8 w", "d7c8 d7d8 d7e8", 3);
    check_position("3b4/3w4/7b/8/8/8/8/8 w", "d7c8 d7e8", 2);
    check_position("8/w7/8/8/8/8/7b/8 w", "a7a8 a7b8", 2);
    check_position("b7/w7/8/8/8/8/7b/8 w", "a7b8", 1);
    check_position("bb6/w7/8/8/8/8/7b/8 w", "a7xb8", 1);
    check_position("8/8/8/8/8/8/3b4/w2w4 b", "d2c1 d2e1", 2);
}

static void breakthrough_never_captures_straight_ahead(void **context)
{
    (void)context;
    check_position("8/8/8/3b4/3w4/8/8/8 w", "d4c5 d4e5", 0);
    check_position("8/8/8/3b4/3w4/8/8/8 b", "d5c4 d5e4", 0);
}

static void breakthrough_capturing_the_last_stone_wins(void **context)
{
    (void)context;
    check_position("8/8/8/4b3/3w4/8/8/8 w", "d4c5 d4d5 d4xe5", 1);
    check_position("8/8/8/4b3/3w4/8/8/8 b", "e5e4 e5f4 e5xd4", 1);
}

static void breakthrough_two_stones_reach_one_square(void **context)
{
    (void)context;
    check_position("8/8/8/3b4/2wbw3/8/8/8 w", "c4b5 c4c5 c4xd5 e4e5 e4f5 e4xd5", 0);
}

static void breakthrough_arrival_is_the_end(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough");
    struct any_state state = position_or_fail(game, "8/8/8/8/8/8/8/7b w");

    (void)context;
    assert_over(game, &state, 0);
    assert_position(game, &state, "8/8/8/8/8/8/8/7b w");
    state = position_or_fail(game, "3w4/8/8/8/8/8/1b6/8 b");
    assert_over(game, &state, 1);
    state = position_or_fail(game, "8/8/3w4/8/8/8/8/8 b");
    assert_over(game, &state, 1);
    cop_game_close(game);
}

static bool wins(const struct cop_game *game, const struct any_state *state, cop_move move)
{
    struct any_state next = *state;

    game->rules->play(game, &next, move);
    return game->rules->turn(game, &next) == COP_OVER;
}

static bool can_win(const struct cop_game *game, const struct any_state *state)
{
    cop_move moves[MOVES_MAX];
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++)
        if (wins(game, state, moves[i]))
            return true;
    return false;
}

/* Minimax for the small boards. It moves by the game's rules, but looks at the bits of a state,
 * whose first two words are the stones of White and Black and whose third is the turn, for three
 * things that make 5 x 5 a matter of seconds: wins that can be seen, the order of moves, and mirror
 * images. Solved states are in an open hash table of keys, with the answer in the lowest bit. */
struct solver {
    const struct cop_game *game;
    uint64_t near_goal[2]; /* the rows one step before the goals */
    int rows, columns;
    uint64_t *slots;
    size_t mask, count;
};

static uint64_t slanting_steps(uint64_t stones, int side)
{
    uint64_t not_first = stones & ~0x0101010101010101u;
    uint64_t not_last = stones & ~0x8080808080808080u;

    return side == 0 ? not_first << 7 | not_last << 9 : not_first >> 9 | not_last >> 7;
}

static bool wins_next(const struct solver *solver, const struct any_state *state, int side)
{
    return (state->words[side] & solver->near_goal[side]) != 0;
}

/* A stone that comes to the row before the goal, where nothing can capture it, wins unless the
 * opponent is quicker. */
static bool wins_soon(const struct solver *solver, const struct any_state *state, int side)
{
    uint64_t own = state->words[side], enemy = state->words[1 - side];
    uint64_t ahead = side == 0 ? own << 8 : own >> 8;
    uint64_t reached = (slanting_steps(own, side) & ~own) | (ahead & ~(own | enemy));

    return !wins_next(solver, state, 1 - side) &&
           (reached & solver->near_goal[side] & ~slanting_steps(enemy, 1 - side)) != 0;
}

static uint64_t mirrored(const struct solver *solver, uint64_t stones)
{
    uint64_t image = 0;

    for (int column = 0; column < solver->columns; column++)
        image |= (stones >> column & 0x0101010101010101u) << (solver->columns - 1 - column);
    return image;
}

/* The same key for a state and its mirror image; the lowest bit is free. */
static uint64_t common_key(const struct solver *solver, const struct any_state *state)
{
    struct any_state image = *state;
    uint64_t key = solver->game->rules->key(solver->game, state), other;

    image.words[0] = mirrored(solver, state->words[0]);
    image.words[1] = mirrored(solver, state->words[1]);
    other = solver->game->rules->key(solver->game, &image);
    return (key < other ? key : other) & ~(uint64_t)1;
}

static uint64_t *find_slot(const struct solver *solver, uint64_t key)
{
    size_t at = (size_t)(key >> 20) & solver->mask;

    while (solver->slots[at] != 0 && (solver->slots[at] | 1) != (key | 1))
        at = (at + 1) & solver->mask;
    return &solver->slots[at];
}

/* Threats first, then captures, then the stones that stay behind. */
static int rate(const struct solver *solver, const struct any_state *state, cop_move move)
{
    int side = (int)state->words[2];
    uint64_t target = (uint64_t)1 << (move & 63);
    int row = (int)(move & 63) / 8;

    return ((target & solver->near_goal[side]) != 0 ? 1000 : 0) +
           ((target & state->words[1 - side]) != 0 ? 100 : 0) -
           (side == 0 ? row : solver->rows - 1 - row);
}

static void sort_moves(const struct solver *solver, const struct any_state *state, cop_move *moves,
                       int count)
{
    for (int i = 1; i < count; i++) {
        cop_move move = moves[i];
        int at = i;

        for (; at > 0 && rate(solver, state, moves[at - 1]) < rate(solver, state, move); at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

static bool mover_wins(struct solver *solver, const struct any_state *state)
{
    const struct cop_game *game = solver->game;
    int mover = game->rules->turn(game, state);
    cop_move moves[MOVES_MAX];
    bool is_win = false;
    uint64_t key;
    int count;

    if (mover == COP_OVER)
        return false; /* whoever would be next has lost */
    if (wins_next(solver, state, mover) || wins_soon(solver, state, mover))
        return true;
    key = common_key(solver, state);
    if (*find_slot(solver, key) != 0)
        return (*find_slot(solver, key) & 1) != 0;
    count = game->rules->moves(game, state, moves);
    sort_moves(solver, state, moves, count);
    for (int i = 0; i < count && !is_win; i++) {
        struct any_state next = *state;

        game->rules->play(game, &next, moves[i]);
        is_win = !mover_wins(solver, &next);
    }
    assert_true(++solver->count < solver->mask);
    *find_slot(solver, key) = key | is_win;
    return is_win;
}

static bool first_player_wins(int rows, int columns)
{
    struct solver solver = {.rows = rows, .columns = columns, .mask = ((size_t)1 << 24) - 1};
    uint64_t row = ((uint64_t)1 << columns) - 1;
    struct cop_game *game;
    struct any_state state;
    char spec[64];
    bool is_win;

    snprintf(spec, sizeof spec, "breakthrough(width=%d, height=%d)", columns, rows);
    game = open_or_fail(spec);
    state = start_of(game);
    assert_true(state.words[0] == (row | row << 8));
    solver.game = game;
    solver.near_goal[0] = row << 8 * (rows - 2);
    solver.near_goal[1] = row << 8;
    solver.slots = calloc(solver.mask + 1, sizeof *solver.slots);
    assert_non_null(solver.slots);
    is_win = mover_wins(&solver, &state);
    free(solver.slots);
    cop_game_close(game);
    return is_win;
}

static void breakthrough_small_boards_have_known_winners(void **context)
{
    static const struct {
        int rows, columns;
        bool first, is_long;
    } boards[] = {
        {4, 2, false, false}, {4, 3, false, false}, {4, 4, false, false}, {4, 5, false, false},
        {4, 6, false, false}, {5, 2, false, false}, {5, 3, false, false}, {5, 4, false, false},
        {5, 5, false, true},  {6, 2, true, false},  {6, 3, true, false},  {7, 2, false, false},
        {7, 3, false, true},  {8, 2, true, false},
    };

    (void)context;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        if (boards[i].is_long && is_slow_build())
            continue;
        if (first_player_wins(boards[i].rows, boards[i].columns) != boards[i].first)
            fail_msg("%d rows x %d columns has the wrong winner", boards[i].rows,
                     boards[i].columns);
    }
}

static void breakthrough_equals_the_reference(void **context)
{
    static const int sizes[][2] = {{8, 8}, {2, 4}, {3, 8}, {5, 5}, {8, 4}, {6, 7}, {7, 6}};

    (void)context;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char spec[64];

        snprintf(spec, sizeof spec, "breakthrough(width=%d, height=%d)", sizes[i][0], sizes[i][1]);
        assert_equals_reference(spec, &reference_breakthrough, sizes[i][0], sizes[i][1], 2000);
    }
}

static void breakthrough_playout_is_moves_and_play(void **context)
{
    (void)context;
    assert_playout_is_moves_and_play("breakthrough", 2000);
    assert_playout_is_moves_and_play("breakthrough(width=2, height=4)", 1000);
    assert_playout_is_moves_and_play("breakthrough(width=5, height=6)", 1000);
}

/* Two rows of stones for each side, as many as there ever are, anywhere. */
static void scatter(uint64_t stones[2], struct cop_rng *rng)
{
    stones[WHITE] = stones[BLACK] = 0;
    for (int i = 0; i < 4 * STRIDE; i++) {
        uint64_t square = (uint64_t)1 << cop_rng_below(rng, 64);

        stones[i % 2] |= square & ~stones[1 - i % 2];
    }
}

/* The one that processors with a fast instruction use, the plain one, and the list of moves. */
static void breakthrough_steps_by_rank_are_the_same_both_ways(void **context)
{
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 11);
    for (int i = 0; i < 20000; i++) {
        uint64_t stones[2];
        cop_move moves[MOVES_MAX];
        struct steps steps;
        int side = i % 2, count;

        scatter(stones, &rng);
        if (i < 2) { /* two rows with as many steps as possible */
            stones[side] = (uint64_t)0xff << 16 | (uint64_t)0xff << 40;
            stones[1 - side] = 0;
        }
        steps = steps_of(side, stones[side], stones[1 - side], ~(uint64_t)0);
        count = list_moves(side, steps, moves);
        assert_int_equal(count, count_steps(steps));
        for (int rank = 0; rank < count; rank++) {
            struct step step = nth_step(side, steps, (uint32_t)rank);
            struct step plain = nth_step_plain(side, steps, (uint32_t)rank);

            assert_true(step.from == plain.from && step.to == plain.to);
            assert_int_equal(move_of(bit_index(step.from), bit_index(step.to)), moves[rank]);
        }
    }
}

/* Uniform over moves, not over squares: in the second position two stones reach d5. */
static void breakthrough_random_moves_are_uniform(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough");
    struct any_state state = start_of(game);

    (void)context;
    assert_uniform(game, &state);
    state = position_or_fail(game, "8/8/8/3b4/2wbw3/8/8/8 w");
    assert_uniform(game, &state);
    state = position_or_fail(game, "bb1bb1bb/b1b2b2/3b1b2/2w1b3/3w2w1/1w1w4/w1w1ww1w/wwww2ww b");
    assert_uniform(game, &state);
    cop_game_close(game);
}

static void breakthrough_random_games_have_known_statistics(void **context)
{
    static const struct statistics published = {64.1, 16.0, 25.7, 0.508, 0, 200000};

    (void)context;
    assert_statistics("breakthrough", &published);
}

static void breakthrough_golden_playthrough(void **context)
{
    (void)context;
    assert_golden("breakthrough",
                  "d2e3 c7d6 b2c3 d8c7 e3f4 c7b6 f4f5 b6a5 g2f3 d7c6 f3e4 d6c5 f2g3 h7h6 e2d3 "
                  "c5d4 f1e2 d4xc3 e1f2 e7f6 c1b2 c3xb2 a1xb2 b7a6 b2c3 c6d5 e4xd5 a5b4 a2a3 "
                  "c8c7 d3c4 b4xa3 f2e3 c7d6 c4b5 f6e5 d5e6 a6a5 h1g2 g8h7 e6xf7 e5d4 e2f3 e8d7 "
                  "e3xd4 a5b4 d4e5 f8e7 g2h3 h6g5 g1f2 g7h6 b5a6 d7c6 c3d4 g5g4 f5e6 c6d5 f3xg4 "
                  "h8g7 d4c5 d6xe5 g3h4 b8c7 d1e2 e5d4 f7g8",
                  "b5w1/b1b1b1bb/w3w2b/2wb4/1b1b2ww/b6w/2w1ww1w/1w6 b");
}

static void breakthrough_shortest_game_takes_eleven_plies(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough");
    struct any_state state =
        after_moves(game, "a2a3 h7h6 a3a4 h6h5 a4a5 g7g6 a5a6 g6g5 a6xb7 h5h4");

    (void)context;
    assert_not_over(game, &state);
    state = after_moves(game, "a2a3 h7h6 a3a4 h6h5 a4a5 g7g6 a5a6 g6g5 a6xb7 h5h4 b7xa8");
    assert_over(game, &state, 1);
    cop_game_close(game);
}

static void breakthrough_accepts_captures_without_the_cross(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough");
    struct any_state crossed = after_moves(game, "d2d3 e7e6 d3d4 e6e5 d4xe5");
    struct any_state plain = after_moves(game, "D2-D3 e7e6 d3d4 E6E5 d4e5");

    (void)context;
    assert_memory_equal(&crossed, &plain, sizeof plain);
    plain = after_moves(game, "d2d3e7e6d3d4e6e5d4xe5");
    assert_memory_equal(&crossed, &plain, sizeof plain);
    assert_non_null(strstr(refusal_of_moves(game, "d2xd3"), "not a legal move"));
    refusal_of_moves(game, "d2");
    refusal_of_moves(game, "d2--d3");
    refusal_of_moves(game, "d1d2");
    refusal_of_moves(game, "d7d6");
    refusal_of_moves(game, "h2i3");
    refusal_of_moves(game, "--");
    cop_game_close(game);
}

static void breakthrough_refuses_impossible_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"8/8/8/8/8/8/8/8 w", "no stones"},
        {"w7/8/8/8/8/8/8/b7 w", "White has won already"},
        {"w7/8/8/8/8/8/7b/8 w", "White has won already"},
        {"8/w7/8/8/8/8/8/8 w", "White has won already"},
        {"8/b7/8/8/8/8/8/8 b", "Black has won already"},
        {"ww6/8/8/8/8/8/7b/8 b", "White has 2 stones on the far row"},
        {"bbbbbbbb/bbbbbbbb/7b/8/8/8/8/w7 w", "Black has 17 stones"},
        {"8/8/8/8/8/8/w7 b", "7 rows"},
        {"8/8/8/8/8/8/8/w6 b", "row 8 from the top has 7 of 8"},
        {"8/8/8/8/8/8/8/w8 b", "row 8 from the top does not have 8"},
        {"8/8/8/8/8/8/8/0w7 b", "row 8 from the top does not have 8"},
        {"8/8/8/8/8/8/8/99999999999999999999 b", "row 8 from the top does not have 8"},
        {"8/8/8/x7/8/8/8/w7 b", "'x' in row 4"},
        {"b7/8/8/8/8/8/8/w7", "who moves, w or b"},
        {"b7/8/8/8/8/8/8/w7 x", "who moves, w or b"},
    };
    struct cop_game *game = open_or_fail("breakthrough");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *message = refusal_of_position(game, cases[i].words);

        if (strstr(message, cases[i].reason) == NULL)
            fail_msg("\"%s\" was refused with: %s", cases[i].words, message);
    }
    cop_game_close(game);
}

static void breakthrough_positions_come_back_from_text(void **context)
{
    (void)context;
    assert_positions_round_trip("breakthrough", 200);
    assert_positions_round_trip("breakthrough(width=2, height=4)", 200);
    assert_positions_round_trip("breakthrough(width=3, height=7)", 200);
}

static void breakthrough_size_has_bounds(void **context)
{
    struct cop_error error;

    (void)context;
    assert_null(cop_game_open("breakthrough(width=9)", &error));
    assert_non_null(strstr(error.message, "width=9"));
    assert_null(cop_game_open("breakthrough(height=3)", &error));
    assert_non_null(strstr(error.message, "height=3"));
}

static void breakthrough_decisive_wins_or_saves(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough(width=5, height=5)");
    const struct cop_policy *policy = &game->rules->policies[0];
    int won = 0, saved = 0, ended_before = 0;
    struct cop_rng rng;

    (void)context;
    assert_string_equal(policy->name, "decisive");
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < 2000; i++) {
        struct any_state state = start_of(game);
        cop_move scratch[MOVES_MAX];

        cop_playout(game, &state, &rng, i % 12 + 1, scratch);
        ended_before += game->rules->turn(game, &state) == COP_OVER;
        while (game->rules->turn(game, &state) != COP_OVER) {
            cop_move picked = policy->pick(game, NULL, &state, NULL, &rng);
            struct any_state handed_over = state, next = state;

            game->rules->give_turn(game, &handed_over, 1 - game->rules->turn(game, &state));
            game->rules->play(game, &next, picked);
            if (can_win(game, &state)) {
                assert_true(wins(game, &state, picked));
                won++;
            } else if (can_win(game, &handed_over) && !can_win(game, &next)) {
                saved++;
            }
            state = next;
        }
    }
    assert_int_equal(won + ended_before, 2000);
    assert_true(saved > 100);
    cop_game_close(game);
}

static void breakthrough_decisive_captures_the_runner(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough");
    struct any_state state = position_or_fail(game, "bbbb4/8/8/8/8/4w3/3b3w/ww2w2w w");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    for (int i = 0; i < 50; i++) {
        struct cop_text text = COP_TEXT;

        game->rules->write_move(
            game, &state, game->rules->policies[0].pick(game, NULL, &state, NULL, &rng), &text);
        assert_string_equal(text.bytes, "e1xd2");
        cop_text_free(&text);
    }
    cop_game_close(game);
}

static void breakthrough_gives_the_turn(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough");
    struct any_state state = after_moves(game, "d2d3"), before = state;

    (void)context;
    game->rules->give_turn(game, &state, 0);
    assert_int_equal(game->rules->turn(game, &state), 0);
    assert_true(game->rules->key(game, &state) != game->rules->key(game, &before));
    game->rules->give_turn(game, &state, 1);
    assert_memory_equal(&state, &before, sizeof state);
    cop_game_close(game);
}

static void breakthrough_scene_is_a_chequered_board(void **context)
{
    struct cop_game *game = open_or_fail("breakthrough(width=6, height=5)");
    struct any_state state = start_of(game);
    struct cop_scene scene = {0};
    cop_move move;
    int cells[COP_PATH_MAX];

    (void)context;
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.cell_count, 30);
    assert_int_equal(scene.piece_count, 24);
    assert_string_equal(scene.cells[0].name, "a5");
    assert_true(cop_move_read(game, &state, "f2e3", &move, NULL));
    assert_int_equal(game->rules->path(game, &state, move, cells), 2);
    assert_string_equal(scene.cells[cells[0]].name, "f2");
    assert_string_equal(scene.cells[cells[1]].name, "e3");
    cop_scene_free(&scene);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakthrough_perft),
        cmocka_unit_test(breakthrough_opens_with_22_moves),
        cmocka_unit_test(breakthrough_stone_before_its_goal_wins),
        cmocka_unit_test(breakthrough_never_captures_straight_ahead),
        cmocka_unit_test(breakthrough_capturing_the_last_stone_wins),
        cmocka_unit_test(breakthrough_two_stones_reach_one_square),
        cmocka_unit_test(breakthrough_arrival_is_the_end),
        cmocka_unit_test(breakthrough_small_boards_have_known_winners),
        cmocka_unit_test(breakthrough_equals_the_reference),
        cmocka_unit_test(breakthrough_playout_is_moves_and_play),
        cmocka_unit_test(breakthrough_steps_by_rank_are_the_same_both_ways),
        cmocka_unit_test(breakthrough_random_moves_are_uniform),
        cmocka_unit_test(breakthrough_random_games_have_known_statistics),
        cmocka_unit_test(breakthrough_golden_playthrough),
        cmocka_unit_test(breakthrough_shortest_game_takes_eleven_plies),
        cmocka_unit_test(breakthrough_accepts_captures_without_the_cross),
        cmocka_unit_test(breakthrough_refuses_impossible_positions),
        cmocka_unit_test(breakthrough_positions_come_back_from_text),
        cmocka_unit_test(breakthrough_size_has_bounds),
        cmocka_unit_test(breakthrough_decisive_wins_or_saves),
        cmocka_unit_test(breakthrough_decisive_captures_the_runner),
        cmocka_unit_test(breakthrough_gives_the_turn),
        cmocka_unit_test(breakthrough_scene_is_a_chequered_board),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
