/* test_twixt_play.c - TwixT played: values of small boards (twixt.md 9.7), games beside the slow
 * reference, random games (9.9), and agents (9.10). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "reference_twixt.h"
#include "twixt_check.h"

/* ---- 9.7: values of small boards ---- */

/* Which positions White can answer with at least `goal`, by trying all moves. Solved ones are in an
 * open table of keys with the answer in the lowest bit. */
struct solver {
    const struct cop_game *game;
    enum { TO_DRAW, TO_WIN } goal;
    uint64_t *slots;
    size_t mask, count;
};

static uint64_t *slot_of(const struct solver *solver, uint64_t key)
{
    size_t at = (size_t)(key >> 20) & solver->mask;

    while (solver->slots[at] != 0 && (solver->slots[at] | 1) != (key | 1))
        at = (at + 1) & solver->mask;
    return &solver->slots[at];
}

struct child {
    struct twixt_position at;
    int rating;
};

static int by_rating(const void *left, const void *right)
{
    const struct child *one = left, *other = right;

    return one->rating - other->rating;
}

/* All positions after one move, those first in which the mover has a short way. */
static int list_children(const struct solver *solver, const struct twixt_position *at,
                         struct child *children)
{
    const struct cop_game *game = solver->game;
    cop_move moves[MOVES_MAX];
    int count = game->rules->moves(game, at, moves), mover = at->next;

    for (int i = 0; i < count; i++) {
        struct child *child = &children[i];

        child->at = *at;
        game->rules->play(game, &child->at, moves[i]);
        child->rating = 2000 * twixt_distance(game, &child->at, mover) -
                        twixt_distance(game, &child->at, 1 - mover);
    }
    qsort(children, (size_t)count, sizeof *children, by_rating);
    return count;
}

static bool white_reaches(struct solver *solver, const struct twixt_position *at);

static bool try_moves(struct solver *solver, const struct twixt_position *at)
{
    struct child *children = malloc(sizeof *children * (size_t)solver->game->max_moves);
    bool is_white = at->next == WHITE, is_reached = !is_white;
    int count;

    assert_non_null(children);
    count = list_children(solver, at, children);
    for (int i = 0; i < count && is_reached != is_white; i++)
        is_reached = white_reaches(solver, &children[i].at);
    free(children);
    return is_reached;
}

/* A side without a way cannot win, and one that needs a single peg wins at once (2.4). */
static bool white_reaches(struct solver *solver, const struct twixt_position *at)
{
    const struct cop_game *game = solver->game;
    bool is_reached;
    uint64_t key;

    if (at->status == TWIXT_WON)
        return at->next == BLACK;
    if (at->status == TWIXT_DRAWN)
        return solver->goal == TO_DRAW;
    if (twixt_distance(game, at, at->next) == 1)
        return at->next == WHITE;
    if (solver->goal == TO_WIN && twixt_distance(game, at, WHITE) == TWIXT_NEVER)
        return false;
    if (solver->goal == TO_DRAW && twixt_distance(game, at, BLACK) == TWIXT_NEVER)
        return true;
    key = game->rules->key(game, at) & ~(uint64_t)1;
    if (*slot_of(solver, key) != 0)
        return (*slot_of(solver, key) & 1) != 0;
    is_reached = try_moves(solver, at);
    assert_true(++solver->count < solver->mask);
    *slot_of(solver, key) = key | is_reached;
    return is_reached;
}

static bool solve(const struct cop_game *game, const char *first, bool to_win)
{
    struct solver solver = {
        .game = game, .goal = to_win ? TO_WIN : TO_DRAW, .mask = ((size_t)1 << 20) - 1};
    struct twixt_position at = played(game, first);
    bool is_reached;

    solver.slots = calloc(solver.mask + 1, sizeof *solver.slots);
    assert_non_null(solver.slots);
    is_reached = white_reaches(&solver, &at);
    free(solver.slots);
    return is_reached;
}

static void twixt_small_boards_have_known_values(void **context)
{
    static const struct {
        const char *inside, *first;
        int white; /* 1 wins, 0 draws, -1 loses */
    } cases[] = {
        {"size=4", "B1", 0},  {"size=4", "B2", 0},  {"size=5", "B1", 0}, {"size=5", "C1", 0},
        {"size=5", "B2", 0},  {"size=5", "C2", 0},  {"size=5", "B3", 0}, {"size=5", "C3", 0},
        {"size=6", "C3", 1},  {"size=6", "B3", 1},  {"size=6", "C2", 1}, {"size=6", "B2", 1},
        {"size=6", "C1", -1}, {"size=6", "B1", -1},
    };
    size_t count = is_slow_build() ? 9 : sizeof cases / sizeof cases[0];

    (void)context;
    for (size_t i = 0; i < count; i++) {
        struct cop_game *game = open_twixt(cases[i].inside);
        int value = solve(game, cases[i].first, false) ? solve(game, cases[i].first, true) : -1;

        if (value != cases[i].white)
            fail_msg("%s, %s: the value is %d and should be %d", cases[i].inside, cases[i].first,
                     value, cases[i].white);
        cop_game_close(game);
    }
}

