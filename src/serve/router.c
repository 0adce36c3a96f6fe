/* router.c - who may ask, and which handler answers. */
#include "serve/router.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "serve/call.h"
#include "serve/handlers.h"

static const struct {
    const char *method, *path; /* * is one part, ** all that follows */
    cop_handler *handle;
} routes[] = {
    {"GET", "/api/about", cop_get_about},
    {"GET", "/api/games", cop_get_games},
    {"GET", "/api/games/*/best", cop_get_best},
    {"GET", "/api/games/*/picture", cop_get_picture},
    {"GET", "/api/games/*/rules", cop_get_rules},
    {"GET", "/api/game", cop_get_game},
    {"GET", "/api/agents", cop_get_agents},
    {"GET", "/api/tables", cop_get_tables},
    {"POST", "/api/tables", cop_post_table},
    {"GET", "/api/tables/*", cop_get_table},
    {"DELETE", "/api/tables/*", cop_delete_table},
    {"GET", "/api/tables/*/moves", cop_get_moves},
    {"GET", "/api/tables/*/exact", cop_get_exact},
    {"GET", "/api/tables/*/scene", cop_get_scene},
    {"GET", "/api/tables/*/sgf", cop_get_sgf},
    {"GET", "/api/tables/*/events", cop_get_events},
    {"POST", "/api/tables/*/title", cop_post_title},
    {"POST", "/api/tables/*/move", cop_post_move},
    {"POST", "/api/tables/*/undo", cop_post_undo},
    {"POST", "/api/tables/*/back", cop_post_back},
    {"POST", "/api/tables/*/resign", cop_post_resign},
    {"POST", "/api/tables/*/seats", cop_post_seats},
    {"POST", "/api/tables/*/pace", cop_post_pace},
    {"POST", "/api/tables/*/try", cop_post_try},
    {"POST", "/api/tables/*/drop", cop_post_drop},
    {"POST", "/api/tables/*/search", cop_post_search},
    {"POST", "/api/tables/*/stop", cop_post_stop},
    {"GET", "/api/tables/*/review", cop_get_review},
    {"POST", "/api/tables/*/review", cop_post_review},
    {"GET", "/api/explore", cop_get_explored},
    {"GET", "/api/explore/board", cop_get_explored_board},
    {"GET", "/api/explore/games", cop_get_explored_games},
    {"GET", "/api/explore/game", cop_get_explored_game},
    {"GET", "/api/lab", cop_get_lab},
    {"GET", "/api/lab/**", cop_get_lab_part},
};

enum { ROUTES = sizeof routes / sizeof routes[0] };

/* Nothing from elsewhere, and no script that is not one of our files. */
static const char page_policy[] = "default-src 'self'; img-src 'self' data:; object-src 'none'; "
                                  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* ---- Who may ask ---- */

/* Four numbers, or anything in square brackets: an address that no name server made up. */
static bool is_numeric(const char *host)
{
    return host[0] == '[' || (host[0] != '\0' && strspn(host, "0123456789.") == strlen(host));
}

