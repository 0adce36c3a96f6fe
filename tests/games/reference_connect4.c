/* reference_connect4.c - Connect Four by its rules (uct-star.md 1.1.1). */
#include "reference_rules.h"

#include <stdio.h>

static void start(struct reference_state *state, int columns, int rows)
{
    reference_clear(state, columns, rows);
}

/* The row where a stone comes to rest, or -1 if the column is full. */
static int landing_row(const struct reference_state *state, int column)
{
    for (int row = state->rows - 1; row >= 0; row--)
        if (state->at[row][column] < 0)
            return row;
    return -1;
}

static int moves(const struct reference_state *state, struct reference_move *out)
{
    int count = 0;

    if (state->is_over)
        return 0;
    for (int column = 0; column < state->columns; column++) {
        int row = landing_row(state, column);

        if (row < 0)
            continue;
        out[count].count = 1;
        out[count].cells[0] = row * state->columns + column;
        snprintf(out[count].text, sizeof out[count].text, "%c", 'a' + column);
        count++;
    }
    return count;
}

/* Is there a line of at least four of `player` that begins here and goes this way? */
static bool line_from(const struct reference_state *state, int player, int column, int row,
                      int right, int down)
{
    for (int i = 0; i < 4; i++) {
        if (!reference_on_board(state, column + i * right, row + i * down))
            return false;
        if (state->at[row + i * down][column + i * right] != player)
            return false;
    }
    return true;
}

static bool has_line(const struct reference_state *state, int player)
{
    for (int row = 0; row < state->rows; row++)
        for (int column = 0; column < state->columns; column++)
            if (line_from(state, player, column, row, 1, 0) ||
                line_from(state, player, column, row, 0, 1) ||
                line_from(state, player, column, row, 1, 1) ||
                line_from(state, player, column, row, -1, 1))
                return true;
    return false;
}

static void play(struct reference_state *state, const struct reference_move *move)
{
    int row = move->cells[0] / state->columns;
    int column = move->cells[0] % state->columns;

    state->at[row][column] = state->turn;
    if (has_line(state, state->turn)) {
        state->is_over = true;
        state->payoff = state->turn == 0 ? 1 : 0;
    } else if (reference_count(state, -1) == 0) {
        state->is_over = true;
        state->payoff = 0.5;
    }
    state->turn = 1 - state->turn;
}

const struct reference_rules reference_connect4 = {start, moves, play};
