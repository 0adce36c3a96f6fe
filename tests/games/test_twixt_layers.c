/* test_twixt_layers.c - TwixT: distances by layers against distances found one hole at a time, what
 * is made of them, and pegs that win at once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/twixt/layers.h"
#include "judge_check.h"

static const char *const specs[] = {"twixt(size=5, swap=on)", "twixt(size=6, dead_draw=on)",
                                    "twixt(size=8, own_cross=on)", "twixt", "twixt(size=24)"};

enum { FAR = 10000, PEG = 64, TURN = 48, NEVER = 32, BEYOND = 6 };

/* ---- The same, hole by hole ---- */

/* Every hole and group is as far as its neighbours say, until nothing changes. */
struct slow {
    const struct twixt_board *board;
    const struct twixt_position *position;
    int side, wanted; /* neighbours that count: the nearest, or the second nearest */
    int of_hole[TWIXT_HOLES_MAX];
    int group_of[TWIXT_HOLES_MAX]; /* the smallest hole of a peg's group, or -1 */
    int of_group[TWIXT_HOLES_MAX];
};

static bool is_empty(const struct slow *slow, int x, int y)
{
    return twixt_is_on_board(slow->board, x, y) &&
           (twixt_free(slow->board, slow->position, slow->side, y) >> x & 1) != 0;
}

static bool is_crossed(const struct slow *slow, int x, int y, int direction)
{
    for (int i = 0; i < TWIXT_CROSSINGS; i++) {
        const struct twixt_crossing *crossing = &slow->board->crossings[direction][i];
        int at_x = x + crossing->dx, at_y = y + crossing->dy;
        int hole = twixt_hole(slow->board, at_x, at_y);

        if (twixt_is_on_board(slow->board, at_x, at_y) &&
            twixt_has_link(slow->board, slow->position, hole, crossing->direction) &&
            !(slow->board->own_cross && twixt_has(slow->board, slow->position, slow->side, hole)))
            return true;
    }
    return false;
}

static bool has_own(const struct slow *slow, int x, int y)
{
    return twixt_is_on_board(slow->board, x, y) &&
           twixt_has(slow->board, slow->position, slow->side, twixt_hole(slow->board, x, y));
}

/* Groups get the number of their smallest hole. */
static void name_groups(struct slow *slow)
{
    const struct twixt_board *board = slow->board;
    bool has_changed = true;

    for (int hole = 0; hole < board->size * board->stride; hole++)
        slow->group_of[hole] =
            has_own(slow, hole % board->stride, hole / board->stride) ? hole : -1;
    while (has_changed) {
        has_changed = false;
        for (int hole = 0; hole < board->size * board->stride; hole++)
            for (int direction = 0; slow->group_of[hole] >= 0 && direction < TWIXT_DIRECTIONS;
                 direction++) {
                int other = hole + board->step[direction];

                if (twixt_has_link(board, slow->position, hole, direction) &&
                    slow->group_of[other] < slow->group_of[hole]) {
                    slow->group_of[hole] = slow->group_of[other];
                    has_changed = true;
                }
            }
    }
}

static bool is_on_line(const struct slow *slow, int hole, int line)
{
    int across = slow->side == WHITE ? hole / slow->board->stride : hole % slow->board->stride;

    return across == line * (slow->board->size - 1);
}

/* The wanted one of the distances of the empty holes beside the pegs of a group. */
static int distance_of_group(const struct slow *slow, int group, int line)
{
    const struct twixt_board *board = slow->board;
    bool is_seen[TWIXT_HOLES_MAX] = {false};
    int found[2] = {FAR, FAR};

    for (int hole = 0; hole < board->size * board->stride; hole++) {
        int x = hole % board->stride, y = hole / board->stride;

        if (slow->group_of[hole] != group)
            continue;
        if (is_on_line(slow, hole, line))
            return 0;
        for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++) {
            int at_x = x + twixt_dx[direction], at_y = y + twixt_dy[direction];
            int other = twixt_hole(board, at_x, at_y);

            if (!is_empty(slow, at_x, at_y) || is_crossed(slow, x, y, direction) || is_seen[other])
                continue;
            is_seen[other] = true;
            if (slow->of_hole[other] < found[0]) {
                found[1] = found[0];
                found[0] = slow->of_hole[other];
            } else if (slow->of_hole[other] < found[1]) {
                found[1] = slow->of_hole[other];
            }
        }
    }
    return found[slow->wanted - 1];
}

