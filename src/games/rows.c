/* rows.c - boards as text: one pass over the cells to write, one over the characters to read. */
#include "rows.h"

#include <ctype.h>
#include <string.h>

void cop_rows_write(const struct cop_rows *picture, struct cop_text *text)
{
    for (int row = 0; row < picture->rows; row++) {
        int empty = 0;

        for (int column = 0; column < picture->columns; column++) {
            int side = picture->at[row * picture->columns + column];

            if (side < 0) {
                empty++;
                continue;
            }
            if (empty > 0)
                cop_text_add(text, "%d", empty);
            empty = 0;
            cop_text_add(text, "%c", picture->letters[side]);
        }
        if (empty > 0)
            cop_text_add(text, "%d", empty);
        cop_text_add(text, "%c", row + 1 < picture->rows ? '/' : ' ');
    }
    cop_text_add(text, "%c", picture->letters[picture->turn]);
}

static int side_of(const struct cop_rows *picture, char letter)
{
    for (int side = 0; side < 2; side++)
        if (tolower((unsigned char)letter) == tolower((unsigned char)picture->letters[side]))
            return side;
    return -1;
}

/* Reads one row and returns where it ends, or NULL. */
static const char *read_row(struct cop_rows *picture, int row, const char *words,
                            struct cop_error *error)
{
    signed char *at = picture->at + row * picture->columns;
    int filled = 0;

    while (*words != '\0' && *words != '/' && !isspace((unsigned char)*words)) {
        int side = side_of(picture, *words);
        int run = 1;

        if (isdigit((unsigned char)*words)) {
            for (run = 0; isdigit((unsigned char)*words) && run <= picture->columns; words++)
                run = run * 10 + (*words - '0');
        } else if (side < 0) {
            cop_fail(error,
                     "%s: '%c' in row %d from the top is no cell; write %c, %c, or a number of "
                     "empty cells",
                     picture->game, isprint((unsigned char)*words) ? *words : '?', row + 1,
                     picture->letters[0], picture->letters[1]);
            return NULL;
        } else {
            words++;
        }
        if (run == 0 || filled + run > picture->columns) {
            cop_fail(error, "%s: row %d from the top does not have %d cells", picture->game,
                     row + 1, picture->columns);
            return NULL;
        }
        memset(at + filled, side, (size_t)run);
        filled += run;
    }
    if (filled == picture->columns)
        return words;
    cop_fail(error, "%s: row %d from the top has %d of %d cells", picture->game, row + 1, filled,
             picture->columns);
    return NULL;
}

bool cop_rows_read(struct cop_rows *picture, const char *words, struct cop_error *error)
{
    for (int row = 0; row < picture->rows; row++) {
        words = read_row(picture, row, words, error);
        if (words == NULL)
            return false;
        if (row + 1 == picture->rows)
            break;
        if (*words != '/')
            return cop_fail(error,
                            "%s: the text has %d rows and the board has %d; rows are "
                            "separated by '/'",
                            picture->game, row + 1, picture->rows);
        words++;
    }
    if (*words == '/')
        return cop_fail(error, "%s: the text has more than the board's %d rows", picture->game,
                        picture->rows);
    while (isspace((unsigned char)*words))
        words++;
    picture->turn = *words != '\0' ? side_of(picture, *words) : -1;
    if (picture->turn < 0 || words[1] != '\0')
        return cop_fail(error, "%s: after the rows comes a blank and who moves, %c or %c",
                        picture->game, picture->letters[0], picture->letters[1]);
    return true;
}
