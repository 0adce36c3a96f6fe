#include "lab/experiment/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/claim/range.h"
#include "lab/claim/tree.h"
#include "lab/run/start_measure.h"

/* What would be measured if the budget had `scale` times its games. */
struct plan {
    const struct cop_experiment *experiment;
    enum cop_budget budget;
    double scale;
    double middle; /* what is supposed of numbers that were not published; or not a number */
    bool *misses;  /* set if a number is not known */
};

static int entrants_of(const struct cop_lab_run *run, enum cop_budget budget)
{
    int count = 0;

    for (int i = 0; i < run->entrant_count; i++)
        count += run->entrants[i].at[budget];
    return count;
}

/* The observations that a measure rests on. */
static double count_of(const struct plan *plan, const struct cop_measure *measure)
{
    const struct cop_lab_run *run = cop_experiment_run(plan->experiment, measure->words[0]);
    double games = run->efforts[plan->budget].count * plan->scale;

    if (run->kind == COP_LAB_RUN_MATCH && run->game->players == 2 && measure->word_count == 2)
        games *= entrants_of(run, plan->budget) - 1;
    if (run->kind == COP_LAB_RUN_MATCH && cop_is_start_measure(measure->name))
        games /= 2; /* both games of a position are one observation, at best */
    return games;
}

static double published_value(const struct plan *plan, const struct cop_measure *measure)
{
    for (int i = 0; i < plan->experiment->published_count; i++) {
        const struct cop_published *published = &plan->experiment->published[i];
        struct cop_measure other = cop_published_measure(published);

        if (other.word_count == measure->word_count && strcmp(other.name, measure->name) == 0 &&
            strcmp(other.words[0], measure->words[0]) == 0 &&
            (other.word_count < 2 || strcmp(other.words[1], measure->words[1]) == 0) &&
            (other.word_count < 3 || strcmp(other.words[2], measure->words[2]) == 0))
            return published->value;
    }
    return NAN;
}

/* Opponents: what one did not get, the other did. */
static double value_of(const struct plan *plan, const struct cop_measure *measure)
{
    const struct cop_lab_run *run = cop_experiment_run(plan->experiment, measure->words[0]);
    double value = published_value(plan, measure);

    for (int i = 0; isnan(value) && run->kind == COP_LAB_RUN_MATCH && run->entrant_count == 2 &&
                    i < 2 && measure->word_count == 2;
         i++) {
        struct cop_measure other = *measure;

        other.words[1] = run->entrants[i].label;
        value = 1 - published_value(plan, &other);
    }
    return isnan(value) ? plan->middle : value;
}

static struct cop_interval planned_interval(const void *context, const struct cop_measure *measure)
{
    const struct plan *plan = context;
    double value = value_of(plan, measure), count = count_of(plan, measure);

    if (isnan(value)) {
        *plan->misses = true;
        return (struct cop_interval){NAN, NAN, NAN};
    }
    return cop_score_interval((int64_t)ceil(count), value * ceil(count), value * ceil(count));
}

static double planned_correlation(const void *context, const struct cop_measure *left,
                                  const struct cop_measure *right)
{
    const struct plan *plan = context;
    const struct cop_lab_run *run = cop_experiment_run(plan->experiment, left->words[0]);

    if (strcmp(left->words[0], right->words[0]) != 0 || run->kind != COP_LAB_RUN_MATCH)
        return 0;
    return -1.0 / fmax(entrants_of(run, plan->budget) - 1, 1);
}

/* -- what a claim is about -- */

static bool is_share(const struct cop_measure *measure)
{
    static const char *const shares[] = {"score", "early",  "any_pruned", "chosen",      "dropped",
                                         "ended", "better", "equal",      "moving_first"};

    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        if (strcmp(shares[i], measure->name) == 0)
            return true;
    return false;
}

static bool has_only_shares(const struct cop_claim *claim)
{
    if (claim->kind == CLAIM_MEASURE)
        return is_share(&claim->measure);
    for (int i = 0; i < claim->part_count; i++)
        if (!has_only_shares(claim->parts[i]))
            return false;
    return true;
}

