/* odds.h - what a search has learned of moves, and what a game that it played could have been.
 *
 * A search that learns a policy gives every code of moves (rules->code) a number: its *odds*, 1
 * where nothing is known. A move is drawn by its odds times a *factor*, which is what a policy that
 * is there already thinks of it. So whoever plays such games reads the odds of the codes at hand,
 * and writes down what could be chosen at each move, from which the search learns.
 *
 * A draw is the same wherever it is made: what can be chosen is in the order of moves(), without
 * what the policy never picks; the products are added in this order, and the first is taken whose
 * sum exceeds cop_rng_unit() times the sum of all. */
#ifndef COPPICE_ODDS_H
#define COPPICE_ODDS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cop_odds_entry {
    uint64_t code;
    double odds; /* 0: the entry is free */
};

/* Codes are found from cop_odds_place() on, entry after entry and around the end. */
struct cop_odds {
    const struct cop_odds_entry *entries;
    int bits;    /* there are 2^bits of them, never all taken */
    double bias; /* how much the policy's word counts */
};

/* What could be chosen at each move of a game. The choices of move i are those from ends[i - 1] to
 * ends[i], of which chosen[i] was played. */
struct cop_offers {
    int length;
    uint32_t *moves;
    int *chosen, *ends;
    uint64_t *codes;
    double *factors; /* not written where is_flat: all are 1 */
    bool is_flat;
};

static inline uint64_t cop_odds_place(uint64_t code, int bits)
{
    return code * 0x9e3779b97f4a7c15u >> (64 - bits);
}

static inline double cop_odds_of(const struct cop_odds *odds, uint64_t code)
{
    uint64_t mask = ((uint64_t)1 << odds->bits) - 1;
    uint64_t at = cop_odds_place(code, odds->bits);

    for (; odds->entries[at].odds != 0; at = (at + 1) & mask)
        if (odds->entries[at].code == code)
            return odds->entries[at].odds;
    return 1;
}

/* The factor of what a policy's `weigh` says: exp(bias * weight), within bounds; 0 for -INFINITY.
 */
double cop_odds_factor(double bias, double weight);

#ifdef __cplusplus
}
#endif

#endif
