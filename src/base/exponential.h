/* exponential.h - e to the power of a number, the same bits on every machine.
 *
 * The C library's exp may differ in the last place from one version to the next, and moves that are
 * drawn by such weights would then differ too. This one uses only operations that IEEE 754 rounds
 * exactly. Its relative error is below 1e-13. */
#ifndef COPPICE_BASE_EXPONENTIAL_H
#define COPPICE_BASE_EXPONENTIAL_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* x <= 0. With x = n ln 2 + r and |r| <= ln 2 / 2, e^x = 2^n e^r; e^r by its series. */
static inline double cop_exp(double x)
{
    double n = floor(x * 1.44269504088896340736 + 0.5);
    double r = x - n * 0.69314718055994530942;
    double sum = 1;

    if (x < -700)
        return 0;
    for (int i = 13; i > 0; i--)
        sum = 1 + sum * r / i;
    return ldexp(sum, (int)n);
}

/* -600 <= x <= 600, without a branch or a division, so that a loop over many becomes one over
 * vectors. Adding 3 * 2^51 rounds to a whole number and leaves it in the lowest bits; ln 2 is in
 * two parts, of which n times the first is exact. */
static inline double cop_exp_quick(double x)
{
    static const double shift = 6755399441055744.0;
    double shifted = x * 1.44269504088896340736 + shift;
    double n = shifted - shift;
    double r = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
    double sum = 1.0 / 479001600, scale;
    uint64_t bits;

    sum = sum * r + 1.0 / 39916800;
    sum = sum * r + 1.0 / 3628800;
    sum = sum * r + 1.0 / 362880;
    sum = sum * r + 1.0 / 40320;
    sum = sum * r + 1.0 / 5040;
    sum = sum * r + 1.0 / 720;
    sum = sum * r + 1.0 / 120;
    sum = sum * r + 1.0 / 24;
    sum = sum * r + 1.0 / 6;
    sum = sum * r + 1.0 / 2;
    sum = sum * r + 1;
    sum = sum * r + 1;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 1023) << 52;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

/* The logistic of a number, 1 / (1 + e^-x); beyond 600 it is 0 or 1 for every purpose. */
static inline double cop_logistic(double x)
{
    return 1 / (1 + cop_exp_quick(fmin(fmax(-x, -600), 600)));
}

#endif
