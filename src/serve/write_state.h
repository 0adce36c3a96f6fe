/* write_state.h - a table in JSON, as one viewer may see it. With the house's lock held. */
#ifndef COPPICE_SERVE_WRITE_STATE_H
#define COPPICE_SERVE_WRITE_STATE_H

#include "base/json.h"
#include "serve/house.h"

/* The STATE of docs/serve.md: the position at the node `at`, a ply or a side move's. */
void cop_write_state(const struct cop_table *table, int viewer, int at, struct cop_text *text);

/* What somebody has been told of a table: fingerprints of the parts of the last STATE, so that only
 * what has changed since is told again. Starts as all zero. */
enum { COP_STATE_PARTS = 24 };
struct cop_told_list {
    uint64_t *prints; /* of its entries */
    int count, room;
};
struct cop_told {
    uint64_t revision; /* of that STATE; 0: nothing has been told */
    uint64_t parts[COP_STATE_PARTS];
    struct cop_told_list history, sides;
    struct cop_scene scene; /* the board as it was told */
};
void cop_told_free(struct cop_told *told);

/* The STATE as it was when `ply` was the last one, if nothing has been told yet; else the CHANGE
 * from what has been told to it. */
void cop_write_news(const struct cop_table *table, int viewer, int ply, struct cop_told *told,
                    struct cop_text *text);

/* {"ply", "at", "moves", "clicks"}: what can be done at a node, for those whom a CHANGE was too
 * short to tell. */
void cop_write_moves(const struct cop_table *table, int viewer, int at, struct cop_text *text);

/* {"id", "game", "title", "game_title", "seats", "ply", "turn", "over", "result", "untouched",
 * "changed"} */
void cop_write_summary(const struct cop_table *table, struct cop_json *json);

/* "seats": [{"who": "human"}, {"who": "mcts", "limit": "1s"}] */
void cop_write_seats(const struct cop_table *table, struct cop_json *json);

/* A player's number, "chance" or "over". */
void cop_write_turn(struct cop_json *json, const char *name, int turn);

#endif
