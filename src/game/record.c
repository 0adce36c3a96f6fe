/* record.c - games that were played, and their SGF. */
#include "coppice/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/version.h"
#include "game/sgf.h"

enum { MOVES_IN_A_LINE = 10 };

/* The texts of the root node that are simply kept, in the order in which they are written. */
struct field {
    const char *name;
    enum cop_sgf_type type;
    size_t offset; /* of a char * in the record */
};

#define FIELD(name, type, member)                       \
    {                                                   \
        name, type, offsetof(struct cop_record, member) \
    }

static const struct field fields[] = {
    FIELD("KP", COP_SGF_SIMPLE, position),   FIELD("PB", COP_SGF_SIMPLE, players[0]),
    FIELD("PW", COP_SGF_SIMPLE, players[1]), FIELD("P3", COP_SGF_SIMPLE, players[2]),
    FIELD("P4", COP_SGF_SIMPLE, players[3]), FIELD("P5", COP_SGF_SIMPLE, players[4]),
    FIELD("P6", COP_SGF_SIMPLE, players[5]), FIELD("P7", COP_SGF_SIMPLE, players[6]),
    FIELD("P8", COP_SGF_SIMPLE, players[7]), FIELD("RE", COP_SGF_SIMPLE, result),
    FIELD("EV", COP_SGF_SIMPLE, event),      FIELD("DT", COP_SGF_SIMPLE, date),
    FIELD("KV", COP_SGF_SIMPLE, seen),       FIELD("C", COP_SGF_TEXT, comment),
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

/* The property of a move, by the player who makes it; chance is the last. */
static const char *const movers[COP_PLAYERS_MAX + 1] = {"B",  "W",  "M3", "M4", "M5",
                                                        "M6", "M7", "M8", "MC"};

static const char *mover_of(int turn)
{
    return movers[turn == COP_CHANCE ? COP_PLAYERS_MAX : turn];
}

static bool is_mover(const char *name)
{
    for (int i = 0; i <= COP_PLAYERS_MAX; i++) {
        if (strcmp(movers[i], name) == 0)
            return true;
    }
    return false;
}

static char **field_of(struct cop_record *record, const struct field *field)
{
    return (char **)(void *)((char *)record + field->offset);
}

void cop_record_free(struct cop_record *record)
{
    for (int i = 0; i < FIELD_COUNT; i++)
        free(*field_of(record, &fields[i]));
    for (int i = 0; i < record->move_count; i++)
        free(record->notes[i]);
    free(record->game);
    free(record->moves);
    free(record->notes);
    *record = (struct cop_record){0};
}

void cop_record_add(struct cop_record *record, cop_move move, const char *note)
{
    if (record->move_count == record->move_room) {
        size_t room = record->move_room > 0 ? 2 * (size_t)record->move_room : 64;

        record->moves = cop_reallocate(record->moves, sizeof *record->moves * room);
        record->notes = cop_reallocate(record->notes, sizeof *record->notes * room);
        record->move_room = (int)room;
    }
    record->moves[record->move_count] = move;
    record->notes[record->move_count] = cop_copy_string(note);
    record->move_count++;
}

bool cop_record_start(const struct cop_record *record, const struct cop_game *game, void *state,
                      struct cop_error *error)
{
    struct cop_rng rng;

    if (record->position != NULL)
        return cop_position_read(game, record->position, state, error);
    memset(state, 0, game->state_size);
    cop_rng_seed(&rng, record->seed);
    game->rules->start(game, state, &rng);
    return true;
}

/* Writing. */

static void write_root(const struct cop_record *record, const struct cop_game *game,
                       struct cop_text *text)
{
    cop_text_add(text, "(;FF[4]CA[UTF-8]AP[Coppice:%s]", cop_version());
    if (game->rules->sgf_number != 0)
        cop_text_add(text, "GM[%d]", game->rules->sgf_number);
    cop_text_add(text, "\n");
    cop_sgf_write(text, "KG", game->name, COP_SGF_SIMPLE);
    if (record->seed != 0)
        cop_text_add(text, "KS[%" PRIu64 "]", record->seed);
    for (int i = 0; i < FIELD_COUNT; i++) {
        const char *value = *(char *const *)(const void *)((const char *)record + fields[i].offset);

        if (value != NULL)
            cop_sgf_write(text, fields[i].name, value, fields[i].type);
    }
}

static bool is_legal(const struct cop_game *game, const void *state, cop_move move,
                     cop_move *scratch)
{
    int count = game->rules->moves(game, state, scratch);

    for (int i = 0; i < count; i++) {
        if (scratch[i] == move)
            return true;
    }
    return false;
}

static bool write_moves(const struct cop_record *record, const struct cop_game *game, void *state,
                        struct cop_text *text, struct cop_error *error)
{
    cop_move *scratch = cop_allocate(sizeof *scratch * (size_t)game->max_moves);
    struct cop_text word = COP_TEXT;
    bool is_ok = true;

    for (int i = 0; i < record->move_count && is_ok; i++) {
        cop_move move = record->moves[i];

        is_ok = is_legal(game, state, move, scratch) ||
                cop_fail(error, "move %d of the record is not legal in %s", i + 1, game->name);
        if (!is_ok)
            break;
        cop_text_clear(&word);
        game->rules->write_move(game, state, move, &word);
        cop_text_add(text, i % MOVES_IN_A_LINE == 0 ? "\n;" : ";");
        cop_sgf_write(text, mover_of(game->rules->turn(game, state)), word.bytes, COP_SGF_SIMPLE);
        if (record->notes[i] != NULL)
            cop_sgf_write(text, "C", record->notes[i], COP_SGF_TEXT);
        game->rules->play(game, state, move);
    }
    cop_text_free(&word);
    free(scratch);
    return is_ok;
}

bool cop_record_write_sgf(const struct cop_record *record, const struct cop_game *game,
                          struct cop_text *text, struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    if (!cop_record_start(record, game, state, error))
        return false;
    write_root(record, game, text);
    if (!write_moves(record, game, state, text, error))
        return false;
    cop_text_add(text, ")\n");
    return true;
}

/* Reading. */

struct reading {
    struct cop_sgf sgf;
    struct cop_record *record;
    struct cop_game *game;
    struct cop_error *error;
};

static bool fail_property(const struct reading *reading, const struct cop_sgf_property *property,
                          const char *why)
{
    cop_fail(reading->error, "%s %s", property->name, why);
    return cop_sgf_fail_at(&reading->sgf, property->at, reading->error);
}

/* A value that may occur once: `*value` must still be NULL. */
static bool keep_value(const struct reading *reading, const struct cop_sgf_property *property,
                       enum cop_sgf_type type, char **value)
{
    if (*value != NULL)
        return fail_property(reading, property, "is given twice");
    if (property->value_count > 1)
        return fail_property(reading, property, "has more than one value");
    *value = cop_sgf_value(&reading->sgf, property, type);
    return true;
}

static bool read_seed(const struct reading *reading, const struct cop_sgf_property *property)
{
    char *digits = NULL;
    bool is_ok;

    if (!keep_value(reading, property, COP_SGF_SIMPLE, &digits) || digits == NULL)
        return false;
    errno = 0;
    reading->record->seed = strtoull(digits, NULL, 10);
    is_ok = digits[0] != '\0' && strspn(digits, "0123456789") == strlen(digits) && errno == 0;
    free(digits);
    if (is_ok)
        return true;
    cop_fail(reading->error, "KS must be a whole number below 2^64");
    return cop_sgf_fail_at(&reading->sgf, property->value_at, reading->error);
}

/* Keeps the root's texts; *spec and *position become the properties that name the game and its
 * start, if there are any. */
static bool read_root(const struct reading *reading, const struct cop_sgf_property **spec,
                      const struct cop_sgf_property **position)
{
    struct cop_record *record = reading->record;

    for (int i = 0; i < reading->sgf.property_count && reading->sgf.properties[i].node == 0; i++) {
        const struct cop_sgf_property *property = &reading->sgf.properties[i];

        for (int f = 0; f < FIELD_COUNT; f++) {
            if (strcmp(fields[f].name, property->name) == 0 &&
                !keep_value(reading, property, fields[f].type, field_of(record, &fields[f])))
                return false;
        }
        if (strcmp(property->name, "KG") == 0) {
            if (!keep_value(reading, property, COP_SGF_SIMPLE, &record->game))
                return false;
            *spec = property;
        }
        if (strcmp(property->name, "KP") == 0)
            *position = property;
        if (strcmp(property->name, "KS") == 0 && !read_seed(reading, property))
            return false;
    }
    return true;
}

static bool open_game(struct reading *reading, cop_game_opener *open,
                      const struct cop_sgf_property *spec)
{
    if (spec == NULL) {
        cop_fail(reading->error,
                 "the file does not say which game it is; the first node needs KG, such as "
                 "KG[othello(size=6)]");
        return cop_sgf_fail_at(&reading->sgf, 0, reading->error);
    }
    reading->game = open(reading->record->game, reading->error);
    if (reading->game == NULL)
        return cop_sgf_fail_at(&reading->sgf, spec->value_at, reading->error);
    free(reading->record->game);
    reading->record->game = cop_copy_string(reading->game->name);
    return true;
}

static bool check_mover(const struct reading *reading, const struct cop_sgf_property *property,
                        const void *state)
{
    int turn = reading->game->rules->turn(reading->game, state);

    if (turn == COP_OVER)
        return fail_property(reading, property, "is a move after the end of the game");
    if (strcmp(property->name, mover_of(turn)) == 0)
        return true;
    cop_fail(reading->error, "%s moves next, which is written %s and not %s",
             cop_player_name(reading->game, turn), mover_of(turn), property->name);
    return cop_sgf_fail_at(&reading->sgf, property->at, reading->error);
}

/* The empty value is SGF's own way to pass. */
static bool read_move(const struct reading *reading, const struct cop_sgf_property *property,
                      void *state, const char *note)
{
    const struct cop_game *game = reading->game;
    char *value = cop_sgf_value(&reading->sgf, property, COP_SGF_SIMPLE);
    const char *word = value + strspn(value, " ");
    cop_move move;
    bool is_ok;

    for (size_t end = strlen(value); end > 0 && value[end - 1] == ' ';)
        value[--end] = '\0';
    is_ok = cop_move_read(game, state, word[0] != '\0' ? word : "pass", &move, reading->error);
    free(value);
    if (!is_ok)
        return cop_sgf_fail_at(&reading->sgf, property->value_at, reading->error);
    cop_record_add(reading->record, move, note);
    game->rules->play(game, state, move);
    return true;
}

/* The properties first..end-1 of one node: its move, if there is one, and the comment on it. */
static bool read_node(const struct reading *reading, int first, int end, void *state)
{
    const struct cop_sgf_property *move = NULL;
    char *note = NULL;
    bool is_ok = true;

    for (int i = first; i < end && is_ok; i++) {
        const struct cop_sgf_property *property = &reading->sgf.properties[i];

        if (property->node > 0 && strcmp(property->name, "C") == 0)
            is_ok = keep_value(reading, property, COP_SGF_TEXT, &note);
        if (!is_ok || !is_mover(property->name))
            continue;
        if (move != NULL)
            is_ok = fail_property(reading, property, "is a second move in one node");
        else if (property->value_count > 1)
            is_ok = fail_property(reading, property, "has more than one value");
        move = property;
    }
    if (is_ok && move != NULL)
        is_ok = check_mover(reading, move, state) && read_move(reading, move, state, note);
    free(note);
    return is_ok;
}

static bool read_game(struct reading *reading, cop_game_opener *open)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    const struct cop_sgf *sgf = &reading->sgf;
    const struct cop_sgf_property *spec = NULL, *position = NULL;

    if (!read_root(reading, &spec, &position) || !open_game(reading, open, spec))
        return false;
    if (!cop_record_start(reading->record, reading->game, state, reading->error))
        return cop_sgf_fail_at(sgf, position != NULL ? position->value_at : 0, reading->error);
    for (int first = 0, end; first < sgf->property_count; first = end) {
        for (end = first + 1; end < sgf->property_count; end++) {
            if (sgf->properties[end].node != sgf->properties[first].node)
                break;
        }
        if (!read_node(reading, first, end, state))
            return false;
    }
    reading->record->skipped = sgf->skipped;
    return true;
}

bool cop_record_read_sgf(const char *bytes, size_t length, cop_game_opener *open,
                         struct cop_record *record, struct cop_game **game, struct cop_error *error)
{
    struct reading reading = {.record = record, .error = error};
    bool is_ok;

    *record = (struct cop_record){0};
    *game = NULL;
    if (!cop_sgf_read(&reading.sgf, bytes, length, error))
        return false;
    is_ok = read_game(&reading, open);
    cop_sgf_free(&reading.sgf);
    if (is_ok) {
        *game = reading.game;
        return true;
    }
    cop_game_close(reading.game);
    cop_record_free(record);
    return false;
}
