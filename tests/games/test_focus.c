/* test_focus.c - Focus: the checks of chance-and-multiplayer.md 4.2 on its rules, the counts of
 * 1.5.4, and the comparison with the slow reference. */
#include "focus_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "golden.h"

/* ---- Set-ups ---- */

/* 1.5.4. */
static void focus_perft(void **context)
{
    static const int64_t counts[3][4] = {
        {68, 4460, 299912, 19521582}, {46, 2062, 85878, 3858905}, {44, 1895, 81066, 3391422}};

    (void)context;
    for (int players = 2; players <= 4; players++) {
        char inside[32];
        struct table table;

        snprintf(inside, sizeof inside, "players=%d", players);
        table = open_table(inside);
        for (int depth = 1; depth <= (is_slow_build() ? 3 : 4); depth++)
            assert_int_equal(cop_perft(table.game, table.state, depth),
                             counts[players - 2][depth - 1]);
        close_table(&table);
    }
}

static void focus_starts_as_set_up(void **context)
{
    static const struct {
        const char *inside, *words;
    } starts[] = {
        {"", "----/RRGGRR/-GGRRGG-/-RRGGRR-/-GGRRGG-/-RRGGRR-/GGRRGG/---- 0,0 -,0/0,- R 0"},
        {"players=3", "----/RRGGBB/-GGBBRR-/-BBRRGG-/-RRGGBB-/-GGBBRR-/BBRRGG/---- 0,0,0 "
                      "-,0,0/0,-,0/0,0,- R 0"},
        {"players=3, hand=on", "----/RRGGBB/-GGBBRR-/-BBRRGG-/-RRGGBB-/-GGBBRR-/BBRRGG/---- 1,1,1 "
                               "-,0,0/0,-,0/0,0,- R 0"},
        {"players=4", "RRYG/GGGYGY/RRRRYGYG/GGGGYGYG/BRBRBBBB/BRBRYYYY/RBRBBB/BRYY 0,0,0,0 "
                      "-,0,0,0/0,-,0,0/0,0,-,0/0,0,0,- R 0"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        struct table table = open_table(starts[i].inside);

        assert_text(&table, starts[i].words);
        assert_int_equal(turn_of(&table), 0);
        close_table(&table);
    }
    assert_non_null(strstr(cop_focus.notation, starts[0].words));
}

static void focus_board_has_52_squares(void **context)
{
    static const char missing[] = "a1 b1 a2 g1 h1 h2 a7 a8 b8 g8 h8 h7";
    struct table table = open_table("players=4");
    struct cop_scene scene = {0};
    int squares = 0;

    (void)context;
    table.rules->scene(table.game, table.state, -1, &scene);
    for (int i = 0; i < scene.cell_count; i++) {
        const struct cop_cell *cell = &scene.cells[i];

        if (cell->name[0] == '\0')
            continue;
        squares++;
        assert_null(strstr(missing, cell->name));
        assert_true(cell->x == (float)(cell->name[0] - 'a'));
        assert_true(cell->y == (float)('8' - cell->name[1]));
    }
    assert_int_equal(squares, 52);
    assert_int_equal(scene.piece_count, 52);
    cop_scene_free(&scene);
    close_table(&table);
}

/* ---- Moves ---- */

static void focus_stack_belongs_to_its_top(void **context)
{
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, "d4:RG f6:GGR", "0,0 -,0/0,- R 0");
    assert_moves(&table, "f6-c6 f6-d6 f6-e6 f6-f3 f6-f4 f6-f5 f6-f7 f6-f8 f6-g6 f6-h6");
    set_up_stacks(&table, "d4:RG f6:GGR", "0,0 -,0/0,- G 1");
    assert_moves(&table, "d4-b4 d4-c4 d4-d2 d4-d3 d4-d5 d4-d6 d4-e4 d4-f4");
    close_table(&table);
}

static void focus_moves_stay_on_the_board(void **context)
{
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, "c8:RGRGR", "0,0 -,0/0,- R 0");
    assert_moves(&table, "c8-c3 c8-c4 c8-c5 c8-c6 c8-c7 c8-d8 c8-e8 c8-f8");
    set_up_stacks(&table, "b2:R h6:G", "0,0 -,0/0,- R 0");
    assert_moves(&table, "b2-b3 b2-c2");
    set_up_stacks(&table, "b2:R h6:G", "0,0 -,0/0,- G 1");
    assert_moves(&table, "h6-g6 h6-h5");
    close_table(&table);
}

