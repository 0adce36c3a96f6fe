/* judge_check.h - what the tests of evaluators and orderings do alike.
 *
 * Everything asserts through cmocka. A judge is an opened game with one of its evaluators. */
#ifndef COPPICE_TESTS_JUDGE_CHECK_H
#define COPPICE_TESTS_JUDGE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coppice/game.h"
#include "slow_build.h"

enum { JUDGE_STATE_WORDS = COP_STATE_MAX / 8 };

struct judge {
    struct cop_game *game;
    const struct cop_rules *rules;
    const struct cop_evaluator *evaluator;
    const void *prepared;
    uint64_t state[JUDGE_STATE_WORDS];
};

/* At the start of the game. */
struct judge judge_open(const char *spec, const char *evaluator);
void judge_close(struct judge *judge);

void judge_set_up(struct judge *judge, const char *position);
void judge_play(struct judge *judge, const char *moves);

/* What it says of the state, in whole numbers where values are such. */
double judge_of(const struct judge *judge, int player);
void assert_judged(const struct judge *judge, const double *of_player);

/* Every unfinished state of so many random games is strictly within the bounds (ends too where they
 * are rated, then not strictly), sums to zero if it should, and passes `check`, which may be NULL.
 */
typedef void judge_visitor(const struct judge *judge);
void assert_in_bounds(struct judge *judge, int games, judge_visitor *check);

/* The share of the points that a player gets who looks one move ahead, at his value minus those of
 * all others, against players who move at random; he has each seat equally often. */
double greedy_share(struct judge *judge, int games);

/* The first of the state's moves by falling rating, equals in the order of moves(): "f5 d3 f3". */
void assert_order(const struct judge *judge, const char *ordering, const char *words);

#endif