static int distance_of_hole(const struct slow *slow, int x, int y, int line)
{
    int found[2] = {FAR, FAR}, least = FAR;

    if (is_on_line(slow, twixt_hole(slow->board, x, y), line))
        return 1;
    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++) {
        int at_x = x + twixt_dx[direction], at_y = y + twixt_dy[direction];
        int other = twixt_hole(slow->board, at_x, at_y);

        if (is_crossed(slow, x, y, direction))
            continue;
        if (has_own(slow, at_x, at_y) && slow->of_group[slow->group_of[other]] < least)
            least = slow->of_group[slow->group_of[other]];
        if (!is_empty(slow, at_x, at_y))
            continue;
        if (slow->of_hole[other] < found[0]) {
            found[1] = found[0];
            found[0] = slow->of_hole[other];
        } else if (slow->of_hole[other] < found[1]) {
            found[1] = slow->of_hole[other];
        }
    }
    least = found[slow->wanted - 1] < least ? found[slow->wanted - 1] : least;
    return least < FAR ? least + 1 : FAR;
}

static void measure(struct slow *slow, int line)
{
    const struct twixt_board *board = slow->board;
    bool has_changed = true;

    for (int hole = 0; hole < TWIXT_HOLES_MAX; hole++)
        slow->of_hole[hole] = slow->of_group[hole] = FAR;
    name_groups(slow);
    while (has_changed) {
        has_changed = false;
        for (int hole = 0; hole < board->size * board->stride; hole++) {
            int x = hole % board->stride, y = hole / board->stride, before, now;

            if (slow->group_of[hole] == hole) {
                before = slow->of_group[hole];
                now = slow->of_group[hole] = distance_of_group(slow, hole, line);
                has_changed = has_changed || now != before;
            }
            if (!is_empty(slow, x, y))
                continue;
            before = slow->of_hole[hole];
            now = slow->of_hole[hole] = distance_of_hole(slow, x, y, line);
            has_changed = has_changed || now != before;
        }
    }
}

/* ---- Layers ---- */

static int layer_of(const struct twixt_layers *layers, int x, int y)
{
    for (int i = 1; i < layers->count; i++)
        if ((twixt_row_of(&layers->within[i], y) >> x & 1) != 0)
            return i;
    return FAR;
}

static void compare_layers(const struct slow *slow, const struct twixt_layers *layers)
{
    for (int y = 0; y < slow->board->size; y++)
        for (int x = 0; x < slow->board->size; x++) {
            int expected = slow->of_hole[twixt_hole(slow->board, x, y)];

            if (!is_empty(slow, x, y))
                expected = FAR;
            if (layer_of(layers, x, y) != expected)
                fail_msg("hole %d, %d of side %d, neighbour %d: %d, not %d", x, y, slow->side,
                         slow->wanted, layer_of(layers, x, y), expected);
        }
}

/* The shortest chain through any hole or group, and the holes on those of so many pegs. */
static int slow_pegs(const struct slow *first, const struct slow *second, int pegs, int *holes)
{
    int least = LAYERS_MOST;

    *holes = 0;
    for (int hole = 0; hole < first->board->size * first->board->stride; hole++) {
        int x = hole % first->board->stride, y = hole / first->board->stride;
        int through = FAR;

        if (first->group_of[hole] == hole)
            through = first->of_group[hole] + second->of_group[hole];
        if (is_empty(first, x, y)) {
            through = first->of_hole[hole] + second->of_hole[hole] - 1;
            *holes += through <= pegs;
        }
        least = through < least ? through : least;
    }
    return least;
}

/* Layers that end early find the same chains, of as many pegs as were asked for. */
static void compare_chains(const struct twixt_view *view, const struct twixt_board *board,
                           const struct twixt_layers *whole, int pegs)
{
    for (int beyond = 0; beyond < 4; beyond++) {
        struct twixt_layers found[2];

        assert_int_equal(twixt_find_chains(view, board, beyond, found), pegs);
        for (int most = pegs; most <= pegs + beyond && most < LAYERS_MOST; most++) {
            struct twixt_set expected = {{0}}, through = {{0}};

            assert_int_equal(twixt_holes_of_chains(view, &found[0], &found[1], most, &through),
                             twixt_holes_of_chains(view, &whole[0], &whole[1], most, &expected));
            assert_memory_equal(&through, &expected, sizeof through);
        }
    }
}

/* What the evaluator looks at, of one side. */
struct need {
    int pegs, safe_pegs, holes;
};

static struct need compare_side(const struct judge *judge, const struct twixt_view *view, int side)
{
    const struct twixt_board *board = twixt_board_of(judge->game);
    int distance = twixt_distance(judge->game, judge->state, side);
    struct need need = {.pegs = distance == TWIXT_NEVER ? NEVER : distance};

