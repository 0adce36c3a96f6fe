/* test_serve_storm.c - everything that can be asked of the page's server, at random, by several
 * clients at once, while it is killed and ended and started again.
 *
 *     build/tests/test-serve-storm SEED STEPS
 *
 * makes any number of steps. Demanded is: the server ends only when it is told to, and then soon;
 * answers are what docs/serve.md knows; what is certain of moves stays so, though searches ask the
 * same database; what was answered as saved is there after every start, what was deleted is not;
 * every stored table can be read; no temporary file stays; when all is over the server has no more
 * threads than at its start, and no more memory than it may need. The requests follow from the
 * seed, their order and the moments of the kills also from the machine; a failure prints the seed
 * and what each client asked last. The program is the one with the tiny games, which lies beside
 * this one. */
#include <dirent.h>
#include <libgen.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/file.h"
#include "folder.h"
#include "program.h"
#include "slow_build.h"
#include "storm_client.h"

enum { CLIENTS = 5, END_SECONDS = 60, MEMORY_MAX = 400 << 20 };

struct weather {
    uint64_t seed;
    struct cop_rng rng;
    struct storm storm;
    struct storm_client clients[CLIENTS];
    struct storm_client keeper; /* who looks after the others' tables between two storms */
    struct program program;
    char folder[FOLDER_ROOM], databases[FOLDER_ROOM];
    int kills, ends, checks;
    double longest_end; /* in seconds */
};

/* ---- Failing ---- */

static void print_client(const struct storm_client *client)
{
    int first = client->line_count > STORM_KEPT ? client->line_count - STORM_KEPT : 0;

    printf("# client %d%s%s\n", client->number, client->failure.message[0] != '\0' ? ": " : "",
           client->failure.message);
    for (int i = first; i < client->line_count; i++)
        printf("#     %s\n", client->lines[i % STORM_KEPT]);
    if (client->failure.message[0] != '\0' && client->answer.body.length > 0)
        printf("#     answered: %.600s\n", client->answer.body.bytes);
}

static void print_errors(const struct weather *weather)
{
    char said[4000] = "";

    if (pread(weather->program.errors_file, said, sizeof said - 1, 0) > 0)
        printf("# the server said: %s\n", said);
}

static bool has_ended(const struct weather *weather, int *status)
{
    siginfo_t about = {.si_pid = 0};

    if (waitid(P_PID, (id_t)weather->program.id, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
        return true;
    *status = about.si_status;
    return about.si_pid != 0;
}

static void break_off(struct weather *weather, const char *what)
{
    int status = 0;

    printf("# FAILED with seed %llu after %d steps (%d kills, %d ends), games in %s: %s\n",
           (unsigned long long)weather->seed, atomic_load(&weather->storm.steps), weather->kills,
           weather->ends, weather->folder, what);
    for (int i = 0; i < CLIENTS; i++)
        print_client(&weather->clients[i]);
    print_client(&weather->keeper);
    if (has_ended(weather, &status))
        printf("# the server has ended with the status or signal %d\n", status);
    print_errors(weather);
    fflush(stdout);
    kill(weather->program.id, SIGKILL);
    fail_msg("%s", what);
}

static void demand(struct weather *weather, bool is_true, const char *what)
{
    if (!is_true)
        break_off(weather, what);
}

/* ---- The server ---- */

static void start(struct weather *weather)
{
    char said[200] = "";
    const char *colon;

    program_start(&weather->program,
                  (const char *const[]){"serve", "--games", weather->folder, "--memory", "16M",
                                        "--searches", "2", "--port", "0", NULL},
                  -1);
    program_wait_for_output(&weather->program, "Ctrl-C");
    demand(weather, pread(weather->program.output_file, said, sizeof said - 1, 0) > 0,
           "the server says nothing");
    colon = strstr(said, "127.0.0.1:");
    demand(weather, colon != NULL, "the server has no address");
    weather->storm.port = atoi(colon + strlen("127.0.0.1:"));
    atomic_store(&weather->storm.is_ending, false);
    demand(weather, storm_connect(&weather->keeper), "the server takes no connection");
}

static void await_end(struct weather *weather)
{
    double begin = cop_now(), end = begin + END_SECONDS;
    int status;

    while (!has_ended(weather, &status) && cop_now() < end)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    demand(weather, has_ended(weather, &status), "the server does not end");
    weather->longest_end = fmax(weather->longest_end, cop_now() - begin);
}

/* SIGKILL: nothing is put in order. SIGTERM: everything is. */
static void tell_to_end(struct weather *weather, int number)
{
    int status;

    demand(weather, !has_ended(weather, &status), "the server has ended by itself");
    atomic_store(&weather->storm.is_ending, true);
    kill(weather->program.id, number);
    weather->kills += number == SIGKILL;
    weather->ends += number == SIGTERM;
}

static void finish(struct weather *weather, int number)
{
    int expected = number == SIGKILL ? 128 + SIGKILL : 0;

    await_end(weather);
    print_errors(weather);
    program_finish(&weather->program);
    cop_http_disconnect(&weather->keeper.http);
    if (weather->program.status != expected || weather->program.errors[0] != '\0') {
        printf("# status %d\n# %s\n", weather->program.status, weather->program.errors);
        fail_msg("seed %llu: the server did not end as it should",
                 (unsigned long long)weather->seed);
    }
    program_free(&weather->program);
}

/* ---- Between two storms ---- */

/* A table, which may have to wait until there is room for it. */
static void ask_patiently(struct weather *weather, const char *method, const char *id)
{
    char target[120];
    double end = cop_now() + END_SECONDS;

    do {
        demand(weather, storm_ask(&weather->keeper, method, storm_at(id, "", target), NULL),
               "a stored table");
    } while (weather->keeper.answer.status == 503 && cop_now() < end);
}

static bool was_deleted(const struct weather *weather, const char *id)
{
    for (int i = 0; i < CLIENTS; i++)
        if (strstr(weather->clients[i].gone.bytes, id) != NULL)
            return true;
    return strstr(weather->keeper.gone.bytes, id) != NULL;
}

static bool is_in(const json_t *tables, const char *id)
{
    for (size_t i = 0; i < json_array_size(tables); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(tables, i), "id")), id) == 0)
            return true;
    return false;
}

