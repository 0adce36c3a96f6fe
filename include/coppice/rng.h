/* rng.h - random numbers: fast, seeded, the same on every machine.
 *
 * The generator is a Weyl sequence whose steps are folded by one 64x64 -> 128 bit multiplication.
 * It passes the usual statistical batteries and costs a few cycles; it is no use for secrets.
 * Two generators with different seeds are independent for every purpose of a search. */
#ifndef COPPICE_RNG_H
#define COPPICE_RNG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cop_rng {
    uint64_t state;
};

__extension__ typedef unsigned __int128 cop_uint128;

/* Mixes the bits of x so that neighbouring seeds and keys look unrelated. */
static inline uint64_t cop_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline void cop_rng_seed(struct cop_rng *rng, uint64_t seed)
{
    rng->state = cop_mix(seed + 0x9e3779b97f4a7c15u);
}

static inline uint64_t cop_rng_next(struct cop_rng *rng)
{
    cop_uint128 product;

    rng->state += 0x9e3779b97f4a7c15u;
    product = (cop_uint128)rng->state * (rng->state ^ 0xd1b54a32d192ed03u);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* A whole number in 0..n-1, n >= 1. The bias is below n / 2^32. */
static inline uint32_t cop_rng_below(struct cop_rng *rng, uint32_t n)
{
    return (uint32_t)(((cop_rng_next(rng) >> 32) * n) >> 32);
}

/* A number in [0, 1). */
static inline double cop_rng_unit(struct cop_rng *rng)
{
    return (double)(cop_rng_next(rng) >> 11) * (1.0 / 9007199254740992.0); /* 2^-53 */
}

#ifdef __cplusplus
}
#endif

#endif
