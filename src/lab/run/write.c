/* write.c - results as JSON. Numbers that are not finite, which JSON has not, are null.
 * Observations are written as columns: for each named variable the values of all games or searches
 * in their order.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/counts.h"
#include "lab/run/courses.h"
#include "lab/run/endings.h"
#include "lab/run/files.h"
#include "lab/run/observation.h"
#include "lab/run/solves.h"

static json_t *pack_real(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *pack_interval(struct cop_interval interval)
{
    struct cop_interval kept = cop_kept_interval(interval);
    json_int_t count = cop_is_exact_count(kept) ? (json_int_t)kept.value : 0;

    if (count >= 1000000000) /* more digits than other numbers are kept with */
        return json_pack("[III]", count, count, count);
    return json_pack("[ooo]", pack_real(kept.low), pack_real(kept.value), pack_real(kept.high));
}

/* -- observations -- */

/* One variable of all rows. */
static json_t *pack_column(const struct cop_lab_run_result *run,
                           const struct cop_fixture_result *fixture, int variable)
{
    int width = cop_row_width(run, fixture);
    json_t *column = json_array();

    for (int64_t i = 0; i < fixture->sample.count; i++)
        json_array_append_new(column, cop_pack_number(fixture->rows[i * width + variable]));
    return column;
}

/* What an earlier program did not observe is not a number in any game. */
static bool is_kept(const struct cop_fixture_result *fixture, int variable)
{
    return fixture->sample.count == 0 || !isnan(fixture->rows[variable]);
}

static json_t *pack_fixture(const struct cop_lab_run_result *run,
                            const struct cop_fixture_result *fixture)
{
    json_t *entrants = json_array(), *observed = json_object();

    for (int i = 0; i < fixture->entrant_count; i++) {
        const char *label = run->entrants[fixture->entrants[i]].label;
        json_t *columns = json_object();

        for (int v = 0; v < COP_MATCH_VARIABLES; v++) {
            if (!is_kept(fixture, i * COP_MATCH_VARIABLES + v))
                continue;
            json_object_set_new(columns, cop_match_variable_name(v),
                                pack_column(run, fixture, i * COP_MATCH_VARIABLES + v));
        }
        json_array_append_new(entrants, json_string(label));
        json_object_set_new(observed, label, columns);
    }
    return json_pack("{so so so* so*}", "entrants", entrants, "observed", observed, "ended",
                     cop_pack_endings(run, fixture), "courses", cop_pack_courses(run, fixture));
}

static json_t *pack_fixtures(const struct cop_lab_run_result *run)
{
    json_t *fixtures;

    if (run->kind != COP_LAB_RUN_MATCH)
        return NULL;
    fixtures = json_array();
    for (int i = 0; i < run->fixture_count; i++)
        json_array_append_new(fixtures, pack_fixture(run, &run->fixtures[i]));
    return fixtures;
}

static json_t *pack_searches(const struct cop_lab_run_result *run)
{
    json_t *columns;

    if (run->kind != COP_LAB_RUN_SEARCHES)
        return NULL;
    columns = json_object();
    for (int v = 0; v < cop_search_width(run); v++) {
        char *name = cop_search_variable_name(run, v);

        json_object_set_new(columns, name, pack_column(run, &run->fixtures[0], v));
        free(name);
    }
    return columns;
}

/* What an entrant found, as columns: the objects of all positions turned round. */
static json_t *pack_found_columns(const struct cop_lab_run_result *run, int entrant)
{
    json_t *columns = json_object();

    for (int p = 0; p < run->position_count; p++) {
        json_t *found = cop_observation(run, entrant, p), *value;
        const char *name;

        json_object_foreach(found, name, value)
        {
            if (!json_object_get(columns, name))
                json_object_set_new(columns, name, json_array());
            json_array_append(json_object_get(columns, name), value);
        }
        json_decref(found);
    }
    return columns;
}

/* Where positions came from, how much of the file was searched, and what was found. */
static json_t *pack_positions(const struct cop_lab_run_result *run)
{
    json_t *names, *found;

    if (run->kind != COP_LAB_RUN_POSITIONS)
        return NULL;
    names = json_array();
    found = json_object();
    for (int p = 0; p < run->position_count; p++)
        json_array_append_new(names, json_string(run->position_names[p]));
    for (int e = 0; e < run->entrant_count; e++)
        json_object_set_new(found, run->entrants[e].label, pack_found_columns(run, e));
    return json_pack("{ss ss si so* so so}", "file", run->position_file, "baseline", run->baseline,
                     "total", run->position_total, "timed", run->is_timed ? json_true() : NULL,
                     "names", names, "found", found);
}

