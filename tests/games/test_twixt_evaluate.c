/* test_twixt_evaluate.c - TwixT: the evaluator and the ordering (twixt.md 2.4, 7; games of 9.3,
 * dead positions of 9.5 and 9.6). */
#include "judge_check.h"

#include <stdlib.h>
#include <string.h>

#include "games/twixt/board.h"

enum { FAR = 10000, PEG = 64, TURN = 32, NEVER = 40 };

static const char *const specs[] = {"twixt(size=5, swap=on)", "twixt(size=6, dead_draw=on)",
                                    "twixt(size=8, own_cross=on)", "twixt"};

/* ---- The same, by shortening ways until nothing gets shorter ---- */

struct costs {
    int of[TWIXT_HOLES_MAX];
};

static bool has_own(const struct judge *judge, int side, int hole)
{
    return twixt_has(twixt_board_of(judge->game), (const void *)judge->state, side, hole);
}

static bool may_use(const struct judge *judge, int side, int column, int row)
{
    const struct twixt_board *board = twixt_board_of(judge->game);

    return twixt_is_on_board(board, column, row) && (board->zone[side][row] >> column & 1) != 0 &&
           !has_own(judge, 1 - side, twixt_hole(board, column, row));
}

/* Does an existing link cross the one from here? */
static bool is_in_the_way(const struct judge *judge, int side, int column, int row, int direction)
{
    const struct twixt_board *board = twixt_board_of(judge->game);

    for (int i = 0; i < TWIXT_CROSSINGS; i++) {
        const struct twixt_crossing *crossing = &board->crossings[direction][i];
        int x = column + crossing->dx, y = row + crossing->dy;

        if (!twixt_is_on_board(board, x, y) ||
            !twixt_has_link(board, (const void *)judge->state, twixt_hole(board, x, y),
                            crossing->direction))
            continue;
        if (!board->own_cross || !has_own(judge, side, twixt_hole(board, x, y)))
            return true;
    }
    return false;
}

static bool can_go(const struct judge *judge, int side, int column, int row, int direction)
{
    const struct twixt_board *board = twixt_board_of(judge->game);
    int x = column + twixt_dx[direction], y = row + twixt_dy[direction];
    int from = twixt_hole(board, column, row), to = twixt_hole(board, x, y);

    if (!may_use(judge, side, column, row) || !may_use(judge, side, x, y))
        return false;
    if (has_own(judge, side, from) && has_own(judge, side, to))
        return twixt_has_link(board, (const void *)judge->state, from, direction);
    return !is_in_the_way(judge, side, column, row, direction);
}

static struct costs measure(const struct judge *judge, int side, int line)
{
    const struct twixt_board *board = twixt_board_of(judge->game);
    bool has_changed = true;
    struct costs costs;

    for (int i = 0; i < TWIXT_HOLES_MAX; i++)
        costs.of[i] = FAR;
    for (int i = 0; i < board->size; i++) {
        int along = line * (board->size - 1);
        int column = side == WHITE ? i : along, row = side == WHITE ? along : i;
        int hole = twixt_hole(board, column, row);

        if (may_use(judge, side, column, row))
            costs.of[hole] = !has_own(judge, side, hole);
    }
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < board->size * board->size * TWIXT_DIRECTIONS; i++) {
            int direction = i % TWIXT_DIRECTIONS, at = i / TWIXT_DIRECTIONS;
            int column = at % board->size, row = at / board->size, to, cost;

            if (!can_go(judge, side, column, row, direction))
                continue;
            to = twixt_hole(board, column + twixt_dx[direction], row + twixt_dy[direction]);
            cost = costs.of[twixt_hole(board, column, row)] + !has_own(judge, side, to);
            if (cost < costs.of[to]) {
                costs.of[to] = cost;
                has_changed = true;
            }
        }
    }
    return costs;
}

/* The pegs of the shortest chain, and the empty holes through which one goes. */
static void chains(const struct judge *judge, int side, int *pegs, int *ways)
{
    const struct twixt_board *board = twixt_board_of(judge->game);
    struct costs first = measure(judge, side, 0), second = measure(judge, side, 1);

    *pegs = NEVER;
    *ways = 0;
    for (int i = 0; i < board->size * board->size; i++) {
        int hole = twixt_hole(board, i % board->size, i / board->size);
        bool is_empty = !has_own(judge, side, hole);
        int through = first.of[hole] + second.of[hole] - is_empty;

        if (through > *pegs || through >= NEVER)
            continue;
        if (through < *pegs)
            *ways = 0;
        *pegs = through;
        *ways += is_empty;
    }
    *ways = *ways < 60 ? *ways : 60;
}

