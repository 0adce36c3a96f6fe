/* exact.h - what is known for certain of each move of a position without a search: because the game
 * is over after it, because an oracle of the game answers for the position that it leads to,
 * because a database has that position, or because the game's own solver finds the answer at once.
 *
 * A win or a loss that the solver knows has a distance to the end where a short search finds it;
 * one from a database that keeps distances has the one to the next capture.
 *
 * Searches know more, and say so in their reports; this is for people who look at a position that
 * nobody searches, and for reports of searches that ask no oracle. The same position always has the
 * same answer: what the solver may do is a count. */
#ifndef COPPICE_AGENT_EXACT_H
#define COPPICE_AGENT_EXACT_H

#include "coppice/agent.h"

struct cop_exact {
    const struct cop_game *game;
    int player, known;                /* who moves; of how many moves something is known */
    int count;                        /* of all moves, in the order of moves() */
    struct cop_candidate *candidates; /* those that are known have a proof, a value, perhaps a
                                         distance; values are payoffs */
};

/* Of games of one player, with hidden pieces, and of positions that no player moves in, nothing is
 * known. `stop` (may be NULL) gives up what takes long. False and a message if there is no memory
 * or an oracle cannot be prepared. */
bool cop_exact_find(struct cop_exact *exact, const struct cop_game *game, const void *state,
                    const atomic_bool *stop, struct cop_error *error);
void cop_exact_free(struct cop_exact *exact);

/* What is certain about a move, in words: "wins in 1", "proven draw". False if nothing is. */
bool cop_exact_words(const struct cop_exact *exact, int number, struct cop_text *text);

/* Puts what the report's search has not proven into a copy of its candidates, which the caller
 * frees when the report is not needed any more; NULL: the report is as it was. */
struct cop_candidate *cop_exact_join(const struct cop_exact *exact, struct cop_report *report);

/* ---- For whoever puts payoffs that are certain into the report of a search ---- */

enum cop_proof cop_proof_of(double payoff);

/* A payoff in the search's own values. */
double cop_report_value_of(const struct cop_report *report, double payoff);

/* A move's payoff is known. */
void cop_candidate_settle(const struct cop_report *report, struct cop_candidate *candidate,
                          double payoff);

#endif
