/* search.h - the searches of all tables: a queue, and a thread for each that may run at once. */
#ifndef COPPICE_SERVE_SEARCH_H
#define COPPICE_SERVE_SEARCH_H

#include "serve/house.h"

bool cop_searches_start(struct cop_house *house, struct cop_error *error);
void cop_searches_end(struct cop_house *house); /* waits for them; without the lock */

/* Puts a search of the table's position at `ply` into the queue and makes it the table's, or its
 * review's, which has none. Nothing happens if the table is gone or the house is closing. Reviews
 * wait behind all others: nobody sits there and waits for one position of them. */
void cop_search_begin(struct cop_table *table, enum cop_search_kind kind, int ply,
                      const struct cop_seat *searcher);

/* With the lock held: searches that have run for ten minutes by the clock end with what they have.
 * Most do so by themselves; those whose limit says processor=on count only the time for which they
 * have a processor, and on a busy machine would keep a worker from others for much longer. */
void cop_searches_stop_old(struct cop_house *house);

/* How long the table's move is to be held back has changed; and somebody wants it now. */
void cop_search_reschedule(struct cop_table *table);
void cop_search_hurry(struct cop_table *table);

/* The table does not want its search, or that of its review, any more. */
void cop_search_abandon(struct cop_table *table);
void cop_search_abandon_review(struct cop_table *table);

#endif
