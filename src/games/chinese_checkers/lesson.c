/* lesson.c - Chinese Checkers for people: the aim, the rules, positions that show them, and the
 * notation. */
#include "games/lessons.h"

const char checkers_lesson[] =
    "Be the first to bring your pieces to the opposite corner of the star.\n"
    "\n"
    "The board is a hexagon with six corners. Each player starts with pieces on every field "
    "of one corner; the opposite corner is his target, and pictures ring its fields in his "
    "colour. Clockwise from the top the corners are Red, Yellow, Green, Blue, Purple and "
    "Orange; Red begins and the turn goes clockwise. With two players Red and Blue play, with "
    "three Red, Green and Purple, with four Red, Yellow, Blue and Purple, and with five only "
    "Orange is missing.\n"
    "\n"
    "In a turn one piece moves: either one step to an empty field next to it, in any of the "
    "six directions, or by jumps. A jump goes in a straight line over one piece, of any "
    "player, to the empty field right behind it. The same piece may jump again from there, in "
    "any direction, as often as it likes. Nothing is captured. A turn must end on another "
    "field than it began.\n"
    "\n"
    "A turn that begins in the player's target must end there. No turn may end in a corner "
    "that is neither his start nor his target, but jumps may pass through (the options "
    "corners and leave can change that). Who cannot move passes.\n"
    "\n"
    "A player wins when his target is full and at least one of the pieces in it is his own. "
    "The others may be anybody's, so that nobody can stop him by leaving a piece there. It "
    "does not matter who filled the last field. After 1000 turns of all players together (the "
    "option limit) the game is a draw.\n"
    "";

const struct cop_lesson_picture checkers_pictures[] = {
    {.typed = "C2", .caption = "A step goes to a field next to it: where C2 may go."},
    {.typed = "B1", .caption = "A jump goes over one piece: B1 may jump over C1 or C2."},
    {.position = "A1,B1,B2,C1,D5,F4/H4,J5,K1,K2,K3,L1 N 8",
     .typed = "C1",
     .caption = "Jumps may follow each other: C1 can reach I5 in one turn."},
    {NULL},
};

const char checkers_notation[] =
    "Rows are A, B, ... from the top, and the fields of a row are counted from 1 at the left. "
    "A move names the field it begins on and the one it ends on, C2-D5; C2D5 is understood "
    "too. Jumps are not written one by one: B1-D4 jumps over C1. To enter a move by clicks, "
    "click these two fields. A pass is written --.\n"
    "\n"
    "A position lists each player's fields with a / between players, then who moves, by the corner "
    "(N, NE, SE, S, SW or NW for Red to Orange), and how many turns have been played. The start "
    "for two is\n"
    "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 N 0\n"
    "";