/* ---- The reference ---- */

struct variant {
    int size;
    bool has_swap, own_cross, dead_draw;
    int games;
};

static void assert_same_board(const struct cop_game *game, const struct twixt_position *at,
                              const struct slow_twixt *slow)
{
    const struct twixt_board *board = twixt_board_of(game);

    for (int y = 0; y < slow->size; y++)
        for (int x = 0; x < slow->size; x++)
            for (int side = 0; side < 2; side++)
                assert_int_equal(twixt_has(board, at, side, twixt_hole(board, x, y)),
                                 slow->at[y][x] == side);
    assert_int_equal(count_links(game, at), slow->link_count);
    for (int i = 0; i < slow->link_count; i++) {
        const struct slow_link *link = &slow->links[i];
        int direction = 0;

        while (twixt_dx[direction] != link->to_x - link->from_x ||
               twixt_dy[direction] != link->to_y - link->from_y)
            direction++;
        assert_true(
            twixt_has_link(board, at, twixt_hole(board, link->from_x, link->from_y), direction));
    }
}

static int count_slow_moves(const struct slow_twixt *slow)
{
    int count = slow_can_swap(slow);

    for (int y = 0; y < slow->size; y++)
        for (int x = 0; x < slow->size; x++)
            count += slow_is_legal(slow, x, y);
    return count;
}

/* Plays a move of the fast game in the slow one, where it must be legal. */
static void follow(const struct cop_game *game, cop_move move, struct slow_twixt *slow)
{
    const struct twixt_board *board = twixt_board_of(game);
    int hole = (int)move - 1;

    if (move == TWIXT_SWAP) {
        assert_true(slow_can_swap(slow));
        slow_swap(slow);
        return;
    }
    assert_true(slow_is_legal(slow, hole % board->stride, hole / board->stride));
    slow_place(slow, hole % board->stride, hole / board->stride);
}

static void compare_one_game(const struct cop_game *game, const struct variant *variant,
                             uint64_t seed)
{
    struct slow_twixt slow;
    struct twixt_position at = begin(game);
    cop_move moves[MOVES_MAX];
    struct cop_rng rng;
    int count;

    cop_rng_seed(&rng, seed);
    slow_start(&slow, variant->size, variant->has_swap, variant->own_cross, variant->dead_draw);
    while ((count = game->rules->moves(game, &at, moves)) > 0) {
        cop_move move = moves[cop_rng_below(&rng, (uint32_t)count)];

        assert_false(slow.is_over);
        assert_int_equal(game->rules->turn(game, &at), slow.turn);
        assert_int_equal(count, count_slow_moves(&slow));
        if (seed % 10 == 0 && (variant->size <= 8 || slow.plies % 16 == 0))
            assert_distances(game, &at, slow_distance(&slow, 0), slow_distance(&slow, 1));
        follow(game, move, &slow);
        game->rules->play(game, &at, move);
        assert_same_board(game, &at, &slow);
    }
    assert_true(slow.is_over);
    assert_ended(game, &at, slow.payoff);
}

static void twixt_equals_the_reference(void **context)
{
    static const struct variant variants[] = {
        {4, false, false, false, 300},  {5, false, false, false, 300},
        {6, false, false, false, 300},  {8, false, false, false, 400},
        {12, false, false, false, 400}, {9, false, true, false, 200},
        {12, false, true, false, 150},  {5, true, false, false, 200},
        {6, true, true, true, 150},     {6, false, false, true, 200},
        {8, true, false, true, 100},    {12, false, false, true, 10},
        {17, false, false, false, 20},  {24, false, false, false, 8},
        {24, true, true, false, 4},     {16, true, true, true, 2},
    };

    (void)context;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        const struct variant *variant = &variants[i];
        int games = is_slow_build() ? (variant->games + 9) / 10 : variant->games;
        struct cop_game *game;
        char inside[80];

        snprintf(inside, sizeof inside, "size=%d, swap=%s, own_cross=%s, dead_draw=%s",
                 variant->size, variant->has_swap ? "on" : "off", variant->own_cross ? "on" : "off",
                 variant->dead_draw ? "on" : "off");
        game = open_twixt(inside);
        for (int seed = 0; seed < games; seed++)
            compare_one_game(game, variant, (uint64_t)seed);
        cop_game_close(game);
    }
}

