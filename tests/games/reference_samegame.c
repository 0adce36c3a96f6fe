/* reference_samegame.c - SameGame by its rules (samegame-and-fanorona.md 2.1 and 2.2). */
#include "reference_samegame.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 10 };

void reference_board_read(struct reference_board *board, int columns, int rows, const char *text)
{
    board->columns = columns;
    board->rows = rows;
    for (int y = rows - 1; y >= 0; y--) {
        for (int x = 0; x < columns; x++, text++)
            board->at[x][y] = *text == '.' ? NO_BLOCK : *text - '0';
        text++; /* what separates rows */
    }
    board->points = atoi(text);
}

void reference_board_write(const struct reference_board *board, char *text)
{
    for (int y = board->rows - 1; y >= 0; y--) {
        for (int x = 0; x < board->columns; x++)
            *text++ = (char)(board->at[x][y] == NO_BLOCK ? '.' : '0' + board->at[x][y]);
        *text++ = y > 0 ? '/' : ' ';
    }
    sprintf(text, "%d", board->points);
}

/* Marks the group that holds (x, y) and returns how many cells were marked. */
static int mark(const struct reference_board *board, int x, int y, int colour,
                bool marked[BOARD_SIDE][BOARD_SIDE])
{
    if (x < 0 || y < 0 || x >= board->columns || y >= board->rows)
        return 0;
    if (marked[x][y] || board->at[x][y] != colour)
        return 0;
    marked[x][y] = true;
    return 1 + mark(board, x - 1, y, colour, marked) + mark(board, x + 1, y, colour, marked) +
           mark(board, x, y - 1, colour, marked) + mark(board, x, y + 1, colour, marked);
}

int reference_groups(const struct reference_board *board, struct reference_cell *out)
{
    bool marked[BOARD_SIDE][BOARD_SIDE] = {{false}};
    int count = 0;

    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++)
            if (board->at[x][y] != NO_BLOCK && mark(board, x, y, board->at[x][y], marked) >= 2)
                out[count++] = (struct reference_cell){x, y};
    return count;
}

static void drop_blocks(struct reference_board *board)
{
    for (int x = 0; x < board->columns; x++) {
        int height = 0;

        for (int y = 0; y < board->rows; y++)
            if (board->at[x][y] != NO_BLOCK)
                board->at[x][height++] = board->at[x][y];
        while (height < board->rows)
            board->at[x][height++] = NO_BLOCK;
    }
}

static void close_columns(struct reference_board *board)
{
    int kept = 0;

    for (int x = 0; x < board->columns; x++)
        if (board->at[x][0] != NO_BLOCK) {
            for (int y = 0; y < board->rows; y++)
                board->at[kept][y] = board->at[x][y];
            kept++;
        }
    for (; kept < board->columns; kept++)
        for (int y = 0; y < board->rows; y++)
            board->at[kept][y] = NO_BLOCK;
}

int reference_remove(struct reference_board *board, int x, int y)
{
    bool marked[BOARD_SIDE][BOARD_SIDE] = {{false}};
    int size = mark(board, x, y, board->at[x][y], marked);

    assert(size >= 2);
    for (int column = 0; column < board->columns; column++)
        for (int row = 0; row < board->rows; row++)
            if (marked[column][row])
                board->at[column][row] = NO_BLOCK;
    drop_blocks(board);
    close_columns(board);
    board->points += (size - 2) * (size - 2);
    return size;
}

int reference_blocks_of(const struct reference_board *board, int colour)
{
    int count = 0;

    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++)
            count += board->at[x][y] == colour;
    return count;
}

static int leftover(int blocks, enum leftover_rule rule)
{
    int size = (blocks - 2) * (blocks - 2);

    if (blocks == 0 || rule == LEFTOVER_NONE)
        return 0;
    if (rule == LEFTOVER_ABOVE_TWO && blocks <= 2)
        return 0;
    return size;
}

int reference_score(const struct reference_board *board, enum leftover_rule rule)
{
    struct reference_cell groups[BOARD_SIDE * BOARD_SIDE];
    int score = board->points;

    if (reference_groups(board, groups) > 0)
        return score;
    if (board->at[0][0] == NO_BLOCK)
        return score + 1000;
    for (int colour = 0; colour < COLOURS; colour++)
        score -= leftover(reference_blocks_of(board, colour), rule);
    return score;
}

int reference_over_estimate(const struct reference_board *board)
{
    struct reference_cell groups[BOARD_SIDE * BOARD_SIDE];
    int estimate = 0;
    bool has_single = false;

    if (reference_groups(board, groups) == 0)
        return board->points;
    for (int colour = 0; colour < COLOURS; colour++) {
        int blocks = reference_blocks_of(board, colour);

        if (blocks >= 2)
            estimate += (blocks - 2) * (blocks - 2);
        has_single = has_single || blocks == 1;
    }
    return board->points + estimate + (has_single ? 0 : 1000);
}

void reference_mirror(struct reference_board *board)
{
    struct reference_board image = *board;

    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++)
            image.at[x][y] = board->at[board->columns - 1 - x][y];
    close_columns(&image);
    *board = image;
}
