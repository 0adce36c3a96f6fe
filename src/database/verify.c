/* verify.c - every value of a file against those of the positions after it. */
#include "database/verify.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "database/derive.h"

/* What is asked, and what had no answer last. */
struct silence {
    int class_number;
    enum cop_database_kind kind;
};

struct source {
    const struct cop_database *database;
    struct silence *silence;
};

/* One class, and how far it was looked at. */
struct check {
    const struct cop_game *game;
    const struct cop_database_file *file, *distances; /* NULL: there are none */
    struct cop_deriver *deriver;
    struct cop_values values;
    int longest;
    int64_t of_value[4];
};

static enum cop_known value_of(const void *context, int class_number, int64_t number)
{
    const struct source *source = context;
    enum cop_known value = cop_database_value(source->database, class_number, number);

    if (value == COP_UNKNOWN)
        *source->silence = (struct silence){class_number, COP_DATABASE_VALUES};
    return value;
}

static int distance_of(const void *context, int class_number, int64_t number)
{
    const struct source *source = context;
    int distance = cop_database_distance(source->database, class_number, number);

    if (distance < 0)
        *source->silence = (struct silence){class_number, COP_DATABASE_DISTANCES};
    return distance;
}

static const char *const words[] = {[COP_UNKNOWN] = "unknown",
                                    [COP_KNOWN_LOSS] = "a loss",
                                    [COP_KNOWN_DRAW] = "a draw",
                                    [COP_KNOWN_WIN] = "a win",
                                    [COP_NOBODYS] = "nobody's"};

/* The checksums of all blocks, which says more than that a value is unknown. */
static bool read_blocks(const struct cop_database_file *file, struct cop_error *error)
{
    unsigned char *bytes = cop_allocate(COP_DATABASE_BLOCK);
    bool is_good = true;

    for (int64_t block = 0; is_good && block < file->block_count; block++)
        is_good = cop_database_file_read(file, block, bytes, error);
    free(bytes);
    return is_good;
}

/* Where something cannot be derived, another file than the one that is verified has the fault. */
static bool fail_for_silence(const struct check *check, int64_t number, struct cop_error *error)
{
    const struct source *source = check->values.context;
    const struct silence *silence = source->silence;
    const struct cop_database_file *other =
        cop_database_file_of(source->database, silence->class_number, silence->kind);
    struct cop_text name = COP_TEXT;

    if (other != NULL && !read_blocks(other, error))
        return false;
    check->game->rules->indexing->name(check->game, silence->class_number, &name);
    cop_fail(error,
             "%.300s: number %" PRId64 " cannot be checked, as its moves lead to class %s, whose "
             "file of %s is missing or damaged; build it again",
             check->file->path, number, name.bytes,
             silence->kind == COP_DATABASE_VALUES ? "values" : "distances");
    cop_text_free(&name);
    return false;
}

static enum cop_known derive(const struct check *check, int64_t number, int of_end, int *distance)
{
    enum cop_known value = cop_derive_far(check->deriver, &check->values,
                                          check->distances != NULL ? distance_of : NULL, of_end,
                                          check->file->about.class_number, number, distance);

    *distance = *distance < COP_DATABASE_FAR ? *distance : COP_DATABASE_FAR;
    return value;
}

/* A position without moves counts as one move where it has a number, and as none where it has not,
 * which the contract does not tell of games that are over: either will do, as the moves that a
 * position takes are then still more than those of what decides it. */
static bool check_distance(struct check *check, int64_t number, int derived,
                           struct cop_error *error)
{
    int stored = distance_of(check->values.context, check->file->about.class_number, number);
    int with_ends;

    check->longest = stored > check->longest ? stored : check->longest;
    if (stored == derived)
        return true;
    derive(check, number, 1, &with_ends);
    return stored == with_ends ||
           cop_fail(error,
                    "%.300s: number %" PRId64 " has the distance %d, and its moves make it %d",
                    check->distances->path, number, stored, derived);
}

static bool check_number(struct check *check, int64_t number, struct cop_verified *verified,
                         struct cop_error *error)
{
    struct silence *silence = ((const struct source *)check->values.context)->silence;
    enum cop_known derived, stored;
    int distance;

    silence->class_number = -1;
    derived = derive(check, number, 0, &distance);
    if (derived == COP_NOBODYS) {
        verified->nobodys++;
        return true;
    }
    if (derived == COP_UNKNOWN || (silence->class_number >= 0 && check->distances != NULL))
        return fail_for_silence(check, number, error);
    stored = value_of(check->values.context, check->file->about.class_number, number);
    verified->checked++;
    check->of_value[derived]++;
    if (derived != stored)
        return cop_fail(error, "%.300s: number %" PRId64 " is %s, and its moves make it %s",
                        check->file->path, number, words[stored], words[derived]);
    return check->distances == NULL || check_distance(check, number, distance, error);
}

/* What the file says of itself, where every number of it was looked at. */
static bool check_sums(const struct check *check, struct cop_error *error)
{
    const struct cop_database_about *about = &check->file->about;

    for (int value = COP_KNOWN_LOSS; value <= COP_KNOWN_WIN; value++)
        if (about->of_value[value] != check->of_value[value])
            return cop_fail(
                error, "%.300s: it says that %" PRId64 " numbers are %s, and %" PRId64 " are",
                check->file->path, about->of_value[value], words[value], check->of_value[value]);
    if (check->distances == NULL || check->longest == COP_DATABASE_FAR ||
        about->longest == check->longest)
        return true;
    return cop_fail(error,
                    "%.300s: it says that a win or a loss takes %d moves at most, and it is %d",
                    check->file->path, about->longest, check->longest);
}

static int64_t drawn_below(struct cop_rng *rng, int64_t count)
{
    uint64_t draw = (uint64_t)cop_rng_below(rng, UINT32_MAX) << 31 ^ cop_rng_below(rng, UINT32_MAX);

    return (int64_t)(draw % (uint64_t)count);
}

static bool was_stopped(const atomic_bool *stop)
{
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

bool cop_database_verify(const struct cop_database *database, const struct cop_game *game,
                         int class_number, int64_t sample, struct cop_rng *rng,
                         const atomic_bool *stop, struct cop_verified *verified,
                         struct cop_error *error)
{
    struct silence silence;
    const struct source source = {database, &silence};
    struct check check = {.game = game,
                          .file = cop_database_file_of(database, class_number, COP_DATABASE_VALUES),
                          .distances =
                              cop_database_file_of(database, class_number, COP_DATABASE_DISTANCES),
                          .values = {value_of, &source, COP_AIM_ALL}};
    int64_t count = check.file->about.count;
    bool is_good = read_blocks(check.file, error) &&
                   (check.distances == NULL || read_blocks(check.distances, error));

    *verified = (struct cop_verified){.has_distances = check.distances != NULL};
    check.deriver = cop_deriver_open(game);
    for (int64_t i = 0; is_good && i < (sample > 0 ? sample : count) && !was_stopped(stop); i++)
        is_good = check_number(&check, sample > 0 ? drawn_below(rng, count) : i, verified, error);
    if (is_good && sample == 0 && !was_stopped(stop))
        is_good = check_sums(&check, error);
    cop_deriver_close(check.deriver);
    return is_good;
}
