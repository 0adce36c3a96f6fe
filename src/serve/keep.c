/* keep.c - one thread writes what has changed, many tables at a time. */
#include "serve/keep.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/file.h"
#include "serve/folder.h"
#include "serve/receipt.h"
#include "serve/review.h"
#include "serve/table.h"
#include "serve/table_file.h"

static const char *const id_letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/* Seconds between tries. */
static const double first_pause = 0.25, longest_pause = 30;

static bool is_dirty(const struct cop_table *table)
{
    return table->changes_kept < table->changes;
}

bool cop_keep_is_done(const struct cop_table *table)
{
    return !is_dirty(table) && !table->is_being_kept;
}

/* ---- One batch ---- */

/* The texts of one table on their way to the disk. */
struct pages {
    struct pages *next;
    struct cop_table *table; /* used */
    uint64_t changes;        /* that they have */
    char *record_path, *details_path;
    struct cop_text record, details;
    bool is_good;
    struct cop_error error;
};

static struct pages *take_pages(struct cop_table *table, struct pages *next)
{
    struct pages *pages = cop_allocate(sizeof *pages);

    *pages = (struct pages){.next = next,
                            .table = table,
                            .changes = table->changes,
                            .record_path = cop_table_path(table->house, table->id, ".sgf"),
                            .details_path = cop_table_path(table->house, table->id, ".json"),
                            .record = COP_TEXT,
                            .details = COP_TEXT};
    pages->is_good = cop_table_write_record(table, &pages->record, &pages->error);
    cop_table_write_details(table, &pages->details);
    table->is_being_kept = true;
    table->uses++;
    return pages;
}

static void free_pages(struct pages *pages)
{
    free(pages->record_path);
    free(pages->details_path);
    cop_text_free(&pages->record);
    cop_text_free(&pages->details);
    free(pages);
}

/* Every table that is to be written now. At the end of the server each has one more try. */
static struct pages *take_batch(struct cop_house *house)
{
    struct pages *batch = NULL;
    double now = cop_now();

    for (struct cop_table *at = house->tables; at != NULL; at = at->next)
        if (is_dirty(at) &&
            (house->keeper_ends ? at->changes_tried < at->changes : at->retry_at <= now))
            batch = take_pages(at, batch);
    return batch;
}

/* The JSON goes first: it says whether an agent has been asked for a move, and a record must never
 * be there without that (table_file.h). The record alone says which moves were made. */
static void write_batch(const char *folder, struct pages *batch)
{
    struct cop_error error;
    bool is_synced;

    for (struct pages *at = batch; at != NULL; at = at->next)
        at->is_good =
            at->is_good &&
            cop_file_replace(at->details_path, at->details.bytes, at->details.length, &at->error) &&
            cop_file_replace(at->record_path, at->record.bytes, at->record.length, &at->error);
    is_synced = cop_folder_sync(folder, &error);
    for (struct pages *at = batch; at != NULL && !is_synced; at = at->next) {
        if (at->is_good)
            at->error = error;
        at->is_good = false;
    }
}

/* ---- What came of it ---- */

static void complain(const struct cop_house *house, const struct cop_error *error)
{
    if (house->options.complain != NULL)
        house->options.complain(error->message);
}

/* A full disk is said once, not for each move. */
static void tell_refusal(struct cop_house *house, const struct pages *pages)
{
    struct cop_error error;

    if (!pages->is_good && !house->was_refused) {
        cop_fail(&error, "%s; it is tried again", pages->error.message);
        complain(house, &error);
    }
    house->was_refused = !pages->is_good;
}

static void note_outcome(const struct pages *pages)
{
    struct cop_table *table = pages->table;
    bool was_unsaved = table->is_unsaved;

    table->is_being_kept = false;
    table->changes_tried = pages->changes;
    table->is_unsaved = !pages->is_good;
    if (pages->is_good) {
        table->changes_kept = pages->changes;
        table->is_unmarked = false;
        table->retry_pause = table->retry_at = 0;
    } else {
        table->retry_pause = table->retry_pause == 0 ? first_pause : 2 * table->retry_pause;
        if (table->retry_pause > longest_pause)
            table->retry_pause = longest_pause;
        table->retry_at = cop_now() + table->retry_pause;
    }
    if (table->is_unsaved != was_unsaved)
        cop_table_refresh(table);
}

static void tell_those_who_wait(struct cop_house *house)
{
    pthread_cond_broadcast(&house->is_kept);
    cop_receipts_wake(house);
}

/* With the lock held, which is given away while the disk works. */
static void keep(struct cop_house *house, struct pages *batch)
{
    cop_house_unlock(house);
    write_batch(house->options.games, batch);
    cop_house_lock(house);
    while (batch != NULL) {
        struct pages *next = batch->next;

        tell_refusal(house, batch);
        note_outcome(batch);
        cop_table_release(batch->table);
        free_pages(batch);
        batch = next;
    }
    tell_those_who_wait(house);
}

/* ---- The thread ---- */

/* Until something changes, or it is time to try again. */
static void rest(struct cop_house *house)
{
    double when = cop_now() + longest_pause;

    for (struct cop_table *at = house->tables; at != NULL; at = at->next)
        if (is_dirty(at) && at->retry_at < when)
            when = at->retry_at;
    cop_house_wait(house, &house->has_dirt, when);
}

static void *keep_all(void *context)
{
    struct cop_house *house = context;

    cop_house_lock(house);
    for (;;) {
        struct pages *batch = take_batch(house);

        if (batch != NULL)
            keep(house, batch);
        else if (house->keeper_ends)
            break;
        else
            rest(house);
    }
    cop_house_unlock(house);
    return NULL;
}

