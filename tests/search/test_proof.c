/* test_proof.c - proof-number search and PN2: the numbers of worked examples
 * (samegame-and-fanorona.md 8.5), trees whose numbers and memory are right whenever a search is
 * stopped, and answers that are those of searches that look at everything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "search/proof/prove.h"

/* ---- Numbers ---- */

static struct proof_numbers of_leaves(bool is_or, int unknown, int proven)
{
    struct proof_numbers numbers = proof_none(is_or);

    for (int i = 0; i < unknown; i++)
        numbers = proof_with(numbers, is_or, (struct proof_numbers){1, 1});
    for (int i = 0; i < proven; i++)
        numbers = proof_with(numbers, is_or, (struct proof_numbers){0, PROOF_NEVER});
    return numbers;
}

static void assert_numbers(struct proof_numbers numbers, uint32_t proof, uint32_t disproof)
{
    assert_int_equal(numbers.proof, proof);
    assert_int_equal(numbers.disproof, disproof);
}

/* [43] An OR node over AND nodes with 2 and 3 unknown leaves; then one leaf of the first is proven.
 */
static void proof_numbers_of_the_worked_tree(void **context)
{
    struct proof_numbers root = proof_none(true);

    (void)context;
    root = proof_with(root, true, of_leaves(false, 2, 0));
    root = proof_with(root, true, of_leaves(false, 3, 0));
    assert_numbers(root, 2, 2);
    root = proof_with(proof_none(true), true, of_leaves(false, 1, 1));
    root = proof_with(root, true, of_leaves(false, 3, 0));
    assert_numbers(root, 1, 2);
}

static void proof_numbers_know_what_can_never_be(void **context)
{
    struct proof_numbers lost = {PROOF_NEVER, 0}, large = {PROOF_NEVER - 1, PROOF_NEVER - 1};

    (void)context;
    assert_numbers(proof_with(proof_none(true), true, lost), PROOF_NEVER, 0);
    assert_numbers(
        proof_with(proof_with(proof_none(false), false, lost), false, (struct proof_numbers){1, 1}),
        PROOF_NEVER, 0);
    /* A sum that is too large is still no "never". */
    assert_numbers(proof_with(proof_with(proof_none(true), true, large), true, large),
                   PROOF_NEVER - 1, PROOF_NEVER - 1);
}

/* ---- Trees ---- */

struct bench {
    struct cop_game *game;
    struct cop_rng rng;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
};

static struct bench open_bench(const char *spec, uint64_t seed)
{
    struct bench bench = {NULL};
    struct cop_error error;

    bench.game = cop_game_open(spec, &error);
    if (bench.game == NULL)
        fail_msg("%s", error.message);
    cop_rng_seed(&bench.rng, seed);
    bench.game->rules->start(bench.game, bench.state, &bench.rng);
    return bench;
}

/* Plays random moves; false if the game ends with them. */
static bool walk(struct bench *bench, int plies)
{
    cop_move *moves = calloc((size_t)bench->game->max_moves, sizeof *moves);

    for (int i = 0; i < plies && bench->game->rules->turn(bench->game, bench->state) != COP_OVER;
         i++)
        bench->game->rules->play(bench->game, bench->state,
                                 cop_random_move(bench->game, bench->state, &bench->rng, moves));
    free(moves);
    return bench->game->rules->turn(bench->game, bench->state) != COP_OVER;
}

static const struct pn_config configs[] = {
    {.second = PN_ALONE},
    {.second = PN_ALONE, .is_delayed = true},
    {.second = PN_ALONE, .start = {PROOF_MOBILITY}},
    {.second = PN_AS_FIRST, .second_least = 20},
    {.second = PN_AS_FIRST, .second_least = 1, .is_delayed = true, .start = {PROOF_MOBILITY}},
    {.second = PN_LOGISTIC, .second_a = 300, .second_b = 100, .second_least = 5},
};

enum { CONFIGS = sizeof configs / sizeof configs[0] };

/* Every inner node has the numbers of its children, every child its parent. Returns the number of
 * nodes below. */
