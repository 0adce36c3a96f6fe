/* statistics.c - intervals by Wilson's method, Elo by the logistic curve, and Wald's test with the
 * most likely distributions that have the two means. */
#include "match/statistics.h"

#include <math.h>

static const double normal_quantile = 1.959963984540054; /* 95 %, two-sided */

/* The share of a binomial's variance that was seen: 1 if every game was won or lost, less with
 * draws. It is drawn towards 1 as if z^2 more games had all been decisive, because a sample
 * without any decisive game does not prove that there are none. */
static double variance_share(int64_t n, double mean, double squares)
{
    double weight = normal_quantile * normal_quantile;
    double binomial = mean * (1 - mean);
    double seen = (squares - (double)n * mean * mean) / (double)(n > 1 ? n - 1 : 1);
    double share = binomial > 1e-12 ? fmin(fmax(seen / binomial, 0), 1) : 1;

    return ((double)n * share + weight) / ((double)n + weight);
}

/* Wilson's interval holds every mean m for which |m - seen| <= z * sqrt(m (1 - m) * share / n); a
 * share below 1 acts like n / share decisive games. */
struct cop_interval cop_score_interval(int64_t n, double sum, double squares)
{
    double mean, games, z2, middle, half;

    if (n <= 0)
        return (struct cop_interval){0, 0.5, 1};
    mean = fmin(fmax(sum / (double)n, 0), 1);
    games = (double)n / variance_share(n, mean, squares);
    z2 = normal_quantile * normal_quantile / games;
    middle = (mean + z2 / 2) / (1 + z2);
    half = sqrt(z2 * mean * (1 - mean) + z2 * z2 / 4) / (1 + z2);
    return (struct cop_interval){fmin(fmax(middle - half, 0), mean), mean,
                                 fmax(fmin(middle + half, 1), mean)};
}

struct cop_interval cop_mean_interval(int64_t n, double sum, double squares)
{
    double mean, variance, half;

    if (n <= 0)
        return (struct cop_interval){-INFINITY, 0, INFINITY};
    mean = sum / (double)n;
    if (n == 1)
        return (struct cop_interval){-INFINITY, mean, INFINITY};
    variance = fmax((squares - sum * mean) / (double)(n - 1), 0);
    half = normal_quantile * sqrt(variance / (double)n);
    return (struct cop_interval){mean - half, mean, mean + half};
}

double cop_elo(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

double cop_elo_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

struct cop_interval cop_elo_interval(struct cop_interval score)
{
    return (struct cop_interval){cop_elo(score.low), cop_elo(score.value), cop_elo(score.high)};
}

enum { OUTCOMES = 3 };
static const double outcome_score[OUTCOMES] = {0, 0.5, 1};

/* Among the distributions with mean `mean`, the one under which the counts are most likely. By
 * Lagrange it is share[i] / (1 + x (score[i] - mean)), where x makes the mean come out right; the
 * left side of that condition falls with x, so halving finds it. */
static void likeliest(const double share[OUTCOMES], double mean, double result[OUTCOMES])
{
    double low = -1 / (1 - mean), high = 1 / mean;

    for (int step = 0; step < 100; step++) {
        double x = (low + high) / 2, excess = 0;

        for (int i = 0; i < OUTCOMES; i++) {
            double distance = outcome_score[i] - mean;

            excess += share[i] * distance / (1 + x * distance);
        }
        if (excess > 0)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < OUTCOMES; i++)
        result[i] = share[i] / (1 + (low + high) / 2 * (outcome_score[i] - mean));
}

double cop_sprt_ratio(int64_t wins, int64_t draws, int64_t losses, double elo0, double elo1)
{
    /* An outcome not seen yet is counted as a thousandth, so that every mean is possible. */
    double count[OUTCOMES] = {fmax((double)losses, 1e-3), fmax((double)draws, 1e-3),
                              fmax((double)wins, 1e-3)};
    double total = count[0] + count[1] + count[2];
    double share[OUTCOMES], under0[OUTCOMES], under1[OUTCOMES];
    double ratio = 0;

    if (wins + draws + losses == 0)
        return 0;
    for (int i = 0; i < OUTCOMES; i++)
        share[i] = count[i] / total;
    likeliest(share, cop_elo_score(elo0), under0);
    likeliest(share, cop_elo_score(elo1), under1);
    for (int i = 0; i < OUTCOMES; i++)
        ratio += count[i] * log(under1[i] / under0[i]);
    return ratio;
}

enum cop_verdict cop_sprt_verdict(double ratio)
{
    double bound = log(19);

    if (ratio >= bound)
        return COP_ACCEPT_H1;
    return ratio <= -bound ? COP_ACCEPT_H0 : COP_GO_ON;
}