/* Split moves, over other stacks, and onto empty squares and stacks. */
static void focus_upper_pieces_move_as_far_as_they_are_many(void **context)
{
    static const char before[] = "d4:GGRR e4:G f4:RG d5:G";
    static const char rest[] = "0,0 -,0/0,- G 8";
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, before, "0,0 -,0/0,- R 7");
    play(&table, "d4-d5");
    assert_stacks(&table, "d4:GGR e4:G f4:RG d5:GR", rest);
    set_up_stacks(&table, before, "0,0 -,0/0,- R 7");
    play(&table, "d4-f4");
    assert_stacks(&table, "d4:GG e4:G f4:RGRR d5:G", rest);
    set_up_stacks(&table, before, "0,0 -,0/0,- R 7");
    play(&table, "d4-g4");
    assert_stacks(&table, "d4:G e4:G f4:RG d5:G g4:GRR", rest);
    set_up_stacks(&table, before, "0,0 -,0/0,- R 7");
    play(&table, "d4-h4");
    assert_stacks(&table, "e4:G f4:RG d5:G h4:GGRR", rest);
    close_table(&table);
}

/* ---- Taking ---- */

static void focus_lowest_pieces_are_taken_by_the_mover(void **context)
{
    struct table table = open_table("players=4");

    (void)context;
    set_up_stacks(&table, "d4:YBR g4:RGBYG a5:G", "0,1,0,0 -,1,0,0/0,-,0,0/0,0,-,0/0,0,0,- R 20");
    play(&table, "d4-g4");
    assert_stacks(&table, "g4:YGYBR a5:G", "1,1,0,0 -,2,1,0/0,-,0,0/0,0,-,0/0,0,0,- G 21");
    assert_true(table.rules->score(table.game, table.state, 0) == 3);
    assert_true(table.rules->score(table.game, table.state, 1) == 0);
    close_table(&table);
}

static void focus_five_on_five_takes_five(void **context)
{
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, "b4:GGGGR g4:RRGGG c5:G", "0,0 -,2/0,- R 20");
    play(&table, "b4-g4");
    assert_stacks(&table, "g4:GGGGR c5:G", "2,0 -,5/0,- G 21");
    close_table(&table);
}

static void focus_five_pieces_stay_whole(void **context)
{
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, "c4:GR e4:GGG", "0,0 -,0/0,- R 20");
    play(&table, "c4-e4");
    assert_stacks(&table, "e4:GGGGR", "0,0 -,0/0,- G 21");
    close_table(&table);
}

static void focus_entry_on_a_full_stack_captures(void **context)
{
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, "c4:GRGRG e4:RGGGG h3:G", "2,0 -,0/0,- R 20");
    play(&table, "+c4");
    assert_stacks(&table, "c4:RGRGR e4:RGGGG h3:G", "1,0 -,1/0,- G 21");
    play(&table, "h3-h4");
    play(&table, "+e4");
    assert_stacks(&table, "c4:RGRGR e4:GGGGR h4:G", "1,0 -,1/0,- G 23");
    play(&table, "h4-h5");
    play(&table, "+f1");
    assert_stacks(&table, "c4:RGRGR e4:GGGGR h5:G f1:R", "0,0 -,1/0,- G 25");
    close_table(&table);
}

/* Fig. 6.6: Blue moves three pieces onto three; Red loses one and gets the rest of the origin. */
static void focus_figure_of_the_thesis(void **context)
{
    struct table table = open_table("players=3");

    (void)context;
    set_up_stacks(&table, "c4:GRGRB f4:RBG", "0,0,0 -,0,0/0,-,0/0,0,- B 20");
    play(&table, "c4-f4");
    assert_stacks(&table, "c4:GR f4:BGGRB", "0,0,0 -,0,0/0,-,0/1,0,- R 21");
    assert_moves(&table, "c4-a4 c4-b4 c4-c2 c4-c3 c4-c5 c4-c6 c4-d4 c4-e4");
    close_table(&table);
}

/* ---- Winning the short version ---- */

