/* heat_tables.h - tables of the thermographs of all small parts of a game: built by threads, extent
 * by extent, kept as files beside the databases, verified, and read again.
 *
 * An extent is a file that is written when all of it is known; the same call goes on after the last
 * one, whatever ended it. The thermographs of an extent come from those of the smaller ones and the
 * rules. */
#ifndef COPPICE_AGENT_HEAT_TABLES_H
#define COPPICE_AGENT_HEAT_TABLES_H

#include "search/sum/heats.h"

struct cop_heat_news {
    int extent;
    int64_t parts; /* of it, so far */
    bool is_finished;
    int64_t graphs; /* different thermographs, when it is finished */
    double seconds;
};

struct cop_heat_plan {
    const struct cop_game *game;
    const char *folder; /* "" or NULL: where databases are */
    int extent;         /* the largest, with pieces; the smallest is 3 */
    int threads;
    int sample; /* verify: one part in so many */
    const atomic_bool *stop;
    double period; /* seconds between two reports, which are optional */
    void (*report)(void *context, const struct cop_heat_news *news);
    void *context;
};

enum { COP_HEAT_EXTENT_MIN = 3, COP_HEAT_EXTENT_MAX = 10 };

/* Can there be such tables of the game? Else a message that says why not. */
bool cop_heat_tables_fit(const struct cop_game *game, struct cop_error *error);

/* Builds what is missing. An end by the flag is no failure; *is_stopped tells. */
bool cop_heat_tables_build(const struct cop_heat_plan *plan, bool *is_stopped,
                           struct cop_error *error);

/* Finds the thermographs of a sample again, by the rules alone: false and a message at the first
 * that is wrong or missing. *checked counts the parts. */
bool cop_heat_tables_verify(const struct cop_heat_plan *plan, int64_t *checked,
                            struct cop_error *error);

/* All tables of a game that are there, from the smallest on; returns the largest extent, 0 if there
 * is none. What is wrong with a file that is left out is added to `faults` (may be NULL). */
int cop_heat_tables_load(const struct cop_game *game, const char *folder, struct cop_heats *heats,
                         struct cop_text *faults);

#endif
