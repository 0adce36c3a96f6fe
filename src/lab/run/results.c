/* results.c - results as JSON files. Numbers that are not finite, which JSON has not, are null. */
#include "lab/run/results.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "lab/run/files.h"

static const char format_name[] = "coppice lab results 1";
static const char *const truth_names[] = {"not reproduced", "undecided", "reproduced"};
static const char by_construction[] = "by construction";
static const char *const kind_names[] = {"match", "searches", "positions"};

const char *cop_truth_name(enum cop_truth truth)
{
    return truth_names[truth];
}

const char *cop_claim_verdict(const struct cop_claim_result *claim)
{
    return claim->is_by_construction ? by_construction : truth_names[claim->truth];
}

/* -- memory -- */

static void free_run(struct cop_lab_run_result *run)
{
    for (int i = 0; i < run->entrant_count; i++) {
        free(run->entrants[i].label);
        free(run->entrants[i].agent);
        free(run->entrants[i].limit);
    }
    for (int i = 0; i < run->fixture_count; i++)
        cop_sample_close(&run->fixtures[i].sample);
    for (int i = 0; i < run->move_count; i++)
        free(run->move_names[i]);
    for (int i = 0; i < run->measured_count; i++) {
        free(run->measured[i].name);
        free(run->measured[i].of);
    }
    free(run->entrants);
    free(run->fixtures);
    free(run->move_names);
    free(run->measured);
    free(run->name);
    free(run->game);
    free(run->limit);
    free(run->full_limit);
    free(run->position);
    free(run->moves);
    for (int i = 0; i < run->position_count && run->position_names; i++)
        free(run->position_names[i]);
    free(run->position_names);
    free(run->found);
    free(run->position_file);
    free(run->baseline);
}

static void free_lists(struct cop_results *results)
{
    for (int i = 0; i < results->run_count; i++)
        free_run(&results->runs[i]);
    for (int i = 0; i < results->value_count; i++) {
        free(results->values[i].run);
        free(results->values[i].name);
        free(results->values[i].of);
        free(results->values[i].origin);
    }
    for (int i = 0; i < results->claim_count; i++) {
        free(results->claims[i].title);
        free(results->claims[i].words);
        free(results->claims[i].note);
        free(results->claims[i].findings);
    }
    free(results->runs);
    free(results->values);
    free(results->claims);
}

void cop_results_free(struct cop_results *results)
{
    free_lists(results);
    free(results->id);
    free(results->title);
    free(results->source);
    free(results->specification);
    free(results->description);
    free(results->budget);
    free(results->command);
    free(results->version);
    free(results->machine);
    free(results->date);
    *results = (struct cop_results){0};
}

const struct cop_interval *cop_lab_run_measured(const struct cop_lab_run_result *run,
                                                const char *name, const char *of)
{
    for (int i = 0; i < run->measured_count; i++)
        if (strcmp(run->measured[i].name, name) == 0 && strcmp(run->measured[i].of, of) == 0)
            return &run->measured[i].interval;
    return NULL;
}

/* -- writing -- */

