/* test_serve_events.c - what listeners of the page's server are told, and in which order. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "follow.h"
#include "front.h"
#include "serve/listener.h"
#include "serve/table.h"
#include "serve_check.h"

/* A listener of our own, and the flag that it was woken. */
struct ear {
    struct cop_listener *listener;
    struct cop_text event;
    json_t *data;  /* of the event; the whole table for a state and for what changes in it */
    json_t *state; /* as the events have told it */
    bool is_change;
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
    json_decref(ear->state);
}

static bool is_event(const struct ear *ear, const char *name)
{
    size_t length = strlen(name);

    return strncmp(ear->event.bytes, "event: ", 7) == 0 &&
           strncmp(ear->event.bytes + 7, name, length) == 0 && ear->event.bytes[7 + length] == '\n';
}

/* A change that does not fit what was told before is a fault. */
static void read_event(struct ear *ear, const char *data)
{
    ear->is_change = is_event(ear, "change");
    if (!ear->is_change && !is_event(ear, "state")) {
        ear->data = read_json(data);
        return;
    }
    assert_true(cop_follow(&ear->state, ear->is_change ? "change" : "state", data));
    assert_non_null(ear->state);
    ear->data = json_incref(ear->state);
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
        read_event(ear, data.bytes);
    cop_text_free(&data);
    return is_told;
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
    } while (!ear->is_change && !is_event(ear, "state"));
    assert_int_equal(number_in(ear->data, "ply"), ply);
}

/* A new table that is listened to, and has told its state at this ply. */
static void new_heard(char *id, struct ear *ear, const char *body, int ply)
{
    new_table(&server, body, id);
    listen_to(ear, id);
    await_state(ear, ply);
}

/* The last report of a search. */
static void await_done(struct ear *ear)
{
    do {
        await_event(ear);
    } while (!is_event(ear, "report") || !json_is_true(json_object_get(ear->data, "done")));
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
    new_heard(id, &ear, "{\"game\": \"connect4\"}", 0);
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
    new_heard(id, &ear, "{\"game\": \"connect4\"}", 0);
    revision = number_in(ear.data, "revision");
    play_moves(&server, id, "d d d");
    tell(&server, "POST", at_table(id, "/undo"), "{}", 200);
    await_state(&ear, 2);
    assert_true(number_in(ear.data, "revision") > revision);
    assert_false(hear(&ear));
    stop_listening(&ear);
}

/* ---- Changes ---- */

static void hear_all(struct ear *ear)
{
    while (hear(ear))
        continue;
}

/* Moves that were too many to be told. */
static void ask_for_moves(struct ear *ear, const char *id)
{
    json_t *answer = ask(&server, "GET", at_table(id, "/moves"), NULL, 200);
    char *words = json_dumps(answer, 0);

    cop_follow_moves(ear->state, words);
    free(words);
    json_decref(answer);
}

/* At rest, what the events have told is what a request is told. */
static void assert_up_to_date(struct ear *ear, const char *id)
{
    json_t *table = ask(&server, "GET", at_table(id, ""), NULL, 200);

    hear_all(ear);
    if (json_is_null(json_object_get(ear->state, "moves")))
        ask_for_moves(ear, id);
    if (!json_equal(table, ear->state)) {
        char *asked = json_dumps(table, JSON_SORT_KEYS),
             *told = json_dumps(ear->state, JSON_SORT_KEYS);

        fail_msg("asked: %s\ntold: %s", asked, told);
    }
    json_decref(table);
}

/* A node of the table and a move of another one, which may be legal there. */
static void write_try(struct cop_rng *rng, const json_t *table, char *body, size_t room)
{
    const json_t *sides = json_object_get(table, "sides"), *all = json_object_get(table, "history");
    uint32_t beside = (uint32_t)json_array_size(sides), plies = (uint32_t)json_array_size(all);
    uint32_t which = cop_rng_below(rng, beside + plies + 1);
    const json_t *move = json_array_get(all, cop_rng_below(rng, plies + 1));
    const char *word = json_string_value(json_object_get(move, "move"));
    int node =
        which < beside ? number_in(json_array_get(sides, which), "id") : (int)(which - beside);

    if (word != NULL)
        snprintf(body, room, "{\"at\": %d, \"move\": \"%s\"}", node, word);
    else
        snprintf(body, room, "{\"at\": %d}", node);
}

