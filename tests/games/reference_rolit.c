/* reference_rolit.c - see reference_rolit.h. */
#include "reference_rolit.h"

#include <stdio.h>
#include <string.h>

static const char colours[] = "RGYB";

void rolit_reference_start(struct rolit_reference *state, int size, int players)
{
    int right = size / 2, upper = size / 2;

    state->size = size;
    state->players = players;
    state->turn = 0;
    memset(state->at, '.', sizeof state->at);
    state->at[upper][right - 1] = 'R';     /* d5 */
    state->at[upper][right] = 'G';         /* e5 */
    state->at[upper - 1][right] = 'Y';     /* e4 */
    state->at[upper - 1][right - 1] = 'B'; /* d4 */
}

/* What is there: a letter, a point, or a blank outside the board. */
static char look(const struct rolit_reference *state, int column, int row)
{
    if (column < 0 || row < 0 || column >= state->size || row >= state->size)
        return ' ';
    return state->at[row][column];
}

/* How many pieces the mover would capture in one direction. */
static int flipping_line(const struct rolit_reference *state, struct rolit_square from, int right,
                         int up)
{
    char own = colours[state->turn];
    int length = 0;

    for (;;) {
        char there = look(state, from.column + (length + 1) * right, from.row + (length + 1) * up);

        if (there == own)
            return length;
        if (there == '.' || there == ' ')
            return 0;
        length++;
    }
}

static bool flips(const struct rolit_reference *state, struct rolit_square square)
{
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++)
            if ((up != 0 || right != 0) && flipping_line(state, square, right, up) > 0)
                return true;
    return false;
}

static bool is_adjacent(const struct rolit_reference *state, struct rolit_square square)
{
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++) {
            char there = look(state, square.column + right, square.row + up);

            if (there != '.' && there != ' ')
                return true;
        }
    return false;
}

typedef bool condition(const struct rolit_reference *state, struct rolit_square square);

static int list(const struct rolit_reference *state, condition *holds, struct rolit_square *out)
{
    int count = 0;

    for (int row = 0; row < state->size; row++)
        for (int column = 0; column < state->size; column++) {
            struct rolit_square square = {column, row};

            if (state->at[row][column] == '.' && holds(state, square))
                out[count++] = square;
        }
    return count;
}

int rolit_reference_moves(const struct rolit_reference *state, struct rolit_square *out)
{
    int count = list(state, flips, out);

    return count > 0 ? count : list(state, is_adjacent, out);
}

void rolit_reference_play(struct rolit_reference *state, struct rolit_square square)
{
    char own = colours[state->turn];

    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++) {
            int length = up != 0 || right != 0 ? flipping_line(state, square, right, up) : 0;

            for (int i = 1; i <= length; i++)
                state->at[square.row + i * up][square.column + i * right] = own;
        }
    state->at[square.row][square.column] = own;
    state->turn = (state->turn + 1) % state->players;
}

int rolit_reference_count(const struct rolit_reference *state, int player)
{
    int count = 0;

    for (int row = 0; row < state->size; row++)
        for (int column = 0; column < state->size; column++)
            count += state->at[row][column] == colours[player];
    return count;
}

void rolit_reference_write(const struct rolit_reference *state, char text[ROLIT_TEXT])
{
    int length = 0;

    for (int row = state->size - 1; row >= 0; row--)
        length += snprintf(text + length, (size_t)(ROLIT_TEXT - length), "%.*s%s", state->size,
                           state->at[row], row > 0 ? "/" : "");
    snprintf(text + length, (size_t)(ROLIT_TEXT - length), " %c %d", colours[state->turn],
             state->players);
}
