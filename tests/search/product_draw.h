/* product_draw.h - a search drawn at random: any game in any position, any agent with any of its
 * options, any limit.
 *
 * Options come from the agents' own tables, so that a new one takes part at once. All of a draw
 * follows from its seed. */
#ifndef COPPICE_TESTS_PRODUCT_DRAW_H
#define COPPICE_TESTS_PRODUCT_DRAW_H

#include "coppice/agent.h"

struct draw {
    uint64_t seed;
    struct cop_game *game;
    void *state; /* a player is to move */
    const struct cop_agent_kind *kind;
    struct cop_text agent;
    struct cop_limits limits;
    struct cop_rng rng; /* for what comes after the draw */
};

void draw_open(struct draw *draw, uint64_t seed);
void draw_close(struct draw *draw);

/* Only an agent and its limits, for a game that is opened already, of which the draw takes care
 * from now on; there is no state. */
void draw_player(struct draw *draw, struct cop_game *game, uint64_t seed);

/* "GAME, POSITION; AGENT; LIMIT", so that a person can do it again. */
void draw_write(const struct draw *draw, struct cop_text *text);

/* Plays at random until the next decision, and tells `agent` (which may be NULL); false if the game
 * is over. */
bool draw_go_on(struct draw *draw, struct cop_agent *agent, void *state, int least);

#endif
