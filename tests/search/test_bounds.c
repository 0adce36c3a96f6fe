/* test_bounds.c - proof-number searches that ask an oracle by its name, and in which order points
 * are asked for: values stay the same, and work gets less (amazons-endgame-and-books.md 2.4, 2.8,
 * 4.4). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../games/amazons_problems.h"
#include "agent/solvers.h"
#include "coppice/agent.h"
#include "coppice/solve.h"
#include "slow_build.h"

static const struct cop_solve_limits plain = {.memory = 32 << 20, .threads = 1};

static struct cop_game *open_amazons(void)
{
    struct cop_game *game = cop_game_open("amazons", NULL);

    assert_non_null(game);
    return game;
}

static void read_problem(const struct cop_game *game, int number, int mover, uint64_t state[5])
{
    char words[AMAZONS_PROBLEM_ROOM];

    amazons_problem_words(&amazons_problems[number], mover, words);
    assert_true(cop_position_read(game, words, state, NULL));
}

static struct cop_solution solve(const struct cop_game *game, const void *state, const char *by)
{
    struct cop_solution solution;
    struct cop_error error;

    if (!cop_solve_by(by, game, state, COP_STAKE_SCORE, &plain, &solution, &error))
        fail_msg("%s: %s", by, error.message);
    return solution;
}

/* The same values without counting squares, with it as its source does, and tightly, by every
 * search; so they are those of the game's own solver, which has another way. */
static void counting_squares_changes_no_value(void **context)
{
    static const char *const searches[] = {
        "pn",
        "dfpn(epsilon=0)",
        "dfpn(epsilon=0, weak=on)",
        "dfpn(epsilon=0, points=upward)",
    };
    static const char *const rules[] = {"none", "squares_thesis", "squares", "territory"};
    int largest = is_slow_build() ? 5 : 10;
    struct cop_game *game = open_amazons();

    (void)context;
    for (int i = 0; i < AMAZONS_PROBLEMS && amazons_problems[i].empty <= largest; i++)
        for (int mover = 0; mover < 2; mover++)
            for (size_t s = 0; s < sizeof searches / sizeof *searches; s++)
                for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
                    double white = amazons_problems[i].value[mover];
                    struct cop_solution solution;
                    uint64_t state[5];
                    char by[80];
                    bool has_options = strchr(searches[s], '(') != NULL;

                    snprintf(by, sizeof by, "%.*s%sbounds=%s)",
                             (int)strlen(searches[s]) - has_options, searches[s],
                             has_options ? ", " : "(", rules[r]);
                    read_problem(game, i, mover, state);
                    solution = solve(game, state, by);
                    if (solution.lower != solution.upper ||
                        solution.lower != (mover == 0 ? white : -white))
                        fail_msg("%s %c by %s: %g to %g", amazons_problems[i].id, "wb"[mover], by,
                                 solution.lower, solution.upper);
                }
    cop_game_close(game);
}

/* The rule saves, the tight one more; weak numbers
 * need fewer positions than sums (2.7, 2.8). */
static void counting_squares_saves_work(void **context)
{
    static const char *const rules[] = {"none", "squares_thesis", "squares"};
    int64_t work[2][3] = {{0}};
    int largest = is_slow_build() ? 7 : 12;
    struct cop_game *game = open_amazons();

    (void)context;
    for (int i = 0; i < AMAZONS_PROBLEMS && amazons_problems[i].empty <= largest; i++)
        for (int mover = 0; mover < 2; mover++)
            for (int weak = 0; weak < 2; weak++)
                for (int r = 0; r < 3; r++) {
                    uint64_t state[5];
                    char by[80];

                    snprintf(by, sizeof by, "dfpn(epsilon=0, points=upward, weak=%s, bounds=%s)",
                             weak ? "on" : "off", rules[r]);
                    read_problem(game, i, mover, state);
                    work[weak][r] += solve(game, state, by).positions;
                }
    for (int weak = 0; weak < 2; weak++)
        if (!(work[weak][0] > work[weak][1] && work[weak][1] > work[weak][2]))
            fail_msg("%lld without the rule, %lld with it, %lld with the tight one",
                     (long long)work[weak][0], (long long)work[weak][1], (long long)work[weak][2]);
    cop_game_close(game);
}

/* Nothing below it is searched where the bounds answer. */
static void a_question_that_bounds_answer_is_not_searched(void **context)
{
    struct cop_game *game = open_amazons();
    const struct cop_oracle *rows = game->rules->oracles;
    uint64_t state[5];

    (void)context;
    read_problem(game, 0, 0, state); /* two empty squares, White to move: no win by two */
    for (; rows->name != NULL; rows++) {
        struct cop_bounds bounds = {game->score_low, game->score_high};

        if (strncmp(rows->name, "squares", 7) != 0)
            continue;
        assert_true(rows->is_named);
        assert_true(rows->probe(game, NULL, state, COP_STAKE_SCORE, 0, &bounds));
        assert_true(bounds.high == (strcmp(rows->name, "squares") == 0 ? 1.5 : 2.5));
        assert_true(bounds.low == (strcmp(rows->name, "squares") == 0 ? -2.5 : game->score_low));
    }
    cop_game_close(game);
}

