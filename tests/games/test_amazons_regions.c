/* test_amazons_regions.c - the regions of a board (amazons-endgame-and-books.md 2.1, 4.1 and 4.3).
 */
#include "amazons_check.h"

#include <string.h>

#include "amazons_problems.h"
#include "amazons_records.h"
#include "games/amazons/regions.h"

enum { PROBLEMS_MAX = 400, SIZES = 100 };

static int regions_of(const struct cop_game *game, const struct amazons_state *state,
                      struct amazons_region *regions)
{
    struct amazons_position position;

    memcpy(&position, state, sizeof position);
    return amazons_regions_of(amazons_board_of(game), &position, regions);
}

static int count_kind(const struct amazons_region *regions, int count, enum amazons_kind kind)
{
    int found = 0;

    for (int i = 0; i < count; i++)
        found += regions[i].kind == kind;
    return found;
}

/* ---- Kinds ---- */

static void regions_have_kinds_and_owners(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = position_or_fail(
        game, "W1x1B1xWBx/xxxxxxxxxx/3x2xB1x/xxxxxxx1W1/WxBxxxxxxx/xxxxxxxxxx/1Bxxxxxxxx/"
              "x1xxxxxxxx/xxxxxxxxx1/xxxxxxxx1W w");
    struct amazons_region regions[AMAZONS_REGIONS_MAX];
    int count = regions_of(game, &state, regions), owners[2] = {0, 0};

    (void)context;
    for (int i = 0; i < count; i++) {
        assert_int_equal(regions[i].owner >= 0, regions[i].kind == AMAZONS_TERRITORY);
        if (regions[i].owner >= 0)
            owners[regions[i].owner]++;
        assert_true((regions[i].empty & ~regions[i].squares) == 0);
        for (int j = 0; j < i; j++)
            assert_true((amazons_spread(regions[i].squares) & regions[j].squares) == 0);
    }
    assert_int_equal(owners[WHITE], 2);
    assert_int_equal(owners[BLACK], 2);
    assert_int_equal(count_kind(regions, count, AMAZONS_CONTESTED), 1);
    /* locked amazons, two that stand alone, and two of nothing but squares */
    assert_int_equal(count_kind(regions, count, AMAZONS_DEAD), 5);
    cop_game_close(game);
}

static void a_region_can_be_every_fourth_square(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = position_or_fail(
        game, "1x1x1x1x1x/xxxxxxxxxx/1x1x1x1x1x/xxxxxxxxxx/1x1x1x1x1x/xxxxxxxxxx/1x1x1x1x1x/"
              "xxxxxxxxxx/1x1x1xBxWx/xxxxxxxxxx w");
    struct amazons_region regions[AMAZONS_REGIONS_MAX];

    (void)context;
    assert_int_equal(regions_of(game, &state, regions), AMAZONS_REGIONS_MAX);
    cop_game_close(game);
}

/* The end of 2007-05 has a white and a black amazon that have no square left between them. */
static void locked_amazons_are_dead(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = position_or_fail(game, amazons_records[4].last);
    struct amazons_region regions[AMAZONS_REGIONS_MAX];
    int count = regions_of(game, &state, regions), locked = 0;

    (void)context;
    assert_string_equal(amazons_records[4].id, "A5");
    for (int i = 0; i < count; i++)
        if (amazons_has(regions[i].squares, 5) || amazons_has(regions[i].squares, 4)) {
            assert_int_equal(regions[i].kind, AMAZONS_DEAD);
            locked++;
        }
    assert_true(locked > 0);
    assert_int_equal(count_kind(regions, count, AMAZONS_CONTESTED), 0);
    assert_true(margin(game, &state) == 23.5);
    cop_game_close(game);
}

/* ---- Parts ---- */

static void parts_are_the_live_regions(void **context)
{
    struct cop_game *game = open_or_fail("");
    int compared = 0;

    (void)context;
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        struct amazons_state state = after_moves(game, amazons_records[i].moves);
        struct amazons_state parts[AMAZONS_REGIONS_MAX];
        struct amazons_region regions[AMAZONS_REGIONS_MAX];
        int count = regions_of(game, &state, regions);
        int live = count - count_kind(regions, count, AMAZONS_DEAD);

        if (live == 0)
            continue;
        assert_int_equal(game->rules->parts(game, &state, parts, AMAZONS_REGIONS_MAX), live);
        compared += live > 1;
    }
    assert_true(compared > 10);
    cop_game_close(game);
}

/* ---- Problems from games (2.15, 4.3) ---- */

/* What is left of a region, wherever it came from. */
struct problem {
    amazons_set empty, amazons[2];
};

struct extraction {
    const struct cop_game *game;
    struct amazons_region before[AMAZONS_REGIONS_MAX]; /* the live ones */
    int before_count;
    struct problem problems[PROBLEMS_MAX];
    int count, of_size[SIZES];
};

static int live_regions(const struct cop_game *game, const struct amazons_state *state,
                        struct amazons_region *live)
{
    struct amazons_region regions[AMAZONS_REGIONS_MAX];
    int count = regions_of(game, state, regions), found = 0;

    for (int i = 0; i < count; i++)
        if (regions[i].kind != AMAZONS_DEAD)
            live[found++] = regions[i];
    return found;
}

/* Not only one square smaller than before: cut off from others, or wholly new. */
static bool is_new(const struct extraction *extraction, const struct amazons_region *live,
                   int count, const struct amazons_region *region)
{
    for (int i = 0; i < extraction->before_count; i++) {
        const struct amazons_region *old = &extraction->before[i];
        int inside = 0;

        if ((old->squares & region->squares) == 0)
            continue;
        for (int j = 0; j < count; j++)
            inside += (live[j].squares & old->squares) != 0;
        return inside >= 2 || amazons_size(old->squares) - amazons_size(region->squares) > 1;
    }
    return true;
}

