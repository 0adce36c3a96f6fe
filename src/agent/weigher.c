/* weigher.c - one move after the other is solved, each with the same part of the limits. */
#include "agent/weigher.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/exact.h"
#include "base/clock.h"
#include "coppice/solve.h"
#include "search/solve/check.h"

static const struct cop_option options[] = {
    {"stake", COP_CHOICE, "payoff", 0, 0, "payoff|score",
     "what moves are weighed by: the payoff, or the game's own points"},
    {NULL},
};

struct weigher {
    const struct cop_game *game;
    enum cop_stake stake;
    size_t memory;
    int threads;
    cop_move *moves;
    struct cop_candidate *candidates;
    void *child;
};

static enum cop_stake stake_of(const struct cop_settings *settings)
{
    return cop_choice(settings, "stake") == 1 ? COP_STAKE_SCORE : COP_STAKE_PAYOFF;
}

static bool fits(const struct cop_game *game, struct cop_error *error)
{
    if (game->players != 2)
        return cop_fail(error, "moves are weighed in games of two players");
    return cop_solve_fits(game, COP_STAKE_PAYOFF, error);
}

static bool check(const struct cop_agent_kind *kind, const struct cop_game *game,
                  const struct cop_settings *settings, const struct cop_means *means,
                  struct cop_error *error)
{
    (void)means;
    if (stake_of(settings) == COP_STAKE_SCORE && !game->score_is_margin)
        return cop_fail(error,
                        "%s: stake=score is for games where the points of one are the other's "
                        "loss; those of %s are not",
                        kind->name, game->name);
    return cop_solve_fits(game, stake_of(settings), error) || cop_fail_in(error, "%s", kind->name);
}

static void close_weigher(void *self)
{
    struct weigher *weigher = self;

    free(weigher->moves);
    free(weigher->candidates);
    free(weigher->child);
    free(weigher);
}

static void *open_weigher(const struct cop_agent_kind *kind, const struct cop_game *game,
                          const struct cop_settings *settings, const struct cop_means *means,
                          struct cop_error *error)
{
    struct weigher *weigher = calloc(1, sizeof *weigher);

    if (weigher != NULL) {
        weigher->game = game;
        weigher->stake = stake_of(settings);
        weigher->memory = means->memory;
        weigher->threads = means->threads;
        weigher->moves = calloc((size_t)game->max_moves, sizeof *weigher->moves);
        weigher->candidates = calloc((size_t)game->max_moves, sizeof *weigher->candidates);
        weigher->child = malloc(game->state_size);
    }
    if (weigher != NULL && weigher->moves != NULL && weigher->candidates != NULL &&
        weigher->child != NULL)
        return weigher;
    cop_fail(error, "%s: not enough memory", kind->name);
    if (weigher != NULL)
        close_weigher(weigher);
    return NULL;
}

/* ---- One move ---- */

/* A lost and a won game, or the least and the most points. */
static struct cop_bounds widest(const struct weigher *weigher)
{
    if (weigher->stake == COP_STAKE_SCORE)
        return (struct cop_bounds){weigher->game->score_low, weigher->game->score_high};
    return (struct cop_bounds){0, 1};
}

static double value_at_end(const struct weigher *weigher, int player)
{
    const struct cop_game *game = weigher->game;
    double payoffs[COP_PLAYERS_MAX];

    if (weigher->stake == COP_STAKE_SCORE)
        return game->rules->score(game, weigher->child, player);
    game->rules->payoff(game, weigher->child, payoffs);
    return payoffs[player];
}

/* What `player` gets after the move that has led to the child. */
static bool weigh(struct weigher *weigher, int player, const struct cop_solve_limits *limits,
                  struct cop_bounds *bounds, int64_t *positions, struct cop_error *error)
{
    const struct cop_game *game = weigher->game;
    struct cop_bounds all = widest(weigher);
    int turn = game->rules->turn(game, weigher->child);
    struct cop_solution solution;

    if (turn == COP_OVER) {
        bounds->low = bounds->high = value_at_end(weigher, player);
        return true;
    }
    if (!cop_solve(game, weigher->child, weigher->stake, limits, &solution, error))
        return false;
    *positions += solution.positions;
    *bounds = (struct cop_bounds){solution.lower, solution.upper};
    if (turn != player) /* what one has, the other has not */
        *bounds = (struct cop_bounds){all.low + all.high - solution.upper,
                                      all.low + all.high - solution.lower};
    return true;
}

/* ---- All of them ---- */

