/* `coppice train` from outside: from games to weights to an agent, interrupted and resumed, and
 * what it refuses. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "front.h"

static char folder[FOLDER_ROOM], store[FOLDER_ROOM + 16], weights[FOLDER_ROOM + 20],
    plot[FOLDER_ROOM + 16], agent[FOLDER_ROOM + 60];

static int make_folder(void **context)
{
    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(store, sizeof store, "%s/games.db", folder);
    snprintf(weights, sizeof weights, "%s/new.weights", folder);
    snprintf(plot, sizeof plot, "%s/plot.svg", folder);
    snprintf(agent, sizeof agent, "alphabeta(eval=\"%s\")", weights);
    return 0;
}

static int remove_folder(void **context)
{
    (void)context;
    return folder_remove(folder);
}

static void play_games(const char *game)
{
    struct program program;

    run(&program, "match", game, "random", "mc", "--limit", "sims=60", "--games", "30",
        "--opening-plies", "4", "--store", store, "--quiet");
    assert_done(&program);
    program_free(&program);
}

#define TRAIN "train", "othello", "--games", store, "--out", weights

static void games_become_weights_that_agents_use(void **context)
{
    struct program program;
    json_t *json;

    (void)context;
    play_games("othello");
    run(&program, TRAIN, "--json", "--passes", "3", "--exact", "8", "--plot", plot);
    assert_done(&program);
    json = read_json(program.output);
    assert_int_equal(json_integer_value(json_object_get(json, "games")), 30);
    assert_int_equal(json_array_size(json_object_get(json, "phases")), 15);
    json_decref(json);
    program_free(&program);
    assert_int_equal(access(plot, R_OK), 0);
    run(&program, "search", "othello", "--agent", agent, "--limit", "depth=4");
    assert_done(&program);
    program_free(&program);
    /* Two agents with weights of their own in one match. */
    run(&program, "match", "othello", agent, "alphabeta(eval=margin)", "--limit", "depth=2",
        "--games", "4", "--threads", "2", "--quiet");
    assert_done(&program);
    program_free(&program);
}

static void people_see_a_table(void **context)
{
    struct program program;

    (void)context;
    play_games("othello");
    run(&program, TRAIN, "--passes", "2", "--quiet");
    assert_done(&program);
    assert_non_null(strstr(program.output, "othello: 30 games"));
    assert_non_null(strstr(program.output, "phase  positions"));
    assert_non_null(strstr(program.output, weights));
    program_free(&program);
}

static void assert_same_files(const char *path, const char *other)
{
    char command[2 * FOLDER_ROOM + 60];

    snprintf(command, sizeof command, "cmp -s '%s' '%s'", path, other);
    assert_int_equal(system(command), 0);
}

/* The same weights come out on one thread and on two. */
static void threads_make_no_difference(void **context)
{
    char first[FOLDER_ROOM + 20];
    struct program program;

    (void)context;
    play_games("breakthrough");
    snprintf(first, sizeof first, "%s/one.weights", folder);
    run(&program, "train", "breakthrough", "--games", store, "--out", first, "--threads", "1",
        "--passes", "2", "--quiet");
    assert_done(&program);
    program_free(&program);
    run(&program, "train", "breakthrough", "--games", store, "--out", weights, "--threads", "2",
        "--passes", "2", "--quiet");
    assert_done(&program);
    program_free(&program);
    assert_same_files(first, weights);
}

/* Many passes, so that there is time to end it in the middle of each of its first phases. */
#define LONG_TRAIN TRAIN, "--passes", "60", "--patience", "60", "--threads", "1"

/* Starts, and ends it by the signal when so many phases are in the part: a phase is longer than
 * what was kept of those before. */
static void end_in_the_middle(const char *part, int after, int signal, struct program *program)
{
    static const char *const words[] = {LONG_TRAIN, NULL};
    struct stat about;
    ino_t last = stat(part, &about) == 0 ? about.st_ino : 0;

    program_start(program, words, -1);
    for (int kept = 0; kept < after; nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL))
        if (stat(part, &about) == 0 && about.st_ino != last) {
            last = about.st_ino;
            kept++;
        }
    kill(program->id, signal);
    program_finish(program);
}

