/* lesson.c - Fanorona for people: the aim, the rules, positions that show them, and the notation.
 */
#include "games/lessons.h"

const char fanorona_lesson[] =
    "Capture all stones of your opponent.\n"
    "\n"
    "Stones stand on the points of a board and move along its lines, one point at a time, to "
    "an empty neighbour. Every point has lines up, down and sideways; every second one, "
    "corners included, has slanting lines too. White begins.\n"
    "\n"
    "A step captures in one of two ways. An approach takes the enemy stone on the next point "
    "straight ahead of where the stone arrives. A withdrawal takes the enemy stone straight "
    "behind where it started. Further enemy stones on the same line go too, up to the first "
    "empty point or own stone. Where a step would do both, you choose one.\n"
    "\n"
    "Whoever can capture must capture, though not the most. The stone that captured may go on "
    "capturing in the same turn, as long as it likes: each step must capture, must not go in "
    "the direction of the step just before, and must not come to a point where the stone has "
    "been in this turn. Only when no capture is possible you make a step without one, called "
    "paika, and that is the whole turn.\n"
    "\n"
    "Whoever takes the last enemy stone wins, and whoever cannot move loses. The game is a "
    "draw when a position comes back with the same side to move, or after 100 steps in a row "
    "without a capture; both can be changed.\n"
    "";

const struct cop_lesson_picture fanorona_pictures[] = {
    {.typed = "", .caption = "The start: White must capture, with one of the marked stones."},
    {.moves = "e2-e3A", .caption = "An approach: e2-e3 took e4 and e5, straight ahead."},
    {.moves = "d3-e3W", .caption = "A withdrawal: d3-e3 took c3, straight behind."},
    {NULL},
};

const char fanorona_notation[] =
    "A move names two points, and A for an approach or W for a withdrawal: e2-e3A. At the "
    "start this takes the stones on e4 and e5. A further capture in the same turn is written "
    "-d3W, and stop ends a turn that could go on, so a turn reads b2-c2A-c3A, or b2-c2A stop. "
    "The letter may be left out where only one way is possible. Columns are a, b, ... from "
    "the left, rows 1, 2, ... from White's side.\n"
    "\n"
    "A position is written as its rows from the top, w and b for stones and a number for a "
    "run of empty points, then who moves. The start is "
    "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w. In the middle of a turn the points "
    "that its stone has been on follow, b2-c2; a finished draw ends with draw.\n"
    "";
