/* goal.h - the question of a proof: does a player get at least so much?
 *
 * Proof-number searches answer yes or no. What a position is worth is found by several questions,
 * as many as its value has steps to be told apart. */
#ifndef COPPICE_SEARCH_PROOF_GOAL_H
#define COPPICE_SEARCH_PROOF_GOAL_H

#include "search/oracle.h"

enum proof_answer { PROOF_OPEN, PROOF_TRUE, PROOF_FALSE };

struct proof_goal {
    const struct cop_game *game;
    enum cop_stake stake;
    int player; /* who wants it; the nodes where this player moves are OR nodes */
    double at_least;
    const struct cop_oracles *oracles; /* who is asked about games that are not over; or NULL */
    /* Of all positions that were answered so far: the least of those with a yes, and the most of
     * those with a no. A proof rests on such positions, so that its value is no less, or no more.
     */
    double least_true, most_false;
    double sum;     /* of two players' points at the ends met so far; NaN before the first */
    bool is_uneven; /* two ends had different sums: one's points are not the other's loss */
};

/* The first question, and every further one about the same game. */
struct proof_goal proof_goal_for(const struct cop_game *game, enum cop_stake stake, int player);
void proof_goal_begin(struct proof_goal *goal, double at_least);

/* What another thread has met with the same question. */
void proof_goal_join(struct proof_goal *goal, const struct proof_goal *other);

/* What the rules or an oracle say of this position; PROOF_OPEN if they do not. */
enum proof_answer proof_judge(struct proof_goal *goal, const void *state);

/* To a game that goes on for ever; never PROOF_OPEN. Only where the stake is the payoff. */
enum proof_answer proof_judge_draw(struct proof_goal *goal);

#endif
