/* ladder_run.h - games for the ladder: who has too few plays somebody of about its strength.
 *
 * Games are played in rounds. In a round everybody who has fewer games than wanted gets two more,
 * one opening with both colours, against the player that says most about it: one whose expected
 * score against it is near a half, and that it has met seldom. Whom one meets follows from what is
 * known, and that does not favour anybody: the ratings are a likelihood of results, given who met
 * whom.
 *
 * The games of a pair are numbered, and each follows from its number as those of a match do, so
 * that going on after an interruption plays those that are missing. */
#ifndef COPPICE_MATCH_LADDER_RUN_H
#define COPPICE_MATCH_LADDER_RUN_H

#include <stdatomic.h>

#include "match/ladder.h"

struct cop_ladder_plan {
    const struct cop_game *game;
    const char *limit;         /* for a move, of rungs without one of their own */
    const char *only;          /* a name: this one alone gets games, against anybody; NULL: all */
    int games;                 /* for each player, at least */
    int threads;               /* games at the same time */
    const char *commit, *date; /* that the games are noted with */
    const atomic_bool *stop;   /* ends the searches; games in progress are dropped */
    double until;              /* a moment of cop_now() after which no round begins; 0: none */
    /* After every round, also the last, when the ladder has its games: to keep them and to show how
     * far it is. `have` and `want` are games of all players that still lack some or lacked them. */
    bool (*save)(void *context, int have, int want, struct cop_error *error);
    void (*note)(void *context, const char *words); /* who does not play and why; may be NULL */
    void *context;
};

/* Plays until everybody has enough games or *stop is set; true in both cases. */
bool cop_ladder_run(struct cop_ladder *ladder, const struct cop_ladder_plan *plan,
                    struct cop_error *error);

/* Can this rung play the game, and what are its agent and its limit in canonical form? They are the
 * caller's to free. A fixed one must be limited by counts alone. */
bool cop_rung_check(const struct cop_rung *rung, const struct cop_game *game, const char *limit,
                    struct cop_ladder_side *side, struct cop_error *error);
void cop_ladder_side_free(struct cop_ladder_side *side);

/* Eight digits that depend on every move of a game against itself; for fixed rungs. */
bool cop_rung_mark(const struct cop_game *game, const struct cop_ladder_side *side,
                   const atomic_bool *stop, char mark[9], struct cop_error *error);

#endif
