/* symmetry.c - one key for a position and all its mirror images. */
#include "game/symmetry.h"

uint64_t cop_symmetric_key(const struct cop_game *game, const void *state, void *scratch,
                           int *symmetry)
{
    uint64_t least = game->rules->key(game, state);

    *symmetry = 0;
    for (int i = 1; i < game->symmetries; i++) {
        uint64_t key;

        game->rules->turned(game, state, i, scratch);
        key = game->rules->key(game, scratch);
        if (key < least) {
            least = key;
            *symmetry = i;
        }
    }
    return least;
}
