/* focus_table.h - what the tests of Focus do alike: a game with a state, asserting. */
#ifndef COPPICE_TESTS_FOCUS_TABLE_H
#define COPPICE_TESTS_FOCUS_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/list.h"
#include "reference_focus.h"
#include "slow_build.h"

enum { MOVES_ROOM = 400, STATE_WORDS = 16 };

struct table {
    struct cop_game *game;
    const struct cop_rules *rules;
    uint64_t state[STATE_WORDS];
    cop_move moves[MOVES_ROOM];
    int count;
};

/* At the start of `focus(inside)`. */
struct table open_table(const char *inside);
void close_table(struct table *table);

int legal_moves(struct table *table); /* fills in moves and count */
int turn_of(const struct table *table);
void play(struct table *table, const char *words);
const char *refusal(struct table *table, const char *words); /* of moves: the message */

/* Positions by their text, or with stacks listed as "d4:RGB e5:R" before the rest of it. */
void set_up(struct table *table, const char *words);
void set_up_stacks(struct table *table, const char *stacks, const char *rest);
void compose(const char *stacks, const char *rest, char *text); /* room for FOCUS_TEXT */
void assert_text(const struct table *table, const char *words);
void assert_stacks(const struct table *table, const char *stacks, const char *rest);

void write_move(const struct table *table, cop_move move, char word[8]);
int by_text(const void *left, const void *right);          /* for qsort of such words */
void assert_moves(struct table *table, const char *words); /* sorted: "+d4 c3-c4" */

void assert_over(struct table *table, int winner); /* -1 is a draw */

#endif
