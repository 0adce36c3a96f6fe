/* recipe.h - the option by which searches are named a configuration that the game knows
 * (struct cop_recipe); who opens agents puts in what it stands for. */
#ifndef COPPICE_SEARCH_RECIPE_H
#define COPPICE_SEARCH_RECIPE_H

#include "coppice/option.h"

extern const struct cop_option cop_recipe_options[];

#endif