/* What is counted, and what a solver finds, comes out the same every time. */
static bool is_exact(const struct cop_lab_run *run)
{
    return run->kind == COP_LAB_RUN_COUNTS || run->kind == COP_LAB_RUN_SOLVES;
}

/* The fewest games of any run; a run that searches a whole list of positions leaves nothing open.
 */
static int fewest_games(const struct plan *plan, const struct cop_claim *claim)
{
    int fewest = COP_PLAN_NEVER;

    if (claim->kind == CLAIM_MEASURE) {
        const struct cop_lab_run *run =
            cop_experiment_run(plan->experiment, claim->measure.words[0]);
        int count = run->efforts[plan->budget].count;
        bool is_whole = run->kind == COP_LAB_RUN_POSITIONS && count == run->positions.count;

        return is_whole || is_exact(run) ? COP_PLAN_NEVER : count;
    }
    for (int i = 0; i < claim->part_count; i++) {
        int own = fewest_games(plan, claim->parts[i]);

        fewest = own < fewest ? own : fewest;
    }
    return fewest;
}

/* -- the games it needs -- */

static bool can_decide_band(struct plan *plan, const struct cop_evidence *evidence,
                            const struct cop_claim *claim)
{
    static const struct cop_ways once = {1, 1};
    double low = cop_claim_range(evidence, claim->parts[1], NULL, once).value;
    double high = cop_claim_range(evidence, claim->parts[2], NULL, once).value;
    struct cop_interval number;

    plan->middle = fmin(fmax((low + high) / 2, 0), 1);
    number = cop_claim_range(evidence, claim->parts[0], NULL, once);
    plan->middle = NAN;
    return !(number.high - number.low > high - low);
}

static bool can_decide(struct plan *plan, const struct cop_evidence *evidence,
                       const struct cop_claim *claim)
{
    struct cop_text findings = COP_TEXT;
    bool is_decided;

    if (claim->kind >= CLAIM_AND) {
        for (int i = 0; i < claim->part_count; i++)
            if (!can_decide(plan, evidence, claim->parts[i]))
                return false;
        return true;
    }
    if (claim->kind == CLAIM_WITHIN)
        return can_decide_band(plan, evidence, claim);
    is_decided = cop_claim_judge(claim, evidence, &findings) != COP_UNDECIDED;
    cop_text_free(&findings);
    return is_decided;
}

static bool is_enough(struct plan *plan, const struct cop_claim *claim, double scale)
{
    struct cop_evidence evidence = {plan, planned_interval, planned_correlation};

    plan->scale = scale;
    return can_decide(plan, &evidence, claim);
}

/* 0 if the claim is about something that nobody has published. */
static int needed_games(struct plan *plan, const struct cop_claim *claim, int games)
{
    double low = 0, high = 1;

    while (!is_enough(plan, claim, high) && high * games < 1e7)
        high *= 2;
    if (*plan->misses)
        return 0;
    if (!is_enough(plan, claim, high))
        return COP_PLAN_NEVER;
    while ((high - low) * games > 0.5) {
        double middle = (low + high) / 2;

        if (is_enough(plan, claim, middle))
            high = middle;
        else
            low = middle;
    }
    return (int)ceil(high * games);
}

struct cop_claim_plan cop_claim_plan(const struct cop_experiment *experiment, int claim,
                                     enum cop_budget budget)
{
    const struct cop_experiment_claim *own = &experiment->claims[claim];
    bool misses = false;
    struct plan plan = {experiment, budget, 1, NAN, &misses};
    struct cop_claim_plan result = {0, 0};
    struct cop_claim *parsed = cop_experiment_claim(experiment, claim, budget, NULL);

    if (!parsed)
        return result;
    result.games = fewest_games(&plan, parsed);
    if (own->construction[0] || result.games == COP_PLAN_NEVER)
        result.needs = 0;
    else if (own->needs > 0)
        result.needs = own->needs;
    else if (has_only_shares(parsed))
        result.needs = needed_games(&plan, parsed, result.games);
    cop_claim_free(parsed);
    return result;
}

bool cop_claim_plan_is_short(struct cop_claim_plan plan)
{
    return plan.games < plan.needs;
}
