/* exact.c - one move after the other, as far as somebody knows the answer. */
#include "agent/exact.h"

#include <stdlib.h>
#include <string.h>

#include "agent/beside.h"
#include "agent/soon.h"
#include "coppice/solve.h"
#include "search/oracle.h"

/* The solver may look into so many positions for a move, a hundredth to a tenth of a second, and so
 * may the search for the distance; after so many moves that were too hard neither is asked any
 * more, and the solver no further when it has looked into so many for all moves together. */
enum { POSITIONS = 1 << 17, NODES = 1 << 16, FAILURES = 2, POSITIONS_OF_ALL = 1 << 21 };

static const size_t table_of_solver = (size_t)8 << 20;

enum cop_proof cop_proof_of(double payoff)
{
    return payoff >= 1 ? COP_PROVEN_WIN : payoff <= 0 ? COP_PROVEN_LOSS : COP_PROVEN_EXACT;
}

/* A draw is nobody's lead, where values are leads. */
double cop_report_value_of(const struct cop_report *report, double payoff)
{
    if (payoff > 0 && payoff < 1 && report->scale.rates_ends)
        return -report->scale.origin;
    return report->lower + payoff * (report->upper - report->lower);
}

void cop_candidate_settle(const struct cop_report *report, struct cop_candidate *candidate,
                          double payoff)
{
    candidate->kind = COP_VALUE_EXACT;
    if (candidate->proof == COP_PROVEN_EXACT)
        return; /* in points, which say more */
    candidate->value = candidate->low = candidate->high = cop_report_value_of(report, payoff);
    candidate->proof = cop_proof_of(payoff);
}

/* ---- Finding out ---- */

/* One look at all moves. */
struct asking {
    struct cop_exact *exact;
    struct cop_oracles oracles;
    const atomic_bool *stop;
    unsigned char *child;
    int failures, distance_failures; /* of the solver; of the search for distances */
    int64_t positions;               /* that the solver has looked into */
};

/* What the mover gets by a move, and how soon, as in a candidate. */
struct answer {
    double payoff;
    int distance, stage_distance;
};

/* What the mover gets after the move; false: nobody knows. */
static bool ask_solver(struct asking *asking, int turn, double *payoff)
{
    const struct cop_game *game = asking->exact->game;
    struct cop_solve_limits terms = {
        .positions = POSITIONS, .memory = table_of_solver, .threads = 1, .stop = asking->stop};
    struct cop_solution solution;
    struct cop_error ignored;

    if (!cop_beside_fits(game) || asking->failures >= FAILURES ||
        asking->positions >= POSITIONS_OF_ALL)
        return false;
    if (!cop_solve(game, asking->child, COP_STAKE_PAYOFF, &terms, &solution, &ignored)) {
        asking->failures++;
        return false;
    }
    asking->positions += solution.positions;
    if (solution.lower < solution.upper) {
        asking->failures++;
        return false;
    }
    *payoff = turn == asking->exact->player ? solution.lower : 1 - solution.lower;
    return true;
}

/* Where points are counted a game is played to its end, whoever has won. */
static bool has_distances(const struct cop_game *game)
{
    return cop_beside_fits(game) && !game->rules->can_solve(game, COP_STAKE_SCORE);
}

static int search_distance(struct asking *asking, int turn, double payoff)
{
    const struct cop_game *game = asking->exact->game;
    struct cop_report report;

    if (!has_distances(game) || asking->distance_failures >= FAILURES)
        return 0;
    if (cop_soon_find(game, asking->child, turn == asking->exact->player ? payoff : 1 - payoff,
                      NODES, asking->stop, &report))
        return report.distance + 1;
    asking->distance_failures++;
    return 0;
}

/* How many moves until the end, this one included; a player who can end the game at once does. */
static int distance_of(struct asking *asking, int turn, double payoff)
{
    const struct cop_game *game = asking->exact->game;

    if (turn == COP_OVER)
        return 1;
    if (turn < 0)
        return 0;
    if (game->rules->decisive != NULL && game->rules->decisive(game, asking->child) != COP_NO_MOVE)
        return 2;
    return search_distance(asking, turn, payoff);
}

static bool ask_database(struct asking *asking, const void *state, struct answer *answer)
{
    const struct cop_game *game = asking->exact->game;
    struct cop_bounds bounds;
    int distance;

    if (asking->oracles.database == NULL ||
        !cop_database_weigh(asking->oracles.database, state, asking->child, asking->exact->player,
                            &bounds, &distance) ||
        bounds.low < bounds.high)
        return false;
    answer->payoff = bounds.low;
    answer->stage_distance = game->rules->indexing->stage_end != NULL ? distance : 0;
    return true;
}

static bool find_payoff(struct asking *asking, const void *state, int turn, struct answer *answer)
{
    const struct cop_game *game = asking->exact->game;
    struct cop_bounds bounds;

    if (turn == COP_OVER) {
        double payoffs[COP_PLAYERS_MAX];

        game->rules->payoff(game, asking->child, payoffs);
        answer->payoff = payoffs[asking->exact->player];
        return true;
    }
    if (ask_database(asking, state, answer))
        return true;
    bounds =
        cop_oracles_probe(&asking->oracles, asking->child, COP_STAKE_PAYOFF, asking->exact->player);
    answer->payoff = bounds.low;
    return bounds.low >= bounds.high || (turn >= 0 && ask_solver(asking, turn, &answer->payoff));
}