static void check_slowly(const struct judge *judge)
{
    int mover = judge->rules->turn(judge->game, judge->state);
    int pegs[2], ways[2], value;

    for (int side = 0; side < 2; side++) {
        chains(judge, side, &pegs[side], &ways[side]);
        assert_int_equal(twixt_distance(judge->game, judge->state, side),
                         pegs[side] == NEVER ? TWIXT_NEVER : pegs[side]);
    }
    value = PEG * (pegs[1 - mover] - pegs[mover]) + ways[mover] - ways[1 - mover] + TURN;
    value = pegs[mover] == 1 ? 3900 : pegs[0] == NEVER && pegs[1] == NEVER ? 0 : value;
    if (judge_of(judge, mover) != value)
        fail_msg("the value is %g, not %d", judge_of(judge, mover), value);
}

static void twixt_levels_agree_with_shortened_ways(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "distance");

        assert_in_bounds(&judge, is_slow_build() || i == 3 ? 1 : 5, check_slowly);
        judge_close(&judge);
    }
}

/* ---- The specification's positions ---- */

/* After ply 13 White needs one peg, G12 or I12, and Black seven; Black is to move. */
static void twixt_counts_the_pegs_of_records(void **context)
{
    struct judge judge = judge_open("twixt", "distance");
    int pegs, ways;

    (void)context;
    judge_play(&judge, "H6 G4 H11 K4 G3 E3 I4 H7 G8 G2 H1 F10 H10");
    chains(&judge, BLACK, &pegs, &ways);
    assert_int_equal(pegs, 7);
    assert_true(judge_of(&judge, 0) == PEG * (7 - 1) + 2 - ways - TURN);
    judge_play(&judge, "B9"); /* nothing stops both */
    assert_true(judge_of(&judge, 0) == 3900);
    judge_close(&judge);
    judge = judge_open("twixt(size=8)", "distance");
    judge_play(&judge, "D3 D7 E1 E5 G4 G6 B6 C5 C4 B7");
    chains(&judge, BLACK, &pegs, &ways);
    assert_int_equal(pegs, 2);
    assert_true(judge_of(&judge, 0) == PEG * (2 - NEVER) - ways + TURN);
    judge_close(&judge);
}

