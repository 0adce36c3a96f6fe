/* test_mpirun.c - `mpirun -n 3 coppice match` and `lab run` as a user meets them: the same games
 * whatever the number of ranks, one voice, and nothing lost but the games in progress when a rank
 * or all of them are killed.
 *
 * Ranks of a test share the machine's cores, whatever mpirun thinks of that. */
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "folder.h"
#include "front.h"

enum { ROOM = 1 << 18 };

static char mpirun[512]; /* "" if there is none */
static char coppice[4096];

/* Each case has a folder of its own; the names of what is put there are fixed. */
static char folder[FOLDER_ROOM], store[96], other_store[96], games[96], other_games[96];
static char lab[96], results[96], other_results[96];

static void name_files(void)
{
    snprintf(store, sizeof store, "%s/games.db", folder);
    snprintf(other_store, sizeof other_store, "%s/other.db", folder);
    snprintf(games, sizeof games, "%s/games.sgf", folder);
    snprintf(other_games, sizeof other_games, "%s/other.sgf", folder);
    snprintf(lab, sizeof lab, "%s/lab", folder);
    snprintf(results, sizeof results, "%s/results", folder);
    snprintf(other_results, sizeof other_results, "%s/other", folder);
}

static int make_folder(void **state)
{
    (void)state;
    if (folder_make(folder) != 0)
        return -1;
    name_files();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

/* -- ranks -- */

/* Like program_start, but by mpirun with these words of its own before those of coppice. */
static void start_ranks(struct program *program, const char *const *words)
{
    if (mpirun[0] == '\0') {
        print_message("# mpirun is not installed (Debian: openmpi-bin)\n");
        skip();
    }
    setenv("COPPICE", mpirun, 1);
    program_start(program, words, -1);
    setenv("COPPICE", coppice, 1);
}

#define start(program, ...) start_ranks(program, (const char *const[]){"-n", __VA_ARGS__, NULL})

static void run_ranks(struct program *program, const char *const *words)
{
    start_ranks(program, words);
    program_finish(program);
}

/* run_on(&program, "3", coppice, "match", ...) */
#define run_on(program, ...) run_ranks(program, (const char *const[]){"-n", __VA_ARGS__, NULL})

/* As it is without any, with the words of a small match. */
#define MATCH "match", "connect4", "mcts", "mcts(c=0.3)", "--limit", "sims=100, memory=4M"

static int occurrences(const char *text, const char *part)
{
    int count = 0;

    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

/* Our words once, whatever mpirun adds of its own. */
static void assert_told_once(struct program *program, int status, const char *part)
{
    assert_contains(program->errors, part);
    assert_int_equal(occurrences(program->errors, "coppice: "), 1);
    assert_int_equal(program->status, status);
    program_free(program);
}

static char *read_whole(const char *path)
{
    char *bytes = calloc(1, ROOM);
    FILE *file = fopen(path, "r");

    assert_non_null(bytes);
    assert_non_null(file);
    assert_true(fread(bytes, 1, ROOM - 1, file) > 0);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

static void assert_same_file(const char *path, const char *other)
{
    char *first = read_whole(path), *second = read_whole(other);

    assert_string_equal(first, second);
    free(first);
    free(second);
}

/* -- stores -- */

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

static void wait_for_games(int count)
{
    for (int i = 0; i < 12000; i++) {
        if (access(store, F_OK) == 0 && games_in(store) >= count)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("no %d games were stored", count);
}

/* The first 40 games of the store are those of a match that nothing has disturbed. */
static void has_undisturbed_games(void)
{
    static const char sql[] = "SELECT group_concat(sgf || ending, char(10)) FROM "
                              "(SELECT sgf, ending FROM games WHERE number < 40 ORDER BY number)";
    char *disturbed = malloc(ROOM), *calm = malloc(ROOM);
    struct program program;

    run(&program, MATCH, "--games", "40", "--store", other_store, "--quiet");
    assert_done(&program);
    program_free(&program);
    ask(store, sql, disturbed, ROOM);
    ask(other_store, sql, calm, ROOM);
    assert_true(strlen(calm) > 4000);
    assert_string_equal(disturbed, calm);
    free(disturbed);
    free(calm);
}

/* -- matches -- */

static void games_are_the_same_on_any_number_of_ranks(void **state)
{
    static const char *const rows[][2] = {{"1", "1"}, {"2", "1"}, {"3", "1"}, {"2", "2"}};
    struct program program;

    (void)state;
    run(&program, MATCH, "--games", "30", "--opening-plies", "2", "--sgf", games);
    assert_done(&program);
    program_free(&program);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        run_on(&program, rows[i][0], coppice, MATCH, "--games", "30", "--opening-plies", "2",
               "--sgf", other_games, "--threads", rows[i][1], "--quiet");
        assert_done(&program);
        assert_string_equal(program.errors, "");
        assert_int_equal(occurrences(program.output, "connect4: 30 games"), 1);
        program_free(&program);
        assert_same_file(games, other_games);
        remove(other_games);
    }
}

static void a_finished_match_is_only_reported(void **state)
{
    struct program program;

    (void)state;
    for (int time = 0; time < 2; time++) {
        run_on(&program, "3", coppice, MATCH, "--games", "10", "--store", store, "--resume");
        assert_done(&program);
        assert_contains(program.output, "connect4: 10 games");
        program_free(&program);
        assert_int_equal(games_in(store), 10);
    }
    run_on(&program, "2", coppice, MATCH, "--games", "10", "--store", store, "--quiet");
    assert_told_once(&program, 1, "has 10 games of this match already");
}

/* Decided by the same game, though others may have played further by then. */
static void a_decided_test_ends_all_ranks(void **state)
{
    struct program alone, together;
    json_t *first, *second;

    (void)state;
    run(&alone, "match", "connect4", "mcts", "random", "--limit", "sims=100, memory=4M", "--games",
        "1000000", "--sprt", "0,50", "--quiet", "--json");
    run_on(&together, "3", coppice, "match", "connect4", "mcts", "random", "--limit",
           "sims=100, memory=4M", "--games", "1000000", "--sprt", "0,50", "--quiet", "--json");
    assert_done(&alone);
    assert_done(&together);
    first = read_json(alone.output);
    second = read_json(together.output);
    assert_true(json_is_object(json_object_get(first, "sprt")));
    assert_true(json_equal(json_object_get(first, "sprt"), json_object_get(second, "sprt")));
    json_decref(first);
    json_decref(second);
    program_free(&alone);
    program_free(&together);
}

/* The process of a rank, a child of mpirun. */
static pid_t find_rank(pid_t launcher, const char *rank)
{
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    pid_t found = 0;

    assert_non_null(processes);
    while (found == 0 && (entry = readdir(processes)) != NULL) {
        char path[300], text[1 << 15] = "", parent[32];
        long id = strtol(entry->d_name, NULL, 10);
        FILE *file;

        snprintf(path, sizeof path, "/proc/%s/status", entry->d_name);
        snprintf(parent, sizeof parent, "PPid:\t%ld\n", (long)launcher);
        if (id <= 0 || (file = fopen(path, "r")) == NULL)
            continue;
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
        if (strstr(text, parent) == NULL || (file = fopen(path, "r")) == NULL)
            continue;
        for (size_t at = 0, end = fread(text, 1, sizeof text - 1, file); at < end;
             at += strlen(text + at) + 1)
            if (strncmp(text + at, "OMPI_COMM_WORLD_RANK=", 21) == 0 &&
                strcmp(text + at + 21, rank) == 0)
                found = (pid_t)id;
        fclose(file);
    }
    closedir(processes);
    return found;
}

static void resume_to_forty_games(void)
{
    struct program program;

    run_on(&program, "2", coppice, MATCH, "--games", "40", "--store", store, "--resume", "--quiet");
    assert_done(&program);
    program_free(&program);
    has_undisturbed_games();
}

static void only_games_in_progress_are_lost_with_a_rank(const char *rank)
{
    struct program program;
    pid_t id;

    start(&program, "3", coppice, MATCH, "--games", "100000000", "--store", store);
    wait_for_games(8);
    id = find_rank(program.id, rank);
    assert_true(id > 0);
    kill(id, SIGKILL);
    program_finish(&program);
    assert_int_not_equal(program.status, 0);
    program_free(&program);
    resume_to_forty_games();
}

static void only_games_in_progress_are_lost_with_a_follower(void **state)
{
    (void)state;
    only_games_in_progress_are_lost_with_a_rank("2");
}

static void only_games_in_progress_are_lost_with_the_leader(void **state)
{
    (void)state;
    only_games_in_progress_are_lost_with_a_rank("0");
}

static void only_games_in_progress_are_lost_when_mpirun_is_interrupted(void **state)
{
    static const int signals[] = {SIGTERM, SIGINT};

    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        int before = i > 0 ? games_in(store) : 0;
        struct program program;

        start(&program, "3", coppice, MATCH, "--games", "100000000", "--store", store, "--resume");
        wait_for_games(before + 8);
        kill(program.id, signals[i]);
        program_finish(&program);
        assert_int_not_equal(program.status, 0);
        program_free(&program);
    }
    resume_to_forty_games();
}

/* -- mistakes -- */

static void mistakes_are_told_once(void **state)
{
    struct program program;

    (void)state;
    run_on(&program, "3", coppice, "match", "connect4", "mtcs", "mc");
    assert_told_once(&program, 2, "there is no agent \"mtcs\" (did you mean mcts?)");
    run_on(&program, "3", coppice, "match", "connect4", "mcts", "mc", "--gmaes", "3");
    assert_told_once(&program, 2, "gmaes");
    run_on(&program, "3", coppice, "match", "connect4", "mcts", "gtp(command=\"/nonexistent/x\")");
    assert_told_once(&program, 2, "/nonexistent/x");
    run_on(&program, "3", coppice, MATCH, "--store", "/nonexistent/games.db");
    assert_told_once(&program, 1, "cannot open or make '/nonexistent/games.db'");
    run_on(&program, "3", coppice, "lab", "run", "no/experiment");
    assert_told_once(&program, 1, "no/experiment");
}

/* One rank stands for another machine, where something is different. */
static void a_rank_with_other_words_is_refused(void **state)
{
    struct program program;

    (void)state;
    run_on(&program, "1", coppice, MATCH, "--games", "100000", "--quiet", ":", "-n", "1", coppice,
           MATCH, "--games", "100000", "--quiet", "--seed", "2");
    assert_told_once(&program, 1, "was given something else to do than rank 0");
}

/* -- the lab -- */

static const char experiment[] =
    "id = \"t/all\"; title = \"A test\"; source = \"Table 0\"; specification = \"none\";\n"
    "description = \"Nothing.\";\n"
    "runs = ( { name = \"duel\"; game = \"connect4\"; moves_per_game = 17.0;\n"
    "    sims_per_second = 1e6; entrants = ( { label = \"tree\"; agent = \"mcts\"; },\n"
    "      { label = \"dice\"; agent = \"random\"; } );\n"
    "    quick = { limit = \"sims=100\"; games = 20; }; },\n"
    "  { name = \"begun\"; game = \"connect4(width=4, height=4)\"; starts = \"four\";\n"
    "    moves_per_game = 6.0; sims_per_second = 1e6;\n"
    "    entrants = ( { label = \"tree\"; agent = \"mcts\"; },\n"
    "      { label = \"dice\"; agent = \"random\"; } );\n"
    "    quick = { limit = \"sims=100\"; games = 8; }; },\n"
    "  { name = \"looks\"; kind = \"searches\"; game = \"connect4\"; agent = \"mcts\";\n"
    "    quick = { limit = \"sims=1000\"; searches = 30; }; seed = 5; sims_per_second = 1e6; },\n"
    "  { name = \"places\"; kind = \"positions\"; game = \"connect4(width=4, height=4)\";\n"
    "    positions = \"four\"; baseline = \"full\"; judge = \"maxn(eval=none)\";\n"
    "    entrants = ( { label = \"full\"; agent = \"maxn(eval=none, shallow=off, table=off)\"; },\n"
    "      { label = \"less\"; agent = \"mcts(c=5)\"; limit = \"sims=8\"; } );\n"
    "    quick = { limit = \"depth=5\"; positions = 4; expected = 1000.0; };\n"
    "    nodes_per_second = 1e6; } );\n"
    "published = ( { run = \"duel\"; entrant = \"tree\"; score = 0.9; } );\n"
    "claims = ( { title = \"The tree wins\"; claim = \"score(duel, tree) > 0.5\";\n"
    "  budgets = [\"quick\"]; } );\n";

static const char positions[] = "one  4/4/4/4 X\n"
                                "two  4/4/4/XO2 X\n"
                                "three  4/4/X3/OX2 O\n"
                                "four  4/4/4/XOXO X\n";

static void write_words(const char *name, const char *words)
{
    char path[192];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", lab, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(words, file);
    assert_int_equal(fclose(file), 0);
}

static void write_lab(void)
{
    char path[192];

    mkdir(lab, 0777);
    snprintf(path, sizeof path, "%s/t", lab);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/data", lab);
    mkdir(path, 0777);
    write_words("t/all.cfg", experiment);
    write_words("data/four.txt", positions);
}

/* What measures time, and what to type. */
static bool may_differ(const char *key)
{
    return strcmp(key, "seconds") == 0 || strcmp(key, "command") == 0 ||
           strcmp(key, "time_saved") == 0 || strcmp(key, "us_per_sim") == 0;
}

static void forget_times(json_t *json)
{
    const json_t *measure = json_object_get(json, "measure");
    const char *key;
    json_t *value;
    size_t i;
    void *next;

    if (json_is_string(measure) && may_differ(json_string_value(measure)))
        json_object_clear(json);
    json_object_foreach_safe(json, next, key, value)
    {
        if (may_differ(key))
            json_object_del(json, key);
        else
            forget_times(value);
    }
    json_array_foreach(json, i, value)
    {
        forget_times(value);
    }
}

static json_t *read_results(const char *where)
{
    char path[192];
    json_t *json;

    snprintf(path, sizeof path, "%s/quick/t/all.json", where);
    json = json_load_file(path, 0, NULL);
    assert_non_null(json);
    forget_times(json);
    return json;
}

/* Whom the judge is asked about is what only the leader knows. */
static bool is_judged(void)
{
    char path[192], answer[32];

    snprintf(path, sizeof path, "%s/quick/games.db", other_results);
    ask(path,
        "SELECT count(*) FROM searches JOIN matches ON match = matches.id "
        "WHERE identity LIKE 'judge of %'",
        answer, sizeof answer);
    return strtol(answer, NULL, 10) > 0;
}

static void results_are_the_same_on_any_number_of_ranks(void **state)
{
    struct program alone, together;
    json_t *first, *second;

    (void)state;
    write_lab();
    run(&alone, "lab", "run", "t/all", "--budget", "quick", "--lab", lab, "--results", results,
        "--threads", "1", "--quiet");
    run_on(&together, "3", coppice, "lab", "run", "t/all", "--budget", "quick", "--lab", lab,
           "--results", other_results, "--quiet");
    assert_done(&alone);
    assert_done(&together);
    assert_string_equal(together.errors, "");
    assert_string_equal(together.output, alone.output);
    first = read_results(results);
    second = read_results(other_results);
    assert_true(json_equal(first, second));
    assert_true(is_judged());
    json_decref(first);
    json_decref(second);
    program_free(&alone);
    program_free(&together);
}

/* How a game ended is known where it was played: here mostly elsewhere. */
static void reasons_come_from_other_ranks(void **state)
{
    static const char sql[] = "SELECT count(*) FROM games WHERE reason LIKE 'forfeit: %'";
    struct program program;
    char answer[32];

    (void)state;
    run_on(&program, "3", coppice, "match", "connect4", "random",
           "gtp(command=\"sh tests/data/gtp/engine.sh nonsense\")", "--games", "12", "--limit",
           "sims=1", "--store", store, "--quiet");
    assert_done(&program);
    program_free(&program);
    ask(store, sql, answer, sizeof answer);
    assert_string_equal(answer, "12");
}

static void a_rank_without_the_experiment_is_told(void **state)
{
    struct program program;

    (void)state;
    write_lab();
    run_on(&program, "1", coppice, "lab", "run", "t/all", "--budget", "quick", "--lab", lab,
           "--results", results, "--quiet", ":", "-n", "1", coppice, "lab", "run", "t/all",
           "--budget", "quick", "--lab", folder, "--results", results, "--quiet");
    assert_contains(program.errors, "rank 1 on ");
    assert_told_once(&program, 1, "/t/all.cfg");
}

/* -- the tests -- */

static void find_mpirun(void)
{
    const char *path = getenv("PATH");

    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");

        snprintf(mpirun, sizeof mpirun, "%.*s/mpirun", (int)length, path);
        if (access(mpirun, X_OK) == 0)
            return;
        path += length + (path[length] == ':');
    }
    mpirun[0] = '\0';
}

/* What Open MPI asks of whoever runs it as root, in a container, with more ranks than cores. */
static void settle_mpirun(void)
{
    static const char *const settings[][2] = {
        {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
        {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
        {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
        {"OMPI_MCA_hwloc_base_binding_policy", "none"},
        {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
    };

    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        setenv(settings[i][0], settings[i][1], 1);
}

/* Open MPI keeps some of its memory to the end, which is not ours to mend. */
static void pardon_leaks(void)
{
    const char *given = getenv("ASAN_OPTIONS");
    char options[512];

    snprintf(options, sizeof options, "%s:detect_leaks=0", given != NULL ? given : "");
    setenv("ASAN_OPTIONS", options, 1);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        TEST(games_are_the_same_on_any_number_of_ranks),
        TEST(a_finished_match_is_only_reported),
        TEST(a_decided_test_ends_all_ranks),
        TEST(only_games_in_progress_are_lost_with_a_follower),
        TEST(only_games_in_progress_are_lost_with_the_leader),
        TEST(only_games_in_progress_are_lost_when_mpirun_is_interrupted),
        TEST(mistakes_are_told_once),
        TEST(reasons_come_from_other_ranks),
        TEST(a_rank_with_other_words_is_refused),
        TEST(results_are_the_same_on_any_number_of_ranks),
        TEST(a_rank_without_the_experiment_is_told),
    };

    if (getenv("COPPICE") == NULL)
        return 1;
    snprintf(coppice, sizeof coppice, "%s", getenv("COPPICE"));
    find_mpirun();
    settle_mpirun();
    pardon_leaks();
    return cmocka_run_group_tests_name("mpirun", tests, NULL, NULL);
}
