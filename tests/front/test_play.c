/* test_play.c - `coppice play` on the built program, through a pipe. */
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

static char path[] = "/tmp/coppice-play-XXXXXX";

static int make_file(void **context)
{
    int file = mkstemp(path);

    (void)context;
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **context)
{
    (void)context;
    return unlink(path);
}

static int count_of(const char *words, const char *part)
{
    int count = 0;

    for (const char *at = strstr(words, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

/* The program must have ended well and said this last. */
static void assert_farewell(struct conversation *talk, const char *words)
{
    size_t length = strlen(words);

    assert_int_equal(talk->status, 0);
    assert_true(talk->said.length >= length);
    assert_string_equal(talk->said.bytes + talk->said.length - length, words);
}

static void assert_saved(const char *words)
{
    char saved[4096] = "";
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_true(fread(saved, 1, sizeof saved - 1, file) > 0);
    fclose(file);
    assert_contains(saved, words);
}

/* ---- A conversation ---- */

static void two_people_play_to_the_end(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "1\n1\n2\n2\n3\n3\n4\n", "play", "connect4", "--seat", "2=human");
    assert_farewell(&talk, "\nYellow wins: four in a row.\n");
    assert_contains(talk.said.bytes, "1{X}{X}{X}{X} .  .  .\n");
    conversation_free(&talk);
}

static void an_agent_answers_and_says_what_it_thinks(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "d\n", "play", "connect4", "--limit", "sims=200, memory=8M");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "Yellow: human\nRed: alphabeta\n");
    assert_contains(talk.said.bytes, "\nRed: ");
    assert_contains(talk.said.bytes, "\n  best ");
    assert_contains(talk.said.bytes, "  value ");
    assert_contains(talk.said.bytes, "  line ");
    assert_int_equal(count_of(talk.said.bytes, "\n  a  b  c  d  e  f  g\n"), 2);
    conversation_free(&talk);
}

static void a_bad_move_is_explained_and_asked_again(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "h\n\nd\n", "play", "connect4", "--seat", "2=human");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "\"h\" is not a legal move for Yellow");
    assert_contains(talk.said.bytes, "--position \"7/7/7/7/7/3X3 O\"");
    conversation_free(&talk);
}

static void the_end_of_the_input_leaves_politely(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "", "play", "breakthrough(width=4, height=4)", "--limit", "memory=8M");
    assert_farewell(&talk, "The game is not finished. To go on with it:\n"
                           "  coppice play \"breakthrough(width=4, height=4)\" "
                           "--position \"bbbb/bbbb/wwww/wwww w\"\n");
    conversation_free(&talk);
    converse(&talk, "quit\nd\n", "play", "connect4", "--limit", "memory=8M");
    assert_farewell(&talk, "--position \"7/7/7/7/7/7 X\"\n");
    conversation_free(&talk);
}

static void help_and_moves_are_at_hand(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "help\nmoves\n", "play", "othello", "--limit", "memory=8M");
    assert_contains(talk.said.bytes, "  undo    take back your last move");
    assert_contains(talk.said.bytes, "Othello"); /* and the game's own lesson */
    assert_contains(talk.said.bytes, "\n  d3  c4  f5  e6\n");
    conversation_free(&talk);
}

static void help_is_broken_at_blanks(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "help\n", "play", "amazons", "--limit", "memory=8M");
    for (const char *line = talk.said.bytes; *line != '\0';) {
        size_t length = strcspn(line, "\n");

        assert_true(length <= 80);
        line += length + (line[length] == '\n');
    }
    conversation_free(&talk);
}

static void moves_can_be_listed_by_their_beginning(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "moves B\nmoves z\n", "play", "breakthrough", "--limit", "memory=8M");
    assert_contains(talk.said.bytes, "\n  b2a3  b2b3  b2c3\n");
    assert_contains(talk.said.bytes, "No legal move begins with \"z\".\n");
    conversation_free(&talk);
}

static void the_board_is_shown_again_on_request(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "board\n", "play", "connect4", "--limit", "memory=8M");
    assert_int_equal(count_of(talk.said.bytes, "\n  a  b  c  d  e  f  g\n"), 2);
    conversation_free(&talk);
}

