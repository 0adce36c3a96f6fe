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

int cop_symmetric_images(const struct cop_game *game, const void *state, void *scratch,
                         uint64_t *key, int *symmetries)
{
    int count = 1;

    *key = game->rules->key(game, state);
    symmetries[0] = 0;
    for (int i = 1; i < game->symmetries && i < COP_IMAGES_MAX; i++) {
        uint64_t image;

        game->rules->turned(game, state, i, scratch);
        image = game->rules->key(game, scratch);
        if (image > *key)
            continue;
        if (image < *key)
            count = 0;
        *key = image;
        symmetries[count++] = i;
    }
    return count;
}
