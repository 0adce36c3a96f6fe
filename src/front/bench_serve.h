/* bench_serve.h - the page's server under load. */
#ifndef COPPICE_FRONT_BENCH_SERVE_H
#define COPPICE_FRONT_BENCH_SERVE_H

#include "coppice/error.h"
#include "load.h"

/* Starts a server on a free port of 127.0.0.1 with its games in a new folder, which is removed
 * afterwards, and plays load->games games on it at once. False if requests failed. */
bool cop_bench_serve(struct cop_load *load, struct cop_error *error);

#endif
