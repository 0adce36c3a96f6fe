/* hunt_report.h - what a hunt has found so far: for people, for programs, and as a table of games.
 */
#ifndef COPPICE_FRONT_HUNT_REPORT_H
#define COPPICE_FRONT_HUNT_REPORT_H

#include "match/hunt.h"

/* The points of all best games, and how many boards have one. */
struct cop_hunt_sum {
    double points;
    int boards;
};
bool cop_hunt_sum(const struct cop_boards *boards, struct cop_store *store, int64_t hunt,
                  struct cop_hunt_sum *sum, struct cop_error *error);

/* A line for each board, the total, and what each agent has gained. */
bool cop_hunt_write(const struct cop_boards *boards, struct cop_store *store, int64_t hunt,
                    struct cop_text *text, struct cop_error *error);
bool cop_hunt_write_json(const struct cop_boards *boards, struct cop_store *store, int64_t hunt,
                         struct cop_text *text, struct cop_error *error);

/* The table of best_table.h. */
bool cop_hunt_write_table(const struct cop_boards *boards, struct cop_store *store, int64_t hunt,
                          struct cop_text *text, struct cop_error *error);

#endif