static uint32_t audit(const struct proof_tree *tree, uint32_t at)
{
    const struct proof_node *node = &tree->nodes[at];
    struct proof_numbers numbers = proof_none(node->is_or);
    uint32_t nodes = 0;

    for (uint32_t i = 0; i < node->count; i++) {
        const struct proof_node *child = &tree->nodes[node->children + i];

        assert_int_equal(child->parent, at);
        nodes += 1 + audit(tree, node->children + i);
        numbers = proof_with(numbers, node->is_or, child->numbers);
    }
    if (node->count > 0)
        assert_numbers(node->numbers, numbers.proof, numbers.disproof);
    if (at != 1 && proof_is_settled(node->numbers))
        assert_int_equal(node->children, 0);
    return nodes;
}

/* Nodes that were given back and not taken again. */
static uint32_t count_freed(const struct proof_tree *tree)
{
    uint32_t nodes = 0;

    for (int size = 1; size < tree->sizes; size++)
        for (uint32_t at = tree->free_first[size]; at != 0; at = tree->nodes[at].children)
            nodes += (uint32_t)size;
    return nodes;
}

/* [46] The first tree is right wherever the search is stopped, no node is lost and none is used
 * twice; the second is never larger than it may be. */
static void proof_trees_are_right_whenever_they_are_looked_at(void **context)
{
    (void)context;
    for (int c = 0; c < CONFIGS; c++)
        for (int64_t limit = 1; limit < 3000; limit = limit * 3 / 2 + 1) {
            struct bench bench = open_bench("breakthrough(width=4, height=5)", 1);
            struct cop_run_terms terms = {.tickets = limit};
            struct cop_run run;
            struct cop_pace pace;
            struct cop_error error;
            struct pn pn;
            cop_move best;

            cop_run_begin(&run, &terms);
            cop_pace_begin(&pace, true, 1);
            assert_true(pn_open(&pn, bench.game, &configs[c], 1 << 20, &run, &pace, &error));
            pn.goal = proof_goal_for(bench.game, COP_STAKE_PAYOFF, 0);
            proof_goal_begin(&pn.goal, 1);
            assert_int_equal(pn_ask(&pn, bench.state, &best), PROOF_OPEN);
            assert_false(pn.is_full);
            assert_int_equal(pn.created, limit);
            assert_int_equal(audit(&pn.trees[0], 1) + 1, pn.trees[0].used);
            assert_int_equal(pn.trees[0].used + count_freed(&pn.trees[0]) + 1, pn.trees[0].end);
            pn_close(&pn);
            cop_game_close(bench.game);
        }
}

/* ---- Answers ---- */

struct game_case {
    const char *spec;
    int least_plies, plies; /* of the random beginnings */
    enum cop_stake stake;
};

static const struct game_case cases[] = {
    {"connect4(width=4, height=4)", 0, 8, COP_STAKE_PAYOFF},
    {"breakthrough(width=3, height=4)", 0, 8, COP_STAKE_PAYOFF},
    {"othello(size=4)", 0, 8, COP_STAKE_PAYOFF},
    {"othello(size=4)", 0, 8, COP_STAKE_SCORE},
    {"fanorona(width=3, height=3)", 0, 10, COP_STAKE_PAYOFF},
    {"fanorona(width=3, height=3, quiet=4)", 0, 6, COP_STAKE_PAYOFF},
    {"twixt(size=4)", 4, 8, COP_STAKE_PAYOFF},
};

static bool prove(const struct bench *bench, enum cop_stake stake, const struct pn_config *config,
                  const struct cop_solve_limits *limits, struct cop_solution *proven,
                  struct cop_error *error)
{
    const struct cop_prover how = {.pn = *config};

    return cop_prove(bench->game, bench->state, stake, &how, limits, proven, error);
}

static void compare(const struct bench *bench, const struct game_case *one,
                    const struct pn_config *config)
{
    struct cop_solve_limits limits = {.memory = 64 << 20, .threads = 1};
    struct cop_solution expected, proven;
    struct cop_error error;

    if (!cop_solve(bench->game, bench->state, one->stake, &limits, &expected, &error))
        fail_msg("%s", error.message);
    if (!prove(bench, one->stake, config, &limits, &proven, &error))
        fail_msg("%s", error.message);
    assert_true(proven.lower == proven.upper);
    if (proven.lower != expected.lower)
        fail_msg("%s: proven %g, solved %g", one->spec, proven.lower, expected.lower);
    assert_true(proven.best != COP_NO_MOVE);
}

