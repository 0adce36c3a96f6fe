#include "lab/run/maker.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "base/machine.h"
#include "coppice/version.h"

static void today(char date[32])
{
    time_t now = time(NULL);
    struct tm parts;

    date[0] = '\0';
    if (gmtime_r(&now, &parts))
        strftime(date, 32, "%Y-%m-%d", &parts);
}

static json_t *describe(const char *commit, const char *command)
{
    struct cop_text machine = COP_TEXT;
    char date[32];
    json_t *json;

    today(date);
    cop_machine_name(&machine);
    cop_text_add(&machine, ", %d cores", cop_machine_cores());
    json = json_pack("{ss ss ss ss ss ss ss}", "commit", commit, "version", cop_version(),
                     "compiler", cop_build_compiler(), "flags", cop_build_flags(), "machine",
                     machine.bytes, "command", command, "date", date);
    cop_text_free(&machine);
    return json;
}

bool cop_makers_open(struct cop_makers *makers, struct cop_store *store, const char *commit,
                     const char *command, struct cop_error *error)
{
    json_t *json = describe(commit ? commit : "", command);
    char *words = json ? json_dumps(json, 0) : NULL;
    bool is_good;

    *makers = (struct cop_makers){0};
    is_good = words ? cop_store_sign(store, words, &makers->own, error)
                    : cop_fail(error, "the command \"%.60s\" is not UTF-8", command);
    free(words);
    json_decref(json);
    return is_good;
}

void cop_makers_close(struct cop_makers *makers)
{
    free(makers->made);
    *makers = (struct cop_makers){0};
}

void cop_makers_add(struct cop_makers *makers, int64_t origin)
{
    for (int i = 0; i < makers->count; i++) {
        if (makers->made[i].origin != origin)
            continue;
        makers->made[i].observations++;
        return;
    }
    makers->made = cop_reallocate(makers->made, (size_t)(makers->count + 1) * sizeof *makers->made);
    makers->made[makers->count++] = (struct cop_made){origin, 1};
}

static int by_origin(const void *left, const void *right)
{
    int64_t a = ((const struct cop_made *)left)->origin,
            b = ((const struct cop_made *)right)->origin;

    return (a > b) - (a < b);
}

static char *word(const json_t *json, const char *key)
{
    const char *value = json_string_value(json_object_get(json, key));

    return cop_copy_string(value ? value : "");
}

static void read_maker(const char *words, int64_t observations, struct cop_maker *maker)
{
    json_t *json = json_loads(words, 0, NULL);

    *maker = (struct cop_maker){.commit = word(json, "commit"),
                                .version = word(json, "version"),
                                .compiler = word(json, "compiler"),
                                .flags = word(json, "flags"),
                                .machine = word(json, "machine"),
                                .command = word(json, "command"),
                                .date = word(json, "date"),
                                .observations = observations};
    json_decref(json);
}

static void set_word(char **place, const char *value)
{
    free(*place);
    *place = cop_copy_string(value);
}

bool cop_makers_write(const struct cop_makers *makers, struct cop_store *store,
                      struct cop_results *results, struct cop_error *error)
{
    const struct cop_maker *last;

    if (makers->count > 0)
        qsort(makers->made, (size_t)makers->count, sizeof *makers->made, by_origin);
    results->makers = cop_allocate((size_t)(makers->count + 1) * sizeof *results->makers);
    for (int i = 0; i < makers->count; i++) {
        struct cop_text words = COP_TEXT;
        bool is_good = cop_store_origin(store, makers->made[i].origin, &words, error);

        if (is_good)
            read_maker(words.bytes, makers->made[i].observations,
                       &results->makers[results->maker_count++]);
        cop_text_free(&words);
        if (!is_good)
            return false;
    }
    if (results->maker_count == 0)
        return true;
    last = &results->makers[results->maker_count - 1];
    set_word(&results->command, last->command);
    set_word(&results->version, last->version);
    set_word(&results->machine, last->machine);
    set_word(&results->date, last->date);
    return true;
}
