/* follow.c - states and changes. */
#include "follow.h"

#include <string.h>

/* "from": so many moves stay, the rest gives way to "moves". */
static void change_list(json_t *state, json_t *change, const char *name)
{
    const json_t *old = json_object_get(state, name), *news = json_object_get(change, name);
    size_t from = (size_t)json_integer_value(json_object_get(news, "from"));
    json_t *list = json_array();

    for (size_t i = 0; i < from; i++)
        json_array_append(list, json_array_get(old, i));
    json_array_extend(list, json_object_get(news, "moves"));
    if (news != NULL)
        json_object_set(state, name, list);
    json_decref(list);
    json_object_del(change, name);
}

static void apply(json_t *state, json_t *change)
{
    json_t *scene = json_object_get(change, "scene");

    change_list(state, change, "history");
    change_list(state, change, "sides");
    if (scene != NULL)
        json_object_update(json_object_get(state, "scene"), scene);
    json_object_del(change, "scene");
    json_object_del(change, "base");
    json_object_update(state, change);
}

bool cop_follow(json_t **state, const char *event, const char *data)
{
    bool is_change = strcmp(event, "change") == 0;
    json_t *value;

    if (!is_change && strcmp(event, "state") != 0)
        return false;
    value = json_loads(data, 0, NULL);
    if (!is_change) {
        json_decref(*state);
        *state = value;
        return true;
    }
    if (json_equal(json_object_get(value, "base"), json_object_get(*state, "revision"))) {
        apply(*state, value);
    } else {
        json_decref(*state);
        *state = NULL;
    }
    json_decref(value);
    return true;
}
