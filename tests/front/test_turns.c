/* test_turns.c - an agent that decides a whole turn is asked once a turn, whoever plays for it:
 * match, session, line protocol and server; and is asked anew when the turn is interrupted. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "front/gtp/gtp.h"
#include "match/play.h"
#include "match/session.h"
#include "serve_check.h"

/* In the Amazons with split=on a turn is two moves: of a queen, and of her arrow. */
#define GAME  "amazons(size=6, split=on)"
#define WHOLE "mcts(turn=whole)"

/* ---- How often an agent is asked ---- */

static atomic_int asked;

/* The names are the linker's. NOLINTBEGIN(bugprone-reserved-identifier) */
bool __real_cop_agent_think(struct cop_agent *agent, const void *state,
                            const struct cop_limits *limits, const struct cop_watch *watch,
                            struct cop_report *report, struct cop_error *error);
bool __wrap_cop_agent_think(struct cop_agent *agent, const void *state,
                            const struct cop_limits *limits, const struct cop_watch *watch,
                            struct cop_report *report, struct cop_error *error);

bool __wrap_cop_agent_think(struct cop_agent *agent, const void *state,
                            const struct cop_limits *limits, const struct cop_watch *watch,
                            struct cop_report *report, struct cop_error *error)
{
    atomic_fetch_add(&asked, 1);
    return __real_cop_agent_think(agent, state, limits, watch, report, error);
}
/* NOLINTEND(bugprone-reserved-identifier) */

static int forget_asked(void **context)
{
    (void)context;
    atomic_store(&asked, 0);
    return 0;
}

