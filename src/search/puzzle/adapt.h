/* adapt.h - policies that are learned from games: a weight for every code, at several levels.
 *
 * A policy draws a move by exp(weight / tau) times the factor of the move (odds.h). It is adapted
 * to a game by a step along the gradient of the game's likelihood: at each move of the game the
 * weight of what was chosen grows by alpha / tau, and all choices lose alpha / tau times their
 * probability, by the policy as it was before the whole step.
 *
 * The levels lie above each other: the policy of a level begins as a copy of the one above it.
 * Playouts read the lowest, level 1. All levels share one table of codes, in which only those have
 * a place that games were adapted to; what has weight 0 at all levels is thrown out when the table
 * is full, which changes nothing. What then still finds no place is not learned. */
#ifndef COPPICE_SEARCH_PUZZLE_ADAPT_H
#define COPPICE_SEARCH_PUZZLE_ADAPT_H

#include "coppice/game.h"

enum { ADAPT_LEVELS_MAX = 8 };

/* A whole game with what could be chosen in it. */
struct adapt_game {
    double total;
    struct cop_offers choices;

    /* For the table's use: */
    int64_t age; /* of the table, when the game was looked up in it; 0: it was not */
    int code_count;
    int *slots;  /* of each different code of the game; -1: it is not learned */
    int *places; /* of each choice, in `slots` */
};

struct adapt {
    int levels;
    double alpha, tau;
    struct cop_odds odds; /* the policy of level 1, for playouts */
    struct cop_odds_entry *entries;
    int used, most;
    int64_t age;                           /* grows whenever slots change */
    double *weights[ADAPT_LEVELS_MAX + 1]; /* of each slot; from level 1 on */
    int *differing[ADAPT_LEVELS_MAX + 1];  /* slots that may differ from the level above, */
    int differing_count[ADAPT_LEVELS_MAX + 1];
    uint16_t *differs;    /* and for each slot at which levels, as bits */
    int *place_of;        /* of each slot, in the game that is looked up; -1 between such times */
    uint64_t *kept_codes; /* room to throw codes out, */
    double *kept_weights;
    double *local; /* and to adapt: three numbers for each code of a game */
};

/* Bytes for each slot of a table, and for a whole game with all its choices. */
size_t adapt_slot_bytes(int levels);
size_t adapt_game_bytes(const struct cop_game *game);

/* 2^bits slots. What is missing for lack of memory is seen by the result; close it in any case. */
bool adapt_open(struct adapt *adapt, const struct cop_game *game, int levels, int bits);
void adapt_close(struct adapt *adapt);
bool adapt_game_open(struct adapt_game *played, const struct cop_game *game);
void adapt_game_close(struct adapt_game *played);

/* All weights are 0. */
void adapt_reset(struct adapt *adapt);

/* The policy of this level, not the highest, becomes what the one above it is. */
void adapt_copy_down(struct adapt *adapt, int level);

void adapt_learn(struct adapt *adapt, int level, struct adapt_game *played);

double adapt_weight(const struct adapt *adapt, int level, uint64_t code);

#endif
