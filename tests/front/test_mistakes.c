/* test_mistakes.c - what every command does about mistakes and troubles that any of them can meet:
 * unknown names, wrong values and moves, damaged files, full disks, closed pipes, interruptions.
 *
 * Where a device must be the target of an option that writes a file, it is a symbolic link in a
 * folder of the test's own, so that a mistake of the program cannot replace the device itself. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"

enum { WORDS = 12 };

struct mistake {
    int status;
    const char *message;
    const char *words[WORDS];
};

static void assert_all_refused(const struct mistake *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *arguments[WORDS + 1] = {NULL};
        struct program program;

        memcpy(arguments, rows[i].words, sizeof rows[i].words);
        program_run(&program, arguments);
        assert_refused(&program, rows[i].status, rows[i].message);
    }
}

#define ALL_REFUSED(rows) assert_all_refused(rows, sizeof(rows) / sizeof *(rows))

/* ---- Names and values ---- */

static void every_command_names_an_unknown_game(void **state)
{
    static const char message[] = "\"otelo\" (did you mean othello?)";
    static const struct mistake rows[] = {
        {2, message, {"play", "otelo"}},       {2, message, {"show", "otelo"}},
        {2, message, {"search", "otelo"}},     {2, message, {"match", "otelo", "mc", "mc"}},
        {2, message, {"perft", "otelo", "1"}}, {2, message, {"bench", "games", "--game", "otelo"}},
        {2, message, {"help", "otelo"}},
    };

    (void)state;
    ALL_REFUSED(rows);
}

static void every_command_names_an_unknown_agent_or_its_option(void **state)
{
    static const char agent[] = "there is no agent \"mtcs\" (did you mean mcts?)";
    static const char option[] = "mcts: there is no option \"solvr\" (did you mean solver?)";
    static const char value[] = "mcts: expand=-1 is not allowed";
    static const struct mistake rows[] = {
        {2, agent, {"play", "connect4", "--seat", "2=mtcs"}},
        {2, option, {"play", "connect4", "--seat", "2=mcts(solvr=on)"}},
        {2, value, {"play", "connect4", "--seat", "2=mcts(expand=-1)"}},
        {2, agent, {"search", "connect4", "--agent", "mtcs"}},
        {2, option, {"search", "connect4", "--agent", "mcts(solvr=on)"}},
        {2, value, {"search", "connect4", "--agent", "mcts(expand=-1)"}},
        {2, agent, {"match", "connect4", "mc", "mtcs"}},
        {2, option, {"match", "connect4", "mc", "mcts(solvr=on)"}},
        {2, value, {"match", "connect4", "mc", "mcts(expand=-1)"}},
    };

    (void)state;
    ALL_REFUSED(rows);
}

static void every_command_names_an_unknown_option(void **state)
{
    static const char *const commands[] = {"games", "play",  "show",  "search", "match",
                                           "lab",   "perft", "bench", "help"};

    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct program program;
        char advice[40];

        run(&program, commands[i], "--nonsense");
        snprintf(advice, sizeof advice, "\nTry: coppice help%s%s\n",
                 strcmp(commands[i], "help") != 0 ? " " : "",
                 strcmp(commands[i], "help") != 0 ? commands[i] : "");
        assert_contains(program.errors, advice);
        assert_refused(&program, 2, ": there is no option \"nonsense\"");
    }
}

static void every_command_says_which_values_are_allowed(void **state)
{
    static const struct mistake rows[] = {
        {2, "on or off", {"games", "--json=perhaps"}},
        {2, "it must be one of 4, 6, 8", {"play", "othello(size=5)"}},
        {2, "at least 0", {"play", "othello", "--seed", "-1"}},
        {2, "the seats 1 to 3", {"play", "focus(players=3)", "--seat", "4=human"}},
        {2, "one seat, 1", {"play", "samegame", "--seat", "2=human"}},
        {2, "from 0 to 8", {"show", "othello", "--viewer", "9"}},
        {2, "has 2 players", {"show", "othello", "--viewer", "3"}},
        {2, "from 0 to", {"search", "othello", "--limit", "sims=-5"}},
        {2, "a time such as", {"search", "othello", "--limit", "soon"}},
        {2, "from 1 to", {"match", "othello", "mc", "mc", "--games", "0"}},
        {2, "from 1 to 1024", {"match", "othello", "mc", "mc", "--threads", "0"}},
        {2, "quick, standard, full", {"lab", "list", "--budget", "huge"}},
        {2, "from 0 to 60", {"perft", "othello", "-1"}},
        {2, "from 0s to", {"bench", "games", "--seconds", "-1s"}},
        {2, "leave \"foo\" out", {"help", "--man", "foo"}},
        {2, "leave \"othello\" out", {"help", "othello", "--markdown"}},
        {2, "give one of them", {"help", "--markdown", "--man"}},
        {2, "on or off", {"help", "--markdown=perhaps"}},
    };

    (void)state;
    ALL_REFUSED(rows);
}

