/* simulate.c - one simulation: down the tree, out of it, and back up (uct-star.md 2.2).
 *
 * A visit is counted on the way down and its reward on the way up. To other threads a descent in
 * progress therefore looks like a loss, which keeps them from following it: a virtual loss that
 * costs nothing. */
#include <math.h>
#include <string.h>

#include "search/mcts/search.h"

/* An addition that cannot be lost makes a thread wait for every cache line it wrote on its way
 * down. Far from the root threads therefore add by load and store: two that meet at a node in the
 * same instant lose a sample, which is rare and disturbs only a small subtree (docs/decisions.md).
 */
static bool must_not_lose(const struct worker *worker, int depth)
{
    return worker->is_shared && (depth < EXACT_PLIES || worker->extra_loss > 0);
}

static void add_visits(const struct worker *worker, int depth, int64_t count)
{
    struct node *node = worker->path[depth];

    if (must_not_lose(worker, depth))
        atomic_fetch_add_explicit(&node->visits, count, memory_order_relaxed);
    else
        atomic_store_explicit(&node->visits, node_visits(node) + count, memory_order_relaxed);
}

static void add_reward(const struct worker *worker, int depth, int64_t reward)
{
    struct node *node = worker->path[depth];

    if (must_not_lose(worker, depth))
        atomic_fetch_add_explicit(&node->reward, reward, memory_order_relaxed);
    else
        atomic_store_explicit(&node->reward, node_reward(node) + reward, memory_order_relaxed);
}

/* What a descent shows to other threads beside its visit, and takes back later. */
static void show_losses(const struct worker *worker, int depth, int64_t sign)
{
    const struct mcts *mcts = worker->mcts;
    int64_t losses = worker->extra_loss;

    if (!worker->is_shared)
        return;
    if (mcts->memory_column != NO_COLUMN)
        losses += worker->weight; /* which counts there only when it has come back */
    if (mcts->way_column != NO_COLUMN)
        atomic_fetch_add_explicit(node_under_way(mcts, worker->tree, worker->path[depth]),
                                  sign * losses, memory_order_relaxed);
    else if (worker->extra_loss > 0)
        add_visits(worker, depth, sign * worker->extra_loss);
}

/* Notes the node as the path's next one and counts the visit, made heavier while it lasts if a
 * larger virtual loss is wanted. */
void go_through(struct worker *worker, int depth, struct node *node, int owner)
{
    worker->path[depth] = node;
    worker->path_end = depth;
    worker->owners[depth] = (int8_t)owner;
    worker->is_hot[depth] = worker->is_shared && worker->mcts->parts.arriving_count == 0 &&
                            node_visits(node) >= HOT_VISITS;
    if (worker->is_hot[depth])
        return;
    add_visits(worker, depth, worker->weight);
    show_losses(worker, depth, 1);
}

static void settle(struct postponed *postponed)
{
    struct node *node = postponed->node;

    if (postponed->visits == 0)
        return;
    atomic_fetch_add_explicit(&node->visits, postponed->visits, memory_order_relaxed);
    atomic_fetch_add_explicit(&node->reward, postponed->reward, memory_order_relaxed);
    postponed->visits = 0;
    postponed->reward = 0;
}

void settle_postponed(struct worker *worker)
{
    for (int i = 0; i < POSTPONED_SLOTS; i++)
        settle(&worker->postponed[i]);
}

static void postpone(struct worker *worker, struct node *node, int64_t reward)
{
    struct postponed *slot =
        &worker->postponed[((uintptr_t)node / sizeof *node * 0x9e3779b1u >> 16) % POSTPONED_SLOTS];

    if (slot->node != node) {
        settle(slot);
        slot->node = node;
    }
    slot->visits += worker->weight;
    slot->reward += reward;
    if (slot->visits >= node_visits(node) / POSTPONED_PART)
        settle(slot);
}

