/* test_serve_hidden.c - what the page's server does not tell: Stratego's hidden ranks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "front.h"
#include "serve/listener.h"
#include "serve/table.h"
#include "serve_check.h"

static const char *const two_people = "[{\"who\": \"human\"}, {\"who\": \"human\"}]";
static const char *const against_agent = "[{\"who\": \"human\"}, {\"who\": \"random\"}]";
static const char *const two_agents = "[{\"who\": \"random\"}, {\"who\": \"random\"}]";

static void sit(const char *id, const char *seats)
{
    char body[200];

    snprintf(body, sizeof body, "{\"seats\": %s}", seats);
    tell(&server, "POST", at_table(id, "/seats"), body, 200);
}

/* Both armies are set up by two people, each in the order that its own seed decides; until a move
 * is no secret. */
static void place_armies(struct cop_table *table, unsigned white, unsigned black)
{
    const struct cop_game *game = cop_table_game(table);
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    struct cop_rng of_player[2];

    cop_rng_seed(&of_player[0], white);
    cop_rng_seed(&of_player[1], black);
    for (;;) {
        const void *state = cop_course_now(&table->session->course);
        int count = game->rules->moves(game, state, moves);
        int turn = game->rules->turn(game, state);
        cop_move move = moves[cop_rng_below(&of_player[turn], (uint32_t)count)];

        if (!game->rules->is_secret(game, state, move))
            break;
        cop_table_play(table, move, NULL);
    }
    free(moves);
}

/* A table of Stratego after the set-up, and then these seats. */
static void set_up(const char *seats, unsigned white, unsigned black, char id[COP_ID_LENGTH + 1])
{
    struct cop_error error;
    bool is_full;

    new_table(&server, "{\"game\": \"stratego(setup=moves)\", \"seed\": 1}", id);
    cop_house_lock(server.house);
    place_armies(cop_house_find(server.house, id, &is_full, &error), white, black);
    cop_house_unlock(server.house);
    if (seats != two_people)
        sit(id, seats);
}

/* The answer as bytes, with what is different for every table taken out of it. */
static char *bytes_of(const char *id, const char *rest)
{
    json_t *value = ask(&server, "GET", at_table(id, rest), NULL, 200);
    char *bytes;

    json_object_del(value, "id");
    bytes = json_dumps(value, JSON_SORT_KEYS);
    json_decref(value);
    return bytes;
}

/* The same game twice, but for the ranks that the other one hides. */
static void nothing_depends_on_the_others_ranks(void **state)
{
    static const char *const looks[] = {"?viewer=0", "?viewer=0&at=40", "?viewer=0&at=79", ""};
    char one[COP_ID_LENGTH + 1], two[COP_ID_LENGTH + 1], three[COP_ID_LENGTH + 1];

    (void)state;
    set_up(two_people, 1, 1, one);
    set_up(two_people, 1, 2, two);
    set_up(two_people, 2, 1, three);
    for (int i = 0; i < 4; i++) {
        char *a = bytes_of(one, looks[i]), *b = bytes_of(two, looks[i]);
        char *c = bytes_of(three, looks[i]);

        assert_string_equal(a, b);
        assert_string_not_equal(a, c); /* one's own ranks are seen */
        free(a);
        free(b);
        free(c);
    }
}

/* Whatever White does with his army, Black is told as much of it. */
static void an_army_is_arranged_in_secret(void **state)
{
    static const char *const changes[] = {"bluff", "a1-j4"};
    char *told[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        char id[COP_ID_LENGTH + 1], body[80];

        new_table(&server, "{\"game\": \"stratego(setup=arranged)\", \"seed\": 1}", id);
        snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": 0}", changes[i]);
        tell(&server, "POST", at_table(id, "/move"), body, 200);
        told[i] = bytes_of(id, "?viewer=1");
        assert_non_null(strstr(told[i], "\"moves\": []"));
    }
    assert_string_equal(told[0], told[1]);
    free(told[0]);
    free(told[1]);
}

