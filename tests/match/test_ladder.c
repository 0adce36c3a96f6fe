/* test_ladder.c - the ladder: its tables both ways, who is one player and who is another, ratings,
 * and runs that can be interrupted. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/coppice.h"
#include "match/ladder_run.h"

#define PLAYERS                                     \
    "# a remark\n"                                  \
    "connect4\trandom\tanchor\t-\tsims=1\trandom\n" \
    "connect4\tflat\tfixed\t-\tsims=20\tmc\n"       \
    "connect4\tstrong\tcurrent\t-\t-\tmcts\n"       \
    "connect4\trelease\tonce\t-\tsims=30\tmcts\n"   \
    "othello\trandom\tanchor\t-\tsims=1\trandom\n"

#define ROW(first, second, won, drawn, lost, commit) \
    "connect4\t" first "\t" second "\t" #won "\t" #drawn "\t" #lost "\t" commit "\t2026-01-02\n"
#define RANDOM "random\tsims=1\trandom"
#define FLAT   "flat\tsims=20\tmc"
#define STRONG "strong\tsims=50\tmcts"

static struct cop_ladder read_ladder(const char *players, const char *matches)
{
    struct cop_ladder ladder;
    struct cop_error error = {""};

    if (!cop_ladder_read_text(&ladder, players, matches, &error))
        fail_msg("%s", error.message);
    return ladder;
}

static const struct cop_ladder_player *find(const struct cop_ladder_players *players,
                                            const char *name, const char *commit)
{
    for (int i = 0; i < players->count; i++) {
        const struct cop_ladder_player *player = &players->of[i];

        if (strcmp(player->name, name) == 0 &&
            (commit == NULL ? player->commit == NULL
                            : player->commit != NULL && strcmp(player->commit, commit) == 0))
            return player;
    }
    return NULL;
}

static void tables_are_written_as_they_are_read(void **unused)
{
    struct cop_ladder ladder =
        read_ladder(PLAYERS, ROW(FLAT, STRONG, 1, 2, 3, "aaa") ROW(RANDOM, FLAT, 0, 0, 4, "bbb+"));
    struct cop_text players = COP_TEXT, matches = COP_TEXT, again[2] = {COP_TEXT, COP_TEXT};

    (void)unused;
    cop_ladder_write_players(&ladder, &players);
    cop_ladder_write_matches(&ladder, &matches);
    cop_ladder_close(&ladder);
    assert_non_null(strstr(matches.bytes, ROW(FLAT, STRONG, 1, 2, 3, "aaa")));
    ladder = read_ladder(players.bytes, matches.bytes);
    assert_int_equal(ladder.rung_count, 5);
    assert_int_equal(ladder.match_count, 2);
    cop_ladder_write_players(&ladder, &again[0]);
    cop_ladder_write_matches(&ladder, &again[1]);
    assert_string_equal(again[0].bytes, players.bytes);
    assert_string_equal(again[1].bytes, matches.bytes);
    cop_ladder_close(&ladder);
    cop_text_free(&players);
    cop_text_free(&matches);
    cop_text_free(&again[0]);
    cop_text_free(&again[1]);
}

static void rows_that_are_none_are_refused_with_their_line(void **unused)
{
    static const struct {
        const char *players, *matches, *message;
    } cases[] = {
        {"connect4\trandom\tanchor\t-\tsims=1\n", "", "players, line 1"},
        {"# x\n\nconnect4\ta\tnone\t-\t-\trandom\n", "", "line 3: a player is anchor, fixed"},
        {PLAYERS "connect4\tflat\tonce\t-\t-\tmc\n", "", "has a player \"flat\" already"},
        {PLAYERS "connect4\tb\tanchor\t-\t-\tmc\n", "", "two anchors"},
        {PLAYERS "connect4\ta b\tonce\t-\t-\tmc\n", "", "not \"a b\""},
        {PLAYERS "connect4\ta\tonce\t-\t-\t\n", "", "one line without tabs"},
        {PLAYERS, "connect4\ta\n", "matches, line 1: a match has 12 fields"},
        {PLAYERS, ROW(FLAT, STRONG, 1, x, 3, "aaa"), "numbers of games"},
        {PLAYERS, ROW(FLAT, STRONG, -1, 0, 3, "aaa"), "numbers of games"},
        {PLAYERS, ROW(FLAT, STRONG, 1, 0, 99999999999, "aaa"), "numbers of games"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_ladder ladder;
        struct cop_error error = {""};

        assert_false(cop_ladder_read_text(&ladder, cases[i].players, cases[i].matches, &error));
        if (strstr(error.message, cases[i].message) == NULL)
            fail_msg("case %zu: \"%s\"", i, error.message);
    }
}

static void fixed_players_are_one_over_all_commits_and_others_are_not(void **unused)
{
    struct cop_ladder ladder = read_ladder(
        PLAYERS, ROW(RANDOM, FLAT, 2, 0, 8, "aaa") ROW(RANDOM, FLAT, 1, 0, 9, "bbb")
                     ROW(FLAT, STRONG, 5, 0, 5, "aaa") ROW(FLAT, STRONG, 2, 0, 8, "bbb"));
    struct cop_ladder_players players = cop_ladder_rate(&ladder, "connect4");
    const struct cop_ladder_player *flat = find(&players, "flat", NULL);
    const struct cop_ladder_player *old = find(&players, "strong", "aaa");
    const struct cop_ladder_player *new = find(&players, "strong", "bbb");
    const struct cop_ladder_player *idle = find(&players, "release", NULL);
    int commit_count;
    const char **commits = cop_ladder_commits(&ladder, "connect4", &commit_count);

    (void)unused;
    assert_int_equal(players.count, 5);
    assert_int_equal(flat->games, 40);
    assert_int_equal(old->games, 10);
    assert_ptr_equal(new, &players.of[0]); /* the strongest first */
    assert_ptr_equal(idle, &players.of[4]);
    assert_int_equal(idle->games, 0);
    assert_true(isnan(idle->elo.value));
    /* 17 of 20 against the anchor, then even, then 8 of 10: the sums of Elo differences. */
    assert_true(fabs(flat->elo.value - cop_elo(0.85)) < 0.01);
    assert_true(fabs(old->elo.value - flat->elo.value) < 0.01);
    assert_true(fabs(new->elo.value - flat->elo.value - cop_elo(0.8)) < 0.01);
    assert_true(new->elo.high - new->elo.low > flat->elo.high - flat->elo.low);
    assert_int_equal(commit_count, 2);
    assert_string_equal(commits[0], "aaa");
    free(commits);
    cop_ladder_players_free(&players);
    cop_ladder_close(&ladder);
}

