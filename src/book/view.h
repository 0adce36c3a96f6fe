/* view.h - a book for people and programs: its shape, its lines as a tree, a picture. */
#ifndef COPPICE_BOOK_VIEW_H
#define COPPICE_BOOK_VIEW_H

#include "base/json.h"
#include "book/walk.h"

/* How a book is built: the positions at each depth. */
struct cop_book_shape {
    int depth;    /* of the deepest position */
    int *widths;  /* positions at each depth from 0 on; the caller frees it */
    int meetings; /* positions that several moves lead to */
};
struct cop_book_shape cop_book_shape_of(const struct cop_book *book);

/* What it was made of and its shape, in a few lines; then its lines as a tree. */
void cop_book_write_about(const struct cop_book *book, struct cop_text *text);
void cop_book_write_tree(const struct cop_book *book, const struct cop_book_bounds *bounds,
                         struct cop_text *text);

/* Both as one object. */
void cop_book_write_json(const struct cop_book *book, const struct cop_book_bounds *bounds,
                         struct cop_json *json);

/* The tree as a picture: a column for each depth, the visits of a position as its height, who is
 * ahead as its colour. */
void cop_book_write_svg(const struct cop_book *book, const struct cop_book_bounds *bounds,
                        struct cop_text *text);

/* The moves of a position as a table. */
void cop_book_write_moves(const struct cop_book *book, const void *state, struct cop_text *text);

/* A value with its sign, or "?" where it is not known. */
void cop_book_write_value(double value, struct cop_text *text);

#endif
