/* families.h - which family of searches plays a game best, by a round robin at equal time.
 *
 * The entrants are data/strength/entrants.txt, the best configuration that we know of each family;
 * what came of their games is data/strength/matches.txt, made by scripts/strength.py. Both are
 * built into the program. Only what an interval of 95 % shows is called better; what has not been
 * played, or by other agents than those that are entered now, is not there. */
#ifndef COPPICE_AGENT_FAMILIES_H
#define COPPICE_AGENT_FAMILIES_H

#include <stdbool.h>

#include "coppice/text.h"

enum { COP_FAMILIES_MAX = 4, COP_FAMILY_WORDS = 256 };

struct cop_family {
    char name[COP_FAMILY_WORDS], agent[COP_FAMILY_WORDS];
};

/* What the first scored against the second, or, in a game of more than two, against all others. */
struct cop_family_match {
    int first, second; /* families; second is -1 for all others */
    int won, drawn, lost;
    double score, low, high;
    double even; /* the score of two that are equally good */
};

struct cop_families {
    int count, match_count;
    struct cop_family of[COP_FAMILIES_MAX];
    struct cop_family_match matches[COP_FAMILIES_MAX * COP_FAMILIES_MAX];
    char limit[COP_FAMILY_WORDS], commit[COP_FAMILY_WORDS]; /* of the last match */
};

/* By the game's name in canonical form, for so many players; false where nobody is entered. */
bool cop_families_find(const char *game, int players, struct cop_families *families);

/* Whether the matches show that one of them is better than the other; false where they do not, or
 * did not meet. */
bool cop_families_is_better(const struct cop_families *families, int one, int other);

/* The first family that none is better than, as far as the matches show; -1 without matches. */
int cop_families_best(const struct cop_families *families);

/* The name of the next game with entrants after this one, NULL for the first; NULL at the end. The
 * caller's to free. */
char *cop_families_next_game(const char *game);

#endif
