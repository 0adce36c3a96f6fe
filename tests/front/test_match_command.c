/* test_match_command.c - `coppice match` as a user meets it: its answers, its files, its mistakes,
 * and what is left after it was interrupted, killed, or ran out of disk. */
#include <fcntl.h>
#include <glob.h>
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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "conversation.h"
#include "front.h"
#include "odd_words.h"

/* Each case has a directory of its own; the names of what is put there are fixed. */
static char directory[64];
static char store[96], other_store[96], games_file[96], games_directory[96];

static int make_directory(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/coppice-test-XXXXXX");
    if (mkdtemp(directory) == NULL)
        return -1;
    snprintf(store, sizeof store, "%s/games.db", directory);
    snprintf(other_store, sizeof other_store, "%s/other.db", directory);
    snprintf(games_file, sizeof games_file, "%s/games.sgf", directory);
    snprintf(games_directory, sizeof games_directory, "%s/games/", directory);
    return 0;
}

static void remove_in(const char *where, const char *name)
{
    char path[192];

    snprintf(path, sizeof path, "%s/%s", where, name);
    unlink(path);
}

static int remove_directory(void **state)
{
    static const char *const names[] = {"games.db",     "games.db-wal", "games.db-shm", "other.db",
                                        "other.db-wal", "other.db-shm", "games.sgf"};
    static const char *const games[] = {"1-000001.sgf", "1-000002.sgf", "1-000003.sgf",
                                        "1-000004.sgf"};

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        remove_in(games_directory, games[i]);
    rmdir(games_directory);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        remove_in(directory, names[i]);
    return rmdir(directory);
}

