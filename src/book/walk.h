/* walk.h - a book as a tree of lines, from the start of the game on: how people see it.
 *
 * Lines are played from the game's own start, mirror images turned back, the most visited first.
 * Where several lines meet, what follows is shown after the first of them only. */
#ifndef COPPICE_BOOK_WALK_H
#define COPPICE_BOOK_WALK_H

#include "book/book.h"

struct cop_book_step {
    const char *line;   /* all moves from the start; "" at the root */
    const char *word;   /* the last of them; "" at the root */
    const void *before; /* the position before that move; NULL at the root */
    cop_move move;
    const void *state;
    int node, depth;
    int64_t visits;
    double worth;       /* to the first player; NaN: not known */
    double early;       /* likewise */
    bool is_met_before; /* what follows was shown already */
};

/* Which part of the book: positions with at least so many visits, not more than so many moves from
 * the root (0: all), not more than so many moves of each position (0: all). In a book of minimax
 * values those are the best ones. */
struct cop_book_bounds {
    int64_t least;
    int depth, width;
};

/* False ends the walk. */
typedef bool cop_each_book_step(void *context, const struct cop_book_step *step);
bool cop_book_walk(const struct cop_book *book, const struct cop_book_bounds *bounds,
                   cop_each_book_step *each, void *context);

#endif
