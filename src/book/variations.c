/* variations.c - a book as the variations of a record. */
#include "book/variations.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "book/graph.h"
#include "book/lines.h"
#include "book/walk.h"
#include "game/side.h"

/* ---- Comments ---- */

static void write_note(double worth, int64_t visits, struct cop_text *text)
{
    if (isnan(worth))
        cop_text_add(text, "mean ?");
    else
        cop_text_add(text, "mean %.6g", worth);
    cop_text_add(text, ", %lld visits", (long long)visits);
}

/* False if it is another comment. */
static bool read_note(const char *note, double *mean, int64_t *visits)
{
    char *end;

    if (note == NULL || strncmp(note, "mean ", 5) != 0)
        return false;
    note += 5;
    if (*note == '?') {
        *mean = NAN;
        end = (char *)note + 1;
    } else {
        *mean = strtod(note, &end);
        if (end == note || !(fabs(*mean) <= COP_BOOK_MEAN_MAX))
            return false;
    }
    if (strncmp(end, ", ", 2) != 0 || !isdigit((unsigned char)end[2]))
        return false;
    *visits = strtoll(end + 2, &end, 10);
    return strcmp(end, " visits") == 0 && *visits < INT64_MAX / 2;
}

/* ---- Writing ---- */

struct writer {
    const struct cop_game *game;
    struct cop_record record;
    int *nodes; /* of the record, along the line that is being walked */
    int node_room;
    bool is_full;
};

/* The first line is the record's game, the others are side lines of it. */
static bool add_step(void *context, const struct cop_book_step *step)
{
    struct writer *writer = context;
    struct cop_record *record = &writer->record;
    struct cop_text note = COP_TEXT;
    int node = 0;

    if (step->depth >= writer->node_room) {
        writer->node_room = 2 * step->depth + 16;
        writer->nodes =
            cop_reallocate(writer->nodes, (size_t)writer->node_room * sizeof *writer->nodes);
    }
    write_note(step->worth, step->visits, &note);
    if (step->depth == 0) {
        record->comment = cop_copy_string(note.bytes);
    } else if (record->side_count == 0 && step->depth == record->move_count + 1) {
        cop_record_add(record, step->move, note.bytes);
        node = record->move_count;
    } else {
        node = cop_record_add_side(record, writer->game, step->before,
                                   writer->nodes[step->depth - 1], step->move, note.bytes);
    }
    writer->nodes[step->depth] = node;
    writer->is_full = node < 0;
    cop_text_free(&note);
    return !writer->is_full;
}

bool cop_book_write_sgf(const struct cop_book *book, int64_t least, struct cop_text *text,
                        struct cop_error *error)
{
    struct writer writer = {.game = book->game};
    bool is_good;

    writer.record.game = cop_copy_string(book->game->name);
    cop_book_walk(book, &(struct cop_book_bounds){.least = least}, add_step, &writer);
    if (writer.is_full)
        is_good = cop_fail(error,
                           "a record has at most %d moves beside its first line, and this book "
                           "more; leave out what was visited less, with --least N",
                           COP_SIDES_MAX);
    else
        is_good = cop_record_write_sgf(&writer.record, book->game, text, error);
    cop_record_free(&writer.record);
    free(writer.nodes);
    return is_good;
}

/* ---- Reading ---- */

struct reader {
    struct cop_book *book;
    int noted;
};

static void take_note(struct reader *reader, int id, const char *note)
{
    int64_t visits;
    double mean;

    if (!read_note(note, &mean, &visits))
        return;
    cop_book_set_found(reader->book, id, mean, visits);
    reader->noted++;
}

/* The game's own moves; `of_ply` gets the node after each. */
static void read_moves(struct reader *reader, const struct cop_record *record, int *of_ply)
{
    const struct cop_game *game = reader->book->game;
    char *state = cop_allocate(game->state_size);

    memcpy(state, cop_book_state(reader->book, 0), game->state_size);
    of_ply[0] = 0;
    for (int i = 0; i < record->move_count; i++) {
        of_ply[i + 1] = cop_book_join_image(reader->book, of_ply[i], state, record->moves[i]);
        game->rules->play(game, state, record->moves[i]);
        take_note(reader, of_ply[i + 1], record->notes != NULL ? record->notes[i] : NULL);
    }
    free(state);
}

/* The position at a node of the record. */
static void position_at(const struct cop_book *book, const struct cop_record *record, int node,
                        void *state)
{
    const struct cop_game *game = book->game;
    int trunk = cop_record_trunk(record, node);

    memcpy(state, cop_book_state(book, 0), game->state_size);
    for (int i = 0; i < trunk; i++)
        game->rules->play(game, state, record->moves[i]);
    cop_sides_play(record, game, node, state);
}

static int index_of_side(const struct cop_record *record, int node)
{
    const struct cop_side *side = cop_record_side(record, node);

    return (int)(side - record->sides);
}

static void read_sides(struct reader *reader, const struct cop_record *record, const int *of_ply)
{
    char *state = cop_allocate(reader->book->game->state_size);
    int *of_side = cop_allocate((size_t)(record->side_count + 1) * sizeof *of_side);

    for (int i = 0; i < record->side_count; i++) {
        const struct cop_side *side = &record->sides[i];
        int parent = side->parent < COP_SIDE_FIRST ? of_ply[side->parent]
                                                   : of_side[index_of_side(record, side->parent)];

        position_at(reader->book, record, side->parent, state);
        of_side[i] = cop_book_join_image(reader->book, parent, state, side->move);
        take_note(reader, of_side[i], side->note);
    }
    free(state);
    free(of_side);
}

int cop_book_read_record(struct cop_book *book, const struct cop_record *record)
{
    struct reader reader = {.book = book};
    int *of_ply = cop_allocate((size_t)(record->move_count + 1) * sizeof *of_ply);

    take_note(&reader, 0, record->comment);
    read_moves(&reader, record, of_ply);
    read_sides(&reader, record, of_ply);
    book->about.iterations = book->nodes[0].visits;
    free(of_ply);
    return reader.noted;
}
