/* test_games.c - games are kept as lines of moves: whatever was played is opened again as it was,
 * and a file that has other games is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/coppice.h"
#include "folder.h"
#include "lab/run/claim_runs.h"
#include "lab/run/files.h"
#include "lab/run/games.h"
#include "match/match.h"
#include "variants.h"

static char folder[FOLDER_ROOM];

static int make_folder(void **state)
{
    (void)state;
    return folder_make(folder);
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

/* Results of one match with one fixture of so many entrants and games, none of them known. */
static struct cop_results open_results(const char *game, int entrants, int games)
{
    struct cop_results results = {.id = cop_copy_string("t/x"),
                                  .budget = cop_copy_string("quick"),
                                  .run_count = 1,
                                  .runs = cop_allocate(sizeof *results.runs)};
    struct cop_lab_run_result *run = results.runs;
    struct cop_fixture_result *fixture;

    run->kind = COP_LAB_RUN_MATCH;
    run->name = cop_copy_string("duel");
    run->game = cop_copy_string(game);
    run->games = games;
    run->entrant_count = entrants;
    run->entrants = cop_allocate((size_t)entrants * sizeof *run->entrants);
    run->fixture_count = 1;
    run->fixtures = fixture = cop_allocate(sizeof *fixture);
    fixture->entrant_count = entrants;
    for (int i = 0; i < entrants; i++) {
        run->entrants[i] = (struct cop_entrant){cop_path("number %d", i), cop_copy_string("random"),
                                                cop_copy_string("")};
        fixture->entrants[i] = i;
    }
    cop_sample_open(&fixture->sample, entrants * COP_MATCH_VARIABLES);
    fixture->sample.count = games;
    fixture->rows = cop_allocate((size_t)games * (size_t)fixture->sample.width * sizeof(double));
    fixture->games = cop_allocate((size_t)games * sizeof *fixture->games);
    return results;
}

/* The record as SGF without the event that says which game it is. */
static void write_plain(struct cop_record *record, const struct cop_game *game,
                        struct cop_text *text)
{
    struct cop_error error = {""};

    free(record->event);
    record->event = NULL;
    if (!cop_record_write_sgf(record, game, text, &error))
        fail_msg("%s: %s", game->name, error.message);
}

/* Without the seed, which a line has only where it decides something. */
static char *without_seed(const char *sgf)
{
    const char *at = strstr(sgf, "KS[");
    struct cop_text text = COP_TEXT;
    char *copy;

    if (!at)
        return cop_copy_string(sgf);
    cop_text_add_bytes(&text, sgf, (size_t)(at - sgf));
    cop_text_add(&text, "%s", strchr(at, ']') + 1);
    copy = cop_copy_string(text.bytes);
    cop_text_free(&text);
    return copy;
}

static void assert_opens_as_it_was(const struct cop_match_plan *plan, struct cop_results *results,
                                   const struct cop_game_result *played)
{
    const struct cop_game *game = plan->game;
    const struct cop_fixture_result *fixture = &results->runs[0].fixtures[0];
    struct cop_text line = COP_TEXT, again = COP_TEXT;
    struct cop_error error = {""};
    struct cop_lab_game opened;
    double payoffs[COP_PLAYERS_MAX], of_seat[COP_PLAYERS_MAX];
    char *before, *after;

    if (!cop_game_line(plan, fixture, played, &line, &error))
        fail_msg("%s: %s", game->name, error.message);
    free(fixture->games[0]);
    fixture->games[0] = cop_copy_string(line.bytes);
    if (!cop_lab_game_open(&opened, game, results, &results->runs[0], 1, &error))
        fail_msg("%s: %s", line.bytes, error.message);
    assert_int_equal(cop_course_ply(&opened.course), played->plies);
    assert_true(cop_course_payoff(&opened.course, of_seat));
    for (int seat = 0; seat < game->players; seat++) {
        assert_int_equal(opened.seats[seat], played->seats[seat].agent);
        assert_true(of_seat[seat] == played->seats[seat].payoff);
    }
    cop_lab_game_payoffs(&opened, &results->runs[0], payoffs);
    write_plain(&opened.course.record, game, &again);
    before = without_seed(played->sgf);
    after = without_seed(again.bytes);
    assert_string_equal(before, after);
    free(before);
    free(after);
    cop_lab_game_close(&opened);
    cop_text_free(&again);
    cop_text_free(&line);
}

