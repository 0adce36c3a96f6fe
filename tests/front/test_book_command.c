/* test_book_command.c - `coppice book` from outside: what is built, shown, asked, exported and
 * imported, that a kill at any moment changes nothing, and what is refused. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "front.h"

#define GAME "othello(size=6)"

static char folder[FOLDER_ROOM], book[FOLDER_ROOM + 16], other[FOLDER_ROOM + 16],
    text[FOLDER_ROOM + 16], text2[FOLDER_ROOM + 16], sgf[FOLDER_ROOM + 16];

static int make_folder(void **context)
{
    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(book, sizeof book, "%s/a.book", folder);
    snprintf(other, sizeof other, "%s/b.book", folder);
    snprintf(text, sizeof text, "%s/a.txt", folder);
    snprintf(text2, sizeof text2, "%s/b.txt", folder);
    snprintf(sgf, sizeof sgf, "%s/a.sgf", folder);
    return 0;
}

static int remove_folder(void **context)
{
    (void)context;
    return folder_remove(folder);
}

#define BUILD(file) "book", "build", GAME, file, "--quiet", "--limit", "sims=30"

#define succeeds(...)            \
    do {                         \
        struct program done;     \
                                 \
        run(&done, __VA_ARGS__); \
        assert_done(&done);      \
        program_free(&done);     \
    } while (0)

#define refuses(status, part, ...)              \
    do {                                        \
        struct program refused;                 \
                                                \
        run(&refused, __VA_ARGS__);             \
        assert_refused(&refused, status, part); \
    } while (0)

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "r");
    char *bytes = calloc(1, 1 << 20);

    assert_non_null(file);
    assert_true(fread(bytes, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return bytes;
}

/* Both books, exported as lines, are the same. */
static void assert_same_books(const char *first, const char *second)
{
    char *a, *b;

    succeeds("book", "export", first, text);
    succeeds("book", "export", second, text2);
    a = read_all(text);
    b = read_all(text2);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static int64_t iterations_of(const char *path)
{
    struct program program;
    int64_t iterations = -1;
    json_t *json;

    run(&program, "book", "show", path, "--json");
    if (program.status == 0) {
        json = read_json(program.output);
        iterations = json_integer_value(json_object_get(json, "iterations"));
        json_decref(json);
    }
    program_free(&program);
    return iterations;
}

static void a_book_is_built_shown_and_asked(void **context)
{
    struct program program;
    json_t *json;

    (void)context;
    run(&program, BUILD(book), "--iterations", "30");
    assert_done(&program);
    assert_contains(program.output, "30 iterations");
    program_free(&program);
    run(&program, "book", "show", book);
    assert_done(&program);
    assert_contains(program.output, "A book of othello(size=6)");
    assert_contains(program.output, "by meta-uct, 30 iterations");
    assert_contains(program.output, "judged by mcts within sims=30");
    assert_contains(program.output, "(the start)");
    program_free(&program);
    run(&program, "book", "show", book, "--json");
    assert_done(&program);
    json = read_json(program.output);
    assert_true(json_array_size(json_object_get(json, "lines")) > 10);
    assert_contains(json_string_value(json_object_get(json, "makers")), "book build");
    json_decref(json);
    program_free(&program);
    run(&program, "book", "probe", book);
    assert_done(&program);
    assert_contains(program.output, "plays ");
    program_free(&program);
    run(&program, "book", "probe", book, "--json");
    assert_done(&program);
    json = read_json(program.output);
    assert_non_null(json_string_value(json_object_get(json, "plays")));
    json_decref(json);
    program_free(&program);
    succeeds("book", "check", book);
}

static void what_is_not_in_the_book_has_status_1(void **context)
{
    struct program program;

    (void)context;
    succeeds(BUILD(book), "--iterations", "3");
    run(&program, "book", "probe", book, "--moves", "c2 b2 d5 c1");
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "not in the book");
    program_free(&program);
}

static void pictures_are_svg(void **context)
{
    char *picture;

    (void)context;
    succeeds(BUILD(book), "--iterations", "20");
    succeeds("book", "show", book, "--svg", text);
    picture = read_all(text);
    assert_int_equal(strncmp(picture, "<svg ", 5), 0);
    assert_contains(picture, "</svg>");
    assert_contains(picture, "visits</title></rect>");
    assert_null(strstr(picture, "nan"));
    free(picture);
}

static const char *const builders[] = {"best-first(look=1)",         "drop-out(look=1)",
                                       "balanced(look=1)",           "uct(sims=500, least=20)",
                                       "meta-mcts(plies=4, most=4)", "meta-uct(scale=points)"};

