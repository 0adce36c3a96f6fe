/* solves.h - runs that find out what a position is worth, by solvers with databases of their own.
 *
 * An entrant of such a run is one solve: its agent is the solver's spec, its `pieces` the largest
 * database that is built for it (0: none). They are built for the run, so that what they cost is
 * measured, and nothing that this machine happens to have is asked; solves that want the same, one
 * after the other, share them. Where the limit comes first, nodes and seconds are what was spent
 * until then: no less would have been enough. */
#ifndef COPPICE_LAB_SOLVES_H
#define COPPICE_LAB_SOLVES_H

#include <jansson.h>

#include "lab/run/search_sets.h"

/* What is wrong with an entrant of such a run at a budget, before anything is run. */
bool cop_lab_solve_check(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                         struct cop_error *error);

/* Solves what the store has not, and fills in the result's solutions. */
bool cop_lab_solve(const struct cop_lab_run *run, struct cop_search_work *work,
                   struct cop_lab_run_result *result, struct cop_error *error);
/* One of them again; NULL if it failed or was stopped. */
json_t *cop_lab_solve_again(const struct cop_lab_run *run, const struct cop_lab_run_result *result,
                            int entrant, const atomic_bool *stop, struct cop_error *error);

/* { "lower": 0, "upper": 0.5, "nodes": 300, "seconds": 0.1, "built": { "numbers": 46, "seconds":
 * 0.1 }, "asked": { "1": { "nodes": [...], "proof": [...], "disproof": [...] } } }, and back. */
json_t *cop_pack_solved(const struct cop_solved *solved);
bool cop_unpack_solved(const json_t *json, struct cop_solved *solved);
void cop_solved_free(struct cop_solved *solved);

#endif
