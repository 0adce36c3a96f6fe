/* test_serve_strangers.c - what a stranger may not say: options that name files, whichever way they
 * come, and strange files in the folder of tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"
#include "serve/stranger.h"
#include "serve_check.h"

/* A pipe, for whoever would open it, and a file whose content nobody shall be told. */
struct bait {
    char folder[64], pipe[128], secret[128];
};

static void put(const char *path, const char *words)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(words, file);
    fclose(file);
}

static void lay(struct bait *bait)
{
    strcpy(bait->folder, "/tmp/coppice-bait-XXXXXX");
    assert_non_null(mkdtemp(bait->folder));
    snprintf(bait->pipe, sizeof bait->pipe, "%s/pipe", bait->folder);
    snprintf(bait->secret, sizeof bait->secret, "%s/secret", bait->folder);
    assert_int_equal(mkfifo(bait->pipe, 0666), 0);
    put(bait->secret, "hunter2\n");
}

static void take_up(const struct bait *bait)
{
    unlink(bait->pipe);
    unlink(bait->secret);
    rmdir(bait->folder);
}

/* ---- Specs ---- */

static void specs_that_name_files_are_told_from_others(void **unused)
{
    static const char *const refused[] = {
        "samegame(board=\"/etc/passwd\")",
        "SameGame( width = 5 , BOARD = x )",
        "samegame(board=\"\")",
        "star2(fit=\"/etc/passwd\")",
        "star1(probcut=1, fit=file)",
        "unknown(fit=file)",
        "mcts(playout=greedy(eval=territory(fit=file)))",
        "mcts(playout=star2(fit=file))",
        "othello(size=6, x=samegame(board=y))",
        "gtp(command=\"true\")",
        "uci(command=\"true\")",
        "gtp",
        "unknown(agent=gtp(command=\"true\"))",
        "alphabeta(eval=\"/etc/x.weights\")",
        "alphabeta(\"x.weights\")",
        "alphabeta(eval=x.weights)",
        "mcts(playout_limit=3, judge=\"x.weights\")",
        "mcts(prior=evaluate, prior_by=\"x.weights\")",
        "mcts(minimax=0.5, minimax_by=\"x.weights\")",
        "mistaken(of=alphabeta(eval=\"x.weights\"))",
        "mistaken(of=\"alphabeta(eval=x.weights)\")",
        "unknown(by=\"x.weights\")",
    };
    static const char *const taken[] = {
        "samegame",
        "samegame(width=5, height=5)",
        "mcts(c=0.5, playout=uniform)",
        "star2(probcut=1)",
        "stratego(white=\"fit=file\")",
        "samegame(board",
        "mcts(playout=greedy(eval=territory))",
        "alphabeta(eval=weights)",
        "",
        "((((",
    };
    struct cop_error error;

    (void)unused;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (cop_stranger_check(refused[i], &error))
            fail_msg("%s is taken", refused[i]);
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        if (!cop_stranger_check(taken[i], &error))
            fail_msg("%s: %s", taken[i], error.message);
}

/* Every way into the server, with %s for the path. */
static void files_are_refused_in_every_request(void **unused)
{
    static const struct {
        const char *method, *target, *body;
    } ways[] = {
        {"POST", "/api/tables", "{\"game\": \"samegame(board=\\\"%s\\\")\"}"},
        {"POST", "/api/tables",
         "{\"sgf\": \"(;FF[4]KG[samegame(board=\\\"%s\\\")])\", \"game\": \"samegame\"}"},
        {"POST", "/api/tables", "{\"sgf\": \"(;FF[4]KG[samegame(board=\\\"%s\\\")])\"}"},
        {"POST", "/api/tables",
         "{\"game\": \"dice\", \"seats\": [{\"who\": \"star2(probcut=1, fit=\\\"%s\\\")\"}]}"},
        {"POST", "/api/tables",
         "{\"game\": \"breakthrough\", \"seats\": [{\"who\": "
         "\"alphabeta(eval=\\\"%s.weights\\\")\"}]}"},
        {"GET", "/api/game?spec=samegame(board%%3d%%22%s%%22)", NULL},
        {"GET", "/api/agents?game=samegame(board%%3d%%22%s%%22)", NULL},
    };
    struct served served;
    struct bait bait;
    char target[400], body[400];

    (void)unused;
    serve_open(&served, 64, 1000);
    lay(&bait);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        for (int strange = 0; strange < 2; strange++) {
            const char *path = strange ? bait.pipe : bait.secret;
            json_t *answer;

            snprintf(target, sizeof target, ways[i].target, path);
            snprintf(body, sizeof body, ways[i].body != NULL ? ways[i].body : "%s", path);
            answer = ask(&served, ways[i].method, target, ways[i].body != NULL ? body : NULL, 422);
            assert_contains(words_in(answer, "error"), "names a file");
            assert_null(strstr(words_in(answer, "error"), "hunter2"));
            json_decref(answer);
        }
    take_up(&bait);
    serve_close(&served);
}

