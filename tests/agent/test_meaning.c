/* Chances, points and words: one scale for every search and game. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/report_view.h"
#include "coppice/agent.h"
#include "coppice/fit.h"
#include "coppice/solve.h"
#include "game/learned.h"

/* A game, a position and an agent that has searched it. */
struct looked {
    struct cop_game *game;
    struct cop_agent *agent;
    struct cop_report report;
    void *state;
};

static struct looked look(const char *name, const char *moves, const char *spec, const char *words)
{
    struct cop_error error = {""};
    struct looked looked = {.game = cop_game_open(name, &error)};
    struct cop_limits limits;
    struct cop_rng rng;

    assert_non_null(looked.game);
    looked.state = calloc(1, looked.game->state_size);
    cop_rng_seed(&rng, 1);
    looked.game->rules->start(looked.game, looked.state, &rng);
    if (!cop_limits_parse(words, &limits, &error) ||
        !cop_moves_play(looked.game, looked.state, moves, NULL, NULL, &error) ||
        (looked.agent = cop_agent_open(looked.game, spec, &limits.means, &error)) == NULL)
        fail_msg("%s", error.message);
    while (looked.game->rules->turn(looked.game, looked.state) == COP_CHANCE)
        looked.game->rules->play(
            looked.game, looked.state,
            cop_random_move(looked.game, looked.state, &rng, (cop_move[1000]){0}));
    cop_agent_start(looked.agent, 1);
    if (!cop_agent_think(looked.agent, looked.state, &limits, NULL, &looked.report, &error))
        fail_msg("%s: %s", name, error.message);
    return looked;
}

static void forget(struct looked *looked)
{
    cop_agent_close(looked->agent);
    free(looked->state);
    cop_game_close(looked->game);
}

static const struct cop_candidate *best_of(const struct cop_report *report)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move == report->best)
            return &report->candidates[i];
    fail();
    return NULL;
}

/* ---- Every search and game ---- */

static void check_chances(const struct looked *looked, const char *name)
{
    const struct cop_report *report = &looked->report;
    double sum = 0;

    for (int i = 0; i < looked->game->players; i++) {
        double chance = cop_report_chance(looked->game, report, NULL, i);

        if (!(chance >= 0 && chance <= 1))
            fail_msg("%s: player %d has a chance of %g", name, i, chance);
        sum += chance;
    }
    if (looked->game->players > 1 && !(fabs(sum - 1) < 1e-9))
        fail_msg("%s: all chances together are %g", name, sum);
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *one = &report->candidates[i];
        double chance = cop_report_chance(looked->game, report, one, report->player);

        if (one->kind == COP_VALUE_NONE ? !isnan(chance) : !(chance >= 0 && chance <= 1))
            fail_msg("%s: move %d, of kind %d, has a chance of %g", name, i, one->kind, chance);
        for (int j = 0; j < report->candidate_count; j++) {
            const struct cop_candidate *other = &report->candidates[j];

            if (one->kind == COP_VALUE_NONE || other->kind == COP_VALUE_NONE ||
                one->value <= other->value)
                continue;
            assert_true(chance >= cop_report_chance(looked->game, report, other, report->player));
        }
    }
}

static void every_game_and_search_has_chances(void **context)
{
    static const char *const agents[] = {"mcts",
                                         "mc",
                                         "alphabeta(lines=3)",
                                         "star2(lines=3)",
                                         "expectimax(table=off)",
                                         "maxn",
                                         "paranoid(lines=2)",
                                         "brs",
                                         "bstar"};
    static const char *const variants[] = {"focus(players=3)", "rolit(players=4)",
                                           "chinesecheckers(players=3)", "ontop(players=3)"};
    int looks = 0;

    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        for (size_t j = 0; j < sizeof agents / sizeof *agents; j++) {
            struct cop_game *game = cop_game_open(cop_all_rules()[i]->name, NULL);
            bool fits = cop_agent_check(game, agents[j], NULL, NULL, NULL);
            bool by_sims = strncmp(agents[j], "mc", 2) == 0;
            struct looked looked;

            cop_game_close(game);
            if (!fits)
                continue;
            looked = look(cop_all_rules()[i]->name, "", agents[j],
                          by_sims ? "sims=50" : "depth=1, nodes=20k");
            check_chances(&looked, cop_all_rules()[i]->name);
            forget(&looked);
            looks++;
        }
    }
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        for (int j = 0; j < 3; j++) {
            struct looked looked =
                look(variants[i], "", (const char *[]){"mcts", "maxn", "paranoid"}[j],
                     j == 0 ? "sims=50" : "depth=1, nodes=20k");

            check_chances(&looked, variants[i]);
            forget(&looked);
        }
    }
    assert_true(looks > 50);
}

