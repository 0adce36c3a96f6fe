/* test_amazons.c - the rules of the Amazons: the checks of amazons-play.md 4.1 to 4.3 and of
 * amazons-endgame-and-books.md 1.3 and 4.1, the tournament records, notation and options. */
#include "amazons_check.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "amazons_records.h"
#include "coppice/agent.h"

extern const struct cop_rules cop_amazons;

static const char start_text[] = "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 w";

/* ---- Counting (amazons-play.md 4.1) ---- */

static void check_perft(const char *inside, const int64_t *expected)
{
    struct cop_game *game = open_or_fail(inside);
    struct amazons_state state = start_of(game);

    for (int depth = 1; expected[depth - 1] != 0; depth++)
        if (cop_perft(game, &state, depth) != expected[depth - 1])
            fail_msg("amazons(%s): perft(%d) is %lld", inside, depth,
                     (long long)cop_perft(game, &state, depth));
    cop_game_close(game);
}

static void amazons_perft(void **context)
{
    static const struct {
        const char *inside;
        int64_t counts[4];
    } boards[] = {
        {"", {2176, 4307152, 0}},
        {"size=8", {1232, 1331198, 0}},
        {"size=6", {496, 198070, 0}},
        {"size=6, setup=\"2WB2/6/B4W/W4B/6/2BW2 w\"", {496, 204340, 0}},
        {"size=5", {214, 37154, 5725642, 0}},
        {"size=4", {72, 3977, 180576, 0}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        check_perft(boards[i].inside, boards[i].counts);
}

/* A turn is two plies, so that every second number is one of full moves. */
static void amazons_split_perft(void **context)
{
    static const struct {
        const char *inside;
        int64_t counts[5];
    } boards[] = {
        {"split=on", {80, 2176, 0}},
        {"size=8, split=on", {60, 1232, 0}},
        {"size=6, split=on", {36, 496, 0}},
        {"size=6, setup=\"2WB2/6/B4W/W4B/6/2BW2 w\", split=on", {36, 496, 0}},
        {"size=5, split=on", {18, 214, 0}},
        {"size=4, split=on", {8, 72, 0}},
    };
    struct cop_game *game = open_or_fail("size=4, split=on");
    struct amazons_state state = start_of(game);

    (void)context;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        check_perft(boards[i].inside, boards[i].counts);
    assert_int_equal(cop_perft(game, &state, 4), 3977);
    assert_int_equal(cop_perft(game, &state, 6), 180576);
    cop_game_close(game);
}

static void amazons_usual_starts(void **context)
{
    static const char *const starts[][2] = {
        {"", start_text},
        {"size=9", "3B1B3/9/9/B7B/9/W7W/9/9/3W1W3 w"},
        {"size=8", "2B2B2/8/B6B/8/8/W6W/8/2W2W2 w"},
        {"size=7", "2B1B2/7/B5B/7/W5W/7/2W1W2 w"},
        {"size=6", "2BB2/6/B4B/W4W/6/2WW2 w"},
        {"size=5", "2B2/5/W3B/5/2W2 w"},
        {"size=4", "3B/4/4/W3 w"},
        {"width=10, height=6", "3B2B3/10/B8B/W8W/10/3W2W3 w"},
        {"width=4, height=3", "3B/4/W3 w"},
        {"width=2, height=1", "WB w"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        struct cop_game *game = open_or_fail(starts[i][0]);
        struct amazons_state state = start_of(game);

        assert_position(game, &state, starts[i][1]);
        cop_game_close(game);
    }
}

static void amazons_replies_after_one_move(void **context)
{
    static const struct {
        const char *move;
        int moves, movements;
    } cases[] = {
        {"D1D8-B6", 1683, 69}, {"D1D9-G9", 1609, 65}, {"G1G9-D9", 1609, 65}, {"D1D7-G7", 1214, 51},
        {"G1G7-D7", 1214, 51}, {"D1D7-I7", 1408, 58}, {"G1G8-D8", 1598, 67},
    };
    struct cop_game *game = open_or_fail(""), *split = open_or_fail("split=on");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct amazons_state state = after_moves(game, cases[i].move);

        assert_int_equal(count_moves(game, &state), cases[i].moves);
        state = after_moves(split, cases[i].move);
        assert_int_equal(count_moves(split, &state), cases[i].movements);
    }
    cop_game_close(game);
    cop_game_close(split);
}

/* 544 of the first moves for each amazon, and 1088 up to mirror images. */
static void amazons_share_the_first_moves(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = start_of(game);
    cop_move *moves = room_for_moves(game);
    int count = game->rules->moves(game, &state, moves), of[256] = {0};

    (void)context;
    for (int i = 0; i < count; i++) {
        int cells[COP_PATH_MAX];

        assert_int_equal(game->rules->path(game, &state, moves[i], cells), 3);
        of[cells[0]]++;
    }
    assert_int_equal(of[93], 544);
    assert_int_equal(of[96], 544);
    assert_int_equal(of[60], 544);
    assert_int_equal(of[69], 544);
    free(moves);
    cop_game_close(game);
}

/* ---- Rules (amazons-play.md 4.2) ---- */

static void amazons_arrows_may_return(void **context)
{
    struct cop_game *game = open_or_fail("");

    (void)context;
    after_moves(game, "G1G9-D9");
    after_moves(game, "D1D2-D1");
    after_moves(game, "D1D3-D1");
    after_moves(game, "A4B4-A4");
    after_moves(game, "D1D3-D2");
    cop_game_close(game);
}

static void amazons_block_movements_and_arrows(void **context)
{
    static const char *const illegal[] = {"D1D9-D10", "D1D10-D9", "D1G1-F1", "D1H1-G1", "D1D2-D2",
                                          "D1D1-D2",  "D1E3-E4",  "A7A6-A5", "B1B2-B3", "D1D2",
                                          "pass",     "A4A7-A6",  "A4A6-A8"};
    struct cop_game *game = open_or_fail("");

    (void)context;
    for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++)
        assert_non_null(strstr(refusal_of_moves(game, illegal[i]), "not a legal move"));
    assert_non_null(strstr(refusal_of_moves(game, "D1D2-D1 D10D2-D3"), "move 2"));
    cop_game_close(game);
}

static void amazons_step_between_burnt_corners(void **context)
{
    struct cop_game *game = open_or_fail("size=4");
    struct amazons_state state = position_or_fail(game, "4/4/x3/Wx1B w");

    (void)context;
    play_or_fail(game, &state, "a1b2-a1");
    assert_position(game, &state, "4/4/xW2/xx1B b");
    cop_game_close(game);
}

static void amazons_stuck_side_loses(void **context)
{
    struct cop_game *game = open_or_fail("size=4");
    struct amazons_state state = position_or_fail(game, "BW2/xx2/4/4 b");

    (void)context;
    assert_true(first_payoff(game, &state) == 1);
    assert_true(margin(game, &state) == 12.5);
    assert_position(game, &state, "BW2/xx2/4/4 b");
    state = position_or_fail(game, "WBx1/xxx1/4/4 w");
    assert_true(first_payoff(game, &state) == 0);
    assert_true(margin(game, &state) == -0.5);
    state = position_or_fail(game, "WBx1/xxx1/4/4 b");
    assert_true(first_payoff(game, &state) == 1);
    assert_true(margin(game, &state) == 0.5);
    state = position_or_fail(game, "BWx1/xxx1/4/3W w");
    assert_int_equal(game->rules->turn(game, &state), WHITE);
    play_or_fail(game, &state, "d1d2-d1");
    assert_true(first_payoff(game, &state) == 1);
    assert_non_null(game->rules->lesson);
    cop_game_close(game);
}

/* Left and right exchanged in every square of a text. */
static void mirror_words(const char *words, char *out)
{
    for (; *words != '\0'; words++)
        *out++ = isalpha((unsigned char)*words) ? (char)('a' + 'j' - *words) : *words;
    *out = '\0';
}

static void amazons_mirrored_games_are_games(void **context)
{
    struct cop_game *game = open_or_fail("");

    (void)context;
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        char mirrored[2000];
        struct amazons_state state, image;

        mirror_words(amazons_records[i].moves, mirrored);
        state = after_moves(game, amazons_records[i].moves);
        image = after_moves(game, mirrored);
        assert_int_equal(count_moves(game, &state), count_moves(game, &image));
        assert_true(margin(game, &state) == margin(game, &image));
    }
    cop_game_close(game);
}

