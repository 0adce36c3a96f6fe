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

/* The same, and how many moves a win or a loss takes within the stage, 0 for what is neither; the
 * context is that of `values`. All moves are looked at. A position in which the game is over counts
 * as `of_end`: some tables give it a move as they do to every other position without moves. */
typedef int cop_distance_of(const void *context, int class_number, int64_t number);
enum cop_known cop_derive_far(struct cop_deriver *deriver, const struct cop_values *values,
                              cop_distance_of *distance_of, int of_end, int class_number,
                              int64_t number, int *distance);

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
