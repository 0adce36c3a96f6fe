/* flat.c - flat Monte Carlo. Ticket t samples move t mod count, so that every move gets the same
 * number of games whatever the number of threads. */
#include "search/flat/flat.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/rollout.h"

#define REWARD_ONE 0x1p30 /* rewards are summed in fixed point: exact, and one atomic addition */

struct arm {
    _Atomic int64_t visits;
    _Atomic int64_t rewards[COP_PLAYERS_MAX];
};

struct sampler {
    struct flat *flat;
    struct cop_rng rng;
    void *state;
    cop_move *moves;
};

struct flat {
    const struct cop_game *game;
    struct cop_rollout rollout;
    int threads;
    struct sampler *samplers;
    struct cop_rng seeds;

    /* The running search: */
    const void *root;
    int player, count;
    cop_move *moves;
    struct arm *arms;
    struct cop_candidate *candidates;
    struct cop_limits limits;
    const struct cop_watch *watch;
    double began;
    _Atomic int64_t tickets;
    atomic_bool stop;
};

static void flat_close(void *self)
{
    struct flat *flat = self;

    for (int i = 0; flat->samplers != NULL && i < flat->threads; i++) {
        free(flat->samplers[i].state);
        free(flat->samplers[i].moves);
    }
    free(flat->samplers);
    free(flat->moves);
    free(flat->arms);
    free(flat->candidates);
    free(flat);
}

static bool open_memory(struct flat *flat)
{
    size_t moves = (size_t)flat->game->max_moves;

    flat->samplers = calloc((size_t)flat->threads, sizeof *flat->samplers);
    flat->moves = calloc(moves, sizeof *flat->moves);
    flat->arms = calloc(moves, sizeof *flat->arms);
    flat->candidates = calloc(moves, sizeof *flat->candidates);
    if (flat->samplers == NULL || flat->moves == NULL || flat->arms == NULL ||
        flat->candidates == NULL)
        return false;
    for (int i = 0; i < flat->threads; i++) {
        struct sampler *sampler = &flat->samplers[i];

        sampler->flat = flat;
        sampler->state = malloc(flat->game->state_size);
        sampler->moves = calloc(moves, sizeof *sampler->moves);
        if (sampler->state == NULL || sampler->moves == NULL)
            return false;
    }
    return true;
}

static void *flat_open(const struct cop_game *game, const struct cop_settings *settings,
                       const struct cop_limits *limits, struct cop_error *error)
{
    struct flat *flat = calloc(1, sizeof *flat);

    if (flat == NULL) {
        cop_fail(error, "mc: not enough memory");
        return NULL;
    }
    flat->game = game;
    flat->threads = limits->threads > 1 ? limits->threads : 1;
    cop_rng_seed(&flat->seeds, limits->seed);
    if (!cop_rollout_open(&flat->rollout, game, settings, error)) {
        cop_fail_in(error, "mc");
    } else if (!open_memory(flat)) {
        cop_fail(error, "mc: not enough memory");
    } else {
        return flat;
    }
    flat_close(flat);
    return NULL;
}

static void flat_start(void *self, uint64_t seed)
{
    struct flat *flat = self;

    cop_rng_seed(&flat->seeds, seed);
}

static void sample_arm(struct sampler *sampler, int number)
{
    struct flat *flat = sampler->flat;
    const struct cop_game *game = flat->game;
    struct arm *arm = &flat->arms[number];
    double rewards[COP_PLAYERS_MAX];

    if (game->is_hidden)
        game->rules->sample(game, flat->root, flat->player, sampler->state, &sampler->rng);
    else
        memcpy(sampler->state, flat->root, game->state_size);
    game->rules->play(game, sampler->state, flat->moves[number]);
    cop_rollout_run(&flat->rollout, sampler->state, &sampler->rng, sampler->moves, rewards);
    atomic_fetch_add_explicit(&arm->visits, 1, memory_order_relaxed);
    for (int i = 0; i < game->players; i++)
        atomic_fetch_add_explicit(&arm->rewards[i], (int64_t)(rewards[i] * REWARD_ONE + 0.5),
                                  memory_order_relaxed);
}