static void interruptions_change_nothing(void **context)
{
    char part[FOLDER_ROOM + 30], whole[FOLDER_ROOM + 20];
    struct program program;

    (void)context;
    play_games("othello");
    snprintf(part, sizeof part, "%s.part", weights);
    snprintf(whole, sizeof whole, "%s/whole.weights", folder);
    run(&program, LONG_TRAIN, "--quiet");
    assert_done(&program);
    program_free(&program);
    assert_int_equal(access(part, F_OK), -1);
    assert_int_equal(rename(weights, whole), 0);
    for (int i = 1; i <= 2; i++) {
        end_in_the_middle(part, i, SIGKILL, &program);
        assert_int_equal(program.status, 128 + SIGKILL);
        program_free(&program);
        assert_int_equal(access(weights, F_OK), -1); /* nothing that looks whole */
    }
    end_in_the_middle(part, 1, SIGINT, &program);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, " of 15 phases were learned before");
    assert_contains(program.errors, "interrupted; the same command goes on");
    program_free(&program);
    run(&program, LONG_TRAIN);
    assert_done(&program);
    assert_contains(program.errors, " of 15 phases were learned before");
    program_free(&program);
    assert_same_files(weights, whole);
    assert_int_equal(access(part, F_OK), -1);
}

/* What other options have left is not mixed with this, and said to be lost. */
static void a_part_of_other_options_is_not_used(void **context)
{
    char part[FOLDER_ROOM + 30], whole[FOLDER_ROOM + 20];
    struct program program;

    (void)context;
    play_games("othello");
    snprintf(part, sizeof part, "%s.part", weights);
    snprintf(whole, sizeof whole, "%s/whole.weights", folder);
    run(&program, TRAIN, "--passes", "2", "--quiet");
    assert_done(&program);
    program_free(&program);
    assert_int_equal(rename(weights, whole), 0);
    end_in_the_middle(part, 1, SIGKILL, &program);
    program_free(&program);
    run(&program, TRAIN, "--passes", "2");
    assert_done(&program);
    assert_contains(program.errors, "is of other games or options, and is written over");
    program_free(&program);
    assert_same_files(weights, whole);
}

/* A file that may not grow is as good as a full disk: the weights that were there stay. */
static void full_disk_leaves_the_old_weights(void **context)
{
    struct rlimit before, small;
    struct program program;
    FILE *file;
    char *bytes;

    (void)context;
    play_games("othello");
    file = fopen(weights, "w");
    assert_non_null(file);
    fputs("old", file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){.rlim_cur = 200000, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    run(&program, TRAIN, "--passes", "2", "--quiet");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_refused(&program, 1, "new.weights.part: File too large");
    bytes = read_written(weights);
    assert_string_equal(bytes, "old");
    free(bytes);
}

/* Before the games are read, and not after hours of learning. */
static void what_cannot_be_written_is_told_before_the_work(void **context)
{
    char elsewhere[FOLDER_ROOM + 30];
    struct program program;

    (void)context;
    snprintf(elsewhere, sizeof elsewhere, "%s/none/new.weights", folder);
    run(&program, "train", "othello", "--games", "none.db", "--out", elsewhere);
    assert_refused(&program, 1, "none/new.weights: No such file");
    run(&program, "train", "othello", "--games", "none.db", "--out", weights, "--plot", folder);
    assert_refused(&program, 1, "Is a directory");
}

static void wrong_words_are_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "train", "othello", "--out", weights);
    assert_refused(&program, 2, "--games FILE");
    run(&program, "train", "othello", "--games", store, "--out", "weights.bin");
    assert_refused(&program, 2, "--out FILE.weights");
    run(&program, "train", "othello(size=6)", "--games", store, "--out", weights);
    assert_refused(&program, 2, "othello(size=6) has no features");
    run(&program, "train", "dominoes", "--games", store, "--out", weights);
    assert_refused(&program, 2, "dominoes");
    run(&program, TRAIN);
    assert_refused(&program, 1, store); /* there is no such file */
    play_games("breakthrough");
    run(&program, TRAIN);
    assert_refused(&program, 1, "has no games of othello");
    run(&program, "search", "othello", "--agent", agent, "--limit", "depth=2");
    assert_refused(&program, 2, weights); /* nor weights */
    run(&program, "search", "fanorona", "--agent", "alphabeta(eval=\"x.weights\")", "--limit",
        "depth=2");
    assert_refused(&program, 2, "has no features");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(games_become_weights_that_agents_use),
        CASE(people_see_a_table),
        CASE(threads_make_no_difference),
        CASE(interruptions_change_nothing),
        CASE(a_part_of_other_options_is_not_used),
        CASE(full_disk_leaves_the_old_weights),
        CASE(what_cannot_be_written_is_told_before_the_work),
        CASE(wrong_words_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
