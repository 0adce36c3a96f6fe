/* session.h - a game in progress between people and agents: a course, and who sits at it.
 *
 * A session reads and prints nothing; play_command.c talks to the people. What changes the board
 * for the agents too is done here, all else by the course itself. */
#ifndef COPPICE_MATCH_SESSION_H
#define COPPICE_MATCH_SESSION_H

#include "agent/plan.h"
#include "match/setup.h"

struct cop_session {
    struct cop_game *game;
    struct cop_course course;
    struct cop_agent *agents[COP_PLAYERS_MAX]; /* NULL: a person sits there */
    struct cop_agent *adviser;                 /* gives hints; opened when first asked */
    struct cop_plan plan;                      /* the rest of the turn that an agent has decided */
    struct cop_limits limits;
    int cores;     /* threads of agents whose searches only time ends (agent/cores.h) */
    uint64_t seed; /* of the agents, and the course's */
};

/* Who sits where if nobody says otherwise: a person in the first seat, that agent in the others.
 * `specs` has room for COP_PLAYERS_MAX. */
void cop_session_default_seats(const struct cop_game *game, const char **specs);

/* Takes over `setup`, which is emptied, also on failure. `specs` has an agent's spec for each seat,
 * or "human". Agents that can use them have `cores` threads where only time ends a search; 1: what
 * the limits say. The seed decides chance and the agents' random numbers. */
bool cop_session_open(struct cop_session *session, struct cop_setup *setup,
                      const char *const *specs, const struct cop_limits *limits, int cores,
                      uint64_t seed, struct cop_error *error);
void cop_session_close(struct cop_session *session);

/* Another game from its start, with the same limits: of the same game with the same people and
 * agents, of another one with the default seats. If that fails the session is as it was. */
bool cop_session_renew(struct cop_session *session, const char *spec, struct cop_error *error);

int cop_session_people(const struct cop_session *session); /* how many */

void cop_session_play(struct cop_session *session, cop_move move);

/* Back or forth to a ply; a resignation is taken back too. */
void cop_session_go(struct cop_session *session, int ply);

/* What the agent whose turn it is, or for a hint the adviser, would play. An agent that has decided
 * its whole turn is not asked again before the turn is over: the report of a further move has a
 * turn_length of 0, no values and no counts. A search that was stopped decides one move only. */
bool cop_session_think(struct cop_session *session, const struct cop_watch *watch,
                       struct cop_report *report, struct cop_error *error);
bool cop_session_hint(struct cop_session *session, const struct cop_watch *watch,
                      struct cop_report *report, struct cop_error *error);

bool cop_session_save(const struct cop_session *session, const char *path, struct cop_error *error);

#endif