/* Each move is the other's image under a half turn, so that nobody is ahead but for the tempo. */
static void amazons_turned_position_is_even(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = after_moves(game, "D1D8-B6 G10G3-I5");

    (void)context;
    assert_true(margin(game, &state) == -0.5);
    state = start_of(game);
    assert_true(margin(game, &state) == -0.5);
    state = after_moves(game, "D1D8-B6"); /* Q in amazons-play.md 4.5 */
    assert_true(margin(game, &state) == 16.5);
    state = after_moves(game, "D1D7-G7");
    assert_true(margin(game, &state) == 17.5);
    state = after_moves(game, "G1G9-D9");
    assert_true(margin(game, &state) == 15.5);
    cop_game_close(game);
}

/* ---- The records (amazons-play.md 4.3, 6) ---- */

static void count_ply(void *context, const void *state, cop_move move)
{
    (void)state;
    (void)move;
    ++*(int *)context;
}

static void amazons_records_replay(void **context)
{
    struct cop_game *game = open_or_fail("");
    int all = 0;

    (void)context;
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        const struct amazons_record *record = &amazons_records[i];
        struct amazons_state state = start_of(game);
        struct cop_error error = {""};
        int plies = 0;

        if (!cop_moves_play(game, &state, record->moves, count_ply, &plies, &error))
            fail_msg("%s: %s", record->id, error.message);
        assert_int_equal(plies, record->plies);
        assert_int_equal(game->rules->turn(game, &state), record->is_stuck ? COP_OVER : plies % 2);
        if (record->last[0] != '\0')
            assert_position(game, &state, record->last);
        all += plies;
    }
    assert_int_equal(all, 1869);
    cop_game_close(game);
}

