/* text.c - moves and positions of SameGame in words. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

void samegame_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text)
{
    int cell = (int)move - 1;

    (void)game;
    (void)state;
    cop_text_add(text, "%c%d", 'a' + cell / LANE, cell % LANE + 1);
}

/* A number of one or two digits, after which `*word` points; else -1. */
static int read_number(const char **word)
{
    int length = (int)strspn(*word, "0123456789");
    int number = length == 1 || length == 2 ? (int)strtol(*word, NULL, 10) : -1;

    *word += length;
    return number;
}

/* "e4", or "4:3" as other programs count, which is 4 columns from the left and 3 rows from the
 * bottom. -1 if it is neither, or not on the board. */
static int read_cell(const struct board *board, const char *word)
{
    int x, y;

    if (isalpha((unsigned char)*word)) {
        x = tolower((unsigned char)*word++) - 'a';
        y = read_number(&word) - 1;
    } else {
        x = read_number(&word);
        if (*word++ != ':')
            return -1;
        y = read_number(&word);
    }
    if (*word != '\0' || x < 0 || x >= board->columns || y < 0 || y >= board->rows)
        return -1;
    return cell_of(x, y);
}

/* Any block of a group names it. */
bool samegame_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int cell = read_cell(board, word);
    uint64_t group[WIDE];

    if (cell < 0)
        return false;
    find_group(position->planes, (int)move - 1, group, board->words);
    return (group[cell / 64] >> cell % 64 & 1) != 0;
}

void samegame_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct board *board = board_of(game);
    const struct position *position = state;

    for (int y = board->rows - 1; y >= 0; y--) {
        for (int x = 0; x < board->columns; x++) {
            int colour = colour_at(board, position, x, y);

            cop_text_add(text, "%c", colour < 0 ? '.' : '0' + colour);
        }
        cop_text_add(text, "%s", y > 0 ? "/" : " ");
    }
    cop_text_add(text, "%lld", (long long)position->points);
}

const char samegame_cells[] = "0123456789.", samegame_blanks[] = " \t\r\n";

/* Rows are separated by a slash or by white space. */
const char *samegame_skip_separator(const char *words)
{
    words += strspn(words, samegame_blanks);
    if (*words == '/')
        words++;
    return words + strspn(words, samegame_blanks);
}

static bool ends_row(char c)
{
    return c == '\0' || c == '/' || strchr(samegame_blanks, c) != NULL;
}

static bool fail_row(const struct board *board, enum samegame_source source, const char *words,
                     int y, struct cop_error *error)
{
    struct cop_text quoted = COP_TEXT;

    if (source == TYPED)
        cop_text_add(&quoted, ", and begins \"%.30s\"", words);
    cop_fail(error,
             "samegame: row %d from the top must have %d cells, each a digit below %d or "
             "a point%s",
             board->rows - y, board->columns, board->colours, quoted.bytes);
    cop_text_free(&quoted);
    return false;
}

static bool read_row(const struct board *board, enum samegame_source source, const char *words,
                     int y, struct position *position, struct cop_error *error)
{
    int length = (int)strspn(words, samegame_cells);

    if (length != board->columns || !ends_row(words[length]))
        return fail_row(board, source, words, y, error);
    for (int x = 0; x < board->columns; x++) {
        if (words[x] == '.')
            continue;
        if (words[x] - '0' >= board->colours)
            return cop_fail(error,
                            "samegame: %c%d has the colour %c, and the %d colours are 0 to %d; the "
                            "option colours allows up to %d",
                            'a' + x, y + 1, words[x], board->colours, board->colours - 1,
                            COLOURS_MAX);
        put_block(board, position, x, y, words[x] - '0');
    }
    return true;
}

/* Blocks fall and columns close up, always. */
static bool check_settled(const struct board *board, const struct position *position,
                          struct cop_error *error)
{
    for (int x = 0; x < board->columns; x++) {
        if (x > 0 && colour_at(board, position, x, 0) >= 0 &&
            colour_at(board, position, x - 1, 0) < 0)
            return cop_fail(error,
                            "samegame: column %c is empty and column %c is not; blocks must "
                            "stand at the left",
                            'a' + x - 1, 'a' + x);
        for (int y = 1; y < board->rows; y++)
            if (colour_at(board, position, x, y) >= 0 && colour_at(board, position, x, y - 1) < 0)
                return cop_fail(error, "samegame: there is nothing under the block at %c%d",
                                'a' + x, y + 1);
    }
    return true;
}

/* Points for the cells that are empty. A set-up may leave any of them empty, so that only more than
 * all of them at once would have earned is refused. */
static bool read_points(const struct board *board, const char *words, struct position *position,
                        struct cop_error *error)
{
    int64_t taken = board->columns * board->rows, most;
    size_t length = strspn(words, "0123456789");

    for (int colour = 0; colour < board->colours; colour++)
        taken -= count_colour(board, position, colour);
    most = taken < 2 ? 0 : points_of(taken);
    if (words[length] != '\0')
        return cop_fail(error,
                        "samegame: after the %d rows come the points so far or nothing, and not "
                        "\"%.30s\"",
                        board->rows, words);
    position->points = length > 9 ? most + 1 : strtol(words, NULL, 10);
    if (position->points > most)
        return cop_fail(error,
                        "samegame: with %d cells empty there are at most %d points, not %.30s",
                        (int)taken, (int)most, words);
    return true;
}

static bool read_rows(const struct board *board, enum samegame_source source, const char *words,
                      struct position *position, struct cop_error *error)
{
    for (int y = board->rows - 1; y >= 0; y--) {
        if (!read_row(board, source, words, y, position, error))
            return false;
        words += board->columns;
        words = y > 0 ? samegame_skip_separator(words) : words + strspn(words, samegame_blanks);
    }
    return check_settled(board, position, error) && read_points(board, words, position, error);
}

bool samegame_read_board(const struct board *board, enum samegame_source source, const char *words,
                         struct position *position, struct cop_error *error)
{
    struct cop_text own = COP_TEXT;
    bool is_read;

    if (!samegame_is_foreign(board, words))
        return read_rows(board, source, words, position, error);
    is_read = samegame_gather(board, source, words, &own, error) &&
              read_rows(board, source, own.bytes, position, error);
    cop_text_free(&own);
    return is_read;
}

bool samegame_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error)
{
    struct position position = {0};

    if (!samegame_read_board(board_of(game), TYPED, words, &position, error))
        return false;
    memcpy(state, &position, game->state_size);
    return true;
}
