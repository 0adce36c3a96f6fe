/* test_external.c - agents that are other programs: another copy of this one, which must play as if
 * it were part of it, and programs that crash, fall silent or play nonsense. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "conversation.h"
#include "front.h"

static char directory[64], store[96], games_file[96], other_file[96];

static int make_directory(void **context)
{
    (void)context;
    strcpy(directory, "/tmp/coppice-test-XXXXXX");
    if (mkdtemp(directory) == NULL)
        return -1;
    snprintf(store, sizeof store, "%s/games.db", directory);
    snprintf(games_file, sizeof games_file, "%s/games.sgf", directory);
    snprintf(other_file, sizeof other_file, "%s/other", directory);
    return 0;
}

static int remove_directory(void **context)
{
    char journal[128];

    (void)context;
    unlink(store);
    for (int i = 0; i < 2; i++) {
        snprintf(journal, sizeof journal, "%s%s", store, i == 0 ? "-wal" : "-shm");
        unlink(journal);
    }
    unlink(games_file);
    unlink(other_file);
    return rmdir(directory);
}

/* An agent that is this program. */
static const char *copy_of(const char *agent)
{
    static char spec[512];

    snprintf(spec, sizeof spec, "gtp(command=\"exec '%s' gtp --agent '%s'\")", getenv("COPPICE"),
             agent);
    return spec;
}

/* An agent that is a script in tests/data/gtp. */
static const char *script(const char *kind, const char *words, const char *more)
{
    static char spec[512];

    snprintf(spec, sizeof spec, "%s(command=\"sh tests/data/gtp/%s\"%s)", kind, words, more);
    return spec;
}

/* ---- Another copy of this program ---- */

static void play_to_file(const char *game, const char *agent, const char *other,
                         const char *threads, const char *path)
{
    struct program program;

    run(&program, "match", game, agent, other, "--games", "6", "--opening-plies", "2", "--limit",
        "sims=60, memory=8M, seed=4", "--seed", "9", "--threads", threads, "--quiet", "--sgf",
        path);
    assert_string_equal(program.errors, "");
    assert_done(&program);
    program_free(&program);
}

/* Openings, chance, several players, one player with a deal, turns of several moves, a tree that is
 * kept from move to move: the games are the same to the last move. */
static void a_copy_over_gtp_plays_the_same_games(void **context)
{
    static const struct {
        const char *game, *agent;
    } rows[] = {
        {"othello(size=6)", "mcts(reuse=on)"},
        {"connect4", "mcts(reuse=on, solver=on)"},
        {"fanorona(width=5, height=5)", "mcts"},
        {"rolit(players=3, size=6)", "mcts(reuse=on)"},
        {"dice(size=4)", "mcts"},
        {"ontop(stones=4)", "mc"},
        {"samegame(width=6, height=6)", "mc"},
        {"amazons(size=5, split=on)", "mcts(reuse=on)"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *inside, *outside;

        play_to_file(rows[i].game, rows[i].agent, rows[i].agent, "2", games_file);
        inside = read_moves(games_file);
        play_to_file(rows[i].game, rows[i].agent, copy_of(rows[i].agent), "2", games_file);
        outside = read_moves(games_file);
        assert_true(strlen(inside) > 100);
        assert_string_equal(outside, inside);
        free(inside);
        free(outside);
    }
}

/* What is hidden is sent as the player sees it. */
static void hidden_pieces_are_played_from_views(void **context)
{
    struct program program;

    (void)context;
    run(&program, "match", "stratego(size=5)", "random", copy_of("mcts"), "--games", "4", "--limit",
        "sims=30, memory=8M", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "4 games");
    assert_null(strstr(program.output, "forfeited"));
    program_free(&program);
}

/* A program without our own commands gets boardsize and whole seconds. */
static void a_plain_program_plays_a_board_game(void **context)
{
    char spec[512];
    struct program program;

    (void)context;
    snprintf(spec, sizeof spec, "gtp(command=\"'%s' gtp --agent random | sed -u '/^coppice-/d'\")",
             getenv("COPPICE"));
    run(&program, "match", "othello(size=6)", "random", spec, "--games", "4", "--opening-plies",
        "3", "--limit", "clock=60s", "--quiet");
    assert_done(&program);
    assert_null(strstr(program.output, "forfeited"));
    program_free(&program);
    run(&program, "match", "dice(size=3)", "random", spec, "--games", "2", "--quiet");
    assert_contains(program.errors, "engine does not know coppice-game");
    assert_int_equal(program.status, 2);
    program_free(&program);
}

/* Programs that know one game know no other word for it; ours for Othello is --. */
static void a_pass_is_the_protocols_own_word(void **context)
{
    char spec[512], *told;
    struct program program;

    (void)context;
    snprintf(spec, sizeof spec, "gtp(command=\"tee '%s' | '%s' gtp --agent random\")", other_file,
             getenv("COPPICE"));
    unlink(other_file);
    run(&program, "match", "othello(size=4)", "random", spec, "--games", "20", "--seed", "5",
        "--limit", "sims=1", "--quiet");
    assert_done(&program);
    assert_null(strstr(program.output, "forfeited"));
    program_free(&program);
    told = read_written(other_file);
    assert_contains(told, " pass\n");
    assert_null(strstr(told, "--"));
    free(told);
    unlink(other_file);
}

static void a_move_is_taken_back_by_beginning_again(void **context)
{
    char seat[600];
    struct conversation talk;

    (void)context;
    snprintf(seat, sizeof seat, "2=%s", copy_of("random"));
    converse(&talk, "d\nc\nundo\nundo\ne\nundo\nd\nquit\n", "play", "connect4", "--seat", seat);
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "The game is not finished.");
    assert_null(strstr(talk.said.bytes, "engine"));
    conversation_free(&talk);
}

