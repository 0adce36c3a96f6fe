/* test_verdicts.c - what must be true of all experiments and their claims: fewer games never make a
 * claim easier, the full budget can decide it, and nothing that learns changes what was measured.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/rng.h"
#include "lab/claim/tree.h"
#include "lab/experiment/plan.h"
#include "lab/report/table.h"
#include "lab/run/verdicts.h"
#include "slow_build.h"

/* -- all claims -- */

typedef void visitor(void *context, const struct cop_experiment *experiment, int claim,
                     enum cop_budget budget, const struct cop_claim *parsed);

static void visit_experiment(const struct cop_experiment *experiment, visitor *visit, void *context)
{
    for (int i = 0; i < experiment->claim_count; i++)
        for (int b = 0; b < COP_BUDGETS; b++) {
            struct cop_claim *parsed;

            if (!experiment->claims[i].at[b])
                continue;
            parsed = cop_experiment_claim(experiment, i, (enum cop_budget)b, NULL);
            assert_non_null(parsed);
            visit(context, experiment, i, (enum cop_budget)b, parsed);
            cop_claim_free(parsed);
        }
}

static void visit_all(visitor *visit, void *context)
{
    struct cop_error error = {""};
    char **ids;
    int count = cop_experiment_list("lab", &ids, &error);

    assert_true(count > 40);
    for (int i = 0; i < count; i++) {
        struct cop_experiment *experiment = cop_experiment_load("lab", ids[i], &error);

        if (!experiment)
            fail_msg("%s", error.message);
        visit_experiment(experiment, visit, context);
        cop_experiment_free(experiment);
        free(ids[i]);
    }
    free(ids);
}

/* -- fewer games -- */

enum { NUMBERS_MAX = 64, TRIALS = 60 };

/* Made-up measurements near the numbers that the claim compares with. `vagueness` makes every
 * interval so many times as wide and changes nothing else, as fewer games would. */
struct rumour {
    uint64_t seed;
    double numbers[NUMBERS_MAX];
    int number_count;
    double vagueness;
};

static void collect_numbers(const struct cop_claim *claim, struct rumour *rumour)
{
    if (claim->kind == CLAIM_NUMBER && rumour->number_count < NUMBERS_MAX)
        rumour->numbers[rumour->number_count++] = claim->number;
    for (int i = 0; i < claim->part_count; i++)
        collect_numbers(claim->parts[i], rumour);
}

static uint64_t hash_words(uint64_t hash, const char *words)
{
    for (; *words; words++)
        hash = (hash ^ (unsigned char)*words) * 1099511628211u;
    return hash;
}

static void seed_by(struct cop_rng *rng, uint64_t seed, const struct cop_measure *measure)
{
    uint64_t hash = hash_words(seed * 31 + 7, measure->name);

    for (int i = 0; i < measure->word_count; i++)
        hash = hash_words(hash, measure->words[i]);
    cop_rng_seed(rng, hash);
}

static struct cop_interval rumoured_measure(const void *context, const struct cop_measure *measure)
{
    const struct rumour *rumour = context;
    struct cop_rng rng;
    double value, near, far;

    seed_by(&rng, rumour->seed, measure);
    value = rumour->numbers[cop_rng_below(&rng, (uint32_t)rumour->number_count)];
    near = (fabs(value) + 0.01) * (cop_rng_unit(&rng) - 0.5);
    far = 0.3 * (fabs(value) + 0.01) * cop_rng_unit(&rng) * rumour->vagueness;
    value += near;
    return (struct cop_interval){value - far, value, value + far * (0.5 + cop_rng_unit(&rng))};
}

static double rumoured_correlation(const void *context, const struct cop_measure *left,
                                   const struct cop_measure *right)
{
    const struct rumour *rumour = context;
    struct cop_rng first, second;

    seed_by(&first, rumour->seed, left);
    seed_by(&second, rumour->seed, right);
    return 2 * cop_rng_unit(&first) * cop_rng_unit(&second) - 1;
}

static enum cop_truth judge(const struct rumour *rumour, const struct cop_claim *claim)
{
    struct cop_evidence evidence = {rumour, rumoured_measure, rumoured_correlation};
    struct cop_text findings = COP_TEXT;
    enum cop_truth truth = cop_claim_judge(claim, &evidence, &findings);

    cop_text_free(&findings);
    return truth;
}

static void try_vaguer(void *context, const struct cop_experiment *experiment, int claim,
                       enum cop_budget budget, const struct cop_claim *parsed)
{
    struct rumour sharp = {.vagueness = 0.2};
    int *decided = context;