/* The answer to a question to a store, as text; "" if there is none yet. */
static void ask(const char *path, const char *sql, char *answer, size_t size)
{
    sqlite3 *database;
    sqlite3_stmt *rows = NULL;

    answer[0] = '\0';
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database, sql, -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_step(rows) == SQLITE_ROW)
        snprintf(answer, size, "%s", (const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    sqlite3_close(database);
}

static int games_in(const char *path)
{
    char answer[32];

    ask(path, "SELECT count(*) FROM games", answer, sizeof answer);
    return (int)strtol(answer, NULL, 10);
}

static void wait_for_games(const char *path, int count)
{
    for (int i = 0; i < 12000; i++) {
        if (games_in(path) >= count)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("no %d games were stored", count);
}

/* The first 40 games of a store are those of a match that nothing has disturbed. */
static void has_undisturbed_games(void)
{
    static const char sql[] = "SELECT group_concat(sgf, char(10)) FROM "
                              "(SELECT sgf FROM games WHERE number < 40 ORDER BY number)";
    enum { ROOM = 1 << 18 };
    char *disturbed = malloc(ROOM), *calm = malloc(ROOM);
    struct program program;

    run(&program, "match", "connect4", "mcts", "mcts(c=0.3)", "--games", "40", "--limit",
        "sims=100, memory=4M", "--store", other_store, "--quiet");
    assert_done(&program);
    program_free(&program);
    ask(store, sql, disturbed, ROOM);
    ask(other_store, sql, calm, ROOM);
    assert_true(strlen(calm) > 4000);
    assert_string_equal(disturbed, calm);
    free(disturbed);
    free(calm);
}

/* A match that would go on for hours; `output` as for program_start. */
static void start_endless_match_to(struct program *program, int output)
{
    program_start(program,
                  (const char *const[]){"match", "connect4", "mcts", "mcts(c=0.3)", "--games",
                                        "100000000", "--limit", "sims=100, memory=4M", "--threads",
                                        "2", "--store", store, NULL},
                  output);
}

static void start_endless_match(struct program *program)
{
    start_endless_match_to(program, -1);
}

static void resume_to_forty_games(void)
{
    struct program program;

    run(&program, "match", "connect4", "mcts", "mcts(c=0.3)", "--games", "40", "--limit",
        "sims=100, memory=4M", "--store", store, "--resume");
    assert_done(&program);
    assert_contains(program.output, "connect4: 40 games");
    program_free(&program);
}

static void interrupted_match_tells_and_resumes(void **state)
{
    struct program program;
    int stored;

    (void)state;
    start_endless_match(&program);
    wait_for_games(store, 3);
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "interrupted after ");
    assert_contains(program.errors, "--resume");
    assert_contains(program.output, "mcts(c=0.3)"); /* the table so far */
    program_free(&program);
    stored = games_in(store);
    assert_true(stored >= 3);
    resume_to_forty_games();
    assert_true(games_in(store) >= stored);
    has_undisturbed_games();
}

static void killed_match_resumes(void **state)
{
    struct program program;
    int stored;

    (void)state;
    start_endless_match(&program);
    wait_for_games(store, 3);
    kill(program.id, SIGKILL);
    program_finish(&program);
    assert_int_equal(program.status, 128 + SIGKILL);
    program_free(&program);
    stored = games_in(store);
    assert_true(stored >= 3);
    resume_to_forty_games();
    assert_true(games_in(store) >= stored);
    has_undisturbed_games();
}

/* A pipe that takes nothing more. */
static void make_full_pipe(int ends[2])
{
    static const char bytes[4096];
    int flags;

    assert_int_equal(pipe(ends), 0);
    flags = fcntl(ends[1], F_GETFL);
    assert_int_equal(fcntl(ends[1], F_SETFL, flags | O_NONBLOCK), 0);
    while (write(ends[1], bytes, sizeof bytes) > 0)
        continue;
    while (write(ends[1], bytes, 1) > 0)
        continue;
    assert_int_equal(fcntl(ends[1], F_SETFL, flags), 0);
}

/* Another program has locked the store, so that the match waits in the middle of storing a game,
 * and nobody reads its output, so that it would wait with its report for ever. The first signal
 * asks it to end; the next one ends it wherever it is. */
static void second_interruption_ends_at_once_and_loses_nothing(void **state)
{
    struct program program;
    sqlite3 *other;
    char answer[64];
    int stored, ends[2];

    (void)state;
    make_full_pipe(ends);
    start_endless_match_to(&program, ends[1]);
    wait_for_games(store, 3);
    assert_int_equal(sqlite3_open_v2(store, &other, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(other, 60000);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    stored = games_in(store);
    for (siginfo_t end = {0}; end.si_pid == 0;) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        kill(program.id, SIGINT);
        assert_int_equal(waitid(P_PID, (id_t)program.id, &end, WEXITED | WNOHANG | WNOWAIT), 0);
    }
    program_finish(&program);
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(program.status, 128 + SIGINT);
    program_free(&program);
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    ask(store, "PRAGMA integrity_check", answer, sizeof answer);
    assert_string_equal(answer, "ok");
    assert_int_equal(games_in(store), stored);
    resume_to_forty_games();
    assert_true(games_in(store) >= stored);
    has_undisturbed_games();
}

/* ---- Progress ---- */

/* Each search takes five milliseconds, so that some game ends after the bar was drawn first. */
static void terminal_shows_a_bar_with_the_time_to_go(void **state)
{
    struct conversation talk;
    const char *table;

    (void)state;
    conversation_start(&talk, true,
                       (const char *const[]){"match", "connect4", "mcts", "mcts(c=0.3)", "--games",
                                             "6", "--limit", "5ms, memory=4M", NULL});
    conversation_wait_for_end(&talk);
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "\u2591\u2591 0/6 games\r\n");
    assert_contains(talk.said.bytes, "\u2588\u2591");
    assert_contains(talk.said.bytes, "/6 games, about 0:0");
    assert_contains(talk.said.bytes, " to go\r\nagent 1 scores ");
    assert_contains(talk.said.bytes,
                    "\x1b[2A\r\x1b[J"); /* the two lines are drawn again in place */
    table = strstr(talk.said.bytes, "connect4: 6 games");
    assert_non_null(table);
    assert_null(strstr(table, "\x1b[")); /* and are gone at the end */
    conversation_free(&talk);
}

static void progress_is_plain_lines_without_a_terminal(void **state)
{
    struct program program;

    (void)state;
    start_endless_match(&program);
    program_wait_for_error(&program, " to go; agent 1 scores 0.");
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_contains(program.errors, "/100000000 games, about ");
    assert_contains(program.errors, ", Elo ");
    assert_null(strstr(program.errors, "\x1b"));
    program_free(&program);
}

static void ctrl_c_at_a_terminal_tells_how_to_go_on(void **state)
{
    struct conversation talk;

    (void)state;
    conversation_start(&talk, true,
                       (const char *const[]){"match", "connect4", "mcts", "mcts(c=0.3)", "--games",
                                             "100000000", "--limit", "sims=100, memory=4M",
                                             "--store", store, NULL});
    conversation_wait_for(&talk, " to go");
    conversation_type(&talk, "\003");
    conversation_wait_for_end(&talk);
    assert_int_equal(talk.status, 1);
    assert_contains(talk.said.bytes, "coppice: interrupted after ");
    assert_contains(talk.said.bytes, "; the same command with --resume goes on\r\n");
    conversation_free(&talk);
    resume_to_forty_games();
    has_undisturbed_games();
}

static void decided_test_ends_a_lopsided_match(void **state)
{
    struct program program;
    const char *words;
    int games = 0;

    (void)state;
    run(&program, "match", "connect4", "mcts", "random", "--games", "100000", "--limit",
        "sims=50, memory=4M", "--sprt", "0,100", "--store", store, "--quiet");
    assert_done(&program);
    assert_string_equal(program.errors, "");
    words = strstr(program.output, "sequential test of elo0=0 against elo1=100: elo1 accepted ");
    assert_non_null(words);
    assert_int_equal(sscanf(strstr(words, "after "), "after %d games", &games), 1);
    assert_in_range(games, 2, 200);
    assert_in_range(games_in(store), games, 200);
    program_free(&program);
}

static void full_disk_ends_the_match_and_keeps_its_games(void **state)
{
    struct rlimit before, limit;
    struct program program;
    int stored;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 300 * 1000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    start_endless_match(&program);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    program_finish(&program);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, store);
    assert_contains(program.errors, "disk is full");
    program_free(&program);
    stored = games_in(store);
    assert_true(stored > 0);
    resume_to_forty_games();
    has_undisturbed_games();
}

