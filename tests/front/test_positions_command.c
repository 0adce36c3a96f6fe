/* test_positions_command.c - `coppice positions` from outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/coppice.h"
#include "front.h"

/* Every line must be a name and a position of the game with a choice for a player; returns how many
 * there are. */
static int check_lines(const struct cop_game *game, char *text, const char *name)
{
    void *state = malloc(game->state_size);
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    int count = 0;

    assert_non_null(state);
    assert_non_null(moves);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *blank = strchr(line, ' ');
        struct cop_error error;

        assert_non_null(blank);
        assert_memory_equal(line, name, strlen(name));
        assert_int_equal(strtol(line + strlen(name), NULL, 10), ++count);
        if (!cop_position_read(game, blank, state, &error))
            fail_msg("%s", error.message);
        assert_true(game->rules->turn(game, state) >= 0);
        assert_true(game->rules->moves(game, state, moves) > 1);
    }
    free(moves);
    free(state);
    return count;
}

static void positions_can_be_read_and_have_a_choice(void **unused)
{
    struct cop_game *game = cop_game_open("ontop", NULL);
    struct program program;

    (void)unused;
    run(&program, "positions", "ontop", "--count", "12", "--after", "20", "--spread", "13",
        "--name", "p");
    assert_done(&program);
    assert_int_equal(check_lines(game, program.output, "p"), 12);
    program_free(&program);
    cop_game_close(game);
}

static void a_seed_gives_the_same_positions(void **unused)
{
    struct program one, same, other;

    (void)unused;
    run(&one, "positions", "breakthrough", "--agent", "alphabeta", "--random", "0.3");
    run(&same, "positions", "breakthrough", "--agent", "alphabeta", "--random", "0.3");
    run(&other, "positions", "breakthrough", "--agent", "alphabeta", "--random", "0.3", "--seed",
        "2");
    assert_done(&one);
    assert_string_equal(one.output, same.output);
    assert_string_not_equal(one.output, other.output);
    program_free(&one);
    program_free(&same);
    program_free(&other);
}

static void too_few_positions_are_told(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "positions", "connect4", "--count", "8", "--after", "1");
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "only 7 different positions");
    program_free(&program);
    run(&program, "positions", "conect4");
    assert_refused(&program, 2, "conect4");
    run(&program, "positions", "connect4", "--agent", "star3");
    assert_refused(&program, 2, "star3");
    run(&program, "positions", "connect4", "--limit", "deep=3");
    assert_refused(&program, 2, "deep");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_can_be_read_and_have_a_choice),
        cmocka_unit_test(a_seed_gives_the_same_positions),
        cmocka_unit_test(too_few_positions_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