/* A fixed player whose agent was changed in the table is not the one that played. */
static void games_of_another_agent_are_another_players(void **unused)
{
    struct cop_ladder ladder =
        read_ladder(PLAYERS, ROW(RANDOM, "flat\tsims=99\tmc", 2, 0, 8, "aaa"));
    struct cop_ladder_players players = cop_ladder_rate(&ladder, "connect4");

    (void)unused;
    assert_null(find(&players, "flat", NULL));
    assert_int_equal(find(&players, "flat", "aaa")->games, 10);
    cop_ladder_players_free(&players);
    cop_ladder_close(&ladder);
}

static void who_won_all_or_is_not_connected_has_no_number(void **unused)
{
    struct cop_ladder ladder =
        read_ladder(PLAYERS, ROW(RANDOM, FLAT, 0, 0, 8, "aaa")
                                 ROW(STRONG, "release\tsims=30\tmcts", 3, 0, 3, "aaa"));
    struct cop_ladder_players players = cop_ladder_rate(&ladder, "connect4");

    (void)unused;
    assert_true(isinf(find(&players, "flat", NULL)->elo.value));
    assert_true(isnan(find(&players, "strong", "aaa")->elo.value));
    cop_ladder_players_free(&players);
    cop_ladder_close(&ladder);
}

