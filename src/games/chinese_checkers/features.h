/* features.h - what an evaluator of Chinese Checkers learns from, in games of two on the small star
 * (features.c). */
#ifndef COPPICE_GAMES_CHINESE_CHECKERS_FEATURES_H
#define COPPICE_GAMES_CHINESE_CHECKERS_FEATURES_H

#include "games/chinese_checkers/board.h"
#include "games/tuples.h"

enum {
    CHECKERS_DIAMOND = 7, /* fields along each side of the corners and the hexagon of two players */
    CHECKERS_DIAMOND_FIELDS = CHECKERS_DIAMOND * CHECKERS_DIAMOND,
    CHECKERS_PLACES = 48
};

/* Part of an opened game; without features all of it is 0. */
struct checkers_tables {
    /* A field as each player sees it who starts at number 0 and goes to the last. */
    uint8_t field[2][CHECKERS_CODES];
    /* What a piece on a field adds to the configuration of each place. */
    uint16_t worth[CHECKERS_DIAMOND_FIELDS][CHECKERS_PLACES];
    struct tuple_list list;
};

/* What game->own is: the board comes first. */
struct checkers_opened {
    struct checkers_board board;
    struct checkers_tables tables;
};

void checkers_tables_fill(struct checkers_tables *tables, const struct checkers_board *board);

extern const struct cop_features checkers_features;

#endif
