/* heats.h - thermographs of all small parts of a game, made once and kept in files.
 *
 * A table knows parts by their forms (struct cop_sums), so that a part is found wherever and
 * however it lies, for whichever player. Few of the thermographs differ: each is kept once. A file
 * has all parts of one extent; docs/formats.md says how it is laid out. */
#ifndef COPPICE_SEARCH_SUM_HEATS_H
#define COPPICE_SEARCH_SUM_HEATS_H

#include "base/byte_set.h"
#include "search/sum/thermometer.h"

struct cop_heats {
    struct cop_byte_set forms; /* numbers are those of walls, from 1 on */
    struct cop_byte_set walls; /* corners of both walls as bytes; numbers count up from 1 */
    size_t *places;            /* of walls, by their number less 1 */
    size_t wall_count, wall_room;
};

void cop_heats_free(struct cop_heats *heats);

/* Adds a part's thermograph. False: no memory, or corners that the format has no room for. */
bool cop_heats_add(struct cop_heats *heats, const uint8_t *form, int length, bool is_swapped,
                   const struct cop_thermograph *thermograph);

/* Everything that another table has. */
bool cop_heats_merge(struct cop_heats *heats, const struct cop_heats *other);

/* As a source of a thermometer: `context` is the table. */
bool cop_heats_find(const void *context, const uint8_t *form, int length,
                    struct cop_known_walls *walls);

/* The file of parts of one extent, for the game of that name. A file that is damaged, or of another
 * game, is an error and leaves the table as it was. */
bool cop_heats_write(const struct cop_heats *heats, const char *path, const char *game, int extent,
                     struct cop_error *error);
bool cop_heats_read(struct cop_heats *heats, const char *path, const char *game, int extent,
                    struct cop_error *error);

#endif