static void stored_games_are_not_touched_without_resume(void **state)
{
    struct program program;

    (void)state;
    for (int attempt = 0; attempt < 2; attempt++) {
        run(&program, "match", "connect4", "random", "random", "--games", "4", "--store", store);
        if (attempt == 0) {
            assert_done(&program);
            program_free(&program);
        }
    }
    assert_refused(&program, 1, "4 games of this match already; add --resume");
    assert_int_equal(games_in(store), 4);
    /* Another match has room in the same file. */
    run(&program, "match", "connect4", "random", "random", "--games", "4", "--store", store,
        "--seed", "2");
    assert_done(&program);
    program_free(&program);
    assert_int_equal(games_in(store), 8);
}

static void json_has_the_whole_result(void **state)
{
    struct program program;
    json_t *result, *agents, *first, *second, *sprt;
    double low, value, high;

    (void)state;
    run(&program, "match", "connect4", "mcts", "random", "--games", "20", "--limit", "sims=200",
        "--limits-of", "2=sims=7", "--opening-plies", "1", "--sprt", "0,5000", "--threads", "2",
        "--json", "--quiet");
    assert_done(&program);
    assert_string_equal(program.errors, "");
    result = read_json(program.output);
    agents = json_object_get(result, "agents");
    assert_int_equal(json_array_size(agents), 2);
    first = json_array_get(agents, 0);
    second = json_array_get(agents, 1);
    assert_string_equal(json_string_value(json_object_get(first, "limit")), "sims=200");
    assert_string_equal(json_string_value(json_object_get(second, "limit")), "sims=7");
    assert_true(json_integer_value(json_object_get(first, "wins")) ==
                json_integer_value(json_object_get(second, "losses")));
    assert_int_equal(json_unpack(json_object_get(first, "score"), "{s:F, s:F, s:F}", "low", &low,
                                 "value", &value, "high", &high),
                     0);
    assert_true(0 <= low && low <= value && value <= high && high <= 1 && value > 0.7);
    sprt = json_object_get(result, "sprt");
    assert_non_null(json_object_get(sprt, "ratio"));
    assert_true(json_is_false(json_object_get(result, "interrupted")));
    json_decref(result);
    program_free(&program);
}

