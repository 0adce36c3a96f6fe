/* own_solver.h - what a game's own solver knows, asked before a search.
 *
 * Some games have an exact solver (cop_rules.solve) that is far faster than any search that does
 * not know the game: Connect Four from about ten stones on, Othello with twenty empty squares. An
 * agent that has a time for its move asks it first, for a part of that time. What is proven is
 * played; of a lost position the search still chooses the move, since the opponent may not know.
 * Searches that are limited by counts are what experiments compare, and are left alone. */
#ifndef COPPICE_SEARCH_OWN_SOLVER_H
#define COPPICE_SEARCH_OWN_SOLVER_H

#include "coppice/agent.h"

/* How often the solver has failed lately: it is asked less often then. */
struct cop_solver_record {
    int failures, rests;
};

/* May the solver be asked about this position with these limits? */
bool cop_own_solver_may_know(const struct cop_game *game, const void *state,
                             const struct cop_limits *limits, struct cop_solver_record *record);

/* The payoff of the player to move, if it can be proven in a part of the time. */
bool cop_own_solver_ask(const struct cop_game *game, const void *state,
                        const struct cop_limits *limits, const struct cop_watch *watch,
                        struct cop_solver_record *record, double *payoff, cop_move *best,
                        int64_t *positions);

/* By how many points the player to move wins, and the move for it, if that can be proven in the
 * rest of that part, `spent` seconds of which are gone. For games of two whose points are the
 * difference. */
bool cop_own_solver_ask_margin(const struct cop_game *game, const void *state,
                               const struct cop_limits *limits, const struct cop_watch *watch,
                               double spent, double *margin, cop_move *best);

#endif
