/* Depth-first searches on real games: the tables of the specifications with their counts of nodes
 * and leaves, and small games solved exactly (chance-and-multiplayer.md 4.3, 4.4; ontop.md 5.4). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "brute.h"
#include "depth_bench.h"
#include "ontop_check.h"
#include "slow_build.h"

#define BARE "table=off, killers=off, history=off, deepen=off"

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

static void *start_of(const struct cop_game *game)
{
    void *state = calloc(1, game->state_size);
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    return state;
}

/* ---- OnTop ---- */

/* The specification's depth of n draws is n + 1 tiles here. */
static const double ontop_values[2][ONTOP_SUITE] = {
    {0, 20, -5.4, 9.778, -25.667, 7.593, 16.923, 0, -13.375, -46.6},
    {5.818, 31.038, 7.320, 28.752, -13.167, 27.067, 24.551, 8.733, -9.229, -136.2}};

/* Calls `check` with a report for every position of the suite at both depths, as far as there is
 * time. */
typedef void suite_check(int position, int draws, const struct cop_report *report);

static void search_suite(const char *agent, suite_check *check)
{
    struct cop_game *game = ontop_open_or_fail(NULL);
    struct tree_search *search = depth_bench_open(game, agent, "memory=16M");

    for (int draws = 1; draws <= 2; draws++)
        for (int i = 0; i < ONTOP_SUITE; i++) {
            struct ontop_position position = ontop_suite_position(game, i);
            struct cop_report report;

            if (draws == 2 && is_slow_build() && i != 4 && i != 9)
                continue;
            report = depth_bench_search(search, &position, draws == 1 ? "depth=2" : "depth=3");
            if (fabs(report.value[0] - ontop_values[draws - 1][i]) > 0.0005001)
                fail_msg("%s: position %d has the value %.4f and not %.3f", agent, i + 1,
                         report.value[0], ontop_values[draws - 1][i]);
            if (check != NULL)
                check(i, draws, &report);
        }
    depth_bench_close(search);
    cop_game_close(game);
}

static void check_all_nodes(int position, int draws, const struct cop_report *report)
{
    static const int64_t nodes[2][ONTOP_SUITE] = {
        {3584, 7608, 9132, 5212, 1146, 11116, 13632, 2312, 4794, 208},
        {542336, 1435032, 1868268, 773116, 55290, 2547820, 3307584, 183332, 601254, 1808}};

    assert_int_equal(report->nodes, nodes[draws - 1][position]);
}

static void expectimax_counts_the_nodes_of_ontop(void **context)
{
    (void)context;
    search_suite("expectimax(table=off, deepen=off, order=none)", check_all_nodes);
}

static void sound_bounds_keep_the_values_of_ontop(void **context)
{
    (void)context;
    search_suite("star1", NULL);
    search_suite("star2(" BARE ")", NULL);
    search_suite("star2(order=none)", NULL);
    search_suite("star2.5(probes=3)", NULL);
    search_suite("star2.5(probes=2, probing=cyclic)", NULL);
}

/* What another program needed with these bounds (ontop.md 2.8). Ours needs a little less: the
 * regular search of an outcome starts from what its probe has proven, which is allowed (2.5), and
 * values outside the window are not cut to its edge. Without both it needs 37,187 and 10,475 nodes
 * for positions 1 and 5, exactly as printed, and for the others within 1 %, where ties in the order
 * are broken otherwise. Position 10 is left out: there our bounds include the win. */
static void check_scaled_nodes(int position, int draws, const struct cop_report *report)
{
    static const int64_t nodes[ONTOP_SUITE - 1] = {37187,  87529,  64868, 41916, 10475,
                                                   103829, 155234, 16920, 36379};

    if (draws == 2 && position < ONTOP_SUITE - 1) {
        assert_true(report->nodes <= nodes[position]);
        assert_true((double)report->nodes >= 0.94 * (double)nodes[position]);
    }
}

