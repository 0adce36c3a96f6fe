/* text.c - moves and positions of Rolit in words. */
#include <ctype.h>
#include <string.h>

#include "board.h"
#include "games/bits.h"
#include "games/reading.h"

static const char letters[ROLIT_COLOURS + 1] = "RGYB";

void rolit_write_move(const struct cop_game *game, const void *state, cop_move move,
                      struct cop_text *text)
{
    int square = (int)move - 1;

    (void)game;
    (void)state;
    cop_text_add(text, "%c%d", 'a' + square % ROLIT_STRIDE, square / ROLIT_STRIDE + 1);
}

void rolit_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct rolit_position *position = state;
    int size = rolit_board_of(game)->size;
    char words[ROLIT_STRIDE * (ROLIT_STRIDE + 1) + 4], *at = words;

    for (int row = size - 1; row >= 0; row--) {
        for (int column = 0; column < size; column++) {
            int colour = rolit_colour_at(position, rolit_square(column, row));

            *at++ = colour < 0 ? '.' : letters[colour];
        }
        *at++ = row > 0 ? '/' : ' ';
    }
    *at++ = letters[position->turn];
    *at++ = ' ';
    *at++ = (char)('0' + game->players);
    cop_text_add_bytes(text, words, (size_t)(at - words));
}

/* The colour whose letter it is, or -1. */
static int read_letter(char letter)
{
    const char *found = letter != '\0' ? strchr(letters, toupper((unsigned char)letter)) : NULL;

    return found != NULL ? (int)(found - letters) : -1;
}

/* Reads the squares and moves `*at` behind them. */
static bool read_squares(const char **at, int size, struct rolit_position *position,
                         struct cop_error *error)
{
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column <= size; column++) {
            char letter = **at;
            int colour = read_letter(letter);

            if (column == size && row == 0)
                continue;
            if (column == size ? letter != '/' : colour < 0 && letter != '.' && letter != '-')
                return cop_fail(error,
                                "rolit: a position begins with %d rows of %d squares from the top, "
                                "each R, G, Y, B or a point, with / between rows; row %d is not so",
                                size, size, row + 1);
            if (column < size && colour >= 0)
                rolit_put(position, rolit_square(column, row), (uint64_t)colour);
            (*at)++;
        }
    return true;
}

static bool read_turn(const char *at, const struct cop_game *game, struct rolit_position *position,
                      struct cop_error *error)
{
    int mover = skip_blanks(&at) ? read_letter(*at) : -1;

    if (mover < 0 || mover >= game->players)
        return cop_fail(error, "rolit: after the squares comes a blank and who moves, one of %.*s",
                        game->players, letters);
    at++;
    if (!skip_blanks(&at) || at[0] < '2' || at[0] > '4' || at[1] != '\0')
        return cop_fail(error, "rolit: a position ends with a blank and the number of players, %d",
                        game->players);
    if (at[0] - '0' != game->players)
        return cop_fail(error,
                        "rolit: this is a position for %c players and the game has %d; "
                        "open rolit(players=%c) for it",
                        at[0], game->players, at[0]);
    position->turn = (uint64_t)mover;
    return true;
}

static bool fail_at(struct cop_error *error, uint64_t square, const char *why)
{
    int index = bit_index(square);

    return cop_fail(error, "rolit: %s, but %c%d is not so", why, 'a' + index % ROLIT_STRIDE,
                    index / ROLIT_STRIDE + 1);
}

/* What every game keeps: the middle is taken, pieces hang together, and a colour that nobody plays
 * has no piece but its first. */
static bool check_pieces(const struct cop_game *game, const struct rolit_position *position,
                         struct cop_error *error)
{
    const struct rolit_board *board = rolit_board_of(game);
    uint64_t middle = 0, reached, before = 0, strange = 0;

    for (int colour = 0; colour < ROLIT_COLOURS; colour++) {
        middle |= board->start[colour];
        if (colour >= game->players)
            strange |= rolit_pieces(position, (uint64_t)colour) & ~board->start[colour];
    }
    if ((middle & ~position->taken) != 0)
        return fail_at(error, middle & ~position->taken,
                       "the four squares in the middle are never empty");
    if (strange != 0)
        return fail_at(error, strange,
                       "a colour that nobody plays has no piece but the one it starts with");
    for (reached = middle; reached != before;) {
        before = reached;
        reached = rolit_spread(reached) & position->taken;
    }
    if (reached != position->taken)
        return fail_at(error, position->taken & ~reached,
                       "every piece is joined to the middle by other pieces");
    return true;
}

bool rolit_read_position(const struct cop_game *game, const char *words, void *state,
                         struct cop_error *error)
{
    struct rolit_position position = {0};

    if (!read_squares(&words, rolit_board_of(game)->size, &position, error) ||
        !read_turn(words, game, &position, error) || !check_pieces(game, &position, error))
        return false;
    memcpy(state, &position, sizeof position);
    return true;
}
