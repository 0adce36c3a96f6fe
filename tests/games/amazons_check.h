/* amazons_check.h - what the tests of the Amazons do alike. Everything asserts through cmocka. */
#ifndef COPPICE_TESTS_AMAZONS_CHECK_H
#define COPPICE_TESTS_AMAZONS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "coppice/game.h"
#include "slow_build.h"

enum { WHITE = 0, BLACK = 1 };

struct amazons_state {
    uint64_t words[5];
};

/* The inside of the brackets: "size=8". */
struct cop_game *open_or_fail(const char *inside);
struct amazons_state start_of(const struct cop_game *game);
struct amazons_state position_or_fail(const struct cop_game *game, const char *words);
void play_or_fail(const struct cop_game *game, struct amazons_state *state, const char *words);
struct amazons_state after_moves(const struct cop_game *game, const char *words);
void assert_position(const struct cop_game *game, const struct amazons_state *state,
                     const char *words);

/* The caller's to free. */
cop_move *room_for_moves(const struct cop_game *game);
int count_moves(const struct cop_game *game, const struct amazons_state *state);

/* White's score, after checking that Black's is the opposite; and White's payoff at the end. */
double margin(const struct cop_game *game, const struct amazons_state *state);
double first_payoff(const struct cop_game *game, const struct amazons_state *state);

/* The message with which a text is refused; it must be. */
const char *refusal_of_position(const struct cop_game *game, const char *words);
const char *refusal_of_moves(const struct cop_game *game, const char *words);

/* A small board in the top left corner of a 10 x 10 one whose other squares are burnt. A point is
 * an empty square, a cross is written x or #. */
void embed(const char *rows, char mover, char *out);

#endif