    (void)budget;
    collect_numbers(parsed, &sharp);
    sharp.numbers[sharp.number_count > 0 ? 0 : sharp.number_count++] += 0.5;
    for (int trial = 0; trial < (is_slow_build() ? TRIALS / 6 : TRIALS); trial++) {
        struct rumour vague;
        enum cop_truth truth;

        sharp.seed = (uint64_t)trial;
        truth = judge(&sharp, parsed);
        decided[truth]++;
        vague = sharp;
        vague.vagueness *= 1.5 + trial % 5;
        if (judge(&vague, parsed) != COP_UNDECIDED && judge(&vague, parsed) != truth)
            fail_msg("%s, \"%s\": fewer games made it %s", experiment->id,
                     experiment->claims[claim].title, cop_truth_name(judge(&vague, parsed)));
    }
}

static void fewer_games_never_decide_a_claim(void **state)
{
    int decided[3] = {0};

    (void)state;
    visit_all(try_vaguer, decided);
    assert_true(decided[COP_TRUE] > 1000 && decided[COP_FALSE] > 1000);
}

/* -- enough games -- */

/* A band or a series of something else than shares, whose deviation only a run can tell. */
static bool is_open_band(const struct cop_claim *claim)
{
    if (claim->kind == CLAIM_WITHIN || claim->kind == CLAIM_INCREASING ||
        claim->kind == CLAIM_DECREASING)
        return true;
    for (int i = 0; i < claim->part_count; i++)
        if (is_open_band(claim->parts[i]))
            return true;
    return false;
}

static void check_plan(void *context, const struct cop_experiment *experiment, int claim,
                       enum cop_budget budget, const struct cop_claim *parsed)
{
    struct cop_claim_plan plan = cop_claim_plan(experiment, claim, budget);
    int *shorts = context;

    shorts[budget] += cop_claim_plan_is_short(plan);
    if (budget != COP_FULL || experiment->claims[claim].construction[0])
        return;
    if (cop_claim_plan_is_short(plan))
        fail_msg("%s, \"%s\": needs %d games and has %d", experiment->id,
                 experiment->claims[claim].title, plan.needs, plan.games);
    if (is_open_band(parsed) && plan.needs == 0 && plan.games != COP_PLAN_NEVER)
        fail_msg("%s, \"%s\" does not say how many games it needs", experiment->id,
                 experiment->claims[claim].title);
}

static void the_full_budget_can_decide_every_claim(void **state)
{
    int shorts[COP_BUDGETS] = {0};

    (void)state;
    visit_all(check_plan, shorts);
    assert_true(shorts[COP_QUICK] > shorts[COP_STANDARD] && shorts[COP_STANDARD] > 0);
}

/* -- enough simulations -- */

/* Whether a claim speaks of games with other limits than the published ones. */
static bool is_of_other_limits(const struct cop_experiment *experiment, enum cop_budget budget,
                               const struct cop_claim *claim)
{
    if (claim->kind == CLAIM_MEASURE) {
        const struct cop_lab_run *run = cop_experiment_run(experiment, claim->measure.words[0]);

        return strcmp(run->efforts[budget].limit, run->efforts[COP_FULL].limit) != 0;
    }
    for (int i = 0; i < claim->part_count; i++)
        if (is_of_other_limits(experiment, budget, claim->parts[i]))
            return true;
    return false;
}

static void check_limits(void *context, const struct cop_experiment *experiment, int claim,
                         enum cop_budget budget, const struct cop_claim *parsed)
{
    int *seen = context;

    if (strcmp(experiment->id, "uct-star/table-04") != 0 &&
        strcmp(experiment->id, "uct-star/table-10") != 0)
        return;
    (*seen)++;
    if (is_of_other_limits(experiment, budget, parsed))
        fail_msg("%s, \"%s\" is judged at %s without the published simulations", experiment->id,
                 experiment->claims[claim].title, cop_budget_name(budget));
}

static void tables_4_and_10_are_judged_with_the_published_simulations(void **state)
{
    int seen = 0;

    (void)state;
    visit_all(check_limits, &seen);
    assert_true(seen > 20);
}

/* -- stored results -- */

static void check_stored(const struct cop_experiment *experiment, const struct cop_results *results)
{
    int at = 0;

    for (int i = 0; i < experiment->claim_count; i++) {
        const struct cop_experiment_claim *claim = &experiment->claims[i];

        if (!claim->at[COP_STANDARD])
            continue;
        if (at >= results->claim_count || strcmp(results->claims[at].words, claim->words) != 0 ||
            strcmp(results->claims[at].title, claim->title) != 0 ||
            results->claims[at].is_by_construction != (claim->construction[0] != '\0'))
            fail_msg("the stored results of %s were not judged by its claim \"%s\"", experiment->id,
                     claim->title);
        at++;
    }
    assert_int_equal(at, results->claim_count);
}