static void scaled_bounds_save_what_they_saved_elsewhere(void **context)
{
    (void)context;
    search_suite("star2(" BARE ", bounds=scaled)", check_scaled_nodes);
}

/* ---- Rolit (chance-and-multiplayer.md 4.4) ---- */

struct rolit_row {
    const char *game;
    int depth;
    double reply;
    int64_t reply_leaves;
    double paranoid;
    int64_t paranoid_leaves;
    double maxn[4];
};

static const struct rolit_row rolit_rows[] = {
    {"rolit(players=3, size=4)", 1, 2, 3, 2, 3, {3, 1, 1}},
    {"rolit(players=3, size=4)", 2, -1, 34, 1, 17, {3, 1, 1}},
    {"rolit(players=3, size=4)", 3, 2, 119, -2, 76, {2, 3, 1}},
    {"rolit(players=3, size=4)", 4, -1, 1161, 1, 227, {4, 2, 2}},
    {"rolit(players=3, size=4)", 5, 3, 3750, -3, 579, {3, 5, 1}},
    {"rolit(players=3, size=4)", 6, -2, 23590, -6, 1547, {2, 4, 4}},
    {"rolit(players=3, size=4)", 7, 1, 80700, -1, 4221, {5, 3, 3}},
    {"rolit(players=3, size=4)", 8, -4, 435271, -6, 10532, {3, 7, 2}},
    {"rolit(players=4, size=4)", 4, -2, 2928, -6, 432, {1, 3, 3, 1}},
    {"rolit(players=4, size=4)", 6, -2, 125014, -4, 2942, {3, 5, 1, 1}},
    {"rolit(players=4, size=4)", 8, -4, 3914184, -10, 17913, {2, 3, 3, 4}},
    {"rolit(players=3)", 3, 2, 207, -2, 136, {2, 3, 1}},
    {"rolit(players=3)", 4, -2, 3795, 1, 630, {4, 3, 1}},
    {"rolit(players=3)", 5, 2, 19828, -2, 3956, {4, 1, 3}},
    {"rolit(players=4)", 3, 1, 300, -3, 136, {2, 3, 1, 1}},
    {"rolit(players=4)", 4, -2, 9039, -6, 1366, {1, 3, 3, 1}},
    {"rolit(players=4)", 5, 1, 47588, -1, 7427, {4, 2, 1, 2}},
};

enum { ROLIT_ROWS = sizeof rolit_rows / sizeof rolit_rows[0] };

static bool is_too_slow(const struct rolit_row *row)
{
    return is_slow_build() && row->reply_leaves > 50000;
}

/* The value of the start for the first player; `leaves` may be NULL. */
static double search_start(const struct cop_game *game, const char *agent, int depth, bool is_full,
                           int64_t *leaves)
{
    struct tree_search *search = depth_bench_open(game, agent, "memory=4M");
    void *state = start_of(game);
    double value;

    if (is_full)
        search->config.chance = CHANCE_FULL; /* no window: everything is looked at */
    value = depth_bench_value(search, state, depth);
    if (leaves != NULL)
        *leaves = search->workers[0].leaves;
    free(state);
    depth_bench_close(search);
    return value;
}

static void rolit_values_and_leaves_are_those_of_the_table(void **context)
{
    static const char brs[] = "brs(eval=pieces, order=none, pvs=off, " BARE ")";
    static const char paranoid[] = "paranoid(eval=pieces, order=none, pvs=off, " BARE ")";

    (void)context;
    for (int i = 0; i < ROLIT_ROWS; i++) {
        const struct rolit_row *row = &rolit_rows[i];
        struct cop_game *game = open_game(row->game);
        int64_t leaves;

        if (!is_too_slow(row)) {
            assert_true(search_start(game, brs, row->depth, true, &leaves) == row->reply);
            assert_int_equal(leaves, row->reply_leaves);
            assert_true(search_start(game, paranoid, row->depth, true, &leaves) == row->paranoid);
            assert_int_equal(leaves, row->paranoid_leaves);
        }
        cop_game_close(game);
    }
}

