/* pgn.c - the export format of chess games with the words of any game. */
#include "game/pgn.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 79 };

/* In a tag's value a quote and a backslash have a backslash before them; it has no line ends. */
static void add_tag(struct cop_text *text, const char *name, const char *value)
{
    cop_text_add(text, "[%s \"", name);
    for (const char *at = value; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            cop_text_add(text, "\\");
        cop_text_add(text, "%c", (unsigned char)*at < ' ' ? ' ' : *at);
    }
    cop_text_add(text, "\"]\n");
}

/* SGF's result as PGN has it; shares of several players are none of PGN's. */
static const char *result_of(const struct cop_record *record)
{
    if (record->result == NULL)
        return "*";
    if (strncmp(record->result, "B+", 2) == 0)
        return "1-0";
    if (strncmp(record->result, "W+", 2) == 0)
        return "0-1";
    return strcmp(record->result, "0") == 0 ? "1/2-1/2" : "*";
}

static void add_tags(const struct cop_record *record, const struct cop_game *game,
                     const struct cop_pgn_place *place, struct cop_text *text)
{
    char words[64] = "-";

    add_tag(text, "Event", record->event != NULL ? record->event : "?");
    add_tag(text, "Site", "?");
    add_tag(text, "Date", record->date != NULL ? record->date : "????.??.??");
    if (place != NULL)
        snprintf(words, sizeof words, "%d.%d", place->fixture, place->number);
    add_tag(text, "Round", words);
    for (int i = 0; i < game->players; i++) {
        snprintf(words, sizeof words, "Player%d", i + 1);
        add_tag(text,
                i == 0   ? "White"
                : i == 1 ? "Black"
                         : words,
                record->players[i] != NULL ? record->players[i] : "?");
    }
    add_tag(text, "Result", result_of(record));
    add_tag(text, "Variant", game->name);
    if (game->players != 2 && record->result != NULL)
        add_tag(text, "Shares", record->result);
    if (record->position != NULL) {
        add_tag(text, "SetUp", "1");
        add_tag(text, "FEN", record->position);
    }
    if (record->seed != 0) {
        snprintf(words, sizeof words, "%" PRIu64, record->seed);
        add_tag(text, "Seed", words);
    }
    if (place != NULL && place->ending != NULL)
        add_tag(text, "Termination", place->ending);
}

/* One word of the moves, on the next line where this one is full. */
static void add_word(struct cop_text *text, size_t *column, const char *word)
{
    size_t length = strlen(word);

    if (*column > 0 && *column + 1 + length > LINE) {
        cop_text_add(text, "\n");
        *column = 0;
    }
    cop_text_add(text, "%s%s", *column > 0 ? " " : "", word);
    *column += length + (*column > 0);
}

bool cop_record_write_pgn(const struct cop_record *record, const struct cop_game *game,
                          const struct cop_pgn_place *place, struct cop_text *text,
                          struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_text word = COP_TEXT;
    size_t column = 0;

    if (!cop_record_start(record, game, state, error))
        return false;
    add_tags(record, game, place, text);
    cop_text_add(text, "\n");
    for (int ply = 0; ply < record->move_count; ply++) {
        cop_text_clear(&word);
        if (ply % 2 == 0) {
            cop_text_add(&word, "%d.", ply / 2 + 1);
            add_word(text, &column, word.bytes);
            cop_text_clear(&word);
        }
        game->rules->write_move(game, state, record->moves[ply], &word);
        add_word(text, &column, word.bytes);
        game->rules->play(game, state, record->moves[ply]);
    }
    add_word(text, &column, result_of(record));
    cop_text_add(text, "\n");
    cop_text_free(&word);
    return true;
}
