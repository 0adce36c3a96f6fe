/* read.c - results from JSON, and those of the first format, which have sums in the place of
 * observations. A file may hold anything: what does not fit is refused, not trusted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/counts.h"
#include "lab/run/courses.h"
#include "lab/run/endings.h"
#include "lab/run/files.h"
#include "lab/run/observation.h"
#include "lab/run/searches.h"
#include "lab/run/solves.h"

static const char first_format[] = "coppice lab results 1";

/* A member that must be text. */
static bool take_words(const json_t *object, const char *key, char **words)
{
    const char *value = json_string_value(json_object_get(object, key));

    *words = cop_copy_string(value);
    return value != NULL;
}

static bool take_interval(const json_t *object, const char *key, struct cop_interval *interval)
{
    const json_t *array = json_object_get(object, key);

    if (json_array_size(array) != 3)
        return false;
    interval->low = cop_unpack_number(json_array_get(array, 0));
    interval->value = cop_unpack_number(json_array_get(array, 1));
    interval->high = cop_unpack_number(json_array_get(array, 2));
    if (isnan(interval->low))
        interval->low = -INFINITY;
    if (isnan(interval->high))
        interval->high = INFINITY;
    return true;
}

static bool take_int(const json_t *object, const char *key, int *number)
{
    const json_t *value = json_object_get(object, key);

    *number = (int)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0 &&
           json_integer_value(value) <= 1 << 30;
}

/* Allocates a list for a member that must be an array; NULL if it is none. */
static void *take_list(const json_t *object, const char *key, size_t size, size_t *count)
{
    const json_t *array = json_object_get(object, key);

    *count = json_array_size(array);
    return json_is_array(array) ? cop_allocate((*count + 1) * size) : NULL;
}

/* Files of before nodes were counted have one variable less for each entrant. */
static bool match_sums_fit(const struct cop_fixture_result *fixture, size_t width)
{
    size_t count = (size_t)fixture->entrant_count;

    return width == count * COP_MATCH_POINTS || width == count * COP_MATCH_NODES;
}

/* The first format: sums in the order of the variables. */
static void unpack_sums(const json_t *sums, const struct cop_lab_run_result *run,
                        struct cop_fixture_result *fixture)
{
    size_t width = json_array_size(sums), read = width, stride = width;

    if (run->kind == COP_LAB_RUN_MATCH && fixture->entrant_count > 0) {
        read = width / (size_t)fixture->entrant_count;
        stride = COP_MATCH_VARIABLES;
        width = (size_t)fixture->entrant_count * stride;
    }
    fixture->sample.width = (int)width;
    fixture->sample.sum = cop_allocate((width + 1) * sizeof(double));
    for (size_t i = 0; i < json_array_size(sums); i++)
        fixture->sample.sum[i / read * stride + i % read] =
            cop_unpack_number(json_array_get(sums, i));
}

/* Who met: labels, or in the first format indices. */
static bool unpack_met(const json_t *entrants, const struct cop_lab_run_result *run,
                       struct cop_fixture_result *fixture)
{
    if (!json_is_array(entrants) || json_array_size(entrants) > COP_PLAYERS_MAX)
        return false;
    fixture->entrant_count = (int)json_array_size(entrants);
    for (int i = 0; i < fixture->entrant_count; i++) {
        const json_t *item = json_array_get(entrants, (size_t)i);
        int entrant = json_is_integer(item) ? (int)json_integer_value(item) : -1;

        for (int e = 0; e < run->entrant_count && json_is_string(item); e++)
            if (strcmp(run->entrants[e].label, json_string_value(item)) == 0)
                entrant = e;
        if (entrant < 0 || entrant >= run->entrant_count)
            return false;
        fixture->entrants[i] = entrant;
    }
    return true;
}

static bool unpack_first_fixture(const json_t *json, const struct cop_lab_run_result *run,
                                 struct cop_fixture_result *fixture)
{
    const json_t *sums = json_object_get(json, "sums");
    size_t width = json_array_size(sums);

    if (width > 10000 || (run->kind == COP_LAB_RUN_MATCH && !match_sums_fit(fixture, width)))
        return false;
    unpack_sums(sums, run, fixture);
    fixture->sample.count = json_integer_value(json_object_get(json, "count"));
    return true;
}

