/* lesson.c - Connect Four for people: the aim, the rules, positions that show them, and the
 * notation. */
#include "games/lessons.h"

const char connect4_lesson[] =
    "Be the first with four of your stones in a row: across, upright or slanting.\n"
    "\n"
    "Yellow and Red drop stones in turn into the columns of an upright board, and Yellow "
    "begins. A stone falls to the lowest free cell of its column. Whoever has four in a row wins "
    "at once; if "
    "the board fills up before, the game is a draw.\n"
    "";

const struct cop_lesson_picture connect4_pictures[] = {
    {.moves = "d d c", .caption = "A stone falls to the lowest free cell: after d, d and c."},
    {.moves = "1122334", .caption = "Yellow has four across and wins."},
    {.moves = "a b b c c d c d d a d", .caption = "A slanting line wins, too: a1, b2, c3 and d4."},
    {NULL},
};

const char connect4_notation[] =
    "A move is the column's letter, a for the leftmost, or its number, 1 for the leftmost. "
    "Moves may be written without blanks: 1122334 is a whole game, in which Yellow wins with "
    "the stones on a1, b1, c1 and d1.\n"
    "\n"
    "A position is written as its rows from the top, X for stones of Yellow, O for those of "
    "Red and a number for a run of empty cells, then who moves. After d, d and c it is "
    "7/7/7/7/3O3/2XX3 O.\n"
    "";
