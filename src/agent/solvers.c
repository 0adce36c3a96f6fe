/* solvers.c - the solver that a spec names. */
#include "agent/solvers.h"

#include <stdlib.h>
#include <string.h>

#include "search/proof/paper.h"

struct solver {
    bool is_proof; /* by: */
    struct cop_prover prover;
};

static bool read_proof(const char *name, const char *inside, struct cop_prover *prover,
                       struct cop_error *error)
{
    bool is_depth_first = strcmp(name, "dfpn") == 0;
    struct cop_settings *settings =
        cop_settings_parse(name, is_depth_first ? cop_dfpn_options : cop_pn_options, inside, error);
    bool is_read = settings != NULL && cop_prover_read(settings, is_depth_first, prover, error);

    cop_settings_free(settings);
    return is_read;
}

static bool read_solver(const char *spec, struct solver *solver, struct cop_error *error)
{
    char *name, *inside;
    bool is_read;

    if (!cop_spec_split("solver", spec, &name, &inside, error))
        return false;
    solver->is_proof = strcmp(name, "pn") == 0 || strcmp(name, "dfpn") == 0;
    if (solver->is_proof)
        is_read = read_proof(name, inside, &solver->prover, error);
    else if (strcmp(name, "auto") != 0)
        is_read =
            cop_fail(error, "\"%.40s\" is no solver; there are auto, pn(...) and dfpn(...)", name);
    else
        is_read = inside == NULL || inside[0] == '\0' || cop_fail(error, "auto has no options");
    free(name);
    free(inside);
    return is_read;
}

bool cop_solver_check(const char *spec, struct cop_error *error)
{
    struct solver solver;

    return read_solver(spec, &solver, error);
}

bool cop_solve_by(const char *spec, const struct cop_game *game, const void *state,
                  enum cop_stake stake, const struct cop_solve_limits *limits,
                  struct cop_solution *solution, struct cop_error *error)
{
    struct solver solver;

    if (!read_solver(spec, &solver, error))
        return false;
    if (limits->keeping != NULL && !(solver.is_proof && solver.prover.is_depth_first))
        return cop_fail(error, "only dfpn can be kept in a file; add --by dfpn");
    return solver.is_proof ? cop_prove(game, state, stake, &solver.prover, limits, solution, error)
                           : cop_solve(game, state, stake, limits, solution, error);
}

bool cop_solver_writes(const char *spec, const struct cop_game *game, const void *state,
                       struct cop_error *error)
{
    struct solver solver;

    if (!read_solver(spec, &solver, error))
        return false;
    if (!solver.is_proof)
        return cop_fail(error, "only pn and dfpn write proofs; add --by dfpn");
    return cop_paper_check(game, state, error);
}

bool cop_solver_write(const char *spec, const struct cop_game *game, const void *state,
                      enum cop_stake stake, const struct cop_solve_limits *limits,
                      struct cop_solution *solution, struct cop_text *file, struct cop_error *error)
{
    struct solver solver;

    return read_solver(spec, &solver, error) &&
           cop_paper_write(game, state, stake, &solver.prover, limits, solution, file, error);
}
