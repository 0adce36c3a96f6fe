/* beside.c - one thread that solves, and a report that takes what it knows. */
#include "agent/beside.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/exact.h"
#include "agent/soon.h"
#include "base/clock.h"
#include "coppice/solve.h"
#include "search/oracle.h"

/* Under a count each question may cost so many positions, about half a second; how long a win takes
 * is worth a few seconds at most. A search that knows its move before its time is up waits so long
 * for what the other moves are worth. */
enum { POSITIONS_COUNTED = 1 << 20, POSITIONS_OF_DISTANCE = 1 << 22 };
static const double patience = 3;

/* What is known so far. */
struct truth {
    bool is_known; /* what the position is worth, for the player to move: */
    double payoff;
    cop_move best;
    bool has_margin; /* and by how many points: */
    double margin;
    cop_move margin_best;
    int asked;       /* moves whose payoffs are known, or will not be */
    int distance;    /* 0: not known */
    int line_length; /* that takes so long */
    cop_move line[COP_LINE_MAX];
    bool is_over; /* the solver has ended */
};

struct cop_beside {
    const struct cop_game *game;
    const void *state;
    struct cop_limits limits;
    const struct cop_watch *caller;
    struct cop_watch watch;
    double began;
    int player, count;
    cop_move *moves;
    double *payoffs;                  /* for the player to move; NaN: not known */
    struct cop_candidate *candidates; /* of the last report */
    void *child;
    pthread_t thread;
    pthread_mutex_t lock; /* for what follows, and for payoffs */
    pthread_cond_t has_news;
    struct truth truth;
    atomic_bool stop, known;
};

bool cop_beside_fits(const struct cop_game *game)
{
    return game->rules->solve != NULL && game->players == 2 && game->is_constant_sum &&
           game->rules->can_solve(game, COP_STAKE_PAYOFF);
}

/* ---- The solver's thread ---- */

/* A time beside a count is there for the worst case. */
static bool is_timed(const struct cop_beside *beside)
{
    return !cop_is_counted(&beside->limits);
}

static bool ask(struct cop_beside *beside, const void *state, enum cop_stake stake,
                struct cop_solution *solution)
{
    struct cop_solve_limits terms = {.positions = is_timed(beside) ? 0 : POSITIONS_COUNTED,
                                     .memory = beside->limits.means.memory / 2,
                                     .threads = 1,
                                     .stop = &beside->stop};
    struct cop_error ignored;

    return cop_solve(beside->game, state, stake, &terms, solution, &ignored) &&
           solution->lower == solution->upper;
}

static bool learn_value(struct cop_beside *beside)
{
    struct cop_solution solution;

    if (!ask(beside, beside->state, COP_STAKE_PAYOFF, &solution))
        return false;
    pthread_mutex_lock(&beside->lock);
    beside->truth.is_known = true;
    beside->truth.payoff = solution.lower;
    beside->truth.best = solution.best;
    pthread_mutex_unlock(&beside->lock);
    return true;
}

static void learn_margin(struct cop_beside *beside)
{
    const struct cop_game *game = beside->game;
    struct cop_solution solution;

    if (game->score_low != -game->score_high || !game->rules->can_solve(game, COP_STAKE_SCORE) ||
        !ask(beside, beside->state, COP_STAKE_SCORE, &solution))
        return;
    pthread_mutex_lock(&beside->lock);
    beside->truth.has_margin = true;
    beside->truth.margin = solution.lower;
    beside->truth.margin_best = solution.best;
    pthread_mutex_unlock(&beside->lock);
}

static bool find_payoff(struct cop_beside *beside, int number, double *payoff)
{
    const struct cop_game *game = beside->game;
    struct cop_solution solution;
    int turn;

    memcpy(beside->child, beside->state, game->state_size);
    game->rules->play(game, beside->child, beside->moves[number]);
    turn = game->rules->turn(game, beside->child);
    if (turn == COP_OVER) {
        double payoffs[COP_PLAYERS_MAX];

        game->rules->payoff(game, beside->child, payoffs);
        *payoff = payoffs[beside->player];
        return true;
    }
    if (!ask(beside, beside->child, COP_STAKE_PAYOFF, &solution))
        return false;
    *payoff = turn == beside->player ? solution.lower : 1 - solution.lower;
    return true;
}

/* Of a lost position all moves lose. Are all of them known? */
static bool learn_moves(struct cop_beside *beside)
{
    bool all_known = true;

    for (int i = 0; i < beside->count; i++) {
        double payoff = 0;
        bool is_known = beside->truth.payoff <= 0 || find_payoff(beside, i, &payoff);

        pthread_mutex_lock(&beside->lock);
        beside->payoffs[i] = is_known ? payoff : NAN;
        beside->truth.asked = i + 1;
        pthread_cond_signal(&beside->has_news);
        pthread_mutex_unlock(&beside->lock);
        all_known = all_known && is_known;
    }
    return all_known;
}

