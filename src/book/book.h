/* book.h - an opening book: positions near the beginning of a game, and what was found of the moves
 * that lead from one to the next (amazons-endgame-and-books.md 2.20).
 *
 * For games of two without chance and hidden pieces. A position is known by its text and by how
 * many moves have led to it, so that all ways there meet in one node and no line goes round in a
 * circle; of a position and its mirror images the one with the least text stands for all, and who
 * asks about another gets its moves turned.
 *
 * Numbers: a visit is one judgement that went through a position. Values are in the book's own
 * scale, which its builder chose, the more the better for the player to move, and around 0 where
 * nobody is ahead.
 *
 * A book that is open is never changed by those who ask, so any number of threads may. What
 * programs outside may call is in coppice/book.h. */
#ifndef COPPICE_BOOK_BOOK_H
#define COPPICE_BOOK_BOOK_H

#include "coppice/book.h"
#include "store/books.h"

const struct cop_book_about *cop_book_about(const struct cop_book *book);

/* What the book knows of a position itself. False: it is not there. */
struct cop_book_place {
    int node, depth;
    int64_t visits;
    double value; /* for the player to move; NaN: not known, or the game is over */
};
bool cop_book_find(const struct cop_book *book, const void *state, struct cop_book_place *place);

/* Which move to play: among those with at least `share` of the most visits and `least` of their own
 * the one of the best value; or any of those within `variety` of it, drawn by `seed`. In a book of
 * minimax values visits say nothing, and the best value is the best. */
struct cop_book_taste {
    double share;
    int64_t least;
    double variety; /* in the book's scale; 0: always the best */
    uint64_t seed;
};
#define COP_BOOK_TASTE ((struct cop_book_taste){.share = 0.2, .least = 2})

/* False: there is nothing to play. */
bool cop_book_choose(const struct cop_book *book, const void *state,
                     const struct cop_book_taste *taste, struct cop_book_move *chosen);

/* The line that begins with a move, as long as the book has moves to choose; returns its length. */
int cop_book_line(const struct cop_book *book, const void *state,
                  const struct cop_book_taste *taste, cop_move first, cop_move *line, int room);

#endif
