/* keys.c - numbers for groups and for what a board still has to give.
 *
 * A group is its colour and its cells. What is still to come does not depend on which colour is
 * which: the sets of cells, one for each colour, are hashed one by one and added. Nor does it
 * depend on left and right (samegame-and-fanorona.md 2.2): the board and its mirror image are both
 * hashed. */
#include "board.h"

uint64_t samegame_code(const struct cop_game *game, const void *state, cop_move move)
{
    const struct position *position = state;
    int words = board_of(game)->words, cell = (int)move - 1;
    uint64_t group[WIDE];

    find_group(position->planes, cell, group, words);
    return samegame_code_of_group(position->planes, cell, group, words);
}

INLINE int list_coded(const struct position *position, cop_move *out, uint64_t *codes, int words)
{
    uint64_t corners[WIDE], group[WIDE];
    int count = 0;

    find_corners(position->planes, corners, words);
    for (int i = 0; i < words; i++)
        while (corners[i] != 0) {
            int cell = i * 64 + bit_index(corners[i]);

            find_group(position->planes, cell, group, words);
            for (int j = i; j < words; j++)
                corners[j] &= ~group[j];
            codes[count] = samegame_code_of_group(position->planes, cell, group, words);
            out[count++] = move_of(cell);
        }
    return count;
}

int samegame_coded_moves(const struct cop_game *game, const void *state, cop_move *out,
                         uint64_t *codes)
{
    if (board_of(game)->words == NARROW)
        return list_coded(state, out, codes, NARROW);
    return list_coded(state, out, codes, WIDE);
}

static uint64_t column_of(const uint64_t *set, int x)
{
    return set[x / LANES] >> x % LANES * LANE & 0xffff;
}

/* The set with its columns in the opposite order, of the first `columns`. */
static void mirror(const uint64_t *set, int columns, uint64_t *mirrored, int words)
{
    for (int i = 0; i < words; i++)
        mirrored[i] = 0;
    for (int x = 0; x < columns; x++)
        mirrored[x / LANES] |= column_of(set, columns - 1 - x) << x % LANES * LANE;
}

static int columns_left(const struct board *board, const struct position *position)
{
    int columns = 0;

    while (columns < board->columns && colour_at(board, position, columns, 0) >= 0)
        columns++;
    return columns;
}

uint64_t samegame_rest(const struct cop_game *game, const void *state)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int columns = columns_left(board, position);
    uint64_t as_it_is = 0, mirrored = 0;

    for (int colour = 0; colour < board->colours; colour++) {
        uint64_t set[WIDE], other[WIDE];

        find_colour(board, position, colour, set);
        mirror(set, columns, other, board->words);
        as_it_is += samegame_hash_of_set(set, board->words, 0);
        mirrored += samegame_hash_of_set(other, board->words, 0);
    }
    return as_it_is < mirrored ? as_it_is : mirrored;
}
