/* openings.h - what first pegs of TwixT promise that may be taken over, as games have shown.
 *
 * Mirror images are one *class* of holes: so many lines from White's nearer home line, 0 for the
 * line itself, and so many from the nearer of Black's. A board of one size has a row for each class
 * in data/twixt/openings.txt, or none at all: tools/twixt_openings.c makes them from games without
 * a swap. Who takes the peg over has what its owner had. */
#ifndef COPPICE_TWIXT_OPENINGS_H
#define COPPICE_TWIXT_OPENINGS_H

#include "base/fields.h"
#include "board.h"

enum { TWIXT_CHANCE_ONE = 1000 };

struct twixt_class {
    int size, down, across;
    int games, halves; /* that began so; what White made of them, in half points */
    int chance;        /* of White, in thousandths, neither 0 nor all */
};

/* The class of a hole that White may use. */
static inline void twixt_class_of(int size, int column, int row, int *down, int *across)
{
    *down = row < size - 1 - row ? row : size - 1 - row;
    *across = column < size - 1 - column ? column : size - 1 - column;
}

/* One row: size, down, across, games, halves, chance. */
bool twixt_read_class(const struct cop_fields *row, struct twixt_class *group,
                      struct cop_error *error);

/* What is known of a board's holes; those of the program, for a game with a swap. A text with some
 * classes of the board and not all is refused. */
bool twixt_read_openings(struct twixt_board *board, const void *text, size_t length,
                         struct cop_error *error);
bool twixt_lay_out_openings(struct twixt_board *board, struct cop_error *error);

/* Is this the first move, and can its peg be taken over? */
bool twixt_will_be_offered(const struct twixt_board *board, const struct twixt_position *position);

/* The chance of who has the peg that can be taken over now, in thousandths; 0: there is none, or
 * nobody knows. */
int twixt_offered_chance(const struct twixt_board *board, const struct twixt_position *position);

/* The game's `opening`. */
int twixt_opening(const struct cop_game *game, const void *state, struct cop_opening_move *out,
                  double *others);

#endif
