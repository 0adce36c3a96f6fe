/* server.c - the server for programs that have other things to do: opened, and closed when they
 * like.
 */
#include "coppice/serve.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/machine.h"
#include "serve/house.h"
#include "serve/http.h"

struct cop_server {
    struct cop_house *house;
    struct cop_http *http;
    pthread_t caretaker;
    bool has_caretaker, ends; /* guarded by the house's lock */
    pthread_cond_t is_ending;
    char *games;
};

static void *take_care(void *context)
{
    struct cop_server *server = context;

    cop_house_lock(server->house);
    while (!server->ends) {
        double when = cop_now() + COP_CARE_SECONDS;

        while (!server->ends && cop_now() < when)
            cop_house_wait(server->house, &server->is_ending, when);
        if (server->ends)
            break;
        cop_house_unlock(server->house);
        cop_house_care(server->house);
        cop_house_lock(server->house);
    }
    cop_house_unlock(server->house);
    return NULL;
}

static bool open_all(struct cop_server *server, const struct cop_serving *serving,
                     struct cop_error *error)
{
    const char *const none[] = {NULL};
    struct cop_house_options options = {
        .games = server->games,
        .explored = none,
        .books = none,
        .searches = serving->searches > 0 ? serving->searches : cop_machine_cores(),
        .threads = cop_machine_cores(),
        .memory = serving->memory > 0 ? serving->memory : (size_t)256 << 20,
        .tables_open = 64,
        .tables_kept = 1000,
        .listeners = 200,
    };

    server->house = cop_house_open(&options, error);
    if (server->house == NULL)
        return false;
    server->http =
        cop_http_open(server->house, serving->address != NULL ? serving->address : "127.0.0.1",
                      serving->port, 1, error);
    if (server->http == NULL)
        return false;
    server->has_caretaker = pthread_create(&server->caretaker, NULL, take_care, server) == 0;
    return server->has_caretaker || cop_fail(error, "there is no thread for the server");
}

struct cop_server *cop_server_open(const struct cop_serving *serving, struct cop_error *error)
{
    struct cop_server *server = cop_allocate(sizeof *server);

    server->games = serving->games != NULL ? cop_copy_string(serving->games) : NULL;
    cop_house_condition(&server->is_ending);
    if (open_all(server, serving, error))
        return server;
    cop_server_close(server);
    return NULL;
}

int cop_server_port(const struct cop_server *server)
{
    return cop_http_port(server->http);
}

void cop_server_close(struct cop_server *server)
{
    if (server == NULL)
        return;
    if (server->has_caretaker) {
        cop_house_lock(server->house);
        server->ends = true;
        pthread_cond_broadcast(&server->is_ending);
        cop_house_unlock(server->house);
        pthread_join(server->caretaker, NULL);
    }
    if (server->http != NULL)
        cop_http_close(server->http);
    if (server->house != NULL)
        cop_house_close(server->house);
    pthread_cond_destroy(&server->is_ending);
    free(server->games);
    free(server);
}
