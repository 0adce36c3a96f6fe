/* http.c - connections. A few threads of libmicrohttpd take requests and call the router.
 *
 * A connection that waits for events, or for the disk, is suspended and costs nothing. Whether it
 * is suspended is known under the house's lock: its reader suspends it only with the lock held and
 * nothing to tell, and whoever has something to tell holds the lock when it resumes it. */
#include "serve/http.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "serve/door.h"
#include "serve/house.h"
#include "serve/listener.h"
#include "serve/receipt.h"

enum {
    THREADS = 4,
    CONNECTIONS = 640,   /* more than the door's guests: who is shown out takes a moment to go */
    SILENT_SECONDS = 60, /* for a reader that does not read, a writer that does not write */
    HEADER_BYTES = 32 << 10, /* of one request, with its address */
    EVENT_BLOCK = 16 << 10,
    REFUSED_BODY_MAX =
        8 << 20 /* so much of a body that is too large is read to refuse it politely */
};

/* A browser opens six connections to one server; several people may sit behind one address. */
static const struct cop_door_limits door_limits = {
    .guests = 512,
    .guests_of_one = 256,
    .listeners_of_one = 128,
    .seconds = {[COP_GUEST_ARRIVES] = 10,
                [COP_GUEST_SENDS] = 60,
                [COP_GUEST_READS] = 60,
                [COP_GUEST_RESTS] = 60},
};

struct cop_http {
    struct cop_site site;
    char *address;
    atomic_int answers; /* that were begun and have not left */
    atomic_bool is_closing;
    struct cop_door *door;
    struct MHD_Daemon *daemon;
};

/* ---- Listening ---- */

static int bind_to(const struct addrinfo *place)
{
    int yes = 1;
    int handle = socket(place->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (handle < 0)
        return -1;
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(handle, place->ai_addr, place->ai_addrlen) == 0 && listen(handle, 128) == 0)
        return handle;
    yes = errno;
    close(handle);
    errno = yes;
    return -1;
}

/* A listening socket, or -1 with errno; or -1 and a message if the address is none. */
static int listen_at(const char *address, int port, bool *is_address, struct cop_error *error)
{
    struct addrinfo wanted = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                              .ai_socktype = SOCK_STREAM};
    struct addrinfo *place = NULL;
    char service[16];
    int handle;

    snprintf(service, sizeof service, "%d", port);
    *is_address = getaddrinfo(address, service, &wanted, &place) == 0;
    if (!*is_address) {
        cop_fail(error, "%.60s is no address of a machine; write numbers, such as 127.0.0.1",
                 address);
        return -1;
    }
    handle = bind_to(place);
    freeaddrinfo(place);
    return handle;
}

static int port_of(int handle)
{
    struct sockaddr_storage name;
    socklen_t length = sizeof name;

    if (getsockname(handle, (struct sockaddr *)&name, &length) != 0)
        return 0;
    if (name.ss_family == AF_INET6)
        return ntohs(((const struct sockaddr_in6 *)(const void *)&name)->sin6_port);
    return ntohs(((const struct sockaddr_in *)(const void *)&name)->sin_port);
}

static int listen_somewhere(const char *address, int port, int tries, struct cop_error *error)
{
    for (int i = 0; i < tries; i++) {
        bool is_address;
        int handle = listen_at(address, port + i, &is_address, error);

        if (handle >= 0 || !is_address)
            return handle;
        if (errno == EADDRINUSE && i + 1 < tries)
            continue;
        if (errno == EADDRINUSE && tries == 1)
            cop_fail(error, "port %d is in use; give another with --port, or leave --port out",
                     port);
        else if (errno == EADDRINUSE)
            cop_fail(error, "the ports %d to %d are all in use; give another with --port", port,
                     port + i);
        else
            cop_fail(error, "cannot listen on %.60s, port %d: %s", address, port + i,
                     strerror(errno));
        return -1;
    }
    return -1;
}

/* ---- Guests ---- */

static void come_or_go(void *context, struct MHD_Connection *connection, void **guest,
                       enum MHD_ConnectionNotificationCode code)
{
    const struct cop_http *http = context;
    const union MHD_ConnectionInfo *info;
    int handle;

    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        cop_door_leave(http->door, *guest);
        return;
    }
    info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    handle = info->connect_fd;
    info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    *guest = cop_door_enter(http->door, handle, info->client_addr, cop_now());
}

