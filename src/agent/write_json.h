/* write_json.h - what more than one command says about games, options and boards in JSON. */
#ifndef COPPICE_AGENT_WRITE_JSON_H
#define COPPICE_AGENT_WRITE_JSON_H

#include "base/json.h"
#include "coppice/agent.h"

/* [{"name", "kind", "default", "low", "high", "choices", "help", "group"}...] of a table, or of
 * NULL.
 */
void cop_json_add_options(struct cop_json *json, const char *name,
                          const struct cop_option *options);

/* The items "players": 2, "player_names": [...], "chance": false, "hidden": false of an object. */
void cop_json_add_game(struct cop_json *json, const struct cop_game *game);

/* [{"name", "title", "summary", "lesson", the above of its usual variant, "options"}...] */
bool cop_json_games(struct cop_text *text, struct cop_error *error);

/* The scene's lists with the names of scene.h in small letters; "owners" is complete, and
 * "decides", the cells that decided a finished game, is there only if there are any. */
void cop_json_add_scene(struct cop_json *json, const char *name, const struct cop_scene *scene);

/* One of these lists, and what they are called. */
enum { COP_SCENE_LAST = 4, COP_SCENE_DECIDES = 6, COP_SCENE_HAND = 7, COP_SCENE_LISTS = 8 };
extern const char *const cop_scene_list_names[COP_SCENE_LISTS];
void cop_json_add_scene_list(struct cop_json *json, const char *name, const struct cop_scene *scene,
                             int list);

/* Entries of these lists, the items of a cell that say how it looks, and the kinds of pieces. */
extern const char *const cop_piece_kind_names[];
void cop_json_add_cell(struct cop_json *json, const struct cop_cell *cell);
void cop_json_add_cell_look(struct cop_json *json, const struct cop_cell *cell);
void cop_json_add_link(struct cop_json *json, const struct cop_link *link);
void cop_json_add_label(struct cop_json *json, const struct cop_label *label);

/* "black": the colour of an owner's pieces. */
const char *cop_owner_colour(const struct cop_scene *scene, int owner);

#endif
