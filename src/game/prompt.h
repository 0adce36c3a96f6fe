/* prompt.h - how many clicks a position's prompts are for; game.h has cop_prompt_write. */
#ifndef COPPICE_GAME_PROMPT_H
#define COPPICE_GAME_PROMPT_H

#include "coppice/game.h"

/* The clicks of the longest move of a game that is not over; 1 if all moves are made without one,
 * since a pass or a roll has a prompt too. */
int cop_prompt_steps(const struct cop_game *game, const void *state);

#endif
