/* tds.h - temperature discovery search: how hot a part is, by playing it beside a stack of coupons
 * (amazons-endgame-and-books.md 2.12).
 *
 * Whoever is to move plays in the part or takes the top coupon, which is worth its number to him;
 * each coupon is `delta` lower than the one before, down to just above -1. As long as both sides
 * prefer coupons nothing in the part is worth more than the top one; the first coupon that is
 * refused tells the temperature. The search looks deeper and deeper, in moves of the part: where it
 * is cut an evaluator says what the part is worth, and where it is not the answer is exact but for
 * `delta`. */
#ifndef COPPICE_SEARCH_SUM_TDS_H
#define COPPICE_SEARCH_SUM_TDS_H

#include "base/run.h"
#include "search/evaluators.h"
#include "search/sum/sum.h"

struct cop_tds_terms {
    double delta; /* 1 is a multiple of it */
    double top;   /* the first coupon, a multiple of delta; 0: doubled until it is not refused */
    int depth;    /* moves of the part; 0: until the answer is exact */
    const struct cop_judge *judge;
};

struct cop_tds_found {
    int64_t nodes; /* steps that were made, finished or not */
    int depth;     /* of the last search that was finished; 0: there is none */
    bool is_exact;
    double mean, temperature;
    bool has_refused; /* a coupon: */
    double refused;
    cop_move best[2]; /* each player's move when he refuses it; COP_NO_MOVE: he has none */
};

struct cop_tds;

/* NULL: not enough memory. */
struct cop_tds *cop_tds_open(const struct cop_game *game, size_t memory);
void cop_tds_close(struct cop_tds *tds); /* NULL is fine */
/* As if it were just opened: what a search finds within its limits, and its nodes, depend on what
 * the table has of earlier ones. */
void cop_tds_forget(struct cop_tds *tds);

/* Each position that is looked at, with so many coupons left, is a step of the run. When that ends
 * the deepest search that was finished counts. */
void cop_tds_search(struct cop_tds *tds, const void *part, const struct cop_tds_terms *terms,
                    struct cop_run *run, struct cop_pace *pace, struct cop_tds_found *found);

#endif
