/* test_gtp.c - `coppice gtp` as a controller meets it: scripts of commands and their exact replies,
 * whole games, an analysis, and input that no controller would send. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conversation.h"
#include "front.h"

static char *read_whole(const char *path)
{
    enum { ROOM = 1 << 18 };
    char *words = calloc(1, ROOM);
    FILE *file = fopen(path, "rb");

    if (file == NULL)
        fail_msg("cannot open %s", path);
    assert_true(fread(words, 1, ROOM - 1, file) > 0);
    fclose(file);
    return words;
}

/* ---- Scripts ---- */

static const struct {
    const char *name, *game, *agent, *limit;
} scripts[] = {
    {"protocol", "othello", "random", "sims=1"},
    {"othello", "othello", "mcts(solver=on)", "sims=200, memory=8M"},
    {"connect4", "connect4", "mcts(solver=on)", "sims=200, memory=8M"},
    {"dice", "dice(size=3)", "mcts", "sims=100, memory=8M"},
    {"players", "rolit(players=3)", "mcts", "sims=50, memory=8M"},
    {"fanorona", "fanorona(width=5, height=5)", "mcts", "sims=50, memory=8M"},
    {"samegame", "samegame(width=4, height=3, colours=2)", "mcts", "sims=50, memory=8M"},
    {"stratego", "stratego(size=4)", "mcts", "sims=50, memory=8M"},
    {"loadsgf", "connect4", "random", "sims=1"},
    {"time", "othello", "random", "sims=1"},
};

/* The replies in tests/data/gtp/NAME.out were read by a person when they were written. */
static void scripts_get_the_replies_they_had(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        char path[96];
        char *commands, *replies;
        struct conversation talk;

        snprintf(path, sizeof path, "tests/data/gtp/%s.in", scripts[i].name);
        commands = read_whole(path);
        snprintf(path, sizeof path, "tests/data/gtp/%s.out", scripts[i].name);
        replies = read_whole(path);
        converse(&talk, commands, "gtp", "--game", scripts[i].game, "--agent", scripts[i].agent,
                 "--limit", scripts[i].limit);
        assert_int_equal(talk.status, 0);
        assert_string_equal(talk.said.bytes, replies);
        conversation_free(&talk);
        free(commands);
        free(replies);
    }
}

/* ---- Whole games ---- */

/* One command and its reply, without "= " and the empty line. */
static void ask(struct conversation *talk, const char *command, char *reply, size_t size)
{
    size_t before = talk->said.length;
    const char *start;

    conversation_type(talk, command);
    conversation_type(talk, "\n");
    while (strstr(talk->said.bytes + before, "\n\n") == NULL)
        conversation_listen(talk);
    start = talk->said.bytes + before;
    if (memcmp(start, "= ", 2) != 0)
        fail_msg("%s: %s", command, start);
    snprintf(reply, size, "%.*s", (int)strcspn(start + 2, "\n"), start + 2);
}

static void every_game_is_played_to_its_end(void **context)
{
    static const char *const games[] = {
        "connect4(width=4, height=4)",
        "othello(size=4)",
        "breakthrough(width=4, height=5)",
        "amazons(size=4, split=on)",
        "samegame(width=5, height=5)",
        "fanorona(width=5, height=3)",
        "stratego(size=4)",
        "twixt(size=6)",
        "focus(players=3, limit=40)",
        "chinesecheckers(players=3, board=tiny, limit=60)",
        "ontop(stones=5)",
        "rolit(players=4, size=4)",
        "dice(size=3)",
        "chancebreakthrough(width=4, height=5)",
    };
    char command[128], turn[96], reply[4096];

    (void)context;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct conversation talk;
        int moves = 0;

        conversation_start(
            &talk, false,
            (const char *const[]){"gtp", "--game", games[i], "--agent", "random", NULL});
        for (;; moves++) {
            ask(&talk, "coppice-turn", turn, sizeof turn);
            if (strcmp(turn, "over") == 0)
                break;
            turn[strcspn(turn, " ")] = '\0';
            snprintf(command, sizeof command, "genmove %s", turn);
            ask(&talk, strcmp(turn, "chance") == 0 ? "coppice-roll" : command, reply, sizeof reply);
        }
        assert_true(moves > 3);
        ask(&talk, "final_score", reply, sizeof reply);
        assert_true(reply[0] != '\0');
        ask(&talk, "coppice-moves", reply, sizeof reply);
        assert_string_equal(reply, "");
        for (; moves > 0; moves--)
            ask(&talk, "undo", reply, sizeof reply);
        ask(&talk, "quit", reply, sizeof reply);
        conversation_wait_for_end(&talk);
        assert_int_equal(talk.status, 0);
        conversation_free(&talk);
    }
}

/* ---- Thinking aloud ---- */

