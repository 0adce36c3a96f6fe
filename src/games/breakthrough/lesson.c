/* lesson.c - Breakthrough for people: the aim, the rules, positions that show them, and the
 * notation. */
#include "games/lessons.h"

const char breakthrough_lesson[] =
    "Bring one of your stones to the far row before your opponent does.\n"
    "\n"
    "Each side fills its two nearest rows with stones. White begins and moves up the board, "
    "Black moves down. A stone goes one row forward in a turn: straight on to an empty "
    "square, or slanting to either side, to an empty square or onto an enemy stone, which is "
    "captured. There is no capture straight on, and no duty to capture.\n"
    "\n"
    "Whoever reaches the far row, or captures the last enemy stone, wins at once. There are "
    "no draws and no passes.\n"
    "";

const struct cop_lesson_picture breakthrough_pictures[] = {
    {.game = "breakthrough(width=5, height=5)",
     .position = "b1b1b/1b1b1/2w2/ww1ww/w3w w",
     .typed = "c3",
     .caption = "Forward, straight or slanting: where the white stone on c3 may go."},
    {.game = "breakthrough(width=5, height=5)",
     .position = "b1b1b/1bbb1/2w2/ww1ww/w3w w",
     .typed = "c3",
     .caption = "It may capture slanting, but not straight on: c4 is in the way."},
    {.game = "breakthrough(width=5, height=5)",
     .position = "b3b/2w2/5/w1bww/w4 w",
     .moves = "c4c5",
     .caption = "White has reached the far row and wins."},
    {NULL},
};

const char breakthrough_notation[] =
    "A move names the two squares, d2d3, with an x between them if it captures, d4xe5; d4e5 "
    "and d4-e5 are understood too. Columns are a, b, ... from the left, rows 1, 2, ... from "
    "White's side.\n"
    "\n"
    "A position is written as its rows from the top, w and b for stones and a number for a "
    "run of empty squares, then who moves. The start is "
    "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w.\n"
    "";
