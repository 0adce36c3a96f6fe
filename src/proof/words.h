/* words.h - positions, moves and claims in words: nothing here decides whether a claim is proved.
 */
#ifndef COPPICE_PROOF_WORDS_H
#define COPPICE_PROOF_WORDS_H

#include "proof/walk.h"

/* Fails with a sentence and the position it is about. */
bool cop_proof_fail_at(const struct cop_game *game, const void *state, const char *why,
                       struct cop_error *error);

/* Room for the words of a position's moves, used again for the next one; zeros at first. */
struct cop_proof_words {
    struct cop_text letters;
    struct cop_proof_word *words;
};

void cop_proof_words_free(struct cop_proof_words *room);

/* Puts moves in the order of their words, which is the notation's and not a program's: files have
 * the replies in the order of the walk. */
void cop_proof_sort(const struct cop_game *game, const void *state, cop_move *moves, int count,
                    struct cop_proof_words *room);

/* "White wins connect4(width=4)": what one claim says, or two. */
void cop_proof_say(const struct cop_game *game, const void *start, const struct cop_claim *claims,
                   int count, struct cop_text *sentence);

#endif
