/* schedule.h - which game comes when, and what its random numbers start from. */
#ifndef COPPICE_MATCH_SCHEDULE_H
#define COPPICE_MATCH_SCHEDULE_H

#include "match/match.h"

/* The order in which games are handed out: opening by opening through all fixtures, so that an
 * unfinished match has played all fixtures about equally often. `place` is 0 .. fixtures * games -
 * 1. */
void cop_schedule_game(const struct cop_match_plan *plan, int place, int *fixture, int *number);

uint64_t cop_schedule_opening_seed(const struct cop_match_plan *plan, int fixture, int number);
uint64_t cop_schedule_game_seed(const struct cop_match_plan *plan, int fixture, int number);

/* Joins a seed and a number into another seed. */
uint64_t cop_seed_join(uint64_t seed, uint64_t number);

#endif
