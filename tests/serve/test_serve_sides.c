/* test_serve_sides.c - side lines at a table: tried, told, kept, searched, and never a secret told.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "front.h"
#include "serve_check.h"

/* Tries a move at a node, or rolls; gives the node that it leads to. */
static int try_at(const char *id, int node, const char *move)
{
    char body[80];
    json_t *state;
    int at;

    if (move != NULL)
        snprintf(body, sizeof body, "{\"at\": %d, \"move\": \"%s\"}", node, move);
    else
        snprintf(body, sizeof body, "{\"at\": %d}", node);
    state = ask(&server, "POST", at_table(id, "/try"), body, 200);
    at = number_in(state, "at");
    json_decref(state);
    return at;
}

static void drop(const char *id, int node, int status)
{
    char body[40];

    snprintf(body, sizeof body, "{\"at\": %d}", node);
    tell(&server, "POST", at_table(id, "/drop"), body, status);
}

/* The table at a node. */
static json_t *look_at(const char *id, int node)
{
    char rest[40];

    snprintf(rest, sizeof rest, "?at=%d", node);
    return ask(&server, "GET", at_table(id, rest), NULL, 200);
}

static void assert_position(const char *id, int node, const char *expected)
{
    json_t *state = look_at(id, node);

    assert_string_equal(words_in(state, "position"), expected);
    assert_int_equal(number_in(state, "at"), node);
    json_decref(state);
}

/* The side lines as "MOVE of PARENT's index, or ply", such as "e<1 f<(e) ". */
static void assert_sides(const char *id, const char *expected)
{
    json_t *state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    struct cop_text text = COP_TEXT;
    const json_t *side;
    size_t i;

    json_array_foreach(json_object_get(state, "sides"), i, side)
    {
        int parent = number_in(side, "parent");

        cop_text_add(&text, "%s%s<", i > 0 ? " " : "", words_in(side, "move"));
        if (parent < COP_SIDE_FIRST)
            cop_text_add(&text, "%d", parent);
        else
            cop_text_add(&text, "*");
    }
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
    json_decref(state);
}

static void a_side_line_is_tried_and_the_game_stays(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    int first, second;
    json_t *state;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"ddc\"}", id);
    first = try_at(id, 1, "e");
    second = try_at(id, first, "e");
    assert_int_equal(try_at(id, 1, "e"), first);
    assert_int_equal(try_at(id, 1, "d"), 2); /* the game's own move */
    assert_sides(id, "e<1 e<*");
    assert_position(id, second, "7/7/7/7/4X2/3XO2 O");
    assert_position(id, 3, "7/7/7/7/3O3/2XX3 O");
    state = look_at(id, second);
    assert_int_equal(number_in(state, "ply"), 3);
    assert_int_equal(number_in(state, "turn"), 1);
    assert_int_equal(json_array_size(json_object_get(state, "moves")), 7);
    assert_int_equal(json_array_size(json_object_get(state, "history")), 3);
    json_decref(state);
}

static void a_side_line_ends_where_the_rules_end_it(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    int node;
    json_t *state;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"abababc\"}", id);
    node = try_at(id, 6, "a");
    state = look_at(id, node);
    assert_string_equal(words_in(state, "turn"), "over");
    assert_non_null(strstr(words_in(json_object_get(state, "over"), "words"), "wins"));
    assert_int_equal(json_array_size(json_object_get(state, "moves")), 0);
    json_decref(state);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_true(json_is_null(json_object_get(state, "over")));
    json_decref(state);
}

static void what_cannot_be_tried_is_refused(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    const char *path;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"ddc\"}", id);
    path = at_table(id, "/try");
    assert_told(&server, "POST", path, "{\"move\": \"e\"}", 400, "where");
    assert_told(&server, "POST", path, "{\"at\": 1}", 400, "is tried as");
    assert_told(&server, "POST", path, "{\"at\": 1, \"move\": \"z\"}", 422, "z");
    assert_told(&server, "POST", path, "{\"at\": 9, \"move\": \"e\"}", 409, "not yet at 9");
    assert_told(&server, "POST", path, "{\"at\": 16777216, \"move\": \"e\"}", 409, "no such side");
    path = at_table(id, "/drop");
    assert_told(&server, "POST", path, "{\"at\": 1}", 422, "only side lines");
    assert_told(&server, "GET", at_table(id, "?at=16777216"), NULL, 409, "no such side");
    assert_sides(id, "");
}

static void a_side_line_is_deleted_and_undo_drops_what_hangs_below(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    int first;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"ddc\"}", id);
    first = try_at(id, 1, "e");
    try_at(id, first, "e");
    try_at(id, 2, "a");
    try_at(id, 3, "b");
    assert_sides(id, "e<1 e<* a<2 b<3");
    tell(&server, "POST", at_table(id, "/undo"), "{}", 200);
    assert_sides(id, "e<1 e<* a<2");
    drop(id, first, 200);
    assert_sides(id, "a<2");
    drop(id, first, 409);
}