    assert_int_equal(twixt_short_pegs(view, board, TWIXT_NEVER), distance);
    assert_int_equal(twixt_short_pegs(view, board, distance), distance);
    assert_int_equal(twixt_short_pegs(view, board, distance - 1), TWIXT_NEVER);
    for (int wanted = TWIXT_SHORT; wanted <= TWIXT_SAFE; wanted++) {
        struct twixt_layers layers[2];
        struct slow slow[2];
        int pegs, holes;

        for (int line = 0; line < 2; line++) {
            slow[line] = (struct slow){.board = board,
                                       .position = (const void *)judge->state,
                                       .side = side,
                                       .wanted = wanted};
            measure(&slow[line], line);
            twixt_find_layers(view, board, line, (enum twixt_measure)wanted, &layers[line]);
            compare_layers(&slow[line], &layers[line]);
        }
        pegs = twixt_least_pegs(view, &layers[0], &layers[1]);
        assert_int_equal(pegs, slow_pegs(&slow[0], &slow[1], pegs + 1, &holes));
        assert_int_equal(twixt_holes_of_chains(view, &layers[0], &layers[1], pegs + 1, NULL),
                         pegs < LAYERS_MOST ? holes : 0);
        if (wanted == TWIXT_SAFE)
            compare_chains(view, board, layers, pegs);
        if (distance == TWIXT_NEVER)
            assert_int_equal(pegs, LAYERS_MOST);
        else if (wanted == TWIXT_SHORT)
            assert_int_equal(pegs, distance);
        else
            assert_true(pegs >= distance);
        need.safe_pegs = pegs < need.pegs + BEYOND ? pegs : need.pegs + BEYOND;
        need.holes = pegs == LAYERS_MOST ? 0 : holes < 60 ? holes : 60;
    }
    if (distance == TWIXT_NEVER)
        need = (struct need){NEVER, NEVER + BEYOND, 0};
    return need;
}

/* Distances of both sides, and the value that follows from them. */
static void compare_distances(const struct judge *judge)
{
    int mover = judge->rules->turn(judge->game, judge->state), value;
    struct twixt_view views[2];
    struct need own, other;

    twixt_look(views, twixt_board_of(judge->game), (const void *)judge->state);
    own = compare_side(judge, &views[mover], mover);
    other = compare_side(judge, &views[1 - mover], 1 - mover);
    value = PEG * (other.safe_pegs - own.safe_pegs) + own.holes - other.holes + TURN;
    value = own.pegs == 1 ? 3900 : own.pegs == NEVER && other.pegs == NEVER ? 0 : value;
    if (judge_of(judge, mover) != value)
        fail_msg("the value is %g, not %d", judge_of(judge, mover), value);
}

static void twixt_layers_agree_with_single_holes(void **context)
{
    (void)context;
    for (size_t i = 0; i < 4; i++) {
        struct judge judge = judge_open(specs[i], "connection");

        assert_in_bounds(&judge, is_slow_build() || i == 3 ? 1 : 8, compare_distances);
        judge_close(&judge);
    }
}

/* D1 and D5 can be linked over C3 or E3, of which the opponent can stop one; then a single way is
 * left, which counts as none, and the next best way round is two pegs longer. */
static void twixt_two_ways_are_a_connection(void **context)
{
    struct judge judge = judge_open("twixt(size=8)", "connection");
    const struct twixt_board *board = twixt_board_of(judge.game);
    struct twixt_view views[2];
    struct twixt_layers layers;

    (void)context;
    judge_play(&judge, "D1 A4 D5");
    twixt_look(views, board, (const void *)judge.state);
    assert_int_equal(views[WHITE].group_count, 2);
    twixt_find_layers(&views[WHITE], board, 0, TWIXT_SAFE, &layers);
    assert_int_equal(layers.of_group[0], 0);
    assert_int_equal(layers.of_group[1], 1);
    judge_play(&judge, "C3");
    twixt_look(views, board, (const void *)judge.state);
    twixt_find_layers(&views[WHITE], board, 0, TWIXT_SAFE, &layers);
    assert_int_equal(layers.of_group[1], 3);
    twixt_find_layers(&views[WHITE], board, 0, TWIXT_SHORT, &layers);
    assert_int_equal(layers.of_group[1], 1);
    judge_close(&judge);
}

/* ---- What is certain ---- */

static bool wins_at_once(const struct judge *judge, cop_move move)
{
    uint64_t next[JUDGE_STATE_WORDS];
    double of_player[2];

    memcpy(next, judge->state, judge->game->state_size);
    judge->rules->play(judge->game, next, move);
    if (judge->rules->turn(judge->game, next) != COP_OVER)
        return false;
    judge->rules->payoff(judge->game, next, of_player);
    return of_player[judge->rules->turn(judge->game, judge->state)] == 1;
}