/* One variable of all rows; every column of a fixture has as many values as the first. */
static bool unpack_column(const json_t *columns, const char *name, int variable, double *rows,
                          int width, size_t count)
{
    const json_t *column = json_object_get(columns, name);

    if (!json_is_array(column) || json_array_size(column) != count)
        return false;
    for (size_t i = 0; i < count; i++)
        rows[i * (size_t)width + (size_t)variable] = cop_unpack_number(json_array_get(column, i));
    return true;
}

/* An earlier program did not keep it. */
static void forget_column(double *rows, int width, int variable, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rows[i * (size_t)width + (size_t)variable] = NAN;
}

/* Before anything is allocated for it: the column is there and has so many values. */
static bool has_column(const json_t *columns, const char *name, int count)
{
    const json_t *column = json_object_get(columns, name);

    return json_is_array(column) && json_array_size(column) == (size_t)count;
}

static bool unpack_games(const json_t *observed, const struct cop_lab_run_result *run,
                         struct cop_fixture_result *fixture)
{
    size_t count = (size_t)run->games;
    int width = fixture->entrant_count * COP_MATCH_VARIABLES;
    bool is_good = true;

    if (fixture->entrant_count == 0 ||
        !has_column(json_object_get(observed, run->entrants[fixture->entrants[0]].label), "payoff",
                    run->games))
        return false;
    fixture->rows = cop_allocate((count + 1) * (size_t)width * sizeof(double));
    for (int i = 0; i < fixture->entrant_count; i++) {
        const char *label = run->entrants[fixture->entrants[i]].label;

        for (int v = 0; v < COP_MATCH_VARIABLES; v++) {
            const json_t *columns = json_object_get(observed, label);
            const char *name = cop_match_variable_name(v);
            int variable = i * COP_MATCH_VARIABLES + v;

            if (v >= COP_MATCH_POINTS && !json_object_get(columns, name))
                forget_column(fixture->rows, width, variable, count);
            else
                is_good =
                    unpack_column(columns, name, variable, fixture->rows, width, count) && is_good;
        }
    }
    return is_good;
}

static bool unpack_fixture(const json_t *json, struct cop_lab_run_result *run,
                           struct cop_fixture_result *fixture)
{
    const json_t *observed = json_object_get(json, "observed");

    fixture->is_by_turn = run->is_by_turn;
    fixture->until_repeat = run->until_repeat;
    if (!unpack_met(json_object_get(json, "entrants"), run, fixture))
        return false;
    if (observed)
        return run->kind == COP_LAB_RUN_MATCH && unpack_games(observed, run, fixture) &&
               cop_unpack_endings(json_object_get(json, "ended"), run, fixture, run->games) &&
               cop_unpack_courses(json_object_get(json, "courses"), run, fixture, run->games);
    return unpack_first_fixture(json, run, fixture);
}

/* The columns of a run of searches. */
static bool unpack_searches(const json_t *columns, struct cop_lab_run_result *run)
{
    int width = cop_search_width(run);
    bool is_good = true;
    double *rows;

    if (run->kind != COP_LAB_RUN_SEARCHES || !has_column(columns, "sims", run->games))
        return false;
    rows = cop_allocate(((size_t)run->games + 1) * (size_t)width * sizeof(double));
    for (int v = 0; v < width; v++) {
        char *name = cop_search_variable_name(run, v);

        is_good = unpack_column(columns, name, v, rows, width, (size_t)run->games) && is_good;
        free(name);
    }
    cop_lab_add_up_searches(run, run->games, rows);
    return is_good;
}

/* A text that may be missing. */
static char *copy_words(const json_t *value)
{
    return cop_copy_string(json_is_string(value) ? json_string_value(value) : "");
}

/* What an entrant found: columns with a value for each position. */
static bool unpack_found(const json_t *columns, struct cop_lab_run_result *run, int entrant)
{
    bool is_good = json_is_object(columns);

    for (int p = 0; p < run->position_count; p++) {
        json_t *found = json_object();
        void *each = json_object_iter((json_t *)columns);

        for (; each != NULL; each = json_object_iter_next((json_t *)columns, each))
            json_object_set(found, json_object_iter_key(each),
                            json_array_get(json_object_iter_value(each), (size_t)p));
        is_good =
            cop_unpack_found(found, &run->found[(ptrdiff_t)entrant * run->position_count + p]) &&
            is_good;
        json_decref(found);
    }
    return is_good;
}

