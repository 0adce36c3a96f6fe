/* record.c - games that were played, and their SGF. */
#include "coppice/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/version.h"
#include "game/sgf.h"
#include "game/side.h"

enum { MOVES_IN_A_LINE = 10 };

/* Who made a move, if that is not who sat there last; in the first node, that there are such moves.
 */
#define MAKER "KW"

/* The last node of a game after which something was tried. */
#define END_MARK "KE"

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
    for (int i = 0; i < record->move_count; i++) {
        free(record->notes[i]);
        free(record->makers[i]);
    }
    for (int i = 0; i < record->side_count; i++) {
        free(record->sides[i].word);
        free(record->sides[i].note);
    }
    free(record->game);
    free(record->moves);
    free(record->notes);
    free(record->makers);
    free(record->sides);
    *record = (struct cop_record){0};
}

void cop_record_add(struct cop_record *record, cop_move move, const char *note)
{
    if (record->move_count == record->move_room) {
        size_t room = record->move_room > 0 ? 2 * (size_t)record->move_room : 64;

        record->moves = cop_reallocate(record->moves, sizeof *record->moves * room);
        record->notes = cop_reallocate(record->notes, sizeof *record->notes * room);
        record->makers = cop_reallocate(record->makers, sizeof *record->makers * room);
        record->move_room = (int)room;
    }
    record->moves[record->move_count] = move;
    record->notes[record->move_count] = cop_copy_string(note);
    record->makers[record->move_count] = NULL;
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

static bool has_makers(const struct cop_record *record)
{
    for (int i = 0; i < record->move_count; i++)
        if (record->makers[i] != NULL)
            return true;
    return false;
}

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
    if (has_makers(record))
        cop_sgf_write(text, MAKER, "last", COP_SGF_SIMPLE);
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

/* What writing the moves needs. A game with side lines is written as
 *
 *     ;B (;W ;B (;W) (;side) ) (;side ;side)
 *
 * so what was tried at a position comes after all that followed it, and the states at which side
 * lines leave the game are kept until then. */
struct writing {
    const struct cop_record *record;
    const struct cop_game *game;
    struct cop_text *text;
    struct cop_side_lists lists;
    cop_move *scratch;
    unsigned char *branches; /* states */
    int *plies;              /* where they are from */
    int branch_count;
    struct cop_error *error;
};

/* Writes one node and plays its move on `state`. */
static bool write_move(const struct writing *writing, cop_move move, const char *maker,
                       const char *note, void *state)
{
    const struct cop_game *game = writing->game;
    struct cop_text word = COP_TEXT;

    if (!is_legal(game, state, move, writing->scratch))
        return false;
    game->rules->write_move(game, state, move, &word);
    cop_text_add(writing->text, ";");
    cop_sgf_write(writing->text, mover_of(game->rules->turn(game, state)), word.bytes,
                  COP_SGF_SIMPLE);
    if (maker != NULL)
        cop_sgf_write(writing->text, MAKER, maker, COP_SGF_SIMPLE);
    if (note != NULL)
        cop_sgf_write(writing->text, "C", note, COP_SGF_TEXT);
    game->rules->play(game, state, move);
    cop_text_free(&word);
    return true;
}

/* A side move and all that follow it, as long as only one does. Its index becomes that of the last.
 */
static bool write_side_line(const struct writing *writing, int *index, void *state)
{
    for (;;) {
        const struct cop_side *side = &writing->record->sides[*index];
        int first = writing->lists.of_side[*index];

        if (!write_move(writing, side->move, NULL, side->note, state))
            return cop_fail(writing->error, "a side move of the record is not legal in %s",
                            writing->game->name);
        if (first < 0 || writing->lists.next[first] >= 0)
            return true;
        *index = first;
    }
}

/* The side lines from the one with that index on, all tried in `state`. */
static bool write_sides(const struct writing *writing, int index, const void *state)
{
    void *after = cop_allocate(writing->game->state_size);
    bool is_good = true;

    for (; index >= 0 && is_good; index = writing->lists.next[index]) {
        int last = index;

        memcpy(after, state, writing->game->state_size);
        cop_text_add(writing->text, "\n(");
        is_good = write_side_line(writing, &last, after) &&
                  write_sides(writing, writing->lists.of_side[last], after);
        cop_text_add(writing->text, ")");
    }
    free(after);
    return is_good;
}

static void keep_branch(struct writing *writing, int ply, const void *state)
{
    size_t size = writing->game->state_size;
    size_t count = (size_t)writing->branch_count;

    writing->branches = cop_reallocate(writing->branches, (count + 1) * size);
    writing->plies = cop_reallocate(writing->plies, (count + 1) * sizeof *writing->plies);
    memcpy(writing->branches + count * size, state, size);
    writing->plies[count] = ply;
    writing->branch_count++;
}

/* The moves that were played, with a bracket open for each branch. */
static bool write_game(struct writing *writing, void *state)
{
    const struct cop_record *record = writing->record;

    for (int ply = 0; ply < record->move_count; ply++) {
        bool is_branch = writing->lists.of_ply[ply] >= 0;

        if (is_branch)
            keep_branch(writing, ply, state);
        cop_text_add(writing->text, is_branch ? "\n(" : ply % MOVES_IN_A_LINE == 0 ? "\n" : "");
        if (!write_move(writing, record->moves[ply], record->makers[ply], record->notes[ply],
                        state))
            return cop_fail(writing->error, "move %d of the record is not legal in %s", ply + 1,
                            writing->game->name);
    }
    return true;
}

/* Where the game ends and something was tried, a mark keeps that from looking like the game. */
static bool write_tree(struct writing *writing, void *state)
{
    int first = -1;
    bool is_good = write_game(writing, state);

    if (is_good)
        first = writing->lists.of_ply[writing->record->move_count];
    if (first >= 0)
        cop_text_add(writing->text, END_MARK "[1]");
    is_good = is_good && write_sides(writing, first, state);
    while (is_good && writing->branch_count > 0) {
        size_t branch = (size_t)--writing->branch_count;

        cop_text_add(writing->text, ")");
        is_good = write_sides(writing, writing->lists.of_ply[writing->plies[branch]],
                              writing->branches + branch * writing->game->state_size);
    }
    return is_good;
}

static bool write_moves(const struct cop_record *record, const struct cop_game *game, void *state,
                        struct cop_text *text, struct cop_error *error)
{
    struct writing writing = {.record = record,
                              .game = game,
                              .text = text,
                              .scratch = cop_allocate(sizeof(cop_move) * (size_t)game->max_moves),
                              .error = error};
    bool is_good;

    cop_side_lists_make(&writing.lists, record);
    is_good = write_tree(&writing, state);
    cop_side_lists_free(&writing.lists);
    free(writing.scratch);
    free(writing.branches);
    free(writing.plies);
    return is_good;
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
    const struct cop_game *game;
    struct cop_game *opened; /* the same, if it is the reader's to close; NULL: it was known */
    int *places;             /* the record's node for each of the file's; -1: none */
    unsigned char *states;   /* after each move of the game, for the side lines */
    int state_room;
    bool is_ended; /* what follows was tried and not played */
    int side_tries;
    struct cop_error *error; /* NULL for side lines, which are left out and not refused */
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

/* The games that GM numbers in SGF, as far as files of them are about. */
static const char *const sgf_games[] = {[1] = "Go",
                                        [2] = "Othello",
                                        [3] = "chess",
                                        [4] = "Gomoku",
                                        [5] = "Nine Men's Morris",
                                        [6] = "backgammon",
                                        [7] = "Chinese chess",
                                        [8] = "shogi",
                                        [9] = "Lines of Action",
                                        [10] = "Ataxx",
                                        [11] = "Hex",
                                        [18] = "the Amazons",
                                        [21] = "TwixT",
                                        [36] = "Focus",
                                        [37] = "Dvonn"};

/* What another program calls the game, or NULL. */
static const char *foreign_game(const struct reading *reading)
{
    enum { COUNT = sizeof sgf_games / sizeof sgf_games[0] };

    for (int i = 0; i < reading->sgf.property_count && reading->sgf.properties[i].node == 0; i++) {
        const struct cop_sgf_property *property = &reading->sgf.properties[i];
        char *value = strcmp(property->name, "GM") == 0
                          ? cop_sgf_value(&reading->sgf, property, COP_SGF_SIMPLE)
                          : NULL;
        long number = value != NULL ? strtol(value, NULL, 10) : 0;

        free(value);
        if (number > 0 && number < COUNT && sgf_games[number] != NULL)
            return sgf_games[number];
    }
    return NULL;
}

/* Without KG it is not a record of ours. */
static bool fail_foreign(const struct reading *reading)
{
    const char *game = foreign_game(reading);

    if (game != NULL)
        cop_fail(reading->error,
                 "this is a record of %s by another program; only records that Coppice has "
                 "written, with KG in their first node, can be read",
                 game);
    else
        cop_fail(reading->error,
                 "the file does not say which game it is; the first node needs KG, such as "
                 "KG[othello(size=6)]");
    return cop_sgf_fail_at(&reading->sgf, 0, reading->error);
}

/* A game that is known already must be the file's. */
static bool check_game(const struct reading *reading, const struct cop_sgf_property *spec)
{
    if (cop_game_is(reading->game, reading->record->game))
        return true;
    cop_fail(reading->error, "this is a record of %s and not of %s", reading->record->game,
             reading->game->name);
    return cop_sgf_fail_at(&reading->sgf, spec->value_at, reading->error);
}

static bool open_game(struct reading *reading, cop_game_opener *open,
                      const struct cop_sgf_property *spec)
{
    if (spec == NULL)
        return fail_foreign(reading);
    if (open == NULL)
        return check_game(reading, spec);
    reading->opened = open(reading->record->game, reading->error);
    if (reading->opened == NULL)
        return cop_sgf_fail_at(&reading->sgf, spec->value_at, reading->error);
    reading->game = reading->opened;
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
                      const void *state, cop_move *move)
{
    char *value = cop_sgf_value(&reading->sgf, property, COP_SGF_SIMPLE);
    const char *word = value + strspn(value, " ");
    bool is_ok;

    for (size_t end = strlen(value); end > 0 && value[end - 1] == ' ';)
        value[--end] = '\0';
    is_ok =
        cop_move_read(reading->game, state, word[0] != '\0' ? word : "pass", move, reading->error);
    free(value);
    return is_ok || cop_sgf_fail_at(&reading->sgf, property->value_at, reading->error);
}

/* What one node of the file says. */
struct node {
    const struct cop_sgf_property *move; /* NULL: none */
    char *note, *maker;
    bool is_end;
};

static void free_node(struct node *node)
{
    free(node->note);
    free(node->maker);
}

/* The properties of one node, which begin with *first; this becomes the first one of the next. */
static bool read_node(const struct reading *reading, int number, int *first, struct node *node)
{
    const struct cop_sgf *sgf = &reading->sgf;
    bool is_ok = true;

    *node = (struct node){NULL};
    for (; *first < sgf->property_count && sgf->properties[*first].node == number; ++*first) {
        const struct cop_sgf_property *property = &sgf->properties[*first];

        if (!is_ok)
            continue;
        node->is_end = node->is_end || strcmp(property->name, END_MARK) == 0;
        if (property->node > 0 && strcmp(property->name, "C") == 0)
            is_ok = keep_value(reading, property, COP_SGF_TEXT, &node->note);
        if (property->node > 0 && strcmp(property->name, MAKER) == 0)
            is_ok = keep_value(reading, property, COP_SGF_SIMPLE, &node->maker);
        if (!is_ok || !is_mover(property->name))
            continue;
        if (node->move != NULL)
            is_ok = fail_property(reading, property, "is a second move in one node");
        else if (property->value_count > 1)
            is_ok = fail_property(reading, property, "has more than one value");
        node->move = property;
    }
    return is_ok;
}

/* ---- The game ---- */

static void keep_state(struct reading *reading, const void *state)
{
    size_t size = reading->game->state_size;
    int ply = reading->record->move_count;

    if (ply >= reading->state_room) {
        reading->state_room = 2 * ply + 64;
        reading->states = cop_reallocate(reading->states, (size_t)reading->state_room * size);
    }
    memcpy(reading->states + (size_t)ply * size, state, size);
}

static bool follow(struct reading *reading, const struct node *node, void *state)
{
    const struct cop_game *game = reading->game;
    cop_move move;

    if (node->move == NULL)
        return true;
    if (!check_mover(reading, node->move, state) || !read_move(reading, node->move, state, &move))
        return false;
    cop_record_add(reading->record, move, node->note);
    reading->record->makers[reading->record->move_count - 1] = cop_copy_string(node->maker);
    game->rules->play(game, state, move);
    keep_state(reading, state);
    return true;
}

/* The first line of the file. *next becomes the first node that is not of the game, and *first the
 * first of its properties. */
static bool read_line(struct reading *reading, void *state, int *next, int *first)
{
    const struct cop_sgf *sgf = &reading->sgf;
    bool is_ok = true;

    keep_state(reading, state);
    for (; *next < sgf->node_count && is_ok; ++*next) {
        struct node node;

        if (reading->is_ended || sgf->parents[*next] != *next - 1)
            return true;
        is_ok = read_node(reading, *next, first, &node) && follow(reading, &node, state);
        reading->places[*next] = reading->record->move_count;
        reading->is_ended = node.is_end;
        free_node(&node);
    }
    return is_ok;
}

/* ---- Side lines ---- */

/* Where a move of the file leads from `parent`; -1 if it cannot be played there. `*at` is the node
 * that `state` is the position of. */
static int try_move(struct reading *reading, const struct node *node, int parent, int *at,
                    void *state)
{
    const struct cop_game *game = reading->game;
    struct cop_record *record = reading->record;
    cop_move move;
    int child;

    if (*at != parent) {
        size_t ply = (size_t)cop_record_trunk(record, parent);

        memcpy(state, reading->states + ply * game->state_size, game->state_size);
        cop_sides_play(record, game, parent, state);
        *at = parent;
    }
    if (!check_mover(reading, node->move, state) || !read_move(reading, node->move, state, &move))
        return -1;
    child = cop_record_child(record, parent, move);
    if (child < 0)
        child = cop_record_add_side(record, game, state, parent, move, node->note);
    if (child < 0)
        return -1;
    game->rules->play(game, state, move);
    *at = child;
    return child;
}

/* One node beside the game. What cannot be played is left out with all that follows it; a file may
 * have been made by a program with other rules, and its game is worth reading all the same. */
static int read_side(struct reading *reading, int number, int *first, int *at, void *state)
{
    int parent = reading->places[reading->sgf.parents[number]];
    struct node node;
    bool is_ok = read_node(reading, number, first, &node);
    int place = parent;

    if (parent >= 0 && (!is_ok || node.move != NULL)) {
        bool may_try = is_ok && reading->side_tries++ < COP_SIDES_MAX;

        place = may_try ? try_move(reading, &node, parent, at, state) : -1;
        reading->record->skipped += place < 0;
    }
    free_node(&node);
    return place;
}

static bool read_tree(struct reading *reading, void *state)
{
    int next = 0, first = 0, at = -1;

    if (!read_line(reading, state, &next, &first))
        return false;
    reading->error = NULL;
    for (; next < reading->sgf.node_count; next++)
        reading->places[next] = read_side(reading, next, &first, &at, state);
    return true;
}

static bool read_game(struct reading *reading, cop_game_opener *open)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    const struct cop_sgf *sgf = &reading->sgf;
    const struct cop_sgf_property *spec = NULL, *position = NULL;
    bool is_read;

    if (!read_root(reading, &spec, &position) || !open_game(reading, open, spec))
        return false;
    if (!cop_record_start(reading->record, reading->game, state, reading->error))
        return cop_sgf_fail_at(sgf, position != NULL ? position->value_at : 0, reading->error);
    reading->places = cop_allocate(sizeof *reading->places * (size_t)sgf->node_count);
    reading->record->skipped = sgf->skipped;
    is_read = read_tree(reading, state);
    free(reading->places);
    free(reading->states);
    return is_read;
}

/* A failure leaves an empty record and nothing to close. */
static bool read_file(struct reading *reading, const char *bytes, size_t length,
                      cop_game_opener *open)
{
    bool is_ok;

    *reading->record = (struct cop_record){0};
    if (!cop_sgf_read(&reading->sgf, bytes, length, reading->error))
        return false;
    is_ok = read_game(reading, open);
    cop_sgf_free(&reading->sgf);
    if (is_ok)
        return true;
    cop_game_close(reading->opened);
    cop_record_free(reading->record);
    return false;
}

bool cop_record_read_sgf(const char *bytes, size_t length, cop_game_opener *open,
                         struct cop_record *record, struct cop_game **game, struct cop_error *error)
{
    struct reading reading = {.record = record, .error = error};
    bool is_ok = read_file(&reading, bytes, length, open);

    *game = is_ok ? reading.opened : NULL;
    return is_ok;
}

bool cop_record_read_game(const char *bytes, size_t length, const struct cop_game *game,
                          struct cop_record *record, struct cop_error *error)
{
    struct reading reading = {.record = record, .game = game, .error = error};

    return read_file(&reading, bytes, length, NULL);
}
