/* derive.h - the value of a number from those of the positions that its moves lead to, by the rules
 * alone: what every game can do, and what databases are verified by. */
#ifndef COPPICE_DATABASE_DERIVE_H
#define COPPICE_DATABASE_DERIVE_H

#include "coppice/game.h"

struct cop_deriver;

struct cop_deriver *cop_deriver_open(const struct cop_game *game);
void cop_deriver_close(struct cop_deriver *deriver); /* NULL is fine */

/* As cop_indexing's look says it; COP_NOBODYS for a number without a position. */
enum cop_known cop_derive(struct cop_deriver *deriver, const struct cop_values *values,
                          int class_number, int64_t number);

/* What the player to move gets from `state`, which a move has led to or which is over (`player`
 * then says whose value it is). */
enum cop_known cop_derive_after(struct cop_deriver *deriver, const struct cop_values *values,
                                const void *state, int player);

/* The value of the other side. */
static inline enum cop_known cop_known_reversed(enum cop_known value)
{
    return value == COP_UNKNOWN ? COP_UNKNOWN : (enum cop_known)(4 - (int)value);
}

/* The better one of two moves; what is unknown may be anything below a win. */
enum cop_known cop_known_better(enum cop_known one, enum cop_known other);

#endif
