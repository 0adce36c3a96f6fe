/* anneal.c - simulated annealing over whole games.
 *
 * A step changes the game at hand in one place: a move is made earlier or later, another one comes
 * in, or one is left out. The rest is played as it was, as far as that can be done (script.h), and
 * the new game takes the old one's place if it is as good, or with probability exp(loss /
 * temperature). The temperature falls from step to step until the run is over; then the next one
 * begins, with the best game so far or with a new one.
 *
 * Temperatures are in per cent of the best total so far, so that they mean about the same whether a
 * game has thousands of points or a few dozen. */
#include "search/puzzle/anneal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exponential.h"
#include "base/logarithm.h"
#include "search/puzzle/puzzle.h"
#include "search/puzzle/script.h"

enum { COOLING = 64 /* steps with one temperature */, FAR = 80 /* in 100: go one move further */ };

/* How often in 100 a move is made at another time, and another one comes in; else one goes. */
enum { SHIFTS = 45, INSERTS = 40 };

struct anneal_config {
    int64_t steps;
    double hot, warm, cool, fresh, any;
};

struct anneal {
    struct script now, next;
    uint64_t *order; /* what the next game is to do, from its change on */
    double scale;    /* points in one per cent */
};

static const struct cop_option options[] = {
    {"steps", COP_INTEGER, "300k", 1, 1e12, NULL, "games of one run, from its start to its end"},
    {"hot", COP_REAL, "1.5", 0.001, 100, NULL,
     "where a run with a new game begins: losses of so many per cent of the best total are common"},
    {"warm", COP_REAL, "0.5", 0.001, 100, NULL, "and where one with the best game so far begins"},
    {"cool", COP_REAL, "0.15", 0.0001, 100, NULL, "where both end"},
    {"fresh", COP_REAL, "0.25", 0, 1, NULL,
     "the share of runs that begin with a new game; the first does, unless one is known (begin=)"},
    {"any", COP_REAL, "0.3", 0, 1, NULL,
     "how often a move that comes in is any legal one, and not one of the playouts' policy"},
    {"Playouts", COP_TABLE, .table = cop_puzzle_playout_options},
    {"Game", COP_TABLE, .table = cop_puzzle_options},
    {NULL},
};

/* ---- Opening ---- */

static const struct anneal_config *config_of(const struct puzzle_walker *walker)
{
    return walker->puzzle->config;
}

static bool configure(const struct cop_game *game, const struct cop_settings *settings,
                      void *config, struct cop_error *error)
{
    struct anneal_config *own = config;

    (void)game;
    *own = (struct anneal_config){
        .steps = cop_integer(settings, "steps"),
        .hot = cop_real(settings, "hot"),
        .warm = cop_real(settings, "warm"),
        .cool = cop_real(settings, "cool"),
        .fresh = cop_real(settings, "fresh"),
        .any = cop_real(settings, "any"),
    };
    if (own->cool > own->hot || own->cool > own->warm)
        return cop_fail(error, "cool=%g is above %s=%g: a run begins there and cools down",
                        own->cool, own->cool > own->hot ? "hot" : "warm",
                        own->cool > own->hot ? own->hot : own->warm);
    return true;
}

static size_t bytes_for(const struct cop_game *game)
{
    return 2 * script_bytes(game) + ((size_t)game->max_plies + 1) * sizeof(uint64_t);
}

static bool open_anneal(struct puzzle_walker *walker, size_t memory, struct cop_error *error)
{
    const struct cop_game *game = walker->game;
    struct anneal *anneal;

    if (memory < bytes_for(game))
        return cop_fail(error, "a thread needs %.1f MB for games of %s; give more memory",
                        1e-6 * (double)bytes_for(game), game->name);
    anneal = walker->own = calloc(1, sizeof *anneal);
    if (anneal == NULL)
        return cop_fail(error, "not enough memory");
    anneal->order = calloc((size_t)game->max_plies + 1, sizeof *anneal->order);
    if (anneal->order == NULL || !script_open(&anneal->now, game) ||
        !script_open(&anneal->next, game))
        return cop_fail(error, "not enough memory");
    return true;
}

static void close_anneal(struct puzzle_walker *walker)
{
    struct anneal *anneal = walker->own;

    if (anneal == NULL)
        return;
    script_close(&anneal->now);
    script_close(&anneal->next);
    free(anneal->order);
    free(anneal);
}

/* ---- Changes ---- */

/* What is to be done from move `from` on. */
struct change {
    int from, count;
};

/* The marks from `from` on, but that of move `out`, with room for one more; returns how many. */
static int copy_order(struct anneal *anneal, int from, int out)
{
    const struct script *now = &anneal->now;
    int count = 0;

    for (int i = from; i < now->length; i++)
        if (i != out)
            anneal->order[count++] = now->marks[i];
    return count;
}

static void insert(uint64_t *order, int count, int at, uint64_t mark)
{
    memmove(order + at + 1, order + at, (size_t)(count - at) * sizeof *order);
    order[at] = mark;
}

/* A move is made earlier or later, mostly not by much. */
static bool shift(struct puzzle_walker *walker, struct change *change)
{
    struct anneal *anneal = walker->own;
    int length = anneal->now.length;
    int at = (int)cop_rng_below(&walker->rng, (uint32_t)length), to = at;
    int way = cop_rng_below(&walker->rng, 2) == 0 ? -1 : 1;

    do
        to += way;
    while (cop_rng_below(&walker->rng, 100) < FAR);
    to = to < 0 ? 0 : to >= length ? length - 1 : to;
    if (to == at)
        return false;
    change->from = at < to ? at : to;
    change->count = copy_order(anneal, change->from, at);
    insert(anneal->order, change->count++, to - change->from, anneal->now.marks[at]);
    return true;
}

