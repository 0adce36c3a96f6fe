/* lesson.c - Dice for people: the aim, the rules, positions that show them, and the notation. */
#include "games/lessons.h"

const char dice_lesson[] =
    "Be the first with a whole line of your own checkers: a row, a column or one of the two "
    "long diagonals.\n"
    "\n"
    "Red and Blue place checkers on a square board that is empty at first. Red plays columns "
    "and begins, Blue plays rows. Before each move a die with as many sides as the board has "
    "columns is rolled. Red must place a checker on an empty cell of the column rolled, Blue "
    "on an empty cell of the row rolled. For the line that wins it does not matter who plays "
    "rows and who columns.\n"
    "\n"
    "Who rolls a line that is full already passes; with full=reroll he rolls again until a "
    "line has room. When every line has checkers of both players nobody can win any more and "
    "the game is drawn, with dead_draw=off only when the board is full.\n"
    "";

const struct cop_lesson_picture dice_pictures[] = {
    {.game = "dice(size=5)",
     .moves = "3:",
     .typed = "",
     .caption = "Red has rolled 3 and may use any cell of column c."},
    {.game = "dice(size=5)",
     .moves = "3:c3 2:",
     .typed = "",
     .caption = "Blue has rolled 2 and may use any cell of row 2."},
    {.game = "dice(size=5)",
     .moves = "1:a1 1:b1 2:b2 1:c1 3:c3 1:d1 4:d4 2:e2 5:e5",
     .caption = "A whole diagonal: Red wins."},
    {NULL},
};

const char dice_notation[] =
    "Columns are a, b, ... from the left and rows 1, 2, ... from the bottom. A roll is the "
    "line's number and a colon, 3: is column c or row 3, and a placement is a cell, c7. So a "
    "turn is two moves, 3: c7, which may be written as one word: 3:c7. A pass is written --, "
    "whichever full line was rolled; 3:-- is understood too. The beginning of a game: 3:c7 "
    "7:d7 11:k1.\n"
    "\n"
    "A position is the rows from the top with / between them, x for a checker of Red, o for "
    "one of Blue and a point for an empty cell; then a blank, who "
    "moves, a blank and the line that was rolled, or ? before the roll. On a board of three "
    "columns, x on a1 and o, who has rolled 2, to move: .../.../x.. o 2.\n"
    "";
