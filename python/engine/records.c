/* records.c - games that were played, for Python. */
#include <stdlib.h>
#include <string.h>

#include "coppice/coppice.h"
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

/* As a record of the engine's own says it (docs/formats.md); here nobody resigns. */
static void write_result(const struct cop_game *game, const void *state, struct cop_text *text)
{
    double payoff[COP_PLAYERS_MAX];

    game->rules->payoff(game, state, payoff);
    if (game->players == 2)
        cop_text_add(text, "%s", payoff[0] > payoff[1] ? "B+" : payoff[0] < payoff[1] ? "W+" : "0");
    for (int i = 0; i < game->players && game->players != 2; i++)
        cop_text_add(text, "%s%.6g", i > 0 ? " " : "", payoff[i]);
}

char *shim_record_result(const struct cop_record *record, const struct cop_game *game,
                         char *message)
{
    struct cop_text text = COP_TEXT;
    void *state = shim_state_new(game);
    bool is_good = cop_record_start(record, game, state, (struct cop_error *)message);

    for (int i = 0; is_good && i < record->move_count; i++) {
        is_good =
            shim_is_legal(game, state, record->moves[i]) ||
            cop_fail((struct cop_error *)message, "move %d of the record is not legal", i + 1);
        if (is_good)
            game->rules->play(game, state, record->moves[i]);
    }
    if (is_good && game->rules->turn(game, state) == COP_OVER)
        write_result(game, state, &text);
    free(state);
    if (is_good)
        return shim_keep(&text);
    cop_text_free(&text);
    return NULL;
}
