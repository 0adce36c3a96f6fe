/* build.c - which stages are missing, and their order; stage.c builds one of them. */
#include "database/build.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/block.h"
#include "base/clock.h"
#include "base/file.h"
#include "database/stage.h"

static int classes_of(const struct cop_game *game)
{
    return game->rules->indexing->classes(game);
}

/* Is it there, or can it be made? */
static bool make_one(const char *path, struct cop_error *error)
{
    return mkdir(path, 0777) == 0 || access(path, F_OK) == 0 ||
           cop_fail(error, "cannot make the folder %.300s: %s", path, strerror(errno));
}

/* Makes the folder, and those it is in, as far as they are missing. */
static bool make_folder(const char *path, struct cop_error *error)
{
    char *parts = cop_copy_string(path);
    bool is_good = true;

    for (char *slash = strchr(parts + 1, '/'); slash != NULL && is_good;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        is_good = make_one(parts, error);
        *slash = '/';
    }
    is_good = is_good && make_one(parts, error);
    free(parts);
    return is_good;
}

/* Two builds in one folder would do the same work twice; and what a killed one was writing can be
 * removed only by one that is alone. */
static bool take_folder(struct cop_build *build, struct cop_error *error)
{
    struct cop_text held = COP_TEXT;

    cop_text_add(&held,
                 "another build is at work in %.300s; wait for its end, or build in another "
                 "folder",
                 build->folder.bytes);
    build->lock = cop_file_lock(build->folder.bytes, held.bytes, error);
    cop_text_free(&held);
    return build->lock >= 0;
}

static void tidy(const struct cop_build *build)
{
    static const enum cop_database_kind kinds[] = {COP_DATABASE_VALUES, COP_DATABASE_DISTANCES};

    for (int i = 0; i < classes_of(build->plan->game); i++)
        for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
            struct cop_text path = COP_TEXT;

            cop_database_path(build->plan->game, build->folder.bytes, i, kinds[kind], &path);
            cop_file_tidy(path.bytes);
            cop_text_free(&path);
        }
}

/* ---- What is there ---- */

static bool is_wanted(const struct cop_build *build, int class_number)
{
    const struct cop_game *game = build->plan->game;

    return game->rules->indexing->pieces(game, class_number) <= build->plan->pieces;
}

static bool is_there(const struct cop_build *build, int class_number)
{
    return cop_database_file_of(build->there, class_number, COP_DATABASE_VALUES) != NULL &&
           (!build->plan->keeps_distances ||
            cop_database_file_of(build->there, class_number, COP_DATABASE_DISTANCES) != NULL);
}

/* The classes of a stage; returns how many of them are wanted, one more than there is room for if
 * they are too many, and whether one is missing. */
static int find_stage(const struct cop_build *build, int stage, int *list, bool *is_missing)
{
    const struct cop_game *game = build->plan->game;
    int count = 0;

    *is_missing = false;
    for (int i = 0; i < classes_of(game); i++) {
        if (game->rules->indexing->stage(game, i) != stage || !is_wanted(build, i))
            continue;
        if (count == COP_STAGE_CLASSES) {
            *is_missing = true;
            return count + 1;
        }
        list[count++] = i;
        *is_missing = *is_missing || !is_there(build, i);
    }
    return count;
}

static int last_stage(const struct cop_build *build)
{
    const struct cop_game *game = build->plan->game;
    int last = -1;

    for (int i = 0; i < classes_of(game); i++)
        if (is_wanted(build, i) && game->rules->indexing->stage(game, i) > last)
            last = game->rules->indexing->stage(game, i);
    return last;
}

static int64_t numbers_of(const struct cop_build *build, const int *list, int count)
{
    const struct cop_game *game = build->plan->game;
    int64_t sum = 0;

    for (int i = 0; i < count; i++)
        sum += game->rules->indexing->count(game, list[i]);
    return sum;
}

/* ---- Lower stages in memory ---- */

void *cop_build_block(const struct cop_build *build, size_t size, struct cop_error *error)
{
    void *block;

    if (build->is_on_disk)
        return cop_block_on_disk(build->folder.bytes, size, error);
    block = cop_block_allocate(size);
    if (block == NULL)
        cop_fail(error, "out of memory for %.0f MB; --on-disk builds in files", (double)size / 1e6);
    return block;
}

static bool allocate_table(struct cop_build *build, int class_number, struct cop_error *error)
{
    const struct cop_game *game = build->plan->game;
    struct cop_table *table = &build->tables[class_number];

    table->count = game->rules->indexing->count(game, class_number);
    table->words = cop_build_block(build, cop_table_bytes(table->count), error);
    return table->words != NULL;
}

/* A whole table from its file. */
static bool load_table(struct cop_build *build, int class_number, struct cop_error *error)
{
    const struct cop_database_file *file =
        cop_database_file_of(build->there, class_number, COP_DATABASE_VALUES);
    unsigned char *bytes;

    if (build->tables[class_number].words != NULL)
        return true;
    if (!allocate_table(build, class_number, error))
        return false;
    bytes = (unsigned char *)build->tables[class_number].words;
    for (int64_t block = 0; block < file->block_count; block++)
        if (!cop_database_file_read(file, block, bytes + block * COP_DATABASE_BLOCK, error))
            return false;
    return true;
}

