/* samegame_table.c - see samegame_table.h. */
#include "samegame_table.h"

#include <string.h>

struct table open_table(const char *inside)
{
    struct table table = {.rules = &cop_samegame};
    struct cop_error error;

    table.game = cop_game_open_rules(&cop_samegame, inside, &error);
    if (table.game == NULL)
        fail_msg("samegame(%s): %s", inside, error.message);
    assert_true(table.game->state_size <= sizeof table.state);
    assert_true(table.game->max_moves <= GROUPS_MAX);
    return table;
}

void close_table(struct table *table)
{
    cop_game_close(table->game);
}

void table_start(struct table *table, uint64_t seed)
{
    cop_rng_seed(&table->rng, seed);
    table->rules->start(table->game, table->state, &table->rng);
}

void table_set_up(struct table *table, const char *words)
{
    struct cop_error error;

    if (!cop_position_read(table->game, words, table->state, &error))
        fail_msg("%s: %s", words, error.message);
}

void table_play(struct table *table, const char *words)
{
    struct cop_error error;

    if (!cop_moves_play(table->game, table->state, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
}

int table_list(struct table *table)
{
    table->count = table->rules->moves(table->game, table->state, table->moves);
    return table->count;
}

bool table_is_over(const struct table *table)
{
    return table->rules->turn(table->game, table->state) == COP_OVER;
}

int table_score(const struct table *table)
{
    return (int)table->rules->score(table->game, table->state, 0);
}

double table_payoff(const struct table *table)
{
    double of_player[1];

    table->rules->payoff(table->game, table->state, of_player);
    return of_player[0];
}

void table_write(const struct table *table, char *out)
{
    struct cop_text text = COP_TEXT;

    table->rules->write_position(table->game, table->state, &text);
    assert_true(text.length < TEXT_MAX);
    strcpy(out, text.bytes);
    cop_text_free(&text);
}

void assert_table(const struct table *table, const char *words)
{
    char text[TEXT_MAX];

    table_write(table, text);
    assert_string_equal(text, words);
}

struct reference_board table_reference(const struct table *table, int columns, int rows)
{
    struct reference_board board;
    char text[TEXT_MAX];

    table_write(table, text);
    reference_board_read(&board, columns, rows, text);
    return board;
}

void assert_table_moves(struct table *table, const char *expected)
{
    struct cop_text text = COP_TEXT;

    table_list(table);
    for (int i = 0; i < table->count; i++) {
        if (i > 0)
            cop_text_add(&text, " ");
        table->rules->write_move(table->game, table->state, table->moves[i], &text);
    }
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
}

void assert_table_equals(struct table *table, const struct reference_board *board,
                         enum leftover_rule rule, uint64_t seed)
{
    struct reference_cell groups[GROUPS_MAX];
    char text[TEXT_MAX], expected[TEXT_MAX];
    int count = reference_groups(board, groups);

    table_write(table, text);
    reference_board_write(board, expected);
    if (strcmp(text, expected) != 0)
        fail_msg("%s, seed %d: %s instead of %s", table->game->name, (int)seed, text, expected);
    if (table_list(table) != count || table_is_over(table) != (count == 0) ||
        table_score(table) != reference_score(board, rule))
        fail_msg("%s, seed %d, %s: %d moves, score %d instead of %d, %d", table->game->name,
                 (int)seed, text, table->count, table_score(table), count,
                 reference_score(board, rule));
    for (int i = 0; i < count; i++) {
        struct cop_text name = COP_TEXT;
        char canonical[16];

        snprintf(canonical, sizeof canonical, "%c%d", 'a' + groups[i].x, groups[i].y + 1);
        table->rules->write_move(table->game, table->state, table->moves[i], &name);
        assert_string_equal(name.bytes, canonical);
        cop_text_free(&name);
    }
}
