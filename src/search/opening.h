/* opening.h - the options by which searches play from an opening book, and from what the game
 * itself knows of beginnings (rules->opening); who opens agents asks both before every search. */
#ifndef COPPICE_SEARCH_OPENING_H
#define COPPICE_SEARCH_OPENING_H

#include "coppice/option.h"

extern const struct cop_option cop_opening_options[];

#endif
