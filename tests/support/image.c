/* image.c - see image.h. */
#include "image.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, TEXT = 1024 };

struct grid {
    char cells[SIDE][SIDE]; /* '.' is empty */
    int rows, columns;
};

/* Returns where the rows end. */
static const char *read_grid(const char *text, struct grid *grid)
{
    int column = 0;

    memset(grid, '.', sizeof *grid);
    grid->rows = 1;
    while (*text != ' ') {
        assert_true(grid->rows <= SIDE && column <= SIDE);
        if (*text == '/') {
            grid->rows++;
            column = 0;
            text++;
        } else if (isdigit((unsigned char)*text)) {
            char *end;

            column += (int)strtol(text, &end, 10);
            text = end;
        } else {
            grid->cells[grid->rows - 1][column++] = *text++;
        }
        grid->columns = column;
    }
    return text;
}

static char exchanged(char letter, const char *colours)
{
    const char *at = letter != '\0' ? strchr(colours, letter) : NULL;

    return at == NULL ? letter : colours[(at - colours) ^ 1];
}

static void write_grid(const struct grid *grid, int how, const char *colours, struct cop_text *text)
{
    for (int row = 0; row < grid->rows; row++) {
        int from = (how & IMAGE_UPSIDE_DOWN) != 0 ? grid->rows - 1 - row : row, empty = 0;

        cop_text_add(text, row > 0 ? "/" : "");
        for (int column = 0; column < grid->columns; column++) {
            int at = (how & IMAGE_MIRROR) != 0 ? grid->columns - 1 - column : column;
            char cell = grid->cells[from][at];

            if (cell == '.') {
                empty++;
                continue;
            }
            if (empty > 0)
                cop_text_add(text, "%d", empty);
            empty = 0;
            cop_text_add(text, "%c", (how & IMAGE_COLOURS) != 0 ? exchanged(cell, colours) : cell);
        }
        if (empty > 0)
            cop_text_add(text, "%d", empty);
    }
}

void judge_turn_over(struct judge *judge, int how, const char *colours)
{
    struct cop_text text = COP_TEXT, image = COP_TEXT;
    struct grid grid;
    const char *rest;

    judge->rules->write_position(judge->game, judge->state, &text);
    rest = read_grid(text.bytes, &grid);
    write_grid(&grid, how, colours, &image);
    cop_text_add(&image, " %c%s",
                 (how & IMAGE_COLOURS) != 0 ? exchanged(rest[1], colours) : rest[1], rest + 2);
    judge_set_up(judge, image.bytes);
    cop_text_free(&text);
    cop_text_free(&image);
}

void assert_symmetric(const struct judge *judge, const int *hows, const char *colours, double error)
{
    for (; *hows != 0; hows++) {
        struct judge image = *judge;
        bool is_exchanged = (*hows & IMAGE_COLOURS) != 0;

        judge_turn_over(&image, *hows, colours);
        for (int player = 0; player < 2; player++) {
            double value = judge_of(judge, player);
            double other = judge_of(&image, is_exchanged ? 1 - player : player);

            if (!(fabs(value - other) <= error))
                fail_msg("image %d gives player %d %.12g, not %.12g", *hows, player, other, value);
        }
    }
}
