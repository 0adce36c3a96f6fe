/* stranger.c - looks through a spec without opening anything. */
#include "serve/stranger.h"

#include <stdlib.h>
#include <string.h>

#include "base/spec.h"
#include "game/learned.h"

/* The table of a game or an agent; NULL if the name is neither's. */
static const struct cop_option *options_of(const char *name)
{
    const struct cop_rules *rules = cop_rules_find(name);
    const struct cop_agent_kind *kind = cop_agent_kind_find(name);

    if (rules != NULL)
        return rules->options;
    return kind != NULL ? kind->options : NULL;
}

static bool is_file_in(const struct cop_option *options, const char *key)
{
    const struct cop_option *option = cop_options_find(options, key, strlen(key));

    return option != NULL && option->kind == COP_FILE;
}

/* Specs inside others may belong to tables that only their owners know: there a key is taken for a
 * file's wherever it is one. */
static bool is_file_somewhere(const char *key)
{
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        if (is_file_in((*at)->options, key))
            return true;
    for (int i = 0; cop_all_agents()[i] != NULL; i++)
        if (is_file_in(cop_all_agents()[i]->options, key))
            return true;
    return false;
}

static bool check_item(const char *owner, const struct cop_option *options,
                       const struct cop_item *item, struct cop_error *error)
{
    struct cop_option_walk walk = cop_options_walk(options);
    const struct cop_option *option;
    const char *key = item->key.bytes;

    if (item->key.length == 0 && cop_options_next(&walk))
        key = walk.option->name; /* a value without a key is the first option's */
    option = cop_options_find(options, key, strlen(key));
    if ((option != NULL ? option->kind == COP_FILE : is_file_somewhere(key)) ||
        cop_weights_is_path(item->value.bytes))
        return cop_fail(error,
                        "%s: %s names a file, and the server opens none for its guests; leave it "
                        "out",
                        owner, key);
    if (item->form == COP_BRACKETS || option == NULL || option->kind == COP_SPEC)
        return cop_stranger_check(item->value.bytes, error);
    return true;
}

/* The same reader reads the spec when it is opened: where it fails here, it fails there. */
static bool check_items(const char *owner, const char *inside, struct cop_error *error)
{
    const struct cop_option *options = options_of(owner);
    struct cop_item item = {.key = COP_TEXT, .value = COP_TEXT};
    struct cop_reader reader;
    bool goes_on = cop_reader_begin(&reader, owner, inside, NULL), is_good = true;

    while (goes_on && is_good && cop_reader_peek(&reader) != '\0') {
        goes_on = cop_reader_item(&reader, &item);
        is_good = !goes_on || check_item(owner, options, &item, error);
        goes_on = goes_on && cop_reader_peek(&reader) == ',';
        reader.at += goes_on;
    }
    cop_item_free(&item);
    return is_good;
}

bool cop_stranger_check(const char *spec, struct cop_error *error)
{
    const struct cop_agent_kind *kind;
    char *name, *inside;
    bool is_good;

    if (!cop_spec_split("spec", spec, &name, &inside, NULL))
        return true;
    kind = cop_agent_kind_find(name);
    if (kind != NULL && kind->is_external)
        is_good = cop_fail(
            error, "\"%.40s\" is a command for the shell, which the page does not run", spec);
    else
        is_good = check_items(name, inside, error);
    free(name);
    free(inside);
    return is_good;
}

struct cop_game *cop_stranger_game_open(const char *spec, struct cop_error *error)
{
    return cop_stranger_check(spec, error) ? cop_game_open(spec, error) : NULL;
}