/* The same words, read as movements and shots. */
static void amazons_records_replay_split(void **context)
{
    struct cop_game *game = open_or_fail("split=on");

    (void)context;
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        const struct amazons_record *record = &amazons_records[i];
        struct amazons_state state = start_of(game);
        struct cop_error error = {""};
        int plies = 0;

        if (!cop_moves_play(game, &state, record->moves, count_ply, &plies, &error))
            fail_msg("%s: %s", record->id, error.message);
        assert_int_equal(plies, 2 * record->plies);
        if (record->last[0] != '\0')
            assert_position(game, &state, record->last);
    }
    cop_game_close(game);
}

/* All but A2, which was resigned in the opening, and P2, which was stopped with open regions. */
static void amazons_margins_are_the_recorded_ones(void **context)
{
    struct cop_game *game = open_or_fail("");
    int checked = 0;

    (void)context;
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        const struct amazons_record *record = &amazons_records[i];
        struct amazons_state state = after_moves(game, record->moves);

        if (strcmp(record->id, "A2") == 0 || strcmp(record->id, "P2") == 0)
            continue;
        if (margin(game, &state) != record->margin)
            fail_msg("%s: the margin is %g and was %g", record->id, margin(game, &state),
                     record->margin);
        checked++;
    }
    assert_int_equal(checked, 29);
    cop_game_close(game);
}

/* amazons-endgame-and-books.md 1.3: game A1 ply by ply, and the mean over all games. */
struct branching {
    const struct cop_game *game;
    int plies;
    int counts[92];
    double sum;
};

