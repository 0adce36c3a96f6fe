/* lesson.c - TwixT for people: the aim, the rules, positions that show them, and the notation. */
#include "games/lessons.h"

const char twixt_lesson[] =
    "Build a chain of linked pegs from one side of the board to the other: White from top to "
    "bottom, Black from left to right.\n"
    "\n"
    "White and Black place pegs in turn on a square board of holes without its four corners; "
    "White begins. The top and bottom rows are White's home lines, the left and right columns "
    "are Black's, and the other side may not use them. Every other empty hole is free to "
    "both.\n"
    "\n"
    "Two pegs of one colour that are a knight's move of chess apart, two holes along and one "
    "across, are linked by themselves as soon as the second one is placed, unless a link of "
    "either colour that is already there would be crossed. Links are never removed, and what "
    "could not be linked then is not linked later.\n"
    "\n"
    "Whoever first has a chain from one own home line to the other wins. The game is a draw "
    "when the side to move has no hole left; with dead_draw=on already when neither side can "
    "connect its lines any more.\n"
    "\n"
    "Variants: with swap=on Black may answer White's first peg with the move swap, which "
    "turns it into a black peg on the mirrored hole (column and row exchanged), and White "
    "goes on. With own_cross=on only links of the other colour are in the way.\n"
    "";

const struct cop_lesson_picture twixt_pictures[] = {
    {.game = "twixt(size=8)",
     .moves = "D3 D4 E5",
     .caption = "A knight's move apart: D3 and E5 are linked."},
    {.game = "twixt(size=8)",
     .moves = "D3 D4 E5 F3",
     .caption = "White's link is in the way, so D4 and F3 stay apart."},
    {.game = "twixt(size=6)",
     .moves = "C1 B3 D3 E2 C5 E5 E6",
     .caption = "A chain from the top row to the bottom row: White wins."},
    {NULL},
};

const char twixt_notation[] =
    "A move is the hole's column, A for the leftmost, and its row, 1 for the topmost. After "
    "D3, D4, E5 and F3 on an 8 x 8 board, D3 and E5 are linked, and so D4 and F3 cannot be. "
    "That position is written\n"
    "\n"
    "    tx 8 w W=D3,E5 B=F3,D4 L=D3-E5\n"
    "\n"
    "with the board's size, who moves, the pegs of White and Black and the links.\n"
    "";
