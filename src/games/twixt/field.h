/* field.h - a position of TwixT with a byte for each hole.
 *
 * Two sets of directions make a peg's links one operation: those in which an own peg is a knight's
 * step away, and those in which a link is in the way. Both are kept for every hole, empty or not,
 * and change only when a peg or a link is added. A margin around the board, which nothing ever
 * reads, takes what would fall off it. */
#ifndef COPPICE_TWIXT_FIELD_H
#define COPPICE_TWIXT_FIELD_H

#include "board.h"

/* A hole's byte: bit 0 or 1 for the side of its peg, bits 2 and 3 for the home lines the peg is
 * connected to. These are the numbers of the position's planes. */
enum { REACH_SHIFT = TWIXT_REACH, REACH_MASK = 3 << REACH_SHIFT };

struct field {
    uint8_t near[2][FIELD_BYTES]; /* of each side: directions of own pegs */
    /* Directions in which a link is in the way: of both sides, or, where own links may cross, one
     * set for each side. */
    uint8_t blocked[2][FIELD_BYTES];
    uint8_t links[FIELD_BYTES]; /* directions of the links of a peg */
    uint8_t holes[FIELD_BYTES];
};

/* Which set of blocked directions counts for a side. */
static inline int blocked_of(const struct twixt_board *board, int side)
{
    return board->own_cross ? side : 0;
}

void twixt_unpack(struct field *field, const struct twixt_board *board,
                  const struct twixt_position *position);

/* The planes of the position; the rest of it is the caller's. */
void twixt_pack(const struct field *field, const struct twixt_board *board,
                struct twixt_position *position);

/* As twixt_place(); where `is_inner`, lines next to home lines count as these (twixt.md 4.5). Such
 * a field must have gone through twixt_field_inner(); its planes of home lines are not the
 * position's. */
bool twixt_field_peg(struct field *field, const struct twixt_board *board, bool is_inner, int side,
                     int place);

/* Makes the lines next to the home lines count as these; the side whose chain connects them, or
 * -1. */
int twixt_field_inner(struct field *field, const struct twixt_board *board);

static inline bool has_peg(const struct field *field, int side, int place)
{
    return (field->holes[place] >> side & 1) != 0;
}

/* The directions in which the possible network of a side goes on from a place (twixt.md 2.4): along
 * links, and wherever a link may still come. Two pegs without a link never get one. */
static inline unsigned ways_from(const struct field *field, const struct twixt_board *board,
                                 int side, int place)
{
    unsigned open = (unsigned)~field->blocked[blocked_of(board, side)][place] & 0xffu;

    if (has_peg(field, side, place))
        return field->links[place] | (open & ~(unsigned)field->near[side][place]);
    return open;
}

/* A place that the side has a peg on or may place one on. */
static inline bool is_open(const struct field *field, const struct twixt_board *board, int side,
                           int place)
{
    return board->field_zone[side][place] != 0 && !has_peg(field, 1 - side, place);
}

/* The pegs that a side needs from one of its home lines to each place, the place included; a chain
 * of so many pegs as to be far does not occur. */
enum { TWIXT_FAR = 255 };

struct twixt_costs {
    uint8_t to[FIELD_BYTES];
};

/* The first place of a home line of `side`, 0 or 1; the next ones are a step or a row away. */
static inline int twixt_home_place(const struct twixt_board *board, int side, int line)
{
    return twixt_field_place(0, 0) + line * (board->size - 1) * (side == WHITE ? FIELD_STRIDE : 1);
}

/* Fills in the costs from home line `line`, of the whole board or only as far as the other home
 * line and whatever is no further; returns the pegs up to that line, or TWIXT_NEVER. */
int twixt_find_costs(const struct field *field, const struct twixt_board *board, int side, int line,
                     bool is_whole, struct twixt_costs *costs);

#endif