static void pruning_keeps_the_values_of_rolit(void **context)
{
    static const char *const insides[] = {"eval=pieces", "eval=pieces, " BARE ", pvs=off",
                                          "eval=pieces, order=none, etc=on, aspiration=2"};

    (void)context;
    for (int i = 0; i < ROLIT_ROWS; i++) {
        const struct rolit_row *row = &rolit_rows[i];
        struct cop_game *game = open_game(row->game);

        for (int j = 0; j < 3 && !is_too_slow(row); j++) {
            char agent[120];
            int64_t leaves;

            snprintf(agent, sizeof agent, "brs(%s)", insides[j]);
            assert_true(search_start(game, agent, row->depth, false, &leaves) == row->reply);
            if (row->depth >= 4)
                assert_true(leaves < row->reply_leaves);
            snprintf(agent, sizeof agent, "paranoid(%s)", insides[j]);
            assert_true(search_start(game, agent, row->depth, false, NULL) == row->paranoid);
        }
        cop_game_close(game);
    }
}

static void maxn_finds_the_vectors_of_rolit(void **context)
{
    static const char *const agents[] = {"maxn(eval=pieces, order=none)",
                                         "maxn(eval=pieces, order=none, table=off, shallow=off)"};

    (void)context;
    for (int i = 0; i < 2 * ROLIT_ROWS; i++) {
        const struct rolit_row *row = &rolit_rows[i / 2];
        struct cop_game *game = open_game(row->game);
        struct tree_search *search = depth_bench_open(game, agents[i % 2], "memory=4M");
        void *state = start_of(game);

        depth_bench_value(search, state, row->depth);
        for (int player = 0; player < game->players; player++)
            if (search->value[player] != row->maxn[player])
                fail_msg("%s, depth %d: player %d has %g and not %g", row->game, row->depth, player,
                         search->value[player], row->maxn[player]);
        free(state);
        depth_bench_close(search);
        cop_game_close(game);
    }
}

/* 4.3: each seat's number of pieces at the end if all others only want it to be small. */
static void rolit_4x4_against_everybody_is_solved(void **context)
{
    static const double expected[3][4] = {{6, 10}, {3, 3, 4}, {2, 2, 1, 1}};

    (void)context;
    for (int players = 2; players <= 4; players++) {
        char spec[40];
        struct cop_game *game;
        struct tree_search *search;
        void *state;

        snprintf(spec, sizeof spec, "rolit(players=%d, size=4)", players);
        game = open_game(spec);
        state = start_of(game);
        for (int seat = 0; seat < players; seat++) {
            double value;

            search = depth_bench_open(game, "paranoid(eval=pieces)", "memory=16M");
            search->config.judge.evaluator.is_zero_sum =
                true; /* nothing but the own number counts */
            depth_bench_value(search, state, 1);
            cop_agent_kind_find("paranoid")->start(search, 1);
            search->root = seat;
            set_bounds(&search->workers[0], 16);
            value = depth_bench_visit(search, state, 16, -INFINITY, INFINITY);
            assert_true(value == expected[players - 2][seat]);
            depth_bench_close(search);
        }
        free(state);
        cop_game_close(game);
    }
}

/* The thesis names the third player in its section 6.2.2; 32 stones are laid, by three players in
 * turn. */
static void second_of_three_lays_the_last_stone_on_6x6(void **context)
{
    struct cop_game *game = open_game("rolit(players=3, size=6)");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 9);
    for (int i = 0; i < 50; i++) {
        void *state = start_of(game);
        cop_move moves[64];
        int last = -1;

        for (int turn; (turn = game->rules->turn(game, state)) != COP_OVER;) {
            last = turn;
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        }
        assert_int_equal(last, 1);
        assert_true(game->rules->score(game, state, 1) >= 1);
        free(state);
    }
    cop_game_close(game);
}

/* ---- Small games to the end ---- */

