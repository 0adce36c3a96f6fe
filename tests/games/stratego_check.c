/* stratego_check.c - see stratego_check.h. */
#include "stratego_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

const char fig57_white[] = "FB84B7B898B7S18B374559896952B99673964569";
const char fig57_black[] = "48BFB86983672B79S1B73B5468B8995969959475";
const char fig57[] = "stratego(white=FB84B7B898B7S18B374559896952B99673964569, "
                     "black=48BFB86983672B79S1B73B5468B8995969959475)";

struct cop_game *open_stratego(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    assert_true(game->state_size <= ROOM && game->max_moves <= MOVES_ROOM);
    return game;
}

struct state start_of(const struct cop_game *game, uint64_t seed)
{
    struct state state = {{0}};
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    game->rules->start(game, &state, &rng);
    return state;
}

struct state position_of(const struct cop_game *game, const char *words)
{
    struct state state = {{0}};
    struct cop_error error = {""};

    if (!cop_position_read(game, words, &state, &error))
        fail_msg("%s: %s", words, error.message);
    return state;
}

void play_words(const struct cop_game *game, struct state *state, const char *words)
{
    struct cop_error error = {""};

    if (!cop_moves_play(game, state, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
}

const char *refusal_of(const struct cop_game *game, const char *position)
{
    static struct cop_error error;
    struct state state;

    error.message[0] = '\0';
    if (cop_position_read(game, position, &state, &error))
        fail_msg("%s was read", position);
    return error.message;
}

int legal_moves(const struct cop_game *game, const struct state *state, cop_move *moves)
{
    return game->rules->moves(game, state, moves);
}

bool is_legal(const struct cop_game *game, const struct state *state, const char *word)
{
    cop_move move;

    return cop_move_read(game, state, word, &move, NULL);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

void assert_moves(const struct cop_game *game, const struct state *state, const char *words)
{
    char names[MOVES_ROOM][16];
    cop_move moves[MOVES_ROOM];
    int count = legal_moves(game, state, moves);
    struct cop_text all = COP_TEXT;

    for (int i = 0; i < count; i++) {
        struct cop_text one = COP_TEXT;

        game->rules->write_move(game, state, moves[i], &one);
        snprintf(names[i], sizeof names[i], "%s", one.bytes);
        cop_text_free(&one);
    }
    qsort(names, (size_t)count, sizeof names[0], by_text);
    for (int i = 0; i < count; i++)
        cop_text_add(&all, "%s%s", i > 0 ? " " : "", names[i]);
    assert_string_equal(all.bytes, words);
    cop_text_free(&all);
}

void assert_result(const struct cop_game *game, const struct state *state, double white)
{
    double payoff[2];

    assert_int_equal(game->rules->turn(game, state), COP_OVER);
    game->rules->payoff(game, state, payoff);
    assert_true(payoff[0] == white && payoff[1] == 1 - white);
}

char *text_of(const struct cop_game *game, const struct state *state)
{
    struct cop_text text = COP_TEXT;
    char *copy;

    game->rules->write_position(game, state, &text);
    copy = cop_copy_string(text.bytes);
    cop_text_free(&text);
    return copy;
}

void assert_text(const struct cop_game *game, const struct state *state, const char *words)
{
    char *text = text_of(game, state);

    assert_string_equal(text, words);
    free(text);
}

void assert_same_state(const struct state *a, const struct state *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

struct state view_of(const struct cop_game *game, const struct state *state, int player)
{
    struct state seen = {{0}};

    game->rules->view(game, state, player, &seen);
    return seen;
}
