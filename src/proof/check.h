/* check.h - proofs as files: docs/formats.md has the format, docs/solve.md what it proves.
 *
 * A file has the game, a position, the databases it rests on, and one or two claims about it with
 * the replies that prove them, in the order in which the walk of walk.h asks for them. */
#ifndef COPPICE_PROOF_CHECK_H
#define COPPICE_PROOF_CHECK_H

#include "coppice/record.h"
#include "proof/walk.h"

/* What a file has proved. */
struct cop_proved {
    struct cop_text sentence; /* "White wins connect4(width=4)" */
    struct cop_text rests;    /* "the databases fanorona-7x5, 21 classes to 7 pieces", or empty */
    int claims;
    int64_t positions, replies;
};

/* Reads a file and checks everything in it; databases that it rests on are in `folder`, or in the
 * usual one if that is NULL. False and what is wrong in which line. */
bool cop_proof_check(const char *path, cop_game_opener *open, const char *folder,
                     const atomic_bool *stop, struct cop_proved *proved, struct cop_error *error);
void cop_proved_free(struct cop_proved *proved);

#endif
