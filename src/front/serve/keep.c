/* keep.c - tables written to files and read back. */
#include "front/serve/keep.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "front/report_view.h"
#include "front/serve/folder.h"
#include "front/serve/seats.h"
#include "front/serve/stranger.h"
#include "front/serve/table.h"
#include "front/serve/write_state.h"
#include "front/write_json.h"
#include "lab/run/files.h"

static const char *const id_letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/* A game of COP_TABLE_PLIES moves of eight players has three million bytes. */
enum { FILE_VERSION = 1, FILE_MAX = 16 << 20 };

static char *path_of(const struct cop_house *house, const char *id, const char *ending)
{
    return cop_path("%s/%s%s", house->options.games, id, ending);
}

/* ---- Writing ---- */

static void add_note(const struct cop_table *table, const struct cop_ply_note *note,
                     struct cop_text *text)
{
    if (!note->has_value) {
        cop_text_add(text, "null");
        return;
    }
    cop_text_add(text, "{\"proof\": \"%s\", \"value\": [", cop_proof_names[note->proof]);
    for (int i = 0; i < table->players; i++)
        cop_text_add(text, "%s%.6g", i > 0 ? ", " : "", note->value[i]);
    cop_text_add(text, "]}");
}

static void write_details(const struct cop_table *table, struct cop_text *text)
{
    cop_text_add(text, "{\"coppice_table\": %d,\n\"game\": ", FILE_VERSION);
    cop_text_add_json(text, table->game);
    cop_text_add(text, ",\n\"title\": ");
    if (table->title != NULL)
        cop_text_add_json(text, table->title);
    else
        cop_text_add(text, "null");
    cop_text_add(text, ",\n\"seats\": ");
    cop_write_seats(table, text);
    cop_text_add(text,
                 ",\n\"seed\": %llu, \"resigned\": %d, \"changed\": %lld, \"ply\": %d, "
                 "\"turn\": %d,\n\"result\": ",
                 (unsigned long long)table->seed, table->resigned, (long long)table->changed,
                 table->ply, table->turn);
    if (table->result != NULL)
        cop_text_add_json(text, table->result);
    else
        cop_text_add(text, "null");
    cop_text_add(text, ",\n\"thoughts\": [");
    for (int i = 0; i < table->ply; i++) {
        cop_text_add(text, "%s", i > 0 ? ",\n" : "\n");
        add_note(table, &table->notes[i], text);
    }
    cop_text_add(text, "]}\n");
}

/* The texts of one table on their way to the disk. */
struct pages {
    char *record_path, *details_path;
    struct cop_text record, details;
};

static bool write_pages(const struct pages *pages, struct cop_error *error)
{
    return cop_file_write(pages->record_path, pages->record.bytes, pages->record.length, error) &&
           cop_file_write(pages->details_path, pages->details.bytes, pages->details.length, error);
}

static void free_pages(struct pages *pages)
{
    free(pages->record_path);
    free(pages->details_path);
    cop_text_free(&pages->record);
    cop_text_free(&pages->details);
}

/* A full disk is said once, not for each move; it is tried again with the table's next change. */
static void note_outcome(struct cop_house *house, bool is_written, const struct cop_error *error)
{
    if (!is_written && !house->was_refused)
        fprintf(stderr, "coppice: %s\n", error->message);
    house->was_refused = !is_written;
}

/* With the lock held, which is given away while the disk works. */
static void keep(struct cop_house *house, struct cop_table *table)
{
    struct pages pages = {path_of(house, table->id, ".sgf"), path_of(house, table->id, ".json"),
                          COP_TEXT, COP_TEXT};
    struct cop_error error;
    bool is_written = cop_record_write_sgf(&table->session->setup.record, cop_table_game(table),
                                           &pages.record, &error);

    write_details(table, &pages.details);
    table->is_dirty = false;
    house->being_kept = table;
    cop_house_unlock(house);
    is_written = is_written && write_pages(&pages, &error);
    free_pages(&pages);
    cop_house_lock(house);
    house->being_kept = NULL;
    note_outcome(house, is_written, &error);
    pthread_cond_broadcast(&house->is_kept);
}

static struct cop_table *find_dirty(struct cop_house *house)
{
    struct cop_table *table = house->tables;

    while (table != NULL && !table->is_dirty)
        table = table->next;
    return table;
}

