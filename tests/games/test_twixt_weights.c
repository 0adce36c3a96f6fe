/* test_twixt_weights.c - TwixT: what holes weigh in playouts (twixt.md 4.2 to 4.6; numbers of 9.8),
 * against weights computed anew from all pegs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/twixt/weights.h"
#include "twixt_check.h"

/* ---- Formulas ---- */

static void assert_near(double found, double expected)
{
    if (fabs(found - expected) > 5e-5)
        fail_msg("%.6f, not %.6f", found, expected);
}

static void twixt_bridges_grow_and_shrink_as_printed(void **context)
{
    static const struct {
        int plies;
        double grown, shrunk;
    } printed[] = {{0, 2, 2}, {10, 2.4, 1.6667}, {20, 2.8, 1.4286}, {50, 4, 1}, {100, 6, 0.6667}};

    (void)context;
    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        assert_near(2 * twixt_growth(2, printed[i].plies, 100), printed[i].grown);
        assert_near(2 * twixt_growth(-2, printed[i].plies, 100), printed[i].shrunk);
    }
}

static void twixt_results_weigh_by_length_as_printed(void **context)
{
    (void)context;
    assert_near(twixt_weigh_length(1, 0.5, 20, 100), 1.15);
    assert_near(twixt_weigh_length(1, 0.5, 100, 100), 0.75);
    assert_near(twixt_weigh_length(-1, 0.5, 20, 100), -1.15);
    assert_near(twixt_weigh_length(0, 0.5, 20, 100), 0);
}

/* A full board with its home lines has N^2 - 4 holes, and without them (N - 2)^2. */
static void twixt_boards_are_full_after_so_many_plies(void **context)
{
    struct cop_game *game = open_twixt("size=12");

    (void)context;
    assert_int_equal(twixt_plies_most(twixt_board_of(game), true), 100);
    assert_int_equal(twixt_plies_most(twixt_board_of(game), false), 140);
    cop_game_close(game);
}

/* ---- Weights from scratch ---- */

struct peg {
    int side, x, y, links;
    double growth;
};

/* Pegs in their order, on a board of so many holes. */
struct slow {
    const struct cop_game *game;
    struct twixt_knowledge knowledge;
    bool is_inner;
    struct peg pegs[TWIXT_HOLES_MAX];
    int count;
};

static bool is_drawable(const struct slow *slow, int side, int x, int y)
{
    int last = twixt_board_of(slow->game)->size - 1;
    int line = side == WHITE ? y : x, along = side == WHITE ? x : y;

    return along > 0 && along < last && line >= slow->is_inner && line <= last - slow->is_inner;
}

static bool is_taken(const struct slow *slow, int x, int y)
{
    for (int i = 0; i < slow->count; i++)
        if (slow->pegs[i].x == x && slow->pegs[i].y == y)
            return true;
    return false;
}

/* What one peg does to the weight of a hole. */
static double factor_of(const struct slow *slow, const struct peg *peg, int side, int x, int y)
{
    const struct twixt_knowledge *knowledge = &slow->knowledge;
    int dx = abs(peg->x - x), dy = abs(peg->y - y);

    if (dx * dy != 2 || (peg->side != side && !knowledge->is_shared))
        return 1;
    if (knowledge->has_links)
        return (double)knowledge->of_links[peg->links] * peg->growth;
    return ((peg->side == WHITE ? dy : dx) == 2 ? knowledge->good : knowledge->bad) * peg->growth;
}

static int count_empty(const struct slow *slow, int side, int x, int y, bool is_row)
{
    int size = twixt_board_of(slow->game)->size, count = 0;

    for (int i = 0; i < size; i++) {
        int at_x = is_row ? i : x, at_y = is_row ? y : i;

        count += is_drawable(slow, side, at_x, at_y) && !is_taken(slow, at_x, at_y);
    }
    return count;
}

static double slow_weight(const struct slow *slow, int side, int x, int y)
{
    double weight = is_drawable(slow, side, x, y) && !is_taken(slow, x, y);

    for (int i = 0; i < slow->count; i++)
        weight *= factor_of(slow, &slow->pegs[i], side, x, y);
    if (slow->knowledge.lines != TWIXT_LINES_NONE)
        weight *= count_empty(slow, side, x, y, side == WHITE);
    if (slow->knowledge.lines == TWIXT_LINES_ALL)
        weight *= count_empty(slow, side, x, y, side == BLACK);
    return weight;
}

