/* test_serve_events.c - what listeners of the page's server are told, and in which order. */
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

/* A listener of our own, and the flag that it was woken. */
struct ear {
    struct cop_listener *listener;
    struct cop_text event;
    json_t *data;
    bool was_woken, is_over;
};

static void wake(void *context)
{
    struct ear *ear = context;

    ear->was_woken = true;
}

static void listen_to(struct ear *ear, const char *id)
{
    struct cop_error error;
    bool is_full;
    struct cop_table *table;

    *ear = (struct ear){.event = COP_TEXT};
    cop_house_lock(server.house);
    table = cop_house_find(server.house, id, &is_full, &error);
    assert_non_null(table);
    ear->listener = cop_listener_open(table, COP_NOBODY);
    assert_non_null(ear->listener);
    ear->listener->wake = wake;
    ear->listener->context = ear;
    cop_house_unlock(server.house);
}

static void stop_listening(struct ear *ear)
{
    cop_house_lock(server.house);
    cop_listener_close(ear->listener);
    cop_house_unlock(server.house);
    cop_text_free(&ear->event);
    json_decref(ear->data);
}

/* The next event if there is one: its name is how ear->event begins, its data is read. */
static bool hear(struct ear *ear)
{
    struct cop_text data = COP_TEXT;
    bool is_told;

    json_decref(ear->data);
    ear->data = NULL;
    cop_text_clear(&ear->event);
    cop_house_lock(server.house);
    ear->was_woken = false;
    is_told = cop_listener_next(ear->listener, &ear->event, &ear->is_over);
    cop_house_unlock(server.house);
    for (const char *at = strstr(ear->event.bytes, "data: "); at != NULL;
         at = strstr(at, "data: ")) {
        at += 6;
        cop_text_add_bytes(&data, at, strcspn(at, "\n"));
    }
    if (data.length > 0)
        ear->data = read_json(data.bytes);
    cop_text_free(&data);
    return is_told;
}

static bool is_event(const struct ear *ear, const char *name)
{
    size_t length = strlen(name);

    return strncmp(ear->event.bytes, "event: ", 7) == 0 &&
           strncmp(ear->event.bytes + 7, name, length) == 0 && ear->event.bytes[7 + length] == '\n';
}

/* Waits for the next event. */
static void await_event(struct ear *ear)
{
    for (int i = 0; i < 12000; i++) {
        if (hear(ear))
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("there was no event");
}

/* The state that tells of this ply, whatever reports come before it. */
static void await_state(struct ear *ear, int ply)
{
    do {
        await_event(ear);
    } while (!is_event(ear, "state"));
    assert_int_equal(number_in(ear->data, "ply"), ply);
}

/* ---- Order ---- */

static void the_state_comes_at_once_and_then_silence(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"dd\"}", id);
    listen_to(&ear, id);
    assert_true(hear(&ear));
    assert_true(is_event(&ear, "state"));
    assert_int_equal(number_in(ear.data, "ply"), 2);
    assert_false(hear(&ear));
    assert_false(ear.is_over);
    play_moves(&server, id, "d");
    assert_true(ear.was_woken);
    await_state(&ear, 3);
    assert_false(hear(&ear));
    stop_listening(&ear);
}

/* Two rolls of the dice and two moves happen in a moment, and each is told. */
static void each_move_is_an_event_of_its_own(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    json_t *table;
    int ply, last;

    (void)state;
    new_table(
        &server,
        "{\"game\": \"dice(size=5)\", \"seed\": 2, \"seats\": [{\"who\": \"human\"}, {\"who\": "
        "\"random\"}]}",
        id);
    table = wait_for_turn(&server, id, "0");
    ply = number_in(table, "ply");
    listen_to(&ear, id);
    await_state(&ear, ply);
    play_moves(&server, id, words_in(json_array_get(json_object_get(table, "moves"), 0), "move"));
    json_decref(table);
    table = wait_for_turn(&server, id, "0");
    last = number_in(table, "ply");
    assert_true(last >= ply + 4);
    while (ply < last) {
        await_state(&ear, ++ply);
        assert_int_equal(number_in(ear.data, "at"), ply);
        assert_int_equal(json_array_size(json_object_get(ear.data, "history")), ply);
    }
    assert_true(json_array_size(json_object_get(ear.data, "moves")) > 0);
    json_decref(table);
    stop_listening(&ear);
}

