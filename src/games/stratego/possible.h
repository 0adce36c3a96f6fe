/* possible.h - the end of reading a position: what the words have said is checked, and the state
 * gets what follows from it. */
#ifndef COPPICE_GAMES_STRATEGO_POSSIBLE_H
#define COPPICE_GAMES_STRATEGO_POSSIBLE_H

#include "board.h"

extern const char *const stratego_side_names[2];

/* What the words have said so far. */
struct stratego_reading {
    const struct stratego_board *board;
    struct stratego *position;
    struct cop_error *error;
    uint64_t pool[2];
    int pool_size[2];
    struct stratego_ply chase[QUIET_MAX];
    int chase_length;
    struct stratego_ply attack;
    bool has_attack, is_setup, is_arranged;
    uint16_t changes;
    int result; /* -1 if not said */
};

/* Each says in `reading->error` why a position is impossible. `seen` has a bit for each field that
 * was read; in a set-up phase= must be the only one, and changes= where armies are arranged. */
bool stratego_finish_setup(struct stratego_reading *reading, unsigned seen);
bool stratego_finish_arrangement(struct stratego_reading *reading, unsigned seen);
bool stratego_finish_reading(struct stratego_reading *reading, const struct cop_game *game);

#endif
