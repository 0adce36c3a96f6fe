/* solve_terms.h - from a solver's limits to what ends its run (base/run.h). A ticket is a position.
 */
#ifndef COPPICE_GAME_SOLVE_TERMS_H
#define COPPICE_GAME_SOLVE_TERMS_H

#include "base/run.h"
#include "coppice/solve.h"

/* `progress` is called only if somebody looks on. */
static inline struct cop_run_terms cop_solve_terms(const struct cop_solve_limits *limits,
                                                   void (*progress)(void *context), void *context)
{
    return (struct cop_run_terms){.seconds = limits->time,
                                  .processor = limits->processor,
                                  .tickets = limits->positions,
                                  .stop = limits->stop,
                                  .period = limits->period,
                                  .progress = limits->progress != NULL ? progress : NULL,
                                  .context = context};
}

#endif
