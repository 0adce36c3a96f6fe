/* text.c - moves and positions of Connect Four in words. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

void connect4_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, "%c", (char)('a' + move - 1));
}

/* The solvers' notation: the number of the column, from 1. */
bool connect4_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word)
{
    char *end;
    long column;

    (void)game;
    (void)state;
    if (!isdigit((unsigned char)word[0]))
        return false;
    column = strtol(word, &end, 10);
    return *end == '\0' && column == (long)move;
}

static struct cop_rows empty_rows(const struct board *board)
{
    struct cop_rows picture = {"connect4", "XO", board->width, board->height, 0, {0}};

    memset(picture.at, -1, sizeof picture.at);
    return picture;
}

struct cop_rows connect4_rows(const struct board *board, const struct position *position)
{
    struct cop_rows picture = empty_rows(board);
    uint64_t first = stones_of(board, position, 0);

    picture.turn = (position->own & board->second) != 0;
    for (int column = 0; column < board->width; column++)
        for (int row = 0; row < board->height; row++) {
            uint64_t cell = cell_of(board, column, row);

            if ((position->all & cell) != 0)
                picture.at[cell_number(board, column, row)] = (first & cell) == 0;
        }
    return picture;
}

void connect4_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    struct cop_rows picture = connect4_rows(board_of(game), state);

    cop_rows_write(&picture, text);
}

/* A finished game ended with one stone: taking some topmost stone away must leave no line. */
static bool ends_with_one_stone(const struct board *board, uint64_t winner, uint64_t all)
{
    for (int column = 0; column < board->width; column++) {
        uint64_t stones = all & column_of(board, column);
        uint64_t top = stones & ~(stones >> 1);

        if ((winner & top) != 0 && !has_line(winner & ~top, board->height))
            return true;
    }
    return false;
}

/* What no sequence of moves can reach is refused with its reason. */
static bool check_reachable(const struct board *board, const uint64_t stones[2], int mover,
                            struct cop_error *error)
{
    static const char *const names = "XO";
    int counts[2] = {bit_count(stones[0]), bit_count(stones[1])};
    uint64_t all = stones[0] | stones[1];
    uint64_t hanging = all & ~(all << 1) & ~board->bottom;

    if (hanging != 0) {
        int bit = bit_index(hanging);

        return cop_fail(error, "connect4: the stone on %c%d hangs in the air",
                        'a' + bit / (board->height + 1), bit % (board->height + 1) + 1);
    }
    if (counts[0] != counts[1] + mover)
        return cop_fail(error,
                        "connect4: %d X and %d O with %c to move is impossible; X began, so X has "
                        "as many stones as O when X moves, and one more when O moves",
                        counts[0], counts[1], names[mover]);
    if (has_line(stones[mover], board->height))
        return cop_fail(error, "connect4: %c has a line of four already and cannot be to move",
                        names[mover]);
    if (has_line(stones[1 - mover], board->height) &&
        !ends_with_one_stone(board, stones[1 - mover], all))
        return cop_fail(error, "connect4: the lines of %c cannot all come from one last stone",
                        names[1 - mover]);
    return true;
}

bool connect4_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error)
{
    const struct board *board = board_of(game);
    struct cop_rows picture = empty_rows(board);
    struct position *position = state;
    uint64_t stones[2] = {0, 0};

    if (!cop_rows_read(&picture, words, error))
        return false;
    for (int column = 0; column < board->width; column++)
        for (int row = 0; row < board->height; row++) {
            int side = picture.at[cell_number(board, column, row)];

            if (side >= 0)
                stones[side] |= cell_of(board, column, row);
        }
    if (!check_reachable(board, stones, picture.turn, error))
        return false;
    position->own = stones[picture.turn] | (picture.turn == 1 ? board->second : 0) |
                    (has_line(stones[1 - picture.turn], board->height) ? board->line : 0);
    position->all = stones[0] | stones[1];
    return true;
}
