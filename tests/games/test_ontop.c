/* test_ontop.c - the specification's facts about OnTop (ontop.md 5). test_ontop_play.c has the
 * comparison with the reference, and what people and searches meet. */
#include <stdio.h>

#include "ontop_check.h"
#include "reference_ontop.h"

/* ---- Geometry (5.1) ---- */

static void board_has_the_known_numbers(void **context)
{
    static const char *const first_places[] = {"a1b1/0", "a1a2/0", "b1c1/0", "c1d1/0", "c1c2/0"};
    static const int gold_degrees[] = {2, 2, 4, 2, 4, 2, 4, 2, 2};
    struct cop_game *game = ontop_open_or_fail(NULL);
    const struct ontop_board *board = ontop_board_of(game);
    int directions[ONTOP_DIRECTIONS] = {0}, degrees[7] = {0}, golden = 0;

    (void)context;
    assert_int_equal(__builtin_popcountll(board->up), 36);
    assert_int_equal(__builtin_popcountll(board->down), 36);
    assert_int_equal(__builtin_popcountll(board->points), 49);
    assert_int_equal(board->place_count, 96);
    for (int i = 0; i < 96; i++)
        directions[board->places[i].direction]++;
    for (int i = 0; i < ONTOP_DIRECTIONS; i++)
        assert_int_equal(directions[i], 32);
    for (int i = 0; i < 5; i++) {
        struct cop_text text = COP_TEXT;

        game->rules->write_move(game, &board->start, (cop_move)(ONTOP_PLACEMENT + 2 * i), &text);
        assert_string_equal(text.bytes, first_places[i]);
        cop_text_free(&text);
    }
    for (int bit = 0; bit < 64; bit++) {
        degrees[board->circles[bit].count]++;
        if (board->circles[bit].worth == 2)
            assert_int_equal(board->circles[bit].count, gold_degrees[golden++]);
    }
    assert_int_equal(golden, 9);
    assert_int_equal(degrees[2], 12);
    assert_int_equal(degrees[3], 6);
    assert_int_equal(degrees[4], 6);
    assert_int_equal(degrees[6], 25);
    assert_int_equal(degrees[1] + degrees[5], 0);
    cop_game_close(game);
}

/* The bits of points are in the order of scoring; so are those of the reference. */
static void circles_lie_where_the_reference_has_them(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    const struct ontop_board *board = ontop_board_of(game);
    int bit = 0;

    (void)context;
    for (int h = 0; h <= ONTOP_ROWS; h++)
        for (int x = 0; x <= 10; x++) {
            if (!ontop_reference_is_point(h, x))
                continue;
            bit++;
            assert_int_equal(board->circles[bit].count, ontop_reference_degree(h, x));
            assert_int_equal(board->circles[bit].worth, ontop_reference_is_gold(h, x) ? 2 : 1);
        }
    assert_int_equal(bit, 49);
    cop_game_close(game);
}

static void tiles_are_fair(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    const struct ontop_board *board = ontop_board_of(game);
    int blunt[ONTOP_COLOURS] = {0}, all = 0;

    (void)context;
    for (int type = 0; type < ONTOP_TYPES; type++) {
        int colours = 0;

        all += board->start.deck[type];
        for (int corner = 0; corner < 4; corner++) {
            colours |= 1 << board->tiles[type][corner];
            if (corner % 2 == 0)
                blunt[board->tiles[type][corner]] += board->start.deck[type];
        }
        assert_int_equal(colours, 15);
    }
    assert_int_equal(all, 34);
    for (int colour = 0; colour < ONTOP_COLOURS; colour++)
        assert_int_equal(blunt[colour], 17);
    cop_game_close(game);
}