/* Red takes `taken` more pieces of Green from a stack of five; does that win? */
static void check_threshold(const char *inside, const char *rest, int taken, bool is_win)
{
    static const char *const stacks[] = {NULL, "c4:R d4:GGGRR h4:G", "b4:GR d4:GGGRR h4:G"};
    struct table table = open_table(inside);

    set_up_stacks(&table, stacks[taken], rest);
    assert_int_equal(turn_of(&table), 0);
    play(&table, taken == 1 ? "c4-d4" : "b4-d4");
    if (is_win)
        assert_over(&table, 0);
    else
        assert_int_equal(turn_of(&table), 1);
    close_table(&table);
}

static void focus_enough_captures_win(void **context)
{
    (void)context;
    check_threshold("", "0,0 -,4/5,- R 20", 1, false);
    check_threshold("", "0,0 -,5/5,- R 20", 1, true);
    check_threshold("", "0,0 -,5/5,- R 20", 2, true);
    check_threshold("players=3", "0,0,0 -,1,6/0,-,0/0,0,- R 21", 1, false);
    check_threshold("players=3", "0,0,0 -,1,8/0,-,0/0,0,- R 21", 1, true);
    check_threshold("players=3", "0,0,0 -,1,2/0,-,0/0,0,- R 21", 2, false);
    check_threshold("players=3", "0,0,0 -,2,3/0,-,0/0,0,- R 21", 1, true);
    check_threshold("players=3", "0,0,0 -,1,3/0,-,0/0,0,- R 21", 1, false);
    check_threshold("players=4", "0,0,0,0 -,1,6,1/0,-,0,0/0,0,-,0/0,0,0,- R 20", 1, false);
    check_threshold("players=4", "0,0,0,0 -,1,7,1/0,-,0,0/0,0,-,0/0,0,0,- R 20", 1, true);
    check_threshold("players=4", "0,0,0,0 -,0,2,2/0,-,0,0/0,0,-,0/0,0,0,- R 20", 1, false);
    check_threshold("players=4", "0,0,0,0 -,0,2,2/0,-,0,0/0,0,-,0/0,0,0,- R 20", 2, true);
    check_threshold("players=4", "0,0,0,0 -,1,1,4/0,-,0,0/0,0,-,0/0,0,0,- R 20", 1, false);
}

static void focus_own_pieces_are_no_captures(void **context)
{
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, "c4:R d4:RGGRR h4:G", "9,0 -,5/5,- R 20");
    play(&table, "c4-d4");
    assert_stacks(&table, "d4:GGRRR h4:G", "10,0 -,5/5,- G 21");
    assert_int_equal(turn_of(&table), 1);
    close_table(&table);
}

static void focus_game_is_drawn_at_its_limit(void **context)
{
    struct table table = open_table("");

    (void)context;
    assert_int_equal(table.game->max_plies, 300);
    set_up_stacks(&table, "c4:R d4:GGGRR h4:G", "0,0 -,4/5,- R 298");
    play(&table, "c4-c5");
    assert_int_equal(turn_of(&table), 1);
    play(&table, "h4-h5");
    assert_over(&table, -1);
    assert_stacks(&table, "c5:R d4:GGGRR h5:G", "0,0 -,4/5,- R 300");
    set_up_stacks(&table, "c5:R d4:GGGRR h5:G", "0,0 -,4/5,- R 300");
    assert_over(&table, -1);
    set_up_stacks(&table, "c4:R d4:GGGRR h4:G", "0,0 -,5/5,- R 299");
    play(&table, "c4-d4");
    assert_over(&table, 0);
    close_table(&table);
    table = open_table("players=3, limit=4");
    assert_int_equal(table.game->max_plies, 4);
    play(&table, "c7-c8 e7-e8 f7-f8");
    assert_int_equal(turn_of(&table), 0);
    play(&table, "c8-c7");
    assert_over(&table, -1);
    close_table(&table);
}

/* ---- Players who cannot move ---- */

static void focus_player_without_stacks_passes(void **context)
{
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, "d4:GR f4:R", "0,0 -,0/0,- G 21");
    assert_moves(&table, "--");
    play(&table, "--");
    assert_stacks(&table, "d4:GR f4:R", "0,0 -,0/0,- R 22");
    play(&table, "d4-d5");
    assert_moves(&table, "d4-c4 d4-d3 d4-d5 d4-e4");
    close_table(&table);
}

static void focus_player_with_a_reserve_never_passes(void **context)
{
    struct table table = open_table("");

    (void)context;
    set_up_stacks(&table, "d4:GR f4:R", "0,1 -,0/0,- G 21");
    assert_int_equal(legal_moves(&table), 52);
    play(&table, "+d4");
    assert_stacks(&table, "d4:GRG f4:R", "0,0 -,0/0,- R 22");
    close_table(&table);
}

