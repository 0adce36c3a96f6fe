/* test_play_terminal.c - `coppice play` at a pseudo-terminal: editing, TAB, the live line, and what
 * one person must not see of another. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "conversation.h"
#include "front.h"

#define start_at_terminal(talk, ...) \
    conversation_start(talk, true, (const char *const[]){"play", __VA_ARGS__, NULL})

/* Types a line at the prompt and waits for what the program says then. */
static void answer(struct conversation *talk, const char *prompt, const char *words)
{
    conversation_wait_for_editor(talk, prompt);
    cop_text_clear(&talk->said);
    conversation_type(talk, words);
}

static void leave(struct conversation *talk)
{
    conversation_type(talk, "\025quit\n"); /* Ctrl-U: whatever was typed is gone */
    conversation_wait_for_end(talk);
    assert_int_equal(talk->status, 0);
    conversation_free(talk);
}

static void ctrl_c_at_the_prompt_leaves(void **context)
{
    struct conversation talk;

    (void)context;
    conversation_start(&talk, true,
                       (const char *const[]){"play", "connect4", "--limit", "memory=8M", NULL});
    conversation_wait_for(&talk, "X> ");
    conversation_type(&talk, "\003");
    conversation_wait_for_end(&talk);
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "The game is not finished.");
    conversation_free(&talk);
}

static void lines_can_be_edited_at_a_terminal(void **context)
{
    struct conversation talk;

    (void)context;
    conversation_start(&talk, true,
                       (const char *const[]){"play", "connect4", "--seat", "2=human", NULL});
    conversation_wait_for_editor(&talk, "X> ");
    conversation_type(&talk, "xy\b\bd\n");
    conversation_wait_for_editor(&talk, "O> ");
    conversation_type(&talk, "\020\n"); /* Ctrl-P: the line before, which is d again */
    cop_text_clear(&talk.said);
    conversation_wait_for_editor(&talk, "X> ");
    conversation_type(&talk, "\004"); /* Ctrl-D: the end of the input */
    conversation_wait_for_end(&talk);
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "\033[48;5;25m"); /* the board is in colours */
    assert_contains(talk.said.bytes, "--position \"7/7/7/7/3O3/3X3 X\"");
    conversation_free(&talk);
}

/* ---- TAB ---- */

static void tab_completes_a_move(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "breakthrough", "--seat", "2=human");
    answer(&talk, "White> ", "H2G\t\n");
    conversation_wait_for(&talk, "Black> ");
    leave(&talk);
}

static void tab_completes_a_command(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "connect4", "--seat", "2=human");
    answer(&talk, "X> ", "res\t\n");
    conversation_wait_for(&talk, "X resigns. O wins.");
    answer(&talk, "Over> ", "un\t\n");
    conversation_wait_for(&talk, "X> ");
    leave(&talk);
}

/* What is common comes at once, and where it is not enough everything possible is listed. */
static void tab_lists_what_is_possible(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "breakthrough", "--seat", "2=human");
    answer(&talk, "White> ", "b2\t");
    conversation_wait_for(&talk, "  b2a3  b2b3  b2c3\r\n");
    conversation_type(&talk, "\025moves c\t\t");
    conversation_wait_for(&talk, "  c2b3  c2c3  c2d3\r\n");
    leave(&talk);
}

/* Of many moves only the next step is shown. */
static void tab_lists_the_next_step_of_many_moves(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "amazons", "--seat", "2=human");
    answer(&talk, "White> ", "\t");
    conversation_wait_for(&talk, "  d1...");
    conversation_wait_for(&talk, "  j4...");
    conversation_type(&talk, "g1\t");
    conversation_wait_for(&talk, "  g1f1...");
    leave(&talk);
}

static void tab_knows_the_later_moves_of_a_turn(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "stratego(size=4, setup=moves)", "--seat", "2=random");
    answer(&talk, "White> ", "F B \t");
    conversation_wait_for(&talk, "  1  8\r\n");
    leave(&talk);
}

