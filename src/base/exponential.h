/* exponential.h - e to the power of a number that is not positive, the same bits on every machine.
 *
 * The C library's exp may differ in the last place from one version to the next, and moves that are
 * drawn by such weights would then differ too. This one uses only operations that IEEE 754 rounds
 * exactly. Its relative error is below 1e-13. */
#ifndef COPPICE_BASE_EXPONENTIAL_H
#define COPPICE_BASE_EXPONENTIAL_H

#include <math.h>

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

#endif
