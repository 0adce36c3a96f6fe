/* reference_focus.c - Focus by its rules (chance-and-multiplayer.md 1.5.1 and 1.5.2), with stacks
 * as strings. */
#include "reference_focus.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "RGBY";

/* The missing squares are named in 1.5.2. */
static bool is_square(int column, int row)
{
    static const char *const missing[] = {"a1", "b1", "a2", "g1", "h1", "h2",
                                          "a7", "a8", "b8", "g8", "h8", "h7"};
    char name[3] = {(char)('a' + column), (char)('1' + row), 0};

    if (column < 0 || column >= FOCUS_SIDE || row < 0 || row >= FOCUS_SIDE)
        return false;
    for (int i = 0; i < 12; i++)
        if (strcmp(missing[i], name) == 0)
            return false;
    return true;
}

static const char *const start_rows[5][FOCUS_SIDE] = {
    [2] = {"  ....  ", " RRGGRR ", ".GGRRGG.", ".RRGGRR.", ".GGRRGG.", ".RRGGRR.", " GGRRGG ",
           "  ....  "},
    [3] = {"  ....  ", " RRGGBB ", ".GGBBRR.", ".BBRRGG.", ".RRGGBB.", ".GGBBRR.", " BBRRGG ",
           "  ....  "},
    [4] = {"  RRYG  ", " GGGYGY ", "RRRRYGYG", "GGGGYGYG", "BRBRBBBB", "BRBRYYYY", " RBRBBB ",
           "  BRYY  "},
};

void reference_focus_start(struct reference_focus *focus, int players, int limit, bool is_full,
                           bool has_hand)
{
    memset(focus, 0, sizeof *focus);
    focus->players = players;
    focus->limit = limit;
    focus->is_full = is_full;
    focus->has_hand = has_hand;
    focus->result = FOCUS_GOES_ON;
    for (int row = 0; row < FOCUS_SIDE; row++)
        for (int column = 0; column < FOCUS_SIDE; column++) {
            char letter = start_rows[players][FOCUS_SIDE - 1 - row][column];

            assert((letter == ' ') == !is_square(column, row));
            if (strchr(letters, letter) != NULL)
                focus->stacks[column][row][0] = letter;
        }
    for (int player = 0; player < players && has_hand; player++)
        focus->reserve[player] = 1;
}

static bool controls(const struct reference_focus *focus, int player, int column, int row)
{
    const char *stack = focus->stacks[column][row];
    size_t height = strlen(stack);

    return height > 0 && stack[height - 1] == letters[player];
}

static int add_moves_from(const struct reference_focus *focus, int column, int row,
                          struct reference_focus_move *out)
{
    static const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int height = (int)strlen(focus->stacks[column][row]);
    int count = 0;

    for (int pieces = 1; pieces <= height; pieces++)
        for (int way = 0; way < 4; way++) {
            int to_column = column + pieces * ways[way][0];
            int to_row = row + pieces * ways[way][1];

            if (is_square(to_column, to_row))
                snprintf(out[count++].text, sizeof out->text, "%c%c-%c%c", 'a' + column, '1' + row,
                         'a' + to_column, '1' + to_row);
        }
    return count;
}

/* The piece in hand must be entered on an empty square in the first turn (1.5.2, three players). */
static bool must_enter(const struct reference_focus *focus, int player)
{
    return focus->has_hand && focus->ply < focus->players && focus->reserve[player] > 0;
}

static int moves_of(const struct reference_focus *focus, int player,
                    struct reference_focus_move *out)
{
    bool must = must_enter(focus, player);
    int count = 0;

    for (int column = 0; column < FOCUS_SIDE; column++)
        for (int row = 0; row < FOCUS_SIDE; row++) {
            if (!is_square(column, row))
                continue;
            if (controls(focus, player, column, row) && !must)
                count += add_moves_from(focus, column, row, out + count);
            if (focus->reserve[player] > 0 && (!must || strlen(focus->stacks[column][row]) == 0))
                snprintf(out[count++].text, sizeof out->text, "+%c%c", 'a' + column, '1' + row);
        }
    return count;
}