static void stored_results_are_judged_by_the_claims_of_today(void **state)
{
    struct cop_error error = {""};
    char **ids;
    int count = cop_results_list("lab/results", "standard", &ids);

    (void)state;
    assert_true(count > 30);
    for (int i = 0; i < count; i++) {
        struct cop_experiment *experiment = cop_experiment_load("lab", ids[i], &error);
        struct cop_results results;

        if (!experiment || !cop_results_load(&results, "lab/results", "standard", ids[i], &error))
            fail_msg("%s", error.message);
        check_stored(experiment, &results);
        cop_results_free(&results);
        cop_experiment_free(experiment);
        free(ids[i]);
    }
    free(ids);
}

/* -- claims of a kind of their own -- */

static const char text[] =
    "id = \"test/small\"; title = \"Small\"; source = \"Table 0\"; specification = \"none\";\n"
    "description = \"Nothing.\";\n"
    "runs = ( { name = \"match\"; game = \"connect4\"; moves_per_game = 8.0;\n"
    "  sims_per_second = 1e5; entrants = ( { label = \"a\"; agent = \"mcts\"; },\n"
    "    { label = \"b\"; agent = \"mc\"; } );\n"
    "  quick = { limit = \"sims=20\"; games = 12; }; } );\n"
    "published = ( { run = \"match\"; entrant = \"a\"; score = 0.75; } );\n"
    "claims = (\n"
    "  { title = \"Loosened\"; claim = \"score(match, a) > 0.5\";\n"
    "    before = \"score(match, a) >= 0.9\"; budgets = [\"quick\"]; },\n"
    "  { title = \"Sure\"; claim = \"score(match, a) > 0.65\"; budgets = [\"quick\"];\n"
    "    by_construction = \"Both are the same.\"; } );\n";

static struct cop_interval seen(const void *context, const struct cop_measure *measure)
{
    (void)context;
    (void)measure;
    return (struct cop_interval){0.6, 0.7, 0.8};
}

static double unrelated(const void *context, const struct cop_measure *left,
                        const struct cop_measure *right)
{
    (void)context;
    (void)left;
    (void)right;
    return 0;
}

static struct cop_experiment *read_text(const char *words, struct cop_error *error)
{
    return cop_experiment_read(words, "x.cfg", NULL, error);
}

static void both_bands_are_shown_and_what_cannot_fail_is_not_counted(void **state)
{
    static const struct cop_evidence evidence = {NULL, seen, unrelated};
    struct cop_error error = {""};
    struct cop_experiment *experiment = read_text(text, &error);
    struct cop_results results = {0};
    int counts[3];

    (void)state;
    if (!experiment)
        fail_msg("%s", error.message);
    assert_true(cop_lab_judge(experiment, COP_QUICK, &evidence, &results, &error));
    assert_int_equal(results.claim_count, 2);
    assert_string_equal(cop_claim_verdict(&results.claims[0]), "reproduced");
    assert_string_equal(results.claims[0].note, "Before it was loosened the claim was: "
                                                "score(match, a) >= 0.9; by that it is not "
                                                "reproduced.");
    assert_string_equal(cop_claim_verdict(&results.claims[1]), "by construction");
    assert_string_equal(results.claims[1].note, "Both are the same.");
    cop_count_claims(&results, counts);
    assert_int_equal(counts[COP_TRUE] + counts[COP_UNDECIDED] + counts[COP_FALSE], 1);
    cop_results_free(&results);
    cop_experiment_free(experiment);
}

/* 1.96^2 * 0.25 / 0.1^2 = 96 games, less a little by Wilson, fit a band of 0.2; against 0.6 a score
 * of 0.75 needs 0.96^2 * 0.75 * 0.25 / 0.15^2 and somewhat more. */
