/* tail.c - see tail.h. What a dive has learned of one end helps it with the longer ones, so that
 * going back step by step costs little more than the longest of them. */
#include "search/puzzle/tail.h"

#include <stdlib.h>
#include <string.h>

#include "search/puzzle/dive.h"

enum { TABLE_MOST = 4 << 20 };

struct puzzle_tail {
    struct puzzle_walker *walker;
    struct dive *dive;
    cop_move *way; /* the walker's, while other games are tried */
    bool is_busy;  /* what it offers itself has no tail to be improved */
};

static size_t table_bytes(const struct puzzle_walker *walker, size_t memory)
{
    size_t least = dive_least_bytes(walker->game);
    size_t left = memory > least ? memory - least : 0;

    return left < TABLE_MOST ? left : TABLE_MOST;
}

struct puzzle_tail *puzzle_tail_open(struct puzzle_walker *walker, size_t memory,
                                     struct cop_error *error)
{
    struct puzzle_tail *tail = calloc(1, sizeof *tail);

    if (tail == NULL) {
        cop_fail(error, "not enough memory");
        return NULL;
    }
    tail->walker = walker;
    tail->way = calloc((size_t)walker->game->max_plies, sizeof *tail->way);
    if (tail->way == NULL)
        cop_fail(error, "not enough memory");
    else
        tail->dive = dive_open(walker, table_bytes(walker, memory), error);
    if (tail->dive != NULL)
        return tail;
    puzzle_tail_close(tail);
    return NULL;
}

void puzzle_tail_close(struct puzzle_tail *tail)
{
    if (tail == NULL)
        return;
    dive_close(tail->dive);
    free(tail->way);
    free(tail);
}

void puzzle_tail_forget(struct puzzle_tail *tail)
{
    dive_forget(tail->dive);
}

static bool improve_from(struct puzzle_tail *tail, int move, int64_t *positions)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    puzzle_go_home(tail->walker, state);
    for (int i = 0; i < move; i++)
        puzzle_walk(tail->walker, state, tail->way[i]);
    return dive_within(tail->dive, state, positions);
}

void puzzle_tail_improve(struct puzzle_tail *tail, int moves, int64_t positions)
{
    struct puzzle_walker *walker = tail->walker;
    int length = walker->way_length, first = length > moves ? length - moves : 0;

    if (tail->is_busy)
        return;
    tail->is_busy = true;
    memcpy(tail->way, walker->way, (size_t)length * sizeof *tail->way);
    for (int move = length - 1; move >= first; move--)
        if (!improve_from(tail, move, &positions))
            break;
    memcpy(walker->way, tail->way, (size_t)length * sizeof *tail->way);
    walker->way_length = length;
    tail->is_busy = false;
}