static struct storm_table *find_owned(struct weather *weather, const char *id)
{
    for (int i = 0; i < CLIENTS; i++)
        for (int j = 0; j < STORM_OWN; j++)
            if (strcmp(weather->clients[i].tables[j].id, id) == 0)
                return &weather->clients[i].tables[j];
    return NULL;
}

static void check_table(struct weather *weather, struct storm_table *table)
{
    struct cop_error error = {""};
    char words[1000];

    weather->checks++;
    if (!storm_table_check(table, weather->keeper.json, &error)) {
        snprintf(words, sizeof words, "table %s of %s (open request %d): %s", table->id,
                 table->game, table->open, error.message);
        break_off(weather, words);
    }
    storm_table_promise(table, weather->keeper.json);
}

/* Every table that the server has: it can be read, it was not deleted, and it is as promised. One
 * that nobody knows was asked for by somebody who never got the answer. */
static void check_listed(struct weather *weather, const json_t *tables)
{
    int lost = 0, unknown = 0;

    for (size_t i = 0; i < json_array_size(tables); i++) {
        const char *id = json_string_value(json_object_get(json_array_get(tables, i), "id"));
        struct storm_table *table = find_owned(weather, id);

        demand(weather, !was_deleted(weather, id), "a table that was deleted is back");
        ask_patiently(weather, "GET", id);
        demand(weather, weather->keeper.answer.status == 200, "a stored table cannot be read");
        if (table != NULL) {
            check_table(weather, table);
            continue;
        }
        ask_patiently(weather, "DELETE", id);
        demand(weather, weather->keeper.answer.status == 200, "a table cannot be deleted");
        cop_text_add(&weather->keeper.gone, "%s ", id);
        unknown++;
    }
    for (int i = 0; i < CLIENTS; i++) {
        lost += weather->clients[i].lost_tables;
        weather->clients[i].lost_tables = 0;
    }
    demand(weather, unknown <= lost + STORM_SHARED, "there are tables that nobody asked for");
}

static bool is_live(const struct storm_table *table)
{
    return table->id[0] != '\0' && !atomic_load(&table->is_gone);
}

/* Every table that was promised: it is in the list. */
static void check_promised(struct weather *weather, const json_t *tables)
{
    for (int i = 0; i < CLIENTS; i++)
        for (int j = 0; j < STORM_OWN; j++) {
            struct storm_table *table = &weather->clients[i].tables[j];

            if (!is_live(table) || is_in(tables, table->id))
                continue;
            demand(weather, table->open == STORM_DELETE || !table->is_promised,
                   "a table that was answered is not there");
            storm_table_free(table);
            *table = (struct storm_table){.open = STORM_NOTHING};
        }
}