static void twixt_dead_positions_are_draws(void **context)
{
    static const struct {
        const char *spec, *moves;
    } dead[] = {
        {"twixt(size=6)", "E3 A4 D4 D3 D1 A5 D5 C5 C6"},
        {"twixt(size=8)", "G8 E2 C2 C3 F6 B5 E1 G7 G4 F4 B6 D5 F2"},
        {"twixt(size=6)", "C2 C3 B5 E2 D4 E4 B4"},
        {"twixt(size=8)", "G2 D3 G5 B5 F7 F4 F3 B4 E3"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof dead / sizeof dead[0]; i++) {
        struct judge judge = judge_open(dead[i].spec, "distance");

        judge_play(&judge, dead[i].moves);
        assert_judged(&judge, (double[]){0, 0});
        judge_close(&judge);
    }
}

static bool wins_at_once(const struct judge *judge)
{
    cop_move moves[TWIXT_HOLES_MAX + 1];
    int count = judge->rules->moves(judge->game, judge->state, moves);
    int mover = judge->rules->turn(judge->game, judge->state);

    for (int i = 0; i < count; i++) {
        uint64_t next[JUDGE_STATE_WORDS];
        double of_player[2];

        memcpy(next, judge->state, judge->game->state_size);
        judge->rules->play(judge->game, next, moves[i]);
        if (judge->rules->turn(judge->game, next) != COP_OVER)
            continue;
        judge->rules->payoff(judge->game, next, of_player);
        if (of_player[mover] == 1)
            return true;
    }
    return false;
}

static void check_wins(const struct judge *judge)
{
    int mover = judge->rules->turn(judge->game, judge->state);

    assert_int_equal(judge_of(judge, mover) == 3900, wins_at_once(judge));
}

static void twixt_calls_won_exactly_what_one_peg_wins(void **context)
{
    (void)context;
    for (int i = 0; i < 3; i++) {
        struct judge judge = judge_open(specs[i], "distance");

        assert_in_bounds(&judge, is_slow_build() ? 5 : 40, check_wins);
        judge_close(&judge);
    }
}

/* ---- Symmetry ---- */

/* The same game four times: mirrored across, up and down, and with rows and columns and the colours
 * exchanged. Links depend on the order of moves, so all are played. */
enum { IMAGES = 4 };

static cop_move image_of(const struct twixt_board *board, cop_move move, int image)
{
    int column = (int)(move - 1) % board->stride, row = (int)(move - 1) / board->stride;
    int last = board->size - 1;

    switch (image) {
    case 1:
        return (cop_move)twixt_hole(board, last - column, row) + 1;
    case 2:
        return (cop_move)twixt_hole(board, column, last - row) + 1;
    case 3:
        return (cop_move)twixt_hole(board, row, column) + 1;
    default:
        return move;
    }
}

static void play_images(struct judge *images, uint64_t seed)
{
    const struct cop_game *game = images[0].game;
    cop_move moves[TWIXT_HOLES_MAX];
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    for (int i = 0; i < IMAGES; i++)
        images[0].rules->start(game, images[i].state, &rng);
    images[0].rules->give_turn(game, images[3].state, BLACK);
    while (images[0].rules->turn(game, images[0].state) != COP_OVER) {
        cop_move move;

        for (int i = 1; i < IMAGES; i++)
            assert_true(judge_of(&images[i], i == 3) == judge_of(&images[0], 0));
        move = cop_random_move(game, images[0].state, &rng, moves);
        for (int i = 0; i < IMAGES; i++)
            images[0].rules->play(game, images[i].state, image_of(twixt_board_of(game), move, i));
    }
}

static void twixt_value_is_symmetric(void **context)
{
    struct judge images[IMAGES];

    (void)context;
    images[0] = judge_open("twixt(size=8)", "distance");
    for (int i = 1; i < IMAGES; i++)
        images[i] = images[0];
    for (uint64_t seed = 0; seed < 10; seed++)
        play_images(images, seed);
    judge_close(&images[0]);
}

/* ---- Ordering ---- */

/* After ply 9 White would win with E2 or F3, after E3 with F3 only (9.3, G8). */
static void twixt_orders_wins_and_stops_first(void **context)
{
    struct judge judge = judge_open("twixt(size=8)", "distance");

    (void)context;
    judge_play(&judge, "F5 E5 D4 C2 G1 G6 E6 F7 F8");
    assert_order(&judge, "chains", "E2 F3 ");
    judge_play(&judge, "E3");
    assert_order(&judge, "chains", "F3 ");
    judge_close(&judge);
}

/* On the empty board every hole of the middle columns is on a shortest chain of White, so the
 * middle decides; then the peg to take over. */
static void twixt_orders_the_middle_and_a_swap_first(void **context)
{
    struct judge judge = judge_open("twixt(size=5, swap=on)", "distance");

    (void)context;
    assert_order(&judge, "chains", "C3 ");
    judge_play(&judge, "B2");
    assert_order(&judge, "chains", "swap ");
    judge_close(&judge);
}

static void twixt_greedy_player_beats_random_ones(void **context)
{
    struct judge judge = judge_open("twixt(size=8)", "distance");
    double share = greedy_share(&judge, is_slow_build() ? 4 : 20);

    (void)context;
    if (share < 0.95)
        fail_msg("greedy has only %.3f", share);
    judge_close(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_levels_agree_with_shortened_ways),
        cmocka_unit_test(twixt_counts_the_pegs_of_records),
        cmocka_unit_test(twixt_dead_positions_are_draws),
        cmocka_unit_test(twixt_calls_won_exactly_what_one_peg_wins),
        cmocka_unit_test(twixt_value_is_symmetric),
        cmocka_unit_test(twixt_orders_wins_and_stops_first),
        cmocka_unit_test(twixt_orders_the_middle_and_a_swap_first),
        cmocka_unit_test(twixt_greedy_player_beats_random_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
