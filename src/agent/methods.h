/* methods.h - every method against every game: does it fit, and if not, why?
 *
 * A method is an agent, or one with a part of its search switched on. What it says of itself when
 * its spec is checked for a game is the answer, so that nothing here can disagree with it. */
#ifndef COPPICE_AGENT_METHODS_H
#define COPPICE_AGENT_METHODS_H

#include "coppice/agent.h"

struct cop_method {
    const char *group; /* the heading it stands under */
    const char *spec;  /* EVALUATOR stands for the game's first */
    const char *title;
};

extern const struct cop_method cop_all_methods[]; /* ends with a spec that is NULL */

/* Adds the method's spec for this game. */
void cop_method_spec(const struct cop_method *method, const struct cop_game *game,
                     struct cop_text *spec);

/* Whether that can be opened and changes anything there; else the reason. */
bool cop_method_fits(const struct cop_game *game, const char *spec, struct cop_error *error);

/* All games; those for several players also with three and with as many as they take; and variants
 * that differ in what fits them. */
enum { COP_METHOD_GAMES_MAX = 64 };

struct cop_methods {
    int game_count, method_count;
    struct cop_game *games[COP_METHOD_GAMES_MAX];
    int *reasons; /* of method m and game g at m * game_count + g: 0: it fits; else 1, 2, ... */
    int reason_count;
    char **words; /* reason r is words[r - 1], with GAME, EVALUATOR and N for what differs */
};

/* NULL and a message if a game cannot be opened. */
struct cop_methods *cop_methods_open(struct cop_error *error);
void cop_methods_close(struct cop_methods *methods); /* NULL is fine */

#endif
