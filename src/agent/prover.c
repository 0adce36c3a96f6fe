/* prover.c - proof-number search as a player: it plays what is proven, and leaves the rest to
 * another agent.
 *
 * The other agent has a short look first, so that there is something to say while a proof is looked
 * for with a part of the limits. A win that is proven is played at once, and so
 * is a draw if more is proven to be impossible; a position that is lost for certain is left to the
 * other agent, which may still find the move that is hardest to answer.
 *
 * With stake=score points are proven, and the move is played that is proven to be good for most
 * (amazons-endgame-and-books.md 2.14), also where more may be possible and where all loses. */
#include "agent/prover.h"

#include <math.h>
#include <stdlib.h>

#include "agent/exact.h"
#include "base/clock.h"
#include "search/oracle.h"
#include "search/proof/prove.h"

static const struct cop_option common_options[] = {
    {"share", COP_REAL, "0.5", 0.01, 1, NULL,
     "how much of the time or the nodes goes into the proof; the rest is the other agent's"},
    {"otherwise", COP_SPEC, "mcts", 0, 0, NULL, "who chooses a move where nothing is proven"},
    {"stake", COP_CHOICE, "payoff", 0, 0, "payoff|score",
     "what is proven: who wins; or points, and then the best move that is proven to make some is "
     "played"},
    {NULL},
};

static const struct cop_option pn_options[] = {
    {"Player", COP_TABLE, .table = common_options},
    {"Proof", COP_TABLE, .table = cop_pn_options},
    {NULL},
};

static const struct cop_option dfpn_options[] = {
    {"Player", COP_TABLE, .table = common_options},
    {"Proof", COP_TABLE, .table = cop_dfpn_options},
    {NULL},
};

static bool is_depth_first(const struct cop_agent_kind *kind)
{
    return kind->options == dfpn_options;
}

struct prover {
    const struct cop_game *game;
    struct cop_prover how;
    struct cop_agent *other;
    size_t memory;
    int threads;
    double share;
    enum cop_stake stake;
    struct cop_candidate *candidates;
    cop_move *moves;
};

/* A player has an opponent, and whom it plays must not be refused in the middle of a game. */
static bool fits(const struct cop_game *game, struct cop_error *error)
{
    if (game->players == 1)
        return cop_fail(error, "a player who plays what is proven needs an opponent");
    return cop_prove_fits(game, COP_STAKE_PAYOFF, error);
}

static enum cop_stake stake_of(const struct cop_settings *settings)
{
    return cop_choice(settings, "stake") == 1 ? COP_STAKE_SCORE : COP_STAKE_PAYOFF;
}

static bool check(const struct cop_agent_kind *kind, const struct cop_game *game,
                  const struct cop_settings *settings, const struct cop_means *means,
                  struct cop_error *error)
{
    const char *other = cop_words(settings, "otherwise");
    const struct cop_limits limits = {
        .time = 1, .sims = 1, .nodes = 1, .depth = 1, .means = *means};
    struct cop_prover how;

    if (cop_agent_is_external(other))
        return cop_fail(error, "%s: \"%.40s\" runs another program; name one of Coppice's agents",
                        kind->name, other);
    return (cop_prover_read(settings, is_depth_first(kind), &how, error) &&
            cop_prover_fits(&how, game, error) && cop_prove_fits(game, stake_of(settings), error) &&
            cop_agent_check(game, other, &limits, NULL, error)) ||
           cop_fail_in(error, "%s", kind->name);
}

static void close_prover(void *self)
{
    struct prover *prover = self;

    cop_agent_close(prover->other);
    free(prover->candidates);
    free(prover->moves);
    free(prover);
}

static void *open_prover(const struct cop_agent_kind *kind, const struct cop_game *game,
                         const struct cop_settings *settings, const struct cop_means *means,
                         struct cop_error *error)
{
    struct prover *prover = calloc(1, sizeof *prover);
    struct cop_means half = *means;

