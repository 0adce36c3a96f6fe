/* lesson.c - ChanceBreakthrough for people: the aim, the rules, positions that show them, and the
 * notation. */
#include "games/lessons.h"

const char chance_breakthrough_lesson[] =
    "Bring one of your stones to the far row before your opponent does. It is Breakthrough "
    "with dice.\n"
    "\n"
    "Each side fills its two nearest rows with stones. White begins and moves up the board, "
    "Black moves down. A stone goes one row forward in a turn: straight on to an empty "
    "square, or slanting to either side, to an empty square or onto an enemy stone, which is "
    "captured. There is no capture straight on, and no duty to capture.\n"
    "\n"
    "Instead of moving a stone you may roll: two dice name a column and a row, and the stone "
    "on that square, if there is one, leaves the board, whoever's it is. Every square of the "
    "board is equally likely. Then it is the other's turn.\n"
    "\n"
    "Whoever reaches the far row wins at once. Whoever has lost the last stone loses at once, "
    "also by a roll of one's own. After 300 turns (the option limit) the game is drawn.\n"
    "";

const struct cop_lesson_picture chance_breakthrough_pictures[] = {
    {.game = "chancebreakthrough(width=5, height=5)",
     .position = "b1b1b/1bbb1/2w2/ww1ww/w3w w 4",
     .typed = "c3",
     .caption = "Slanting it may capture, straight on it may not: where c3 may go."},
    {.game = "chancebreakthrough(width=5, height=5)",
     .position = "b1b1b/1bbb1/2w2/ww1ww/w3w w 4",
     .moves = "@",
     .caption = "White rolls instead: every square is equally likely."},
    {.game = "chancebreakthrough(width=5, height=5)",
     .position = "b1b1b/1bbb1/2w2/ww1ww/w3w w 4",
     .moves = "@ @c4",
     .caption = "The dice named c4, and the black stone there is gone."},
    {NULL},
};

const char chance_breakthrough_notation[] =
    "A move names the two squares, d2d3, with an x between them if it captures, d4xe5; d4e5 "
    "and d4-e5 are understood too. Columns are a, b, ... from the left, rows 1, 2, ... from "
    "White's side. A roll is @, and its outcome @e5 if a stone on e5 is lost or @-- if the "
    "square is empty. So that turn is two moves, @ @e5, which may be written as one word: "
    "@e5.\n"
    "\n"
    "A position is written as its rows from the top, w and b for stones and a number for a "
    "run of empty squares, then who moves, how many turns have been taken, and @ if the dice "
    "have been cast and have not shown a square yet. The start is "
    "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w 0.\n"
    "";
