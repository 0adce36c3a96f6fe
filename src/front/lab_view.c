#include "front/lab_view.h"

#include <stdio.h>

#include "lab/experiment/plan.h"
#include "lab/report/number.h"

void cop_text_add_time(struct cop_text *text, double seconds)
{
    if (seconds < 90)
        cop_text_add(text, "%.0f s", seconds);
    else if (seconds < 90 * 60)
        cop_text_add(text, "%.0f min", seconds / 60);
    else
        cop_text_add(text, "%.1f h", seconds / 3600);
}

/* 850, 12k, 3.4M, 1.2G */
static void add_short(struct cop_text *text, double number)
{
    static const char units[] = " kMGT";
    int unit = 0;

    while (number >= 999.5 && units[unit + 1]) {
        number /= 1000;
        unit++;
    }
    cop_text_add(text, number < 9.95 && unit > 0 ? "%.1f" : "%.0f", number);
    if (unit > 0)
        cop_text_add(text, "%c", units[unit]);
}

struct cost {
    double games, work, seconds;
};

static struct cost cost_of(const struct cop_experiment *experiment, enum cop_budget budget,
                           int cores)
{
    struct cost cost = {0};

    for (int i = 0; i < experiment->run_count; i++) {
        if (experiment->runs[i].is_borrowed)
            continue;
        cost.games += cop_lab_run_count(&experiment->runs[i], budget);
        cost.work += cop_lab_run_work(&experiment->runs[i], budget);
        cost.seconds += cop_lab_run_seconds(&experiment->runs[i], budget) / cores;
    }
    return cost;
}

/* "300 games, 1.2G simulations, 5 min" in columns. */
static void add_cost(struct cop_text *text, struct cost cost)
{
    struct cop_text part = COP_TEXT;

    cop_text_add(text, "  %6.0f", cost.games);
    add_short(&part, cost.work);
    cop_text_add(text, " %5s", part.bytes);
    cop_text_clear(&part);
    cop_text_add_time(&part, cost.seconds);
    cop_text_add(text, " %7s", part.bytes);
    cop_text_free(&part);
}

void cop_lab_list_head(struct cop_text *text)
{
    cop_text_add(text, "%-26s  %-20s  %-20s  %-20s\n", "", "quick", "standard", "full");
    cop_text_add(text, "%-26s", "experiment");
    for (int b = 0; b < COP_BUDGETS; b++)
        cop_text_add(text, "  %6s %5s %7s", "games", "work", "time");
    cop_text_add(text, "  title\n");
}

void cop_lab_list_row(const struct cop_experiment *experiment, int cores,
                      double seconds[COP_BUDGETS], struct cop_text *text)
{
    cop_text_add(text, "%-26s", experiment->id);
    for (int b = 0; b < COP_BUDGETS; b++) {
        struct cost cost = cost_of(experiment, (enum cop_budget)b, cores);

        add_cost(text, cost);
        seconds[b] += cost.seconds;
    }
    cop_text_add(text, "  %s\n", experiment->title);
}

void cop_lab_list_total(const double seconds[COP_BUDGETS], struct cop_text *text)
{
    cop_text_add(text, "%-26s", "all");
    for (int b = 0; b < COP_BUDGETS; b++) {
        struct cop_text part = COP_TEXT;

        cop_text_add_time(&part, seconds[b]);
        cop_text_add(text, "  %20s", part.bytes);
        cop_text_free(&part);
    }
    cop_text_add(text, "\n");
}

/* "needs 93, has 30 at quick, 40 at standard", or nothing if every budget can decide it. */
static void add_short_budgets(const struct cop_experiment *experiment, int claim,
                              struct cop_text *text)
{
    int seen = 0;

