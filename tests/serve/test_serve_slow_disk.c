/* test_serve_slow_disk.c - a disk that hangs: who waits for it keeps nobody else waiting, and the
 * server tells in time what is not saved. */
#include <microhttpd.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"
#include "http_client.h"
#include "serve/http.h"
#include "serve_check.h"

/* ---- The disk ---- */

static pthread_mutex_t disk_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t disk_works = PTHREAD_COND_INITIALIZER;
static bool disk_hangs;

/* Stands in for the system's, for the whole program. */
int fsync(int file);
int fsync(int file)
{
    pthread_mutex_lock(&disk_lock);
    while (disk_hangs)
        pthread_cond_wait(&disk_works, &disk_lock);
    pthread_mutex_unlock(&disk_lock);
    return fdatasync(file);
}

static void let_hang(bool hangs)
{
    pthread_mutex_lock(&disk_lock);
    disk_hangs = hangs;
    pthread_cond_broadcast(&disk_works);
    pthread_mutex_unlock(&disk_lock);
}

/* ---- The way out ---- */

static atomic_bool answers_linger;

/* Stands before libmicrohttpd's: a machine with much to do lets the thread that answers wait there.
 */
enum MHD_Result __wrap_MHD_queue_response(struct MHD_Connection *connection, unsigned status,
                                          struct MHD_Response *response);
enum MHD_Result __real_MHD_queue_response(struct MHD_Connection *connection, unsigned status,
                                          struct MHD_Response *response);

enum MHD_Result __wrap_MHD_queue_response(struct MHD_Connection *connection, unsigned status,
                                          struct MHD_Response *response)
{
    if (atomic_load(&answers_linger))
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    return __real_MHD_queue_response(connection, status, response);
}

/* ---- A server with a network ---- */

static void open_network(struct served *served, double patience, struct cop_http **http)
{
    struct cop_error error;

    serve_open(served, 64, 1000);
    served->house->options.patience = patience;
    *http = cop_http_open(served->house, "127.0.0.1", 0, 1, &error);
    assert_non_null(*http);
}

static void close_network(struct served *served, struct cop_http *http)
{
    cop_http_close(http);
    serve_close(served);
}

/* One person, who makes one move. */
struct mover {
    int port;
    char id[COP_ID_LENGTH + 1];
    pthread_t thread;
    struct cop_http_client client;
    struct cop_http_answer answer;
    bool is_answered;
};

static atomic_int answered;

static void *make_move(void *context)
{
    struct mover *mover = context;
    char target[64];

    snprintf(target, sizeof target, "/api/tables/%s/move", mover->id);
    mover->is_answered =
        cop_http_connect(&mover->client, mover->port) &&
        cop_http_ask(&mover->client, "POST", target, NULL,
                     "{\"move\": \"d\", \"ply\": 0, \"brief\": true}", &mover->answer);
    atomic_fetch_add(&answered, 1);
    return NULL;
}

/* The table is made while the disk works. */
static void prepare(struct served *served, struct cop_http *http, struct mover *mover)
{
    *mover = (struct mover){.port = cop_http_port(http),
                            .answer = {.headers = COP_TEXT, .body = COP_TEXT}};
    new_table(served, "{\"game\": \"connect4\"}", mover->id);
}

static void begin(struct mover *mover)
{
    assert_int_equal(pthread_create(&mover->thread, NULL, make_move, mover), 0);
}

static void finish(struct mover *mover, bool expects_saved)
{
    json_t *answer;

    pthread_join(mover->thread, NULL);
    assert_true(mover->is_answered);
    assert_int_equal(mover->answer.status, 200);
    answer = json_loads(mover->answer.body.bytes, 0, NULL);
    assert_int_equal(number_in(answer, "ply"), 1);
    assert_int_equal(json_is_true(json_object_get(answer, "saved")), expects_saved);
    json_decref(answer);
    cop_http_disconnect(&mover->client);
    cop_http_answer_free(&mover->answer);
}

static json_t *look(int port, const char *id)
{
    struct cop_http_client client;
    struct cop_http_answer answer = {.headers = COP_TEXT, .body = COP_TEXT};
    json_t *state;

    assert_true(cop_http_connect(&client, port));
    assert_true(cop_http_ask(&client, "GET", at_table(id, ""), NULL, NULL, &answer));
    assert_int_equal(answer.status, 200);
    state = json_loads(answer.body.bytes, 0, NULL);
    assert_non_null(state);
    cop_http_disconnect(&client);
    cop_http_answer_free(&answer);
    return state;
}

