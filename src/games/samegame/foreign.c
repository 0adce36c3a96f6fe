/* foreign.c - boards as others publish them: cells with blanks between them, in rows or all in one
 * line, or all in one line without blanks. They are rewritten as rows of our own notation. */
#include <string.h>

#include "board.h"

static const char gaps[] = " \t\r"; /* within a line */

static bool is_cell(char c)
{
    return c != '\0' && strchr(samegame_cells, c) != NULL;
}

/* A single cell with another one behind it on the same line. */
static bool has_gaps(const char *words)
{
    words += strspn(words, samegame_blanks);
    if (!is_cell(words[0]) || words[1] == '\0' || strchr(gaps, words[1]) == NULL)
        return false;
    words++;
    return is_cell(words[strspn(words, gaps)]);
}

/* The cells of the first line; how many other lines have any is left in `more`. */
static int count_cells_of_line(const char *words, int *more)
{
    int cells = 0;

    words += strspn(words, samegame_blanks);
    for (; *words != '\0' && *words != '\n'; words++)
        cells += is_cell(*words);
    for (*more = 0; *words != '\0'; words += strcspn(words, "\n")) {
        words += strspn(words, samegame_blanks);
        *more += *words != '\0';
    }
    return cells;
}

bool samegame_is_foreign(const struct board *board, const char *words)
{
    size_t length;

    words += strspn(words, samegame_blanks);
    length = strspn(words, samegame_cells);
    if (board->columns > 1 && has_gaps(words))
        return true;
    return board->rows > 1 && length > 1 && length == (size_t)board->columns * (size_t)board->rows;
}

bool samegame_measure_foreign(const struct board *board, const char *words, int *columns, int *rows,
                              struct cop_error *error)
{
    int more, cells = count_cells_of_line(words, &more);

    *columns = cells;
    *rows = more + 1;
    if (more > 0)
        return true;
    *columns = board->columns;
    *rows = board->rows;
    return cells == *columns * *rows ||
           cop_fail(error,
                    "samegame: all cells stand in one line and are %d, and a board of %d columns "
                    "and %d rows has %d; say width and height, or write a line for each row",
                    cells, *columns, *rows, *columns * *rows);
}

/* Cells gathered so far, and where. */
struct gathering {
    int cells, in_line;
    const char *at;
    bool has_gaps;
};

/* A line ends: it was a row, or the whole board. */
static bool ends_well(const struct board *board, const struct gathering *gathering,
                      struct cop_error *error)
{
    int all = board->columns * board->rows;

    return gathering->in_line == 0 || gathering->in_line == board->columns ||
           gathering->in_line == all ||
           cop_fail(error, "samegame: row %d from the top has %d cells, and there are %d columns",
                    (gathering->cells - 1) / board->columns + 1, gathering->in_line,
                    board->columns);
}

static bool take_cell(const struct board *board, struct gathering *gathering, struct cop_text *own,
                      struct cop_error *error)
{
    char next = gathering->at[0] != '\0' ? gathering->at[1] : '\0';

    if (!is_cell(*gathering->at) || (gathering->has_gaps && is_cell(next)))
        return cop_fail(error,
                        "samegame: cell %d of row %d from the top must be a digit below %d or a "
                        "point, with a blank behind it",
                        gathering->cells % board->columns + 1,
                        gathering->cells / board->columns + 1, board->colours);
    if (gathering->cells > 0 && gathering->cells % board->columns == 0)
        cop_text_add(own, "/");
    cop_text_add(own, "%c", *gathering->at++);
    gathering->cells++;
    gathering->in_line++;
    return true;
}

bool samegame_gather(const struct board *board, enum samegame_source source, const char *words,
                     struct cop_text *own, struct cop_error *error)
{
    struct gathering gathering = {.at = words, .has_gaps = has_gaps(words)};

    while (gathering.cells < board->columns * board->rows) {
        gathering.at += strspn(gathering.at, gaps);
        if (*gathering.at == '\n' || *gathering.at == '/') {
            if (!ends_well(board, &gathering, error))
                return false;
            gathering.in_line = 0;
            gathering.at++;
        } else if (!take_cell(board, &gathering, own, error)) {
            return false;
        }
    }
    if (!ends_well(board, &gathering, error))
        return false;
    gathering.at += strspn(gathering.at, samegame_blanks);
    if (source == FROM_FILE && *gathering.at != '\0')
        return cop_fail(error, "samegame: there is more in it after its %d rows of %d cells",
                        board->rows, board->columns);
    cop_text_add(own, " %s", gathering.at);
    return true;
}