    for (int b = 0; b < COP_BUDGETS; b++) {
        struct cop_claim_plan plan;

        if (!experiment->claims[claim].at[b])
            continue;
        plan = cop_claim_plan(experiment, claim, (enum cop_budget)b);
        if (!cop_claim_plan_is_short(plan))
            continue;
        if (seen++ > 0)
            cop_text_add(text, ",");
        else if (plan.needs == COP_PLAN_NEVER)
            cop_text_add(text, "no number is enough, has");
        else
            cop_text_add(text, "needs %d, has", plan.needs);
        cop_text_add(text, " %d at %s", plan.games, cop_budget_name((enum cop_budget)b));
    }
}

void cop_lab_list_short(const struct cop_experiment *experiment, struct cop_text *text)
{
    struct cop_text budgets = COP_TEXT;
    bool is_first = true;

    for (int i = 0; i < experiment->claim_count; i++) {
        cop_text_clear(&budgets);
        add_short_budgets(experiment, i, &budgets);
        if (budgets.length == 0)
            continue;
        if (is_first)
            cop_text_add(text, "%s\n", experiment->id);
        cop_text_add(text, "  %s: %s\n", experiment->claims[i].title, budgets.bytes);
        is_first = false;
    }
    cop_text_free(&budgets);
}

/* The claims that a budget cannot decide. */
static void add_short_json(const struct cop_experiment *experiment, enum cop_budget budget,
                           struct cop_json *json)
{
    cop_json_array(json, "cannot_decide");
    for (int i = 0; i < experiment->claim_count; i++) {
        struct cop_claim_plan plan;

        if (!experiment->claims[i].at[budget])
            continue;
        plan = cop_claim_plan(experiment, i, budget);
        if (!cop_claim_plan_is_short(plan))
            continue;
        cop_json_object(json, NULL);
        cop_json_add_string(json, "claim", experiment->claims[i].title);
        cop_json_add_integer(json, "games", plan.games);
        cop_json_add_integer(json, "needs", plan.needs);
        cop_json_end(json);
    }
    cop_json_end(json);
}

