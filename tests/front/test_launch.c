/* test_launch.c - what a program makes of the environment that mpirun gives it: most commands
 * nothing, and a program without MPI does not play the same match several times over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "front.h"

static void pretend(const char *rank, const char *size)
{
    setenv("OMPI_COMM_WORLD_RANK", rank, 1);
    setenv("OMPI_COMM_WORLD_SIZE", size, 1);
}

static int forget(void **state)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "PMIX_RANK",
        "SLURM_STEP_NUM_TASKS"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unsetenv(names[i]);
    return 0;
}

static char with_mpi[4096], without[4096];

/* The program without MPI in place of the other. */
static void run_alone(struct program *program, const char *const *arguments)
{
    setenv("COPPICE", without, 1);
    program_run(program, arguments);
    setenv("COPPICE", with_mpi, 1);
}

static void match_alone(struct program *program)
{
    run_alone(program, (const char *const[]){"match", "connect4", "random", "random", "--games",
                                             "2", "--limit", "sims=1", "--quiet", NULL});
}

static void without_mpi_several_ranks_refuse_and_one_says_why(void **state)
{
    struct program program;

    (void)state;
    pretend("0", "3");
    match_alone(&program);
    assert_refused(&program, 2, "built without MPI");
    for (int rank = 1; rank < 3; rank++) {
        pretend(rank == 1 ? "1" : "2", "3");
        match_alone(&program);
        assert_int_equal(program.status, 2);
        assert_string_equal(program.output, "");
        assert_string_equal(program.errors, "");
        program_free(&program);
    }
}

/* Whoever cannot know that it is the first one speaks. */
static void without_mpi_a_rank_among_nobody_knows_how_many_says_why(void **state)
{
    struct program program;

    (void)state;
    setenv("PMIX_RANK", "2", 1);
    match_alone(&program);
    assert_refused(&program, 2, "built without MPI");
    setenv("SLURM_STEP_NUM_TASKS", "1", 1);
    match_alone(&program);
    assert_done(&program);
    program_free(&program);
}

static void without_mpi_a_single_process_plays(void **state)
{
    struct program program;

    (void)state;
    pretend("0", "1");
    match_alone(&program);
    assert_done(&program);
    assert_contains(program.output, "connect4: 2 games");
    program_free(&program);
    forget(NULL);
    setenv("PMI_RANK", "0", 1);
    setenv("PMI_SIZE", "1", 1);
    match_alone(&program);
    assert_done(&program);
    program_free(&program);
}

/* An agent of a rank may be another program that is coppice, too. */
static void commands_that_share_nothing_do_not_care(void **state)
{
    struct program program;

    (void)state;
    pretend("1", "3");
    run(&program, "help", "match");
    assert_done(&program);
    assert_contains(program.output, "mpirun -n 16 coppice");
    program_free(&program);
    run(&program, "perft", "connect4", "2");
    assert_done(&program);
    assert_contains(program.output, "49");
    program_free(&program);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, forget, forget)
    const struct CMUnitTest tests[] = {
        TEST(without_mpi_several_ranks_refuse_and_one_says_why),
        TEST(without_mpi_a_rank_among_nobody_knows_how_many_says_why),
        TEST(without_mpi_a_single_process_plays),
        TEST(commands_that_share_nothing_do_not_care),
    };

    if (getenv("COPPICE") == NULL || getenv("COPPICE_ALONE") == NULL)
        return 1;
    snprintf(with_mpi, sizeof with_mpi, "%s", getenv("COPPICE"));
    snprintf(without, sizeof without, "%s", getenv("COPPICE_ALONE"));
    return cmocka_run_group_tests_name("launch", tests, NULL, NULL);
}
