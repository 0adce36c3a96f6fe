/* write_review.h - a review in JSON, for people and in a table's file. With the lock held. */
#ifndef COPPICE_SERVE_WRITE_REVIEW_H
#define COPPICE_SERVE_WRITE_REVIEW_H

#include <jansson.h>

#include "base/json.h"
#include "serve/review.h"

/* How far it is: the key "review" of docs/serve.md's STATE, or null. */
void cop_write_review_progress(const struct cop_table *table, struct cop_json *json);

/* The whole REVIEW of docs/serve.md; the table has one. */
void cop_write_review(const struct cop_table *table, struct cop_json *json);

/* The item "review" of a table's file, and back. What cannot be read is left out: it is judged
 * again. */
void cop_review_save(const struct cop_table *table, struct cop_json *json);
void cop_review_restore(struct cop_table *table, const json_t *saved);

#endif