static json_t *pack_number(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *pack_interval(struct cop_interval interval)
{
    return json_pack("[ooo]", pack_number(interval.low), pack_number(interval.value),
                     pack_number(interval.high));
}

static json_t *pack_fixture(const struct cop_fixture_result *fixture)
{
    json_t *entrants = json_array(), *sums = json_array();

    for (int i = 0; i < fixture->entrant_count; i++)
        json_array_append_new(entrants, json_integer(fixture->entrants[i]));
    for (int i = 0; i < fixture->sample.width; i++)
        json_array_append_new(sums, pack_number(fixture->sample.sum[i]));
    return json_pack("{so sI so}", "entrants", entrants, "count", (json_int_t)fixture->sample.count,
                     "sums", sums);
}

/* Where positions came from, and how much of the file was searched; NULL for other runs. */
static json_t *pack_positions(const struct cop_lab_run_result *run)
{
    if (run->kind != COP_LAB_RUN_POSITIONS)
        return NULL;
    return json_pack("{ss ss si}", "file", run->position_file, "baseline", run->baseline, "total",
                     run->position_total);
}

static json_t *pack_run(const struct cop_lab_run_result *run)
{
    json_t *entrants = json_array(), *fixtures = json_array(), *moves = json_array();
    json_t *measured = json_array();

    for (int i = 0; i < run->entrant_count; i++)
        json_array_append_new(entrants,
                              json_pack("{ss ss ss}", "label", run->entrants[i].label, "agent",
                                        run->entrants[i].agent, "limit", run->entrants[i].limit));
    for (int i = 0; i < run->fixture_count; i++)
        json_array_append_new(fixtures, pack_fixture(&run->fixtures[i]));
    for (int i = 0; i < run->move_count; i++)
        json_array_append_new(moves, json_string(run->move_names[i]));
    for (int i = 0; i < run->measured_count; i++)
        json_array_append_new(measured, json_pack("{ss ss so}", "measure", run->measured[i].name,
                                                  "of", run->measured[i].of, "interval",
                                                  pack_interval(run->measured[i].interval)));
    return json_pack("{ss ss ss ss ss ss ss si sI si so so so so so*}", "name", run->name, "kind",
                     kind_names[run->kind], "game", run->game, "position", run->position, "moves",
                     run->moves, "limit", run->limit, "full_limit", run->full_limit,
                     "opening_plies", run->opening_plies, "seed", (json_int_t)run->seed, "games",
                     run->games, "entrants", entrants, "root_moves", moves, "measured", measured,
                     "fixtures", fixtures, "positions", pack_positions(run));
}

static json_t *pack_results(const struct cop_results *results)
{
    json_t *runs = json_array(), *values = json_array(), *claims = json_array();

    for (int i = 0; i < results->run_count; i++)
        json_array_append_new(runs, pack_run(&results->runs[i]));
    for (int i = 0; i < results->value_count; i++) {
        const struct cop_value_result *value = &results->values[i];

        json_array_append_new(values,
                              json_pack("{ss ss ss ss so so}", "measure", value->name, "run",
                                        value->run, "of", value->of, "origin", value->origin,
                                        "published", pack_interval(value->published), "measured",
                                        pack_interval(value->measured)));
    }
    for (int i = 0; i < results->claim_count; i++) {
        const struct cop_claim_result *claim = &results->claims[i];

        json_array_append_new(claims,
                              json_pack("{ss ss ss ss ss}", "title", claim->title, "claim",
                                        claim->words, "note", claim->note, "verdict",
                                        cop_claim_verdict(claim), "findings", claim->findings));
    }
    return json_pack(
        "{ss ss ss ss ss ss ss ss ss ss ss so so so so}", "format", format_name, "id", results->id,
        "title", results->title, "source", results->source, "specification", results->specification,
        "description", results->description, "budget", results->budget, "command", results->command,
        "version", results->version, "machine", results->machine, "date", results->date, "seconds",
        pack_number(results->seconds), "claims", claims, "values", values, "runs", runs);
}

/* Arrays of numbers and small objects on one line each keep a change of the file readable. */
static char *dump(json_t *json)
{
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    char *end;

    json_decref(json);
    if (!text)
        return NULL;
    end = text;
    for (const char *at = text; *at; at++) {
        bool is_break = *at == '\n';
        size_t indent = strspn(at + 1, " ");

        *end++ = *at;
        if (is_break &&
            (indent > 4 || (indent == 4 && at[5] != '{') || (indent == 3 && at[4] == ']'))) {
            end[-1] = ' ';
            at += indent;
        }
    }
    *end = '\0';
    return text;
}

bool cop_results_save(const struct cop_results *results, const char *directory,
                      struct cop_error *error)
{
    char *path = cop_path("%s/%s/%s.json", directory, results->budget, results->id);
    json_t *json = pack_results(results);
    char *text = json ? dump(json) : NULL;
    bool is_good;

    if (text) {
        char *lines = cop_path("%s\n", text);

        is_good = cop_lab_file_write(path, lines, error);
        free(lines);
    } else {
        is_good = cop_fail(error, "%s: some text in the results is not UTF-8", path);
    }
    free(text);
    free(path);
    return is_good;
}

/* -- reading -- */

/* A member that must be text. */
static bool take_words(const json_t *object, const char *key, char **words)
{
    const char *value = json_string_value(json_object_get(object, key));

    *words = cop_copy_string(value);
    return value != NULL;
}

static double number_of(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool take_interval(const json_t *object, const char *key, struct cop_interval *interval)
{
    const json_t *array = json_object_get(object, key);

    if (json_array_size(array) != 3)
        return false;
    interval->low = number_of(json_array_get(array, 0));
    interval->value = number_of(json_array_get(array, 1));
    interval->high = number_of(json_array_get(array, 2));
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

static int find_word(const char *word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (word && strcmp(word, words[i]) == 0)
            return i;
    return -1;
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

    return width == count * COP_MATCH_VARIABLES || width == count * COP_MATCH_NODES;
}

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
        fixture->sample.sum[i / read * stride + i % read] = number_of(json_array_get(sums, i));
}

static bool unpack_fixture(const json_t *json, const struct cop_lab_run_result *run,
                           struct cop_fixture_result *fixture)
{
    const json_t *entrants = json_object_get(json, "entrants");
    const json_t *sums = json_object_get(json, "sums");
    size_t width = json_array_size(sums);

    if (!json_is_array(entrants) || json_array_size(entrants) > COP_PLAYERS_MAX || width > 10000)
        return false;
    fixture->entrant_count = (int)json_array_size(entrants);
    for (int i = 0; i < fixture->entrant_count; i++) {
        json_int_t entrant = json_integer_value(json_array_get(entrants, (size_t)i));

        if (entrant < 0 || entrant >= run->entrant_count)
            return false;
        fixture->entrants[i] = (int)entrant;
    }
    if (run->kind == COP_LAB_RUN_MATCH && !match_sums_fit(fixture, width))
        return false;
    unpack_sums(sums, run, fixture);
    fixture->sample.count = json_integer_value(json_object_get(json, "count"));
    return true;
}

/* A text that may be missing. */
static char *copy_words(const json_t *value)
{
    return cop_copy_string(json_is_string(value) ? json_string_value(value) : "");
}

static bool unpack_positions(const json_t *json, struct cop_lab_run_result *run)
{
    if (run->kind != COP_LAB_RUN_POSITIONS)
        return true;
    return take_words(json, "file", &run->position_file) &&
           take_words(json, "baseline", &run->baseline) &&
           take_int(json, "total", &run->position_total);
}

static bool unpack_lists_of_run(const json_t *json, struct cop_lab_run_result *run)
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
    }
    if (!(run->fixtures = take_list(json, "fixtures", sizeof *run->fixtures, &count)))
        return false;
    json_array_foreach(json_object_get(json, "fixtures"), index, item) is_good =
        unpack_fixture(item, run, &run->fixtures[run->fixture_count++]) && is_good;
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

static bool unpack_run(const json_t *json, struct cop_lab_run_result *run)
{
    int kind = find_word(json_string_value(json_object_get(json, "kind")), kind_names, 3);

    if (kind < 0)
        return false;
    run->kind = (enum cop_lab_run_kind)kind;
    run->seed = json_integer_value(json_object_get(json, "seed"));
    return take_words(json, "name", &run->name) && take_words(json, "game", &run->game) &&
           take_words(json, "limit", &run->limit) &&
           take_words(json, "full_limit", &run->full_limit) &&
           take_words(json, "position", &run->position) && take_words(json, "moves", &run->moves) &&
           take_int(json, "opening_plies", &run->opening_plies) &&
           take_int(json, "games", &run->games) &&
           unpack_positions(json_object_get(json, "positions"), run) &&
           unpack_lists_of_run(json, run);
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
    int truth = find_word(verdict, truth_names, 3);
    bool is_good = take_words(json, "title", &claim->title);

    claim->is_by_construction = verdict && strcmp(verdict, by_construction) == 0;
    if (claim->is_by_construction)
        truth = COP_TRUE;

    is_good = take_words(json, "claim", &claim->words) && is_good;
    is_good = take_words(json, "note", &claim->note) && is_good;
    is_good = take_words(json, "findings", &claim->findings) && is_good;
    claim->truth = truth < 0 ? COP_UNDECIDED : (enum cop_truth)truth;
    return is_good && truth >= 0;
}

static bool unpack_lists(const json_t *json, struct cop_results *results)
{
    bool is_good = true;
    size_t count, index;
    json_t *item;

    if (!(results->runs = take_list(json, "runs", sizeof *results->runs, &count)))
        return false;
    json_array_foreach(json_object_get(json, "runs"), index, item) is_good =
        unpack_run(item, &results->runs[results->run_count++]) && is_good;
    if (!(results->values = take_list(json, "values", sizeof *results->values, &count)))
        return false;
    json_array_foreach(json_object_get(json, "values"), index, item) is_good =
        unpack_value(item, &results->values[results->value_count++]) && is_good;
    if (!(results->claims = take_list(json, "claims", sizeof *results->claims, &count)))
        return false;
    json_array_foreach(json_object_get(json, "claims"), index, item) is_good =
        unpack_claim(item, &results->claims[results->claim_count++]) && is_good;
    return is_good;
}

static bool unpack_results(const json_t *json, struct cop_results *results)
{
    const char *format = json_string_value(json_object_get(json, "format"));

    results->seconds = number_of(json_object_get(json, "seconds"));
    return format && strcmp(format, format_name) == 0 && take_words(json, "id", &results->id) &&
           take_words(json, "title", &results->title) &&
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

bool cop_results_exist(const char *directory, const char *budget, const char *id)
{
    char *path = cop_path("%s/%s/%s.json", directory, budget, id);
    bool exists = access(path, F_OK) == 0;

    free(path);
    return exists;
}

int cop_results_list(const char *directory, const char *budget, char ***ids)
{
    char *folder = cop_path("%s/%s", directory, budget);
    int count = cop_lab_file_list(folder, ".json", ids);

    free(folder);
    return count;
}