static void focus_last_player_able_to_move_wins_the_full_version(void **context)
{
    struct table table = open_table("players=3, version=full");

    (void)context;
    set_up_stacks(&table, "d4:R e4:BG", "0,0,0 -,9,9/0,-,0/0,0,- R 60");
    assert_int_equal(turn_of(&table), 0);
    play(&table, "d4-e4");
    assert_over(&table, 0);
    set_up_stacks(&table, "e4:BGR", "0,0,0 -,9,9/0,-,0/0,0,- G 61");
    assert_over(&table, 0);
    set_up_stacks(&table, "d4:R e4:BG", "0,0,1 -,9,9/0,-,0/0,0,- R 60");
    play(&table, "d4-e4");
    assert_moves(&table, "--");
    play(&table, "-- +e4");
    assert_over(&table, 2);
    close_table(&table);
}

/* A player who cannot move stays in the game. */
static void focus_passing_player_comes_back(void **context)
{
    struct table table = open_table("players=3, version=full");

    (void)context;
    set_up_stacks(&table, "d4:R e4:BG a4:B", "0,0,0 -,0,0/0,-,0/0,0,- R 60");
    play(&table, "d4-e4");
    assert_moves(&table, "--");
    play(&table, "-- a4-a5 e4-e5");
    assert_moves(&table, "e4-c4 e4-d4 e4-e2 e4-e3 e4-e5 e4-e6 e4-f4 e4-g4");
    close_table(&table);
}

static void focus_full_version_is_not_won_by_captures(void **context)
{
    check_threshold("version=full", "0,0 -,9/5,- R 20", 2, false);
    (void)context;
}

/* ---- The piece in hand ---- */

static void focus_piece_in_hand_is_entered_first(void **context)
{
    struct table table = open_table("players=3, hand=on");

    (void)context;
    assert_moves(&table, "+a3 +a4 +a5 +a6 +c1 +c8 +d1 +d8 +e1 +e8 +f1 +f8 +h3 +h4 +h5 +h6");
    play(&table, "+a3 +c1");
    assert_int_equal(legal_moves(&table), 14);
    play(&table, "+f8");
    assert_text(&table, "---B/RRGGBB/-GGBBRR-/-BBRRGG-/-RRGGBB-/RGGBBRR-/BBRRGG/G--- 0,0,0 "
                        "-,0,0/0,-,0/0,0,- R 3");
    assert_non_null(strstr(refusal(&table, "+a4"), "not a legal move"));
    play(&table, "a3-a4");
    close_table(&table);
}

/* ---- The reference ---- */

/* Chooses the move with the tallest result half of the time: random play hardly ever captures. */
static int choose(const struct reference_focus *slow, const struct reference_focus_move *list,
                  int count, struct cop_rng *rng)
{
    int first = (int)cop_rng_below(rng, (uint32_t)count), best = first, tallest = -1;

    if (cop_rng_below(rng, 4) == 0)
        return first;
    for (int i = 0; i < count; i++) {
        const char *word = list[(first + i) % count].text;
        const char *to = word[0] == '+' ? word + 1 : word + 3;
        int height = word[0] == '+' ? 1 : abs(word[3] - word[0]) + abs(word[4] - word[1]);

        if (strcmp(word, "--") == 0)
            break;
        height += (int)strlen(slow->stacks[to[0] - 'a'][to[1] - '1']);
        if (height > tallest) {
            tallest = height;
            best = (first + i) % count;
        }
    }
    return best;
}

/* What was seen, so that the comparison cannot be empty. */
struct sightings {
    int wins, draws, passes, entries;
};

static void compare_moves(struct table *table, const struct reference_focus_move *list, int listed)
{
    struct reference_focus_move names[2][MOVES_ROOM];

    assert_int_equal(legal_moves(table), listed);
    for (int i = 0; i < listed; i++) {
        write_move(table, table->moves[i], names[0][i].text);
        names[1][i] = list[i];
    }
    for (int i = 0; i < 2; i++)
        qsort(names[i], (size_t)listed, sizeof names[i][0], by_text);
    for (int i = 0; i < listed; i++)
        assert_string_equal(names[0][i].text, names[1][i].text);
}

