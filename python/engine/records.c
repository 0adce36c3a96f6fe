/* records.c - games that were played, for Python. */
#include <stdlib.h>
#include <string.h>

#include "coppice/coppice.h"
#include "game/course.h"
#include "shim.h"
#include "support.h"

struct cop_record *shim_record_new(const char *position, uint64_t seed)
{
    struct cop_record *record = shim_allocate(sizeof *record);

    record->seed = seed;
    if (position != NULL)
        record->position = shim_copy(position);
    return record;
}

void shim_record_free(struct cop_record *record)
{
    if (record == NULL)
        return;
    cop_record_free(record);
    free(record);
}

void shim_record_add(struct cop_record *record, uint32_t move, const char *note)
{
    cop_record_add(record, move, note);
}

/* Where a record keeps the words of that name; NULL: it has no such. */
static char **field(struct cop_record *record, const char *which)
{
    if (which[0] >= '0' && which[0] < '0' + COP_PLAYERS_MAX && which[1] == '\0')
        return &record->players[which[0] - '0'];
    if (strcmp(which, "event") == 0)
        return &record->event;
    if (strcmp(which, "date") == 0)
        return &record->date;
    if (strcmp(which, "result") == 0)
        return &record->result;
    if (strcmp(which, "comment") == 0)
        return &record->comment;
    return strcmp(which, "position") == 0 ? &record->position : NULL;
}

void shim_record_set(struct cop_record *record, const char *which, const char *words)
{
    char **place = field(record, which);

    if (place == NULL)
        return;
    free(*place);
    *place = shim_copy(words);
}

const char *shim_record_get(const struct cop_record *record, const char *which)
{
    char **place = field((struct cop_record *)record, which);

    return place != NULL ? *place : NULL;
}

uint64_t shim_record_seed(const struct cop_record *record)
{
    return record->seed;
}

int shim_record_moves(const struct cop_record *record, const uint32_t **moves)
{
    *moves = record->moves;
    return record->move_count;
}

const char *shim_record_note(const struct cop_record *record, int number)
{
    return record->notes != NULL ? record->notes[number] : NULL;
}

char *shim_record_sgf(const struct cop_record *record, const struct cop_game *game, char *message)
{
    struct cop_text text = COP_TEXT;

    if (!cop_record_write_sgf(record, game, &text, (struct cop_error *)message)) {
        cop_text_free(&text);
        return NULL;
    }
    return shim_keep(&text);
}

struct cop_record *shim_record_read(const char *bytes, size_t length, const struct cop_game *game,
                                    struct cop_game **opened, char *message)
{
    struct cop_record *record = shim_allocate(sizeof *record);
    struct cop_error *error = (struct cop_error *)message;
    bool is_good;

    if (game != NULL)
        is_good = cop_record_read_game(bytes, length, game, record, error);
    else
        is_good = cop_record_read_sgf(bytes, length, cop_game_open, record, opened, error);
    if (is_good)
        return record;
    shim_record_free(record);
    return NULL;
}

char *shim_record_result(const struct cop_record *record, const struct cop_game *game,
                         char *message)
{
    struct cop_record copy = {.game = shim_copy(game->name), .seed = record->seed};
    struct cop_course course;
    char *result;

    if (record->position != NULL)
        copy.position = shim_copy(record->position);
    for (int i = 0; i < record->move_count; i++)
        cop_record_add(&copy, record->moves[i], NULL);
    if (!cop_course_open(&course, game, &copy, (struct cop_error *)message))
        return NULL;
    result = shim_copy(course.record.result);
    cop_course_close(&course);
    return result;
}
