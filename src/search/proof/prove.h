/* prove.h - what a position is worth, by proof-number searches.
 *
 * As the solver of coppice/solve.h, but each question, "at least so much?", is answered by a search
 * that goes where the answer seems nearest. */
#ifndef COPPICE_SEARCH_PROOF_PROVE_H
#define COPPICE_SEARCH_PROOF_PROVE_H

#include "coppice/solve.h"
#include "search/proof/crew.h"
#include "search/proof/pn.h"

enum { COP_PROVER_ORACLE_MAX = 40 };

/* Which search answers the questions, how, and which are asked. */
struct cop_prover {
    bool is_depth_first;
    bool goes_upward; /* points are asked for one after the other, from the least on */
    char oracle[COP_PROVER_ORACLE_MAX + 1]; /* asked about every position; "": none */
    struct pn_config pn;
    struct dfpn_config dfpn;
};

/* The options of each, and what they say. */
extern const struct cop_option cop_pn_options[], cop_dfpn_options[];
bool cop_prover_read(const struct cop_settings *settings, bool is_depth_first,
                     struct cop_prover *prover, struct cop_error *error);

/* Whether the game has what they name. */
bool cop_prover_fits(const struct cop_prover *prover, const struct cop_game *game,
                     struct cop_error *error);

/* False and the reason for what cop_prove refuses whatever the position: what has no value, and
 * points of games that may go on for ever. */
bool cop_prove_fits(const struct cop_game *game, enum cop_stake stake, struct cop_error *error);

/* As cop_solve does it; a game that goes on for ever is a draw. The numbers of the question that is
 * searched are in the solution. Memory that is full is a limit like the others. */
bool cop_prove(const struct cop_game *game, const void *state, enum cop_stake stake,
               const struct cop_prover *how, const struct cop_solve_limits *limits,
               struct cop_solution *solution, struct cop_error *error);

#endif
