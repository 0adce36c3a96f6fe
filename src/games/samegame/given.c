/* given.c - a board to start from that is read from a file. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "board.h"

enum { FILE_MAX = 4096 };

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
    measure(words, &columns, &rows);
    if (!take_size(settings, "width", WIDTH_MAX, columns, &board->columns, error) ||
        !take_size(settings, "height", HEIGHT_MAX, rows, &board->rows, error))
        return false;
    board->words = words_for(board->columns);
    return samegame_read_board(board, FROM_FILE, words, &board->start, error);
}

bool samegame_load_board(struct board *board, const struct cop_settings *settings,
                         struct cop_error *error)
{
    const char *path = cop_words(settings, "board");
    char *bytes;
    bool is_read;

    board->is_given = path[0] != '\0';
    if (!board->is_given)
        return true;
    bytes = cop_file_read(path, FILE_MAX, NULL, error);
    if (bytes == NULL)
        return cop_fail_in(error, "samegame: the board");
    is_read = read_given_board(board, settings, bytes, error) || cop_fail_in(error, "%.200s", path);
    free(bytes);
    return is_read;
}