/* A table's file that is no table's. A killed server can leave one for each request that it was
 * busy with: of a table's two files only one was made yet, or removed. */
static bool is_left_over(const struct dirent *entry, const json_t *tables)
{
    char id[20];

    snprintf(id, sizeof id, "%.*s", (int)strcspn(entry->d_name, "."), entry->d_name);
    return entry->d_name[0] != '.' && strcmp(id, "server") != 0 && !is_in(tables, id);
}

static void check_folder(struct weather *weather, const json_t *tables)
{
    DIR *folder = opendir(weather->folder);
    const struct dirent *entry;
    int left_over = 0;

    demand(weather, folder != NULL, "the folder cannot be read");
    while ((entry = readdir(folder)) != NULL) {
        demand(weather, !cop_file_is_temporary(entry->d_name), "a temporary file has stayed");
        left_over += is_left_over(entry, tables);
    }
    closedir(folder);
    demand(weather, left_over <= CLIENTS * weather->kills, "files have stayed of no table");
}

static void check_all(struct weather *weather)
{
    json_t *list, *tables;

    demand(weather, storm_ask(&weather->keeper, "GET", "/api/tables", NULL), "the list of tables");
    list = json_incref(weather->keeper.json);
    tables = json_object_get(list, "tables");
    demand(weather, json_is_array(tables), "there is no list of tables");
    check_folder(weather, tables);
    check_promised(weather, tables);
    check_listed(weather, tables);
    json_decref(list);
}

/* ---- The storm ---- */

static void make_shared_tables(struct weather *weather)
{
    for (int i = 0; i < STORM_SHARED; i++) {
        struct storm_table *table = &weather->storm.shared[i];

        storm_table_free(table);
        *table = (struct storm_table){.is_shared = true};
        while (table->id[0] == '\0')
            demand(weather, storm_create(&weather->keeper, table), "a shared table");
    }
}

/* Until so many steps are made, or all, or something is wrong. */
static void let_it_blow(struct weather *weather, int steps, int signal_number)
{
    pthread_t threads[CLIENTS];
    struct storm *storm = &weather->storm;

    for (int i = 0; i < CLIENTS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, storm_client_run, &weather->clients[i]),
                         0);
    while (atomic_load(&storm->steps) < steps && atomic_load(&storm->steps) < storm->last_step &&
           !atomic_load(&storm->has_failed))
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    if (signal_number != 0 && !atomic_load(&storm->has_failed))
        tell_to_end(weather, signal_number);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    demand(weather, !atomic_load(&storm->has_failed), "a client was not treated as it should be");
    if (signal_number == 0)
        demand(weather, storm_connect(&weather->keeper), "the server takes no connection");
}

/* ---- Afterwards ---- */

/* A number of /proc/PID/status. */
static long status_number(const struct weather *weather, const char *key)
{
    char path[64], line[200];
    long number = 0;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)weather->program.id);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0)
            number = strtol(line + strlen(key), NULL, 10);
    if (file != NULL)
        fclose(file);
    return number;
}

static void delete_all(struct weather *weather)
{
    json_t *list, *tables;

    demand(weather, storm_ask(&weather->keeper, "GET", "/api/tables", NULL), "the list of tables");
    list = json_incref(weather->keeper.json);
    tables = json_object_get(list, "tables");
    for (size_t i = 0; i < json_array_size(tables); i++) {
        ask_patiently(weather, "DELETE",
                      json_string_value(json_object_get(json_array_get(tables, i), "id")));
        demand(weather, weather->keeper.answer.status == 200, "a table cannot be deleted");
    }
    json_decref(list);
    demand(weather, storm_ask(&weather->keeper, "GET", "/api/tables", NULL), "the list of tables");
    demand(weather, json_array_size(json_object_get(weather->keeper.json, "tables")) == 0,
           "a deleted table is in the list");
    check_folder(weather, json_object_get(weather->keeper.json, "tables"));
}

