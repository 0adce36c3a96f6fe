/* exact.c - the value of positions near the end, found by looking at every end.
 *
 * Where few moves are left, one look at all of them tells more than any number of playouts
 * (ontop.md 6). The value is the first player's share of the payoff when both play best: the best
 * for whoever moves, the expectation where chance does. An expectation is as exact as a won game,
 * but proves no win.
 *
 * Windows narrow on the way down as in alpha-beta; at a node of chance a child needs to be known
 * only as exactly as its probability can matter, given that those not yet seen lie between 0 and 1
 * (Star1). Shares lie there too, so that what the widest window finds is exact. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/mcts/search.h"

enum { NODES_BETWEEN_LOOKS = 1 << 14 };

/* A line of play: a state, its moves and their probabilities for each ply. */
struct exact {
    const struct cop_game *game;
    struct cop_run *run; /* which may end while it looks */
    struct cop_pace pace;
    int levels;
    int64_t nodes_left;
    unsigned char *states;
    cop_move *moves;
    double *chances;
};

struct window {
    double low, high;
};

struct exact *exact_open(struct mcts *mcts)
{
    const struct cop_game *game = mcts->game;
    struct exact *exact = calloc(1, sizeof *exact);
    size_t rows;

    if (exact == NULL)
        return NULL;
    exact->game = game;
    exact->run = &mcts->run;
    exact->levels = 2 * mcts->config.exact + 2; /* a draw before each move, and the end */
    rows = (size_t)exact->levels * (size_t)game->max_moves;
    exact->states = malloc((size_t)exact->levels * game->state_size);
    exact->moves = malloc(rows * sizeof *exact->moves);
    exact->chances = malloc(rows * sizeof *exact->chances);
    if (exact->states == NULL || exact->moves == NULL || exact->chances == NULL) {
        exact_close(exact);
        return NULL;
    }
    return exact;
}

void exact_close(struct exact *exact)
{
    if (exact == NULL)
        return;
    free(exact->states);
    free(exact->moves);
    free(exact->chances);
    free(exact);
}

static void *state_at(const struct exact *exact, int level)
{
    return exact->states + (size_t)level * exact->game->state_size;
}

/* Many nodes take longer than anybody waits who has set a flag or a limit of time. */
static void look_up(struct exact *exact)
{
    cop_run_look(exact->run, &exact->pace);
    if (cop_run_ended(exact->run) != COP_RUN_GOES_ON)
        exact->nodes_left = -1;
}

static bool has_given_up(const struct exact *exact)
{
    return exact->nodes_left < 0;
}

static double value_at(struct exact *exact, int level, struct window window);

static double value_after(struct exact *exact, int level, cop_move move, struct window window)
{
    memcpy(state_at(exact, level + 1), state_at(exact, level), exact->game->state_size);
    exact->game->rules->play(exact->game, state_at(exact, level + 1), move);
    return value_at(exact, level + 1, window);
}

/* The second player wants the first one's share to be small. */
static double best_value(struct exact *exact, int level, int player, const cop_move *moves,
                         int count, struct window window)
{
    double best = player == 0 ? -INFINITY : INFINITY;

    for (int i = 0; i < count && window.low < window.high; i++) {
        double value = value_after(exact, level, moves[i], window);

        if (has_given_up(exact))
            return 0;
        if (player == 0) {
            best = fmax(best, value);
            window.low = fmax(window.low, best);
        } else {
            best = fmin(best, value);
            window.high = fmin(window.high, best);
        }
    }
    return best;
}

/* `sum` is what the outcomes seen so far bring, `rest` the probability of the others. A mean of
 * equal numbers is that number, however the probabilities are rounded. */
static double expected_value(struct exact *exact, int level, const cop_move *moves, int count,
                             struct window window)
{
    double *chances = exact->chances + (size_t)level * (size_t)exact->game->max_moves;
    double sum = 0, rest = 1, least = 1, most = 0;

    exact->game->rules->chances(exact->game, state_at(exact, level), chances);
    for (int i = 0; i < count; i++) {
        double share = chances[i], value;
        struct window part;

        rest = i + 1 == count ? 0 : rest - share;
        part.low = fmax((window.low - sum - rest) / share, 0);
        part.high = fmin((window.high - sum) / share, 1);
        if (part.low >= 1)
            return sum + share + rest; /* as much as it can be, and not enough */
        if (part.high <= 0)
            return sum;
        value = value_after(exact, level, moves[i], part);
        if (has_given_up(exact))
            return 0;
        sum += share * value;
        least = fmin(least, value);
        most = fmax(most, value);
        if (rest > 0 && value <= part.low && part.low > 0)
            return sum + rest;
        if (rest > 0 && value >= part.high && part.high < 1)
            return sum;
    }
    return least == most ? least : fmin(fmax(sum, least), most);
}

static double value_at(struct exact *exact, int level, struct window window)
{
    const struct cop_game *game = exact->game;
    const void *state = state_at(exact, level);
    cop_move *moves = exact->moves + (size_t)level * (size_t)game->max_moves;
    int turn = game->rules->turn(game, state), count;
    double shares[COP_PLAYERS_MAX];

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, shares);
        return shares[0];
    }
    if (level + 1 == exact->levels)
        exact->nodes_left = 0;
    if (--exact->nodes_left % NODES_BETWEEN_LOOKS == 0)
        look_up(exact);
    if (exact->nodes_left < 0)
        return 0;
    count = game->rules->moves(game, state, moves);
    return turn == COP_CHANCE ? expected_value(exact, level, moves, count, window)
                              : best_value(exact, level, turn, moves, count, window);
}

bool exact_value(struct exact *exact, const void *state, int64_t nodes, double *share)
{
    exact->nodes_left = nodes;
    cop_pace_begin(&exact->pace, false, 1);
    memcpy(state_at(exact, 0), state, exact->game->state_size);
    *share = value_at(exact, 0, (struct window){0, 1});
    return !has_given_up(exact);
}
