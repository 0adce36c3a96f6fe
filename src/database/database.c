/* database.c - the files of a game, and a cache of their blocks.
 *
 * All blocks of all files are numbered, and a block lives in the slot of its number, modulo how
 * many slots there are, behind the slot's own lock: a probe that finds its block costs a lock that
 * nobody else wants, and threads wait for each other only where they read in the same slot. */
#include "database/database.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* Slots are taken as they are needed, and no more than this. */
static const struct cop_option memory_options[] = {
    {"memory", COP_BYTES, "1G", COP_DATABASE_BLOCK, 1e15, NULL, "for blocks of databases"},
    {NULL},
};

struct slot {
    pthread_mutex_t lock;
    const struct cop_database_file *file; /* NULL: the slot is empty */
    int64_t block;
    bool is_damaged;
    unsigned char *bytes;
};

enum { KINDS = 2 };

struct cop_database {
    const struct cop_game *game;
    int class_count, file_count;
    struct cop_database_file *files[KINDS]; /* for each class */
    int64_t *first_block[KINDS];            /* of each file, among the blocks of all */
    bool *is_exact; /* no way within the class's stage and those below is too long for the rules */
    struct slot *slots;
    int64_t slot_count;
};

/* ---- Folders ---- */

static bool has_value(const char *variable)
{
    return variable != NULL && variable[0] != '\0';
}

void cop_database_table_name(const struct cop_game *game, struct cop_text *text)
{
    if (game->rules->indexing->table_name != NULL)
        game->rules->indexing->table_name(game, text);
    else
        cop_text_add(text, "%s", game->name);
}

bool cop_database_root(const char *folder, struct cop_text *path)
{
    const char *own = getenv("COPPICE_DATABASES"), *shared = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");

    if (has_value(folder))
        cop_text_add(path, "%s", folder);
    else if (has_value(own))
        cop_text_add(path, "%s", own);
    else if (shared != NULL && shared[0] == '/')
        cop_text_add(path, "%s/coppice/databases", shared);
    else if (has_value(home))
        cop_text_add(path, "%s/.local/share/coppice/databases", home);
    else
        return false;
    return true;
}

bool cop_database_folder(const struct cop_game *game, const char *folder, struct cop_text *path)
{
    if (!cop_database_root(folder, path))
        return false;
    cop_text_add(path, "/");
    cop_database_table_name(game, path);
    return true;
}

void cop_database_path(const struct cop_game *game, const char *folder_of_game, int class_number,
                       enum cop_database_kind kind, struct cop_text *path)
{
    cop_text_add(path, "%s/", folder_of_game);
    game->rules->indexing->name(game, class_number, path);
    cop_text_add(path, kind == COP_DATABASE_VALUES ? ".values" : ".distances");
}

/* ---- Opening ---- */

bool cop_database_fits(const struct cop_game *game, struct cop_error *error)
{
    if (game->rules->indexing == NULL)
        return cop_fail(error, "%s has no databases: its positions have no numbers", game->name);
    if (game->has_chance || game->is_hidden || game->players != 2 || !game->is_constant_sum)
        return cop_fail(error,
                        "%s has no databases: they are for two players who share a payoff, "
                        "without chance and secrets",
                        game->name);
    return true;
}

/* A file that is not the class's own would answer wrongly. */
static bool is_own(const struct cop_game *game, const struct cop_database_file *file,
                   int class_number, enum cop_database_kind kind, struct cop_error *error)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    struct cop_text tables = COP_TEXT;
    bool is_same;

    cop_database_table_name(game, &tables);
    is_same = strcmp(file->about.tables, tables.bytes) == 0 && file->about.kind == kind &&
              file->about.class_number == class_number &&
              file->about.count == indexing->count(game, class_number);
    if (!is_same)
        cop_fail(error, "%.300s: this is class %s of %s and not what its name says", file->path,
                 file->about.class_name, file->about.tables);
    cop_text_free(&tables);
    return is_same;
}