static void compare_states(const struct table *table, const struct reference_focus *slow)
{
    char text[FOCUS_TEXT];

    reference_focus_write(slow, text);
    assert_text(table, text);
    for (int player = 0; player < slow->players; player++) {
        int captured = 0;

        for (int other = 0; other < slow->players; other++)
            captured += slow->captured[player][other];
        assert_true(table->rules->score(table->game, table->state, player) == captured);
    }
}

static void compare_one_game(struct table *table, struct reference_focus *slow, uint64_t seed,
                             struct sightings *seen)
{
    struct reference_focus_move list[FOCUS_MOVES];
    struct cop_rng rng;
    int listed;

    cop_rng_seed(&rng, seed);
    while (compare_states(table, slow), (listed = reference_focus_moves(slow, list)) > 0) {
        const char *word = list[choose(slow, list, listed, &rng)].text;

        assert_int_equal(turn_of(table), slow->turn);
        compare_moves(table, list, listed);
        seen->passes += word[1] == '-';
        seen->entries += word[0] == '+';
        play(table, word);
        reference_focus_play(slow, word);
    }
    assert_over(table, slow->result == FOCUS_DRAWN ? -1 : slow->result);
    seen->wins += slow->result != FOCUS_DRAWN;
    seen->draws += slow->result == FOCUS_DRAWN;
}

static struct sightings compare_games(const char *inside, int players, int limit, bool is_full,
                                      bool has_hand, int games)
{
    struct table table = open_table(inside);
    struct sightings seen = {0};

    for (int i = 0; i < (is_slow_build() ? games / 10 : games); i++) {
        struct table played = table;
        struct reference_focus slow;

        reference_focus_start(&slow, players, limit, is_full, has_hand);
        compare_one_game(&played, &slow, (uint64_t)i + 1, &seen);
    }
    close_table(&table);
    return seen;
}

static void focus_equals_the_reference_in_the_short_version(void **context)
{
    struct sightings seen = compare_games("", 2, 300, false, false, 500);

    (void)context;
    assert_true(seen.wins > 0 && seen.entries > 0);
    seen = compare_games("players=3", 3, 300, false, false, 500);
    assert_true(seen.wins > 0 && seen.entries > 0 && seen.passes > 0);
    seen = compare_games("players=4", 4, 300, false, false, 500);
    assert_true(seen.wins > 0 && seen.entries > 0);
    seen = compare_games("players=3, hand=on", 3, 300, false, true, 300);
    assert_true(seen.wins > 0 && seen.entries > 0);
    seen = compare_games("players=4, limit=37", 4, 37, false, false, 100);
    assert_true(seen.draws > 0);
}

static void focus_equals_the_reference_in_the_full_version(void **context)
{
    struct sightings seen = compare_games("version=full", 2, 300, true, false, 100);

    (void)context;
    assert_true(seen.wins > 0 && seen.entries > 0);
    seen = compare_games("players=3, version=full", 3, 300, true, false, 100);
    assert_true(seen.wins > 0 && seen.passes > 0);
    seen = compare_games("players=4, version=full, limit=2000", 4, 2000, true, false, 20);
    assert_true(seen.wins > 0 && seen.entries > 0 && seen.passes > 0);
}

/* ---- Random play ---- */

static void focus_playout_is_moves_and_play(void **context)
{
    static const char *const variants[] = {"", "players=3", "players=3, hand=on", "players=4",
                                           "version=full, limit=2000"};

    (void)context;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        for (uint64_t seed = 0; seed < (is_slow_build() ? 10 : 100); seed++) {
            struct table slow = open_table(variants[i]), fast = slow;
            struct cop_rng slow_rng, fast_rng;
            int limit = seed % 2 == 0 ? 0 : (int)seed * 3, plies = 0;

            cop_rng_seed(&slow_rng, seed);
            fast_rng = slow_rng;
            while ((limit == 0 || plies < limit) && legal_moves(&slow) > 0) {
                cop_move move = slow.moves[cop_rng_below(&slow_rng, (uint32_t)slow.count)];

                slow.rules->play(slow.game, slow.state, move);
                plies++;
            }
            assert_int_equal(fast.rules->playout(fast.game, fast.state, &fast_rng, limit), plies);
            assert_memory_equal(fast.state, slow.state, sizeof fast.state);
            assert_true(fast_rng.state == slow_rng.state);
            close_table(&slow);
        }
}

