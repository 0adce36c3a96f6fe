/* verify.c - every value of a file against those of the positions after it. */
#include "database/verify.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "database/derive.h"

/* What is asked, and the class that had no answer last. */
struct source {
    const struct cop_database *database;
    int *silent;
};

static enum cop_known value_of(const void *context, int class_number, int64_t number)
{
    const struct source *source = context;
    enum cop_known value = cop_database_value(source->database, class_number, number);

    if (value == COP_UNKNOWN)
        *source->silent = class_number;
    return value;
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

/* Where a value cannot be derived, another file than the one that is verified has the fault. */
static bool fail_for_silence(const struct source *source, const struct cop_game *game,
                             const struct cop_database_file *file, int64_t number,
                             struct cop_error *error)
{
    const struct cop_database_file *other =
        cop_database_file_of(source->database, *source->silent, COP_DATABASE_VALUES);
    struct cop_text name = COP_TEXT;

    if (other != NULL && !read_blocks(other, error))
        return false;
    game->rules->indexing->name(game, *source->silent, &name);
    cop_fail(error,
             "%.300s: number %" PRId64 " cannot be checked, as its moves lead to class %s, whose "
             "file is missing or damaged; build it again",
             file->path, number, name.bytes);
    cop_text_free(&name);
    return false;
}

static bool check(struct cop_deriver *deriver, const struct cop_values *values,
                  const struct cop_game *game, const struct cop_database_file *file, int64_t number,
                  struct cop_verified *verified, struct cop_error *error)
{
    int class_number = file->about.class_number;
    enum cop_known derived = cop_derive(deriver, values, class_number, number);
    enum cop_known stored;

    if (derived == COP_NOBODYS) {
        verified->nobodys++;
        return true;
    }
    if (derived == COP_UNKNOWN)
        return fail_for_silence(values->context, game, file, number, error);
    stored = values->of(values->context, class_number, number);
    verified->checked++;
    return derived == stored ||
           cop_fail(error, "%.300s: number %" PRId64 " is %s, and its moves make it %s", file->path,
                    number, words[stored], words[derived]);
}

static int64_t drawn_below(struct cop_rng *rng, int64_t count)
{
    uint64_t draw = (uint64_t)cop_rng_below(rng, UINT32_MAX) << 31 ^ cop_rng_below(rng, UINT32_MAX);

    return (int64_t)(draw % (uint64_t)count);
}

bool cop_database_verify(const struct cop_database *database, const struct cop_game *game,
                         int class_number, int64_t sample, struct cop_rng *rng,
                         const atomic_bool *stop, struct cop_verified *verified,
                         struct cop_error *error)
{
    const struct cop_database_file *file =
        cop_database_file_of(database, class_number, COP_DATABASE_VALUES);
    int silent = class_number;
    const struct source source = {database, &silent};
    const struct cop_values values = {value_of, &source, COP_AIM_ALL};
    int64_t count = sample > 0 ? sample : file->about.count;
    struct cop_deriver *deriver;
    bool is_good = read_blocks(file, error);

    *verified = (struct cop_verified){0};
    deriver = cop_deriver_open(game);
    for (int64_t i = 0; is_good && i < count; i++) {
        if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed))
            break;
        is_good = check(deriver, &values, game, file,
                        sample > 0 ? drawn_below(rng, file->about.count) : i, verified, error);
    }
    cop_deriver_close(deriver);
    return is_good;
}