static void open_file(struct cop_database *database, const char *folder, int class_number,
                      enum cop_database_kind kind, struct cop_text *faults)
{
    struct cop_database_file *file = &database->files[kind][class_number];
    struct cop_text path = COP_TEXT;
    struct cop_error error;

    cop_database_path(database->game, folder, class_number, kind, &path);
    if (cop_database_file_exists(path.bytes)) {
        if (cop_database_file_open(file, path.bytes, &error) &&
            is_own(database->game, file, class_number, kind, &error)) {
            database->file_count++;
        } else {
            cop_database_file_close(file);
            if (faults != NULL)
                cop_text_add(faults, "%s\n", error.message);
        }
    }
    cop_text_free(&path);
}

/* How long a game may stay in the class's stage from a position without a past. */
static int patience_of(const struct cop_game *game, int class_number, void *state)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    int64_t count = indexing->count(game, class_number);
    struct cop_place place;

    for (int64_t number = 0; number < count; number++)
        if (indexing->state(game, class_number, number, state) &&
            indexing->place(game, state, &place))
            return place.patience;
    return INT_MAX;
}

static bool is_short_enough(const struct cop_database *database, int class_number, void *state)
{
    const struct cop_database_file *file = &database->files[COP_DATABASE_VALUES][class_number];

    return file->path != NULL &&
           file->about.longest <= patience_of(database->game, class_number, state);
}

/* Classes are asked from the lowest stage up; a stage is exact if all below it are. */
static void find_exact(struct cop_database *database)
{
    const struct cop_indexing *indexing = database->game->rules->indexing;
    unsigned char *state = cop_allocate(database->game->state_size);
    int lowest_doubtful = INT_MAX;

    for (int i = 0; i < database->class_count; i++) {
        int stage = indexing->stage(database->game, i);

        if (stage < lowest_doubtful && !is_short_enough(database, i, state))
            lowest_doubtful = stage;
    }
    for (int i = 0; i < database->class_count; i++)
        database->is_exact[i] = indexing->stage(database->game, i) < lowest_doubtful;
    free(state);
}

/* Databases of many gigabytes are asked at random: whoever has the memory for them may say so. */
static int64_t slots_at_most(struct cop_text *faults)
{
    static const char name[] = "COPPICE_DATABASES_MEMORY";
    struct cop_settings *settings = cop_settings_parse(name, memory_options, "", NULL);
    struct cop_error error;
    int64_t slots;

    if (has_value(getenv(name)) &&
        !cop_settings_set(settings, name, "memory", getenv(name), &error) && faults != NULL)
        cop_text_add(faults, "%s; 1G is taken\n", error.message);
    slots = (int64_t)cop_real(settings, "memory") / COP_DATABASE_BLOCK;
    cop_settings_free(settings);
    return slots;
}

static void open_cache(struct cop_database *database, struct cop_text *faults)
{
    int64_t blocks = 0, most = slots_at_most(faults);

    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < database->class_count; i++) {
            database->first_block[kind][i] = blocks;
            blocks += database->files[kind][i].block_count;
        }
    database->slot_count = blocks < most ? blocks : most;
    database->slots = cop_allocate((size_t)database->slot_count * sizeof *database->slots + 1);
    for (int64_t i = 0; i < database->slot_count; i++)
        pthread_mutex_init(&database->slots[i].lock, NULL);
}

struct cop_database *cop_database_open(const struct cop_game *game, const char *folder,
                                       struct cop_text *faults)
{
    return cop_database_open_classes(game, folder, NULL, faults);
}

