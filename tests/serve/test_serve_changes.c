/* test_serve_changes.c - what a move costs who looks on: changes are short in every game, and add
 * up to the state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "follow.h"
#include "serve/listener.h"
#include "serve/table.h"
#include "serve_check.h"
#include "variants.h"

enum { EVENT_MAX = 4096, PLIES = 90, COMPARE_EVERY = 15 };

/* The boards with the most to tell, besides every game as it is. */
static const char *const large[] = {
    "twixt(size=24)",
    "samegame(width=26, height=15, colours=2)",
    "samegame(width=26, height=15, colours=7)",
    "connect4(width=9, height=6)",
    "amazons(split=on)",
    "stratego(setup=moves)",
    "focus(players=4, version=full)",
    "chinesecheckers(players=6, board=full)",
    "chinesecheckers(players=6)",
    "ontop(players=4)",
    "rolit(players=4)",
    NULL,
};

/* Somebody who looks on, and what was told so far. */
struct watch {
    char id[COP_ID_LENGTH + 1];
    struct cop_table *table;
    struct cop_listener *listener;
    json_t *state;
    struct cop_rng rng;
    const char *spec;
};

static json_t *data_of(const char *event)
{
    struct cop_text data = COP_TEXT;
    json_t *value;

    for (const char *at = strstr(event, "data: "); at != NULL; at = strstr(at, "data: ")) {
        at += 6;
        cop_text_add_bytes(&data, at, strcspn(at, "\n"));
    }
    value = json_string(data.bytes);
    cop_text_free(&data);
    return value;
}

static bool hear(struct watch *watch, struct cop_text *event)
{
    bool is_told, is_over;

    cop_text_clear(event);
    cop_house_lock(server.house);
    is_told = cop_listener_next(watch->listener, event, &is_over);
    cop_house_unlock(server.house);
    return is_told;
}

/* Everything that there is to tell now. */
static void hear_all(struct watch *watch)
{
    struct cop_text event = COP_TEXT;

    while (hear(watch, &event)) {
        bool is_change = strncmp(event.bytes, "event: change", 13) == 0;
        json_t *data = data_of(event.bytes);

        if (is_change && event.length > EVENT_MAX)
            fail_msg("%s: an event of %zu bytes:\n%s", watch->spec, event.length, event.bytes);
        assert_true(
            cop_follow(&watch->state, is_change ? "change" : "state", json_string_value(data)));
        assert_non_null(watch->state);
        json_decref(data);
    }
    cop_text_free(&event);
}

static void begin(struct watch *watch)
{
    json_t *body = json_pack("{sssi}", "game", watch->spec, "seed", 7);
    char *words = json_dumps(body, 0);
    struct cop_error error;
    bool is_full;

    new_table(&server, words, watch->id);
    free(words);
    json_decref(body);
    cop_house_lock(server.house);
    watch->table = cop_house_find(server.house, watch->id, &is_full, &error);
    watch->listener = cop_listener_open(watch->table, COP_NOBODY);
    cop_house_unlock(server.house);
    hear_all(watch);
}

static void end(struct watch *watch)
{
    cop_house_lock(server.house);
    cop_listener_close(watch->listener);
    cop_house_unlock(server.house);
    tell(&server, "DELETE", at_table(watch->id, ""), NULL, 200);
    json_decref(watch->state);
}

/* Moves that were too many to be told. */
static void ask_for_moves(struct watch *watch)
{
    struct cop_request request = {
        .method = "GET", .host = "127.0.0.1:8137", .target = at_table(watch->id, "/moves")};
    struct cop_reply reply;

    ask_for_reply(&server, &request, &reply);
    assert_int_equal(reply.status, 200);
    cop_follow_moves(watch->state, reply.text.bytes);
    cop_text_free(&reply.text);
}

/* Whether it is saved is told when the disk has answered. */
static json_t *without_the_disk(json_t *state)
{
    json_t *rest = json_copy(state);

    json_object_del(rest, "saved");
    json_object_del(rest, "revision");
    return rest;
}

/* What was told is what a request is told. */
static void compare(struct watch *watch)
{
    json_t *table, *asked, *told;

    if (json_is_null(json_object_get(watch->state, "moves")))
        ask_for_moves(watch);
    table = ask(&server, "GET", at_table(watch->id, ""), NULL, 200);
    asked = without_the_disk(table);
    told = without_the_disk(watch->state);
    if (!json_equal(asked, told))
        fail_msg("%s:\nasked %s\ntold %s", watch->spec, json_dumps(asked, JSON_SORT_KEYS),
                 json_dumps(told, JSON_SORT_KEYS));
    json_decref(table);
    json_decref(asked);
    json_decref(told);
}

static void play_one(struct watch *watch)
{
    const struct cop_game *game = cop_table_game(watch->table);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count;

    cop_house_lock(server.house);
    count = game->rules->moves(game, cop_course_now(&watch->table->session->course), moves);
    cop_table_play(watch->table, moves[cop_rng_below(&watch->rng, (uint32_t)count)], NULL);
    cop_house_unlock(server.house);
    hear_all(watch);
    free(moves);
}

static void follow_a_game(const char *spec)
{
    struct watch watch = {.spec = spec};

    cop_rng_seed(&watch.rng, 3);
    begin(&watch);
    for (int i = 0; i < PLIES && !cop_table_is_over(watch.table); i++) {
        play_one(&watch);
        if (i % COMPARE_EVERY == COMPARE_EVERY - 1)
            compare(&watch);
    }
    compare(&watch);
    end(&watch);
}

static void a_move_is_told_in_less_than_four_kilobytes_in_every_game(void **state)
{
    (void)state;
    for (int i = 0; cop_all_rules()[i] != NULL; i++)
        follow_a_game(cop_all_rules()[i]->name);
}

static void and_on_the_largest_boards(void **state)
{
    (void)state;
    for (int i = 0; large[i] != NULL; i++)
        follow_a_game(large[i]);
}

static void and_in_every_variant(void **state)
{
    (void)state;
    for (int i = 0; game_variants[i] != NULL; i++)
        if (strstr(game_variants[i], "board=\"") == NULL) /* a file, which nobody may ask for */
            follow_a_game(game_variants[i]);
}

/* The Amazons have 2176 moves at the start: those who look on ask for them. */
static void moves_that_are_too_many_are_asked_for(void **state)
{
    struct watch watch = {.spec = "amazons"};

    (void)state;
    cop_rng_seed(&watch.rng, 3);
    begin(&watch);
    assert_int_equal(json_array_size(json_object_get(watch.state, "moves")), 2176);
    play_one(&watch);
    assert_true(json_is_null(json_object_get(watch.state, "moves")));
    compare(&watch);
    assert_true(json_array_size(json_object_get(watch.state, "moves")) > 1000);
    end(&watch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_told_in_less_than_four_kilobytes_in_every_game),
        cmocka_unit_test(and_on_the_largest_boards),
        cmocka_unit_test(and_in_every_variant),
        cmocka_unit_test(moves_that_are_too_many_are_asked_for),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
