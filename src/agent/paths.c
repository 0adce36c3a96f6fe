/* paths.c - one level of brackets at a time, from the outside to the inside. */
#include "agent/paths.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "search/policies.h"

static const struct cop_option no_options[] = {{NULL}};

/* One level: a spec read by the table of what it names. */
struct level {
    char *name, *inside;
    const struct cop_option *table;
    struct cop_settings *settings;
};

static const struct cop_policy *find_policy(const struct cop_policy *row, const char *name)
{
    while (row != NULL && row->name != NULL && strcasecmp(row->name, name) != 0)
        row++;
    return row != NULL && row->name != NULL ? row : NULL;
}

/* Policies that are not known have no options here; the agent's own check says that of them. */
static const struct cop_option *policy_table(const struct cop_game *game, const char *name)
{
    const struct cop_policy *policy = find_policy(game->rules->policies, name);

    if (policy == NULL)
        policy = find_policy(cop_general_policies, name);
    return policy != NULL && policy->options != NULL ? policy->options : no_options;
}

static const struct cop_option *agent_table(const char *name)
{
    const struct cop_agent_kind *kind = cop_agent_kind_find(name);

    return kind != NULL && kind->options != NULL ? kind->options : no_options;
}

static bool is_policy(const char *owner)
{
    return owner != NULL && strcasecmp(owner, "playout") == 0;
}

/* `owner` is the option whose value the spec is; NULL: the agent itself. */
static bool open_level(struct level *level, const struct cop_game *game, const char *owner,
                       const char *spec, struct cop_error *error)
{
    const char *what = owner != NULL ? owner : "agent";

    *level = (struct level){NULL};
    if (!cop_spec_split(what, spec, &level->name, &level->inside, error))
        return false;
    level->table = is_policy(owner) ? policy_table(game, level->name) : agent_table(level->name);
    level->settings = cop_settings_parse(level->name, level->table, level->inside, error);
    return level->settings != NULL;
}

static void close_level(struct level *level)
{
    cop_settings_free(level->settings);
    free(level->name);
    free(level->inside);
}

/* The option that the path begins with; `rest` is what comes after its dot, or NULL. */
static const struct cop_option *first_option(struct level *level, const char *path,
                                             const char **rest, struct cop_error *error)
{
    size_t length = strcspn(path, ".");
    const struct cop_option *option = cop_options_find(level->table, path, length);

    *rest = path[length] == '.' ? path + length + 1 : NULL;
    if (option == NULL) {
        char *name = cop_copy_bytes(path, length);

        cop_settings_set(level->settings, level->name, name, "", error); /* it says why not */
        free(name);
    } else if (*rest != NULL && option->kind != COP_SPEC) {
        cop_fail(error, "%s: %s has no options of its own, so that there is no %.80s", level->name,
                 option->name, path);
        option = NULL;
    }
    return option;
}

static const struct cop_option *find(const struct cop_game *game, const char *owner,
                                     const char *spec, const char *path, bool *is_given,
                                     struct cop_error *error)
{
    const struct cop_option *option = NULL;
    struct level level;
    const char *rest;

    if (open_level(&level, game, owner, spec, error))
        option = first_option(&level, path, &rest, error);
    if (option != NULL && rest != NULL)
        option = find(game, option->name, cop_words(level.settings, option->name), rest, is_given,
                      error);
    else if (option != NULL && is_given != NULL)
        *is_given = cop_given(level.settings, option->name);
    close_level(&level);
    return option;
}

const struct cop_option *cop_path_find(const struct cop_game *game, const char *spec,
                                       const char *path, bool *is_given, struct cop_error *error)
{
    return find(game, NULL, spec, path, is_given, error);
}

static bool set(const struct cop_game *game, const char *owner, const char *spec, const char *path,
                const char *value, struct cop_text *text, struct cop_error *error)
{
    const struct cop_option *option = NULL;
    struct cop_text inner = COP_TEXT;
    struct level level;
    const char *rest = NULL;
    bool is_set;

    if (open_level(&level, game, owner, spec, error))
        option = first_option(&level, path, &rest, error);
    is_set = option != NULL &&
             (rest == NULL || set(game, option->name, cop_words(level.settings, option->name), rest,
                                  value, &inner, error)) &&
             cop_settings_set(level.settings, level.name, option->name,
                              rest != NULL ? inner.bytes : value, error);
    if (is_set)
        cop_spec_write(level.name, level.settings, text);
    cop_text_free(&inner);
    close_level(&level);
    return is_set;
}

bool cop_path_set(const struct cop_game *game, const char *spec, const char *path,
                  const char *value, struct cop_text *text, struct cop_error *error)
{
    return set(game, NULL, spec, path, value, text, error);
}