static void play_and_open(const struct cop_match_plan *plan, struct cop_results *results)
{
    struct cop_match_player *player = cop_match_player_open(plan);
    struct cop_error error = {""};

    for (int number = 0; number < 2; number++) {
        struct cop_text sgf = COP_TEXT;
        struct cop_game_result played;

        if (cop_match_player_play(player, 0, number, NULL, &played, &sgf, &error) !=
            COP_PLAY_FINISHED)
            fail_msg("%s: %s", plan->game->name, error.message);
        assert_opens_as_it_was(plan, results, &played);
        cop_text_free(&sgf);
    }
    cop_match_player_close(player);
}

/* A position out of the first plies of a random game in which a player is to move. */
static char *some_position(const struct cop_game *game)
{
    void *state = cop_allocate(game->state_size), *next = cop_allocate(game->state_size);
    cop_move *room = cop_allocate((size_t)game->max_moves * sizeof *room);
    struct cop_text text = COP_TEXT;
    struct cop_rng rng;
    char *words;

    cop_rng_seed(&rng, 7);
    game->rules->start(game, next, &rng);
    for (int ply = 0; ply < 8 && game->rules->turn(game, next) != COP_OVER; ply++) {
        if (game->rules->turn(game, next) >= 0)
            memcpy(state, next, game->state_size);
        game->rules->play(game, next, cop_random_move(game, next, &rng, room));
    }
    game->rules->write_position(game, state, &text);
    words = cop_copy_string(text.bytes);
    cop_text_free(&text);
    free(room);
    free(next);
    free(state);
    return words;
}

/* Random agents play, from the game's start and from a position; deals, chance, passes and many
 * seats are all among them. */
static void check_variant(const char *spec)
{
    static const char *const agents[] = {"random", "random"};
    struct cop_limits limits[2] = {{.sims = 1, .means = {.threads = 1}},
                                   {.sims = 1, .means = {.threads = 1}}};
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);
    struct cop_match_plan plan = {
        .game = game, .agents = agents, .limits = limits, .games = 2, .threads = 1, .seed = 4};
    struct cop_results results;

    if (!game) {
        fail_msg("%s: %s", spec, error.message);
        return;
    }
    plan.agent_count = game->players > 1 ? 2 : 1;
    results = open_results(game->name, plan.agent_count, 1);
    play_and_open(&plan, &results);
    results.runs[0].starts = (struct cop_lab_starts){.file = cop_copy_string("list"),
                                                     .count = 1,
                                                     .names = cop_allocate(sizeof(char *)),
                                                     .positions = cop_allocate(sizeof(char *))};
    results.runs[0].starts.names[0] = cop_copy_string("one");
    results.runs[0].starts.positions[0] = some_position(game);
    plan.starts = (const char *const *)results.runs[0].starts.positions;
    plan.start_count = 1;
    play_and_open(&plan, &results);
    cop_results_free(&results);
    cop_game_close(game);
}

static void a_game_of_every_kind_is_opened_as_it_was_played(void **state)
{
    (void)state;
    for (int i = 0; game_variants[i]; i++)
        check_variant(game_variants[i]);
}

/* -- lines -- */

static bool open_words(const char *line, struct cop_lab_game *opened, struct cop_game **game,
                       struct cop_error *error)
{
    struct cop_results results = open_results("connect4", 2, 1);
    bool is_good;

    *game = cop_game_open("connect4", error);
    results.runs[0].fixtures[0].games[0] = cop_copy_string(line);
    is_good = cop_lab_game_open(opened, *game, &results, &results.runs[0], 1, error);
    cop_results_free(&results);
    return is_good;
}

