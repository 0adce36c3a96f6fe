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
    conversation_wait_for(&talk, "Yellow> ");
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
    conversation_wait_for_editor(&talk, "Yellow> ");
    conversation_type(&talk, "xy\b\bd\n");
    conversation_wait_for_editor(&talk, "Red> ");
    conversation_type(&talk, "\020\n"); /* Ctrl-P: the line before, which is d again */
    cop_text_clear(&talk.said);
    conversation_wait_for_editor(&talk, "Yellow> ");
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
    answer(&talk, "Yellow> ", "res\t\n");
    conversation_wait_for(&talk, "Yellow resigns. Red wins.");
    answer(&talk, "Over> ", "un\t\n");
    conversation_wait_for(&talk, "Yellow> ");
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
    answer(&talk, "Yellow> ", words);
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
    conversation_wait_for(&talk, "Yellow thinks  best ");
    conversation_wait_for(&talk,
                          "\033[1A\r\033[JYellow thinks  best "); /* drawn again in its place */
    cop_text_clear(&talk.said);
    kill(talk.id, SIGINT);
    conversation_wait_for(&talk, "\033[1A\r\033[JYellow: ");
    conversation_wait_for_editor(&talk, "Red> ");
    leave(&talk);
}

/* What an agent thinks of its hidden pieces is not for the other side. */
static void thoughts_of_a_hidden_game_are_not_told(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "stratego(size=4, setup=random)", "--seat", "1=mcts", "--seat",
                      "2=human", "--limit", "10h, memory=64M", "--seed", "1");
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

/* ---- What fits a screen ---- */

/* The word after "best " in what the adviser says. */
static void read_advice(const char *said, char *move, size_t room)
{
    const char *best = strstr(said, "best ");
    size_t length;

    assert_non_null(best);
    length = strcspn(best + 5, " \r\n");
    assert_in_range(length, 1, room - 2);
    snprintf(move, room, "%.*s\n", (int)length, best + 5);
}

static int count_lines(const char *said)
{
    int lines = 1;

    for (; *said != '\0'; said++)
        lines += *said == '\n';
    return lines;
}

/* From what is said after a typed move to the next prompt, both included. A live line of thoughts
 * is taken away again, with the line's end that it had. */
static int lines_of_a_turn(const char *game, const char *prompt, const char *position)
{
    struct conversation talk;
    char move[32];
    int lines, drawn = 0;

    start_at_terminal(&talk, game, "--limit", "sims=20, memory=16M",
                      position[0] ? "--moves" : "--seed", position[0] ? position : "1", "--seat",
                      "1=human");
    answer(&talk, prompt, "hint\n");
    conversation_wait_for(&talk, "best ");
    conversation_wait_for(&talk, prompt);
    read_advice(talk.said.bytes, move, sizeof move);
    answer(&talk, prompt, move);
    conversation_wait_for(&talk, prompt);
    for (const char *at = talk.said.bytes; (at = strstr(at, "\x1b[1A")) != NULL; at++)
        drawn++;
    lines = count_lines(talk.said.bytes) - 1 - drawn;
    leave(&talk);
    return lines;
}

static void every_game_fits_a_screen_of_24_lines(void **context)
{
    static const struct {
        const char *game, *prompt, *moves;
    } games[] = {
        {"connect4", "Yellow> ", ""},
        {"othello", "Black> ", ""},
        {"breakthrough", "White> ", ""},
        {"amazons", "White> ", ""},
        {"samegame", "Player> ", ""},
        {"fanorona", "White> ", ""},
        {"stratego", "White> ", ""},
        {"twixt", "White> ", "F6 C5 G8 D7 E4 F8"},
        {"focus", "Red> ", ""},
        {"focus(players=4)", "Red> ", ""},
        {"chinesecheckers", "Red> ", ""},
        {"chinesecheckers(players=6)", "Red> ", ""},
        {"ontop", "Blue> ", ""},
        {"rolit", "Red> ", ""},
        {"rolit(players=4)", "Red> ", ""},
        {"dice", "Red> ", ""},
        {"chancebreakthrough", "White> ", ""},
    };

    (void)context;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        int lines = lines_of_a_turn(games[i].game, games[i].prompt, games[i].moves);

        if (lines > 24)
            fail_msg("a turn of %s takes %d lines", games[i].game, lines);
    }
}

static void a_board_that_cannot_fit_says_so_once(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "twixt(size=24)", "--seat", "2=human");
    answer(&talk, "White> ", "L12\n");
    conversation_wait_for(&talk, "Black> ");
    assert_null(strstr(talk.said.bytes, "and the terminal has 24"));
    leave(&talk);
    start_at_terminal(&talk, "twixt(size=24)", "--seat", "2=human");
    conversation_wait_for_editor(&talk, "White> ");
    assert_contains(talk.said.bytes, "lines, and the terminal has 24.");
    assert_contains(talk.said.bytes, "coppice show --svg FILE");
    leave(&talk);
}

/* ---- Marked moves ---- */

static void moves_are_marked_on_the_board(void **context)
{
    struct conversation talk;

    (void)context;
    start_at_terminal(&talk, "amazons", "--seat", "2=human");
    answer(&talk, "White> ", "moves\n");
    conversation_wait_for(&talk, "d1... 544  g1... 544  a4... 544  j4... 544");
    assert_contains(talk.said.bytes, "(");
    answer(&talk, "White> ", "moves d1d7\n");
    conversation_wait_for(&talk, "d1d7-a10");
    answer(&talk, "White> ", "moves e5\n");
    conversation_wait_for(&talk, "No legal move begins with \"e5\".");
    leave(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_fits_a_screen_of_24_lines),
        cmocka_unit_test(a_board_that_cannot_fit_says_so_once),
        cmocka_unit_test(moves_are_marked_on_the_board),
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
