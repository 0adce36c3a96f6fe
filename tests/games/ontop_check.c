/* ontop_check.c - see ontop_check.h. */
#include "ontop_check.h"

#include <stdio.h>
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

const char ontop_suite_hands[] = "ADCDDBAAAB";

const char *const ontop_suite_tiles[ONTOP_SUITE] = {
    "",
    "Da4b4/1 Bh4h5/1 Di5i6/1 Ai3i4/0 Bb3c3/0 Cg3h3/0 Ca2b2/0",
    "Dd4e4/0 De3f3/1 Cc3d3/0 Cd5e5/0 Ce6f6/0 Cf5g5/1 Dg3h3/0 Dh2i2/0",
    "Df3g3/1 Ah4i4/0 Ch5i5/1 Dh2h3/0 Di1i2/0 Cf2g2/1 Ce4f4/1 Cb4b5/0 Bd3e3/0 Ag1h1/0 Be5f5/1 "
    "Ae1f1/1 Dc1d1/1 Ch6i6/1 Aa3a4/0",
    "Ef4f5/0 Bd5e5/1 Dg5h5/1 Be3e4/1 Db5c5/0 Da5a6/0 Af3g3/0 Ae6f6/0 Bc6d6/0 Bb3c3/0 Aa3a4/0 "
    "Ch3i3/0 Dd2d3/1 Ae1e2/0 Cd7e7/0 Cg6h6/0 Bg7h7/1 Cg2h2/1 Ca2b2/0 Cc1c2/1 Ai7i8/1 Cg1h1/0 "
    "Bc7c8/0 Aa7b7/0",
    "Cf3g3/0 Ad4e4/1 Ad5e5/0 De6f6/1 Cc3d3/0 Dc6d6/1",
    "Db3c3/1 Dh4h5/0 Cb4b5/1 Bd2d3/1 Bc5c6/0 Bd6d7/1 Aa5a6/0",
    "Dh4i4/0 Ah5i5/0 Bh3i3/1 Ac3d3/0 Bf3g3/0 Bd4e4/0 Cf5g5/1 Da4b4/1 Ah2i2/0 Bb2b3/0 Dg6h6/1 "
    "Ac2d2/0 Ba1a2/0 Dc1d1/1 Cg7h7/0 Bi7i8/0 Af8g8/0 Dd8e8/0 Ce1f1/1 Ee2f2/0 Dg1g2/0 Ch1i1/1 "
    "Ab8c8/0",
    "Ae4f4/0 Ae5f5/1 Bd4d5/0 Cb3c3/1 Ag5h5/0 Ag6h6/1 Ai5i6/1 Ae6f6/0 Cb2c2/0 Da1a2/0 Ch7i7/0 "
    "Ca3a4/1 Bd2d3/1 Dd6d7/0 Db4b5/1 Bh4i4/1 Ae7f7/1",
    "Ad4e4/1 Ce3f3/1 Df4f5/1 Ce5e6/1 Cc3d3/0 Dh4h5/0 Di5i6/0 Eg6h6/1 Df6f7/1 Bg3h3/1 Ai3i4/1 "
    "Ah2i2/1 Dh7i7/0 Cc5d5/0 Ac6d6/1 Bg7g8/0 Cc2d2/0 Bb1c1/0 Ae1e2/0 Aa1a2/1 Ca4b4/1 Bf2g2/0 "
    "Dc7d7/1 Bb6b7/0 Db8c8/1 Ab2b3/1 Dg1h1/0 Ca5b5/1",
};

struct ontop_position ontop_suite_position(const struct cop_game *game, int index)
{
    char words[512];

    snprintf(words, sizeof words, "B %c %s", ontop_suite_hands[index], ontop_suite_tiles[index]);
    return ontop_position_or_fail(game, words);
}
