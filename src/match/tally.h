/* tally.h - the steps of the sequential test, which a running match and a finished one share. */
#ifndef COPPICE_MATCH_TALLY_H
#define COPPICE_MATCH_TALLY_H

#include "match/match.h"

/* How the game ended for the plan's first agent, in a game of two players. */
enum cop_result cop_sprt_outcome(const struct cop_game_result *result);

/* Adds the game with number sprt->games. */
void cop_sprt_add(struct cop_sprt *sprt, const struct cop_match_plan *plan, enum cop_result end);

#endif
