/* fuzz_lab.c - any text as an experiment's file, or, after a '?', as a claim: a claim that is
 * accepted is written in a form that is accepted again and written the same, and can be judged. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/experiment/experiment.h"

enum { CLAIM_LENGTH_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libconfig 1.5 forgets a string that is not closed; the leak sanitizer asks here what to pass
 * over. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libconfig\n";
}

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

/* A world in which every name is known and every run has three entrants. */
static bool accept_all(const void *context, const struct cop_measure *measure,
                       struct cop_error *error)
{
    (void)context;
    return measure->words[0][0] != '\0' || cop_fail(error, "a run has a name");
}

static int three_entrants(const void *context, const char *run, const char *const **labels,
                          struct cop_error *error)
{
    static const char *const three[] = {"a", "b", "c d"};

    (void)context;
    (void)run;
    (void)error;
    *labels = three;
    return 3;
}

static struct cop_interval measure_words(const void *context, const struct cop_measure *measure)
{
    double length = (double)strlen(measure->words[measure->word_count - 1]);

    (void)context;
    if (length == 5)
        return (struct cop_interval){NAN, NAN, NAN};
    return (struct cop_interval){length - 1, length, length == 4 ? INFINITY : length + 2};
}

static double no_correlation(const void *context, const struct cop_measure *left,
                             const struct cop_measure *right)
{
    (void)context;
    (void)left;
    (void)right;
    return 0;
}

static void check_claim(const char *words)
{
    static const struct cop_claim_names names = {NULL, accept_all, three_entrants};
    static const struct cop_evidence evidence = {NULL, measure_words, no_correlation};
    struct cop_text first = COP_TEXT, second = COP_TEXT, findings = COP_TEXT;
    struct cop_error error = {""};
    struct cop_claim *claim = cop_claim_parse(words, &names, &error), *again;

    if (!claim) {
        check(error.message[0] != '\0');
        return;
    }
    cop_claim_judge(claim, &evidence, &findings);
    cop_claim_write(claim, &first);
    again = cop_claim_parse(first.bytes, &names, &error);
    if (again) {
        cop_claim_write(again, &second);
        check(strcmp(first.bytes, second.bytes) == 0);
    } else {
        check(first.length > CLAIM_LENGTH_MAX); /* scores(run) is written out */
    }
    cop_claim_free(claim);
    cop_claim_free(again);
    cop_text_free(&first);
    cop_text_free(&second);
    cop_text_free(&findings);
}

/* Agents are really opened; what asks for much memory or many threads is not tried. */
static void check_experiment(const char *text)
{
    struct cop_error error = {""};
    struct cop_experiment *experiment;

    if (strstr(text, "memory") || strstr(text, "threads"))
        return;
    experiment = cop_experiment_read(text, "fuzz", NULL, &error);
    check(experiment || error.message[0] != '\0');
    cop_experiment_free(experiment);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    check(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    if (text[0] == '?')
        check_claim(text + 1);
    else
        check_experiment(text);
    free(text);
    return 0;
}