static void refuse(const struct cop_game *game, const char *by, const char *part)
{
    struct cop_solution solution;
    struct cop_error error = {""};
    uint64_t state[5];

    read_problem(game, 0, 0, state);
    assert_false(cop_solve_by(by, game, state, COP_STAKE_SCORE, &plain, &solution, &error));
    if (strstr(error.message, part) == NULL)
        fail_msg("%s: %s", by, error.message);
}

static void oracles_are_found_by_name(void **context)
{
    struct cop_game *game = open_amazons(), *other = cop_game_open("fanorona", NULL);
    struct cop_error error = {""};
    uint64_t start[64];
    struct cop_solution solution;
    struct cop_rng rng;

    (void)context;
    refuse(game, "dfpn(bounds=circles)",
           "amazons has no oracle \"circles\"; it has territory, squares, squares_thesis");
    refuse(game, "pn(bounds=01234567890123456789012345678901234567890123456789)", "so long a name");
    refuse(game, "dfpn(points=downward)", "upward");
    cop_rng_seed(&rng, 1);
    other->rules->start(other, start, &rng);
    assert_false(cop_solve_by("pn(bounds=squares)", other, start, COP_STAKE_PAYOFF, &plain,
                              &solution, &error));
    assert_string_equal(error.message, "fanorona has no oracles, so none is called \"squares\"");
    cop_game_close(game);
    cop_game_close(other);
}

/* A player by points takes the best move that is proven, and says what it knows. */
static void provers_play_for_points(void **context)
{
    static const char *const specs[] = {
        "pn(stake=score, share=1, bounds=squares, otherwise=random)",
        "dfpn(stake=score, share=1, otherwise=random)"};
    struct cop_game *game = open_amazons();

    (void)context;
    for (int i = 0; i < 12; i++)
        for (int mover = 0; mover < 2; mover++)
            for (size_t s = 0; s < 2; s++) {
                double white = amazons_problems[i].value[mover];
                struct cop_limits limits;
                struct cop_report report;
                struct cop_agent *agent;
                uint64_t state[5];

                read_problem(game, i, mover, state);
                assert_true(cop_limits_parse("nodes=200k, memory=32M", &limits, NULL));
                agent = cop_agent_open(game, specs[s], &limits.means, NULL);
                assert_non_null(agent);
                assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
                assert_true(report.has_margin);
                assert_true(report.margin == (mover == 0 ? white : -white));
                if (amazons_problems[i].move[mover][0] != '\0') {
                    cop_move named;

                    assert_true(
                        cop_move_read(game, state, amazons_problems[i].move[mover], &named, NULL));
                    assert_int_equal(report.best, named);
                }
                cop_agent_close(agent);
            }
    cop_game_close(game);
}

/* The agent `solver` knows what every move is worth. */
static void the_solver_weighs_every_move(void **context)
{
    struct cop_game *game = open_amazons();
    struct cop_limits limits;

    (void)context;
    assert_true(cop_limits_parse("nodes=50M, memory=32M", &limits, NULL));
    for (int i = 0; i < 30; i++)
        for (int mover = 0; mover < 2; mover++) {
            const struct amazons_problem *problem = &amazons_problems[i];
            double own = mover == 0 ? problem->value[mover] : -problem->value[mover];
            struct cop_agent *agent =
                cop_agent_open(game, "solver(stake=score)", &limits.means, NULL);
            struct cop_report report;
            uint64_t state[5];
            int best = 0;

            assert_non_null(agent);
            read_problem(game, i, mover, state);
            assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
            assert_true(report.value[mover] == own && report.value[1 - mover] == -own);
            assert_int_equal(report.proof, COP_PROVEN_EXACT);
            assert_int_equal(report.candidate_count, problem->all[mover]);
            for (int c = 0; c < report.candidate_count; c++)
                best += report.candidates[c].value == own;
            assert_int_equal(best, problem->best[mover]);
            cop_agent_close(agent);
        }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counting_squares_changes_no_value),
        cmocka_unit_test(counting_squares_saves_work),
        cmocka_unit_test(a_question_that_bounds_answer_is_not_searched),
        cmocka_unit_test(oracles_are_found_by_name),
        cmocka_unit_test(provers_play_for_points),
        cmocka_unit_test(the_solver_weighs_every_move),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
