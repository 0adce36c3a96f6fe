/* amazons_problems.h - single regions of the Amazons with their exact values.
 *
 * Cut from the records of amazons_records.h (amazons-endgame-and-books.md, annex B). P79 has never
 * been solved; its values are given as 0. */
#ifndef COPPICE_TESTS_AMAZONS_PROBLEMS_H
#define COPPICE_TESTS_AMAZONS_PROBLEMS_H

enum { AMAZONS_PROBLEMS = 82 };

/* Of each two the first is for White to move, the second for Black. */
struct amazons_problem {
    const char *id;
    int empty;
    const char *board;   /* without who moves */
    double value[2];     /* White's points */
    int best[2], all[2]; /* how many moves keep the value, and how many there are */
    const char *move[2]; /* the one that keeps it, where there is only one; else "" */
};

extern const struct amazons_problem amazons_problems[AMAZONS_PROBLEMS];

#endif
