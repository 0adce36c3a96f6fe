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
/* A claim with so many positions and replies, which follow as lines. */
void cop_proof_write_claim(const struct cop_proof_walk *walk, const struct cop_text *replies,
                           struct cop_text *file);
void cop_proof_write_end(struct cop_text *file);

#endif
