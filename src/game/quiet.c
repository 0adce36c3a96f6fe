/* quiet.c - exchanges played out, as a depth-first search does beyond its horizon. */
#include "game/quiet.h"

#include <math.h>
#include <string.h>

#include "game/learned.h"

enum { PLIES = 12, ALIGNMENT = 16 }; /* as long as depth-first searches follow them */

const struct cop_evaluator *cop_quiet_judge(const struct cop_game *game)
{
    const struct cop_evaluator *row = cop_features_base(game);

    if (game->players != 2)
        return NULL;
    if (row != NULL)
        return row->noisy != NULL ? row : NULL;
    while ((row = cop_evaluator_after(game, row)) != NULL)
        if (row->noisy != NULL && row->prepare == NULL)
            return row;
    return NULL;
}

static size_t padded(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t cop_quiet_size(const struct cop_game *game)
{
    return (PLIES + 1) *
           (2 * padded(game->state_size) + (size_t)game->max_moves * sizeof(cop_move));
}

struct cop_quiet cop_quiet_in(const struct cop_game *game, const struct cop_evaluator *evaluator,
                              const void *prepared, void *bytes)
{
    unsigned char *first = bytes;
    size_t states = (PLIES + 1) * padded(game->state_size);
    void *moves = first + 2 * states;

    return (struct cop_quiet){game, evaluator, prepared, first, first + states, moves};
}

/* For player 0; finished games too. */
static double judge(const struct cop_quiet *quiet, const void *state)
{
    const struct cop_evaluator *row = quiet->evaluator;
    double of_player[2];

    if (quiet->game->rules->turn(quiet->game, state) == COP_OVER && !row->rates_ends) {
        quiet->game->rules->payoff(quiet->game, state, of_player);
        return row->lower + of_player[0] * (row->upper - row->lower);
    }
    row->evaluate(quiet->game, quiet->prepared, state, of_player);
    return row->is_zero_sum ? of_player[0] : of_player[0] - of_player[1];
}

/* The value of the state of `ply` for player 0 in a window; its end is in `ends`. */
static double follow(const struct cop_quiet *quiet, int ply, double alpha, double beta)
{
    const struct cop_game *game = quiet->game;
    size_t size = padded(game->state_size);
    unsigned char *state = quiet->states + (size_t)ply * size;
    unsigned char *end = quiet->ends + (size_t)ply * size;
    cop_move *moves = quiet->moves + (ptrdiff_t)ply * game->max_moves;
    int turn = game->rules->turn(game, state), count;
    double best = judge(quiet, state);

    memcpy(end, state, game->state_size);
    if (turn < 0 || ply == PLIES)
        return best;
    count = quiet->evaluator->noisy(game, state, moves);
    for (int i = 0; i < count; i++) {
        double value;

        if (turn == 0)
            alpha = fmax(alpha, best);
        else
            beta = fmin(beta, best);
        if (alpha >= beta)
            break;
        memcpy(state + size, state, game->state_size);
        game->rules->play(game, state + size, moves[i]);
        value = follow(quiet, ply + 1, alpha, beta);
        if (turn == 0 ? value > best : value < best) {
            best = value;
            memcpy(end, end + size, game->state_size);
        }
    }
    return best;
}

/* Most positions of most games are at rest, and need no judgement to see it. */
static bool is_at_rest(const struct cop_quiet *quiet, const void *state)
{
    return quiet->game->rules->turn(quiet->game, state) < 0 ||
           quiet->evaluator->noisy(quiet->game, state, quiet->moves) == 0;
}

void cop_quiet_follow(const struct cop_quiet *quiet, const void *state, void *rest)
{
    size_t size = quiet->game->state_size;

    if (is_at_rest(quiet, state)) {
        memmove(rest, state, size);
        return;
    }
    memcpy(quiet->states, state, size);
    follow(quiet, 0, -INFINITY, INFINITY);
    memcpy(rest, quiet->ends, size);
}
