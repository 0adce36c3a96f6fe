/* reference_othello.c - Othello by its rules (uct-star.md 1.2.1). */
#include "reference_rules.h"

#include <stdio.h>

static void start(struct reference_state *state, int columns, int rows)
{
    int right = columns / 2, lower = rows / 2;

    reference_clear(state, columns, rows);
    state->at[lower - 1][right - 1] = state->at[lower][right] = 1;
    state->at[lower - 1][right] = state->at[lower][right - 1] = 0;
}

/* How many discs `player` captures in one direction from a disc placed here. */
static int captures(const struct reference_state *state, int player, int column, int row, int right,
                    int down)
{
    int run = 0;

    for (;;) {
        column += right;
        row += down;
        if (!reference_on_board(state, column, row) || state->at[row][column] < 0)
            return 0;
        if (state->at[row][column] == player)
            return run;
        run++;
    }
}

static bool can_place(const struct reference_state *state, int player, int column, int row)
{
    if (state->at[row][column] >= 0)
        return false;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            if ((right != 0 || down != 0) && captures(state, player, column, row, right, down) > 0)
                return true;
    return false;
}

static bool can_move(const struct reference_state *state, int player)
{
    for (int row = 0; row < state->rows; row++)
        for (int column = 0; column < state->columns; column++)
            if (can_place(state, player, column, row))
                return true;
    return false;
}

static int moves(const struct reference_state *state, struct reference_move *out)
{
    int count = 0;

    if (state->is_over)
        return 0;
    for (int row = 0; row < state->rows; row++)
        for (int column = 0; column < state->columns; column++) {
            if (!can_place(state, state->turn, column, row))
                continue;
            out[count].count = 1;
            out[count].cells[0] = row * state->columns + column;
            snprintf(out[count].text, sizeof out[count].text, "%c%d", 'a' + column, row + 1);
            count++;
        }
    if (count == 0) {
        out[count].count = 0;
        snprintf(out[count].text, sizeof out[count].text, "--");
        count++;
    }
    return count;
}

static void place(struct reference_state *state, int column, int row)
{
    int player = state->turn;

    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            int run =
                right != 0 || down != 0 ? captures(state, player, column, row, right, down) : 0;

            for (int i = 1; i <= run; i++)
                state->at[row + i * down][column + i * right] = player;
        }
    state->at[row][column] = player;
}

static void play(struct reference_state *state, const struct reference_move *move)
{
    if (move->count > 0)
        place(state, move->cells[0] % state->columns, move->cells[0] / state->columns);
    state->turn = 1 - state->turn;
    if (!can_move(state, 0) && !can_move(state, 1)) {
        int margin = reference_count(state, 0) - reference_count(state, 1);

        state->is_over = true;
        state->payoff = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
        state->points = margin;
        if (margin != 0)
            state->points += (margin > 0 ? 1 : -1) * reference_count(state, -1);
    }
}

const struct reference_rules reference_othello = {start, moves, play};
