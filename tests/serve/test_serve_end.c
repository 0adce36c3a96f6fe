/* test_serve_end.c - a server that ends while much is asked of it. */
#define _DEFAULT_SOURCE /* syscall */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "http_client.h"
#include "serve/http.h"
#include "serve_check.h"

enum { CLIENTS = 16 };

static _Thread_local bool is_slow;

/* Stands in for the system's, for the whole program: the thread that ends the server is slow to
 * take something out of a set that other threads change meanwhile. */
int epoll_ctl(int set, int change, int file, struct epoll_event *event)
{
    if (is_slow && change == EPOLL_CTL_DEL)
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    return (int)syscall(SYS_epoll_ctl, set, change, file, event);
}

struct client {
    pthread_t thread;
    int port;
    int answers;
    atomic_bool *is_over;
};

/* Asks as fast as it is answered, until the server is gone. */
static void *ask_all_the_time(void *context)
{
    struct client *client = context;
    struct cop_http_client http;
    struct cop_http_answer answer = {.headers = COP_TEXT, .body = COP_TEXT};

    while (!atomic_load(client->is_over) && cop_http_connect(&http, client->port)) {
        while (cop_http_ask(&http, "GET", "/api/about", NULL, NULL, &answer))
            client->answers++;
        cop_http_disconnect(&http);
    }
    cop_http_answer_free(&answer);
    return NULL;
}

static void a_busy_server_ends(void **unused)
{
    struct client clients[CLIENTS];
    struct served served;
    struct cop_error error;
    struct cop_http *http;
    atomic_bool is_over = false;

    (void)unused;
    serve_open(&served, 64, 1000);
    http = cop_http_open(served.house, "127.0.0.1", 0, 1, &error);
    assert_non_null(http);
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] = (struct client){.port = cop_http_port(http), .is_over = &is_over};
        assert_int_equal(pthread_create(&clients[i].thread, NULL, ask_all_the_time, &clients[i]),
                         0);
    }
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    is_slow = true;
    cop_http_close(http);
    is_slow = false;
    atomic_store(&is_over, true);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(clients[i].thread, NULL);
    serve_close(&served);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_busy_server_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
