/* codes.c - what moves do, as numbers, for games that do not say it faster. */
#include "coppice/game.h"

uint64_t cop_move_code(const struct cop_game *game, const void *state, cop_move move)
{
    const struct cop_rules *rules = game->rules;

    if (rules->code != NULL)
        return rules->code(game, state, move);
    return rules->move_kind != NULL ? (uint64_t)rules->move_kind(game, move) : move;
}

int cop_coded_moves(const struct cop_game *game, const void *state, cop_move *moves,
                    uint64_t *codes)
{
    int count;

    if (game->rules->coded_moves != NULL)
        return game->rules->coded_moves(game, state, moves, codes);
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++)
        codes[i] = cop_move_code(game, state, moves[i]);
    return count;
}