static void compare_weights(const struct slow *slow, const struct twixt_weights *weights)
{
    int size = twixt_board_of(slow->game)->size;

    for (int side = 0; side < 2; side++) {
        int left = 0;

        for (int i = 0; i < size * size; i++) {
            int x = i % size, y = i / size;
            double expected = slow_weight(slow, side, x, y);
            double found =
                twixt_weight_of(weights, &slow->knowledge, side, twixt_field_place(x, y));

            left += is_drawable(slow, side, x, y) && !is_taken(slow, x, y);
            if (fabs(found - expected) > 1e-4 * expected)
                fail_msg("after %d pegs hole %d, %d weighs %g for side %d, not %g", slow->count, x,
                         y, found, side, expected);
        }
        assert_int_equal(weights->left[side], left);
        for (int line = 0; line < size; line++) {
            float sum = 0;

            for (int i = 0; i < size; i++)
                sum += weights->of[side][twixt_field_place(i, line)];
            assert_true(fabsf(sum - weights->sum[side][line + FIELD_ABOVE]) <= 1e-4f * sum);
        }
    }
}

static struct slow open_slow(const struct cop_game *game, struct twixt_knowledge knowledge,
                             bool is_inner)
{
    struct slow slow = {.game = game, .knowledge = knowledge, .is_inner = is_inner};

    for (int i = 0; i < 2; i++)
        for (int plies = 0; plies <= TWIXT_HOLES_MAX; plies++)
            slow.knowledge.growth[i][plies] = (float)twixt_growth(
                knowledge.count, plies, twixt_plies_most(twixt_board_of(game), i != 0));
    return slow;
}

/* A random game, with every peg told to the weights. */
static void compare_game(struct slow *slow, uint64_t seed)
{
    const struct twixt_board *board = twixt_board_of(slow->game);
    struct twixt_position at = begin(slow->game);
    struct twixt_weights weights;
    struct field field;
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    twixt_unpack(&field, board, &at);
    twixt_weights_begin(&weights, board, &slow->knowledge, &field, 0, slow->is_inner);
    slow->count = 0;
    for (int plies = 1; at.status == TWIXT_GOES_ON; plies++) {
        int hole = (int)slow->game->rules->random_move(slow->game, &at, &rng) - 1, side = at.next;
        int x = hole % board->stride, y = hole / board->stride, place = twixt_field_place(x, y);

        compare_weights(slow, &weights);
        slow->game->rules->play(slow->game, &at, (cop_move)hole + 1);
        twixt_unpack(&field, board, &at);
        slow->pegs[slow->count++] =
            (struct peg){side, x, y, __builtin_popcount(field.links[place]),
                         (double)slow->knowledge.growth[slow->is_inner][plies]};
        twixt_weights_add(&weights, board, &slow->knowledge, side, place,
                          slow->pegs[slow->count - 1].links,
                          slow->knowledge.growth[slow->is_inner][plies]);
    }
}

static const struct twixt_knowledge kinds[] = {
    {.good = 2, .bad = 2},                                                 /* K3 */
    {.good = 2, .bad = 2, .count = 2},                                     /* K4 */
    {.good = 2, .bad = 2, .count = -2},                                    /* F 4.2 */
    {.good = 3, .bad = 1.5, .count = 2},                                   /* K5 */
    {.has_links = true, .of_links = {3.5f, 2.5f, 1.5f, 1, 1, 1, 1, 1, 1}}, /* K6 */
    {.has_links = true, .of_links = {2.5f, 1.5f, 0.5f}},                   /* to the letter */
    {.good = 2, .bad = 2, .lines = TWIXT_LINES_ACROSS},                    /* K7 */
    {.good = 2, .bad = 2, .count = 2, .lines = TWIXT_LINES_ALL},
    {.good = 3, .bad = 0.5, .is_shared = true},
    {.good = 1, .bad = 1},
};

