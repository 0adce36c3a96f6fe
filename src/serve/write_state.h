/* write_state.h - a table in JSON, as one viewer may see it. With the house's lock held. */
#ifndef COPPICE_SERVE_WRITE_STATE_H
#define COPPICE_SERVE_WRITE_STATE_H

#include "base/json.h"
#include "serve/house.h"

/* The STATE of docs/serve.md: the position at ply `at`. */
void cop_write_state(const struct cop_table *table, int viewer, int at, struct cop_text *text);

/* The STATE as it was when `ply` was the last one. */
void cop_write_past_state(const struct cop_table *table, int viewer, int ply,
                          struct cop_text *text);

/* {"id", "game", "title", "seats", "ply", "turn", "over", "result", "changed"} */
void cop_write_summary(const struct cop_table *table, struct cop_json *json);

/* "seats": [{"who": "human"}, {"who": "mcts", "limit": "1s"}] */
void cop_write_seats(const struct cop_table *table, struct cop_json *json);

/* "turn" and its value: a player's number, "chance" or "over". */
void cop_write_turn(int turn, struct cop_json *json);

#endif