static void *keep_all(void *context)
{
    struct cop_house *house = context;
    struct cop_table *table;

    cop_house_lock(house);
    while ((table = find_dirty(house)) != NULL || !house->keeper_ends) {
        if (table != NULL)
            keep(house, table);
        else
            pthread_cond_wait(&house->has_dirt, &house->lock);
    }
    cop_house_unlock(house);
    return NULL;
}

void cop_keep_changed(struct cop_table *table)
{
    if (table->house->options.games == NULL)
        return;
    table->is_dirty = true;
    pthread_cond_signal(&table->house->has_dirt);
}

void cop_keep_remove(struct cop_table *table)
{
    struct cop_house *house = table->house;
    char *record, *details;

    if (house->options.games == NULL)
        return;
    record = path_of(house, table->id, ".sgf");
    details = path_of(house, table->id, ".json");
    while (house->being_kept == table)
        pthread_cond_wait(&house->is_kept, &house->lock);
    table->is_dirty = false;
    unlink(details);
    unlink(record);
    free(record);
    free(details);
}

/* ---- Reading ---- */

static json_t *read_details(const struct cop_house *house, const char *id, struct cop_error *error)
{
    char *path = path_of(house, id, ".json");
    size_t length;
    char *bytes = cop_file_read(path, FILE_MAX, &length, error);
    json_t *details = bytes != NULL ? json_loadb(bytes, length, 0, NULL) : NULL;

    if (bytes != NULL && details == NULL)
        cop_fail(error, "%s is not JSON", path);
    free(bytes);
    free(path);
    return details;
}

/* A whole number of the file within bounds; out of them or missing, `otherwise`. */
static json_int_t number_of(const json_t *details, const char *key, json_int_t low, json_int_t high,
                            json_int_t otherwise)
{
    const json_t *value = json_object_get(details, key);
    json_int_t number = json_integer_value(value);

    return json_is_integer(value) && number >= low && number <= high ? number : otherwise;
}

static bool read_seats(struct cop_table *table, const json_t *list, struct cop_error *error)
{
    table->players = (int)json_array_size(list);
    if (table->players < 1 || table->players > COP_PLAYERS_MAX)
        return cop_fail(error, "its seats are missing");
    for (int i = 0; i < table->players; i++) {
        const json_t *seat = json_array_get(list, (size_t)i);
        const char *who = json_string_value(json_object_get(seat, "who"));
        const char *limit = json_string_value(json_object_get(seat, "limit"));

        if (!cop_seat_read(&table->seats[i], &table->house->options, who != NULL ? who : "human",
                           limit, error))
            return false;
    }
    return true;
}

static bool fill_in(struct cop_table *table, const json_t *details, struct cop_error *error)
{
    const char *game = json_string_value(json_object_get(details, "game"));

    if (number_of(details, "coppice_table", 0, 1 << 30, 0) != FILE_VERSION || game == NULL)
        return cop_fail(error, "it is no table of this version");
    table->game = cop_copy_string(game);
    table->title = cop_copy_string(json_string_value(json_object_get(details, "title")));
    table->result = cop_copy_string(json_string_value(json_object_get(details, "result")));
    if (!read_seats(table, json_object_get(details, "seats"), error))
        return false;
    table->seed = (uint64_t)number_of(details, "seed", 0, INT64_MAX, 0);
    table->resigned = (int)number_of(details, "resigned", 0, table->players - 1, -1);
    table->changed = (time_t)number_of(details, "changed", 0, INT64_MAX, 0);
    table->ply = (int)number_of(details, "ply", 0, COP_TABLE_PLIES, 0);
    table->turn = (int)number_of(details, "turn", COP_OVER, table->players - 1, 0);
    return true;
}

static bool is_ordinary(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, R_OK) == 0;
}

/* Lists one table; what cannot be read is left alone. */
static void list(struct cop_house *house, const char *id)
{
    struct cop_error error;
    json_t *details = read_details(house, id, &error);
    char *record = path_of(house, id, ".sgf");
    struct cop_table *table = cop_allocate(sizeof *table);

    *table = (struct cop_table){.house = house,
                                .resigned = -1,
                                .revision = 1,
                                .report = COP_TEXT,
                                .brief_report = COP_TEXT};
    memcpy(table->id, id, strlen(id) + 1);
    if (details != NULL && is_ordinary(record) && fill_in(table, details, &error)) {
        table->next = house->tables;
        house->tables = table;
        house->table_count++;
    } else {
        cop_table_free(table);
    }
    free(record);
    json_decref(details);
}

