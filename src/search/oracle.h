/* oracle.h - what is known of a position without a search: the game's oracles, its decisive moves
 * and its databases, asked through one function by every search that can use them.
 *
 * Searches that are limited by counts are what experiments compare, so by default (oracle=auto)
 * only those ask that no count ends; the same word decides whether a game's own solver is
 * asked (own_solver.h). */
#ifndef COPPICE_SEARCH_ORACLE_H
#define COPPICE_SEARCH_ORACLE_H

#include "coppice/agent.h"
#include "database/database.h"

enum cop_asking { COP_ASK_AUTO, COP_ASK_ALWAYS, COP_ASK_NEVER, COP_ASK_BESIDE };

/* The option that agents include. */
extern const struct cop_option cop_oracle_options[];

enum { COP_ORACLES_MAX = 8 };

struct cop_oracles {
    const struct cop_game *game;
    enum cop_asking asking;
    int count;
    const struct cop_oracle *rows[COP_ORACLES_MAX]; /* of the game */
    const void *prepared[COP_ORACLES_MAX];          /* for each; the game's */
    const struct cop_database *database;            /* likewise; NULL where there is none */
};

/* Prepares them, unless they are never asked. */
bool cop_oracles_open(struct cop_oracles *oracles, const struct cop_game *game,
                      const struct cop_settings *settings, const atomic_bool *stop,
                      struct cop_error *error);

/* Adds all rows of the game that need not be named, or one by its name, to oracles that were opened
 * or name their game. A name that the game does not have is refused with those that it has. */
bool cop_oracles_add_rows(struct cop_oracles *oracles, const atomic_bool *stop,
                          struct cop_error *error);
bool cop_oracles_add(struct cop_oracles *oracles, const char *name, const atomic_bool *stop,
                     struct cop_error *error);

/* Whether the game has an oracle of this name. */
bool cop_oracle_fits(const struct cop_game *game, const char *name, struct cop_error *error);

/* Only the databases, for searches that count their nodes by the rules alone where there is none.
 */
bool cop_oracles_open_database(struct cop_oracles *oracles, const struct cop_game *game,
                               struct cop_error *error);

/* The same for somebody who asks whatever the options of a search say. */
bool cop_oracles_open_all(struct cop_oracles *oracles, const struct cop_game *game,
                          const atomic_bool *stop, struct cop_error *error);

/* Is the search ended by a count, as those of experiments are? */
static inline bool cop_is_counted(const struct cop_limits *limits)
{
    return limits->sims > 0 || limits->nodes > 0 || limits->depth > 0;
}

/* Is there anybody to ask in a search with these limits? */
bool cop_oracles_may_know(const struct cop_oracles *oracles, const struct cop_limits *limits);

/* The bounds of what `player` gets in a game that is not over; all of them together, and all that
 * is possible where nobody knows anything. */
struct cop_bounds cop_oracles_probe(const struct cop_oracles *oracles, const void *state,
                                    enum cop_stake stake, int player);

#endif
