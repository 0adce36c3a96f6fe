/* crew.h - df-PN by several threads: all look into the same root, with one table.
 *
 * Whoever has the answer ends the run for the others; then it goes on, for the next question. With
 * one thread it is df-PN as it is. */
#ifndef COPPICE_SEARCH_PROOF_CREW_H
#define COPPICE_SEARCH_PROOF_CREW_H

#include "search/proof/dfpn.h"

/* Counted down with every position, by one thread each. */
struct dfpn_pace {
    struct cop_pace pace;
    char apart[DFPN_APART];
};

struct dfpn_crew {
    struct dfpn *members; /* the first has the table, and what was asked and found */
    struct dfpn_pace *paces;
    int count;
    struct cop_run *run;
};

/* As dfpn_open. Exactly so many threads are used. */
bool dfpn_crew_open(struct dfpn_crew *crew, const struct cop_game *game,
                    const struct dfpn_config *config, size_t memory, int threads,
                    struct cop_run *run, struct cop_error *error);
void dfpn_crew_close(struct dfpn_crew *crew); /* all zeros: nothing is done */

/* Asks the goal of the first member, as dfpn_ask; afterwards that one alone may be asked again,
 * with what all have left in the table. False if the system does not allow the threads. */
bool dfpn_crew_ask(struct dfpn_crew *crew, const void *state, enum proof_answer *answer,
                   cop_move *best, struct cop_error *error);

/* What was asked, and what all members have met of it; while none is at work. */
struct proof_goal dfpn_crew_goal(const struct dfpn_crew *crew);

/* Positions, of all members; at any time, by anybody. */
int64_t dfpn_crew_created(const struct dfpn_crew *crew);

#endif