/* A policy that plays out may be too strict for a move that stands alone, as one that never takes
 * the colour which is kept for last, though two blocks of it can be in the way of all others. */
static cop_move pick_other(struct puzzle_walker *walker, const void *state)
{
    if (cop_rng_unit(&walker->rng) < config_of(walker)->any)
        return cop_random_move(walker->game, state, &walker->rng, walker->moves);
    puzzle_begin_playout(walker, state);
    return puzzle_pick(walker, state);
}

static bool put_in(struct puzzle_walker *walker, struct change *change)
{
    struct anneal *anneal = walker->own;
    struct script *now = &anneal->now;
    int at = (int)cop_rng_below(&walker->rng, (uint32_t)now->length);
    cop_move move = pick_other(walker, script_state(now, at));

    if (move == now->moves[at])
        return false;
    change->from = at;
    change->count = copy_order(anneal, at, -1);
    insert(anneal->order, change->count++, 0, script_mark(now, at, move));
    return true;
}

static bool leave_out(struct puzzle_walker *walker, struct change *change)
{
    struct anneal *anneal = walker->own;

    change->from = (int)cop_rng_below(&walker->rng, (uint32_t)anneal->now.length);
    change->count = copy_order(anneal, change->from, change->from);
    return true;
}

/* Writes the order of a changed game; false if the change would be none. */
static bool make_change(struct puzzle_walker *walker, struct change *change)
{
    int kind = (int)cop_rng_below(&walker->rng, 100);

    if (kind < SHIFTS)
        return shift(walker, change);
    return kind < SHIFTS + INSERTS ? put_in(walker, change) : leave_out(walker, change);
}

/* ---- Runs ---- */

static void offer(struct puzzle_walker *walker, const struct script *script)
{
    walker->way_length = script->length;
    memcpy(walker->way, script->moves, (size_t)script->length * sizeof *walker->way);
    puzzle_count(&walker->sims);
    puzzle_offer(walker, script->total);
}

static bool is_taken(struct puzzle_walker *walker, double temperature)
{
    const struct anneal *anneal = walker->own;
    double gain = anneal->next.total - anneal->now.total;

    return gain >= 0 || cop_rng_unit(&walker->rng) < cop_exp(gain / temperature);
}

/* One step; false if the search has ended before it. */
static bool step(struct puzzle_walker *walker, double temperature)
{
    struct anneal *anneal = walker->own;
    struct change change;

    if (!puzzle_step(walker))
        return false;
    while (!make_change(walker, &change))
        continue; /* to leave a move out always is one */
    script_play(&anneal->next, &anneal->now, change.from, anneal->order, change.count, walker);
    offer(walker, &anneal->next);
    if (is_taken(walker, temperature))
        script_adopt(&anneal->now, &anneal->next, change.from);
    return true;
}

/* A run begins with the best game so far, or with one that the policy plays, which counts. */
static bool begin_run(struct puzzle_walker *walker, bool is_fresh)
{
    struct anneal *anneal = walker->own;
    struct script *now = &anneal->now;
    int length;

    script_begin(now, walker->puzzle->root);
    if (is_fresh) {
        if (!puzzle_step(walker))
            return false;
        script_begin(&anneal->next, walker->puzzle->root);
        script_play(now, &anneal->next, 0, NULL, 0, walker);
        offer(walker, now);
    } else {
        length = puzzle_copy_best(walker, walker->way);
        for (int i = 0; i < length; i++)
            script_add(now, walker->way[i]);
        now->total = puzzle_total(walker, script_state(now, now->length));
    }
    anneal->scale = fmax(fabs(puzzle_best_total(walker)), 1) / 100;
    return true;
}

/* Positive, and at least the least that an option can be. */
static double logarithm(double x)
{
    return cop_ln((uint64_t)(x * 1e6));
}

static bool run(struct puzzle_walker *walker, bool is_fresh)
{
    const struct anneal_config *config = config_of(walker);
    const struct anneal *anneal = walker->own;
    double high = is_fresh ? config->hot : config->warm, temperature = 0;
    double fall = logarithm(high) - logarithm(config->cool);

    if (!begin_run(walker, is_fresh))
        return false;
    for (int64_t i = 0; i < config->steps; i++) {
        if (i % COOLING == 0)
            temperature = anneal->scale * high * cop_exp(-fall * (double)i / (double)config->steps);
        if (!step(walker, temperature))
            return false;
    }
    return true;
}

/* Walkers that begin with the same game go other ways at once. */
static void search(struct puzzle_walker *walker)
{
    bool is_fresh = !walker->puzzle->knows_game;

    while (run(walker, is_fresh))
        is_fresh = cop_rng_unit(&walker->rng) < config_of(walker)->fresh;
}

static const struct puzzle_method method = {
    .config_size = sizeof(struct anneal_config),
    .configure = configure,
    .open = open_anneal,
    .close = close_anneal,
    .search = search,
    .plays_out = true,
};

const struct cop_agent_kind cop_anneal_agent = {
    .name = "anneal",
    .title = "Annealing of whole games",
    .summary = "for one player: changes a game in one place and plays the rest as it was",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .own = &method,
    COP_PUZZLE_AGENT,
};