/* What a node has seen before counts less with every visit (twixt.md 3.7, amazons-play.md 2.15):
 * its visits tend to 1 / (1 - discount). Several playouts of one leaf are as many visits, each with
 * their mean. By load and store: a lost sample is soon forgotten anyway. */
static void remember(const struct worker *worker, const struct node *node, int64_t reward)
{
    struct memory *memory = node_memory(worker->mcts, worker->tree, node);
    double discount = worker->mcts->config.discount, kept = discount, added = 1;
    double visits = atomic_load_explicit(&memory->visits, memory_order_relaxed);
    double sum = atomic_load_explicit(&memory->reward, memory_order_relaxed);

    for (int64_t i = 1; i < worker->weight; i++) {
        added = discount * added + 1;
        kept *= discount;
    }
    atomic_store_explicit(&memory->visits, kept * visits + added, memory_order_relaxed);
    atomic_store_explicit(&memory->reward,
                          kept * sum +
                              added * ((double)reward / REWARD_ONE) / (double)worker->weight,
                          memory_order_relaxed);
}

/* `depth` is the length of the path, `plies` how many moves it is. */
void back_up(struct worker *worker, int depth, int plies)
{
    bool has_bounds = worker->mcts->bounds_column != NO_COLUMN;
    bool has_memory = worker->mcts->memory_column != NO_COLUMN;

    for (int i = depth; i >= 0; i--) {
        int owner = worker->owners[i];
        int64_t reward;

        if (has_bounds)
            clamp_gained(worker, worker->path[i]);
        reward = owner >= 0 ? worker->gained[owner] : 0;
        if (has_memory)
            remember(worker, worker->path[i], reward);
        if (worker->is_hot[i]) {
            postpone(worker, worker->path[i], reward);
            continue;
        }
        add_reward(worker, i, reward);
        show_losses(worker, i, -1);
    }
    for (int i = 0; i < worker->mcts->game->players; i++) {
        int64_t sum = atomic_load_explicit(&worker->sums[i], memory_order_relaxed);

        atomic_store_explicit(&worker->sums[i], sum + worker->gained[i], memory_order_relaxed);
    }
    if (plies > atomic_load_explicit(&worker->depth, memory_order_relaxed))
        atomic_store_explicit(&worker->depth, plies, memory_order_relaxed);
}

int64_t fixed_point(double reward)
{
    return (int64_t)floor(reward * REWARD_ONE + 0.5);
}

/* Whose the cells of the board are where an iteration ends, if somebody wants to know; as often as
 * its reward counts. */
static void count_owners(const struct mcts *mcts, const void *state, int64_t times)
{
    for (int64_t i = 0; mcts->ownership != NULL && i < times; i++)
        cop_ownership_add(mcts->ownership, mcts->game, state);
}

static void gain(struct worker *worker, const double *rewards, int64_t times)
{
    for (int i = 0; i < worker->mcts->game->players; i++)
        worker->gained[i] = fixed_point(rewards[i]) * times;
}

/* `depth` is the number of plies from the root. */
void play_out_alone(struct worker *worker, const void *state, int depth)
{
    struct mcts *mcts = worker->mcts;
    double rewards[COP_PLAYERS_MAX];

    memcpy(worker->leaf, state, mcts->game->state_size);
    cop_rollout_run(
        &mcts->rollout, worker->leaf, depth, &worker->rng,
        &(struct cop_rollout_room){.moves = worker->moves,
                                   .notes = worker->playout_notes,
                                   .trace = &worker->trace,
                                   .guide = parts_guide(worker),
                                   .shows_end = mcts->ownership != NULL,
                                   .tally = mcts->anatomy != NULL ? &worker->deeds.playouts : NULL},
        rewards);
    count_owners(mcts, worker->leaf, 1);
    gain(worker, rewards, 1);
}

void play_out(struct worker *worker, const void *state, int depth)
{
    if (worker->mcts->team != NULL)
        team_play_out(worker, state, depth);
    else
        play_out_alone(worker, state, depth);
}

