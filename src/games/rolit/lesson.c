/* lesson.c - Rolit for people: the aim, the rules, positions that show them, and the notation. */
#include "games/lessons.h"

const char rolit_lesson[] =
    "Have most pieces of your colour when the board is full.\n"
    "\n"
    "Two, three or four players place pieces in turn: Red, Green, Yellow, Blue. One piece of "
    "each colour stands in the middle from the start; with fewer than four players some of "
    "them belong to nobody.\n"
    "\n"
    "A piece goes on an empty square from which a straight, unbroken run of pieces of other "
    "colours, across, upright or slanting, leads to another piece of your own. The run may "
    "mix colours, also ones that nobody plays. All runs that are enclosed so take your "
    "colour. Pieces that changed colour capture nothing further.\n"
    "\n"
    "Who can capture must. Who cannot, even without a single piece left, places one on any "
    "empty square that touches a piece, also at a corner, and captures nothing. So nobody "
    "passes and nobody is out. Players who share the highest count share the point.\n"
    "";

const struct cop_lesson_picture rolit_pictures[] = {
    {.game = "rolit(players=4)",
     .typed = "",
     .caption = "The start: Red may go to the marked squares."},
    {.game = "rolit(players=4)",
     .moves = "f5",
     .caption = "f5 encloses Green's piece on e5, which is red now."},
    {.game = "rolit(players=4)",
     .moves = "f5",
     .typed = "",
     .caption = "Green has no piece left, so any square beside a piece will do."},
    {NULL},
};

const char rolit_notation[] =
    "A move is the square's column, a for the leftmost, and its row, 1 for the lowest. Red's "
    "first moves on the large board are f5, d3 and f3: f5 captures Green's piece on e5. Green "
    "then has no piece and may go to any of the 14 squares around.\n"
    "\n"
    "A position is the rows from the top with / between them, R, G, Y or B for a piece and a "
    "point for an empty square, then a blank, who moves, a blank and the number of players. "
    "The start of two players on a 4 x 4 board is ..../.RG./.BY./.... R 2.\n"
    "";
