/* write_scene.h - what is new on a board, for somebody who has been told how it looked before. */
#ifndef COPPICE_SERVE_WRITE_SCENE_H
#define COPPICE_SERVE_WRITE_SCENE_H

#include "base/json.h"
#include "coppice/scene.h"

/* Pieces by cell and height, links by their ends: so a reader who is told only some of them knows
 * where in the lists they belong. */
void cop_scene_sort(struct cop_scene *scene);

/* The scene whole if nothing has been told (no cells), else what has changed, as docs/serve.md has
 * it; nothing at all if nothing has. Both scenes are sorted. */
void cop_write_scene_news(struct cop_json *json, const char *name, const struct cop_scene *told,
                          const struct cop_scene *now);

#endif