static bool unpack_names(const json_t *names, char ***list, int *count)
{
    *list = cop_allocate((json_array_size(names) + 1) * sizeof **list);
    for (size_t i = 0; i < json_array_size(names); i++) {
        const json_t *name = json_array_get(names, i);

        if (!json_is_string(name))
            return false;
        (*list)[(*count)++] = cop_copy_string(json_string_value(name));
    }
    return true;
}

/* Where games began, of matches that say so. */
static bool unpack_starts(const json_t *json, struct cop_lab_starts *starts)
{
    int positions = 0;
    bool is_good;

    if (!json)
        return true;
    is_good = take_words(json, "file", &starts->file) &&
              unpack_names(json_object_get(json, "names"), &starts->names, &starts->count);
    is_good =
        unpack_names(json_object_get(json, "positions"), &starts->positions, &positions) && is_good;
    if (is_good && positions == starts->count && positions > 0)
        return true;
    /* Of lists that are not equally long only what both have can be freed as one. */
    for (int i = starts->count; i < positions; i++)
        free(starts->positions[i]);
    for (int i = positions; i < starts->count; i++)
        free(starts->names[i]);
    starts->count = starts->count < positions ? starts->count : positions;
    return false;
}

/* After the entrants. The first format has neither names of positions nor what was found. */
static bool unpack_positions(const json_t *json, struct cop_lab_run_result *run)
{
    const json_t *found = json_object_get(json, "found");
    bool has_baseline = false, is_good = true;

    if (run->kind != COP_LAB_RUN_POSITIONS)
        return true;
    run->is_timed = json_is_true(json_object_get(json, "timed"));
    if (!take_words(json, "file", &run->position_file) ||
        !take_words(json, "baseline", &run->baseline) ||
        !take_int(json, "total", &run->position_total))
        return false;
    if (!found)
        return true;
    for (int e = 0; e < run->entrant_count; e++)
        has_baseline = has_baseline || strcmp(run->entrants[e].label, run->baseline) == 0;
    if (!has_baseline)
        return false;
    if (!unpack_names(json_object_get(json, "names"), &run->position_names, &run->position_count))
        return false;
    run->found = cop_allocate(((size_t)run->position_count * (size_t)run->entrant_count + 1) *
                              sizeof *run->found);
    for (int e = 0; e < run->entrant_count; e++)
        is_good = unpack_found(json_object_get(found, run->entrants[e].label), run, e) && is_good;
    return is_good;
}

static bool unpack_entrants(const json_t *json, struct cop_lab_run_result *run)
{
    bool is_good = true;
    size_t count, index;
    json_t *item;

    if (!(run->entrants = take_list(json, "entrants", sizeof *run->entrants, &count)))
        return false;
    json_array_foreach(json_object_get(json, "entrants"), index, item)
    {
        struct cop_entrant *entrant = &run->entrants[run->entrant_count++];

        is_good = take_words(item, "label", &entrant->label) && is_good;
        is_good = take_words(item, "agent", &entrant->agent) && is_good;
        entrant->limit = copy_words(json_object_get(item, "limit"));
        entrant->pieces = (int)json_integer_value(json_object_get(item, "pieces"));
    }
    return is_good;
}

static bool unpack_counts(const json_t *counts, struct cop_lab_run_result *run)
{
    bool is_good = true;

    run->counted = cop_allocate((size_t)(run->entrant_count + 1) * sizeof *run->counted);
    for (int i = 0; i < run->entrant_count; i++)
        is_good =
            cop_unpack_counted(json_object_get(counts, run->entrants[i].label), &run->counted[i]) &&
            is_good;
    return is_good;
}

static bool unpack_solves(const json_t *json, struct cop_lab_run_result *run)
{
    const json_t *solved = json_object_get(json, "solved");
    bool is_good = take_int(json, "curve", &run->curve);

    run->solved = cop_allocate((size_t)(run->entrant_count + 1) * sizeof *run->solved);
    for (int i = 0; i < run->entrant_count && is_good; i++)
        is_good =
            cop_unpack_solved(json_object_get(solved, run->entrants[i].label), &run->solved[i]);
    return is_good;
}

