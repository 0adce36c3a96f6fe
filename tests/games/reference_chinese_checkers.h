/* reference_chinese_checkers.h - Chinese Checkers a second time: slow, on a plain grid, straight
 * from chance-and-multiplayer.md 1.4, to be compared with the fast rules move by move. */
#ifndef COPPICE_TESTS_REFERENCE_CHINESE_CHECKERS_H
#define COPPICE_TESTS_REFERENCE_CHINESE_CHECKERS_H

#include <stdbool.h>

enum { STAR_REACH = 8, STAR_GRID = 2 * STAR_REACH + 1, STAR_MOVES_MAX = 600 };

enum star_corners { STAR_RESTRICT, STAR_FREE, STAR_CLOSED };

struct star {
    int radius; /* of the hexagon: 3 for the board of 73 fields */
    int players, limit;
    enum star_corners corners;
    bool may_leave;
    int at[STAR_GRID][STAR_GRID]; /* [y + STAR_REACH][x + STAR_REACH]: a player or -1 */
    int turn, ply;
    bool is_over;
    int winner; /* -1: nobody */
};

struct star_move {
    int from_x, from_y, to_x, to_y;
    char text[12]; /* "D5-F5"; "--" for a pass */
};

bool star_has_field(const struct star *star, int x, int y);
/* 0 north, then clockwise; -1 for the hexagon in the middle. */
int star_corner(const struct star *star, int x, int y);
/* Where a player starts. */
int star_seat(int players, int player);
void star_name(const struct star *star, int x, int y, char name[6]);

/* The members from radius to may_leave are the caller's to fill in first. */
void star_start(struct star *star);
int star_moves(const struct star *star, struct star_move *out);
void star_play(struct star *star, const struct star_move *move);

#endif
