/* features.h - what an evaluator of Connect Four learns from (features.c). */
#ifndef COPPICE_GAMES_CONNECT4_FEATURES_H
#define COPPICE_GAMES_CONNECT4_FEATURES_H

#include "coppice/game.h"

extern const struct cop_features connect4_features;

#endif
