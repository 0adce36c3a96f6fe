/* plan.h - the rest of a turn that one search has decided.
 *
 * A turn may have several moves, and a report says how many of its line are one turn
 * (`turn_length`). Whoever plays the first of them keeps the others here and plays them without
 * asking the agent again, as long as the game goes as the search expected: anything else, the
 * dice, another player's move or another position, drops the rest. A plan that is all zero is
 * empty; it owns nothing.
 *
 * Where pieces are hidden nothing is kept: the later moves of a line are about a board that only
 * the search has seen. */
#ifndef COPPICE_AGENT_PLAN_H
#define COPPICE_AGENT_PLAN_H

#include "coppice/agent.h"

struct cop_plan {
    int next, count; /* of `moves`; equal: nothing is left */
    int player;      /* whose turn it is */
    uint64_t here;   /* the fingerprint of the position in which the next one is to be played */
    cop_move moves[COP_LINE_MAX];
};

/* Keeps what follows `report->best` in the turn that was decided in this state, and drops what was
 * there. For reports of searches that nobody has cut short. */
void cop_plan_keep(struct cop_plan *plan, const struct cop_game *game, const void *state,
                   const struct cop_report *report);

/* The move that was decided for this state; COP_NO_MOVE, and nothing is left, if there is none. */
cop_move cop_plan_next(struct cop_plan *plan, const struct cop_game *game, const void *state);

void cop_plan_drop(struct cop_plan *plan);

#endif
