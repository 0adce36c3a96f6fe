/* What shallow searches tell of deep ones: lines through pairs, their files, and `coppice tune`. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "coppice/agent.h"
#include "coppice/fit.h"
#include "front.h"

/* ---- Lines ---- */

/* By hand: x = 1, 2, 3, 4 and y = 3, 4, 8, 9 have the line 2.2 x + 0.5; 0.3, -0.9, 0.9 and -0.3
 * are left, whose squares are 1.8 together. */
static void least_squares_are_found(void **context)
{
    static const struct cop_fit_pair pairs[] = {{1, 3}, {2, 4}, {3, 8}, {4, 9}};
    struct cop_fit fit = {0};
    double correlation;

    (void)context;
    assert_true(cop_fit_make(pairs, 4, &fit, &correlation, NULL));
    assert_true(fabs(fit.slope - 2.2) < 1e-12 && fabs(fit.offset - 0.5) < 1e-12);
    assert_true(fabs(fit.deviation - sqrt(0.9)) < 1e-12);
    assert_true(fabs(correlation - 11 / sqrt(5 * 26.0)) < 1e-12);
}

static void too_little_makes_no_line(void **context)
{
    static const struct cop_fit_pair pairs[] = {{1, 3}, {1, 4}, {1, 8}};
    struct cop_fit fit = {0};
    struct cop_error error = {""};

    (void)context;
    assert_false(cop_fit_make(pairs, 3, &fit, NULL, &error));
    assert_contains(error.message, "take more positions");
    assert_false(cop_fit_make(pairs, 2, &fit, NULL, &error));
}

/* ---- Files ---- */

#define HEAD "coppice-fits 1\ngame ontop\nevaluator set4\nversion 1\ncount_chance off\n"

static void files_keep_what_was_written(void **context)
{
    struct cop_fits fits = {.game = "dice(size=5)",
                            .evaluator = "lines",
                            .version = 3,
                            .counts_chance = true,
                            .count = 2,
                            .fits = {{3, 7, 0.75, -1.5, 2.25}, {5, 9, 1, 0, 4}},
                            .correlation = {0.5, 0.875},
                            .positions = {500, 1000}};
    struct cop_fits read;
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};
    char path[64];

    (void)context;
    cop_fits_write(&fits, &text);
    write_file(path, text.bytes);
    if (!cop_fits_read(path, &read, &error))
        fail_msg("%s", error.message);
    unlink(path);
    assert_memory_equal(&read, &fits, sizeof fits);
    cop_text_free(&text);
}

static void broken_files_are_refused(void **context)
{
    static const struct {
        const char *words, *message;
    } cases[] = {
        {"", "needs a game"},
        {"something else\n", "line 1"},
        {"coppice-fits 2\n", "line 1"},
        {HEAD, "needs a game, an evaluator and a fit"},
        {HEAD "fit 2 4 1 0 1 0.9\n", "line 6"},
        {HEAD "fit 4 2 1 0 1 0.9 50\n", "line 6"},
        {HEAD "fit 2 4 1 0 -1 0.9 50\n", "line 6"},
        {HEAD "fit 2 4 nan 0 1 0.9 50\n", "line 6"},
        {HEAD "fit 2 4 1 0 1 0.9 50 more\n", "line 6"},
        {HEAD "colour blue\n", "line 6"},
    };
    struct cop_fits fits;
    struct cop_error error;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[64];

        write_file(path, cases[i].words);
        assert_false(cop_fits_read(path, &fits, &error));
        assert_contains(error.message, path);
        assert_contains(error.message, cases[i].message);
        unlink(path);
    }
    assert_false(cop_fits_read("no-such-file.fits", &fits, &error));
    assert_contains(error.message, "no-such-file.fits");
}

/* Opens star1 with a file of these words; the message of the failure, or "". */
static const char *open_star(struct cop_game *game, const char *words, const char *options,
                             struct cop_error *error)
{
    struct cop_limits limits = {.means = {.threads = 1, .memory = 1 << 20}};
    char path[64], spec[200];
    struct cop_agent *agent;

    error->message[0] = '\0';
    write_file(path, words);
    snprintf(spec, sizeof spec, "star1(probcut=1, fit=\"%s\"%s)", path, options);
    agent = cop_agent_open(game, spec, &limits.means, error);
    cop_agent_close(agent);
    unlink(path);
    return error->message;
}