/* At a leaf that is the first part of a move, any move with it begins the playout (amazons-play.md
 * 2.10). */
static void complete_move(struct worker *worker, const struct node *leaf)
{
    const struct cop_game *game = worker->mcts->game;
    struct cop_trace *trace = &worker->trace;
    int count = cop_stem_moves(game, worker->state, leaf->move, worker->moves);
    cop_move move = worker->moves[cop_rng_below(&worker->rng, (uint32_t)count)];

    if (trace->length < trace->room) {
        trace->players[trace->length] = (int8_t)game->rules->turn(game, worker->state);
        trace->moves[trace->length++] = move;
    }
    game->rules->play(game, worker->state, move);
    worker->plies++;
}

/* The leaf's own value: known exactly, or found by playing out. */
static void evaluate(struct worker *worker, const struct node *leaf)
{
    double rewards[COP_PLAYERS_MAX];

    worker->trace.length = 0;
    if (node_flags(leaf) & NODE_CLOSED) {
        worker->deeds.known += worker->weight;
        closed_rewards(worker, leaf, rewards);
        count_owners(worker->mcts, worker->state, worker->weight);
        gain(worker, rewards, worker->weight);
    } else if (node_is_terminal(leaf)) {
        worker->deeds.over += worker->weight;
        cop_rollout_reward(&worker->mcts->rollout, worker->state, rewards);
        count_owners(worker->mcts, worker->state, worker->weight);
        gain(worker, rewards, worker->weight);
    } else {
        if (node_flags(leaf) & NODE_STEM)
            complete_move(worker, leaf);
        play_out(worker, worker->state, worker->plies);
    }
}

/* True where a descent goes on below the node. What is closed has nothing more to tell; only the
 * root is left when a single move makes its own search. */
static bool leads_on(const struct worker *worker, const struct node *node, int depth)
{
    if (!node_has_children(node) || depth >= worker->path_room)
        return false;
    return depth == 0 || !(node_flags(node) & NODE_CLOSED);
}

static bool may_expand(const struct worker *worker, const struct node *leaf, int depth)
{
    const struct mcts *mcts = worker->mcts;

    if (node_is_expanded(leaf))
        return false;
    if (node_visits(leaf) < mcts->config.expand || depth >= worker->path_room)
        return false;
    if (atomic_load_explicit(&mcts->is_full, memory_order_relaxed))
        return false;
    return mcts->depth_limit == 0 || worker->plies < mcts->depth_limit;
}

static bool parts_arrive(struct worker *worker, struct node *node, int depth)
{
    const struct mcts_parts *parts = &worker->mcts->parts;

    for (int i = 0; i < parts->arriving_count; i++)
        if (!parts->arriving[i]->part->arrive(parts->arriving[i], worker, node, depth))
            return false;
    return true;
}

/* One step down; `owner` becomes who chose it, unless that was chance. */
static void step_down(struct worker *worker, const struct node *node, const struct node *child,
                      int *owner)
{
    if (node_turn(node) >= 0)
        *owner = node_turn(node);
    __builtin_prefetch(worker->tree->nodes +
                       atomic_load_explicit(&child->children, memory_order_relaxed));
    if (node_flags(child) & NODE_STEM) /* nothing is played yet */
        return;
    worker->mcts->game->rules->play(worker->mcts->game, worker->state, child->move);
    worker->plies++;
}

/* Follows the selection from the root, leaving the nodes passed in the path. Returns the number of
 * them, or -1 if a part says that all is decided. */
static int descend(struct worker *worker, struct node **leaf, int *owner)
{
    const struct mcts *mcts = worker->mcts;
    struct node *node = tree_root(worker->tree);
    int depth = 0;

    *owner = -1;
    worker->plies = 0;
    memcpy(worker->state, mcts->root_state, mcts->game->state_size);
    while (leads_on(worker, node, depth)) {
        struct node *child;

        if (mcts->parts.arriving_count > 0 && !parts_arrive(worker, node, depth))
            return -1;
        child = select_child(worker, node, worker->plies);
        if (child == NULL)
            break;
        go_through(worker, depth++, node, *owner);
        step_down(worker, node, child, owner);
        node = child;
    }
    *leaf = node;
    return depth;
}

