/* policy.h - what the files of SameGame's playouts share (samegame-and-fanorona.md 5.3). */
#ifndef COPPICE_GAMES_SAMEGAME_POLICY_H
#define COPPICE_GAMES_SAMEGAME_POLICY_H

#include "board.h"

enum {
    NO_TABU = -1, /* the tabu colour of a playout that has none yet, or never */
    MOVES_MAX = WIDTH_MAX * HEIGHT_MAX / 2,
    PULL_SIZES = 9 /* groups of 2 to 9 blocks differ in pull, and larger ones are as those of 10 */
};

/* Which colour is left alone while another one can be played. */
enum tabu { TABU_NONE, TABU_DRAWN, TABU_MOST };

struct policy {
    enum tabu tabu;
    int given;      /* of TABU_MOST: this colour instead, plus 1; 0: the most frequent */
    bool by_scan;   /* a move is a cell, met from a random one on, and not a group */
    bool each_move; /* the tabu colour is chosen anew for every move */
    bool pairs;     /* groups of two are never tabu */
    double epsilon; /* how often any colour will do */
    double pull;    /* logarithm of what one block more is worth to a group; by groups only */
};

struct notes {
    int8_t tabu; /* the colour plus 1, so that 0 is none yet */
};

/* A group's logarithm of weight, before its colour is looked at. */
INLINE double pull_of(const struct policy *policy, int size)
{
    return policy->pull * (size - 2 < PULL_SIZES - 1 ? size - 2 : PULL_SIZES - 1);
}

/* The cells of a colour, from 0. */
INLINE void cells_of_colour(const uint64_t *planes, int colour, uint64_t *set, int words)
{
    for (int i = 0; i < words; i++)
        set[i] = ~(uint64_t)0;
    for (int p = 0; p < PLANES; p++) {
        uint64_t is_unset = (uint64_t)((colour + 1) >> p & 1) - 1;

        for (int i = 0; i < words; i++)
            set[i] &= planes[p * words + i] ^ is_unset;
    }
}

/* The most frequent colour; of equals the lowest. */
INLINE int most_frequent(const uint64_t *planes, int colours, int words)
{
    int best = 0, most = -1;

    for (int colour = 0; colour < colours; colour++) {
        uint64_t set[WIDE];
        int count;

        cells_of_colour(planes, colour, set, words);
        count = count_cells(set, words);
        if (count > most) {
            most = count;
            best = colour;
        }
    }
    return best;
}

/* learned.c: the row's function of that name. */
bool samegame_learned(const struct cop_game *game, const void *prepared, void *state, void *notes,
                      struct cop_rng *rng, const struct cop_odds *odds, struct cop_offers *choices);

#endif
