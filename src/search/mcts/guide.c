/* guide.c - playouts that prefer moves which have done well.
 *
 * A table has the mean reward of the simulations in which a kind of move was made, in the tree or
 * in a playout, for each player (MAST) or for all players in one row (ontop.md 2.14, which credits
 * each move from its mover's view). Rewards there are -1..1 and here 0..1, so a mean r is H = 2 r -
 * 1; a move that nobody has made has H = 0. A playout's move is drawn by exp(H / temperature), or
 * is the one of the highest H unless a coin leaves it to the playout policy. */
#include <stdlib.h>

#include "base/exponential.h"
#include "search/mcts/search.h"

const struct cop_option mcts_guide_options[] = {
    {"guide", COP_CHOICE, "none", 0, 0, "none|mast|history",
     "playouts prefer moves that did well in simulations: by a table for each player, or by one "
     "for all of them"},
    {"guide_pick", COP_CHOICE, "softmax", 0, 0, "softmax|greedy",
     "how they prefer them: drawn by exp(H / guide_temperature), where H is the mean result from "
     "-1 to 1, or the best one"},
    {"guide_temperature", COP_REAL, "0.5", 0.001, 1000, NULL,
     "guide_pick=softmax: the lower, the more the better moves are preferred"},
    {"guide_epsilon", COP_REAL, "0.5", 0, 1, NULL,
     "guide_pick=greedy: how often the playout policy picks instead"},
    {"guide_keep", COP_CHOICE, "game", 0, 0, "game|search", "for how long the table is kept"},
    {NULL}};

enum table { GUIDE_NONE, GUIDE_MAST, GUIDE_HISTORY };
enum { PICK_SOFTMAX, PICK_GREEDY };
enum { KEEP_GAME, KEEP_SEARCH };

struct entry {
    _Atomic int64_t reward, count;
};

struct guide {
    bool is_shared, is_greedy, is_kept;
    double temperature, epsilon;
    int kinds, rows;
    struct entry *entries;
    double *weights; /* for each worker, of one position's moves */
};

static bool is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "guide") != GUIDE_NONE;
}

static bool wants_trace(const struct cop_settings *settings)
{
    (void)settings;
    return true;
}

static bool open_guide(struct part_use *use, const struct cop_settings *settings,
                       struct cop_error *error)
{
    const struct mcts *mcts = use->mcts;
    struct guide *guide = calloc(1, sizeof *guide);

    use->own = guide;
    if (guide == NULL)
        return cop_fail(error, "not enough memory");
    guide->is_shared = cop_choice(settings, "guide") == GUIDE_HISTORY;
    guide->is_greedy = cop_choice(settings, "guide_pick") == PICK_GREEDY;
    guide->is_kept = cop_choice(settings, "guide_keep") == KEEP_GAME;
    guide->temperature = cop_real(settings, "guide_temperature");
    guide->epsilon = cop_real(settings, "guide_epsilon");
    guide->kinds = move_kind_count(mcts->game);
    guide->rows = guide->is_shared ? 1 : mcts->game->players;
    guide->entries = calloc((size_t)guide->rows * (size_t)guide->kinds, sizeof *guide->entries);
    guide->weights =
        calloc((size_t)mcts->worker_count * (size_t)mcts->game->max_moves, sizeof *guide->weights);
    return (guide->entries != NULL && guide->weights != NULL) ||
           cop_fail(error, "not enough memory");
}

static void close_guide(struct part_use *use)
{
    struct guide *guide = use->own;

    if (guide != NULL) {
        free(guide->entries);
        free(guide->weights);
    }
    free(guide);
}

static void start(const struct part_use *use)
{
    struct guide *guide = use->own;

    for (int i = 0; i < guide->rows * guide->kinds; i++) {
        atomic_store_explicit(&guide->entries[i].reward, 0, memory_order_relaxed);
        atomic_store_explicit(&guide->entries[i].count, 0, memory_order_relaxed);
    }
}

