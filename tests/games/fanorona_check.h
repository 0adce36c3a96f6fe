/* fanorona_check.h - what the tests of Fanorona share.
 *
 * The specification counts whole turns. The engine moves step by step, so the tests gather the
 * steps of a turn: their words, one after the other, are the specification's notation. */
#ifndef COPPICE_TESTS_FANORONA_CHECK_H
#define COPPICE_TESTS_FANORONA_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coppice/game.h"
#include "games/list.h"
#include "reference_fanorona.h"
#include "slow_build.h"

enum { MOVES_MAX = 220 };

/* No draws at all: what perft and exact values are about. */
#define ENDLESS ", repetition=off, quiet=0"

/* The first two words of a state are the stones of White and Black, a1 the lowest bit and one bit
 * more in a row than there are columns; the third is where the stone of an unfinished turn has
 * been. */
struct any_state {
    uint64_t words[40];
};

enum { WHITE, BLACK };

/* The position with which the thesis explains the rules (check 29), for either side, and two stones
 * that can move for long without meeting. */
#define KNOWN_WHITE "9/2b2wbwb/9/1w1bb1b2/9 w"
#define KNOWN_BLACK "9/2b2wbwb/9/1w1bb1b2/9 b"
#define FAR_APART   "w8/9/9/9/8b w"

/* By the inside of the brackets, and by the size with more of it: ", quiet=5". */
struct cop_game *open_or_fail(const char *inside);
struct cop_game *open_size(int columns, int rows, const char *more);

struct any_state start_of(const struct cop_game *game);
void play_words(const struct cop_game *game, struct any_state *state, const char *words);
struct any_state after_moves(const struct cop_game *game, const char *words);
struct any_state position_or_fail(const struct cop_game *game, const char *words);

/* The board with these stones and White to move, whatever the numbers; the game itself finds out
 * whether it is over. */
struct any_state with_stones(const struct cop_game *game, uint64_t white, uint64_t black);

void assert_position(const struct cop_game *game, const struct any_state *state, const char *words);
void assert_over(const struct cop_game *game, const struct any_state *state, double white);
void assert_turn(const struct cop_game *game, const struct any_state *state, int player);
/* The words are no moves from here, and the message has the reason in it. */
void assert_refused(const struct cop_game *game, const struct any_state *state, const char *words,
                    const char *reason);

struct turn {
    char text[FANORONA_TEXT];
    struct any_state after;
};

struct turns {
    const struct cop_game *game;
    int mover, count;
    struct turn list[FANORONA_TURNS];
};

/* All whole turns in alphabetical order; they are the caller's to free. */
struct turns *turns_of(const struct cop_game *game, const struct any_state *state);
void assert_turns(const struct cop_game *game, const struct any_state *state, const char *words);

/* Sequences of `depth` whole turns. */
int64_t perft(const struct cop_game *game, const struct any_state *state, int depth);

#endif