static void focus_golden_playthrough(void **context)
{
    (void)context;
    assert_golden("focus(limit=60)",
                  "b5-a5 f6-e6 e2-e1 d7-e7 d2-c2 e5-e6 d4-d3 e7-e8 c2-c3 c4-c5 f5-g5 e6-e7 g5-g3 "
                  "e3-e2 e1-e2 d5-c5 b3-b4 b6-b7 d3-f3 c5-e5 d6-d7 c6-c7 c3-e3 c2-c3 f3-f1 c3-b3 "
                  "e3-f3 e6-d6 a5-a4 e5-e4 f7-g7 c7-c8 c7-d7 e4-e6 d7-d6 f4-f5 e2-c2 b2-c2 b4-b5 "
                  "e6-e3 g3-d3 e5-e6 d3-f3 g6-h6 f1-f2 e3-e5 e3-c3 e5-f5 d6-f6 g4-g5 c5-c6 b7-b5 "
                  "c3-d3 c2-c3 c2-e2 c8-c7 g7-g6 f1-e1 f6-f4 f5-g5",
                  "--G-/-GR[GG]-R/--R-G-RG/-[RRG]--RG[GG]-/RG---[GR]--/-G[RG][RR]-[RRRR]--/"
                  "---[GR][GR]G/--G- 0,0 -,0/0,- R 60");
    assert_golden(
        "focus(players=4, limit=60)",
        "c6-b6 d7-c7 e2-e1 e8-f8 b6-d6 a5-a6 g4-g3 e7-e8 c8-d8 c5-c6 a4-b4 e5-e6 d6-b6 "
        "b5-b4 f2-f3 e3-d3 d4-d5 f7-f8 f3-f5 e6-g6 d6-d7 c7-c8 e1-d1 e1-e2 d5-f5 b4-a4 "
        "c4-d4 g5-f5 d2-e2 c6-c5 g2-g3 g6-g7 d8-e8 f8-f6 a3-b3 h3-h4 e8-c8 b7-b6 b3-b4 "
        "f5-a5 c8-c5 b6-b7 d1-c1 g7-g6 d1-d2 h5-g5 b4-b2 g6-g5 b6-d6 a4-a5 f4-f5 g6-e6 "
        "b3-c3 b7-c7 c1-c3 h4-h3 d8-d7 a6-a4 g3-e3 d3-e3",
        "---G/-[GG][RR]--Y/---[RR][YY][GYG]-G/[BGRYG]-[GGYR]--B[GY]-/[RG]R-BB--B/--[BRBB]R[BBY]-YY/"
        "[RBB]BR[YR]--/---Y 0,0,0,0 -,0,0,0/0,-,0,1/0,0,-,0/0,1,0,- R 60");
}

/* ---- People ---- */

static void focus_understands_moves_without_the_dash(void **context)
{
    struct table table = open_table(""), other = table;

    (void)context;
    play(&table, "b7-b6 e7-e8 b6-d6");
    play(&other, "B7B6, e7e8 b6d6");
    assert_memory_equal(table.state, other.state, sizeof table.state);
    other = open_table("");
    play(&other, "b7-b6e7-e8b6-d6");
    assert_memory_equal(table.state, other.state, sizeof table.state);
    assert_non_null(strstr(refusal(&table, "b6-b5"), "not a legal move"));
    refusal(&table, "+d4");
    refusal(&table, "--");
    refusal(&table, "a1-a2");
    refusal(&table, "c3");
    close_table(&other);
    close_table(&table);
}

/* From a stack, or from the place of one's own reserve. */
static void focus_moves_are_two_clicks(void **context)
{
    struct table table = open_table("players=3");
    struct cop_scene scene = {0};
    int cells[COP_PATH_MAX];
    cop_move move;
    struct cop_error error;

    (void)context;
    set_up_stacks(&table, "d4:RG e4:BG a4:B", "0,2,1 -,0,0/3,-,1/0,0,- G 61");
    table.rules->scene(table.game, table.state, -1, &scene);
    assert_int_equal(scene.cell_count, 55);
    assert_true(cop_move_read(table.game, table.state, "d4-f4", &move, &error));
    assert_int_equal(table.rules->path(table.game, table.state, move, cells), 2);
    assert_string_equal(scene.cells[cells[0]].name, "d4");
    assert_string_equal(scene.cells[cells[1]].name, "f4");
    assert_true(cop_move_read(table.game, table.state, "+c1", &move, &error));
    assert_int_equal(table.rules->path(table.game, table.state, move, cells), 2);
    assert_int_equal(scene.cells[cells[0]].home, 1);
    assert_string_equal(scene.cells[cells[1]].name, "c1");
    assert_string_equal(scene.labels[scene.label_count - 4].text, "Green took 4: R3 B1");
    assert_string_equal(scene.labels[scene.label_count - 1].text, "61 of 300 turns played");
    cop_scene_free(&scene);
    close_table(&table);
}