static void opening_has_24_placements_in_order(void **context)
{
    static const char *const places[] = {"b3c3", "c3d3", "f3g3", "g3h3", "a4b4", "b4b5",
                                         "d4e4", "d4d5", "e4f4", "f4f5", "h4i4", "h4h5"};
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = ontop_after_moves(game, "A");
    cop_move moves[MOVES_ROOM];

    (void)context;
    assert_int_equal(game->rules->moves(game, &position, moves), 24);
    for (int i = 0; i < 24; i++) {
        struct cop_text text = COP_TEXT;
        char expected[16];

        snprintf(expected, sizeof expected, "%s/%d", places[i / 2], i % 2);
        game->rules->write_move(game, &position, moves[i], &text);
        assert_string_equal(text.bytes, expected);
        cop_text_free(&text);
    }
    cop_game_close(game);
}

/* Of each draw only the first outcome is followed: what may be laid does not depend on it. */
static int64_t count_placements(const struct cop_game *game, const struct ontop_position *position,
                                int depth)
{
    struct ontop_position drawn = *position;
    cop_move moves[MOVES_ROOM];
    int64_t sum = 0;
    int count = game->rules->moves(game, position, moves);

    if (count == 0)
        return 0;
    game->rules->play(game, &drawn, moves[0]);
    count = game->rules->moves(game, &drawn, moves);
    for (int i = 0; i < count && depth > 1; i++) {
        struct ontop_position next = drawn;

        game->rules->play(game, &next, moves[i]);
        sum += count_placements(game, &next, depth - 1);
    }
    return depth == 1 ? count : sum;
}

static void perft_without_types(void **context)
{
    static const int64_t expected[] = {24, 688, 21760, 737792, 26370688};
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position start = ontop_start_of(game);

    (void)context;
    for (int depth = 1; depth <= (is_slow_build() ? 4 : 5); depth++)
        assert_int_equal(count_placements(game, &start, depth), expected[depth - 1]);
    cop_game_close(game);
}

/* There are 5, 24 and 112 sequences of one, two and three draws, as E can be drawn only once. */
static void perft_with_draws(void **context)
{
    static const int64_t expected[] = {
        5, 5 * 24, 24 * 24, 24 * 688, 112 * 688, 112 * 21760,
    };
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position start = ontop_start_of(game);

    (void)context;
    for (int depth = 1; depth <= 6; depth++)
        assert_int_equal(cop_perft(game, &start, depth), expected[depth - 1]);
    cop_game_close(game);
}

/* ---- Circles (5.2) ---- */

struct circle_case {
    int segments[4]; /* blue, white, yellow, red */
    bool gold;
    int points, stones;
};

static void assert_circle(const struct ontop_board *board, const struct circle_case *row)
{
    bool places_stone[4];
    int top = ontop_reference_score(row->segments, places_stone);
    unsigned counts = 0, tower;
    int height = 0;

    for (int colour = 0; colour < 4; colour++)
        counts += (unsigned)row->segments[colour] << (ONTOP_COUNT_BITS * colour);
    tower = board->tower[counts];
    for (int colour = 0; colour < 4; colour++) {
        assert_int_equal(tower >> colour & 1, places_stone[colour]);
        height += places_stone[colour];
    }
    assert_int_equal(height, row->stones);
    assert_int_equal(height * (row->gold ? 2 : 1), row->points);
    if (top >= 0)
        assert_int_equal(tower >> ONTOP_COLOURS, top);
}

/* Table 2.1 of the source, then the checks (5.2). */
static void circles_score_as_published(void **context)
{
    static const struct circle_case rows[] = {
        {{2, 1, 1, 0}, true, 6, 3},  {{1, 0, 2, 0}, true, 4, 2},  {{1, 1, 1, 2}, false, 4, 4},
        {{1, 1, 2, 0}, false, 3, 3}, {{1, 3, 0, 1}, false, 3, 3}, {{0, 0, 2, 0}, true, 2, 1},
        {{0, 2, 3, 0}, false, 2, 2}, {{0, 0, 6, 0}, false, 1, 1}, {{0, 1, 0, 1}, true, 0, 0},
        {{3, 0, 0, 3}, false, 0, 0}, {{2, 0, 2, 2}, false, 0, 0}, {{3, 2, 1, 0}, false, 2, 2},
        {{2, 1, 1, 1}, false, 4, 4}, {{0, 0, 0, 0}, false, 0, 0}, {{0, 0, 0, 0}, true, 0, 0},
    };
    struct cop_game *game = ontop_open_or_fail(NULL);

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_circle(ontop_board_of(game), &rows[i]);
    cop_game_close(game);
}