static void make_report(struct flat *flat, struct cop_report *report)
{
    int best = 0;

    *report = (struct cop_report){.candidates = flat->candidates,
                                  .candidate_count = flat->count,
                                  .depth = 1,
                                  .line_length = 1};
    for (int i = 0; i < flat->count; i++) {
        struct cop_candidate *candidate = &flat->candidates[i];
        int64_t visits = atomic_load_explicit(&flat->arms[i].visits, memory_order_relaxed);
        int64_t reward =
            atomic_load_explicit(&flat->arms[i].rewards[flat->player], memory_order_relaxed);

        *candidate = (struct cop_candidate){.move = flat->moves[i], .visits = visits};
        candidate->value = visits > 0 ? (double)reward / REWARD_ONE / (double)visits : 0;
        report->sims += visits;
        if (candidate->value > flat->candidates[best].value)
            best = i;
    }
    report->best = report->line[0] = flat->moves[best];
    report->nodes = report->sims;
    for (int i = 0; i < flat->game->players; i++) {
        int64_t visits = atomic_load_explicit(&flat->arms[best].visits, memory_order_relaxed);
        int64_t reward = atomic_load_explicit(&flat->arms[best].rewards[i], memory_order_relaxed);

        report->value[i] =
            visits > 0 ? (double)reward / REWARD_ONE / (double)visits : 1.0 / flat->game->players;
    }
}

static void look_around(struct flat *flat, double *next)
{
    const struct cop_watch *watch = flat->watch;
    double now = cop_now();

    if ((watch != NULL && watch->stop != NULL && atomic_load(watch->stop)) ||
        (flat->limits.time > 0 && now - flat->began >= flat->limits.time)) {
        atomic_store_explicit(&flat->stop, true, memory_order_relaxed);
    } else if (watch != NULL && watch->progress != NULL && now >= *next) {
        struct cop_report report;

        *next = now + watch->period;
        make_report(flat, &report);
        report.seconds = now - flat->began;
        watch->progress(watch->context, &report);
    }
}

static void *work(void *argument)
{
    struct sampler *sampler = argument;
    struct flat *flat = sampler->flat;
    bool is_first = sampler == flat->samplers;
    double next = flat->watch != NULL ? flat->began + flat->watch->period : 0;

    while (!atomic_load_explicit(&flat->stop, memory_order_relaxed)) {
        int64_t ticket = atomic_fetch_add_explicit(&flat->tickets, 1, memory_order_relaxed);

        if (flat->limits.sims > 0 && ticket >= flat->limits.sims)
            break;
        sample_arm(sampler, (int)(ticket % flat->count));
        if (is_first)
            look_around(flat, &next);
    }
    return NULL;
}

static bool run(struct flat *flat, struct cop_error *error)
{
    pthread_t *threads = calloc((size_t)flat->threads, sizeof *threads);
    int started = 1;

    while (threads != NULL && started < flat->threads &&
           pthread_create(&threads[started], NULL, work, &flat->samplers[started]) == 0)
        started++;
    if (threads != NULL && started == flat->threads) {
        work(&flat->samplers[0]);
    } else {
        cop_fail(error, "mc: the system does not allow %d threads; use fewer", flat->threads);
        atomic_store(&flat->stop, true);
    }
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return threads != NULL && started == flat->threads;
}

static bool flat_think(void *self, const void *state, const struct cop_limits *limits,
                       const struct cop_watch *watch, struct cop_report *report,
                       struct cop_error *error)
{
    struct flat *flat = self;
    bool done = true;

    if (limits->time <= 0 && limits->sims == 0 && limits->nodes == 0 &&
        (watch == NULL || watch->stop == NULL))
        return cop_fail(error, "mc: a search without an end; give a limit such as 1s or sims=10k");
    flat->root = state;
    flat->limits = *limits;
    if (flat->limits.sims == 0 || (limits->nodes > 0 && limits->nodes < flat->limits.sims))
        flat->limits.sims = limits->nodes; /* a game is this search's node */
    flat->watch = watch;
    flat->began = cop_now();
    flat->player = flat->game->rules->turn(flat->game, state);
    flat->count = flat->game->rules->moves(flat->game, state, flat->moves);
    memset(flat->arms, 0, (size_t)flat->count * sizeof *flat->arms);
    atomic_store(&flat->tickets, 0);
    atomic_store(&flat->stop, false);
    for (int i = 0; i < flat->threads; i++)
        cop_rng_seed(&flat->samplers[i].rng, cop_rng_next(&flat->seeds));
    if (flat->count > 1)
        done = run(flat, error);
    make_report(flat, report);
    report->seconds = cop_now() - flat->began;
    return done;
}

const struct cop_agent_kind cop_mc_agent = {
    .name = "mc",
    .title = "Flat Monte Carlo",
    .summary = "plays as many random games after every move and takes the best mean",
    .options = cop_rollout_options,
    .open = flat_open,
    .close = flat_close,
    .start = flat_start,
    .think = flat_think,
};