static bool unpack_fixtures(const json_t *json, struct cop_lab_run_result *run)
{
    bool is_good = true;
    size_t count, index;
    json_t *item;

    if (json_object_get(json, "searches"))
        return unpack_searches(json_object_get(json, "searches"), run);
    if (!json_object_get(json, "fixtures"))
        return run->kind == COP_LAB_RUN_POSITIONS ||
               (run->kind == COP_LAB_RUN_COUNTS &&
                unpack_counts(json_object_get(json, "counts"), run)) ||
               (run->kind == COP_LAB_RUN_SOLVES &&
                unpack_solves(json_object_get(json, "solves"), run));
    if (!(run->fixtures = take_list(json, "fixtures", sizeof *run->fixtures, &count)))
        return false;
    json_array_foreach(json_object_get(json, "fixtures"), index, item)
    {
        is_good = unpack_fixture(item, run, &run->fixtures[run->fixture_count++]) && is_good;
    }
    for (int i = 0; i < run->fixture_count && is_good; i++)
        if (run->fixtures[i].rows)
            cop_lab_add_up_games(run, &run->fixtures[i], run->games);
    return is_good;
}

static bool unpack_measured(const json_t *json, struct cop_lab_run_result *run)
{
    bool is_good = true;
    size_t count, index;
    json_t *item;

    if (!(run->measured = take_list(json, "measured", sizeof *run->measured, &count)))
        return false;
    json_array_foreach(json_object_get(json, "measured"), index, item)
    {
        struct cop_measured *measured = &run->measured[run->measured_count++];

        is_good = take_words(item, "measure", &measured->name) && is_good;
        is_good = take_words(item, "of", &measured->of) && is_good;
        is_good = take_interval(item, "interval", &measured->interval) && is_good;
    }
    return is_good;
}

static bool find_kind(const char *name, enum cop_lab_run_kind *kind)
{
    for (int i = 0; i < COP_LAB_RUN_KINDS; i++) {
        if (!name || strcmp(name, cop_lab_run_kind_name((enum cop_lab_run_kind)i, false)) != 0)
            continue;
        *kind = (enum cop_lab_run_kind)i;
        return true;
    }
    return false;
}

static bool unpack_run(const json_t *json, struct cop_lab_run_result *run)
{
    const char *kind = json_string_value(json_object_get(json, "kind"));

    if (json_is_string(json_object_get(json, "anchor")))
        run->anchor = cop_copy_string(json_string_value(json_object_get(json, "anchor")));
    run->anchor_elo = cop_unpack_number(json_object_get(json, "anchor_elo"));
    run->is_course = kind && strcmp(kind, "course") == 0;
    run->until_repeat = json_is_true(json_object_get(json, "until_repeat"));
    run->is_by_turn = json_is_true(json_object_get(json, "turns"));
    run->factor = cop_unpack_number(json_object_get(json, "factor"));
    if (!run->is_course && !find_kind(kind, &run->kind))
        return false;
    run->seed = json_integer_value(json_object_get(json, "seed"));
    return take_words(json, "name", &run->name) && take_words(json, "game", &run->game) &&
           take_words(json, "limit", &run->limit) &&
           take_words(json, "full_limit", &run->full_limit) &&
           take_words(json, "position", &run->position) && take_words(json, "moves", &run->moves) &&
           take_int(json, "opening_plies", &run->opening_plies) &&
           take_int(json, "games", &run->games) && unpack_entrants(json, run) &&
           unpack_names(json_object_get(json, "root_moves"), &run->move_names, &run->move_count) &&
           unpack_positions(json_object_get(json, "positions"), run) &&
           unpack_starts(json_object_get(json, "starts"), &run->starts) &&
           unpack_fixtures(json, run) && unpack_measured(json, run);
}