/* libmicrohttpd's own way to take no more connections, MHD_quiesce_daemon, makes the program abort
 * (0.9.75): it takes the socket out of the set of a thread that, being busy, may have done so
 * itself. */
static enum MHD_Result may_come(void *context, const struct sockaddr *address, socklen_t length)
{
    const struct cop_http *http = context;

    (void)address, (void)length;
    return atomic_load(&http->is_closing) ? MHD_NO : MHD_YES;
}

static struct cop_guest *guest_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static void turn_to(const struct cop_http *http, struct MHD_Connection *connection,
                    enum cop_guest_task task)
{
    cop_door_turn(http->door, guest_of(connection), task, cop_now());
}

/* ---- Requests ---- */

/* One request while it arrives. */
struct arrival {
    char *target;
    struct cop_text body;
    size_t body_length; /* with what was not kept */
    bool has_begun;
    struct MHD_Connection *connection;
    struct cop_reply reply;
    bool is_answered;  /* it is one of cop_http's answers */
    bool has_reply;    /* which is to be sent */
    bool is_suspended; /* until the reply's receipt is over */
};

/* The first that is heard of a request: its address, before anything is decoded. */
static void *begin(void *context, const char *target, struct MHD_Connection *connection)
{
    struct arrival *arrival = cop_allocate(sizeof *arrival);

    (void)context;
    arrival->connection = connection;
    arrival->target = cop_copy_string(target);
    arrival->body = (struct cop_text)COP_TEXT;
    return arrival;
}

/* Who asked has gone before the answer. */
static void drop_reply(const struct cop_http *http, struct arrival *arrival)
{
    if (!arrival->has_reply)
        return;
    cop_house_lock(http->site.house);
    if (arrival->reply.receipt != NULL)
        cop_receipt_close(&arrival->reply);
    cop_house_unlock(http->site.house);
    cop_text_free(&arrival->reply.text);
}

/* The answer has left, or nobody wants it any more. */
static void end(void *context, struct MHD_Connection *connection, void **memory,
                enum MHD_RequestTerminationCode code)
{
    struct cop_http *http = context;
    struct arrival *arrival = *memory;

    (void)code;
    turn_to(http, connection, COP_GUEST_RESTS);
    if (arrival == NULL)
        return;
    drop_reply(http, arrival);
    if (arrival->is_answered)
        atomic_fetch_sub(&http->answers, 1);
    cop_text_free(&arrival->body);
    free(arrival->target);
    free(arrival);
    *memory = NULL;
}

/* ---- Events ---- */

/* One connection with events. */
struct stream {
    struct cop_house *house;
    struct cop_listener *listener;
    struct MHD_Connection *connection;
    struct cop_text event; /* on its way */
    size_t sent;
    bool is_suspended;
};

static void wake(void *context)
{
    struct stream *stream = context;

    if (!stream->is_suspended)
        return;
    stream->is_suspended = false;
    MHD_resume_connection(stream->connection);
}

static ssize_t read_events(void *context, uint64_t position, char *room, size_t size)
{
    struct stream *stream = context;
    size_t length;
    bool is_over = false;

    (void)position;
    if (stream->sent == stream->event.length) {
        cop_text_clear(&stream->event);
        stream->sent = 0;
        cop_house_lock(stream->house);
        if (!cop_listener_next(stream->listener, &stream->event, &is_over) && !is_over) {
            stream->is_suspended = true;
            MHD_suspend_connection(stream->connection);
        }
        cop_house_unlock(stream->house);
    }
    if (is_over)
        return MHD_CONTENT_READER_END_OF_STREAM;
    length = stream->event.length - stream->sent;
    length = length < size ? length : size;
    memcpy(room, stream->event.bytes + stream->sent, length);
    stream->sent += length;
    return (ssize_t)length;
}

static void end_events(void *context)
{
    struct stream *stream = context;

    cop_house_lock(stream->house);
    cop_listener_close(stream->listener);
    cop_house_unlock(stream->house);
    cop_text_free(&stream->event);
    free(stream);
}

static struct MHD_Response *stream_events(struct cop_house *house, struct cop_listener *listener,
                                          struct MHD_Connection *connection)
{
    struct stream *stream = cop_allocate(sizeof *stream);

    *stream = (struct stream){
        .house = house, .listener = listener, .connection = connection, .event = COP_TEXT};
    cop_house_lock(house);
    listener->wake = wake;
    listener->context = stream;
    cop_house_unlock(house);
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, EVENT_BLOCK, read_events, stream,
                                             end_events);
}

