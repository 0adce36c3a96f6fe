/* test_serve_life.c - tables that come, go and are searched at the same time: nothing is left over,
 * and the server can always be ended. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "front.h"
#include "serve/keep.h"
#include "serve_check.h"

static void pause_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

/* ---- A deletion that has to wait ---- */

struct deletion {
    struct served *served;
    char target[64];
};

static void *delete_table(void *context)
{
    struct deletion *deletion = context;

    tell(deletion->served, "DELETE", deletion->target, NULL, 200);
    return NULL;
}

/* The table, marked as being written, so that whoever deletes it must wait. */
static struct cop_table *hold(struct served *served, const char *id)
{
    struct cop_table *table;
    struct cop_error error;
    bool is_full;

    cop_house_lock(served->house);
    table = cop_house_find(served->house, id, &is_full, &error);
    assert_true(cop_keep_is_done(table));
    table->is_being_kept = true;
    cop_house_unlock(served->house);
    return table;
}

static void let_go(struct served *served, struct cop_table *table)
{
    cop_house_lock(served->house);
    table->is_being_kept = false;
    pthread_cond_broadcast(&served->house->is_kept);
    cop_house_unlock(served->house);
}

static int tables_listed(struct served *served)
{
    json_t *list = ask(served, "GET", "/api/tables", NULL, 200);
    int count = (int)json_array_size(json_object_get(list, "tables"));

    json_decref(list);
    return count;
}

static void a_table_that_is_being_deleted_takes_no_search(void **unused)
{
    static const char analysis[] = "{\"kind\": \"analysis\", \"agent\": \"mcts\"}";
    struct served served;
    struct deletion deletion = {.served = &served};
    char id[COP_ID_LENGTH + 1];
    struct cop_table *table;
    pthread_t thread;

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served, "{\"game\": \"othello\"}", id);
    snprintf(deletion.target, sizeof deletion.target, "/api/tables/%s", id);
    table = hold(&served, id);
    assert_int_equal(pthread_create(&thread, NULL, delete_table, &deletion), 0);
    for (int i = 0; i < 100 && tables_listed(&served) > 0; i++)
        pause_a_moment();
    assert_told(&served, "POST", at_table(id, "/search"), analysis, 404, "deleted");
    let_go(&served, table);
    pthread_join(thread, NULL);
    serve_close(&served);
}

/* ---- A storm ---- */

enum { STORM_THREADS = 4, STORM_TABLES = 6, STORM_STEPS = 150 };

struct storm {
    struct served *served;
    char (*ids)[COP_ID_LENGTH + 1]; /* shared; a table may be gone */
    struct cop_rng rng;
};

/* Sends it and takes any answer that is one: 200 to 499, and 503 if there is no room. */
static void send_any(struct storm *storm, const char *method, const char *target, const char *body,
                     char id[COP_ID_LENGTH + 1])
{
    struct cop_request request = {.method = method,
                                  .target = target,
                                  .host = "127.0.0.1:8137",
                                  .content_type = "application/json",
                                  .body = body,
                                  .body_length = strlen(body)};
    struct cop_reply reply;
    json_t *answer;

    cop_route(&storm->served->site, &request, &reply);
    if (reply.status >= 500 && reply.status != 503)
        fail_msg("%s %s %s: %d: %s", method, target, body, reply.status, reply.text.bytes);
    answer = read_json(reply.text.bytes);
    if (reply.status == 201)
        snprintf(id, COP_ID_LENGTH + 1, "%s", words_in(answer, "id"));
    json_decref(answer);
    cop_text_free(&reply.text);
}

static const struct step {
    const char *method, *rest, *body;
} steps[] = {
    {"DELETE", "", ""},
    {"POST", "/search", "{\"kind\": \"analysis\", \"agent\": \"mcts(memory=on)\"}"},
    {"POST", "/search", "{\"kind\": \"analysis\", \"agent\": \"mcts\"}"},
    {"POST", "/search", "{\"kind\": \"hint\", \"agent\": \"alphabeta\", \"limit\": \"10m\"}"},
    {"POST", "/seats", "{\"seats\": [{\"who\": \"mcts\", \"limit\": \"10m\"}]}"},
    {"POST", "/seats", "{\"seats\": []}"},
    {"POST", "/move", "{\"move\": \"d\", \"ply\": 0}"},
    {"POST", "/back", "{\"ply\": 0}"},
    {"POST", "/stop", "{}"},
    {"GET", "", ""},
};

enum { STEPS = sizeof steps / sizeof steps[0] };

static void *storm_on(void *context)
{
    struct storm *storm = context;

    for (int i = 0; i < STORM_STEPS; i++) {
        int place = (int)cop_rng_below(&storm->rng, STORM_TABLES);
        const struct step *step = &steps[cop_rng_below(&storm->rng, STEPS)];
        char *id = storm->ids[place];
        char target[64], made[COP_ID_LENGTH + 1] = "";

        cop_house_lock(storm->served->house); /* guards the ids as well */
        snprintf(target, sizeof target, "/api/tables/%s%s", id, step->rest);
        cop_house_unlock(storm->served->house);
        send_any(storm, step->method, target, step->body, made);
        if (strcmp(step->method, "DELETE") != 0)
            continue;
        send_any(storm, "POST", "/api/tables",
                 "{\"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"mcts\", "
                 "\"limit\": \"10m\"}]}",
                 made);
        cop_house_lock(storm->served->house);
        if (made[0] != '\0')
            strcpy(id, made);
        cop_house_unlock(storm->served->house);
    }
    return NULL;
}

/* Searches last ten minutes here: one that nobody stops would keep the server for so long. */
static void a_storm_of_requests_leaves_a_server_that_ends(void **unused)
{
    struct served served;
    char ids[STORM_TABLES][COP_ID_LENGTH + 1];
    struct storm storms[STORM_THREADS];
    pthread_t threads[STORM_THREADS];

    (void)unused;
    serve_open(&served, 64, 1000);
    for (int i = 0; i < STORM_TABLES; i++)
        new_table(&served, "{\"game\": \"connect4\"}", ids[i]);
    for (int i = 0; i < STORM_THREADS; i++) {
        storms[i] = (struct storm){.served = &served, .ids = ids};
        cop_rng_seed(&storms[i].rng, (uint64_t)i + 1);
        assert_int_equal(pthread_create(&threads[i], NULL, storm_on, &storms[i]), 0);
    }
    for (int i = 0; i < STORM_THREADS; i++)
        pthread_join(threads[i], NULL);
    serve_close(&served);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_is_being_deleted_takes_no_search),
        cmocka_unit_test(a_storm_of_requests_leaves_a_server_that_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
