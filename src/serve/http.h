/* http.h - the server on its socket: requests in, replies and events out, through libmicrohttpd. */
#ifndef COPPICE_SERVE_HTTP_H
#define COPPICE_SERVE_HTTP_H

#include "coppice/error.h"
#include "serve/router.h"

struct cop_http;

/* Listens on `address` at `port` (0: any that is free) and on the next ports if that one is taken,
 * `tries` of them at most. The house is lent until cop_http_close. */
struct cop_http *cop_http_open(struct cop_house *house, const char *address, int port, int tries,
                               struct cop_error *error);
int cop_http_port(const struct cop_http *http);

/* Ends all connections; the house ends its listening first. */
void cop_http_close(struct cop_http *http);

#endif
