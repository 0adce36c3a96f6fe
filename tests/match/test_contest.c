/* Contests: the same games and words as the matches behind them, files that go on, wrong ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "coppice/contest.h"
#include "coppice/record.h"

enum { GAMES = 6 };

static const char *const agents[] = {"mcts", "random"};

struct seen {
    int games, wins, played, total;
    struct cop_text sgf;
    atomic_bool *stop;
};

static void note_game(void *context, const struct cop_contest_game *game)
{
    struct seen *seen = context;

    assert_int_equal(game->players, 2);
    assert_int_equal(game->meeting, 0);
    assert_int_equal(game->number, seen->games);
    assert_int_equal(game->agents[0], game->number % 2);
    assert_int_equal(game->loser, -1);
    assert_null(game->reason);
    assert_non_null(game->ending);
    assert_true(game->payoffs[0] + game->payoffs[1] == 1);
    seen->games++;
    seen->wins += game->payoffs[game->agents[0]] == 1;
    cop_text_add(&seen->sgf, "%s", game->sgf);
}

static void note_played(void *context, int done, int total)
{
    struct seen *seen = context;

    seen->played++;
    seen->total = total;
    assert_in_range(done, 1, total);
    if (seen->stop != NULL)
        atomic_store(seen->stop, true);
}

static bool play(struct cop_contest *contest, struct seen *seen, struct cop_text *json,
                 struct cop_error *error)
{
    struct cop_limits limits[2];
    struct cop_contest_watch watch = {
        .stop = seen->stop, .played = note_played, .game = note_game, .context = seen};

    assert_true(cop_limits_parse("sims=40", &limits[0], NULL));
    limits[1] = limits[0];
    contest->limits = limits;
    seen->sgf = (struct cop_text)COP_TEXT;
    return cop_contest_play(contest, &watch, json, error);
}

static struct cop_contest new_contest(void)
{
    return (struct cop_contest){
        .game = cop_game_open("connect4", NULL),
        .agent_count = 2,
        .agents = agents,
        .games = GAMES,
        .threads = 1,
        .seed = 5,
    };
}

static void contest_tells_every_game_and_the_statistics(void **context)
{
    struct cop_contest contest = new_contest();
    struct cop_text json = COP_TEXT;
    struct seen seen = {0}, again = {0};
    char wins[40];

    (void)context;
    assert_true(play(&contest, &seen, &json, NULL));
    assert_int_equal(seen.games, GAMES);
    assert_int_equal(seen.played, GAMES);
    assert_int_equal(seen.total, GAMES);
    snprintf(wins, sizeof wins, "\"wins\": %d", seen.wins);
    assert_non_null(strstr(json.bytes, wins));
    contest.threads = 3;
    assert_true(play(&contest, &again, NULL, NULL));
    assert_string_equal(again.sgf.bytes, seen.sgf.bytes);
    cop_text_free(&again.sgf);
    cop_text_free(&seen.sgf);
    cop_text_free(&json);
    cop_game_close((struct cop_game *)contest.game);
}

static void a_contest_that_was_stopped_goes_on_in_its_file(void **context)
{
    struct cop_contest contest = new_contest();
    char path[] = "/tmp/coppice-contest-XXXXXX";
    struct cop_text json = COP_TEXT;
    atomic_bool stop = false;
    struct seen first = {.stop = &stop}, second = {0}, whole = {0};

    (void)context;
    close(mkstemp(path));
    unlink(path);
    contest.results = path;
    assert_true(play(&contest, &first, &json, NULL));
    assert_in_range(first.games, 1, GAMES - 1);
    assert_non_null(strstr(json.bytes, "\"interrupted\": true"));
    assert_true(play(&contest, &second, NULL, NULL));
    assert_int_equal(second.played, GAMES - first.games);
    contest.results = NULL;
    assert_true(play(&contest, &whole, NULL, NULL));
    assert_string_equal(second.sgf.bytes, whole.sgf.bytes);
    unlink(path);
    cop_text_free(&first.sgf);
    cop_text_free(&second.sgf);
    cop_text_free(&whole.sgf);
    cop_text_free(&json);
    cop_game_close((struct cop_game *)contest.game);
}

static void assert_refused(struct cop_contest contest, const char *words)
{
    struct cop_error error = {""};
    struct seen seen = {0};

    assert_false(play(&contest, &seen, NULL, &error));
    assert_non_null(strstr(error.message, words));
    assert_int_equal(seen.games, 0);
}

static void wrong_contests_are_refused_before_a_file_is_made(void **context)
{
    static const char *const unknown[] = {"mcts", "mtcs"};
    struct cop_contest contest = new_contest(), wrong;
    char path[] = "/tmp/coppice-contest-XXXXXX";

    (void)context;
    close(mkstemp(path));
    unlink(path);
    contest.results = path;
    wrong = contest;
    wrong.agent_count = 1;
    assert_refused(wrong, "at least two agents");
    wrong = contest;
    wrong.games = 0;
    assert_refused(wrong, "a match has 1 to");
    wrong = contest;
    wrong.elo0 = 10;
    assert_refused(wrong, "elo0 < elo1");
    assert_int_not_equal(access(path, F_OK), 0);
    wrong = contest;
    wrong.results = NULL;
    wrong.agents = unknown;
    assert_refused(wrong, "did you mean mcts");
    wrong = contest;
    wrong.results = "/no/such/folder/match.db";
    assert_refused(wrong, "/no/such/folder");
    cop_game_close((struct cop_game *)contest.game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contest_tells_every_game_and_the_statistics),
        cmocka_unit_test(a_contest_that_was_stopped_goes_on_in_its_file),
        cmocka_unit_test(wrong_contests_are_refused_before_a_file_is_made),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
