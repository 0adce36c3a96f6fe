/* serve_check.h - asks the page's server without a network: a house in a folder of its own.
 *
 * Every answer is checked to be JSON where it says so. A test that waits for a search fails after a
 * minute. */
#ifndef COPPICE_TESTS_SERVE_CHECK_H
#define COPPICE_TESTS_SERVE_CHECK_H

#include <jansson.h>

#include "serve/house.h"
#include "serve/router.h"

enum { SERVE_PORT = 8137 };

struct served {
    char folder[64];
    struct cop_house_options options;
    struct cop_house *house;
    struct cop_site site;
};

/* In a new folder, with one search at once and room for `open` tables in memory, `kept` on disk. */
void serve_open(struct served *served, int open, int kept);
void serve_again(struct served *served); /* ends the server and starts it in the same folder */
void serve_close(struct served *served); /* and removes the folder */

/* The server of a test program that needs only one, with its group's set-up and tear-down. */
extern struct served server;
int serve_begin(void **state);
int serve_end(void **state);

/* The JSON of the answer, whose status must be the expected one. The caller frees it. */
json_t *ask(struct served *served, const char *method, const char *target, const char *body,
            int status);

/* The same where the answer does not matter, or is one sentence that must contain `part`. */
void tell(struct served *served, const char *method, const char *target, const char *body,
          int status);
void assert_told(struct served *served, const char *method, const char *target, const char *body,
                 int status, const char *part);

/* The whole answer, for headers and texts that are no JSON; the caller frees its text. */
void ask_for_reply(struct served *served, const struct cop_request *request,
                   struct cop_reply *reply);

/* A new table from a body; its id is kept in `id`. */
void new_table(struct served *served, const char *body, char id[COP_ID_LENGTH + 1]);

/* "/api/tables/ID" and `rest`; valid until the next call. */
const char *at_table(const char *id, const char *rest);

/* Asks for the table until it is at this ply, or its turn is `turn` ("0", "over"). */
json_t *wait_for_ply(struct served *served, const char *id, int ply);
json_t *wait_for_turn(struct served *served, const char *id, const char *turn);

/* Plays moves in words, one after the other, each by whoever's turn it is. */
void play_moves(struct served *served, const char *id, const char *moves);

int number_in(const json_t *state, const char *key);
const char *words_in(const json_t *state, const char *key);

#endif
