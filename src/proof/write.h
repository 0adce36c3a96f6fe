/* write.h - proofs as files, as check.h reads them: a head, one or two claims, an end. */
#ifndef COPPICE_PROOF_WRITE_H
#define COPPICE_PROOF_WRITE_H

#include "proof/walk.h"

#define COP_PROOF_FORMAT   "coppice-proof 1"
#define COP_PROOF_CHECKSUM "checksum "

void cop_proof_write_head(const struct cop_game *game, const void *start, struct cop_text *file);
/* "White at least 0.5", "Black at most 12 points". */
void cop_proof_write_words(const struct cop_game *game, const struct cop_claim *claim,
                           struct cop_text *text);
/* "3-2 0123456789abcdef fanorona-7x5": a class and the checksum of its values. */
void cop_proof_write_class(const struct cop_game *game, int class_number, uint64_t sum,
                           struct cop_text *text);
/* The lines of a proof that has used these classes of the database. */
bool cop_proof_write_rest(const struct cop_game *game, const struct cop_database *database,
                          const bool *is_used, struct cop_text *file, struct cop_error *error);
/* A claim with so many positions and replies, which follow as lines. */
void cop_proof_write_claim(const struct cop_proof_walk *walk, const struct cop_text *replies,
                           struct cop_text *file);
void cop_proof_write_end(struct cop_text *file);

#endif