static void assert_white_wins_by(const char *spec, double points)
{
    static const char *const agents[] = {"alphabeta(eval=discs)", "alphabeta(eval=discs, etc=on)",
                                         "brs(eval=score, order=none, aspiration=4)"};
    struct cop_game *game = open_game(spec);
    void *state = start_of(game);

    for (int i = 0; i < 3; i++) {
        struct tree_search *search = depth_bench_open(game, agents[i], "memory=4M");
        struct cop_report report = depth_bench_search(search, state, "depth=30");

        assert_true(report.value[0] == -points && report.value[1] == points);
        assert_int_equal(report.proof, COP_PROVEN_EXACT);
        assert_true(report.stopped_early);
        depth_bench_close(search);
    }
    free(state);
    cop_game_close(game);
}

/* 3 to 11 with two squares empty. */
static void othello_4x4_is_white_by_ten(void **context)
{
    (void)context;
    assert_white_wins_by("othello(size=4)", 10);
    assert_white_wins_by("othello(size=4, empties=nobody)", 8);
}

/* Positions of random games, solved by searches and by remembering everything. */
static void compare_with_brute_force(const char *spec, const char *agent, int plies, int count)
{
    struct cop_game *game = open_game(spec);
    struct tree_search *search = depth_bench_open(game, agent, "memory=16M");
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, 3);
    for (int i = 0; i < count; i++) {
        void *state = start_of(game);
        double payoff[COP_PLAYERS_MAX];
        struct cop_report report;
        int turn;

        for (int ply = 0; ply < plies && game->rules->turn(game, state) != COP_OVER; ply++)
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        turn = game->rules->turn(game, state);
        if (turn != COP_OVER) {
            brute_value(game, state, payoff);
            report = depth_bench_search(search, state, "depth=60");
            assert_true(report.value[turn] ==
                        report.lower + (report.upper - report.lower) * payoff[turn]);
            assert_int_equal(report.proof, payoff[turn] == 1   ? COP_PROVEN_WIN
                                           : payoff[turn] == 0 ? COP_PROVEN_LOSS
                                                               : COP_PROVEN_EXACT);
        }
        free(state);
    }
    free(moves);
    depth_bench_close(search);
    cop_game_close(game);
}

static void small_boards_are_solved(void **context)
{
    int few = is_slow_build() ? 2 : 10;

    (void)context;
    compare_with_brute_force("breakthrough(width=3, height=4)", "alphabeta", 0, 1);
    compare_with_brute_force("breakthrough(width=3, height=4)", "alphabeta(eval=none)", 0, 1);
    compare_with_brute_force("breakthrough(width=2, height=6)", "brs(order=none)", 0, 1);
    compare_with_brute_force("breakthrough(width=3, height=5)", "alphabeta(etc=on)", 8, few);
    compare_with_brute_force("connect4(width=4, height=4)", "alphabeta(eval=none)", 5, few);
    compare_with_brute_force("connect4(width=5, height=4)", "alphabeta", 10, few);
    compare_with_brute_force("connect4(width=4, height=4)", "paranoid(etc=on)", 6, few);
    compare_with_brute_force("othello(size=4)", "alphabeta(eval=none)", 6, few);
}

/* 4.3: the value before the first roll, for the player of columns. Players may pass on and on, so
 * that some depth must be the last. */