/* ---- Runs ---- */

struct look {
    atomic_bool stop;
    int rounds, rounds_most, have, want;
    char notes[2000];
};

static bool count_round(void *context, int have, int want, struct cop_error *error)
{
    struct look *look = context;

    (void)error;
    look->have = have;
    look->want = want;
    if (++look->rounds == look->rounds_most)
        atomic_store(&look->stop, true);
    return true;
}

static void take_note(void *context, const char *words)
{
    struct look *look = context;

    strncat(look->notes, words, sizeof look->notes - strlen(look->notes) - 1);
}

static bool run(struct cop_ladder *ladder, struct look *look, const char *commit, int games,
                int threads, struct cop_error *error)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_ladder_plan plan = {.game = game,
                                   .limit = "sims=50",
                                   .games = games,
                                   .threads = threads,
                                   .commit = commit,
                                   .date = "2026-01-02",
                                   .stop = &look->stop,
                                   .save = count_round,
                                   .note = take_note,
                                   .context = look};
    bool is_done = cop_ladder_run(ladder, &plan, error);

    cop_game_close(game);
    return is_done;
}

static void write(const struct cop_ladder *ladder, struct cop_text *text)
{
    cop_text_clear(text);
    cop_ladder_write_matches(ladder, text);
}

/* Stopped after every round and read again from its text, a run ends with the same games; and with
 * several threads. */
static void interrupted_runs_end_as_others_do(void **unused)
{
    struct cop_ladder ladder = read_ladder(PLAYERS, "");
    struct cop_text whole = COP_TEXT, text = COP_TEXT;
    struct look look = {.rounds_most = -1};
    struct cop_error error = {""};

    (void)unused;
    assert_true(run(&ladder, &look, "aaa", 8, 1, &error));
    assert_int_equal(look.have, look.want);
    assert_int_equal(look.want, 4 * 8);
    write(&ladder, &whole);
    cop_ladder_close(&ladder);
    for (int threads = 1; threads <= 3; threads++) {
        cop_text_clear(&text);
        do {
            ladder = read_ladder(PLAYERS, text.bytes);
            look = (struct look){.rounds_most = 2}; /* the first is before any game */
            assert_true(run(&ladder, &look, "aaa", 8, threads, &error));
            write(&ladder, &text);
            cop_ladder_close(&ladder);
        } while (look.have < look.want);
        assert_string_equal(text.bytes, whole.bytes);
    }
    cop_text_free(&whole);
    cop_text_free(&text);
}

/* Another commit's program plays today's player anew, not the one that belongs to the first, and
 * goes on with the games of fixed players instead of playing the same ones again. */
static void another_commit_adds_only_what_is_its_own(void **unused)
{
    struct cop_ladder ladder = read_ladder(PLAYERS, "");
    struct look look = {.rounds_most = -1};
    struct cop_ladder_players players;
    struct cop_error error = {""};
    int before;

    (void)unused;
    assert_true(run(&ladder, &look, "aaa", 8, 1, &error));
    players = cop_ladder_rate(&ladder, "connect4");
    before = find(&players, "release", "aaa")->games;
    cop_ladder_players_free(&players);
    assert_true(run(&ladder, &look, "bbb", 8, 1, &error));
    assert_non_null(strstr(look.notes, "release is a player of commit aaa"));
    players = cop_ladder_rate(&ladder, "connect4");
    assert_int_equal(find(&players, "release", "aaa")->games, before);
    assert_null(find(&players, "release", "bbb"));
    assert_true(find(&players, "strong", "bbb")->games >= 8);
    cop_ladder_players_free(&players);
    cop_ladder_close(&ladder);
}

