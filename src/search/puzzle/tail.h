/* tail.h - the last moves of a game, searched exactly.
 *
 * The end of a long game is short enough to be looked through. A tail goes back from the last move
 * of a game, one move at a time, and looks through all that could be played instead, until it has
 * come as far as it may or has used up its positions. */
#ifndef COPPICE_SEARCH_PUZZLE_TAIL_H
#define COPPICE_SEARCH_PUZZLE_TAIL_H

#include "search/puzzle/puzzle.h"

struct puzzle_tail;

/* Takes what it needs for the way down, and for a table what is left of `memory` after that, up to
 * some megabytes. NULL: a failure with a message. */
struct puzzle_tail *puzzle_tail_open(struct puzzle_walker *walker, size_t memory,
                                     struct cop_error *error);
void puzzle_tail_close(struct puzzle_tail *tail); /* NULL is fine */

/* A search begins. */
void puzzle_tail_forget(struct puzzle_tail *tail);

/* The walker's way is a whole game: offers better ends of it, going back `moves` moves at most and
 * looking at no more than so many positions. The way stays as it is. */
void puzzle_tail_improve(struct puzzle_tail *tail, int moves, int64_t positions);

#endif