static void the_welcome_has_an_example_of_a_move(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "", "play", "othello", "--limit", "memory=8M");
    assert_contains(talk.said.bytes, "Type a move such as d3, or help.\n");
    conversation_free(&talk);
}

static void a_turn_of_several_moves_is_one_line(void **context)
{
    static const char position[] = "9/2b2wbwb/9/1w1bb1b2/9 w";
    struct conversation talk;

    (void)context;
    converse(&talk, "b2-c2A-c3A\n", "play", "fanorona", "--position", position, "--seat",
             "2=human");
    assert_contains(talk.said.bytes, "--position \"9/5wbwb/2w6/6b2/9 b\"\n");
    conversation_free(&talk);
    /* Not the other side's moves, and nothing at all if something is wrong. */
    converse(&talk, "b2-c2A-c3A g4-f3\nb2-c2A-d2A\n", "play", "fanorona", "--position", position,
             "--seat", "2=human");
    assert_int_equal(count_of(talk.said.bytes, "is not a legal move for White"), 2);
    assert_contains(talk.said.bytes, "--position \"9/2b2wbwb/9/1w1bb1b2/9 w\"\n");
    conversation_free(&talk);
    converse(&talk, "FB81\n", "play", "stratego(size=4, setup=moves)", "--seat", "2=random");
    assert_contains(talk.said.bytes, "\n1 OF  OB  O8  O1    F Flag 1, 1\n");
    conversation_free(&talk);
}

/* Without options an army stands, which is changed by names and exchanges until the start. */
static void an_army_is_arranged_before_the_game(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "bluff\nbalanced\nswap a1 b1\nswap a1 c4\nmirror\nstart\nboard\n", "play",
             "stratego(size=4)", "--seat", "2=random", "--seed", "4");
    assert_contains(talk.said.bytes, "Stratego, stratego(size=4, setup=arranged)\n");
    assert_contains(talk.said.bytes, "start, balanced, bluff, mirror");
    assert_contains(talk.said.bytes, "\n1 OF  OB  O8  O1\n");
    assert_contains(talk.said.bytes, "\n1[OB][OF] O8  O1\n");
    assert_contains(talk.said.bytes, "\"swap a1 c4\" is not a legal move for White");
    assert_contains(talk.said.bytes, "\n1 O1  O8  OF  OB ");
    conversation_free(&talk);
    converse(&talk, "", "play", "stratego(size=4, setup=random)", "--seat", "2=random");
    assert_contains(talk.said.bytes, "Stratego, stratego(size=4)\n");
    conversation_free(&talk);
    converse(&talk, "new stratego(size=5)\nhint\n", "play", "othello");
    assert_contains(talk.said.bytes, "Stratego, stratego(size=5, setup=arranged)\n");
    assert_contains(talk.said.bytes, "best start  played without thinking");
    conversation_free(&talk);
}

/* Stratego: what the other side places stands face down, in words, thoughts and pictures. */
static void secret_moves_are_not_told(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "F\nB\n8\n1\n", "play", "stratego(size=4, setup=moves)", "--limit",
             "sims=20, memory=8M");
    assert_int_equal(talk.status, 0);
    assert_int_equal(count_of(talk.said.bytes, "\nBlack has made a move that nobody else sees.\n"),
                     4);
    assert_int_equal(count_of(talk.said.bytes, "\nBlack: "), 1); /* who plays */
    assert_null(strstr(talk.said.bytes, "best "));
    assert_contains(talk.said.bytes, "\n4 X?  X?  X?  X?    1 Marshal 1, 1\n");
    conversation_free(&talk);
    converse(&talk, "F\n", "play", "stratego(size=4, setup=moves)", "--seat", "1=random", "--seat",
             "2=human", "--limit", "memory=8M");
    assert_int_equal(count_of(talk.said.bytes, "\nWhite has made a move that nobody else sees.\n"),
                     4);
    assert_int_equal(count_of(talk.said.bytes, "\nWhite: "), 1);
    assert_contains(talk.said.bytes, "\nType a move, or help.\n");
    assert_int_equal(count_of(talk.said.bytes, "["), 1); /* his own flag */
    conversation_free(&talk);
}

/* Who has seen everything cannot go on as if not: not after a look at the end, not from the file of
 * such a game, and not from the other chair. */
