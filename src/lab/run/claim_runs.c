/* claim_runs.c - a claim is read with a list of names that nods to everything, and remembers which
 * runs it was asked about. */
#include "lab/run/claim_runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

struct seen {
    const struct cop_results *results;
    bool *is_meant;
    const char **labels; /* of the run that was asked for last */
};

static const struct cop_lab_run_result *note_run(const struct seen *seen, const char *name)
{
    for (int i = 0; i < seen->results->run_count; i++) {
        if (strcmp(seen->results->runs[i].name, name) != 0)
            continue;
        seen->is_meant[i] = true;
        return &seen->results->runs[i];
    }
    return NULL;
}

static bool check(const void *context, const struct cop_measure *measure, struct cop_error *error)
{
    (void)error;
    if (measure->word_count > 0)
        note_run(context, measure->words[0]);
    return true;
}

static int entrants(const void *context, const char *name, const char *const **labels,
                    struct cop_error *error)
{
    const struct seen *seen = context;
    const struct cop_lab_run_result *run = note_run(seen, name);

    if (!run || run->entrant_count == 0)
        return cop_fail(error, "there is no run %s", name);
    for (int i = 0; i < run->entrant_count; i++)
        seen->labels[i] = run->entrants[i].label;
    *labels = seen->labels;
    return run->entrant_count;
}

void cop_claim_runs(const struct cop_results *results, const struct cop_claim_result *claim,
                    bool *is_meant)
{
    struct seen seen = {results, is_meant, NULL};
    struct cop_claim_names names = {&seen, check, entrants};
    struct cop_claim *parsed;
    size_t most = 1;

    for (int i = 0; i < results->run_count; i++) {
        is_meant[i] = false;
        if ((size_t)results->runs[i].entrant_count > most)
            most = (size_t)results->runs[i].entrant_count;
    }
    seen.labels = cop_allocate(most * sizeof(const char *));
    parsed = cop_claim_parse(claim->words, &names, NULL);
    if (!parsed)
        memset(is_meant, 0, (size_t)results->run_count * sizeof *is_meant);
    cop_claim_free(parsed);
    free(seen.labels);
}
