/* traits.h - what moves have in common that good players choose, and an order of moves from it.
 *
 * A *trait* is something that a move has or has not, seen by who makes it: its hole is on the
 * shortest safe chain of the opponent, an own peg is two lines behind it. Each has a number and a
 * weight, which tools/twixt_order.c finds from the moves of searches; what the weights of a move's
 * traits add up to is the logarithm of how likely it is chosen, but for a constant. The weights are
 * those of data/twixt/order.txt.
 *
 * A player looks along the way that he connects: what Black sees as a column, White sees as a row.
 * Mirror images are alike. */
#ifndef COPPICE_TWIXT_TRAITS_H
#define COPPICE_TWIXT_TRAITS_H

#include "layers.h"

enum {
    TRAITS_VERSION = 1,
    TRAITS_UNIT = 100, /* weights are whole numbers, and so many are a factor of e */
    TRAITS_MOST = 5 + TWIXT_STAMP * TWIXT_STAMP, /* of one move */
    TRAIT_PEG_MOST = 250,      /* all pegs around a hole together fit into 16 bits; */
    TRAIT_WEIGHT_MOST = 10000, /* other weights may be so large */
    TRAIT_COUNTS = 5,          /* holes of the shortest safe chain: 1, 2 to 3, to 6, to 12, more */
    TRAIT_PLACES = 6,          /* lines from the edge; more are as many */
    TRAIT_GROUPS = 3           /* none, one, or several groups beside a hole */
};

/* Their numbers begin here. */
enum {
    TRAIT_CHAINS = 0, /* how near both sides' safe chains are to the hole, and to their end */
    TRAIT_RARE = TRAIT_CHAINS + TWIXT_STAGES * TWIXT_STAGES * TWIXT_NEARNESS * TWIXT_NEARNESS,
    TRAIT_PLACE = TRAIT_RARE + 2 * TRAIT_COUNTS,
    TRAIT_BESIDE = TRAIT_PLACE + TRAIT_PLACES * TRAIT_PLACES,
    TRAIT_PEGS = TRAIT_BESIDE + TRAIT_GROUPS * TRAIT_GROUPS, /* own, other: of each peg nearby */
    TRAITS = TRAIT_PEGS + 2 * TWIXT_NEARBY * TWIXT_NEARBY
};

/* A position as who is to move sees it. */
struct twixt_outlook {
    struct twixt_slack slack[2];            /* own, other */
    struct twixt_set beside[2], between[2]; /* holes beside a group; beside several */
    int stage[2], count[2];
};

void twixt_look_out(struct twixt_outlook *outlook, const struct twixt_board *board,
                    const struct twixt_position *position);

static inline int twixt_trait_most(int number)
{
    return number < TRAIT_PEGS ? TRAIT_WEIGHT_MOST : TRAIT_PEG_MOST;
}

/* The traits of a peg on a hole, some of them more than once; returns how many. */
int twixt_list_traits(const struct twixt_outlook *outlook, const struct twixt_board *board,
                      const struct twixt_position *position, int column, int row,
                      uint16_t *numbers);

/* The weights from a text: lines that begin with #, the word `traits`, the version, how many there
 * are, and all of them. */
bool twixt_read_traits(const char *text, size_t length, int16_t *weights, struct cop_error *error);

/* The weights as they are added up; those of the program. */
void twixt_lay_out_traits(struct twixt_board *board, const int16_t *weights);
bool twixt_lay_out_order(struct twixt_board *board, struct cop_error *error);

/* What the weights of all traits add up to, for moves that place a peg. */
void twixt_rate_traits(const struct twixt_outlook *outlook, const struct twixt_board *board,
                       const struct twixt_position *position, const cop_move *moves, int count,
                       float *ratings);

#endif