static void focus_refuses_impossible_positions(void **context)
{
    static const char board[] = "----/RRGGRR/-GGRRGG-/-RRGGRR-/-GGRRGG-/-RRGGRR-/GGRRGG/---- ";
    static const char nobody[] = "----/------/--------/--------/--------/--------/------/---- ";
    static const char few[] = "----/------/--------/--------/--[RG]RG---/--------/------/---- ";
    static const struct {
        const char *board, *rest, *reason;
    } cases[] = {
        {nobody, "0,0 -,0/0,- R 0", "no piece on the board"},
        {nobody, "1,1 -,0/0,- R 9", "no piece on the board"},
        {board, "1,0 -,0/0,- R 0", "Red has 19 pieces"},
        {board, "0,0 -,1/0,- R 0", "Green has 19 pieces"},
        {few, "0,0 -,6/0,- R 20", "Red has won already"},
        {few, "0,0 -,6/6,- R 20", "Red has won already"},
        {few, "0,0 -,0/0,- R 301", "0 to 300"},
        {few, "0,0 -,0/0,- R 99999999999999999999", "0 to 300"},
        {few, "0,0 -,0/0,- R", "number of turns"},
        {few, "0,0 -,0/0,- R -1", "number of turns"},
        {few, "0,0 -,0/0,- R 1 2", "number of turns"},
        {few, "0,0 -,0/0,- B 1", "who moves: RG"},
        {few, "0,0 -,0/0,-", "who moves: RG"},
        {few, "0,0 0,0/0,0 R 1", "as in 0,0, a blank"},
        {few, "0,0 -,0,0,- R 1", "-,0/0,-"},
        {few, "0 -,0/0,- R 1", "each player's reserve"},
        {few, "0,19 -,0/0,- R 1", "no number is above 18"},
        {few, "", "each player's reserve"},
        {"----/------/--------/--------/--[RG]RG--/--------/------/---- ", "", "h4 is none"},
        {"----/------/--------/--------/--[RG]RG----/--------/------/---- ", "", "row 5"},
        {"----/------/--------/--------/--[RGRGRG]RG---/--------/------/---- ", "", "c4 is none"},
        {"----/------/--------/--------/--[]RG---/--------/------/---- ", "", "c4 is none"},
        {"----/------/--------/--------/--[R", "", "c4 is none"},
        {"----/------/--------/--------/--BRG---/--------/------/---- ", "", "letter (RG)"},
        {"", "", "c8 is none"},
    };
    struct table table = open_table("");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[FOCUS_TEXT];
        struct cop_error error = {""};

        snprintf(text, sizeof text, "%s%s", cases[i].board, cases[i].rest);
        if (cop_position_read(table.game, text, table.state, &error))
            fail_msg("\"%s\" was accepted", text);
        if (strstr(error.message, cases[i].reason) == NULL)
            fail_msg("\"%s\": %s", text, error.message);
    }
    close_table(&table);
}

static void focus_refuses_two_winners(void **context)
{
    struct table table = open_table("players=3");
    char text[FOCUS_TEXT];
    struct cop_error error = {""};

    (void)context;
    compose("d4:RG e4:B", "0,0,0 -,0,0/3,-,3/3,3,- R 60", text);
    assert_false(cop_position_read(table.game, text, table.state, &error));
    assert_non_null(strstr(error.message, "Green and Blue cannot both have won"));
    compose("d4:RG e4:B", "0,0,0 -,0,0/3,-,3/3,2,- R 60", text);
    set_up(&table, text);
    assert_over(&table, 1);
    close_table(&table);
}

