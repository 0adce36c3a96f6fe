/* depth_bench.h - a depth-first search taken apart on the bench: the agent with its insides in
 * reach, and slow second versions of what it computes. */
#ifndef COPPICE_TESTS_DEPTH_BENCH_H
#define COPPICE_TESTS_DEPTH_BENCH_H

#include "search/tree/search.h"

/* Opens an agent such as `star2(etc=off)`; a failure is the test's. Close with depth_bench_close.
 */
struct tree_search *depth_bench_open(const struct cop_game *game, const char *spec,
                                     const char *limits);
void depth_bench_close(struct tree_search *search);

/* One search on an empty table. */
struct cop_report depth_bench_search(struct tree_search *search, const void *state,
                                     const char *limits);
/* The same to a depth: the value for the player to move. */
double depth_bench_value(struct tree_search *search, const void *state, int depth);

/* After a search, for the same root player: the value of any other state within a window. */
double depth_bench_visit(struct tree_search *search, const void *state, int depth, double alpha,
                         double beta);

/* What a search should find, by looking at everything. */
struct brute {
    const struct cop_game *game;
    const struct cop_evaluator *evaluator;
    const struct cop_ordering *ordering; /* for BRS+ and the order of max^n's ties; or NULL */
    int root;
    bool counts_chance;
    bool is_quiet; /* noisy moves are played beyond the horizon */
    enum tie_rule tie;
    enum family family;
    int64_t leaves; /* looked at */
};

double brute_search(struct brute *brute, const void *state, int depth);
void brute_maxn(struct brute *brute, const void *state, int depth, double *of_player);

/* The evaluator of that name; a failure is the test's. */
const struct cop_evaluator *depth_bench_evaluator(const struct cop_game *game, const char *name);

#endif
