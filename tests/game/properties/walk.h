/* walk.h - random games, state by state, for the properties.
 *
 * The buffers of states have poisoned bytes behind them, so that a game which writes past its state
 * is noticed without a sanitizer, and start as poison, so that one which leaves bytes unset is. */
#ifndef COPPICE_TESTS_WALK_H
#define COPPICE_TESTS_WALK_H

#include "properties.h"

/* Where a game gives no bound, a walk is cut after this many plies. */
enum { WALK_PLIES_MAX = 20000, WALK_GUARD = 64 };

/* A place in a random game. */
struct walk {
    const struct cop_game *game;
    const struct property_effort *effort;
    struct cop_rng rng; /* for visitors; the walk's own choices do not depend on it */
    uint64_t seed;
    int ply;
    int mover; /* turn() */
    unsigned char *state;
    cop_move *moves; /* room for WALK_GUARD more than max_moves */
    int count;
    cop_move next; /* what will be played after the visit; COP_NO_MOVE at the end */
    void *context; /* the visitor's own */
};

typedef bool visitor(struct walk *walk, struct cop_error *error);

/* Random games as the effort says; `visit` sees every state, the last one too. Stops at the first
 * visit that fails, and adds to its message where that was. */
bool walk_all(const struct cop_game *game, const struct property_effort *effort, visitor *visit,
              void *context, struct cop_error *error);

/* Fills in mover, moves and count from the state. */
void walk_look_around(struct walk *walk);
bool walk_is_legal(const struct walk *walk, cop_move move);

/* Visitors that others build on: turn(), moves() and the bounds fit together; the payoffs of a
 * finished state are shares. */
visitor walk_check_turn, walk_check_payoff;

/* All of these are the caller's to free. */
unsigned char *walk_new_state(const struct cop_game *game);
cop_move *walk_new_moves(const struct cop_game *game);
char *walk_position_text(const struct cop_game *game, const void *state);

void walk_poison(const struct cop_game *game, unsigned char *state);
bool walk_guard_is_whole(const struct cop_game *game, const unsigned char *state);

#endif
