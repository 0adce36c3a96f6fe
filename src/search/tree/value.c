/* value.c - from an evaluator's numbers and a game's results to the values that are searched.
 *
 * With two players and a zero-sum evaluator a value is the root player's own number; else it is
 * that minus the numbers of all others (chance-and-multiplayer.md 2.11). */
#include <math.h>
#include <string.h>

#include "search/tree/search.h"

static double in_one_number(const struct tree_search *search, const double *of_player)
{
    double value = of_player[search->root];

    if (search->config.judge.evaluator.is_zero_sum)
        return value;
    for (int i = 0; i < search->game->players; i++)
        if (i != search->root)
            value -= of_player[i];
    return value;
}

static void evaluate(const struct tree_search *search, const void *state, double *of_player)
{
    search->config.judge.evaluator.evaluate(search->game, search->config.judge.prepared, state,
                                            of_player);
}

void end_values(struct worker *worker, const void *state, double *of_player)
{
    const struct tree_search *search = worker->search;
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;

    worker->leaves++;
    if (evaluator->rates_ends) {
        evaluate(search, state, of_player);
        return;
    }
    search->game->rules->payoff(search->game, state, of_player);
    for (int i = 0; i < search->game->players; i++)
        of_player[i] = evaluator->lower + of_player[i] * (evaluator->upper - evaluator->lower);
}

/* Can what is known of a result be said in the values that are searched? */
bool values_follow_results(const struct tree_search *search)
{
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;

    return search->game->players <= 2 && search->game->is_constant_sum && !evaluator->is_relative &&
           !evaluator->rates_ends && evaluator->horizon == NULL;
}

struct cop_bounds known_bounds(const struct tree_search *search, const void *state)
{
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;
    double range = evaluator->upper - evaluator->lower;
    double own[2]; /* the values of a lost and of a won game */
    struct cop_bounds bounds =
        cop_oracles_probe(&search->oracles, state, COP_STAKE_PAYOFF, search->root);

    own[0] = evaluator->is_zero_sum ? evaluator->lower : -range;
    own[1] = evaluator->is_zero_sum ? evaluator->upper : range;
    return (struct cop_bounds){own[0] + bounds.low * (own[1] - own[0]),
                               own[0] + bounds.high * (own[1] - own[0])};
}

double end_value(struct worker *worker, const void *state)
{
    double of_player[COP_PLAYERS_MAX];

    end_values(worker, state, of_player);
    return in_one_number(worker->search, of_player);
}

/* The same position has the same noise wherever it is met, so that the table stays true. */
static double noise_at(const struct tree_search *search, const void *state, int player)
{
    uint64_t key = search->game->rules->key(search->game, state);
    uint64_t hash = cop_mix(key ^ cop_mix(search->seed + (uint64_t)player));

    return search->config.noise * (double)(hash >> 11) * 0x1p-53;
}

void judge_all(struct worker *worker, const void *state, double *of_player)
{
    const struct tree_search *search = worker->search;
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;
    double margin = JUDGED_MARGIN * (evaluator->upper - evaluator->lower);

    worker->leaves++;
    worker->horizons++;
    evaluate(search, state, of_player);
    for (int i = 0; i < search->game->players; i++) {
        if (search->config.noise > 0)
            of_player[i] += noise_at(search, state, i);
        else if (!evaluator->is_relative)
            continue;
        of_player[i] = fmin(of_player[i] - search->bias[i], evaluator->upper - margin);
        if (evaluator->is_relative)
            of_player[i] = fmax(of_player[i], evaluator->lower + margin);
    }
}

double judge(struct worker *worker, const void *state)
{
    const struct tree_search *search = worker->search;
    double of_player[COP_PLAYERS_MAX];
    double value, margin;

    worker->leaves++;
    worker->horizons++;
    evaluate(search, state, of_player);
    value = in_one_number(search, of_player);
    if (search->config.noise > 0)
        value += noise_at(search, state, search->root);
    else if (!search->config.judge.evaluator.is_relative)
        return value;
    margin = JUDGED_MARGIN * (worker->upper - worker->lower);
    value -= search->one_bias;
    return fmin(fmax(value, worker->lower + margin), worker->upper - margin);
}

/* The widest that values can be. In one number everybody else's are taken off. */
void set_range(struct tree_search *search)
{
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;
    bool is_one_number = search->config.family != FAMILY_MAXN && !evaluator->is_zero_sum;
    int others = is_one_number ? search->game->players - 1 : 0;

    search->lower = others > 0 ? evaluator->lower - others * evaluator->upper : evaluator->lower;
    search->upper = others > 0 ? evaluator->upper - others * evaluator->lower : evaluator->upper;
}

/* The same, or what a horizon of so many plies allows the root player (ontop.md 2.8): with that a
 * search can cut, but it is no range of what is reported, which is of the other players too. */
void set_bounds(struct worker *worker, int depth)
{
    const struct tree_search *search = worker->search;
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;

    worker->lower = search->lower;
    worker->upper = search->upper;
    if (evaluator->horizon != NULL)
        evaluator->horizon(search->game, search->config.judge.prepared, search->root_state,
                           search->root, depth, search->config.horizon, search->config.rate,
                           &worker->lower, &worker->upper);
}

void set_bias(struct tree_search *search)
{
    memset(search->bias, 0, sizeof search->bias);
    search->one_bias = 0;
    if (!search->config.judge.evaluator.is_relative)
        return;
    evaluate(search, search->root_state, search->bias);
    search->one_bias = in_one_number(search, search->bias);
}
