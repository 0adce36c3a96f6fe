/* look.h - one look at a table: what the files share that write it as JSON. */
#ifndef COPPICE_SERVE_LOOK_H
#define COPPICE_SERVE_LOOK_H

#include "base/json.h"
#include "serve/house.h"

/* One look at a table. */
struct cop_look {
    const struct cop_table *table; /* NULL: a position that is only looked up */
    const struct cop_game *game;
    int viewer;
    int ply, at;  /* the last ply that exists for this look, and the node that is shown */
    bool is_now;  /* it is the table's last ply, and the table as it is */
    bool may_try; /* it is no position to play in, but moves can be tried */
    uint64_t revision;
    const struct cop_scene *scene;
    void *state; /* the position at the node */
    int *sides;  /* the record's side moves that exist for this look */
    int side_count;
};

/* A player, COP_CHANCE or COP_OVER at the node that is shown. */
int cop_look_turn(const struct cop_look *look);

/* There are hidden pieces, and this viewer does not see them all. */
bool cop_look_keeps_secrets(const struct cop_look *look);

/* write_moves.c: what can be done there, as values. The brief form is ["d3",19]. */
void cop_write_moves_of(const struct cop_look *look, struct cop_json *json);
void cop_write_brief_moves_of(const struct cop_look *look, struct cop_json *json);
void cop_write_clicks_of(const struct cop_look *look, struct cop_json *json);
void cop_write_prompts_of(const struct cop_look *look, struct cop_json *json);

#endif
