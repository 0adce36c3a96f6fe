/* heat_tables.c - every thread goes through all parts of an extent and looks at those whose forms
 * are its own by their fingerprints, so that nobody does another's work and nothing is locked. */
#include "agent/heat_tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/fingerprint.h"
#include "database/database.h"

/* What a thermometer knows of an extent's own sums is not worth keeping for long. */
enum { PARTS_OF_A_THERMOMETER = 20000, THREADS_MAX = 64 };

bool cop_heat_tables_fit(const struct cop_game *game, struct cop_error *error)
{
    if (!cop_sum_fits(game, error))
        return false;
    return (game->rules->sums->all != NULL && game->rules->sums->form != NULL) ||
           cop_fail(error, "%s cannot list its small parts", game->name);
}

/* ---- Files ---- */

static bool name_folder(const struct cop_game *game, const char *folder, struct cop_text *path)
{
    if (!cop_database_root(folder, path))
        return false;
    cop_text_add(path, "/%s-heat", game->rules->name);
    return true;
}

static bool name_file(const struct cop_game *game, const char *folder, int extent,
                      struct cop_text *path)
{
    bool is_somewhere = name_folder(game, folder, path);

    cop_text_add(path, "/parts-%d.heat", extent);
    return is_somewhere;
}

static bool is_there(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0;
}

static bool make_folders(const struct cop_heat_plan *plan, struct cop_error *error)
{
    struct cop_text path = COP_TEXT;
    bool is_good = name_folder(plan->game, plan->folder, &path);

    if (!is_good)
        cop_fail(error, "there is no folder for tables; name one with --folder");
    for (size_t at = 1; is_good && at <= path.length; at++)
        if (path.bytes[at] == '/' || path.bytes[at] == '\0') {
            char end = path.bytes[at];

            path.bytes[at] = '\0';
            if (mkdir(path.bytes, 0777) != 0 && errno != EEXIST)
                is_good = cop_fail(error, "cannot make the folder '%.300s': %s", path.bytes,
                                   strerror(errno));
            path.bytes[at] = end;
        }
    cop_text_free(&path);
    return is_good;
}

int cop_heat_tables_load(const struct cop_game *game, const char *folder, struct cop_heats *heats,
                         struct cop_text *faults)
{
    int extent = COP_HEAT_EXTENT_MIN;
    bool goes_on = true;

    for (; goes_on && extent <= COP_HEAT_EXTENT_MAX; extent += goes_on) {
        struct cop_text path = COP_TEXT;
        struct cop_error error = {""};

        goes_on = name_file(game, folder, extent, &path) && is_there(path.bytes);
        if (goes_on && !cop_heats_read(heats, path.bytes, game->rules->name, extent, &error)) {
            goes_on = false;
            if (faults != NULL)
                cop_text_add(faults, "%s\n", error.message);
        }
        cop_text_free(&path);
    }
    return extent > COP_HEAT_EXTENT_MIN ? extent - 1 : 0;
}

/* ---- One extent ---- */

struct stage {
    const struct cop_heat_plan *plan;
    const struct cop_heats *below; /* all smaller extents; NULL: nothing is asked */
    int extent, threads;
    bool is_check; /* what is found must be what `below` has */
    struct cop_run run;
    _Atomic int64_t parts;
    double began;
    struct worker *workers;
};

struct worker {
    struct stage *stage;
    int number;
    struct cop_thermometer *thermometer;
    struct cop_pace pace;
    struct cop_thermograph graph;
    struct cop_heats heats;
    int read; /* by this thermometer */
    bool has_failed;
    struct cop_error error;
};

static void renew_thermometer(struct worker *worker)
{
    struct cop_heat_source source = {cop_heats_find, worker->stage->below};

    cop_thermometer_close(worker->thermometer);
    worker->thermometer = cop_thermometer_open(worker->stage->plan->game, 0);
    if (!worker->stage->is_check)
        cop_thermometer_ask(worker->thermometer, &source);
    worker->read = 0;
}