static void an_analysis_goes_on_until_the_next_line(void **context)
{
    struct conversation talk;

    (void)context;
    conversation_start(&talk, false, (const char *const[]){"gtp", "--limit", "memory=8M", NULL});
    conversation_type(&talk, "3 coppice-analyze b 1\n");
    conversation_wait_for(&talk, "\ninfo move ");
    assert_memory_equal(talk.said.bytes, "=3\ninfo move ", 13);
    assert_null(strstr(talk.said.bytes, "\n\n"));
    conversation_type(&talk, "4 name\n");
    conversation_wait_for(&talk, "\n\n=4 Coppice\n\n");
    assert_contains(talk.said.bytes, " order 0 pv ");
    assert_contains(talk.said.bytes, " order 3 pv ");
    conversation_end(&talk);
    assert_int_equal(talk.status, 0);
    conversation_free(&talk);
}

/* A search that is finished says what it knows, and waits all the same. */
static void a_finished_analysis_waits_for_the_next_line(void **context)
{
    struct conversation talk;

    (void)context;
    conversation_start(
        &talk, false,
        (const char *const[]){"gtp", "--agent", "mcts(solver=on)", "--limit", "memory=8M", NULL});
    conversation_type(&talk, "coppice-position "
                             "OOOOXXXXXXXX-OOX X\nboardsize 4\ncoppice-position "
                             "OOOOXXXXXXXX-OOX X\nlz-analyze interval 1000\n");
    conversation_wait_for(&talk, "info move a4 visits ");
    conversation_wait_for(&talk, " proof win order 0 pv a4\n");
    conversation_type(&talk, "\n");
    conversation_wait_for(&talk, " pv a4\n\n");
    conversation_end(&talk);
    assert_int_equal(talk.status, 0);
    conversation_free(&talk);
}

/* Of most moves a depth-first search knows only that they are no better. */
static void bounds_are_told_as_bounds(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk,
             "play b f5\ncoppice-values\ncoppice-judgement\n"
             "boardsize 4\ncoppice-position OOOOXXXXXXXX-OOX X\ncoppice-judgement\n",
             "gtp", "--game", "othello", "--agent", "alphabeta(lines=2)", "--limit", "depth=3");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, " %, "); /* a chance and points */
    assert_contains(talk.said.bytes, " discs\n\n");
    assert_contains(talk.said.bytes, "= 100 %, wins in 1\n\n");
    conversation_free(&talk);
    conversation_start(&talk, false,
                       (const char *const[]){"gtp", "--game", "othello", "--agent",
                                             "alphabeta(lines=2)", "--limit", "memory=8M", NULL});
    conversation_type(&talk, "play b f5\nlz-analyze 1\n");
    conversation_wait_for(&talk, " at_most ");
    conversation_wait_for(&talk, " order 2 pv ");
    assert_contains(talk.said.bytes, " winrate ");
    conversation_type(&talk, "\n");
    conversation_end(&talk);
    conversation_free(&talk);
    converse(&talk, "1 lz-analyze 1\n2 name\n", "gtp", "--agent", "random");
    assert_string_equal(talk.said.bytes, "=1\n\n=2 Coppice\n\n"); /* it has nothing to say */
    conversation_free(&talk);
}

static void the_end_of_the_input_ends_an_analysis(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "coppice-analyze", "gtp", "--limit", "memory=8M");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, " order 0 pv ");
    conversation_free(&talk);
}

static void an_interruption_ends_a_search_and_the_program(void **context)
{
    struct conversation talk;

    (void)context;
    conversation_start(&talk, false,
                       (const char *const[]){"gtp", "--limit", "1h, memory=8M", NULL});
    conversation_type(&talk, "name\ngenmove b\n");
    conversation_wait_for(&talk, "= Coppice\n\n");
    kill(talk.id, SIGTERM);
    conversation_wait_for_end(&talk);
    assert_int_equal(talk.status, 0);
    conversation_free(&talk);
}

/* A clock of nothing at all still gives a move. */
static void a_clock_decides_how_long_a_move_takes(void **context)
{
    static const char *const settings[] = {"time_settings 1 0 0", "time_settings 0 1 10",
                                           "kgs-time_settings byoyomi 0 0.1 5", "time_left b 0 0"};

    (void)context;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        struct conversation talk;
        char reply[64];

        conversation_start(&talk, false,
                           (const char *const[]){"gtp", "--limit", "10h, memory=8M", NULL});
        ask(&talk, settings[i], reply, sizeof reply);
        ask(&talk, "genmove b", reply, sizeof reply);
        assert_int_equal(strlen(reply), 2);
        conversation_end(&talk);
        assert_int_equal(talk.status, 0);
        conversation_free(&talk);
    }
}

/* ---- Input that no controller would send ---- */