/* All of the stages below, which captures may lead to. */
static bool load_below(struct cop_build *build, int stage, struct cop_error *error)
{
    const struct cop_game *game = build->plan->game;

    for (int i = 0; i < classes_of(game); i++)
        if (game->rules->indexing->stage(game, i) < stage && is_wanted(build, i) &&
            !load_table(build, i, error))
            return false;
    return true;
}

/* What all tables to this stage take, and the stage itself while it is built. */
static double bytes_of_stage(const struct cop_build *build, int stage, const int *list, int count)
{
    const struct cop_game *game = build->plan->game;
    double bytes =
        (double)numbers_of(build, list, count) * (build->plan->keeps_distances ? 1.75 : 0.75);

    for (int i = 0; i < classes_of(game); i++)
        if (game->rules->indexing->stage(game, i) < stage && is_wanted(build, i))
            bytes += (double)game->rules->indexing->count(game, i) / 4;
    return bytes;
}

static bool has_memory(const struct cop_build *build, int stage, const int *list, int count,
                       struct cop_error *error)
{
    const struct cop_game *game = build->plan->game;
    double bytes = bytes_of_stage(build, stage, list, count);

    if (build->plan->is_on_disk || build->plan->memory == 0 || bytes <= (double)build->plan->memory)
        return true;
    return cop_fail(error,
                    "a stage with %d pieces has %lld positions and takes about %.0f MB; give it "
                    "--memory %.0fM, build it --on-disk or for fewer pieces; nothing was built",
                    game->rules->indexing->pieces(game, list[0]),
                    (long long)numbers_of(build, list, count), bytes / 1e6, bytes / (1 << 20) + 1);
}

/* ---- Building ---- */

static bool build_stage(struct cop_build *build, int stage, const int *list, int count,
                        struct cop_error *error)
{
    build->is_on_disk = build->plan->is_on_disk &&
                        bytes_of_stage(build, stage, list, count) > (double)build->plan->memory;
    if (!load_below(build, stage, error))
        return false;
    for (int i = 0; i < count; i++) {
        cop_block_free(build->tables[list[i]].words, cop_table_bytes(build->tables[list[i]].count));
        if (!allocate_table(build, list[i], error))
            return false;
    }
    return cop_stage_build(build, list, count, error);
}

/* Looks at all that is to be built before anything is: how much it is, and whether each stage will
 * have room. */
static bool plan_all(struct cop_build *build, int stages, struct cop_error *error)
{
    int list[COP_STAGE_CLASSES];
    bool is_missing;

    for (int stage = 0; stage < stages; stage++) {
        int count = find_stage(build, stage, list, &is_missing);

        if (!is_missing)
            continue;
        if (count > COP_STAGE_CLASSES)
            return cop_fail(error, "%s: a stage has more than %d classes; build for fewer pieces",
                            build->plan->game->name, COP_STAGE_CLASSES);
        if (!has_memory(build, stage, list, count, error))
            return false;
        build->news.to_build += numbers_of(build, list, count);
    }
    return true;
}

/* Before hours of work, and not after them. */
static bool can_write(const struct cop_build *build, struct cop_error *error)
{
    if (build->news.to_build == 0 || access(build->folder.bytes, W_OK) == 0)
        return true;
    return cop_fail(error, "cannot write into %.300s: %s", build->folder.bytes, strerror(errno));
}

static bool build_all(struct cop_build *build, struct cop_error *error)
{
    int list[COP_STAGE_CLASSES], stages = last_stage(build) + 1;
    bool is_missing, is_good = plan_all(build, stages, error) && can_write(build, error);

    for (int stage = 0; stage < stages && is_good && !build->is_stopped; stage++) {
        int count = find_stage(build, stage, list, &is_missing);

        if (is_missing)
            is_good = build_stage(build, stage, list, count, error);
    }
    return is_good;
}

/* A damaged file is not written over by the way: somebody should know. The first is told. */
static bool open_there(struct cop_build *build, struct cop_error *error)
{
    struct cop_text faults = COP_TEXT;
    bool is_good;

    build->there = cop_database_open(build->plan->game, build->plan->folder, &faults);
    is_good = faults.length == 0 ||
              cop_fail(error, "%.*s", (int)strcspn(faults.bytes, "\n"), faults.bytes);
    cop_text_free(&faults);
    return is_good;
}

static void close_build(struct cop_build *build)
{
    for (int i = 0; i < classes_of(build->plan->game); i++)
        cop_block_free(build->tables[i].words, cop_table_bytes(build->tables[i].count));
    free(build->tables);
    cop_text_free(&build->folder);
    cop_database_close(build->there);
    if (build->lock >= 0)
        close(build->lock);
}

bool cop_database_build(const struct cop_build_plan *plan, bool *is_stopped,
                        struct cop_error *error)
{
    struct cop_build build = {.plan = plan, .folder = COP_TEXT, .began = cop_now(), .lock = -1};
    bool is_good;

    *is_stopped = false;
    if (!cop_database_fits(plan->game, error))
        return false;
    if (!cop_database_folder(plan->game, plan->folder, &build.folder))
        return cop_fail(error, "there is no folder for databases; name one with --folder");
    build.tables = cop_allocate((size_t)classes_of(plan->game) * sizeof *build.tables + 1);
    is_good = make_folder(build.folder.bytes, error) && take_folder(&build, error);
    if (is_good)
        tidy(&build);
    is_good = is_good && open_there(&build, error) && build_all(&build, error);
    *is_stopped = build.is_stopped;
    close_build(&build);
    return is_good;
}
