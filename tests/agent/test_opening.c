/* test_opening.c - agents that play from a book: in any image, by the seed, silently without it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book_support.h"
#include "coppice/agent.h"
#include "folder.h"

static const struct cop_means means = {.threads = 1, .memory = 1 << 24, .seed = 3};
static char folder[FOLDER_ROOM], path[FOLDER_ROOM + 16], spec[FOLDER_ROOM + 80];

static const char lines[] = "Root;0.5;100\nd3;1;50\nd3 c5;0.25;49\nd3 c3;0.75;40\nd3 c5 d6;2;48\n";

static int make_book(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_error error = {{0}};
    struct cop_book_lines counts;
    struct cop_book *book = book_from_lines(game, lines, &counts);
    struct cop_book_file *file;

    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/a.book", folder);
    file = cop_book_file_build(path, &book->about, &error);
    assert_non_null(file);
    assert_true(cop_book_save(book, file, &error));
    cop_book_file_close(file);
    cop_book_close(book);
    cop_game_close(game);
    return 0;
}

static int remove_book(void **context)
{
    (void)context;
    return folder_remove(folder);
}

static const char *with_book(const char *agent, const char *more)
{
    snprintf(spec, sizeof spec, "%s(book=\"%s\"%s)", agent, path, more);
    return spec;
}

static struct cop_agent *open_agent(const struct cop_game *game, const char *words)
{
    struct cop_error error = {{0}};
    struct cop_agent *agent = cop_agent_open(game, words, &means, &error);

    if (agent == NULL)
        fail_msg("%s", error.message);
    return agent;
}

static struct cop_report think(struct cop_agent *agent, const void *state)
{
    struct cop_limits limits = {.sims = 50, .depth = 2, .nodes = 10000, .means = means};
    struct cop_report report;
    struct cop_error error = {{0}};

    if (!cop_agent_think(agent, state, &limits, NULL, &report, &error))
        fail_msg("%s", error.message);
    return report;
}

/* Every search has the option, and leaves the book without a word. */
static void every_search_plays_from_it(void **context)
{
    static const char *const agents[] = {"mcts",     "mc",  "alphabeta", "maxn",
                                         "paranoid", "brs", "bstar"};
    struct cop_game *game = open_game("othello");
    char state[64];

    (void)context;
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        struct cop_agent *agent = open_agent(game, with_book(agents[i], ""));
        struct cop_report report;
        struct cop_text word = COP_TEXT;

        play_words(game, "d3", state);
        report = think(agent, state);
        game->rules->write_move(game, state, report.best, &word);
        assert_string_equal(word.bytes, "c5"); /* the least for Black */
        assert_true(report.is_from_book);
        assert_int_equal(report.book_visits, 49);
        assert_float_equal(report.book_value, -0.25, 1e-12);
        assert_int_equal(report.line_length, 2);
        assert_int_equal(report.sims, 0);
        play_words(game, "d3 e3", state);
        report = think(agent, state);
        assert_false(report.is_from_book);
        cop_text_free(&word);
        cop_agent_close(agent);
    }
    cop_game_close(game);
}

/* f5 d6 is d3 c5 in another image, and f4 its answer. */
static void images_are_answered_too(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_agent *agent = open_agent(game, with_book("mcts", ""));
    struct cop_text word = COP_TEXT;
    struct cop_report report;
    char state[64];

    (void)context;
    play_words(game, "c4", state);
    report = think(agent, state);
    assert_true(report.is_from_book);
    game->rules->write_move(game, state, report.best, &word);
    assert_string_equal(word.bytes, "e3");
    for (int i = 0; i < report.candidate_count; i++)
        assert_true((report.candidates[i].visits > 0) ==
                    (report.candidates[i].visits == 49 || report.candidates[i].visits == 40));
    cop_text_free(&word);
    cop_agent_close(agent);
    cop_game_close(game);
}

static void variety_follows_the_seed(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_agent *agent = open_agent(game, with_book("mcts", ", book_variety=0.6"));
    int times[2] = {0};
    char state[64];

    (void)context;
    play_words(game, "d3", state);
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct cop_report first, second;

        cop_agent_start(agent, seed);
        first = think(agent, state);
        cop_agent_start(agent, seed);
        second = think(agent, state);
        assert_int_equal(first.best, second.best);
        times[first.book_visits == 49]++;
    }
    assert_true(times[0] > 10 && times[1] > 10);
    cop_agent_close(agent);
    cop_game_close(game);
}

static void specs_come_back_and_nothing_is_read_for_a_check(void **context)
{
    struct cop_game *game = open_game("othello"), *dice = open_game("stratego");
    struct cop_agent *agent = open_agent(game, with_book("mcts", ""));
    struct cop_error error = {{0}};

    (void)context;
    assert_string_equal(cop_agent_name(agent), spec);
    assert_true(cop_agent_check(game, "mcts(book=missing)", NULL, NULL, &error));
    assert_null(cop_agent_open(game, "mcts(book=missing)", &means, &error));
    assert_non_null(strstr(error.message, "mcts: cannot read the book 'missing'"));
    assert_false(cop_agent_check(dice, "mcts(book=missing)", NULL, NULL, &error));
    assert_non_null(strstr(error.message, "opening books are for games of two"));
    cop_agent_close(agent);
    cop_game_close(game);
    cop_game_close(dice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_search_plays_from_it),
        cmocka_unit_test(images_are_answered_too),
        cmocka_unit_test(variety_follows_the_seed),
        cmocka_unit_test(specs_come_back_and_nothing_is_read_for_a_check),
    };

    return cmocka_run_group_tests(tests, make_book, remove_book);
}
