/* puzzle.c - the agent around a search for one player: its options, its walkers, what it keeps
 * between searches, and its reports. */
#include "search/puzzle/puzzle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "search/limits.h"
#include "search/policies.h"
#include "search/puzzle/tail.h"

const struct cop_option cop_puzzle_options[] = {
    {"whole", COP_FLAG, "off", 0, 0, NULL,
     "one search decides the whole game, and its best game is played; else every move has its own"},
    {"keep", COP_FLAG, "on", 0, 0, NULL,
     "the best game of earlier searches is not forgotten as long as it is followed"},
    {"tail", COP_INTEGER, "0", 0, 1000, NULL,
     "so many last moves of every new best game are searched exactly"},
    {"tail_nodes", COP_INTEGER, "100k", 1, 1e12, NULL,
     "and so many positions are looked at for that, each time"},
    {"begin", COP_WORDS, "", 0, 0, NULL,
     "moves of a game from the position that is searched first, to begin with"},
    {NULL},
};

const struct cop_option cop_puzzle_playout_options[] = {
    {"playout", COP_SPEC, "uniform", 0, 0, NULL,
     "how games are played out: uniform, greedy(...), or one of the game's policies"},
    {NULL},
};

/* ---- Opening ---- */

bool cop_puzzle_fits(const struct cop_game *game, struct cop_error *error)
{
    if (game->players != 1 || game->has_chance || game->is_hidden)
        return cop_fail(error, "it is a search for one player, without chance and hidden pieces");
    if (game->rules->score == NULL || game->max_plies == 0)
        return cop_fail(error, "it needs a game with points and a last move");
    return true;
}

static const struct puzzle_method *method_of(const struct cop_agent_kind *kind)
{
    return kind->own;
}

static bool open_policy(struct puzzle *puzzle, const struct cop_settings *settings,
                        struct cop_error *error)
{
    return !puzzle->method->plays_out ||
           cop_policy_open(puzzle->game, cop_words(settings, "playout"), &puzzle->policy,
                           &puzzle->policy_prepared, error);
}

static void close_policy(struct puzzle *puzzle)
{
    if (puzzle->policy_prepared != NULL && puzzle->policy->release != NULL)
        puzzle->policy->release(puzzle->policy_prepared);
}

static bool configure(struct puzzle *puzzle, const struct cop_settings *settings,
                      struct cop_error *error)
{
    puzzle->decides_game = cop_flag(settings, "whole");
    puzzle->keeps = cop_flag(settings, "keep");
    puzzle->tail = (int)cop_integer(settings, "tail");
    puzzle->tail_nodes = cop_integer(settings, "tail_nodes");
    puzzle->begin = cop_copy_string(cop_words(settings, "begin"));
    puzzle->config = cop_allocate(puzzle->method->config_size + 1);
    return open_policy(puzzle, settings, error) &&
           (puzzle->method->configure == NULL ||
            puzzle->method->configure(puzzle->game, settings, puzzle->config, error));
}

static void close_configuration(struct puzzle *puzzle)
{
    close_policy(puzzle);
    free(puzzle->begin);
    free(puzzle->config);
}

bool cop_puzzle_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                      const struct cop_settings *settings, const struct cop_means *means,
                      struct cop_error *error)
{
    struct puzzle puzzle = {.kind = kind, .method = method_of(kind), .game = game};
    bool is_right = configure(&puzzle, settings, error) || cop_fail_in(error, "%s", kind->name);

    (void)means;
    close_configuration(&puzzle);
    return is_right;
}

static void close_walker(struct puzzle_walker *walker)
{
    if (walker->puzzle == NULL)
        return;
    if (walker->puzzle->method->close != NULL)
        walker->puzzle->method->close(walker);
    puzzle_tail_close(walker->tail);
    free(walker->roots);
    free(walker->way);
    free(walker->moves);
    free(walker->notes);
}

void cop_puzzle_close(void *self)
{
    struct puzzle *puzzle = self;

    for (int i = 0; puzzle->walkers != NULL && i < puzzle->threads; i++)
        close_walker(&puzzle->walkers[i]);
    close_configuration(puzzle);
    pthread_mutex_destroy(&puzzle->lock);
    free(puzzle->walkers);
    free(puzzle->candidates);
    free(puzzle->moves);
    cop_whole_game_close(&puzzle->best);
    free(puzzle);
}

enum { TAIL_SHARE = 8 }; /* of the memory is the tail's */

static bool open_walker(struct puzzle *puzzle, int number, size_t memory, struct cop_error *error)
{
    struct puzzle_walker *walker = &puzzle->walkers[number];
    size_t moves = (size_t)puzzle->game->max_moves, plies = (size_t)puzzle->game->max_plies;
    bool has_notes = puzzle->policy != NULL && puzzle->policy->notes != NULL;

    walker->puzzle = puzzle;
    walker->game = puzzle->game;
    walker->number = number;
    walker->roots = calloc(moves, sizeof *walker->roots);
    walker->way = calloc(plies, sizeof *walker->way);
    walker->moves = calloc(moves, sizeof *walker->moves);
    walker->notes = calloc(1, (has_notes ? puzzle->policy->notes(puzzle->game) : 0) + 1);
    if (walker->roots == NULL || walker->way == NULL || walker->moves == NULL ||
        walker->notes == NULL)
        return cop_fail(error, "not enough memory");
    if (puzzle->tail > 0) {
        walker->tail = puzzle_tail_open(walker, memory / TAIL_SHARE, error);
        if (walker->tail == NULL)
            return false;
        memory -= memory / TAIL_SHARE;
    }
    return puzzle->method->open == NULL || puzzle->method->open(walker, memory, error);
}

