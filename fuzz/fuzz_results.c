/* fuzz_results.c - any bytes as a file of lab results: what is accepted is saved in a form that is
 * accepted again, and both reports can be made of it. What follows a NUL is the file of its games:
 * those that are accepted are opened or refused with a sentence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/allocate.h"
#include "input_file.h"
#include "lab/report/report.h"
#include "lab/run/games.h"

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

static void check_run_games(const struct cop_results *results, const struct cop_lab_run_result *run)
{
    struct cop_error error = {""};
    struct cop_game *game = NULL;
    int count = cop_lab_run_games(run);

    if (count > 0)
        game = cop_game_open(run->game, &error);
    for (int i = 1; i <= count && game; i++) {
        struct cop_text text = COP_TEXT;
        struct cop_lab_game opened;

        error.message[0] = '\0';
        if (cop_lab_game_open(&opened, game, results, run, i, &error)) {
            cop_lab_game_result(&opened, &text);
            check(text.length > 0);
            cop_lab_game_close(&opened);
        } else {
            check(error.message[0] != '\0');
        }
        cop_text_free(&text);
    }
    cop_game_close(game);
}

/* Before anything else, because results are saved under other names. */
static void check_games(struct cop_results *results)
{
    struct cop_error error = {""};

    if (!cop_results_load_games(results, input_folder(), "read", "id", &error)) {
        check(error.message[0] != '\0');
        return;
    }
    for (int r = 0; r < results->run_count; r++)
        check_run_games(results, &results->runs[r]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_error error = {""};
    struct cop_results results;
    char folder[8192];
    const uint8_t *end = size > 0 ? memchr(data, 0, size) : NULL;
    size_t length = end ? (size_t)(end - data) : size;

    snprintf(folder, sizeof folder, "%s/read", input_folder());
    mkdir(folder, 0700);
    input_file("read/id.json", data, length);
    if (end)
        input_file("read/id.games.txt", end + 1, size - length - 1);
    if (cop_results_load(&results, input_folder(), "read", "id", &error)) {
        if (end)
            check_games(&results);
        check_results(&results);
        cop_results_free(&results);
    } else {
        check(error.message[0] != '\0');
    }
    return 0;
}
