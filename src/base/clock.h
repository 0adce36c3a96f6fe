/* clock.h - seconds since some fixed moment; never goes back.
 *
 * There are two clocks. The wall's goes on whatever happens. The processor's goes on only while the
 * thread that reads it is at work: on a busy machine whoever is measured by it has as much
 * to work with as on an idle one. Moments of it belong to their thread and mean nothing to others.
 */
#ifndef COPPICE_BASE_CLOCK_H
#define COPPICE_BASE_CLOCK_H

#include <stdbool.h>

double cop_now(void);
double cop_processor_now(void);

/* The one or the other. */
static inline double cop_now_by(bool processor)
{
    return processor ? cop_processor_now() : cop_now();
}

#endif