static void count_branches(void *context, const void *state, cop_move move)
{
    struct branching *branching = context;
    int count = count_moves(branching->game, state);

    (void)move;
    branching->counts[branching->plies++] = count;
    branching->sum += count;
}

static void amazons_records_have_known_branching(void **context)
{
    static const int first[] = {
        2176, 1214, 1619, 1215, 1525, 1343, 1444, 1344, 1165, 1340, 861, 1156, 771, 1087, 750,
        1033, 749,  898,  559,  746,  482,  643,  398,  459,  359,  406, 349,  342, 325,  273,
        298,  261,  268,  228,  219,  190,  178,  153,  130,  136,  130, 125,  125, 106,  98,
        69,   79,   54,   79,   49,   59,   34,   49,   38,   47,   35,  38,   34};
    struct cop_game *game = open_or_fail("");
    double sum = 0;
    int plies = 0;

    (void)context;
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        struct branching branching = {.game = game};
        struct amazons_state state = start_of(game);

        cop_moves_play(game, &state, amazons_records[i].moves, count_branches, &branching, NULL);
        if (i == 0)
            assert_memory_equal(branching.counts, first, sizeof first);
        sum += branching.sum;
        plies += branching.plies;
    }
    assert_true(fabs(sum / plies - 503.6) < 0.05);
    cop_game_close(game);
}

static void amazons_longest_record_burns_91_squares(void **context)
{
    struct cop_game *game = open_or_fail("");
    int burnt = 0;

    (void)context;
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        int squares = 0;

        for (const char *at = amazons_records[i].last; *at != '\0'; at++)
            squares += *at == 'x';
        assert_true(squares == 0 || squares == amazons_records[i].plies);
        burnt = squares > burnt ? squares : burnt;
    }
    assert_int_equal(burnt, 91);
    assert_true(game->max_plies >= 92);
    cop_game_close(game);
}

/* ---- Split turns ---- */

static void amazons_split_waits_for_the_shot(void **context)
{
    struct cop_game *game = open_or_fail("split=on");
    struct amazons_state state = after_moves(game, "g1g9");

    (void)context;
    assert_int_equal(game->rules->turn(game, &state), WHITE);
    assert_position(game, &state, "3B2B3/6W3/10/B8B/10/10/W8W/10/10/3W6 w g9");
    play_or_fail(game, &state, "d9");
    assert_int_equal(game->rules->turn(game, &state), BLACK);
    assert_position(game, &state, "3B2B3/3x2W3/10/B8B/10/10/W8W/10/10/3W6 b");
    state = position_or_fail(game, "3B2B3/6W3/10/B8B/10/10/W8W/10/10/3W6 w G9");
    play_or_fail(game, &state, "(g1)");
    assert_position(game, &state, "3B2B3/6W3/10/B8B/10/10/W8W/10/10/3W2x3 b");
    cop_game_close(game);
}

static void amazons_split_texts_are_checked(void **context)
{
    struct cop_game *split = open_or_fail("size=4, split=on"), *whole = open_or_fail("size=4");

    (void)context;
    assert_non_null(strstr(refusal_of_position(whole, "3B/4/4/W3 w a1"), "split=on"));
    assert_non_null(strstr(refusal_of_position(split, "3B/4/4/W3 w a2"), "no amazon of the side"));
    assert_non_null(strstr(refusal_of_position(split, "3B/4/4/W3 w d4"), "no amazon of the side"));
    assert_non_null(strstr(refusal_of_position(split, "3B/4/xx2/Wx2 w a1"), "nothing to shoot"));
    assert_non_null(strstr(refusal_of_position(split, "3B/4/4/W3 w k1"), "is none"));
    assert_non_null(strstr(refusal_of_position(split, "3B/4/4/W3 w a1 a1"), "passes"));
    cop_game_close(split);
    cop_game_close(whole);
}

