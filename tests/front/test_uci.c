/* test_uci.c - `coppice uci` as a controller meets it, also while it thinks. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conversation.h"
#include "front.h"

/* Everything that is said to these lines, until the input ends. */
#define says(expected, words, ...)                       \
    do {                                                 \
        struct conversation says_talk;                   \
        converse(&says_talk, words, "uci", __VA_ARGS__); \
        assert_int_equal(says_talk.status, 0);           \
        assert_contains(says_talk.said.bytes, expected); \
        conversation_free(&says_talk);                   \
    } while (0)

static void it_greets_with_its_options(void **context)
{
    static const char *const lines[] = {
        "id name Coppice ",
        "\nid author ",
        "\noption name UCI_Variant type combo default connect4 var connect4 var othello var ",
        "\noption name Agent type string default mcts\n",
        "\noption name Threads type spin default 1 min 1 max 256\n",
        "\noption name Hash type spin default 512 min 1 max ",
        "\noption name MultiPV type spin default 1 min 1 max ",
        "\nuciok\nreadyok\n",
    };
    struct conversation talk;

    (void)context;
    converse(&talk, "uci\n \t isready  \n", "uci", "--game", "connect4", "--agent", "mcts");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_contains(talk.said.bytes, lines[i]);
    assert_null(strstr(talk.said.bytes, "samegame")); /* a puzzle */
    assert_null(strstr(talk.said.bytes, "stratego")); /* hidden pieces */
    assert_int_equal(talk.status, 0);
    conversation_free(&talk);
}

static void a_search_is_told_and_ends_with_a_move(void **context)
{
    (void)context;
    says(" pv ", "position startpos\ngo nodes 500\n", "--agent", "mcts(c=0.5)");
    says("bestmove c6\n",
         "position startpos moves d3 c5 e6 f5 f6 e3 c3 f3 c4 b4 b5 d2 a3 d6 c6 b3\n"
         "position startpos moves d3 c5\ngo depth 1\n",
         "--agent", "alphabeta");
    says("score mate 2 ", "position startpos moves d a e a\ngo depth 4\n", "--game", "connect4",
         "--agent", "alphabeta");
    says("bestmove c\n", "position startpos moves d a e a\ngo depth 4\n", "--game", "connect4",
         "--agent", "alphabeta");
    says(" wdl ", "setoption name UCI_ShowWDL value true\ngo depth 1\n", "--agent", "alphabeta");
    says(" multipv 2 ", "setoption name MultiPV value 2\ngo depth 1\n", "--agent", "alphabeta");
    says("bestmove P@d1\n",
         "setoption name Moves value fairy\nposition startpos moves P@a1\ngo nodes 2000\n",
         "--game", "connect4", "--agent", "mcts");
    says("Fen: 7/7/7/7/7/3X3 O\n", "position fen 7/7/7/7/7/7 X moves d\nd\n", "--game", "connect4");
    says("bestmove ", "go wtime 100 btime 100 winc 5 movestogo 3\n", "--agent", "mcts");
    says("bestmove ", "go movetime 5\n", "--agent", "mcts");
}