static void twixt_weights_agree_with_all_pegs(void **context)
{
    static const char *const boards[] = {"size=5", "size=8, own_cross=on", "size=12"};

    (void)context;
    for (size_t board = 0; board < 3; board++) {
        struct cop_game *game = open_twixt(boards[board]);

        for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
            for (int is_inner = 0; is_inner < 2; is_inner++) {
                struct slow slow = open_slow(game, kinds[kind], is_inner != 0);

                compare_game(&slow, kind);
            }
        cop_game_close(game);
    }
}

/* ---- Positions ---- */

static struct twixt_weights weights_of(const struct slow *slow, const char *moves)
{
    struct twixt_position at = played(slow->game, moves);
    const struct twixt_board *board = twixt_board_of(slow->game);
    struct twixt_weights weights;
    struct field field;
    int plies = count_bits(slow->game, &at, WHITE, 2);

    twixt_unpack(&field, board, &at);
    twixt_weights_begin(&weights, board, &slow->knowledge, &field, plies, slow->is_inner);
    return weights;
}

static double weigh(const struct slow *slow, const struct twixt_weights *weights, int side,
                    const char *hole)
{
    return twixt_weight_of(weights, &slow->knowledge, side,
                           twixt_field_place(hole[0] - 'A', (int)strtol(hole + 1, NULL, 10) - 1));
}

/* White D4 and D6, Black F5: F5 would have been in reach of both. */
static void twixt_a_hole_near_two_pegs_weighs_twice(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct slow slow = open_slow(game, kinds[0], false);
    struct twixt_weights weights = weights_of(&slow, "D4 F5 D6");

    (void)context;
    assert_near(weigh(&slow, &weights, WHITE, "B5"), 4);
    assert_near(weigh(&slow, &weights, WHITE, "F5"), 0); /* taken */
    assert_near(weigh(&slow, &weights, WHITE, "E2"), 2);
    assert_near(weigh(&slow, &weights, WHITE, "D3"), 1);
    assert_near(weigh(&slow, &weights, WHITE, "A3"), 0); /* Black's */
    assert_near(weigh(&slow, &weights, BLACK, "B5"), 1); /* one table for each colour */
    assert_near(weigh(&slow, &weights, BLACK, "H4"), 2);
    assert_near(weigh(&slow, &weights, BLACK, "E7"), 2);
    cop_game_close(game);
}

/* For White two rows on are good, for Black two columns (4.3). */
static void twixt_good_bridges_lead_on(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct slow slow = open_slow(game, (struct twixt_knowledge){.good = 3, .bad = 1.5}, false);
    struct twixt_weights weights = weights_of(&slow, "D4 E5");

    (void)context;
    assert_near(weigh(&slow, &weights, WHITE, "E6"), 3);
    assert_near(weigh(&slow, &weights, WHITE, "F3"), 1.5);
    assert_near(weigh(&slow, &weights, BLACK, "F7"), 1.5);
    assert_near(weigh(&slow, &weights, BLACK, "G4"), 3);
    cop_game_close(game);
}

/* Four pegs count as if each had come at the middle of four plies. */
static void twixt_pegs_on_the_board_have_the_mean_age(void **context)
{
    struct cop_game *game = open_twixt("size=12");
    struct slow slow = open_slow(game, kinds[1], true);
    struct twixt_weights weights = weights_of(&slow, "D4 F9 H6 F5");

    (void)context;
    assert_near(weigh(&slow, &weights, WHITE, "E6"), 2 * 1.04);
    assert_near(weigh(&slow, &weights, BLACK, "H10"), 2 * 1.04);
    assert_near(weigh(&slow, &weights, BLACK, "E7"), 2 * 1.04 * 2 * 1.04);
    assert_near(weigh(&slow, &weights, WHITE, "D1"), 0); /* home lines are excluded */
    cop_game_close(game);
}

