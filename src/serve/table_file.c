/* table_file.c - one table as text, and back. */
#include "serve/table_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/report_view.h"
#include "agent/write_json.h"
#include "base/allocate.h"
#include "base/file.h"
#include "lab/run/files.h"
#include "serve/pace.h"
#include "serve/seats.h"
#include "serve/stranger.h"
#include "serve/table.h"
#include "serve/write_review.h"
#include "serve/write_state.h"

/* A game of COP_TABLE_PLIES moves of eight players has three million bytes. */
enum { FILE_VERSION = 1, FILE_MAX = 16 << 20 };

char *cop_table_path(const struct cop_house *house, const char *id, const char *ending)
{
    return cop_path("%s/%s%s", house->options.games, id, ending);
}

/* ---- Writing ---- */

bool cop_table_write_record(const struct cop_table *table, struct cop_text *text,
                            struct cop_error *error)
{
    return cop_record_write_sgf(&table->session->course.record, cop_table_game(table), text, error);
}

static void add_note(const struct cop_table *table, const struct cop_ply_note *note,
                     struct cop_json *json)
{
    if (!note->has_value) {
        cop_json_add_null(json, NULL);
        return;
    }
    cop_json_object(json, NULL);
    cop_json_add_string(json, "proof", cop_proof_names[note->proof]);
    cop_json_add_numbers(json, "value", note->value, table->players, 6);
    cop_json_end(json);
}

/* May a search of the agent to move be running while this lies on the disk? At the server's proper
 * end it may not, but who was waiting then still is. */
static bool is_asked(const struct cop_table *table)
{
    bool is_agents = table->turn >= 0 && table->seats[table->turn].who != NULL;

    return is_agents && (table->is_stalled || !table->house->keeper_ends);
}

void cop_table_write_details(const struct cop_table *table, struct cop_text *text)
{
    struct cop_json json = {.text = text};

    cop_json_object(&json, NULL);
    cop_json_add_integer(&json, "coppice_table", FILE_VERSION);
    cop_json_line(&json, 0);
    cop_json_add_string(&json, "game", table->game);
    cop_json_line(&json, 0);
    cop_json_add_string(&json, "title", table->title);
    cop_json_line(&json, 0);
    cop_write_seats(table, &json);
    cop_json_line(&json, 0);
    cop_json_add_unsigned(&json, "seed", table->seed);
    cop_json_add_integer(&json, "resigned", table->session->course.loser);
    cop_json_add_integer(&json, "changed", table->changed);
    cop_json_add_integer(&json, "ply", table->ply);
    cop_json_add_integer(&json, "turn", table->turn);
    cop_json_add_flag(&json, "untouched", table->is_untouched);
    cop_json_line(&json, 0);
    cop_json_add_string(&json, "result", table->result);
    cop_json_line(&json, 0);
    cop_json_add_flag(&json, "asked", is_asked(table));
    cop_json_add_string(&json, "waits",
                        is_asked(table) && table->is_stalled ? table->failure : NULL);
    cop_json_line(&json, 0);
    cop_json_add_string(&json, "pace", cop_pace_names[table->pace]);
    cop_json_add_flag(&json, "paused", table->is_paused);
    cop_json_line(&json, 0);
    cop_review_save(table, &json);
    cop_json_line(&json, 0);
    cop_json_array(&json, "thoughts");
    for (int i = 0; i < table->ply; i++) {
        cop_json_line(&json, 0);
        add_note(table, &table->notes[i], &json);
    }
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
}

/* ---- Reading what is listed ---- */

static json_t *read_details(const struct cop_house *house, const char *id, struct cop_error *error)
{
    char *path = cop_table_path(house, id, ".json");
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

        cop_seat_restore(&table->seats[i], &table->house->options, who != NULL ? who : "human",
                         limit);
    }
    return true;
}

