/* games.c - the registry: which games there are, and how a spec such as `othello(size=6)` opens
 * one.
 *
 * A new game is its folder, its line in list.h and its files in meson.build. Games that are none of
 * the library's own are added by the program when it begins, before it has other threads: the list
 * grows at its end and is constant from then on, so that nobody who reads it needs a lock. */
#include "list.h"

#include <stdlib.h>
#include <strings.h>

/* clang-format off */
#define ROW(name) &cop_##name,
#define FOUR_FREE  NULL, NULL, NULL, NULL
#define SOME_FREE  FOUR_FREE, FOUR_FREE, FOUR_FREE, FOUR_FREE
static const struct cop_rules *all_rules[] = {
    COP_EVERY_GAME(ROW)
    NULL,
    SOME_FREE, SOME_FREE, SOME_FREE, SOME_FREE, /* COP_ADDED_GAMES_MAX */
};
/* clang-format on */

enum { GAMES_MAX = sizeof all_rules / sizeof all_rules[0] - 1 };

_Static_assert(GAMES_MAX >= COP_ADDED_GAMES_MAX + 1, "there is room for all that may be added");

const struct cop_rules *const *cop_all_rules(void)
{
    return all_rules;
}

const struct cop_rules *cop_rules_find(const char *name)
{
    for (int i = 0; all_rules[i] != NULL; i++)
        if (strcasecmp(all_rules[i]->name, name) == 0)
            return all_rules[i];
    return NULL;
}

static int count_rules(void)
{
    int count = 0;

    while (all_rules[count] != NULL)
        count++;
    return count;
}

bool cop_rules_add(const struct cop_rules *rules, struct cop_error *error)
{
    int count = count_rules();

    if (!cop_rules_check(rules, error))
        return false;
    if (cop_rules_find(rules->name) != NULL)
        return cop_fail(error, "there is a game \"%.60s\" already; give this one another name",
                        rules->name);
    if (count == GAMES_MAX)
        return cop_fail(error, "%s: %d games were added already, and no more can be", rules->name,
                        COP_ADDED_GAMES_MAX);
    all_rules[count] = rules;
    return true;
}

bool cop_rules_remove(const struct cop_rules *rules)
{
    int count = count_rules();

    if (count <= GAMES_MAX - COP_ADDED_GAMES_MAX || all_rules[count - 1] != rules)
        return false;
    all_rules[count - 1] = NULL;
    return true;
}

static void fail_unknown(const char *name, struct cop_error *error)
{
    struct cop_text list = COP_TEXT;
    const char *names[GAMES_MAX];
    int count = count_rules();

    for (int i = 0; i < count; i++) {
        names[i] = all_rules[i]->name;
        cop_text_add(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    cop_fail(error, "there is no game \"%.60s\"%s; the games are %s", name,
             cop_nearest(name, names, count), list.bytes);
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