static int64_t counted(const struct cop_limits *limits)
{
    return limits->nodes > 0 ? limits->nodes : limits->sims;
}

/* Of `count` moves, `left` of which are not yet weighed. */
static struct cop_solve_limits part_of(const struct weigher *weigher,
                                       const struct cop_limits *limits,
                                       const struct cop_watch *watch, int count, int left,
                                       double gone)
{
    struct cop_solve_limits part = {.processor = limits->processor,
                                    .memory = weigher->memory,
                                    .threads = weigher->threads,
                                    .stop = watch != NULL ? watch->stop : NULL};
    int64_t all = counted(limits);

    if (all > 0)
        part.positions = all > count ? all / count : 1;
    if (limits->time > 0)
        part.time = fmax((limits->time - gone) / left, 1e-4);
    return part;
}

static enum cop_proof proof_of(const struct weigher *weigher, struct cop_bounds bounds)
{
    if (bounds.low < bounds.high)
        return COP_UNPROVEN;
    return weigher->stake == COP_STAKE_SCORE ? COP_PROVEN_EXACT : cop_proof_of(bounds.low);
}

static struct cop_candidate candidate_of(const struct weigher *weigher, cop_move move,
                                         struct cop_bounds bounds)
{
    bool is_known = bounds.low == bounds.high;

    return (struct cop_candidate){.move = move,
                                  .value = (bounds.low + bounds.high) / 2,
                                  .kind = is_known ? COP_VALUE_EXACT : COP_VALUE_NONE,
                                  .low = bounds.low,
                                  .high = bounds.high,
                                  .proof = proof_of(weigher, bounds)};
}

/* The move that is sure of most, and of those the one that may be worth more. */
static int best_of(const struct cop_candidate *candidates, int count)
{
    int best = 0;

    for (int i = 1; i < count; i++)
        if (candidates[i].low > candidates[best].low ||
            (candidates[i].low == candidates[best].low &&
             candidates[i].high > candidates[best].high))
            best = i;
    return best;
}

static void write_report(struct weigher *weigher, int player, int count, int64_t positions,
                         struct cop_report *report)
{
    const struct cop_candidate *best = &weigher->candidates[best_of(weigher->candidates, count)];
    struct cop_bounds all = widest(weigher), known = {best->low, best->low};

    for (int i = 0; i < count; i++)
        known.high = fmax(known.high, weigher->candidates[i].high);
    *report = (struct cop_report){.best = best->move,
                                  .player = player,
                                  .lower = all.low,
                                  .upper = all.high,
                                  .proof = proof_of(weigher, known),
                                  .depth = 1,
                                  .nodes = positions,
                                  .line = {best->move},
                                  .line_length = 1,
                                  .turn_length = 1,
                                  .candidates = weigher->candidates,
                                  .candidate_count = count};
    report->scale.rates_ends = weigher->stake == COP_STAKE_SCORE;
    report->value[player] = best->value;
    report->value[1 - player] = all.low + all.high - best->value;
}

static bool think(void *self, const void *state, const struct cop_limits *limits,
                  const struct cop_watch *watch, struct cop_report *report, struct cop_error *error)
{
    struct weigher *weigher = self;
    const struct cop_game *game = weigher->game;
    int count = game->rules->moves(game, state, weigher->moves);
    int player = game->rules->turn(game, state);
    double began = cop_now_by(limits->processor);
    int64_t positions = 0;

    for (int i = 0; i < count; i++) {
        struct cop_solve_limits part = part_of(weigher, limits, watch, count, count - i,
                                               cop_now_by(limits->processor) - began);
        struct cop_bounds bounds;

        memcpy(weigher->child, state, game->state_size);
        game->rules->play(game, weigher->child, weigher->moves[i]);
        if (counted(limits) > 0 && positions >= counted(limits))
            bounds = widest(weigher); /* fewer positions than moves are allowed */
        else if (!weigh(weigher, player, &part, &bounds, &positions, error))
            return false;
        weigher->candidates[i] = candidate_of(weigher, weigher->moves[i], bounds);
    }
    write_report(weigher, player, count, positions, report);
    report->seconds = cop_now_by(limits->processor) - began;
    return true;
}

const struct cop_agent_kind cop_solver_agent = {
    .name = "solver",
    .title = "Exact solver",
    .summary = "solves the position after every move, each with the same part of the limits, and "
               "plays the best",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .fits = fits,
    .check = check,
    .open = open_weigher,
    .close = close_weigher,
    .think = think,
};