static void focus_refuses_impossible_options(void **context)
{
    static const struct {
        const char *inside, *reason;
    } cases[] = {
        {"players=5", "players"}, {"players=1", "players"}, {"version=long", "short"},
        {"limit=0", "limit"},     {"hand=on", "players=3"}, {"players=4, hand=on", "players=3"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error = {""};

        assert_null(cop_game_open_rules(&cop_focus, cases[i].inside, &error));
        if (strstr(error.message, cases[i].reason) == NULL)
            fail_msg("%s: %s", cases[i].inside, error.message);
    }
}

static void focus_turn_can_be_given(void **context)
{
    struct table table = open_table("players=3");

    (void)context;
    table.rules->give_turn(table.game, table.state, 2);
    assert_int_equal(turn_of(&table), 2);
    assert_text(&table, "----/RRGGBB/-GGBBRR-/-BBRRGG-/-RRGGBB-/-GGBBRR-/BBRRGG/---- 0,0,0 "
                        "-,0,0/0,-,0/0,0,- B 0");
    /* Not when the game is over. */
    set_up_stacks(&table, "d4:RG e4:B", "0,0,0 -,0,0/3,-,3/3,2,- R 60");
    table.rules->give_turn(table.game, table.state, 2);
    assert_stacks(&table, "d4:RG e4:B", "0,0,0 -,0,0/3,-,3/3,2,- R 60");
    close_table(&table);
}

/* ---- Agents ---- */

static void focus_agents_play_to_the_end(void **context)
{
    static const char *const variants[] = {"limit=30", "players=3, hand=on, limit=30",
                                           "players=4, limit=30",
                                           "players=3, version=full, limit=30"};
    static const char *const agents[] = {"random", "mc", "mcts"};
    struct cop_limits limits;
    struct cop_error error;

    (void)context;
    assert_true(cop_limits_parse("sims=50, seed=3", &limits, &error));
    for (int i = 0; i < 12; i++) {
        struct table table = open_table(variants[i / 3]);
        struct cop_agent *agent = cop_agent_open(table.game, agents[i % 3], &limits.means, &error);

        assert_non_null(agent);
        cop_agent_start(agent, 3);
        while (turn_of(&table) != COP_OVER) {
            struct cop_report report;

            assert_true(cop_agent_think(agent, table.state, &limits, NULL, &report, &error));
            cop_agent_played(agent, table.state, report.best);
            table.rules->play(table.game, table.state, report.best);
        }
        cop_agent_close(agent);
        close_table(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(focus_perft),
        cmocka_unit_test(focus_starts_as_set_up),
        cmocka_unit_test(focus_board_has_52_squares),
        cmocka_unit_test(focus_stack_belongs_to_its_top),
        cmocka_unit_test(focus_moves_stay_on_the_board),
        cmocka_unit_test(focus_upper_pieces_move_as_far_as_they_are_many),
        cmocka_unit_test(focus_lowest_pieces_are_taken_by_the_mover),
        cmocka_unit_test(focus_five_on_five_takes_five),
        cmocka_unit_test(focus_five_pieces_stay_whole),
        cmocka_unit_test(focus_entry_on_a_full_stack_captures),
        cmocka_unit_test(focus_figure_of_the_thesis),
        cmocka_unit_test(focus_enough_captures_win),
        cmocka_unit_test(focus_own_pieces_are_no_captures),
        cmocka_unit_test(focus_game_is_drawn_at_its_limit),
        cmocka_unit_test(focus_player_without_stacks_passes),
        cmocka_unit_test(focus_player_with_a_reserve_never_passes),
        cmocka_unit_test(focus_last_player_able_to_move_wins_the_full_version),
        cmocka_unit_test(focus_passing_player_comes_back),
        cmocka_unit_test(focus_full_version_is_not_won_by_captures),
        cmocka_unit_test(focus_piece_in_hand_is_entered_first),
        cmocka_unit_test(focus_equals_the_reference_in_the_short_version),
        cmocka_unit_test(focus_equals_the_reference_in_the_full_version),
        cmocka_unit_test(focus_playout_is_moves_and_play),
        cmocka_unit_test(focus_golden_playthrough),
        cmocka_unit_test(focus_understands_moves_without_the_dash),
        cmocka_unit_test(focus_moves_are_two_clicks),
        cmocka_unit_test(focus_refuses_impossible_positions),
        cmocka_unit_test(focus_refuses_two_winners),
        cmocka_unit_test(focus_refuses_impossible_options),
        cmocka_unit_test(focus_turn_can_be_given),
        cmocka_unit_test(focus_agents_play_to_the_end),
    };

    return cmocka_run_group_tests_name("focus", tests, NULL, NULL);
}
