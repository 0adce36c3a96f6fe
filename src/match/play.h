/* play.h - one game between opened agents, from the deal to the result. */
#ifndef COPPICE_MATCH_PLAY_H
#define COPPICE_MATCH_PLAY_H

#include "agent/judge.h"
#include "coppice/agent.h"
#include "store/results.h"

struct cop_play {
    const struct cop_game *game;
    struct cop_agent *agents[COP_PLAYERS_MAX]; /* one for each seat, none of them twice */
    const struct cop_limits *limits[COP_PLAYERS_MAX];
    const char *start;     /* a position as the game writes it; NULL: the game's own start */
    int opening_plies;     /* uniformly random moves before the agents take over */
    uint64_t opening_seed; /* of the deal and the opening */
    uint64_t game_seed;    /* of later chance and of the agents */
    const struct cop_judge *judge; /* ends a game whose result it knows; NULL: nobody does */
    const atomic_bool *stop;       /* ends the searches; the game is then dropped */
};

enum cop_play_end { COP_PLAY_FAILED, COP_PLAY_STOPPED, COP_PLAY_FINISHED };

/* Fills in all of `result` but fixture, number and the seats' agents; result->sgf points into
 * `sgf`, and a reason may point into the loser's agent, until its next call. */
enum cop_play_end cop_play(const struct cop_play *play, struct cop_game_result *result,
                           struct cop_text *sgf, struct cop_error *error);

/* How the results name a game that the judge has ended. */
#define COP_ENDING_ADJUDGED "adjudicated: the result is known"

/* The seconds to spend on the next move when `left` seconds of the clock are left after `plies`
 * plies: the rest of the clock divided by the number of moves still expected, which is half of what
 * the rules allow (30 where they set no bound), at least 8 and at most 40. A fiftieth of a second
 * is kept for what happens between a search's last look at the clock and ours. */
double cop_clock_share(const struct cop_game *game, int plies, double left);

#endif