/* The turn after a movement without a shot can be given away; nothing burns then. */
static void amazons_give_the_turn(void **context)
{
    struct cop_game *game = open_or_fail("size=4, split=on");
    struct amazons_state state = after_moves(game, "a1a3");

    (void)context;
    game->rules->give_turn(game, &state, WHITE);
    assert_position(game, &state, "3B/W3/4/4 w a3");
    game->rules->give_turn(game, &state, BLACK);
    assert_position(game, &state, "3B/W3/4/4 b");
    cop_game_close(game);
}

/* ---- Notation ---- */

static void amazons_accept_other_notations(void **context)
{
    static const char *const same[] = {"g1g9-d9",  "G1G9-D9",   "g1g9d9",   "G1G9D9",
                                       "g1-g9/d9", "g1-g9(d9)", "g1-g9-d9", "g1g9(d9)"};
    struct cop_game *game = open_or_fail("");
    struct amazons_state first = after_moves(game, same[0]);

    (void)context;
    for (size_t i = 1; i < sizeof same / sizeof same[0]; i++) {
        struct amazons_state state = after_moves(game, same[i]);

        assert_memory_equal(&first, &state, sizeof first);
    }
    refusal_of_moves(game, "g1g9(d9");
    refusal_of_moves(game, "g1g9d9)");
    refusal_of_moves(game, "g1/g9d9");
    refusal_of_moves(game, "g1g9--d9");
    refusal_of_moves(game, "g1g9-d0");
    refusal_of_moves(game, "g1g9-d11");
    refusal_of_moves(game, "g1g9");
    refusal_of_moves(game, "k1k2-k3");
    first = after_moves(game, "d1d7g7a7d4d1g1e3c3d10d8a5");
    cop_game_close(game);
}

/* Of more than two thousand moves those are named that begin like the wrong one. */
static void amazons_wrong_move_names_similar_ones(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = start_of(game);
    struct cop_error error;
    cop_move move;

    (void)context;
    assert_false(cop_move_read(game, &state, "D1D7", &move, &error));
    assert_string_equal(error.message,
                        "\"D1D7\" is not a legal move for White; legal: d1d7-c7, d1d7-b7, d1d7-e7, "
                        "d1d7-f7, d1d7-g7, d1d7-h7, d1d7-i7, d1d7-d6, d1d7-d5, d1d7-d4, d1d7-d3, "
                        "d1d7-d2 and 2164 more");
    assert_false(cop_move_read(game, &state, "g1g2", &move, &error));
    assert_non_null(strstr(error.message, "legal: g1g2-f2, "));
    cop_game_close(game);
}

static void amazons_rows_of_ten_are_read_greedily(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = after_moves(game, "a4a5a4 a7a10a7 j4j3j4 d10c10b10");

    (void)context;
    assert_position(game, &state, "BxB3B3/10/10/x8B/10/W9/x8x/9W/10/3W2W3 w");
    state = position_or_fail(game, "B9/10/10/10/10/10/10/10/10/9W w");
    play_or_fail(game, &state, "J1I1J1");
    assert_position(game, &state, "B9/10/10/10/10/10/10/10/10/8Wx b");
    cop_game_close(game);
}

static void amazons_refuse_wrong_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"4/4/4/4 w", "no amazons"},
        {"xxxx/4/4/4 w", "no amazons"},
        {"3B/4/4/W3", "who moves"},
        {"3B/4/4/W3 x", "who moves"},
        {"3B/4/4/W3 wb", "who moves"},
        {"3B/4/4 w", "3 rows"},
        {"3B/4/4/W3/4 w", "more than"},
        {"3B/4/4/W4 w", "row 4"},
        {"3B/4/4/W2 w", "row 4"},
        {"3Q/4/4/W3 w", "'Q' in row 1 from the top is no cell; write W, B, x, or a number"},
        {"3B/4/4/W3 w zz", "zz"},
        {"", "row 1"},
    };
    struct cop_game *game = open_or_fail("size=4");
    char longest[400];

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *message = refusal_of_position(game, cases[i].words);

        if (strstr(message, cases[i].reason) == NULL)
            fail_msg("\"%s\" is refused with \"%s\"", cases[i].words, message);
    }
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_non_null(strstr(refusal_of_position(game, longest), "399 characters"));
    cop_game_close(game);
}