static bool unpack_value(const json_t *json, struct cop_value_result *value)
{
    bool is_good = take_words(json, "measure", &value->name);

    is_good = take_words(json, "run", &value->run) && is_good;
    is_good = take_words(json, "of", &value->of) && is_good;
    is_good = take_words(json, "origin", &value->origin) && is_good;
    return is_good && take_interval(json, "published", &value->published) &&
           take_interval(json, "measured", &value->measured);
}

static bool unpack_claim(const json_t *json, struct cop_claim_result *claim)
{
    const char *verdict = json_string_value(json_object_get(json, "verdict"));
    bool is_good = take_words(json, "title", &claim->title);

    is_good = take_words(json, "claim", &claim->words) && is_good;
    is_good = take_words(json, "note", &claim->note) && is_good;
    is_good = take_words(json, "findings", &claim->findings) && is_good;
    return verdict && cop_claim_verdict_find(verdict, claim) && is_good;
}

static void unpack_makers(const json_t *list, struct cop_results *results)
{
    size_t index;
    json_t *item;

    results->makers = cop_allocate((json_array_size(list) + 1) * sizeof *results->makers);
    json_array_foreach(list, index, item)
    {
        results->makers[results->maker_count++] = (struct cop_maker){
            .commit = copy_words(json_object_get(item, "commit")),
            .version = copy_words(json_object_get(item, "version")),
            .compiler = copy_words(json_object_get(item, "compiler")),
            .flags = copy_words(json_object_get(item, "flags")),
            .machine = copy_words(json_object_get(item, "machine")),
            .command = copy_words(json_object_get(item, "command")),
            .date = copy_words(json_object_get(item, "date")),
            .observations = json_integer_value(json_object_get(item, "observations"))};
    }
}

static bool unpack_lists(const json_t *json, struct cop_results *results)
{
    bool is_good = true;
    size_t count, index;
    json_t *item;

    if (!(results->runs = take_list(json, "runs", sizeof *results->runs, &count)))
        return false;
    json_array_foreach(json_object_get(json, "runs"), index, item)
    {
        is_good = unpack_run(item, &results->runs[results->run_count++]) && is_good;
    }
    if (!(results->values = take_list(json, "values", sizeof *results->values, &count)))
        return false;
    json_array_foreach(json_object_get(json, "values"), index, item)
    {
        is_good = unpack_value(item, &results->values[results->value_count++]) && is_good;
    }
    if (!(results->claims = take_list(json, "claims", sizeof *results->claims, &count)))
        return false;
    json_array_foreach(json_object_get(json, "claims"), index, item)
    {
        is_good = unpack_claim(item, &results->claims[results->claim_count++]) && is_good;
    }
    return is_good;
}

static bool unpack_results(const json_t *json, struct cop_results *results)
{
    const char *format = json_string_value(json_object_get(json, "format"));

    results->seconds = cop_unpack_number(json_object_get(json, "seconds"));
    unpack_makers(json_object_get(json, "made"), results);
    return format &&
           (strcmp(format, COP_RESULTS_FORMAT) == 0 || strcmp(format, first_format) == 0) &&
           take_words(json, "id", &results->id) && take_words(json, "title", &results->title) &&
           take_words(json, "source", &results->source) &&
           take_words(json, "specification", &results->specification) &&
           take_words(json, "description", &results->description) &&
           take_words(json, "budget", &results->budget) &&
           take_words(json, "command", &results->command) &&
           take_words(json, "version", &results->version) &&
           take_words(json, "machine", &results->machine) &&
           take_words(json, "date", &results->date) && unpack_lists(json, results);
}

bool cop_results_load(struct cop_results *results, const char *directory, const char *budget,
                      const char *id, struct cop_error *error)
{
    char *path = cop_path("%s/%s/%s.json", directory, budget, id);
    char *text = cop_lab_file_read(path, error);
    json_error_t where;
    json_t *json = NULL;
    bool is_good = false;

    *results = (struct cop_results){0};
    if (text) {
        json = json_loads(text, 0, &where);
        if (!json)
            cop_fail(error, "%s:%d:%d: %s", path, where.line, where.column, where.text);
        else if (!unpack_results(json, results))
            cop_fail(error, "%s is not a file of lab results; run the experiment again", path);
        else
            is_good = true;
        json_decref(json);
    }
    if (!is_good)
        cop_results_free(results);
    free(text);
    free(path);
    return is_good;
}
