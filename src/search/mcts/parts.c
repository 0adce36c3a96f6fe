/* parts.c - the list of parts, and which of them an agent uses. */
#include "search/mcts/parts.h"

#include "search/mcts/search.h"

const struct mcts_part *const mcts_all_parts[] = {
    &mcts_prune, &mcts_prior,  &mcts_history,   &mcts_rave, &mcts_reply,
    &mcts_guide, &mcts_backup, &mcts_deviation, &mcts_best, NULL};

enum { HASHED_KINDS = 1 << 16 };

int move_kind_count(const struct cop_game *game)
{
    return game->rules->move_kind != NULL ? game->move_kinds : HASHED_KINDS;
}

int move_kind(const struct cop_game *game, cop_move move)
{
    if (game->rules->move_kind != NULL)
        return game->rules->move_kind(game, move);
    return (int)(cop_mix(move) % HASHED_KINDS);
}

bool parts_check(const struct cop_game *game, const struct cop_settings *settings,
                 struct cop_error *error)
{
    for (int i = 0; mcts_all_parts[i] != NULL; i++) {
        const struct mcts_part *part = mcts_all_parts[i];

        if (part->is_wanted(settings) && part->check != NULL && !part->check(game, settings, error))
            return false;
    }
    return true;
}

bool parts_want_trace(const struct cop_settings *settings)
{
    for (int i = 0; mcts_all_parts[i] != NULL; i++) {
        const struct mcts_part *part = mcts_all_parts[i];

        if (part->wants_trace != NULL && part->is_wanted(settings) && part->wants_trace(settings))
            return true;
    }
    return false;
}

bool parts_order_untried(const struct cop_settings *settings)
{
    for (int i = 0; mcts_all_parts[i] != NULL; i++)
        if (mcts_all_parts[i]->orders_untried && mcts_all_parts[i]->is_wanted(settings))
            return true;
    return false;
}

/* All trees are made alike, so that a column has one number in all of them. */
static int add_column(struct mcts *mcts, size_t size)
{
    int column = NO_COLUMN;

    for (int i = 0; i < mcts->tree_count; i++)
        column = tree_add_column(&mcts->trees[i], size);
    return column;
}

static void list_functions(struct mcts_parts *parts)
{
    for (int i = 0; i < parts->count; i++) {
        const struct part_use *use = &parts->uses[i];

        if (use->part->arrive != NULL && !use->does_not_arrive)
            parts->arriving[parts->arriving_count++] = use;
        if (use->part->settled != NULL)
            parts->settling[parts->settling_count++] = use;
        if (use->part->born != NULL)
            parts->bearing[parts->bearing_count++] = use;
        if (use->part->bonus != NULL)
            parts->judging[parts->judging_count++] = use;
        if (use->part->update != NULL)
            parts->updating[parts->updating_count++] = use;
        if (use->part->suggest != NULL)
            parts->suggesting[parts->suggesting_count++] = use;
    }
}

bool parts_open(struct mcts *mcts, const struct cop_settings *settings, struct cop_error *error)
{
    struct mcts_parts *parts = &mcts->parts;

    for (int i = 0; mcts_all_parts[i] != NULL; i++) {
        const struct mcts_part *part = mcts_all_parts[i];
        struct part_use *use = &parts->uses[parts->count];
        size_t size;

        if (!part->is_wanted(settings))
            continue;
        *use = (struct part_use){.part = part, .mcts = mcts, .column = NO_COLUMN};
        parts->count++;
        if (!part->open(use, settings, error))
            return false;
        size = part->node_bytes != NULL ? part->node_bytes(settings) : 0;
        if (size > 0)
            use->column = add_column(mcts, size);
    }
    list_functions(parts);
    return true;
}

void parts_close(struct mcts_parts *parts)
{
    for (int i = 0; i < parts->count; i++)
        parts->uses[i].part->close(&parts->uses[i]);
    parts->count = 0;
}

void parts_begin(const struct mcts_parts *parts, bool is_kept)
{
    for (int i = 0; i < parts->count; i++)
        if (parts->uses[i].part->begin != NULL)
            parts->uses[i].part->begin(&parts->uses[i], is_kept);
}

void parts_start(const struct mcts_parts *parts)
{
    for (int i = 0; i < parts->count; i++)
        if (parts->uses[i].part->start != NULL)
            parts->uses[i].part->start(&parts->uses[i]);
}

/* ---- Guided playouts ---- */

static cop_move pick(void *context, const void *state, int player, struct cop_rng *rng,
                     cop_move *moves)
{
    struct worker *worker = context;
    const struct mcts_parts *parts = &worker->mcts->parts;
    cop_move move = COP_NO_MOVE;

    worker->deeds.picked++;
    for (int i = 0; i < parts->suggesting_count && move == COP_NO_MOVE; i++) {
        move = parts->suggesting[i]->part->suggest(parts->suggesting[i], worker, state, player, rng,
                                                   moves);
        worker->deeds.suggested[i] += move != COP_NO_MOVE;
    }
    return move;
}

static void played(void *context, int player, cop_move move)
{
    struct worker *worker = context;

    if (player < 0)
        return;
    worker->last[1] = worker->last[0];
    worker->last[0] = move;
}

/* The first part of a move is none; where the path ends with one, the move that completes it is the
 * first of the trace. */
const struct cop_guide *parts_guide(struct worker *worker)
{
    const struct cop_trace *trace = &worker->trace;

    if (worker->mcts->parts.suggesting_count == 0)
        return NULL;
    worker->last[0] = worker->last[1] = COP_NO_MOVE;
    for (int i = 0; i < worker->path_end; i++)
        if (!(node_flags(worker->path[i + 1]) & NODE_STEM))
            played(worker, node_turn(worker->path[i]), worker->path[i + 1]->move);
    for (int i = 0; i < trace->length; i++)
        played(worker, trace->players[i], trace->moves[i]);
    worker->guide = (struct cop_guide){worker, pick, played};
    return &worker->guide;
}