static void tab_completes_the_name_of_a_file(void **context)
{
    struct conversation talk;
    char folder[] = "/tmp/coppice-tab-XXXXXX", words[64], path[64];

    (void)context;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/the-only-one.sgf", folder);
    fclose(fopen(path, "w"));
    snprintf(words, sizeof words, "save %s/th\t\n", folder);
    start_at_terminal(&talk, "connect4", "--seat", "2=human");
    answer(&talk, "X> ", words);
    conversation_wait_for(&talk, "Saved in ");
    conversation_wait_for(&talk, "the-only-one.sgf");
    leave(&talk);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- The live line ---- */

static void thoughts_are_one_line_that_goes_away(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "connect4", "--seat", "1=mcts", "--seat", "2=human", "--limit",
                      "10h, memory=64M");
    conversation_wait_for(&talk, "X thinks  best ");
    conversation_wait_for(&talk, "\033[1A\r\033[JX thinks  best "); /* drawn again in its place */
    cop_text_clear(&talk.said);
    kill(talk.id, SIGINT);
    conversation_wait_for(&talk, "\033[1A\r\033[JX: ");
    conversation_wait_for_editor(&talk, "O> ");
    leave(&talk);
}

/* What an agent thinks of its hidden pieces is not for the other side. */
static void thoughts_of_a_hidden_game_are_not_told(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "stratego(size=4)", "--seat", "1=mcts", "--seat", "2=human", "--limit",
                      "10h, memory=64M", "--seed", "1");
    conversation_wait_for(&talk, "White thinks  sims ");
    assert_null(strstr(talk.said.bytes, "best"));
    assert_null(strstr(talk.said.bytes, "value"));
    kill(talk.id, SIGINT);
    conversation_wait_for_editor(&talk, "Black> ");
    leave(&talk);
}

/* ---- Several people ---- */

/* The screen, what can be scrolled back to, and the lines typed are gone when the next one looks.
 */
static void the_next_person_finds_nothing_of_the_one_before(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "stratego(size=4, setup=moves)", "--seat", "2=human");
    answer(&talk, "It is White's turn: nobody else looks; press Enter. ", "\n");
    answer(&talk, "White> ", "zebra\n");
    conversation_wait_for(&talk, "\"zebra\" is not a legal move");
    answer(&talk, "White> ", "FB81\n");
    conversation_wait_for(&talk, "\033[H\033[2J\033[3J");
    answer(&talk, "It is Black's turn: nobody else looks; press Enter. ", "\n");
    conversation_wait_for_editor(&talk, "Black> ");
    assert_contains(talk.said.bytes, "?"); /* the other's pieces stand face down */
    cop_text_clear(&talk.said);
    conversation_type(&talk, "\020\020\n"); /* Ctrl-P: the line before, and the one before that */
    conversation_type(&talk, "resign\n");
    conversation_wait_for(&talk, "Black resigns.");
    assert_null(strstr(talk.said.bytes, "zebra"));
    assert_null(strstr(talk.said.bytes, "FB81"));
    leave(&talk);
}

static void a_swap_is_offered(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "twixt(size=6, swap=on)", "--seat", "2=human");
    answer(&talk, "White> ", "C3\n");
    conversation_wait_for(&talk, "You may also answer with swap; help says what it does.");
    answer(&talk, "Black> ", "sw\t\n");
    conversation_wait_for(&talk, "White> ");
    leave(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ctrl_c_at_the_prompt_leaves),
        cmocka_unit_test(lines_can_be_edited_at_a_terminal),
        cmocka_unit_test(tab_completes_a_move),
        cmocka_unit_test(tab_completes_a_command),
        cmocka_unit_test(tab_lists_what_is_possible),
        cmocka_unit_test(tab_lists_the_next_step_of_many_moves),
        cmocka_unit_test(tab_knows_the_later_moves_of_a_turn),
        cmocka_unit_test(tab_completes_the_name_of_a_file),
        cmocka_unit_test(thoughts_are_one_line_that_goes_away),
        cmocka_unit_test(thoughts_of_a_hidden_game_are_not_told),
        cmocka_unit_test(the_next_person_finds_nothing_of_the_one_before),
        cmocka_unit_test(a_swap_is_offered),
    };

    return cmocka_run_group_tests_name("play-terminal", tests, NULL, NULL);
}
