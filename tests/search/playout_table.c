/* playout_table.c - see playout_table.h. */
#include "playout_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tree_bench.h"

static void open_rollout(struct table *table, const char *inside)
{
    struct cop_error error = {""};
    struct cop_settings *settings =
        cop_settings_parse("playouts", cop_rollout_options, inside, &error);

    if (settings == NULL || !cop_rollout_open(&table->rollout, table->game, settings, NULL, &error))
        fail_msg("%s", error.message);
    cop_settings_free(settings);
    table->notes = malloc(cop_rollout_notes(&table->rollout) + 1);
    assert_non_null(table->notes);
}

struct table *sit_down_with(struct cop_game *game, const char *inside)
{
    struct table *table = calloc(1, sizeof *table);

    assert_non_null(table);
    assert_non_null(game);
    table->game = game;
    assert_true(game->max_moves <= MOVES_MAX);
    open_rollout(table, inside);
    table->state = tree_bench_state(game, "");
    cop_rng_seed(&table->rng, 1);
    return table;
}

struct table *sit_down(const char *spec, const char *inside)
{
    return sit_down_with(cop_game_open(spec, NULL), inside);
}

void stand_up(struct table *table)
{
    cop_rollout_close(&table->rollout);
    cop_game_close(table->game);
    free(table->notes);
    free(table->state);
    free(table);
}

/* To a place in a random game that is not over. */
void walk(struct table *table, int plies)
{
    const struct cop_rules *rules = table->game->rules;

    rules->start(table->game, table->state, &table->rng);
    for (int i = 0; i < plies; i++) {
        cop_move move = cop_random_move(table->game, table->state, &table->rng, table->moves);

        rules->play(table->game, table->state, move);
        if (rules->turn(table->game, table->state) == COP_OVER) {
            rules->start(table->game, table->state, &table->rng);
            i = -1;
        }
    }
}

/* Plays a copy of the table's state out, traced; returns it where it ended. */
void *run_out(struct table *table)
{
    void *state = malloc(table->game->state_size);

    assert_non_null(state);
    memcpy(state, table->state, table->game->state_size);
    table->trace = (struct cop_trace){table->traced, table->players, 0, TRACE_ROOM};
    cop_rollout_run(&table->rollout, state, 0, &table->rng,
                    &(struct cop_rollout_room){
                        .moves = table->moves, .notes = table->notes, .trace = &table->trace},
                    table->rewards);
    return state;
}

bool is_over(const struct table *table, const void *state)
{
    return table->game->rules->turn(table->game, state) == COP_OVER;
}
