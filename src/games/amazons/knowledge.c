/* knowledge.c - the parts of a position of the Amazons that have nothing to do with each other.
 *
 * What connects squares is an empty square or an amazon of either side, which may leave: whatever
 * is walled off from the rest by burnt squares and the border is a part. Nobody can do anything on
 * squares that no amazon reaches; these belong to none. */
#include "games/amazons/board.h"

/* The position with everything but `part` burnt. */
static void isolate(const struct amazons_board *board, const struct amazons_position *position,
                    amazons_set part, struct amazons_position *alone)
{
    amazons_set burnt = amazons_empty(board, position) & ~part;

    *alone = *position;
    for (int plane = 0; plane < 2; plane++)
        amazons_put(alone, plane, amazons_plane(position, plane) | burnt);
    amazons_settle(board, alone);
}

int amazons_parts(const struct cop_game *game, const void *state, void *parts, int room)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = state;
    struct amazons_position *out = parts;
    amazons_set empty = amazons_empty(board, position), left;
    int count = 0;

    if (position->landed != AMAZONS_NOWHERE || position->passes > 0)
        return 1; /* a shot is due, or a pass, which is in no part, may be made */
    left = amazons_of(position, AMAZONS_WHITE) | amazons_of(position, AMAZONS_BLACK) | empty;
    while ((left & ~empty) != 0) {
        amazons_set part = amazons_flood(amazons_square(amazons_first(left & ~empty)), left);

        left &= ~part;
        if ((part & empty) == 0)
            continue;
        if (count < room)
            isolate(board, position, part, &out[count]);
        count++;
    }
    return count > 0 ? count : 1;
}
