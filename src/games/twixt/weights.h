/* weights.h - how likely each hole is to get the next peg of a playout (twixt.md 4.1 to 4.6).
 *
 * Every hole has a weight for each side, 0 where the side can have no peg, and a hole is drawn in
 * proportion to it. A peg multiplies the weights a knight's step away, and nothing is ever computed
 * anew. A side's holes are kept by its *lines*, which lie across its way: rows for White, columns
 * for Black. So the home lines are the first and the last line of both, and what is said of lines
 * is said once. */
#ifndef COPPICE_TWIXT_WEIGHTS_H
#define COPPICE_TWIXT_WEIGHTS_H

#include "field.h"

/* Where playouts place pegs on their own home lines: anywhere; rarely at first and more and more
 * often (K1); or nowhere, and the lines next to them are as good (K2). */
enum twixt_home { TWIXT_HOME_ALLOWED, TWIXT_HOME_FADING, TWIXT_HOME_EXCLUDED };

/* Lines whose fullness counts (K7): none, those across a side's way, or all. */
enum twixt_lines { TWIXT_LINES_NONE, TWIXT_LINES_ACROSS, TWIXT_LINES_ALL };

enum { TWIXT_LINKS_MOST = 8 }; /* of one peg, and one more: none */

/* What a playout knows. Bridges are holes a knight's step from an own peg. */
struct twixt_knowledge {
    enum twixt_home home;
    enum twixt_lines lines;
    double exclude; /* w_Exclude */
    double good,
        bad;        /* what bridges weigh that lead two lines on, and all others; w_Bridge twice */
    bool has_links; /* bridges weigh by the links of the new peg instead (K6) */
    float of_links[TWIXT_LINKS_MOST + 1];
    double count; /* w_Count; below 0 weights shrink */
    bool is_shared;
    double draw_at; /* d: the share of the plies of a full board after which a playout is drawn */
    double length;  /* w_L */
    float growth[2][TWIXT_HOLES_MAX + 1]; /* of a bridge's weight, by plies; inner boards second */
};

/* The plies of a full board, without its home lines or with them. */
int twixt_plies_most(const struct twixt_board *board, bool is_inner);

/* F 4.1, or F 4.2 for a count below 0, without the weight that grows or shrinks. */
double twixt_growth(double count, int plies, int most);

/* F 4.4: a result from -1 to 1, counted the more the sooner it came. */
double twixt_weigh_length(double result, double length, int plies, int most);

/* One playout's weights. */
enum { TWIXT_LINES_ROOM = TWIXT_SIZE_MAX + 2 * FIELD_ABOVE };

struct twixt_weights {
    float of[2][FIELD_BYTES];
    float sum[2][TWIXT_LINES_ROOM];      /* of each line, with the field's margin */
    uint8_t empty[2][2][TWIXT_SIZE_MAX]; /* of a side: holes left in lines across and along */
    int16_t left[2];                     /* holes that a side may draw */
    int8_t first, last;                  /* lines with holes that may be drawn */
    int8_t size;
};

/* The weights of a board with its pegs; the order in which they came is not known. Every peg counts
 * as if it had come in the middle of the game so far, with half of its links. */
void twixt_weights_begin(struct twixt_weights *weights, const struct twixt_board *board,
                         const struct twixt_knowledge *knowledge, const struct field *field,
                         int plies, bool is_inner);

/* A peg of `side` that has made so many links, `growth` being what its bridges weigh more by now.
 */
void twixt_weights_add(struct twixt_weights *weights, const struct twixt_board *board,
                       const struct twixt_knowledge *knowledge, int side, int place, int links,
                       float growth);

/* Draws a place of the field for `side`, on its home lines only if these are open; -1 if nothing
 * weighs anything. */
int twixt_weights_draw(const struct twixt_weights *weights, const struct twixt_knowledge *knowledge,
                       int side, bool is_home_open, struct cop_rng *rng);

/* The weight of a place for a side, all knowledge included; what it is drawn in proportion to. */
double twixt_weight_of(const struct twixt_weights *weights, const struct twixt_knowledge *knowledge,
                       int side, int place);

#endif