/* ---- Random games ---- */

/* The move between two positions: the peg that is new, or the swap. */
static cop_move move_between(const struct cop_game *game, const struct twixt_position *before,
                             const struct twixt_position *after)
{
    const struct twixt_board *board = twixt_board_of(game);

    for (int hole = 0; hole < board->size * board->stride; hole++)
        if (twixt_has(board, after, before->next, hole) &&
            !twixt_has(board, before, before->next, hole))
            return count_bits(game, before, 0, 2) == count_bits(game, after, 0, 2)
                       ? TWIXT_SWAP
                       : (cop_move)hole + 1;
    fail_msg("a playout's ply is no move");
    return COP_NO_MOVE;
}

/* Playouts from one seed with growing limits are beginnings of one game; each ply of it must be
 * what play() does, to the byte. */
static void check_playout(const struct cop_game *game, uint64_t seed)
{
    struct twixt_position before = begin(game);

    for (int limit = 1; before.status == TWIXT_GOES_ON; limit++) {
        struct twixt_position after = begin(game), same = before;
        struct cop_rng rng;

        cop_rng_seed(&rng, seed);
        assert_int_equal(game->rules->playout(game, &after, &rng, limit), limit);
        game->rules->play(game, &same, move_between(game, &before, &after));
        assert_same(game, &after, &same);
        before = after;
    }
}

static void twixt_playout_plays_moves(void **context)
{
    static const char *const variants[] = {
        "size=4",
        "size=5",
        "size=8",
        "size=12",
        "size=17",
        "size=24",
        "size=8, own_cross=on",
        "size=6, swap=on",
        "size=5, swap=on, dead_draw=on",
        "size=12, dead_draw=on, own_cross=on",
        "size=8, dead_draw=on",
    };

    (void)context;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct cop_game *game = open_twixt(variants[i]);
        int games = game->max_plies < 100 ? 100 : game->max_plies < 200 ? 10 : 2;

        for (int seed = 0; seed < (is_slow_build() ? (games + 9) / 10 : games); seed++)
            check_playout(game, (uint64_t)seed);
        cop_game_close(game);
    }
}

/* A sum that exceeds its mean, `count` - 1, by five deviations has a probability below 1e-4. */
static void assert_even(const int *seen, int count, int draws)
{
    double expected = (double)draws / count, sum = 0;

    for (int i = 0; i < count; i++)
        sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    if (sum > count - 1 + 5 * sqrt(2.0 * (count - 1)))
        fail_msg("not uniform: chi-square %.1f for %d moves", sum, count);
}

static void check_uniform(const struct cop_game *game, const struct twixt_position *at)
{
    enum { DRAWS = 40000 };
    cop_move moves[MOVES_MAX];
    int by_move[MOVES_MAX] = {0}, by_playout[MOVES_MAX] = {0};
    int count = game->rules->moves(game, at, moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, 4);
    for (int draw = 0; draw < DRAWS; draw++) {
        cop_move move = game->rules->random_move(game, at, &rng), other;
        struct twixt_position next = *at;

        assert_int_equal(game->rules->playout(game, &next, &rng, 1), 1);
        other = move_between(game, at, &next);
        for (int i = 0; i < count; i++) {
            by_move[i] += moves[i] == move;
            by_playout[i] += moves[i] == other;
        }
    }
    assert_even(by_move, count, DRAWS);
    assert_even(by_playout, count, DRAWS);
}

static void twixt_random_moves_are_uniform(void **context)
{
    struct cop_game *game = open_twixt("size=8"), *swap = open_twixt("size=6, swap=on");
    struct twixt_position at = begin(game);

    (void)context;
    check_uniform(game, &at);
    at = played(game, "F5 E5 D4 C2 G1 G6 E6 F7 F8 E3");
    check_uniform(game, &at);
    at = played(swap, "C1");
    check_uniform(swap, &at);
    at = played(swap, "C1 swap");
    check_uniform(swap, &at);
    cop_game_close(game);
    cop_game_close(swap);
}

static void assert_near(const char *inside, const char *what, double measured, double published,
                        double deviation, double games, double published_games)
{
    double error = deviation * sqrt(1 / games + 1 / published_games);

    if (fabs(measured - published) > 4 * error + 0.005)
        fail_msg("%s: %s is %.4f and should be %.4f", inside, what, measured, published);
}

