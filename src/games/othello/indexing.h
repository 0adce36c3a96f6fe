/* indexing.h - positions of Othello with numbers, on the boards of 4 and 6.
 *
 * A class is all positions with so many empty squares, seen from the side to move; a pass stays in
 * its class, every other move leads to the one below. The four squares in the middle are never
 * empty, and games that are over have no number.
 *
 * The eight symmetries of the board are folded at its beads: a bead is a corner together with the
 * square of the middle that is nearest to it, which no symmetry tears apart. Of the 1296 patterns
 * of four beads the symmetries leave 231, and only these are counted. Where a symmetry keeps a
 * pattern, all but the smallest number of the images are nobody's. The board of 8 has more
 * positions than 64 bits can count, and no classes. */
#ifndef COPPICE_GAMES_OTHELLO_INDEXING_H
#define COPPICE_GAMES_OTHELLO_INDEXING_H

#include <stdalign.h>

#include "features.h"
#include "games/subsets.h"
#include "position.h"

enum {
    OTHELLO_BEADS = 6,       /* what a bead can be: a corner of three, a middle of two kinds */
    OTHELLO_PATTERNS = 1296, /* 6 to the fourth */
    OTHELLO_FOLDED = 231,    /* no more of them have a number */
    OTHELLO_EMPTIES = 32     /* at most, on the board of 6 */
};

struct othello_numbers {
    struct subsets subsets;
    uint64_t rest;                        /* all squares that are no part of a bead */
    uint64_t nearest[OTHELLO_CORNERS];    /* the square of the middle nearest to each corner */
    uint8_t symmetries[OTHELLO_PATTERNS]; /* a bit for each that leads to the folded pattern */
    uint8_t fold[OTHELLO_PATTERNS];       /* the number of a folded pattern among those with as
                                             many empty corners, */
    uint16_t pattern[OTHELLO_CORNERS + 1][OTHELLO_FOLDED]; /* and back, */
    int folded[OTHELLO_CORNERS + 1];                       /* and how many they are */
    int class_count;
    /* The first number of a class with so many empty corners; the last is the count of all. */
    int64_t first[OTHELLO_EMPTIES + 1][OTHELLO_CORNERS + 2];
};

/* What an opened game of Othello is; the board comes first, so that whoever needs no numbers need
 * not know of them. */
enum { OTHELLO_LINE = 64 };

struct othello_opened {
    struct othello_board board;
    struct othello_numbers numbers;
    /* Its rows of numbers begin with it, and none lies on one cache line more than it must. */
    alignas(OTHELLO_LINE) struct othello_patterns patterns;
};

void othello_number(const struct othello_board *board, struct othello_numbers *numbers);

extern const struct cop_indexing othello_indexing;

#endif