static json_t *pack_counts(const struct cop_lab_run_result *run)
{
    json_t *counts;

    if (run->kind != COP_LAB_RUN_COUNTS)
        return NULL;
    counts = json_object();
    for (int i = 0; i < run->entrant_count; i++)
        json_object_set_new(counts, run->entrants[i].label, cop_pack_counted(&run->counted[i]));
    return counts;
}

static json_t *pack_solves(const struct cop_lab_run_result *run)
{
    json_t *solves;

    if (run->kind != COP_LAB_RUN_SOLVES)
        return NULL;
    solves = json_object();
    for (int i = 0; i < run->entrant_count; i++)
        json_object_set_new(solves, run->entrants[i].label, cop_pack_solved(&run->solved[i]));
    return json_pack("{si so}", "curve", run->curve, "solved", solves);
}

/* -- runs -- */

static json_t *pack_starts(const struct cop_lab_starts *starts)
{
    json_t *names, *positions;

    if (starts->count == 0)
        return NULL;
    names = json_array();
    positions = json_array();
    for (int i = 0; i < starts->count; i++) {
        json_array_append_new(names, json_string(starts->names[i]));
        json_array_append_new(positions, json_string(starts->positions[i]));
    }
    return json_pack("{ss so so}", "file", starts->file, "names", names, "positions", positions);
}

static json_t *pack_measured(const struct cop_lab_run_result *run)
{
    json_t *measured = json_array();

    for (int i = 0; i < run->measured_count; i++)
        json_array_append_new(measured, json_pack("{ss ss so}", "measure", run->measured[i].name,
                                                  "of", run->measured[i].of, "interval",
                                                  pack_interval(run->measured[i].interval)));
    return measured;
}

static json_t *pack_run(const struct cop_lab_run_result *run)
{
    json_t *entrants = json_array(), *moves = json_array();

    for (int i = 0; i < run->entrant_count; i++)
        json_array_append_new(entrants, json_pack("{ss ss ss so*}", "label", run->entrants[i].label,
                                                  "agent", run->entrants[i].agent, "limit",
                                                  run->entrants[i].limit, "pieces",
                                                  run->kind == COP_LAB_RUN_SOLVES
                                                      ? json_integer(run->entrants[i].pieces)
                                                      : NULL));
    for (int i = 0; i < run->move_count; i++)
        json_array_append_new(moves, json_string(run->move_names[i]));
    return json_pack(
        "{ss ss ss ss ss ss ss si so* sI si so* ss* so* so so so so* so* so* so* so* so* so*}",
        "name", run->name, "kind", cop_lab_run_kind_name(run->kind, run->is_course), "game",
        run->game, "position", run->position, "moves", run->moves, "limit", run->limit,
        "full_limit", run->full_limit, "opening_plies", run->opening_plies, "starts",
        pack_starts(&run->starts), "seed", (json_int_t)run->seed, "games", run->games, "factor",
        run->is_course ? pack_real(run->factor) : NULL, "anchor", run->anchor, "anchor_elo",
        run->anchor ? pack_real(run->anchor_elo) : NULL, "entrants", entrants, "root_moves", moves,
        "measured", pack_measured(run), "fixtures", pack_fixtures(run), "searches",
        pack_searches(run), "positions", pack_positions(run), "counts", pack_counts(run), "solves",
        pack_solves(run), "until_repeat", run->until_repeat ? json_true() : NULL, "turns",
        run->is_by_turn ? json_true() : NULL);
}

/* -- the whole -- */

static json_t *pack_makers(const struct cop_results *results)
{
    json_t *makers = json_array();

    for (int i = 0; i < results->maker_count; i++) {
        const struct cop_maker *maker = &results->makers[i];

        json_array_append_new(makers,
                              json_pack("{sI ss ss ss ss ss ss ss}", "observations",
                                        (json_int_t)maker->observations, "commit", maker->commit,
                                        "version", maker->version, "compiler", maker->compiler,
                                        "flags", maker->flags, "machine", maker->machine, "command",
                                        maker->command, "date", maker->date));
    }
    return makers;
}

