/* plan.c - moves that are kept, and the position in which they are still right. */
#include "agent/plan.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fingerprint.h"

void cop_plan_drop(struct cop_plan *plan)
{
    plan->next = plan->count = 0;
}

/* States are flat and without gaps that differ, so that equal positions have equal bytes. */
static uint64_t fingerprint_of(const struct cop_game *game, const void *state)
{
    return cop_fingerprint(state, game->state_size);
}

/* The rest of the plan is for the position after this move, if its player goes on there. */
static void expect(struct cop_plan *plan, const struct cop_game *game, const void *state,
                   cop_move move)
{
    _Alignas(max_align_t) unsigned char after[COP_STATE_MAX];

    memcpy(after, state, game->state_size);
    game->rules->play(game, after, move);
    plan->here = fingerprint_of(game, after);
    if (game->rules->turn(game, after) != plan->player)
        cop_plan_drop(plan);
}

void cop_plan_keep(struct cop_plan *plan, const struct cop_game *game, const void *state,
                   const struct cop_report *report)
{
    cop_plan_drop(plan);
    if (game->is_hidden || report->turn_length < 2)
        return;
    plan->player = game->rules->turn(game, state);
    plan->count = report->turn_length - 1;
    memcpy(plan->moves, report->line + 1, (size_t)plan->count * sizeof *plan->moves);
    expect(plan, game, state, report->best);
}

static bool is_legal(const struct cop_game *game, const void *state, cop_move move)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);
    bool is_found = false;

    for (int i = 0; i < count && !is_found; i++)
        is_found = moves[i] == move;
    free(moves);
    return is_found;
}

cop_move cop_plan_next(struct cop_plan *plan, const struct cop_game *game, const void *state)
{
    cop_move move;

    if (plan->next == plan->count)
        return COP_NO_MOVE;
    move = plan->moves[plan->next];
    if (game->rules->turn(game, state) != plan->player ||
        fingerprint_of(game, state) != plan->here || !is_legal(game, state, move)) {
        cop_plan_drop(plan);
        return COP_NO_MOVE;
    }
    plan->next++;
    if (plan->next < plan->count)
        expect(plan, game, state, move);
    return move;
}
