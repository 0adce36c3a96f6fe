/* test_solve_command.c - `coppice solve` from outside. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "front.h"

static double number(const json_t *value, const char *name)
{
    return json_number_value(json_object_get(value, name));
}

static void a_won_position_is_said_to_be_won(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "solve", "connect4", "--moves", "44444 1 2 6 2", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "connect4, Red to move\nvalue ");
    assert_contains(program.output, "\nbest ");
    assert_contains(program.output, "\npositions ");
    assert_string_equal(program.errors, "");
    program_free(&program);
}

static void json_has_value_move_and_effort(void **unused)
{
    struct program program;
    json_t *value;

    (void)unused;
    run(&program, "solve", "connect4", "--moves", "a b a b a b", "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_true(json_is_true(json_object_get(value, "known")));
    assert_true(number(value, "lower") == 1 && number(value, "upper") == 1);
    assert_string_equal(json_string_value(json_object_get(value, "best")), "a");
    assert_string_equal(json_string_value(json_object_get(value, "stake")), "payoff");
    assert_true(number(value, "positions") == 1);
    json_decref(value);
    program_free(&program);
}

static void points_are_solved_with_score(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "solve", "othello(size=4)", "--score");
    assert_done(&program);
    assert_contains(program.output, "value -10 points for Black\n");
    program_free(&program);
}

static void a_limit_that_comes_first_is_status_one_with_bounds(void **unused)
{
    struct program program;
    json_t *value;

    (void)unused;
    run(&program, "solve", "connect4", "--limit", "nodes=1000", "--json", "--quiet");
    assert_int_equal(program.status, 1);
    value = read_json(program.output);
    assert_true(json_is_false(json_object_get(value, "known")));
    assert_true(number(value, "lower") == 0 && number(value, "upper") == 1);
    assert_true(json_is_null(json_object_get(value, "best")));
    assert_true(json_is_false(json_object_get(value, "interrupted")));
    json_decref(value);
    program_free(&program);
}

static void an_interrupted_solver_says_what_it_knows(void **unused)
{
    struct program program;
    const char *const arguments[] = {"solve", "othello", "--limit", "memory=1M", NULL};

    (void)unused;
    program_start(&program, arguments, -1);
    program_wait_for_error(&program, "positions");
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "value unknown, from 0 to 1\n");
    assert_contains(program.output, "interrupted before the limit\n");
    program_free(&program);
}

static void a_proof_shows_its_numbers(void **unused)
{
    struct program program;
    json_t *value;

    (void)unused;
    run(&program, "solve", "fanorona(width=5, height=3)", "--by", "pn(second=tree)", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "value 1: White wins\n");
    assert_contains(program.output, "proof 0, disproof never");
    program_free(&program);
    run(&program, "solve", "fanorona(width=3, height=5)", "--by", "dfpn(weak=on)", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "value 1: White wins\n");
    program_free(&program);
    run(&program, "solve", "connect4", "--by", "pn", "--limit", "nodes=1000", "--json", "--quiet");
    assert_int_equal(program.status, 1);
    value = read_json(program.output);
    assert_true(number(value, "positions") == 1000);
    assert_true(number(value, "proof") > 0 && number(value, "disproof") > 0);
    assert_true(json_is_false(json_object_get(value, "memory_is_full")));
    json_decref(value);
    program_free(&program);
}

static void solvers_that_are_none_are_refused(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "solve", "connect4", "--by", "magic");
    assert_refused(&program, 2, "\"magic\" is no solver; there are auto, pn(...) and dfpn(...)");
    run(&program, "solve", "connect4", "--by", "auto(second=tree)");
    assert_refused(&program, 2, "auto has no options");
    run(&program, "solve", "connect4", "--by", "pn(second_a=5)");
    assert_refused(&program, 2, "second_a is for second=logistic");
}

static void what_cannot_be_solved_is_refused(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "solve", "stratego");
    assert_refused(&program, 2, "without chance and hidden pieces");
    run(&program, "solve", "breakthrough", "--score");
    assert_refused(&program, 2, "counts no points");
    run(&program, "solve", "connect4", "--moves", "a b a b a b a");
    assert_refused(&program, 2, "the game is over");
    run(&program, "solve", "connect4", "--limit", "sims=100");
    assert_refused(&program, 2, "do not limit a solver");
    run(&program, "solve", "connect4", "--limit", "memory=100000G");
    assert_refused(&program, 2, "there is no memory for a table");
    run(&program, "solve", "othello(size=4)", "--by", "dfpn", "--proof", "/tmp/a", "--keep",
        "/tmp/a");
    assert_refused(&program, 2, "--proof and --keep name the same file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_won_position_is_said_to_be_won),
        cmocka_unit_test(json_has_value_move_and_effort),
        cmocka_unit_test(points_are_solved_with_score),
        cmocka_unit_test(a_limit_that_comes_first_is_status_one_with_bounds),
        cmocka_unit_test(an_interrupted_solver_says_what_it_knows),
        cmocka_unit_test(a_proof_shows_its_numbers),
        cmocka_unit_test(solvers_that_are_none_are_refused),
        cmocka_unit_test(what_cannot_be_solved_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
