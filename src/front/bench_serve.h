/* bench_serve.h - the page's server under load. */
#ifndef COPPICE_FRONT_BENCH_SERVE_H
#define COPPICE_FRONT_BENCH_SERVE_H

#include <stdatomic.h>

#include "coppice/error.h"
#include "coppice/text.h"

/* Starts a server on a free port of 127.0.0.1 with its games in a new folder, which is removed
 * afterwards, and plays `games` games on it at once. What was counted comes as words or, with
 * `wants_json`, as `"serve": {...}`. False if requests failed. */
bool cop_bench_serve(int games, double seconds, const atomic_bool *stop, bool wants_json,
                     struct cop_text *text, struct cop_error *error);

#endif
