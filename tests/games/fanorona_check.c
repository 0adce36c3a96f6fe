/* fanorona_check.c - see fanorona_check.h. */
#include "fanorona_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cop_game *open_or_fail(const char *inside)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open_rules(&cop_fanorona, inside, &error);

    if (game == NULL) {
        fail_msg("%s: %s", inside, error.message);
        return NULL;
    }
    assert_true(game->state_size <= sizeof(struct any_state));
    assert_true(game->max_moves <= MOVES_MAX);
    return game;
}

struct cop_game *open_size(int columns, int rows, const char *more)
{
    char inside[80];

    snprintf(inside, sizeof inside, "width=%d, height=%d%s", columns, rows, more);
    return open_or_fail(inside);
}

struct any_state start_of(const struct cop_game *game)
{
    struct any_state state = {{0}};

    game->rules->start(game, &state, NULL);
    return state;
}

void play_words(const struct cop_game *game, struct any_state *state, const char *words)
{
    struct cop_error error;

    if (!cop_moves_play(game, state, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
}

struct any_state after_moves(const struct cop_game *game, const char *words)
{
    struct any_state state = start_of(game);

    play_words(game, &state, words);
    return state;
}

struct any_state position_or_fail(const struct cop_game *game, const char *words)
{
    struct any_state state = {{0}};
    struct cop_error error;

    if (!cop_position_read(game, words, &state, &error))
        fail_msg("%s: %s", words, error.message);
    return state;
}

void assert_position(const struct cop_game *game, const struct any_state *state, const char *words)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    assert_string_equal(text.bytes, words);
    cop_text_free(&text);
}

void assert_over(const struct cop_game *game, const struct any_state *state, double white)
{
    cop_move moves[MOVES_MAX];
    double of_player[2];

    assert_int_equal(game->rules->turn(game, state), COP_OVER);
    assert_int_equal(game->rules->moves(game, state, moves), 0);
    game->rules->payoff(game, state, of_player);
    assert_true(of_player[WHITE] == white);
    assert_true(of_player[BLACK] == 1 - white);
}

void assert_turn(const struct cop_game *game, const struct any_state *state, int player)
{
    cop_move moves[MOVES_MAX];

    assert_int_equal(game->rules->turn(game, state), player);
    assert_true(game->rules->moves(game, state, moves) > 0);
}

void assert_refused(const struct cop_game *game, const struct any_state *state, const char *words,
                    const char *reason)
{
    struct any_state copy = *state;
    struct cop_error error;

    if (cop_moves_play(game, &copy, words, NULL, NULL, &error))
        fail_msg("\"%s\" was accepted", words);
    if (strstr(error.message, reason) == NULL)
        fail_msg("\"%s\" was refused with: %s", words, error.message);
}

static void gather(struct turns *turns, const struct any_state *state, const char *so_far)
{
    const struct cop_rules *rules = turns->game->rules;
    cop_move moves[MOVES_MAX];
    int count = rules->moves(turns->game, state, moves);

    for (int i = 0; i < count; i++) {
        struct any_state next = *state;
        struct cop_text word = COP_TEXT;
        char text[2 * FANORONA_TEXT];

        rules->write_move(turns->game, state, moves[i], &word);
        snprintf(text, sizeof text, "%s%s", so_far,
                 strcmp(word.bytes, "stop") == 0 ? "" : word.bytes);
        cop_text_free(&word);
        rules->play(turns->game, &next, moves[i]);
        if (rules->turn(turns->game, &next) == turns->mover) {
            gather(turns, &next, text);
            continue;
        }
        assert_true(turns->count < FANORONA_TURNS && strlen(text) < FANORONA_TEXT);
        memcpy(turns->list[turns->count].text, text, FANORONA_TEXT);
        turns->list[turns->count++].after = next;
    }
}

static int by_text(const void *left, const void *right)
{
    return strcmp(left, right); /* the text comes first in both kinds of turn */
}

struct turns *turns_of(const struct cop_game *game, const struct any_state *state)
{
    struct turns *turns = malloc(sizeof *turns);

    assert_non_null(turns);
    turns->game = game;
    turns->mover = game->rules->turn(game, state);
    turns->count = 0;
    gather(turns, state, "");
    qsort(turns->list, (size_t)turns->count, sizeof turns->list[0], by_text);
    return turns;
}

void assert_turns(const struct cop_game *game, const struct any_state *state, const char *words)
{
    struct turns *turns = turns_of(game, state);
    struct cop_text all = COP_TEXT;

    for (int i = 0; i < turns->count; i++)
        cop_text_add(&all, "%s%s", i > 0 ? " " : "", turns->list[i].text);
    assert_string_equal(all.bytes, words);
    cop_text_free(&all);
    free(turns);
}

int64_t perft(const struct cop_game *game, const struct any_state *state, int depth)
{
    cop_move moves[MOVES_MAX];
    int mover = game->rules->turn(game, state);
    int count = game->rules->moves(game, state, moves);
    int64_t sum = 0;

    for (int i = 0; i < count; i++) {
        struct any_state next;

        memcpy(&next, state, game->state_size);
        game->rules->play(game, &next, moves[i]);
        if (game->rules->turn(game, &next) == mover)
            sum += perft(game, &next, depth);
        else
            sum += depth == 1 ? 1 : perft(game, &next, depth - 1);
    }
    return sum;
}

enum { MOVER_BYTE = 24 }; /* of a state */

struct any_state with_stones(const struct cop_game *game, uint64_t white, uint64_t black)
{
    struct any_state state = {{white, black}};

    ((unsigned char *)&state)[MOVER_BYTE] = BLACK;
    game->rules->give_turn(game, &state, WHITE);
    return state;
}