/* All that six triangles can add up to, for every colour on its own. */
static void circles_score_as_in_the_reference(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    int cases = 0;

    (void)context;
    for (int counts = 0; counts < ONTOP_COUNTS; counts++) {
        struct circle_case row = {
            {counts & 7, counts >> 3 & 7, counts >> 6 & 7, counts >> 9}, false, 0, 0};
        bool places_stone[4];

        if (row.segments[0] + row.segments[1] + row.segments[2] + row.segments[3] > 6)
            continue;
        ontop_reference_score(row.segments, places_stone);
        for (int colour = 0; colour < 4; colour++)
            row.stones += places_stone[colour];
        row.points = row.stones;
        assert_circle(ontop_board_of(game), &row);
        cases++;
    }
    assert_int_equal(cases, 210);
    cop_game_close(game);
}

/* Points and stones of blue, white, yellow and red after some moves. */
static void assert_after(const char *options, const char *words, const int points[4],
                         const int stones[4], int blacks)
{
    struct cop_game *game = ontop_open_or_fail(options);
    struct ontop_position position = ontop_after_moves(game, words);

    ontop_assert_numbers(position.points, 4, points, words);
    ontop_assert_numbers(position.stones, 4, stones, words);
    assert_int_equal(ontop_count_blacks(&position), blacks);
    cop_game_close(game);
}

static void blunt_corner_at_the_border_closes_its_circle(void **context)
{
    static const int gold[] = {0, 2, 0, 0}, plain[] = {0, 1, 0, 0}, stones[] = {20, 19, 20, 20};

    (void)context;
    assert_after(NULL, "Ac3d3/1 Be3e4/0 Cb4b5/1 Da5a6/0", gold, stones, 2);
    assert_after(NULL, "Aa4b4/0 Bh4h5/1 Di5i6/1", plain, stones, 2);
}

/* The circle left of a5 and a6, with a corner of each. */
static void sharp_corners_at_the_border_tie_or_agree(void **context)
{
    static const int nothing[] = {0, 0, 0, 0}, full[] = {20, 20, 20, 20};
    static const int red[] = {0, 0, 0, 2}, red_stones[] = {20, 20, 20, 19};

    (void)context;
    assert_after(NULL, "Bd4e4/0 Aa4b4/0 Aa5b5/0 Ba6b6/0", nothing, full, 2);
    assert_after(NULL, "Bd4e4/0 Aa4b4/0 Aa5b5/0 Ca6b6/0", red, red_stones, 2);
    assert_after(NULL, "Aa4b4/0 Aa5b5/0 Bc5d5/0 Cb6c6/0", red, red_stones, 3);
}

/* ---- The suite (5.4) ---- */

struct suite_row {
    int turn, moves;
    int deck[5], points[4], stones[4], blacks, closed;
};

static const struct suite_row suite[] = {
    {1, 24, {7, 8, 9, 8, 1}, {0}, {20, 20, 20, 20}, 2, 0},
    {8, 38, {7, 6, 7, 5, 1}, {7, 2, 2, 0}, {16, 17, 19, 20}, 3, 7},
    {9, 42, {8, 8, 4, 4, 1}, {2, 2, 0, 3}, {18, 19, 18, 18}, 3, 3},
    {16, 32, {4, 6, 4, 3, 1}, {7, 7, 2, 4}, {14, 17, 15, 15}, 3, 13},
    {25, 18, {2, 2, 2, 3, 0}, {14, 20, 8, 10}, {7, 10, 10, 9}, 9, 24},
    {7, 46, {6, 7, 7, 6, 1}, {1, 0, 0, 0}, {19, 20, 20, 20}, 3, 1},
    {8, 52, {6, 5, 8, 6, 1}, {2, 0, 0, 0}, {19, 20, 20, 20}, 2, 1},
    {24, 24, {1, 2, 5, 2, 0}, {12, 15, 11, 8}, {6, 11, 10, 12}, 8, 33},
    {18, 34, {0, 5, 5, 5, 1}, {11, 15, 2, 0}, {12, 15, 16, 14}, 2, 13},
    {29, 10, {1, 2, 2, 0, 0}, {14, 23, 9, 7}, {9, 6, 10, 7}, 8, 36},
};
static_assert(sizeof suite / sizeof suite[0] == ONTOP_SUITE, "a row for each position");