/* ---- Programs that misbehave ---- */

/* A match against it goes on to its end; the report has the reason, for so many of the 4 games. */
static void assert_forfeits(const char *agent, int games, const char *reason)
{
    struct program program;
    char words[256];

    snprintf(words, sizeof words, "agent 2 forfeited %d games: %s", games, reason);
    run(&program, "match", "othello", "random", agent, "--games", "4", "--threads", "2", "--quiet");
    assert_contains(program.output, words);
    assert_contains(program.output, "; 4 forfeited\n");
    assert_contains(program.output, "  1      4      4      0      0");
    assert_done(&program);
    program_free(&program);
}

static void a_program_that_ends_loses_and_the_match_goes_on(void **context)
{
    (void)context;
    assert_forfeits(script("gtp", "engine.sh crash", ""), 4,
                    "engine ended with status 3; it said: out of cheese\n");
    assert_forfeits(script("gtp", "engine.sh signal", ""), 4, "engine ended with status 139");
}

static void a_program_that_plays_nonsense_loses(void **context)
{
    (void)context;
    assert_forfeits(script("gtp", "engine.sh nonsense", ""), 4,
                    "engine answered \"the best move of all\", which is not a legal move\n");
    assert_forfeits(script("gtp", "engine.sh illegal", ""), 4,
                    "engine answered \"a1\", which is not a legal move\n");
    assert_forfeits(script("gtp", "engine.sh refuse", ""), 2,
                    "engine refused \"genmove w\": I would rather not\n");
    assert_forfeits(script("gtp", "engine.sh endless", ""), 4, "engine says a line without an end");
    assert_forfeits(script("nboard", "nboard.sh illegal", ""), 4,
                    "engine answered \"A1\", which is not a legal move\n");
}

/* Who is killed is there until its parent, or the system, has looked. */
static void wait_for_end(pid_t id)
{
    for (int i = 0; i < 6000; i++) {
        if (kill(id, 0) != 0 && errno == ESRCH)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail_msg("process %d was left behind", (int)id);
}

/* The program's own child holds its pipes and would live on. */
static void a_program_that_hangs_loses_and_leaves_nothing_behind(void **context)
{
    char words[160];
    char *children;
    int count = 0;

    (void)context;
    snprintf(words, sizeof words, "engine.sh hang %s", other_file);
    assert_forfeits(script("gtp", words, ", timeout=2s"), 4, "engine did not answer in time");
    children = read_written(other_file);
    for (char *rest = children, *line; (line = strtok_r(rest, "\n", &rest)) != NULL; count++)
        wait_for_end((pid_t)strtol(line, NULL, 10));
    assert_int_equal(count, 4);
    free(children);
}

static void a_reason_is_in_the_store_the_record_and_the_json(void **context)
{
    struct program program;
    sqlite3 *database;
    sqlite3_stmt *rows;
    json_t *answer, *forfeits;
    char *games;

    (void)context;
    run(&program, "match", "othello", "random", script("gtp", "engine.sh signal", ""), "--games",
        "2", "--quiet", "--json", "--store", store, "--sgf", games_file);
    assert_done(&program);
    answer = read_json(program.output);
    forfeits = json_object_get(answer, "forfeits");
    assert_int_equal(json_array_size(forfeits), 1);
    assert_contains(json_string_value(json_object_get(json_array_get(forfeits, 0), "reason")),
                    "engine ended with status 139");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(forfeits, 0), "games")), 2);
    json_decref(answer);
    program_free(&program);
    games = read_written(games_file);
    assert_contains(games, "RE[B+F]C[forfeit\\: engine ended with status 139");
    assert_contains(games, "RE[W+F]C[forfeit\\: engine ended with status 139");
    free(games);
    assert_int_equal(sqlite3_open(store, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database,
                                        "SELECT count(*) FROM games WHERE reason LIKE "
                                        "'forfeit: engine ended with status 139%'",
                                        -1, &rows, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(rows, 0), 2);
    sqlite3_finalize(rows);
    sqlite3_close(database);
}

