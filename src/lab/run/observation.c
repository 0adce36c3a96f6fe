#include "lab/run/observation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/counts.h"
#include "lab/run/courses.h"
#include "lab/run/files.h"
#include "lab/run/solves.h"

static const char *const match_names[COP_MATCH_VARIABLES] = {
    [COP_MATCH_PAYOFF] = "payoff",   [COP_MATCH_WINS] = "wins",
    [COP_MATCH_DRAWS] = "draws",     [COP_MATCH_SIMS] = "sims",
    [COP_MATCH_SECONDS] = "seconds", [COP_MATCH_SEARCHES] = "searches",
    [COP_MATCH_EARLY] = "early",     [COP_MATCH_NODES] = "nodes",
    [COP_MATCH_POINTS] = "points",   [COP_MATCH_DEPTH] = "depth",
    [COP_MATCH_FIRST] = "first",
};

static const char *const search_names[COP_SEARCH_VARIABLES] = {
    [COP_SEARCH_EARLY] = "early",     [COP_SEARCH_SIMS] = "sims",
    [COP_SEARCH_SECONDS] = "seconds", [COP_SEARCH_PRUNED] = "pruned",
    [COP_SEARCH_LIVE] = "live",       [COP_SEARCH_ANY_PRUNED] = "any_pruned",
    [COP_SEARCH_SPREAD] = "spread",   [COP_SEARCH_BEST_SHARE] = "best_share",
};

const char *cop_match_variable_name(int variable)
{
    return match_names[variable];
}

char *cop_search_variable_name(const struct cop_lab_run_result *run, int variable)
{
    int move = variable - COP_SEARCH_VARIABLES;

    if (move < 0)
        return cop_copy_string(search_names[variable]);
    return move < run->move_count ? cop_path("chosen %s", run->move_names[move])
                                  : cop_path("dropped %s", run->move_names[move - run->move_count]);
}

int cop_search_width(const struct cop_lab_run_result *run)
{
    return COP_SEARCH_VARIABLES + 2 * run->move_count;
}

int cop_row_width(const struct cop_lab_run_result *run, const struct cop_fixture_result *fixture)
{
    return run->kind == COP_LAB_RUN_SEARCHES ? cop_search_width(run)
                                             : fixture->entrant_count * COP_MATCH_VARIABLES;
}

static double with_digits(double number, int count)
{
    char digits[40];

    snprintf(digits, sizeof digits, "%.*g", count, number);
    return strtod(digits, NULL);
}

double cop_kept(double number)
{
    return with_digits(number, 15);
}

bool cop_is_exact_count(struct cop_interval interval)
{
    return interval.low == interval.value && interval.value == interval.high &&
           interval.value == floor(interval.value) && fabs(interval.value) < 1e18;
}

struct cop_interval cop_kept_interval(struct cop_interval interval)
{
    if (cop_is_exact_count(interval))
        return interval;
    return (struct cop_interval){with_digits(interval.low, 9), with_digits(interval.value, 9),
                                 with_digits(interval.high, 9)};
}

json_t *cop_pack_number(double number)
{
    if (!isfinite(number))
        return json_null();
    if (number == floor(number) && fabs(number) < 1e15)
        return json_integer((json_int_t)number);
    return json_real(number);
}