static void small_boards_of_dice_have_their_exact_values(void **context)
{
    static const struct {
        const char *game;
        double value;
    } cases[] = {{"dice(size=2)", 0.5},
                 {"dice(size=3)", 0.267007288741},
                 {"dice(size=2, full=reroll)", 1},
                 {"dice(size=3, full=reroll)", 0.347450845908}};
    static const char *const agents[] = {"expectimax(eval=none)", "star1(eval=none)",
                                         "star2(eval=none)", "star2.5(eval=none)"};

    (void)context;
    for (int i = 0; i < 16; i++) {
        struct cop_game *game = open_game(cases[i / 4].game);
        struct tree_search *search = depth_bench_open(game, agents[i % 4], "memory=16M");
        void *start = start_of(game), *rolled = start_of(game);
        cop_move moves[16];
        double value;

        game->rules->moves(game, start, moves);
        game->rules->play(game, rolled, moves[0]);
        depth_bench_value(search, rolled, 1); /* whose values they are */
        value = depth_bench_visit(search, start, 60, -INFINITY, INFINITY);
        if (fabs(value - cases[i / 4].value) > 1e-9)
            fail_msg("%s, %s: %.13g and not %.13g", cases[i / 4].game, agents[i % 4], value,
                     cases[i / 4].value);
        free(start);
        free(rolled);
        depth_bench_close(search);
        cop_game_close(game);
    }
}

/* On 4 x 4, from seven checkers on: all that follows can still be looked at. */
static void middles_of_dice_have_their_exact_values(void **context)
{
    enum { PLIES = 15 }; /* a roll and a checker, seven times, and a roll */
    static const char *const agents[] = {"expectimax(eval=none)", "star1(eval=none)",
                                         "star2(eval=none)", "star2.5(eval=none, probes=2)"};
    struct cop_game *game = open_game("dice(size=4, full=reroll)");
    int positions = is_slow_build() ? 1 : 4;
    struct cop_rng rng;
    cop_move moves[16];

    (void)context;
    cop_rng_seed(&rng, 4);
    for (int i = 0; i < positions; i++) {
        void *state = start_of(game);
        double payoff[COP_PLAYERS_MAX];

        for (int ply = 0; ply < PLIES; ply++)
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        brute_value(game, state, payoff);
        for (int a = 0; a < 4; a++) {
            struct tree_search *search = depth_bench_open(game, agents[a], "memory=16M");
            struct cop_report report = depth_bench_search(search, state, "depth=60");
            int turn = game->rules->turn(game, state);
            double value = (report.value[turn] - report.lower) / (report.upper - report.lower);

            if (fabs(value - payoff[turn]) > 1e-9)
                fail_msg("%s, %d: %.13g and not %.13g", agents[a], i, value, payoff[turn]);
            depth_bench_close(search);
        }
        free(state);
    }
    cop_game_close(game);
}

static double value_at_depth_9(const struct cop_game *game, const char *agent, const void *state)
{
    struct tree_search *search = depth_bench_open(game, agent, "memory=16M");
    struct cop_report report = depth_bench_search(search, state, "depth=9");

    depth_bench_close(search);
    return report.value[game->rules->turn(game, state)];
}

/* A model tells the values of depth 7 from those of depth 3. After every smaller depth has been
 * searched the table knows those of depth 6, which differ by the last mover's checker. Taken for
 * those of depth 3 they made results wrong by 0.8 on average; 0.4 is what the thesis's error
 * leaves room for (chance-and-multiplayer.md 3.4). */
static void shallow_searches_are_not_answered_by_deeper_ones(void **context)
{
    static const char *const positions[] = {
        "...../....x/.oo.x/...../x.... o 4", "....o/.o.xx/.o..x/....x/.x..o o 1",
        "x..../o..../...../....x/oox.. x 1", "..xx./...../o..oo/xx.../..... o 4"};
    struct cop_game *game = open_game("dice(size=5)");
    double error = 0;

    (void)context;
    for (int i = 0; i < 4; i++) {
        void *state = start_of(game);

        assert_true(cop_position_read(game, positions[i], state, NULL));
        error += fabs(value_at_depth_9(game, "star2(count_chance=on, probcut=0.1)", state) -
                      value_at_depth_9(game, "star2(count_chance=on)", state));
        free(state);
    }
    assert_true(error / 4 < 0.4);
    cop_game_close(game);
}