static void ask_move(struct asking *asking, const void *state, struct cop_candidate *candidate)
{
    const struct cop_game *game = asking->exact->game;
    const struct cop_report payoffs = {.upper = 1};
    struct answer answer = {0};
    int turn;

    memcpy(asking->child, state, game->state_size);
    game->rules->play(game, asking->child, candidate->move);
    turn = game->rules->turn(game, asking->child);
    if (!find_payoff(asking, state, turn, &answer))
        return;
    cop_candidate_settle(&payoffs, candidate, answer.payoff);
    if (candidate->proof != COP_PROVEN_EXACT) {
        candidate->distance = distance_of(asking, turn, answer.payoff);
        candidate->stage_distance = answer.stage_distance;
    }
    asking->exact->known++;
}

static bool is_asked(const struct cop_game *game, const void *state)
{
    return game->players > 1 && !game->is_hidden && game->rules->turn(game, state) >= 0;
}

static void ask_all(struct asking *asking, const void *state, cop_move *moves)
{
    struct cop_exact *exact = asking->exact;

    exact->count = exact->game->rules->moves(exact->game, state, moves);
    for (int i = 0; i < exact->count; i++) {
        exact->candidates[i] = (struct cop_candidate){.move = moves[i], .high = 1};
        ask_move(asking, state, &exact->candidates[i]);
    }
}

bool cop_exact_find(struct cop_exact *exact, const struct cop_game *game, const void *state,
                    const atomic_bool *stop, struct cop_error *error)
{
    struct asking asking = {.exact = exact, .stop = stop};
    cop_move *moves;
    bool is_open;

    *exact = (struct cop_exact){.game = game, .player = game->rules->turn(game, state)};
    if (!is_asked(game, state))
        return true;
    if (!cop_oracles_open_all(&asking.oracles, game, stop, error))
        return false;
    moves = malloc((size_t)game->max_moves * sizeof *moves);
    asking.child = malloc(game->state_size);
    exact->candidates = malloc((size_t)game->max_moves * sizeof *exact->candidates);
    is_open = moves != NULL && asking.child != NULL && exact->candidates != NULL;
    if (is_open)
        ask_all(&asking, state, moves);
    free(moves);
    free(asking.child);
    return is_open || cop_fail(error, "not enough memory to look at the moves of %s", game->name);
}

void cop_exact_free(struct cop_exact *exact)
{
    free(exact->candidates);
    exact->candidates = NULL;
    exact->count = exact->known = 0;
}

bool cop_exact_words(const struct cop_exact *exact, int number, struct cop_text *text)
{
    const struct cop_report report = {.player = exact->player, .upper = 1};

    return cop_report_words(exact->game, &report, &exact->candidates[number], text);
}

/* ---- Into a report ---- */

static const struct cop_candidate *find(const struct cop_exact *exact, cop_move move)
{
    for (int i = 0; i < exact->count; i++)
        if (exact->candidates[i].move == move)
            return &exact->candidates[i];
    return NULL;
}

static void take_distance(const struct cop_candidate *known, int *distance, int *stage_distance)
{
    *distance = known->distance;
    *stage_distance = known->stage_distance;
}

/* The position is worth what its best move is: of a win that is enough, else all must be known. */
static void join_position(const struct cop_candidate *candidates, struct cop_report *report)
{
    const struct cop_candidate *best = NULL;
    bool are_known = true;

    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &candidates[i];

        are_known = are_known && candidate->proof != COP_UNPROVEN;
        if (candidate->move == report->best)
            best = candidate;
    }
    for (int i = 0; i < report->candidate_count && best != NULL; i++)
        if (candidates[i].value > best->value)
            are_known = false;
    if (best == NULL || (best->proof != COP_PROVEN_WIN && !are_known))
        return;
    if (report->proof == COP_UNPROVEN) {
        report->proof = best->proof;
        report->value[report->player] = best->value;
    }
    if (report->distance == 0 && report->proof == best->proof && best->proof == COP_PROVEN_WIN)
        take_distance(best, &report->distance, &report->stage_distance);
}

struct cop_candidate *cop_exact_join(const struct cop_exact *exact, struct cop_report *report)
{
    struct cop_candidate *joined;

    if (exact->known == 0 || report->candidate_count == 0 || report->has_total)
        return NULL;
    joined = malloc((size_t)report->candidate_count * sizeof *joined);
    if (joined == NULL)
        return NULL;
    if (report->lower == report->upper)
        report->upper = report->lower + 1;
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *known = find(exact, report->candidates[i].move);

        joined[i] = report->candidates[i];
        if (known == NULL || known->proof == COP_UNPROVEN)
            continue;
        if (joined[i].proof == COP_UNPROVEN)
            cop_candidate_settle(report, &joined[i], known->value);
        if (joined[i].distance == 0 && joined[i].proof == known->proof)
            take_distance(known, &joined[i].distance, &joined[i].stage_distance);
    }
    report->candidates = joined;
    join_position(joined, report);
    return joined;
}
