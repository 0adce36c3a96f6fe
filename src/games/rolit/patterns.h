/* patterns.h - what the squares of a line or a corner tell of the end of a game of Rolit
 * (chance-and-multiplayer.md 1.6.5).
 *
 * There are ten *patterns*: the four kinds of rows and columns, by their distance from the border;
 * the five kinds of diagonals, of 4 to 8 squares; and two rows of four squares in a corner. Turned
 * and mirrored, they lie on the board in 42 *places*. A square is empty, a player's own or
 * another's, whoever's that is, so a pattern of n squares has 3^n configurations; all together have
 * 42,606. A game has twelve stages of five plies each.
 *
 * For every stage and configuration a table has the average number of pieces with which a player
 * ends, as a level of three quarters of a piece. tools/rolit_patterns.c made the tables, one set
 * for each number of players, from games against itself; weights.h has them as bytes. */
#ifndef COPPICE_GAMES_ROLIT_PATTERNS_H
#define COPPICE_GAMES_ROLIT_PATTERNS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ROLIT_PLACES = 42,
    ROLIT_PATTERNS = 10,
    ROLIT_CONFIGURATIONS = 42606,
    ROLIT_STAGES = 12,
    ROLIT_STAGE_PLIES = 5,
    ROLIT_LEVELS = 86
};

/* levels * ROLIT_PER_LEVEL are pieces. */
#define ROLIT_PER_LEVEL 0.75

struct rolit_tables {
    uint8_t level[ROLIT_STAGES][ROLIT_CONFIGURATIONS];
};

/* The bits that a set of squares has in each place. */
void rolit_look(uint64_t set, uint8_t bits[ROLIT_PLACES]);

/* The number of the configuration in each place, of a player's own pieces among all. */
void rolit_configure(const uint8_t own[ROLIT_PLACES], const uint8_t taken[ROLIT_PLACES],
                     uint16_t configuration[ROLIT_PLACES]);

/* The sum of the levels in all places. */
int rolit_sum_levels(const uint8_t *levels, const uint8_t own[ROLIT_PLACES],
                     const uint8_t taken[ROLIT_PLACES]);

/* The configuration with its squares in the opposite order; itself for corners. Both mean the same,
 * and only the lower one of them is stored. */
int rolit_mirror(int configuration);

/* How many plies were played decides. */
int rolit_stage(uint64_t taken);

#endif
