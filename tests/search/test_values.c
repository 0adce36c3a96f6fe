/* test_values.c - searches against exact values: chance, several players, scores, secrets, proofs.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "brute.h"
#include "tiny/tiny.h"
#include "tree_bench.h"

static struct cop_game *open_any(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game =
        strncmp(spec, "tiny", 4) == 0 ? tiny_open(spec, &error) : cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

/* A state some random plies into a game, where a player is to move; the start if there is none. */
static void *state_in_play(const struct cop_game *game, int plies, uint64_t seed)
{
    void *state = calloc(1, game->state_size), *next = calloc(1, game->state_size);
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    memcpy(next, state, game->state_size);
    for (int i = 0; i < plies && game->rules->turn(game, next) != COP_OVER; i++) {
        game->rules->play(game, next, cop_random_move(game, next, &rng, moves));
        if (game->rules->turn(game, next) >= 0)
            memcpy(state, next, game->state_size);
    }
    free(next);
    free(moves);
    return state;
}

static struct cop_report search(const struct cop_game *game, const void *state, const char *agent,
                                const char *limits)
{
    struct mcts *mcts = tree_bench_open(game, agent, limits);
    struct cop_report report = tree_bench_search(mcts, state, limits);

    tree_bench_close(mcts);
    report.candidates = NULL;
    return report;
}

/* The value of the move played, for the player who plays it. */
static double value_of_choice(const struct cop_game *game, const void *state, cop_move move)
{
    int player = game->rules->turn(game, state);
    double value[COP_PLAYERS_MAX];
    void *next = malloc(game->state_size);

    memcpy(next, state, game->state_size);
    game->rules->play(game, next, move);
    brute_value(game, next, value);
    free(next);
    return value[player];
}

static const char *const solvable[] = {"tiny_race(n=4)",
                                       "tiny_three(n=9)",
                                       "tiny_three(n=8, payoff=shared)",
                                       "tiny_nim",
                                       "tiny_puzzle(blocks=6)",
                                       "othello(size=4)",
                                       "connect4(width=4, height=4)",
                                       "breakthrough(width=3, height=4)"};

/* A proof speaks of the player to move; what a kingmaker leaves to others it does not say. */
static void proofs_agree_with_brute_force(void **unused)
{
    int proven = 0, asked = 0;

    (void)unused;
    for (size_t i = 0; i < sizeof solvable / sizeof *solvable; i++) {
        struct cop_game *game = open_any(solvable[i]);
        bool is_board = strncmp(solvable[i], "tiny", 4) != 0;

        for (int seed = 1; seed <= (IS_WATCHED ? 4 : 12); seed++) {
            void *state = state_in_play(game, is_board ? 4 + seed % 5 : seed % 4, (uint64_t)seed);
            int player = game->rules->turn(game, state);
            struct cop_report report;
            double value[COP_PLAYERS_MAX];

            if (player == COP_OVER) { /* a puzzle dealt without a move */
                free(state);
                continue;
            }
            report = search(game, state, "solver=on, stop=off", "sims=30k, memory=64M, seed=5");
            brute_value(game, state, value);
            asked++;
            if (report.proof != COP_UNPROVEN) {
                proven++;
                assert_true(fabs(report.value[player] - value[player]) < 1e-12);
                for (int k = 0; k < game->players && game->players <= 2; k++)
                    assert_true(fabs(report.value[k] - value[k]) < 1e-12);
                assert_true(fabs(value_of_choice(game, state, report.best) - value[player]) < 1e-5);
            }
            if (report.proof == COP_PROVEN_WIN)
                assert_true(value[player] > 1 - 1e-9);
            if (report.proof == COP_PROVEN_LOSS)
                assert_true(value[player] < 1e-9);
            free(state);
        }
        cop_game_close(game);
    }
    assert_true(proven > asked / 2);
}

static void known_boards_are_solved(void **unused)
{
    static const struct {
        const char *game;
        enum cop_proof proof;
    } cases[] = {
        {"breakthrough(width=2, height=4)", COP_PROVEN_LOSS},
        {"breakthrough(width=3, height=4)", COP_PROVEN_LOSS},
        {"breakthrough(width=2, height=6)", COP_PROVEN_WIN},
        {"othello(size=4)", COP_PROVEN_LOSS},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cop_game *game = open_any(cases[i].game);
        void *state = tree_bench_state(game, "");
        struct cop_report report = search(game, state, "solver=on, stop=off", "sims=3M, seed=1");

        assert_int_equal(report.proof, cases[i].proof);
        assert_true(report.stopped_early);
        free(state);
        cop_game_close(game);
    }
}

