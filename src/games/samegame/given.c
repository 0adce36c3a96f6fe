/* given.c - a board to start from: one of the standard boards, or one that is read from a file. */
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/file.h"
#include "board.h"

enum { FILE_MAX = 4096 };

extern const struct cop_embedded cop_data_samegame_standard;

/* Width and height of a board in a file, which has nothing but its rows. */
static void measure(const char *words, int *columns, int *rows)
{
    *columns = (int)strspn(words, samegame_cells);
    for (*rows = 0; *words != '\0'; ++*rows) {
        words += strcspn(words, "/ \t\r\n");
        words = samegame_skip_separator(words);
    }
}

static bool take_size(const struct cop_settings *settings, const char *name, int most, int found,
                      int *size, struct cop_error *error)
{
    if (cop_given(settings, name) && *size != found)
        return cop_fail(error, "samegame: the board has a %s of %d, and the option %s says %d",
                        name, found, name, *size);
    if (found < 1 || found > most)
        return cop_fail(error,
                        "samegame: a board is lines of digits, top row first, its %s 1 to %d; this "
                        "one has a %s of %d",
                        name, most, name, found);
    *size = found;
    return true;
}

static bool read_given_board(struct board *board, const struct cop_settings *settings,
                             const char *words, struct cop_error *error)
{
    int columns, rows;

    words += strspn(words, samegame_blanks);
    if (!samegame_is_foreign(board, words))
        measure(words, &columns, &rows);
    else if (!samegame_measure_foreign(board, words, &columns, &rows, error))
        return false;
    if (!take_size(settings, "width", WIDTH_MAX, columns, &board->columns, error) ||
        !take_size(settings, "height", HEIGHT_MAX, rows, &board->rows, error))
        return false;
    board->words = words_for(board->columns);
    return samegame_read_board(board, FROM_FILE, words, &board->start, error);
}

static bool load_file(struct board *board, const struct cop_settings *settings, const char *path,
                      struct cop_error *error)
{
    char *bytes = cop_file_read(path, FILE_MAX, NULL, error);
    bool is_read;

    if (bytes == NULL)
        return cop_fail_in(error, "samegame: the board");
    is_read = read_given_board(board, settings, bytes, error) || cop_fail_in(error, "%.200s", path);
    free(bytes);
    return is_read;
}

/* The line of the table that begins with this number; it is there. */
static struct cop_text standard_board(int number)
{
    struct cop_text text = COP_TEXT, board = COP_TEXT;
    const char *line;

    cop_text_add_bytes(&text, (const char *)cop_data_samegame_standard.bytes,
                       cop_data_samegame_standard.size);
    line = text.bytes;
    while (*line == '#' || strtol(line, NULL, 10) != number)
        line += strcspn(line, "\n") + 1;
    line += strcspn(line, " ") + 1;
    cop_text_add_bytes(&board, line, strcspn(line, "\n"));
    cop_text_free(&text);
    return board;
}

bool samegame_load_board(struct board *board, const struct cop_settings *settings,
                         struct cop_error *error)
{
    const char *path = cop_words(settings, "board");
    int standard = (int)cop_integer(settings, "standard");
    struct cop_text text;
    bool is_read;

    board->is_given = path[0] != '\0' || standard > 0;
    if (!board->is_given)
        return true;
    if (standard > 0 && path[0] != '\0')
        return cop_fail(error,
                        "samegame: standard=%d names a board and board a file with "
                        "another; leave one of them out",
                        standard);
    if (standard == 0)
        return load_file(board, settings, path, error);
    text = standard_board(standard);
    is_read = read_given_board(board, settings, text.bytes, error) ||
              cop_fail_in(error, "standard=%d", standard);
    cop_text_free(&text);
    return is_read;
}
