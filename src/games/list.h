/* list.h - every game of this folder, one line each, in the order in which people see them.
 *
 * `COP_EVERY_GAME(row)` is `row(connect4) row(othello) ...`, where each name is that of a constant
 * without its `cop_`: declared here, put into the registry by games.c. */
#ifndef COPPICE_GAMES_LIST_H
#define COPPICE_GAMES_LIST_H

#include "coppice/game.h"

/* clang-format off */
#define COP_EVERY_GAME(row) \
    row(connect4) \
    row(othello) \
    row(breakthrough) \
    row(amazons) \
    row(samegame) \
    row(morpion) \
    row(fanorona) \
    row(stratego) \
    row(twixt) \
    row(focus) \
    row(chinesecheckers) \
    row(ontop) \
    row(rolit) \
    row(dice) \
    row(chancebreakthrough)

#define COP_DECLARE_GAME(name) extern const struct cop_rules cop_##name;
COP_EVERY_GAME(COP_DECLARE_GAME)
#undef COP_DECLARE_GAME
/* clang-format on */

#endif