/* Something that a person may do, as the dice fall: mostly moves. */
static void do_something(struct cop_rng *rng, const char *id)
{
    static const char *const rest[] = {"/undo", "/back", "/resign", "/search", "/seats",
                                       "/undo", "/try",  "/try",    "/drop"};
    static const char *const body[] = {
        "{\"brief\": true}",
        "{\"ply\": 1}",
        "{\"player\": 1}",
        "{\"kind\": \"hint\", \"agent\": \"mcts\", \"limit\": \"sims=20\"}",
        "{\"seats\": [{\"who\": \"human\"}, {\"who\": \"human\"}]}",
        "{}",
        "{\"at\": 0}",
        NULL,
        NULL};
    json_t *table = ask(&server, "GET", at_table(id, ""), NULL, 200);
    const json_t *moves = json_object_get(table, "moves");
    uint32_t count = (uint32_t)json_array_size(moves), which = cop_rng_below(rng, 20);
    struct cop_request request = {
        .method = "POST", .host = "127.0.0.1:8137", .content_type = "application/json"};
    struct cop_reply reply;
    char tried[80];

    if (which >= 9 && count > 0 && json_is_null(json_object_get(table, "over"))) {
        play_moves(&server, id, words_in(json_array_get(moves, cop_rng_below(rng, count)), "move"));
    } else if (which < 9) { /* it may be refused: that must change nothing */
        write_try(rng, table, tried, sizeof tried);
        request.target = at_table(id, rest[which]);
        request.body = body[which] != NULL ? body[which] : tried;
        request.body_length = strlen(request.body);
        ask_for_reply(&server, &request, &reply);
        cop_text_free(&reply.text);
    }
    json_decref(table);
}

