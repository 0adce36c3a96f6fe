/* storm_client.h - one of those who use a server at random, all at once.
 *
 * A client has tables of its own, of which it knows exactly what it was promised (storm_table.h),
 * and takes part in those that all share, where anything may happen between two of its requests. It
 * runs in a thread of its own until it is told to end or the server hangs up, and keeps its tables
 * for the next time. */
#ifndef COPPICE_TESTS_STORM_CLIENT_H
#define COPPICE_TESTS_STORM_CLIENT_H

#include "http_client.h"
#include "storm_table.h"

enum { STORM_OWN = 14, STORM_SHARED = 4, STORM_KEPT = 16, STORM_LINE = 240 };

/* A board that a database of the storm's server knows whole, with distances. */
#define STORM_KNOWN_GAME "fanorona(width=3, height=3)"

/* What all clients share. */
struct storm {
    int port;
    atomic_int steps;      /* that were made */
    int last_step;         /* clients end by themselves after it */
    atomic_bool is_ending; /* the server is about to go: hanging up is no fault */
    atomic_bool has_failed;
    struct storm_table shared[STORM_SHARED];
};

struct storm_client {
    struct storm *storm;
    int number;
    struct cop_rng rng;
    struct cop_http_client http;
    struct cop_http_answer answer;
    double longest;                       /* seconds that an answer took */
    json_t *json;                         /* of the last answer */
    struct storm_table tables[STORM_OWN]; /* an empty id: there is none */
    struct cop_text gone;                 /* the ids of those whose deletion was answered */
    int lost_tables;                      /* asked for, and never heard of again */
    char lines[STORM_KEPT][STORM_LINE];   /* the last requests */
    int line_count;
    struct cop_error failure; /* what the server did wrong; empty: nothing */
};

void storm_client_begin(struct storm_client *client, struct storm *storm, int number,
                        uint64_t seed);
void storm_client_free(struct storm_client *client);

/* A thread's function: uses the server. */
void *storm_client_run(void *client);

/* What the main thread asks, through a client: the answer's status must be one that docs/serve.md
 * knows, and its body JSON. False if there was no answer, or a wrong one. Takes the body over. */
bool storm_connect(struct storm_client *client);
bool storm_ask(struct storm_client *client, const char *method, const char *target, json_t *body);
const char *storm_at(const char *id, const char *rest, char target[120]);

/* A new table with a drawn game and drawn players. */
bool storm_create(struct storm_client *client, struct storm_table *table);
bool storm_delete(struct storm_client *client, struct storm_table *table);

#endif
