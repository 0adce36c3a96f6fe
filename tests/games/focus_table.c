/* focus_table.c - a table of Focus for tests. */
#include "focus_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table open_table(const char *inside)
{
    struct table table = {.rules = &cop_focus};
    struct cop_error error;
    struct cop_rng rng;

    table.game = cop_game_open_rules(&cop_focus, inside, &error);
    if (table.game == NULL)
        fail_msg("focus(%s): %s", inside, error.message);
    assert_true(table.game->state_size <= sizeof table.state);
    assert_true(table.game->max_moves <= MOVES_ROOM);
    cop_rng_seed(&rng, 1);
    table.rules->start(table.game, table.state, &rng);
    return table;
}

void close_table(struct table *table)
{
    cop_game_close(table->game);
}

int legal_moves(struct table *table)
{
    table->count = table->rules->moves(table->game, table->state, table->moves);
    return table->count;
}

int turn_of(const struct table *table)
{
    return table->rules->turn(table->game, table->state);
}

void play(struct table *table, const char *words)
{
    struct cop_error error;

    if (!cop_moves_play(table->game, table->state, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
}

const char *refusal(struct table *table, const char *words)
{
    static struct cop_error error;
    uint64_t copy[STATE_WORDS];

    memcpy(copy, table->state, sizeof copy);
    if (cop_moves_play(table->game, copy, words, NULL, NULL, &error))
        fail_msg("\"%s\" was accepted", words);
    return error.message;
}

void set_up(struct table *table, const char *words)
{
    struct cop_error error;

    if (!cop_position_read(table->game, words, table->state, &error))
        fail_msg("%s: %s", words, error.message);
}

void assert_text(const struct table *table, const char *words)
{
    struct cop_text text = COP_TEXT;

    table->rules->write_position(table->game, table->state, &text);
    assert_string_equal(text.bytes, words);
    cop_text_free(&text);
}

void compose(const char *stacks, const char *rest, char *text)
{
    static const int widths[] = {4, 6, 8, 8, 8, 8, 6, 4};

    for (int row = 8; row >= 1; row--) {
        int first = (8 - widths[8 - row]) / 2;

        for (int column = first; column < first + widths[8 - row]; column++) {
            char name[4] = {(char)('a' + column), (char)('0' + row), ':', 0};
            const char *at = strstr(stacks, name);
            int height = at == NULL ? 0 : (int)strcspn(at + 3, " ");

            if (at == NULL)
                *text++ = '-';
            else
                text += sprintf(text, height > 1 ? "[%.*s]" : "%.*s", height, at + 3);
        }
        *text++ = row > 1 ? '/' : ' ';
    }
    strcpy(text, rest);
}

void set_up_stacks(struct table *table, const char *stacks, const char *rest)
{
    char text[FOCUS_TEXT];

    compose(stacks, rest, text);
    set_up(table, text);
}

void assert_stacks(const struct table *table, const char *stacks, const char *rest)
{
    char text[FOCUS_TEXT];

    compose(stacks, rest, text);
    assert_text(table, text);
}

int by_text(const void *left, const void *right)
{
    return strcmp(left, right);
}

void write_move(const struct table *table, cop_move move, char word[8])
{
    struct cop_text text = COP_TEXT;

    table->rules->write_move(table->game, table->state, move, &text);
    assert_true(text.length < 8);
    strcpy(word, text.bytes);
    cop_text_free(&text);
}

void assert_moves(struct table *table, const char *words)
{
    char names[MOVES_ROOM][8];
    struct cop_text all = COP_TEXT;

    legal_moves(table);
    for (int i = 0; i < table->count; i++)
        write_move(table, table->moves[i], names[i]);
    qsort(names, (size_t)table->count, sizeof names[0], by_text);
    for (int i = 0; i < table->count; i++)
        cop_text_add(&all, "%s%s", i > 0 ? " " : "", names[i]);
    assert_string_equal(all.bytes, words);
    cop_text_free(&all);
}

void assert_over(struct table *table, int winner)
{
    double of_player[COP_PLAYERS_MAX] = {0};

    assert_int_equal(turn_of(table), COP_OVER);
    assert_int_equal(legal_moves(table), 0);
    table->rules->payoff(table->game, table->state, of_player);
    for (int player = 0; player < table->game->players; player++)
        assert_true(of_player[player] ==
                    (winner < 0 ? 1.0 / table->game->players : player == winner));
}
