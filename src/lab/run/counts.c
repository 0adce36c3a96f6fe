#include "lab/run/counts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "coppice/coppice.h"
#include "lab/run/observation.h"

enum { ARGUMENT_MAX = 30 };

/* What can be counted: a name with a whole number in brackets. */
static const struct {
    const char *name, *help;
    int64_t (*count)(const struct cop_game *game, const void *state, int argument);
} counters[] = {{"perft", "perft(4): sequences of 4 moves, those of chance included", cop_perft}};

enum { COUNTERS = sizeof counters / sizeof *counters };

/* Which counter it is, and its argument; -1 if it is none. */
static int find_counter(const char *what, int *argument)
{
    for (int i = 0; i < COUNTERS; i++) {
        size_t length = strlen(counters[i].name);
        char *end;

        if (strncmp(what, counters[i].name, length) != 0 || what[length] != '(')
            continue;
        *argument = (int)strtol(what + length + 1, &end, 10);
        if (end > what + length + 1 && strcmp(end, ")") == 0 && *argument >= 0 &&
            *argument <= ARGUMENT_MAX)
            return i;
    }
    return -1;
}

bool cop_count_check(const char *what, struct cop_error *error)
{
    int argument;

    return find_counter(what, &argument) >= 0 ||
           cop_fail(error, "\"%.60s\" cannot be counted; write %s", what, counters[0].help);
}

static bool count(const struct cop_lab_run *run, const char *what, struct cop_counted *counted,
                  struct cop_error *error)
{
    void *state = cop_allocate(run->game->state_size);
    double start = cop_now();
    int argument, counter = find_counter(what, &argument);
    bool is_good = counter >= 0 && cop_lab_run_start(run, state, error);

    if (is_good) {
        counted->count = counters[counter].count(run->game, state, argument);
        counted->seconds = round((cop_now() - start) * 1e6) / 1e6;
    }
    free(state);
    return is_good;
}

json_t *cop_pack_counted(const struct cop_counted *counted)
{
    return json_pack("{sI so}", "count", (json_int_t)counted->count, "seconds",
                     cop_pack_number(counted->seconds));
}

bool cop_unpack_counted(const json_t *json, struct cop_counted *counted)
{
    const json_t *number = json_object_get(json, "count");

    *counted = (struct cop_counted){json_integer_value(number),
                                    cop_unpack_number(json_object_get(json, "seconds"))};
    return json_is_integer(number);
}

/* -- the store -- */

struct stored {
    struct cop_counted counted;
    bool is_there;
    int64_t origin;
};

static void take(void *context, int number, const char *found, int64_t origin)
{
    struct stored *stored = context;
    json_t *json = json_loads(found, 0, NULL);

    (void)number;
    stored->is_there = cop_unpack_counted(json, &stored->counted);
    stored->origin = origin;
    json_decref(json);
}

static bool keep(struct cop_search_work *work, int64_t match, struct stored *stored,
                 struct cop_error *error)
{
    json_t *json = cop_pack_counted(&stored->counted);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(15));
    bool is_good = cop_store_add_search(work->store, match, 0, text, error);

    stored->origin = work->makers->own;
    json_decref(json);
    free(text);
    return is_good;
}

static bool find_or_count(const struct cop_lab_run *run, struct cop_search_work *work,
                          const char *what, struct cop_counted *counted, struct cop_error *error)
{
    struct cop_text identity = COP_TEXT;
    struct stored stored = {0};
    int64_t match;
    bool is_good;

    cop_text_add(&identity, "counts\ngame %s\nposition %s\nmoves %s\ncount %s\n", run->game->name,
                 run->position, run->moves, what);
    is_good = cop_store_match(work->store, identity.bytes, &match, error) &&
              cop_store_each_search(work->store, match, take, &stored, error);
    if (is_good && !stored.is_there)
        is_good = count(run, what, &stored.counted, error) && keep(work, match, &stored, error);
    if (is_good)
        cop_makers_add(work->makers, stored.origin);
    *counted = stored.counted;
    cop_text_free(&identity);
    return is_good;
}

bool cop_lab_count(const struct cop_lab_run *run, struct cop_search_work *work,
                   struct cop_lab_run_result *result, struct cop_error *error)
{
    result->counted = cop_allocate((size_t)(result->entrant_count + 1) * sizeof *result->counted);
    if (!cop_ranks_leads(work->order->ranks))
        return true;
    for (int i = 0; i < result->entrant_count && !atomic_load(work->order->stop); i++) {
        struct cop_lab_progress progress = {work->experiment, work->run, i + 1,
                                            result->entrant_count};

        if (!find_or_count(run, work, result->entrants[i].agent, &result->counted[i], error))
            return false;
        if (work->order->progress)
            work->order->progress(work->order->context, &progress);
    }
    return true;
}

json_t *cop_lab_count_again(const struct cop_lab_run *run, const struct cop_lab_run_result *result,
                            int entrant, struct cop_error *error)
{
    struct cop_counted counted;

    if (!count(run, result->entrants[entrant].agent, &counted, error))
        return NULL;
    return cop_pack_counted(&counted);
}
