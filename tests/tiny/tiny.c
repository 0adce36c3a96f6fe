/* tiny.c - the list of tiny games, and how to open one by name. */
#include "tiny.h"

#include <stdlib.h>
#include <strings.h>

const struct cop_rules *const tiny_all_rules[] = {&tiny_race, &tiny_three, &tiny_puzzle,
                                                  &tiny_coin, &tiny_nim,   NULL};

struct cop_game *tiny_open(const char *spec, struct cop_error *error)
{
    struct cop_game *game = NULL;
    char *name, *inside;
    int at = 0;

    if (!cop_spec_split("game", spec, &name, &inside, error))
        return NULL;
    while (tiny_all_rules[at] != NULL && strcasecmp(tiny_all_rules[at]->name, name) != 0)
        at++;
    if (tiny_all_rules[at] != NULL)
        game = cop_game_open_rules(tiny_all_rules[at], inside, error);
    else
        cop_fail(error, "there is no tiny game \"%s\"", name);
    free(name);
    free(inside);
    return game;
}
