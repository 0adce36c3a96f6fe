/* tuples.h - what the stones of a few squares look like, for many such lists of squares at once.
 *
 * A *tuple* is a list of at most ten squares of a board whose squares are bits, rows of eight. A
 * square is empty, a player's own or the other's, so that n squares have 3^n configurations:
 * numbers in base 3 with a digit for each square. The same tuple may lie on the board in several
 * *places*, turned or moved, and the configurations of all of them share their numbers.
 *
 * All places are looked at together. A row of the board has 256 sets of stones, and each adds to
 * the configuration of every place what its stones are worth there: eight rows of the player's
 * stones, and eight of the other's twice, are sixteen vectors to add. */
#ifndef COPPICE_GAMES_TUPLES_H
#define COPPICE_GAMES_TUPLES_H

#include <stdint.h>

enum {
    TUPLE_SQUARES = 10,
    TUPLE_PLACES = 64, /* at most; all vectors have room for so many */
    TUPLE_ROWS = 8,
    TUPLE_SETS = 256
};

struct tuple {
    int count;
    int squares[TUPLE_SQUARES]; /* numbers of bits; the first has the lowest digit */
};

struct tuples {
    uint16_t worth[TUPLE_ROWS][TUPLE_SETS][TUPLE_PLACES];
    uint32_t first[TUPLE_PLACES]; /* the number of each place's configuration 0 */
    int place_count;
};

/* Squares written as "a1 b1"; a1 is bit 0, b1 bit 1, a2 bit 8. */
struct tuple tuple_read(const char *words);

uint32_t tuple_configurations(const struct tuple *tuple); /* 3 to the number of squares */

/* A place whose configurations begin with number `first`. */
void tuples_add(struct tuples *tuples, const struct tuple *tuple, uint32_t first);

/* The configuration in which each square has the digit of square mirror[i]. */
uint32_t tuple_mirrored(const struct tuple *tuple, const uint8_t *mirror, uint32_t configuration);

/* Places that come in the order of their numbers, each with numbers of its own, and those on the
 * other side of the board. Begins as zeros. */
struct tuple_list {
    int count;
    uint32_t configurations;      /* of all places together */
    uint32_t first[TUPLE_PLACES]; /* the number of each place's configuration 0 */
    struct tuple squares[TUPLE_PLACES];
    uint8_t mirror_place[TUPLE_PLACES];
    uint8_t mirror[TUPLE_PLACES][TUPLE_SQUARES]; /* where the squares of a place come to lie */
};

void tuple_list_add(struct tuple_list *list, const struct tuple *tuple);

/* Finds the place on the other side of each, of which there must be one. */
void tuple_list_mirror(struct tuple_list *list, int (*mirror_of)(int square));

/* The lower one of a number and its mirror image's. */
uint32_t tuple_list_first_alike(const struct tuple_list *list, uint32_t number);

/* Sixteen places at once, wherever they lie in memory. Said as vectors, since compilers leave the
 * loop over places as it is when the sums are arrays. */
enum { TUPLE_LANES = 16, TUPLE_VECTORS = TUPLE_PLACES / TUPLE_LANES };
typedef uint16_t tuple_lanes
    __attribute__((vector_size(TUPLE_LANES * sizeof(uint16_t)), aligned(2), may_alias));

/* The configuration in each of TUPLE_PLACES places; of those that are not used 0. */
static inline void tuples_configure(const struct tuples *tuples, uint64_t own, uint64_t other,
                                    uint16_t *configurations)
{
    tuple_lanes *out = (tuple_lanes *)configurations;
    tuple_lanes once[TUPLE_VECTORS] = {0}, twice[TUPLE_VECTORS] = {0};

    for (int row = 0; row < TUPLE_ROWS; row++) {
        const uint16_t *mine = tuples->worth[row][own >> 8 * row & (TUPLE_SETS - 1)];
        const uint16_t *theirs = tuples->worth[row][other >> 8 * row & (TUPLE_SETS - 1)];

        for (int i = 0; i < TUPLE_VECTORS; i++) {
            once[i] += ((const tuple_lanes *)mine)[i];
            twice[i] += ((const tuple_lanes *)theirs)[i];
        }
    }
    for (int i = 0; i < TUPLE_VECTORS; i++)
        out[i] = once[i] + twice[i] + twice[i];
}

/* The number in each place, `place_count` of them; returns how many. */
static inline int tuples_list(const struct tuples *tuples, uint64_t own, uint64_t other,
                              uint32_t *numbers)
{
    uint16_t configurations[TUPLE_PLACES];

    tuples_configure(tuples, own, other, configurations);
    for (int place = 0; place < tuples->place_count; place++)
        numbers[place] = tuples->first[place] + configurations[place];
    return tuples->place_count;
}

/* What the weight of the configuration in this place is. */
static inline int tuples_weight(const struct tuples *tuples, const uint16_t *configurations,
                                const int16_t *weights, int place)
{
    return weights[tuples->first[place] + configurations[place]];
}

/* What the weights of these numbers add up to. `place_count` is the tuples' own, given again for
 * compilers that see it as a constant. Two sums grow side by side, so that none waits for itself;
 * as two variables, since compilers keep an array of sums in memory. */
static inline int tuples_sum(const struct tuples *tuples, int place_count, uint64_t own,
                             uint64_t other, const int16_t *weights)
{
    uint16_t configurations[TUPLE_PLACES];
    int even = 0, odd = 0, pairs = place_count & ~1;

    tuples_configure(tuples, own, other, configurations);
#pragma GCC unroll 5
    for (int place = 0; place < pairs; place += 2) {
        even += tuples_weight(tuples, configurations, weights, place);
        odd += tuples_weight(tuples, configurations, weights, place + 1);
    }
    if (pairs < place_count)
        even += tuples_weight(tuples, configurations, weights, pairs);
    return even + odd;
}

#endif