static void a_game_that_was_seen_goes_on_openly(void **context)
{
    static const char *const openly = "\nAll pieces have been seen, so this game goes on openly.\n";
    struct conversation talk;

    (void)context;
    converse(&talk, "resign\nboard\nundo\nboard\n", "play", "stratego(size=4)", "--seat",
             "2=random", "--seed", "4", "--save", path);
    assert_contains(talk.said.bytes, openly);
    assert_int_equal(count_of(talk.said.bytes, "X?"), 4); /* on the first board only */
    assert_saved("KV[all]");
    conversation_free(&talk);
    converse(&talk, "board\n", "play", "--sgf", path);
    assert_contains(talk.said.bytes, openly);
    assert_int_equal(count_of(talk.said.bytes, "X?"), 0);
    conversation_free(&talk);
    converse(&talk, "board\n", "play", "stratego(size=4)", "--seat", "2=random", "--seed", "4",
             "--save", path);
    assert_null(strstr(talk.said.bytes, openly));
    conversation_free(&talk);
    converse(&talk, "board\n", "play", "--sgf", path); /* kept and gone on with, as a secret */
    assert_null(strstr(talk.said.bytes, openly));
    assert_true(count_of(talk.said.bytes, "X?") > 0);
    conversation_free(&talk);
    converse(&talk, "", "play", "--sgf", path, "--seat", "1=random", "--seat", "2=human");
    assert_contains(talk.said.bytes, openly);
    conversation_free(&talk);
}

/* Whatever the adviser had the time to find out. */
static void a_hint_says_what_is_certain(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "hint\n", "play", "connect4(width=4, height=4)", "--moves", "a b a b a b",
             "--limit", "sims=10, memory=8M", "--seed", "1");
    assert_contains(talk.said.bytes,
                    "  certain: a wins in 1, b proven draw, c loses in 2, d loses in 2\n");
    conversation_free(&talk);
}

static void a_hint_changes_nothing(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "hint\nhint\n", "play", "connect4", "--limit", "sims=100, memory=8M");
    assert_int_equal(count_of(talk.said.bytes, "  best "), 2);
    assert_farewell(&talk, "--position \"7/7/7/7/7/7 X\"\n");
    conversation_free(&talk);
}

static void undo_goes_back_to_ones_own_decision(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "d\nundo\nundo\n", "play", "connect4", "--limit", "sims=100, memory=8M");
    assert_contains(talk.said.bytes, "There is no move of yours to take back.\n");
    assert_farewell(&talk, "--position \"7/7/7/7/7/7 X\"\n");
    conversation_free(&talk);
    /* Also into the moves that were there before. */
    converse(&talk, "undo\n", "play", "connect4", "--seat", "2=human", "--moves", "4455");
    assert_farewell(&talk, "--position \"7/7/7/7/3O3/3X3 X\"\n");
    conversation_free(&talk);
}

/* Black has to pass after these moves. A pass that is made by itself cannot be what is taken back:
 * it would be made again at once. */
static void undo_goes_back_past_a_pass(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "b3\nundo\nb4\n", "play", "othello(size=6)", "--seat", "2=human", "--moves",
             "d5 e3 f2 f3 e2 d1 d2 e5 c2 b2 c5 c1 f6 e1 a2 a1 b4 f1");
    assert_int_equal(talk.status, 0);
    assert_int_equal(count_of(talk.said.bytes, "Black has to pass."), 1);
    assert_null(strstr(talk.said.bytes, "not a legal"));
    conversation_free(&talk);
}

/* The search after an undo is the search of a game that went there directly. */
static void undo_leaves_no_trace_in_the_agent(void **context)
{
    struct conversation with, without;

    (void)context;
    converse(&with, "a\nundo\nd\n", "play", "connect4", "--limit", "sims=500, memory=8M", "--seed",
             "3");
    converse(&without, "d\n", "play", "connect4", "--limit", "sims=500, memory=8M", "--seed", "3");
    assert_string_equal(strstr(with.said.bytes, "  coppice play"),
                        strstr(without.said.bytes, "  coppice play"));
    conversation_free(&with);
    conversation_free(&without);
}