static void a_reader_far_behind_gets_the_newest_state(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    json_t *table;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    listen_to(&ear, id);
    await_state(&ear, 0);
    play_moves(&server, id, "a a a a a a b b b b b b d d d d d d");
    table = ask(&server, "GET", at_table(id, ""), NULL, 200);
    await_state(&ear, number_in(table, "ply"));
    assert_false(hear(&ear));
    json_decref(table);
    stop_listening(&ear);
}

static void revisions_grow_and_undo_jumps_back(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    int revision;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    listen_to(&ear, id);
    await_state(&ear, 0);
    revision = number_in(ear.data, "revision");
    play_moves(&server, id, "d d d");
    tell(&server, "POST", at_table(id, "/undo"), "{}", 200);
    await_state(&ear, 2);
    assert_true(number_in(ear.data, "revision") > revision);
    assert_false(hear(&ear));
    stop_listening(&ear);
}

/* ---- Searches ---- */

static void a_hint_ends_with_its_report(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    const json_t *first;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    listen_to(&ear, id);
    await_state(&ear, 0);
    tell(&server, "POST", at_table(id, "/search"),
         "{\"kind\": \"hint\", \"agent\": \"mcts\", \"limit\": \"sims=500\"}", 202);
    do {
        await_event(&ear);
    } while (!is_event(&ear, "report") || !json_is_true(json_object_get(ear.data, "done")));
    assert_string_equal(words_in(ear.data, "kind"), "hint");
    assert_int_equal(number_in(ear.data, "player"), 0);
    assert_int_equal(number_in(ear.data, "ply"), 0);
    assert_int_equal(number_in(ear.data, "upper"), 1);
    first = json_array_get(json_object_get(ear.data, "candidates"), 0);
    assert_string_equal(words_in(first, "move"), words_in(ear.data, "best"));
    assert_int_equal(json_array_size(json_object_get(first, "path")), 1);
    await_state(&ear, 0);
    assert_true(json_is_null(json_object_get(ear.data, "search")));
    stop_listening(&ear);
}

static void an_analysis_reports_until_it_is_stopped(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    json_t *table;

    (void)state;
    new_table(&server, "{\"game\": \"othello\", \"moves\": \"d3 c5\"}", id);
    listen_to(&ear, id);
    await_state(&ear, 2);
    tell(&server, "POST", at_table(id, "/search"), "{\"kind\": \"analysis\", \"at\": 1}", 202);
    await_state(&ear, 2);
    assert_string_equal(words_in(json_object_get(ear.data, "search"), "kind"), "analysis");
    for (int reports = 0; reports < 2; reports++) {
        do {
            await_event(&ear);
        } while (!is_event(&ear, "report"));
        assert_int_equal(number_in(ear.data, "ply"), 1);
        assert_true(json_is_false(json_object_get(ear.data, "done")));
    }
    tell(&server, "POST", at_table(id, "/stop"), "{}", 200);
    do {
        await_event(&ear);
    } while (!is_event(&ear, "report") || !json_is_true(json_object_get(ear.data, "done")));
    await_state(&ear, 2);
    table = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_int_equal(/* what it thought belongs to the move that led there */
                     json_array_size(json_object_get(
                         json_array_get(json_object_get(table, "history"), 0), "value")),
                     2);
    json_decref(table);
    stop_listening(&ear);
}

/* The house has one worker: the second search says that it waits, and is done when the first is. */
static void searches_wait_for_their_turn(void **state)
{
    char one[COP_ID_LENGTH + 1], two[COP_ID_LENGTH + 1];
    struct ear ear;

    (void)state;
    new_table(&server,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"10m\"}]}", one);
    new_table(&server,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"sims=9\"}]}",
              two);
    listen_to(&ear, two);
    await_state(&ear, 0);
    assert_true(json_is_true(json_object_get(json_object_get(ear.data, "search"), "waiting")));
    tell(&server, "DELETE", at_table(one, ""), NULL, 200); /* a table that is searched can go */
    json_decref(wait_for_ply(&server, two, 1));
    stop_listening(&ear);
}