/* Is the part this thread's, in the sample, and not looked at yet? */
static bool is_mine(const struct worker *worker, const uint8_t *form, int length)
{
    const struct stage *stage = worker->stage;
    uint64_t print = cop_mix(cop_fingerprint(form, (size_t)length));

    return print % (uint64_t)stage->threads == (uint64_t)worker->number &&
           (!stage->is_check || print / THREADS_MAX % (uint64_t)stage->plan->sample == 0) &&
           cop_byte_set_find(&worker->heats.forms, form, (size_t)length) == 0;
}

/* The table must have walls with the same corners for the form. */
static bool compare(struct worker *worker, const uint8_t *form, int length)
{
    struct cop_known_walls here, there;
    bool is_known = cop_heats_find(worker->stage->below, form, length, &there);

    if (!cop_heats_find(&worker->heats, form, length, &here))
        return false;
    for (int i = 0; i < 2 && is_known; i++)
        is_known = here.counts[i] == there.counts[i] &&
                   memcmp(here.corners[i], there.corners[i],
                          (size_t)here.counts[i] * sizeof here.corners[i][0]) == 0;
    return is_known || cop_fail(&worker->error,
                                "a part with %d cells has another thermograph in "
                                "the table than by the rules, or none",
                                worker->stage->extent);
}

static bool fail_part(struct worker *worker)
{
    worker->has_failed = cop_run_ended(&worker->stage->run) == COP_RUN_GOES_ON;
    if (worker->has_failed && worker->error.message[0] == '\0')
        cop_fail(&worker->error, "not enough memory for the parts with %d cells",
                 worker->stage->extent);
    if (worker->has_failed)
        cop_run_finish(&worker->stage->run, COP_RUN_STOPPED);
    return false;
}

static bool look_at_part(void *context, const void *part)
{
    struct worker *worker = context;
    struct stage *stage = worker->stage;
    const struct cop_game *game = stage->plan->game;
    uint8_t form[COP_FORM_MAX];
    bool is_swapped;
    int length = game->rules->sums->form(game, part, form, &is_swapped);

    if (!is_mine(worker, form, length))
        return cop_run_ended(&stage->run) == COP_RUN_GOES_ON;
    if (!cop_thermometer_read(worker->thermometer, part, &stage->run, &worker->pace,
                              &worker->graph) ||
        !cop_heats_add(&worker->heats, form, length, is_swapped, &worker->graph) ||
        (stage->is_check && !compare(worker, form, length)))
        return fail_part(worker);
    atomic_fetch_add(&stage->parts, 1);
    if (++worker->read == PARTS_OF_A_THERMOMETER)
        renew_thermometer(worker);
    return true;
}

static void work(void *context, int number)
{
    struct stage *stage = context;
    struct worker *worker = &stage->workers[number];

    cop_pace_begin(&worker->pace, number == 0, 1);
    renew_thermometer(worker);
    stage->plan->game->rules->sums->all(stage->plan->game, stage->extent, look_at_part, worker);
}

static void tell(struct stage *stage, bool is_finished, int64_t graphs)
{
    struct cop_heat_news news = {stage->extent, atomic_load(&stage->parts), is_finished, graphs,
                                 cop_now() - stage->began};

    if (stage->plan->report != NULL)
        stage->plan->report(stage->plan->context, &news);
}

static void tell_progress(void *context)
{
    tell(context, false, 0);
}

/* Goes through an extent; what the workers found is in their tables. */
static bool go_through(struct stage *stage, bool *is_stopped, struct cop_error *error)
{
    struct cop_run_terms terms = {.stop = stage->plan->stop,
                                  .period = stage->plan->period,
                                  .progress = stage->plan->report != NULL ? tell_progress : NULL,
                                  .context = stage};
    bool is_good;

    stage->threads = cop_run_thread_count(stage->plan->threads);
    stage->threads = stage->threads < THREADS_MAX ? stage->threads : THREADS_MAX;
    stage->workers = cop_allocate((size_t)stage->threads * sizeof *stage->workers);
    stage->began = cop_now();
    for (int i = 0; i < stage->threads; i++)
        stage->workers[i] = (struct worker){.stage = stage, .number = i};
    cop_run_begin(&stage->run, &terms);
    is_good = cop_run_threads(&stage->run, stage->threads, work, stage, error);
    for (int i = 0; i < stage->threads && is_good; i++)
        if (stage->workers[i].has_failed) {
            *error = stage->workers[i].error;
            is_good = false;
        }
    *is_stopped = is_good && cop_run_ended(&stage->run) == COP_RUN_STOPPED;
    return is_good;
}