static void forced_passes_are_played_and_said(void **context)
{
    struct conversation talk;

    (void)context;
    /* White cannot move; Black takes the last corner afterwards. */
    converse(&talk, "d4\n", "play", "othello(size=4)", "--seat", "2=human", "--position",
             "XXXXXXXXXXXXXXO- O");
    assert_contains(talk.said.bytes, "White has to pass.\n");
    assert_farewell(&talk, "Black wins by 16: the other side has no disc left.\n");
    conversation_free(&talk);
}

static void resigning_ends_the_game(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "d\nresign\n", "play", "connect4", "--seat", "2=human", "--save", path);
    assert_farewell(&talk, "Red resigns. Yellow wins.\n");
    assert_saved("RE[B+R]");
    conversation_free(&talk);
}

/* Of three the one who resigns has lost, and the others share the win. */
static void resigning_among_several_has_a_result(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "resign\n", "play", "rolit(players=3)", "--save", path, "--limit", "memory=8M");
    assert_farewell(&talk, "Red resigns. The others share the win.\n");
    assert_saved("RE[0 0.5 0.5 (Red resigned)]");
    conversation_free(&talk);
}

static void a_resignation_can_be_taken_back(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "d\nresign\na\nundo\nd\n", "play", "connect4", "--seat", "2=human", "--save",
             path);
    assert_contains(talk.said.bytes, "Red resigns. Yellow wins.\nThe game is over. Type new");
    assert_contains(talk.said.bytes, "To go on with it:\n  coppice play --sgf \"");
    assert_saved("PW[human]DT["); /* without a result between them */
    assert_saved("B[d];W[d]");
    conversation_free(&talk);
}

static void the_last_move_of_a_finished_game_can_be_taken_back(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "4\nundo\n", "play", "connect4", "--seat", "2=human", "--moves", "112233");
    assert_contains(talk.said.bytes, "\nYellow wins: four in a row.\n");
    assert_farewell(&talk, "--position \"7/7/7/7/OOO4/XXX4 X\"\n");
    conversation_free(&talk);
}

static void another_game_follows(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "4\nnew\nc\nnew nonsense\nnew othello(size=6)\n", "play", "connect4", "--seat",
             "2=human", "--moves", "112233", "--limit", "memory=8M");
    assert_int_equal(
        count_of(talk.said.bytes, "Connect Four, connect4\nYellow: human\nRed: human\n"), 2);
    assert_contains(talk.said.bytes, "--position \"7/7/7/7/7/2X4 O\"\n");
    assert_contains(talk.said.bytes, "there is no game \"nonsense\"");
    assert_contains(talk.said.bytes,
                    "Black: human\nWhite: alphabeta(reduce=2, reduce_rate=0.9, probcut=1.5)\n");
    conversation_free(&talk);
}

/* Another game is kept beside the one before, not in its place. */
static void another_game_does_not_cost_the_saved_one(void **context)
{
    struct conversation talk;
    char second[sizeof path + 8];

    (void)context;
    snprintf(second, sizeof second, "%s-2", path);
    converse(&talk, "d\nnew\nc\n", "play", "connect4", "--seat", "2=human", "--save", path);
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "This game is kept in ");
    assert_saved("B[d]");
    assert_int_equal(unlink(second), 0);
    conversation_free(&talk);
}

static void agents_can_play_alone(void **context)
{
    struct conversation first, second, other;

    (void)context;
    converse(&first, "", "play", "connect4", "--seat", "1=random", "--seat", "2=random", "--seed",
             "5");
    converse(&second, "", "play", "connect4", "--seat", "1=random", "--seat", "2=random", "--seed",
             "5");
    converse(&other, "", "play", "connect4", "--seat", "1=random", "--seat", "2=random", "--seed",
             "6");
    assert_int_equal(first.status, 0);
    assert_null(strstr(first.said.bytes, "not finished"));
    assert_null(strstr(first.said.bytes, "Type a move"));
    assert_int_equal(count_of(first.said.bytes, "\nYellow: "),
                     count_of(second.said.bytes, "\nYellow: "));
    assert_string_equal(strrchr(first.said.bytes, '['), strrchr(second.said.bytes, '['));
    assert_string_not_equal(strrchr(first.said.bytes, '['), strrchr(other.said.bytes, '['));
    conversation_free(&first);
    conversation_free(&second);
    conversation_free(&other);
}

