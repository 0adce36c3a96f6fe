/* lines.h - a book as lines of text, "moves;mean;visits" (amazons-endgame-and-books.md annex D).
 *
 *     Root;3.75;10000
 *     D1D7G7;3.4;6016
 *     D1D7G7 A7C5I5;2.81;579
 *
 * Moves are those from the start of the game, in its notation; the mean is the first player's. What
 * is not known is a "?": a mean, or a move, and then the line is counted and left out. Lines that
 * begin with # are remarks. */
#ifndef COPPICE_BOOK_LINES_H
#define COPPICE_BOOK_LINES_H

#include "book/book.h"

/* No mean is larger, so that sums of as many visits as can be written stay numbers. */
#define COP_BOOK_MEAN_MAX 1e9

struct cop_book_lines {
    int taken;    /* lines that are in the book now */
    int unknown;  /* lines with a move that is not known */
    int unlisted; /* positions before these that have no line of their own */
    int meetings; /* lines that lead where another line has led */
};

/* Adds the lines to a book that was begun with cop_book_begin. A malformed line is an error "line
 * 3: ...". */
bool cop_book_read_lines(struct cop_book *book, const char *text, struct cop_book_lines *lines,
                         struct cop_error *error);

/* Writes all positions with at least so many visits, each line after that of its beginning. Where
 * several lines meet, what follows is written once. */
void cop_book_write_lines(const struct cop_book *book, int64_t least, struct cop_text *text);

#endif
