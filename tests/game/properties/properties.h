/* properties.h - what every game must keep, whatever its rules.
 *
 * A property plays random games from fixed seeds and says in its error what it saw: the game, the
 * seed and the position. It returns instead of asserting, so that games which are wrong on purpose
 * can show that it notices. */
#ifndef COPPICE_TESTS_PROPERTIES_H
#define COPPICE_TESTS_PROPERTIES_H

#include "coppice/game.h"
#include "coppice/record.h"

struct property_effort {
    uint64_t seed;         /* of the first game; the next ones count up */
    int games;             /* random games walked through */
    int playouts;          /* played each way where two distributions are compared */
    cop_game_opener *open; /* how a game is opened by its name, when a record is read */
};

struct property {
    const char *name; /* "moves_are_distinct" */
    /* NULL where every game must keep it; else whether this one has the parts it needs. */
    bool (*applies)(const struct cop_game *game);
    bool (*holds)(const struct cop_game *game, const struct property_effort *effort,
                  struct cop_error *error);
};

/* Each list ends with a row whose name is NULL. */
extern const struct property rules_properties[];
extern const struct property people_properties[];
extern const struct property search_properties[];
extern const struct property knowledge_properties[];
extern const struct property sum_properties[];

#endif