/* The first of the legal moves that the answer to a wrong one names. */
static void read_legal_move(struct conversation *talk, char *move, size_t size)
{
    const char *names;
    size_t length;

    conversation_wait_for(talk, "; legal: ");
    conversation_type(talk, "moves nonsense\n");
    conversation_wait_for(talk, "No legal move begins with \"nonsense\".\n");
    names = strstr(talk->said.bytes, "; legal: ") + strlen("; legal: ");
    length = strcspn(names, ", \n");
    assert_true(length > 0 && length < size - 1);
    snprintf(move, size, "%.*s\n", (int)length, names);
}

/* Somebody who knows nothing of a game tries everything that help names. */
static void look_around(const char *game)
{
    struct conversation talk;
    char move[64];

    conversation_start(
        &talk, false,
        (const char *const[]){"play", game, "--limit", "sims=20, memory=32M", "--seed", "1", NULL});
    conversation_type(&talk, "help\nboard\nhint\nnonsense\n");
    conversation_wait_for(&talk, "Anything else is a move.\n");
    conversation_wait_for(&talk, "  best ");
    read_legal_move(&talk, move, sizeof move);
    conversation_type(&talk, move);
    conversation_type(&talk, "undo\nmoves\nresign\n");
    conversation_end(&talk);
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "\"nonsense\" is not a legal move for ");
    assert_contains(talk.said.bytes, " resigns.");
    assert_null(strstr(talk.said.bytes, "There is no move of yours to take back."));
    conversation_free(&talk);
}

static void a_stranger_finds_his_way_in_every_game(void **context)
{
    struct program program;
    json_t *games, *game;
    size_t index;

    (void)context;
    run(&program, "games", "--json");
    assert_done(&program);
    games = read_json(program.output);
    assert_true(json_array_size(games) >= 12);
    json_array_foreach(games, index, game)
        look_around(json_string_value(json_object_get(game, "name")));
    json_decref(games);
    program_free(&program);
}

/* ---- Saving ---- */

static void a_saved_game_goes_on_later(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "d\nd\n", "play", "connect4", "--seat", "2=human", "--save", path);
    assert_saved("B[d];W[d]");
    assert_saved("PB[human]PW[human]");
    conversation_free(&talk);
    converse(&talk, "undo\nundo\n", "play", "connect4", "--seat", "2=human", "--sgf", path);
    assert_contains(talk.said.bytes, "There is no move of yours to take back.\n");
    assert_farewell(&talk, "--position \"7/7/7/7/7/7 X\"\n");
    conversation_free(&talk);
}

/* The file says which game it is and where people sat. */
static void a_file_is_enough_to_go_on(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "d\n", "play", "connect4", "--seat", "1=random", "--seat", "2=human", "--save",
             path);
    assert_contains(talk.said.bytes, "coppice play --sgf \"/tmp/coppice-play-");
    conversation_free(&talk);
    converse(&talk, "", "play", "--sgf", path, "--limit", "memory=8M");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "Yellow: alphabeta\nRed: human\n");
    conversation_free(&talk);
    converse(&talk, "", "play");
    assert_int_equal(talk.status, 2);
    assert_contains(talk.said.bytes,
                    "which game? Name one, such as connect4, or a file with --sgf");
    conversation_free(&talk);
}

static void the_save_command_names_its_file(void **context)
{
    struct conversation talk;
    char words[128];

    (void)context;
    snprintf(words, sizeof words, "c\nsave %s\nsave\nsave /dev/full\n", path);
    converse(&talk, words, "play", "connect4", "--seat", "2=human");
    assert_contains(talk.said.bytes, "Saved in ");
    assert_contains(talk.said.bytes, "Save it where?");
    assert_contains(talk.said.bytes, "cannot write /dev/full: No space left on device\n");
    assert_saved("B[c]");
    conversation_free(&talk);
}

static void a_place_where_nothing_can_be_saved_is_found_at_once(void **context)
{
    struct program program;

    (void)context;
    run(&program, "play", "connect4", "--seat", "2=human", "--save", "/dev/full");
    assert_refused(&program, 1, "cannot write /dev/full: No space left on device");
    run(&program, "play", "connect4", "--seat", "2=human", "--save", "/nowhere/game.sgf");
    assert_refused(&program, 1, "cannot write /nowhere/game.sgf: No such file or directory");
}

