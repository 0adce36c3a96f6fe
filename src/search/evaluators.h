/* evaluators.h - evaluators and orderings by name: the game's own, and those that fit every game.
 */
#ifndef COPPICE_SEARCH_EVALUATORS_H
#define COPPICE_SEARCH_EVALUATORS_H

#include "coppice/game.h"

/* An evaluator as one agent uses it: a copy of its row, and what is prepared for it, which belongs
 * to the game. */
enum { COP_JUDGE_PATH_MAX = 512 };

struct cop_judge {
    struct cop_evaluator evaluator;
    const struct cop_evaluator *row; /* the game's; NULL for those that fit every game */
    const void *prepared;
    char path[COP_JUDGE_PATH_MAX]; /* of a file of weights; "" where there is none */
};

/* "" is the game's first; `score` and `none` fit every game that has points, and every game; a name
 * that ends with ".weights" is a file that `coppice train` wrote (cop_weights_is_path). */
bool cop_judge_find(struct cop_judge *judge, const struct cop_game *game, const char *name,
                    struct cop_error *error);
bool cop_judge_prepare(struct cop_judge *judge, const struct cop_game *game,
                       const atomic_bool *stop, struct cop_error *error);

/* Whether chances were fitted to this version of the evaluator, in a game of two. */
bool cop_judge_has_chance(const struct cop_judge *judge, const struct cop_game *game);

/* What a player can expect of a position that is not over: by the chances that were fitted to the
 * evaluator, or, where there are none, by where its value lies between the bounds. */
double cop_judge_chance(const struct cop_judge *judge, const struct cop_game *game,
                        const void *state, int player);

/* The chances of all players by such a fit. With more than two, any two of them have the odds
 * against each other that they would have in a game of two. */
bool cop_judge_has_chances(const struct cop_judge *judge, const struct cop_game *game);
void cop_judge_chances(const struct cop_judge *judge, const struct cop_game *game,
                       const void *state, double *of_player);

/* The same of one player after a move, or what the player gets if that ends the game. `after` is
 * room for a state.
 */
double cop_judge_move(const struct cop_judge *judge, const struct cop_game *game, const void *state,
                      cop_move move, void *after, int player);

/* "" is the game's first; NULL for `none`, or where the game has none. */
bool cop_ordering_find(const struct cop_ordering **ordering, const struct cop_game *game,
                       const char *name, struct cop_error *error);

#endif
