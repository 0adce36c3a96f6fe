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

/* The letter's place among the first `count`, or -1. */
static int place_of(const struct cop_rows *picture, int count, char letter)
{
    for (int place = 0; place < count; place++)
        if (tolower((unsigned char)letter) == tolower((unsigned char)picture->letters[place]))
            return place;
    return -1;
}

static void fail_cell(const struct cop_rows *picture, int row, char given, struct cop_error *error)
{
    struct cop_text letters = COP_TEXT;

    for (const char *letter = picture->letters; *letter != '\0'; letter++)
        cop_text_add(&letters, "%c, ", *letter);
    cop_fail(error,
             "%s: '%c' in row %d from the top is no cell; write %sor a number of empty cells",
             picture->game, isprint((unsigned char)given) ? given : '?', row + 1, letters.bytes);
    cop_text_free(&letters);
}

/* Reads one row and returns where it ends, or NULL. */
static const char *read_row(struct cop_rows *picture, int row, const char *words,
                            struct cop_error *error)
{
    signed char *at = picture->at + row * picture->columns;
    int kinds = (int)strlen(picture->letters);
    int filled = 0;

    while (*words != '\0' && *words != '/' && !isspace((unsigned char)*words)) {
        int side = place_of(picture, kinds, *words);
        int run = 1;

        if (isdigit((unsigned char)*words)) {
            for (run = 0; isdigit((unsigned char)*words) && run <= picture->columns; words++)
                run = run * 10 + (*words - '0');
        } else if (side < 0) {
            fail_cell(picture, row, *words, error);
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
    picture->turn = *words != '\0' ? place_of(picture, 2, *words) : -1;
    if (picture->turn < 0 || words[1] != '\0')
        return cop_fail(error, "%s: after the rows comes a blank and who moves, %c or %c",
                        picture->game, picture->letters[0], picture->letters[1]);
    return true;
}
