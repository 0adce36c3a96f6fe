/* amazons_problems.h - single regions of the Amazons as data: the problems P01 to P82, cut out of
 * the tournament games (amazons-endgame-and-books.md, annex B, and 2.15 for how). */
#ifndef COPPICE_TESTS_AMAZONS_PROBLEMS_H
#define COPPICE_TESTS_AMAZONS_PROBLEMS_H

#include <stdbool.h>

enum { AMAZONS_PROBLEMS = 82, AMAZONS_UNSOLVED = 78 /* P79 */ };

struct amazons_problem {
    const char *id, *position;
    int empties;
    double white_first, black_first; /* White's margin with the half point; 0: not known */
    bool has_heat;                   /* the mean and temperature are known */
    double mean, temperature;
};

extern const struct amazons_problem amazons_problems[AMAZONS_PROBLEMS];

#endif