/* What holds only if opponents play together, or out of turn, is no proof. */
static void beliefs_about_opponents_prove_nothing(void **context)
{
    static const char *const agents[] = {"paranoid(eval=pieces)", "brs(eval=pieces)",
                                         "brs(eval=none)"};
    struct cop_game *game = open_game("rolit(players=3, size=4)");
    void *state = start_of(game);

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct tree_search *search = depth_bench_open(game, agents[i], "memory=16M");
        struct cop_report report = depth_bench_search(search, state, "depth=16");

        assert_int_equal(report.proof, COP_UNPROVEN);
        assert_true(isnan(report.value[1]) && isnan(report.value[2]));
        depth_bench_close(search);
    }
    free(state);
    cop_game_close(game);
}

/* ---- One game after another ---- */

enum { MIDDLES = 6 };

/* Positions out of the middle of random games, the i-th after i + 4 moves. */
static void walk(const struct cop_game *game, char *middles)
{
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, 5);
    for (int i = 0; i < MIDDLES; i++) {
        char *state = middles + (size_t)i * game->state_size;

        game->rules->start(game, state, &rng);
        for (int ply = 0; ply < i + 4 || game->rules->turn(game, state) == COP_CHANCE; ply++)
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
    }
    free(moves);
}

static void assert_same_search(const struct cop_game *game, const char *agent,
                               const struct cop_report *report, const struct cop_report *expected)
{
    if (report->best != expected->best || report->nodes != expected->nodes ||
        memcmp(report->value, expected->value, (size_t)game->players * sizeof(double)) != 0)
        fail_msg("%s, %s: %lld nodes to %g and not %lld to %g", game->name, agent,
                 (long long)report->nodes, report->value[0], (long long)expected->nodes,
                 expected->value[0]);
}

/* All agents search the same, though each has had other positions before: one none at all, the
 * others all of them in their own order. */
static void search_after_others(const char *spec, const char *const *agents, int count,
                                const char *words)
{
    struct cop_game *game = open_game(spec);
    char *middles = calloc(MIDDLES, game->state_size);
    struct cop_report expected[MIDDLES];

    walk(game, middles);
    for (int i = 0; i < MIDDLES; i++) {
        struct tree_search *search = depth_bench_open(game, agents[0], "memory=256K");

        expected[i] = depth_bench_search(search, middles + (size_t)i * game->state_size, words);
        depth_bench_close(search);
    }
    for (int a = 0; a < count; a++) {
        struct tree_search *search = depth_bench_open(game, agents[a], "memory=256K");

        for (int i = 0; i < MIDDLES; i++) {
            int at = (i * (a % 2 == 0 ? 5 : 1) + a) % MIDDLES;
            const char *state = middles + (size_t)at * game->state_size;
            struct cop_report report = depth_bench_search(search, state, words);

            assert_same_search(game, agents[a], &report, &expected[at]);
        }
        depth_bench_close(search);
    }
    free(middles);
    cop_game_close(game);
}

static void one_search_has_three_names_for_two_players(void **context)
{
    static const char *const plain[] = {"alphabeta", "paranoid", "brs", "brs(plus=on)"};
    static const char *const thesis[] = {"alphabeta(pvs=off)", "paranoid(pvs=off)", "brs(pvs=off)"};
    static const char *const noisy[] = {"alphabeta(noise=5, etc=on)", "paranoid(noise=5, etc=on)",
                                        "brs(noise=5, etc=on)"};

    (void)context;
    search_after_others("rolit(players=2)", plain, 4, "depth=5");
    search_after_others("focus(players=2)", noisy, 3, "depth=3");
    search_after_others("chinesecheckers(players=2)", thesis, 3,
                        is_slow_build() ? "depth=3" : "depth=4");
    search_after_others("chinesecheckers(players=2)", noisy, 3, "nodes=20k");
}

static void other_searches_do_not_know_the_last_game_either(void **context)
{
    static const char *const chance[] = {"star2.5(probes=2)", "star2.5(probes=2)"};
    static const char *const many[] = {"maxn", "maxn"};
    static const char *const replies[] = {"brs(plus=on)", "brs(plus=on)"};

    (void)context;
    search_after_others("chancebreakthrough(width=4, height=5)", chance, 2, "nodes=20k");
    search_after_others("rolit(players=3)", many, 2, "nodes=20k");
    search_after_others("focus(players=4)", replies, 2, "nodes=20k");
}

