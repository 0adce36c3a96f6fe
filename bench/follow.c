/* follow.c - states and changes. */
#include "follow.h"

#include <string.h>

/* What is left out of a move of the history: nobody thought anything of it. */
static void fill_in(json_t *entry, const char *name)
{
    if (strcmp(name, "history") != 0 || json_object_get(entry, "proof") != NULL)
        return;
    json_object_set_new(entry, "value", json_null());
    json_object_set_new(entry, "proof", json_string("unproven"));
}

/* "from": so many entries stay, but those of "again" read differently, and "moves" follow. */
static void change_list(json_t *state, json_t *change, const char *name)
{
    json_t *list = json_object_get(state, name), *news = json_object_get(change, name), *entry;
    size_t i, from = (size_t)json_integer_value(json_object_get(news, "from"));

    if (news == NULL)
        return;
    while (json_array_size(list) > from)
        json_array_remove(list, from);
    json_array_foreach(json_object_get(news, "again"), i, entry)
    {
        size_t at = (size_t)json_integer_value(json_object_get(entry, "at"));

        json_object_del(entry, "at");
        fill_in(entry, name);
        if (json_object_get(entry, "player") == NULL)
            json_object_set(entry, "player", json_object_get(json_array_get(list, at), "player"));
        json_array_set(list, at, entry);
    }
    json_array_foreach(json_object_get(news, "moves"), i, entry)
    {
        fill_in(entry, name);
        json_array_append(list, entry);
    }
    json_object_del(change, name);
}

/* ---- The board ---- */

static bool has_number(const json_t *list, json_int_t number)
{
    size_t index;
    const json_t *entry;

    json_array_foreach(list, index, entry) if (json_integer_value(entry) == number) return true;
    return false;
}

static void change_ground(json_t *scene, const json_t *ground)
{
    json_t *cells = json_object_get(scene, "cells"), *look;
    size_t i, k;
    const json_t *cell;

    json_array_foreach(ground, i, look)
    {
        json_array_foreach(json_object_get(look, "cells"), k, cell)
        {
            json_t *changed = json_array_get(cells, (size_t)json_integer_value(cell));

            json_object_set(changed, "shade", json_object_get(look, "shade"));
            json_object_set(changed, "home", json_object_get(look, "home"));
        }
    }
}

static bool is_before(const json_t *a, const json_t *b, const char *const *keys)
{
    for (; *keys != NULL; keys++) {
        json_int_t left = json_integer_value(json_object_get(a, *keys)),
                   right = json_integer_value(json_object_get(b, *keys));

        if (left != right)
            return left < right;
    }
    return false;
}

/* Puts an entry where it belongs in a sorted list. */
static void insert(json_t *list, json_t *entry, const char *const *keys)
{
    size_t at = json_array_size(list);

    while (at > 0 && is_before(entry, json_array_get(list, at - 1), keys))
        at--;
    json_array_insert_new(list, at, entry);
}

static bool is_named(const json_t *news, const json_t *cell)
{
    json_int_t number = json_integer_value(cell);
    const json_t *look;
    size_t i;

    if (has_number(json_object_get(news, "empty"), number))
        return true;
    json_array_foreach(json_object_get(news, "new"), i,
                       look) if (has_number(json_object_get(look, "cells"), number)) return true;
    return false;
}

/* What stood on a cell that is named gives way to what is new there. */
static void change_pieces(json_t *scene, const json_t *news)
{
    static const char *const keys[] = {"cell", "height", NULL};
    static const struct {
        const char *name;
        json_int_t value;
    } usual[] = {{"height", 0}, {"with", -1}};
    json_t *pieces = json_object_get(scene, "pieces"), *look;
    const json_t *cell;
    size_t i, k;

    for (size_t at = json_array_size(pieces); at-- > 0;)
        if (is_named(news, json_object_get(json_array_get(pieces, at), "cell")))
            json_array_remove(pieces, at);
    json_array_foreach(json_object_get(news, "new"), i, look)
    {
        json_array_foreach(json_object_get(look, "cells"), k, cell)
        {
            json_t *piece = json_copy(look);

            json_object_del(piece, "cells");
            for (size_t at = 0; at < sizeof usual / sizeof usual[0]; at++)
                if (json_object_get(piece, usual[at].name) == NULL)
                    json_object_set_new(piece, usual[at].name, json_integer(usual[at].value));
            if (json_object_get(piece, "label") == NULL)
                json_object_set_new(piece, "label", json_string(""));
            json_object_set_new(piece, "cell", json_integer(json_integer_value(cell)));
            insert(pieces, piece, keys);
        }
    }
}