    half.memory = means->memory / 2;
    if (prover != NULL) {
        prover->game = game;
        prover->memory = means->memory - half.memory;
        prover->threads = means->threads;
        prover->share = cop_real(settings, "share");
        prover->stake = stake_of(settings);
        prover->moves = calloc((size_t)game->max_moves, sizeof *prover->moves);
        prover->candidates = calloc((size_t)game->max_moves, sizeof *prover->candidates);
    }
    if (prover == NULL || prover->moves == NULL || prover->candidates == NULL) {
        cop_fail(error, "%s: not enough memory", kind->name);
    } else if (cop_prover_read(settings, is_depth_first(kind), &prover->how, error)) {
        prover->other = cop_agent_open(game, cop_words(settings, "otherwise"), &half, error);
        if (prover->other != NULL)
            return prover;
        cop_fail_in(error, "%s", kind->name);
    }
    if (prover != NULL)
        close_prover(prover);
    return NULL;
}

static void start(void *self, uint64_t seed)
{
    struct prover *prover = self;

    cop_agent_start(prover->other, seed);
}

/* What is known of every move when one is proven to be the best; where that one loses, all do. */
static void report_proof(struct prover *prover, const void *state,
                         const struct cop_solution *solution, struct cop_report *report)
{
    const struct cop_game *game = prover->game;
    double value = solution->lower;
    int player = game->rules->turn(game, state);

    *report = (struct cop_report){.best = solution->best,
                                  .player = player,
                                  .upper = 1,
                                  .proof = cop_proof_of(value),
                                  .depth = 1,
                                  .nodes = solution->positions,
                                  .seconds = solution->seconds,
                                  .stopped_early = true,
                                  .line = {solution->best},
                                  .line_length = 1,
                                  .candidates = prover->candidates};
    report->value[player] = value;
    report->value[1 - player] = 1 - value;
    report->candidate_count = game->rules->moves(game, state, prover->moves);
    for (int i = 0; i < report->candidate_count; i++) {
        bool is_known = prover->moves[i] == solution->best || value == 0;

        prover->candidates[i] =
            (struct cop_candidate){.move = prover->moves[i],
                                   .value = value,
                                   .kind = is_known    ? COP_VALUE_EXACT
                                           : value < 1 ? COP_VALUE_AT_MOST
                                                       : COP_VALUE_NONE,
                                   .low = is_known ? value : 0,
                                   .high = value,
                                   .proof = is_known ? report->proof : COP_UNPROVEN};
    }
}

/* ---- One search ---- */

/* The other agent looks first, with a small part of every limit, so that there is always a move. */
static const double first_look = 0.05, longest_first_look = 0.5;

/* Where the proof may take longer than somebody wants to wait, the other agent has its share of the
 * time in slices, each twice as long as the one before. */
static const double long_time = 5, first_slice = 0.25, period_of_slices = 0.05;

struct thinking {
    struct prover *prover;
    const void *state;
    const struct cop_limits *limits;
    const struct cop_watch *watch; /* the caller's, or NULL */
    double began;
    struct cop_solution proof; /* so far */
    struct cop_report other;   /* what the other agent has said last, without its nodes, */
    int64_t nodes;             /* those of all its looks, */
    double looked, slice;      /* the seconds that it has had, and has next */
    bool has_slices, has_failed;
    struct cop_error *error;
};

static double now(const struct thinking *thinking)
{
    return cop_now_by(thinking->limits->processor);
}

static bool is_stopped(const struct thinking *thinking)
{
    return thinking->watch != NULL && thinking->watch->stop != NULL &&
           atomic_load(thinking->watch->stop);
}

/* Of a lost position all moves lose, whatever the other agent thinks of them. */
static void tell_losses(struct prover *prover, struct cop_report *report)
{
    report->proof = COP_PROVEN_LOSS;
    for (int i = 0; i < report->candidate_count; i++) {
        prover->candidates[i] = report->candidates[i];
        if (prover->candidates[i].proof != COP_PROVEN_LOSS)
            cop_candidate_settle(report, &prover->candidates[i], 0);
    }
    report->candidates = prover->candidates;
}

