/* logarithm.h - the natural logarithm of a count or a part of one, the same bits on every machine.
 *
 * The C library's log may differ in the last place from one version to the next, and a search that
 * compares bounds would then play differently. This one uses only operations that IEEE 754 rounds
 * exactly. Its error is below 1e-9, far less than a search can notice. */
#ifndef COPPICE_BASE_LOGARITHM_H
#define COPPICE_BASE_LOGARITHM_H

#include <math.h>
#include <stdint.h>

/* ln (m 2^e) = e ln 2 + 2 artanh((m - 1) / (m + 1)), with m in [3/4, 3/2); what is given lies in
 * [1, 2). */
static inline double cop_ln_parts(double mantissa, int exponent)
{
    double s, square;

    if (mantissa >= 1.5) {
        mantissa *= 0.5;
        exponent++;
    }
    s = (mantissa - 1.0) / (mantissa + 1.0);
    square = s * s;
    return exponent * 0.69314718055994530942 +
           2.0 * s *
               (1.0 +
                square *
                    (1.0 / 3 +
                     square * (1.0 / 5 +
                               square * (1.0 / 7 +
                                         square * (1.0 / 9 + square * (1.0 / 11 + square / 13))))));
}

/* n >= 1. */
static inline double cop_ln(uint64_t n)
{
    int exponent = 63 - __builtin_clzll(n);

    return cop_ln_parts((double)n / (double)(UINT64_C(1) << exponent), exponent);
}

/* x >= 1, of counts that have faded. */
static inline double cop_ln_real(double x)
{
    int exponent;
    double mantissa = frexp(x, &exponent); /* in [1/2, 1) */

    return cop_ln_parts(2 * mantissa, exponent - 1);
}

#endif
