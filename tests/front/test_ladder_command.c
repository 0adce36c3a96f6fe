/* test_ladder_command.c - `coppice ladder` as a user meets it: who may write to its folder, and
 * what an interruption leaves. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"

static char folder[64], players[96], matches[96];

static void write_table(const char *path, const char *words)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(words, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int make_folder(void **context)
{
    (void)context;
    strcpy(folder, "/tmp/coppice-test-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(players, sizeof players, "%s/players.txt", folder);
    snprintf(matches, sizeof matches, "%s/matches.txt", folder);
    write_table(players, "connect4\trandom\tanchor\t-\tsims=1\trandom\n"
                         "connect4\tflat\tfixed\t-\tsims=4\tmc\n"
                         "connect4\tsteady\tfixed\t-\tsims=8\tmc\n");
    write_table(matches, "");
    return 0;
}

/* Fails where anything else has been left in it. */
static int remove_folder(void **context)
{
    (void)context;
    unlink(players);
    unlink(matches);
    return rmdir(folder);
}

/* Games in the table: the sum of won, drawn and lost. */
static int count_games(void)
{
    char line[512];
    int games = 0;
    FILE *file = fopen(matches, "r");

    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        int counts[3], column = 0;

        if (line[0] == '#')
            continue;
        for (char *rest = line, *word; (word = strtok_r(rest, "\t", &rest)) != NULL; column++)
            if (column >= 7 && column < 10)
                counts[column - 7] = (int)strtol(word, NULL, 10);
        assert_int_equal(column, 12);
        games += counts[0] + counts[1] + counts[2];
    }
    fclose(file);
    return games;
}

static void wait_for_games(int count)
{
    for (int i = 0; count_games() < count; i++) {
        assert_true(i < 6000);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

static void start_long_run(struct program *program)
{
    program_start(program,
                  (const char *const[]){"ladder", "run", "connect4", "--games", "100000", "--data",
                                        folder, "--threads", "2", NULL},
                  -1);
    wait_for_games(2);
}

/* The last number of games that the program has told: "12 of 300000 games". */
static int games_told(const char *errors)
{
    int games = 0;

    for (const char *at = errors; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strstr(at, " games") != NULL && strspn(at, "0123456789") > 0)
            games = (int)strtol(at, NULL, 10);
    }
    return games;
}

static void an_interruption_loses_no_game_that_was_told(void **context)
{
    struct program program;
    int kept;

    (void)context;
    start_long_run(&program);
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 0);
    assert_contains(program.output, "random");
    kept = count_games();
    assert_true(kept >= 2);
    assert_int_equal(games_told(program.errors), 2 * kept); /* each game is one of two players */
    program_free(&program);
    run(&program, "ladder", "run", "connect4", "--games", "2", "--data", folder, "--quiet");
    assert_int_equal(program.status, 0);
    assert_true(count_games() >= kept);
    program_free(&program);
}

/* A fixed player whose mark would take for ever; what is said of the first one comes before that.
 */
static void an_interruption_while_marks_are_checked_is_an_end_like_others(void **context)
{
    struct program program;

    (void)context;
    write_table(players, "connect4\tother\tonce\t-\tsims=1\tmc\n"
                         "connect4\trandom\tanchor\t-\tsims=1\trandom\n"
                         "connect4\tslow\tfixed\t01234567\tsims=1000000000\tmc\n");
    write_table(matches, "connect4\tother\tsims=1\tmc\trandom\tsims=1\trandom\t1\t0\t1\t"
                         "nobodys\t2026-01-01\n");
    program_start(&program,
                  (const char *const[]){"ladder", "run", "connect4", "--data", folder, NULL}, -1);
    program_wait_for_error(&program, "is a player of commit nobodys");
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_done(&program);
    assert_contains(program.output, "random");
    program_free(&program);

    program_start(&program,
                  (const char *const[]){"ladder", "add", "connect4", "slower", "mc", "--fixed",
                                        "--limit", "sims=1000000000", "--data", folder, NULL},
                  -1);
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "interrupted before the mark of slower was known");
    program_free(&program);
}

static void a_second_writer_is_refused(void **context)
{
    struct program first, second;
    char path[128];
    int kept;

    (void)context;
    start_long_run(&first);
    run(&second, "ladder", "run", "connect4", "--games", "2", "--data", folder);
    assert_refused(&second, 2, "another coppice ladder is writing to /tmp/coppice-test-");
    run(&second, "ladder", "add", "connect4", "more", "mc", "--limit", "sims=2", "--data", folder);
    assert_refused(&second, 2, "another coppice ladder is writing to ");
    run(&second, "ladder", "show", "connect4", "--data", folder); /* to read takes no lock */
    assert_done(&second);
    program_free(&second);
    kill(first.id, SIGKILL); /* the lock ends with whoever holds it */
    program_finish(&first);
    program_free(&first);
    kept = count_games();
    snprintf(path, sizeof path, "%s.%ld-0.tmp", matches, (long)getpid());
    write_table(path, ""); /* as a kill in the middle of writing may leave one */
    run(&second, "ladder", "add", "connect4", "more", "mc", "--limit", "sims=2", "--data", folder);
    assert_done(&second);
    program_free(&second);
    assert_int_equal(count_games(), kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_interruption_loses_no_game_that_was_told, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(
            an_interruption_while_marks_are_checked_is_an_end_like_others, make_folder,
            remove_folder),
        cmocka_unit_test_setup_teardown(a_second_writer_is_refused, make_folder, remove_folder),
    };

    return cmocka_run_group_tests_name("ladder-command", tests, NULL, NULL);
}
