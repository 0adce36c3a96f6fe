/* book.h - an opening book: positions near the beginning of a game, and what was found of the moves
 * that lead from one to the next. docs/books.md says how books are made.
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
 * A book that is open is never changed by those who ask, so any number of threads may. */
#ifndef COPPICE_BOOK_H
#define COPPICE_BOOK_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cop_book;

/* Can the game have a book at all? It says why not. */
bool cop_book_fits(const struct cop_game *game, struct cop_error *error);

/* Reads a book into memory; the file is closed again. A book of another game or variant, a damaged
 * file and one that is no book are refused. A file whose name ends with .txt has lines instead
 * (lines.h), which do not say of which game they are. The game must stay open as long as the book.
 */
struct cop_book *cop_book_open(const char *path, const struct cop_game *game,
                               struct cop_error *error);
void cop_book_close(struct cop_book *book); /* NULL is fine */

/* The spec of the game that a book is about, the caller's to free; NULL and a message if the file
 * is none. */
char *cop_book_game(const char *path, struct cop_error *error);

int cop_book_size(const struct cop_book *book); /* its positions */

struct cop_book_move {
    cop_move move;
    int64_t visits;
    double value;      /* for the player to move; NaN: not known */
    double early;      /* the judgement before any visit; NaN: there was none */
    bool is_permanent; /* it was judged, and not only listed */
    int node;          /* the number of the position that it leads to */
    void *reserved[2]; /* for later versions: NULL */
};

/* The moves that the book knows in this position, most visits first and of equal ones the best;
 * returns how many were written. 0: it is not in the book, or nothing follows. */
int cop_book_moves(const struct cop_book *book, const void *state, struct cop_book_move *out,
                   int room);

/* What `player`, who is to move, can expect of the game by a value of the book, from 0 (lost) to 1
 * (won); NaN: nobody knows, as with a book that was imported. */
double cop_book_chance(const struct cop_book *book, int player, double value);

#ifdef __cplusplus
}
#endif

#endif