static void begin(const struct part_use *use, bool tree_is_kept)
{
    const struct guide *guide = use->own;

    (void)tree_is_kept;
    if (!guide->is_kept)
        start(use);
}

static struct entry *entry_of(const struct part_use *use, int player, cop_move move)
{
    const struct guide *guide = use->own;
    int row = guide->is_shared ? 0 : player;

    return &guide->entries[row * guide->kinds + move_kind(use->mcts->game, move)];
}

/* ---- In a playout ---- */

static double result_of(const struct part_use *use, int player, cop_move move)
{
    const struct entry *entry = entry_of(use, player, move);
    int64_t count = atomic_load_explicit(&entry->count, memory_order_relaxed);
    int64_t reward = atomic_load_explicit(&entry->reward, memory_order_relaxed);

    return count > 0 ? 2 * ((double)reward / REWARD_ONE / (double)count) - 1 : 0;
}

/* The first of the best, or with ties any of them. */
static int pick_best(const double *results, int count, struct cop_rng *rng)
{
    uint32_t ties = 1;
    int best = 0;

    for (int i = 1; i < count; i++) {
        ties = results[i] > results[best] ? 1 : ties + (results[i] == results[best]);
        if (results[i] > results[best] ||
            (results[i] == results[best] && cop_rng_below(rng, ties) == 0))
            best = i;
    }
    return best;
}

/* Weights are taken from the best result down, so that none is too large for a number. */
static int pick_by_weight(const struct guide *guide, double *results, int count,
                          struct cop_rng *rng)
{
    double best = results[0], total = 0, ticket;

    for (int i = 1; i < count; i++)
        best = results[i] > best ? results[i] : best;
    for (int i = 0; i < count; i++) {
        results[i] = cop_exp((results[i] - best) / guide->temperature);
        total += results[i];
    }
    ticket = cop_rng_unit(rng) * total;
    for (int i = 0; i < count - 1; i++) {
        if (ticket < results[i])
            return i;
        ticket -= results[i];
    }
    return count - 1;
}

static cop_move suggest(const struct part_use *use, const struct worker *worker, const void *state,
                        int player, struct cop_rng *rng, cop_move *moves)
{
    const struct guide *guide = use->own;
    const struct cop_game *game = use->mcts->game;
    double *results = guide->weights + (size_t)worker->number * (size_t)game->max_moves;
    int count;

    if (guide->is_greedy && cop_rng_unit(rng) < guide->epsilon)
        return COP_NO_MOVE;
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++)
        results[i] = result_of(use, player, moves[i]);
    return moves[guide->is_greedy ? pick_best(results, count, rng)
                                  : pick_by_weight(guide, results, count, rng)];
}

/* ---- After a simulation ---- */

/* By load and store, as in the tree far from the root: a lost sample is one of very many. */
static void note(const struct part_use *use, const struct worker *worker, int player, cop_move move)
{
    struct entry *entry = entry_of(use, player, move);
    int64_t reward = atomic_load_explicit(&entry->reward, memory_order_relaxed);
    int64_t count = atomic_load_explicit(&entry->count, memory_order_relaxed);

    atomic_store_explicit(&entry->reward, reward + worker->gained[player], memory_order_relaxed);
    atomic_store_explicit(&entry->count, count + worker->weight, memory_order_relaxed);
}

static void update(const struct part_use *use, struct worker *worker, int depth)
{
    const struct cop_trace *trace = &worker->trace;

    for (int i = 0; i < depth; i++)
        if (node_turn(worker->path[i]) >= 0)
            note(use, worker, node_turn(worker->path[i]), worker->path[i + 1]->move);
    for (int i = 0; i < trace->length; i++)
        if (trace->players[i] >= 0)
            note(use, worker, trace->players[i], trace->moves[i]);
}

const struct mcts_part mcts_guide = {
    .name = "guide",
    .help = "moves drawn by how well they have done",
    .is_wanted = is_wanted,
    .open = open_guide,
    .close = close_guide,
    .wants_trace = wants_trace,
    .start = start,
    .begin = begin,
    .suggest = suggest,
    .update = update,
};