static json_t *pack_values(const struct cop_results *results)
{
    json_t *values = json_array();

    for (int i = 0; i < results->value_count; i++) {
        const struct cop_value_result *value = &results->values[i];

        json_array_append_new(values,
                              json_pack("{ss ss ss ss so so}", "measure", value->name, "run",
                                        value->run, "of", value->of, "origin", value->origin,
                                        "published", pack_interval(value->published), "measured",
                                        pack_interval(value->measured)));
    }
    return values;
}

static json_t *pack_claims(const struct cop_results *results)
{
    json_t *claims = json_array();

    for (int i = 0; i < results->claim_count; i++) {
        const struct cop_claim_result *claim = &results->claims[i];

        json_array_append_new(claims,
                              json_pack("{ss ss ss ss ss}", "title", claim->title, "claim",
                                        claim->words, "note", claim->note, "verdict",
                                        cop_claim_verdict(claim), "findings", claim->findings));
    }
    return claims;
}

static json_t *pack_results(const struct cop_results *results)
{
    json_t *runs = json_array();

    for (int i = 0; i < results->run_count; i++)
        json_array_append_new(runs, pack_run(&results->runs[i]));
    return json_pack("{ss ss ss ss ss ss ss ss ss ss ss so so so so so}", "format",
                     COP_RESULTS_FORMAT, "id", results->id, "title", results->title, "source",
                     results->source, "specification", results->specification, "description",
                     results->description, "budget", results->budget, "command", results->command,
                     "version", results->version, "machine", results->machine, "date",
                     results->date, "seconds", pack_real(round(results->seconds * 1e6) / 1e6),
                     "made", pack_makers(results), "claims", pack_claims(results), "values",
                     pack_values(results), "runs", runs);
}

/* -- text -- */

enum { LINE = 110 };

static bool has_parts(const json_t *json)
{
    size_t index;
    json_t *item;

    if (json_is_object(json))
        return true;
    json_array_foreach(json, index, item)
    {
        if (json_is_object(item) || json_is_array(item))
            return true;
    }
    return false;
}

static void write_json(const json_t *json, int indent, struct cop_text *text);

static void write_items(const json_t *json, int indent, struct cop_text *text)
{
    const char *gap = "", *key;
    json_t *item;
    size_t index;

    if (json_is_array(json)) {
        json_array_foreach(json, index, item)
        {
            cop_text_add(text, "%s\n%*s", gap, indent, "");
            write_json(item, indent, text);
            gap = ",";
        }
        return;
    }
    json_object_foreach((json_t *)json, key, item)
    {
        json_t *name = json_string(key);
        char *words = json_dumps(name, JSON_ENCODE_ANY);

        cop_text_add(text, "%s\n%*s%s: ", gap, indent, "", words);
        write_json(item, indent, text);
        gap = ",";
        free(words);
        json_decref(name);
    }
}

/* What is short, and every column of numbers, is one line: so a change of the file can be read. */
static void write_json(const json_t *json, int indent, struct cop_text *text)
{
    char *line = json_dumps(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));

    if (line && (strlen(line) <= LINE || !has_parts(json)) && indent > 0) {
        cop_text_add(text, "%s", line);
    } else {
        cop_text_add(text, json_is_array(json) ? "[" : "{");
        write_items(json, indent + 1, text);
        cop_text_add(text, "\n%*s%s", indent, "", json_is_array(json) ? "]" : "}");
    }
    free(line);
}

bool cop_results_save(const struct cop_results *results, const char *directory,
                      struct cop_error *error)
{
    char *path = cop_path("%s/%s/%s.json", directory, results->budget, results->id);
    struct cop_text text = COP_TEXT;
    json_t *json = cop_results_are_whole(results) ? pack_results(results) : NULL;
    bool is_good;

    if (!cop_results_are_whole(results)) {
        is_good = cop_fail(error, "%s: results without single observations are not written", path);
    } else if (json) {
        write_json(json, 0, &text);
        cop_text_add(&text, "\n");
        is_good = cop_lab_file_write(path, text.bytes, error);
    } else {
        is_good = cop_fail(error, "%s: some text in the results is not UTF-8", path);
    }
    json_decref(json);
    cop_text_free(&text);
    free(path);
    return is_good;
}