/* Does the opponent win with one peg after this move? That `decisive` misses none is checked in
 * every position, too. */
static bool loses_at_once(const struct judge *judge, cop_move move)
{
    uint64_t next[JUDGE_STATE_WORDS];

    memcpy(next, judge->state, judge->game->state_size);
    judge->rules->play(judge->game, next, move);
    return judge->rules->turn(judge->game, next) != COP_OVER &&
           judge->rules->decisive(judge->game, next) != COP_NO_MOVE;
}

/* All moves that lose at once are rated so, except one where there is no other. */
static void check_losses(const struct judge *judge, const cop_move *moves, int count,
                         const float *ratings)
{
    int losses = 0, known = 0;

    for (int i = 0; i < count; i++) {
        bool is_lost = loses_at_once(judge, moves[i]);

        losses += is_lost;
        known += ratings[i] == -INFINITY;
        assert_true(is_lost || ratings[i] > -INFINITY);
    }
    assert_int_equal(known, losses < count ? losses : losses - 1);
}

static void check_wins(const struct judge *judge)
{
    cop_move moves[TWIXT_HOLES_MAX + 1];
    float ratings[TWIXT_HOLES_MAX + 1];
    int count = judge->rules->moves(judge->game, judge->state, moves);
    int mover = judge->rules->turn(judge->game, judge->state), wins = 0;
    cop_move decisive = judge->rules->decisive(judge->game, judge->state);
    struct twixt_view views[2];

    twixt_look(views, twixt_board_of(judge->game), (const void *)judge->state);
    for (int side = 0; side < 2; side++)
        assert_int_equal(twixt_short_pegs(&views[side], twixt_board_of(judge->game), TWIXT_NEVER),
                         twixt_distance(judge->game, judge->state, side));
    judge->rules->orderings[0].rate(judge->game, judge->state, moves, count, ratings);
    for (int i = 0; i < count; i++) {
        bool is_win = wins_at_once(judge, moves[i]);

        wins += is_win;
        assert_int_equal(is_win, ratings[i] > 1e30f);
    }
    if (wins == 0)
        check_losses(judge, moves, count, ratings);
    assert_int_equal(judge_of(judge, mover) == 3900, wins > 0);
    assert_int_equal(decisive != COP_NO_MOVE, wins > 0);
    assert_true(wins == 0 || wins_at_once(judge, decisive));
}

/* A board without a single link has as many groups as pegs. */
static void twixt_every_peg_may_be_a_group(void **context)
{
    struct judge judge = judge_open("twixt(size=24)", "connection");
    struct cop_text words = COP_TEXT;
    struct twixt_view views[2];
    int count = 0;

    (void)context;
    cop_text_add(&words, "tx 24 w W=");
    for (int row = 1; row <= 24; row++)
        for (int column = 1; column < 23; column += 3)
            if (row % 4 == 1)
                cop_text_add(&words, "%s%c%d", count++ > 0 ? "," : "", 'A' + column, row);
    cop_text_add(&words, " B= L=");
    judge_set_up(&judge, words.bytes);
    twixt_look(views, twixt_board_of(judge.game), (const void *)judge.state);
    assert_int_equal(views[WHITE].group_count, count);
    assert_int_equal(twixt_short_pegs(&views[WHITE], twixt_board_of(judge.game), TWIXT_NEVER),
                     twixt_distance(judge.game, judge.state, WHITE));
    cop_text_free(&words);
    judge_close(&judge);
}

static void twixt_pegs_that_win_are_known(void **context)
{
    (void)context;
    for (int i = 0; i < 5; i++) {
        struct judge judge = judge_open(specs[i], "connection");

        assert_in_bounds(&judge, i > 2 ? 1 : is_slow_build() ? 2 : 40, check_wins);
        judge_close(&judge);
    }
}

static void twixt_dead_positions_are_worth_nothing(void **context)
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
        struct judge judge = judge_open(dead[i].spec, "connection");

        judge_play(&judge, dead[i].moves);
        assert_judged(&judge, (double[]){0, 0});
        judge_close(&judge);
    }
}

/* ---- Symmetry ---- */

