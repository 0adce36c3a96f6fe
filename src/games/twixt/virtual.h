/* virtual.h - what the opponent cannot keep apart, and the pegs that are still missing besides.
 *
 * Two pegs of a side that have two ways to be linked by one more peg are as good as linked:
 * whichever way the opponent closes, the other is left. Such a *setup* needs no move until the
 * opponent makes one there, so that it costs nothing, and so does a peg near its home line with
 * enough free holes around it. A *net* has all of these for one side of a position: between its
 * pegs, and where pegs could still be placed. The *virtual distance* of a hole is the number of
 * pegs, itself included, after which it would be as good as connected to a home line.
 *
 * Which offsets and which areas are safe was found by an exact local search, see
 * data/twixt/connections.txt and tools/twixt_connections.c. Several of them need not be safe
 * together, where they share holes; so distances are estimates. */
#ifndef COPPICE_TWIXT_VIRTUAL_H
#define COPPICE_TWIXT_VIRTUAL_H

#include "layers.h"

enum { VIRTUAL_MOST = 8 /* holes that are further are in no set */ };

/* Pegs so far apart, with holes between them at the ends of two knight's steps, which can be made
 * in either order. */
struct twixt_setup {
    signed char right, down; /* 0 or more columns */
    uint8_t steps[2];        /* directions */
};

extern const struct twixt_setup twixt_setups[TWIXT_SETUPS];

/* A peg so many lines from its home line is connected to it if all holes of an area are free of the
 * opponent: the lines from the home line to one behind the peg, so far to both sides of it, or
 * mirrored. */
struct twixt_template {
    uint8_t lines, one_side, other_side;
};

enum { TWIXT_TEMPLATES = 3 };

extern const struct twixt_template twixt_templates[TWIXT_TEMPLATES];

struct twixt_net {
    int side, rows;
    struct twixt_set empty, pegs;
    struct twixt_set links[TWIXT_KEPT];    /* that exist or are possible, at their left ends */
    struct twixt_set setups[TWIXT_SETUPS]; /* at their first ends */
    struct twixt_set home[2];              /* as good as connected to each home line */
};

/* Both sides' nets. */
void twixt_find_nets(struct twixt_net *nets, const struct twixt_board *board,
                     const struct twixt_position *position);

/* Virtual distances from both home lines: holes and pegs at most so far, from 0. */
struct twixt_span {
    struct twixt_set within[2][VIRTUAL_MOST + 1];
    int pegs; /* that a virtual chain lacks, or VIRTUAL_MOST: more than can be seen */
};

void twixt_find_span(const struct twixt_net *net, struct twixt_span *span);

/* The empty holes in which the first peg of a virtual chain of at most `pegs` can be; returns how
 * many. */
int twixt_span_holes(const struct twixt_net *net, const struct twixt_span *span, int pegs,
                     struct twixt_set *holes);

#endif
