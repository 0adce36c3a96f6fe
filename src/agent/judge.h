/* judge.h - the result of a game that is not over, where it is known for certain.
 *
 * A judge asks what all searches may ask: the game's oracles, its decisive moves and databases. It
 * believes no search, so that a verdict is never easier to get where less is known. */
#ifndef COPPICE_AGENT_JUDGE_H
#define COPPICE_AGENT_JUDGE_H

#include "coppice/agent.h"

struct cop_judge;

/* `stop` (may be NULL) gives up what takes long to prepare. NULL and a message without memory, or
 * where an oracle cannot be prepared. For one thread at a time. */
struct cop_judge *cop_judge_open(const struct cop_game *game, const atomic_bool *stop,
                                 struct cop_error *error);
void cop_judge_close(struct cop_judge *judge); /* NULL is fine */

/* What each player gets when nobody errs, of a position that is not over. With chance that must be
 * all or nothing, because a share may be a mean. */
bool cop_judge_knows(const struct cop_judge *judge, const void *state, double *of_player);

#endif
