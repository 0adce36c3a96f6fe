/* write_json.c - games, options and scenes as JSON. */
#include "agent/write_json.h"

#include <math.h>
#include <string.h>

#include "game/picture.h"

static const char *const kind_names[] = {
    [COP_FLAG] = "flag",         [COP_INTEGER] = "integer", [COP_REAL] = "real",
    [COP_DURATION] = "duration", [COP_BYTES] = "bytes",     [COP_CHOICE] = "choice",
    [COP_WORDS] = "words",       [COP_SPEC] = "spec",       [COP_FILE] = "file",
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

const char *const cop_piece_kind_names[] = {
    [COP_DISC] = "disc",   [COP_PAWN] = "pawn",     [COP_QUEEN] = "queen",
    [COP_PEG] = "peg",     [COP_DIE] = "die",       [COP_TILE] = "tile",
    [COP_BLOCK] = "block", [COP_HIDDEN] = "hidden", [COP_MARK] = "mark",
};

/* ---- Options ---- */

static void add_choices(const struct cop_option *option, struct cop_json *json)
{
    const char *at = option->kind == COP_CHOICE ? option->choices : NULL;

    if (at == NULL) {
        cop_json_add_null(json, "choices");
        return;
    }
    cop_json_array(json, "choices");
    while (*at != '\0') {
        size_t length = strcspn(at, "|");

        cop_json_add_bytes(json, NULL, at, length);
        at += length + (at[length] == '|');
    }
    cop_json_end(json);
}

static bool has_range(const struct cop_option *option)
{
    return option->kind == COP_INTEGER || option->kind == COP_REAL ||
           option->kind == COP_DURATION || option->kind == COP_BYTES;
}

static void add_option(const struct cop_option *option, const char *group, struct cop_json *json)
{
    cop_json_object(json, NULL);
    cop_json_add_string(json, "name", option->name);
    cop_json_add_string(json, "kind", kind_names[option->kind]);
    cop_json_add_string(json, "default", option->initial);
    if (option->proposed != NULL)
        cop_json_add_string(json, "proposed", option->proposed);
    cop_json_add_number(json, "low", has_range(option) ? option->low : NAN, 9);
    cop_json_add_number(json, "high", has_range(option) ? option->high : NAN, 9);
    add_choices(option, json);
    cop_json_add_string(json, "help", option->help);
    cop_json_add_string(json, "group", group);
    cop_json_end(json);
}

void cop_json_add_options(struct cop_json *json, const char *name, const struct cop_option *options)
{
    cop_json_array(json, name);
    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);)
        add_option(walk.option, walk.title, json);
    cop_json_end(json);
}

/* ---- Games ---- */

void cop_json_add_game(struct cop_json *json, const struct cop_game *game)
{
    cop_json_add_integer(json, "players", game->players);
    cop_json_array(json, "player_names");
    for (int i = 0; i < game->players; i++)
        cop_json_add_string(json, NULL, cop_player_name(game, i));
    cop_json_end(json);
    cop_json_add_flag(json, "chance", game->has_chance);
    cop_json_add_flag(json, "hidden", game->is_hidden);
}

bool cop_json_games(struct cop_text *text, struct cop_error *error)
{
    struct cop_json json = {.text = text};

    cop_json_array(&json, NULL);
    cop_json_spread(&json, 2);
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++) {
        struct cop_game *game = cop_game_open((*at)->name, error);

        if (game == NULL)
            return false;
        cop_json_object(&json, NULL);
        cop_json_add_string(&json, "name", (*at)->name);
        cop_json_add_string(&json, "title", (*at)->title);
        cop_json_add_string(&json, "summary", (*at)->summary);
        cop_json_add_string(&json, "lesson", (*at)->lesson);
        cop_json_add_string(&json, "notation", (*at)->notation);
        cop_json_add_game(&json, game);
        cop_json_add_options(&json, "options", (*at)->options);
        cop_json_end(&json);
        cop_game_close(game);
    }
    cop_json_end(&json);
    cop_text_add(text, "\n");
    return true;
}

/* ---- Scenes ---- */

const char *cop_owner_colour(const struct cop_scene *scene, int owner)
{
    return cop_colour_names[cop_scene_colour(scene, owner)];
}

void cop_json_add_cell_look(struct cop_json *json, const struct cop_cell *cell)
{
    cop_json_add_string(json, "shade", shade_names[cell->shade]);
    cop_json_add_integer(json, "home", cell->home);
}

