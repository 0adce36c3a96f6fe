/* indexing.h - positions of Breakthrough with numbers.
 *
 * A class is all positions with so many stones of the side to move and of the other side, with the
 * board turned so that the side to move goes up. A quiet step leads to the class with the two
 * exchanged, a capture to one with a stone less, so that a stage is all positions with as many
 * stones. Nobody steps back, so there are no cycles within a stage either.
 *
 * Every number is a position that is not over: the mover's stones leave out the row they are going
 * to, and so do the others'. Left and right are folded at the mover's rearmost row that has stones,
 * the lead row: of its pattern and the pattern's mirror image only one is counted. Where the lead
 * row is its own mirror image both remain, and the larger number is nobody's. */
#ifndef COPPICE_GAMES_BREAKTHROUGH_INDEXING_H
#define COPPICE_GAMES_BREAKTHROUGH_INDEXING_H

#include "board.h"
#include "features.h"
#include "games/subsets.h"

enum {
    BREAKTHROUGH_PATTERNS = 256, /* of a row */
    BREAKTHROUGH_SIDE_MAX = 16,  /* stones */
    BREAKTHROUGH_GROUPS = 7 * 8, /* lead rows, and stones there */
    BREAKTHROUGH_CLASSES = BREAKTHROUGH_SIDE_MAX * BREAKTHROUGH_SIDE_MAX
};

/* first[g]: the first number with lead row g / 8 and g % 8 + 1 stones there; the last is the count
 * of all. */
struct breakthrough_class {
    int own, enemy;
    int64_t first[BREAKTHROUGH_GROUPS + 1];
};

struct breakthrough_numbers {
    struct subsets subsets;
    uint8_t fold[BREAKTHROUGH_PATTERNS]; /* the number of a pattern among the folded ones */
    uint8_t pattern[STRIDE + 1][BREAKTHROUGH_PATTERNS]; /* and back, by stones */
    int folded[STRIDE + 1];                             /* how many there are with so many stones */
    int class_count;
    int class_of[BREAKTHROUGH_SIDE_MAX + 1][BREAKTHROUGH_SIDE_MAX + 1]; /* own, enemy; -1: none */
    struct breakthrough_class classes[BREAKTHROUGH_CLASSES];
};

/* What an opened game of Breakthrough is; the board comes first, so that whoever needs no numbers
 * need not know of them. */
struct breakthrough_opened {
    struct board board;
    struct breakthrough_numbers numbers;
    struct breakthrough_tuples tuples;
};

/* Counts the classes with up to as many stones as 64 bits suffice for. */
void breakthrough_number(const struct board *board, struct breakthrough_numbers *numbers);

extern const struct cop_indexing breakthrough_indexing;

#endif