static bool open_walkers(struct puzzle *puzzle, const struct cop_means *means,
                         struct cop_error *error)
{
    size_t moves = (size_t)puzzle->game->max_moves, plies = (size_t)puzzle->game->max_plies;

    puzzle->threads = puzzle->method->is_single ? 1 : cop_run_thread_count(means->threads);
    puzzle->walkers = calloc((size_t)puzzle->threads, sizeof *puzzle->walkers);
    puzzle->candidates = calloc(moves, sizeof *puzzle->candidates);
    puzzle->moves = calloc(moves, sizeof *puzzle->moves);
    if (!cop_whole_game_open(&puzzle->best, puzzle->game, plies) || puzzle->walkers == NULL ||
        puzzle->candidates == NULL || puzzle->moves == NULL)
        return cop_fail(error, "not enough memory");
    for (int i = 0; i < puzzle->threads; i++)
        if (!open_walker(puzzle, i, means->memory / (size_t)puzzle->threads, error))
            return false;
    return true;
}

void *cop_puzzle_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                      const struct cop_settings *settings, const struct cop_means *means,
                      struct cop_error *error)
{
    struct puzzle *puzzle = calloc(1, sizeof *puzzle);

    if (puzzle == NULL) {
        cop_fail(error, "%s: not enough memory", kind->name);
        return NULL;
    }
    puzzle->kind = kind;
    puzzle->method = method_of(kind);
    puzzle->game = game;
    atomic_init(&puzzle->best_total, -INFINITY);
    pthread_mutex_init(&puzzle->lock, NULL);
    cop_rng_seed(&puzzle->seeds, means->seed);
    if (configure(puzzle, settings, error) && open_walkers(puzzle, means, error))
        return puzzle;
    cop_fail_in(error, "%s", kind->name);
    cop_puzzle_close(puzzle);
    return NULL;
}

/* ---- The game that is kept ---- */

/* For those who ask without the lock. */
static void tell_total(struct puzzle *puzzle)
{
    atomic_store(&puzzle->best_total, puzzle->best.length > 0 ? puzzle->best.total : -INFINITY);
}

void cop_puzzle_start(void *self, uint64_t seed)
{
    struct puzzle *puzzle = self;

    cop_rng_seed(&puzzle->seeds, seed);
    puzzle->has_begun = false;
    puzzle->best.length = 0;
    tell_total(puzzle);
}

void cop_puzzle_played(void *self, const void *before, cop_move move)
{
    struct puzzle *puzzle = self;

    cop_whole_game_follow(&puzzle->best, puzzle->game, before, move);
    tell_total(puzzle);
}

static void take_down(void *context, const void *before, cop_move move)
{
    struct puzzle_walker *walker = context;

    (void)before;
    walker->way[walker->way_length++] = move;
}

/* What is left open of the game to begin with is played out. */
static bool begin_with_words(struct puzzle *puzzle, void *state, struct cop_error *error)
{
    struct puzzle_walker *walker = &puzzle->walkers[0];

    puzzle_go_home(walker, state);
    if (!cop_moves_play(puzzle->game, state, puzzle->begin, take_down, walker, error))
        return cop_fail_in(error, "begin");
    if (walker->way_length == 0)
        return cop_fail(error, "begin: there are no moves in \"%.60s\"", puzzle->begin);
    puzzle_play_out(walker, state);
    puzzle->has_begun = true;
    return true;
}

/* There is a game before the search begins: the one that is kept, the one that was given, or what
 * the policy plays; so that a search that is stopped at once has something to show as well. */
static bool make_first_game(struct puzzle *puzzle, struct cop_error *error)
{
    struct puzzle_walker *walker = &puzzle->walkers[0];
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    cop_whole_game_begin(&puzzle->best, puzzle->game, puzzle->root, puzzle->keeps);
    tell_total(puzzle);
    puzzle->knows_game =
        puzzle->best.length > 0 || (puzzle->begin[0] != '\0' && !puzzle->has_begun);
    if (puzzle->best.length > 0) {
        walker->way_length = puzzle_copy_best(walker, walker->way);
        puzzle_offer(walker, puzzle->best.total);
        return true;
    }
    puzzle_step(walker); /* which counts, and is not asked */
    if (puzzle->begin[0] != '\0' && !puzzle->has_begun)
        return begin_with_words(puzzle, state, error);
    puzzle_go_home(walker, state);
    puzzle_play_out(walker, state);
    return true;
}

/* ---- Reports ---- */