static void assert_refused(const char *line, const char *words)
{
    struct cop_error error = {""};
    struct cop_lab_game opened;
    struct cop_game *game;

    assert_false(open_words(line, &opened, &game, &error));
    if (!strstr(error.message, words))
        fail_msg("\"%s\" does not say %s", error.message, words);
    cop_game_close(game);
}

/* A damaged file may have fewer games in one fixture than in the next: numbers run on through them.
 */
static void fixtures_may_have_different_numbers_of_games(void **state)
{
    struct cop_results results = open_results("connect4", 2, 1),
                       more = open_results("connect4", 2, 3);
    struct cop_lab_run_result *run = results.runs;
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_error error = {""};
    struct cop_lab_game opened;

    (void)state;
    run->fixtures = cop_reallocate(run->fixtures, 2 * sizeof *run->fixtures);
    run->fixtures[1] = more.runs[0].fixtures[0];
    run->fixture_count = 2;
    more.runs[0].fixture_count = 0;
    run->fixtures[0].games[0] = cop_copy_string("ab a b a b a b a");
    for (int i = 0; i < 3; i++)
        run->fixtures[1].games[i] = cop_copy_string("ba b a b a b a b");
    for (int number = 1; number <= 4; number++) {
        assert_true(cop_lab_game_open(&opened, game, &results, run, number, &error));
        assert_int_equal(opened.fixture, number > 1);
        assert_int_equal(opened.place, number > 1 ? number - 2 : 0);
        cop_lab_game_close(&opened);
    }
    assert_false(cop_lab_game_open(&opened, game, &results, run, 5, &error));
    cop_game_close(game);
    cop_results_free(&results);
    cop_results_free(&more);
}

static void a_line_that_is_no_game_is_refused(void **state)
{
    (void)state;
    assert_refused("", "not a game of connect4");
    assert_refused("a d d", "not a game of connect4");
    assert_refused("ac d d", "not a game of connect4");
    assert_refused("ab deal=x d d", "not a game of connect4");
    assert_refused("ab d d", "not over after its 2 moves");
    assert_refused("ab d z", "move 2");
    assert_refused("ab d e d e d e d e", "over before move 8, e");
    assert_refused("ab d e [3 resigned]", "nobody can have lost by");
    assert_refused("ab d e [1 slept]", "nobody can have lost by");
    assert_refused("ab d e d e d e d [1 resigned]", "nobody can have lost by");
}

static void a_game_that_was_given_up_says_by_whom(void **state)
{
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};
    struct cop_lab_game opened;
    struct cop_game *game;

    (void)state;
    assert_true(open_words("ba d e [2 resigned]", &opened, &game, &error));
    assert_int_equal(opened.seats[0], 1);
    cop_lab_game_result(&opened, &text);
    assert_string_equal(text.bytes, "Red resigned");
    assert_string_equal(opened.course.record.event,
                        "t/x (quick), run duel, game 1: Yellow number 1, Red number 0");
    cop_lab_game_close(&opened);
    cop_game_close(game);
    cop_text_free(&text);
}

/* -- the file -- */

static void write_games(const char *text)
{
    char *path = cop_path("%s/quick/t/x.games.txt", folder);
    struct cop_error error;

    assert_true(cop_lab_file_write(path, text, &error));
    free(path);
}

static void a_file_of_games_is_written_and_read(void **state)
{
    struct cop_results results = open_results("connect4", 2, 2), again;
    struct cop_error error = {""};

    (void)state;
    results.runs[0].fixtures[0].games[0] = cop_copy_string("ab d e");
    results.runs[0].fixtures[0].games[1] = cop_copy_string("ba");
    assert_true(cop_results_save_games(&results, folder, &error));
    again = open_results("connect4", 2, 2);
    if (!cop_results_load_games(&again, folder, "quick", "t/x", &error))
        fail_msg("%s", error.message);
    assert_int_equal(cop_lab_run_games(&again.runs[0]), 2);
    assert_string_equal(again.runs[0].fixtures[0].games[0], "ab d e");
    assert_string_equal(again.runs[0].fixtures[0].games[1], "ba");
    cop_results_free(&again);
    cop_results_free(&results);
}