static void read_pace(struct cop_table *table, const json_t *details)
{
    const char *pace = json_string_value(json_object_get(details, "pace"));

    if (pace != NULL)
        cop_pace_read(pace, &table->pace);
    table->is_paused = json_is_true(json_object_get(details, "paused"));
}

/* Why the agent to move is not asked, if it is not. In a game that halts nobody asks it before
 * somebody says so. */
static void read_mark(struct cop_table *table, const json_t *details)
{
    const char *reason = json_string_value(json_object_get(details, "waits"));

    table->is_stalled = reason != NULL ||
                        (json_is_true(json_object_get(details, "asked")) && !cop_pace_halts(table));
    if (reason == NULL)
        reason = "the server was killed, or the machine went off, while this agent was thinking; "
                 "it goes on when you ask it to";
    if (table->is_stalled)
        snprintf(table->failure, sizeof table->failure, "%s", reason);
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
    table->changed = (time_t)number_of(details, "changed", 0, INT64_MAX, 0);
    table->ply = (int)number_of(details, "ply", 0, COP_TABLE_PLIES, 0);
    table->turn = (int)number_of(details, "turn", COP_OVER, table->players - 1, 0);
    read_pace(table, details);
    table->is_untouched = json_is_true(json_object_get(details, "untouched"));
    read_mark(table, details);
    return true;
}

static bool is_ordinary(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, R_OK) == 0;
}

static bool check_record(const struct cop_table *table, struct cop_error *error)
{
    char *record = cop_table_path(table->house, table->id, ".sgf");
    bool is_there = is_ordinary(record) || cop_fail(error, "its record is missing");

    free(record);
    return is_there;
}

struct cop_table *cop_table_list(struct cop_house *house, const char *id, struct cop_error *error)
{
    json_t *details = read_details(house, id, error);
    struct cop_table *table = cop_allocate(sizeof *table);

    *table = (struct cop_table){
        .house = house, .revision = 1, .report = COP_TEXT, .brief_report = COP_TEXT};
    memcpy(table->id, id, strlen(id) + 1);
    if (details == NULL || !fill_in(table, details, error) || !check_record(table, error)) {
        cop_table_free(table);
        table = NULL;
    }
    json_decref(details);
    return table;
}

/* ---- Reading the game ---- */

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
    int count = table->session->course.record.move_count;

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

static void read_resignation(struct cop_table *table, const json_t *details)
{
    struct cop_course *course = &table->session->course;
    int player = (int)number_of(details, "resigned", 0, table->players - 1, -1);

    if (player >= 0 && cop_course_turn(course) != COP_OVER)
        cop_course_defeat(course, player, COP_DEFEAT_RESIGNED);
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
    if (!cop_session_open(&session, &setup, people, &limits, 1, table->seed, error))
        return false;
    table->session = cop_allocate(sizeof session);
    *table->session = session;
    table->session->course.limit = COP_TABLE_PLIES;
    return true;
}

bool cop_table_read(struct cop_table *table, struct cop_error *error)
{
    json_t *details = read_details(table->house, table->id, error);
    char *path = cop_table_path(table->house, table->id, ".sgf");
    size_t length;
    char *bytes = details != NULL ? cop_file_read(path, FILE_MAX, &length, error) : NULL;
    bool is_read = bytes != NULL && open_session(table, bytes, length, error);

    if (is_read) {
        cop_table_name_players(table);
        read_thoughts(table, json_object_get(details, "thoughts"));
        read_resignation(table, details);
        cop_table_sum_up(table);
        cop_review_restore(table, json_object_get(details, "review"));
        for (int i = 0; i < table->players; i++)
            cop_seat_judge(&table->seats[i], &table->house->options, cop_table_game(table));
        table->is_unmarked =
            !table->is_stalled || (table->review != NULL && table->review->is_running);
    } else {
        cop_fail_in(error, "table %s", table->id);
    }
    free(bytes);
    free(path);
    json_decref(details);
    return is_read;
}