static bool is_everywhere(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

/* A site that makes its name point to this machine (DNS rebinding) is told apart by the name. */
static bool is_our_name(const struct cop_site *site, const char *name)
{
    static const char *const own[] = {"127.0.0.1", "localhost", "[::1]"};
    char bracketed[80];

    for (int i = 0; i < 3; i++)
        if (strcasecmp(own[i], name) == 0)
            return true;
    snprintf(bracketed, sizeof bracketed, "[%s]", site->address);
    return strcasecmp(site->address, name) == 0 || strcasecmp(bracketed, name) == 0 ||
           (is_everywhere(site->address) && is_numeric(name));
}

/* "127.0.0.1:8137", or without the port if it is the usual one. */
static bool is_our_host(const struct cop_site *site, const char *host)
{
    char name[80];
    const char *colon = strrchr(host, ':');
    const char *bracket = strrchr(host, ']');
    size_t length;
    char port[16];

    if (colon != NULL && bracket != NULL && colon < bracket)
        colon = NULL;
    snprintf(port, sizeof port, "%d", site->port);
    if (colon != NULL ? strcmp(colon + 1, port) != 0 : site->port != 80)
        return false;
    length = colon != NULL ? (size_t)(colon - host) : strlen(host);
    if (length >= sizeof name)
        return false;
    memcpy(name, host, length);
    name[length] = '\0';
    return is_our_name(site, name);
}

static bool is_json(const char *type)
{
    size_t length = strlen("application/json");

    return type != NULL && strncasecmp(type, "application/json", length) == 0 &&
           (type[length] == '\0' || type[length] == ';' || type[length] == ' ');
}

static bool is_allowed(struct cop_call *call)
{
    const struct cop_request *request = call->request;
    bool changes = strcmp(request->method, "POST") == 0 || strcmp(request->method, "DELETE") == 0;

    if (request->host == NULL || !is_our_host(call->site, request->host))
        return cop_refuse(call, 403, "this server is asked for as 127.0.0.1:%d or localhost:%d",
                          call->site->port, call->site->port);
    if (request->origin != NULL && (strncmp(request->origin, "http://", 7) != 0 ||
                                    strcasecmp(request->origin + 7, request->host) != 0))
        return cop_refuse(call, 403, "another site may not use this server");
    if (changes && !is_json(request->content_type))
        return cop_refuse(call, 403,
                          "what changes something is sent as Content-Type: "
                          "application/json");
    return true;
}

/* ---- Which handler ---- */

/* Does the path fit? What stands for * or ** is found in *part. */
static bool fits(const char *pattern, const char *path, const char **part, size_t *length)
{
    while (*pattern != '\0' && *pattern != '*') {
        if (*pattern++ != *path++)
            return false;
    }
    if (*pattern == '\0')
        return *path == '\0';
    *part = path;
    *length = pattern[1] == '*' ? strlen(path) : strcspn(path, "/");
    pattern += pattern[1] == '*' ? 2 : 1;
    return *length > 0 && strcmp(pattern, path + *length) == 0;
}

/* Jansson itself stops at 2048 levels. */
static bool read_body(struct cop_call *call, json_t **body)
{
    const struct cop_request *request = call->request;
    json_error_t error = {.line = 0};

    if (request->body_length > COP_BODY_MAX)
        return cop_refuse(call, 413, "a request has at most %d KiB", COP_BODY_MAX / 1024);
    if (request->body_length == 0)
        *body = json_object();
    else
        *body = json_loadb(request->body, request->body_length, JSON_REJECT_DUPLICATES, &error);
    if (*body == NULL)
        return cop_refuse(call, 400, "this is not JSON: %s (line %d)", error.text, error.line);
    if (!json_is_object(*body))
        return cop_refuse(call, 400, "a request is a JSON object, {...}");
    return true;
}

static void answer(struct cop_call *call, cop_handler *handle, const char *part, size_t length)
{
    json_t *body = NULL;

    call->part = cop_decode(part, length, false);
    if (call->part == NULL) {
        cop_refuse(call, 400, "the address has a %% that is not followed by two digits");
    } else if (read_body(call, &body)) {
        call->body = body;
        handle(call);
    }
    json_decref(body);
    free(call->part);
}

static void find_handler(struct cop_call *call, const char *method, const char *path)
{
    const char *allowed = NULL;

    for (int i = 0; i < ROUTES; i++) {
        const char *part = "";
        size_t length = 0;

        if (!fits(routes[i].path, path, &part, &length))
            continue;
        if (strcmp(routes[i].method, method) == 0) {
            answer(call, routes[i].handle, part, length);
            return;
        }
        allowed = allowed == NULL                         ? routes[i].method
                  : strcmp(routes[i].method, "POST") == 0 ? "GET, POST"
                                                          : "GET, DELETE";
    }
    if (allowed == NULL) {
        cop_refuse(call, 404, "there is nothing at %.200s", path);
    } else {
        cop_refuse(call, 405, "%.20s is not possible here; %s is", call->request->method, allowed);
        call->reply->allow = allowed;
    }
}

void cop_route(const struct cop_site *site, const struct cop_request *request,
               struct cop_reply *reply)
{
    struct cop_call call = {
        .site = site, .house = site->house, .request = request, .reply = reply, .query = ""};
    /* A HEAD is a GET whose body is not sent. */
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    size_t length = strcspn(request->target, "?");
    char *path;

    *reply = (struct cop_reply){.text = COP_TEXT, .cache = "no-store", .policy = page_policy};
    if (strlen(request->target) > COP_TARGET_MAX) {
        cop_refuse(&call, 414, "an address has at most %d KiB", COP_TARGET_MAX / 1024);
        return;
    }
    if (!is_allowed(&call))
        return;
    path = cop_copy_bytes(request->target, length);
    if (request->target[length] == '?')
        call.query = request->target + length + 1;
    if (strncmp(path, "/api/", 5) == 0)
        find_handler(&call, method, path);
    else if (strcmp(method, "GET") == 0)
        cop_get_page(&call, path);
    else
        cop_refuse(&call, 405, "the page is only read; what changes something is under /api");
    free(path);
}