/* ---- Replies ---- */

static struct MHD_Response *with_body(struct cop_reply *reply)
{
    if (reply->bytes != NULL)
        return MHD_create_response_from_buffer(reply->length, (void *)reply->bytes,
                                               MHD_RESPMEM_PERSISTENT);
    if (reply->text.room == 0)
        return MHD_create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
    return MHD_create_response_from_buffer(reply->text.length, reply->text.bytes,
                                           MHD_RESPMEM_MUST_FREE);
}

static void add_headers(struct MHD_Response *response, const struct cop_reply *reply)
{
    char attachment[100];

    MHD_add_response_header(response, "Content-Security-Policy", reply->policy);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cache-Control", reply->cache);
    if (reply->type != NULL)
        MHD_add_response_header(response, "Content-Type", reply->type);
    if (reply->is_gzip)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    if (reply->has_forms)
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (reply->tag[0] != '\0')
        MHD_add_response_header(response, "ETag", reply->tag);
    if (reply->allow != NULL)
        MHD_add_response_header(response, "Allow", reply->allow);
    if (reply->file_name[0] != '\0') {
        snprintf(attachment, sizeof attachment, "attachment; filename=\"%s\"", reply->file_name);
        MHD_add_response_header(response, "Content-Disposition", attachment);
    }
}

static enum MHD_Result send_reply(const struct cop_http *http, struct MHD_Connection *connection,
                                  struct cop_reply *reply)
{
    struct MHD_Response *response =
        reply->listener != NULL ? stream_events(http->site.house, reply->listener, connection)
                                : with_body(reply);
    enum MHD_Result result;

    if (response == NULL)
        return MHD_NO;
    turn_to(http, connection, reply->listener != NULL ? COP_GUEST_LISTENS : COP_GUEST_READS);
    add_headers(response, reply);
    result = MHD_queue_response(connection, (unsigned)reply->status, response);
    MHD_destroy_response(response);
    return result;
}

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static void go_on(void *context)
{
    struct arrival *arrival = context;

    if (!arrival->is_suspended)
        return;
    arrival->is_suspended = false;
    MHD_resume_connection(arrival->connection);
}

/* Is the reply's receipt over? Otherwise the connection is suspended until it is, and then
 * libmicrohttpd asks again. */
static bool is_ready(const struct cop_http *http, struct arrival *arrival)
{
    struct cop_receipt *receipt = arrival->reply.receipt;

    if (receipt == NULL)
        return true;
    cop_house_lock(http->site.house);
    if (cop_receipt_is_over(receipt)) {
        cop_receipt_close(&arrival->reply);
    } else {
        receipt->wake = go_on;
        receipt->context = arrival;
        arrival->is_suspended = true;
        MHD_suspend_connection(arrival->connection);
    }
    cop_house_unlock(http->site.house);
    return arrival->reply.receipt == NULL;
}

static enum MHD_Result send_when_ready(const struct cop_http *http, struct arrival *arrival)
{
    if (!is_ready(http, arrival))
        return MHD_YES;
    arrival->has_reply = false;
    return send_reply(http, arrival->connection, &arrival->reply);
}

static enum MHD_Result reply_to(struct cop_http *http, struct MHD_Connection *connection,
                                const char *method, struct arrival *arrival)
{
    struct cop_request request = {
        .method = method,
        .target = arrival->target,
        .host = header(connection, "Host"),
        .origin = header(connection, "Origin"),
        .content_type = header(connection, "Content-Type"),
        .accept_encoding = header(connection, "Accept-Encoding"),
        .if_none_match = header(connection, "If-None-Match"),
        .body = arrival->body.bytes,
        .body_length = arrival->body_length,
        .listens_enough = !cop_door_has_ear(http->door, guest_of(connection)),
        .takes_receipt = true,
    };

    arrival->is_answered = true;
    atomic_fetch_add(&http->answers, 1);
    turn_to(http, connection, COP_GUEST_WAITS);
    cop_route(&http->site, &request, &arrival->reply);
    arrival->has_reply = true;
    return send_when_ready(http, arrival);
}

/* A body that is announced as too large is refused before it comes. */
static bool is_refused_at_once(struct MHD_Connection *connection)
{
    const char *length = header(connection, "Content-Length");

    return length != NULL && strtoull(length, NULL, 10) > REFUSED_BODY_MAX;
}

