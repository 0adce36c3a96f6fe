/* engine.h - what the commands of the protocol share: the game, its agent and the thread that
 * thinks.
 *
 * While the thread thinks, the board is its own: who hears a command that needs the board waits for
 * the thread first. Saying, and stopping, may happen at any time. */
#ifndef COPPICE_FRONT_UCI_ENGINE_H
#define COPPICE_FRONT_UCI_ENGINE_H

#include <pthread.h>

#include "front/gtp/engine.h"
#include "front/uci/uci.h"
#include "game/dialect.h"

/* What a `go` has asked for. */
struct cop_uci_order {
    struct cop_limits limits;
    bool is_infinite; /* the answer waits for `stop` */
};

struct cop_uci {
    struct cop_uci_host host;
    struct cop_gtp *board;
    enum cop_dialect dialect;
    char *agent; /* as it was asked for; "": whatever suits the game */
    int lines;   /* MultiPV */
    bool shows_wdl;
    bool has_position; /* the last one that was sent was understood */
    bool has_quit;

    pthread_mutex_t lock; /* of the host's voice and of `stop` */
    pthread_cond_t stopped;
    atomic_bool stop;
    bool is_thinking; /* a thread was started and not yet joined */
    pthread_t thread;
    struct cop_uci_order order;
};

/* A line, or several; the text ends with the end of a line. */
void cop_uci_say(struct cop_uci *uci, const struct cop_text *text);
__attribute__((format(printf, 2, 3))) void cop_uci_tell(struct cop_uci *uci, const char *format,
                                                        ...); /* info string ... */

/* Can this game be played over the protocol? */
bool cop_uci_fits(const struct cop_game *game, struct cop_error *error);

/* ---- options.c ---- */

void cop_uci_list_options(const struct cop_uci *uci, struct cop_text *text);
bool cop_uci_set_option(struct cop_uci *uci, const char *name, const char *value,
                        struct cop_error *error);

/* ---- think.c ---- */

/* The words after `go`; the order is carried out by a thread, which says `bestmove`. */
bool cop_uci_read_order(const struct cop_uci *uci, char **words, int count,
                        struct cop_uci_order *order, struct cop_error *error);
void cop_uci_think(struct cop_uci *uci, const struct cop_uci_order *order);
void cop_uci_stop(struct cop_uci *uci);

/* ---- info.c ---- */

/* A line for each of the best moves, as many as MultiPV says and the search has values for. */
void cop_uci_add_info(const struct cop_uci *uci, const struct cop_report *report,
                      struct cop_text *text);

#endif
