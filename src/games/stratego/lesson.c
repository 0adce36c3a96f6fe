/* lesson.c - Stratego for people: the aim, the rules, positions that show them, and the notation.
 */
#include "games/lessons.h"

const char stratego_lesson[] =
    "Capture the enemy's flag. You see the ranks of your own army only.\n"
    "\n"
    "From the strongest the ranks are 1 Marshal, 2 General, 3 Colonel, 4 Major, 5 Captain, 6 "
    "Lieutenant, 7 Sergeant, 8 Miner, 9 Scout, S Spy; and B Bomb and F Flag, which never "
    "move.\n"
    "\n"
    "White begins. A move takes one piece one square up, down or sideways to an empty square, "
    "or onto an enemy, which attacks it. The two lakes cannot be entered. A scout may go any "
    "distance along a free line, and attack at its end; going farther than one square shows "
    "that it is a scout.\n"
    "\n"
    "In an attack both ranks are shown to both players: the weaker piece is removed, of equal "
    "ones both are, and an attacker that wins takes the other's square. A spy that attacks "
    "the marshal wins, and loses otherwise. A bomb removes whatever attacks it except a "
    "miner, which removes the bomb. The flag falls to every attacker.\n"
    "\n"
    "A player to move who cannot move loses; if neither side can, it is a draw, as it is "
    "after 200 plies without an attack or 2000 in all. The same piece may not cross the same "
    "border between two squares in more than three turns in a row. A side that moves next to "
    "an enemy piece again and again while that piece keeps moving away may not bring back a "
    "position of this chase, except by moving straight back.\n"
    "\n"
    "With setup=arranged, which people are offered, the armies stand as people would arrange "
    "them. Before the first move each player may take a ready set-up by its name (balanced, "
    "attacking, ...), mirror his army from left to right, and exchange any two of his pieces: "
    "swap a1 b2, or drag one onto the other. The word start ends that. The other player sees "
    "none of it.\n"
    "\n"
    "With setup=random both armies are dealt, flags and bombs anywhere. With setup=example they "
    "stand as in a published game. With setup=moves they are placed piece by piece: White's "
    "from a1 along the first row, then the second, and so on, then Black's from the far row; "
    "the word is the rank, as in 4 8 B F. A whole set-up can be given as an option: "
    "white=FB84... names all pieces in the same order.\n"
    "";

const struct cop_lesson_picture stratego_pictures[] = {
    {.game = "stratego(size=4)",
     .position = "fbmn/4/4/FBNM w",
     .caption = "On a small board: White sees his own ranks and none of the others."},
    {.game = "stratego(size=4)",
     .position = "fbmn/4/4/FBNM w",
     .typed = "",
     .caption = "Flag and bomb never move, so these two can."},
    {.game = "stratego(size=4)",
     .position = "fbmn/4/4/FBNM w",
     .moves = "d1d2 d4d3 d2xd3",
     .caption = "The marshal attacked and won; now both know the two ranks."},
    {NULL},
};

const char stratego_notation[] =
    "A move is the square it leaves and the one it reaches, columns a to j, rows 1 at White's "
    "side: a4a5. An attack has an x: a6xa7. Below the board's list of ranks stands what each "
    "side's last move showed, if it was an attack. A star on a piece means that both players "
    "know its rank.\n"
    "\n"
    "A position is written as its rows from the top: F B Y (spy) S (scout) N (miner) T "
    "(sergeant) L (lieutenant) P (captain) J (major) C (colonel) G (general) M (marshal), "
    "with capitals for White, U for an unknown piece, = for a lake and a number for a run of "
    "empty squares; then who moves, and what else must be known, such as moved=a4. On the 4 x "
    "4 board fbmn/4/4/FBNM w is one.\n"
    "";
