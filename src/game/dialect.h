/* dialect.h - moves as other programs write them.
 *
 * COP_DIALECT_OWN is the game's notation. COP_DIALECT_SQUARES has nothing but squares, in small
 * letters and without marks between them ("c7-c8" is "c7c8", "f4xf7" is "f4f7"), and 0000 is a
 * pass. COP_DIALECT_FAIRY is that of engines for many variants of chess: as squares, but a stone
 * that is put on a square is P@d3, one that falls in a column is on the square where it comes to
 * rest, and an arrow is shot from where the piece has gone to, "d1c1,c1b1".
 *
 * A word is read by writing every legal move, so that what is written is read as the same move, or
 * refused where two moves are written alike. */
#ifndef COPPICE_GAME_DIALECT_H
#define COPPICE_GAME_DIALECT_H

#include "coppice/game.h"

enum cop_dialect { COP_DIALECT_OWN, COP_DIALECT_SQUARES, COP_DIALECT_FAIRY };

extern const char cop_dialect_choices[]; /* their names, as an option has them */

void cop_dialect_write(enum cop_dialect dialect, const struct cop_game *game, const void *state,
                       cop_move move, struct cop_text *text);

/* A move in any case of its letters; the game must not be over. */
bool cop_dialect_read(enum cop_dialect dialect, const struct cop_game *game, const void *state,
                      const char *word, cop_move *move, struct cop_error *error);

#endif
