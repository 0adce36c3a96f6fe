/* side.c - the side lines of a record.
 *
 * Invariants: side moves are in the order in which they were tried, so their nodes grow and a
 * parent comes before its children. A node is found by bisection; whatever concerns a move and all
 * that follows it is one pass. */
#include "game/side.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

static bool is_side(int node)
{
    return node >= COP_SIDE_FIRST;
}

/* Its index, or -1. */
static int find(const struct cop_record *record, int node)
{
    int low = 0, high = record->side_count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (record->sides[middle].node < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low < record->side_count && record->sides[low].node == node ? low : -1;
}

const struct cop_side *cop_record_side(const struct cop_record *record, int node)
{
    int index = find(record, node);

    return index >= 0 ? &record->sides[index] : NULL;
}

int cop_record_trunk(const struct cop_record *record, int node)
{
    while (is_side(node))
        node = record->sides[find(record, node)].parent;
    return node;
}

int cop_record_child(const struct cop_record *record, int node, cop_move move)
{
    if (node < record->move_count && record->moves[node] == move)
        return node + 1;
    for (int i = 0; i < record->side_count; i++)
        if (record->sides[i].parent == node && record->sides[i].move == move)
            return record->sides[i].node;
    return -1;
}

/* ---- Changes ---- */

int cop_record_add_side(struct cop_record *record, const struct cop_game *game, const void *before,
                        int parent, cop_move move, const char *note)
{
    struct cop_text word = COP_TEXT;
    struct cop_side *side;

    if (record->side_count >= COP_SIDES_MAX)
        return -1;
    if (record->side_count == record->side_room) {
        record->side_room = record->side_room > 0 ? 2 * record->side_room : 16;
        record->sides =
            cop_reallocate(record->sides, sizeof *record->sides * (size_t)record->side_room);
    }
    game->rules->write_move(game, before, move, &word);
    side = &record->sides[record->side_count++];
    *side = (struct cop_side){.node = COP_SIDE_FIRST + record->sides_tried++,
                              .parent = parent,
                              .move = move,
                              .player = game->rules->turn(game, before),
                              .word = cop_copy_string(word.bytes),
                              .note = cop_copy_string(note)};
    cop_text_free(&word);
    return side->node;
}

/* Removes those that the test chooses, and all that follow them. While it goes through them, the
 * record has only those that stay: who does not find his parent goes too. */
static void remove_sides(struct cop_record *record,
                         bool (*is_chosen)(const struct cop_side *side, int given), int given)
{
    int count = record->side_count;

    record->side_count = 0;
    for (int i = 0; i < count; i++) {
        struct cop_side side = record->sides[i];
        bool is_orphan = is_side(side.parent) && find(record, side.parent) < 0;

        if (is_orphan || is_chosen(&side, given)) {
            free(side.word);
            free(side.note);
        } else {
            record->sides[record->side_count++] = side;
        }
    }
}

static bool is_node(const struct cop_side *side, int node)
{
    return side->node == node;
}

static bool leaves_after(const struct cop_side *side, int ply)
{
    return !is_side(side->parent) && side->parent > ply;
}

void cop_record_remove_side(struct cop_record *record, int node)
{
    remove_sides(record, is_node, node);
}

void cop_sides_cut(struct cop_record *record, int ply)
{
    remove_sides(record, leaves_after, ply);
}

void cop_sides_absorb(struct cop_record *record, int ply)
{
    struct cop_side *tried = NULL;

    for (int i = 0; i < record->side_count; i++) {
        struct cop_side *side = &record->sides[i];

        if (side->parent == ply && side->move == record->moves[ply])
            tried = side;
        else if (tried != NULL && side->parent == tried->node)
            side->parent = ply + 1;
    }
    if (tried == NULL)
        return;
    if (record->notes[ply] == NULL) {
        record->notes[ply] = tried->note;
        tried->note = NULL;
    }
    cop_record_remove_side(record, tried->node);
}

/* ---- Walks ---- */

void cop_sides_play(const struct cop_record *record, const struct cop_game *game, int node,
                    void *state)
{
    cop_move *moves = cop_allocate(sizeof *moves * (size_t)(record->side_count + 1));
    int count = 0;

    for (int at = node; is_side(at);) {
        const struct cop_side *side = cop_record_side(record, at);

        moves[count++] = side->move;
        at = side->parent;
    }
    while (count > 0)
        game->rules->play(game, state, moves[--count]);
    free(moves);
}

static int *make_list(int count)
{
    int *list = cop_allocate(sizeof *list * ((size_t)count + 1));

    for (int i = 0; i <= count; i++)
        list[i] = -1;
    return list;
}

/* From the last to the first, each before those that are already there. What hangs on moves that
 * were taken back is in no list. */
void cop_side_lists_make(struct cop_side_lists *lists, const struct cop_record *record)
{
    *lists = (struct cop_side_lists){.of_ply = make_list(record->move_count),
                                     .of_side = make_list(record->side_count),
                                     .next = make_list(record->side_count)};
    for (int i = record->side_count - 1; i >= 0; i--) {
        int parent = record->sides[i].parent;
        int *first;

        if (!is_side(parent) && parent > record->move_count)
            continue;
        first = is_side(parent) ? &lists->of_side[find(record, parent)] : &lists->of_ply[parent];
        lists->next[i] = *first;
        *first = i;
    }
}

void cop_side_lists_free(struct cop_side_lists *lists)
{
    free(lists->of_ply);
    free(lists->of_side);
    free(lists->next);
}