static void amazons_refuse_wrong_options(void **context)
{
    static const char *const cases[][2] = {
        {"size=3", "size"},
        {"size=11", "size"},
        {"width=1, height=1", "one square"},
        {"size=4, setup=\"W3/4/4/4\"", "who moves"},
        {"size=4, setup=\"W3/4/4/5 w\"", "row 4"},
        {"komi=-1", "komi"},
        {"passes=101", "passes"},
    };
    struct cop_error error;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        error.message[0] = '\0';
        assert_null(cop_game_open_rules(&cop_amazons, cases[i][0], &error));
        if (strstr(error.message, cases[i][1]) == NULL)
            fail_msg("%s is refused with \"%s\"", cases[i][0], error.message);
    }
}

/* Any number of amazons, also none on one side, and many more than usual. */
static void amazons_any_set_up_is_playable(void **context)
{
    static const char *const set_ups[] = {
        "W9/10/10/10/10/10/10/10/10/10 w",
        "WBWBWBWBWB/10/10/10/10/10/10/10/10/BWBWBWBWBW b",
        "W1W1W1W1W1/10/W1W1W1W1W1/10/W1W1W1W1W1/10/W1W1W1W1W1/10/W1W1W1W1W1/9B w",
        "xxxxxxxxxx/x8x/x1W4B1x/x8x/x8x/x8x/x8x/x1B4W1x/x8x/xxxxxxxxxx w",
    };
    struct cop_game *game = open_or_fail("");

    (void)context;
    for (size_t i = 0; i < sizeof set_ups / sizeof set_ups[0]; i++) {
        struct amazons_state state = position_or_fail(game, set_ups[i]);
        struct cop_rng rng;

        assert_position(game, &state, set_ups[i]);
        assert_true(count_moves(game, &state) <= game->max_moves);
        cop_rng_seed(&rng, i);
        cop_playout(game, &state, &rng, 0, NULL);
        assert_int_equal(game->rules->turn(game, &state), COP_OVER);
    }
    cop_game_close(game);
}

/* ---- The whole ---- */

static void amazons_golden_playthrough(void **context)
{
    struct cop_game *game = open_or_fail("size=6");
    struct amazons_state state = start_of(game);
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->playout(game, &state, &rng, 0);
    assert_position(game, &state, "xWxBxB/xxxxxx/xx1xWx/xxxxBW/xxBxxx/xxxxWx b");
    cop_game_close(game);
    game = open_or_fail("split=on");
    state = start_of(game);
    cop_rng_seed(&rng, 1);
    game->rules->playout(game, &state, &rng, 0);
    assert_position(game, &state,
                    "xBxxxxxxxx/xxxxxBxxxx/xx2xxxxWx/Bxxxxx1xxx/xxWxxx1x1x/xxxxxx4/xWxxx1x3/"
                    "xxxxxx1x2/xxxxxx1x1x/xWxBxx1x2 b");
    cop_game_close(game);
}

static void play_to_the_end(const struct cop_game *game, const char *spec)
{
    struct cop_limits limits = {.sims = 50,
                                .means = {.threads = 1, .memory = (size_t)16 << 20, .seed = 1}};
    struct cop_error error = {""};
    struct cop_agent *agent = cop_agent_open(game, spec, &limits.means, &error);
    struct amazons_state state = start_of(game);
    int plies = 0;

    if (agent == NULL) {
        fail_msg("%s: %s", spec, error.message);
        return;
    }
    for (; game->rules->turn(game, &state) != COP_OVER; plies++) {
        struct cop_report report;

        if (!cop_agent_think(agent, &state, &limits, NULL, &report, &error))
            fail_msg("%s: %s", spec, error.message);
        cop_agent_played(agent, &state, report.best);
        game->rules->play(game, &state, report.best);
    }
    assert_true(plies > 4 && plies <= game->max_plies);
    cop_agent_close(agent);
}

