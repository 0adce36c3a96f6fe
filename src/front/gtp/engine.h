/* engine.h - what the commands of the protocol work on: a game in progress and its agent.
 *
 * One agent thinks for whoever is asked to move; it sees only what that player may see. */
#ifndef COPPICE_FRONT_GTP_ENGINE_H
#define COPPICE_FRONT_GTP_ENGINE_H

#include "agent/plan.h"
#include "front/gtp/gtp.h"
#include "front/gtp/timing.h"
#include "game/course.h"

struct cop_gtp {
    struct cop_gtp_host host;
    struct cop_game *game;
    struct cop_agent *agent;
    char *agent_spec; /* "": whatever suits the game */
    struct cop_limits limits;
    struct cop_course course;
    struct cop_plan plan; /* the rest of the turn that genmove has decided */
    uint64_t seed;        /* of this game's deal, chance and agent */
    struct cop_gtp_clock clock;
    bool has_quit;
};

/* Another variant, list of limits or agent. A failure changes nothing. */
bool cop_gtp_set_game(struct cop_gtp *gtp, const char *spec, struct cop_error *error);
bool cop_gtp_set_limits(struct cop_gtp *gtp, const char *words, struct cop_error *error);

bool cop_gtp_set_agent(struct cop_gtp *gtp, const char *spec, struct cop_error *error);

/* A new game: from this seed; from the next one if the last game's was used; from a position. */
void cop_gtp_start(struct cop_gtp *gtp, uint64_t seed);
void cop_gtp_clear(struct cop_gtp *gtp);
bool cop_gtp_set_position(struct cop_gtp *gtp, const char *words, struct cop_error *error);
/* The game in a file, without its move number `before` (1 is the first) and what follows it;
 * 0: all of it. */
bool cop_gtp_load(struct cop_gtp *gtp, const char *path, int64_t before, struct cop_error *error);

int cop_gtp_turn(const struct cop_gtp *gtp);
const void *cop_gtp_state(const struct cop_gtp *gtp); /* now */
void cop_gtp_play(struct cop_gtp *gtp, cop_move move);
void cop_gtp_undo(struct cop_gtp *gtp, int count); /* at most as many as there are */

/* Lets the agent think about the present position within `limits`; watch->stop is filled in if
 * it is NULL. */
bool cop_gtp_think(struct cop_gtp *gtp, const struct cop_limits *limits,
                   const struct cop_watch *watch, struct cop_report *report,
                   struct cop_error *error);

/* The same for a move that is then played: one search decides the whole turn, where the agent does,
 * and the further moves of it need none. */
bool cop_gtp_decide(struct cop_gtp *gtp, const struct cop_limits *limits, cop_move *move,
                    struct cop_error *error);

#endif
