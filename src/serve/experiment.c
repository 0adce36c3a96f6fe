/* experiment.c - one experiment of the lab for people: what its report says, piece by piece. */
#include <stdlib.h>

#include "base/allocate.h"
#include "base/json.h"
#include "lab/report/agreement.h"
#include "lab/report/plots.h"
#include "lab/report/table.h"
#include "lab/run/claim_runs.h"
#include "lab/run/games.h"
#include "serve/handlers.h"

/* Which runs a claim is about, by name. */
static void add_claim_runs(const struct cop_results *results, const struct cop_claim_result *claim,
                           struct cop_json *json)
{
    bool *is_meant = cop_allocate((size_t)(results->run_count + 1) * sizeof *is_meant);

    cop_claim_runs(results, claim, is_meant);
    cop_json_array(json, "runs");
    for (int r = 0; r < results->run_count; r++)
        if (is_meant[r])
            cop_json_add_string(json, NULL, results->runs[r].name);
    cop_json_end(json);
    free(is_meant);
}

static void add_claims(const struct cop_results *results, struct cop_json *json)
{
    cop_json_array(json, "claims");
    for (int i = 0; i < results->claim_count; i++) {
        const struct cop_claim_result *claim = &results->claims[i];

        cop_json_line(json, 2);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "title", claim->title);
        cop_json_add_string(json, "claim", claim->words);
        cop_json_add_string(json, "note", claim->note);
        cop_json_add_string(json, "verdict", cop_claim_verdict(claim));
        cop_json_add_string(json, "findings", claim->findings);
        add_claim_runs(results, claim, json);
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_plots(const struct cop_results *results, struct cop_json *json)
{
    struct cop_results_plots plots;

    cop_results_plots_make(results, &plots);
    cop_json_array(json, "plots");
    for (int i = 0; i < plots.count; i++) {
        cop_json_line(json, 2);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "title", plots.list[i].title);
        cop_json_add_string(json, "svg", plots.list[i].svg.bytes);
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_results_plots_free(&plots);
}

/* Rows of cells; the first is the heading. */
static void add_table(struct cop_json *json, const char *name, const struct cop_text_table *table)
{
    cop_json_array(json, name);
    for (int row = 0; row < table->rows; row++) {
        cop_json_array(json, NULL);
        for (int column = 0; column < table->columns; column++)
            cop_json_add_string(json, NULL, cop_text_table_cell(table, row, column));
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_entrants(const struct cop_lab_run_result *run, struct cop_json *json)
{
    cop_json_array(json, "entrants");
    for (int i = 0; i < run->entrant_count; i++) {
        cop_json_object(json, NULL);
        cop_json_add_string(json, "label", run->entrants[i].label);
        cop_json_add_string(json, "agent", run->entrants[i].agent);
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_run(const struct cop_results *results, const struct cop_lab_run_result *run,
                    struct cop_json *json)
{
    struct cop_text words = COP_TEXT;
    struct cop_text_table table;

    cop_json_line(json, 2);
    cop_json_object(json, NULL);
    cop_json_add_string(json, "name", run->name);
    cop_json_add_string(json, "kind", cop_lab_run_kind_name(run->kind, run->is_course));
    cop_json_add_string(json, "game", run->game);
    cop_lab_run_describe(run, &words);
    cop_json_add_string(json, "words", words.bytes);
    cop_text_free(&words);
    cop_json_add_integer(json, "games", cop_lab_run_games(run));
    add_entrants(run, json);
    cop_lab_run_table(results, run, &table);
    add_table(json, "table", &table);
    cop_text_table_free(&table);
    cop_lab_run_details(results, run, &table);
    add_table(json, "details", &table);
    cop_text_table_free(&table);
    cop_json_end(json);
}

static void add_makers(const struct cop_results *results, struct cop_json *json)
{
    cop_json_array(json, "made");
    for (int i = 0; i < results->maker_count; i++) {
        const struct cop_maker *maker = &results->makers[i];

        cop_json_object(json, NULL);
        cop_json_add_integer(json, "observations", maker->observations);
        cop_json_add_string(json, "command", maker->command);
        cop_json_add_string(json, "version", maker->version);
        cop_json_add_string(json, "commit", maker->commit);
        cop_json_add_string(json, "machine", maker->machine);
        cop_json_add_string(json, "date", maker->date);
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_agreement(const struct cop_results *results, struct cop_json *json)
{
    struct cop_agreement_counts counts = {0};
    struct cop_text words = COP_TEXT;

    cop_count_agreement(results, &counts);
    cop_agreement_write(&counts, &words);
    cop_json_add_string(json, "agreement", words.length > 0 ? words.bytes : NULL);
    cop_text_free(&words);
}

static void write_experiment(const struct cop_results *results, struct cop_text *text)
{
    struct cop_json json = {.text = text};

    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "id", results->id);
    cop_json_add_string(&json, "title", results->title);
    cop_json_add_string(&json, "source", results->source);
    cop_json_add_string(&json, "description", results->description);
    cop_json_add_string(&json, "budget", results->budget);
    cop_json_add_string(&json, "command", results->command);
    cop_json_add_fixed(&json, "seconds", results->seconds, 1);
    add_agreement(results, &json);
    add_claims(results, &json);
    add_plots(results, &json);
    cop_json_array(&json, "runs");
    for (int i = 0; i < results->run_count; i++)
        add_run(results, &results->runs[i], &json);
    cop_json_end(&json);
    add_makers(results, &json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
}

void cop_send_experiment(struct cop_call *call, const char *budget, const char *id)
{
    struct cop_results results;
    struct cop_error error;

    if (!cop_results_load(&results, call->house->options.results, budget, id, &error)) {
        cop_refuse(call, 404, "there is no result of %.80s at %s", id, budget);
        return;
    }
    /* A file of other games is told by whoever asks for them. */
    cop_results_load_games(&results, call->house->options.results, budget, id, NULL);
    write_experiment(&results, cop_answer(call, 200));
    cop_results_free(&results);
}