/* ---- Fits ---- */

/* Half of the positions of value 1 are won, a quarter of value -1: ln 1 = 0 and ln(1/3). */
static void newton_finds_the_likeliest_curve(void **context)
{
    static const struct cop_chance_pair pairs[] = {{1, 1},  {1, 0},  {1, 0.5}, {1, 0.5},
                                                   {-1, 1}, {-1, 0}, {-1, 0},  {-1, 0}};
    struct cop_chance chance = {1, 0, 0};

    (void)context;
    assert_true(cop_chance_make(pairs, 8, &chance, NULL));
    assert_true(fabs(cop_chance_at(&chance, 1) - 0.5) < 1e-9);
    assert_true(fabs(cop_chance_at(&chance, -1) - 0.25) < 1e-9);
    assert_int_equal(chance.version, 1);
}

static void what_cannot_be_fitted_is_said(void **context)
{
    static const struct cop_chance_pair same[] = {{1, 1}, {1, 0}, {1, 0}},
                                        sure[] = {{1, 1}, {-1, 0}, {2, 1}, {-2, 0}},
                                        wrong[] = {{1, 0}, {-1, 1}, {1, 1}, {-1, 0}, {2, 0}};
    struct cop_error error = {""};
    struct cop_chance chance;

    (void)context;
    assert_false(cop_chance_make(same, 3, &chance, &error));
    assert_non_null(strstr(error.message, "one value"));
    assert_false(cop_chance_make(sure, 4, &chance, &error));
    assert_non_null(strstr(error.message, "all wins from all losses"));
    assert_false(cop_chance_make(wrong, 5, &chance, &error));
    assert_non_null(strstr(error.message, "promised less"));
    assert_false(cop_chance_make(same, 2, &chance, &error));
}

static bool is_for_one(const struct cop_rules *rules)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open_rules(rules, "", &error);
    bool is_alone;

    assert_non_null(game);
    is_alone = game->players == 1;
    cop_game_close(game);
    return is_alone;
}

/* What is learned where there is chance are shares, spread from a lost to a won game
 * (game/learned.h): a fit would count them twice. */
static bool is_share(const struct cop_rules *rules, const struct cop_evaluator *row)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open_rules(rules, "", &error);
    bool has_chance;

    assert_non_null(game);
    has_chance = game->has_chance;
    cop_game_close(game);
    return has_chance && row->evaluate == cop_learned_evaluate &&
           rules->features->target == COP_TARGET_PAYOFF;
}

/* A fit of numbers that the evaluator no longer has would be believed all the same. Who plays alone
 * has no chances. */
static void every_fit_is_of_its_evaluators_version(void **context)
{
    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        const struct cop_evaluator *row = cop_all_rules()[i]->evaluators;

        if (is_for_one(cop_all_rules()[i]))
            continue;
        for (; row != NULL && row->name != NULL; row++) {
            if (is_share(cop_all_rules()[i], row)) {
                assert_int_equal(row->chance.version, 0);
                continue;
            }
            if (row->chance.version != row->version)
                fail_msg("%s, evaluator %s: the chance is of version %d and not %d; make it anew "
                         "with coppice tune chance",
                         cop_all_rules()[i]->name, row->name, row->chance.version, row->version);
            assert_true(row->chance.slope > 0);
        }
    }
}

static void a_fit_of_another_version_is_not_used(void **context)
{
    struct cop_evaluator evaluators[] = {cop_rules_find("othello")->evaluators[0], {NULL}};
    int fitted = evaluators[0].version;
    struct cop_rules rules = *cop_rules_find("othello");
    struct cop_limits limits = {.depth = 2, .means = {.threads = 1, .memory = 1 << 20}};
    struct cop_report report;
    struct cop_agent *agent;
    struct cop_game *game;
    void *state;

    (void)context;
    rules.evaluators = evaluators;
    for (int i = 0; i < 2; i++, evaluators[0].version++) {
        game = cop_game_open_rules(&rules, "", NULL);
        agent = cop_agent_open(game, "alphabeta", &limits.means, NULL);
        state = calloc(1, game->state_size);
        game->rules->start(game, state, NULL);
        assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
        assert_int_equal(report.scale.chance.version, i == 0 ? fitted : 0);
        cop_agent_close(agent);
        free(state);
        cop_game_close(game);
    }
}

/* ---- What is certain ---- */

