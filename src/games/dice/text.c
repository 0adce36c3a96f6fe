/* text.c - rolls, placements and positions of Dice in words. */
#include <ctype.h>
#include <string.h>

#include "board.h"
#include "games/reading.h"

static const char letters[] = "xo";

void dice_write_move(const struct cop_game *game, const void *state, cop_move move,
                     struct cop_text *text)
{
    const struct dice_board *board = board_of(game);

    (void)state;
    if (move < ROLL)
        cop_text_add(text, "%c%d", 'a' + board->column[move - 1], board->row[move - 1] + 1);
    else if (move == ROLL)
        cop_text_add(text, "--");
    else
        cop_text_add(text, "%d:", (int)(move - ROLL));
}

/* A line's number, behind which `*at` is left, or 0. */
static int read_line(const struct dice_board *board, const char **at)
{
    int line;

    return **at != '0' && read_number(at, board->size, &line) ? line : 0;
}

/* Also "3" for the roll "3:", and "3:--" for a pass if line 3 is full. */
bool dice_accepts(const struct cop_game *game, const void *state, cop_move move, const char *word)
{
    const struct dice_board *board = board_of(game);
    int line = move >= ROLL ? read_line(board, &word) : 0;

    if (line == 0)
        return false;
    if (move == ROLL)
        return strcmp(word, ":--") == 0 && (open_rolls(board, state) >> (line - 1) & 1) == 0;
    return (cop_move)line == move - ROLL && *word == '\0';
}

void dice_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct dice_position *position = state;
    int size = board_of(game)->size;
    char words[LONGEST * (LONGEST + 1) + 2], *at = words;

    for (int row = size - 1; row >= 0; row--) {
        for (int column = 0; column < size; column++) {
            int owner = owner_at(position, row * size + column);

            *at++ = owner < 0 ? '.' : letters[owner];
        }
        *at++ = row > 0 ? '/' : ' ';
    }
    *at++ = letters[mover_in(position)];
    cop_text_add_bytes(text, words, (size_t)(at - words));
    if (roll_in(position) == 0)
        cop_text_add(text, " ?");
    else
        cop_text_add(text, " %d", roll_in(position));
}

/* The player whose letter it is, or -1. */
static int read_letter(char letter)
{
    for (int player = 0; player < 2; player++)
        if (tolower((unsigned char)letter) == letters[player])
            return player;
    return -1;
}

/* Reads the cells and moves `*at` behind them. */
static bool read_cells(const char **at, int size, struct dice_position *position,
                       struct cop_error *error)
{
    for (int row = size - 1; row >= 0; row--)
        for (int column = 0; column < size + (row > 0); column++) {
            char letter = **at;
            int owner = read_letter(letter);

            if (column == size ? letter != '/' : owner < 0 && letter != '.')
                return cop_fail(error,
                                "dice: a position begins with %d rows of %d cells from the top, "
                                "each x, o or a point, with / between rows; row %d is not so",
                                size, size, row + 1);
            if (column < size && owner >= 0)
                set_checkers(position, owner,
                             checkers_of(position, owner) | cell_bit(row * size + column));
            (*at)++;
        }
    return true;
}

/* Reads who moves and what was rolled. */
static bool read_notes(const char *at, const struct dice_board *board,
                       struct dice_position *position, struct cop_error *error)
{
    int mover = skip_blanks(&at) ? read_letter(*at) : -1, roll = 0;
    bool is_ok;

    if (mover < 0)
        return cop_fail(error, "dice: after the cells comes a blank and who moves, x or o");
    at++;
    is_ok = skip_blanks(&at);
    if (*at == '?') {
        at++;
    } else {
        roll = read_line(board, &at);
        is_ok = is_ok && roll > 0;
    }
    if (!is_ok || *at != '\0')
        return cop_fail(error,
                        "dice: a position ends with a blank and the line that was rolled, 1 to %d, "
                        "or ? before the roll",
                        board->size);
    set_notes(position, roll, mover, GOES_ON);
    return true;
}

/* The cells that all full lines of a player share, which the last checker is one of; all cells if
 * there is no such line. */
static cell_set shared_by_full_lines(const struct dice_board *board,
                                     const struct dice_position *position, int player)
{
    cell_set shared = ~(cell_set)0;

    for (int line = 0; line < board->line_count; line++)
        if ((board->lines[line] & ~checkers_of(position, player)) == 0)
            shared &= board->lines[line];
    return shared;
}

/* Who filled a line, must have done so with the last checker. Finds how the game ended. */
static bool check_lines(const struct dice_board *board, struct dice_position *position,
                        struct cop_error *error)
{
    int next = mover_in(position);
    cell_set last = shared_by_full_lines(board, position, 1 - next);

    if (shared_by_full_lines(board, position, next) != ~(cell_set)0)
        return cop_fail(error, "dice: %c has filled a line and cannot be to move", letters[next]);
    if (last == 0)
        return cop_fail(error, "dice: %c cannot have filled all those lines with one checker",
                        letters[1 - next]);
    if (last != ~(cell_set)0)
        set_notes(position, roll_in(position), next, WON);
    else if (dice_is_drawn(board, position))
        set_notes(position, roll_in(position), next, DRAWN);
    if (end_of(position) != GOES_ON && roll_in(position) != 0)
        return cop_fail(error, "dice: the game is over, so that nothing is rolled; write ?");
    return true;
}

/* Players place in turn, and only who rolls a full line misses a turn. */
static bool check_counts(const struct dice_board *board, const struct dice_position *position,
                         struct cop_error *error)
{
    int lead = set_count(checkers_of(position, 0)) - set_count(checkers_of(position, 1)) -
               mover_in(position);
    int behind = lead > 0 ? ROWS : COLUMNS;

    if (lead == 0)
        return true;
    if (board->rerolls)
        return cop_fail(error, "dice: %c has too few checkers; nobody passes in this variant",
                        letters[behind]);
    if (bit_count(open_lines(board, position, behind)) == board->size)
        return cop_fail(error,
                        "dice: %c has too few checkers for one who could not pass, as no %s is "
                        "full",
                        letters[behind], behind == ROWS ? "row" : "column");
    return true;
}

bool dice_read_position(const struct cop_game *game, const char *words, void *state,
                        struct cop_error *error)
{
    const struct dice_board *board = board_of(game);
    struct dice_position position = {0};

    if (!read_cells(&words, board->size, &position, error) ||
        !read_notes(words, board, &position, error) || !check_lines(board, &position, error) ||
        !check_counts(board, &position, error))
        return false;
    if (roll_in(&position) != 0 && (rolled_line(board, &position) & ~taken_in(&position)) == 0)
        return cop_fail(error, "dice: %s %d is full, and a roll of it passes at once",
                        mover_in(&position) == ROWS ? "row" : "column", roll_in(&position));
    memcpy(state, &position, sizeof position);
    return true;
}