static void print_summary(const struct weather *weather, long threads, long memory)
{
    double longest = weather->keeper.longest;

    for (int i = 0; i < CLIENTS; i++)
        longest = fmax(longest, weather->clients[i].longest);
    printf("# seed %llu: %d steps, %d kills, %d ends, %d promises kept; %ld threads, %ld MiB; "
           "the longest answer took %.2f s, the longest end %.2f s\n",
           (unsigned long long)weather->seed, atomic_load(&weather->storm.steps), weather->kills,
           weather->ends, weather->checks, threads, memory / 1024, longest, weather->longest_end);
}

/* Searches of deleted tables end soon, with all their threads. */
static void check_it_is_calm(struct weather *weather, long threads)
{
    double end = cop_now() + END_SECONDS;
    long memory;

    while (status_number(weather, "Threads:") > threads && cop_now() < end)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    demand(weather, status_number(weather, "Threads:") <= threads,
           "threads go on though there are no tables");
    memory = status_number(weather, "VmRSS:");
    print_summary(weather, threads, memory);
    demand(weather, is_slow_build() || memory * 1024 < MEMORY_MAX,
           "the server has grown too large");
}

/* ---- All of it ---- */

/* For the server, which finds it in its environment. */
static void build_database(struct weather *weather)
{
    static const char *const words[] = {"database", "build",      STORM_KNOWN_GAME, "--pieces",
                                        "9",        "--distance", "--quiet",        NULL};
    struct program program;

    setenv("COPPICE_DATABASES", weather->databases, 1);
    program_run(&program, words);
    assert_int_equal(program.status, 0);
    program_free(&program);
}

static void gather(struct weather *weather, uint64_t seed, int steps)
{
    *weather = (struct weather){.seed = seed};
    cop_rng_seed(&weather->rng, seed);
    weather->storm.last_step = steps;
    for (int i = 0; i < CLIENTS; i++)
        storm_client_begin(&weather->clients[i], &weather->storm, i, seed);
    storm_client_begin(&weather->keeper, &weather->storm, CLIENTS, seed);
    assert_int_equal(folder_make(weather->folder), 0);
    assert_int_equal(folder_make(weather->databases), 0);
    build_database(weather);
}

static void scatter(struct weather *weather)
{
    for (int i = 0; i < CLIENTS; i++)
        storm_client_free(&weather->clients[i]);
    for (int i = 0; i < STORM_SHARED; i++)
        storm_table_free(&weather->storm.shared[i]);
    storm_client_free(&weather->keeper);
    assert_int_equal(folder_remove(weather->folder), 0);
    assert_int_equal(folder_remove(weather->databases), 0);
}

/* The last third of the steps is made with one server, which is then looked at. */
static void run_storm(uint64_t seed, int steps)
{
    static struct weather weather;
    int kills_until = steps / 3 * 2;
    long threads;

    gather(&weather, seed, steps);
    start(&weather);
    while (atomic_load(&weather.storm.steps) < kills_until) {
        int number = cop_rng_below(&weather.rng, 3) == 0 ? SIGTERM : SIGKILL;
        int length = 20 + (int)cop_rng_below(&weather.rng, 160);

        make_shared_tables(&weather);
        let_it_blow(&weather, atomic_load(&weather.storm.steps) + length, number);
        finish(&weather, number);
        start(&weather);
        check_all(&weather);
    }
    threads = status_number(&weather, "Threads:");
    make_shared_tables(&weather);
    let_it_blow(&weather, steps, 0);
    delete_all(&weather);
    check_it_is_calm(&weather, threads);
    tell_to_end(&weather, SIGTERM);
    finish(&weather, SIGTERM);
    scatter(&weather);
}

static void a_storm_breaks_no_promise(void **unused)
{
    (void)unused;
    run_storm(1, is_slow_build() ? 600 : 2000);
}

static uint64_t given_seed;
static int given_steps;

static void the_given_storm_breaks_no_promise(void **unused)
{
    (void)unused;
    run_storm(given_seed, given_steps);
}

/* The program with the tiny games is built beside this one. */
static void find_program(char *own)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/coppice-tiny", dirname(own));
    setenv("COPPICE", path, 1);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_storm_breaks_no_promise)};
    const struct CMUnitTest given[] = {cmocka_unit_test(the_given_storm_breaks_no_promise)};

    find_program(words[0]);
    if (count != 3)
        return cmocka_run_group_tests_name("storm", tests, NULL, NULL);
    given_seed = strtoull(words[1], NULL, 10);
    given_steps = (int)strtol(words[2], NULL, 10);
    return cmocka_run_group_tests_name("storm", given, NULL, NULL);
}
