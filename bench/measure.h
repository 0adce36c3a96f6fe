/* measure.h - how fast the games and the tree search are, and whether the searches changed.
 *
 * Every measurement does the same work each time: fixed seeds, fixed counts, repeated until
 * `seconds` have passed (once at least). Absolute speeds depend on the machine and on what else it
 * does; compare two of them only if they come from one run. The signature depends on neither. */
#ifndef COPPICE_BENCH_MEASURE_H
#define COPPICE_BENCH_MEASURE_H

#include "coppice/agent.h"

struct cop_speed {
    int64_t count;      /* playouts, judgements or simulations */
    int64_t steps;      /* plies or nodes */
    double seconds;     /* for all of them */
    double best_second; /* of them per second in the fastest repetition */
};

double cop_speed_mean(const struct cop_speed *speed); /* per second */

/* Uniformly random games from the start position, one thread. Ends early if *stop is set. */
void cop_measure_playouts(const struct cop_game *game, double seconds, const atomic_bool *stop,
                          struct cop_speed *speed);

/* Judgements by one evaluator of the positions of a few random games where a player is to move. */
bool cop_measure_evaluator(const struct cop_game *game, const struct cop_evaluator *evaluator,
                           double seconds, const atomic_bool *stop, struct cop_speed *speed,
                           struct cop_error *error);

/* An agent, or `mcts` with its defaults if there is none (""), and COP_MEASURE_SIMS simulations
 * from the start position with nothing kept: one thread and two threads in turn, so that both meet
 * the same machine. */
enum { COP_MEASURE_SIMS = 100000 };
bool cop_measure_search(const struct cop_game *game, const char *agent, double seconds,
                        const atomic_bool *stop, struct cop_speed *one_thread,
                        struct cop_speed *two_threads, struct cop_error *error);

/* A depth-first search of the position after a few random plies: alphabeta, star2 or paranoid,
 * whichever fits, to the least depth that takes COP_MEASURE_NODES nodes. The same search follows
 * without a table, and with two threads. */
enum { COP_MEASURE_NODES = 300000 };

struct cop_depth_speed {
    const char *agent;
    int depth;
    int64_t nodes, nodes_without_table;
    double nodes_per_second;     /* one thread, with a table, the fastest repetition */
    double seconds, two_seconds; /* of the fastest repetition with one thread and with two */
};

bool cop_measure_depth(const struct cop_game *game, double seconds, const atomic_bool *stop,
                       struct cop_depth_speed *speed, struct cop_error *error);

/* A number made of a fixed set of seeded single-threaded searches of all games: the nodes of each,
 * plus the visits of its best move times that move's place in the list. It is the same on every
 * machine and in every build; it changes only if a game or a search changes. */
bool cop_measure_signature(const atomic_bool *stop, uint64_t *signature, struct cop_error *error);

#endif
