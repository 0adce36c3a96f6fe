/* lesson.c - SameGame for people: the aim, the rules, positions that show them, and the notation.
 */
#include "games/lessons.h"

const char samegame_lesson[] =
    "A puzzle for one player: take groups of equal blocks off the board, and score as much as "
    "you can. Large groups earn most, and an empty board earns 1000 points.\n"
    "\n"
    "Blocks of one colour that touch, side by side or one above the other, are a group. A "
    "move takes a whole group of two or more blocks and earns (n-2)^2 points for its n "
    "blocks: none for 2, 1 for 3, 4 for 4, 64 for 10. So it pays to bring many blocks of one "
    "colour together before taking them.\n"
    "\n"
    "Then the blocks above fall straight down, and where a column has become empty all "
    "columns to its right move one place to the left.\n"
    "\n"
    "The game is over when no two touching blocks are equal. An empty board earns 1000 points "
    "more. Otherwise each colour with k blocks left, if k is more than 2, costs (k-2)^2 "
    "points.\n"
    "";

const struct cop_lesson_picture samegame_pictures[] = {
    {.game = "samegame(width=5, height=4)",
     .position = "30.../222../21140/22104 0",
     .caption = "Three blue blocks touch: b2, c2 and c1."},
    {.game = "samegame(width=5, height=4)",
     .position = "30.../222../21140/22104 0",
     .moves = "b2",
     .caption = "They earned 1 point, and the blocks above fell down."},
    {.game = "samegame(width=5, height=4)",
     .position = "30.../222../21140/22104 0",
     .moves = "b2 a1",
     .caption = "Six green blocks earned 16, and the empty column closed up."},
    {NULL},
};

const char samegame_notation[] =
    "A move is any block of the group, its column, a for the leftmost, and its row, 1 for the "
    "lowest: c2. Coppice itself writes the lowest block of the group's leftmost column. 2:1 "
    "also means c2, in the way of programs that count columns and rows from 0.\n"
    "\n"
    "A position is written row by row from the top, a digit for the colour of each block, a "
    "point for an empty cell and a slash between rows, then a blank and the points so far. On "
    "a board of 5 columns and 4 rows, from\n"
    "\n"
    "    30.../222../21140/22104 0\n"
    "\n"
    "the move b2 takes the three blocks 1 and earns 1 point:\n"
    "\n"
    "    3..../20.../22.40/22204 1\n"
    "\n"
    "Now a1 takes six blocks 2 for 16 points. That empties the third column, which closes up:\n"
    "\n"
    "    ...../...../..40./3004. 17\n"
    "";