static struct cop_listener *listen_as(const char *id, int viewer)
{
    struct cop_listener *listener;
    struct cop_error error;
    bool is_full;

    cop_house_lock(server.house);
    listener = cop_listener_open(cop_house_find(server.house, id, &is_full, &error), viewer);
    cop_house_unlock(server.house);
    assert_non_null(listener);
    return listener;
}

static void stop_listening(struct cop_listener *listener)
{
    cop_house_lock(server.house);
    cop_listener_close(listener);
    cop_house_unlock(server.house);
}

/* The data of the next event if it has this name, NULL for others and for none. */
static json_t *hear(struct cop_listener *listener, const char *name)
{
    struct cop_text event = COP_TEXT, data = COP_TEXT, head = COP_TEXT;
    json_t *value = NULL;
    bool is_over;

    cop_text_add(&head, "event: %s\n", name);
    cop_house_lock(server.house);
    cop_listener_next(listener, &event, &is_over);
    cop_house_unlock(server.house);
    if (strncmp(event.bytes, head.bytes, head.length) == 0) {
        const char *at = event.bytes + head.length;

        for (; *at != '\n'; at += strcspn(at, "\n") + 1) {
            assert_memory_equal(at, "data: ", 6);
            cop_text_add_bytes(&data, at + 6, strcspn(at + 6, "\n"));
        }
        value = read_json(data.bytes);
    }
    cop_text_free(&head);
    cop_text_free(&event);
    cop_text_free(&data);
    return value;
}

static json_t *first_event(const char *id, int viewer)
{
    struct cop_listener *listener = listen_as(id, viewer);
    json_t *value = hear(listener, "state");

    assert_non_null(value);
    stop_listening(listener);
    return value;
}