/* The table counts new games in eight bits, and must not find what was kept 255 of them before. */
static void thousandth_game_is_like_the_first(void **context)
{
    struct cop_game *game = open_game("othello(size=6)");
    struct tree_search *search = depth_bench_open(game, "alphabeta", "memory=64K");
    void *state = start_of(game);
    struct cop_report expected = depth_bench_search(search, state, "depth=4");

    (void)context;
    for (int i = 0; i < 1000; i++) {
        struct cop_report report = depth_bench_search(search, state, "depth=4");

        assert_same_search(game, "alphabeta", &report, &expected);
    }
    free(state);
    depth_bench_close(search);
    cop_game_close(game);
}

/* A search of the start by a new agent, which then begins a new game and searches it again. */
static void search_twice(const char *game_spec, const char *spec, const char *words, double *values,
                         struct cop_report *report)
{
    struct cop_game *game = open_game(game_spec);
    struct cop_agent *agent;
    struct cop_limits limits;
    void *state = start_of(game);

    assert_true(cop_limits_parse(words, &limits, NULL));
    agent = cop_agent_open(game, spec, &limits.means, NULL);
    assert_non_null(agent);
    assert_true(cop_agent_think(agent, state, &limits, NULL, report, NULL));
    values[0] = report->value[0];
    cop_agent_start(agent, limits.means.seed);
    assert_true(cop_agent_think(agent, state, &limits, NULL, report, NULL));
    values[1] = report->value[0];
    for (int i = 0; i < report->candidate_count; i++)
        assert_true(report->candidates[i].proof != COP_UNPROVEN ||
                    report->candidates[i].low < report->candidates[i].high);
    cop_agent_close(agent);
    free(state);
    cop_game_close(game);
}

static void noise_comes_from_the_seed_of_the_opening(void **context)
{
    struct cop_report report;
    double seven[2], eight[2];

    (void)context;
    search_twice("connect4", "alphabeta(noise=5)", "depth=3, seed=7", seven, &report);
    search_twice("connect4", "alphabeta(noise=5)", "depth=3, seed=8", eight, &report);
    assert_true(seven[0] == seven[1] && eight[0] == eight[1]);
    assert_true(seven[0] != eight[0]);
}

static void noise_stays_within_the_values_of_the_evaluator(void **context)
{
    struct cop_report report;
    double values[2];

    (void)context;
    search_twice("twixt(size=4)", "maxn(noise=20000)", "depth=2, seed=1", values, &report);
    assert_true(values[0] >= report.lower && values[0] <= report.upper);
}

static void moves_that_are_not_known_have_room_between_their_bounds(void **context)
{
    static const char *const specs[] = {"random", "mc", "mcts", "alphabeta", "maxn", "star2"};
    struct cop_report report;
    double values[2];

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        search_twice("connect4", specs[i], "nodes=100", values, &report);
}

/* ---- Moves left out ---- */

/* A position with so many stones, from which the game goes on. */
static void play_some(const struct cop_game *game, void *state, int plies, struct cop_rng *rng)
{
    cop_move moves[64];

    do {
        game->rules->start(game, state, rng);
        for (int i = 0; i < plies && game->rules->turn(game, state) >= 0; i++)
            game->rules->play(game, state, cop_random_move(game, state, rng, moves));
    } while (game->rules->turn(game, state) < 0);
}

/* What such a search says against the truth: not always right, but what it calls certain is.
 * Returns how often it knew. */