/* [44] in kind. */
static void proofs_agree_with_a_search_of_everything(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint64_t seed = 1; seed <= 24; seed++) {
            struct bench bench = open_bench(cases[i].spec, seed);
            int plies = cases[i].least_plies +
                        (int)(seed % (uint64_t)(cases[i].plies - cases[i].least_plies));

            if (walk(&bench, plies))
                compare(&bench, &cases[i], &configs[seed % CONFIGS]);
            cop_game_close(bench.game);
        }
}

/* The move that is named makes sure of the value. */
static void proven_moves_keep_what_they_promise(void **context)
{
    struct cop_solve_limits limits = {.memory = 64 << 20, .threads = 1};

    (void)context;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct bench bench = open_bench("connect4(width=4, height=4)", seed);
        struct cop_solution proven, after;
        struct cop_error error;
        int mover;

        if (walk(&bench, (int)(seed % 9))) {
            mover = bench.game->rules->turn(bench.game, bench.state);
            assert_true(prove(&bench, COP_STAKE_PAYOFF, &configs[seed % CONFIGS], &limits, &proven,
                              &error));
            bench.game->rules->play(bench.game, bench.state, proven.best);
            if (bench.game->rules->turn(bench.game, bench.state) == COP_OVER) {
                double payoffs[COP_PLAYERS_MAX];

                bench.game->rules->payoff(bench.game, bench.state, payoffs);
                assert_true(payoffs[mover] == proven.lower);
            } else {
                assert_true(
                    cop_solve(bench.game, bench.state, COP_STAKE_PAYOFF, &limits, &after, &error));
                assert_true(1 - after.lower == proven.lower);
            }
        }
        cop_game_close(bench.game);
    }
}

/* [45] The smallest boards of table 4.4, each won by White; with slanting lines between the other
 * points two have other values (samegame-and-fanorona.md 3.1). */
static void fanorona_has_its_published_values(void **context)
{
    static const struct {
        const char *game;
        double white;
    } boards[] = {
        {"fanorona(width=3, height=3)", 1},
        {"fanorona(width=5, height=3)", 1},
        {"fanorona(width=3, height=5)", 1},
        {"fanorona(width=3, height=5, corners=weak)", 0},
        {"fanorona(width=5, height=5, corners=weak)", 1},
    };
    struct cop_solve_limits limits = {.memory = 64 << 20, .threads = 1};

    (void)context;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        for (int c = 0; c < 4; c += 3) {
            struct bench bench = open_bench(boards[i].game, 1);
            struct cop_solution proven;
            struct cop_error error;

            assert_true(prove(&bench, COP_STAKE_PAYOFF, &configs[c], &limits, &proven, &error));
            assert_true(proven.lower == boards[i].white && proven.upper == boards[i].white);
            cop_game_close(bench.game);
        }
}

/* ---- Limits ---- */

/* Bounds that a search without time has are true, and full memory is said. */
static void proofs_without_memory_say_so(void **context)
{
    struct cop_solve_limits limits = {.memory = 1 << 14, .threads = 1};

    (void)context;
    for (int c = 0; c < CONFIGS; c++) {
        struct bench bench = open_bench("connect4(width=5, height=5)", 1);
        struct cop_run_terms terms = {.tickets = 1};
        struct cop_solution proven;
        struct cop_error error;
        struct cop_run run;
        struct cop_pace pace;
        struct pn pn;

        if (!prove(&bench, COP_STAKE_PAYOFF, &configs[c], &limits, &proven, &error))
            fail_msg("%s", error.message);
        assert_true(proven.memory_is_full);
        assert_true(proven.lower <= 0.5 && proven.upper >= 0.5);
        assert_true(proven.proof > 0 && proven.disproof > 0);
        cop_run_begin(&run, &terms);
        cop_pace_begin(&pace, true, 1);
        assert_false(pn_open(&pn, bench.game, &configs[c], 64, &run, &pace, &error));
        assert_non_null(strstr(error.message, "memory")); /* not even one family */
        pn_close(&pn);
        cop_game_close(bench.game);
    }
}

