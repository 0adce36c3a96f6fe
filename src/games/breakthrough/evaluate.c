/* breakthrough_evaluate.c - how good a position of Breakthrough is, and which moves to try first.
 *
 * Stones, how far they are, whether others stand behind them; and runners that nobody can stop any
 * more, which is a proof and not a guess (runners.h). docs/games/breakthrough.md has the weights,
 * and docs/learning.md how they are corrected by what is learned. */
#include "evaluate.h"

#include <math.h>

#include "base/embedded.h"
#include "game/learned.h"
#include "position.h"
#include "runners.h"

enum {
    WON = 10000,
    SURE = 9000, /* less the moves it takes */
    STONE = 100,
    TURN = 10,
    PROTECTED = 6, /* another stone could take whatever takes it */
    HANGING = 14,  /* it can be taken, and that cannot */
    AT_HOME = 8    /* in the own first row, where it stops runners */
};

/* By rows to the goal. */
static const int advance[STRIDE] = {0, 70, 40, 22, 12, 6, 2, 0};

static inline int worth(const struct board *board, int side, uint64_t own, uint64_t enemy)
{
    uint64_t behind = slants(board, side, own);
    uint64_t hanging = own & slants(board, 1 - side, enemy) & ~behind;
    uint64_t row = board->goal[side];
    int sum = STONE * bit_count(own) + PROTECTED * bit_count(own & behind) -
              HANGING * bit_count(hanging) + AT_HOME * bit_count(own & board->goal[1 - side]);

    for (int rows = 0; rows < board->rows; rows++) {
        sum += advance[rows] * bit_count(own & row);
        row = side == WHITE ? row >> STRIDE : row << STRIDE;
    }
    return sum;
}

int breakthrough_worth(const struct board *board, const uint64_t stones[2], int side)
{
    uint64_t own = stones[side], enemy = stones[1 - side];

    return worth(board, side, own, enemy) - worth(board, 1 - side, enemy, own) + TURN;
}

static int value_for_mover(const struct board *board, const struct position *position)
{
    int side = (int)position->turn;
    int steps = breakthrough_race(board, position->stones, side);

    if (steps != 0)
        return steps > 0 ? SURE - (2 * steps - 1) : -2 * steps - SURE;
    return breakthrough_worth(board, position->stones, side);
}

static void evaluate_runners(const struct cop_game *game, const void *prepared, const void *state,
                             double *of_player)
{
    const struct position *position = state;
    int value = value_for_mover(board_of(game), position);

    (void)prepared;
    of_player[position->turn] = value;
    of_player[1 - position->turn] = -value;
}

/* Captures, and steps into the goal. */
static int list_noisy(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int side = (int)position->turn;
    uint64_t enemy = position->stones[1 - side];
    struct steps steps = steps_of(side, position->stones[side], enemy, board->squares);

    return list_moves(side, only(steps, enemy | board->goal[side]), out);
}

/* Into the goal or the last stone, which wins; captures, the nearer the victim is to its goal the
 * earlier; then the foremost stones, and last steps to where a stone would hang. */
static void rate_forward(const struct cop_game *game, const void *state, const cop_move *moves,
                         int count, float *rating)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int side = (int)position->turn;
    uint64_t own = position->stones[side], enemy = position->stones[1 - side];
    uint64_t attacked = slants(board, 1 - side, enemy);

    for (int i = 0; i < count; i++) {
        uint64_t from = (uint64_t)1 << (moves[i] >> 6), to = (uint64_t)1 << (moves[i] & 63);
        int row = (int)(moves[i] & 63) / STRIDE;
        int done = side == WHITE ? row : board->rows - 1 - row; /* rows from home */
        int value = done;

        if ((to & enemy) != 0)
            value += 200 - 16 * done;
        if ((to & attacked) != 0)
            value -= (to & slants(board, side, own & ~from)) != 0 ? 10 : 40;
        rating[i] = (to & board->goal[side]) != 0 || enemy == to ? INFINITY : (float)value;
    }
}

extern const struct cop_embedded cop_data_weights_breakthrough;

static void *prepare_learned(const struct cop_game *game, const atomic_bool *stop,
                             struct cop_error *error)
{
    (void)stop;
    return cop_weights_read(game, cop_data_weights_breakthrough.bytes,
                            cop_data_weights_breakthrough.size, "breakthrough", error);
}

/* What is learned is the logarithm of the odds, in thousandths. Other chances are fitted to games
 * of two players:
 *     coppice tune chance breakthrough --eval runners --limit depth=3 --games 2000 */
const struct cop_evaluator breakthrough_evaluators[] = {
    {.name = "learned",
     .help = "runners, corrected by what the stones of small fields, columns and rows promise, "
             "learned from games",
     .version = 1,
     .chance = {1, 0, 0.001},
     .point = 1000,
     .lower = -COP_LEARNED_WON,
     .upper = COP_LEARNED_WON,
     .is_zero_sum = true,
     .sure = COP_LEARNED_LIMIT + 1,
     .fits_variant = cop_game_can_learn,
     .prepare = prepare_learned,
     .release = cop_weights_free,
     .evaluate = cop_learned_evaluate,
     .noisy = list_noisy},
    {.name = "runners",
     .help = "stones, how far and how safe they are, and runners that nobody can stop",
     .version = 1,
     .chance = {1, 0.061025, 0.015918},
     .lower = -WON,
     .upper = WON,
     .is_zero_sum = true,
     .sure = SURE - 2 * STRIDE,
     .evaluate = evaluate_runners,
     .noisy = list_noisy},
    {NULL},
};

const struct cop_ordering breakthrough_orderings[] = {
    {"forward", "into the goal, captures near home, foremost stones; not where they hang",
     rate_forward},
    {NULL},
};
