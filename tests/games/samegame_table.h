/* samegame_table.h - what the tests of SameGame do alike: a game with a state, asserting. */
#ifndef COPPICE_TESTS_SAMEGAME_TABLE_H
#define COPPICE_TESTS_SAMEGAME_TABLE_H

#include "games/list.h"
#include "reference_check.h"
#include "reference_samegame.h"

enum { GROUPS_MAX = BOARD_SIDE * BOARD_SIDE / 2, TEXT_MAX = 1024 };

struct table {
    struct cop_game *game;
    const struct cop_rules *rules;
    struct cop_rng rng;
    uint64_t state[32];
    cop_move moves[GROUPS_MAX];
    int count;
};

struct table open_table(const char *inside); /* "width=4, colours=2" */
void close_table(struct table *table);
void table_start(struct table *table, uint64_t seed);
void table_set_up(struct table *table, const char *words);
void table_play(struct table *table, const char *words);
int table_list(struct table *table); /* fills in moves and count */
bool table_is_over(const struct table *table);
int table_score(const struct table *table);
double table_payoff(const struct table *table);
void table_write(const struct table *table, char *out); /* room for TEXT_MAX */
struct reference_board table_reference(const struct table *table, int columns, int rows);

void assert_table(const struct table *table, const char *words);
/* In the order of moves(): "a1 b2". */
void assert_table_moves(struct table *table, const char *expected);
/* The same groups in the same order, the same text and the same score. */
void assert_table_equals(struct table *table, const struct reference_board *board,
                         enum leftover_rule rule, uint64_t seed);

#endif
