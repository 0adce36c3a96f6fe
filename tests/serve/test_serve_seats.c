/* test_serve_seats.c - seats that change in the middle of a game, and engines among themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/machine.h"
#include "front.h"
#include "serve/seats.h"
#include "serve_check.h"

static const char people[] = "{\"seats\": []}";
static const char engine_first[] = "{\"seats\": [{\"who\": \"random\"}]}";

static void sit(const char *id, const char *body)
{
    tell(&server, "POST", at_table(id, "/seats"), body, 200);
}

/* The table's SGF, which the caller frees. */
static char *record_of(const char *id)
{
    struct cop_request request = {
        .method = "GET", .host = "127.0.0.1:8137", .target = at_table(id, "/sgf")};
    struct cop_reply reply;

    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 200);
    return reply.text.bytes;
}

static void open_record(const char *sgf, char id[COP_ID_LENGTH + 1])
{
    json_t *body = json_pack("{s: s}", "sgf", sgf);
    char *words = json_dumps(body, 0);

    new_table(&server, words, id);
    free(words);
    json_decref(body);
}

/* Who made each move, "-" where it was the one who sits there: "- - random -". */
static void assert_makers(const char *id, const char *expected)
{
    json_t *state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    struct cop_text text = COP_TEXT;
    const json_t *move;
    size_t i;

    json_array_foreach(json_object_get(state, "history"), i, move)
    {
        const char *by = json_string_value(json_object_get(move, "by"));

        cop_text_add(&text, "%s%s", i > 0 ? " " : "", by != NULL ? by : "-");
    }
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
    json_decref(state);
}

static void seats_change_twice_and_the_record_keeps_who_played(void **unused)
{
    char id[COP_ID_LENGTH + 1], copy[COP_ID_LENGTH + 1];
    char *before, *after;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    play_moves(&server, id, "d d");
    sit(id, engine_first);
    json_decref(wait_for_ply(&server, id, 3));
    assert_makers(id, "human - -");
    sit(id, people);
    assert_makers(id, "- - random");
    play_moves(&server, id, "a a");
    assert_makers(id, "- - random - -");
    before = record_of(id);
    assert_non_null(strstr(before, "PB[human]PW[human]"));
    assert_non_null(strstr(before, "KW[last]"));
    assert_non_null(strstr(before, "]KW[random];W[a];B[a]"));
    open_record(before, copy);
    assert_makers(copy, "- - random - -");
    after = record_of(copy);
    assert_string_equal(before, after);
    serve_again(&server);
    assert_makers(id, "- - random - -");
    free(before);
    free(after);
}

/* An opened game was played by others; who sits down at it goes on. */
static void an_opened_game_is_played_on_against_an_engine(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    char *sgf;

    (void)unused;
    open_record("(;FF[4]KG[connect4]PB[Anna]PW[Bert];B[d];W[d])", id);
    assert_makers(id, "Anna Bert");
    sit(id, engine_first);
    json_decref(wait_for_ply(&server, id, 3));
    assert_makers(id, "Anna Bert -");
    sgf = record_of(id);
    assert_non_null(strstr(sgf, "PB[random]PW[human]"));
    assert_non_null(strstr(sgf, ";B[d]KW[Anna];W[d]KW[Bert];B["));
    free(sgf);
}

/* ---- Engines among themselves ---- */

static void new_match(const char *pace, char id[COP_ID_LENGTH + 1])
{
    char body[200];

    snprintf(body, sizeof body,
             "{\"game\": \"othello\", \"seed\": 5, \"pace\": \"%s\", \"seats\": "
             "[{\"who\": \"random\"}, {\"who\": \"random\"}]}",
             pace);
    new_table(&server, body, id);
}

static json_t *set_pace(const char *id, const char *body)
{
    return ask(&server, "POST", at_table(id, "/pace"), body, 200);
}

