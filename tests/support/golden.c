/* golden.c - see golden.h. */
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/game.h"

/* Draws the game, and writes it to `words`. */
static void draw(const struct cop_game *game, void *state, struct cop_rng *rng,
                 struct cop_text *words)
{
    while (game->rules->turn(game, state) != COP_OVER) {
        cop_move move = game->rules->random_move(game, state, rng);

        cop_text_add(words, "%s", words->length > 0 ? " " : "");
        game->rules->write_move(game, state, move, words);
        game->rules->play(game, state, move);
    }
}

static void *start(const struct cop_game *game, uint64_t seed)
{
    void *state = cop_allocate(game->state_size);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    return state;
}

void assert_golden_from(uint64_t seed, const char *spec, const char *words,
                        const char *last_position)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);
    struct cop_text drawn_words = COP_TEXT, position = COP_TEXT;
    struct cop_rng rng;
    void *drawn, *read;

    if (game == NULL)
        fail_msg("%s: %s", spec, error.message);
    drawn = start(game, seed);
    read = start(game, seed);
    cop_rng_seed(&rng, seed);
    draw(game, drawn, &rng, &drawn_words);
    assert_string_equal(drawn_words.bytes, words);
    if (!cop_moves_play(game, read, words, NULL, NULL, &error))
        fail_msg("%s: %s", spec, error.message);
    assert_memory_equal(read, drawn, game->state_size);
    game->rules->write_position(game, drawn, &position);
    assert_string_equal(position.bytes, last_position);
    cop_text_free(&drawn_words);
    cop_text_free(&position);
    free(drawn);
    free(read);
    cop_game_close(game);
}

void assert_golden(const char *spec, const char *words, const char *last_position)
{
    assert_golden_from(1, spec, words, last_position);
}