/* Every way to build is sound, is the same again, and is played from. */
static void every_builder_builds(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof builders / sizeof builders[0]; i++) {
        char agent[FOLDER_ROOM + 64];

        succeeds(BUILD(book), "--iterations", "12", "--by", builders[i]);
        succeeds(BUILD(other), "--iterations", "12", "--by", builders[i]);
        succeeds("book", "check", book);
        assert_same_books(book, other);
        snprintf(agent, sizeof agent, "mcts(book=\"%s\")", book);
        succeeds("match", GAME, agent, "random", "--games", "2", "--limit", "sims=10");
        unlink(book);
        unlink(other);
    }
}

static void several_threads_build_a_sound_book(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof builders / sizeof builders[0]; i++) {
        succeeds(BUILD(book), "--iterations", "25", "--by", builders[i], "--threads", "3");
        succeeds("book", "check", book);
        if (strncmp(builders[i], "uct", 3) != 0)
            assert_int_equal(iterations_of(book), 25);
        unlink(book);
    }
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

/* Killed three times, whatever it was doing, and gone on with: the same book as in one go. */
static void a_kill_loses_nothing(void **context)
{
    (void)context;
    for (int64_t seen = 3; seen <= 30; seen += 12) {
        struct program program;

        program_start(&program, (const char *const[]){BUILD(book), "--iterations", "1000000", NULL},
                      -1);
        while (iterations_of(book) < seen)
            nap();
        kill(program.id, SIGKILL);
        program_finish(&program);
        assert_int_equal(program.status, 128 + SIGKILL);
        program_free(&program);
        succeeds("book", "check", book);
        assert_true(iterations_of(book) >= seen);
    }
    {
        char count[32];

        snprintf(count, sizeof count, "%lld", (long long)iterations_of(book) + 5);
        succeeds("book", "build", GAME, book, "--quiet", "--iterations", count);
        succeeds(BUILD(other), "--iterations", count);
    }
    assert_same_books(book, other);
}

static void an_interruption_is_no_failure(void **context)
{
    struct program program;

    (void)context;
    program_start(&program, (const char *const[]){BUILD(book), "--iterations", "1000000", NULL},
                  -1);
    while (iterations_of(book) < 2)
        nap();
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 0);
    assert_contains(program.output, "iterations");
    program_free(&program);
    succeeds("book", "check", book);
}

static void a_second_builder_is_refused(void **context)
{
    struct program program;

    (void)context;
    program_start(&program, (const char *const[]){BUILD(book), "--iterations", "1000000", NULL},
                  -1);
    while (iterations_of(book) < 2)
        nap();
    refuses(1, "another program is building the book", BUILD(book), "--iterations", "1000000");
    kill(program.id, SIGTERM);
    program_finish(&program);
    program_free(&program);
}

static void books_come_back_from_lines_and_sgf(void **context)
{
    (void)context;
    succeeds(BUILD(book), "--iterations", "40");
    succeeds("book", "export", book, sgf);
    succeeds("book", "import", GAME, other, sgf);
    succeeds("book", "check", other);
    assert_same_books(book, other);
    unlink(other);
    succeeds("book", "export", book, text);
    succeeds("book", "import", GAME, other, text);
    assert_same_books(book, other);
}

static void the_printed_book_is_imported(void **context)
{
    struct program program;

    (void)context;
    run(&program, "book", "import", "amazons", book, "data/books/amazons/book-8.txt");
    assert_done(&program);
    assert_contains(program.output, "63 positions");
    assert_contains(program.output, "1 lines have a move that is not known");
    program_free(&program);
    succeeds("book", "check", book);
    run(&program, "book", "probe", book, "--moves", "g1g8i6");
    assert_done(&program);
    assert_contains(program.output, "d10d3-b5"); /* the image of g10g3-i5 */
    program_free(&program);
}

static void mistakes_are_named(void **context)
{
    (void)context;
    refuses(2, "something is missing", "book");
    refuses(2, "'bild' is nothing to do with books", "book", "bild", GAME, book);
    refuses(2, "it is written: coppice book build GAME BOOK", "book", "build", GAME);
    refuses(2, "this book would grow for ever", "book", "build", GAME, book);
    refuses(2, "there is no game", "book", "build", "otello", book, "--nodes", "3");
    refuses(2, "opening books are for games of two", "book", "build", "stratego", book, "--nodes",
            "3");
    refuses(2, "there is no way \"best\"", "book", "build", GAME, book, "--nodes", "3", "--by",
            "best");
    refuses(2, "there is no agent", "book", "build", GAME, book, "--nodes", "3", "--judge", "mtcs");
    refuses(2, "a clock is for games", "book", "build", GAME, book, "--nodes", "3", "--limit",
            "clock=5m");
    refuses(2, "depth", "book", "build", GAME, book, "--nodes", "3", "--limit", "depth=3");
    refuses(1, "cannot read the book", "book", "show", book);
    refuses(1, "cannot open or make", "book", "build", GAME, "/nowhere/a.book", "--nodes", "3");
    assert_int_not_equal(access(book, F_OK), 0);
}

