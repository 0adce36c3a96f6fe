/* write_json.c - games, options and scenes as JSON. */
#include "front/write_json.h"

#include <math.h>
#include <string.h>

#include "game/picture.h"

static const char *const kind_names[] = {
    [COP_FLAG] = "flag",         [COP_INTEGER] = "integer", [COP_REAL] = "real",
    [COP_DURATION] = "duration", [COP_BYTES] = "bytes",     [COP_CHOICE] = "choice",
    [COP_WORDS] = "words",       [COP_SPEC] = "spec",
};

static const char *const shape_names[] = {
    [COP_SQUARE] = "square",
    [COP_HEXAGON] = "hexagon",
    [COP_TRIANGLE_UP] = "triangle_up",
    [COP_TRIANGLE_DOWN] = "triangle_down",
    [COP_HOLE] = "hole",
    [COP_POINT] = "point",
};

static const char *const shade_names[] = {
    [COP_LIGHT] = "light", [COP_DARK] = "dark", [COP_FELT] = "felt",
    [COP_WATER] = "water", [COP_GOLD] = "gold", [COP_RACK] = "rack",
};

static const char *const piece_names[] = {
    [COP_DISC] = "disc",   [COP_PAWN] = "pawn",     [COP_QUEEN] = "queen",
    [COP_PEG] = "peg",     [COP_DIE] = "die",       [COP_TILE] = "tile",
    [COP_BLOCK] = "block", [COP_HIDDEN] = "hidden", [COP_MARK] = "mark",
};

void cop_json_number(struct cop_text *text, double number)
{
    if (isfinite(number))
        cop_text_add(text, "%.9g", number);
    else
        cop_text_add(text, "null");
}

void cop_json_flag(struct cop_text *text, bool is_set)
{
    cop_text_add(text, is_set ? "true" : "false");
}

/* ---- Options ---- */

static void add_choices(const struct cop_option *option, struct cop_text *text)
{
    const char *at = option->kind == COP_CHOICE ? option->choices : NULL;

    if (at == NULL) {
        cop_text_add(text, "null");
        return;
    }
    cop_text_add(text, "[");
    for (const char *start = at; *at != '\0'; start = at) {
        size_t length = strcspn(at, "|");

        cop_text_add(text, "%s\"%.*s\"", start == option->choices ? "" : ", ", (int)length, start);
        at += length + (at[length] == '|');
    }
    cop_text_add(text, "]");
}

static bool has_range(const struct cop_option *option)
{
    return option->kind == COP_INTEGER || option->kind == COP_REAL ||
           option->kind == COP_DURATION || option->kind == COP_BYTES;
}

static void add_option(const struct cop_option *option, const char *group, struct cop_text *text)
{
    cop_text_add(text, "{\"name\": ");
    cop_text_add_json(text, option->name);
    cop_text_add(text, ", \"kind\": \"%s\", \"default\": ", kind_names[option->kind]);
    cop_text_add_json(text, option->initial);
    cop_text_add(text, ", \"low\": ");
    cop_json_number(text, has_range(option) ? option->low : NAN);
    cop_text_add(text, ", \"high\": ");
    cop_json_number(text, has_range(option) ? option->high : NAN);
    cop_text_add(text, ", \"choices\": ");
    add_choices(option, text);
    cop_text_add(text, ", \"help\": ");
    cop_text_add_json(text, option->help);
    cop_text_add(text, ", \"group\": ");
    if (group != NULL)
        cop_text_add_json(text, group);
    else
        cop_text_add(text, "null");
    cop_text_add(text, "}");
}

void cop_json_options(struct cop_text *text, const struct cop_option *options)
{
    const char *before = "";

    cop_text_add(text, "[");
    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);) {
        cop_text_add(text, "%s", before);
        add_option(walk.option, walk.title, text);
        before = ", ";
    }
    cop_text_add(text, "]");
}

/* ---- Games ---- */

void cop_json_game(struct cop_text *text, const struct cop_game *game)
{
    cop_text_add(text, "\"players\": %d, \"player_names\": [", game->players);
    for (int i = 0; i < game->players; i++) {
        cop_text_add(text, i > 0 ? ", " : "");
        cop_text_add_json(text, cop_player_name(game, i));
    }
    cop_text_add(text, "], \"chance\": ");
    cop_json_flag(text, game->has_chance);
    cop_text_add(text, ", \"hidden\": ");
    cop_json_flag(text, game->is_hidden);
}

