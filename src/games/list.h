/* list.h - every game of this folder; games.c puts them into the registry. */
#ifndef COPPICE_GAMES_LIST_H
#define COPPICE_GAMES_LIST_H

#include "coppice/game.h"

extern const struct cop_rules cop_connect4;
extern const struct cop_rules cop_othello;
extern const struct cop_rules cop_breakthrough;
extern const struct cop_rules cop_amazons;
extern const struct cop_rules cop_samegame;
extern const struct cop_rules cop_fanorona;
extern const struct cop_rules cop_stratego;
extern const struct cop_rules cop_twixt;
extern const struct cop_rules cop_focus;
extern const struct cop_rules cop_chinesecheckers;
extern const struct cop_rules cop_ontop;
extern const struct cop_rules cop_rolit;
extern const struct cop_rules cop_dice;
extern const struct cop_rules cop_chancebreakthrough;

#endif
