/* recipe.c - its words. */
#include "search/recipe.h"

#include <stddef.h>

const struct cop_option cop_recipe_options[] = {
    {"preset", COP_WORDS, "", 0, 0, NULL,
     "a configuration that the game knows by this name (coppice help GAME lists them); whatever "
     "else is given counts instead of what it says"},
    {NULL}};
