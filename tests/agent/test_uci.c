/* test_uci.c - an agent that is another program over UCI: another copy of this one, which must play
 * as if it were part of it, and programs that crash, fall silent or play nonsense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "agent/centipawns.h"
#include "front.h"

static char directory[64], games_file[96], other_file[96];

static int make_directory(void **context)
{
    (void)context;
    strcpy(directory, "/tmp/coppice-test-XXXXXX");
    if (mkdtemp(directory) == NULL)
        return -1;
    snprintf(games_file, sizeof games_file, "%s/games.sgf", directory);
    snprintf(other_file, sizeof other_file, "%s/other", directory);
    return 0;
}

static int remove_directory(void **context)
{
    (void)context;
    unlink(games_file);
    unlink(other_file);
    return rmdir(directory);
}

static const char *script(const char *words, const char *more)
{
    static char spec[512];

    snprintf(spec, sizeof spec, "uci(command=\"sh tests/data/uci/%s\"%s)", words, more);
    return spec;
}

/* ---- Another copy of this program ---- */

static char *play(const char *game, const char *agent, const char *other)
{
    struct program program;

    run(&program, "match", game, agent, other, "--games", "4", "--opening-plies", "2", "--limit",
        "nodes=300, memory=8M, seed=4", "--seed", "9", "--threads", "2", "--quiet", "--sgf",
        games_file);
    assert_string_equal(program.errors, "");
    assert_done(&program);
    assert_null(strstr(program.output, "forfeited"));
    program_free(&program);
    return read_moves(games_file);
}

/* Openings, chance, passes, turns of several moves, a tree that is kept from move to move, and
 * every dialect: the games are the same to the last move. */