static void wait_until_asked(int times)
{
    while (atomic_load(&asked) < times)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void assert_asked(int times)
{
    assert_int_equal(atomic_load(&asked), times);
}

static struct cop_limits limits_of(const char *words)
{
    struct cop_limits limits;
    struct cop_error error;

    if (!cop_limits_parse(words, &limits, &error))
        fail_msg("%s", error.message);
    return limits;
}

/* ---- Matches ---- */

/* One game between two agents of this kind. */
static void play_game(const char *spec, const char *agent, struct cop_game_result *result)
{
    struct cop_limits limits = limits_of("sims=400, memory=8M");
    struct cop_game *game = cop_game_open(spec, NULL);
    struct cop_play play = {.game = game, .limits = {&limits, &limits}, .game_seed = 3};
    struct cop_text sgf = COP_TEXT;
    struct cop_error error = {""};

    for (int seat = 0; seat < 2; seat++)
        play.agents[seat] = cop_agent_open(game, agent, &limits.means, NULL);
    if (cop_play(&play, result, &sgf, &error) != COP_PLAY_FINISHED)
        fail_msg("%s", error.message);
    for (int seat = 0; seat < 2; seat++)
        cop_agent_close(play.agents[seat]);
    cop_text_free(&sgf);
    cop_game_close(game);
}

/* A queen's only move is made without looking further than the move, and then the arrow is asked
 * for; else one search is the whole turn. A search is counted where there is a choice. */
static void a_match_asks_once_a_turn(void **context)
{
    struct cop_game_result result;
    int turns, searches;

    (void)context;
    play_game(GAME, WHOLE, &result);
    turns = result.plies / 2;
    searches = result.seats[0].searches + result.seats[1].searches;
    assert_true(turns > 8);
    assert_in_range(atomic_load(&asked), turns, turns + 3);
    assert_in_range(searches, turns - 3, turns);
    for (int seat = 0; seat < 2; seat++)
        assert_true(result.seats[seat].sims <= 400 * (int64_t)(turns / 2 + 2));
}

static void an_agent_that_decides_moves_is_asked_for_each(void **context)
{
    struct cop_game_result result;

    (void)context;
    play_game(GAME, "mcts", &result);
    assert_asked(result.plies);
}

/* Chains of captures have one move or many, which only the search can tell. */
static void chains_of_captures_are_turns(void **context)
{
    struct cop_game_result result;

    (void)context;
    play_game("fanorona(width=5, height=5)", WHOLE, &result);
    assert_true(atomic_load(&asked) < result.plies);
}

/* ---- Sessions ---- */

static void open_session(struct cop_session *session, const char *moves, const char *agent)
{
    const struct cop_limits limits = limits_of("sims=400, memory=8M");
    const char *specs[COP_PLAYERS_MAX] = {agent, agent};
    struct cop_setup setup;
    struct cop_error error = {""};

    if (!cop_setup_read(&setup, &(struct cop_setup_words){.spec = GAME, .moves = moves}, &error) ||
        !cop_session_open(session, &setup, specs, &limits, 1, 7, &error))
        fail_msg("%s", error.message);
}

/* Lets whoever's turn it is think. */
static struct cop_report think(struct cop_session *session, const struct cop_watch *watch)
{
    struct cop_report report;
    struct cop_error error = {""};

    if (!cop_session_think(session, watch, &report, &error))
        fail_msg("%s", error.message);
    return report;
}

static void play_on(struct cop_session *session, int plies)
{
    for (int i = 0; i < plies; i++)
        cop_session_play(session, think(session, NULL).best);
}

static void a_session_asks_once_a_turn(void **context)
{
    struct cop_session session;

    (void)context;
    open_session(&session, NULL, WHOLE);
    for (int turn = 0; turn < 3; turn++) {
        struct cop_report first = think(&session, NULL), second;

        assert_int_equal(first.turn_length, 2);
        assert_int_equal(first.sims, 400);
        cop_session_play(&session, first.best);
        second = think(&session, NULL);
        assert_int_equal(second.best, first.line[1]);
        assert_int_equal(second.turn_length, 0);
        assert_int_equal(second.sims + second.nodes, 0);
        assert_true(isnan(second.value[0]) && second.seconds == 0);
        cop_session_play(&session, second.best);
        assert_asked(turn + 1);
    }
    cop_session_close(&session);
}

static void a_turn_that_is_taken_back_is_decided_anew(void **context)
{
    struct cop_session session;

    (void)context;
    open_session(&session, NULL, WHOLE);
    play_on(&session, 1);
    cop_session_go(&session, 0);
    cop_session_go(&session, 1); /* the same position, but somebody has been elsewhere */
    play_on(&session, 1);
    assert_asked(2);
    cop_session_go(&session, 0);
    play_on(&session, 2);
    assert_asked(3);
    play_on(&session, 1);
    cop_session_go(&session, 3); /* a resignation was taken back */
    play_on(&session, 1);
    assert_asked(5);
    cop_session_close(&session);
}

static void stop_after_a_while(void *context, const struct cop_report *report)
{
    if (report->sims > 1000)
        atomic_store((atomic_bool *)context, true);
}

static void a_stopped_search_decides_one_move(void **context)
{
    atomic_bool stop = false;
    const struct cop_watch watch = {
        .stop = &stop, .period = 0.001, .progress = stop_after_a_while, .context = &stop};
    struct cop_session session;
    struct cop_report first;

    (void)context;
    open_session(&session, NULL, WHOLE);
    session.limits.sims = INT64_C(1000000000);
    first = think(&session, &watch);
    assert_int_equal(first.turn_length, 2);
    cop_session_play(&session, first.best);
    session.limits.sims = 400;
    play_on(&session, 1);
    assert_asked(2);
    cop_session_close(&session);
}

/* Somebody has played another arrow for the agent, and one of the opponent's. */
static void another_move_ends_a_plan(void **context)
{
    struct cop_session session;
    struct cop_report first;
    cop_move moves[512];

    (void)context;
    open_session(&session, NULL, WHOLE);
    first = think(&session, NULL);
    cop_session_play(&session, first.best);
    session.game->rules->moves(session.game, cop_course_now(&session.course), moves);
    cop_session_play(&session, moves[moves[0] == first.line[1]]);
    play_on(&session, 1);
    assert_asked(2);
    cop_session_close(&session);
}

/* A game that goes on from its record knows the moves, not what was thought. */
static void a_game_that_is_resumed_is_thought_about(void **context)
{
    struct cop_session session;
    struct cop_text words = COP_TEXT;

    (void)context;
    open_session(&session, NULL, WHOLE);
    cop_session_play(&session, think(&session, NULL).best);
    session.game->rules->write_move(session.game, cop_course_state(&session.course, 0),
                                    session.course.record.moves[0], &words);
    cop_session_close(&session);
    open_session(&session, words.bytes, WHOLE);
    play_on(&session, 1);
    assert_asked(2);
    cop_session_close(&session);
    cop_text_free(&words);
}

static void sessions_of_other_agents_are_as_they_were(void **context)
{
    struct cop_session session;

    (void)context;
    open_session(&session, NULL, "mcts");
    play_on(&session, 4);
    assert_asked(4);
    cop_session_close(&session);
}

/* ---- The line protocol ---- */

static void hear_reply(void *context, const char *bytes, size_t length)
{
    cop_text_add_bytes(context, bytes, length);
}

static bool has_no_input(void *context, bool waits)
{
    (void)context, (void)waits;
    return false;
}

static struct cop_gtp *open_gtp(struct cop_text *said)
{
    const struct cop_gtp_host host = {
        .say = hear_reply, .has_input = has_no_input, .context = said};
    struct cop_error error = {""};
    struct cop_gtp *gtp = cop_gtp_open(GAME, WHOLE, "sims=400, memory=8M", &host, &error);

    if (gtp == NULL)
        fail_msg("%s", error.message);
    return gtp;
}

/* The reply to a command that must be understood; valid until the next one. */
static const char *command(struct cop_gtp *gtp, struct cop_text *said, const char *words)
{
    cop_text_clear(said);
    cop_gtp_hear(gtp, words, strlen(words));
    if (said->bytes[0] != '=')
        fail_msg("%s: %s", words, said->bytes);
    return said->bytes;
}

static void genmove_asks_once_a_turn(void **context)
{
    struct cop_text said = COP_TEXT;
    struct cop_gtp *gtp = open_gtp(&said);

    (void)context;
    for (int turn = 0; turn < 3; turn++) {
        const char *words = turn % 2 == 0 ? "genmove b" : "genmove w";

        command(gtp, &said, words);
        assert_asked(turn + 1);
        command(gtp, &said, words);
        assert_asked(turn + 1);
    }
    cop_gtp_close(gtp);
    cop_text_free(&said);
}

static void genmove_asks_anew_after_what_changes_the_game(void **context)
{
    static const char *const changes[] = {"undo", "clear_board", "coppice-limit sims=300"};
    struct cop_text said = COP_TEXT;
    struct cop_gtp *gtp = open_gtp(&said);

    (void)context;
    for (int i = 0; i < 3; i++) {
        command(gtp, &said, "clear_board");
        atomic_store(&asked, 0);
        command(gtp, &said, "genmove b");
        command(gtp, &said, changes[i]);
        command(gtp, &said, "genmove b");
        assert_asked(2);
    }
    cop_gtp_close(gtp);
    cop_text_free(&said);
}

/* A question in between is answered by a search and changes nothing. */
static void reg_genmove_leaves_the_turn_alone(void **context)
{
    struct cop_text said = COP_TEXT;
    struct cop_gtp *gtp = open_gtp(&said);

    (void)context;
    command(gtp, &said, "genmove b");
    command(gtp, &said, "reg_genmove b");
    assert_asked(2);
    command(gtp, &said, "genmove b");
    assert_asked(2);
    cop_gtp_close(gtp);
    cop_text_free(&said);
}

/* ---- The server ---- */

static void new_game(const char *limit, char id[COP_ID_LENGTH + 1])
{
    char body[256];

    snprintf(body, sizeof body,
             "{\"game\": \"" GAME "\", \"seats\": [{\"who\": \"" WHOLE
             "\", \"limit\": \"%s\"}, {\"who\": \"human\"}]}",
             limit);
    new_table(&server, body, id);
}

static bool has_value(const json_t *state, size_t move)
{
    const json_t *row = json_array_get(json_object_get(state, "history"), move);

    assert_non_null(row);
    return json_is_array(json_object_get(row, "value"));
}

static void a_table_asks_once_a_turn(void **context)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)context;
    new_game("sims=400", id);
    state = wait_for_turn(&server, id, "1");
    assert_int_equal(number_in(state, "ply"), 2);
    assert_asked(1);
    assert_true(has_value(state, 0));
    assert_false(has_value(state, 1)); /* nobody has thought of it */
    json_decref(state);
}

