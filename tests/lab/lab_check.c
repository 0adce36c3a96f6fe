#include "lab_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "folder.h"
#include "lab/run/files.h"
#include "lab/run/run.h"
#include "lab/run/verify.h"

static char folder[FOLDER_ROOM];
static atomic_bool stop;

const char *lab_folder(void)
{
    return folder;
}

int lab_make_folder(void **state)
{
    (void)state;
    return folder_make(folder);
}

int lab_remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

char *lab_path(const char *id)
{
    return cop_path("%s/quick/%s.json", folder, id);
}

struct cop_experiment *lab_read(const char *text)
{
    struct cop_error error = {""};
    struct cop_experiment *experiment = cop_experiment_read(text, "x.cfg", folder, &error);

    if (!experiment)
        fail_msg("%s", error.message);
    return experiment;
}

static bool try_as(const char *command, const char *text, struct cop_results *results,
                   struct cop_error *error)
{
    struct cop_experiment *experiment = lab_read(text);
    struct cop_lab_order order = {
        .budget = COP_QUICK, .results = folder, .threads = 2, .command = command, .stop = &stop};
    bool is_complete, is_good = cop_lab_run(experiment, &order, results, &is_complete, error);

    assert_true(!is_good || is_complete);
    cop_experiment_free(experiment);
    return is_good;
}

bool lab_try(const char *text, struct cop_results *results, struct cop_error *error)
{
    return try_as("coppice lab run", text, results, error);
}

void lab_run_as(const char *command, const char *text, struct cop_results *results)
{
    struct cop_error error = {""};

    if (!try_as(command, text, results, &error))
        fail_msg("%s", error.message);
}

void lab_run(const char *text, struct cop_results *results)
{
    lab_run_as("coppice lab run", text, results);
}

bool lab_load(const char *id, struct cop_results *results)
{
    return cop_results_load(results, folder, "quick", id, NULL);
}

static void note(void *context, const char *sentence)
{
    cop_text_add(context, "%s\n", sentence);
}

int lab_differences(const char *text, struct cop_text *said)
{
    struct cop_experiment *experiment = lab_read(text);
    struct cop_verify_order order = {
        .budget = COP_QUICK, .threads = 2, .seed = 1, .stop = &stop, .say = note, .context = said};
    struct cop_verified verified = {.differences = -1};
    struct cop_results results;
    struct cop_error error = {""};

    if (!cop_results_load(&results, folder, "quick", experiment->id, &error) ||
        !cop_lab_verify(experiment, &results, &order, &verified, &error))
        fail_msg("%s", error.message);
    cop_results_free(&results);
    cop_experiment_free(experiment);
    return verified.differences;
}

void lab_change(const char *id, const char *after, const char *old, const char *new)
{
    char *path = lab_path(id);
    char *text = cop_lab_file_read(path, NULL), *at = strstr(text, after);
    struct cop_text changed = COP_TEXT;

    assert_non_null(at);
    at = strstr(at, old);
    assert_non_null(at);
    cop_text_add_bytes(&changed, text, (size_t)(at - text));
    cop_text_add(&changed, "%s%s", new, at + strlen(old));
    assert_true(cop_lab_file_write(path, changed.bytes, NULL));
    cop_text_free(&changed);
    free(text);
    free(path);
}

void lab_assert_refused(const char *const (*slips)[2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct cop_error error = {""};

        assert_null(cop_experiment_read(slips[i][0], "x.cfg", folder, &error));
        if (!strstr(error.message, slips[i][1]))
            fail_msg("\"%s\" does not say %s", error.message, slips[i][1]);
    }
}