static void close_stage(struct stage *stage)
{
    for (int i = 0; i < stage->threads; i++) {
        cop_thermometer_close(stage->workers[i].thermometer);
        cop_thermograph_free(&stage->workers[i].graph);
        cop_heats_free(&stage->workers[i].heats);
    }
    free(stage->workers);
}

/* ---- Building ---- */

/* Puts what all workers have found into a file and into the table of all extents. */
static bool keep(struct stage *stage, struct cop_heats *below, struct cop_error *error)
{
    struct cop_text path = COP_TEXT;
    struct cop_heats own = {0};
    bool is_good = name_file(stage->plan->game, stage->plan->folder, stage->extent, &path);

    for (int i = 0; i < stage->threads && is_good; i++)
        is_good = cop_heats_merge(&own, &stage->workers[i].heats) ||
                  cop_fail(error, "not enough memory for the parts with %d cells", stage->extent);
    is_good = is_good && cop_heats_write(&own, path.bytes, stage->plan->game->rules->name,
                                         stage->extent, error);
    is_good = is_good && (cop_heats_merge(below, &own) ||
                          cop_fail(error, "not enough memory for tables of so many parts"));
    if (is_good)
        tell(stage, true, (int64_t)own.wall_count);
    cop_heats_free(&own);
    cop_text_free(&path);
    return is_good;
}

bool cop_heat_tables_build(const struct cop_heat_plan *plan, bool *is_stopped,
                           struct cop_error *error)
{
    struct cop_heats below = {0};
    struct cop_text faults = COP_TEXT;
    bool is_good = make_folders(plan, error);
    int extent = is_good ? cop_heat_tables_load(plan->game, plan->folder, &below, &faults) : 0;

    *is_stopped = false;
    if (faults.length > 0)
        is_good =
            cop_fail(error, "%.300s; remove it, and it is built again", strtok(faults.bytes, "\n"));
    extent = extent > 0 ? extent + 1 : COP_HEAT_EXTENT_MIN;
    for (; is_good && !*is_stopped && extent <= plan->extent; extent++) {
        struct stage stage = {.plan = plan, .below = &below, .extent = extent};

        is_good =
            go_through(&stage, is_stopped, error) && (*is_stopped || keep(&stage, &below, error));
        close_stage(&stage);
    }
    cop_text_free(&faults);
    cop_heats_free(&below);
    return is_good;
}

/* ---- Verifying ---- */

bool cop_heat_tables_verify(const struct cop_heat_plan *plan, int64_t *checked,
                            struct cop_error *error)
{
    struct cop_heats heats = {0};
    struct cop_text faults = COP_TEXT;
    int last = cop_heat_tables_load(plan->game, plan->folder, &heats, &faults);
    bool is_good = true, is_stopped = false;

    *checked = 0;
    if (faults.length > 0)
        is_good = cop_fail(error, "%.300s", strtok(faults.bytes, "\n"));
    else if (last == 0)
        is_good = cop_fail(error,
                           "there are no tables of thermographs of %s; `coppice parts "
                           "build` makes some",
                           plan->game->rules->name);
    for (int extent = COP_HEAT_EXTENT_MIN; is_good && !is_stopped && extent <= last; extent++) {
        struct stage stage = {.plan = plan, .below = &heats, .extent = extent, .is_check = true};

        is_good = go_through(&stage, &is_stopped, error);
        *checked += atomic_load(&stage.parts);
        close_stage(&stage);
    }
    if (is_good && is_stopped)
        is_good = cop_fail(error, "interrupted");
    cop_text_free(&faults);
    cop_heats_free(&heats);
    return is_good;
}