/* ---- Wrong usage ---- */

static void wrong_seats_are_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "play", "connect4", "--seat", "3=human");
    assert_refused(&program, 2, "--seat 3=human: connect4 has the seats 1 to 2");
    run(&program, "play", "connect4", "--seat", "human");
    assert_refused(&program, 2, "--seat human is not understood");
    run(&program, "play", "connect4", "--seat", "2=");
    assert_refused(&program, 2, "--seat 2= does not say who plays");
    run(&program, "play", "connect4", "--seat", "2=mc", "--seat", "1=human", "--seat", "2=mcts");
    assert_refused(&program, 2, "--seat 2= is given twice");
    run(&program, "play", "connect4", "--seat", "2=mc", "--level", "easy");
    assert_refused(&program, 2, "--level: every seat has its player already");
    run(&program, "play", "connect4", "--seat", "2=mtcs");
    assert_refused(&program, 2, "mtcs");
}

static void a_clock_is_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "play", "connect4", "--limit", "clock=5m");
    assert_refused(&program, 2, "a clock is for whole games of a match");
    run(&program, "play", "connect4", "--seat", "2=mcts", "--limit", "depth=2");
    assert_refused(&program, 2, "a depth alone does not end this search");
}

static void a_limit_that_is_none_is_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "play", "connect4", "--limit", "sims=0");
    assert_refused(&program, 2, "the limit 'sims=0' never ends a search");
    run(&program, "play", "connect4", "--limit", "0s, threads=2");
    assert_refused(&program, 2, "never ends a search");
}

/* ---- Signals ---- */

static void ctrl_c_makes_an_agent_move_at_once(void **context)
{
    struct conversation talk;

    (void)context;
    conversation_start(&talk, false,
                       (const char *const[]){"play", "connect4", "--seat", "1=mcts", "--seat",
                                             "2=human", "--limit", "10h, memory=64M", NULL});
    conversation_wait_for(&talk, "Type a move");
    kill(talk.id, SIGINT);
    conversation_wait_for(&talk, "\nYellow: ");
    conversation_wait_for(&talk, "a  b  c  d  e  f  g\n");
    conversation_type(&talk, "quit\n");
    conversation_end(&talk);
    assert_int_equal(talk.status, 0);
    conversation_free(&talk);
}

/* ---- With tiny games, for what the three games do not have ---- */

static int use_tiny_games(void **context)
{
    (void)context;
    return setenv("COPPICE", getenv("COPPICE_TINY"), 1);
}

static void chance_is_rolled_and_announced(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "safe\nrisky\nsafe\nsafe\nsafe\n", "play", "tiny_race", "--seat", "2=human",
             "--seed", "48");
    assert_int_equal(talk.status, 0);
    assert_true(count_of(talk.said.bytes, "\nChance: ") == 5);
    assert_null(strstr(talk.said.bytes, "not finished"));
    conversation_free(&talk);
}

/* Taking back goes past the roll to the choice of the die. */
static void undo_goes_back_past_chance(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "safe\nundo\nundo\n", "play", "tiny_race", "--seat", "2=human", "--moves",
             "risky +4");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "There is no move of yours to take back.\n");
    conversation_free(&talk);
}

static void a_secret_is_kept(void **context)
{
    struct conversation talk;

    (void)context;
    /* The first player guesses at a coin that only the second one sees. */
    converse(&talk, "moves\n", "play", "tiny_coin(heads=1)", "--limit", "memory=8M");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "mcts(reuse=on)\n");
    assert_contains(talk.said.bytes, "+?");
    assert_farewell(&talk, "The game is not finished.\n");
    conversation_free(&talk);
}

static void three_players_and_one_player_can_play(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "", "play", "tiny_three", "--seat", "1=random", "--seat", "2=random", "--seat",
             "3=random", "--seed", "1");
    assert_int_equal(talk.status, 0);
    assert_null(strstr(talk.said.bytes, "not finished"));
    conversation_free(&talk);
    converse(&talk, "", "play", "tiny_puzzle", "--seat", "1=random", "--seed", "1");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "The score is ");
    conversation_free(&talk);
}

/* ---- How a game is begun ---- */