/* Called when the headers are there, for each piece of the body, and at its end. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *piece,
                              size_t *length, void **memory)
{
    struct cop_http *http = context;
    struct arrival *arrival = *memory;

    (void)url, (void)version;
    if (arrival == NULL)
        return MHD_NO;
    if (!arrival->has_begun) {
        arrival->has_begun = true;
        turn_to(http, connection, COP_GUEST_SENDS);
        if (!is_refused_at_once(connection))
            return MHD_YES;
        arrival->body_length = REFUSED_BODY_MAX;
        return reply_to(http, connection, method, arrival);
    }
    if (arrival->has_reply)
        return send_when_ready(http, arrival);
    if (*length == 0)
        return reply_to(http, connection, method, arrival);
    arrival->body_length += *length;
    if (arrival->body_length <= COP_BODY_MAX)
        cop_text_add_bytes(&arrival->body, piece, *length);
    *length = 0;
    return arrival->body_length <= REFUSED_BODY_MAX ? MHD_YES : MHD_NO;
}

/* ---- Opening and closing ---- */

static void forget(struct cop_http *http)
{
    cop_door_close(http->door);
    free(http->address);
    free(http);
}

static struct MHD_Daemon *start_daemon(struct cop_http *http, int handle_of_socket)
{
    return MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, may_come,
        http, handle, http, MHD_OPTION_LISTEN_SOCKET, handle_of_socket, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)THREADS, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENT_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)HEADER_BYTES, MHD_OPTION_URI_LOG_CALLBACK, begin, NULL, MHD_OPTION_NOTIFY_COMPLETED,
        end, http, MHD_OPTION_NOTIFY_CONNECTION, come_or_go, http, MHD_OPTION_END);
}

/* Answers do not wait for a disk that hangs. */
static void look_at_the_clock(void *house)
{
    cop_house_lock(house);
    cop_receipts_wake(house);
    cop_house_unlock(house);
}

struct cop_http *cop_http_open(struct cop_house *house, const char *address, int port, int tries,
                               struct cop_error *error)
{
    int handle_of_socket = listen_somewhere(address, port, tries, error);
    struct cop_http *http;

    if (handle_of_socket < 0)
        return NULL;
    http = cop_allocate(sizeof *http);
    http->address = cop_copy_string(address);
    http->site = (struct cop_site){house, http->address, port_of(handle_of_socket)};
    http->door = cop_door_open(&door_limits);
    if (cop_door_watch(http->door, look_at_the_clock, house, error)) {
        http->daemon = start_daemon(http, handle_of_socket);
        if (http->daemon != NULL)
            return http;
        cop_fail(error, "cannot start the web server: %s", strerror(errno));
    }
    close(handle_of_socket);
    forget(http);
    return NULL;
}

int cop_http_port(const struct cop_http *http)
{
    return http->site.port;
}

static const struct timespec pause_between_looks = {.tv_nsec = 5000000};

/* Takes no more connections, and gives those that are there a moment for what they have sent.
 * libmicrohttpd 0.9.75 dies if it refuses a malformed request in the instant in which it is
 * stopped. */
static void quiet_down(struct cop_http *http)
{
    enum { LOOKS = 20 };

    atomic_store(&http->is_closing, true);
    for (int i = 0; i < LOOKS; i++) {
        const union MHD_DaemonInfo *info =
            MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);

        if (info == NULL || info->num_connections == 0)
            break;
        nanosleep(&pause_between_looks, NULL);
    }
}

/* An answer whose receipt is over still has to be written to its connection, which a daemon that is
 * stopped does not do. Who does not read his is waited for two seconds and no longer. */
static void let_answers_leave(struct cop_http *http)
{
    enum { LOOKS = 400 };

    for (int i = 0; i < LOOKS && atomic_load(&http->answers) > 0; i++)
        nanosleep(&pause_between_looks, NULL);
}

void cop_http_close(struct cop_http *http)
{
    cop_house_end_listening(http->site.house);
    quiet_down(http);
    cop_house_lock(http->site.house);
    cop_receipts_end(http->site.house); /* a suspended connection cannot be closed */
    cop_house_unlock(http->site.house);
    let_answers_leave(http);
    MHD_stop_daemon(http->daemon); /* closes the socket that was listened on */
    forget(http);
}