/* Who stops a search, be it long enough for a turn, gets the move that it has, and the agent thinks
 * about the next one. */
static void a_table_asks_anew_after_a_stop(void **context)
{
    char id[COP_ID_LENGTH + 1];

    (void)context;
    new_game("10m", id);
    json_decref(wait_for_ply(&server, id, 0));
    wait_until_asked(1);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    tell(&server, "POST", at_table(id, "/stop"), "{}", 200);
    json_decref(wait_for_ply(&server, id, 1));
    wait_until_asked(2);
    tell(&server, "POST", at_table(id, "/stop"), "{}", 200);
    json_decref(wait_for_turn(&server, id, "1"));
    assert_asked(2);
    tell(&server, "DELETE", at_table(id, ""), NULL, 200);
}

/* Nothing is left of a turn that was taken back, or whose agent somebody else has replaced. */
static void a_table_asks_anew_after_undo_and_change_of_seat(void **context)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)context;
    new_game("sims=400", id);
    json_decref(wait_for_turn(&server, id, "1"));
    tell(&server, "POST", at_table(id, "/back"), "{\"ply\": 1}", 200);
    state = wait_for_turn(&server, id, "1");
    assert_asked(2);
    assert_true(has_value(state, 1));
    json_decref(state);
    tell(&server, "POST", at_table(id, "/seats"),
         "{\"seats\": [{\"who\": \"human\"}, {\"who\": \"human\"}]}", 200);
    tell(&server, "POST", at_table(id, "/back"), "{\"ply\": 1}", 200);
    tell(&server, "POST", at_table(id, "/seats"),
         "{\"seats\": [{\"who\": \"" WHOLE "\", \"limit\": \"sims=400\"}, {\"who\": \"human\"}]}",
         200);
    json_decref(wait_for_turn(&server, id, "1"));
    assert_asked(3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_match_asks_once_a_turn, forget_asked),
        cmocka_unit_test_setup(an_agent_that_decides_moves_is_asked_for_each, forget_asked),
        cmocka_unit_test_setup(chains_of_captures_are_turns, forget_asked),
        cmocka_unit_test_setup(a_session_asks_once_a_turn, forget_asked),
        cmocka_unit_test_setup(a_turn_that_is_taken_back_is_decided_anew, forget_asked),
        cmocka_unit_test_setup(a_stopped_search_decides_one_move, forget_asked),
        cmocka_unit_test_setup(another_move_ends_a_plan, forget_asked),
        cmocka_unit_test_setup(a_game_that_is_resumed_is_thought_about, forget_asked),
        cmocka_unit_test_setup(sessions_of_other_agents_are_as_they_were, forget_asked),
        cmocka_unit_test_setup(genmove_asks_once_a_turn, forget_asked),
        cmocka_unit_test_setup(genmove_asks_anew_after_what_changes_the_game, forget_asked),
        cmocka_unit_test_setup(reg_genmove_leaves_the_turn_alone, forget_asked),
        cmocka_unit_test_setup(a_table_asks_once_a_turn, forget_asked),
        cmocka_unit_test_setup(a_table_asks_anew_after_a_stop, forget_asked),
        cmocka_unit_test_setup(a_table_asks_anew_after_undo_and_change_of_seat, forget_asked),
    };

    return cmocka_run_group_tests_name("turns", tests, serve_begin, serve_end);
}