static void a_plan_counts_the_games_that_a_claim_needs(void **state)
{
    static const struct {
        const char *claim;
        int low, high;
    } rows[] = {{"score(match, a) within [0.4, 0.6]", 65, 75},
                {"score(match, b) within [0.4, 0.6]", 65, 75},
                {"score(match, a) - score(match, b) within [0, 1]", 8, 14},
                {"score(match, a) > 0.6", 34, 44},
                {"score(match, a) > 0.6 and score(match, a) > 0.7", 280, 340},
                {"score(match, b) < 0.5", 11, 16},
                {"score(match, a) > 0.75", COP_PLAN_NEVER, COP_PLAN_NEVER},
                {"sims(match, a) within [1, 2]", 0, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cop_error error = {""};
        struct cop_experiment *experiment = read_text(text, &error);
        struct cop_claim_plan plan;

        assert_non_null(experiment);
        free(experiment->claims[0].words);
        experiment->claims[0].words = cop_copy_string(rows[i].claim);
        plan = cop_claim_plan(experiment, 0, COP_QUICK);
        assert_int_equal(plan.games, 12);
        if (plan.needs < rows[i].low || plan.needs > rows[i].high)
            fail_msg("%s: %d", rows[i].claim, plan.needs);
        experiment->claims[0].needs = 7;
        assert_int_equal(cop_claim_plan(experiment, 0, COP_QUICK).needs, 7);
        assert_int_equal(cop_claim_plan(experiment, 1, COP_QUICK).needs, 0);
        cop_experiment_free(experiment);
    }
}

/* `text` with one part exchanged. */
static void assert_slip(const char *right, const char *wrong, const char *part)
{
    const char *at = strstr(text, right);
    struct cop_text words = COP_TEXT;
    struct cop_error error = {""};

    assert_non_null(at);
    cop_text_add_bytes(&words, text, (size_t)(at - text));
    cop_text_add(&words, "%s%s", wrong, at + strlen(right));
    assert_null(read_text(words.bytes, &error));
    if (!strstr(error.message, part))
        fail_msg("\"%s\" does not say \"%s\"", error.message, part);
    cop_text_free(&words);
}

static void slips_in_such_claims_are_found(void **state)
{
    (void)state;
    assert_slip("score(match, a) >= 0.9", "score(match, c) >= 0.9", "no entrant \"c\"");
    assert_slip("by_construction", "by_constuction", "did you mean by_construction?");
    assert_slip("before = \"score(match, a) >= 0.9\"", "needs = 1.5", "whole number");
    assert_slip(
        "game = \"connect4\"; moves_per_game = 8.0;\n"
        "  sims_per_second = 1e5; entrants = ( { label = \"a\"; agent = \"mcts\"; },\n"
        "    { label = \"b\"; agent = \"mc\"; } );\n"
        "  quick = { limit = \"sims=20\"; games = 12; }; } );\n"
        "published = ( { run = \"match\"; entrant = \"a\"; score = 0.75; } );\n"
        "claims = (\n"
        "  { title = \"Loosened\"; claim = \"score(match, a) > 0.5\"",
        "kind = \"searches\"; game = \"connect4\"; agent = \"mcts\"; sims_per_second = 1e5;\n"
        "  quick = { limit = \"sims=20\"; searches = 12; }; } );\n"
        "claims = (\n"
        "  { title = \"Loosened\"; claim = \"widest_spread(match) < 0.5\"",
        "easier with fewer of them");
}

/* -- what changes elsewhere -- */

/* The evaluator that is meant where none is named is one that learned. */
static bool has_learned(const struct cop_game *game)
{
    const struct cop_evaluator *first = game->rules->evaluators;

    if (first == NULL)
        return false;
    while (first->name != NULL && first->fits_variant != NULL && !first->fits_variant(game))
        first++;
    return first->name != NULL && strcmp(first->name, "learned") == 0;
}

static bool has_evaluator_to_name(const char *agent)
{
    char name[64];
    const struct cop_agent_kind *kind;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(agent, "("), agent);
    kind = cop_agent_kind_find(name);
    return kind != NULL && cop_options_find(kind->options, "eval", strlen("eval")) != NULL;
}

/* Whoever teaches a game's evaluator something new would otherwise change what was measured. */
static void no_experiment_changes_when_an_evaluator_learns(void **state)
{
    struct cop_error error = {""};
    char **ids;
    int count = cop_experiment_list("lab", &ids, &error);

    (void)state;
    for (int i = 0; i < count; i++) {
        struct cop_experiment *experiment = cop_experiment_load("lab", ids[i], &error);

        if (experiment == NULL)
            fail_msg("%s", error.message);
        for (int r = 0; r < experiment->run_count; r++)
            for (int e = 0; e < experiment->runs[r].entrant_count; e++) {
                const struct cop_lab_run *run = &experiment->runs[r];
                const char *agent = run->entrants[e].agent;

                if (!has_learned(run->game) || !has_evaluator_to_name(agent))
                    continue;
                if (strstr(agent, "eval=") == NULL)
                    fail_msg("%s, %s: %s does not name its evaluator", ids[i], run->name, agent);
            }
        cop_experiment_free(experiment);
        free(ids[i]);
    }
    free(ids);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_experiment_changes_when_an_evaluator_learns),
        cmocka_unit_test(fewer_games_never_decide_a_claim),
        cmocka_unit_test(the_full_budget_can_decide_every_claim),
        cmocka_unit_test(tables_4_and_10_are_judged_with_the_published_simulations),
        cmocka_unit_test(stored_results_are_judged_by_the_claims_of_today),
        cmocka_unit_test(a_plan_counts_the_games_that_a_claim_needs),
        cmocka_unit_test(both_bands_are_shown_and_what_cannot_fail_is_not_counted),
        cmocka_unit_test(slips_in_such_claims_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
