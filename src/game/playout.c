/* playout.c - random moves, random games and counting move sequences, for every game. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/game.h"

enum { OUTCOMES_ON_STACK = 512 };

/* An outcome of chance by its probability. Rounding may leave a ticket beyond the sum; it belongs
 * to the last outcome that is possible at all. */
static cop_move draw_outcome(const struct cop_game *game, const void *state, struct cop_rng *rng,
                             const cop_move *moves, int count)
{
    double on_stack[OUTCOMES_ON_STACK];
    double *probability = on_stack;
    double ticket = cop_rng_unit(rng);
    int drawn = 0;

    if (count > OUTCOMES_ON_STACK)
        probability = cop_allocate(sizeof *probability * (size_t)count);
    game->rules->chances(game, state, probability);
    for (int i = 0; i < count; i++) {
        if (probability[i] <= 0)
            continue;
        drawn = i;
        ticket -= probability[i];
        if (ticket < 0)
            break;
    }
    if (probability != on_stack)
        free(probability);
    return moves[drawn];
}

/* COP_NO_MOVE if the game is over. */
static cop_move list_and_draw(const struct cop_game *game, const void *state, struct cop_rng *rng,
                              cop_move *moves)
{
    int count = game->rules->moves(game, state, moves);

    if (count == 0)
        return COP_NO_MOVE;
    if (game->has_chance && game->rules->turn(game, state) == COP_CHANCE)
        return draw_outcome(game, state, rng, moves, count);
    return moves[cop_rng_below(rng, (uint32_t)count)];
}

cop_move cop_random_move(const struct cop_game *game, const void *state, struct cop_rng *rng,
                         cop_move *moves)
{
    if (game->rules->random_move != NULL)
        return game->rules->random_move(game, state, rng);
    return list_and_draw(game, state, rng, moves);
}

int cop_playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit,
                cop_move *moves)
{
    const struct cop_rules *rules = game->rules;
    int plies = 0;

    if (limit <= 0)
        limit = INT_MAX;
    if (rules->playout != NULL)
        return rules->playout(game, state, rng, limit);
    for (; plies < limit; plies++) {
        cop_move move;

        if (rules->random_move == NULL)
            move = list_and_draw(game, state, rng, moves);
        else if (rules->turn(game, state) != COP_OVER)
            move = rules->random_move(game, state, rng);
        else
            move = COP_NO_MOVE;
        if (move == COP_NO_MOVE)
            break;
        rules->play(game, state, move);
    }
    return plies;
}

/* Level d of the scratch block has the moves of a node d plies above the leaves, and the state of
 * the child being counted. */
struct levels {
    const struct cop_game *game;
    cop_move *moves;
    unsigned char *states;
    size_t stride;
};

static int64_t count_sequences(const struct levels *levels, const void *state, int depth)
{
    const struct cop_game *game = levels->game;
    cop_move *moves = levels->moves + (size_t)(depth - 1) * (size_t)game->max_moves;
    unsigned char *child = levels->states + (size_t)(depth - 1) * levels->stride;
    int count = game->rules->moves(game, state, moves);
    int64_t sum = 0;

    if (depth == 1)
        return count;
    for (int i = 0; i < count; i++) {
        memcpy(child, state, game->state_size);
        game->rules->play(game, child, moves[i]);
        sum += count_sequences(levels, child, depth - 1);
    }
    return sum;
}

int64_t cop_perft(const struct cop_game *game, const void *state, int depth)
{
    const size_t alignment = _Alignof(max_align_t);
    struct levels levels = {.game = game};
    unsigned char *block;
    int64_t sum;

    if (depth <= 0)
        return 1;
    if (game->max_plies > 0 && depth > game->max_plies)
        return 0;
    levels.stride = (game->state_size + alignment - 1) / alignment * alignment;
    block = cop_allocate((size_t)depth *
                         (levels.stride + sizeof *levels.moves * (size_t)game->max_moves));
    levels.states = block;
    levels.moves = (cop_move *)(void *)(block + (size_t)depth * levels.stride);
    sum = count_sequences(&levels, state, depth);
    free(block);
    return sum;
}