static void a_copy_plays_the_same_games(void **context)
{
    static const struct {
        const char *game, *agent, *moves;
    } rows[] = {
        {"othello(size=6)", "mcts(reuse=on)", "own"},
        {"othello(size=6)", "alphabeta", "fairy"},
        {"connect4", "mcts(reuse=on, solver=on)", "fairy"},
        {"breakthrough(width=6, height=6)", "mcts", "squares"},
        {"fanorona(width=5, height=5)", "mcts(turn=whole)", "squares"},
        {"amazons(size=5)", "mcts(reuse=on)", "fairy"},
        {"focus(players=2)", "mcts", "squares"},
        {"dice(size=4)", "mcts", "own"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char spec[512], *inside, *outside;

        snprintf(spec, sizeof spec,
                 "uci(command=\"exec '%s' uci --agent '%s' --limit memory=8M\", moves=%s, "
                 "options=\"Moves=%s; Hash=8\")",
                 getenv("COPPICE"), rows[i].agent, rows[i].moves, rows[i].moves);
        inside = play(rows[i].game, rows[i].agent, rows[i].agent);
        outside = play(rows[i].game, rows[i].agent, spec);
        assert_true(strlen(inside) > 100);
        assert_string_equal(outside, inside);
        free(inside);
        free(outside);
    }
}

/* The share of a clock that a move may take is nothing that the program is told. */
static void a_copy_plays_under_a_clock(void **context)
{
    char spec[512];
    struct program program;

    (void)context;
    snprintf(spec, sizeof spec, "uci(command=\"exec '%s' uci --agent alphabeta\")",
             getenv("COPPICE"));
    run(&program, "match", "connect4", spec, "random", "--games", "2", "--limit", "clock=20s",
        "--quiet");
    assert_done(&program);
    assert_contains(program.output, "  1      2      2      0      0");
    program_free(&program);
}

/* A position that no game begins with is sent as text, unless we are told not to. */
static void a_copy_plays_from_a_position(void **context)
{
    static const char position[] =
        "-------------------X-------XX------XO---------------------------"
        " O";
    char spec[512];
    struct program program;

    (void)context;
    for (int sends = 0; sends < 3; sends++) {
        static const char *const fen[] = {"none", "own", "auto"};

        snprintf(spec, sizeof spec, "uci(command=\"exec '%s' uci --agent random\", fen=%s)",
                 getenv("COPPICE"), fen[sends]);
        run(&program, "search", "othello", "--position", position, "--agent", spec, "--limit",
            "nodes=10", "--quiet");
        if (sends)
            assert_done(&program);
        else
            assert_contains(program.errors, "it can only play from the usual start");
        program_free(&program);
    }
}

/* It would take our text for something else, and play on from there. */
static void an_unknown_program_gets_no_positions(void **context)
{
    struct program program;

    (void)context;
    run(&program, "search", "othello", "--position",
        "-------------------X-------XX------XO---------------------------"
        " O",
        "--agent", script("engine.sh greeting", ""), "--limit", "depth=5", "--quiet");
    assert_contains(program.errors, "it can only play from the usual start; if it reads positions "
                                    "as we write them, give fen=own");
    program_free(&program);
}

/* What it is told of two moves of an opening. */
static char *position_told(const char *manner, const char *options)
{
    char words[160];
    struct program program;

    snprintf(words, sizeof words, "engine.sh %s %s", manner, other_file);
    unlink(other_file);
    run(&program, "match", "connect4", "random", script(words, options), "--games", "1",
        "--opening-plies", "1", "--limit", "depth=1", "--quiet");
    program_free(&program);
    return read_written(other_file);
}

/* Connect Four's d is P@d1 to engines for variants of chess, as those call themselves. */
static void we_write_as_the_program_reads(void **context)
{
    static const struct {
        const char *manner, *options;
        bool is_fairy;
    } rows[] = {
        {"heard", "", false},
        {"fairy", "", true},
        {"heard", ", moves=fairy", true},
        {"fairy", ", moves=own", false},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *told = position_told(rows[i].manner, rows[i].options);

        assert_contains(told, "startpos moves ");
        assert_int_equal(strstr(told, "moves P@") != NULL, rows[i].is_fairy);
        free(told);
    }
}

/* It says D3 where we would say P@d3. */
static void other_words_for_a_move_are_understood(void **context)
{
    char words[160];
    struct program program;

    (void)context;
    snprintf(words, sizeof words, "engine.sh fairy %s", other_file);
    run(&program, "search", "othello", "--agent", script(words, ""), "--limit", "depth=5",
        "--quiet");
    assert_done(&program);
    program_free(&program);
    run(&program, "search", "othello", "--agent", script(words, ", moves=fairy"), "--limit",
        "depth=5", "--quiet");
    assert_contains(program.errors, "engine answered \"bestmove D3\", which is not a legal move");
    program_free(&program);
}

/* Debian's Fairy-Stockfish, where it is installed: not a move is lost in translation. */
static void a_real_engine_plays_breakthrough(void **context)
{
    static const char engine[] = "/usr/games/fairy-stockfish";
    struct program program;

    (void)context;
    if (access(engine, X_OK) != 0)
        skip();
    run(&program, "match", "breakthrough", "alphabeta",
        "uci(command=\"/usr/games/fairy-stockfish\", variant=breakthrough)", "--games", "4",
        "--opening-plies", "2", "--limit", "nodes=2000, memory=8M", "--quiet");
    assert_string_equal(program.errors, "");
    assert_done(&program);
    assert_null(strstr(program.output, "forfeited"));
    assert_contains(program.output, "a stone reached the far row 4");
    program_free(&program);
}

/* ---- What is told and heard ---- */

static void what_a_program_thinks_is_reported(void **context)
{
    struct program program;
    json_t *report;

    (void)context;
    run(&program, "search", "othello", "--agent", script("engine.sh greeting", ""), "--limit",
        "depth=5", "--quiet", "--json");
    assert_done(&program);
    report = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(report, "best")), "d3");
    assert_int_equal(json_integer_value(json_object_get(report, "depth")), 5);
    assert_int_equal(json_integer_value(json_object_get(report, "nodes")), 4321);
    assert_int_equal(json_array_size(json_object_get(report, "line")), 2); /* z9 is no square */
    assert_contains(program.output, "0.640"); /* a hundred centipawns */
    json_decref(report);
    program_free(&program);
}

static void limits_become_words_of_the_protocol(void **context)
{
    static const struct {
        const char *limit, *told;
    } rows[] = {
        {"250ms", "movetime 250\n"},
        {"nodes=77", "nodes 77\n"},
        {"depth=9, 2s", "movetime 2000 depth 9\n"},
    };
    char words[160];
    struct program program;

    (void)context;
    snprintf(words, sizeof words, "engine.sh limits %s", other_file);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *told;

        unlink(other_file);
        run(&program, "search", "othello", "--agent", script(words, ""), "--limit", rows[i].limit,
            "--quiet");
        assert_done(&program);
        program_free(&program);
        told = read_written(other_file);
        assert_string_equal(told, rows[i].told);
        free(told);
    }
    run(&program, "match", "othello", "random", script(words, ""), "--games", "2", "--limit",
        "sims=10", "--quiet");
    assert_refused(&program, 2, "the protocol has no simulations to tell the program of");
    run(&program, "match", "othello", "random", script(words, ""), "--games", "2", "--limit",
        "clock=10s, time=1s", "--quiet");
    assert_refused(&program, 2, "leave one of them out");
}