void cop_lab_list_json(const struct cop_experiment *experiment, int cores, struct cop_json *json)
{
    cop_json_object(json, NULL);
    cop_json_add_string(json, "id", experiment->id);
    cop_json_add_string(json, "title", experiment->title);
    cop_json_add_string(json, "source", experiment->source);
    cop_json_object(json, "budgets");
    for (int b = 0; b < COP_BUDGETS; b++) {
        struct cost cost = cost_of(experiment, (enum cop_budget)b, cores);

        cop_json_object(json, cop_budget_name((enum cop_budget)b));
        cop_json_add_fixed(json, "games", cost.games, 0);
        cop_json_add_fixed(json, "sims", cost.work, 0);
        cop_json_add_fixed(json, "seconds", cost.seconds, 1);
        add_short_json(experiment, (enum cop_budget)b, json);
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_json_end(json);
}

static void show_run(const struct cop_lab_run *run, enum cop_budget budget, struct cop_text *text)
{
    static const char *const counted[] = {"games in each pairing", "searches", "positions"};
    const struct cop_effort *effort = &run->efforts[budget];

    cop_text_add(text, "\nrun %s: %s", run->name, run->game->name);
    if (!effort->is_used) {
        cop_text_add(text, ", not part of this budget\n");
        return;
    }
    if (run->position[0])
        cop_text_add(text, ", position %s", run->position);
    if (run->moves[0])
        cop_text_add(text, ", after %s", run->moves);
    if (run->kind == COP_LAB_RUN_POSITIONS)
        cop_text_add(text, ", positions of data/%s.txt", run->position_file);
    if (cop_lab_run_starts(run, budget) > 0)
        cop_text_add(text, ", beginning at %d positions of data/%s.txt",
                     cop_lab_run_starts(run, budget), run->position_file);
    if (run->kind == COP_LAB_RUN_COUNTS)
        cop_text_add(text, ", counted exactly\n");
    else if (run->kind == COP_LAB_RUN_SOLVES)
        cop_text_add(text, ", solved, giving up at %s\n", effort->limit);
    else
        cop_text_add(text, ", %d %s, %s\n", effort->count, counted[run->kind], effort->limit);
    for (int i = 0; i < run->entrant_count; i++) {
        struct cop_text agent = COP_TEXT;

        if (!run->entrants[i].at[budget])
            continue;
        cop_lab_run_agent(run, i, budget, &agent, NULL);
        cop_text_add(text, "  %-14s  %s%s%s", run->entrants[i].label, agent.bytes,
                     run->entrants[i].limit[0] ? ", " : "", run->entrants[i].limit);
        if (run->entrants[i].pieces > 0)
            cop_text_add(text, ", databases of up to %d pieces", run->entrants[i].pieces);
        cop_text_add(text, "\n");
        cop_text_free(&agent);
    }
}

static void show_published(const struct cop_experiment *experiment, struct cop_text *text)
{
    if (experiment->published_count > 0)
        cop_text_add(text, "\npublished\n");
    for (int i = 0; i < experiment->published_count; i++) {
        const struct cop_published *published = &experiment->published[i];
        struct cop_measure measure = cop_published_measure(published);
        struct cop_text name = COP_TEXT;

        cop_measure_write(&measure, &name);
        cop_text_add(text, "  %-40s  ", name.bytes);
        cop_text_add_number(text, published->value);
        if (published->games > 0)
            cop_text_add(text, "  on %d games", published->games);
        cop_text_add(text, "\n");
        cop_text_free(&name);
    }
}

static void show_claim(const struct cop_experiment *experiment, int index, enum cop_budget budget,
                       struct cop_text *text)
{
    const struct cop_experiment_claim *claim = &experiment->claims[index];
    struct cop_claim_plan plan = cop_claim_plan(experiment, index, budget);

    cop_text_add(text, "  %s\n    %s\n", claim->title, claim->words);
    if (claim->before[0])
        cop_text_add(text, "    (before it was loosened: %s)\n", claim->before);
    if (claim->construction[0])
        cop_text_add(text, "    (by construction, not counted: %s)\n", claim->construction);
    if (claim->note[0])
        cop_text_add(text, "    (%s)\n", claim->note);
    if (cop_claim_plan_is_short(plan))
        cop_text_add(text,
                     "    (this budget cannot decide it: it has %d games or searches of %d)\n",
                     plan.games, plan.needs);
}

void cop_lab_show(const struct cop_experiment *experiment, enum cop_budget budget, int cores,
                  struct cop_text *text)
{
    struct cost cost = cost_of(experiment, budget, cores);
    int judged = 0;

    cop_text_add(text, "%s: %s\n%s; %s\n\n%s\n\nbudget %s: %.0f games, ", experiment->id,
                 experiment->title, experiment->source, experiment->specification,
                 experiment->description, cop_budget_name(budget), cost.games);
    add_short(text, cost.work);
    cop_text_add(text, " simulations or nodes, about ");
    cop_text_add_time(text, cost.seconds);
    cop_text_add(text, " on %d cores\n", cores);
    for (int i = 0; i < experiment->run_count; i++)
        show_run(&experiment->runs[i], budget, text);
    show_published(experiment, text);
    cop_text_add(text, "\nclaims\n");
    for (int i = 0; i < experiment->claim_count; i++) {
        if (experiment->claims[i].at[budget])
            show_claim(experiment, i, budget, text);
        judged += experiment->claims[i].at[budget];
    }
    if (judged == 0)
        cop_text_add(text, "  none at this budget, which only measures\n");
}

void cop_lab_verdicts(const struct cop_results *results, struct cop_text *text)
{
    cop_text_add(text, "%s: %s\n", results->id, results->title);
    for (int i = 0; i < results->claim_count; i++) {
        const struct cop_claim_result *claim = &results->claims[i];

        cop_text_add(text, "  %-15s  %s\n                   %s\n", cop_claim_verdict(claim),
                     claim->title, claim->findings);
    }
}