/* Waits until no search runs; reports that come meanwhile do not matter. */
static void await_rest(const char *id)
{
    for (int i = 0; i < 12000; i++) {
        json_t *table = ask(&server, "GET", at_table(id, ""), NULL, 200);
        bool is_at_rest = json_is_null(json_object_get(table, "search"));

        json_decref(table);
        if (is_at_rest)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("the search never ended");
}

/* Games with chance, with secrets, with a rule for clicks, of one player: whatever happens, the
 * changes add up to the state. One ear hears everything, the other one only now and then. */
static void changes_add_up_to_the_state(void **state)
{
    static const char *const games[] = {"connect4",         "dice(size=5)",
                                        "stratego(size=4)", "stratego(size=4, setup=moves)",
                                        "samegame",         "amazons(size=6)"};
    struct cop_rng rng;

    (void)state;
    cop_rng_seed(&rng, 22);
    for (int game = 0; game < 6; game++) {
        char body[80], id[COP_ID_LENGTH + 1];
        struct ear often, seldom;

        snprintf(body, sizeof body, "{\"game\": \"%s\", \"seed\": 5}", games[game]);
        new_table(&server, body, id);
        listen_to(&often, id);
        listen_to(&seldom, id);
        for (int i = 0; i < 40; i++) {
            do_something(&rng, id);
            if (i % 3 == 0)
                await_rest(id);
            if (i % 3 == 0)
                assert_up_to_date(&often, id);
            hear_all(&often);
            if (i % 9 == 0)
                assert_up_to_date(&seldom, id);
        }
        stop_listening(&often);
        stop_listening(&seldom);
        tell(&server, "DELETE", at_table(id, ""), NULL, 200);
    }
}

/* The moves are 90 KB, and a hint does not change them. */
static void a_hint_tells_only_that_there_is_one(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;

    (void)state;
    new_heard(id, &ear, "{\"game\": \"amazons\"}", 0);
    assert_true(ear.event.length > 50000);
    tell(&server, "POST", at_table(id, "/search"),
         "{\"kind\": \"hint\", \"agent\": \"mcts\", \"limit\": \"sims=20\"}", 202);
    do {
        await_state(&ear, 0);
        assert_true(ear.is_change);
        assert_true(ear.event.length < 400);
    } while (json_is_object(json_object_get(ear.data, "search")));
    assert_true(json_array_size(json_object_get(ear.data, "moves")) > 1000);
    stop_listening(&ear);
}

/* Each move is told once, however long the game is. */
static void a_move_does_not_tell_the_history_again(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    size_t first = 0;

    (void)state;
    new_heard(id, &ear, "{\"game\": \"othello\"}", 0);
    for (int ply = 1; ply <= 40; ply++) {
        const json_t *moves = json_object_get(ear.data, "moves");

        play_moves(&server, id, words_in(json_array_get(moves, 0), "move"));
        await_state(&ear, ply);
        assert_true(ear.is_change);
        assert_null(strstr(ear.event.bytes, "\"shape\"")); /* the board */
        assert_int_equal(json_array_size(json_object_get(ear.data, "history")), ply);
        for (const char *at = ear.event.bytes; (at = strstr(at, "\"player\":")) != NULL; at++)
            first++;
        assert_int_equal(first, (size_t)ply); /* one more each time */
    }
    stop_listening(&ear);
}

/* A disk that takes nothing, by a limit of the process. */
static void let_write(bool may_write)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = may_write ? limit.rlim_max : 0;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void await_saved(struct ear *ear, bool is_saved)
{
    do {
        await_event(ear);
    } while (json_is_true(json_object_get(ear->data, "saved")) != is_saved);
    assert_true(ear->is_change);
    assert_non_null(strstr(ear->event.bytes, "\"saved\""));
}

static void who_looks_on_is_told_whether_the_game_is_saved(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    json_t *answer;

    (void)state;
    new_heard(id, &ear, "{\"game\": \"connect4\"}", 0);
    assert_true(json_is_true(json_object_get(ear.data, "saved")));
    let_write(false);
    answer = ask(&server, "POST", at_table(id, "/move"),
                 "{\"move\": \"d\", \"ply\": 0, \"brief\": true}", 200);
    assert_true(json_is_false(json_object_get(answer, "saved")));
    json_decref(answer);
    await_saved(&ear, false);
    let_write(true);
    await_saved(&ear, true);
    assert_null(strstr(ear.event.bytes, "\"scene\"")); /* nothing else has changed */
    stop_listening(&ear);
}

/* ---- Searches ---- */

static void a_hint_ends_with_its_report(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    const json_t *first;

    (void)state;
    new_heard(id, &ear, "{\"game\": \"connect4\"}", 0);
    tell(&server, "POST", at_table(id, "/search"),
         "{\"kind\": \"hint\", \"agent\": \"mcts\", \"limit\": \"sims=500\"}", 202);
    await_done(&ear);
    assert_string_equal(words_in(ear.data, "kind"), "hint");
    assert_int_equal(number_in(ear.data, "player"), 0);
    assert_int_equal(number_in(ear.data, "ply"), 0);
    assert_int_equal(number_in(ear.data, "upper"), 1);
    first = json_array_get(json_object_get(ear.data, "candidates"), 0);
    assert_string_equal(words_in(first, "move"), words_in(ear.data, "best"));
    assert_int_equal(json_array_size(json_object_get(first, "path")), 1);
    assert_string_equal(words_in(first, "kind"), "estimate");
    assert_true(json_is_number(json_object_get(first, "chance")));
    assert_int_equal(json_array_size(json_object_get(ear.data, "chance")), 2);
    await_state(&ear, 0);
    assert_true(json_is_null(json_object_get(ear.data, "search")));
    stop_listening(&ear);
}

/* How many moves of the last report have a value of their own, and not only a bound. */
static int valued_moves(const struct ear *ear)
{
    const json_t *candidates = json_object_get(ear->data, "candidates");
    int count = 0;

    for (size_t i = 0; i < json_array_size(candidates); i++)
        count += strcmp(words_in(json_array_get(candidates, i), "kind"), "exact") == 0;
    return count;
}

static void hint_by(const char *id, struct ear *ear, const char *agent)
{
    char body[200];

    snprintf(body, sizeof body, "{\"kind\": \"hint\", \"agent\": \"%s\", \"limit\": \"depth=3\"}",
             agent);
    tell(&server, "POST", at_table(id, "/search"), body, 202);
    await_done(ear);
}

/* Who comes, or comes back, after a hint has ended is told what it found. */
static void a_hint_that_has_ended_is_told_to_those_who_come(void **state)
{
    char id[COP_ID_LENGTH + 1];
    const json_t *owners;
    struct ear ear;

    (void)state;
    new_table(&server, "{\"game\": \"connect4\"}", id);
    tell(&server, "POST", at_table(id, "/search"),
         "{\"kind\": \"hint\", \"show\": \"ownership\", \"limit\": \"sims=50\"}", 202);
    await_rest(id);
    listen_to(&ear, id);
    await_state(&ear, 0);
    await_event(&ear);
    assert_true(is_event(&ear, "report"));
    assert_true(json_is_true(json_object_get(ear.data, "done")));
    owners = json_object_get(ear.data, "ownership");
    assert_int_equal(json_array_size(json_object_get(owners, "cells")), 42);
    assert_in_range(json_integer_value(json_object_get(owners, "playouts")), 1, 50);
    assert_false(hear(&ear));
    stop_listening(&ear);
}

static void a_hint_values_three_moves_unless_told_otherwise(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    const json_t *third;

    (void)state;
    new_heard(id, &ear, "{\"game\": \"othello\", \"moves\": \"d3\"}", 1);
    hint_by(id, &ear, "alphabeta");
    assert_string_equal(words_in(ear.data, "agent"), "alphabeta(lines=3, oracle=beside)");
    assert_int_equal(valued_moves(&ear), 3);
    third = json_array_get(json_object_get(ear.data, "candidates"), 2);
    assert_true(json_array_size(json_object_get(third, "line")) > 1);
    hint_by(id, &ear, "alphabeta(eval=score)");
    assert_string_equal(words_in(ear.data, "agent"),
                        "alphabeta(eval=score, lines=3, oracle=beside)");
    hint_by(id, &ear, "alphabeta(lines=2)");
    assert_string_equal(words_in(ear.data, "agent"), "alphabeta(lines=2, oracle=beside)");
    hint_by(id, &ear, "alphabeta(lines=1, oracle=off)");
    assert_string_equal(words_in(ear.data, "agent"), "alphabeta(oracle=off)");
    stop_listening(&ear);
}

static void an_agents_own_search_asks_for_no_lines(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;

    (void)state;
    new_heard(id, &ear,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"human\"}, "
              "{\"who\": \"alphabeta\", \"limit\": \"depth=3\"}]}",
              0);
    tell(&server, "POST", at_table(id, "/move"), "{\"move\": \"d3\", \"ply\": 0}", 200);
    await_done(&ear);
    assert_string_equal(words_in(ear.data, "kind"), "move");
    assert_string_equal(words_in(ear.data, "agent"), "alphabeta");
    stop_listening(&ear);
}

/* Nothing is searched where there is nothing to choose, so nothing is known of the position either.
 */
static void a_forced_move_has_no_value(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *table;

    (void)state;
    new_table(&server,
              "{\"game\": \"connect4(width=4, height=4)\", \"moves\": \"abcabcabcabc\", "
              "\"seats\": [{\"who\": \"mcts\", \"limit\": \"sims=50\"}]}",
              id);
    table = wait_for_turn(&server, id, "1");
    assert_int_equal(number_in(table, "ply"), 13);
    assert_true(json_is_null(
        json_object_get(json_array_get(json_object_get(table, "history"), 12), "value")));
    json_decref(table);
}

static void an_analysis_reports_until_it_is_stopped(void **state)
{
    char id[COP_ID_LENGTH + 1];
    struct ear ear;
    json_t *table;

    (void)state;
    new_heard(id, &ear, "{\"game\": \"othello\", \"moves\": \"d3 c5\"}", 2);
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
    await_done(&ear);
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
    new_heard(id, &ear,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"10m\"}]}", 0);
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
    assert_contains(words_in(ear.state, "waits"), "vanished");
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
    new_heard(id, &ear, "{\"game\": \"connect4\"}", 0);
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
    new_heard(id, &ear, "{\"game\": \"connect4\"}", 0);
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
        cmocka_unit_test(changes_add_up_to_the_state),
        cmocka_unit_test(a_hint_tells_only_that_there_is_one),
        cmocka_unit_test(a_move_does_not_tell_the_history_again),
        cmocka_unit_test(who_looks_on_is_told_whether_the_game_is_saved),
        cmocka_unit_test(a_hint_ends_with_its_report),
        cmocka_unit_test(a_hint_that_has_ended_is_told_to_those_who_come),
        cmocka_unit_test(a_hint_values_three_moves_unless_told_otherwise),
        cmocka_unit_test(an_agents_own_search_asks_for_no_lines),
        cmocka_unit_test(a_forced_move_has_no_value),
        cmocka_unit_test(an_analysis_reports_until_it_is_stopped),
        cmocka_unit_test(searches_wait_for_their_turn),
        cmocka_unit_test(a_new_search_replaces_the_old_one),
        cmocka_unit_test(an_agent_goes_on_after_a_hint),
        cmocka_unit_test(a_failed_agent_is_told_and_waits),
        cmocka_unit_test(a_sign_of_life_is_a_comment),
        cmocka_unit_test(a_deleted_table_ends_its_listeners),
        cmocka_unit_test(too_many_listeners_are_refused),
    };

    signal(SIGXFSZ, SIG_IGN); /* writing is then an error, as in the program itself */
    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
