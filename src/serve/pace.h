/* pace.h - games between engines are played so that people can follow: a pause after each move, for
 * which the next one is held back, a halt, and single steps. Where a person sits nobody is held
 * back. With the lock held. */
#ifndef COPPICE_SERVE_PACE_H
#define COPPICE_SERVE_PACE_H

#include "serve/house.h"

extern const char *const cop_pace_names[COP_PACES]; /* "slow", "normal", "fast", "full" */

/* False if nothing is called so. */
bool cop_pace_read(const char *name, enum cop_pace *pace);

/* Do only engines play here? */
bool cop_pace_applies(const struct cop_table *table);

/* A move was made: it wants to be looked at. */
void cop_pace_note_move(struct cop_table *table);

/* Until when the next move is held back, by base/clock.h; 0: it is not. */
double cop_pace_due(const struct cop_table *table);

/* Shall the agent to move not be asked? */
bool cop_pace_halts(const struct cop_table *table);

/* Each of these tells the listeners and has the table kept. A step is one turn of an agent, after
 * which the game halts. */
void cop_pace_set(struct cop_table *table, enum cop_pace pace);
void cop_pace_halt(struct cop_table *table);
void cop_pace_resume(struct cop_table *table);
void cop_pace_step(struct cop_table *table);

#endif