static void a_game_alone_is_played(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "quit\n", "othello");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "Black: human");
    conversation_free(&talk);
    converse(&talk, "quit\n", "Connect4(width=5)", "--seat", "2=human");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "connect4(width=5)");
    assert_contains(talk.said.bytes, "Red: human");
    conversation_free(&talk);
    converse(&talk, "", "connect4(wide=5)");
    assert_int_equal(talk.status, 2);
    assert_contains(talk.said.bytes, "did you mean width?");
    conversation_free(&talk);
}

static void moves_mark_the_cells_that_come_next(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "moves\nmoves b2\nb2b3\nquit\n", "play", "breakthrough(width=3, height=5)",
             "--seat", "2=human", "--position", "bbb/bbb/1w1/1ww/www w");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "3 . (O) .\n2 . (O)(O)\n1(O)(O) O\n");
    conversation_free(&talk);
    converse(&talk, "moves b3\nquit\n", "play", "breakthrough(width=3, height=5)", "--seat",
             "2=human", "--position", "bbb/bbb/1w1/1ww/www w");
    assert_contains(talk.said.bytes, "4(X) X (X)\n3 . [O] .\n");
    assert_contains(talk.said.bytes, "b3xa4  b3xc4\n");
    conversation_free(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_alone_is_played),
        cmocka_unit_test(moves_mark_the_cells_that_come_next),
        cmocka_unit_test(two_people_play_to_the_end),
        cmocka_unit_test(an_agent_answers_and_says_what_it_thinks),
        cmocka_unit_test(a_bad_move_is_explained_and_asked_again),
        cmocka_unit_test(the_end_of_the_input_leaves_politely),
        cmocka_unit_test(help_and_moves_are_at_hand),
        cmocka_unit_test(help_is_broken_at_blanks),
        cmocka_unit_test(moves_can_be_listed_by_their_beginning),
        cmocka_unit_test(the_board_is_shown_again_on_request),
        cmocka_unit_test(the_welcome_has_an_example_of_a_move),
        cmocka_unit_test(a_turn_of_several_moves_is_one_line),
        cmocka_unit_test(an_army_is_arranged_before_the_game),
        cmocka_unit_test(secret_moves_are_not_told),
        cmocka_unit_test(a_game_that_was_seen_goes_on_openly),
        cmocka_unit_test(a_hint_says_what_is_certain),
        cmocka_unit_test(a_hint_changes_nothing),
        cmocka_unit_test(undo_goes_back_to_ones_own_decision),
        cmocka_unit_test(undo_goes_back_past_a_pass),
        cmocka_unit_test(undo_leaves_no_trace_in_the_agent),
        cmocka_unit_test(forced_passes_are_played_and_said),
        cmocka_unit_test(resigning_ends_the_game),
        cmocka_unit_test(resigning_among_several_has_a_result),
        cmocka_unit_test(a_resignation_can_be_taken_back),
        cmocka_unit_test(the_last_move_of_a_finished_game_can_be_taken_back),
        cmocka_unit_test(another_game_follows),
        cmocka_unit_test(another_game_does_not_cost_the_saved_one),
        cmocka_unit_test(agents_can_play_alone),
        cmocka_unit_test(a_stranger_finds_his_way_in_every_game),
        cmocka_unit_test(a_saved_game_goes_on_later),
        cmocka_unit_test(a_file_is_enough_to_go_on),
        cmocka_unit_test(the_save_command_names_its_file),
        cmocka_unit_test(a_place_where_nothing_can_be_saved_is_found_at_once),
        cmocka_unit_test(wrong_seats_are_refused),
        cmocka_unit_test(a_clock_is_refused),
        cmocka_unit_test(a_limit_that_is_none_is_refused),
        cmocka_unit_test(ctrl_c_makes_an_agent_move_at_once),
        cmocka_unit_test_setup(chance_is_rolled_and_announced, use_tiny_games),
        cmocka_unit_test_setup(undo_goes_back_past_chance, use_tiny_games),
        cmocka_unit_test_setup(a_secret_is_kept, use_tiny_games),
        cmocka_unit_test_setup(three_players_and_one_player_can_play, use_tiny_games),
    };

    return cmocka_run_group_tests_name("play", tests, make_file, remove_file);
}
