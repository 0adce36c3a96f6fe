/* handlers.h - the handlers of the router's table; docs/serve.md says what each answers. */
#ifndef COPPICE_SERVE_HANDLERS_H
#define COPPICE_SERVE_HANDLERS_H

#include "serve/call.h"

/* page.c */
void cop_get_page(struct cop_call *call, const char *path);

/* about.c: what there is */
cop_handler cop_get_about, cop_get_games, cop_get_rules, cop_get_picture, cop_get_game,
    cop_get_agents;

/* best.c: standard boards, and the best games on them */
cop_handler cop_get_best;

/* tables.c: tables come, go and are looked at */
cop_handler cop_get_tables, cop_post_table, cop_post_title, cop_get_table, cop_delete_table,
    cop_get_moves, cop_get_scene, cop_get_sgf, cop_get_events;

/* playing.c: what happens at a table */
cop_handler cop_post_move, cop_post_undo, cop_post_back, cop_post_resign, cop_post_seats,
    cop_post_pace, cop_post_search, cop_post_stop;

/* trying.c: side lines */
cop_handler cop_post_try, cop_post_drop;

/* knowing.c: what is certain of moves */
cop_handler cop_get_exact;

/* exploring.c: positions that are looked up */
cop_handler cop_get_explored, cop_get_explored_board, cop_get_explored_games, cop_get_explored_game;

/* reviewing.c: the whole game judged */
cop_handler cop_post_review, cop_get_review;

/* results.c: the lab */
cop_handler cop_get_lab, cop_get_lab_part;

/* One experiment for people (experiment.c), the games of a run, one of them as SGF (lab_games.c);
 * `id` is checked to be that of an experiment. */
void cop_send_experiment(struct cop_call *call, const char *budget, const char *id);
void cop_send_lab_games(struct cop_call *call, const char *budget, const char *id);
void cop_send_lab_game(struct cop_call *call, const char *budget, const char *id);

/* For both files of tables: locks the house and finds the table that the path names; NULL if there
 * is none, and then the house is not locked and the reply says why. */
struct cop_table *cop_enter(struct cop_call *call);

/* An agent with its limits for a search that somebody has asked for, from words; NULL is the game's
 * best agent. Not yet checked to fit the game. False if the reply says what is wrong. Needs no
 * lock.
 */
struct cop_seat;
bool cop_read_searcher(struct cop_call *call, const struct cop_game *game, const char *agent,
                       const char *limit, struct cop_seat *searcher);

/* Is that a position of the table (record.h) that may be asked for? If not, the reply says why. */
bool cop_check_node(struct cop_call *call, const struct cop_table *table, int node);

/* receipt.c: writes the table as `asked` may see it, or only how far it is if the body says
 * "brief", and unlocks the house. The answer is to be sent when what has changed is on the disk, or
 * cannot be written, which it says: either this waits, or the reply has a receipt. */
void cop_leave_with_state(struct cop_call *call, struct cop_table *table, int status, int asked);

/* The same with the table at a node of a game without secrets. */
void cop_leave_with_node(struct cop_call *call, struct cop_table *table, int node);

#endif
