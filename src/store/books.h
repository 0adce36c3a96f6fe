/* books.h - opening books as files: positions, moves between them, and what was found of each.
 *
 * Positions and moves are texts; whoever reads them knows the game. A change, however many
 * positions it concerns, is one transaction: a killed program leaves the book as it was after one
 * of its changes. One process at a time may write to a book, and any number may read it meanwhile.
 */
#ifndef COPPICE_STORE_BOOKS_H
#define COPPICE_STORE_BOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

/* What a book was made of. */
struct cop_book_about {
    const char *game;    /* the canonical spec */
    const char *builder; /* how it grows: "meta-uct(a=2)"; "import" where it was read from lines */
    const char *judge, *limit; /* the agent that judges, and its limits */
    int64_t seed;
    int64_t iterations;
    double seconds;     /* of all builders together */
    const char *made;   /* when; only read */
    const char *makers; /* the programs and commands that worked on it, a line each; only read */
};

/* A number that is NaN is not known. */
struct cop_book_row {
    int id;    /* from 0 */
    int depth; /* moves from the root */
    const char *position;
    int64_t visits;
    double sum;   /* of what was found at the visits, for the first player */
    double early; /* the judgement before any visit */
    double value; /* of a minimax over the book */
    bool is_permanent;
};

struct cop_book_file;

/* A book to build: the one that is there, or a new one that is made of what `about` says. That
 * somebody else builds it is an error. */
struct cop_book_file *cop_book_file_build(const char *path, const struct cop_book_about *about,
                                          struct cop_error *error);
/* A book that is there, only to be read. */
struct cop_book_file *cop_book_file_read_only(const char *path, struct cop_error *error);
void cop_book_file_close(struct cop_book_file *file); /* NULL is fine */

/* What it was made of; valid until it is closed. */
const struct cop_book_about *cop_book_file_about(const struct cop_book_file *file);

/* Everything, nodes in the order of their numbers and then the moves of each; what the rows point
 * to is valid during the call. A callback that fails ends the reading. */
typedef bool cop_each_book_row(void *context, const struct cop_book_row *row,
                               struct cop_error *error);
typedef bool cop_each_book_move(void *context, int parent, const char *move, int child,
                                struct cop_error *error);
bool cop_book_file_read(struct cop_book_file *file, cop_each_book_row *each_row,
                        cop_each_book_move *each_move, void *context, struct cop_error *error);

/* A change: begin, any number of rows and moves, and end, which keeps all of it if `good`. */
bool cop_book_file_begin(struct cop_book_file *file, struct cop_error *error);
bool cop_book_file_put(struct cop_book_file *file, const struct cop_book_row *row,
                       struct cop_error *error);
bool cop_book_file_put_move(struct cop_book_file *file, int parent, int number, const char *move,
                            int child, struct cop_error *error);
bool cop_book_file_end(struct cop_book_file *file, bool good, int64_t iterations, double seconds,
                       struct cop_error *error);

/* Who works on it from now on. */
bool cop_book_file_made_by(struct cop_book_file *file, const char *words, struct cop_error *error);

#endif