void cop_json_add_cell(struct cop_json *json, const struct cop_cell *cell)
{
    cop_json_object(json, NULL);
    cop_json_add_number(json, "x", (double)cell->x, 6);
    cop_json_add_number(json, "y", (double)cell->y, 6);
    cop_json_add_string(json, "shape", shape_names[cell->shape]);
    cop_json_add_cell_look(json, cell);
    cop_json_add_string(json, "name", cell->name);
    cop_json_end(json);
}

void cop_json_add_link(struct cop_json *json, const struct cop_link *link)
{
    cop_json_object(json, NULL);
    cop_json_add_integer(json, "from", link->from);
    cop_json_add_integer(json, "to", link->to);
    cop_json_add_integer(json, "owner", link->owner);
    cop_json_end(json);
}

void cop_json_add_label(struct cop_json *json, const struct cop_label *label)
{
    cop_json_object(json, NULL);
    cop_json_add_number(json, "x", (double)label->x, 6);
    cop_json_add_number(json, "y", (double)label->y, 6);
    cop_json_add_string(json, "text", label->text);
    cop_json_end(json);
}

/* There are many cells and pieces: these lists are written tightly. */
static void add_cells(const struct cop_scene *scene, struct cop_json *json)
{
    cop_json_tighten(json);
    for (int i = 0; i < scene->cell_count; i++)
        cop_json_add_cell(json, &scene->cells[i]);
}

static void add_pieces(const struct cop_scene *scene, struct cop_json *json)
{
    cop_json_tighten(json);
    for (int i = 0; i < scene->piece_count; i++) {
        const struct cop_piece *piece = &scene->pieces[i];

        cop_json_object(json, NULL);
        cop_json_add_integer(json, "cell", piece->cell);
        cop_json_add_integer(json, "owner", piece->owner);
        cop_json_add_integer(json, "height", piece->height);
        cop_json_add_integer(json, "with", piece->with);
        cop_json_add_string(json, "kind", cop_piece_kind_names[piece->kind]);
        cop_json_add_string(json, "label", piece->label);
        cop_json_end(json);
    }
}

static void add_links(const struct cop_scene *scene, struct cop_json *json)
{
    cop_json_tighten(json);
    for (int i = 0; i < scene->link_count; i++)
        cop_json_add_link(json, &scene->links[i]);
}

static void add_labels(const struct cop_scene *scene, struct cop_json *json)
{
    cop_json_tighten(json);
    for (int i = 0; i < scene->label_count; i++)
        cop_json_add_label(json, &scene->labels[i]);
}

static void add_last(const struct cop_scene *scene, struct cop_json *json)
{
    for (int i = 0; i < scene->last_count; i++)
        cop_json_add_integer(json, NULL, scene->last[i]);
}

static void add_decided(const struct cop_scene *scene, struct cop_json *json)
{
    for (int i = 0; i < scene->cell_count; i++)
        if (scene->cells[i].decides)
            cop_json_add_integer(json, NULL, i);
}

static void add_owners(const struct cop_scene *scene, struct cop_json *json)
{
    enum { OWNERS = sizeof scene->owners / sizeof scene->owners[0] };

    for (int i = 0; i < OWNERS; i++)
        cop_json_add_string(json, NULL, cop_owner_colour(scene, i));
}

static void add_hand(const struct cop_scene *scene, struct cop_json *json)
{
    cop_json_tighten(json);
    for (int i = 0; i < scene->hand_count; i++)
        cop_json_add_integer(json, NULL, scene->hand[i]);
}

const char *const cop_scene_list_names[COP_SCENE_LISTS] = {"cells", "pieces", "links",   "labels",
                                                           "last",  "owners", "decides", "hand"};

static void (*const add_items[COP_SCENE_LISTS])(const struct cop_scene *, struct cop_json *) = {
    add_cells, add_pieces, add_links, add_labels, add_last, add_owners, add_decided, add_hand};

void cop_json_add_scene_list(struct cop_json *json, const char *name, const struct cop_scene *scene,
                             int list)
{
    cop_json_array(json, name);
    add_items[list](scene, json);
    cop_json_end(json);
}

void cop_json_add_scene(struct cop_json *json, const char *name, const struct cop_scene *scene)
{
    cop_json_object(json, name);
    for (int i = 0; i < COP_SCENE_LISTS; i++)
        cop_json_add_scene_list(json, cop_scene_list_names[i], scene, i);
    cop_json_end(json);
}
