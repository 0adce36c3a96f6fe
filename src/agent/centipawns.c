/* centipawns.c - the logistic and its inverse. */
#include "agent/centipawns.h"

#include <math.h>

int cop_centipawns_of(double chance)
{
    double centipawns;

    if (chance <= 0 || chance >= 1)
        return chance <= 0 ? -COP_CENTIPAWNS_MAX : COP_CENTIPAWNS_MAX;
    centipawns = 400 * log10(chance / (1 - chance));
    return (int)lround(fmin(fmax(centipawns, -COP_CENTIPAWNS_MAX), COP_CENTIPAWNS_MAX));
}

double cop_chance_of_centipawns(double centipawns)
{
    if (fabs(centipawns) >= COP_CENTIPAWNS_MAX)
        return centipawns > 0;
    return 1 / (1 + pow(10, -centipawns / 400));
}
