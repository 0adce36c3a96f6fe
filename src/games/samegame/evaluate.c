/* evaluate.c - what a board of SameGame may still be good for (samegame-and-fanorona.md 10).
 *
 * Points made, and hopes: that each colour, the most frequent one above all, goes in one group;
 * what the present groups would earn. Against them stand blocks without a neighbour of their
 * colour, colours that are scattered over many groups, and colours with a single block, for these
 * make it impossible to clear the board. The weights were found by the cross-entropy method on
 * beams of 15 positions on four of the standard boards. */
#include "board.h"

static const struct weights {
    double colour; /* of (n-2)^2 for the n blocks of each colour, */
    double most;   /* and once more for the most frequent one */
    double group;  /* of (n-2)^2 for each group of n */
    double parts;  /* lost for the square of the groups and lonely blocks of each colour */
    double lonely; /* lost for each block without an equal neighbour */
    double single; /* lost for each colour with one block */
} weights = {0.03, 0.27, 0.46, 0.25, 12, 190};

struct colours {
    int blocks[COLOURS_MAX], parts[COLOURS_MAX];
    int lonely;
};

static int colour_of(const uint64_t *planes, int cell, int words)
{
    int number = 0;

    for (int p = 0; p < PLANES; p++)
        number |= (int)(planes[p * words + cell / 64] >> cell % 64 & 1) << p;
    return number - 1;
}

/* Counts the blocks of all colours, and those that are their own part of their colour. */
INLINE void count_blocks(const struct board *board, const struct position *position,
                         struct colours *colours, int words)
{
    uint64_t below[WIDE], left[WIDE], linked[WIDE];

    find_links(position->planes, below, left, words);
    for (int i = 0; i < words; i++)
        linked[i] = below[i] | left[i] | below[i] >> 1 | moved_left(left, i, words);
    for (int colour = 0; colour < board->colours; colour++) {
        uint64_t set[WIDE];

        find_colour(board, position, colour, set);
        colours->blocks[colour] = count_cells(set, words);
        for (int i = 0; i < words; i++)
            colours->parts[colour] += bit_count(set[i] & ~linked[i]);
        colours->lonely += colours->parts[colour];
    }
}

/* What the present groups would earn; each is a part of its colour. */
INLINE double count_groups(const struct position *position, struct colours *colours, int words)
{
    uint64_t corners[WIDE], group[WIDE];
    int64_t points = 0;

    find_corners(position->planes, corners, words);
    for (int i = 0; i < words; i++)
        while (corners[i] != 0) {
            int cell = i * 64 + bit_index(corners[i]);

            find_group(position->planes, cell, group, words);
            for (int j = i; j < words; j++)
                corners[j] &= ~group[j];
            points += points_of(count_cells(group, words));
            colours->parts[colour_of(position->planes, cell, words)]++;
        }
    return (double)points;
}

INLINE double potential_of(const struct board *board, const struct position *position, int words)
{
    struct colours colours = {.lonely = 0};
    double value = (double)position->points;
    int most = 0;

    count_blocks(board, position, &colours, words);
    value += weights.group * count_groups(position, &colours, words);
    for (int colour = 0; colour < board->colours; colour++) {
        int blocks = colours.blocks[colour], parts = colours.parts[colour];

        most = blocks > most ? blocks : most;
        if (blocks >= 2)
            value += weights.colour * (double)points_of(blocks);
        if (blocks == 1)
            value -= weights.single;
        value -= weights.parts * (double)parts * (double)parts;
    }
    if (most >= 2)
        value += weights.most * (double)points_of(most);
    return value - weights.lonely * colours.lonely;
}

static void evaluate_potential(const struct cop_game *game, const void *prepared, const void *state,
                               double *of_player)
{
    const struct board *board = board_of(game);

    (void)prepared;
    of_player[0] = board->words == NARROW ? potential_of(board, state, NARROW)
                                          : potential_of(board, state, WIDE);
}

/* No board earns more than all its blocks in one group, of which the hopes count no more than
 * twice, or loses more than every block by itself and all of them as parts of one colour. */
enum { MOST = 1 << 20 };

const struct cop_evaluator samegame_evaluators[] = {
    {.name = "potential",
     .help = "points made, and hopes for large groups and an empty board",
     .version = 1,
     .lower = -MOST,
     .upper = MOST,
     .evaluate = evaluate_potential,
     .unit = "points",
     .point = 1},
    {NULL},
};