static void list_all(struct cop_house *house, DIR *folder)
{
    const struct dirent *entry;

    while ((entry = readdir(folder)) != NULL && house->table_count < house->options.tables_kept) {
        size_t length = strspn(entry->d_name, id_letters);
        char id[COP_ID_LENGTH + 1];

        if (length == 0 || length > COP_ID_LENGTH || strcmp(entry->d_name + length, ".json") != 0)
            continue;
        memcpy(id, entry->d_name, length);
        id[length] = '\0';
        list(house, id);
    }
}

static enum cop_proof proof_of(const json_t *thought)
{
    const char *name = json_string_value(json_object_get(thought, "proof"));

    for (int i = COP_UNPROVEN; i <= COP_PROVEN_WIN && name != NULL; i++)
        if (strcmp(cop_proof_names[i], name) == 0)
            return (enum cop_proof)i;
    return COP_UNPROVEN;
}

static void read_thoughts(struct cop_table *table, const json_t *thoughts)
{
    int count = table->session->setup.record.move_count;

    table->note_room = count + 64;
    table->notes = cop_allocate((size_t)table->note_room * sizeof *table->notes);
    for (int i = 0; i < count; i++) {
        const json_t *thought = json_array_get(thoughts, (size_t)i);
        const json_t *value = json_object_get(thought, "value");
        struct cop_ply_note *note = &table->notes[i];

        note->has_value = json_array_size(value) == (size_t)table->players;
        note->proof = proof_of(thought);
        for (int player = 0; player < table->players; player++)
            note->value[player] = json_number_value(json_array_get(value, (size_t)player));
    }
}

/* The game so far as a session in which nobody but people sits: agents are opened for each search.
 */
static bool open_session(struct cop_table *table, const char *bytes, size_t length,
                         struct cop_error *error)
{
    struct cop_setup_words words = {
        .open = cop_stranger_game_open, .sgf = bytes, .sgf_length = length};
    const char *people[COP_PLAYERS_MAX];
    struct cop_limits limits = {.means = {.threads = 1}};
    struct cop_session session;
    struct cop_setup setup;

    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        people[i] = "human";
    if (!cop_setup_read(&setup, &words, error))
        return false;
    if (strcmp(setup.game->name, table->game) != 0 || setup.game->players != table->players) {
        cop_fail(error, "its two files are not of the same game");
        cop_setup_close(&setup);
        return false;
    }
    if (!cop_session_open(&session, &setup, people, &limits, table->seed, error))
        return false;
    table->session = cop_allocate(sizeof session);
    *table->session = session;
    return true;
}

bool cop_keep_read(struct cop_table *table, struct cop_error *error)
{
    json_t *details = read_details(table->house, table->id, error);
    char *path = path_of(table->house, table->id, ".sgf");
    size_t length;
    char *bytes = details != NULL ? cop_file_read(path, FILE_MAX, &length, error) : NULL;
    bool is_read = bytes != NULL && open_session(table, bytes, length, error);

    if (is_read) {
        cop_table_name_players(table);
        read_thoughts(table, json_object_get(details, "thoughts"));
        cop_session_set_result(table->session, table->resigned);
        cop_table_sum_up(table);
    } else {
        cop_fail_in(error, "table %s", table->id);
    }
    free(bytes);
    free(path);
    json_decref(details);
    return is_read;
}

/* ---- The thread ---- */

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
    list_all(house, folder);
    closedir(folder);
    reason = pthread_create(&house->keeper, NULL, keep_all, house);
    if (reason != 0)
        return cop_fail(error, "cannot start a thread for files: %s", strerror(reason));
    house->has_keeper = true;
    return true;
}

void cop_keep_end(struct cop_house *house)
{
    cop_house_lock(house);
    house->keeper_ends = true;
    pthread_cond_signal(&house->has_dirt);
    cop_house_unlock(house);
    if (house->has_keeper)
        pthread_join(house->keeper, NULL);
    if (house->folder >= 0)
        close(house->folder);
}
