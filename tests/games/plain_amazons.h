/* plain_amazons.h - a plain second version of what the evaluators of the Amazons compute. */
#ifndef COPPICE_TESTS_GAMES_PLAIN_AMAZONS_H
#define COPPICE_TESTS_GAMES_PLAIN_AMAZONS_H

#include "games/amazons/rays.h"

/* Points from White's side, before they are kept within bounds. */
double amazons_plain_classic(const struct amazons_board *board,
                             const struct amazons_position *position);
double amazons_plain_complex(const struct amazons_board *board,
                             const struct amazons_position *position);

#endif