/* Points as a share of the game's range, which is what rewards are. */
static double share_of(const struct cop_game *game, double points)
{
    return (points - game->score_low) / (game->score_high - game->score_low);
}

static void describe(const struct puzzle *puzzle, int number, struct cop_candidate *candidate)
{
    double best = -INFINITY;

    *candidate = (struct cop_candidate){.move = puzzle->moves[number], .high = 1};
    for (int i = 0; i < puzzle->threads; i++) {
        const struct puzzle_root *root = &puzzle->walkers[i].roots[number];

        candidate->visits += atomic_load_explicit(&root->games, memory_order_relaxed);
        best = fmax(best, atomic_load_explicit(&root->best, memory_order_relaxed));
    }
    candidate->has_total = best > -INFINITY;
    if (!candidate->has_total)
        return;
    candidate->total = best;
    candidate->kind = COP_VALUE_ESTIMATE;
    candidate->value = candidate->low = share_of(puzzle->game, best); /* it can be had */
    if (candidate->low >= candidate->high)                            /* and nobody can have more */
        candidate->proof = COP_PROVEN_EXACT;
}

static void report_best(struct puzzle *puzzle, struct cop_report *report)
{
    pthread_mutex_lock(&puzzle->lock);
    cop_whole_game_report(&puzzle->best, puzzle->decides_game, report);
    pthread_mutex_unlock(&puzzle->lock);
    report->value[0] = share_of(puzzle->game, report->total);
}

static void make_report(struct puzzle *puzzle, struct cop_report *report)
{
    *report = (struct cop_report){.lower = 0,
                                  .upper = 1,
                                  .candidates = puzzle->candidates,
                                  .candidate_count = puzzle->root_count,
                                  .seconds = cop_run_seconds(&puzzle->run)};
    report_best(puzzle, report);
    for (int i = 0; i < puzzle->root_count; i++)
        describe(puzzle, i, &puzzle->candidates[i]);
    for (int i = 0; i < puzzle->threads; i++) {
        const struct puzzle_walker *walker = &puzzle->walkers[i];
        int depth = atomic_load_explicit(&walker->depth, memory_order_relaxed);

        report->sims += atomic_load_explicit(&walker->sims, memory_order_relaxed);
        report->nodes += atomic_load_explicit(&walker->nodes, memory_order_relaxed);
        report->depth = depth > report->depth ? depth : report->depth;
    }
    if (report->nodes == 0)
        report->nodes = report->sims; /* a playout is a node to those that look at no others */
    report->memory_is_full = atomic_load(&puzzle->is_full);
    if (atomic_load(&puzzle->is_exhausted)) {
        report->proof = COP_PROVEN_EXACT;
        report->stopped_early = true;
    }
}

static void show_progress(void *context)
{
    struct puzzle *puzzle = context;
    struct cop_report report;

    make_report(puzzle, &report);
    if (report.has_total) /* the first game may still be under way */
        puzzle->watch->progress(puzzle->watch->context, &report);
}

/* ---- The search ---- */

static void begin_walker(struct puzzle *puzzle, struct puzzle_walker *walker)
{
    cop_rng_seed(&walker->rng, cop_rng_next(&puzzle->seeds));
    cop_pace_begin(&walker->pace, walker->number == 0, 1);
    if (walker->tail != NULL)
        puzzle_tail_forget(walker->tail);
    atomic_store(&walker->sims, 0);
    atomic_store(&walker->nodes, 0);
    atomic_store(&walker->depth, 0);
    for (int i = 0; i < puzzle->root_count; i++) {
        atomic_store(&walker->roots[i].games, 0);
        atomic_store(&walker->roots[i].best, -INFINITY);
    }
}

static void work(void *context, int number)
{
    struct puzzle *puzzle = context;

    puzzle->method->search(&puzzle->walkers[number]);
}

bool cop_puzzle_think(void *self, const void *state, const struct cop_limits *limits,
                      const struct cop_watch *watch, struct cop_report *report,
                      struct cop_error *error)
{
    struct puzzle *puzzle = self;
    struct cop_run_terms terms = cop_search_terms(limits, watch, show_progress, puzzle);

    terms.tickets = (puzzle->kind->ends & COP_ENDS_SIMS) != 0
                        ? cop_lesser_limit(limits->sims, limits->nodes)
                        : limits->nodes;
    cop_run_begin(&puzzle->run, &terms);
    puzzle->root = state;
    puzzle->watch = watch;
    puzzle->root_count = puzzle->game->rules->moves(puzzle->game, state, puzzle->moves);
    atomic_store(&puzzle->is_exhausted, false);
    atomic_store(&puzzle->is_full, false);
    if (puzzle->policy != NULL && puzzle->policy->root != NULL)
        puzzle->policy->root(puzzle->game, puzzle->policy_prepared, state);
    for (int i = 0; i < puzzle->threads; i++)
        begin_walker(puzzle, &puzzle->walkers[i]);
    if (!make_first_game(puzzle, error) ||
        !cop_run_threads(&puzzle->run, puzzle->threads, work, puzzle, error))
        return cop_fail_in(error, "%s", puzzle->kind->name);
    make_report(puzzle, report);
    return true;
}
