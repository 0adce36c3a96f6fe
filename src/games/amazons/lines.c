/* lines.c - building the lines of a position. */
#include "lines.h"

#include <string.h>

static int list_squares(amazons_set set, uint8_t *out)
{
    int count = 0;

    for (; set != 0; set &= set - 1)
        out[count++] = (uint8_t)amazons_first(set);
    return count;
}

void amazons_lines_build(const struct amazons_board *board, const struct amazons_position *position,
                         struct amazons_lines *lines)
{
    amazons_set empty = amazons_empty(board, position);
    amazons_set taken = board->squares & ~empty;

    for (int side = 0; side < 2; side++)
        lines->counts[side] = list_squares(amazons_of(position, side), lines->amazons[side]);
    /* From an empty or a full board, whichever is nearer. */
    if (2 * amazons_size(taken) <= amazons_size(board->squares)) {
        memcpy(lines->taken, board->walls, sizeof lines->taken);
    } else {
        for (int i = 0; i < AMAZONS_LINES; i++)
            lines->taken[i] = (1 << AMAZONS_SIDE_MAX) - 1;
        taken = empty;
    }
    for (; taken != 0; taken &= taken - 1)
        amazons_toggle(board, lines, amazons_first(taken));
}