struct cop_database *cop_database_open_classes(const struct cop_game *game, const char *folder,
                                               const bool *is_wanted, struct cop_text *faults)
{
    struct cop_database *database = cop_allocate(sizeof *database);
    struct cop_text path = COP_TEXT;

    database->game = game;
    if (cop_database_fits(game, NULL) && cop_database_folder(game, folder, &path) &&
        cop_database_file_exists(path.bytes))
        database->class_count = game->rules->indexing->classes(game);
    for (int kind = 0; kind < KINDS; kind++) {
        database->first_block[kind] =
            cop_allocate((size_t)database->class_count * sizeof *database->first_block[kind] + 1);
        database->files[kind] =
            cop_allocate((size_t)database->class_count * sizeof *database->files[kind] + 1);
        for (int i = 0; i < database->class_count; i++)
            if (is_wanted == NULL || is_wanted[i])
                open_file(database, path.bytes, i, (enum cop_database_kind)kind, faults);
    }
    database->is_exact =
        cop_allocate((size_t)database->class_count * sizeof *database->is_exact + 1);
    open_cache(database, faults);
    find_exact(database);
    cop_text_free(&path);
    return database;
}

void cop_database_close(struct cop_database *database)
{
    if (database == NULL)
        return;
    for (int64_t i = 0; i < database->slot_count; i++) {
        pthread_mutex_destroy(&database->slots[i].lock);
        free(database->slots[i].bytes);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < database->class_count; i++)
            cop_database_file_close(&database->files[kind][i]);
        free(database->files[kind]);
        free(database->first_block[kind]);
    }
    free(database->slots);
    free(database->is_exact);
    free(database);
}

const struct cop_database_file *cop_database_file_of(const struct cop_database *database,
                                                     int class_number, enum cop_database_kind kind)
{
    if (class_number < 0 || class_number >= database->class_count ||
        database->files[kind][class_number].path == NULL)
        return NULL;
    return &database->files[kind][class_number];
}

bool cop_database_is_empty(const struct cop_database *database)
{
    return database->file_count == 0;
}

/* ---- Asking ---- */

/* Puts the block into the slot, whatever was there; false if it cannot be read, which is
 * remembered. */
static bool load(struct slot *slot, const struct cop_database_file *file, int64_t block)
{
    if (slot->file == file && slot->block == block)
        return !slot->is_damaged;
    if (slot->bytes == NULL)
        slot->bytes = cop_allocate(COP_DATABASE_BLOCK);
    slot->file = file;
    slot->block = block;
    slot->is_damaged = !cop_database_file_read(file, block, slot->bytes, NULL);
    return !slot->is_damaged;
}

/* Byte number `at` of a file before compression, or -1. */
static int byte_at(const struct cop_database *database, const struct cop_database_file *file,
                   int64_t at)
{
    int64_t block = at / COP_DATABASE_BLOCK;
    int64_t number = database->first_block[file->about.kind][file->about.class_number] + block;
    struct slot *slot = &database->slots[number % database->slot_count];
    int byte = -1;

    pthread_mutex_lock(&slot->lock);
    if (load(slot, file, block))
        byte = slot->bytes[at % COP_DATABASE_BLOCK];
    pthread_mutex_unlock(&slot->lock);
    return byte;
}

enum cop_known cop_database_value(const struct cop_database *database, int class_number,
                                  int64_t number)
{
    const struct cop_database_file *file =
        cop_database_file_of(database, class_number, COP_DATABASE_VALUES);
    int byte = file == NULL ? -1 : byte_at(database, file, number / 4);

    return byte < 0 ? COP_UNKNOWN : (enum cop_known)(byte >> 2 * (number % 4) & 3);
}

int cop_database_distance(const struct cop_database *database, int class_number, int64_t number)
{
    const struct cop_database_file *file =
        cop_database_file_of(database, class_number, COP_DATABASE_DISTANCES);

    return file == NULL ? -1 : byte_at(database, file, number);
}

bool cop_database_bounds(const struct cop_database *database, const void *state, int player,
                         struct cop_bounds *bounds)
{
    const struct cop_game *game = database->game;
    struct cop_place place;
    enum cop_known value;
    bool is_exact;

