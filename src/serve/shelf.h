/* shelf.h - where the server looks positions up: played games (match/explore.h) and opening books.
 *
 * Nothing is opened before somebody asks. The shelf has a lock of its own and never takes the
 * house's: reading many games keeps nobody from playing. */
#ifndef COPPICE_SERVE_SHELF_H
#define COPPICE_SERVE_SHELF_H

#include "match/explore.h"

struct cop_shelf;

/* `sources` and `books` are lists of paths that end with NULL and outlive the shelf; either may be
 * NULL. `kept` is the server's own folder of games, or NULL. False and a message if one of them is
 * not there, or no book. */
struct cop_shelf *cop_shelf_open(const char *const *sources, const char *const *books,
                                 const char *kept, struct cop_error *error);
void cop_shelf_close(struct cop_shelf *shelf); /* NULL is fine */

/* The explorer of all sources; NULL and a message if it cannot be opened. */
struct cop_explorer *cop_shelf_explorer(struct cop_shelf *shelf, struct cop_error *error);

/* The book of a game, by its canonical spec. NULL: there is none, or, with a message in `error`, it
 * cannot be read. */
const struct cop_book *cop_shelf_book(struct cop_shelf *shelf, const char *game,
                                      struct cop_error *error);

#endif
