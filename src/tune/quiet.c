/* quiet.c - exchanges played out, as a depth-first search does beyond its horizon. */
#include "tune/quiet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/learned.h"

enum { PLIES = 12 }; /* as long as searches follow them */

/* For each ply a state, the best end below it so far, and a list of moves. */
struct cop_quiet {
    const struct cop_game *game;
    const struct cop_evaluator *judge;
    unsigned char *states, *ends;
    cop_move *moves;
};

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

struct cop_quiet *cop_quiet_open(const struct cop_game *game, const struct cop_evaluator *judge)
{
    struct cop_quiet *quiet = cop_allocate(sizeof *quiet);

    quiet->game = game;
    quiet->judge = judge;
    quiet->states = cop_allocate((PLIES + 1) * game->state_size);
    quiet->ends = cop_allocate((PLIES + 1) * game->state_size);
    quiet->moves = cop_allocate((PLIES + 1) * (size_t)game->max_moves * sizeof *quiet->moves);
    return quiet;
}

void cop_quiet_close(struct cop_quiet *quiet)
{
    if (quiet == NULL)
        return;
    free(quiet->states);
    free(quiet->ends);
    free(quiet->moves);
    free(quiet);
}

/* For player 0; finished games too. */
static double judge(const struct cop_quiet *quiet, const void *state)
{
    const struct cop_evaluator *row = quiet->judge;
    double of_player[2];

    if (quiet->game->rules->turn(quiet->game, state) == COP_OVER && !row->rates_ends) {
        quiet->game->rules->payoff(quiet->game, state, of_player);
        return row->lower + of_player[0] * (row->upper - row->lower);
    }
    row->evaluate(quiet->game, NULL, state, of_player);
    return row->is_zero_sum ? of_player[0] : of_player[0] - of_player[1];
}

/* The value of the state of `ply` for player 0 in a window; its end is in `ends`. */
static double follow(struct cop_quiet *quiet, int ply, double alpha, double beta)
{
    const struct cop_game *game = quiet->game;
    size_t size = game->state_size;
    unsigned char *state = quiet->states + (size_t)ply * size;
    unsigned char *end = quiet->ends + (size_t)ply * size;
    cop_move *moves = quiet->moves + (ptrdiff_t)ply * game->max_moves;
    int turn = game->rules->turn(game, state), count;
    double best = judge(quiet, state);

    memcpy(end, state, size);
    if (turn < 0 || ply == PLIES)
        return best;
    count = quiet->judge->noisy(game, state, moves);
    for (int i = 0; i < count; i++) {
        double value;

        if (turn == 0)
            alpha = fmax(alpha, best);
        else
            beta = fmin(beta, best);
        if (alpha >= beta)
            break;
        memcpy(state + size, state, size);
        game->rules->play(game, state + size, moves[i]);
        value = follow(quiet, ply + 1, alpha, beta);
        if (turn == 0 ? value > best : value < best) {
            best = value;
            memcpy(end, end + size, size);
        }
    }
    return best;
}

double cop_quiet_follow(struct cop_quiet *quiet, const void *state, void *rest)
{
    double value;

    memcpy(quiet->states, state, quiet->game->state_size);
    value = follow(quiet, 0, -INFINITY, INFINITY);
    memcpy(rest, quiet->ends, quiet->game->state_size);
    return value;
}
