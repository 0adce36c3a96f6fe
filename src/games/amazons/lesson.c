/* lesson.c - The Amazons for people: the aim, the rules, positions that show them, and the
 * notation. */
#include "games/lessons.h"

const char amazons_lesson[] =
    "Be the last who can move. Every turn burns a square, so the board grows smaller and "
    "smaller.\n"
    "\n"
    "White and Black have four amazons each, two on a board of 5 x 5 and one on smaller ones; "
    "White begins. First an amazon moves like a queen of chess: any number of squares in one "
    "of the eight directions, over and onto empty squares only. Then the same amazon shoots "
    "an arrow from where she landed, which flies like a queen, too. The square where it lands "
    "burns for the rest of the game: nothing enters or crosses it again.\n"
    "\n"
    "Amazons of either colour are in the way of movements and arrows, and nothing is ever "
    "captured. The square that the amazon just left is empty, so the arrow may land on it or "
    "cross it.\n"
    "\n"
    "Whoever cannot move loses; there are no draws and no passes. So the game is about "
    "territory: squares that you can reach and your opponent cannot are moves for later. The "
    "margin is the number of moves that the winner could still make alone, and half a point, "
    "since a win without any is still a win.\n"
    "";

const struct cop_lesson_picture amazons_pictures[] = {
    {.game = "amazons(size=6)",
     .typed = "c1",
     .caption = "First an amazon moves like a queen: where the one on c1 may go."},
    {.game = "amazons(size=6)",
     .typed = "c1c4",
     .caption = "Then she shoots like a queen: what she may burn from c4."},
    {.game = "amazons(size=6)",
     .position = "B1x3/1Bx2W/xxx3/B1x1W1/1Bx3/xxx2W w",
     .caption = "A wall divides the board, and White has more room behind it."},
    {NULL},
};

const char amazons_notation[] =
    "A move names the square left, the square reached and the square burnt: g1g9-d9 takes the "
    "amazon from g1 to g9 and burns d9. G1G9D9, g1-g9/d9 and g1-g9(d9) are understood too. "
    "Columns are a, b, ... from the left, rows 1, 2, ... from White's side. With split=on a "
    "turn is two moves, g1g9 and then d9.\n"
    "\n"
    "A position is written as its rows from the top, W and B for amazons, x for burnt squares "
    "and a number for a run of empty ones, then who moves. The start is "
    "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 w. With split=on the square of an amazon that has "
    "moved and not shot yet follows. Any number of amazons and burnt squares will do.\n"
    "\n"
    "If White's first move is an advantage, it can be made up for: komi=2 gives Black two "
    "points at the end, and with passes=2 Black may pass twice, at any time, and is lost only "
    "when those are used up too. Such a pass is written pass, and p2 after a position is how "
    "many are left.\n"
    "";