static void proofs_stop_when_they_are_told(void **context)
{
    atomic_bool stop = true;
    struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 1, .stop = &stop};
    struct bench bench = open_bench("connect4", 1);
    struct cop_solution proven;
    struct cop_error error;

    (void)context;
    assert_true(prove(&bench, COP_STAKE_PAYOFF, &configs[3], &limits, &proven, &error));
    assert_true(proven.lower == 0 && proven.upper == 1);
    assert_int_equal(proven.best, COP_NO_MOVE);
    cop_game_close(bench.game);
}

static void proofs_refuse_what_has_no_value(void **context)
{
    static const char *const games[] = {"dice", "rolit(players=3)", "stratego"};
    struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 1};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct bench bench = open_bench(games[i], 1);
        struct cop_solution proven;
        struct cop_error error;

        assert_false(prove(&bench, COP_STAKE_PAYOFF, &configs[0], &limits, &proven, &error));
        assert_non_null(strstr(error.message, "cannot be solved"));
        cop_game_close(bench.game);
    }
}

/* ---- The player ---- */

/* What could not be solved in the middle of a game is refused before it begins. */
static void provers_refuse_games_that_they_could_not_finish(void **context)
{
    static const char *const games[] = {"fanorona(quiet=250)", "dice", "rolit(players=3)",
                                        "samegame"};
    static const char *const agents[] = {"pn", "dfpn"};
    struct cop_means means = {.threads = 1, .memory = 1 << 20};

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct bench bench = open_bench(games[i], 1);
        struct cop_error error;

        for (int j = 0; j < 2; j++)
            assert_null(cop_agent_open(bench.game, agents[j], &means, &error));
        cop_game_close(bench.game);
    }
}

static struct cop_report think(const struct bench *bench, const char *agent, const char *limit)
{
    struct cop_limits limits;
    struct cop_report report;
    struct cop_error error;
    struct cop_agent *player;

    assert_true(cop_limits_parse(limit, &limits, &error));
    player = cop_agent_open(bench->game, agent, &limits.means, &error);
    if (player == NULL)
        fail_msg("%s", error.message);
    if (!cop_agent_think(player, bench->state, &limits, NULL, &report, &error))
        fail_msg("%s", error.message);
    report.candidates = NULL; /* they go with the agent */
    cop_agent_close(player);
    return report;
}

static void provers_play_what_is_proven_and_ask_others_for_the_rest(void **context)
{
    struct bench bench = open_bench("connect4(width=4, height=4)", 1);
    struct cop_report report = think(&bench, "pn", "nodes=5M, memory=256M");

    (void)context;
    assert_int_equal(report.proof, COP_PROVEN_EXACT);
    assert_true(report.value[0] == 0.5);
    report = think(&bench, "pn", "nodes=1000");
    assert_int_equal(report.proof, COP_UNPROVEN);
    assert_true(report.sims > 0 && report.nodes <= 1100);
    cop_game_close(bench.game);
    bench = open_bench("breakthrough(width=4, height=4)", 1);
    report = think(&bench, "pn(second=tree)", "nodes=5M, memory=256M");
    assert_int_equal(report.proof, COP_PROVEN_LOSS);
    assert_true(report.best != COP_NO_MOVE);
    cop_game_close(bench.game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proof_numbers_of_the_worked_tree),
        cmocka_unit_test(proof_numbers_know_what_can_never_be),
        cmocka_unit_test(proof_trees_are_right_whenever_they_are_looked_at),
        cmocka_unit_test(proofs_agree_with_a_search_of_everything),
        cmocka_unit_test(proven_moves_keep_what_they_promise),
        cmocka_unit_test(fanorona_has_its_published_values),
        cmocka_unit_test(proofs_without_memory_say_so),
        cmocka_unit_test(proofs_stop_when_they_are_told),
        cmocka_unit_test(proofs_refuse_what_has_no_value),
        cmocka_unit_test(provers_refuse_games_that_they_could_not_finish),
        cmocka_unit_test(provers_play_what_is_proven_and_ask_others_for_the_rest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
