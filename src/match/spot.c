/* spot.c - a position as two numbers. */
#include "match/spot.h"

#include <stdalign.h>
#include <string.h>

#include "base/fingerprint.h"

int cop_spot_viewer(const struct cop_game *game, const void *state)
{
    int turn = game->rules->turn(game, state);

    if (!game->is_hidden || turn == COP_OVER)
        return -1;
    return turn >= 0 ? turn : 0;
}

void cop_spot_find(const struct cop_game *game, const void *state, struct cop_spot *spot)
{
    alignas(max_align_t) unsigned char seen[COP_STATE_MAX], image[COP_STATE_MAX];
    int viewer = cop_spot_viewer(game, state);
    struct cop_text text = COP_TEXT;

    memcpy(seen, state, game->state_size);
    if (viewer >= 0)
        game->rules->view(game, state, viewer, seen);
    spot->image_count = cop_symmetric_images(game, seen, image, &spot->key, spot->images);
    if (spot->images[0] != 0)
        game->rules->turned(game, seen, spot->images[0], image);
    game->rules->write_position(game, spot->images[0] != 0 ? image : seen, &text);
    spot->proof = cop_fingerprint(text.bytes, text.length);
    cop_text_free(&text);
}

cop_move cop_spot_move(const struct cop_game *game, const struct cop_spot *spot, cop_move move)
{
    cop_move least = 0;

    for (int i = 0; i < spot->image_count; i++) {
        cop_move image =
            spot->images[i] == 0 ? move : game->rules->turned_move(game, move, spot->images[i]);

        if (i == 0 || image < least)
            least = image;
    }
    return least;
}
