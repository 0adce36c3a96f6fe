/* test_decisive.c - playouts with an eye on what wins at once, by brute force on random positions.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "playout_table.h"
#include "tiny/tiny.h"

static void after(const struct cop_game *game, const void *state, cop_move move, void *next)
{
    memcpy(next, state, game->state_size);
    game->rules->play(game, next, move);
}

static enum cop_result result_of(const struct cop_game *game, const void *state, int player)
{
    double payoffs[COP_PLAYERS_MAX];

    game->rules->payoff(game, state, payoffs);
    return cop_result_of(payoffs[player]);
}

/* By the rules alone: does the move win at once? */
static bool wins(const struct cop_game *game, const void *state, cop_move move)
{
    unsigned char next[COP_STATE_MAX];

    after(game, state, move, next);
    return game->rules->turn(game, next) == COP_OVER &&
           result_of(game, next, game->rules->turn(game, state)) == COP_WIN;
}

/* Does it neither lose at once nor let the opponent win at once? */
static bool is_safe(const struct cop_game *game, const void *state, cop_move move)
{
    unsigned char next[COP_STATE_MAX];
    cop_move replies[MOVES_MAX];
    int player = game->rules->turn(game, state), count;

    after(game, state, move, next);
    if (game->rules->turn(game, next) == COP_OVER)
        return result_of(game, next, player) != COP_LOSS;
    if (game->rules->turn(game, next) == player)
        return true;
    count = game->rules->moves(game, next, replies);
    for (int i = 0; i < count; i++)
        if (wins(game, next, replies[i]))
            return false;
    return true;
}

struct seen {
    int won, forced, free, lost; /* positions with a win, with some unsafe moves, without, with none
                                    safe */
};

/* Move by move, before any is picked. */
static void check_lookout(const struct table *table, const cop_move *list, int count, int winning)
{
    const struct cop_game *game = table->game;
    void *bytes = malloc(cop_lookout_size(game));
    struct cop_lookout lookout = cop_lookout_in(game, bytes);
    cop_move win;

    assert_non_null(bytes);
    win = cop_winning_move(game, table->state, &lookout);
    assert_int_equal(win != COP_NO_MOVE, winning > 0);
    if (winning > 0)
        assert_true(wins(game, table->state, win));
    for (int i = 0; i < count; i++)
        assert_int_equal(cop_is_safe_move(game, table->state, list[i], &lookout),
                         is_safe(game, table->state, list[i]));
    free(bytes);
}

/* The first move of a playout, on every kind of position. */
static void check_first_move(struct table *table, bool is_both, struct seen *seen)
{
    const struct cop_game *game = table->game;
    cop_move list[MOVES_MAX], first;
    int count = game->rules->moves(game, table->state, list), winning = 0, safe = 0;

    for (int i = 0; i < count; i++) {
        winning += wins(game, table->state, list[i]);
        safe += is_safe(game, table->state, list[i]);
    }
    check_lookout(table, list, count, winning);
    free(run_out(table));
    first = table->traced[0];
    assert_int_equal(table->trace.length, 1);
    if (winning > 0) {
        assert_true(wins(game, table->state, first));
        seen->won++;
    } else if (is_both && safe > 0) {
        assert_true(is_safe(game, table->state, first));
        seen->forced += safe < count;
        seen->free += safe == count;
    } else {
        seen->lost += is_both;
    }
}

/* With the rules' own decisive moves where they have them, and without. */
static void decisive_playouts_do_as_brute_force_says(void **unused)
{
    static const struct {
        const struct cop_rules *rules;
        const char *inside;
        int longest;
    } cases[] = {{&cop_connect4, "", 30},
                 {&cop_twixt, "size=6", 24},
                 {&cop_breakthrough, "", 60},
                 {&cop_breakthrough, "width=4, height=5", 20},
                 {&tiny_nim, "heaps=3, stones=4", 10}}; /* moves that end the game and lose it */

    (void)unused;
    for (size_t i = 0; i < 4 * sizeof cases / sizeof cases[0]; i++) {
        struct cop_rules rules = *cases[i / 4].rules;
        bool is_both = i % 2 == 1;
        struct seen seen = {0};
        struct table *table;

        if (i / 2 % 2 == 1)
            rules.decisive = NULL;
        table = sit_down_with(cop_game_open_rules(&rules, cases[i / 4].inside, NULL),
                              is_both ? "decisive=both, playout_limit=1"
                                      : "decisive=win, playout_limit=1");
        for (int j = 0; j < 400; j++) {
            walk(table, j % cases[i / 4].longest);
            check_first_move(table, is_both, &seen);
        }
        assert_true(seen.won > 5);
        if (is_both)
            assert_true(seen.forced > 0 && seen.free > 0);
        stand_up(table);
    }
}

/* Where several moves are safe each of them is played, and no other. */
static void all_safe_moves_are_played(void **unused)
{
    struct table *table = sit_down("breakthrough", "decisive=both, playout_limit=1");
    const struct cop_game *game = table->game;
    cop_move list[MOVES_MAX];
    int drawn[MOVES_MAX] = {0}, count, safe, winning;

    (void)unused;
    do {
        walk(table, 50);
        count = game->rules->moves(game, table->state, list);
        safe = winning = 0;
        for (int i = 0; i < count; i++) {
            safe += is_safe(game, table->state, list[i]);
            winning += wins(game, table->state, list[i]);
        }
    } while (safe < 2 || safe == count || winning > 0);
    for (int i = 0; i < 2000; i++) {
        free(run_out(table));
        for (int j = 0; j < count; j++)
            drawn[j] += list[j] == table->traced[0];
    }
    for (int i = 0; i < count; i++) {
        bool is_one = is_safe(game, table->state, list[i]);

        assert_int_equal(drawn[i] > 0, is_one);
        if (is_one)
            assert_true(fabs(drawn[i] - 2000.0 / safe) < 6 * sqrt(2000.0 / safe));
    }
    stand_up(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisive_playouts_do_as_brute_force_says),
        cmocka_unit_test(all_safe_moves_are_played),
    };

    return cmocka_run_group_tests_name("decisive", tests, NULL, NULL);
}
