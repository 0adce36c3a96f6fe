/* test_serve_exact.c - what is known of moves, as the server tells it. */
#include "serve_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const json_t *find_move(const json_t *list, const char *move)
{
    size_t index;
    const json_t *row;

    json_array_foreach(list, index, row) if (strcmp(words_in(row, "move"), move) == 0) return row;
    return NULL;
}

static void assert_exact(const json_t *list, const char *move, const char *proof, double chance,
                         const char *words)
{
    const json_t *row = find_move(list, move);

    assert_non_null(row);
    assert_string_equal(words_in(row, "proof"), proof);
    assert_true(json_number_value(json_object_get(row, "chance")) == chance);
    assert_string_equal(words_in(row, "words"), words);
}

static const char three_in_a_row[] =
    "{\"game\": \"connect4(width=4, height=4)\", \"moves\": \"a b a b a b\"}";

static void the_values_of_moves_are_told(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *answer;
    const json_t *list;

    (void)state;
    new_table(&server, three_in_a_row, id);
    answer = ask(&server, "GET", at_table(id, "/exact"), NULL, 200);
    list = json_object_get(answer, "exact");
    assert_int_equal(number_in(answer, "at"), 6);
    assert_int_equal(json_array_size(list), 4);
    assert_exact(list, "a", "win", 1, "wins in 1");
    assert_exact(list, "c", "loss", 0, "loses in 2");
    assert_int_equal(number_in(find_move(list, "c"), "distance"), 2);
    assert_string_equal(words_in(find_move(list, "c"), "until"), "end");
    json_decref(answer);
}

/* On this board nobody can win, from the start. */
static void draws_are_told_of_earlier_positions(void **state)
{
    char id[COP_ID_LENGTH + 1];
    json_t *answer;

    (void)state;
    new_table(&server, three_in_a_row, id);
    answer = ask(&server, "GET", at_table(id, "/exact?at=2"), NULL, 200);
    assert_int_equal(number_in(answer, "at"), 2);
    assert_exact(json_object_get(answer, "exact"), "a", "exact", 0.5, "proven draw");
    json_decref(answer);
    assert_told(&server, "GET", at_table(id, "/exact?at=7"), NULL, 409, "not yet at 7");
}

static void nothing_is_told_of_secrets_and_of_ends(void **state)
{
    static const char *const bodies[] = {
        "{\"game\": \"stratego(size=4)\"}",
        "{\"game\": \"connect4(width=4, height=4)\", \"moves\": \"a b a b a b a\"}"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        char id[COP_ID_LENGTH + 1];
        json_t *answer;

        new_table(&server, bodies[i], id);
        answer = ask(&server, "GET", at_table(id, "/exact"), NULL, 200);
        assert_int_equal(json_array_size(json_object_get(answer, "exact")), 0);
        json_decref(answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_values_of_moves_are_told),
        cmocka_unit_test(draws_are_told_of_earlier_positions),
        cmocka_unit_test(nothing_is_told_of_secrets_and_of_ends),
    };

    return cmocka_run_group_tests(tests, serve_begin, serve_end);
}
