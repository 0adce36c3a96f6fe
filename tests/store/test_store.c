/* test_store.c - games come back as they were stored, and everything that can be wrong with a file
 * is said and loses nothing. */
#include <fcntl.h>
#include <pthread.h>
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
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store/results.h"

/* Each case has a directory of its own, which is removed with all that is in it. */
static char directory[64];
static char path[128];

static int make_directory(void **state)
{
    const char *parent = getenv("TMPDIR");

    (void)state;
    snprintf(directory, sizeof directory, "%.40s/coppice-XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(directory) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/games.db", directory);
    return 0;
}

static int remove_directory(void **state)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    char name[160];

    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
    return rmdir(directory);
}

static struct cop_store *open_good(const char *where)
{
    struct cop_error error = {{0}};
    struct cop_store *store = cop_store_open(where, &error);

    if (store == NULL)
        fail_msg("%s", error.message);
    return store;
}

/* Opening must fail with a message that contains all of the words. */
static void refuses(const char *where, const char *const *words)
{
    struct cop_error error = {{0}};
    struct cop_store *store = cop_store_open(where, &error);

    assert_null(store);
    for (; *words != NULL; words++)
        if (strstr(error.message, *words) == NULL)
            fail_msg("\"%s\" does not contain \"%s\"", error.message, *words);
}
#define REFUSES(where, ...) refuses(where, (const char *const[]){__VA_ARGS__, NULL})

static int64_t match_of(struct cop_store *store, const char *identity)
{
    struct cop_error error = {{0}};
    int64_t match = 0;

    if (!cop_store_match(store, identity, &match, &error))
        fail_msg("%s", error.message);
    return match;
}

static struct cop_game_result sample(int fixture, int number)
{
    return (struct cop_game_result){
        .fixture = fixture,
        .number = number,
        .plies = 40 + number,
        .reason = number % 2 == 1 ? "time" : NULL,
        .loser = number % 2 == 1 ? 1 : -1,
        .seat_count = 2,
        .seats = {{.agent = 1,
                   .payoff = 0.75,
                   .score = -3.5,
                   .sims = (int64_t)1 << 40,
                   .nodes = 7,
                   .seconds = 1.25,
                   .searches = 20,
                   .early_stops = 3},
                  {.agent = 0, .payoff = 0.25}},
        .sgf = number % 2 == 1 ? "(;FF[4]C[it's \"quoted\" \\] \xc3\xa9])" : "(;FF[4])",
    };
}

static void add(struct cop_store *store, int64_t match, int fixture, int number)
{
    struct cop_game_result result = sample(fixture, number);
    struct cop_error error = {{0}};

    if (!cop_store_add_game(store, match, &result, &error))
        fail_msg("%s", error.message);
}

/* What came back, as a string of "fixture.number" words. */
static void list_game(void *context, const struct cop_game_result *result)
{
    char *list = context;
    struct cop_game_result expected = sample(result->fixture, result->number);

    assert_int_equal(result->plies, expected.plies);
    assert_int_equal(result->loser, expected.loser);
    assert_int_equal(result->seat_count, 2);
    assert_true((result->reason == NULL) == (expected.reason == NULL));
    if (result->reason != NULL)
        assert_string_equal(result->reason, expected.reason);
    assert_string_equal(result->sgf, expected.sgf);
    for (int seat = 0; seat < 2; seat++) {
        const struct cop_seat_result *got = &result->seats[seat], *put = &expected.seats[seat];

        assert_true(got->agent == put->agent && got->payoff == put->payoff);
        assert_true(got->score == put->score && got->sims == put->sims);
        assert_true(got->nodes == put->nodes && got->seconds == put->seconds);
        assert_true(got->searches == put->searches && got->early_stops == put->early_stops);
    }
    sprintf(list + strlen(list), "%d.%d ", result->fixture, result->number);
}

static void has_games(struct cop_store *store, int64_t match, int fixture, int games,
                      const char *expected)
{
    char list[1024] = "";
    struct cop_error error = {{0}};

    if (!cop_store_each_game(store, match, fixture, games, list_game, list, &error))
        fail_msg("%s", error.message);
    assert_string_equal(list, expected);
}

static void games_come_back_in_order(void **state)
{
    struct cop_store *store = open_good(NULL);
    int64_t one = match_of(store, "one"), two = match_of(store, "two");

    (void)state;
    assert_string_equal(cop_store_name(store), "memory");
    assert_true(one != two && match_of(store, "one") == one);
    has_games(store, one, -1, 100, "");
    add(store, one, 1, 0);
    add(store, one, 0, 3);
    add(store, two, 0, 0);
    add(store, one, 0, 1);
    has_games(store, one, -1, 100, "0.1 0.3 1.0 ");
    has_games(store, one, 0, 100, "0.1 0.3 ");
    has_games(store, one, 0, 3, "0.1 ");
    has_games(store, two, -1, 100, "0.0 ");
    cop_store_close(store);
}