void cop_keep_changed(struct cop_table *table)
{
    if (table->house->options.games == NULL)
        return;
    table->changes++;
    pthread_cond_signal(&table->house->has_dirt);
}

bool cop_keep_has_tried(const struct cop_table *table, uint64_t changes)
{
    return table->changes_tried >= changes;
}

void cop_keep_hurry(struct cop_table *table)
{
    if (cop_keep_has_tried(table, table->changes))
        return;
    table->retry_at = 0;
    pthread_cond_signal(&table->house->has_dirt);
}

void cop_keep_pause(struct cop_house *house, double end)
{
    cop_house_wait(house, &house->is_kept, end);
}

void cop_keep_wait(struct cop_table *table)
{
    uint64_t wanted = table->changes;
    double end = cop_now() + table->house->options.patience;

    cop_keep_hurry(table);
    while (!cop_keep_has_tried(table, wanted) && !table->is_gone && cop_now() < end)
        cop_keep_pause(table->house, end);
}

void cop_keep_doubt(struct cop_table *table, uint64_t changes)
{
    if (cop_keep_has_tried(table, changes) || table->is_unsaved)
        return;
    table->is_unsaved = true;
    cop_table_refresh(table);
}

bool cop_keep_remove(struct cop_table *table, struct cop_error *error)
{
    struct cop_house *house = table->house;
    char *record, *details;
    bool is_removed;

    if (house->options.games == NULL)
        return true;
    tell_those_who_wait(house); /* for a table that is gone */
    record = cop_table_path(house, table->id, ".sgf");
    details = cop_table_path(house, table->id, ".json");
    while (table->is_being_kept)
        pthread_cond_wait(&house->is_kept, &house->lock);
    is_removed =
        (unlink(details) == 0 || errno == ENOENT) && (unlink(record) == 0 || errno == ENOENT);
    if (!is_removed)
        cop_fail(error,
                 "the game is closed, but its file cannot be removed and will be back when the "
                 "server is started again: %s",
                 strerror(errno));
    free(record);
    free(details);
    return is_removed;
}

/* ---- Starting and ending ---- */

/* The length of the id that a name begins with, or 0. */
static size_t id_length(const char *name)
{
    size_t length = strspn(name, id_letters);

    return length <= COP_ID_LENGTH && name[length] == '.' ? length : 0;
}

/* What cannot be read is left alone. */
static void list(struct cop_house *house, const char *name)
{
    size_t length = id_length(name);
    char id[COP_ID_LENGTH + 1] = "";
    struct cop_table *table;
    struct cop_error error;

    if (strcmp(name + length, ".json") != 0 || house->table_count >= house->options.tables_kept)
        return;
    memcpy(id, name, length);
    table = cop_table_list(house, id, &error);
    if (table == NULL)
        return;
    table->next = house->tables;
    house->tables = table;
    house->table_count++;
}

static void remove_temporary(const struct cop_house *house, const char *name)
{
    char *path = cop_table_path(house, name, "");

    unlink(path);
    free(path);
}

static void look_through(struct cop_house *house, DIR *folder)
{
    const struct dirent *entry;

    while ((entry = readdir(folder)) != NULL) {
        if (id_length(entry->d_name) == 0)
            continue;
        if (cop_file_is_temporary(entry->d_name))
            remove_temporary(house, entry->d_name);
        else
            list(house, entry->d_name);
    }
}

bool cop_keep_start(struct cop_house *house, struct cop_error *error)
{
    DIR *folder;
    int reason;

    if (house->options.games == NULL)
        return true;
    house->folder = cop_folder_own(house->options.games, error);
    if (house->folder < 0)
        return false;
    folder = opendir(house->options.games);
    if (folder == NULL)
        return cop_fail(error, "cannot open the folder %s: %s; give another with --games",
                        house->options.games, strerror(errno));
    look_through(house, folder);
    closedir(folder);
    reason = pthread_create(&house->keeper, NULL, keep_all, house);
    if (reason != 0)
        return cop_fail(error, "cannot start a thread for files: %s", strerror(reason));
    house->has_keeper = true;
    return true;
}

/* Would the next server go on with something here that the table's file does not say yet? */
static bool goes_on(const struct cop_table *table)
{
    bool is_agents = table->turn >= 0 && table->seats[table->turn].who != NULL;

    return table->session != NULL &&
           (is_agents || (table->review != NULL && table->review->is_running));
}

/* What has failed before is tried once more; and agents that were thinking may be asked again by
 * the next server. */
static void ask_for_the_rest(struct cop_house *house)
{
    cop_house_lock(house);
    house->keeper_ends = true;
    for (struct cop_table *at = house->tables; at != NULL; at = at->next) {
        at->changes_tried = at->changes_kept;
        at->changes += goes_on(at);
    }
    pthread_cond_signal(&house->has_dirt);
    cop_house_unlock(house);
}

static void count_the_lost(const struct cop_house *house)
{
    struct cop_error error;
    int count = 0;

    for (const struct cop_table *at = house->tables; at != NULL; at = at->next)
        count += is_dirty(at);
    if (count == 0)
        return;
    cop_fail(&error, "the last changes of %d games could not be saved in %s", count,
             house->options.games);
    complain(house, &error);
}

void cop_keep_end(struct cop_house *house)
{
    if (house->has_keeper) {
        ask_for_the_rest(house);
        pthread_join(house->keeper, NULL);
        count_the_lost(house);
    }
    if (house->folder >= 0)
        close(house->folder);
}
