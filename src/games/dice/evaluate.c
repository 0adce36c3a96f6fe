/* dice_evaluate.c - what checkers are worth in Dice, and where to place them first
 * (chance-and-multiplayer.md 1.2.5, 2.1).
 *
 * A checker is worth the part of its lines that its owner can still fill. Most cells have two
 * lines, those of a diagonal three, and the centre of an odd board four, so that all sums are
 * twelfths. A value does not depend on the roll. */
#include "board.h"

enum {
    UNIT = 12,
    OF_LINE = UNIT / 2,                     /* what a line brings to a checker on it */
    LESS_ON_DIAGONAL = UNIT / 2 - UNIT / 3, /* the more lines, the less each of them */
    LESS_IN_CENTRE = UNIT / 3 - UNIT / 4
};

#define BOUND 10.0
#define MOST  9.9 /* of a game that goes on */

static inline int worth_in(cell_set checkers, cell_set diagonals, cell_set centre)
{
    return OF_LINE * set_count(checkers) - LESS_ON_DIAGONAL * set_count(checkers & diagonals) -
           LESS_IN_CENTRE * ((checkers & centre) != 0);
}

static void evaluate_lines(const struct cop_game *game, const void *prepared, const void *state,
                           double *of_player)
{
    const struct dice_board *board = board_of(game);
    const cell_set *diagonal = board->lines + 2 * board->size;
    cell_set diagonals = diagonal[0] | diagonal[1], centre = diagonal[0] & diagonal[1];
    cell_set first = checkers_of(state, COLUMNS), second = checkers_of(state, ROWS);
    int sum = 0;
    double value;

    (void)prepared;
    for (int line = 0; line < board->line_count; line++) {
        cell_set own = first & board->lines[line], other = second & board->lines[line];

        if (other == 0 && own != 0)
            sum += worth_in(own, diagonals, centre);
        else if (own == 0 && other != 0)
            sum -= worth_in(other, diagonals, centre);
    }
    value = sum * (1.0 / UNIT);
    value = value > MOST ? MOST : value < -MOST ? -MOST : value;
    of_player[COLUMNS] = value;
    of_player[ROWS] = -value;
}

/* The checkers on all lines through a cell that one player can still fill. */
static int checkers_around(const struct dice_board *board, int cell, cell_set own, cell_set other)
{
    int count = 0;

    for (uint32_t lines = board->lines_of[cell]; lines != 0; lines &= lines - 1) {
        cell_set line = board->lines[bit_index(lines)];

        if ((line & other) == 0)
            count += set_count(line & own);
    }
    return count;
}

static void rate_lines(const struct cop_game *game, const void *state, const cop_move *moves,
                       int count, float *rating)
{
    enum { CLASS = 4 * LONGEST };
    const struct dice_board *board = board_of(game);
    int mover = mover_in(state);
    cell_set own = checkers_of(state, mover), other = checkers_of(state, 1 - mover);

    for (int i = 0; i < count; i++) {
        int cell = (int)moves[i] - 1;

        rating[i] = (float)(CLASS * checkers_around(board, cell, own, other) +
                            checkers_around(board, cell, other, own));
    }
}

/* For ChanceProbCut with depths that count rolls (chance-and-multiplayer.md 2.8):
 * coppice tune probcut "dice(size=5)" --depths 3:7,5:9 --count-chance \
 *     --list lab/data/dice-5x5.txt */
static const struct cop_fit line_fits[] = {
    {3, 7, 1.0068, 0.0571, 0.3320},
    {5, 9, 1.1007, -0.1163, 0.2536},
    {0, 0, 0, 0, 0},
};

/* Chances are fitted to games of two players:
 *     coppice tune chance dice --eval lines --limit depth=2 --games 2000 */
const struct cop_evaluator dice_evaluators[] = {
    {.name = "lines",
     .help = "checkers by the part of their lines that can still be filled",
     .version = 1,
     .chance = {1, 0.045209, 0.14427},
     .lower = -BOUND,
     .upper = BOUND,
     .is_zero_sum = true,
     .settles_chance = true,
     .evaluate = evaluate_lines,
     .fits = line_fits,
     .fits_count_chance = true},
    {NULL},
};

const struct cop_ordering dice_orderings[] = {
    {"lines", "most own checkers on open lines through the cell, then most of the other's",
     rate_lines},
    {NULL},
};