/* With one, two and three draws. */
static const int64_t suite_nodes[][3] = {
    {3584, 542336, 85612160},    {7608, 1435032, 264882328}, {9132, 1868268, 373515628},
    {5212, 773116, 109995516},   {1146, 55290, 2002410},     {11116, 2547820, 570666476},
    {13632, 3307584, 768893888}, {2312, 183332, 11661604},   {4794, 601254, 70106598},
    {208, 1808, 1808},
};

static void suite_positions_have_their_numbers(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);

    (void)context;
    for (int i = 0; i < ONTOP_SUITE; i++) {
        const struct suite_row *row = &suite[i];
        struct ontop_position position = ontop_suite_position(game, i);
        cop_move moves[MOVES_ROOM];
        char what[32];

        snprintf(what, sizeof what, "suite position %d", i + 1);
        assert_int_equal(ontop_turn_of(game, &position), 0);
        assert_int_equal(game->rules->moves(game, &position, moves), row->moves);
        ontop_assert_numbers(position.deck, 5, row->deck, what);
        ontop_assert_numbers(position.points, 4, row->points, what);
        ontop_assert_numbers(position.stones, 4, row->stones, what);
        assert_int_equal(ontop_count_blacks(&position), row->blacks);
        assert_int_equal(__builtin_popcountll(ontop_closed_points(game, &position)), row->closed);
        for (int player = 0; player < 2; player++)
            assert_true(game->rules->score(game, &position, player) ==
                        row->points[player] - row->stones[player]);
    }
    cop_game_close(game);
}

/* White made the first move where an even turn is blue's, so both ways to say it agree. */
static void suite_positions_are_reached_by_their_moves(void **context)
{
    (void)context;
    for (int i = 0; i < ONTOP_SUITE; i++) {
        struct cop_game *game = ontop_open_or_fail(suite[i].turn % 2 == 0 ? "colours=WB" : NULL);
        struct ontop_position read = ontop_suite_position(game, i);
        char words[512];
        struct ontop_position played;

        snprintf(words, sizeof words, "%s %c", ontop_suite_tiles[i], ontop_suite_hands[i]);
        played = ontop_after_moves(game, words);
        assert_memory_equal(&played, &read, sizeof read);
        assert_string_equal(cop_player_name(game, ontop_turn_of(game, &played)), "Blue");
        cop_game_close(game);
    }
}

/* Moves and draws below a position in which a tile is in hand, with `draws` draws on a path
 * (ontop.md 2.1). */
static int64_t count_nodes(const struct cop_game *game, const struct ontop_position *position,
                           int draws)
{
    cop_move moves[MOVES_ROOM], outcomes[ONTOP_TYPES];
    int count = game->rules->moves(game, position, moves);
    int64_t sum = count;

    for (int i = 0; i < count && draws > 0; i++) {
        struct ontop_position next = *position;
        int outcome_count;

        game->rules->play(game, &next, moves[i]);
        outcome_count = game->rules->moves(game, &next, outcomes);
        for (int j = 0; j < outcome_count; j++) {
            struct ontop_position drawn = next;

            game->rules->play(game, &drawn, outcomes[j]);
            sum += 1 + count_nodes(game, &drawn, draws - 1);
        }
    }
    return sum;
}

