/* sample.h - repeated observations of several variables at once: the games of a fixture, the
 * searches of a run.
 *
 * Only sums and sums of products are kept. They give each mean its error, and any two means of one
 * sample the covariance of their errors. */
#ifndef COPPICE_LAB_SAMPLE_H
#define COPPICE_LAB_SAMPLE_H

#include <stdint.h>

struct cop_sample {
    int64_t count;
    int width;        /* variables in an observation */
    double *sum;      /* [width] */
    double *products; /* [width * width] */
};

void cop_sample_open(struct cop_sample *sample, int width);
void cop_sample_close(struct cop_sample *sample);
void cop_sample_add(struct cop_sample *sample, const double *observation);

/* Not a number without observations. */
double cop_sample_mean(const struct cop_sample *sample, int variable);

/* The covariance of weighted sums of the means: left' C right / count, with one weight for each
 * variable. 0 below two observations, where nothing is known of it. */
double cop_sample_covariance(const struct cop_sample *sample, const double *left,
                             const double *right);

#endif
