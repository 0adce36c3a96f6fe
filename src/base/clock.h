/* clock.h - seconds since some fixed moment; never goes back. */
#ifndef COPPICE_BASE_CLOCK_H
#define COPPICE_BASE_CLOCK_H

double cop_now(void);

#endif