/* Looks until the table is at this ply and is, or is not, saved. */
static void look_until(int port, const char *id, int ply, bool is_saved)
{
    bool is_so = false;

    for (int i = 0; i < 12000 && !is_so; i++) {
        json_t *state = look(port, id);

        is_so = number_in(state, "ply") == ply &&
                json_is_true(json_object_get(state, "saved")) == is_saved;
        json_decref(state);
        if (!is_so)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    assert_true(is_so);
}

/* ---- Promises ---- */

/* Far more of them than threads that answer. */
static void who_waits_for_the_disk_keeps_nobody_waiting(void **unused)
{
    enum { MOVERS = 24 };
    struct mover movers[MOVERS];
    struct served served;
    struct cop_http *http;

    (void)unused;
    open_network(&served, 1000, &http);
    for (int i = 0; i < MOVERS; i++)
        prepare(&served, http, &movers[i]);
    atomic_store(&answered, 0);
    let_hang(true);
    for (int i = 0; i < MOVERS; i++)
        begin(&movers[i]);
    for (int i = 0; i < MOVERS; i++)
        look_until(movers[i].port, movers[i].id, 1, true);
    assert_int_equal(atomic_load(&answered), 0);
    let_hang(false);
    for (int i = 0; i < MOVERS; i++)
        finish(&movers[i], true);
    close_network(&served, http);
}

static void a_disk_that_takes_too_long_is_told_and_caught_up_with(void **unused)
{
    struct mover mover;
    struct served served;
    struct cop_http *http;

    (void)unused;
    open_network(&served, 0.2, &http);
    prepare(&served, http, &mover);
    let_hang(true);
    begin(&mover);
    finish(&mover, false);
    look_until(mover.port, mover.id, 1, false);
    let_hang(false);
    look_until(mover.port, mover.id, 1, true);
    close_network(&served, http);
}

/* Also those who ask without a network, and whose thread waits, are told. */
static void a_thread_that_waits_too_long_says_so(void **unused)
{
    struct served served;
    char id[COP_ID_LENGTH + 1];
    json_t *state;

    (void)unused;
    serve_open(&served, 64, 1000);
    new_table(&served, "{\"game\": \"connect4\"}", id);
    served.house->options.patience = 0.2;
    let_hang(true);
    state = ask(&served, "POST", at_table(id, "/move"), "{\"move\": \"d\", \"ply\": 0}", 200);
    assert_true(json_is_false(json_object_get(state, "saved")));
    json_decref(state);
    let_hang(false);
    serve_close(&served);
}

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

/* The file that is being written is waited for before it is removed, but only by who removes it. */
static void a_deleted_table_is_not_waited_for(void **unused)
{
    struct mover mover;
    struct served served;
    struct deletion deletion = {.served = &served};
    struct cop_http *http;
    pthread_t deleting;

    (void)unused;
    open_network(&served, 1000, &http);
    prepare(&served, http, &mover);
    let_hang(true);
    begin(&mover);
    look_until(mover.port, mover.id, 1, true);
    snprintf(deletion.target, sizeof deletion.target, "/api/tables/%s", mover.id);
    assert_int_equal(pthread_create(&deleting, NULL, delete_table, &deletion), 0);
    finish(&mover, true); /* as it was written before the table was gone */
    let_hang(false);
    pthread_join(deleting, NULL);
    close_network(&served, http);
}

static void *close_in_a_thread(void *http)
{
    cop_http_close(http);
    return NULL;
}

/* What was sent before the end is answered, when it is on the disk, however long the answer is on
 * its way from there. */
static void a_server_that_ends_answers_those_who_wait(void **unused)
{
    struct mover mover;
    struct served served;
    struct cop_http *http;
    pthread_t closing;

    (void)unused;
    open_network(&served, 1000, &http);
    prepare(&served, http, &mover);
    atomic_store(&answered, 0);
    let_hang(true);
    begin(&mover);
    look_until(mover.port, mover.id, 1, true);
    assert_int_equal(pthread_create(&closing, NULL, close_in_a_thread, http), 0);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    assert_int_equal(atomic_load(&answered), 0);
    atomic_store(&answers_linger, true);
    let_hang(false);
    finish(&mover, true);
    pthread_join(closing, NULL);
    atomic_store(&answers_linger, false);
    serve_close(&served);
}

/* Nobody is there any more when the disk works again. */
static void who_hangs_up_while_the_disk_works_is_forgotten(void **unused)
{
    struct mover mover;
    struct served served;
    struct cop_http *http;

    (void)unused;
    open_network(&served, 1000, &http);
    prepare(&served, http, &mover);
    let_hang(true);
    begin(&mover);
    look_until(mover.port, mover.id, 1, true);
    shutdown(mover.client.handle, SHUT_RDWR);
    pthread_join(mover.thread, NULL);
    cop_http_disconnect(&mover.client);
    cop_http_answer_free(&mover.answer);
    let_hang(false);
    look_until(mover.port, mover.id, 1, true);
    close_network(&served, http);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_waits_for_the_disk_keeps_nobody_waiting),
        cmocka_unit_test(a_disk_that_takes_too_long_is_told_and_caught_up_with),
        cmocka_unit_test(a_thread_that_waits_too_long_says_so),
        cmocka_unit_test(a_deleted_table_is_not_waited_for),
        cmocka_unit_test(a_server_that_ends_answers_those_who_wait),
        cmocka_unit_test(who_hangs_up_while_the_disk_works_is_forgotten),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
