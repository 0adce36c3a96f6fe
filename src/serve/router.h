/* router.h - from a request to its reply, without a network.
 *
 * docs/serve.md is what is promised. A request is text that came from outside; nothing in it is
 * trusted. All calls may come from several threads at once. */
#ifndef COPPICE_SERVE_ROUTER_H
#define COPPICE_SERVE_ROUTER_H

#include <stdbool.h>
#include <stddef.h>

#include "coppice/text.h"

enum { COP_BODY_MAX = 1 << 20, COP_TARGET_MAX = 8192 };

struct cop_house;
struct cop_listener;
struct cop_receipt;

/* What is served, and under which names it may be asked for. */
struct cop_site {
    struct cop_house *house;
    const char *address; /* that it listens on */
    int port;
};

/* Headers are NULL where the request has none. */
struct cop_request {
    const char *method;
    const char *target; /* "/api/game?spec=othello", as it was sent */
    const char *host, *origin, *content_type, *accept_encoding, *if_none_match;
    const char *body;
    size_t body_length;  /* more than COP_BODY_MAX: it was not kept */
    bool listens_enough; /* it comes from an address with as many streams as one may have */
    bool takes_receipt;  /* cop_route need not wait for the disk */
};

struct cop_reply {
    int status;
    const char *type;           /* Content-Type; NULL: no body */
    struct cop_text text;       /* the body, unless: */
    const unsigned char *bytes; /* the program's own, not to be freed */
    size_t length;
    const char *cache;  /* Cache-Control */
    const char *policy; /* Content-Security-Policy */
    const char *allow;  /* the methods that would be right, or NULL */
    bool is_gzip;
    bool has_forms;                /* another Accept-Encoding would get other bytes */
    char tag[24];                  /* ETag; may be empty */
    char file_name[64];            /* to be saved under this name; may be empty */
    struct cop_listener *listener; /* events follow instead of a body; the caller closes it */
    struct cop_receipt *receipt;   /* NULL, or it is not to be sent before that is over */
};

/* Fills in all of `reply`; the caller frees the text. */
void cop_route(const struct cop_site *site, const struct cop_request *request,
               struct cop_reply *reply);

#endif
