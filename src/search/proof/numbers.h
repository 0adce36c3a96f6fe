/* numbers.h - proof and disproof numbers: how many positions must at least be answered with yes, or
 * with no, for the question to be answered so (samegame-and-fanorona.md 6.4).
 *
 * To an OR node, where the player of the question moves, one child is enough for a yes and all are
 * needed for a no; to an AND node it is the other way round. Both are one thing seen from the
 * player to move: `own` is what that player wants to become 0. */
#ifndef COPPICE_SEARCH_PROOF_NUMBERS_H
#define COPPICE_SEARCH_PROOF_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#define PROOF_NEVER UINT32_MAX

struct proof_numbers {
    uint32_t proof, disproof;
};

static inline uint32_t proof_sum(uint32_t a, uint32_t b)
{
    if (a == PROOF_NEVER || b == PROOF_NEVER)
        return PROOF_NEVER;
    return a > PROOF_NEVER - 1 - b ? PROOF_NEVER - 1 : a + b;
}

static inline uint32_t proof_less(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline bool proof_is_settled(struct proof_numbers numbers)
{
    return numbers.proof == 0 || numbers.disproof == 0;
}

/* A node before its first child, and with one more. */
static inline struct proof_numbers proof_none(bool is_or)
{
    return is_or ? (struct proof_numbers){PROOF_NEVER, 0} : (struct proof_numbers){0, PROOF_NEVER};
}

static inline struct proof_numbers proof_with(struct proof_numbers numbers, bool is_or,
                                              struct proof_numbers child)
{
    if (is_or)
        return (struct proof_numbers){proof_less(numbers.proof, child.proof),
                                      proof_sum(numbers.disproof, child.disproof)};
    return (struct proof_numbers){proof_sum(numbers.proof, child.proof),
                                  proof_less(numbers.disproof, child.disproof)};
}

#endif