double cop_unpack_number(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Each entrant has one observation. */
static bool is_single(const struct cop_lab_run_result *run)
{
    return run->kind == COP_LAB_RUN_COUNTS || run->kind == COP_LAB_RUN_SOLVES;
}

int cop_observed_sets(const struct cop_lab_run_result *run)
{
    return run->kind == COP_LAB_RUN_POSITIONS || is_single(run) ? run->entrant_count
                                                                : run->fixture_count;
}

int cop_observed_count(const struct cop_lab_run_result *run)
{
    if (run->kind == COP_LAB_RUN_POSITIONS)
        return run->position_count;
    if (is_single(run))
        return 1;
    return run->fixture_count > 0 ? (int)run->fixtures[0].sample.count : 0;
}

void cop_observation_name(const struct cop_lab_run_result *run, int set, int number,
                          struct cop_text *text)
{
    cop_text_add(text, "run %s, ", run->name);
    if (run->kind == COP_LAB_RUN_SEARCHES)
        cop_text_add(text, "search %d", number);
    else if (is_single(run))
        cop_text_add(text, "%s", run->entrants[set].label);
    else if (run->kind == COP_LAB_RUN_POSITIONS)
        cop_text_add(text, "%s in position %s", run->entrants[set].label,
                     run->position_names[number]);
    else
        for (int i = 0; i < run->fixtures[set].entrant_count; i++)
            cop_text_add(text, "%s%s", i > 0 ? " against " : "",
                         run->entrants[run->fixtures[set].entrants[i]].label);
    if (run->kind == COP_LAB_RUN_MATCH)
        cop_text_add(text, ", game %d", set * cop_observed_count(run) + number + 1);
}

json_t *cop_observation_of_game(const struct cop_lab_run_result *run, int fixture,
                                const double *row, const char *ending,
                                const struct cop_played *played)
{
    const struct cop_fixture_result *met = &run->fixtures[fixture];
    json_t *object = json_object();

    for (int i = 0; i < met->entrant_count; i++) {
        json_t *own = json_object();

        for (int v = 0; v < COP_MATCH_VARIABLES; v++)
            if (!isnan(row[i * COP_MATCH_VARIABLES + v]))
                json_object_set_new(own, match_names[v],
                                    cop_pack_number(row[i * COP_MATCH_VARIABLES + v]));
        json_object_set_new(object, run->entrants[met->entrants[i]].label, own);
    }
    if (ending)
        json_object_set_new(object, "ended", json_string(ending));
    if (played)
        json_object_set_new(object, "course", cop_pack_course(run, met, played));
    return object;
}

static const double *row_of(const struct cop_lab_run_result *run, int fixture, int number)
{
    return run->fixtures[fixture].rows +
           (ptrdiff_t)number * cop_row_width(run, &run->fixtures[fixture]);
}

static const char *ending_of(const struct cop_lab_run_result *run, int fixture, int number)
{
    const int *endings = run->fixtures[fixture].endings;

    return endings && endings[number] >= 0 ? run->endings[endings[number]] : NULL;
}

static json_t *search_observation(const struct cop_lab_run_result *run, int number)
{
    const double *row = row_of(run, 0, number);
    json_t *object = json_object();

    for (int v = 0; v < cop_search_width(run); v++) {
        char *name = cop_search_variable_name(run, v);

        json_object_set_new(object, name, cop_pack_number(row[v]));
        free(name);
    }
    return object;
}

json_t *cop_observation(const struct cop_lab_run_result *run, int set, int number)
{
    if (run->kind == COP_LAB_RUN_POSITIONS)
        return cop_pack_found(&run->found[(ptrdiff_t)set * run->position_count + number]);
    if (run->kind == COP_LAB_RUN_COUNTS)
        return cop_pack_counted(&run->counted[set]);
    if (run->kind == COP_LAB_RUN_SOLVES)
        return cop_pack_solved(&run->solved[set]);
    if (run->kind == COP_LAB_RUN_SEARCHES)
        return search_observation(run, number);
    return cop_observation_of_game(run, set, row_of(run, set, number), ending_of(run, set, number),
                                   run->is_course ? &run->fixtures[set].courses[number] : NULL);
}

static double seconds_of_count(const struct cop_lab_run_result *run, int entrant)
{
    double seconds = 0;

    if (!cop_count_shares(run->entrants[entrant].agent))
        return run->counted[entrant].seconds;
    for (int i = 0; i < run->entrant_count; i++)
        seconds += run->counted[i].seconds;
    return seconds;
}

double cop_observation_seconds(const struct cop_lab_run_result *run, int set, int number)
{
    double seconds = 0;

    if (run->kind == COP_LAB_RUN_COUNTS)
        return seconds_of_count(run, set);
    if (run->kind == COP_LAB_RUN_SOLVES)
        return run->solved[set].seconds + run->solved[set].build_seconds;
    if (run->kind == COP_LAB_RUN_POSITIONS)
        return run->found[(ptrdiff_t)set * run->position_count + number].seconds;
    if (run->kind == COP_LAB_RUN_SEARCHES)
        return row_of(run, 0, number)[COP_SEARCH_SECONDS];
    for (int i = 0; i < run->fixtures[set].entrant_count; i++)
        seconds += row_of(run, set, number)[i * COP_MATCH_VARIABLES + (int)COP_MATCH_SECONDS];
    return seconds;
}

json_t *cop_pack_found(const struct cop_found *found)
{
    json_t *object = json_pack(
        "{sI si sI so so so}", "move", (json_int_t)found->move, "depth", found->depth, "nodes",
        (json_int_t)found->nodes, "value", cop_pack_number(found->value), "seconds",
        cop_pack_number(found->seconds), "worth", cop_pack_number(found->worth));

    if (!isnan(found->cuts)) {
        json_object_set_new(object, "cuts", cop_pack_number(found->cuts));
        json_object_set_new(object, "cut_moves", cop_pack_number(found->cut_moves));
    }
    if (!isnan(found->solved))
        json_object_set_new(object, "solved", cop_pack_number(found->solved));
    return object;
}

bool cop_unpack_found(const json_t *json, struct cop_found *found)
{
    const json_t *move = json_object_get(json, "move"), *depth = json_object_get(json, "depth");
    const json_t *nodes = json_object_get(json, "nodes");

    *found = (struct cop_found){.is_done = true,
                                .move = (cop_move)json_integer_value(move),
                                .depth = (int)json_integer_value(depth),
                                .nodes = json_integer_value(nodes),
                                .cuts = cop_unpack_number(json_object_get(json, "cuts")),
                                .cut_moves = cop_unpack_number(json_object_get(json, "cut_moves")),
                                .solved = cop_unpack_number(json_object_get(json, "solved")),
                                .value = cop_unpack_number(json_object_get(json, "value")),
                                .seconds = cop_unpack_number(json_object_get(json, "seconds")),
                                .worth = cop_unpack_number(json_object_get(json, "worth"))};
    return json_is_integer(move) && json_is_integer(depth) && json_is_integer(nodes);
}