static void suite_positions_have_their_node_counts(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    int64_t most = is_slow_build() ? 20000000 : 1000000000;

    (void)context;
    for (int i = 0; i < ONTOP_SUITE; i++) {
        struct ontop_position position = ontop_suite_position(game, i);

        for (int depth = 1; depth <= 3 && suite_nodes[i][depth - 1] < most; depth++)
            if (count_nodes(game, &position, depth) != suite_nodes[i][depth - 1])
                fail_msg("suite position %d has %lld nodes at depth %d", i + 1,
                         (long long)count_nodes(game, &position, depth), depth);
    }
    cop_game_close(game);
}

static void opening_with_the_rare_tile_has_its_node_counts(void **context)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = ontop_after_moves(game, "E");

    (void)context;
    assert_int_equal(count_nodes(game, &position, 1), 2872);
    assert_int_equal(count_nodes(game, &position, 2), 362040);
    cop_game_close(game);
}

/* ---- Whole games (5.5) ---- */

struct whole_game {
    int step, first; /* move number (step * n + first) mod k; step 100: the last, 101: the middle */
    int plies, points[4], stones[4], blacks;
    int winner; /* 0 blue, 1 white */
    bool is_premature;
};

static int pick(const struct whole_game *row, int ply, int count)
{
    if (row->step == 100)
        return count - 1;
    return row->step == 101 ? count / 2 : (row->step * ply + row->first) % count;
}

static void whole_games_end_as_known(void **context)
{
    static const struct whole_game rows[] = {
        {0, 0, 34, {26, 19, 17, 16}, {2, 1, 5, 4}, 4, 0, false},
        {100, 0, 34, {19, 17, 14, 27}, {2, 4, 3, 5}, 4, 0, false},
        {101, 0, 34, {20, 22, 26, 9}, {3, 1, 5, 2}, 4, 1, false},
        {7, 3, 31, {22, 17, 15, 12}, {5, 5, 7, 5}, 10, 0, false},
        {1, 1, 30, {17, 19, 16, 14}, {0, 7, 6, 10}, -1, 0, true},
        {2, 31, 30, {13, 24, 18, 17}, {8, 0, 4, 6}, -1, 1, true},
        {1, 5, 31, {11, 32, 28, 12}, {5, 2, 3, 0}, -1, 1, true},
        {1, 7, 31, {12, 15, 25, 23}, {7, 5, 0, 6}, -1, 1, true},
    };
    static const char order[] = "ABCDABCDABCDABCDABCDABCDABCDABCDCE";
    struct cop_game *game = ontop_open_or_fail(NULL);

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ontop_position position = ontop_start_of(game);
        cop_move moves[MOVES_ROOM];
        double payoff[2];
        int ply = 0;

        for (; ontop_turn_of(game, &position) != COP_OVER; ply++) {
            char type[2] = {order[ply], '\0'};
            cop_move draw;
            int count;

            assert_true(cop_move_read(game, &position, type, &draw, NULL));
            game->rules->play(game, &position, draw);
            count = game->rules->moves(game, &position, moves);
            game->rules->play(game, &position, moves[pick(&rows[i], ply, count)]);
        }
        assert_int_equal(ply, rows[i].plies);
        ontop_assert_numbers(position.points, 4, rows[i].points, "points");
        ontop_assert_numbers(position.stones, 4, rows[i].stones, "stones");
        if (rows[i].blacks >= 0)
            assert_int_equal(ontop_count_blacks(&position), rows[i].blacks);
        game->rules->payoff(game, &position, payoff);
        assert_true(payoff[rows[i].winner] == 1 && payoff[1 - rows[i].winner] == 0);
        assert_int_equal(position.last != 0, rows[i].is_premature);
    }
    cop_game_close(game);
}

struct logged_move {
    const char *word;
    int legal, closed, points[4];
};

