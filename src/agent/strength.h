/* strength.h - what matches have shown of the levels of play.
 *
 * The table is data/levels/matches.txt, made by scripts/levels.py and built into the program. Only
 * what an interval of 95 % shows is called stronger or weaker. */
#ifndef COPPICE_AGENT_STRENGTH_H
#define COPPICE_AGENT_STRENGTH_H

#include "agent/presets.h"

/* One match: what a level scored against an opponent, a level or "beginner". */
struct cop_strength {
    int part; /* levels limited by time alone had this part of it: 40 is a fortieth */
    int won, drawn, lost;
    double score, low, high; /* with its interval */
    bool is_usual;           /* measured on this very variant; else on the usual one */
};

/* What matches of this variant have shown, or of the usual one where that has the same levels. */
bool cop_strength_find(const struct cop_game *game, const char *level, const char *opponent,
                       struct cop_strength *found);

/* "scores 65 % against a beginner and 94 % against very easy": how strong a level is, in words. */
void cop_strength_words(const struct cop_game *game, enum cop_level level, struct cop_text *text);

#endif
