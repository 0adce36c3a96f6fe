/* ontop_check.c - see ontop_check.h. */
#include "ontop_check.h"

#include <string.h>

struct cop_game *ontop_open_or_fail(const char *options)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open_rules(&cop_ontop, options, &error);

    if (game == NULL)
        fail_msg("ontop(%s): %s", options, error.message);
    return game;
}

struct ontop_position ontop_start_of(const struct cop_game *game)
{
    struct ontop_position position;
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, &position, &rng);
    return position;
}

struct ontop_position ontop_after_moves(const struct cop_game *game, const char *words)
{
    struct ontop_position position = ontop_start_of(game);
    struct cop_error error;

    if (!cop_moves_play(game, &position, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
    return position;
}

struct ontop_position ontop_position_or_fail(const struct cop_game *game, const char *words)
{
    struct ontop_position position;
    struct cop_error error;

    if (!cop_position_read(game, words, &position, &error))
        fail_msg("%s: %s", words, error.message);
    return position;
}

void ontop_assert_position(const struct cop_game *game, const struct ontop_position *position,
                           const char *words)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, position, &text);
    assert_string_equal(text.bytes, words);
    cop_text_free(&text);
}

int ontop_turn_of(const struct cop_game *game, const struct ontop_position *position)
{
    return game->rules->turn(game, position);
}

void ontop_assert_numbers(const uint8_t *numbers, int count, const int *expected, const char *what)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] != expected[i])
            fail_msg("%s: number %d is %d and should be %d", what, i + 1, numbers[i], expected[i]);
}

int ontop_count_blacks(const struct ontop_position *position)
{
    int count = 0;

    for (int cell = 0; cell < ONTOP_CELLS; cell++)
        count += position->cell[cell] == ONTOP_BLACK;
    return count;
}

uint64_t ontop_closed_points(const struct cop_game *game, const struct ontop_position *position)
{
    return ontop_board_of(game)->points & ~ontop_open_points(position->up, position->down);
}