/* 9.9, the rows of uniform playouts on all holes. */
static void twixt_random_games_have_known_statistics(void **context)
{
    static const struct {
        const char *inside;
        double plies, decided, white, black, draws, published;
        int games;
    } cases[] = {
        {"size=8", 45.36, 35.68, 31.69, 26.73, 41.58, 100000, 100000},
        {"size=12", 113.43, 84.72, 24.70, 22.22, 53.09, 100000, 50000},
        {"size=24", 529.73, 385.92, 11.42, 10.72, 77.86, 10000, 10000},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = open_twixt(cases[i].inside);
        const char *inside = cases[i].inside;
        double games = is_slow_build() ? cases[i].games / 20.0 : cases[i].games;
        double published = cases[i].published, plies = 0, squares = 0, wins[2] = {0, 0};
        double decided = 0, decided_squares = 0, decisions, draws;
        struct cop_rng rng;

        cop_rng_seed(&rng, 9);
        for (int n = 0; n < (int)games; n++) {
            struct twixt_position at = begin(game);
            int length = game->rules->playout(game, &at, &rng, 0);

            plies += length;
            squares += (double)length * length;
            if (at.status != TWIXT_WON)
                continue;
            wins[1 - at.next]++;
            decided += length;
            decided_squares += (double)length * length;
        }
        decisions = wins[0] + wins[1];
        draws = games - decisions;
        assert_near(inside, "the length", plies / games, cases[i].plies,
                    sqrt(squares / games - plies / games * plies / games), games, published);
        assert_near(inside, "the length of decided games", decided / decisions, cases[i].decided,
                    sqrt(decided_squares / decisions - decided / decisions * decided / decisions),
                    decisions, published * (1 - cases[i].draws / 100));
        assert_near(inside, "White's share", 100 * wins[0] / games, cases[i].white, 50, games,
                    published);
        assert_near(inside, "Black's share", 100 * wins[1] / games, cases[i].black, 50, games,
                    published);
        assert_near(inside, "the share of draws", 100 * draws / games, cases[i].draws, 50, games,
                    published);
        cop_game_close(game);
    }
}

static void twixt_golden_playthrough(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct twixt_position at = begin(game);
    struct cop_rng rng;

    (void)context;
    assert_golden(
        "twixt(size=8)",
        "F7 G6 F6 D3 F8 E2 F5 A2 D2 H2 C3 F2 C8 G5 B2 D6 D1 G2 E7 A7 C1 C2 C7 G3 B8 A6 B4 E5 F4 B5 "
        "B3 A3 E3 D7 D4 H3 E8 A5 E1 H7 G8 F3 E6 G4 F1 C6 G7 E4 B6 A4 B1 B7 C4 H4 D8 D5 G1 H6 C5 H5",
        "tx 8 w "
        "W=B1,C1,D1,E1,F1,G1,B2,D2,B3,C3,E3,B4,C4,D4,F4,C5,F5,B6,E6,F6,C7,E7,F7,G7,B8,C8,"
        "D8,E8,F8,G8 "
        "B=A2,C2,E2,F2,G2,H2,A3,D3,F3,G3,H3,A4,E4,G4,H4,A5,B5,D5,E5,G5,H5,A6,C6,D6,G6,H6,"
        "A7,B7,D7,H7 "
        "L=D1-B2,D1-C3,F1-D2,C2-A3,F2-D3,F2-H3,F2-G4,A3-B5,B3-D4,B3-C5,D3-E5,E3-F5,F3-G5,"
        "H3-G5,B5-D6,B5-A7,E5-D7,F5-E7,F5-G7,G5-H7,C6-A7,D6-B7,F6-E8,F6-G8,E7-C8");
    cop_rng_seed(&rng, 1);
    game->rules->playout(game, &at, &rng, 0);
    assert_text(game, &at,
                "tx 8 b W=C1,E1,F1,B3,C3,D3,F3,G3,G5,E6,D7,G7,B8,D8,E8 "
                "B=A2,B2,C2,D2,F2,H2,A3,A4,B4,F4,F5,G6,C7,E7 "
                "L=C1-D3,E1-D3,E1-F3,F1-G3,C2-A3,C2-B4,F3-G5,G5-E6,E6-G7,E6-D8,D7-B8,G7-E8");
    cop_game_close(game);
}

/* The mirror images of a game (2.5): left to right, top to bottom, both; and columns for rows with
 * the colours exchanged, where Black must begin. */
