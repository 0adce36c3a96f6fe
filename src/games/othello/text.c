/* text.c - moves and positions of Othello in words. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "position.h"

void othello_write_move(const struct cop_game *game, const void *state, cop_move move,
                        struct cop_text *text)
{
    int square = (int)move - 1;

    (void)game;
    (void)state;
    if (move == COP_PASS)
        cop_text_add(text, "--");
    else
        cop_text_add(text, "%c%d", 'a' + square % OTHELLO_STRIDE, square / OTHELLO_STRIDE + 1);
}

void othello_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct othello_board *board = othello_board_of(game);
    const struct othello_position *position = state;

    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            uint64_t square = othello_square(column, row);

            cop_text_add(text, "%c",
                         (position->discs[0] & square) != 0   ? 'X'
                         : (position->discs[1] & square) != 0 ? 'O'
                                                              : '-');
        }
    /* Nobody moves in a finished game; the text then says X, and reading it ends the game again. */
    cop_text_add(text, " %c", position->turn == 1 ? 'O' : 'X');
}

/* Reads the squares and returns where they end, or NULL. */
static const char *read_squares(const struct othello_board *board, const char *words,
                                uint64_t discs[2], struct cop_error *error)
{
    int count = board->size * board->size;

    for (int i = 0; i < count; i++) {
        uint64_t square = othello_square(i % board->size, i / board->size);

        switch (words[i]) {
        case 'X':
        case 'x':
        case '*':
            discs[0] |= square;
            break;
        case 'O':
        case 'o':
            discs[1] |= square;
            break;
        case '-':
        case '.':
            break;
        default:
            cop_fail(error,
                     "othello: a position is %d characters (X black, O white, - empty, from a1 row "
                     "by row), a blank and who moves; character %d is none of them",
                     count, i + 1);
            return NULL;
        }
    }
    return words + count;
}

bool othello_read_position(const struct cop_game *game, const char *words, void *state,
                           struct cop_error *error)
{
    const struct othello_board *board = othello_board_of(game);
    struct othello_position position = {0};
    int mover;

    words = read_squares(board, words, position.discs, error);
    if (words == NULL)
        return false;
    while (isspace((unsigned char)*words))
        words++;
    mover = toupper((unsigned char)*words) == 'O';
    if (strcasecmp(words, "X") != 0 && strcasecmp(words, "O") != 0)
        return cop_fail(error, "othello: after the %d squares comes a blank and who moves, X or O",
                        board->size * board->size);
    if ((board->middle & ~(position.discs[0] | position.discs[1])) != 0)
        return cop_fail(error, "othello: the four squares in the middle are never empty");
    othello_settle(&position, board->squares, mover);
    memcpy(state, &position, sizeof position);
    return true;
}
