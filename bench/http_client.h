/* http_client.h - asks the server on this machine, for measurements and tests.
 *
 * One connection, one request at a time, answers with a length or in chunks; a stream of events is
 * a request whose answer does not end. Silence of a minute is a failure. */
#ifndef COPPICE_BENCH_HTTP_CLIENT_H
#define COPPICE_BENCH_HTTP_CLIENT_H

#include <stdbool.h>

#include "coppice/text.h"

struct cop_http_client {
    int handle; /* -1: closed */
    int port;
    struct cop_text in; /* what has come and is not yet used up */
    size_t used;
    long chunk; /* bytes left of the stream's chunk */
};

/* Texts start as COP_TEXT and are freed by the caller. */
struct cop_http_answer {
    int status;
    struct cop_text headers, body;
};

struct cop_http_event {
    char name[16];
    struct cop_text data;
};

bool cop_http_connect(struct cop_http_client *client, int port);
void cop_http_disconnect(struct cop_http_client *client);

/* `more` are further header lines, each with its "\r\n", or NULL; a body is sent as JSON. The texts
 * of `answer` are replaced. False if the connection failed. */
bool cop_http_ask(struct cop_http_client *client, const char *method, const char *target,
                  const char *more, const char *body, struct cop_http_answer *answer);

/* Begins a stream; after a status of 200 its events follow. */
bool cop_http_listen(struct cop_http_client *client, const char *target,
                     struct cop_http_answer *answer);

/* The next event, comments passed over; false at the stream's end. */
bool cop_http_next_event(struct cop_http_client *client, struct cop_http_event *event);

void cop_http_answer_free(struct cop_http_answer *answer);

#endif
