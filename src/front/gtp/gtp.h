/* gtp.h - the Go Text Protocol, version 2, for every game: a line comes in, a reply goes out.
 *
 * Nothing that is heard ends the program, whatever bytes it has: a wrong line gets a reply that
 * begins with "?" and says why. docs/gtp.md is for people who write controllers.
 *
 * This folder neither reads nor prints: the host does (gtp_command.c, or a test). */
#ifndef COPPICE_FRONT_GTP_GTP_H
#define COPPICE_FRONT_GTP_GTP_H

#include <stdatomic.h>

#include "coppice/coppice.h"

struct cop_gtp;

struct cop_gtp_host {
    void (*say)(void *context, const char *bytes, size_t length);
    /* Is there more to hear? The end of the input counts. It ends an analysis. With `waits` it
     * comes back when there is, or when it is interrupted. */
    bool (*has_input)(void *context, bool waits);
    const atomic_bool *stop; /* ends a search; may be NULL */
    void *context;
};

/* Longer lines are refused. A game of a thousand moves in one gogui-play_sequence is shorter. */
enum { COP_GTP_LINE_MAX = 1 << 16 };

/* An empty `agent` is the usual one for each game. `limit` is a list of limits for each move; one
 * that ends no search gets a second. */
struct cop_gtp *cop_gtp_open(const char *game, const char *agent, const char *limit,
                             const struct cop_gtp_host *host, struct cop_error *error);
void cop_gtp_close(struct cop_gtp *gtp);

/* One line without its end. Of a line that is longer than COP_GTP_LINE_MAX the host may give any
 * beginning that is too long. False after `quit`. */
bool cop_gtp_hear(struct cop_gtp *gtp, const char *bytes, size_t length);

#endif
