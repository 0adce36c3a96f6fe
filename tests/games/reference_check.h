/* reference_check.h - what the tests of board games with small states do alike.
 *
 * Everything asserts through cmocka and prints which game, seed and ply went wrong. */
#ifndef COPPICE_TESTS_REFERENCE_CHECK_H
#define COPPICE_TESTS_REFERENCE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "coppice/game.h"
#include "golden.h"
#include "reference_rules.h"
#include "slow_build.h"

/* A state of any of these games. */
struct any_state {
    uint64_t words[4];
};

struct cop_game *open_or_fail(const char *spec);
struct any_state start_of(const struct cop_game *game);
struct any_state after_moves(const struct cop_game *game, const char *words);
struct any_state position_or_fail(const struct cop_game *game, const char *words);

int turn_of(const struct cop_game *game, const struct any_state *state);
struct any_state child(const struct cop_game *game, const struct any_state *state, cop_move move);
cop_move named(const struct cop_game *game, const struct any_state *state, const char *word);

/* The message with which a text is refused; it must be. */
const char *refusal_of_position(const struct cop_game *game, const char *words);
const char *refusal_of_moves(const struct cop_game *game, const char *words);

/* The first player has this payoff, the others together the rest of 1. */
void assert_over(const struct cop_game *game, const struct any_state *state, double first_payoff);
void assert_not_over(const struct cop_game *game, const struct any_state *state);
/* The legal moves as text in alphabetical order: "c4 d3 e6 f5". */
void assert_moves(const struct cop_game *game, const struct any_state *state, const char *words);
void assert_position(const struct cop_game *game, const struct any_state *state, const char *words);

/* perft(1), perft(2), ... up to the first 0. */
void assert_perft(const char *spec, const int64_t *expected);

/* Random games on both sides of the comparison: equal moves, texts, turns, results. */
void assert_equals_reference(const char *spec, const struct reference_rules *rules, int columns,
                             int rows, int games);

/* The fast playout and random_move play, from one seed, what moves() and play() would. */
void assert_playout_is_moves_and_play(const char *spec, int games);

/* The fast playout, also one that is cut, draws what random_move draws from the same seed. */
void assert_playouts_are_random_moves(const char *spec, int games);

/* Uniform over moves, by chi-square, for random_move and for the first ply of a playout. */
void assert_uniform(const struct cop_game *game, const struct any_state *state);

/* Every state of random games, written and read, is the same bytes. */
void assert_positions_round_trip(const char *spec, int games);

struct statistics {
    double plies, plies_deviation; /* the published mean and deviation of one game */
    double branching;
    double first_wins, draws; /* shares */
    int published_games;
};

/* 20,000 playouts within four standard errors of the published figures, and of their rounding. */
void assert_statistics(const char *spec, const struct statistics *published);

#endif
