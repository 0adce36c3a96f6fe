/* cut.h - parts cut out of games, as problems (amazons-endgame-and-books.md 2.15).
 *
 * A game is followed move by move. Whenever a move breaks a part into several, or cuts more off
 * than it takes itself, what is left is new; a new part in which both sides can move is cut out, as
 * a position in which nothing else is left. */
#ifndef COPPICE_MATCH_CUT_H
#define COPPICE_MATCH_CUT_H

#include "coppice/game.h"

struct cop_cut_terms {
    int least, most; /* moves_left() of what is wanted */
    /* Called for each part: it came about with move number `ply` of the game, counted from 1, and
     * is number `number` of those, from 0. */
    void (*found)(void *context, const void *part, int ply, int number);
    void *context;
};

/* Games that share a cutter give each position once. */
struct cop_cutter;

/* NULL and a message if the game is no sum of parts (struct cop_sums) or cannot tell how large they
 * are. */
struct cop_cutter *cop_cutter_open(const struct cop_game *game, const struct cop_cut_terms *terms,
                                   struct cop_error *error);
void cop_cutter_close(struct cop_cutter *cutter); /* NULL is fine */

/* A game begins; then each of its moves, before it is played. */
void cop_cutter_begin(struct cop_cutter *cutter);
void cop_cutter_move(struct cop_cutter *cutter, const void *before, cop_move move);

#endif
