/* amazons_check.c - see amazons_check.h. */
#include "amazons_check.h"

#include <stdlib.h>
#include <string.h>

extern const struct cop_rules cop_amazons;

struct cop_game *open_or_fail(const char *inside)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open_rules(&cop_amazons, inside, &error);

    if (game == NULL)
        fail_msg("%s: %s", inside, error.message);
    else
        assert_int_equal(game->state_size, sizeof(struct amazons_state));
    return game;
}

struct amazons_state start_of(const struct cop_game *game)
{
    struct amazons_state state;
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, &state, &rng);
    return state;
}

struct amazons_state position_or_fail(const struct cop_game *game, const char *words)
{
    struct amazons_state state = {{0}};
    struct cop_error error = {""};

    if (!cop_position_read(game, words, &state, &error))
        fail_msg("%s: %s", words, error.message);
    return state;
}

void play_or_fail(const struct cop_game *game, struct amazons_state *state, const char *words)
{
    struct cop_error error = {""};

    if (!cop_moves_play(game, state, words, NULL, NULL, &error))
        fail_msg("%s", error.message);
}

struct amazons_state after_moves(const struct cop_game *game, const char *words)
{
    struct amazons_state state = start_of(game);

    play_or_fail(game, &state, words);
    return state;
}

void assert_position(const struct cop_game *game, const struct amazons_state *state,
                     const char *words)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    assert_string_equal(text.bytes, words);
    cop_text_free(&text);
}

cop_move *room_for_moves(const struct cop_game *game)
{
    cop_move *moves = malloc(sizeof *moves * (size_t)game->max_moves);

    assert_non_null(moves);
    return moves;
}

int count_moves(const struct cop_game *game, const struct amazons_state *state)
{
    cop_move *moves = room_for_moves(game);
    int count = game->rules->moves(game, state, moves);

    free(moves);
    return count;
}

double margin(const struct cop_game *game, const struct amazons_state *state)
{
    double white = game->rules->score(game, state, WHITE);

    assert_true(game->rules->score(game, state, BLACK) == -white);
    return white;
}

double first_payoff(const struct cop_game *game, const struct amazons_state *state)
{
    double of_player[2];

    assert_int_equal(game->rules->turn(game, state), COP_OVER);
    game->rules->payoff(game, state, of_player);
    assert_true(of_player[0] + of_player[1] == 1);
    return of_player[0];
}

const char *refusal_of_position(const struct cop_game *game, const char *words)
{
    static struct cop_error error;
    struct amazons_state state;

    error.message[0] = '\0';
    if (cop_position_read(game, words, &state, &error))
        fail_msg("\"%s\" should be refused", words);
    return error.message;
}

const char *refusal_of_moves(const struct cop_game *game, const char *words)
{
    static struct cop_error error;
    struct amazons_state state = start_of(game);

    error.message[0] = '\0';
    if (cop_moves_play(game, &state, words, NULL, NULL, &error))
        fail_msg("\"%s\" should be refused", words);
    return error.message;
}

void embed(const char *rows, char mover, char *out)
{
    for (int row = 0; row < 10; row++) {
        int column = 0, run = 0;

        for (; *rows != '\0' && *rows != '/'; rows++, column++) {
            run = *rows == '.' ? run + 1 : 0;
            if (run > 1)
                out--;
            *out++ = run > 0 ? (char)('0' + run) : *rows == '#' ? 'x' : *rows;
        }
        for (; column < 10; column++)
            *out++ = 'x';
        *out++ = row < 9 ? '/' : ' ';
        if (*rows == '/')
            rows++;
    }
    *out++ = mover;
    *out = '\0';
}