/* Without proofs, too: the value approaches the exact one and the best move is found. */
static void means_approach_exact_values(void **unused)
{
    static const char *const games[] = {"tiny_race(n=5)", "tiny_three(n=8)",
                                        "tiny_three(n=7, payoff=shared)", "tiny_nim"};

    (void)unused;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct cop_game *game = open_any(games[i]);
        void *state = tree_bench_state(game, "");
        int player = game->rules->turn(game, state);
        struct cop_report report = search(game, state, "c=0.5", "sims=200k, seed=2");
        double value[COP_PLAYERS_MAX];

        brute_value(game, state, value);
        assert_true(fabs(value_of_choice(game, state, report.best) - value[player]) < 0.01);
        assert_true(fabs(report.value[player] - value[player]) < 0.05);
        assert_int_equal(report.proof, COP_UNPROVEN);
        free(state);
        cop_game_close(game);
    }
}

static void a_puzzle_is_played_for_its_score(void **unused)
{
    struct cop_game *game = open_any("tiny_puzzle");
    struct mcts *mcts = tree_bench_open(game, "reward=score, final=value, c=0.3", "sims=1");

    (void)unused;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        void *state = state_in_play(game, 0, seed);
        double best = brute_best_score(game, state);

        while (game->rules->turn(game, state) != COP_OVER) {
            struct cop_report report = tree_bench_search(mcts, state, "sims=20k, seed=1");

            game->rules->play(game, state, report.best);
        }
        assert_true(game->rules->score(game, state, 0) == best);
        free(state);
    }
    tree_bench_close(mcts);
    cop_game_close(game);
}

static bool plays(const char *spec, const char *agent, const char *word)
{
    struct cop_game *game = open_any(spec);
    bool does = true;

    /* Whatever the coin shows, the guesser must not know. */
    for (uint64_t seed = 1; seed <= 6; seed++) {
        void *state = state_in_play(game, 0, seed);
        struct cop_text name = COP_TEXT;
        struct cop_limits limits;
        struct cop_report report;
        struct cop_agent *asked;

        assert_true(cop_limits_parse("sims=20k, seed=3", &limits, NULL));
        asked = cop_agent_open(game, agent, &limits.means, NULL);
        assert_non_null(asked);
        assert_true(cop_agent_think(asked, state, &limits, NULL, &report, NULL));
        game->rules->write_move(game, state, report.best, &name);
        does = does && strcmp(name.bytes, word) == 0;
        cop_text_free(&name);
        cop_agent_close(asked);
        free(state);
    }
    cop_game_close(game);
    return does;
}

/* The keeper sees the coin, and only decisions kept apart by views give the keeper credit for that:
 * heads is worth 0.48 then, and passing 0.5. */
static void a_secret_is_weighed_and_never_seen(void **unused)
{
    (void)unused;
    assert_true(plays("tiny_coin", "mcts(hidden=views)", "heads"));
    assert_true(plays("tiny_coin", "mcts(hidden=shared)", "heads"));
    assert_true(plays("tiny_coin(heads=0.6)", "mcts(hidden=views)", "pass"));
    assert_true(plays("tiny_coin(heads=0.6)", "mcts(hidden=shared)", "heads"));
    assert_true(plays("tiny_coin(heads=0.2)", "mcts(hidden=views)", "tails"));
    assert_true(plays("tiny_coin(heads=0.2)", "mc", "tails"));
}

static void secrets_forbid_proofs_and_shared_trees(void **unused)
{
    static const char *const specs[] = {"mcts(solver=on)", "mcts(prune=root)", "mcts"};
    struct cop_game *game = open_any("tiny_coin");
    struct cop_limits limits;

    (void)unused;
    assert_true(cop_limits_parse("sims=10, threads=2", &limits, NULL));
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct cop_error error = {""};

        assert_null(cop_agent_open(game, specs[i], &limits.means, &error));
        assert_non_null(strstr(error.message, "hidden"));
    }
    cop_game_close(game);
}

static void rewards_follow_the_values_of_results(void **unused)
{
    struct cop_game *game = open_any("connect4(width=4, height=4)"); /* a draw */
    void *state = tree_bench_state(game, "22221111");
    struct cop_report plain = search(game, state, "", "sims=5k, seed=1");
    struct cop_report generous = search(game, state, "draw=1", "sims=5k, seed=1");
    struct cop_report proven =
        search(game, state, "solver=on, stop=off, win=0.9, draw=0.3, loss=0.1", "sims=200k");

    (void)unused;
    assert_true(generous.value[0] > plain.value[0] + 0.1);
    assert_int_equal(proven.proof, COP_PROVEN_EXACT);
    assert_true(fabs(proven.value[0] - 0.3) < 1e-9);
    assert_true(fabs(proven.value[1] - 0.3) < 1e-9);
    free(state);
    cop_game_close(game);
}