static void three_agents_have_ratings_on_one_scale(void **state)
{
    struct program program;
    double ratings[3][3];
    json_t *result;

    (void)state;
    run(&program, "match", "othello(size=4)", "random", "mcts", "random", "--games", "40",
        "--limit", "sims=20", "--anchor", "3=1000", "--json", "--quiet");
    assert_done(&program);
    result = read_json(program.output);
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            json_unpack(json_object_get(
                            json_array_get(json_object_get(result, "agents"), (size_t)i), "rating"),
                        "{s:F, s:F, s:F}", "low", &ratings[i][0], "value", &ratings[i][1], "high",
                        &ratings[i][2]),
            0);
    assert_true(ratings[2][0] == 1000 && ratings[2][1] == 1000 && ratings[2][2] == 1000);
    assert_true(ratings[0][0] < 1000 && 1000 < ratings[0][2]); /* two of a kind */
    assert_true(ratings[1][0] > 1000);
    json_decref(result);
    program_free(&program);
    run(&program, "match", "connect4", "mcts", "random", "--games", "2", "--limit", "sims=10",
        "--anchor", "3=0");
    assert_refused(&program, 2, "1 to 2");
    run(&program, "match", "connect4", "mcts", "random", "--games", "2", "--limit", "sims=10",
        "--anchor", "1=high");
    assert_refused(&program, 2, "1=1500");
}

static int count_of(const char *text, const char *part)
{
    int count = 0;

    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        count++;
    return count;
}