    if (database->file_count == 0 || !game->rules->indexing->place(game, state, &place))
        return false;
    value = cop_database_value(database, place.class_number, place.number);
    if (value == COP_UNKNOWN)
        return false;
    is_exact =
        !place.has_past && database->is_exact[place.class_number] &&
        database->files[COP_DATABASE_VALUES][place.class_number].about.longest <= place.patience;
    if (game->rules->turn(game, state) != player)
        value = (enum cop_known)(4 - (int)value);
    bounds->low = value == COP_KNOWN_LOSS ? 0 : value == COP_KNOWN_WIN && is_exact ? 1 : 0.5;
    bounds->high = value == COP_KNOWN_WIN ? 1 : value == COP_KNOWN_LOSS && is_exact ? 0 : 0.5;
    return true;
}

/* The best of all moves of a player in the middle of a turn. */
static bool bounds_of_turn(const struct cop_database *database, const void *state, int player,
                           struct cop_bounds *bounds)
{
    const struct cop_game *game = database->game;
    unsigned char *after = cop_allocate(game->state_size);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);

    *bounds = (struct cop_bounds){0, 0};
    for (int i = 0; i < count; i++) {
        struct cop_bounds one = {0, 1};

        memcpy(after, state, game->state_size);
        game->rules->play(game, after, moves[i]);
        cop_database_bounds_after(database, after, player, &one);
        bounds->low = one.low > bounds->low ? one.low : bounds->low;
        bounds->high = one.high > bounds->high ? one.high : bounds->high;
    }
    free(after);
    free(moves);
    return bounds->low > 0 || bounds->high < 1;
}

bool cop_database_bounds_after(const struct cop_database *database, const void *state, int player,
                               struct cop_bounds *bounds)
{
    const struct cop_game *game = database->game;
    int turn = game->rules->turn(game, state);
    double payoffs[COP_PLAYERS_MAX];
    struct cop_place place;

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, payoffs);
        bounds->low = bounds->high = payoffs[player];
        return true;
    }
    if (turn == player && !game->rules->indexing->place(game, state, &place))
        return bounds_of_turn(database, state, player, bounds);
    return cop_database_bounds(database, state, player, bounds);
}

/* Is no position of the past on the way, on which distances only go down? */
static bool is_way_clear(const struct cop_database *database, const void *state, int distance)
{
    const struct cop_indexing *indexing = database->game->rules->indexing;
    struct cop_place place;

    if (indexing->past == NULL)
        return false;
    for (int back = 1; indexing->past(database->game, state, back, &place); back++) {
        int farther = cop_database_distance(database, place.class_number, place.number);

        if (farther < 0 || (farther > 0 && farther < distance))
            return false;
    }
    return true;
}

/* The distance of a position that is in the same stage as the one before it; 0: it has none. */
static int distance_within(const struct cop_database *database, const void *before,
                           const void *after, struct cop_place *place)
{
    const struct cop_game *game = database->game;
    const struct cop_indexing *indexing = game->rules->indexing;
    struct cop_place from;
    int distance;

    if (game->rules->turn(game, after) == COP_OVER || !indexing->place(game, before, &from) ||
        !indexing->place(game, after, place) ||
        indexing->stage(game, from.class_number) != indexing->stage(game, place->class_number))
        return 0;
    distance = cop_database_distance(database, place->class_number, place->number);
    return distance > 0 && distance < COP_DATABASE_FAR ? distance : 0;
}

bool cop_database_weigh(const struct cop_database *database, const void *before, const void *after,
                        int player, struct cop_bounds *bounds, int *distance)
{
    struct cop_place place;
    int left;

    *distance = 0;
    if (!cop_database_bounds_after(database, after, player, bounds))
        return false;
    left = distance_within(database, before, after, &place);
    if (left == 0)
        return true;
    if (bounds->low < bounds->high && database->is_exact[place.class_number] &&
        left <= place.patience && is_way_clear(database, after, left))
        bounds->low = bounds->high = bounds->high == 1 ? 1 : 0;
    if (bounds->low == bounds->high)
        *distance = left + 1;
    return true;
}
