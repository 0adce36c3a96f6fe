/* fuzz_results.c - any bytes as a file of lab results: what is accepted is saved in a form that is
 * accepted again, and both reports can be made of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/allocate.h"
#include "input_file.h"
#include "lab/report/report.h"
#include "lab/run/results.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

/* A result is saved under its own names, which are any text here. */
static void rename_results(struct cop_results *results)
{
    free(results->id);
    free(results->budget);
    results->id = cop_copy_string("id");
    results->budget = cop_copy_string("saved");
}

static void check_reports(const struct cop_results *results)
{
    struct cop_text text = COP_TEXT;

    cop_report_html(results, 1, &text);
    cop_report_markdown(results, 1, &text);
    check(text.length > 0);
    cop_text_free(&text);
}

static void check_results(struct cop_results *results)
{
    struct cop_error error = {""};
    struct cop_results again;

    rename_results(results);
    check_reports(results);
    if (!cop_results_are_whole(results))
        return;
    check(cop_results_save(results, input_folder(), &error));
    check(cop_results_load(&again, input_folder(), "saved", "id", &error));
    check(again.run_count == results->run_count && again.value_count == results->value_count &&
          again.claim_count == results->claim_count);
    check_reports(&again);
    cop_results_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_error error = {""};
    struct cop_results results;
    char folder[8192];

    snprintf(folder, sizeof folder, "%s/read", input_folder());
    mkdir(folder, 0700);
    input_file("read/id.json", data, size);
    if (cop_results_load(&results, input_folder(), "read", "id", &error)) {
        check_results(&results);
        cop_results_free(&results);
    } else {
        check(error.message[0] != '\0');
    }
    return 0;
}