/* Waits for the last report of a search. */
static json_t *await_report(struct cop_listener *listener)
{
    for (int i = 0; i < 12000; i++) {
        json_t *report = hear(listener, "report");

        if (json_is_true(json_object_get(report, "done")))
            return report;
        json_decref(report);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("there was no report");
    return NULL;
}

static void assert_brief(json_t *report)
{
    assert_true(json_is_null(json_object_get(report, "best")));
    assert_null(json_object_get(report, "position"));
    assert_int_equal(json_array_size(json_object_get(report, "line")), 0);
    assert_int_equal(json_array_size(json_object_get(report, "candidates")), 0);
    assert_int_equal(number_in(report, "candidate_count"), 0);
    assert_int_equal(json_array_size(json_object_get(report, "value")), 2);
    assert_true(number_in(report, "sims") > 0);
    json_decref(report);
}

/* Two people: who asks for a hint gets it, and the other one gets numbers. */
static void a_hint_is_told_to_its_player_only(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct cop_listener *own, *other;
    json_t *report;
    int turn;

    (void)state;
    set_up(two_people, 1, 1, id);
    report = ask(&server, "GET", at_table(id, ""), NULL, 200);
    turn = number_in(report, "turn");
    json_decref(report);
    own = listen_as(id, turn);
    other = listen_as(id, 1 - turn);
    tell(&server, "POST", at_table(id, "/search"),
         "{\"kind\": \"hint\", \"agent\": \"mcts\", \"limit\": \"sims=20\"}", 202);
    report = await_report(own);
    assert_true(json_array_size(json_object_get(report, "candidates")) > 1);
    assert_non_null(words_in(report, "best"));
    json_decref(report);
    assert_brief(await_report(other));
    stop_listening(own);
    stop_listening(other);
}

static void an_agents_own_thoughts_are_numbers_only(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct cop_listener *listener;

    (void)state;
    new_table(&server,
              "{\"game\": \"stratego\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"10m\"}, "
              "{\"who\": \"human\"}]}",
              id);
    listener = listen_as(id, 1);
    json_decref(hear(listener, "state"));
    for (int i = 0; i < 12000; i++) {
        json_t *report = hear(listener, "report");

        if (report != NULL) {
            assert_brief(report);
            break;
        }
        assert_true(i < 11999);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    stop_listening(listener);
    tell(&server, "DELETE", at_table(id, ""), NULL, 200);
}

static void events_tell_no_more_than_requests(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *asked, *told;

    (void)state;
    set_up(two_people, 1, 1, id);
    asked = ask(&server, "GET", at_table(id, "?viewer=1"), NULL, 200);
    told = first_event(id, 1);
    assert_true(json_equal(asked, told));
    assert_int_equal(json_array_size(json_object_get(told, "moves")),
                     0); /* not the viewer's turn */
    assert_true(json_is_null(json_object_get(told, "position")));
    json_decref(asked);
    json_decref(told);
}

static void the_set_up_is_a_secret_in_the_history(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *table;
    const json_t *move;
    size_t i;

    (void)state;
    set_up(two_people, 1, 1, id);
    table = ask(&server, "GET", at_table(id, "?viewer=0"), NULL, 200);
    assert_true(json_array_size(json_object_get(table, "history")) >= 80);
    json_array_foreach(json_object_get(table, "history"), i, move) assert_int_equal(
        json_is_null(json_object_get(move, "move")), number_in(move, "player") == 1);
    json_decref(table);
}

static void eyes_are_refused_that_are_nobodys(void **state)
{
    char id[COP_ID_LENGTH + 1];

    (void)state;
    set_up(against_agent, 1, 1, id);
    assert_told(&server, "GET", at_table(id, "?viewer=-1"), NULL, 403, "Nobody sees all");
    assert_told(&server, "GET", at_table(id, "?viewer=1"), NULL, 403, "agent");
    assert_told(&server, "GET", at_table(id, "/events?viewer=1"), NULL, 403, "agent");
    assert_told(&server, "GET", at_table(id, "/events?viewer=-1"), NULL, 403, "Nobody");
    assert_told(&server, "GET", at_table(id, "/scene?line="), NULL, 403, "hidden");
    assert_told(&server, "GET", at_table(id, "/sgf"), NULL, 409, "hidden pieces");
    assert_told(&server, "POST", at_table(id, "/move"),
                "{\"move\": \"a4a5\", \"ply\": 0, \"viewer\": 1}", 403, "agent");
    tell(&server, "GET", at_table(id, "?viewer=0"), NULL, 200);
}

static void a_search_for_the_agents_side_is_refused(void **state)
{
    static const char *const slow =
        "[{\"who\": \"human\"}, {\"who\": \"mcts\", \"limit\": \"10m\"}]";
    char id[COP_ID_LENGTH + 1];

    (void)state;
    new_table(&server, "{\"game\": \"stratego\"}", id);
    tell(&server, "POST", at_table(id, "/search"), "{\"kind\": \"hint\", \"limit\": \"sims=9\"}",
         202);
    set_up(slow, 1, 1, id);
    tell(&server, "POST", at_table(id, "/search"),
         "{\"kind\": \"hint\", \"limit\": \"sims=9\", \"at\": 0}", 202);
    assert_told(&server, "POST", at_table(id, "/search"), "{\"kind\": \"hint\", \"at\": 60}", 403,
                "hidden pieces");
}

static void one_player_does_not_move_for_the_other(void **state)
{
    char id[COP_ID_LENGTH + 1];
    char body[120];
    json_t *table;

    (void)state;
    set_up(two_people, 1, 1, id);
    table = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_int_equal(number_in(table, "viewer"), number_in(table, "turn"));
    snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": %d, \"viewer\": %d}",
             words_in(json_array_get(json_object_get(table, "moves"), 0), "move"),
             number_in(table, "ply"), 1 - number_in(table, "turn"));
    assert_told(&server, "POST", at_table(id, "/move"), body, 403, "turn");
    json_decref(table);
}

/* The end of a game tells everything to everybody. */
static void all_is_seen_when_the_game_is_over(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *table;

    (void)state;
    set_up(two_people, 1, 1, id);
    tell(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    table = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_int_equal(number_in(table, "viewer"), -1);
    assert_non_null(words_in(table, "position"));
    json_decref(table);
}

/* ---- Once everything has been seen ---- */

/* The table as the first person would see it: are the other's ranks still a secret? */
static void assert_open(const char *id, bool is_open)
{
    json_t *table = ask(&server, "GET", at_table(id, ""), NULL, 200);

    assert_int_equal(json_is_true(json_object_get(table, "open")), is_open);
    assert_int_equal(json_is_string(json_object_get(table, "position")), is_open);
    assert_int_equal(number_in(table, "viewer") < 0, is_open);
    json_decref(table);
}

/* Open, and still so after the server was started again: a file cannot hide it. */
static void assert_open_for_good(const char *id)
{
    assert_open(id, true);
    serve_again(&server);
    assert_open(id, true);
}

static void resigning_looking_and_taking_back_leaves_it_open(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *table;

    (void)state;
    set_up(against_agent, 1, 1, id);
    assert_open(id, false);
    tell(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    assert_open(id, true);
    table = ask(&server, "POST", at_table(id, "/undo"), "{\"viewer\": 0}", 200);
    assert_true(json_is_null(json_object_get(table, "over")));
    json_decref(table);
    assert_open_for_good(id);
    tell(&server, "GET", at_table(id, "?viewer=-1"), NULL, 200);
}

static void handing_all_seats_to_agents_and_back_leaves_it_open(void **state)
{
    char id[COP_ID_LENGTH + 1];

    (void)state;
    set_up(two_people, 1, 1, id);
    sit(id, two_agents);
    assert_open(id, true);
    sit(id, two_people);
    assert_open_for_good(id);
}

/* Swapping sides, or asking for a look from the agent's chair. */
static void taking_an_agents_place_opens_the_game(void **state)
{
    static const char *const swapped = "[{\"who\": \"random\"}, {\"who\": \"human\"}]";
    char id[COP_ID_LENGTH + 1];

    (void)state;
    set_up(against_agent, 1, 1, id);
    sit(id, swapped);
    assert_open(id, true);
    set_up(against_agent, 1, 1, id);
    sit(id, two_people);
    sit(id, against_agent);
    assert_open_for_good(id);
}

/* Who leaves takes his knowledge with him; the one who stays has learned nothing. */
static void an_agent_may_take_a_persons_place_in_secret(void **state)
{
    char id[COP_ID_LENGTH + 1];

    (void)state;
    set_up(two_people, 1, 1, id);
    sit(id, against_agent);
    assert_open(id, false);
    serve_again(&server);
    assert_open(id, false);
}

static void back_from_the_end_leaves_it_open(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *table;

    (void)state;
    new_table(&server,
              "{\"game\": \"stratego(size=4)\", \"seats\": [{\"who\": \"human\"}, {\"who\": "
              "\"human\"}], \"seed\": 3}",
              id);
    assert_open(id, false);
    for (;;) { /* whatever comes first, until the rules end it */
        table = ask(&server, "GET", at_table(id, ""), NULL, 200);
        if (json_is_object(json_object_get(table, "over")))
            break;
        assert_open(id, false);
        play_moves(&server, id,
                   words_in(json_array_get(json_object_get(table, "moves"), 0), "move"));
        json_decref(table);
    }
    assert_true(number_in(table, "ply") > 2);
    json_decref(table);
    tell(&server, "POST", at_table(id, "/back"), "{\"ply\": 1}", 200);
    assert_open_for_good(id);
}

/* What somebody has written down, somebody knows. */
static void a_game_brought_along_is_open_if_its_pieces_are_known(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *table, *body;
    char *words;
    struct cop_reply reply;
    struct cop_request request = {.method = "GET", .host = "127.0.0.1:8137"};

    (void)state;
    new_table(&server, "{\"game\": \"stratego(size=4)\"}", id);
    assert_open(id, false);
    tell(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    table = ask(&server, "POST", at_table(id, "/undo"), "{}", 200);
    body = json_pack("{s:s, s:O}", "game", "stratego(size=4)", "position",
                     json_object_get(table, "position"));
    json_decref(table);
    request.target = at_table(id, "/sgf"); /* of an open game that goes on */
    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 200);
    for (int i = 0; i < 2; i++) {
        words = json_dumps(body, 0);
        new_table(&server, words, id);
        assert_open(id, true);
        free(words);
        json_decref(body);
        body = json_pack("{s:s}", "sgf", reply.text.bytes);
    }
    json_decref(body);
    cop_text_free(&reply.text);
    new_table(&server, "{\"game\": \"stratego(size=4, setup=moves)\", \"moves\": \"F B 8 1\"}", id);
    assert_open(id, true);
    new_table(&server, "{\"sgf\": \"(;FF[4]KG[stratego(size=4)]KS[7])\"}", id);
    assert_open(id, false); /* nobody has looked at it */
    new_table(&server, "{\"sgf\": \"(;FF[4]KG[stratego(size=4)]KS[7]RE[W+R])\"}", id);
    assert_open(id, true);
    new_table(&server, "{\"sgf\": \"(;FF[4]KG[stratego(size=4)]KS[7]PB[human]PW[mcts])\"}", id);
    assert_open(id, true); /* a person sits in the agent's chair */
}

/* Between two people too: the record would tell each the other's pieces. */
static void no_record_is_given_while_there_are_secrets(void **state)
{
    char id[COP_ID_LENGTH + 1];

    (void)state;
    set_up(two_people, 1, 1, id);
    assert_told(&server, "GET", at_table(id, "/sgf"), NULL, 409, "hidden pieces");
}

/* A stream that asked for the eyes of somebody who has left does not get somebody else's. */
static void a_stream_ends_with_its_eyes(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct cop_listener *listener;
    struct cop_text event = COP_TEXT;
    bool is_over = false, is_told;

    (void)state;
    set_up(two_people, 1, 1, id);
    listener = listen_as(id, 1);
    json_decref(hear(listener, "state"));
    sit(id, against_agent);
    cop_house_lock(server.house);
    is_told = cop_listener_next(listener, &event, &is_over);
    cop_house_unlock(server.house);
    assert_true(is_over && !is_told);
    cop_text_free(&event);
    stop_listening(listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_depends_on_the_others_ranks),
        cmocka_unit_test(an_army_is_arranged_in_secret),
        cmocka_unit_test(events_tell_no_more_than_requests),
        cmocka_unit_test(a_hint_is_told_to_its_player_only),
        cmocka_unit_test(an_agents_own_thoughts_are_numbers_only),
        cmocka_unit_test(the_set_up_is_a_secret_in_the_history),
        cmocka_unit_test(eyes_are_refused_that_are_nobodys),
        cmocka_unit_test(a_search_for_the_agents_side_is_refused),
        cmocka_unit_test(one_player_does_not_move_for_the_other),
        cmocka_unit_test(all_is_seen_when_the_game_is_over),
        cmocka_unit_test(resigning_looking_and_taking_back_leaves_it_open),
        cmocka_unit_test(handing_all_seats_to_agents_and_back_leaves_it_open),
        cmocka_unit_test(taking_an_agents_place_opens_the_game),
        cmocka_unit_test(an_agent_may_take_a_persons_place_in_secret),
        cmocka_unit_test(back_from_the_end_leaves_it_open),
        cmocka_unit_test(a_game_brought_along_is_open_if_its_pieces_are_known),
        cmocka_unit_test(no_record_is_given_while_there_are_secrets),
        cmocka_unit_test(a_stream_ends_with_its_eyes),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
