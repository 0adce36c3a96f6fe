/* http_client.c - as much of HTTP/1.1 as our own server speaks. */
#include "http_client.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 60 };

bool cop_http_connect(struct cop_http_client *client, int port)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};

    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *client = (struct cop_http_client){.port = port, .in = COP_TEXT};
    client->handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->handle < 0)
        return false;
    setsockopt(client->handle, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(client->handle, (const struct sockaddr *)(const void *)&place, sizeof place) == 0)
        return true;
    cop_http_disconnect(client);
    return false;
}

void cop_http_disconnect(struct cop_http_client *client)
{
    if (client->handle >= 0)
        close(client->handle);
    client->handle = -1;
    cop_text_free(&client->in);
}

void cop_http_answer_free(struct cop_http_answer *answer)
{
    cop_text_free(&answer->headers);
    cop_text_free(&answer->body);
}

/* ---- Reading ---- */

/* More bytes from the other side; what is used up makes room for them. */
static bool receive(struct cop_http_client *client)
{
    char block[1 << 14];
    ssize_t count = recv(client->handle, block, sizeof block, 0);

    if (count <= 0)
        return false;
    if (client->used > 0) {
        size_t left = client->in.length - client->used;

        memmove(client->in.bytes, client->in.bytes + client->used, left);
        client->in.length = left;
        client->used = 0;
    }
    cop_text_add_bytes(&client->in, block, (size_t)count);
    return true;
}

static bool read_bytes(struct cop_http_client *client, size_t length, struct cop_text *out)
{
    while (client->in.length - client->used < length)
        if (!receive(client))
            return false;
    cop_text_add_bytes(out, client->in.bytes + client->used, length);
    client->used += length;
    return true;
}

/* One line without its end. */
static bool read_line(struct cop_http_client *client, struct cop_text *line)
{
    const char *start, *end;

    cop_text_clear(line);
    while ((end = memchr(client->in.bytes + client->used, '\n',
                         client->in.length - client->used)) == NULL)
        if (!receive(client))
            return false;
    start = client->in.bytes + client->used;
    client->used += (size_t)(end - start) + 1;
    cop_text_add_bytes(line, start, (size_t)(end - start));
    while (line->length > 0 && line->bytes[line->length - 1] == '\r')
        line->bytes[--line->length] = '\0';
    return true;
}

/* ---- Requests ---- */

static bool send_all(struct cop_http_client *client, const struct cop_text *words)
{
    size_t sent = 0;

    while (sent < words->length) {
        ssize_t count =
            send(client->handle, words->bytes + sent, words->length - sent, MSG_NOSIGNAL);

        if (count <= 0)
            return false;
        sent += (size_t)count;
    }
    return true;
}

static bool send_request(struct cop_http_client *client, const char *method, const char *target,
                         const char *more, const char *body)
{
    struct cop_text words = COP_TEXT;
    bool is_sent;

    cop_text_add(&words, "%s %s HTTP/1.1\r\n", method, target);
    if (more == NULL || strstr(more, "Host:") == NULL)
        cop_text_add(&words, "Host: 127.0.0.1:%d\r\n", client->port);
    if (body != NULL && (more == NULL || strstr(more, "Content-Type:") == NULL))
        cop_text_add(&words, "Content-Type: application/json\r\n");
    if (body != NULL)
        cop_text_add(&words, "Content-Length: %zu\r\n", strlen(body));
    cop_text_add(&words, "%s\r\n%s", more != NULL ? more : "", body != NULL ? body : "");
    is_sent = send_all(client, &words);
    cop_text_free(&words);
    return is_sent;
}

/* The status and the headers; *length is -1 for a body in chunks. */
static bool read_headers(struct cop_http_client *client, struct cop_http_answer *answer,
                         long *length)
{
    struct cop_text line = COP_TEXT;
    bool is_good = read_line(client, &line);

    cop_text_clear(&answer->headers);
    cop_text_clear(&answer->body);
    answer->status = is_good && line.length > 9 ? atoi(line.bytes + 9) : 0;
    *length = 0;
    while (is_good && (is_good = read_line(client, &line)) && line.length > 0) {
        cop_text_add(&answer->headers, "%s\n", line.bytes);
        if (strncasecmp(line.bytes, "Content-Length:", 15) == 0)
            *length = atol(line.bytes + 15);
        if (strcasecmp(line.bytes, "Transfer-Encoding: chunked") == 0)
            *length = -1;
    }
    cop_text_free(&line);
    return is_good && answer->status > 0;
}

bool cop_http_ask(struct cop_http_client *client, const char *method, const char *target,
                  const char *more, const char *body, struct cop_http_answer *answer)
{
    long length;

    if (!send_request(client, method, target, more, body) ||
        !read_headers(client, answer, &length) || length < 0)
        return false;
    return strcmp(method, "HEAD") == 0 || read_bytes(client, (size_t)length, &answer->body);
}

/* ---- Events ---- */

bool cop_http_listen(struct cop_http_client *client, const char *target,
                     struct cop_http_answer *answer)
{
    long length;

    client->chunk = 0;
    if (!send_request(client, "GET", target, NULL, NULL) || !read_headers(client, answer, &length))
        return false;
    return length < 0 || read_bytes(client, (size_t)length, &answer->body);
}

/* The head of the next chunk, after the end of the last one. */
static bool next_chunk(struct cop_http_client *client, struct cop_text *line)
{
    do {
        if (!read_line(client, line))
            return false;
    } while (line->length == 0);
    client->chunk = strtol(line->bytes, NULL, 16);
    return client->chunk > 0;
}

/* One line of the stream, which chunks may cut anywhere. */
static bool read_stream_line(struct cop_http_client *client, struct cop_text *line)
{
    struct cop_text byte = COP_TEXT;
    bool is_good = true;

    cop_text_clear(line);
    while (is_good) {
        if (client->chunk == 0 && !next_chunk(client, &byte)) {
            is_good = false;
            break;
        }
        cop_text_clear(&byte);
        is_good = read_bytes(client, 1, &byte);
        client->chunk--;
        if (!is_good || byte.bytes[0] == '\n')
            break;
        cop_text_add_bytes(line, byte.bytes, 1);
    }
    cop_text_free(&byte);
    return is_good;
}

bool cop_http_next_event(struct cop_http_client *client, struct cop_http_event *event)
{
    struct cop_text line = COP_TEXT;
    bool is_good;

    event->name[0] = '\0';
    cop_text_clear(&event->data);
    while ((is_good = read_stream_line(client, &line))) {
        if (line.length == 0 && event->name[0] != '\0')
            break;
        if (strncmp(line.bytes, "event: ", 7) == 0)
            snprintf(event->name, sizeof event->name, "%s", line.bytes + 7);
        else if (strncmp(line.bytes, "data: ", 6) == 0)
            cop_text_add(&event->data, "%s\n", line.bytes + 6);
    }
    cop_text_free(&line);
    return is_good;
}
