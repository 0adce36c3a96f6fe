/* selective.c - how much less deeply a search looks at moves that come late in its order, and which
 * positions it does not look at to their depth at all (Multi-ProbCut).
 *
 * Nothing that is called proven rests on either: a reduced search only says that a move is no
 * better than another, by a value that is either a judgement, and counts as a horizon, or that of
 * games that are over at whatever depth; and what is foretold is a judgement too. */
#include <math.h>

#include "base/logarithm.h"
#include "search/tree/search.h"

/* Nearer to the leaves a ply less would be no search at all. */
enum { REDUCED_DEPTH = 2 };

/* By a logarithm in both, as the last of many moves differ less than the first; and by an even
 * number of plies: whoever moves last looks better than he is, so that a search that ends with the
 * other side's move would seem to beat the best move so far wherever it is asked (docs/searches.md
 * has what that costs). Where a value is wanted, and not only a bound, two plies less of it. */
static int growing(double rate, int depth, int index, bool is_scout)
{
    int pairs = (int)(rate * cop_ln((uint64_t)depth + 1) * cop_ln((uint64_t)index + 1) / 2 + 0.5);

    if (!is_scout && pairs > 0)
        pairs--;
    return 2 * pairs <= depth ? 2 * pairs : depth & ~1;
}

int plies_less(const struct tree_config *config, int depth, int index, bool is_scout)
{
    if (config->reduce == 0 || index < config->reduce || depth < REDUCED_DEPTH)
        return 0;
    return config->reduce_rate > 0 ? growing(config->reduce_rate, depth, index, is_scout) : 1;
}

/* ---- Multi-ProbCut ----
 *
 * A shallow value v foretells the deep one: slope v + offset, give or take so many deviations.
 * Where even that is outside the window, the deep search is left out. Only bounds are foretold, and
 * only between judgements: neither a win nor a loss follows from a fit. */

/* Values of the side that moves which are further from 0 are no judgements. */
static double judged_limit(const struct tree_search *search)
{
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;
    double range = search->upper - search->lower;
    double end = fmin(search->upper, -search->lower) - JUDGED_MARGIN * range;

    return evaluator->sure > 0 ? fmin(evaluator->sure, end) : end;
}

/* A bound of what the node is worth to the side that moves, by which it is at least `edge` or less.
 */
static double ask(struct worker *worker, int ply, int depth, int sign, double edge)
{
    double below = -just_above(-edge);

    return sign > 0 ? visit(worker, ply, depth, below, edge)
                    : -visit(worker, ply, depth, -edge, -below);
}

/* Asks on the side of the window where the position itself looks to be. A shallow search that sees
 * the end of the game needs no model. */
static bool asks_well(struct worker *worker, int ply, const struct cop_fit *fit, int sign,
                      double judged, double low, double high, double *value)
{
    double limit = judged_limit(worker->search);
    double spread = worker->search->config.foresight * fit->deviation;
    bool is_high = judged >= high;
    double bound = is_high ? high : low, shallow = judged;
    double edge = ((is_high ? high + spread : low - spread) - fit->offset) / fit->slope;

    if (!(fabs(bound) < limit) || !(fabs(edge) < limit))
        return false;
    if (!is_high)
        edge = just_above(edge);
    if (fit->shallow > 0)
        shallow = ask(worker, ply, fit->shallow, sign, edge);
    if (worker->is_stopped || (shallow >= edge) != is_high)
        return false;
    *value = fabs(shallow) < limit ? bound : shallow;
    return true;
}

bool has_fit(const struct tree_config *config, int depth, double alpha, double beta)
{
    const struct cop_fit *fit = config->fits;

    if (beta > just_above(alpha))
        return false;
    while (fit->deep != 0 && fit->deep != depth)
        fit++;
    return fit->deep != 0;
}

bool is_foretold(struct worker *worker, int ply, int depth, int sign, double low, double high,
                 double *value)
{
    double judged = sign * judge(worker, frame_at(worker, ply)->state);
    int64_t horizons = worker->horizons - 1;

    for (const struct cop_fit *fit = worker->search->config.fits; fit->deep != 0; fit++) {
        if (fit->deep != depth || fit->slope <= 0)
            continue;
        if (asks_well(worker, ply, fit, sign, judged, low, high, value))
            return true;
        if (worker->is_stopped)
            return false;
    }
    worker->horizons = horizons; /* answers that are not used are no judgements */
    return false;
}