/* The other agent's report with what the proof knows by now. */
static struct cop_report joined_report(const struct thinking *thinking,
                                       const struct cop_report *report)
{
    struct cop_report joined = *report;

    joined.nodes += thinking->nodes + thinking->proof.positions;
    joined.seconds = now(thinking) - thinking->began;
    joined.proof_number = thinking->proof.proof;
    joined.disproof_number = thinking->proof.disproof;
    if (joined.upper == joined.lower)
        joined.upper = joined.lower + 1;
    if (thinking->prover->stake == COP_STAKE_PAYOFF && thinking->proof.upper == 0)
        tell_losses(thinking->prover, &joined);
    return joined;
}

static void show(void *context, const struct cop_report *report)
{
    const struct thinking *thinking = context;
    struct cop_report joined = joined_report(thinking, report);

    thinking->watch->progress(thinking->watch->context, &joined);
}

static bool ask_other(struct thinking *thinking, const struct cop_limits *limits)
{
    struct cop_watch watch = {0};
    struct cop_report report;
    double began = now(thinking);

    if (thinking->watch != NULL)
        watch = *thinking->watch;
    if (watch.progress != NULL) {
        watch.progress = show;
        watch.context = thinking;
    }
    if (!cop_agent_think(thinking->prover->other, thinking->state, limits, &watch, &report,
                         thinking->error))
        return false;
    thinking->looked += now(thinking) - began;
    thinking->nodes += report.nodes;
    report.nodes = 0;
    if (report.best != COP_NO_MOVE)
        thinking->other = report;
    return true;
}

static int64_t part_of(int64_t count, double part)
{
    return count > 0 && (double)count * part < 1 ? 1 : (int64_t)((double)count * part);
}

static bool look_first(struct thinking *thinking)
{
    struct cop_limits limits = *thinking->limits;

    limits.sims = part_of(limits.sims, first_look);
    limits.nodes = part_of(limits.nodes, first_look);
    if (limits.time > 0)
        limits.time = fmin(limits.time * first_look, longest_first_look);
    else if (!cop_is_counted(&limits))
        limits.time = first_slice;
    return ask_other(thinking, &limits);
}

/* The other agent's share of the time so far has become as long as its next slice. */
static bool is_due(const struct thinking *thinking)
{
    double share = thinking->prover->share;
    double of_proof = now(thinking) - thinking->began - thinking->looked;

    return thinking->has_slices &&
           of_proof * (1 - share) >= (thinking->looked + thinking->slice) * share;
}

static void look_again(struct thinking *thinking)
{
    struct cop_limits limits = {.time = thinking->slice, .means = thinking->limits->means};

    thinking->slice *= 2;
    thinking->has_failed = !ask_other(thinking, &limits);
    thinking->has_slices = !thinking->has_failed;
}

/* The proof goes on when this returns. */
static void follow_proof(void *context, const struct cop_solution *so_far)
{
    struct thinking *thinking = context;

    thinking->proof = *so_far;
    if (is_due(thinking) && !is_stopped(thinking))
        look_again(thinking);
    if (thinking->watch != NULL && thinking->watch->progress != NULL)
        show(thinking, &thinking->other);
}

/* With slices the other agent's time is a part of the proof's. */
static struct cop_solve_limits terms_of_proof(struct thinking *thinking)
{
    const struct cop_limits *limits = thinking->limits;
    const struct cop_watch *watch = thinking->watch;
    int64_t counted = limits->nodes > 0 ? limits->nodes : limits->sims;
    double left = limits->time - thinking->looked;
    struct cop_solve_limits terms = {.positions = part_of(counted, thinking->prover->share),
                                     .processor = limits->processor,
                                     .memory = thinking->prover->memory,
                                     .threads = thinking->prover->threads,
                                     .stop = watch != NULL ? watch->stop : NULL};

    if (limits->time > 0)
        terms.time =
            fmax(thinking->has_slices ? left : fmin(left, limits->time * thinking->prover->share),
                 limits->time * 0.01);
    if (thinking->has_slices || (watch != NULL && watch->progress != NULL)) {
        terms.period = watch != NULL && watch->period > 0 ? watch->period : period_of_slices;
        terms.progress = follow_proof;
        terms.context = thinking;
    }
    return terms;
}