static void games_survive_closing(void **state)
{
    struct cop_store *store = open_good(path);

    (void)state;
    assert_string_equal(cop_store_name(store), path);
    add(store, match_of(store, "m"), 0, 0);
    cop_store_close(store);
    store = open_good(path);
    has_games(store, match_of(store, "m"), -1, 10, "0.0 ");
    cop_store_close(store);
}

static void same_game_twice_is_refused_and_changes_nothing(void **state)
{
    struct cop_store *store = open_good(NULL);
    int64_t match = match_of(store, "m");
    struct cop_game_result result = sample(0, 4);
    struct cop_error error = {{0}};

    (void)state;
    add(store, match, 0, 4);
    assert_false(cop_store_add_game(store, match, &result, &error));
    assert_non_null(strstr(error.message, "game 5 of fixture 1"));
    has_games(store, match, -1, 10, "0.4 ");
    add(store, match, 0, 5); /* the failed transaction is over */
    cop_store_close(store);
}

/* A child that dies without any chance to clean up. */
static void killed_writer_loses_no_stored_game(void **state)
{
    struct cop_store *store;
    pid_t child = fork();
    int status;

    (void)state;
    if (child == 0) {
        store = open_good(path);
        for (int number = 0; number < 5; number++)
            add(store, match_of(store, "m"), 0, number);
        raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    store = open_good(path);
    has_games(store, match_of(store, "m"), -1, 10, "0.0 0.1 0.2 0.3 0.4 ");
    cop_store_close(store);
}

/* Whoever comes while another makes the file waits for it, and takes it for what it is. */
static void processes_make_a_store_together(void **state)
{
    enum { ROUNDS = 30, PROCESSES = 4 };

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        pid_t children[PROCESSES];

        for (int i = 0; i < PROCESSES; i++) {
            children[i] = fork();
            if (children[i] == 0) {
                struct cop_error error;
                struct cop_store *store = cop_store_open(path, &error);

                cop_store_close(store);
                _exit(store == NULL);
            }
        }
        for (int i = 0; i < PROCESSES; i++) {
            int status;

            assert_int_equal(waitpid(children[i], &status, 0), children[i]);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
        unlink(path);
    }
}

struct writer {
    struct cop_store *store;
    int64_t match;
    int fixture;
};

static void *write_games(void *argument)
{
    const struct writer *writer = argument;
    int failures = 0;

    for (int number = 0; number < 25; number++) {
        struct cop_game_result result = sample(writer->fixture, number);

        failures += !cop_store_add_game(writer->store, writer->match, &result, NULL);
    }
    return failures == 0 ? NULL : argument;
}

static void count_game(void *context, const struct cop_game_result *result)
{
    (void)result;
    ++*(int *)context;
}

static void threads_share_a_store(void **state)
{
    struct cop_store *store = open_good(path);
    struct writer writers[4];
    pthread_t threads[4];
    int count = 0;

    (void)state;
    for (int i = 0; i < 4; i++) {
        writers[i] = (struct writer){store, match_of(store, "m"), i};
        assert_int_equal(pthread_create(&threads[i], NULL, write_games, &writers[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        void *failed;

        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    assert_true(
        cop_store_each_game(store, match_of(store, "m"), -1, 100, count_game, &count, NULL));
    assert_int_equal(count, 100);
    cop_store_close(store);
}

static void write_file(const char *bytes)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(bytes, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void other_file_is_refused_and_kept(void **state)
{
    char bytes[64] = "";
    FILE *file;

    (void)state;
    write_file("a shopping list that is nobody's database, long enough\n");
    REFUSES(path, path, "not a Coppice store", "another file");
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(bytes, sizeof bytes, file));
    fclose(file);
    assert_string_equal(bytes, "a shopping list that is nobody's database, long enough\n");
}

/* Runs SQL on the file behind the store's back. */
static void meddle(const char *sql)
{
    sqlite3 *database;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static void database_of_another_program_is_refused(void **state)
{
    (void)state;
    meddle("CREATE TABLE recipes (name TEXT)");
    REFUSES(path, path, "another program");
    meddle("PRAGMA application_id=42");
    REFUSES(path, "another program");
    meddle("INSERT INTO recipes VALUES ('soup')"); /* still as it was */
}

static void newer_version_is_refused(void **state)
{
    (void)state;
    cop_store_close(open_good(path));
    meddle("PRAGMA user_version=4");
    REFUSES(path, path, "newer Coppice", "version 4", "update");
    meddle("PRAGMA user_version=0");
    REFUSES(path, path, "damaged", "version is missing");
}

/* A file as the first version left it: its games stay, and nobody knows who played them. */
static void older_version_is_brought_up_to_date(void **state)
{
    struct cop_store *store = open_good(path);
    struct cop_error error;
    int64_t match = match_of(store, "m");
    int count = 0;

    (void)state;
    add(store, match, 0, 0);
    cop_store_close(store);
    meddle("ALTER TABLE games DROP COLUMN origin; DROP TABLE searches; DROP TABLE origins;"
           "ALTER TABLE games DROP COLUMN ending; ALTER TABLE seats DROP COLUMN depth;"
           "PRAGMA user_version=1");
    store = open_good(path);
    assert_true(cop_store_each_game(store, match, -1, 10, count_game, &count, &error));
    assert_int_equal(count, 1);
    add(store, match, 0, 1);
    assert_true(cop_store_add_search(store, match, 7, "{}", &error));
    cop_store_close(store);
}

struct endings {
    int count;
    char phrases[4][40];
    int depths[4];
};

static void note_ending(void *context, const struct cop_game_result *result)
{
    struct endings *endings = context;

    assert_true(endings->count < 4);
    endings->depths[endings->count] = result->seats[0].depth;
    snprintf(endings->phrases[endings->count++], 40, "%s",
             result->ending != NULL ? result->ending : "none");
}

/* The second version did not keep how games ended; those that follow have it. */
static void endings_are_kept_also_in_an_older_file(void **state)
{
    struct cop_store *store = open_good(path);
    struct cop_game_result result = sample(0, 2);
    struct endings endings = {0};
    struct cop_error error;
    int64_t match = match_of(store, "m");

    (void)state;
    add(store, match, 0, 0);
    cop_store_close(store);
    meddle("ALTER TABLE games DROP COLUMN ending; ALTER TABLE seats DROP COLUMN depth;"
           "PRAGMA user_version=2");
    store = open_good(path);
    add(store, match, 0, 1);
    result.ending = "it's over";
    result.seats[0].depth = 17;
    assert_true(cop_store_add_game(store, match, &result, &error));
    assert_true(cop_store_each_game(store, match, -1, 10, note_ending, &endings, &error));
    assert_int_equal(endings.count, 3);
    assert_string_equal(endings.phrases[0], "none");
    assert_string_equal(endings.phrases[1], "none");
    assert_string_equal(endings.phrases[2], "it's over");
    assert_int_equal(endings.depths[0], -1);
    assert_int_equal(endings.depths[2], 17);
    cop_store_close(store);
}

struct signatures {
    int64_t first, second;
    char found[64];
};

static void note_origin(void *context, const struct cop_game_result *result)
{
    struct signatures *signatures = context;

    *(result->number == 0 ? &signatures->first : &signatures->second) = result->origin;
}

static void note_search(void *context, int number, const char *found, int64_t origin)
{
    struct signatures *signatures = context;

    assert_int_equal(number, 3);
    assert_int_equal(origin, signatures->second);
    snprintf(signatures->found, sizeof signatures->found, "%s", found);
}

static void what_is_added_says_who_made_it(void **state)
{
    struct cop_store *store = open_good(path);
    struct signatures signatures = {0};
    struct cop_text words = COP_TEXT;
    struct cop_error error;
    int64_t match = match_of(store, "m"), origin;

    (void)state;
    add(store, match, 0, 0);
    assert_true(cop_store_sign(store, "somebody", &origin, &error));
    add(store, match, 0, 1);
    assert_true(cop_store_add_search(store, match, 3, "{\"nodes\": 5}", &error));
    assert_false(cop_store_add_search(store, match, 3, "{}", &error));
    assert_non_null(strstr(error.message, "already"));
    assert_true(cop_store_each_game(store, match, -1, 10, note_origin, &signatures, &error));
    assert_int_equal(signatures.first, 0);
    assert_int_equal(signatures.second, origin);
    assert_true(cop_store_each_search(store, match, note_search, &signatures, &error));
    assert_string_equal(signatures.found, "{\"nodes\": 5}");
    assert_true(cop_store_origin(store, signatures.second, &words, &error));
    assert_string_equal(words.bytes, "somebody");
    assert_true(cop_store_origin(store, 0, &words, &error));
    assert_string_equal(words.bytes, "somebody");
    cop_text_free(&words);
    cop_store_close(store);
}

static void fill(int games)
{
    struct cop_store *store = open_good(path);
    int64_t match = match_of(store, "m");

    for (int number = 0; number < games; number++)
        add(store, match, 0, number);
    cop_store_close(store);
}

static void truncated_file_is_refused(void **state)
{
    struct stat about;

    (void)state;
    fill(60);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(truncate(path, about.st_size / 2), 0);
    REFUSES(path, path, "damaged", ".recover");
}

static void overwritten_pages_are_refused(void **state)
{
    struct stat about;
    char noise[4096];
    int file;

    (void)state;
    fill(60);
    assert_int_equal(stat(path, &about), 0);
    memset(noise, 0x5a, sizeof noise);
    file = open(path, O_WRONLY);
    assert_true(file >= 0);
    for (off_t at = 4096; at < about.st_size; at += 4096)
        assert_int_equal(pwrite(file, noise, sizeof noise, at), (int)sizeof noise);
    close(file);
    REFUSES(path, path, "damaged");
}

static void missing_directory_is_named(void **state)
{
    char nowhere[160];

    (void)state;
    snprintf(nowhere, sizeof nowhere, "%s/nowhere/games.db", directory);
    REFUSES(nowhere, nowhere, "No such file or directory", "directory exists");
    REFUSES(directory, directory, "cannot open");
}

/* The superuser may write anywhere, so a child gives that up first. */
static void read_only_file_is_refused(void **state)
{
    pid_t child;
    int status;

    (void)state;
    fill(1);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(directory, 0555), 0);
    child = fork();
    if (child == 0) {
        struct cop_error error = {{0}};
        struct cop_store *store;

        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(3);
        store = cop_store_open(path, &error);
        _exit(store != NULL ? 1 : strstr(error.message, "cannot be written") == NULL ? 2 : 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(directory, 0755), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void locked_file_is_reported(void **state)
{
    struct cop_store *store = open_good(path);
    int64_t match = match_of(store, "m");
    struct cop_game_result result = sample(0, 1);
    struct cop_error error = {{0}};
    sqlite3 *other;

    (void)state;
    add(store, match, 0, 0);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(cop_store_add_game(store, match, &result, &error));
    assert_non_null(strstr(error.message, "another program is writing"));
    sqlite3_close(other);
    add(store, match, 0, 1);
    has_games(store, match, -1, 10, "0.0 0.1 ");
    cop_store_close(store);
}

/* A file that may not grow is as good as a full disk. Returns how many games were stored before
 * the error, or -1 if there was none or another. */
static int fill_disk(void)
{
    struct rlimit limit;
    struct cop_error error = {{0}};
    struct cop_store *store = cop_store_open(path, &error);
    int64_t match = 0;
    int stored = 0;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 200 * 1000;
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || store == NULL ||
        !cop_store_match(store, "m", &match, &error))
        return -1;
    for (; stored < 10000; stored++) {
        struct cop_game_result result = sample(0, stored);

        if (!cop_store_add_game(store, match, &result, &error))
            break;
    }
    cop_store_close(store);
    return strstr(error.message, "disk is full") != NULL ? stored : -1;
}

static void full_disk_is_reported_and_loses_nothing(void **state)
{
    struct cop_store *store;
    int pipes[2], stored = -1, count = 0, status;
    pid_t child;

    (void)state;
    assert_int_equal(pipe(pipes), 0);
    child = fork();
    if (child == 0) {
        stored = fill_disk();
        _exit(write(pipes[1], &stored, sizeof stored) == (int)sizeof stored ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(read(pipes[0], &stored, sizeof stored), (int)sizeof stored);
    close(pipes[0]);
    close(pipes[1]);
    assert_true(stored > 0);
    store = open_good(path);
    assert_true(
        cop_store_each_game(store, match_of(store, "m"), -1, 10000, count_game, &count, NULL));
    assert_int_equal(count, stored);
    add(store, match_of(store, "m"), 0, stored); /* room again: the work goes on */
    cop_store_close(store);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(games_come_back_in_order),
        CASE(games_survive_closing),
        CASE(same_game_twice_is_refused_and_changes_nothing),
        CASE(killed_writer_loses_no_stored_game),
        CASE(threads_share_a_store),
        CASE(processes_make_a_store_together),
        CASE(other_file_is_refused_and_kept),
        CASE(database_of_another_program_is_refused),
        CASE(newer_version_is_refused),
        CASE(older_version_is_brought_up_to_date),
        CASE(endings_are_kept_also_in_an_older_file),
        CASE(what_is_added_says_who_made_it),
        CASE(truncated_file_is_refused),
        CASE(overwritten_pages_are_refused),
        CASE(missing_directory_is_named),
        CASE(read_only_file_is_refused),
        CASE(locked_file_is_reported),
        CASE(full_disk_is_reported_and_loses_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