static void words_are(const struct looked *looked, const struct cop_candidate *candidate,
                      const char *words)
{
    struct cop_text text = COP_TEXT;

    assert_int_equal(cop_report_words(looked->game, &looked->report, candidate, &text),
                     words != NULL);
    assert_string_equal(text.bytes, words != NULL ? words : "");
    cop_text_free(&text);
}

static void a_win_is_counted_in_moves(void **context)
{
    struct looked at_once = look("connect4", "1 7 1 7 1 7", "alphabeta", "depth=8");
    struct looked later = look("connect4", "4 1 3 1", "alphabeta", "depth=8");
    struct looked lost = look("connect4", "4 1 3 1 5", "alphabeta", "depth=8");

    (void)context;
    words_are(&at_once, NULL, "wins in 1");
    words_are(&at_once, best_of(&at_once.report), "wins in 1");
    words_are(&later, NULL, "wins in 3");
    words_are(&lost, NULL, "loses in 2");
    assert_true(cop_report_chance(later.game, &later.report, NULL, 0) == 1);
    assert_true(cop_report_chance(lost.game, &lost.report, NULL, 0) == 1);
    assert_true(cop_report_chance(lost.game, &lost.report, NULL, 1) == 0);
    forget(&at_once);
    forget(&later);
    forget(&lost);
}

static void margins_and_draws_have_words(void **context)
{
    struct looked margin = look("othello(size=4)", "", "alphabeta(eval=discs)", "depth=20");
    struct looked draw = look("connect4(width=4, height=4)", "", "alphabeta", "depth=20");
    struct looked open = look("connect4", "", "alphabeta", "depth=2");

    (void)context;
    words_are(&margin, NULL, "White by 10");
    assert_true(cop_report_chance(margin.game, &margin.report, NULL, 1) == 1);
    words_are(&draw, NULL, "proven draw");
    assert_true(cop_report_chance(draw.game, &draw.report, NULL, 0) == 0.5);
    words_are(&open, NULL, NULL);
    forget(&margin);
    forget(&draw);
    forget(&open);
}

static void who_does_not_look_knows_nothing(void **context)
{
    struct looked looked = look("connect4", "", "random", "1s");

    (void)context;
    assert_true(isnan(cop_report_chance(looked.game, &looked.report, NULL, 0)));
    assert_true(isnan(cop_report_chance(looked.game, &looked.report, best_of(&looked.report), 0)));
    words_are(&looked, NULL, NULL);
    forget(&looked);
}

static double chance_at_depth(int depth, double *value)
{
    char limit[20];
    struct looked looked;
    double chance;

    snprintf(limit, sizeof limit, "depth=%d", depth);
    looked = look("amazons(size=6)", "", "alphabeta(lines=2)", limit);
    *value = looked.report.value[looked.report.player];
    chance = cop_report_chance(looked.game, &looked.report, NULL, looked.report.player);
    assert_true(chance == cop_report_chance(looked.game, &looked.report, best_of(&looked.report),
                                            looked.report.player));
    for (int i = 0; i < looked.report.candidate_count; i++) {
        const struct cop_candidate *candidate = &looked.report.candidates[i];

        if (candidate->kind == COP_VALUE_EXACT)
            assert_true(cop_report_chance(looked.game, &looked.report, candidate,
                                          looked.report.player) <= chance);
    }
    forget(&looked);
    return chance;
}

/* Who has moved last looks much better in the Amazons; a chance does not go up and down with it. */
static void chances_do_not_sway_with_the_depth(void **context)
{
    double first, second, third, before;

    (void)context;
    before = chance_at_depth(2, &second);
    assert_true(chance_at_depth(3, &third) == before);
    assert_true(third > second + 5);
    assert_true(chance_at_depth(1, &first) < 0.7);
    assert_true(first > second + 5);
}

/* So many random moves of a game that is not over then. */
static void write_random_moves(const char *name, int count, uint64_t seed, struct cop_text *words)
{
    struct cop_game *game = cop_game_open(name, NULL);
    void *state = calloc(1, game->state_size);
    cop_move moves[128];
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    do {
        cop_text_clear(words);
        game->rules->start(game, state, &rng);
        for (int i = 0; i < count && game->rules->turn(game, state) >= 0; i++) {
            cop_move move = cop_random_move(game, state, &rng, moves);

            game->rules->write_move(game, state, move, words);
            cop_text_add(words, " ");
            game->rules->play(game, state, move);
        }
    } while (game->rules->turn(game, state) < 0);
    free(state);
    cop_game_close(game);
}

