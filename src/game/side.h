/* side.h - what a course and SGF need of a record's side lines; record.h says what these are. */
#ifndef COPPICE_GAME_SIDE_H
#define COPPICE_GAME_SIDE_H

#include "coppice/record.h"

/* Plays the side moves that lead to `node`, one of the game's or a side move's, on `state`, which
 * is the game's position where that line leaves it. */
void cop_sides_play(const struct cop_record *record, const struct cop_game *game, int node,
                    void *state);

/* Forgets all side lines that leave the game after that ply. */
void cop_sides_cut(struct cop_record *record, int ply);

/* The game's move number `ply` was played. If it had been tried there before, what was tried after
 * it now hangs on the game itself. */
void cop_sides_absorb(struct cop_record *record, int ply);

/* The children of every node in order, for walks through the whole tree. Indices into the record's
 * side moves; -1 ends a list. */
struct cop_side_lists {
    int *of_ply;  /* the first side move tried after so many plies of the game */
    int *of_side; /* the first one tried after that side move */
    int *next;    /* the next one tried from the same node */
};

void cop_side_lists_make(struct cop_side_lists *lists, const struct cop_record *record);
void cop_side_lists_free(struct cop_side_lists *lists);

#endif