static void options_and_the_variant_are_set(void **context)
{
    char words[160], *told;
    struct program program;

    (void)context;
    snprintf(words, sizeof words, "engine.sh told %s", other_file);
    unlink(other_file);
    run(&program, "search", "othello", "--agent",
        script(words, ", variant=reversi, options=\"Skill Level=3 ; Hash=16\""), "--limit",
        "depth=5", "--quiet");
    assert_done(&program);
    program_free(&program);
    told = read_written(other_file);
    assert_string_equal(told, "name UCI_Variant value reversi\n"
                              "name Skill Level value 3\n"
                              "name Hash value 16\n");
    free(told);
}

/* ---- Programs that misbehave ---- */

/* The match goes on to its end; the report has the reason. */
static void assert_forfeits(const char *agent, const char *reason)
{
    struct program program;

    run(&program, "match", "othello", "random", agent, "--games", "2", "--limit", "depth=1",
        "--quiet");
    assert_contains(program.output, reason);
    assert_contains(program.output, "; 2 forfeited\n");
    assert_done(&program);
    program_free(&program);
}

static void who_misbehaves_loses_and_the_match_goes_on(void **context)
{
    (void)context;
    assert_forfeits(script("engine.sh crash", ""),
                    "engine ended with status 3; it said: out of cheese\n");
    assert_forfeits(script("engine.sh nonsense", ""),
                    "engine answered \"bestmove the\", which is not a legal move\n");
    assert_forfeits(script("engine.sh illegal", ""),
                    "engine answered \"bestmove a1\", which is not a legal move\n");
    assert_forfeits(script("engine.sh none", ""),
                    "engine answered \"bestmove (none)\", which is not a legal move; it said: I "
                    "see nothing\n");
    assert_forfeits(script("engine.sh hang", ", timeout=1s"), "engine did not answer in time");
}

static void who_cannot_be_used_is_refused_at_once(void **context)
{
    static const struct {
        const char *words, *more, *message;
    } rows[] = {
        {"engine.sh gone", "", "engine ended with status 4; it said: no reason to live"},
        {"engine.sh mute", ", timeout=300ms", "uci: no uciok: engine did not answer in time"},
        {"engine.sh chess", "", "does not list the variant \"othello\""},
        {"engine.sh alone", "", "its own with variant=: it lists none"},
        {"engine.sh good", ", variant=x", "engine has no UCI_Variant"},
        {"engine.sh good", ", options=x", "options are written NAME=VALUE"},
    };
    struct program program;

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        run(&program, "match", "othello", "random", script(rows[i].words, rows[i].more), "--games",
            "2", "--limit", "depth=1", "--quiet");
        assert_refused(&program, 2, rows[i].message);
    }
    run(&program, "search", "samegame", "--agent", script("engine.sh good", ""), "--limit",
        "depth=1");
    assert_refused(&program, 2, "the protocol is for two players");
    run(&program, "match", "othello", "random", script("engine.sh good", ""), "--games", "2",
        "--limit", "1s, processor=on", "--quiet");
    assert_refused(&program, 2, "processor=on cannot be kept by another program");
}

/* ---- Numbers ---- */

static void centipawns_go_both_ways(void **context)
{
    (void)context;
    assert_int_equal(cop_centipawns_of(0.5), 0);
    assert_int_equal(cop_centipawns_of(10.0 / 11), 400);
    assert_int_equal(cop_centipawns_of(0), -COP_CENTIPAWNS_MAX);
    assert_int_equal(cop_centipawns_of(1), COP_CENTIPAWNS_MAX);
    for (int centipawns = -2000; centipawns <= 2000; centipawns++)
        assert_int_equal(cop_centipawns_of(cop_chance_of_centipawns(centipawns)), centipawns);
    assert_true(cop_chance_of_centipawns(COP_CENTIPAWNS_MAX) == 1);
    assert_true(cop_chance_of_centipawns(-1e9) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_plays_the_same_games),
        cmocka_unit_test(a_copy_plays_under_a_clock),
        cmocka_unit_test(a_copy_plays_from_a_position),
        cmocka_unit_test(an_unknown_program_gets_no_positions),
        cmocka_unit_test(we_write_as_the_program_reads),
        cmocka_unit_test(other_words_for_a_move_are_understood),
        cmocka_unit_test(a_real_engine_plays_breakthrough),
        cmocka_unit_test(what_a_program_thinks_is_reported),
        cmocka_unit_test(limits_become_words_of_the_protocol),
        cmocka_unit_test(options_and_the_variant_are_set),
        cmocka_unit_test(who_misbehaves_loses_and_the_match_goes_on),
        cmocka_unit_test(who_cannot_be_used_is_refused_at_once),
        cmocka_unit_test(centipawns_go_both_ways),
    };

    return cmocka_run_group_tests_name("uci-agent", tests, make_directory, remove_directory);
}
