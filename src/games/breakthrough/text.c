/* text.c - steps and boards of Breakthrough in words. */
#include <string.h>
#include <strings.h>

#include "games/rows.h"
#include "position.h"

/* ---- Boards, for every game that is played with these stones ---- */

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

/* ---- Breakthrough ---- */

void breakthrough_write_move(const struct cop_game *game, const void *state, cop_move move,
                             struct cop_text *text)
{
    const struct position *position = state;

    (void)game;
    breakthrough_write_step(position->stones, move, text);
}

bool breakthrough_accepts(const struct cop_game *game, const void *state, cop_move move,
                          const char *word)
{
    (void)game;
    (void)state;
    return breakthrough_accepts_step(move, word);
}

/* When the game is over the loser would be next. */
void breakthrough_write_position(const struct cop_game *game, const void *state,
                                 struct cop_text *text)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    bool is_over = position->turn == COP_OVER;

    breakthrough_write_rows(
        board, position->stones,
        is_over ? 1 - breakthrough_winner(board, position->stones) : (int)position->turn, text);
}

/* A finished game is legal if it is the loser's turn. */
bool breakthrough_read_position(const struct cop_game *game, const char *words, void *state,
                                struct cop_error *error)
{
    struct position position = {{0, 0}, 0};
    int next, winner;

    if (!breakthrough_read_rows(board_of(game), "breakthrough", words, position.stones, &next,
                                error))
        return false;
    winner = breakthrough_winner(board_of(game), position.stones);
    if (winner == next)
        return cop_fail(error, "breakthrough: %s has won already and cannot be to move",
                        cop_player_name(game, winner));
    position.turn = winner >= 0 ? COP_OVER : next;
    memcpy(state, &position, sizeof position);
    return true;
}
