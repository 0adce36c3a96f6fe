/* tree_state.h - what games have in common that are trees of nodes: where a player is, and what
 * nodes say of themselves.
 *
 * Such a game's tables begin with a tree_faces, and its nodes with a tree_face. */
#ifndef COPPICE_TESTS_TREE_STATE_H
#define COPPICE_TESTS_TREE_STATE_H

#include <string.h>

#include "coppice/game.h"

enum { TREE_SEATS = 4 };

struct tree_state {
    uint16_t node;
    uint8_t turn; /* where nodes leave open whose it is */
    uint8_t unused;
};

struct tree_face {
    int turn;
    double value[TREE_SEATS];
};

struct tree_faces {
    const void *nodes;
    size_t node_size;
    bool is_open; /* whoever has the turn moves, whatever the node says */
};

static inline const struct tree_face *tree_face_of(const struct cop_game *game, const void *at)
{
    const struct tree_faces *faces = game->own;
    const struct tree_state *state = at;

    return (const void *)((const char *)faces->nodes + state->node * faces->node_size);
}

static inline int tree_turn(const struct cop_game *game, const void *at)
{
    const struct tree_faces *faces = game->own;
    const struct tree_state *state = at;
    int turn = tree_face_of(game, at)->turn;

    return turn >= 0 && faces->is_open ? state->turn : turn;
}

static inline uint64_t tree_key(const struct cop_game *game, const void *at)
{
    const struct tree_state *state = at;

    (void)game;
    return cop_mix((uint64_t)state->node << 8 | state->turn);
}

static inline void tree_give_turn(const struct cop_game *game, void *at, int player)
{
    const struct tree_faces *faces = game->own;
    struct tree_state *state = at;

    if (faces->is_open && tree_face_of(game, at)->turn >= 0)
        state->turn = (uint8_t)player;
}

static inline void tree_evaluate(const struct cop_game *game, const void *prepared, const void *at,
                                 double *of_player)
{
    (void)prepared;
    memcpy(of_player, tree_face_of(game, at)->value, (size_t)game->players * sizeof *of_player);
}

#endif