/* What an oracle knows needs no children, nor does a node in which a player wins at once. The root
 * gets them all the same: a move has to be chosen among them. */
static bool is_known(struct worker *worker, struct node *leaf, int depth)
{
    const struct mcts *mcts = worker->mcts;
    bool looks_ahead = mcts->config.solver && mcts->config.looks_ahead;
    bool sees_ends = worker->exact != NULL;

    if (depth == 0 || (node_flags(leaf) & NODE_STEM) || !(mcts->asks || looks_ahead || sees_ends) ||
        mcts->game->rules->turn(mcts->game, worker->state) == COP_OVER)
        return false;
    if (mcts->asks && settle_by_oracle(worker, leaf, worker->state))
        worker->deeds.by_oracle++;
    else if (looks_ahead && settle_by_look(worker, leaf, worker->state))
        worker->deeds.by_look++;
    else if (sees_ends && settle_by_ends(worker, leaf, worker->state))
        worker->deeds.by_ends++;
    else
        return false;
    return true;
}

/* Parts see whole moves: the nodes of first parts are taken out of the path for a moment. */
static void tell_parts(struct worker *worker, int depth)
{
    struct node **path = worker->path;
    int8_t *owners = worker->owners;
    int length = 0;

    if (!worker->mcts->config.groups) {
        parts_update(&worker->mcts->parts, worker, depth);
        return;
    }
    for (int i = 0; i <= depth; i++)
        if (!(node_flags(path[i]) & NODE_STEM)) {
            worker->whole_path[length] = path[i];
            worker->whole_owners[length++] = owners[i];
        }
    worker->path = worker->whole_path;
    worker->owners = worker->whole_owners;
    parts_update(&worker->mcts->parts, worker, length - 1);
    worker->path = path;
    worker->owners = owners;
}

static void arrive(struct worker *worker, struct node *leaf, int depth, int owner)
{
    go_through(worker, depth, leaf, owner);
    if (may_expand(worker, leaf, depth) && !is_known(worker, leaf, depth))
        expand(worker, leaf, worker->state);
}

/* The source counts a move with the draw before it as one node (ontop.md 7): a new outcome of
 * chance is passed, or every second simulation would be spent on a draw. */
static int pass_outcomes(struct worker *worker, struct node **leaf, int depth, int owner)
{
    while (depth > 0 && node_turn(worker->path[depth - 1]) == COP_CHANCE &&
           leads_on(worker, *leaf, depth)) {
        struct node *child;

        if (worker->mcts->parts.arriving_count > 0 && !parts_arrive(worker, *leaf, depth))
            break;
        child = select_child(worker, *leaf, worker->plies);
        if (child == NULL)
            break;
        step_down(worker, *leaf, child, &owner);
        *leaf = child;
        arrive(worker, child, ++depth, owner);
    }
    return depth;
}

bool simulate(struct worker *worker)
{
    bool has_bounds = worker->mcts->bounds_column != NO_COLUMN;
    struct node *leaf;
    int owner, depth;

    depth = descend(worker, &leaf, &owner);
    if (depth < 0)
        return false;
    arrive(worker, leaf, depth, owner);
    if (worker->mcts->config.passes_outcomes)
        depth = pass_outcomes(worker, &leaf, depth, owner);
    if (has_bounds && node_is_terminal(leaf) && !(node_flags(leaf) & NODE_CLOSED))
        settle_end(worker, leaf, worker->state);
    evaluate(worker, leaf);
    tell_parts(worker, depth);
    back_up(worker, depth, worker->plies);
    parts_settled(&worker->mcts->parts, worker, depth);
    if (has_bounds && (node_flags(leaf) & NODE_CLOSED))
        carry_bounds(worker, depth);
    return true;
}
