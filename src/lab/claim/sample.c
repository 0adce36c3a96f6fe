#include "lab/claim/sample.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"

void cop_sample_open(struct cop_sample *sample, int width)
{
    sample->count = 0;
    sample->width = width;
    sample->sum = cop_allocate((size_t)width * sizeof *sample->sum);
    sample->products = cop_allocate((size_t)width * (size_t)width * sizeof *sample->products);
}

void cop_sample_close(struct cop_sample *sample)
{
    free(sample->sum);
    free(sample->products);
    *sample = (struct cop_sample){0};
}

void cop_sample_add(struct cop_sample *sample, const double *observation)
{
    sample->count++;
    for (int i = 0; i < sample->width; i++) {
        sample->sum[i] += observation[i];
        for (int j = 0; j < sample->width; j++)
            sample->products[i * sample->width + j] += observation[i] * observation[j];
    }
}

double cop_sample_mean(const struct cop_sample *sample, int variable)
{
    return sample->count > 0 ? sample->sum[variable] / (double)sample->count : NAN;
}

double cop_sample_covariance(const struct cop_sample *sample, const double *left,
                             const double *right)
{
    double count = (double)sample->count;
    double total = 0;

    if (sample->count < 2)
        return 0;
    for (int i = 0; i < sample->width; i++) {
        if (left[i] == 0)
            continue;
        for (int j = 0; j < sample->width; j++)
            if (right[j] != 0)
                total += left[i] * right[j] *
                         (sample->products[i * sample->width + j] -
                          sample->sum[i] * sample->sum[j] / count);
    }
    return total / (count - 1) / count;
}
