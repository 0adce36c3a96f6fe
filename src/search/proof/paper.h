/* paper.h - an answer of a proof-number search as a proof that others can check.
 *
 * The walk of proof/walk.h asks for a reply to every position that can come about, and df-PN, whose
 * table still knows most of them, gives it; what the table has forgotten is searched again. */
#ifndef COPPICE_SEARCH_PROOF_PAPER_H
#define COPPICE_SEARCH_PROOF_PAPER_H

#include "search/proof/prove.h"

/* May a proof begin here? A file has the position as text, and what that does not tell, as moves
 * before it, cannot be proved. */
bool cop_paper_check(const struct cop_game *game, const void *state, struct cop_error *error);

/* Writes a file (proof/check.h) for what cop_prove has found out with these limits: one claim where
 * the value is a win or a loss, else two; nothing if nothing was found out. The limits are for both
 * together, and the solution counts on; half of the memory is for the positions of the proof. False
 * and nothing if a limit came before all was written. */
bool cop_paper_write(const struct cop_game *game, const void *state, enum cop_stake stake,
                     const struct cop_prover *how, const struct cop_solve_limits *limits,
                     struct cop_solution *solution, struct cop_text *file, struct cop_error *error);

#endif