static cop_move image_of(const struct cop_game *game, cop_move move, int image)
{
    const struct twixt_board *board = twixt_board_of(game);
    int column = ((int)move - 1) % board->stride, row = ((int)move - 1) / board->stride;
    int last = board->size - 1;

    if (image == 4)
        return (cop_move)twixt_hole(board, row, column) + 1;
    return (cop_move)twixt_hole(board, image & 1 ? last - column : column,
                                image & 2 ? last - row : row) +
           1;
}

static void twixt_mirrored_games_end_alike(void **context)
{
    struct cop_game *game = open_twixt("size=8");

    (void)context;
    for (int seed = 0; seed < 200; seed++)
        for (int image = 1; image <= 4; image++) {
            struct twixt_position at = begin(game), mirror = at;
            double payoff[2], mirrored[2];
            struct cop_rng rng;

            cop_rng_seed(&rng, (uint64_t)seed);
            if (image == 4)
                game->rules->give_turn(game, &mirror, BLACK);
            while (at.status == TWIXT_GOES_ON) {
                cop_move move = game->rules->random_move(game, &at, &rng);

                game->rules->play(game, &at, move);
                game->rules->play(game, &mirror, image_of(game, move, image));
                assert_int_equal(count_links(game, &at), count_links(game, &mirror));
                assert_int_equal(at.status, mirror.status);
            }
            game->rules->payoff(game, &at, payoff);
            game->rules->payoff(game, &mirror, mirrored);
            assert_true(payoff[0] == mirrored[image == 4]);
        }
    cop_game_close(game);
}

/* ---- Agents ---- */

static void play_agents(const char *inside, const char *white, const char *black, int sims,
                        uint64_t seed, double of_player[2])
{
    struct cop_game *game = open_twixt(inside);
    struct cop_limits limits;
    struct cop_error error = {""};
    struct cop_agent *agents[2];
    struct twixt_position at = begin(game);

    assert_true(cop_limits_parse("threads=1", &limits, &error));
    limits.sims = sims;
    limits.means.seed = seed;
    agents[0] = cop_agent_open(game, white, &limits.means, &error);
    agents[1] = cop_agent_open(game, black, &limits.means, &error);
    assert_true(agents[0] != NULL && agents[1] != NULL);
    for (int i = 0; i < 2; i++)
        cop_agent_start(agents[i], seed);
    while (at.status == TWIXT_GOES_ON) {
        struct cop_report report;

        if (!cop_agent_think(agents[at.next], &at, &limits, NULL, &report, &error))
            fail_msg("%s", error.message);
        for (int i = 0; i < 2; i++)
            cop_agent_played(agents[i], &at, report.best);
        game->rules->play(game, &at, report.best);
    }
    game->rules->payoff(game, &at, of_player);
    for (int i = 0; i < 2; i++)
        cop_agent_close(agents[i]);
    cop_game_close(game);
}

static void twixt_is_played_by_every_agent(void **context)
{
    static const char *const agents[] = {"random", "mc", "mcts", "mcts(solver=on)"};
    static const char *const variants[] = {"size=6", "size=5, swap=on, dead_draw=on",
                                           "size=8, own_cross=on", "size=12"};
    double of_player[2];

    (void)context;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            play_agents(variants[j], agents[i], agents[(i + j) % 4], 50, 1, of_player);
            assert_true(of_player[0] + of_player[1] == 1);
        }
}

/* 9.10: flat Monte-Carlo, which the thesis calls greedy, beats random play every time. */
static void twixt_greedy_beats_random(void **context)
{
    int games = is_slow_build() ? 2 : 20;

    (void)context;
    for (int i = 0; i < games; i++) {
        bool is_white = i % 2 == 0;
        double of_player[2];

        play_agents("size=8", is_white ? "mc" : "random", is_white ? "random" : "mc", 1000,
                    (uint64_t)i, of_player);
        assert_true(of_player[is_white ? WHITE : BLACK] == 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_small_boards_have_known_values),
        cmocka_unit_test(twixt_equals_the_reference),
        cmocka_unit_test(twixt_playout_plays_moves),
        cmocka_unit_test(twixt_random_moves_are_uniform),
        cmocka_unit_test(twixt_random_games_have_known_statistics),
        cmocka_unit_test(twixt_golden_playthrough),
        cmocka_unit_test(twixt_mirrored_games_end_alike),
        cmocka_unit_test(twixt_is_played_by_every_agent),
        cmocka_unit_test(twixt_greedy_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
