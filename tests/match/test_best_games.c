/* test_best_games.c - data/samegame/best.txt: every game is played again, and the sum is the file's
 * own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "match/known.h"

struct sum {
    int games;
    double points;
    uint32_t boards; /* a bit for each */
};

static bool add_up(void *context, const struct cop_best_game *best, struct cop_error *error)
{
    struct sum *sum = context;

    (void)error;
    sum->games++;
    sum->points += best->points;
    sum->boards |= (uint32_t)1 << best->board;
    assert_true(best->agent[0] != '\0');
    return true;
}

static void read_file(struct sum *sum)
{
    struct cop_boards boards;
    struct cop_error error;
    char *text = cop_file_read("data/samegame/best.txt", 1 << 20, NULL, &error);

    if (text == NULL ||
        !cop_boards_read(&boards, "samegame", "data/samegame/standard.txt", &error) ||
        !cop_best_read(&boards, text, add_up, sum, &error))
        fail_msg("%s", error.message);
    assert_int_equal(boards.count, 20);
    cop_boards_free(&boards);
    free(text);
}

static void every_game_of_the_file_is_what_it_says(void **context)
{
    struct sum sum = {0};

    (void)context;
    read_file(&sum);
    assert_int_equal(sum.games, 20);
    assert_int_equal(sum.boards, (1 << 20) - 1);
}

static void the_program_knows_the_games_of_the_file(void **context)
{
    struct sum file = {0}, known = {0};
    struct cop_boards boards;
    struct cop_error error;

    (void)context;
    read_file(&file);
    assert_true(cop_known_boards("samegame", &boards, &error));
    assert_int_equal(boards.count, 20);
    assert_string_equal(boards.boards[6].game->name, "samegame(standard=7)");
    if (!cop_known_each("samegame", &boards, add_up, &known, &error))
        fail_msg("%s", error.message);
    assert_int_equal(known.games, file.games);
    assert_float_equal(known.points, file.points, 0);
    cop_boards_free(&boards);
}

static void other_games_have_no_standard_boards(void **context)
{
    struct cop_boards boards;
    struct cop_error error;

    (void)context;
    assert_true(cop_known_boards("othello", &boards, &error));
    assert_int_equal(boards.count, 0);
    cop_boards_free(&boards);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_of_the_file_is_what_it_says),
        cmocka_unit_test(the_program_knows_the_games_of_the_file),
        cmocka_unit_test(other_games_have_no_standard_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
