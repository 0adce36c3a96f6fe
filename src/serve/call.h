/* call.h - one request while it is answered: what the handlers of the router share. */
#ifndef COPPICE_SERVE_CALL_H
#define COPPICE_SERVE_CALL_H

#include <jansson.h>

#include "serve/house.h"
#include "serve/router.h"

struct cop_call {
    const struct cop_site *site;
    struct cop_house *house;
    const struct cop_request *request;
    struct cop_reply *reply;
    char *part;         /* of the path: what stands for *, decoded */
    const char *query;  /* after the ?, as it was sent; may be "" */
    const json_t *body; /* of a POST or DELETE: an object */
};

typedef void cop_handler(struct cop_call *call);

/* {"error": ...}; returns false. */
__attribute__((format(printf, 3, 4))) bool cop_refuse(struct cop_call *call, int status,
                                                      const char *format, ...);

/* A JSON reply, to be written into call->reply->text. */
struct cop_text *cop_answer(struct cop_call *call, int status);

/* The value of a query's key, decoded, which the caller frees; NULL if it is not there. */
char *cop_query(const struct cop_call *call, const char *key);

/* A whole number of the query or of the body; `otherwise` if it is not there. False, and the reply
 * says so, if it is no number within the bounds. */
bool cop_query_number(struct cop_call *call, const char *key, int low, int high, int otherwise,
                      int *number);
bool cop_body_number(struct cop_call *call, const char *key, json_int_t low, json_int_t high,
                     json_int_t otherwise, json_int_t *number);

/* A string of the body, NULL if it is not there (or null). False if it is something else. */
bool cop_body_words(struct cop_call *call, const char *key, const char **words);

/* %41 and, in queries, + as a blank. NULL if it is malformed; the caller frees it. */
char *cop_decode(const char *bytes, size_t length, bool is_query);

#endif
