/* load.h - many games at once on the page's server, as so many people would play them.
 *
 * Each game has a thread with two connections of its own: one for requests, one for events. It
 * plays random moves against agents as soon as it is to move, asks for a hint now and then, and
 * begins a new game when one is over or has become long. */
#ifndef COPPICE_BENCH_LOAD_H
#define COPPICE_BENCH_LOAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct cop_load {
    int port;
    int games; /* at once */
    double seconds;
    const atomic_bool *stop;

    /* What came of it: */
    int64_t requests, failures, states, reports, moves, finished;
    long memory_start, memory_half, memory_end; /* resident, of this process, in KiB */
    char failure[256];                          /* the first one, in words */
};

void cop_load_run(struct cop_load *load);

#endif