static void what_is_not_understood_is_told(void **context)
{
    static const struct {
        const char *heard, *said;
    } rows[] = {
        {"hello\n", "info string \"hello\" is not known\n"},
        {"position startpos moves z9\n", "info string move 1: \"z9\" is not a legal move"},
        {"position fen nonsense\ngo nodes 1\n",
         "info string the last position was not understood; send another\nbestmove (none)\n"},
        {"position\n", "info string it is written: position "},
        {"go mate 3\n", "info string go mate is not there; leave it out\nbestmove (none)\n"},
        {"go ponder wtime 1\n",
         "info string go ponder is not there; leave it out\nbestmove (none)\n"},
        {"go searchmoves d3\n", "info string go searchmoves is not there"},
        {"go nodes many\n",
         "info string go nodes: give a whole number after it\nbestmove (none)\n"},
        {"go depth\n", "info string go depth: give a whole number after it\n"},
        {"setoption name Hash value 0\n",
         "info string Hash: \"0\" is not a whole number from 1 to "},
        {"setoption name Threads value two\n",
         "info string Threads: \"two\" is not a whole number"},
        {"setoption name Colour value red\n", "info string there is no option \"Colour\""},
        {"setoption Colour\n", "info string it is written: setoption "},
        {"setoption name Moves value odd\n", "info string Moves: it is one of own|squares|fairy"},
        {"setoption name UCI_ShowWDL value 1\n", "info string UCI_ShowWDL: it is true or "},
        {"setoption name UCI_Variant value stratego\n",
         "info string UCI_Variant: stratego cannot "},
        {"setoption name UCI_Variant value rolit(players=3)\n",
         "rolit(players=3) cannot be played "},
        {"setoption name UCI_Variant value chess\n", "info string UCI_Variant: "},
        {"setoption name Agent value gtp(command=\"true\")\n", "runs another program"},
        {"setoption name Agent value uci(command=\"true\")\n", "runs another program"},
        {"setoption name Agent value mistaken(of=uci(command=\"true\"))\n", "runs another program"},
        {"setoption name Seed value -1\n", "info string Seed: "},
        {"setoption name UCI_Variant value dice(size=3)\ngo nodes 1\n",
         "info string chance is to move: add what it brings to the moves of the position\n"},
    };
    struct program program;

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        says(rows[i].said, rows[i].heard, "--agent", "mcts");
    says("info string the game is over\nbestmove (none)\n",
         "position startpos moves a b a b a b a\ngo nodes 1\n", "--game", "connect4");
    says("info string move 8: the game is over\n", "position startpos moves a b a b a b a b\n",
         "--game", "connect4");
    says("a depth alone does not end this search", "go depth 3\n", "--agent", "mcts");
    says("info string MultiPV: random has no values of several moves to show\n",
         "setoption name MultiPV value 2\n", "--agent", "random");
    run(&program, "uci", "--game", "samegame");
    assert_refused(&program, 2, "cannot be played over this protocol");
}

/* The search has no end of its own. */
static void it_hears_while_it_thinks(void **context)
{
    static const char *const arguments[] = {"uci", "--game", "othello", "--agent", "mcts", NULL};
    struct conversation talk;

    (void)context;
    conversation_start(&talk, false, arguments);
    conversation_type(&talk, "position startpos\ngo infinite\n");
    conversation_wait_for(&talk, "info depth");
    conversation_type(&talk, "isready\n");
    conversation_wait_for(&talk, "readyok\n");
    assert_null(strstr(talk.said.bytes, "bestmove"));
    conversation_type(&talk, "stop\n");
    conversation_wait_for(&talk, "bestmove ");
    conversation_type(&talk, "go infinite\nquit\n");
    conversation_wait_for_end(&talk);
    assert_int_equal(talk.status, 0);
    conversation_free(&talk);
}

/* What is found at once is answered after `stop` and not before. */
static void an_endless_search_that_has_ended_waits_for_stop(void **context)
{
    static const char *const arguments[] = {"uci", "--agent", "random", NULL};
    struct conversation talk;

    (void)context;
    conversation_start(&talk, false, arguments);
    conversation_type(&talk, "go infinite\nisready\n");
    conversation_wait_for(&talk, "info depth");
    conversation_wait_for(&talk, "readyok\n");
    assert_null(strstr(talk.said.bytes, "bestmove"));
    conversation_type(&talk, "stop\nisready\n");
    conversation_wait_for(&talk, "bestmove ");
    conversation_type(&talk, "go infinite\nposition startpos\nisready\n"); /* stops it as well */
    conversation_end(&talk);
    assert_contains(strstr(talk.said.bytes, "bestmove ") + 1, "bestmove ");
    conversation_free(&talk);
}

static void an_interruption_ends_it(void **context)
{
    static const char *const arguments[] = {"uci", "--agent", "mcts", NULL};
    struct conversation talk;

    (void)context;
    conversation_start(&talk, false, arguments);
    conversation_type(&talk, "go infinite\n");
    conversation_wait_for(&talk, "info depth");
    kill(talk.id, SIGINT);
    conversation_wait_for_end(&talk);
    conversation_free(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_greets_with_its_options),
        cmocka_unit_test(a_search_is_told_and_ends_with_a_move),
        cmocka_unit_test(what_is_not_understood_is_told),
        cmocka_unit_test(it_hears_while_it_thinks),
        cmocka_unit_test(an_endless_search_that_has_ended_waits_for_stop),
        cmocka_unit_test(an_interruption_ends_it),
    };

    return cmocka_run_group_tests_name("uci", tests, NULL, NULL);
}
