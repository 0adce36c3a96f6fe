/* pool.c - Bradley and Terry's ratings by Newton's method.
 *
 * The logarithm of the likelihood is concave, and has one highest point exactly if every agent that
 * is rated has, directly or through others, both taken points from the anchor and lost some to it.
 * So those who have not are set aside first. */
#include "match/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { STEPS_MAX = 200 };

#define ELO_FOR_ONE 173.717792761 /* 400 / ln 10: natural units to Elo */
#define DEVIATIONS  1.959963985   /* 95 % */
#define LONGEST     1.0           /* a step, in natural units */
#define ENOUGH      1e-10

void cop_pool_open(struct cop_pool *pool, int agents)
{
    size_t cells = (size_t)agents * (size_t)agents;

    *pool = (struct cop_pool){.agents = agents,
                              .games = cop_allocate(cells * sizeof *pool->games),
                              .points = cop_allocate(cells * sizeof *pool->points)};
}

void cop_pool_close(struct cop_pool *pool)
{
    free(pool->games);
    free(pool->points);
}

void cop_pool_add(struct cop_pool *pool, int i, int j, double games, double points)
{
    pool->games[i * pool->agents + j] += games;
    pool->games[j * pool->agents + i] += games;
    pool->points[i * pool->agents + j] += points;
    pool->points[j * pool->agents + i] += games - points;
}

/* ---- Who can be compared with the anchor ---- */

/* Marks who is reached from the anchor by steps from an agent to one that took points from it, or
 * with `down` to one that it took points from. */
static void reach(const struct cop_pool *pool, int anchor, bool down, bool *is_reached)
{
    int n = pool->agents, *waiting = cop_allocate((size_t)n * sizeof *waiting), count = 0;

    memset(is_reached, 0, (size_t)n * sizeof *is_reached);
    is_reached[anchor] = true;
    waiting[count++] = anchor;
    while (count > 0) {
        int from = waiting[--count];

        for (int to = 0; to < n; to++) {
            double points = down ? pool->points[from * n + to] : pool->points[to * n + from];

            if (points > 0 && !is_reached[to]) {
                is_reached[to] = true;
                waiting[count++] = to;
            }
        }
    }
    free(waiting);
}

/* ---- The fit ---- */

struct fit {
    const struct cop_pool *pool;
    int count;     /* agents that are fitted: all who are rated but the anchor */
    int *agents;   /* which */
    double *rates; /* of all agents, in natural units above the anchor */
    bool *is_rated;
    double *slope, *curvature; /* of the likelihood, by fitted agents; the latter a square */
};

static double expected(const struct fit *fit, int i, int j)
{
    return 1 / (1 + exp(fit->rates[j] - fit->rates[i]));
}

static void look_around(struct fit *fit)
{
    const struct cop_pool *pool = fit->pool;
    int n = fit->count;

    for (int row = 0; row < n; row++) {
        int i = fit->agents[row];
        double own = 0;

        fit->slope[row] = 0;
        for (int j = 0; j < pool->agents; j++) {
            double games = pool->games[i * pool->agents + j], share = expected(fit, i, j);

            if (!fit->is_rated[j] || j == i)
                continue;
            fit->slope[row] += pool->points[i * pool->agents + j] - games * share;
            own += games * share * (1 - share);
        }
        for (int column = 0; column < n; column++) {
            int j = fit->agents[column];
            double share = expected(fit, i, j);

            fit->curvature[row * n + column] =
                row == column ? own : -pool->games[i * pool->agents + j] * share * (1 - share);
        }
    }
}

/* Cholesky's factor in the place of a positive definite square; its upper half is left over. */
static void factor(double *square, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = square[i * n + j];

            for (int k = 0; k < j; k++)
                sum -= square[i * n + k] * square[j * n + k];
            square[i * n + j] = i == j ? sqrt(sum) : sum / square[j * n + j];
        }
}

static void solve(const double *factor, int n, double *vector)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            vector[i] -= factor[i * n + k] * vector[k];
        vector[i] /= factor[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            vector[i] -= factor[k * n + i] * vector[k];
        vector[i] /= factor[i * n + i];
    }
}

/* One step of Newton's method, shortened where it would go too far; returns its length. */
static double step(struct fit *fit)
{
    double longest = 0, scale;

    look_around(fit);
    factor(fit->curvature, fit->count);
    solve(fit->curvature, fit->count, fit->slope);
    for (int i = 0; i < fit->count; i++)
        longest = fmax(longest, fabs(fit->slope[i]));
    scale = longest > LONGEST ? LONGEST / longest : 1;
    for (int i = 0; i < fit->count; i++)
        fit->rates[fit->agents[i]] += scale * fit->slope[i];
    return longest;
}

/* The deviation of each fitted agent's rating, from the inverse of the curvature at the top. */
static void find_deviations(struct fit *fit, double *deviations)
{
    look_around(fit);
    factor(fit->curvature, fit->count);
    for (int i = 0; i < fit->count; i++) {
        memset(fit->slope, 0, (size_t)fit->count * sizeof *fit->slope);
        fit->slope[i] = 1;
        solve(fit->curvature, fit->count, fit->slope);
        deviations[fit->agents[i]] = sqrt(fit->slope[i]);
    }
}

static void fit_rates(struct fit *fit, int anchor, double *deviations)
{
    int agents = fit->pool->agents;

    fit->agents = cop_allocate((size_t)agents * sizeof *fit->agents);
    for (int i = 0; i < agents; i++)
        if (fit->is_rated[i] && i != anchor)
            fit->agents[fit->count++] = i;
    fit->slope = cop_allocate((size_t)(fit->count + 1) * sizeof *fit->slope);
    fit->curvature = cop_allocate((size_t)(fit->count * fit->count + 1) * sizeof *fit->curvature);
    for (int i = 0; i < STEPS_MAX && fit->count > 0; i++)
        if (step(fit) < ENOUGH)
            break;
    find_deviations(fit, deviations);
    free(fit->agents);
    free(fit->slope);
    free(fit->curvature);
}

void cop_pool_rate(const struct cop_pool *pool, int anchor, double anchor_elo,
                   struct cop_interval *ratings)
{
    size_t n = (size_t)pool->agents;
    double *deviations = cop_allocate(n * sizeof *deviations);
    bool *is_above = cop_allocate(n * sizeof *is_above); /* has taken points, so is no loser */
    bool *is_below = cop_allocate(n * sizeof *is_below);
    struct fit fit = {.pool = pool,
                      .rates = cop_allocate(n * sizeof(double)),
                      .is_rated = cop_allocate(n * sizeof(bool))};

    reach(pool, anchor, false, is_above);
    reach(pool, anchor, true, is_below);
    for (size_t i = 0; i < n; i++)
        fit.is_rated[i] = is_above[i] && is_below[i];
    fit_rates(&fit, anchor, deviations);
    for (size_t i = 0; i < n; i++) {
        double elo = anchor_elo + ELO_FOR_ONE * fit.rates[i];
        double radius = ELO_FOR_ONE * DEVIATIONS * deviations[i];

        if (fit.is_rated[i])
            ratings[i] = (struct cop_interval){elo - radius, elo, elo + radius};
        else if (is_above[i] != is_below[i])
            ratings[i] =
                (struct cop_interval){-INFINITY, is_above[i] ? INFINITY : -INFINITY, INFINITY};
        else
            ratings[i] = (struct cop_interval){-INFINITY, NAN, INFINITY};
    }
    free(deviations);
    free(is_above);
    free(is_below);
    free(fit.rates);
    free(fit.is_rated);
}