static void read_file(const char *path, char *bytes, size_t size)
{
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    bytes[fread(bytes, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* Neither that of another match, nor the one that has just been made. */
static void stores_are_not_written_over(void **unused)
{
    struct program program;

    (void)unused;
    for (int i = 0; i < 2; i++) {
        run(&program, "match", "connect4", "random", "random", "--games", "4", "--store", store,
            "--resume", i == 0 ? "--sgf" : "--pgn", store);
        assert_int_equal(program.status, 1);
        assert_contains(program.errors, "it is a database");
        program_free(&program);
        run(&program, "match", "connect4", "random", "random", "--games", "4", "--store", store,
            "--resume", "--quiet");
        assert_done(&program);
        program_free(&program);
    }
    run(&program, "match", "connect4", "random", "random", "--games", "4", "--sgf", games_file,
        "--pgn", games_file);
    assert_refused(&program, 1, "--sgf and --pgn cannot be the same file");
}

static void games_go_to_a_file_or_a_directory(void **state)
{
    static char all[1 << 16], one[1 << 14];
    char path[160];
    struct program program;

    (void)state;
    run(&program, "match", "othello(size=4)", "random", "random", "--games", "4", "--sgf",
        games_file);
    assert_done(&program);
    program_free(&program);
    read_file(games_file, all, sizeof all);
    assert_int_equal(count_of(all, "(;FF[4]"), 4);
    run(&program, "match", "othello(size=4)", "random", "random", "--games", "4", "--sgf",
        games_directory);
    assert_done(&program);
    program_free(&program);
    for (int game = 1; game <= 4; game++) {
        snprintf(path, sizeof path, "%s1-%06d.sgf", games_directory, game);
        read_file(path, one, sizeof one);
        assert_non_null(strstr(all, one));
    }
    /* What was written can be read. */
    run(&program, "show", "othello(size=4)", "--sgf", games_file);
    assert_done(&program);
    program_free(&program);
}

/* Both forms have the same games: as many moves, and the same result. */
static void games_are_written_in_the_manner_of_pgn(void **state)
{
    static char words[1 << 14];
    struct program program;

    (void)state;
    run(&program, "match", "connect4", "alphabeta", "random", "--games", "4", "--limit", "depth=3",
        "--pgn", games_file, "--quiet");
    assert_done(&program);
    assert_contains(program.output, "  1      4      4      0      0");
    program_free(&program);
    read_file(games_file, words, sizeof words);
    assert_int_equal(count_of(words, "[Variant \"connect4\"]\n"), 4);
    assert_int_equal(count_of(words, "[White \"alphabeta\"]\n[Black \"random\"]\n[Result "
                                     "\"1-0\"]\n"),
                     2);
    assert_int_equal(count_of(words, " 0-1\n"), 2); /* the movetext ends with the result */
    assert_contains(words, "\n\n1. ");
}

/* The same match without it ends by the rules; with it no later, and for a reason that is said. */
static void games_whose_result_is_known_are_adjudicated(void **state)
{
    struct program program;
    json_t *match;
    long long plies[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        run(&program, "match", "connect4", "alphabeta", "random", "--games", "4", "--limit",
            "depth=3", "--json", "--quiet", i == 1 ? "--adjudicate" : NULL);
        assert_done(&program);
        match = read_json(program.output);
        plies[i] = json_integer_value(json_object_get(match, "plies"));
        assert_int_equal(count_of(program.output, "\"adjudicated: the result is known\""), i);
        json_decref(match);
        program_free(&program);
    }
    assert_true(plies[1] < plies[0]);
    run(&program, "match", "stratego(size=5)", "random", "random", "--games", "2", "--adjudicate");
    assert_refused(&program, 2, "are not adjudicated");
}

/* The processors that a thread of the program may run on, "0-1"; false if there is no such thread
 * any more. */
static bool read_processors(const char *task, char *words, size_t size)
{
    static const char title[] = "Cpus_allowed_list:";
    char path[320], line[256];
    FILE *file;
    bool is_there = false;

    snprintf(path, sizeof path, "%s/status", task);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, title, sizeof title - 1) == 0) {
            snprintf(words, size, "%s", line + sizeof title + strspn(line + sizeof title, " \t"));
            words[strcspn(words, "\n")] = '\0';
            is_there = true;
        }
    if (file != NULL)
        fclose(file);
    return is_there;
}

/* How many threads of the process may run on one processor alone. */
static int count_pinned(pid_t id)
{
    char pattern[64], words[64];
    glob_t tasks;
    int pinned = 0;

    snprintf(pattern, sizeof pattern, "/proc/%d/task/*", (int)id);
    if (glob(pattern, 0, NULL, &tasks) != 0)
        return 0;
    for (size_t i = 0; i < tasks.gl_pathc; i++)
        pinned += read_processors(tasks.gl_pathv[i], words, sizeof words) &&
                  strspn(words, "0123456789") == strlen(words);
    globfree(&tasks);
    return pinned;
}

/* On a machine with one processor every thread has that one alone, pinned or not. */
static void pinned_threads_keep_to_a_processor(void **state)
{
    struct program program;

    (void)state;
    for (int is_pinned = 0; is_pinned < 2; is_pinned++) {
        program_start(&program,
                      (const char *const[]){"match", "connect4", "mcts", "mcts", "--games",
                                            "100000000", "--limit", "sims=100, memory=4M",
                                            "--store", store, is_pinned ? "--pin" : NULL, NULL},
                      -1);
        wait_for_games(store, 1);
        if (is_pinned || sysconf(_SC_NPROCESSORS_ONLN) == 1)
            assert_true(count_pinned(program.id) >= 1);
        else
            assert_int_equal(count_pinned(program.id), 0);
        kill(program.id, SIGINT);
        program_finish(&program);
        program_free(&program);
        unlink(store);
    }
    run(&program, "match", "connect4", "random", "random", "--pin", "--threads", "1000");
    assert_refused(&program, 2, "processor");
}

static void unequal_seatings_are_mentioned(void **state)
{
    struct program program;

    (void)state;
    run(&program, "match", "connect4", "random", "random", "--games", "3");
    assert_done(&program);
    assert_contains(program.errors, "not a multiple of 2");
    program_free(&program);
}

static void wrong_words_are_refused_with_advice(void **state)
{
    static const struct {
        int status;
        const char *message;
        const char *words[8];
    } rows[] = {
        {2, "there is no game \"conect4\"", {"conect4", "random", "random"}},
        {2, "there is no agent \"randon\"", {"connect4", "random", "randon"}},
        {2, "two agents", {"connect4", "random"}},
        {2, "speed", {"connect4", "random", "mcts(speed=9)"}},
        {2, "games", {"connect4", "random", "random", "--games", "0"}},
        {2, "threads", {"connect4", "random", "random", "--threads", "none"}},
        {2, "bananas", {"connect4", "random", "random", "--limit", "bananas=3"}},
        {2, "never ends a search", {"connect4", "random", "random", "--limit", "threads=2"}},
        {2, "give a time", {"connect4", "random", "mc", "--limit", "sims=9,processor=on"}},
        {2, "give a time", {"connect4", "mc", "mc", "--processor-time"}},
        {2,
         "not ours to count",
         {"connect4", "random", "gtp(command=cat)", "--limit", "1s", "--processor-time"}},
        {2,
         "oracle=beside",
         {"connect4", "mc", "mcts(oracle=beside)", "--limit", "1s", "--processor-time"}},
        {2, "no agent 3", {"connect4", "random", "random", "--limits-of", "3=1s"}},
        {2, "2=sims=5k", {"connect4", "random", "random", "--limits-of", "sims=5"}},
        {2, "the smaller first", {"connect4", "random", "random", "--sprt", "10,0"}},
        {2, "such as 0,10", {"connect4", "random", "random", "--sprt", "5"}},
        {2, "two agents", {"connect4", "random", "random", "mc", "--sprt", "0,10"}},
        {2, "--store FILE", {"connect4", "random", "random", "--resume"}},
        {1, "No such file", {"connect4", "random", "random", "--store", "no/such/place.db"}},
        {1, "No such file", {"connect4", "random", "random", "--sgf", "no/such/place.sgf"}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *arguments[10] = {"match"};
        struct program program;

        memcpy(arguments + 1, rows[i].words, sizeof rows[i].words);
        program_run(&program, arguments);
        assert_refused(&program, rows[i].status, rows[i].message);
    }
}

static void file_that_is_no_store_is_refused_and_kept(void **state)
{
    char list[64], after[96];
    struct program program;

    (void)state;
    write_file(list, "bread, butter, a book about databases, and more of the same kind\n");
    run(&program, "match", "connect4", "random", "random", "--store", list);
    assert_refused(&program, 1, "not a Coppice store");
    read_file(list, after, sizeof after);
    unlink(list);
    assert_string_equal(after,
                        "bread, butter, a book about databases, and more of the same kind\n");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)

/* An engine is named by its command, which may have any bytes in it. */
static void json_is_readable_whatever_an_engine_is_called(void **state)
{
    struct program program;
    char spec[512];
    const char *name;
    json_t *match;

    (void)state;
    snprintf(spec, sizeof spec, "gtp(command=\"exec '%s' gtp --agent random # " ODD_WORDS "\")",
             getenv("COPPICE"));
    run(&program, "match", "connect4", spec, "random", "--games", "2", "--limit", "sims=1",
        "--json", "--quiet");
    assert_done(&program);
    match = read_json(program.output);
    name = json_string_value(
        json_object_get(json_array_get(json_object_get(match, "agents"), 0), "agent"));
    assert_non_null(name);
    assert_contains(name, "--agent random # " ODD_WORDS_READ "\")");
    json_decref(match);
    program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(interrupted_match_tells_and_resumes),
        CASE(killed_match_resumes),
        CASE(second_interruption_ends_at_once_and_loses_nothing),
        CASE(terminal_shows_a_bar_with_the_time_to_go),
        CASE(progress_is_plain_lines_without_a_terminal),
        CASE(ctrl_c_at_a_terminal_tells_how_to_go_on),
        CASE(decided_test_ends_a_lopsided_match),
        CASE(full_disk_ends_the_match_and_keeps_its_games),
        CASE(stored_games_are_not_touched_without_resume),
        CASE(json_has_the_whole_result),
        CASE(three_agents_have_ratings_on_one_scale),
        CASE(json_is_readable_whatever_an_engine_is_called),
        CASE(games_go_to_a_file_or_a_directory),
        CASE(stores_are_not_written_over),
        CASE(games_are_written_in_the_manner_of_pgn),
        CASE(games_whose_result_is_known_are_adjudicated),
        CASE(pinned_threads_keep_to_a_processor),
        CASE(unequal_seatings_are_mentioned),
        CASE(wrong_words_are_refused_with_advice),
        CASE(file_that_is_no_store_is_refused_and_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