/* It may be seen late, when more moves have been made. */
static void wait_until_ply(const char *id, int ply)
{
    for (int i = 0; i < 12000; i++) {
        json_t *state = ask(&server, "GET", at_table(id, ""), NULL, 200);
        int now = number_in(state, "ply");

        json_decref(state);
        if (now >= ply)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("the engines never came to ply %d", ply);
}

static void engines_give_people_time_to_look(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    double begin = cop_now();

    (void)unused;
    new_match("fast", id);
    wait_until_ply(id, 2);
    assert_true(cop_now() - begin >= 0.4);
    wait_until_ply(id, 3);
    assert_true(cop_now() - begin >= 0.8);
    tell(&server, "DELETE", at_table(id, ""), "{}", 200);
}

static void a_move_that_is_held_back_can_be_had_at_once(void **unused)
{
    char id[COP_ID_LENGTH + 1];

    (void)unused;
    new_match("slow", id);
    wait_until_ply(id, 1);
    json_decref(set_pace(id, "{\"speed\": \"full\"}"));
    json_decref(wait_for_turn(&server, id, "over"));
}

/* A state is told in one piece: if a move is there and no search, nobody goes on. */
static void a_game_of_engines_halts_goes_step_by_step_and_goes_on(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;
    int ply;

    (void)unused;
    new_match("slow", id);
    state = set_pace(id, "{\"paused\": true}");
    ply = number_in(state, "ply");
    assert_true(json_is_null(json_object_get(state, "search")));
    assert_true(json_is_true(json_object_get(json_object_get(state, "pace"), "paused")));
    json_decref(state);
    for (int i = 1; i <= 3; i++) {
        json_decref(set_pace(id, "{\"step\": true}"));
        state = wait_for_ply(&server, id, ply + i);
        assert_true(json_is_null(json_object_get(state, "search")));
        json_decref(state);
    }
    serve_again(&server);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_int_equal(number_in(state, "ply"), ply + 3);
    assert_true(json_is_null(json_object_get(state, "search")));
    assert_true(json_is_null(json_object_get(state, "waits")));
    assert_string_equal(words_in(json_object_get(state, "pace"), "speed"), "slow");
    json_decref(state);
    json_decref(set_pace(id, "{\"paused\": false, \"speed\": \"full\"}"));
    json_decref(wait_for_turn(&server, id, "over"));
}

static void nobody_holds_up_a_person(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_match("slow", id);
    json_decref(set_pace(id, "{\"paused\": true}"));
    sit(id, "{\"seats\": [{\"who\": \"random\"}, {\"who\": \"human\"}]}");
    state = wait_for_turn(&server, id, "1");
    assert_true(json_is_null(json_object_get(state, "pace")));
    json_decref(state);
    assert_told(&server, "POST", at_table(id, "/pace"), "{\"paused\": true}", 409, "person");
    sit(id, "{\"seats\": [{\"who\": \"random\"}, {\"who\": \"random\"}]}");
    assert_told(&server, "POST", at_table(id, "/pace"), "{\"speed\": \"swift\"}", 422, "swift");
    assert_told(&server, "POST", "/api/tables", "{\"game\": \"othello\", \"pace\": \"swift\"}", 422,
                "swift");
    tell(&server, "DELETE", at_table(id, ""), "{}", 200);
}

/* Who sits down with a limit, where searches that only time ends have three threads. */
static struct cop_seat seat_with(const char *limit)
{
    struct cop_house_options options = server.options;
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_seat seat;

    options.threads = 3;
    assert_non_null(game);
    assert_true(cop_seat_read(&seat, &options, "mcts", limit, NULL));
    assert_true(cop_seat_check(&seat, &options, game, NULL));
    cop_game_close(game);
    return seat;
}

static void assert_threads(const char *limit, int expected)
{
    struct cop_seat seat = seat_with(limit), again;

    assert_int_equal(seat.limits.means.threads, expected);
    again = seat_with(seat.limit); /* as the table's file has it */
    assert_int_equal(again.limits.means.threads, expected);
    assert_string_equal(again.limit, seat.limit);
    cop_seat_free(&seat);
    cop_seat_free(&again);
}

static void only_time_is_shared_out_among_cores(void **unused)
{
    int most = cop_machine_cores() < 2 ? cop_machine_cores() : 2;

    (void)unused;
    assert_threads("2s", 3);
    assert_threads("sims=100", 1);
    assert_threads("2s, depth=3", 1);
    assert_threads("2s, threads=1", 1);
    assert_threads("2s, threads=2", most);
}

/* As it was written: the page knows a level by its agent and its limit. */
static void a_limit_stays_as_it_was_given(void **unused)
{
    struct cop_seat seat = seat_with("2s");

    (void)unused;
    assert_string_equal(seat.limit, "time=2s");
    cop_seat_free(&seat);
}

/* The ten minutes that the server allows are no limit that somebody has given: a tree that is told
 * a depth and nothing else would take them all for every move. */
static void limits_that_end_nothing_are_refused_as_elsewhere(void **unused)
{
    static const struct {
        const char *who, *limit, *why;
    } seats[] = {{"mcts", "depth=2", "a depth alone does not end this search"},
                 {"mistaken(of=mc)", "depth=2", "a depth alone does not end this search"},
                 {"alphabeta", "nodes=10, processor=on", "give a time"}};
    char id[COP_ID_LENGTH + 1], body[200];

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        snprintf(body, sizeof body, "{\"seats\": [{\"who\": \"%s\", \"limit\": \"%s\"}]}",
                 seats[i].who, seats[i].limit);
        assert_told(&server, "POST", at_table(id, "/seats"), body, 422, seats[i].why);
        snprintf(body, sizeof body, "{\"kind\": \"hint\", \"agent\": \"%s\", \"limit\": \"%s\"}",
                 seats[i].who, seats[i].limit);
        assert_told(&server, "POST", at_table(id, "/search"), body, 422, seats[i].why);
    }
    sit(id, "{\"seats\": [{\"who\": \"alphabeta\", \"limit\": \"depth=2\"}]}");
    tell(&server, "DELETE", at_table(id, ""), "{}", 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_change_twice_and_the_record_keeps_who_played),
        cmocka_unit_test(an_opened_game_is_played_on_against_an_engine),
        cmocka_unit_test(engines_give_people_time_to_look),
        cmocka_unit_test(a_move_that_is_held_back_can_be_had_at_once),
        cmocka_unit_test(a_game_of_engines_halts_goes_step_by_step_and_goes_on),
        cmocka_unit_test(nobody_holds_up_a_person),
        cmocka_unit_test(only_time_is_shared_out_among_cores),
        cmocka_unit_test(a_limit_stays_as_it_was_given),
        cmocka_unit_test(limits_that_end_nothing_are_refused_as_elsewhere),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