/* The solver knows how many discs it will be, not only who wins. */
static void the_solvers_margin_is_told(void **context)
{
    struct cop_solve_limits limits = {.memory = 1 << 24, .threads = 1};
    int told = 0;

    (void)context;
    for (int seed = 1; seed <= 6; seed++) {
        struct cop_text moves = COP_TEXT;
        struct cop_solution solution;
        struct looked looked;
        char expected[40];

        write_random_moves("othello", 50, (uint64_t)seed, &moves);
        looked = look("othello", moves.bytes, "alphabeta", "20s");
        assert_true(
            cop_solve(looked.game, looked.state, COP_STAKE_SCORE, &limits, &solution, NULL));
        if (solution.lower > 0) {
            snprintf(expected, sizeof expected, "%s by %g",
                     cop_player_name(looked.game, looked.report.player), solution.lower);
            words_are(&looked, NULL, expected);
            words_are(&looked, best_of(&looked.report), expected);
            told++;
        }
        forget(&looked);
        cop_text_free(&moves);
    }
    assert_true(told > 0);
}

static void check_solved(const struct looked *looked, int *results)
{
    static const char *const words[] = {"proven loss", "proven draw", "proven win"};
    const struct cop_report *report = &looked->report;
    struct cop_solve_limits limits = {.memory = 1 << 24, .threads = 1};
    struct cop_solution solution;
    int result;

    assert_true(cop_solve(looked->game, looked->state, COP_STAKE_PAYOFF, &limits, &solution, NULL));
    assert_true(solution.lower == solution.upper);
    result = (int)(2 * solution.lower);
    results[result]++;
    assert_true(cop_report_chance(looked->game, report, NULL, report->player) == solution.lower);
    if (report->distance == 0)
        words_are(looked, NULL, words[result]);
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];
        double chance = cop_report_chance(looked->game, report, candidate, report->player);

        assert_true(isnan(chance) || chance <= solution.lower);
        assert_true(candidate->move != report->best || chance == solution.lower);
    }
}

/* From ten stones on the solver answers in time, and what it says is what people are told. */
static void connect_four_is_told_as_it_is_solved(void **context)
{
    static const char *const agents[] = {"mcts(solver=on)", "alphabeta(lines=3)"};
    struct cop_text moves = COP_TEXT;
    int results[3] = {0};

    (void)context;
    for (int i = 0; i < 24; i++) {
        struct looked looked;

        write_random_moves("connect4", 12 + i % 12, (uint64_t)i / 2, &moves);
        looked = look("connect4", moves.bytes, agents[i % 2], "20s");
        check_solved(&looked, results);
        forget(&looked);
    }
    assert_true(results[0] > 0 && results[1] > 0 && results[2] > 0);
    cop_text_free(&moves);
}

/* ---- For people ---- */

static void judgement_is(const struct looked *looked, const char *words)
{
    struct cop_report_view view = {.game = looked->game, .state = looked->state};
    struct cop_text text = COP_TEXT;

    cop_report_judgement(&view, &looked->report, NULL, &text);
    assert_string_equal(text.bytes, words);
    cop_text_free(&text);
}

static void people_read_chances_and_points(void **context)
{
    struct looked othello = look("othello", "", "alphabeta", "depth=2");
    struct looked won = look("connect4", "4 1 3 1", "alphabeta", "depth=8");

    (void)context;
    othello.report.value[0] = 620;
    othello.report.scale.chance = (struct cop_chance){1, 0, 0.001};
    judgement_is(&othello, "65 %, +6.2 discs");
    othello.report.value[0] = 6000; /* nearly sure is not sure */
    judgement_is(&othello, "99 %, +60.0 discs");
    judgement_is(&won, "100 %, wins in 3");
    forget(&othello);
    forget(&won);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_and_search_has_chances),
        cmocka_unit_test(newton_finds_the_likeliest_curve),
        cmocka_unit_test(what_cannot_be_fitted_is_said),
        cmocka_unit_test(every_fit_is_of_its_evaluators_version),
        cmocka_unit_test(a_fit_of_another_version_is_not_used),
        cmocka_unit_test(a_win_is_counted_in_moves),
        cmocka_unit_test(margins_and_draws_have_words),
        cmocka_unit_test(the_solvers_margin_is_told),
        cmocka_unit_test(connect_four_is_told_as_it_is_solved),
        cmocka_unit_test(people_read_chances_and_points),
        cmocka_unit_test(chances_do_not_sway_with_the_depth),
        cmocka_unit_test(who_does_not_look_knows_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
