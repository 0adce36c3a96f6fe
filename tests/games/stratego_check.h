/* stratego_check.h - what both test programs of Stratego need: games, states and words.
 *
 * Everything asserts through cmocka. */
#ifndef COPPICE_TESTS_STRATEGO_CHECK_H
#define COPPICE_TESTS_STRATEGO_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coppice/game.h"
#include "slow_build.h"

enum { ROOM = 640, MOVES_ROOM = 1000, WHITE = 0, BLACK = 1 };

/* The bytes behind a state are zero, so that whole values can be compared. */
struct state {
    _Alignas(16) unsigned char bytes[ROOM];
};

/* The position of Fig. 5.7 (chance-and-multiplayer.md 1.1.3). */
extern const char fig57_white[], fig57_black[], fig57[];

struct cop_game *open_stratego(const char *spec);
struct state start_of(const struct cop_game *game, uint64_t seed);
struct state position_of(const struct cop_game *game, const char *words);
void play_words(const struct cop_game *game, struct state *state, const char *words);
const char *refusal_of(const struct cop_game *game, const char *position);

int legal_moves(const struct cop_game *game, const struct state *state, cop_move *moves);
bool is_legal(const struct cop_game *game, const struct state *state, const char *word);
/* The legal moves in alphabetical order. */
void assert_moves(const struct cop_game *game, const struct state *state, const char *words);
void assert_result(const struct cop_game *game, const struct state *state, double white);
/* The position's text; the caller frees it. */
char *text_of(const struct cop_game *game, const struct state *state);
void assert_text(const struct cop_game *game, const struct state *state, const char *words);
void assert_same_state(const struct state *a, const struct state *b);
struct state view_of(const struct cop_game *game, const struct state *state, int player);

#endif
