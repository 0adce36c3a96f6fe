/* fuzz_board.c - any bytes as a file with a board of SameGame: what is accepted can be played to
 * its end, and its position can be written and read. */
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/game.h"
#include "input_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static void check_position(const struct cop_game *game, const void *state)
{
    void *again = cop_allocate(game->state_size);
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    check(cop_position_read(game, text.bytes, again, NULL));
    check(memcmp(state, again, game->state_size) == 0);
    cop_text_free(&text);
    free(again);
}

static void check_game(const struct cop_game *game)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    void *state = cop_allocate(game->state_size);
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    check_position(game, state);
    check(cop_playout(game, state, &rng, 0, moves) <= game->max_plies);
    check(game->rules->turn(game, state) == COP_OVER);
    check_position(game, state);
    free(state);
    free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_text spec = COP_TEXT;
    struct cop_error error = {""};
    struct cop_game *game;

    cop_text_add(&spec, "samegame(board=\"%s\")", input_file("board", data, size));
    game = cop_game_open(spec.bytes, &error);
    check(game != NULL || error.message[0] != '\0');
    if (game != NULL)
        check_game(game);
    cop_game_close(game);
    cop_text_free(&spec);
    return 0;
}
