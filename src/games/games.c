/* games.c - the registry: which games there are, and how a spec such as `othello(size=6)` opens
 * one.
 *
 * A new game is its folder, its line in list.h and its files in meson.build. Games that are none of
 * the library's own are added and taken back at any time: each change makes another list, and
 * whoever walks along the one before finds it unchanged, so that readers need no lock. Lists are
 * never freed for that reason, but the same list is not made twice. */
#include "list.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "games/registry.h"

/* clang-format off */
#define ROW(name) &cop_##name,
static const struct cop_rules *const own_rules[] = {
    COP_EVERY_GAME(ROW)
    NULL,
};
/* clang-format on */

enum {
    OWN_GAMES = sizeof own_rules / sizeof own_rules[0] - 1,
    GAMES_MAX = OWN_GAMES + COP_ADDED_GAMES_MAX
};

struct list {
    struct list *before;
    const struct cop_rules *rules[GAMES_MAX + 1]; /* NULL beyond the last */
};

static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static struct list *lists; /* all that were ever made */
static _Atomic(const struct cop_rules *const *) now = own_rules;

const struct cop_rules *const *cop_all_rules(void)
{
    return atomic_load_explicit(&now, memory_order_acquire);
}

const struct cop_rules *cop_rules_find(const char *name)
{
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        if (strcasecmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}

/* ---- Changes, one at a time ---- */

static int count_rules(const struct cop_rules *const *rules)
{
    int count = 0;

    while (rules[count] != NULL)
        count++;
    return count;
}

/* From now on these are the games. */
static void publish(const struct list *wanted)
{
    struct list *list = lists;

    while (list != NULL && memcmp(list->rules, wanted->rules, sizeof list->rules) != 0)
        list = list->before;
    if (list == NULL) {
        list = cop_allocate(sizeof *list);
        *list = *wanted;
        list->before = lists;
        lists = list;
    }
    atomic_store_explicit(&now, list->rules, memory_order_release);
}

static bool is_named(const struct list *list, const char *name)
{
    for (int i = 0; list->rules[i] != NULL; i++)
        if (strcasecmp(list->rules[i]->name, name) == 0)
            return true;
    return false;
}

static bool append(struct list *list, const struct cop_rules *rules, struct cop_error *error)
{
    int count = count_rules(list->rules);

    if (is_named(list, rules->name))
        return cop_fail(error, "there is a game \"%.60s\" already; give this one another name",
                        rules->name);
    if (count == GAMES_MAX)
        return cop_fail(error, "%s: %d games were added already, and no more can be", rules->name,
                        COP_ADDED_GAMES_MAX);
    list->rules[count] = rules;
    return true;
}

static bool add(const struct cop_rules *const *rules, struct cop_error *error)
{
    const struct cop_rules *const *all = cop_all_rules();
    struct list list = {NULL};

    memcpy(list.rules, all, (size_t)count_rules(all) * sizeof all[0]);
    for (; *rules != NULL; rules++)
        if (!append(&list, *rules, error))
            return false;
    publish(&list);
    return true;
}

bool cop_rules_add_all(const struct cop_rules *const *rules, struct cop_error *error)
{
    bool is_good = true;

    for (int i = 0; is_good && rules[i] != NULL; i++)
        is_good = cop_rules_check(rules[i], error);
    if (is_good) {
        pthread_mutex_lock(&changing);
        is_good = add(rules, error);
        pthread_mutex_unlock(&changing);
    }
    return is_good;
}

bool cop_rules_add(const struct cop_rules *rules, struct cop_error *error)
{
    return cop_rules_add_all((const struct cop_rules *const[]){rules, NULL}, error);
}

static bool take_away(const struct cop_rules *rules)
{
    const struct cop_rules *const *all = cop_all_rules();
    struct list list = {NULL};
    bool is_added = false;

    for (int i = 0, kept = 0; all[i] != NULL; i++) {
        bool is_it = i >= OWN_GAMES && all[i] == rules;

        is_added = is_added || is_it;
        if (!is_it)
            list.rules[kept++] = all[i];
    }
    if (is_added)
        publish(&list);
    return is_added;
}

bool cop_rules_remove(const struct cop_rules *rules)
{
    bool is_added;

    pthread_mutex_lock(&changing);
    is_added = take_away(rules);
    pthread_mutex_unlock(&changing);
    return is_added;
}

/* ---- Opening ---- */

static void fail_unknown(const char *name, struct cop_error *error)
{
    struct cop_text list = COP_TEXT;
    const char *names[GAMES_MAX];
    const struct cop_rules *const *all = cop_all_rules();
    int count = count_rules(all);

    for (int i = 0; i < count; i++) {
        names[i] = all[i]->name;
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