/* uct-star.md 1.0: a cut playout counts as a draw. */
static void cut_playouts_count_as_draws(void **unused)
{
    struct cop_game *game = open_any("breakthrough");
    void *state = tree_bench_state(game, "");
    struct cop_report report = search(game, state, "playout_limit=5", "sims=2k, seed=1");

    (void)unused;
    assert_true(report.value[0] == 0.5 && report.value[1] == 0.5);
    free(state);
    cop_game_close(game);
}

static void policies_guide_playouts(void **unused)
{
    struct cop_game *game = open_any("connect4");
    void *state = tree_bench_state(game, "4455");
    struct cop_report uniform = search(game, state, "", "sims=2k, seed=1");
    struct cop_report decisive = search(game, state, "playout=decisive", "sims=2k, seed=1");

    (void)unused;
    assert_true(fabs(uniform.value[0] - decisive.value[0]) > 0.005);
    free(state);
    cop_game_close(game);
}

static void flat_sampling_is_fair_and_finds_wins(void **unused)
{
    struct cop_game *game = open_any("connect4");
    void *state = tree_bench_state(game, "121212");
    struct cop_limits limits;
    struct cop_report report;
    struct cop_agent *agent;

    (void)unused;
    assert_true(cop_limits_parse("sims=703", &limits, NULL));
    agent = cop_agent_open(game, "mc", &limits.means, NULL);
    assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
    assert_int_equal(report.sims, 703);
    for (int i = 0; i < 7; i++)
        assert_in_range(report.candidates[i].visits, 100, 101);
    assert_int_equal(report.best, report.candidates[0].move);
    assert_true(report.value[0] == 1);
    cop_agent_close(agent);
    free(state);
    cop_game_close(game);
}

static void random_plays_every_move(void **unused)
{
    struct cop_game *game = open_any("othello");
    void *state = tree_bench_state(game, "");
    struct cop_limits limits;
    struct cop_report report;
    struct cop_agent *agent;
    int played[4] = {0};

    (void)unused;
    assert_true(cop_limits_parse("seed=9", &limits, NULL));
    agent = cop_agent_open(game, "random", &limits.means, NULL);
    for (int i = 0; i < 4000; i++) {
        assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
        for (int k = 0; k < 4; k++)
            played[k] += report.best == report.candidates[k].move;
    }
    for (int k = 0; k < 4; k++)
        assert_in_range(played[k], 890, 1110); /* four standard errors */
    cop_agent_close(agent);
    free(state);
    cop_game_close(game);
}

static void agents_are_not_asked_without_a_decision(void **unused)
{
    struct cop_game *game = open_any("connect4");
    void *state = tree_bench_state(game, "1212121");
    struct cop_error error = {""};
    struct cop_limits limits;
    struct cop_report report;
    struct cop_agent *agent;

    (void)unused;
    assert_true(cop_limits_parse("sims=10", &limits, NULL));
    agent = cop_agent_open(game, "mcts", &limits.means, NULL);
    assert_false(cop_agent_think(agent, state, &limits, NULL, &report, &error));
    assert_non_null(strstr(error.message, "over"));
    cop_agent_close(agent);
    assert_null(cop_agent_open(game, "mtcs", &limits.means, &error));
    assert_non_null(strstr(error.message, "mcts"));
    free(state);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_agree_with_brute_force),
        cmocka_unit_test(known_boards_are_solved),
        cmocka_unit_test(means_approach_exact_values),
        cmocka_unit_test(a_puzzle_is_played_for_its_score),
        cmocka_unit_test(a_secret_is_weighed_and_never_seen),
        cmocka_unit_test(secrets_forbid_proofs_and_shared_trees),
        cmocka_unit_test(rewards_follow_the_values_of_results),
        cmocka_unit_test(cut_playouts_count_as_draws),
        cmocka_unit_test(policies_guide_playouts),
        cmocka_unit_test(flat_sampling_is_fair_and_finds_wins),
        cmocka_unit_test(random_plays_every_move),
        cmocka_unit_test(agents_are_not_asked_without_a_decision),
    };

    return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}
