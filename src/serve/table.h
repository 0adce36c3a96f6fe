/* table.h - what can happen at a table. All with the house's lock held. */
#ifndef COPPICE_SERVE_TABLE_H
#define COPPICE_SERVE_TABLE_H

#include "serve/house.h"

const struct cop_game *cop_table_game(const struct cop_table *table);
bool cop_table_is_over(const struct cop_table *table);
int cop_table_people(const struct cop_table *table);

/* A player, COP_CHANCE, or COP_OVER at this node (record.h), a ply or a side move's; somebody may
 * have resigned at the last ply. */
int cop_table_turn(const struct cop_table *table, int node);

/* Are there hidden pieces that not everybody may see? Once the game is over, or only agents sit at
 * it, or a person takes the seat of an agent, everything can be seen, and that is for good. */
bool cop_table_has_secrets(const struct cop_table *table);

/* Through whose eyes the position at `ply` is seen, if somebody asks for `asked` (COP_NOBODY: the
 * usual). False and a message if that is not allowed. */
bool cop_table_viewer(const struct cop_table *table, int ply, int asked, int *viewer,
                      struct cop_error *error);

/* May `viewer` be told the moves of the player who searched? */
bool cop_table_shows_search(const struct cop_table *table, int viewer, enum cop_search_kind kind,
                            int player);

/* Lets chance and agents move until a person is to move; called after every change. */
void cop_table_go_on(struct cop_table *table);

/* Each of these ends a search, changes the table, tells the listeners and has it kept. */
void cop_table_play(struct cop_table *table, cop_move move, const struct cop_report *report);
void cop_table_back(struct cop_table *table, int ply);
bool cop_table_undo(struct cop_table *table, int player);          /* false: nothing to take back */
int cop_table_undo_ply(const struct cop_table *table, int player); /* -1: none */
void cop_table_resign(struct cop_table *table, int player);
void cop_table_sit(struct cop_table *table, struct cop_seat *seats); /* takes them over */

/* Gives it a name; "" takes it away. */
void cop_table_rename(struct cop_table *table, const char *title);

/* Side lines: a legal move is tried at a node, or forgotten with all that follows it. The game and
 * an agent's search go on. The node that the move leads to, or -1 if there are too many. */
int cop_table_try(struct cop_table *table, int node, cop_move move);
void cop_table_drop(struct cop_table *table, int node);

/* A hint or an analysis of the position at `node`. */
void cop_table_search(struct cop_table *table, enum cop_search_kind kind, int node,
                      const struct cop_seat *searcher);
void cop_table_stop(struct cop_table *table);

/* Called by a search that is still the table's: it has news, or is at its end. */
void cop_table_finish(struct cop_table *table, const struct cop_report *report,
                      const struct cop_error *failure);
void cop_table_think_aloud(struct cop_table *table, const struct cop_search *search,
                           struct cop_text *report, struct cop_text *brief);

/* After a change: listeners shall see it, and it is kept. Refreshed is what listeners shall see
 * again although what is kept of it has not changed. */
void cop_table_changed(struct cop_table *table);
void cop_table_refresh(struct cop_table *table);

/* Writes who sits where into the record. */
void cop_table_name_players(struct cop_table *table);

/* Makes `table->ply`, `turn` and `result` true. */
void cop_table_sum_up(struct cop_table *table);

#endif