static amazons_set moved_to_corner(amazons_set set, amazons_set squares)
{
    int row = 0, column = 0;

    while ((squares >> AMAZONS_STRIDE * row & ((1 << AMAZONS_STRIDE) - 1)) == 0)
        row++;
    for (;; column++) {
        amazons_set line = 0;

        for (int i = 0; i < AMAZONS_SIDE_MAX; i++)
            line |= amazons_square(i * AMAZONS_STRIDE + column);
        if ((line & squares) != 0)
            return set >> (row * AMAZONS_STRIDE + column);
    }
}

static void add_problem(struct extraction *extraction, const struct amazons_position *position,
                        const struct amazons_region *region)
{
    struct problem problem = {.empty = moved_to_corner(region->empty, region->squares)};

    for (int side = 0; side < 2; side++)
        problem.amazons[side] =
            moved_to_corner(amazons_of(position, side) & region->squares, region->squares);
    for (int i = 0; i < extraction->count; i++)
        if (extraction->problems[i].empty == problem.empty &&
            extraction->problems[i].amazons[0] == problem.amazons[0] &&
            extraction->problems[i].amazons[1] == problem.amazons[1])
            return;
    assert_true(extraction->count < PROBLEMS_MAX);
    extraction->problems[extraction->count++] = problem;
    extraction->of_size[amazons_size(problem.empty)]++;
}

static void extract(struct extraction *extraction, const struct amazons_state *state)
{
    struct amazons_region live[AMAZONS_REGIONS_MAX];
    struct amazons_position position;
    int count = live_regions(extraction->game, state, live);

    memcpy(&position, state, sizeof position);
    for (int i = 0; i < count && count >= 2; i++) {
        bool both_move = true;

        for (int side = 0; side < 2; side++)
            both_move =
                both_move && (amazons_spread(amazons_of(&position, side) & live[i].squares) &
                              live[i].empty) != 0;
        if (live[i].kind == AMAZONS_CONTESTED && amazons_size(live[i].empty) >= 2 && both_move &&
            is_new(extraction, live, count, &live[i]))
            add_problem(extraction, &position, &live[i]);
    }
    memcpy(extraction->before, live, sizeof live);
    extraction->before_count = count;
}

static void extract_before_move(void *context, const void *state, cop_move move)
{
    struct amazons_state copy;

    (void)move;
    memcpy(&copy, state, sizeof copy);
    extract(context, &copy);
}

static void the_records_give_150_problems(void **context)
{
    static const int expected[][2] = {
        {2, 5},  {3, 2},  {4, 5},  {5, 5},  {6, 4},  {7, 4},  {8, 6},  {9, 3},  {10, 4}, {11, 7},
        {12, 2}, {13, 4}, {14, 6}, {15, 4}, {16, 2}, {17, 2}, {18, 4}, {19, 2}, {20, 4}, {21, 1},
        {22, 6}, {23, 4}, {24, 2}, {25, 4}, {26, 2}, {27, 3}, {28, 1}, {29, 3}, {30, 5}, {31, 2},
        {32, 4}, {33, 2}, {34, 2}, {35, 1}, {36, 1}, {37, 2}, {38, 3}, {39, 3}, {42, 2}, {45, 1},
        {46, 3}, {47, 1}, {48, 2}, {49, 1}, {50, 1}, {51, 1}, {52, 2}, {53, 1}, {54, 2}, {55, 1},
        {56, 1}, {59, 1}, {63, 1}, {64, 1}, {70, 1}, {72, 1},
    };
    struct cop_game *game = open_or_fail("");
    static struct extraction extraction;

    (void)context;
    extraction = (struct extraction){.game = game};
    for (int i = 0; i < AMAZONS_RECORDS; i++) {
        struct amazons_state state = start_of(game);

        extraction.before_count = 0;
        assert_true(cop_moves_play(game, &state, amazons_records[i].moves, extract_before_move,
                                   &extraction, NULL));
        extract(&extraction, &state);
    }
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        if (extraction.of_size[expected[i][0]] != expected[i][1])
            fail_msg("%d problems of size %d", extraction.of_size[expected[i][0]], expected[i][0]);
    assert_int_equal(extraction.count, 150);
    cop_game_close(game);
}

/* Every problem of annex B is one contested region of its size, and can be written down. */
static void problems_are_single_regions(void **context)
{
    struct cop_game *game = open_or_fail("");

    (void)context;
    for (int i = 0; i < AMAZONS_PROBLEMS; i++) {
        struct amazons_region regions[AMAZONS_REGIONS_MAX];
        struct amazons_state state;
        char words[AMAZONS_PROBLEM_ROOM];
        int count, live;

        amazons_problem_words(&amazons_problems[i], 0, words);
        state = position_or_fail(game, words);
        assert_position(game, &state, words);
        count = regions_of(game, &state, regions);
        live = count - count_kind(regions, count, AMAZONS_DEAD);
        assert_int_equal(live, 1);
        for (int j = 0; j < count; j++)
            if (regions[j].kind == AMAZONS_CONTESTED) {
                assert_int_equal(amazons_size(regions[j].empty), amazons_problems[i].empty);
                live--;
            }
        assert_int_equal(live, 0);
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_have_kinds_and_owners),
        cmocka_unit_test(a_region_can_be_every_fourth_square),
        cmocka_unit_test(locked_amazons_are_dead),
        cmocka_unit_test(parts_are_the_live_regions),
        cmocka_unit_test(the_records_give_150_problems),
        cmocka_unit_test(problems_are_single_regions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
