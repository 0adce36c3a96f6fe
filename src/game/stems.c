/* stems.c - moves by their first parts, for games that do not list them faster. */
#include "coppice/game.h"

int cop_stems(const struct cop_game *game, const void *state, cop_move *out)
{
    int moves, count = 0;

    if (game->rules->stems != NULL)
        return game->rules->stems(game, state, out);
    moves = game->rules->moves(game, state, out);
    for (int i = 0; i < moves; i++) {
        cop_move stem = game->rules->stem(game, out[i]);
        int known = 0;

        while (known < count && out[known] != stem)
            known++;
        if (known == count)
            out[count++] = stem; /* no further than the move that it is of */
    }
    return count;
}

int cop_stem_moves(const struct cop_game *game, const void *state, cop_move stem, cop_move *out)
{
    int moves, count = 0;

    if (game->rules->stem_moves != NULL)
        return game->rules->stem_moves(game, state, stem, out);
    moves = game->rules->moves(game, state, out);
    for (int i = 0; i < moves; i++)
        if (game->rules->stem(game, out[i]) == stem)
            out[count++] = out[i];
    return count;
}
