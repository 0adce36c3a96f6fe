/* session.h - a game in progress between people and agents: seats, moves, taking back, saving.
 *
 * A session reads and prints nothing; play_command.c talks to the people. Every state since the
 * start is kept, so that moves can be taken back. */
#ifndef COPPICE_FRONT_SESSION_H
#define COPPICE_FRONT_SESSION_H

#include "front/setup.h"

struct cop_session {
    struct cop_setup setup; /* the game, the state now, and the record of what was played */
    struct cop_agent *agents[COP_PLAYERS_MAX]; /* NULL: a person sits there */
    struct cop_agent *adviser;                 /* gives hints; opened when first asked */
    struct cop_limits limits;
    struct cop_rng rng; /* of chance */
    uint64_t seed;
    char *states; /* one before each move of the record */
    int state_room;
};

/* The agent that plays where none is named: a solver where that is sound. */
const char *cop_session_default_agent(const struct cop_game *game);

/* Who sits where if nobody says otherwise: a person in the first seat, that agent in the others.
 * `specs` has room for COP_PLAYERS_MAX. */
void cop_session_default_seats(const struct cop_game *game, const char **specs);

/* Takes over `setup`, which is emptied, also on failure. `specs` has an agent's spec for each seat,
 * or "human". The seed decides chance and the agents' random numbers. */
bool cop_session_open(struct cop_session *session, struct cop_setup *setup,
                      const char *const *specs, const struct cop_limits *limits, uint64_t seed,
                      struct cop_error *error);
void cop_session_close(struct cop_session *session);

/* Another game from its start, with the same limits: of the same game with the same people and
 * agents, of another one with the default seats. If that fails the session is as it was. */
bool cop_session_renew(struct cop_session *session, const char *spec, struct cop_error *error);

/* A game with hidden pieces that somebody has seen all of is open, for good: from then on everybody
 * may see everything. Other games have nothing to lay open. */
void cop_session_lay_open(struct cop_session *session);
bool cop_session_has_secrets(const struct cop_session *session);

int cop_session_turn(const struct cop_session *session);
int cop_session_people(const struct cop_session *session); /* how many */

/* The state after so many plies, from 0 (the start) to the record's move_count (now). */
const void *cop_session_state(const struct cop_session *session, int ply);

/* The state before the last move, or NULL. */
const void *cop_session_before(const struct cop_session *session);

void cop_session_play(struct cop_session *session, cop_move move);
cop_move cop_session_roll(struct cop_session *session); /* an outcome of chance; not yet played */

/* What the agent whose turn it is, or for a hint the adviser, would play. */
bool cop_session_think(struct cop_session *session, const struct cop_watch *watch,
                       struct cop_report *report, struct cop_error *error);
bool cop_session_hint(struct cop_session *session, const struct cop_watch *watch,
                      struct cop_report *report, struct cop_error *error);

/* Takes back everything after so many plies. */
void cop_session_back(struct cop_session *session, int ply);

/* Back to the player's last decision; false if there is none. */
bool cop_session_undo(struct cop_session *session, int player);

/* The result as SGF has it: "B+", "0", "W+R" if player 0 of two resigned (`resigned` is -1 if
 * nobody did). Of more players each one's share; who resigns has none, and the others share the
 * win: "0.5 0 0.5 (Red resigned)". Nothing if the game goes on. */
void cop_session_set_result(struct cop_session *session, int resigned);

bool cop_session_save(const struct cop_session *session, const char *path, struct cop_error *error);

#endif