/* Row 4 has one peg: of White's ten holes there nine are empty. */
static void twixt_full_lines_weigh_less(void **context)
{
    struct cop_game *game = open_twixt("size=12");
    struct twixt_knowledge knowledge = {.good = 1, .bad = 1, .lines = TWIXT_LINES_ACROSS};
    struct slow slow = open_slow(game, knowledge, false);
    struct twixt_weights weights = weights_of(&slow, "D4");

    (void)context;
    assert_near(weigh(&slow, &weights, WHITE, "H4") / weigh(&slow, &weights, WHITE, "H5"), 0.9);
    assert_near(weigh(&slow, &weights, WHITE, "D5") / weigh(&slow, &weights, WHITE, "H5"), 1);
    assert_near(weigh(&slow, &weights, BLACK, "D5") / weigh(&slow, &weights, BLACK, "H5"), 0.9);
    assert_near(weigh(&slow, &weights, BLACK, "H4") / weigh(&slow, &weights, BLACK, "H5"), 1);
    cop_game_close(game);
}

/* ---- Draws ---- */

/* Draws often, and compares counts with weights: none far off, and nothing that weighs nothing. */
static void assert_drawn_by_weight(const struct slow *slow, const struct twixt_weights *weights,
                                   int side, bool is_home_open)
{
    enum { DRAWS = 200000 };
    static int drawn[FIELD_BYTES];
    int size = twixt_board_of(slow->game)->size;
    double total = 0;
    struct cop_rng rng;

    cop_rng_seed(&rng, 7);
    memset(drawn, 0, sizeof drawn);
    for (int i = 0; i < DRAWS; i++)
        drawn[twixt_weights_draw(weights, &slow->knowledge, side, is_home_open, &rng)]++;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < size * size; i++) {
            int place = twixt_field_place(i % size, i / size);
            int line = side == WHITE ? i / size : i % size;
            bool is_home = line == 0 || line == size - 1;
            double weight = is_home && !is_home_open
                                ? 0
                                : twixt_weight_of(weights, &slow->knowledge, side, place);
            double expected = pass == 0 ? 0 : DRAWS * weight / total;

            if (pass == 0)
                total += weight;
            else if (fabs(drawn[place] - expected) > 5 * sqrt(expected))
                fail_msg("hole %d: drawn %d times, not %.1f", i, drawn[place], expected);
        }
}

static void twixt_holes_are_drawn_by_weight(void **context)
{
    struct cop_game *game = open_twixt("size=8");

    (void)context;
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
        for (int open = 0; open < 3; open++) {
            struct slow slow = open_slow(game, kinds[kind], open == 2);
            struct twixt_weights weights = weights_of(&slow, "D4 E5 F5 C6 E7 G4");

            assert_drawn_by_weight(&slow, &weights, WHITE, open != 0);
            assert_drawn_by_weight(&slow, &weights, BLACK, open != 0);
        }
    cop_game_close(game);
}

/* Factors of 0 can forbid all; then nothing is drawn. */
static void twixt_nothing_is_drawn_where_nothing_weighs(void **context)
{
    struct cop_game *game = open_twixt("size=4");
    struct slow slow = open_slow(game, (struct twixt_knowledge){.has_links = true}, true);
    struct twixt_weights weights = weights_of(&slow, "B1 A2 C4 D3");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    assert_true(weights.left[WHITE] > 0);
    assert_int_equal(weigh(&slow, &weights, WHITE, "C3"), 0);
    assert_int_equal(weigh(&slow, &weights, WHITE, "B2"), 0);
    for (int i = 0; i < 100; i++) {
        int place = twixt_weights_draw(&weights, &slow.knowledge, WHITE, true, &rng);

        assert_true(place < 0 || twixt_weight_of(&weights, &slow.knowledge, WHITE, place) > 0);
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_bridges_grow_and_shrink_as_printed),
        cmocka_unit_test(twixt_results_weigh_by_length_as_printed),
        cmocka_unit_test(twixt_boards_are_full_after_so_many_plies),
        cmocka_unit_test(twixt_weights_agree_with_all_pegs),
        cmocka_unit_test(twixt_a_hole_near_two_pegs_weighs_twice),
        cmocka_unit_test(twixt_good_bridges_lead_on),
        cmocka_unit_test(twixt_pegs_on_the_board_have_the_mean_age),
        cmocka_unit_test(twixt_full_lines_weigh_less),
        cmocka_unit_test(twixt_holes_are_drawn_by_weight),
        cmocka_unit_test(twixt_nothing_is_drawn_where_nothing_weighs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
