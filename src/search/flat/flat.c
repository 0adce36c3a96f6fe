/* flat.c - flat Monte Carlo. Ticket t samples move t mod count, so that every move gets the same
 * number of games whatever the number of threads. */
#include "search/flat/flat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/run.h"
#include "search/beliefs.h"
#include "search/limits.h"
#include "search/opening.h"
#include "search/rollout.h"

#define REWARD_ONE 0x1p30 /* rewards are summed in fixed point: exact, and one atomic addition */

static const struct cop_option flat_options[] = {
    {"Playouts", COP_TABLE, .table = cop_rollout_options},
    {"Secrets", COP_TABLE, .table = cop_belief_options},
    {"Openings", COP_TABLE, .table = cop_opening_options},
    {NULL}};

struct arm {
    _Atomic int64_t visits;
    _Atomic int64_t rewards[COP_PLAYERS_MAX];
};

struct sampler {
    struct flat *flat;
    struct cop_rng rng;
    struct cop_pace pace;
    void *state;
    struct cop_rollout_room room;
};

struct flat {
    const struct cop_game *game;
    struct cop_rollout rollout;
    const struct cop_belief *belief; /* or NULL */
    int threads;
    struct sampler *samplers;
    struct cop_rng seeds;

    /* The running search: */
    const void *root;
    int player, count;
    cop_move *moves;
    struct arm *arms;
    struct cop_candidate *candidates;
    const struct cop_watch *watch;
    struct cop_run run;
    _Atomic int64_t turns; /* games begun: whose turn it is to be sampled */
};

static void flat_close(void *self)
{
    struct flat *flat = self;

    for (int i = 0; flat->samplers != NULL && i < flat->threads; i++) {
        free(flat->samplers[i].state);
        free(flat->samplers[i].room.moves);
        free(flat->samplers[i].room.notes);
    }
    cop_rollout_close(&flat->rollout);
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
        sampler->room.moves = calloc(moves, sizeof *sampler->room.moves);
        sampler->room.notes = malloc(cop_rollout_notes(&flat->rollout) + 1);
        if (sampler->state == NULL || sampler->room.moves == NULL || sampler->room.notes == NULL)
            return false;
    }
    return true;
}

static bool flat_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, const struct cop_means *means,
                       struct cop_error *error)
{
    const struct cop_belief *belief;

    (void)means;
    return (cop_rollout_check(game, settings, error) &&
            cop_belief_find(&belief, game, settings, error)) ||
           cop_fail_in(error, "%s", kind->name);
}

static void *flat_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, const struct cop_means *means,
                       struct cop_error *error)
{
    struct flat *flat = calloc(1, sizeof *flat);

    (void)kind;
    if (flat == NULL) {
        cop_fail(error, "mc: not enough memory");
        return NULL;
    }
    flat->game = game;
    flat->threads = cop_run_thread_count(means->threads);
    cop_rng_seed(&flat->seeds, means->seed);
    if (!cop_belief_find(&flat->belief, game, settings, error) ||
        !cop_rollout_open(&flat->rollout, game, settings, means->stop, error)) {
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
        cop_believed_sample(flat->belief, game, flat->root, flat->player, sampler->state,
                            &sampler->rng);
    else
        memcpy(sampler->state, flat->root, game->state_size);
    game->rules->play(game, sampler->state, flat->moves[number]);
    sampler->room.shows_end = flat->watch != NULL && flat->watch->ownership != NULL;
    cop_rollout_run(&flat->rollout, sampler->state, 1, &sampler->rng, &sampler->room, rewards);
    if (sampler->room.shows_end)
        cop_ownership_add(flat->watch->ownership, game, sampler->state);
    atomic_fetch_add_explicit(&arm->visits, 1, memory_order_relaxed);
    for (int i = 0; i < game->players; i++)
        atomic_fetch_add_explicit(&arm->rewards[i], (int64_t)floor(rewards[i] * REWARD_ONE + 0.5),
                                  memory_order_relaxed);
}

static void make_report(struct flat *flat, struct cop_report *report)
{
    int best = 0;

    *report = (struct cop_report){.player = flat->player,
                                  .lower = cop_rollout_worst(&flat->rollout),
                                  .upper = cop_rollout_best(&flat->rollout),
                                  .candidates = flat->candidates,
                                  .candidate_count = flat->count,
                                  .depth = 1,
                                  .line_length = 1};
    for (int i = 0; i < flat->count; i++) {
        struct cop_candidate *candidate = &flat->candidates[i];
        int64_t visits = atomic_load_explicit(&flat->arms[i].visits, memory_order_relaxed);
        int64_t reward =
            atomic_load_explicit(&flat->arms[i].rewards[flat->player], memory_order_relaxed);

        *candidate =
            (struct cop_candidate){.move = flat->moves[i],
                                   .visits = visits,
                                   .kind = visits > 0 ? COP_VALUE_ESTIMATE : COP_VALUE_NONE,
                                   .low = cop_rollout_worst(&flat->rollout),
                                   .high = cop_rollout_best(&flat->rollout)};
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

static void show_progress(void *context)
{
    struct flat *flat = context;
    struct cop_report report;

    make_report(flat, &report);
    report.seconds = cop_run_seconds(&flat->run);
    flat->watch->progress(flat->watch->context, &report);
}

static void work(void *context, int number)
{
    struct flat *flat = context;
    struct sampler *sampler = &flat->samplers[number];

    while (cop_run_step(&flat->run, &sampler->pace)) {
        int64_t turn = atomic_fetch_add_explicit(&flat->turns, 1, memory_order_relaxed);

        sample_arm(sampler, (int)(turn % flat->count));
    }
}

static bool flat_think(void *self, const void *state, const struct cop_limits *limits,
                       const struct cop_watch *watch, struct cop_report *report,
                       struct cop_error *error)
{
    struct flat *flat = self;
    struct cop_run_terms terms = cop_search_terms(limits, watch, show_progress, flat);
    bool done = true;

    terms.tickets = cop_lesser_limit(limits->sims, limits->nodes); /* a game is a node here */
    cop_run_begin(&flat->run, &terms);
    flat->root = state;
    cop_rollout_root(&flat->rollout, state);
    flat->watch = watch;
    flat->player = flat->game->rules->turn(flat->game, state);
    flat->count = flat->game->rules->moves(flat->game, state, flat->moves);
    memset(flat->arms, 0, (size_t)flat->count * sizeof *flat->arms);
    atomic_store(&flat->turns, 0);
    for (int i = 0; i < flat->threads; i++) {
        cop_rng_seed(&flat->samplers[i].rng, cop_rng_next(&flat->seeds));
        cop_pace_begin(&flat->samplers[i].pace, i == 0, 1);
    }
    if (flat->count > 1)
        done = cop_run_threads(&flat->run, flat->threads, work, flat, error) ||
               cop_fail_in(error, "mc");
    make_report(flat, report);
    report->seconds = cop_run_seconds(&flat->run);
    return done;
}

const struct cop_agent_kind cop_mc_agent = {
    .name = "mc",
    .title = "Flat Monte Carlo",
    .summary = "plays as many random games after every move and takes the best mean",
    .options = flat_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .check = flat_check,
    .open = flat_open,
    .close = flat_close,
    .start = flat_start,
    .think = flat_think,
};
