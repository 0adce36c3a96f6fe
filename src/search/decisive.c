/* decisive.c - moves that win at once, and moves that keep others from it (Teytaud and Teytaud, On
 * the Huge Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms, 2010).
 *
 * Where a game knows its decisive moves it is asked; elsewhere all moves are tried. */
#include <string.h>

#include "search/rollout.h"

enum { ALIGNMENT = 16 };

static size_t padded(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t cop_lookout_size(const struct cop_game *game)
{
    return 2 * padded(game->state_size) + (size_t)game->max_moves * sizeof(cop_move);
}

struct cop_lookout cop_lookout_in(const struct cop_game *game, void *bytes)
{
    char *first = bytes;
    void *moves = first + 2 * padded(game->state_size);

    return (struct cop_lookout){first, first + padded(game->state_size), moves};
}

static enum cop_result result_for(const struct cop_game *game, const void *state, int player)
{
    double payoffs[COP_PLAYERS_MAX];

    game->rules->payoff(game, state, payoffs);
    return cop_result_of(payoffs[player]);
}

cop_move cop_winning_move(const struct cop_game *game, const void *state,
                          const struct cop_lookout *lookout)
{
    const struct cop_rules *rules = game->rules;
    int player = rules->turn(game, state), count;

    if (rules->decisive != NULL)
        return rules->decisive(game, state);
    count = rules->moves(game, state, lookout->moves);
    for (int i = 0; i < count; i++) {
        memcpy(lookout->after, state, game->state_size);
        rules->play(game, lookout->after, lookout->moves[i]);
        if (rules->turn(game, lookout->after) == COP_OVER &&
            result_for(game, lookout->after, player) == COP_WIN)
            return lookout->moves[i];
    }
    return COP_NO_MOVE;
}

/* What comes after the player's own next move, or after chance's, is not looked at. */
bool cop_is_safe_move(const struct cop_game *game, const void *state, cop_move move,
                      const struct cop_lookout *lookout)
{
    const struct cop_rules *rules = game->rules;
    int player = rules->turn(game, state), next;

    memcpy(lookout->next, state, game->state_size);
    rules->play(game, lookout->next, move);
    next = rules->turn(game, lookout->next);
    if (next == COP_OVER)
        return result_for(game, lookout->next, player) != COP_LOSS;
    return next == COP_CHANCE || next == player ||
           cop_winning_move(game, lookout->next, lookout) == COP_NO_MOVE;
}

cop_move cop_safe_move(const struct cop_game *game, const void *state, cop_move *moves,
                       struct cop_rng *rng, const struct cop_lookout *lookout)
{
    int count = game->rules->moves(game, state, moves), safe = 0;

    for (int i = 0; i < count; i++)
        if (cop_is_safe_move(game, state, moves[i], lookout))
            moves[safe++] = moves[i];
    return safe > 0 ? moves[cop_rng_below(rng, (uint32_t)safe)] : COP_NO_MOVE;
}
