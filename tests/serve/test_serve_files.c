/* test_serve_files.c - tables on disk: what a server that is started again finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>

#include "front.h"
#include "serve/listener.h"
#include "serve_check.h"

/* The state without what may differ after a new start. */
static json_t *lasting_state(struct served *served, const char *id)
{
    json_t *state = ask(served, "GET", at_table(id, ""), NULL, 200);

    json_object_del(state, "revision");
    return state;
}

static void a_server_that_is_started_again_has_lost_nothing(void **unused)
{
    static const char *const bodies[] = {
        ("{\"game\": \"othello(size=6)\", \"moves\": \"c2\", \"title\": \"Tea \\u2615\", "
         "\"seats\": "
         "[{\"who\": "
         "\"human\"}, {\"who\": \"human\"}]}"),
        "{\"game\": \"connect4\", \"position\": \"7/7/7/7/3O3/2XX3 O\", \"moves\": \"d\"}",
        "{\"game\": \"samegame\", \"seed\": 77}",
        "{\"game\": \"dice(size=4)\", \"seed\": 5}",
        "{\"game\": \"stratego\", \"seed\": 5}",
        "{\"game\": \"focus(players=3)\"}",
        "{\"game\": \"connect4\", \"moves\": \"1122334\"}",
    };
    enum { COUNT = sizeof bodies / sizeof bodies[0] };
    struct served served;
    char ids[COUNT][COP_ID_LENGTH + 1];
    json_t *before[COUNT], *list;

    (void)unused;
    serve_open(&served, 64, 1000);
    for (int i = 0; i < COUNT; i++) {
        new_table(&served, bodies[i], ids[i]);
        before[i] = lasting_state(&served, ids[i]);
    }
    serve_again(&served);
    list = ask(&served, "GET", "/api/tables", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(list, "tables")), COUNT);
    json_decref(list);
    for (int i = 0; i < COUNT; i++) {
        json_t *after = lasting_state(&served, ids[i]);

        assert_true(json_equal(before[i], after));
        json_decref(before[i]);
        json_decref(after);
    }
    serve_close(&served);
}

static void values_resigning_and_seats_are_kept(void **unused)
{
    struct served served;
    char id[COP_ID_LENGTH + 1];
    json_t *before, *after;

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(
        &served,
        "{\"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"mcts(solver=on)\", "
        "\"limit\": \"sims=100, seed=3\"}]}",
        id);
    play_moves(&served, id, "d");
    json_decref(wait_for_ply(&served, id, 2));
    tell(&served, "POST", at_table(id, "/resign"), "{\"player\": 0}", 200);
    before = lasting_state(&served, id);
    serve_again(&served);
    after = lasting_state(&served, id);
    if (!json_equal(before, after))
        fail_msg("%s\nand not\n%s", json_dumps(after, 0), json_dumps(before, 0));
    json_decref(before);
    json_decref(after);
    serve_close(&served);
}

/* An agent whose turn it was when the server ended thinks when somebody looks again. */
static void an_agent_goes_on_after_a_new_start(void **unused)
{
    struct served served;
    char id[COP_ID_LENGTH + 1];

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served,
              "{\"game\": \"othello\", \"seats\": [{\"who\": \"mcts\", \"limit\": \"10m\"}]}", id);
    serve_again(&served);
    json_decref(wait_for_ply(&served, id, 0));
    tell(&served, "POST", at_table(id, "/stop"), "{}", 200);
    json_decref(wait_for_ply(&served, id, 1));
    serve_close(&served);
}

static void put_file(const struct served *served, const char *name, const char *words)
{
    char path[128];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", served->folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(words, file);
    fclose(file);
}