/* ---- Moves and positions ---- */

/* The commands that take a position, and the word after the game. */
static const char *const readers[][2] = {
    {"play", NULL}, {"show", NULL}, {"search", NULL}, {"perft", "1"}};

enum { READERS = sizeof readers / sizeof *readers };

/* Each command that takes a position gets the same wrong one. */
static void assert_readers_refuse(int status, const char *message, const char *game,
                                  const char *option, const char *value)
{
    for (int i = 0; i < READERS; i++) {
        const char *arguments[] = {readers[i][0], game, option, value, readers[i][1], NULL};
        struct program program;

        program_run(&program, arguments);
        assert_refused(&program, status, message);
    }
}

static void every_command_explains_an_illegal_move(void **state)
{
    (void)state;
    assert_readers_refuse(2, "move 2: \"a1\" is not a legal move for White; legal: c3", "othello",
                          "--moves", "d3 a1");
    assert_readers_refuse(2, "move 1: \"Z\" is not an outcome for Chance; legal: A", "ontop",
                          "--moves", "Z");
    assert_readers_refuse(2, "cannot be played: the game is over", "connect4", "--moves",
                          "1122334 5");
}

static void every_command_explains_an_ambiguous_move(void **state)
{
    (void)state;
    assert_readers_refuse(2, "\"d3-e3\" is ambiguous: it can mean d3-e3A or d3-e3W", "fanorona",
                          "--moves", "1. d3-e3");
}

static void every_command_explains_a_wrong_position(void **state)
{
    (void)state;
    assert_readers_refuse(2, "connect4: row 1 from the top has 1 of 7 cells", "connect4",
                          "--position", "x");
}

/* ---- Files ---- */

/* Each case has a folder of its own, removed with everything in it that has one of these names. */
static char folder[64], store[96], link_to_full[96], pipe_name[96], other[96];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/coppice-test-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(store, sizeof store, "%s/games.db", folder);
    snprintf(link_to_full, sizeof link_to_full, "%s/full", folder);
    snprintf(pipe_name, sizeof pipe_name, "%s/pipe", folder);
    snprintf(other, sizeof other, "%s/nowhere/file", folder);
    return symlink("/dev/full", link_to_full);
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"games.db",
                                        "games.db-wal",
                                        "games.db-shm",
                                        "full",
                                        "pipe",
                                        "lab/t/x.cfg",
                                        "lab/t",
                                        "lab",
                                        "results/quick/games.db",
                                        "results/quick/t/x.json",
                                        "results/quick/t",
                                        "results/quick",
                                        "results"};
    char path[160];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    return rmdir(folder); /* fails if anything else was left in it */
}

static void write_in_folder(const char *name, const char *words)
{
    char path[160];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(words, file);
    assert_int_equal(fclose(file), 0);
}

