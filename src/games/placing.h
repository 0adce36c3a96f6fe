/* placing.h - numbers for positions of two sides' pieces on at most 64 points, images under the
 * board's symmetries counted once.
 *
 * The side with fewer pieces, `few`, has few sets, so that a table knows for each of them which of
 * its images stands for all, the *pattern*, and how to turn the board to get there. The set of the
 * other side, `many`, is then ranked among the points that the pattern leaves. A number is
 *
 *     the number of the pattern * the number of sets of `many` + the rank of the set of `many`
 *
 * without gaps, but where a pattern is its own image: of all images of `many` that this leaves, the
 * lowest rank counts, and the other numbers are nobody's.
 *
 * Sets are words with a bit for each point; which bits are points the owner says. Tables are made
 * when they are first asked for, by any thread. */
#ifndef COPPICE_GAMES_PLACING_H
#define COPPICE_GAMES_PLACING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "games/subsets.h"

enum { COP_PLACING_SYMMETRIES = 8, COP_PLACING_FEW = 15 };

/* A pattern and the symmetries, as bits, that leave it as it is. */
struct cop_pattern {
    uint64_t set;
    uint8_t still;
};

/* All sets of so many pieces: for each, by its rank, 8 * the number of its pattern + the symmetry
 * that leads there. */
struct cop_patterns {
    uint32_t *of_set;
    struct cop_pattern *list;
    int64_t count;
};

struct cop_placing {
    uint64_t points;
    int point_count, symmetries;
    uint8_t inverse[COP_PLACING_SYMMETRIES];
    struct subsets subsets;
    uint64_t image[COP_PLACING_SYMMETRIES][64]; /* where each point comes to, as a set of one */
    int64_t share[64]
                 [COP_PLACING_FEW + 1]; /* what the n-th piece of `few` adds to its rank there */
    _Atomic(struct cop_patterns *) patterns[COP_PLACING_FEW + 1];
};

/* `image[s]` says where symmetry s takes each point; symmetry 0 changes nothing, and they are a
 * group. */
void cop_placing_open(struct cop_placing *placing, uint64_t points, int symmetries,
                      const uint8_t image[][64]);
void cop_placing_close(struct cop_placing *placing); /* of zeros: nothing */

/* How many numbers there are; few <= many, few <= COP_PLACING_FEW. */
int64_t cop_placing_count(struct cop_placing *placing, int few, int many);

int64_t cop_placing_rank(struct cop_placing *placing, uint64_t few, uint64_t many);

/* The sets of a number; false if it is nobody's. */
bool cop_placing_sets(struct cop_placing *placing, int few_count, int many_count, int64_t number,
                      uint64_t *few, uint64_t *many);

/* Numbers one after the other, which is far quicker than one by one. Who looks at one finds its
 * sets in `few` and `many`, unless is_nobodys. */
struct cop_placing_walk {
    struct cop_placing *placing;
    const struct cop_patterns *patterns;
    uint64_t few, many, dense; /* dense: `many` among the points that `few` leaves */
    int64_t number, pattern, last_rank, rank;
    int many_count;
    bool is_nobodys;
};

void cop_placing_begin(struct cop_placing_walk *walk, struct cop_placing *placing, int few_count,
                       int many_count, int64_t number);
void cop_placing_next(struct cop_placing_walk *walk);
void cop_placing_look(struct cop_placing_walk *walk); /* not behind the last number */

/* The number of the position with the same `few` and another set of as many. */
int64_t cop_placing_beside(const struct cop_placing_walk *walk, uint64_t many);

/* A set as a symmetry shows it. Sets are small, and tables of bytes would fill the cache. */
static inline uint64_t cop_placing_turn(const struct cop_placing *placing, uint64_t set,
                                        int symmetry)
{
    const uint64_t *image = placing->image[symmetry];
    uint64_t turned = 0;

    for (; set != 0; set &= set - 1)
        turned |= image[bit_index(set)];
    return turned;
}

#endif
