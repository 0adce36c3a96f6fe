/* breakthrough_position.h - how a position of Breakthrough lies in words. */
#ifndef COPPICE_GAMES_BREAKTHROUGH_POSITION_H
#define COPPICE_GAMES_BREAKTHROUGH_POSITION_H

#include <assert.h>

#include "board.h"

struct position {
    uint64_t stones[2];
    int64_t turn; /* WHITE, BLACK or COP_OVER */
};
static_assert(sizeof(struct position) == 24, "a position is three words");

static inline const struct board *board_of(const struct cop_game *game)
{
    return game->tables;
}

#endif
