/* test_clock.c - how the time for a game becomes time for its moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "match/play.h"

static void clock_is_shared_out_among_the_moves_to_come(void **state)
{
    struct cop_game bounded = {.players = 2, .max_plies = 60}, open = {.players = 2};
    double left = 60;

    (void)state;
    assert_true(fabs(cop_clock_share(&bounded, 0, 60.02) - 4) < 1e-9);
    assert_true(fabs(cop_clock_share(&bounded, 50, 8.02) - 1) < 1e-9);
    assert_true(fabs(cop_clock_share(&open, 0, 30.02) - 1) < 1e-9);
    for (int plies = 0; plies < 60; plies += 2) { /* whoever uses every share still has time */
        double share = cop_clock_share(&bounded, plies, left);

        assert_true(share > 0 && share < left);
        left -= share;
    }
}

/* samegame-and-fanorona.md 7.4: equal parts of the average length of a game; then ever less, so
 * that a long game ends in time too. */
static void clock_of_one_player_is_shared_out_by_the_average_length(void **state)
{
    struct cop_game game = {.players = 1, .max_plies = 112};
    double left = 64.42, spent;

    (void)state;
    for (int plies = 0; plies < 112; plies++) {
        spent = cop_clock_share(&game, plies, left);
        if (plies <= 56)
            assert_true(fabs(spent - 1) < 1e-9);
        else
            assert_true(spent > 0 && spent < 1);
        left -= spent;
    }
    assert_true(left > 0);
    assert_true(cop_clock_share(&game, 20, 64.42) > 1.4); /* what was given back */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_is_shared_out_among_the_moves_to_come),
        cmocka_unit_test(clock_of_one_player_is_shared_out_by_the_average_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
