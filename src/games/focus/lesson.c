/* lesson.c - Focus for people: the aim, the rules, positions that show them, and the notation. */
#include "games/lessons.h"

const char focus_lesson[] =
    "Capture pieces of the others by building stacks of more than five on top of them.\n"
    "\n"
    "The pieces form stacks on a board of 8 x 8 squares without three in each corner. A stack "
    "belongs to the owner of its top piece. Red begins, and Green, Blue and Yellow follow.\n"
    "\n"
    "In your turn you move a stack of yours along a row or a column, exactly as many squares "
    "as it has pieces; or you split it and move only the upper pieces, as many squares as you "
    "take. What stands on the way does not matter.\n"
    "\n"
    "Pieces that land on a stack are put on top of it, in their order. Only five stay: the "
    "mover takes all below them. Enemy pieces among these are captured for good. Your own go "
    "to your reserve, and in a later turn you may, instead of moving, enter one of them on "
    "any square, empty or not, on top of what is there.\n"
    "\n"
    "In the short version captures win: 6 with two players; with three, 10 or 3 from each "
    "opponent; with four, 10 or 2 from each opponent. In the full version (version=full) the "
    "last player who can move wins. Who has neither a stack nor a reserve must pass, and "
    "comes back when somebody uncovers a piece of his. After 300 turns, counted over all "
    "players (limit), the game is a draw.\n"
    "";

const struct cop_lesson_picture focus_pictures[] = {
    {.typed = "c5", .caption = "A single piece moves one square: where the one on c5 may go."},
    {.moves = "c5-d5 c4-b4",
     .typed = "d5",
     .caption = "A stack of two goes two squares, or its upper piece goes one."},
    {.position =
         "----/RRGGRR/-G-RRGG-/-R-[GRGGR]--R-/-GGRRGG-/-RRGGRR-/GGRRGG/---- 0,0 -,0/0,- R 4",
     .moves = "d4-d5",
     .caption = "Six would stand on d5, so the lowest, a piece of Green's, is taken."},
    {NULL},
};

const char focus_notation[] =
    "c3-c5 moves the upper two pieces of c3 two squares up, for the distance says how many "
    "move; c3c5 is understood too. +d4 enters a piece on d4. A forced pass is written -- and "
    "may be left out. Columns are a to h from the left, rows 1 to 8 from below.\n"
    "\n"
    "For example, let three pieces of d4 move three squares to g4, where three others stand. "
    "That makes six, so the lowest piece of g4 is taken, and what was below the three on d4 "
    "now belongs to whoever owns the piece that is uncovered there.\n"
    "\n"
    "A position is written as its rows from the top: - for an empty square, a letter (R, G, "
    "B, Y) for a single piece, and a taller stack from the bottom up in brackets, [RG] for "
    "Green on Red. Then come the reserves, a row for each player of what he has captured from "
    "whom, who moves, and the number of turns so far. The start for two players is "
    "----/RRGGRR/-GGRRGG-/-RRGGRR-/-GGRRGG-/-RRGGRR-/GGRRGG/---- 0,0 -,0/0,- R 0.\n"
    "";
