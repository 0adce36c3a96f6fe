/* endless_truth.c - see endless_truth.h. */
#include "endless_truth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { POINTS_MAX = 15, SLOTS = 1 << 19 };

const struct board small_board = {"fanorona(width=3, height=3, repetition=off, quiet=0)", 3, 3, 8,
                                  4};
const struct board wide_board = {"fanorona(width=5, height=3, repetition=off, quiet=0)", 5, 3, 5,
                                 7};
const struct board wide_and_few_board = {"fanorona(width=5, height=3, repetition=off, quiet=0)", 5,
                                         3, 4, 7};

void *state_of(const struct truth *truth, int position)
{
    return truth->states + (size_t)position * truth->game->state_size;
}

static int slot_of(const struct truth *truth, uint64_t key)
{
    int slot = (int)(cop_mix(key) % SLOTS);

    while (truth->numbers[slot] >= 0 && truth->keys[slot] != key)
        slot = (slot + 1) % SLOTS;
    return slot;
}

static int number_of(const struct truth *truth, const void *state)
{
    int slot = slot_of(truth, truth->game->rules->key(truth->game, state));

    assert_true(truth->numbers[slot] >= 0);
    return truth->numbers[slot];
}

static void write_board(const struct board *board, const char *points, char mover, char *words)
{
    for (int i = 0; i < board->columns * board->rows; i++) {
        if (i > 0 && i % board->columns == 0)
            *words++ = '/';
        if (points[i] == '1' && i % board->columns > 0 && points[i - 1] == '1')
            words[-1]++; /* empty points beside each other are one number */
        else
            *words++ = points[i];
    }
    words[0] = ' ';
    words[1] = mover;
    words[2] = '\0';
}

static void add_position(struct truth *truth, const char *points, char mover)
{
    void *state = state_of(truth, truth->count);
    char words[64];
    struct cop_error error;
    int slot;

    write_board(truth->board, points, mover, words);
    if (!truth->game->rules->read_position(truth->game, words, state, &error))
        fail_msg("%s: %s", words, error.message);
    slot = slot_of(truth, truth->game->rules->key(truth->game, state));
    assert_true(truth->numbers[slot] < 0);
    truth->keys[slot] = truth->game->rules->key(truth->game, state);
    truth->numbers[slot] = truth->count++;
}

static void add_all(struct truth *truth, char *points, int at, int white, int black)
{
    const struct board *board = truth->board;

    if (at == board->columns * board->rows) {
        if (white == 0 || black == 0)
            return;
        add_position(truth, points, 'w');
        add_position(truth, points, 'b');
        return;
    }
    points[at] = '1';
    add_all(truth, points, at + 1, white, black);
    points[at] = 'w';
    if (white < board->of_side && white + black < board->stones)
        add_all(truth, points, at + 1, white + 1, black);
    points[at] = 'b';
    if (black < board->of_side && white + black < board->stones)
        add_all(truth, points, at + 1, white, black + 1);
}

/* ---- Retrograde analysis, as plain as can be ---- */

static enum truth_value reversed(enum truth_value value)
{
    return value == UNKNOWN ? UNKNOWN : (enum truth_value)(LOST + WON - value);
}

static enum truth_value best_of_turn(const struct truth *truth, const void *state, int player)
{
    const struct cop_game *game = truth->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    unsigned char *next = cop_allocate(game->state_size);
    int count = game->rules->moves(game, state, moves);
    bool is_known = true;
    enum truth_value best = LOST;

    for (int i = 0; i < count; i++) {
        enum truth_value value;

        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        value = value_after(truth, next, player);
        is_known = is_known && value != UNKNOWN;
        best = value > best ? value : best;
    }
    free(moves);
    free(next);
    return best == WON || is_known ? best : UNKNOWN;
}

enum truth_value value_after(const struct truth *truth, const void *state, int player)
{
    const struct cop_game *game = truth->game;
    int turn = game->rules->turn(game, state);

    if (turn == COP_OVER) {
        double payoff[2];

        game->rules->payoff(game, state, payoff);
        return payoff[player] == 1 ? WON : LOST;
    }
    if (turn == player)
        return best_of_turn(truth, state, player);
    return reversed((enum truth_value)truth->values[number_of(truth, state)]);
}

static enum truth_value look_at(const struct truth *truth, int position)
{
    const struct cop_game *game = truth->game;
    const void *state = state_of(truth, position);
    int turn = game->rules->turn(game, state);

    return turn == COP_OVER ? LOST : best_of_turn(truth, state, turn); /* who cannot move, loses */
}

static void analyse(struct truth *truth)
{
    bool has_changed = true;

    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < truth->count; i++)
            if (truth->values[i] == UNKNOWN) {
                truth->values[i] = look_at(truth, i);
                has_changed = has_changed || truth->values[i] != UNKNOWN;
            }
    }
}

struct truth open_truth(const struct board *board)
{
    struct truth truth = {.board = board, .game = cop_game_open(board->spec, NULL)};
    char points[POINTS_MAX];

    assert_non_null(truth.game);
    truth.states = cop_allocate((size_t)(SLOTS / 2) * truth.game->state_size);
    truth.values = calloc(SLOTS / 2, 1);
    truth.keys = cop_allocate(SLOTS * sizeof *truth.keys);
    truth.numbers = cop_allocate(SLOTS * sizeof *truth.numbers);
    for (int i = 0; i < SLOTS; i++)
        truth.numbers[i] = -1;
    add_all(&truth, points, 0, 0, 0);
    analyse(&truth);
    return truth;
}

void close_truth(struct truth *truth)
{
    cop_game_close(truth->game);
    free(truth->states);
    free(truth->values);
    free(truth->keys);
    free(truth->numbers);
}

bool is_going(const struct truth *truth, int position)
{
    return truth->game->rules->turn(truth->game, state_of(truth, position)) != COP_OVER;
}

bool is_drawn(const struct truth *truth, int position)
{
    return truth->values[position] != WON && truth->values[position] != LOST;
}

double payoff_of(const struct truth *truth, int position)
{
    static const double payoffs[] = {[UNKNOWN] = 0.5, [LOST] = 0, [DRAWN] = 0.5, [WON] = 1};

    return payoffs[truth->values[position]];
}