int reference_focus_moves(const struct reference_focus *focus, struct reference_focus_move *out)
{
    int count;

    if (focus->result != FOCUS_GOES_ON)
        return 0;
    count = moves_of(focus, focus->turn, out);
    if (count == 0)
        strcpy(out[count++].text, "--");
    return count;
}

/* The mover takes whatever lies below the five uppermost pieces. */
static void take_from_below(struct reference_focus *focus, char *stack)
{
    while (strlen(stack) > 5) {
        int owner = (int)(strchr(letters, stack[0]) - letters);

        if (owner == focus->turn)
            focus->reserve[owner]++;
        else
            focus->captured[focus->turn][owner]++;
        memmove(stack, stack + 1, strlen(stack));
    }
}

static void put_on(struct reference_focus *focus, const char *square, const char *pieces)
{
    char *stack = focus->stacks[square[0] - 'a'][square[1] - '1'];

    strcat(stack, pieces);
    take_from_below(focus, stack);
}

static bool has_enough(const struct reference_focus *focus, int player)
{
    int total = 0, each = focus->players == 3 ? 3 : 2;
    bool has_each = true;

    for (int other = 0; other < focus->players; other++) {
        total += focus->captured[player][other];
        if (other != player && focus->captured[player][other] < each)
            has_each = false;
    }
    if (focus->players == 2)
        return total >= 6;
    return total >= 10 || has_each;
}

static bool is_last_able(const struct reference_focus *focus, int player)
{
    struct reference_focus_move list[FOCUS_MOVES];

    for (int other = 0; other < focus->players; other++)
        if ((moves_of(focus, other, list) > 0) != (other == player))
            return false;
    return true;
}

static void find_result(struct reference_focus *focus)
{
    for (int player = 0; player < focus->players; player++)
        if (focus->is_full ? is_last_able(focus, player) : has_enough(focus, player))
            focus->result = player;
    if (focus->result == FOCUS_GOES_ON && focus->ply >= focus->limit)
        focus->result = FOCUS_DRAWN;
}

void reference_focus_play(struct reference_focus *focus, const char *move)
{
    if (move[0] == '+') {
        char piece[2] = {letters[focus->turn], 0};

        focus->reserve[focus->turn]--;
        put_on(focus, move + 1, piece);
    } else if (strcmp(move, "--") != 0) {
        char *stack = focus->stacks[move[0] - 'a'][move[1] - '1'];
        int distance = abs(move[3] - move[0]) + abs(move[4] - move[1]);
        char *upper = stack + strlen(stack) - (size_t)distance;
        char pieces[16];

        strcpy(pieces, upper);
        *upper = '\0';
        put_on(focus, move + 3, pieces);
    }
    focus->ply++;
    focus->turn = (focus->turn + 1) % focus->players;
    find_result(focus);
}

static char *write_stack(char *at, const char *stack)
{
    if (strlen(stack) == 0)
        return at + sprintf(at, "-");
    return at + sprintf(at, strlen(stack) == 1 ? "%s" : "[%s]", stack);
}

void reference_focus_write(const struct reference_focus *focus, char *text)
{
    char *at = text;

    for (int row = FOCUS_SIDE - 1; row >= 0; row--) {
        for (int column = 0; column < FOCUS_SIDE; column++)
            if (is_square(column, row))
                at = write_stack(at, focus->stacks[column][row]);
        *at++ = row > 0 ? '/' : ' ';
    }
    for (int player = 0; player < focus->players; player++)
        at += sprintf(at, "%s%d", player > 0 ? "," : "", focus->reserve[player]);
    for (int player = 0; player < focus->players; player++) {
        *at++ = player > 0 ? '/' : ' ';
        for (int other = 0; other < focus->players; other++) {
            if (other > 0)
                *at++ = ',';
            if (other == player)
                *at++ = '-';
            else
                at += sprintf(at, "%d", focus->captured[player][other]);
        }
    }
    sprintf(at, " %c %d", letters[focus->turn], focus->ply);
}
