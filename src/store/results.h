/* results.h - finished games and searches in a store.
 *
 * A match is known by its identity, a text that says all that decides its games; games are known
 * by match, fixture and number. The store does not know what an agent or a game is: agents are
 * numbers that the identity explains. */
#ifndef COPPICE_STORE_RESULTS_H
#define COPPICE_STORE_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "coppice/text.h"
#include "store/store.h"

enum { COP_SEATS_MAX = 8 };

/* Why somebody lost before the rules ended the game: out of time, resigned, or a program that
 * crashed, fell silent or made an illegal move; of the last this is the beginning. */
#define COP_REASON_TIME     "time"
#define COP_REASON_RESIGNED "resigned"
#define COP_REASON_FORFEIT  "forfeit: "

/* One seat of one finished game. */
struct cop_seat_result {
    int agent;
    double payoff;
    double score; /* the game's own points at the end; 0 where it has none */
    int64_t sims, nodes;
    double seconds;
    int searches;    /* moves that were thought about: those with more than one legal move */
    int early_stops; /* of these, ended before their limit */
    int depth;       /* of the longest line that a search looked at, in plies; -1: not kept */
};

/* Whoever adds something that a result points to adds it to write_game and read_game of
 * match/match.c, too, by which results go from one process to another. */
struct cop_game_result {
    int fixture, number; /* number: 0 .. plan->games - 1 */
    int plies;
    const char *reason; /* why seat `loser` lost; NULL: the rules ended the game */
    int loser;          /* -1 without a reason */
    const char *ending; /* the rules' phrase for how they ended the game; NULL: not known */
    int seat_count;
    struct cop_seat_result seats[COP_SEATS_MAX];
    const char *sgf; /* the whole game */
    int64_t origin;  /* who played it, when read back: cop_store_origin says it; 0: not known */
};

/* The number of the match with this identity, made if there is none. */
bool cop_store_match(struct cop_store *store, const char *identity, int64_t *match,
                     struct cop_error *error);

/* What is added from now on was made by this: a text that says which program it is, where it runs
 * and why. Games and searches of a store that was never signed have no origin. */
bool cop_store_sign(struct cop_store *store, const char *words, int64_t *origin,
                    struct cop_error *error);
/* Adds the words that a result was signed with; nothing if there are none. */
bool cop_store_origin(struct cop_store *store, int64_t origin, struct cop_text *words,
                      struct cop_error *error);

/* Adds one game, all of it or nothing. A game that is there already is an error. */
bool cop_store_add_game(struct cop_store *store, int64_t match,
                        const struct cop_game_result *result, struct cop_error *error);

/* Calls `each` for the games of a fixture (-1: of all) whose number is below `games`, in the order
 * of fixture and number. What a result points to is valid during the call only, and `each` must
 * not use the store. */
typedef void cop_each_game(void *context, const struct cop_game_result *result);
bool cop_store_each_game(struct cop_store *store, int64_t match, int fixture, int games,
                         cop_each_game *each, void *context, struct cop_error *error);

/* A search that was no part of a game: what it found, in words that its caller can read again. Its
 * `match` is an identity as above, its number any that the caller gives it. */
bool cop_store_add_search(struct cop_store *store, int64_t match, int number, const char *found,
                          struct cop_error *error);

/* Calls `each` in the order of numbers; the rest is as with games. */
typedef void cop_each_search(void *context, int number, const char *found, int64_t origin);
bool cop_store_each_search(struct cop_store *store, int64_t match, cop_each_search *each,
                           void *context, struct cop_error *error);

#endif