/* What is left for the other agent after a proof that has not come about; false: nothing is. */
static bool rest_of(const struct thinking *thinking, struct cop_limits *rest)
{
    const struct cop_limits *limits = thinking->limits;
    int64_t spent = thinking->proof.positions + part_of(limits->nodes, first_look);
    double left = limits->time - (now(thinking) - thinking->began);

    *rest = *limits;
    if (limits->time > 0)
        rest->time = fmax(left, limits->time * 0.01);
    if (limits->nodes > 0)
        rest->nodes = limits->nodes > spent ? limits->nodes - spent : 1;
    if (limits->sims > 0)
        rest->sims -= limits->sims > 1 ? part_of(limits->sims, first_look) : 0;
    return !is_stopped(thinking) &&
           !(thinking->has_slices && limits->time > 0 && left < limits->time * 0.01);
}

/* The move that is good for most by now. Of two whose points are a lead, who is ahead wins. */
static void report_points(struct thinking *thinking, struct cop_report *report)
{
    const struct cop_game *game = thinking->prover->game;
    const struct cop_solution *proof = &thinking->proof;
    bool is_known = proof->lower == proof->upper && game->score_is_margin;

    *report = joined_report(thinking, &thinking->other);
    report->best = report->line[0] = proof->best;
    report->line_length = report->turn_length = 1;
    if (is_known && proof->lower != 0) {
        struct cop_solution payoff = *proof;

        payoff.lower = proof->lower > 0;
        report_proof(thinking->prover, thinking->state, &payoff, report);
        report->has_margin = true;
        report->margin = proof->lower;
    }
    report->nodes = thinking->nodes + proof->positions;
    report->seconds = now(thinking) - thinking->began;
}

/* Who is told to stop before the proof has begun, where what it starts from is still being
 * prepared, has no proof and no failure either. */
static bool prove(struct thinking *thinking)
{
    const struct prover *prover = thinking->prover;
    const struct cop_solution nothing = thinking->proof;
    struct cop_solve_limits terms = terms_of_proof(thinking);

    if (cop_prove(prover->game, thinking->state, prover->stake, &prover->how, &terms,
                  &thinking->proof, thinking->error))
        return !thinking->has_failed;
    thinking->proof = nothing;
    return is_stopped(thinking) && !thinking->has_failed;
}

static bool think(void *self, const void *state, const struct cop_limits *limits,
                  const struct cop_watch *watch, struct cop_report *report, struct cop_error *error)
{
    struct prover *prover = self;
    struct thinking thinking = {.prover = prover,
                                .state = state,
                                .limits = limits,
                                .watch = watch,
                                .began = cop_now_by(limits->processor),
                                .proof = {.upper = 1},
                                .other = {.best = COP_NO_MOVE},
                                .slice = first_slice,
                                .error = error};
    struct cop_limits rest;

    if (!look_first(&thinking))
        return false;
    thinking.has_slices =
        !cop_is_counted(limits) && (limits->time <= 0 || limits->time > long_time);
    if (!prove(&thinking))
        return false;
    if (prover->stake == COP_STAKE_SCORE && thinking.proof.best != COP_NO_MOVE) {
        report_points(&thinking, report);
        return true;
    }
    if (prover->stake == COP_STAKE_PAYOFF && thinking.proof.lower == thinking.proof.upper &&
        thinking.proof.lower > 0) {
        report_proof(prover, state, &thinking.proof, report);
        report->seconds = now(&thinking) - thinking.began;
        return true;
    }
    if (rest_of(&thinking, &rest) && !ask_other(&thinking, &rest))
        return false;
    *report = joined_report(&thinking, &thinking.other);
    return true;
}

static void played(void *self, const void *before, cop_move move)
{
    struct prover *prover = self;

    cop_agent_played(prover->other, before, move);
}

#define PROVER                                                                            \
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES, .fits = fits, .check = check, \
    .open = open_prover, .close = close_prover, .start = start, .think = think, .played = played

const struct cop_agent_kind cop_pn_agent = {
    .name = "pn",
    .title = "Proof-number search",
    .summary = "plays what it can prove, and leaves the rest to another agent; second=tree is PN2",
    .options = pn_options,
    PROVER,
};

const struct cop_agent_kind cop_dfpn_agent = {
    .name = "dfpn",
    .title = "df-PN",
    .summary = "the same, depth first with a table",
    .options = dfpn_options,
    PROVER,
};
