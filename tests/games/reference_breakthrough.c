/* reference_breakthrough.c - Breakthrough by its rules (uct-star.md 1.3.1); 0 is White. */
#include "reference_rules.h"

#include <stdio.h>

static void start(struct reference_state *state, int columns, int rows)
{
    reference_clear(state, columns, rows);
    for (int column = 0; column < columns; column++) {
        state->at[0][column] = state->at[1][column] = 1;
        state->at[rows - 1][column] = state->at[rows - 2][column] = 0;
    }
}

static int moves(const struct reference_state *state, struct reference_move *out)
{
    int down = state->turn == 0 ? -1 : 1;
    int count = 0;

    if (state->is_over)
        return 0;
    for (int row = 0; row < state->rows; row++)
        for (int column = 0; column < state->columns; column++)
            for (int right = -1; right <= 1; right++) {
                int target;

                if (state->at[row][column] != state->turn ||
                    !reference_on_board(state, column + right, row + down))
                    continue;
                target = state->at[row + down][column + right];
                if (target == state->turn || (right == 0 && target >= 0))
                    continue;
                out[count].count = 2;
                out[count].cells[0] = row * state->columns + column;
                out[count].cells[1] = (row + down) * state->columns + column + right;
                snprintf(out[count].text, sizeof out[count].text, "%c%d%s%c%d", 'a' + column,
                         state->rows - row, target >= 0 ? "x" : "", 'a' + column + right,
                         state->rows - row - down);
                count++;
            }
    return count;
}

static void play(struct reference_state *state, const struct reference_move *move)
{
    int from = move->cells[0], to = move->cells[1];
    int goal = state->turn == 0 ? 0 : state->rows - 1;

    state->at[from / state->columns][from % state->columns] = -1;
    state->at[to / state->columns][to % state->columns] = state->turn;
    if (to / state->columns == goal || reference_count(state, 1 - state->turn) == 0) {
        state->is_over = true;
        state->payoff = state->turn == 0 ? 1 : 0;
    }
    state->turn = 1 - state->turn;
}

const struct reference_rules reference_breakthrough = {start, moves, play};
