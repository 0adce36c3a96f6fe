/* seats.h - who sits where, from words. None of this needs the house's lock. */
#ifndef COPPICE_SERVE_SEATS_H
#define COPPICE_SERVE_SEATS_H

#include <jansson.h>

#include "serve/house.h"

enum { COP_SEARCH_SECONDS_MAX = 600 };

/* One seat: `who` is "human" or an agent's spec, `limit` its limits (NULL: 1 s). Memory, threads
 * and time are held within what the house allows. */
bool cop_seat_read(struct cop_seat *seat, const struct cop_house_options *options, const char *who,
                   const char *limit, struct cop_error *error);

/* A seat as a table's file has it: whatever it says is shown, and if it cannot be, seat->refusal
 * says why. */
void cop_seat_restore(struct cop_seat *seat, const struct cop_house_options *options,
                      const char *who, const char *limit);

/* Can a restored seat's agent play this game, as far as that is known without opening it? Then
 * it has the threads that the check would give it. */
void cop_seat_judge(struct cop_seat *seat, const struct cop_house_options *options,
                    const struct cop_game *game);

/* Sees that the agent can play this game, makes its spec canonical, and gives a search that nothing
 * but time ends the threads that the house has for it (agent/cores.h). */
bool cop_seat_check(struct cop_seat *seat, const struct cop_house_options *options,
                    const struct cop_game *game, struct cop_error *error);

/* Somebody who asks what to play compares moves and wants to know what is certain: the seat's agent
 * becomes an adviser (agent/presets.h). A spec that cannot be read is left for the check. */
void cop_seat_compare(struct cop_seat *seat, const struct cop_game *game);

/* Somebody who compares positions wants to know what they are worth, also where only one move is
 * left to choose: an agent that would end its search there does not, unless its spec says so. */
void cop_seat_value(struct cop_seat *seat);

/* The JSON array of docs/serve.md; NULL and missing seats are people. Fills in COP_PLAYERS_MAX
 * seats; after a failure there is nothing to free. *is_malformed tells JSON of the wrong shape from
 * a seat that cannot be. */
bool cop_seats_read(struct cop_seat *seats, const struct cop_house_options *options,
                    const struct cop_game *game, const json_t *list, bool *is_malformed,
                    struct cop_error *error);

#endif
