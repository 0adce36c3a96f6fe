/* lesson.c - Morpion Solitaire for people: the aim, the rules, positions that show them, and the
 * notation. */
#include "games/lessons.h"

const char morpion_lesson[] =
    "A puzzle for one player with pencil and squared paper: starting from a cross of points, draw "
    "as many lines as you can. Every line is worth one point.\n"
    "\n"
    "A move adds one point at a crossing of the paper and draws a line through it: straight or "
    "diagonal, over exactly five points in a row, the new one and four that are there already.\n"
    "\n"
    "Lines may cross, but two lines in the same direction never overlap. In the touching game "
    "(5T) the end of one may be the beginning of another; in the disjoint game (5D) two lines of "
    "one direction have no point in common at all. In the short games (4T and 4D) lines have four "
    "points, and the cross has 24 instead of 36.\n"
    "\n"
    "The game is over when no line can be drawn. The longest touching game that is known has 178 "
    "lines, the longest disjoint one 82; with four points 62 and 35 are the most.\n"
    "";

const struct cop_lesson_picture morpion_pictures[] = {
    {.game = "morpion(margin=2)", .caption = "The game begins with a cross of 36 points."},
    {.game = "morpion(margin=2)",
     .moves = "f3-j3",
     .caption = "A point was added, and the line of five that it completes was drawn."},
    {.game = "morpion(margin=2)",
     .moves = "f3-j3 c6-g6 f3-f7 i2-i6 h6-l6",
     .typed = "",
     .caption = "Every line adds a point that others can use; the next ones are marked."},
    {NULL},
};

const char morpion_notation[] =
    "A crossing of the paper is its column, a for the leftmost, and its row, 1 for the lowest. A "
    "move is the two ends of its line, as in f3-j3; they may be given in either order. Where its "
    "new point can complete only one line, that point alone will do: j3.\n"
    "\n"
    "A position is the word cross and the lines that have been drawn, in any order:\n"
    "\n"
    "    cross f3-j3 c6-g6\n"
    "\n"
    "Which line was drawn when makes no difference to what can still be drawn.\n"
    "";