static void make_in_folder(const char *name)
{
    char path[160];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static void every_command_explains_a_damaged_record(void **state)
{
    char path[64];

    (void)state;
    write_file(path, "(;FF[4]KG[othello]\n;B[d3];W[a1])\n");
    assert_readers_refuse(1, ": line 2, column 10: ", "othello", "--sgf", path);
    unlink(path);
    write_file(path, "no record at all");
    assert_readers_refuse(1, ": line 1, column 1: a game in SGF begins with \"(;\"", "othello",
                          "--sgf", path);
    unlink(path);
    assert_readers_refuse(1, "cannot open /nowhere/game.sgf: No such file or directory", "othello",
                          "--sgf", "/nowhere/game.sgf");
}

/* Returns the size; `bytes` has room for a small store. */
static size_t read_store(char *bytes, size_t room)
{
    FILE *file = fopen(store, "rb");
    size_t length;

    assert_non_null(file);
    length = fread(bytes, 1, room, file);
    assert_int_equal(fclose(file), 0);
    return length;
}

static void damaged_store_is_refused_and_kept(void **state)
{
    enum { ROOM = 1 << 18 };
    char *before = malloc(ROOM), *after = malloc(ROOM);
    struct program program;
    size_t length;
    FILE *file;

    (void)state;
    run(&program, "match", "connect4", "random", "random", "--games", "40", "--store", store,
        "--quiet");
    assert_done(&program);
    program_free(&program);
    length = read_store(before, ROOM);
    assert_true(length > 16384 && length < ROOM);
    memset(before + length / 2, 0xa5, 4096);
    file = fopen(store, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(before, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    run(&program, "match", "connect4", "random", "random", "--games", "80", "--store", store,
        "--resume", "--quiet");
    assert_contains(program.errors, store);
    assert_contains(program.errors, "restore it from a copy, or save what can be read with");
    assert_refused(&program, 1, "is damaged");
    assert_int_equal(read_store(after, ROOM), length);
    assert_memory_equal(before, after, length);
    free(before);
    free(after);
}

static void lab_explains_files_that_are_not_its_own(void **state)
{
    char lab[96], results[96];
    struct program program;

    (void)state;
    snprintf(lab, sizeof lab, "%s/lab", folder);
    snprintf(results, sizeof results, "%s/results", folder);
    make_in_folder("lab");
    make_in_folder("lab/t");
    make_in_folder("results");
    make_in_folder("results/quick");
    make_in_folder("results/quick/t");
    write_in_folder(
        "lab/t/x.cfg",
        "id = \"t/x\"; title = \"A test\"; source = \"Table 0\"; specification = "
        "\"none\";\ndescription = \"Nothing.\";\n"
        "runs = ( { name = \"duel\"; game = \"connect4\"; moves_per_game = 17.0;\n"
        "  sims_per_second = 1e6; entrants = ( { label = \"a\"; agent = \"random\"; },\n"
        "    { label = \"b\"; agent = \"random\"; } );\n"
        "  quick = { limit = \"sims=1\"; games = 2; }; } );\n"
        "claims = ( { title = \"Even\"; claim = \"score(duel, a) > 0.1\";\n"
        "  budgets = [\"quick\"]; } );\n");
    write_in_folder("results/quick/games.db", "bread, butter, and a book about databases\n");
    run(&program, "lab", "run", "t/x", "--lab", lab, "--results", results, "--budget", "quick");
    assert_contains(program.errors, "games.db");
    assert_refused(&program, 1, "is not a Coppice store; choose another file");
    write_in_folder("results/quick/t/x.json", "{\"id\": \"t/x\"");
    run(&program, "lab", "report", "--results", results, "--budget", "quick");
    assert_refused(&program, 1, "t/x.json");
    write_in_folder("lab/t/x.cfg", "id = \"t/x\n");
    run(&program, "lab", "show", "t/x", "--lab", lab);
    assert_refused(&program, 1, "t/x.cfg:");
    run(&program, "lab", "run", "t/y", "--lab", lab, "--results", results);
    assert_refused(&program, 1, "experiment \"t/y\" (`coppice lab list` shows all): cannot read ");
}

static void unwritable_places_are_named(void **state)
{
    const struct mistake rows[] = {
        {1, other, {"play", "connect4", "--save", other}},
        {1, other, {"show", "connect4", "--svg", other}},
        {1, other, {"match", "connect4", "random", "random", "--store", other}},
        {1, other, {"match", "connect4", "random", "random", "--sgf", other}},
        {1, other, {"lab", "report", "--html", other}},
        {1, other, {"lab", "report", "--markdown", other}},
        {1, "it is a directory", {"match", "connect4", "random", "random", "--store", folder}},
        {1, "Is a directory", {"play", "connect4", "--save", folder}},
        {1, "Is a directory", {"lab", "report", "--html", folder}},
    };

    (void)state;
    ALL_REFUSED(rows);
}

/* Each of these would take hours and then find no place for what it has found. */
static void long_work_does_not_begin_without_a_place_to_write_to(void **state)
{
    const struct mistake rows[] = {
        {1, other, {"solve", "connect4", "--by", "dfpn", "--proof", other}},
        {1, other, {"solve", "connect4", "--by", "dfpn", "--keep", other}},
        {1, other, {"tune", "probcut", "othello", "--depths", "6:9", "--output", other}},
        {1,
         other,
         {"tune", "options", "connect4", "mcts", "--over", "c=0..2", "--limit", "sims=1M",
          "--output", other}},
        {1,
         "Is a directory",
         {"hunt", "samegame", "--boards", "data/samegame/standard.txt", "--agent", "nmcs",
          "--limit", "9h", "--store", store, "--export", folder}},
    };

    (void)state;
    ALL_REFUSED(rows);
}

static void assert_still_a_link(void)
{
    struct stat about;

    assert_int_equal(lstat(link_to_full, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(link_to_full, &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

/* Neither the link nor the device it leads to is replaced by a file. */
static void full_disk_under_a_file_is_an_error(void **state)
{
    const struct mistake rows[] = {
        {1, "No space left", {"play", "connect4", "--save", link_to_full}},
        {1, "No space left", {"show", "connect4", "--svg", link_to_full}},
        {1, "No space left", {"lab", "report", "--html", link_to_full}},
        {1, "not an ordinary file", {"match", "connect4", "mc", "mc", "--store", link_to_full}},
    };
    struct program program;

    (void)state;
    ALL_REFUSED(rows);
    assert_still_a_link();
    run(&program, "match", "connect4", "random", "random", "--games", "2", "--sgf", link_to_full);
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "connect4: 2 games"); /* what was played is told */
    assert_contains(program.errors, "cannot write games to '");
    assert_contains(program.errors, "': No space left on device");
    program_free(&program);
    assert_still_a_link();
}

static void games_can_go_through_a_pipe(void **state)
{
    char games[8192] = "";
    struct program program;
    struct stat about;
    int reader;

    (void)state;
    assert_int_equal(mkfifo(pipe_name, 0666), 0);
    reader = open(pipe_name, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    run(&program, "match", "othello(size=4)", "random", "random", "--games", "2", "--sgf",
        pipe_name);
    assert_done(&program);
    program_free(&program);
    assert_true(read(reader, games, sizeof games - 1) > 0);
    close(reader);
    assert_memory_equal(games, "(;FF[4]", 7);
    assert_int_equal(lstat(pipe_name, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
}

/* ---- The output ---- */

static const char *const talkers[][WORDS] = {
    {"games"},
    {"play", "connect4"},
    {"show", "connect4"},
    {"search", "connect4", "--limit", "sims=10"},
    {"match", "connect4", "random", "random", "--games", "2"},
    {"lab", "list"},
    {"lab", "show", "uct-star/table-10"},
    {"lab", "report"},
    {"perft", "connect4", "2"},
    {"bench", "games", "--game", "othello(size=4)", "--seconds", "0"},
    {"help"},
    {"help", "othello"},
};

enum { TALKERS = sizeof talkers / sizeof *talkers };

static void every_command_tells_that_the_disk_is_full(void **state)
{
    (void)state;
    for (int i = 0; i < TALKERS; i++) {
        const char *arguments[WORDS + 1] = {NULL};
        struct program program;
        int full = open("/dev/full", O_WRONLY);

        assert_true(full >= 0);
        memcpy(arguments, talkers[i], sizeof talkers[i]);
        program_start(&program, arguments, full);
        program_finish(&program);
        close(full);
        assert_int_equal(program.status, 1);
        assert_contains(program.errors, "coppice: cannot write the output: ");
        program_free(&program);
    }
}

/* Whoever closed the pipe has seen enough: no message, but the status tells. */
static void every_command_ends_quietly_at_a_closed_pipe(void **state)
{
    (void)state;
    for (int i = 0; i < TALKERS; i++) {
        const char *arguments[WORDS + 1] = {NULL};
        struct program program;
        int ends[2];

        assert_int_equal(pipe(ends), 0);
        close(ends[0]);
        memcpy(arguments, talkers[i], sizeof talkers[i]);
        program_start(&program, arguments, ends[1]);
        close(ends[1]);
        program_finish(&program);
        assert_int_equal(program.status, 1);
        assert_null(strstr(program.errors, "coppice:"));
        program_free(&program);
    }
}

/* ---- Interruptions; those of other commands are in their own tests ---- */

static void interrupted_bench_says_so(void **state)
{
    struct program program;
    struct stat about = {0};

    (void)state;
    program_start(
        &program,
        (const char *const[]){"bench", "games", "--game", "connect4", "--seconds", "1h", NULL}, -1);
    for (int i = 0; i < 6000 && about.st_size == 0; i++) { /* its first line */
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        assert_int_equal(fstat(program.output_file, &about), 0);
    }
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "coppice: interrupted; what is missing was not measured");
    program_free(&program);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_names_an_unknown_game),
        cmocka_unit_test(every_command_names_an_unknown_agent_or_its_option),
        cmocka_unit_test(every_command_names_an_unknown_option),
        cmocka_unit_test(every_command_says_which_values_are_allowed),
        cmocka_unit_test(every_command_explains_an_illegal_move),
        cmocka_unit_test(every_command_explains_an_ambiguous_move),
        cmocka_unit_test(every_command_explains_a_wrong_position),
        cmocka_unit_test(every_command_explains_a_damaged_record),
        IN_FOLDER(damaged_store_is_refused_and_kept),
        IN_FOLDER(lab_explains_files_that_are_not_its_own),
        IN_FOLDER(unwritable_places_are_named),
        IN_FOLDER(long_work_does_not_begin_without_a_place_to_write_to),
        IN_FOLDER(full_disk_under_a_file_is_an_error),
        IN_FOLDER(games_can_go_through_a_pipe),
        cmocka_unit_test(every_command_tells_that_the_disk_is_full),
        cmocka_unit_test(every_command_ends_quietly_at_a_closed_pipe),
        cmocka_unit_test(interrupted_bench_says_so),
    };

    return cmocka_run_group_tests_name("mistakes", tests, NULL, NULL);
}
