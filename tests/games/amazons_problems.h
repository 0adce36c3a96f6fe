/* amazons_problems.h - single regions of the Amazons with their exact values.
 *
 * Cut from the records of amazons_records.h (amazons-endgame-and-books.md, annex B). P79 has never
 * been solved; its values are given as 0. */
#ifndef COPPICE_TESTS_AMAZONS_PROBLEMS_H
#define COPPICE_TESTS_AMAZONS_PROBLEMS_H

#include <stdbool.h>

enum { AMAZONS_PROBLEMS = 82, AMAZONS_UNSOLVED = 78 /* P79 */ };

/* Of each two the first is for White to move, the second for Black. */
struct amazons_problem {
    const char *id;
    int empty;
    const char *board;   /* without who moves */
    double value[2];     /* White's points */
    int best[2], all[2]; /* how many moves keep the value, and how many there are */
    const char *move[2]; /* the one that keeps it, where there is only one; else "" */
    bool has_heat;       /* the mean and temperature are known */
    double mean, temperature;
};

extern const struct amazons_problem amazons_problems[AMAZONS_PROBLEMS];

/* The position with White (0) or Black (1) to move; returns `words`. */
enum { AMAZONS_PROBLEM_ROOM = 128 };
const char *amazons_problem_words(const struct amazons_problem *problem, int mover,
                                  char words[AMAZONS_PROBLEM_ROOM]);

#endif
