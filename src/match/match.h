/* match.h - many games between agents, and what they add up to.
 *
 * A *plan* says what is to be played; a *store* (an SQLite file, or memory) holds every finished
 * game. A plan's canonical text is its identity: running the same plan on the same store again
 * plays only the games that are missing, so that resuming after any interruption is the same call.
 *
 * A *fixture* is a set of agents that meet: with two players every pair of the plan's agents
 * (a round robin), with more players every multiset the seats allow. Game g of a fixture has an
 * opening drawn from (plan seed, fixture, g / seatings), and consecutive games share an opening
 * while the agents rotate through all their seat assignments; with two players that is each opening
 * twice, colours swapped. All that is random in a game follows from (plan seed, fixture, g), never
 * from the order in which threads finish. */
#ifndef COPPICE_MATCH_MATCH_H
#define COPPICE_MATCH_MATCH_H

#include "coppice/agent.h"
#include "store/store.h"

struct cop_match_plan {
    const struct cop_game *game;
    int agent_count;
    const char *const *agents;       /* specs; two equal ones are two entrants */
    const struct cop_limits *limits; /* one for each agent; threads there are the search's own */
    int games;                       /* for each fixture */
    int opening_plies;               /* random plies before the agents take over */
    int threads;                     /* games played at the same time */
    uint64_t seed;
    double elo0, elo1; /* sequential test of two agents; equal: none. alpha = beta = 0.05 */
};

/* One seat of one finished game. */
struct cop_seat_result {
    int agent;
    double payoff;
    int64_t sims, nodes;
    double seconds;
    int searches;    /* moves that were thought about */
    int early_stops; /* of these, ended before their limit */
};

struct cop_game_result {
    int fixture, number; /* number: 0 .. plan->games - 1 */
    int plies;
    const char *reason; /* NULL: the rules ended it. "time": seat `loser` ran out of its clock */
    int loser;
    struct cop_seat_result seats[COP_PLAYERS_MAX];
    const char *sgf; /* the whole game */
};

/* Sums over the games of one agent in one fixture (or all fixtures). */
struct cop_tally {
    int64_t games, wins, draws, losses;
    double payoff, payoff_squares;
    double sims, sims_squares; /* per game */
    double seconds, seconds_squares;
    int64_t searches, early_stops, plies;
};

int cop_match_fixture_count(const struct cop_match_plan *plan);
/* Which agents meet in a fixture, one per seat in the first seating. */
void cop_match_fixture(const struct cop_match_plan *plan, int fixture, int *agents);
void cop_match_identity(const struct cop_match_plan *plan, struct cop_text *text);

/* Plays what is missing. `report` is called after each game, one call at a time. Ends early and
 * returns true if *stop is set; everything finished is in the store. */
struct cop_match_watch {
    const atomic_bool *stop;
    void (*report)(void *context, const struct cop_game_result *result, int done, int total);
    void *context;
};
bool cop_match_run(const struct cop_match_plan *plan, struct cop_store *store,
                   const struct cop_match_watch *watch, struct cop_error *error);

/* Reads back: fixture -1 and agent -1 mean all of them. */
bool cop_match_tally(const struct cop_match_plan *plan, struct cop_store *store, int fixture,
                     int agent, struct cop_tally *tally, struct cop_error *error);

/* Every stored game of the plan, by fixture and number. The lab needs single games: what two
 * entrants measure in the same game goes together (a long game is long for both). */
bool cop_match_each(const struct cop_match_plan *plan, struct cop_store *store,
                    void (*each)(void *context, const struct cop_game_result *result),
                    void *context, struct cop_error *error);

#endif