bool cop_json_games(struct cop_text *text, struct cop_error *error)
{
    cop_text_add(text, "[");
    for (const struct cop_rules *const *at = cop_all_rules; *at != NULL; at++) {
        struct cop_game *game = cop_game_open((*at)->name, error);

        if (game == NULL)
            return false;
        cop_text_add(text, "%s\n  {\"name\": ", at == cop_all_rules ? "" : ",");
        cop_text_add_json(text, (*at)->name);
        cop_text_add(text, ", \"title\": ");
        cop_text_add_json(text, (*at)->title);
        cop_text_add(text, ", \"summary\": ");
        cop_text_add_json(text, (*at)->summary);
        cop_text_add(text, ", \"lesson\": ");
        cop_text_add_json(text, (*at)->lesson);
        cop_text_add(text, ", ");
        cop_json_game(text, game);
        cop_text_add(text, ", \"options\": ");
        cop_json_options(text, (*at)->options);
        cop_text_add(text, "}");
        cop_game_close(game);
    }
    cop_text_add(text, "\n]\n");
    return true;
}

/* ---- Scenes ---- */

const char *cop_owner_colour(const struct cop_scene *scene, int owner)
{
    return cop_colour_names[cop_scene_colour(scene, owner)];
}

static void add_cells(const struct cop_scene *scene, struct cop_text *text)
{
    for (int i = 0; i < scene->cell_count; i++) {
        const struct cop_cell *cell = &scene->cells[i];

        cop_text_add(text,
                     "%s{\"x\":%.6g,\"y\":%.6g,\"shape\":\"%s\",\"shade\":\"%s\",\"home\":%d,"
                     "\"name\":",
                     i > 0 ? "," : "", (double)cell->x, (double)cell->y, shape_names[cell->shape],
                     shade_names[cell->shade], cell->home);
        cop_text_add_json(text, cell->name);
        cop_text_add(text, "}");
    }
}

static void add_pieces(const struct cop_scene *scene, struct cop_text *text)
{
    for (int i = 0; i < scene->piece_count; i++) {
        const struct cop_piece *piece = &scene->pieces[i];

        cop_text_add(text,
                     "%s{\"cell\":%d,\"owner\":%d,\"height\":%d,\"with\":%d,\"kind\":\"%s\","
                     "\"label\":",
                     i > 0 ? "," : "", piece->cell, piece->owner, piece->height, piece->with,
                     piece_names[piece->kind]);
        cop_text_add_json(text, piece->label);
        cop_text_add(text, "}");
    }
}

static void add_links(const struct cop_scene *scene, struct cop_text *text)
{
    for (int i = 0; i < scene->link_count; i++)
        cop_text_add(text, "%s{\"from\":%d,\"to\":%d,\"owner\":%d}", i > 0 ? "," : "",
                     scene->links[i].from, scene->links[i].to, scene->links[i].owner);
}

static void add_labels(const struct cop_scene *scene, struct cop_text *text)
{
    for (int i = 0; i < scene->label_count; i++) {
        cop_text_add(text, "%s{\"x\":%.6g,\"y\":%.6g,\"text\":", i > 0 ? "," : "",
                     (double)scene->labels[i].x, (double)scene->labels[i].y);
        cop_text_add_json(text, scene->labels[i].text);
        cop_text_add(text, "}");
    }
}

static void add_last(const struct cop_scene *scene, struct cop_text *text)
{
    for (int i = 0; i < scene->last_count; i++)
        cop_text_add(text, "%s%d", i > 0 ? ", " : "", scene->last[i]);
}

static void add_owners(const struct cop_scene *scene, struct cop_text *text)
{
    enum { OWNERS = sizeof scene->owners / sizeof scene->owners[0] };

    for (int i = 0; i < OWNERS; i++)
        cop_text_add(text, "%s\"%s\"", i > 0 ? ", " : "", cop_owner_colour(scene, i));
}

static const struct {
    const char *name;
    void (*add)(const struct cop_scene *scene, struct cop_text *text);
} scene_lists[COP_SCENE_LISTS] = {{"cells", add_cells}, {"pieces", add_pieces},
                                  {"links", add_links}, {"labels", add_labels},
                                  {"last", add_last},   {"owners", add_owners}};

const char *cop_json_scene_list(struct cop_text *text, const struct cop_scene *scene, int list)
{
    cop_text_add(text, "[");
    scene_lists[list].add(scene, text);
    cop_text_add(text, "]");
    return scene_lists[list].name;
}

void cop_json_scene(struct cop_text *text, const struct cop_scene *scene)
{
    for (int i = 0; i < COP_SCENE_LISTS; i++) {
        cop_text_add(text, "%s\"%s\": ", i > 0 ? ", " : "{", scene_lists[i].name);
        cop_json_scene_list(text, scene, i);
    }
    cop_text_add(text, "}");
}