static void a_new_search_replaces_the_old_one(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;

    (void)state;
    new_table(&server, "{\"game\": \"othello\"}", id);
    listen_to(&ear, id);
    tell(&server, "POST", at_table(id, "/search"), "{\"kind\": \"analysis\"}", 202);
    tell(&server, "POST", at_table(id, "/search"), "{\"kind\": \"hint\", \"limit\": \"sims=20\"}",
         202);
    do {
        await_event(&ear);
    } while (!is_event(&ear, "report") || strcmp(words_in(ear.data, "kind"), "hint") != 0 ||
             !json_is_true(json_object_get(ear.data, "done")));
    stop_listening(&ear);
}

static void an_agent_goes_on_after_a_hint(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;

    (void)state;
    new_table(&server,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"10m\"}]}", id);
    listen_to(&ear, id);
    await_state(&ear, 0);
    tell(&server, "POST", at_table(id, "/search"),
         "{\"kind\": \"hint\", \"agent\": \"mcts\", \"limit\": \"sims=20\"}", 202);
    do {
        await_event(&ear);
    } while (!is_event(&ear, "report") || strcmp(words_in(ear.data, "kind"), "hint") != 0);
    do {
        await_state(&ear, 0);
    } while (strcmp(words_in(json_object_get(ear.data, "search"), "kind"), "move") != 0);
    tell(&server, "POST", at_table(id, "/stop"), "{}", 200);
    json_decref(wait_for_ply(&server, id, 1));
    stop_listening(&ear);
}

static void a_failed_agent_is_told_and_waits(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    struct cop_error error;
    struct cop_table *table;
    bool is_full;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    listen_to(&ear, id);
    cop_house_lock(server.house); /* an agent that was there when it was seated, and is no more */
    table = cop_house_find(server.house, id, &is_full, &error);
    table->seats[0].who = strdup("vanished");
    table->seats[0].limit = strdup("1s");
    cop_table_go_on(table);
    cop_house_unlock(server.house);
    do {
        await_event(&ear);
    } while (!is_event(&ear, "failed"));
    assert_contains(words_in(ear.data, "error"), "vanished");
    json_decref(wait_for_ply(&server, id, 0));
    tell(&server, "POST", at_table(id, "/seats"), "{\"seats\": [{\"who\": \"random\"}]}", 200);
    json_decref(wait_for_ply(&server, id, 1));
    stop_listening(&ear);
}

/* ---- Listeners come and go ---- */

static void a_sign_of_life_is_a_comment(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    listen_to(&ear, id);
    await_state(&ear, 0);
    cop_listeners_comment(server.house);
    assert_true(ear.was_woken);
    assert_true(hear(&ear));
    assert_int_equal(ear.event.bytes[0], ':');
    assert_false(hear(&ear));
    stop_listening(&ear);
}

static void a_deleted_table_ends_its_listeners(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    listen_to(&ear, id);
    await_state(&ear, 0);
    tell(&server, "DELETE", at_table(id, ""), NULL, 200);
    assert_true(ear.was_woken);
    assert_false(hear(&ear));
    assert_true(ear.is_over);
    stop_listening(&ear);
}

static void too_many_listeners_are_refused(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ears[4];

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    for (int i = 0; i < 4; i++)
        listen_to(&ears[i], id);
    assert_told(&server, "GET", at_table(id, "/events"), NULL, 503, "Too many");
    for (int i = 0; i < 4; i++)
        stop_listening(&ears[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_comes_at_once_and_then_silence),
        cmocka_unit_test(each_move_is_an_event_of_its_own),
        cmocka_unit_test(a_reader_far_behind_gets_the_newest_state),
        cmocka_unit_test(revisions_grow_and_undo_jumps_back),
        cmocka_unit_test(a_hint_ends_with_its_report),
        cmocka_unit_test(an_analysis_reports_until_it_is_stopped),
        cmocka_unit_test(searches_wait_for_their_turn),
        cmocka_unit_test(a_new_search_replaces_the_old_one),
        cmocka_unit_test(an_agent_goes_on_after_a_hint),
        cmocka_unit_test(a_failed_agent_is_told_and_waits),
        cmocka_unit_test(a_sign_of_life_is_a_comment),
        cmocka_unit_test(a_deleted_table_ends_its_listeners),
        cmocka_unit_test(too_many_listeners_are_refused),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