static void runs_that_cannot_be_are_refused(void **unused)
{
    static const struct {
        const char *players, *message;
    } cases[] = {
        {"othello\trandom\tanchor\t-\tsims=1\trandom\n", "nobody is on the ladder of connect4"},
        {"connect4\trandom\tanchor\t-\tsims=1\trandom\n", "nobody to meet"},
        {"connect4\ta\tfixed\t-\t1s\tmcts\nconnect4\tb\tonce\t-\t-\tmc\n", "sims, nodes or depth"},
        {"connect4\ta\tonce\t-\t-\tnobody\n", "a: "},
        {"connect4\ta\tonce\t-\t-\t@stronk\n", "no level \"stronk\""},
        {"connect4\ta\tfixed\t12345678\tsims=5\tmc\nconnect4\tb\tonce\t-\t-\tmc\n",
         "plays otherwise than it did"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_ladder ladder = read_ladder(cases[i].players, "");
        struct look look = {.rounds_most = -1};
        struct cop_error error = {""};

        assert_false(run(&ladder, &look, "aaa", 2, 1, &error));
        if (strstr(error.message, cases[i].message) == NULL)
            fail_msg("case %zu: \"%s\"", i, error.message);
        cop_ladder_close(&ladder);
    }
}

/* The mark of a fixed player is the same each time, and another player's is another. */
static void marks_tell_players_apart(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    const struct cop_ladder_side sides[] = {{(char *)"a", (char *)"sims=20", (char *)"mc"},
                                            {(char *)"b", (char *)"sims=20", (char *)"mc"},
                                            {(char *)"c", (char *)"sims=200", (char *)"mc"}};
    char marks[3][9];
    struct cop_error error = {""};

    (void)unused;
    for (int i = 0; i < 3; i++)
        assert_true(cop_rung_mark(game, &sides[i], NULL, marks[i], &error));
    assert_string_equal(marks[0], marks[1]);
    assert_string_not_equal(marks[0], marks[2]);
    cop_game_close(game);
}

/* ---- The tables of the program ---- */

static void the_ladders_own_players_can_play(void **unused)
{
    struct cop_ladder ladder;
    struct cop_error error = {""};
    int anchors = 0;

    (void)unused;
    if (!cop_ladder_read(&ladder, NULL, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i < ladder.rung_count; i++) {
        const struct cop_rung *rung = &ladder.rungs[i];
        struct cop_game *game = cop_game_open(rung->game, &error);
        struct cop_ladder_side side;

        if (game == NULL || !cop_rung_check(rung, game, cop_ladder_limit, &side, &error))
            fail_msg("%s, %s: %s", rung->game, rung->name, error.message);
        assert_string_equal(game->name, rung->game);
        if (cop_rung_is_fixed(rung)) { /* else its games would not be found again */
            assert_string_equal(side.agent, rung->agent);
            assert_string_equal(side.limit, rung->limit);
            assert_int_equal(strlen(rung->mark), 8);
        }
        anchors += rung->kind == COP_RUNG_ANCHOR;
        cop_ladder_side_free(&side);
        cop_game_close(game);
    }
    assert_true(anchors >= 13);
    cop_ladder_close(&ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_written_as_they_are_read),
        cmocka_unit_test(rows_that_are_none_are_refused_with_their_line),
        cmocka_unit_test(fixed_players_are_one_over_all_commits_and_others_are_not),
        cmocka_unit_test(games_of_another_agent_are_another_players),
        cmocka_unit_test(who_won_all_or_is_not_connected_has_no_number),
        cmocka_unit_test(interrupted_runs_end_as_others_do),
        cmocka_unit_test(another_commit_adds_only_what_is_its_own),
        cmocka_unit_test(runs_that_cannot_be_are_refused),
        cmocka_unit_test(marks_tell_players_apart),
        cmocka_unit_test(the_ladders_own_players_can_play),
    };

    return cmocka_run_group_tests_name("ladder", tests, NULL, NULL);
}