/* A search that goes deeper and deeper sees the first end that can be forced. */
static void learn_distance(struct cop_beside *beside)
{
    struct cop_report report;

    if (cop_soon_find(beside->game, beside->state, beside->truth.payoff,
                      is_timed(beside) ? POSITIONS_OF_DISTANCE : POSITIONS_COUNTED, &beside->stop,
                      &report)) {
        pthread_mutex_lock(&beside->lock);
        beside->truth.distance = report.distance;
        beside->truth.line_length = report.line_length;
        memcpy(beside->truth.line, report.line, sizeof report.line);
        pthread_mutex_unlock(&beside->lock);
    }
}

/* A lost position is searched on, for the move that is hardest to answer. */
static void *solve(void *context)
{
    struct cop_beside *beside = context;

    if (learn_value(beside)) {
        bool all_known;

        learn_margin(beside);
        all_known = learn_moves(beside);
        if (!beside->truth.has_margin && beside->truth.payoff != 0.5)
            learn_distance(beside);
        if (all_known && beside->truth.payoff > 0)
            atomic_store(&beside->known, true);
    }
    pthread_mutex_lock(&beside->lock);
    beside->truth.is_over = true;
    pthread_cond_signal(&beside->has_news);
    pthread_mutex_unlock(&beside->lock);
    return NULL;
}

/* ---- The report ---- */

/* No move is better than the position. */
static void hold_down(const struct cop_report *report, struct cop_candidate *candidate,
                      double payoff)
{
    double most = cop_report_value_of(report, payoff);

    candidate->high = fmin(candidate->high, most);
    if (candidate->kind == COP_VALUE_NONE || candidate->value <= most)
        return;
    candidate->value = most;
    candidate->kind = COP_VALUE_AT_MOST;
}

static double payoff_of(const struct cop_beside *beside, const struct truth *truth, cop_move move)
{
    for (int i = 0; i < truth->asked; i++)
        if (beside->moves[i] == move)
            return beside->payoffs[i];
    return NAN;
}

/* With the lock held. */
static void tell_moves(struct cop_beside *beside, const struct truth *truth,
                       struct cop_report *report)
{
    for (int i = 0; i < report->candidate_count; i++) {
        struct cop_candidate *candidate = &beside->candidates[i];
        double payoff;

        *candidate = report->candidates[i];
        payoff = payoff_of(beside, truth, candidate->move);
        if (truth->payoff <= 0)
            payoff = 0;
        else if (isnan(payoff) && candidate->move == truth->best)
            payoff = truth->payoff;
        if (!isnan(payoff))
            cop_candidate_settle(report, candidate, payoff);
        else
            hold_down(report, candidate, truth->payoff);
    }
    report->candidates = beside->candidates;
}

static void take_line(struct cop_report *report, cop_move best, const cop_move *line, int length)
{
    report->best = best;
    report->line_length = length > 0 ? length : 1;
    report->line[0] = best;
    if (length > 0)
        memcpy(report->line, line, (size_t)length * sizeof *line);
    report->turn_length = 1;
}

static const struct cop_candidate *candidate_of(const struct cop_report *report, cop_move move)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move == move)
            return &report->candidates[i];
    return NULL;
}

/* The search's move where it is as good as any; of a lost position always. */
static void choose(const struct truth *truth, struct cop_report *report)
{
    const struct cop_candidate *own = candidate_of(report, report->best), *other;
    bool is_good = own != NULL && own->proof == cop_proof_of(truth->payoff);

    if (truth->distance > 0) {
        take_line(report, truth->line[0], truth->line, truth->line_length);
        return;
    }
    if (truth->has_margin)
        other = candidate_of(report, truth->margin_best);
    else
        other = is_good ? own : candidate_of(report, truth->best);
    if (other != NULL && other != own)
        take_line(report, other->move, other->line, other->line_length);
}

static void tell_value(const struct cop_beside *beside, const struct truth *truth,
                       struct cop_report *report)
{
    if (report->proof == COP_UNPROVEN) {
        report->proof = cop_proof_of(truth->payoff);
        report->value[beside->player] = cop_report_value_of(report, truth->payoff);
        report->value[1 - beside->player] = cop_report_value_of(report, 1 - truth->payoff);
    }
    report->has_margin = truth->has_margin;
    report->margin = truth->margin;
    if (truth->distance == 0)
        return;
    report->distance = truth->distance;
    for (int i = 0; i < report->candidate_count; i++)
        if (beside->candidates[i].move == truth->line[0] && truth->payoff >= 1)
            beside->candidates[i].distance = truth->distance;
}