/* A controller would wait for ever; an analysis, which ends with the next line, has no limit. */
static void a_search_that_would_not_end_is_refused(void **context)
{
    static const char *const questions[] = {"genmove b\n", "reg_genmove b\n", "coppice-line\n"};
    struct conversation talk;

    (void)context;
    for (int i = 0; i < 3; i++) {
        converse(&talk, questions[i], "gtp", "--game", "connect4", "--agent", "mcts", "--limit",
                 "depth=2, memory=8M");
        assert_int_equal(talk.status, 0);
        assert_contains(talk.said.bytes, "? mcts: a depth alone does not end this search");
        conversation_free(&talk);
    }
    converse(&talk, "genmove b\n", "gtp", "--game", "connect4", "--agent", "alphabeta", "--limit",
             "depth=2, memory=8M");
    assert_contains(talk.said.bytes, "= d\n");
    conversation_free(&talk);
}

static void a_line_that_is_too_long_is_refused_and_forgotten(void **context)
{
    enum { LENGTH = 300000 };
    char *words = malloc(LENGTH + 64);
    struct conversation talk;

    (void)context;
    memset(words, 'x', LENGTH);
    memcpy(words, "7 play b ", 9);
    strcpy(words + LENGTH, "\n8 name\n");
    converse(&talk, words, "gtp", "--limit", "memory=8M");
    assert_int_equal(talk.status, 0);
    assert_string_equal(talk.said.bytes, "?7 syntax error: the line is too long\n\n=8 Coppice\n\n");
    conversation_free(&talk);
    memset(words, 'x', LENGTH);
    words[0] = '#';
    converse(&talk, words, "gtp", "--limit", "memory=8M");
    assert_string_equal(talk.said.bytes, "=8 Coppice\n\n");
    conversation_free(&talk);
    free(words);
}

static void any_bytes_leave_it_alive(void **context)
{
    char bytes[4096];
    struct conversation talk;
    uint32_t state = 12345;

    (void)context;
    for (size_t i = 0; i < sizeof bytes - 1; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (char)(state >> 24);
    }
    conversation_start(&talk, false, (const char *const[]){"gtp", "--limit", "memory=8M", NULL});
    conversation_type_bytes(&talk, bytes, sizeof bytes - 1);
    conversation_type_bytes(&talk, "\nna\0me\n", 7);
    conversation_wait_for(&talk, "= Coppice\n\n");
    conversation_type(&talk, "9 versio"); /* and the end in the middle of a line */
    conversation_end(&talk);
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "?9 unknown command\n\n");
    conversation_free(&talk);
}

static void a_wrong_command_line_is_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "gtp", "--game", "otelo");
    assert_refused(&program, 2, "did you mean othello?");
    run(&program, "gtp", "--agent", "mtcs");
    assert_refused(&program, 2, "did you mean mcts?");
    run(&program, "gtp", "--limit", "sims=x");
    assert_refused(&program, 2, "sims=x is not allowed");
    run(&program, "gtp", "othello");
    assert_refused(&program, 2, "othello");
}

/* ---- The document ---- */

static void the_document_names_every_command(void **context)
{
    char *document = read_whole("docs/gtp.md");
    struct conversation talk;
    int count = 0;

    (void)context;
    converse(&talk, "list_commands\n", "gtp", "--limit", "memory=8M");
    for (char *rest = talk.said.bytes + 2, *name; (name = strtok_r(rest, "\n", &rest)) != NULL;) {
        char quoted[64];

        snprintf(quoted, sizeof quoted, "`%s", name);
        assert_contains(document, quoted);
        count++;
    }
    assert_true(count > 30);
    conversation_free(&talk);
    free(document);
}

/* One word for both directions: the command, and the agent that plays through another program. */
static void help_explains_the_command_and_the_agent(void **context)
{
    struct program program;

    (void)context;
    run(&program, "help", "gtp");
    assert_done(&program);
    assert_contains(program.output, "Speaks the Go Text Protocol");
    assert_contains(program.output, "plays through another program");
    assert_contains(program.output, "timeout");
    program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scripts_get_the_replies_they_had),
        cmocka_unit_test(every_game_is_played_to_its_end),
        cmocka_unit_test(an_analysis_goes_on_until_the_next_line),
        cmocka_unit_test(a_finished_analysis_waits_for_the_next_line),
        cmocka_unit_test(bounds_are_told_as_bounds),
        cmocka_unit_test(the_end_of_the_input_ends_an_analysis),
        cmocka_unit_test(an_interruption_ends_a_search_and_the_program),
        cmocka_unit_test(a_clock_decides_how_long_a_move_takes),
        cmocka_unit_test(a_search_that_would_not_end_is_refused),
        cmocka_unit_test(a_line_that_is_too_long_is_refused_and_forgotten),
        cmocka_unit_test(any_bytes_leave_it_alive),
        cmocka_unit_test(a_wrong_command_line_is_refused),
        cmocka_unit_test(the_document_names_every_command),
        cmocka_unit_test(help_explains_the_command_and_the_agent),
    };

    return cmocka_run_group_tests_name("gtp", tests, NULL, NULL);
}
