/* contest.h - many games between agents, and what they add up to.
 *
 * A contest is what `coppice match` plays: with two players every pair of agents meets, and each
 * opening is played twice with the sides exchanged; with more players all seatings take turns; with
 * one player all agents get the same deals. What is random in a game follows from the seed and the
 * game's number, never from the threads. docs/matches.md has the whole story.
 *
 * Games are kept in a file, if one is named: a contest that was stopped or killed goes on where it
 * was when it is played again with the same file, and one that is complete plays nothing. */
#ifndef COPPICE_CONTEST_H
#define COPPICE_CONTEST_H

#include "agent.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cop_contest {
    const struct cop_game *game;
    int agent_count;
    const char *const *agents;       /* specs; two equal ones are two entrants */
    const struct cop_limits *limits; /* one for each agent */
    int games;                       /* for each set of agents that meet */
    int opening_plies;               /* random moves before the agents take over */
    int threads;                     /* games at the same time */
    uint64_t seed;
    double elo0, elo1;   /* ends when it is decided which of two agents' Elo differences is right;
                            equal: all games are played */
    const char *results; /* the file; NULL: in memory, and gone with the call */
    void *reserved[8];   /* for later versions: NULL */
};

/* One finished game. Its texts are valid during the call only. */
struct cop_contest_game {
    int meeting, number; /* which agents meet, counted from 0, and the how manieth of their games */
    int plies;
    const char *sgf;
    const char *ending; /* the rules' phrase for how the game ended, or NULL */
    const char *reason; /* why player `loser` lost before that ("time"), or NULL */
    int loser;          /* -1: the rules ended it */
    int players;
    int agents[COP_PLAYERS_MAX]; /* who sat there: a number in cop_contest.agents */
    double payoffs[COP_PLAYERS_MAX];
    double scores[COP_PLAYERS_MAX]; /* the game's own points; 0 where it has none */
};

/* Who looks on; all of it is optional. */
struct cop_contest_watch {
    const atomic_bool *stop;                            /* ends it; games in progress are dropped */
    void (*played)(void *context, int done, int total); /* after each game */
    void (*game)(void *context, const struct cop_contest_game *result); /* at the end: all of them,
                                                                           in order */
    void *context;
    void *reserved[4]; /* for later versions: NULL */
};

/* Plays what is missing. `json` (may be NULL) gets what `coppice match --json` prints: scores with
 * their intervals, Elo, and of a sequential test what it says. False and a message for what cannot
 * be played, or where a file or an agent fails; being stopped is no failure. */
bool cop_contest_play(const struct cop_contest *contest, const struct cop_contest_watch *watch,
                      struct cop_text *json, struct cop_error *error);

#ifdef __cplusplus
}
#endif

#endif