static void stale_fits_are_refused(void **context)
{
    static const char right[] = HEAD "fit 2 4 1 0 1 0.9 50\n";
    static const char old[] = "coppice-fits 1\ngame ontop\nevaluator set4\nversion 0\n"
                              "count_chance off\nfit 2 4 1 0 1 0.9 50\n";
    static const char other[] = "coppice-fits 1\ngame onto\nevaluator set4\nversion 1\n"
                                "count_chance off\nfit 2 4 1 0 1 0.9 50\n";
    static const char variant[] = "coppice-fits 1\ngame ontop(stones=10)\nevaluator set4\n"
                                  "version 1\ncount_chance off\nfit 2 4 1 0 1 0.9 50\n";
    struct cop_game *game = cop_game_open("ontop", NULL);
    struct cop_limits limits = {.means = {.threads = 1, .memory = 1 << 20}};
    struct cop_error error;

    (void)context;
    assert_string_equal(open_star(game, right, "", &error), "");
    assert_string_equal(open_star(game, variant, "", &error), "");
    assert_contains(open_star(game, old, "", &error), "version 0 of the evaluator set4");
    assert_contains(open_star(game, other, "", &error), "the fits are of onto");
    assert_contains(open_star(game, right, ", eval=set1", &error), "set4 and not of set1");
    assert_contains(open_star(game, right, ", count_chance=on", &error), "count_chance=off");
    assert_null(cop_agent_open(game, "star1(probcut=1)", &limits.means, &error));
    assert_contains(error.message, "coppice tune probcut");
    cop_game_close(game);
}

/* ---- The command ---- */

static void built_in_fits_are_for_one_way_of_counting(void **context)
{
    struct cop_limits limits = {.means = {.threads = 1, .memory = 1 << 20}, .depth = 1};
    struct cop_game *game = cop_game_open("dice(size=5)", NULL);
    struct cop_error error = {""};
    struct cop_agent *agent;

    (void)context;
    assert_null(cop_agent_open(game, "star2(probcut=1)", &limits.means, &error));
    assert_contains(error.message, "are for count_chance=on");
    agent = cop_agent_open(game, "star2(probcut=1, count_chance=on)", &limits.means, &error);
    assert_non_null(agent);
    cop_agent_close(agent);
    cop_game_close(game);
}

