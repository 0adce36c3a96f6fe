/* statistics.h - from counts to statements: intervals, Elo, sequential tests. */
#ifndef COPPICE_MATCH_STATISTICS_H
#define COPPICE_MATCH_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

struct cop_interval {
    double low, value, high;
};

/* The mean of n numbers in 0..1 from their sum and sum of squares, with a 95 % interval that stays
 * honest for few games and for results that are all alike (Wilson's, with the variance seen).
 * Without any game: 0.5, from 0 to 1. */
struct cop_interval cop_score_interval(int64_t n, double sum, double squares);

/* The mean of any numbers with its 95 % interval (normal); unbounded below two numbers. */
struct cop_interval cop_mean_interval(int64_t n, double sum, double squares);

/* Elo difference from a score in 0..1, infinite at the ends; and the score from the difference. */
double cop_elo(double score);
double cop_elo_score(double elo);
struct cop_interval cop_elo_interval(struct cop_interval score);

/* Wald's test of elo0 against elo1 on a trinomial (win, draw, loss) sample: the log-likelihood
 * ratio and whether it has crossed +-log(19), the bounds for errors of 5 %. The share of draws is
 * not assumed but fitted under each hypothesis. */
enum cop_verdict { COP_GO_ON, COP_ACCEPT_H0, COP_ACCEPT_H1 };
double cop_sprt_ratio(int64_t wins, int64_t draws, int64_t losses, double elo0, double elo1);
enum cop_verdict cop_sprt_verdict(double ratio);

#endif
