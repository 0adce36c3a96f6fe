/* breakthrough_board.c - set-up, texts and pictures of a Breakthrough board. */
#include "board.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "games/rows.h"

void breakthrough_measure(struct board *board, const struct cop_settings *settings)
{
    uint64_t row_bits;

    board->columns = (int)cop_integer(settings, "width");
    board->rows = (int)cop_integer(settings, "height");
    row_bits = ((uint64_t)1 << board->columns) - 1;
    board->squares = 0;
    for (int row = 0; row < board->rows; row++)
        board->squares |= row_bits << (row * STRIDE);
    board->goal[WHITE] = row_bits << ((board->rows - 1) * STRIDE);
    board->goal[BLACK] = row_bits;
}

void breakthrough_set_up(const struct board *board, uint64_t stones[2])
{
    stones[WHITE] = board->goal[BLACK] | board->goal[BLACK] << STRIDE;
    stones[BLACK] = board->goal[WHITE] | board->goal[WHITE] >> STRIDE;
}

bool breakthrough_step(const struct board *board, uint64_t stones[2], int side, cop_move move)
{
    uint64_t from = (uint64_t)1 << (move >> 6);
    uint64_t to = (uint64_t)1 << (move & 63);

    assert((stones[side] & from) != 0);
    stones[side] ^= from | to;
    stones[1 - side] &= ~to;
    return (to & board->goal[side]) != 0 || stones[1 - side] == 0;
}

int breakthrough_winner(const struct board *board, const uint64_t stones[2])
{
    for (int side = 0; side < 2; side++)
        if ((stones[side] & board->goal[side]) != 0 || stones[1 - side] == 0)
            return side;
    return -1;
}

/* A stone one row from its goal always has a slanting step into it, so to leave one there is to
 * lose. */
struct steps breakthrough_decisive(const struct board *board, const uint64_t stones[2], int side)
{
    uint64_t enemy = stones[1 - side];
    struct steps steps = all_steps(board, stones, side);
    uint64_t wins = board->goal[side] | (bit_count(enemy) == 1 ? enemy : 0);
    uint64_t near_goal =
        side == WHITE ? board->goal[BLACK] << STRIDE : board->goal[WHITE] >> STRIDE;
    struct steps winning = only(steps, wins);

    return count_steps(winning) > 0 ? winning : only(steps, enemy & near_goal);
}

void breakthrough_write_square(int square, struct cop_text *text)
{
    cop_text_add(text, "%c%d", 'a' + square % STRIDE, square / STRIDE + 1);
}

void breakthrough_write_step(const uint64_t stones[2], cop_move move, struct cop_text *text)
{
    int to = (int)(move & 63);

    breakthrough_write_square((int)(move >> 6), text);
    if (((stones[WHITE] | stones[BLACK]) >> to & 1) != 0)
        cop_text_add(text, "x");
    breakthrough_write_square(to, text);
}

bool breakthrough_accepts_step(cop_move move, const char *word)
{
    int from = (int)(move >> 6), to = (int)(move & 63);
    char plain[5] = {(char)('a' + from % STRIDE), (char)('1' + from / STRIDE),
                     (char)('a' + to % STRIDE), (char)('1' + to / STRIDE), 0};

    if (strncasecmp(word, plain, 2) != 0)
        return false;
    word += 2;
    if (*word == '-')
        word++;
    return strcasecmp(word, plain + 2) == 0;
}

static struct cop_rows empty_rows(const struct board *board, const char *game)
{
    struct cop_rows picture = {game, "wb", board->columns, board->rows, 0, {0}};

    memset(picture.at, -1, sizeof picture.at);
    return picture;
}

int breakthrough_cell(const struct board *board, int square)
{
    return (board->rows - 1 - square / STRIDE) * board->columns + square % STRIDE;
}

void breakthrough_write_rows(const struct board *board, const uint64_t stones[2], int turn,
                             struct cop_text *text)
{
    struct cop_rows picture = empty_rows(board, "");

    for (int side = 0; side < 2; side++)
        for (uint64_t left = stones[side]; left != 0; left &= left - 1)
            picture.at[breakthrough_cell(board, bit_index(left))] = (signed char)side;
    picture.turn = turn;
    cop_rows_write(&picture, text);
}

static bool check_reachable(const struct board *board, const char *game, const uint64_t stones[2],
                            int turn, struct cop_error *error)
{
    static const char *const names[2] = {"White", "Black"};

    if ((stones[WHITE] | stones[BLACK]) == 0)
        return cop_fail(error, "%s: there are no stones on the board", game);
    for (int side = 0; side < 2; side++) {
        int arrived = bit_count(stones[side] & board->goal[side]);

        if (bit_count(stones[side]) > 2 * board->columns)
            return cop_fail(error, "%s: %s has %d stones and began with %d", game, names[side],
                            bit_count(stones[side]), 2 * board->columns);
        if (arrived > 1)
            return cop_fail(error,
                            "%s: %s has %d stones on the far row; the first one ended the game",
                            game, names[side], arrived);
        if (arrived == 1 && turn == side)
            return cop_fail(error, "%s: %s has won already and cannot be to move", game,
                            names[side]);
    }
    return true;
}

bool breakthrough_read_rows(const struct board *board, const char *game, const char *words,
                            uint64_t stones[2], int *turn, struct cop_error *error)
{
    struct cop_rows picture = empty_rows(board, game);

    if (!cop_rows_read(&picture, words, error))
        return false;
    stones[WHITE] = stones[BLACK] = 0;
    for (uint64_t left = board->squares; left != 0; left &= left - 1) {
        int side = picture.at[breakthrough_cell(board, bit_index(left))];

        if (side >= 0)
            stones[side] |= lowest_bit(left);
    }
    *turn = picture.turn;
    return check_reachable(board, game, stones, picture.turn, error);
}

void breakthrough_scene(const struct board *board, const uint64_t stones[2],
                        struct cop_scene *scene)
{
    scene->owners[WHITE] = "white";
    scene->owners[BLACK] = "black";
    cop_scene_board(scene, board->columns, board->rows, false, COP_LIGHT, COP_DARK);
    for (int row = board->rows - 1; row >= 0; row--)
        for (int column = 0; column < board->columns; column++) {
            int square = row * STRIDE + column;

            for (int side = 0; side < 2; side++)
                if ((stones[side] >> square & 1) != 0)
                    cop_scene_piece(scene, breakthrough_cell(board, square), side, 0, COP_PAWN, "");
        }
}

int breakthrough_path(const struct board *board, cop_move move, int *cells)
{
    cells[0] = breakthrough_cell(board, (int)(move >> 6));
    cells[1] = breakthrough_cell(board, (int)(move & 63));
    return 2;
}