static void results_without_games_write_and_need_no_file(void **state)
{
    struct cop_results results = open_results("connect4", 2, 2);
    struct cop_error error = {""};
    char *path = cop_path("%s/quick/t/x.games.txt", folder);

    (void)state;
    cop_fixture_free_games(&results.runs[0].fixtures[0]);
    assert_true(cop_results_save_games(&results, folder, &error));
    assert_false(cop_lab_file_exists(path));
    assert_true(cop_results_load_games(&results, folder, "quick", "t/x", &error));
    assert_int_equal(cop_lab_run_games(&results.runs[0]), 0);
    cop_results_free(&results);
    free(path);
}

static void a_file_of_other_games_is_refused(void **state)
{
    static const char *const files[] = {
        "",
        "d e\n",
        "# coppice lab games 2\n# run duel: x\n# fixture:\nab\nab\n",
        "# coppice lab games 1\nab\n",
        "# coppice lab games 1\n# run other: x\n# fixture:\nab\nab\n",
        "# coppice lab games 1\n# run duel: x\nab\nab\n",
        "# coppice lab games 1\n# run duel: x\n# fixture:\nab\n",
        "# coppice lab games 1\n# run duel: x\n# fixture:\nab\nab\nab\n",
        "# coppice lab games 1\n# run duel: x\n# fixture:\nab\nab",
        "# coppice lab games 1\n# run duel: x\n# fixture:\nab\nab\n# fixture:\nab\nab\n",
        "# coppice lab games 1\n# run duel: x\n# fixture:\nab\nab\n# run duel: x\n# fixture:\n",
    };
    struct cop_results results = open_results("connect4", 2, 2);

    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct cop_error error = {""};

        write_games(files[i]);
        if (cop_results_load_games(&results, folder, "quick", "t/x", &error))
            fail_msg("read: %s", files[i]);
        assert_non_null(strstr(error.message, "run the experiment again"));
        assert_int_equal(cop_lab_run_games(&results.runs[0]), 0);
    }
    cop_results_free(&results);
}

/* -- claims -- */

static void assert_meant(const struct cop_results *results, const char *words, bool first,
                         bool second)
{
    struct cop_claim_result claim = {.words = (char *)words};
    bool is_meant[2];

    cop_claim_runs(results, &claim, is_meant);
    assert_int_equal(is_meant[0], first);
    assert_int_equal(is_meant[1], second);
}

static void a_claim_says_which_runs_it_is_about(void **state)
{
    struct cop_results results = open_results("connect4", 2, 1), other;

    (void)state;
    other = open_results("othello", 2, 1);
    free(other.runs[0].name);
    other.runs[0].name = cop_copy_string("second");
    results.runs = cop_reallocate(results.runs, 2 * sizeof *results.runs);
    results.runs[results.run_count++] = other.runs[0];
    other.run_count = 0;
    cop_results_free(&other);
    assert_meant(&results, "score(duel, 'number 0') > 0.5", true, false);
    assert_meant(&results, "saved(second, a, b) > 20% and 1 < 2", false, true);
    assert_meant(&results, "score(duel, a) > score(second, a)", true, true);
    assert_meant(&results, "best(second) in {'number 0'}", false, true);
    assert_meant(&results, "increasing(scores(duel))", true, false);
    assert_meant(&results, "score(duel, a) is large", false, false);
    assert_meant(&results, "score(third, a) > 0.5", false, false);
    cop_results_free(&results);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_of_every_kind_is_opened_as_it_was_played),
        cmocka_unit_test(fixtures_may_have_different_numbers_of_games),
        cmocka_unit_test(a_line_that_is_no_game_is_refused),
        cmocka_unit_test(a_game_that_was_given_up_says_by_whom),
        IN_FOLDER(a_file_of_games_is_written_and_read),
        IN_FOLDER(results_without_games_write_and_need_no_file),
        IN_FOLDER(a_file_of_other_games_is_refused),
        cmocka_unit_test(a_claim_says_which_runs_it_is_about),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
