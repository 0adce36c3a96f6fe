/* limits.h - from an agent's limits to what ends its run (base/run.h). */
#ifndef COPPICE_SEARCH_LIMITS_H
#define COPPICE_SEARCH_LIMITS_H

#include "base/run.h"
#include "coppice/agent.h"

/* The lesser of two limits, of which 0 is none. */
static inline int64_t cop_lesser_limit(int64_t a, int64_t b)
{
    return a == 0 || (b > 0 && b < a) ? b : a;
}

/* Everything but the tickets, whose unit is the search's own. `progress` is called only if somebody
 * watches. */
static inline struct cop_run_terms cop_search_terms(const struct cop_limits *limits,
                                                    const struct cop_watch *watch,
                                                    void (*progress)(void *context), void *context)
{
    struct cop_run_terms terms = {
        .seconds = limits->time, .processor = limits->processor, .context = context};

    if (watch != NULL) {
        terms.stop = watch->stop;
        terms.known = watch->known;
        terms.period = watch->period;
        terms.progress = watch->progress != NULL ? progress : NULL;
    }
    return terms;
}

#endif
