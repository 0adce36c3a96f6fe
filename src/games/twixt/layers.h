/* layers.h - how far holes are from a side's home lines, for a whole board at once.
 *
 * A set of holes is a word for each row, a bit for each column, with empty rows above and below, so
 * that a knight's step is a shift and works on many rows together. A *layer* is the set of empty
 * holes that are equally far from a home line.
 *
 * Two distances are used. The *short* one is the number of pegs of the shortest chain to a hole,
 * the hole included (twixt.md 2.4). The *safe* one counts what is still needed if the opponent
 * stops the better way every time: a hole is one further than its second nearest neighbour, unless
 * it is linked at once to a group of pegs; a group is as far as its second nearest neighbour. So
 * two pegs with two ways to connect are as good as connected, and a single way is none. */
#ifndef COPPICE_TWIXT_LAYERS_H
#define COPPICE_TWIXT_LAYERS_H

#include "board.h"

enum {
    LAYERS_MARGIN = 4,
    LAYERS_ROWS = TWIXT_SIZE_MAX + 2 * LAYERS_MARGIN,
    LAYERS_MOST = 32,                                   /* holes that are further are in none */
    GROUPS_MOST = TWIXT_SIZE_MAX * (TWIXT_SIZE_MAX - 2) /* every hole of a side a peg by itself */
};

struct twixt_set {
    uint32_t row[LAYERS_ROWS];
};

static inline uint32_t twixt_row_of(const struct twixt_set *set, int row)
{
    return set->row[row + LAYERS_MARGIN];
}

/* Pegs that are linked, with the empty holes from which a peg would be linked to them. */
struct twixt_group {
    struct twixt_set around;
    uint8_t first, last; /* rows with holes around it */
    uint8_t home;        /* its home lines as bits */
};

/* One side's view of a position. */
struct twixt_view {
    int side, rows; /* rows that are worked on, a whole number of eight */
    struct twixt_set empty;
    struct twixt_set ways[TWIXT_KEPT]; /* between empty holes, at their left ends */
    struct twixt_group groups[GROUPS_MOST];
    int group_count;
};

/* Distances from one home line. */
struct twixt_layers {
    struct twixt_set
        within[LAYERS_MOST]; /* holes at most so far; the last layer is before `count` */
    int count;
    uint8_t of_group[GROUPS_MOST]; /* LAYERS_MOST: further than all layers, or never */
};

enum twixt_measure { TWIXT_SHORT = 1, TWIXT_SAFE = 2 };

/* For each kept direction the left ends of links that existing ones cross. */
void twixt_find_blocked(const struct twixt_board *board, const struct twixt_position *position,
                        int side, struct twixt_set *blocked);

/* Both sides' views. */
void twixt_look(struct twixt_view *views, const struct twixt_board *board,
                const struct twixt_position *position);

void twixt_find_layers(const struct twixt_view *view, const struct twixt_board *board, int line,
                       enum twixt_measure measure, struct twixt_layers *layers);

/* The pegs of the shortest chain from line to line, as twixt_distance(); TWIXT_NEVER if there is
 * none of at most so many. */
int twixt_short_pegs(const struct twixt_view *view, const struct twixt_board *board, int most);

/* The empty holes through which a chain of at most `pegs` goes, by the distances from both lines;
 * returns how many. `through` may be NULL. */
int twixt_holes_of_chains(const struct twixt_view *view, const struct twixt_layers *first,
                          const struct twixt_layers *second, int pegs, struct twixt_set *through);

/* The least number of pegs of a chain, by the distances from both lines; LAYERS_MOST if there is
 * none that is shorter. */
int twixt_least_pegs(const struct twixt_view *view, const struct twixt_layers *first,
                     const struct twixt_layers *second);

/* The same for safe chains, with the distances from both lines in layers[0] and layers[1], which
 * end where only chains of more than `beyond` pegs more go. */
int twixt_find_chains(const struct twixt_view *view, const struct twixt_board *board, int beyond,
                      struct twixt_layers *layers);

/* How many pegs more than its shortest safe chain a chain through each hole needs, up to so many.
 */
enum { TWIXT_SLACKS = 3 };

struct twixt_slack {
    int pegs;                              /* of the shortest safe chain, or LAYERS_MOST */
    struct twixt_set within[TWIXT_SLACKS]; /* at most 0, 1, 2 more */
    struct twixt_set last;                 /* holes that complete a chain */
};

void twixt_find_slack(const struct twixt_view *view, const struct twixt_board *board,
                      struct twixt_slack *slack);

static inline bool twixt_is_in(const struct twixt_set *set, int column, int row)
{
    return (twixt_row_of(set, row) >> column & 1) != 0;
}

#endif