static int count_proofs(const struct cop_game *game, const char *spec, int positions)
{
    struct tree_search *all = depth_bench_open(game, "alphabeta(oracle=off)", "memory=16M");
    struct tree_search *some = depth_bench_open(game, spec, "memory=16M");
    void *state = start_of(game);
    struct cop_rng rng;
    int proven = 0;

    cop_rng_seed(&rng, 5);
    for (int i = 0; i < positions; i++) {
        struct cop_report truth, found;

        play_some(game, state, 28, &rng);
        truth = depth_bench_search(all, state, "depth=14");
        found = depth_bench_search(some, state, "depth=14");
        assert_true(truth.proof != COP_UNPROVEN);
        if (found.proof == COP_UNPROVEN)
            continue;
        proven++;
        assert_int_equal(found.proof, truth.proof);
        assert_true(found.value[0] == truth.value[0]);
    }
    free(state);
    depth_bench_close(all);
    depth_bench_close(some);
    return proven;
}

/* A win is found move by move, and a loss only if all moves were looked at. With room for all
 * moves, and with none that is reduced, it is the same search. */
static void what_is_proven_with_moves_left_out_is_true(void **context)
{
    static const char *const narrow[] = {"alphabeta(oracle=off, width=2)",
                                         "alphabeta(oracle=off, width=3, reduce=1)"};
    int positions = is_slow_build() ? 20 : 200;
    struct cop_game *game = open_game("connect4");

    (void)context;
    for (size_t i = 0; i < 2; i++) {
        int proven = count_proofs(game, narrow[i], positions);

        assert_true(proven > 0 && proven < positions);
    }
    assert_true(count_proofs(game, "alphabeta(oracle=off, reduce=1)", positions) > 0);
    assert_int_equal(count_proofs(game, "alphabeta(oracle=off, width=7, reduce=7)", positions),
                     positions);
    cop_game_close(game);
}

/* Later moves are looked at less, which is what it is for. */
static void reduced_moves_save_nodes(void **context)
{
    struct cop_game *game = open_game("breakthrough(width=6, height=6)");
    struct tree_search *all = depth_bench_open(game, "alphabeta", "memory=16M");
    struct tree_search *some = depth_bench_open(game, "alphabeta(reduce=3)", "memory=16M");
    void *state = start_of(game);

    (void)context;
    assert_true(depth_bench_search(some, state, "depth=6").nodes <
                depth_bench_search(all, state, "depth=6").nodes);
    free(state);
    depth_bench_close(all);
    depth_bench_close(some);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expectimax_counts_the_nodes_of_ontop),
        cmocka_unit_test(sound_bounds_keep_the_values_of_ontop),
        cmocka_unit_test(scaled_bounds_save_what_they_saved_elsewhere),
        cmocka_unit_test(rolit_values_and_leaves_are_those_of_the_table),
        cmocka_unit_test(pruning_keeps_the_values_of_rolit),
        cmocka_unit_test(maxn_finds_the_vectors_of_rolit),
        cmocka_unit_test(rolit_4x4_against_everybody_is_solved),
        cmocka_unit_test(second_of_three_lays_the_last_stone_on_6x6),
        cmocka_unit_test(othello_4x4_is_white_by_ten),
        cmocka_unit_test(small_boards_are_solved),
        cmocka_unit_test(small_boards_of_dice_have_their_exact_values),
        cmocka_unit_test(middles_of_dice_have_their_exact_values),
        cmocka_unit_test(shallow_searches_are_not_answered_by_deeper_ones),
        cmocka_unit_test(beliefs_about_opponents_prove_nothing),
        cmocka_unit_test(one_search_has_three_names_for_two_players),
        cmocka_unit_test(other_searches_do_not_know_the_last_game_either),
        cmocka_unit_test(thousandth_game_is_like_the_first),
        cmocka_unit_test(noise_comes_from_the_seed_of_the_opening),
        cmocka_unit_test(noise_stays_within_the_values_of_the_evaluator),
        cmocka_unit_test(moves_that_are_not_known_have_room_between_their_bounds),
        cmocka_unit_test(what_is_proven_with_moves_left_out_is_true),
        cmocka_unit_test(reduced_moves_save_nodes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
