/* lesson.c - Othello for people: the aim, the rules, positions that show them, and the notation. */
#include "games/lessons.h"

const char othello_lesson[] =
    "Have more discs of your colour on the board when neither side can move any more.\n"
    "\n"
    "Black and White place discs in turn, and Black begins. A disc goes on an empty square "
    "from which a straight, unbroken run of enemy discs, across, upright or slanting, leads "
    "to another disc of your own. All runs that are enclosed so change their colour. Discs "
    "that changed colour capture nothing further.\n"
    "\n"
    "You must capture if you can, and pass if you cannot. When neither side can, more discs "
    "win and equally many are a draw. Squares that stayed empty count as the winner's discs, "
    "as in tournaments; a draw shares them. With empties=nobody they do not count.\n"
    "";

const struct cop_lesson_picture othello_pictures[] = {
    {.typed = "", .caption = "The start: Black may place a disc on the marked squares."},
    {.moves = "d3", .caption = "Black took d3: the white disc on d4 stood between two black ones."},
    {.moves = "f5 d6 c3 d3 c4",
     .caption = "c4 encloses white discs in two directions, and both runs turn."},
    {NULL},
};

const char othello_notation[] =
    "A move is the square's column, a for the leftmost, and its row, 1 for the topmost: d3. A "
    "pass is written -- and may be left out of a list of moves. Black's first moves are d3, "
    "c4, f5 and e6.\n"
    "\n"
    "A position is written square by square from a1 along the rows, X for black, O for white "
    "and - for empty, then a blank and who moves. The start on a 4 x 4 board is "
    "-----OX--XO----- X.\n"
    "";