static void other_books_are_not_gone_on_with(void **context)
{
    (void)context;
    succeeds(BUILD(book), "--iterations", "3");
    refuses(1, "was begun with the builder meta-uct, not meta-uct(a=2)", BUILD(book),
            "--iterations", "5", "--by", "meta-uct(a=2)");
    refuses(1, "was begun with the limit sims=30, not sims=31", "book", "build", GAME, book,
            "--iterations", "5", "--limit", "sims=31");
    refuses(1, "was begun with the judge mcts, not mc", BUILD(book), "--iterations", "5", "--judge",
            "mc");
    refuses(1, "was begun with the seed", BUILD(book), "--iterations", "5", "--seed", "9");
    refuses(1, "is about othello(size=6), not othello", "book", "build", "othello", book,
            "--iterations", "5");
    succeeds("book", "export", book, text);
    succeeds("book", "import", GAME, other, text);
    refuses(1, "was imported and does not grow", "book", "build", GAME, other, "--iterations", "5");
    refuses(2, "is there already", "book", "import", GAME, other, text);
    assert_int_equal(iterations_of(book), 3);
}

static void files_that_are_no_lines_are_named(void **context)
{
    char path[64];

    (void)context;
    write_file(path, "Root;1;2\nz9;1;1\n");
    refuses(1, "line 2", "book", "import", GAME, book, path);
    unlink(path);
    write_file(path, "(;KG[othello])");
    refuses(1, "it is a record of othello, not of othello(size=6)", "book", "import", GAME, book,
            path, "--as", "sgf");
    refuses(1, "none of its moves has a comment", "book", "import", "othello", book, path, "--as",
            "sgf");
    unlink(path);
    assert_int_not_equal(access(book, F_OK), 0);
}

/* The limit on the size of files stands for a full disk. */
static void a_full_disk_is_said_and_the_book_goes_on_later(void **context)
{
    struct rlimit before, small;

    (void)context;
    succeeds(BUILD(book), "--iterations", "2");
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 120 << 10;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    {
        struct program program;

        run(&program, BUILD(book), "--iterations", "100000");
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(program.status, 1);
        assert_contains(program.errors, "the disk is full or failing");
        program_free(&program);
    }
    succeeds("book", "check", book);
    {
        char count[32];

        snprintf(count, sizeof count, "%lld", (long long)iterations_of(book) + 3);
        succeeds(BUILD(book), "--iterations", count);
    }
}

static void agents_play_from_it_and_say_so(void **context)
{
    struct program program;
    char agent[FOLDER_ROOM + 64];
    json_t *json;

    (void)context;
    succeeds(BUILD(book), "--iterations", "20");
    snprintf(agent, sizeof agent, "mcts(book=\"%s\")", book);
    run(&program, "search", GAME, "--agent", agent, "--limit", "sims=10");
    assert_done(&program);
    assert_contains(program.output, "from the book");
    program_free(&program);
    run(&program, "search", GAME, "--agent", agent, "--limit", "sims=10", "--json");
    assert_done(&program);
    json = read_json(program.output);
    assert_true(json_is_true(json_object_get(json, "from_book")));
    assert_int_equal(json_integer_value(json_object_get(json, "sims")), 0);
    json_decref(json);
    program_free(&program);
    refuses(2, "is about othello(size=6), not othello", "search", "othello", "--agent", agent,
            "--limit", "sims=10");
    refuses(2, "cannot read the book", "search", GAME, "--agent", "alphabeta(book=no.book)",
            "--limit", "depth=2");
    refuses(2, "opening books are for games of two", "search", "stratego", "--agent", agent,
            "--limit", "sims=10");
}

int main(void)
{
#define in_folder(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        in_folder(a_book_is_built_shown_and_asked),
        in_folder(what_is_not_in_the_book_has_status_1),
        in_folder(pictures_are_svg),
        in_folder(every_builder_builds),
        in_folder(several_threads_build_a_sound_book),
        in_folder(a_kill_loses_nothing),
        in_folder(an_interruption_is_no_failure),
        in_folder(a_second_builder_is_refused),
        in_folder(books_come_back_from_lines_and_sgf),
        in_folder(the_printed_book_is_imported),
        in_folder(mistakes_are_named),
        in_folder(other_books_are_not_gone_on_with),
        in_folder(files_that_are_no_lines_are_named),
        in_folder(a_full_disk_is_said_and_the_book_goes_on_later),
        in_folder(agents_play_from_it_and_say_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
