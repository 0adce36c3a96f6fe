/* twixt_check.c - see twixt_check.h. */
#include "twixt_check.h"

#include "games/bits.h"
#include "games/list.h"

struct cop_game *open_twixt(const char *inside)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open_rules(&cop_twixt, inside, &error);

    if (game == NULL)
        fail_msg("%s: %s", inside, error.message);
    return game;
}

struct twixt_position begin(const struct cop_game *game)
{
    struct twixt_position at = {0};
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, &at, &rng);
    return at;
}

struct twixt_position played(const struct cop_game *game, const char *words)
{
    struct twixt_position at = begin(game);
    struct cop_error error;

    if (!cop_moves_play(game, &at, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
    return at;
}

struct twixt_position placed(const struct cop_game *game, const char *words)
{
    struct twixt_position at = {0};
    struct cop_error error;

    if (!cop_position_read(game, words, &at, &error))
        fail_msg("%s: %s", words, error.message);
    return at;
}

void assert_text(const struct cop_game *game, const struct twixt_position *at, const char *words)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, at, &text);
    assert_string_equal(text.bytes, words);
    cop_text_free(&text);
}

void assert_ended(const struct cop_game *game, const struct twixt_position *at, double white)
{
    cop_move moves[MOVES_MAX];
    double of_player[2];

    assert_int_equal(game->rules->turn(game, at), COP_OVER);
    assert_int_equal(game->rules->moves(game, at, moves), 0);
    game->rules->payoff(game, at, of_player);
    assert_true(of_player[0] == white);
    assert_true(of_player[1] == 1 - white);
}

void assert_same(const struct cop_game *game, const struct twixt_position *one,
                 const struct twixt_position *other)
{
    assert_memory_equal(one, other, game->state_size);
}

int count_bits(const struct cop_game *game, const struct twixt_position *at, int plane, int planes)
{
    const struct twixt_board *board = twixt_board_of(game);
    int count = 0;

    for (int i = plane * board->plane_bytes; i < (plane + planes) * board->plane_bytes; i++)
        count += bit_count(at->planes[i]);
    return count;
}

int count_links(const struct cop_game *game, const struct twixt_position *at)
{
    return count_bits(game, at, TWIXT_LINKS, TWIXT_KEPT);
}

void assert_distances(const struct cop_game *game, const struct twixt_position *at, int white,
                      int black)
{
    assert_int_equal(twixt_distance(game, at, WHITE), white);
    assert_int_equal(twixt_distance(game, at, BLACK), black);
}
