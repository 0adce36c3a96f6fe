/* match.h - many games between agents, and what they add up to.
 *
 * A *plan* says what is to be played; a *store* (an SQLite file, or memory) holds every finished
 * game. A plan's identity is a text that says all that decides its games: the game, the agents with
 * their limits, the opening and the seed, but not how many games, how many at a time, on which
 * processors, or when a sequential test ends them. Running a plan on a store that has games of the
 * same identity plays only the games that are missing, so that resuming after any interruption is
 * the same call, and asking for more games is, too.
 *
 * A *fixture* is a set of agents that meet: as many different ones as the plan has, but no more
 * than there are seats. So with two players each pair of agents is a fixture (a round robin), with
 * one player each agent alone, and with three players and two agents there is one fixture. Its
 * *seatings* are all the ways to fill the seats with these agents in which none is left out: 2 for
 * two players, 6, 14 and 62 for two agents with 3, 4 and 6 players, 6 for three agents with three
 * (chance-and-multiplayer.md 3.11, 3.14). The numbers of a fixture's games run through the seatings
 * again and again, and the games of one run share their opening; with two players that is each
 * opening twice, colours swapped. `games` should be a multiple of the number of seatings.
 *
 * The deal and the opening of game g follow from (plan seed, fixture, g / seatings), everything
 * else that is random in it from (plan seed, fixture, g), never from the order in which threads
 * finish. With one player all agents get the same deals. */
#ifndef COPPICE_MATCH_MATCH_H
#define COPPICE_MATCH_MATCH_H

#include "base/ranks.h"
#include "coppice/agent.h"
#include "match/play.h"
#include "match/statistics.h"
#include "store/results.h"

struct cop_match_plan {
    const struct cop_game *game;
    int agent_count;
    const char *const *agents;       /* specs; two equal ones are two entrants */
    const struct cop_limits *limits; /* one for each agent; threads there are the search's own */
    int games;                       /* for each fixture */
    int opening_plies;               /* random plies before the agents take over */
    const char *const *starts;       /* positions to start from, as the game writes them, one after
                                        the other and again; NULL: the game's own start */
    int start_count;
    int threads; /* games played at the same time */
    uint64_t seed;
    double elo0, elo1; /* sequential test of two agents; equal: none. alpha = beta = 0.05 */
    int anchor;        /* the agent whose rating among more than two is given (match/pool.h): */
    double anchor_elo;
    bool adjudicate; /* games end where the game's oracles and databases know the result */
    bool pin; /* each thread keeps to processors of its own, as many as its agents' threads */
};

/* Sums over the games of one agent in one fixture (or all fixtures). An agent with several seats in
 * a game counts that game once, with the sum of its seats' payoffs (their mean where payoffs do not
 * add to 1) and of their work. A win is the whole point, a loss nothing of it, and anything between
 * is a draw (cop_result_of). */
struct cop_tally {
    int64_t games, wins, draws, losses;
    double payoff, payoff_squares;
    double score, score_squares; /* the game's own points; the mean of the agent's seats */
    double sims, sims_squares;   /* per game */
    double seconds, seconds_squares;
    int64_t searches, early_stops, plies;
};

/* True if the plan can be played; it need not be asked first. */
bool cop_match_check(const struct cop_match_plan *plan, struct cop_error *error);

/* The position that a game starts from, or NULL, and its place in plan->starts, or -1. Games that
 * share an opening share it. */
const char *cop_match_start(const struct cop_match_plan *plan, int number);
int cop_match_start_place(const struct cop_match_plan *plan, int number);

int cop_match_fixture_count(const struct cop_match_plan *plan);
/* Which agents meet in a fixture, one per seat in the first seating. */
void cop_match_fixture(const struct cop_match_plan *plan, int fixture, int *agents);
int cop_match_seating_count(const struct cop_match_plan *plan);
/* Who sits where in one game. */
void cop_match_seating(const struct cop_match_plan *plan, int fixture, int number, int *agents);
void cop_match_identity(const struct cop_match_plan *plan, struct cop_text *text);

/* Plays what is missing. `report` is called after each game, one call at a time. Ends early and
 * returns true if *stop is set; everything finished is in the store, and games in progress are
 * dropped. A sequential test that is decided ends the run, too. Of several ranks only the leader's
 * store gets the games, and only the leader reports. */
struct cop_match_watch {
    const atomic_bool *stop;
    void (*report)(void *context, const struct cop_game_result *result, int done, int total);
    void *context;
    struct cop_ranks *ranks; /* that play the games together (base/ranks.h); NULL: we alone */
};
bool cop_match_run(const struct cop_match_plan *plan, struct cop_store *store,
                   const struct cop_match_watch *watch, struct cop_error *error);

/* Plays single games of a plan as cop_match_run does, without a store: what a game gives follows
 * from the plan, the fixture and the number alone. `result` is as in play.h. */
struct cop_match_player;
struct cop_match_player *cop_match_player_open(const struct cop_match_plan *plan);
void cop_match_player_close(struct cop_match_player *player); /* NULL is fine */
enum cop_play_end cop_match_player_play(struct cop_match_player *player, int fixture, int number,
                                        const atomic_bool *stop, struct cop_game_result *result,
                                        struct cop_text *sgf, struct cop_error *error);

/* How many games of the plan are in the store. */
bool cop_match_count(const struct cop_match_plan *plan, struct cop_store *store, int *count,
                     struct cop_error *error);

/* Reads back: fixture -1 and agent -1 mean all of them. For agent -1 each game counts once for
 * every agent in it. */
bool cop_match_tally(const struct cop_match_plan *plan, struct cop_store *store, int fixture,
                     int agent, struct cop_tally *tally, struct cop_error *error);

/* Every stored game of the plan, by fixture and number, with the rules' phrase for how it ended,
 * also where the store has none because it was made before these were kept. What two entrants
 * measure in the same game goes together (a long game is long for both). What a result points to is
 * valid during the call only, and `each` must not use the store. */
bool cop_match_each(const struct cop_match_plan *plan, struct cop_store *store, cop_each_game *each,
                    void *context, struct cop_error *error);

/* What a tally consists of; one game more. Games without the agent change nothing. */
void cop_tally_add(struct cop_tally *tally, const struct cop_match_plan *plan,
                   const struct cop_game_result *result, int agent);

/* The sequential test, from the point of view of the first agent: the games in the order of their
 * numbers up to the one that decides it, or to the first that is missing. */
struct cop_sprt {
    int games;
    int64_t wins, draws, losses;
    double ratio;
    enum cop_verdict verdict;
};
bool cop_match_sprt(const struct cop_match_plan *plan, struct cop_store *store,
                    struct cop_sprt *sprt, struct cop_error *error);

#endif