/* With a restart in between, and SGF out and in. */
static void side_lines_are_kept(void **unused)
{
    char id[COP_ID_LENGTH + 1], copy[COP_ID_LENGTH + 1];
    struct cop_request request = {.method = "GET", .host = "127.0.0.1:8137"};
    struct cop_reply reply;
    json_t *body;
    char *words;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"ddc\"}", id);
    try_at(id, try_at(id, 1, "e"), "f");
    try_at(id, 3, "a");
    serve_again(&server);
    assert_sides(id, "a<3 e<1 f<*");
    request.target = at_table(id, "/sgf");
    ask_for_reply(&server, &request, &reply);
    body = json_pack("{s: s}", "sgf", reply.text.bytes);
    words = json_dumps(body, 0);
    new_table(&server, words, copy);
    assert_sides(copy, "a<3 e<1 f<*");
    free(words);
    json_decref(body);
    cop_text_free(&reply.text);
}

static void chance_is_chosen_or_rolled(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state, *start;
    int rolled = 0, count;

    (void)unused;
    new_table(&server, "{\"game\": \"dice(size=5)\", \"seed\": 3}", id);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_true(number_in(state, "ply") >= 1); /* the first roll is made */
    start = look_at(id, 0);
    count = (int)json_array_size(json_object_get(start, "moves"));
    assert_string_equal(words_in(start, "turn"), "chance");
    assert_true(count > 1);
    for (int i = 0; i < count; i++)
        rolled +=
            try_at(id, 0, words_in(json_array_get(json_object_get(start, "moves"), i), "move")) >=
            COP_SIDE_FIRST;
    assert_int_equal(rolled, count - 1); /* one of them is the game's */
    for (int i = 0; i < 5; i++)
        try_at(id, 0, NULL);
    json_decref(state);
    json_decref(start);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_int_equal(json_array_size(json_object_get(state, "sides")), count - 1);
    json_decref(state);
}

static void a_side_line_is_searched(void **unused)
{
    char id[COP_ID_LENGTH + 1], body[120];
    int node;

    (void)unused;
    new_table(&server, "{\"game\": \"connect4\", \"moves\": \"ddc\"}", id);
    node = try_at(id, 1, "e");
    snprintf(body, sizeof body,
             "{\"kind\": \"analysis\", \"agent\": \"mcts\", \"limit\": \"10m\", \"at\": %d}", node);
    tell(&server, "POST", at_table(id, "/search"), body, 202);
    for (;;) {
        json_t *state = ask(&server, "GET", at_table(id, ""), NULL, 200);
        json_t *search = json_object_get(state, "search");
        bool runs = json_is_false(json_object_get(search, "waiting"));

        assert_int_equal(number_in(search, "at"), node);
        json_decref(state);
        if (runs)
            break;
    }
    drop(id, node, 200); /* which ends it */
    tell(&server, "GET", at_table(id, ""), NULL, 200);
    tell(&server, "POST", at_table(id, "/search"), body, 409);
}

/* While pieces are hidden, where a move leads would tell them. */
static void nothing_is_tried_while_there_are_secrets(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server,
              "{\"game\": \"stratego\", \"seed\": 1, \"seats\": [{\"who\": \"human\"}, {\"who\": "
              "\"random\"}]}",
              id);
    assert_told(&server, "POST", at_table(id, "/try"), "{\"at\": 0, \"move\": \"a4a5\"}", 403,
                "when the game is over");
    tell(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    state = look_at(id, 0);
    assert_true(json_array_size(json_object_get(state, "moves")) > 0);
    assert_true(
        try_at(id, 0, words_in(json_array_get(json_object_get(state, "moves"), 0), "move")) >=
        COP_SIDE_FIRST);
    json_decref(state);
}

/* A record that is gone on with in secret may have side lines that know too much. */
static void side_lines_of_a_record_with_secrets_are_not_told(void **unused)
{
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    new_table(&server,
              "{\"sgf\": \"(;KG[stratego]KS[5]PB[human]PW[random]KE[1](;B[a4a5])(;B[b4b5]))\", "
              "\"seats\": "
              "[{\"who\": \"human\"}, {\"who\": \"random\"}]}",
              id);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_true(json_is_false(json_object_get(state, "open")));
    assert_int_equal(json_array_size(json_object_get(state, "sides")), 0);
    json_decref(state);
    assert_told(&server, "GET", at_table(id, "?at=16777216"), NULL, 409, "no such side");
    tell(&server, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    state = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_true(json_array_size(json_object_get(state, "sides")) > 0);
    json_decref(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_line_is_tried_and_the_game_stays),
        cmocka_unit_test(a_side_line_ends_where_the_rules_end_it),
        cmocka_unit_test(what_cannot_be_tried_is_refused),
        cmocka_unit_test(a_side_line_is_deleted_and_undo_drops_what_hangs_below),
        cmocka_unit_test(side_lines_are_kept),
        cmocka_unit_test(chance_is_chosen_or_rolled),
        cmocka_unit_test(a_side_line_is_searched),
        cmocka_unit_test(nothing_is_tried_while_there_are_secrets),
        cmocka_unit_test(side_lines_of_a_record_with_secrets_are_not_told),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
