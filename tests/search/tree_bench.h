/* tree_bench.h - a tree search taken apart on the bench: the agent with its insides in reach, and
 * single nodes set up by hand. */
#ifndef COPPICE_TESTS_TREE_BENCH_H
#define COPPICE_TESTS_TREE_BENCH_H

#include "search/mcts/search.h"

/* Opens `mcts(inside)`; a failure is the test's. Close with tree_bench_close. */
struct mcts *tree_bench_open(const struct cop_game *game, const char *inside, const char *limits);
void tree_bench_close(struct mcts *mcts);

/* A game, `mcts(inside)` on it and a state; bench_open takes the game over, which may be none:
 * that is a failure of the test's, with the error's words. */
struct bench {
    struct cop_game *game;
    struct mcts *mcts;
    struct worker *worker; /* the first one */
    struct node *root;     /* of its tree; NULL until a test sets it */
    void *state;
};

struct bench bench_open(struct cop_game *game, const struct cop_error *error, const char *moves,
                        const char *inside, const char *limits);
void bench_close(struct bench *bench);

/* One search from `state` with the limits and the seed given, on a fresh tree. */
struct cop_report tree_bench_search(struct mcts *mcts, const void *state, const char *limits);

/* The game's start state followed by moves; free() it. */
void *tree_bench_state(const struct cop_game *game, const char *moves);

/* One child of a root set up by hand. */
struct sample {
    double wins;
    uint32_t visits;
};

/* Makes the first tree's root a player's node with `parent_visits` visits and these children;
 * returns the first child. */
struct node *tree_bench_plant(struct mcts *mcts, uint32_t parent_visits,
                              const struct sample *samples, int count);

/* Calls `check` for every node below (and with) the root; `owner` chose the node, -1 for the root.
 */
typedef void tree_bench_check(const struct mcts *mcts, const struct node *node, int owner,
                              void *context);
void tree_bench_walk(const struct mcts *mcts, tree_bench_check *check, void *context);

/* Whether the tests run slowly because a sanitizer watches. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_WATCHED 1
#else
#define IS_WATCHED 0
#endif

#endif
