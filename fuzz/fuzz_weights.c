/* fuzz_weights.c - any bytes as weights of an evaluator: what is accepted can be used and is
 * written in a form that is accepted again. */
#include <stdlib.h>
#include <string.h>

#include "coppice/rng.h"
#include "game/learned.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static void use(const struct cop_game *game, const struct cop_weights *weights)
{
    struct cop_text bytes = COP_TEXT;
    void *state = malloc(game->state_size);
    struct cop_weights *again;
    struct cop_rng rng;
    double values[2];

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    cop_learned_evaluate(game, weights, state, values);
    check(values[0] == -values[1] && values[0] <= COP_LEARNED_LIMIT);
    check(cop_weights_write(game, weights, &bytes, NULL));
    again = cop_weights_read(game, bytes.bytes, bytes.length, "again", NULL);
    check(again != NULL);
    cop_weights_free(again);
    cop_text_free(&bytes);
    free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_game *game = cop_game_open("othello", NULL);
    struct cop_error error = {""};
    struct cop_weights *weights = cop_weights_read(game, data, size, "input", &error);

    if (weights != NULL)
        use(game, weights);
    else
        check(error.message[0] != '\0');
    cop_weights_free(weights);
    cop_game_close(game);
    return 0;
}
