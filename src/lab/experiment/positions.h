/* positions.h - a list of positions in a file, LAB/data/NAME.txt: one a line, first its name and
 * then the position as the game writes it. A problem has its right moves behind a semicolon:
 * "p7 4/4/X3/OX2 O; a c". Blank lines and lines that begin with # are skipped. */
#ifndef COPPICE_LAB_POSITIONS_H
#define COPPICE_LAB_POSITIONS_H

#include "coppice/game.h"

struct cop_positions {
    int count;
    size_t stride; /* bytes from one state to the next */
    char **names;
    unsigned char *states;
    cop_move **answers; /* of each position its right moves, ended by COP_NO_MOVE; NULL: not said */
};

/* In every position a player is to move. On failure the list is empty. */
bool cop_positions_read(const char *path, const struct cop_game *game,
                        struct cop_positions *positions, struct cop_error *error);
/* The list NAME of a lab. */
bool cop_positions_load(const char *lab, const char *name, const struct cop_game *game,
                        struct cop_positions *positions, struct cop_error *error);
void cop_positions_free(struct cop_positions *positions);

static inline const void *cop_positions_state(const struct cop_positions *positions, int i)
{
    return positions->states + (size_t)i * positions->stride;
}

#endif