static void change_links(json_t *scene, const json_t *news)
{
    static const char *const keys[] = {"from", "to", "owner", NULL};
    json_t *links = json_object_get(scene, "links"), *link;
    size_t i;

    json_array_foreach(json_object_get(news, "gone"), i,
                       link) for (size_t at = json_array_size(links);
                                  at-- > 0;) if (json_equal(json_array_get(links, at), link))
        json_array_remove(links, at);
    json_array_foreach(json_object_get(news, "new"), i, link)
        insert(links, json_incref(link), keys);
}

/* The first so many stay. */
static void change_end(json_t *list, const json_t *news)
{
    size_t from = (size_t)json_integer_value(json_object_get(news, "from"));

    while (json_array_size(list) > from)
        json_array_remove(list, from);
    json_array_extend(list, json_object_get(news, "new"));
}

static void change_cells(json_t *scene, const json_t *news)
{
    change_end(json_object_get(scene, "cells"), news);
}

static void change_labels(json_t *scene, const json_t *news)
{
    change_end(json_object_get(scene, "labels"), news);
}

static void change_scene(json_t *state, json_t *news)
{
    static const struct {
        const char *name;
        void (*change)(json_t *scene, const json_t *news);
    } parts[] = {{"cells", change_cells},
                 {"ground", change_ground},
                 {"pieces", change_pieces},
                 {"links", change_links},
                 {"labels", change_labels}};
    static const char *const whole[] = {"last", "decides", "hand"};
    json_t *scene = json_object_get(state, "scene");

    if (json_object_get(news, "owners") != NULL) { /* all of it */
        json_object_set(state, "scene", news);
        return;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (json_object_get(news, parts[i].name) != NULL)
            parts[i].change(scene, json_object_get(news, parts[i].name));
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        if (json_object_get(news, whole[i]) != NULL)
            json_object_set(scene, whole[i], json_object_get(news, whole[i]));
}

/* ---- Moves ---- */

/* ["d3",19] becomes {"move": "d3", "path": [19]}; a list at its end has the points. */
static json_t *whole_move(const json_t *brief)
{
    json_t *path = json_array();
    json_t *move = json_pack("{sOso}", "move", json_array_get(brief, 0), "path", path);

    for (size_t i = 1; i < json_array_size(brief); i++) {
        json_t *entry = json_array_get(brief, i);

        if (json_is_array(entry))
            json_object_set(move, "points", entry);
        else
            json_array_append(path, entry);
    }
    return move;
}

static json_t *whole_moves(const json_t *brief)
{
    json_t *moves = json_array();
    size_t i;
    const json_t *entry;

    json_array_foreach(brief, i, entry) json_array_append_new(moves, whole_move(entry));
    return moves;
}

/* What is too long for a change is null until it has been asked for. */
static void change_moves(json_t *state, json_t *change)
{
    const json_t *moves = json_object_get(change, "moves");

    if (json_is_null(moves))
        json_object_set_new(state, "clicks", json_null());
    else if (moves != NULL)
        json_object_set_new(change, "moves", whole_moves(moves));
}

void cop_follow_moves(json_t *state, const char *answer)
{
    json_t *value = json_loads(answer, 0, NULL);

    json_object_set_new(state, "moves", whole_moves(json_object_get(value, "moves")));
    json_object_set(state, "clicks", json_object_get(value, "clicks"));
    json_decref(value);
}

static void apply(json_t *state, json_t *change)
{
    json_t *scene = json_object_get(change, "scene");

    change_list(state, change, "history");
    change_list(state, change, "sides");
    if (scene != NULL)
        change_scene(state, scene);
    change_moves(state, change);
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
