/* games.c - the registry: which games there are, and how a spec such as `othello(size=6)` opens
 * one.
 *
 * A new game is its folder, its line in list.h and its files in meson.build. */
#include "list.h"

#include <stdlib.h>
#include <strings.h>

/* clang-format off */
#define ROW(name) &cop_##name,
const struct cop_rules *const cop_all_rules[] = {
    COP_EVERY_GAME(ROW)
    NULL,
};
/* clang-format on */

enum { GAMES = sizeof cop_all_rules / sizeof cop_all_rules[0] - 1 };

const struct cop_rules *cop_rules_find(const char *name)
{
    for (int i = 0; i < GAMES; i++)
        if (strcasecmp(cop_all_rules[i]->name, name) == 0)
            return cop_all_rules[i];
    return NULL;
}

static void fail_unknown(const char *name, struct cop_error *error)
{
    struct cop_text list = COP_TEXT;
    const char *names[GAMES];

    for (int i = 0; i < GAMES; i++) {
        names[i] = cop_all_rules[i]->name;
        cop_text_add(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    cop_fail(error, "there is no game \"%.60s\"%s; the games are %s", name,
             cop_nearest(name, names, GAMES), list.bytes);
    cop_text_free(&list);
}

struct cop_game *cop_game_open(const char *spec, struct cop_error *error)
{
    const struct cop_rules *rules;
    struct cop_game *game = NULL;
    char *name, *inside;

    if (!cop_spec_split("game", spec, &name, &inside, error))
        return NULL;
    rules = cop_rules_find(name);
    if (rules != NULL)
        game = cop_game_open_rules(rules, inside, error);
    else
        fail_unknown(name, error);
    free(name);
    free(inside);
    return game;
}