static void a_program_may_resign(void **context)
{
    struct program program;
    char *games;

    (void)context;
    run(&program, "match", "othello", "random", script("gtp", "engine.sh resign", ""), "--games",
        "2", "--quiet", "--sgf", games_file);
    assert_done(&program);
    assert_contains(program.output, "; 2 resigned\n");
    program_free(&program);
    games = read_written(games_file);
    assert_contains(games, "RE[B+R]");
    assert_contains(games, "RE[W+R]");
    free(games);
}

/* Before a game has begun it is a wrong command, and the match is not played. */
static void a_program_that_cannot_be_used_is_refused_at_once(void **context)
{
    static const struct {
        const char *words, *more, *message;
    } rows[] = {
        {"engine.sh gone", "", "gtp: engine ended with status 4; it said: no reason to live"},
        {"engine.sh old", "", "gtp: engine speaks version 1 of the protocol, not 2"},
        {"engine.sh mute", ", timeout=300ms", "gtp: engine did not answer in time"},
        {"no-such-script", "", "gtp: engine ended with status "},
    };
    struct program program;

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        run(&program, "match", "othello", "random", script("gtp", rows[i].words, rows[i].more),
            "--games", "2", "--quiet");
        assert_contains(program.errors, rows[i].message);
        assert_int_equal(program.status, 2);
        program_free(&program);
    }
    run(&program, "search", "othello", "--agent", "gtp", "--quiet");
    assert_contains(program.errors, "which program?");
    program_free(&program);
    run(&program, "search", "connect4", "--agent", "nboard(command=\"true\")", "--quiet");
    assert_contains(program.errors, "the protocol is for Othello");
    program_free(&program);
}

static void a_program_may_greet_and_shout(void **context)
{
    struct program program;

    (void)context;
    run(&program, "search", "othello", "--agent", script("gtp", "engine.sh stranger", ""),
        "--quiet", "--json");
    assert_done(&program);
    assert_contains(program.output, "\"best\": \"d3\"");
    program_free(&program);
}

/* ---- NBoard ---- */

static void an_nboard_program_plays_whole_games(void **context)
{
    struct program program;

    (void)context;
    run(&program, "match", "othello", "random", script("nboard", "nboard.sh", ""), "--games", "2",
        "--opening-plies", "30", "--threads", "2", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "2 games");
    assert_null(strstr(program.output, "forfeited"));
    program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_over_gtp_plays_the_same_games),
        cmocka_unit_test(hidden_pieces_are_played_from_views),
        cmocka_unit_test(a_plain_program_plays_a_board_game),
        cmocka_unit_test(a_pass_is_the_protocols_own_word),
        cmocka_unit_test(a_move_is_taken_back_by_beginning_again),
        cmocka_unit_test(a_program_that_ends_loses_and_the_match_goes_on),
        cmocka_unit_test(a_program_that_plays_nonsense_loses),
        cmocka_unit_test(a_program_that_hangs_loses_and_leaves_nothing_behind),
        cmocka_unit_test(a_reason_is_in_the_store_the_record_and_the_json),
        cmocka_unit_test(a_program_may_resign),
        cmocka_unit_test(a_program_that_cannot_be_used_is_refused_at_once),
        cmocka_unit_test(a_program_may_greet_and_shout),
        cmocka_unit_test(an_nboard_program_plays_whole_games),
    };

    return cmocka_run_group_tests_name("external", tests, make_directory, remove_directory);
}
