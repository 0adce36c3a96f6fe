/* found.c - ways from the root, and the best game that they have led to. */
#include <math.h>
#include <string.h>

#include "search/puzzle/puzzle.h"
#include "search/puzzle/tail.h"

void puzzle_go_home(struct puzzle_walker *walker, void *state)
{
    memcpy(state, walker->puzzle->root, walker->game->state_size);
    walker->way_length = 0;
}

cop_move puzzle_pick(struct puzzle_walker *walker, const void *state)
{
    const struct puzzle *puzzle = walker->puzzle;
    const struct cop_policy *policy = puzzle->policy;
    cop_move move;

    if (policy == NULL)
        return cop_random_move(walker->game, state, &walker->rng, walker->moves);
    move = policy->pick(walker->game, puzzle->policy_prepared, state, walker->notes, &walker->rng);
    if (policy->played != NULL)
        policy->played(walker->game, puzzle->policy_prepared, state, move, walker->notes);
    return move;
}

void puzzle_begin_playout(struct puzzle_walker *walker, const void *state)
{
    const struct puzzle *puzzle = walker->puzzle;

    if (puzzle->policy != NULL && puzzle->policy->notes != NULL)
        memset(walker->notes, 0, puzzle->policy->notes(walker->game));
    if (puzzle->policy != NULL && puzzle->policy->begin != NULL)
        puzzle->policy->begin(walker->game, puzzle->policy_prepared, state, walker->notes);
}

double puzzle_play_out(struct puzzle_walker *walker, void *state)
{
    const struct cop_game *game = walker->game;
    double total;

    puzzle_begin_playout(walker, state);
    while (game->rules->turn(game, state) != COP_OVER)
        puzzle_walk(walker, state, puzzle_pick(walker, state));
    total = puzzle_total(walker, state);
    puzzle_count(&walker->sims);
    puzzle_offer(walker, total);
    return total;
}

static struct puzzle_root *root_of(const struct puzzle_walker *walker)
{
    const struct puzzle *puzzle = walker->puzzle;
    int at = 0;

    while (at < puzzle->root_count - 1 && puzzle->moves[at] != walker->way[0])
        at++;
    return &walker->roots[at];
}

/* Another walker may have found a better one meanwhile. */
static void keep(struct puzzle_walker *walker, double total)
{
    struct puzzle *puzzle = walker->puzzle;

    pthread_mutex_lock(&puzzle->lock);
    if (puzzle->best.length == 0 || total > puzzle->best.total) {
        cop_whole_game_set(&puzzle->best, total, walker->way, walker->way_length);
        atomic_store_explicit(&puzzle->best_total, total, memory_order_relaxed);
    }
    pthread_mutex_unlock(&puzzle->lock);
}

void puzzle_offer(struct puzzle_walker *walker, double total)
{
    struct puzzle_root *root = root_of(walker);

    puzzle_count(&root->games);
    if (total > atomic_load_explicit(&root->best, memory_order_relaxed))
        atomic_store_explicit(&root->best, total, memory_order_relaxed);
    if (walker->way_length > atomic_load_explicit(&walker->depth, memory_order_relaxed))
        atomic_store_explicit(&walker->depth, walker->way_length, memory_order_relaxed);
    if (total <= puzzle_best_total(walker))
        return;
    keep(walker, total);
    if (walker->tail != NULL)
        puzzle_tail_improve(walker->tail, walker->puzzle->tail, walker->puzzle->tail_nodes);
}

double puzzle_best_total(const struct puzzle_walker *walker)
{
    return atomic_load_explicit(&walker->puzzle->best_total, memory_order_relaxed);
}

int puzzle_copy_best(struct puzzle_walker *walker, cop_move *moves)
{
    struct puzzle *puzzle = walker->puzzle;
    int length;

    pthread_mutex_lock(&puzzle->lock);
    length = puzzle->best.length;
    memcpy(moves, puzzle->best.moves, (size_t)length * sizeof *moves);
    pthread_mutex_unlock(&puzzle->lock);
    return length;
}

void puzzle_is_full(struct puzzle_walker *walker)
{
    atomic_store(&walker->puzzle->is_full, true);
}

void puzzle_exhausted(struct puzzle_walker *walker)
{
    atomic_store(&walker->puzzle->is_exhausted, true);
    cop_run_finish(&walker->puzzle->run, COP_RUN_KNOWN);
}