static void files_that_cannot_be_read_are_left_alone(void **unused)
{
    static const char *const wrong[] = {
        "",
        "{",
        "[]",
        "{\"coppice_table\": 2, \"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}]}",
        "{\"coppice_table\": 1, \"seats\": [{\"who\": \"human\"}]}",
        "{\"coppice_table\": 1, \"game\": \"connect4\"}",
    };
    struct served served;
    char name[40], id[COP_ID_LENGTH + 1];
    json_t *list;

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    for (int i = 0; i < (int)(sizeof wrong / sizeof wrong[0]); i++) {
        snprintf(name, sizeof name, "wrong%d.json", i);
        put_file(&served, name, wrong[i]);
        snprintf(name, sizeof name, "wrong%d.sgf", i);
        put_file(&served, name, "(;FF[4]KG[connect4])");
    }
    put_file(&served, "norecord.json",
             "{\"coppice_table\": 1, \"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}]}");
    put_file(&served, "UPPER.json", "{}");
    serve_again(&served);
    list = ask(&served, "GET", "/api/tables", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(list, "tables")), 1);
    json_decref(list);
    serve_close(&served);
}

/* ---- Agents that are not to be had ---- */

static void put_table(const struct served *served, const char *id, const char *seat)
{
    char name[40], details[600];

    snprintf(name, sizeof name, "%s.json", id);
    snprintf(
        details, sizeof details,
        "{\"coppice_table\": 1, \"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}, %s]}",
        seat);
    put_file(served, name, details);
    snprintf(name, sizeof name, "%s.sgf", id);
    put_file(served, name, "(;FF[4]KG[connect4];B[d])");
}

/* The table can be read and waits for the reason, and its seat is shown as it is written. */
static void assert_waits(struct served *served, const char *id, const char *who, const char *why)
{
    json_t *state = wait_for_ply(served, id, 1);
    const json_t *seat = json_array_get(json_object_get(state, "players"), 1);

    assert_string_equal(words_in(seat, "who"), who);
    if (!json_is_string(json_object_get(seat, "refused")))
        fail_msg("%s is not refused", who);
    assert_contains(words_in(seat, "refused"), why);
    assert_contains(words_in(state, "waits"), why);
    assert_true(json_is_null(json_object_get(state, "search")));
    json_decref(state);
}

static void a_table_whose_agent_is_refused_can_be_read(void **unused)
{
    static const struct {
        const char *id, *who, *limit, *why;
    } seats[] = {
        {"unknown", "wizard(c=1)", "1s", "no agent"},
        {"gone", "mcts(flux=1)", "1s", "no option"},
        {"range", "mcts(expand=-5)", "1s", "expand"},
        {"limit", "mcts", "?", "?"},
        {"endless", "mcts", "sims=0", "never ends"},
        {"file", "star2(fit=\\\"/etc/passwd\\\")", "1s", "names a file"},
        {"shell", "gtp(command=true)", "1s", "command for the shell"},
        {"broken", "mcts((", "1s", "mcts(("},
        {"long", "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé", "1s", ""},
    };
    enum { COUNT = sizeof seats / sizeof seats[0] };
    struct served served;

    (void)unused;
    serve_open(&served, 64, 1000);
    for (int i = 0; i < COUNT; i++) {
        char seat[300];

        snprintf(seat, sizeof seat, "{\"who\": \"%s\", \"limit\": \"%s\"}", seats[i].who,
                 seats[i].limit);
        put_table(&served, seats[i].id, seat);
    }
    for (int start = 0; start < 3; start++) {
        serve_again(&served);
        for (int i = 0; i < COUNT; i++)
            assert_waits(&served, seats[i].id,
                         strcmp(seats[i].id, "file") == 0 ? "star2(fit=\"/etc/passwd\")"
                                                          : seats[i].who,
                         seats[i].why);
    }
    for (int i = 0; i < COUNT; i++) {
        json_t *state;

        tell(&served, "POST", at_table(seats[i].id, "/seats"),
             "{\"seats\": [{\"who\": \"human\"}, {\"who\": \"random\"}]}", 200);
        state = wait_for_ply(&served, seats[i].id, 2);
        assert_true(json_is_null(json_object_get(state, "waits")));
        json_decref(state);
    }
    serve_close(&served);
}

