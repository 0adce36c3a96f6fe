/* reference_amazons.c - see reference_amazons.h. */
#include "reference_amazons.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void plain_read(struct plain *plain, const char *words)
{
    char grid[PLAIN_SIDE][PLAIN_SIDE] = {{0}};
    int row = 0, column = 0;

    memset(plain, 0, sizeof *plain);
    while (*words != ' ') {
        if (*words == '/') {
            row++;
            column = 0;
            words++;
        } else if (isdigit((unsigned char)*words)) {
            char *end;
            long run = strtol(words, &end, 10);

            for (; run > 0; run--)
                grid[row][column++] = '.';
            words = end;
        } else {
            grid[row][column++] = *words++;
        }
    }
    plain->columns = column;
    plain->rows = row + 1;
    plain->mover = (char)toupper((unsigned char)words[1]);
    for (int i = 0; i <= row; i++)
        memcpy(plain->at[row - i], grid[i], PLAIN_SIDE);
}

static bool is_empty(const struct plain *plain, int column, int row)
{
    return column >= 0 && column < plain->columns && row >= 0 && row < plain->rows &&
           plain->at[row][column] == '.';
}

/* Whether a queen gets from one square to the other. */
static bool is_clear(const struct plain *plain, int column, int row, int to_column, int to_row)
{
    int across = to_column - column, up = to_row - row;
    int length = abs(across) > abs(up) ? abs(across) : abs(up);

    if (length == 0 || (across != 0 && up != 0 && abs(across) != abs(up)))
        return false;
    for (int i = 1; i <= length; i++)
        if (!is_empty(plain, column + across / length * i, row + up / length * i))
            return false;
    return true;
}

static void write_move(const int *squares, char *word)
{
    for (int i = 0; i < 6; i += 2)
        word += sprintf(word, "%s%c%d", i == 4 ? "-" : "", 'a' + squares[i], squares[i + 1] + 1);
}

/* Adds the moves of one movement. */
static int add_shots(const struct plain *plain, int column, int row, int to_column, int to_row,
                     char (*words)[PLAIN_WORD])
{
    struct plain moved = *plain;
    int count = 0;

    moved.at[to_row][to_column] = moved.at[row][column];
    moved.at[row][column] = '.';
    for (int r = 0; r < plain->rows; r++)
        for (int c = 0; c < plain->columns; c++)
            if (is_clear(&moved, to_column, to_row, c, r))
                write_move((int[]){column, row, to_column, to_row, c, r}, words[count++]);
    return count;
}

static int moves_from(const struct plain *plain, int column, int row, char (*words)[PLAIN_WORD])
{
    int count = 0;

    for (int r = 0; r < plain->rows; r++)
        for (int c = 0; c < plain->columns; c++)
            if (is_clear(plain, column, row, c, r))
                count += add_shots(plain, column, row, c, r, words + count);
    return count;
}

int plain_moves(const struct plain *plain, char (*words)[PLAIN_WORD])
{
    int count = 0;

    for (int row = 0; row < plain->rows; row++)
        for (int column = 0; column < plain->columns; column++)
            if (plain->at[row][column] == plain->mover)
                count += moves_from(plain, column, row, words + count);
    return count;
}

void plain_play(struct plain *plain, const char *word)
{
    char from, to, arrow;
    int from_row, to_row, arrow_row;

    if (sscanf(word, "%c%d%c%d-%c%d", &from, &from_row, &to, &to_row, &arrow, &arrow_row) != 6)
        abort();
    plain->at[from_row - 1][from - 'a'] = '.';
    plain->at[to_row - 1][to - 'a'] = plain->mover;
    plain->at[arrow_row - 1][arrow - 'a'] = 'x';
    plain->mover = plain->mover == 'W' ? 'B' : 'W';
}

int plain_fill(const struct plain *plain, char side)
{
    struct plain now = *plain;
    char(*words)[PLAIN_WORD] = malloc(sizeof *words * PLAIN_MOVES);
    int best = 0, most = 0, count;

    for (int row = 0; row < plain->rows; row++)
        for (int column = 0; column < plain->columns; column++)
            most += plain->at[row][column] == '.';
    now.mover = side;
    count = plain_moves(&now, words);
    for (int i = 0; i < count && best < most; i++) {
        struct plain next = now;
        int length;

        plain_play(&next, words[i]);
        length = 1 + plain_fill(&next, side);
        best = length > best ? length : best;
    }
    free(words);
    return best;
}

double plain_value(const struct plain *plain)
{
    char(*words)[PLAIN_WORD] = malloc(sizeof *words * PLAIN_MOVES);
    int count = plain_moves(plain, words);
    double sign = plain->mover == 'W' ? 1 : -1, best = -1000;

    if (count == 0)
        best = -plain_fill(plain, plain->mover == 'W' ? 'B' : 'W') - 0.5;
    for (int i = 0; i < count; i++) {
        struct plain next = *plain;
        double value;

        plain_play(&next, words[i]);
        value = sign * plain_value(&next);
        best = value > best ? value : best;
    }
    free(words);
    return sign * best;
}