static void files_are_refused_for_a_table_that_is_there(void **unused)
{
    struct served served;
    struct bait bait;
    char id[COP_ID_LENGTH + 1], body[400];

    (void)unused;
    serve_open(&served, 64, 1000);
    lay(&bait);
    new_table(&served, "{\"game\": \"dice\"}", id);
    snprintf(body, sizeof body, "{\"seats\": [{\"who\": \"star2(fit=\\\"%s\\\")\"}]}", bait.pipe);
    assert_told(&served, "POST", at_table(id, "/seats"), body, 422, "names a file");
    snprintf(body, sizeof body, "{\"kind\": \"hint\", \"agent\": \"star2(fit=\\\"%s\\\")\"}",
             bait.pipe);
    assert_told(&served, "POST", at_table(id, "/search"), body, 422, "names a file");
    take_up(&bait);
    serve_close(&served);
}

/* ---- The folder of tables ---- */

static const char *in_folder(const struct served *served, const char *name)
{
    static char path[200];

    snprintf(path, sizeof path, "%s/%s", served->folder, name);
    return path;
}

/* Garbage, pipes, folders and far too much, in the places of a table's files. */
static void strange_files_do_not_keep_a_server_from_starting(void **unused)
{
    static const char details[] = "{\"coppice_table\": 1, \"game\": \"connect4\", \"seats\": "
                                  "[{\"who\": \"human\"}, {\"who\": \"human\"}]}";
    struct served served;
    char id[COP_ID_LENGTH + 1];
    json_t *list;

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    assert_int_equal(mkfifo(in_folder(&served, "pipe.json"), 0666), 0);
    put(in_folder(&served, "pipe.sgf"), "(;FF[4]KG[connect4])");
    assert_int_equal(mkfifo(in_folder(&served, "record.sgf"), 0666), 0);
    put(in_folder(&served, "record.json"), details);
    assert_int_equal(mkdir(in_folder(&served, "folder.json"), 0777), 0);
    assert_int_equal(mkdir(in_folder(&served, "place.sgf"), 0777), 0);
    put(in_folder(&served, "place.json"), details);
    put(in_folder(&served, "garbage.json"), "\x01\xff\xfe{{{{[[[[");
    put(in_folder(&served, "garbage.sgf"), "\xff\xff");
    put(in_folder(&served, "huge.json"), details);
    put(in_folder(&served, "huge.sgf"), "(;FF[4]KG[connect4])");
    assert_int_equal(truncate(in_folder(&served, "huge.json"), (off_t)1 << 36), 0);
    assert_int_equal(symlink("/dev/zero", in_folder(&served, "endless.json")), 0);
    serve_again(&served);
    list = ask(&served, "GET", "/api/tables", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(list, "tables")), 1);
    json_decref(list);
    tell(&served, "GET", at_table(id, ""), NULL, 200);
    assert_int_equal(rmdir(in_folder(&served, "folder.json")), 0);
    assert_int_equal(rmdir(in_folder(&served, "place.sgf")), 0);
    serve_close(&served);
}

/* As an older version may have left it. */
static void a_stored_table_that_names_a_file_is_refused(void **unused)
{
    struct served served;
    struct bait bait;
    char words[600];

    (void)unused;
    serve_open(&served, 64, 1000);
    lay(&bait);
    snprintf(words, sizeof words,
             "{\"coppice_table\": 1, \"game\": \"samegame(board=\\\"%s\\\")\", \"seats\": "
             "[{\"who\": \"human\"}]}",
             bait.pipe);
    put(in_folder(&served, "stored.json"), words);
    snprintf(words, sizeof words, "(;FF[4]KG[samegame(board=\"%s\")])", bait.pipe);
    put(in_folder(&served, "stored.sgf"), words);
    serve_again(&served);
    assert_told(&served, "GET", "/api/tables/stored", NULL, 404, "names a file");
    take_up(&bait);
    serve_close(&served);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_that_name_files_are_told_from_others),
        cmocka_unit_test(files_are_refused_in_every_request),
        cmocka_unit_test(files_are_refused_for_a_table_that_is_there),
        cmocka_unit_test(strange_files_do_not_keep_a_server_from_starting),
        cmocka_unit_test(a_stored_table_that_names_a_file_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