static void tuning_writes_fits_and_a_picture(void **context)
{
    struct program program;
    struct cop_fits fits;
    char output[64], picture[64], line[200];
    FILE *file;

    (void)context;
    write_file(output, "");
    write_file(picture, "");
    run(&program, "tune", "probcut", "ontop", "--depths", "1:2,1:3", "--positions", "12",
        "--output", output, "--svg", picture);
    assert_done(&program);
    assert_contains(program.output, "ontop, evaluator set4, version 1");
    assert_contains(program.output, "correlation");
    program_free(&program);
    assert_true(cop_fits_read(output, &fits, NULL));
    assert_int_equal(fits.count, 2);
    assert_int_equal(fits.fits[1].deep, 3);
    assert_int_equal(fits.positions[0], 12);
    assert_true(fits.correlation[0] > 0.5);
    file = fopen(picture, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_contains(line, "<svg");
    fclose(file);
    unlink(output);
    unlink(picture);
}

static void same_seed_gives_the_same_fits(void **context)
{
    struct program programs[3];

    (void)context;
    for (int i = 0; i < 3; i++)
        run(&programs[i], "tune", "probcut", "ontop", "--depths", "1:2", "--positions", "5",
            "--seed", i < 2 ? "3" : "4");
    assert_string_equal(programs[0].output, programs[1].output);
    assert_string_not_equal(programs[0].output, programs[2].output);
    for (int i = 0; i < 3; i++)
        program_free(&programs[i]);
}

/* Of four positions one is won at once, which tells nothing. */
static void lists_of_positions_are_searched_whole(void **context)
{
    struct program program;
    char list[64];

    (void)context;
    write_file(list, "# by hand\n1 ...../....x/.oo.x/...../x.... o 4\n"
                     "2 ....o/.o.xx/.o..x/....x/.x..o o 1\n"
                     "3 x..../o..../...../....x/oox.. x 1\n4 xxxx./oooo./...../...../..... x 5\n");
    run(&program, "tune", "probcut", "dice(size=5)", "--depths", "1:3", "--count-chance", "--list",
        list);
    assert_done(&program);
    assert_contains(program.output, "3\n");
    program_free(&program);
    unlink(list);
    write_file(list, "1 nothing\n");
    run(&program, "tune", "probcut", "dice(size=5)", "--list", list);
    assert_refused(&program, 2, ":1");
    unlink(list);
}

static void hidden_pieces_are_chance_too(void **context)
{
    struct program program;

    (void)context;
    run(&program, "tune", "probcut", "stratego", "--depths", "1:2", "--positions", "3", "--agent",
        "random");
    assert_done(&program);
    assert_contains(program.output, "stratego, evaluator");
    program_free(&program);
}

/* Without chance every position will do, and depth 0 is the judgement itself; an agent takes the
 * fits. */
static void games_without_chance_have_fits_too(void **context)
{
    struct cop_limits limits = {.means = {.threads = 1, .memory = 1 << 20}, .depth = 4};
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_error error = {""};
    struct cop_agent *agent;
    struct program program;
    struct cop_fits fits;
    char output[64], spec[128];

    (void)context;
    write_file(output, "");
    run(&program, "tune", "probcut", "connect4", "--eval", "lines", "--depths", "0:1,0:2,2:4",
        "--positions", "20", "--output", output);
    assert_done(&program);
    assert_contains(program.output, "connect4, evaluator lines, version ");
    program_free(&program);
    assert_true(cop_fits_read(output, &fits, NULL));
    assert_int_equal(fits.count, 3);
    assert_true(fits.fits[0].shallow == 0 && fits.fits[0].deep == 1);
    assert_int_equal(fits.positions[2], 20);
    snprintf(spec, sizeof spec, "alphabeta(eval=lines, probcut=1.5, fit=\"%s\")", output);
    agent = cop_agent_open(game, spec, &limits.means, &error);
    if (agent == NULL)
        fail_msg("%s", error.message);
    cop_agent_close(agent);
    snprintf(spec, sizeof spec, "alphabeta(probcut=1.5, fit=\"%s\")", output);
    assert_null(cop_agent_open(game, spec, &limits.means, &error));
    assert_contains(error.message, "of the evaluator lines and not of");
    cop_game_close(game);
    unlink(output);
}

static void chances_are_fitted_to_games(void **context)
{
    struct program program, again;

    (void)context;
    run(&program, "tune", "chance", "othello(size=6)", "--limit", "depth=1", "--games", "40",
        "--seed", "5");
    assert_done(&program);
    assert_contains(program.output, "othello(size=6), evaluator margin, version 1, by alphabeta");
    assert_contains(program.output, "games 40, positions ");
    assert_contains(program.output, ", seed 5\n");
    assert_contains(program.output, "\nfitted to every second game:\nchance = ");
    assert_contains(program.output, " positions held out: deviance ");
    assert_contains(program.output, "\nas the evaluator has it now:\n");
    assert_contains(program.output, "expected  happened\n");
    assert_contains(program.output, "\n   10 ");
    assert_contains(program.output, ".chance = {1, ");
    run(&again, "tune", "chance", "othello(size=6)", "--limit", "depth=1", "--games", "40",
        "--seed", "5");
    assert_string_equal(program.output, again.output);
    program_free(&program);
    program_free(&again);
    run(&program, "tune", "chance", "dice", "--limit", "depth=1", "--games", "40");
    assert_done(&program);
    assert_contains(program.output, "by star2");
    program_free(&program);
    /* Both sides begin with a move that nobody searches for: it has no value. */
    run(&program, "tune", "chance", "stratego(size=5, setup=arranged)", "--limit", "depth=1",
        "--games", "60");
    assert_done(&program);
    assert_null(strstr(program.output, "nan"));
    program_free(&program);
}

static void what_cannot_be_tuned_is_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "tune", "chance", "focus(players=3)");
    assert_refused(&program, 2, "has 3 players");
    run(&program, "tune", "chance", "twixt", "--games", "1", "--eval", "nobody");
    assert_refused(&program, 2, "no evaluator \"nobody\"");
    run(&program, "tune", "chance", "othello(size=6)", "--games", "1");
    assert_refused(&program, 1, "play more games");
    run(&program, "tune", "probcut", "othello", "--count-chance");
    assert_refused(&program, 2, "has no chance");
    run(&program, "tune", "probcut", "focus(players=3)");
    assert_refused(&program, 2, "games of two or with chance");
    run(&program, "tune", "weights", "ontop");
    assert_refused(&program, 2, "what can is probcut");
    run(&program, "tune", "probcut", "ontop", "--depths", "3:2");
    assert_refused(&program, 2, "2:4,3:5");
    run(&program, "tune", "probcut", "ontop", "--eval", "nobody");
    assert_refused(&program, 2, "no evaluator \"nobody\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_squares_are_found),
        cmocka_unit_test(too_little_makes_no_line),
        cmocka_unit_test(files_keep_what_was_written),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(stale_fits_are_refused),
        cmocka_unit_test(built_in_fits_are_for_one_way_of_counting),
        cmocka_unit_test(tuning_writes_fits_and_a_picture),
        cmocka_unit_test(same_seed_gives_the_same_fits),
        cmocka_unit_test(lists_of_positions_are_searched_whole),
        cmocka_unit_test(hidden_pieces_are_chance_too),
        cmocka_unit_test(games_without_chance_have_fits_too),
        cmocka_unit_test(chances_are_fitted_to_games),
        cmocka_unit_test(what_cannot_be_tuned_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
