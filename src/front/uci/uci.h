/* uci.h - a protocol in the manner of UCI, for games of two without hidden pieces: lines come in
 * and go out, also while the engine thinks.
 *
 * Nothing that is heard ends the program, whatever bytes it has: what is not understood is told as
 * `info string`, and every `go` gets one `bestmove`. docs/uci.md is for people who write
 * controllers.
 *
 * This folder neither reads nor prints: the host does (uci_command.c, or a test). A search has a
 * thread of its own, so that lines are heard meanwhile; the host's `say` is called from both
 * threads, and never from both at once. */
#ifndef COPPICE_FRONT_UCI_UCI_H
#define COPPICE_FRONT_UCI_UCI_H

#include <stdatomic.h>

#include "coppice/coppice.h"

struct cop_uci;

struct cop_uci_host {
    void (*say)(void *context, const char *bytes, size_t length);
    const atomic_bool *stop; /* set before a `go`, it ends that search at once; may be NULL */
    void *context;
};

/* A longer line is not obeyed. */
enum { COP_UCI_LINE_MAX = 1 << 16 };

/* An empty `agent` is the usual one for each game; `limit` has threads, memory and seed. */
struct cop_uci *cop_uci_open(const char *game, const char *agent, const char *limit,
                             const struct cop_uci_host *host, struct cop_error *error);

/* A search without an end is stopped; with `finishes` any other is waited for. */
void cop_uci_close(struct cop_uci *uci, bool finishes);

/* One line without its end. False after `quit`. */
bool cop_uci_hear(struct cop_uci *uci, const char *bytes, size_t length);

/* Waits for the search, if there is one, after stopping it if it has no end. */
void cop_uci_wait(struct cop_uci *uci);

#endif
