/* serve.h - the page in the browser, served by a program of one's own.
 *
 * It is the server of `coppice serve`, with every game of the registry, those that the program has
 * added (cop_rules_add, plugin.h) among them. It has threads of its own and needs nothing from its
 * caller until it is closed; docs/serve.md has what it promises to the network. */
#ifndef COPPICE_SERVE_H
#define COPPICE_SERVE_H

#include <stddef.h>

#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All of it may be 0 or NULL. */
struct cop_serving {
    const char *address; /* NULL: 127.0.0.1, this machine alone */
    int port;            /* 0: any free one */
    const char *games;   /* the folder that keeps the games; NULL: they are gone with the server */
    int searches;        /* at once; 0: one for each core */
    size_t memory;       /* bytes for each search; 0: 256 MiB */
    void *reserved[8];   /* for later versions: NULL */
};

struct cop_server;

/* NULL and a message where the address or the folder cannot be used. */
struct cop_server *cop_server_open(const struct cop_serving *serving, struct cop_error *error);
int cop_server_port(const struct cop_server *server);
/* Ends its searches, keeps what is not yet kept, and returns when its threads are gone. */
void cop_server_close(struct cop_server *server);

#ifdef __cplusplus
}
#endif

#endif
