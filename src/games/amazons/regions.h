/* regions.h - the regions of a board: squares that burnt ones and the border wall off
 * (amazons-endgame-and-books.md 1.4, 2.1).
 *
 * What connects squares is an empty square or an amazon of either side, which may leave. No turn
 * reaches from one region into another, so that each is a game by itself. An amazon without an
 * empty neighbour is still a connection: it is free as soon as the one beside it leaves. */
#ifndef COPPICE_GAMES_AMAZONS_REGIONS_H
#define COPPICE_GAMES_AMAZONS_REGIONS_H

#include "board.h"

/* Nobody has anything to do in a dead region: it has no amazon, or no empty square, as where
 * amazons have locked each other in. A territory has amazons of one side. */
enum amazons_kind { AMAZONS_DEAD, AMAZONS_TERRITORY, AMAZONS_CONTESTED };

struct amazons_region {
    enum amazons_kind kind;
    int owner; /* of a territory; else -1 */
    amazons_set squares, empty;
};

enum { AMAZONS_REGIONS_MAX = 25 }; /* two squares of one block of four are always connected */

/* All regions, those with amazons first; returns how many. `amazons` are those of each side. */
int amazons_regions(amazons_set empty, const amazons_set amazons[2],
                    struct amazons_region regions[AMAZONS_REGIONS_MAX]);

int amazons_regions_of(const struct amazons_board *board, const struct amazons_position *position,
                       struct amazons_region regions[AMAZONS_REGIONS_MAX]);

#endif
