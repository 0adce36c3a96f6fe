/* proofs.h - proofs that a search writes, in a folder of their own, and what somebody may do to
 * them. */
#ifndef COPPICE_TESTS_PROOFS_H
#define COPPICE_TESTS_PROOFS_H

#include "coppice/solve.h"
#include "folder.h"
#include "proof/check.h"
#include "proof/write.h"

enum { PROOFS_SOLVERS = 5 };

extern const char *const proofs_solvers[PROOFS_SOLVERS];
extern const struct cop_solve_limits proofs_limits;

/* The folder, which is that of the databases too: for a group of tests. */
extern char proofs_folder[FOLDER_ROOM];
int proofs_open(void **context);
int proofs_close(void **context);

/* Writes the bytes and has them checked. */
bool proofs_check(const char *bytes, size_t length, struct cop_proved *proved,
                  struct cop_error *error);
void assert_proves(const struct cop_text *file, const char *sentence);
void assert_refused(const struct cop_text *file, const char *part);

/* The proof of what a position is worth, which a solver finds. */
void proofs_prove(const struct cop_game *game, const void *state, const char *solver,
                  enum cop_stake stake, struct cop_solution *solution, struct cop_text *file);
void proofs_prove_start(const char *spec, const char *solver, enum cop_stake stake,
                        struct cop_text *file);

/* A position after some random moves, read from its text: a past is not told by it. */
bool proofs_draw_position(const struct cop_game *game, struct cop_rng *rng, int plies, void *state);

/* Proves a position and returns what it is worth, which a search of everything knows; `bounded` is
 * the same game with a bounded length. */
double proofs_check_position(const struct cop_game *game, const struct cop_game *bounded,
                             const void *state, const char *solver);

/* A copy with line number `line` replaced, or left out if there is nothing for it, and a checksum
 * that is right again. */
void proofs_change(const struct cop_text *file, int line, const char *instead,
                   struct cop_text *changed);
int proofs_line_of(const struct cop_text *file, const char *begin);
int proofs_line_count(const struct cop_text *file);

#endif