/* Puts what is known by now into the report. */
static void tell(struct cop_beside *beside, struct cop_report *report)
{
    struct truth truth;

    if (report->lower == report->upper)
        report->upper = 1;
    pthread_mutex_lock(&beside->lock);
    truth = beside->truth;
    if (truth.is_known)
        tell_moves(beside, &truth, report);
    pthread_mutex_unlock(&beside->lock);
    if (!truth.is_known)
        return;
    choose(&truth, report);
    tell_value(beside, &truth, report);
}

static void show_progress(void *context, const struct cop_report *report)
{
    struct cop_beside *beside = context;
    struct cop_report shown = *report;

    tell(beside, &shown);
    beside->caller->progress(beside->caller->context, &shown);
}

/* ---- Beginning and end ---- */

static struct cop_beside *allocate(const struct cop_game *game)
{
    struct cop_beside *beside = calloc(1, sizeof *beside);
    size_t moves = (size_t)game->max_moves;

    if (beside == NULL)
        return NULL;
    beside->moves = malloc(moves * sizeof *beside->moves);
    beside->payoffs = malloc(moves * sizeof *beside->payoffs);
    beside->candidates = malloc(moves * sizeof *beside->candidates);
    beside->child = malloc(game->state_size);
    if (beside->moves != NULL && beside->payoffs != NULL && beside->candidates != NULL &&
        beside->child != NULL)
        return beside;
    cop_beside_free(beside);
    return NULL;
}

struct cop_beside *cop_beside_begin(const struct cop_game *game, const void *state,
                                    const struct cop_limits *limits, const struct cop_watch *watch)
{
    struct cop_beside *beside = allocate(game);

    if (beside == NULL)
        return NULL;
    beside->game = game;
    beside->state = state;
    beside->limits = *limits;
    beside->caller = watch;
    beside->began = cop_now();
    beside->player = game->rules->turn(game, state);
    beside->count = game->rules->moves(game, state, beside->moves);
    if (watch != NULL)
        beside->watch = *watch;
    if (watch != NULL && watch->progress != NULL) {
        beside->watch.progress = show_progress;
        beside->watch.context = beside;
    }
    if (is_timed(beside)) /* a count is made to its end, whoever is faster */
        beside->watch.known = &beside->known;
    pthread_mutex_init(&beside->lock, NULL);
    pthread_cond_init(&beside->has_news, NULL);
    if (pthread_create(&beside->thread, NULL, solve, beside) == 0)
        return beside;
    pthread_mutex_destroy(&beside->lock);
    pthread_cond_destroy(&beside->has_news);
    cop_beside_free(beside);
    return NULL;
}

const struct cop_watch *cop_beside_watch(const struct cop_beside *beside)
{
    return &beside->watch;
}

static bool is_stopped(const struct cop_beside *beside)
{
    return beside->caller != NULL && beside->caller->stop != NULL &&
           atomic_load(beside->caller->stop);
}

/* With the lock held: all moves are known, or will not be. */
static bool has_ended(const struct cop_beside *beside)
{
    return beside->truth.is_over || (is_timed(beside) && beside->truth.asked == beside->count);
}

static void wait_for_solver(struct cop_beside *beside)
{
    double until = beside->limits.time > 0 ? beside->began + beside->limits.time : INFINITY;

    if (is_timed(beside))
        until = fmin(until, cop_now() + patience);
    pthread_mutex_lock(&beside->lock);
    while (!has_ended(beside) && !is_stopped(beside) && cop_now() < until) {
        struct timespec soon;

        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_nsec += 10000000; /* the caller's flag wakes nobody */
        soon.tv_sec += soon.tv_nsec / 1000000000;
        soon.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&beside->has_news, &beside->lock, &soon);
    }
    pthread_mutex_unlock(&beside->lock);
}

void cop_beside_finish(struct cop_beside *beside, struct cop_report *report)
{
    if (report != NULL)
        wait_for_solver(beside);
    atomic_store(&beside->stop, true);
    pthread_join(beside->thread, NULL);
    if (report != NULL)
        tell(beside, report);
    pthread_mutex_destroy(&beside->lock);
    pthread_cond_destroy(&beside->has_news);
}

void cop_beside_free(struct cop_beside *beside)
{
    if (beside == NULL)
        return;
    free(beside->moves);
    free(beside->payoffs);
    free(beside->candidates);
    free(beside->child);
    free(beside);
}