/* A game and the same with rows, columns and colours exchanged; mirrored on the way. */
static void twixt_connection_is_symmetric(void **context)
{
    struct judge judge = judge_open("twixt(size=8)", "connection"), image = judge;
    const struct twixt_board *board = twixt_board_of(judge.game);
    cop_move moves[TWIXT_HOLES_MAX];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 5);
    for (int game = 0; game < 20; game++) {
        judge.rules->start(judge.game, judge.state, &rng);
        judge.rules->start(image.game, image.state, &rng);
        judge.rules->give_turn(image.game, image.state, BLACK);
        while (judge.rules->turn(judge.game, judge.state) != COP_OVER) {
            cop_move move = cop_random_move(judge.game, judge.state, &rng, moves);
            int column = (int)(move - 1) % board->stride, row = (int)(move - 1) / board->stride;
            int last = board->size - 1;

            assert_true(judge_of(&judge, 0) == judge_of(&image, 1));
            judge.rules->play(judge.game, judge.state, move);
            judge.rules->play(image.game, image.state,
                              (cop_move)twixt_hole(board, last - row, column) + 1);
        }
    }
    judge_close(&judge);
}

/* ---- Ordering and play ---- */

/* Wins, then what stops a win (9.3, G8); the middle on empty boards; a peg to take over. */
static void twixt_safe_order_is_sensible(void **context)
{
    struct judge judge = judge_open("twixt(size=8)", "connection");

    (void)context;
    judge_play(&judge, "F5 E5 D4 C2 G1 G6 E6 F7 F8");
    assert_order(&judge, "safe", "E2 A2 "); /* White wins at E2 or F3: nothing stops both */
    judge_play(&judge, "E3");
    assert_order(&judge, "safe", "F3 ");
    judge_close(&judge);
    judge = judge_open("twixt(size=24)", "connection");
    assert_order(&judge, "safe", "L12 M12 L13 M13 ");
    judge_close(&judge);
    judge = judge_open("twixt(size=5, swap=on)", "connection");
    judge_play(&judge, "B2");
    assert_order(&judge, "safe", "swap ");
    judge_close(&judge);
}

/* What Black can make of a first peg: the better of taking it over and not. */
static double worth_to_black(const struct judge *judge, cop_move move)
{
    struct judge after = *judge;
    double stays;

    judge->rules->play(judge->game, after.state, move);
    stays = judge_of(&after, BLACK);
    judge->rules->play(judge->game, after.state, TWIXT_SWAP);
    return judge_of(&after, BLACK) > stays ? judge_of(&after, BLACK) : stays;
}

/* The middle would be taken over; so the first move is the one from which Black has least. */
static void twixt_first_pegs_that_can_be_taken_over_are_fair(void **context)
{
    static const char *const boards[] = {"twixt(size=6, swap=on)", "twixt(size=12, swap=on)"};

    (void)context;
    for (size_t i = 0; i < 2; i++) {
        struct judge judge = judge_open(boards[i], "connection");
        cop_move moves[TWIXT_HOLES_MAX + 1];
        float ratings[TWIXT_HOLES_MAX + 1];
        int count = judge.rules->moves(judge.game, judge.state, moves), best = 0;
        double least = 1e9, middle;

        judge.rules->orderings[0].rate(judge.game, judge.state, moves, count, ratings);
        for (int k = 0; k < count; k++) {
            best = ratings[k] > ratings[best] ? k : best;
            least =
                worth_to_black(&judge, moves[k]) < least ? worth_to_black(&judge, moves[k]) : least;
        }
        assert_true(worth_to_black(&judge, moves[best]) == least);
        middle = worth_to_black(&judge, (cop_move)twixt_hole(twixt_board_of(judge.game),
                                                             twixt_board_of(judge.game)->size / 2,
                                                             twixt_board_of(judge.game)->size / 2) +
                                            1);
        assert_true(middle > least);
        judge_close(&judge);
    }
}

static void twixt_one_ply_by_connection_beats_random(void **context)
{
    struct judge judge = judge_open("twixt(size=8)", "connection");
    double share = greedy_share(&judge, is_slow_build() ? 4 : 20);

    (void)context;
    if (share < 0.95)
        fail_msg("greedy has only %.3f", share);
    judge_close(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_layers_agree_with_single_holes),
        cmocka_unit_test(twixt_two_ways_are_a_connection),
        cmocka_unit_test(twixt_every_peg_may_be_a_group),
        cmocka_unit_test(twixt_pegs_that_win_are_known),
        cmocka_unit_test(twixt_dead_positions_are_worth_nothing),
        cmocka_unit_test(twixt_connection_is_symmetric),
        cmocka_unit_test(twixt_safe_order_is_sensible),
        cmocka_unit_test(twixt_first_pegs_that_can_be_taken_over_are_fair),
        cmocka_unit_test(twixt_one_ply_by_connection_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