static void amazons_agents_play_to_the_end(void **context)
{
    static const char *const games[] = {"size=5", "size=5, split=on", "size=5, passes=2",
                                        "size=5, komi=1.5", "size=6"};
    static const char *const agents[] = {"random", "mc", "mcts", "mcts(playout=two-step)"};

    (void)context;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct cop_game *game = open_or_fail(games[i]);

        for (size_t j = 0; j < sizeof agents / sizeof agents[0]; j++)
            play_to_the_end(game, agents[j]);
        cop_game_close(game);
    }
}

static void amazons_scene_has_queens_and_marks(void **context)
{
    struct cop_game *game = open_or_fail("passes=2");
    struct amazons_state state = after_moves(game, "g1g9-d9");
    struct cop_scene scene = {0};
    int queens[2] = {0}, marks = 0;

    (void)context;
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.cell_count, 101);
    assert_string_equal(scene.cells[100].name, "pass");
    assert_string_equal(scene.cells[0].name, "a10");
    for (int i = 0; i < scene.piece_count; i++) {
        if (scene.pieces[i].kind == COP_QUEEN)
            queens[scene.pieces[i].owner]++;
        else if (scene.pieces[i].kind == COP_MARK)
            marks += scene.pieces[i].cell == 13;
    }
    assert_int_equal(queens[WHITE], 4);
    assert_int_equal(queens[BLACK], 4);
    assert_int_equal(marks, 1);
    cop_scene_free(&scene);
    cop_game_close(game);
}

static void amazons_lesson_quotes_what_is_true(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = start_of(game);

    (void)context;
    assert_position(game, &state, start_text);
    assert_non_null(strstr(game->rules->notation, start_text));
    assert_non_null(strstr(game->rules->notation, "g1g9-d9"));
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amazons_perft),
        cmocka_unit_test(amazons_split_perft),
        cmocka_unit_test(amazons_usual_starts),
        cmocka_unit_test(amazons_replies_after_one_move),
        cmocka_unit_test(amazons_share_the_first_moves),
        cmocka_unit_test(amazons_arrows_may_return),
        cmocka_unit_test(amazons_block_movements_and_arrows),
        cmocka_unit_test(amazons_step_between_burnt_corners),
        cmocka_unit_test(amazons_stuck_side_loses),
        cmocka_unit_test(amazons_mirrored_games_are_games),
        cmocka_unit_test(amazons_turned_position_is_even),
        cmocka_unit_test(amazons_records_replay),
        cmocka_unit_test(amazons_records_replay_split),
        cmocka_unit_test(amazons_margins_are_the_recorded_ones),
        cmocka_unit_test(amazons_records_have_known_branching),
        cmocka_unit_test(amazons_longest_record_burns_91_squares),
        cmocka_unit_test(amazons_split_waits_for_the_shot),
        cmocka_unit_test(amazons_split_texts_are_checked),
        cmocka_unit_test(amazons_give_the_turn),
        cmocka_unit_test(amazons_accept_other_notations),
        cmocka_unit_test(amazons_wrong_move_names_similar_ones),
        cmocka_unit_test(amazons_rows_of_ten_are_read_greedily),
        cmocka_unit_test(amazons_refuse_wrong_positions),
        cmocka_unit_test(amazons_refuse_wrong_options),
        cmocka_unit_test(amazons_any_set_up_is_playable),
        cmocka_unit_test(amazons_golden_playthrough),
        cmocka_unit_test(amazons_agents_play_to_the_end),
        cmocka_unit_test(amazons_scene_has_queens_and_marks),
        cmocka_unit_test(amazons_lesson_quotes_what_is_true),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