static json_t *wait_until_it_waits(struct served *served, const char *id)
{
    for (int i = 0; i < 12000; i++) {
        json_t *state = ask(served, "GET", at_table(id, ""), NULL, 200);

        if (json_is_string(json_object_get(state, "waits")))
            return state;
        json_decref(state);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    fail_msg("the table never waits");
    return NULL;
}

/* Whatever the reason is, it is told and kept, and the agent can be asked again. */
static void a_table_whose_agent_cannot_be_opened_waits(void **unused)
{
    struct served served;
    json_t *state;

    (void)unused;
    serve_open(&served, 64, 1000);
    put_table(&served, "opened", "{\"who\": \"alphabeta(eval=gone)\", \"limit\": \"depth=1\"}");
    serve_again(&served);
    for (int i = 0; i < 2; i++) {
        state = wait_until_it_waits(&served, "opened");
        assert_contains(words_in(state, "waits"), "gone");
        json_decref(state);
        tell(&served, "POST", at_table("opened", "/stop"), "{}", 200); /* asks it again */
    }
    serve_close(&served);
}

/* Listed by one file, refused because of the other, and told in words. */
static void a_damaged_record_is_told(void **unused)
{
    struct served served;

    (void)unused;
    serve_open(&served, 64, 1000);
    put_file(&served, "damaged.json",
             "{\"coppice_table\": 1, \"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}, "
             "{\"who\": \"human\"}], \"ply\": 999999999, \"turn\": 77, \"seed\": -4}");
    put_file(&served, "damaged.sgf", "(;FF[4]KG[connect4];B[z])");
    put_file(&served, "other.json",
             "{\"coppice_table\": 1, \"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}]}");
    put_file(&served, "other.sgf", "(;FF[4]KG[othello])");
    serve_again(&served);
    assert_told(&served, "GET", "/api/tables/damaged", NULL, 404, "damaged");
    assert_told(&served, "GET", "/api/tables/other", NULL, 404, "not of the same game");
    serve_close(&served);
}

/* It would stay in the list for ever. */
static void a_table_that_cannot_be_read_can_be_deleted(void **unused)
{
    struct served served;
    json_t *list;

    (void)unused;
    serve_open(&served, 64, 1000);
    put_table(&served, "damaged", "{\"who\": \"human\"}");
    put_file(&served, "damaged.sgf", "(;FF[4]KG[othello];B[z])");
    for (int i = 0; i < 2; i++) {
        serve_again(&served);
        list = ask(&served, "GET", "/api/tables", NULL, 200);
        assert_int_equal(json_array_size(json_object_get(list, "tables")), i == 0);
        json_decref(list);
        assert_told(&served, "GET", "/api/tables/damaged", NULL, 404, "damaged");
        tell(&served, "DELETE", "/api/tables/damaged", NULL, i == 0 ? 200 : 404);
    }
    serve_close(&served);
}

/* Two in memory, the others on disk: each is there when it is asked for. */
static void more_tables_than_fit_into_memory_wait_on_disk(void **unused)
{
    enum { COUNT = 6 };
    struct served served;
    char ids[COUNT][COP_ID_LENGTH + 1];

    (void)unused;
    serve_open(&served, 2, 1000);
    for (int i = 0; i < COUNT; i++) {
        char body[80];
        json_t *list;

        /* the keeper needs a moment before a table may leave the memory */
        for (int tries = 0;; tries++) {
            struct cop_request request = {.method = "POST",
                                          .target = "/api/tables",
                                          .host = "localhost:8137",
                                          .content_type = "application/json",
                                          .body = body};
            struct cop_reply reply;
            json_t *state;

            snprintf(body, sizeof body, "{\"game\": \"connect4\", \"moves\": \"%.*s\"}", i,
                     "abcdef");
            request.body_length = strlen(body);
            ask_for_reply(&served, &request, &reply);
            assert_true(reply.status == 201 || (reply.status == 503 && tries < 12000));
            state = read_json(reply.text.bytes);
            cop_text_free(&reply.text);
            if (reply.status == 201)
                strcpy(ids[i], words_in(state, "id"));
            json_decref(state);
            if (reply.status == 201)
                break;
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        }
        list = ask(&served, "GET", "/api/tables", NULL, 200);
        assert_int_equal(json_array_size(json_object_get(list, "tables")), i + 1);
        json_decref(list);
    }
    serve_again(&served); /* everything is written: now each finds room at once */
    for (int i = 0; i < COUNT; i++)
        json_decref(wait_for_ply(&served, ids[i], i));
    serve_close(&served);
}

static void tables_that_are_watched_stay_and_others_are_refused(void **unused)
{
    struct served served;
    struct cop_listener *listeners[2];
    char ids[3][COP_ID_LENGTH + 1];
    struct cop_error error;
    bool is_full;

    (void)unused;
    serve_open(&served, 3, 1000);
    for (int i = 0; i < 3; i++)
        new_table(&served, "{\"game\": \"connect4\"}", ids[i]);
    serve_again(&served);
    served.house->options.tables_open = 2;
    cop_house_lock(served.house);
    for (int i = 0; i < 2; i++)
        listeners[i] =
            cop_listener_open(cop_house_find(served.house, ids[i], &is_full, &error), COP_NOBODY);
    cop_house_unlock(served.house);
    assert_told(&served, "GET", at_table(ids[2], ""), NULL, 503, "room");
    assert_told(&served, "POST", "/api/tables", "{\"game\": \"connect4\"}", 503, "room");
    cop_house_lock(served.house);
    cop_listener_close(listeners[0]);
    cop_house_unlock(served.house);
    tell(&served, "GET", at_table(ids[2], ""), NULL, 200);
    cop_house_lock(served.house);
    cop_listener_close(listeners[1]);
    cop_house_unlock(served.house);
    serve_close(&served);
}

static void more_tables_than_are_kept_are_refused(void **unused)
{
    struct served served;
    char id[COP_ID_LENGTH + 1];

    (void)unused;
    serve_open(&served, 64, 2);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    assert_told(&served, "POST", "/api/tables", "{\"game\": \"connect4\"}", 429, "delete some");
    tell(&served, "DELETE", at_table(id, ""), NULL, 200);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    serve_close(&served);
}

static void a_deleted_table_leaves_no_files(void **unused)
{
    struct served served;
    char id[COP_ID_LENGTH + 1];
    DIR *folder;
    int files = 0;

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    serve_again(&served);
    tell(&served, "DELETE", at_table(id, ""), NULL, 200);
    serve_again(&served);
    folder = opendir(served.folder);
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        files++;
    closedir(folder);
    assert_int_equal(files, 3); /* ., .. and the server's own */
    serve_close(&served);
}

static void a_folder_that_cannot_be_made_is_told(void **unused)
{
    struct cop_house_options options = {
        .games = "/dev/null/games", .searches = 1, .memory = 1 << 20, .tables_kept = 1};
    struct cop_error error = {""};

    (void)unused;
    assert_null(cop_house_open(&options, &error));
    assert_contains(error.message, "/dev/null");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_that_is_started_again_has_lost_nothing),
        cmocka_unit_test(values_resigning_and_seats_are_kept),
        cmocka_unit_test(an_agent_goes_on_after_a_new_start),
        cmocka_unit_test(files_that_cannot_be_read_are_left_alone),
        cmocka_unit_test(a_table_whose_agent_is_refused_can_be_read),
        cmocka_unit_test(a_table_whose_agent_cannot_be_opened_waits),
        cmocka_unit_test(a_damaged_record_is_told),
        cmocka_unit_test(a_table_that_cannot_be_read_can_be_deleted),
        cmocka_unit_test(more_tables_than_fit_into_memory_wait_on_disk),
        cmocka_unit_test(tables_that_are_watched_stay_and_others_are_refused),
        cmocka_unit_test(more_tables_than_are_kept_are_refused),
        cmocka_unit_test(a_deleted_table_leaves_no_files),
        cmocka_unit_test(a_folder_that_cannot_be_made_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
