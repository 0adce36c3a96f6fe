/* write_json.h - what more than one command says about games, options and boards in JSON. */
#ifndef COPPICE_FRONT_WRITE_JSON_H
#define COPPICE_FRONT_WRITE_JSON_H

#include "coppice/coppice.h"

/* A finite number, else null: JSON has no words for the others. */
void cop_json_number(struct cop_text *text, double number);
void cop_json_flag(struct cop_text *text, bool is_set);

/* [{"name", "kind", "default", "low", "high", "choices", "help"}...] of a table, which may be NULL.
 */
void cop_json_options(struct cop_text *text, const struct cop_option *options);

/* "players": 2, "player_names": [...], "chance": false, "hidden": false */
void cop_json_game(struct cop_text *text, const struct cop_game *game);

/* [{"name", "title", "summary", "lesson", the above of its usual variant, "options"}...] */
bool cop_json_games(struct cop_text *text, struct cop_error *error);

/* The scene's lists with the names of scene.h in small letters; "owners" is complete. */
void cop_json_scene(struct cop_text *text, const struct cop_scene *scene);

/* One of these lists; returns its name. */
enum { COP_SCENE_LISTS = 6 };
const char *cop_json_scene_list(struct cop_text *text, const struct cop_scene *scene, int list);

/* "black": the colour of an owner's pieces. */
const char *cop_owner_colour(const struct cop_scene *scene, int owner);

#endif