static void one_whole_game_move_by_move(void **context)
{
    static const struct logged_move rows[] = {
        {"Ac3d3/1", 24, 0, {0, 0, 0, 0}},     {"Be3e4/0", 32, 0, {0, 0, 0, 0}},
        {"Cb4b5/1", 26, 0, {0, 0, 0, 0}},     {"Da5a6/0", 30, 1, {0, 2, 0, 0}},
        {"Ab6b7/1", 32, 0, {0, 2, 0, 0}},     {"Bc2d2/0", 36, 0, {0, 2, 0, 0}},
        {"Cc1d1/1", 42, 0, {0, 2, 0, 0}},     {"De2f2/0", 42, 0, {0, 2, 0, 0}},
        {"Ag3h3/1", 40, 1, {0, 5, 0, 0}},     {"Bh4h5/0", 40, 0, {0, 5, 0, 0}},
        {"Cg5g6/1", 42, 0, {0, 5, 0, 0}},     {"Dc6d6/0", 48, 0, {0, 5, 0, 0}},
        {"Ah6h7/1", 48, 0, {0, 5, 0, 0}},     {"Bf7g7/0", 50, 0, {0, 5, 0, 0}},
        {"Ca1b1/1", 50, 2, {4, 5, 0, 0}},     {"Da3b3/0", 48, 3, {4, 7, 4, 0}},
        {"Ac7c8/1", 42, 0, {4, 7, 4, 0}},     {"Bf8g8/0", 42, 0, {4, 7, 4, 0}},
        {"Ch2i2/1", 40, 0, {4, 7, 4, 0}},     {"De6f6/0", 38, 1, {4, 7, 4, 2}},
        {"Ah8i8/1", 36, 4, {6, 8, 5, 3}},     {"Ba7a8/0", 32, 4, {8, 12, 7, 5}},
        {"Cd5e5/1", 28, 4, {10, 12, 9, 7}},   {"Dh1i1/0", 20, 2, {10, 12, 9, 8}},
        {"Af4f5/1", 20, 4, {12, 12, 9, 10}},  {"Bd8e8/0", 18, 2, {12, 12, 11, 10}},
        {"Cf1g1/1", 14, 6, {16, 12, 13, 10}}, {"Da2b2/0", 8, 4, {18, 12, 13, 10}},
        {"Ai3i4/1", 6, 3, {19, 13, 15, 10}},  {"Bd7e7/0", 4, 4, {19, 17, 15, 10}},
        {"Ci5i6/1", 2, 4, {22, 17, 15, 12}},
    };
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct ontop_position position = ontop_start_of(game);
    struct cop_error error;

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t before = ontop_closed_points(game, &position);
        char type[2] = {rows[i].word[0], '\0'};
        cop_move moves[MOVES_ROOM];

        assert_true(cop_moves_play(game, &position, type, NULL, NULL, &error));
        assert_int_equal(game->rules->moves(game, &position, moves), rows[i].legal);
        assert_true(cop_moves_play(game, &position, rows[i].word + 1, NULL, NULL, &error));
        assert_int_equal(__builtin_popcountll(ontop_closed_points(game, &position) & ~before),
                         rows[i].closed);
        ontop_assert_numbers(position.points, 4, rows[i].points, rows[i].word);
    }
    assert_int_equal(ontop_turn_of(game, &position), COP_OVER);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_has_the_known_numbers),
        cmocka_unit_test(circles_lie_where_the_reference_has_them),
        cmocka_unit_test(tiles_are_fair),
        cmocka_unit_test(opening_has_24_placements_in_order),
        cmocka_unit_test(perft_without_types),
        cmocka_unit_test(perft_with_draws),
        cmocka_unit_test(circles_score_as_published),
        cmocka_unit_test(circles_score_as_in_the_reference),
        cmocka_unit_test(blunt_corner_at_the_border_closes_its_circle),
        cmocka_unit_test(sharp_corners_at_the_border_tie_or_agree),
        cmocka_unit_test(suite_positions_have_their_numbers),
        cmocka_unit_test(suite_positions_are_reached_by_their_moves),
        cmocka_unit_test(suite_positions_have_their_node_counts),
        cmocka_unit_test(opening_with_the_rare_tile_has_its_node_counts),
        cmocka_unit_test(whole_games_end_as_known),
        cmocka_unit_test(one_whole_game_move_by_move),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
