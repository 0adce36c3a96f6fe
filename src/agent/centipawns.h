/* centipawns.h - chances as engines of the UCI protocol tell them, and back.
 *
 * The scale is that of Elo: cp = 400 log10(p / (1 - p)), so that 0 is even, 100 is 64 % and 400 is
 * ten to one. What is certain is 10000 either way. */
#ifndef COPPICE_AGENT_CENTIPAWNS_H
#define COPPICE_AGENT_CENTIPAWNS_H

enum { COP_CENTIPAWNS_MAX = 10000 };

int cop_centipawns_of(double chance);
double cop_chance_of_centipawns(double centipawns);

#endif
