/* opening.h - an agent that plays from an opening book as long as the book knows the position, and
 * by what the game itself knows of its beginnings (rules->opening). */
#ifndef COPPICE_AGENT_OPENING_H
#define COPPICE_AGENT_OPENING_H

#include "coppice/agent.h"

struct cop_opening;

/* Do the settings name a book, or ask a game that knows something? */
bool cop_opening_is_wanted(const struct cop_agent_kind *kind, const struct cop_game *game,
                           const struct cop_settings *settings);
/* And if they do, can the game have one? The file is not looked at. */
bool cop_opening_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, struct cop_error *error);

struct cop_opening *cop_opening_open(const struct cop_game *game,
                                     const struct cop_settings *settings, struct cop_error *error);
void cop_opening_close(struct cop_opening *opening); /* NULL is fine */

/* A new game begins; the seed draws where several moves are good enough. */
void cop_opening_start(struct cop_opening *opening, uint64_t seed);

/* The book's move, or the game's, as a report; false: there is nothing to play here. The report's
 * candidates are the opening's until its next call. */
bool cop_opening_play(struct cop_opening *opening, const void *state, struct cop_report *report);

/* What a search has found, without a move that is worse than others as the game knows: the best of
 * the others is played. */
void cop_opening_revise(struct cop_opening *opening, const void *state, struct cop_report *report);

/* Options that change nothing in this game, a line each. */
void cop_opening_notes(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, struct cop_text *notes);

#endif
