/* opening.h - an agent that plays from an opening book as long as the book knows the position. */
#ifndef COPPICE_AGENT_OPENING_H
#define COPPICE_AGENT_OPENING_H

#include "coppice/agent.h"

struct cop_opening;

/* Do the settings name a book? */
bool cop_opening_is_wanted(const struct cop_agent_kind *kind, const struct cop_settings *settings);
/* And if they do, can the game have one? The file is not looked at. */
bool cop_opening_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, struct cop_error *error);

struct cop_opening *cop_opening_open(const struct cop_game *game,
                                     const struct cop_settings *settings, struct cop_error *error);
void cop_opening_close(struct cop_opening *opening); /* NULL is fine */

/* A new game begins; the seed draws where several moves are good enough. */
void cop_opening_start(struct cop_opening *opening, uint64_t seed);

/* The book's move as a report; false: the book has nothing to play here. The report's candidates
 * are the opening's until its next call. */
bool cop_opening_play(struct cop_opening *opening, const void *state, struct cop_report *report);

#endif
