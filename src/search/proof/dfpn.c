/* dfpn.c - df-PN: thresholds on the way down, a table for what was left. */
#include "search/proof/dfpn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum {
    STATES_FIRST = 64,
    CHILDREN_FIRST = 1024,
    PLIES_MAX = UINT16_MAX, /* as far as an entry of the table can count */
    LARGE = 64              /* positions below a node that threads had better share */
};

/* ---- Numbers, as the player to move sees them: `own` must become 0, `all` is what all add to ----
 */

struct seen {
    uint32_t own, all;
};

static struct seen see(bool is_or, struct proof_numbers numbers)
{
    return is_or ? (struct seen){numbers.proof, numbers.disproof}
                 : (struct seen){numbers.disproof, numbers.proof};
}

static struct proof_numbers tell(bool is_or, struct seen seen)
{
    return is_or ? (struct proof_numbers){seen.own, seen.all}
                 : (struct proof_numbers){seen.all, seen.own};
}

/* The sum over all children, or of the weak form the largest and one for each other that is open.
 */
static uint32_t together(const struct dfpn_config *config, uint32_t sum, uint32_t most, int open)
{
    if (!config->is_weak || sum == PROOF_NEVER)
        return sum;
    return open == 0 ? 0 : proof_sum(most, (uint32_t)open - 1);
}

/* What is left of a threshold for one child, when the others keep what they have. */
static uint32_t rest_of(uint32_t threshold, uint32_t others)
{
    if (threshold == PROOF_NEVER)
        return PROOF_NEVER;
    return threshold > others ? threshold - others : 1;
}

static uint32_t beyond(const struct dfpn_config *config, uint32_t second)
{
    double limit = (double)second * (1 + config->epsilon) + 1;

    return second == PROOF_NEVER || limit >= PROOF_NEVER ? PROOF_NEVER : (uint32_t)limit;
}

/* To a thread that looks for work a child at which others are looks dearer, but not so dear that
 * one would be taken instead which the thresholds forbid: nothing could be done there. */
static uint32_t to_newcomers(uint32_t own, int busy, uint32_t limit)
{
    uint32_t dearer = own;

    if (busy == 0 || own == 0 || own >= limit)
        return own;
    for (; busy > 0; busy--)
        dearer = proof_sum(dearer, dearer / 2 + 1);
    return proof_less(dearer, limit - 1);
}

struct dfpn_choice dfpn_choose(const struct dfpn_config *config, bool is_or,
                               const struct dfpn_child *children, int count,
                               struct proof_numbers thresholds)
{
    struct seen limit = see(is_or, thresholds), node = {PROOF_NEVER, 0}, best;
    uint32_t first = PROOF_NEVER, second = PROOF_NEVER, most = 0, others;
    struct dfpn_choice choice = {.best = 0};
    int open = 0;

    for (int i = 0; i < count; i++) {
        struct seen child = see(is_or, children[i].numbers);
        uint32_t dearer = to_newcomers(child.own, children[i].busy, limit.own);

        if (dearer < first) {
            second = first;
            first = dearer;
            choice.best = i;
        } else {
            second = proof_less(second, dearer);
        }
        node.own = proof_less(node.own, child.own);
        node.all = proof_sum(node.all, child.all);
        most = child.all > most ? child.all : most;
        open += child.all > 0;
    }
    best = see(is_or, children[choice.best].numbers);
    node.all = together(config, node.all, most, open);
    if (node.own == 0)
        node.all = PROOF_NEVER;
    others = config->is_weak ? (uint32_t)(open > 0 ? open - 1 : 0)
                             : node.all - proof_less(best.all, node.all);
    choice.numbers = tell(is_or, node);
    choice.thresholds = tell(is_or, (struct seen){proof_less(limit.own, beyond(config, second)),
                                                  rest_of(limit.all, others)});
    return choice;
}

/* ---- Memory ---- */

static void open_own(struct dfpn *dfpn)
{
    const struct cop_game *game = dfpn->game;

    dfpn->until = INT64_MAX;
    dfpn->moves = cop_allocate((size_t)game->max_moves * sizeof *dfpn->moves);
    dfpn->replies = cop_allocate((size_t)game->max_moves * sizeof *dfpn->replies);
    dfpn->states_room = STATES_FIRST;
    dfpn->states = cop_allocate((size_t)dfpn->states_room * game->state_size);
    dfpn->nodes = cop_allocate((size_t)dfpn->states_room * sizeof *dfpn->nodes);
    dfpn->children_room = CHILDREN_FIRST;
    dfpn->children = cop_allocate(dfpn->children_room * sizeof *dfpn->children);
}

bool dfpn_open(struct dfpn *dfpn, const struct cop_game *game, const struct dfpn_config *config,
               size_t memory, struct cop_run *run, struct cop_pace *pace, struct cop_error *error)
{
    *dfpn = (struct dfpn){
        .game = game, .config = *config, .run = run, .pace = pace, .owns_table = true};
    open_own(dfpn);
    dfpn->table = cop_allocate(sizeof *dfpn->table);
    if (!proof_table_open(dfpn->table, memory))
        return cop_fail(error, "%s: there is no memory for a table of %zu MiB", game->name,
                        memory >> 20);
    return proof_start_open(&dfpn->start, game, &config->start, run->terms.stop, error);
}

void dfpn_join(struct dfpn *dfpn, const struct dfpn *first, struct cop_pace *pace)
{
    *dfpn = (struct dfpn){.game = first->game,
                          .config = first->config,
                          .start = first->start,
                          .run = first->run,
                          .pace = pace,
                          .table = first->table};
    open_own(dfpn);
}

void dfpn_close(struct dfpn *dfpn)
{
    if (dfpn->owns_table) {
        proof_table_close(dfpn->table);
        free(dfpn->table);
    }
    free(dfpn->moves);
    free(dfpn->replies);
    free(dfpn->states);
    free(dfpn->nodes);
    proof_way_close(&dfpn->way);
    free(dfpn->children);
}

static void *state_at(const struct dfpn *dfpn, int ply)
{
    return dfpn->states + (size_t)ply * dfpn->game->state_size;
}

static void make_room(struct dfpn *dfpn, int ply, size_t children)
{
    if (ply >= dfpn->states_room) {
        dfpn->states_room *= 2;
        dfpn->states =
            cop_reallocate(dfpn->states, (size_t)dfpn->states_room * dfpn->game->state_size);
        dfpn->nodes = cop_reallocate(dfpn->nodes, (size_t)dfpn->states_room * sizeof *dfpn->nodes);
    }
    while (children > dfpn->children_room) {
        dfpn->children_room *= 2;
        dfpn->children =
            cop_reallocate(dfpn->children, dfpn->children_room * sizeof *dfpn->children);
    }
}

static int64_t created_by(const struct dfpn *dfpn)
{
    return atomic_load_explicit(&dfpn->created, memory_order_relaxed);
}

/* ---- Answers that rest on the way ---- */

/* What the answer of a node at `ply` rests on: the best of the children that are enough for it, or
 * all of them. What rests on the node itself and nothing before it, does so however the node was
 * reached. */
static int rests_of_node(bool is_or, const struct dfpn_child *children, int count,
                         struct proof_numbers numbers, int ply)
{
    bool is_by_one = see(is_or, numbers).own == 0;
    int rests = is_by_one ? -1 : DFPN_FREE;

    for (int i = 0; i < count; i++) {
        bool is_enough = see(is_or, children[i].numbers).own == 0;

        if (is_by_one ? is_enough && children[i].rests > rests : children[i].rests < rests)
            rests = children[i].rests;
    }
    return rests >= ply ? DFPN_FREE : rests;
}

/* How far an answer is at most from where it shows: by the nearest of the children that are enough
 * for it, or by the farthest of all. Whatever is found later, that stays true. */
static int far_of_node(bool is_or, const struct dfpn_child *children, int count,
                       struct proof_numbers numbers)
{
    bool is_by_one = see(is_or, numbers).own == 0;
    int far = is_by_one ? UINT16_MAX : 0;

    for (int i = 0; i < count; i++) {
        bool is_enough = see(is_or, children[i].numbers).own == 0;

        if (is_by_one ? is_enough && children[i].far < far : children[i].far > far)
            far = children[i].far;
    }
    return far < UINT16_MAX ? far + 1 : far;
}

/* ---- What is known ---- */

static bool has_ways(const struct dfpn *dfpn)
{
    return dfpn->game->is_endless &&
           atomic_load_explicit(&dfpn->table->has_ways, memory_order_relaxed);
}

static struct proof_numbers settled(enum proof_answer answer)
{
    return answer == PROOF_TRUE ? (struct proof_numbers){0, PROOF_NEVER}
                                : (struct proof_numbers){PROOF_NEVER, 0};
}

/* May what is known of a position whatever the way be used at `ply`? */
static bool is_of_use(const struct dfpn *dfpn, const struct proof_entry *entry, int ply)
{
    return !dfpn->game->is_endless || proof_is_settled(entry->numbers) || entry->ply >= ply;
}

/* What the table knows of the position `child` at `ply`; false if it knows nothing of use. */
static bool recall(const struct dfpn *dfpn, int ply, struct dfpn_child *child)
{
    struct proof_entry known, of_this_way;
    bool is_known =
        proof_table_find(dfpn->table, child->key, &known) && is_of_use(dfpn, &known, ply);

    if (has_ways(dfpn) && (!is_known || !proof_is_settled(known.numbers)) &&
        proof_table_find(dfpn->table, proof_way_key(&dfpn->way, ply, child->key), &of_this_way)) {
        known = of_this_way;
        is_known = true;
    }
    if (!is_known)
        return false;
    child->numbers = known.numbers;
    child->work = known.work;
    child->rests = known.back != 0 ? ply - (int)known.back : DFPN_FREE;
    child->far = known.ply;
    return true;
}

/* The position at `ply`, which `move` has led to, as far as it is answered without a search; else
 * its numbers are not looked for yet, but on their way. */
static struct dfpn_child child_at(struct dfpn *dfpn, const void *state, int ply, cop_move move)
{
    const struct cop_game *game = dfpn->game;
    enum proof_answer answer = proof_judge(&dfpn->goal, state);
    struct dfpn_child child = {.move = move, .numbers = {1, 1}, .rests = DFPN_FREE};
    int before;

    if (answer != PROOF_OPEN) {
        child.numbers = settled(answer);
        return child;
    }
    child.key = game->rules->key(game, state);
    before = game->is_endless ? proof_way_find(&dfpn->way, ply, child.key) : -1;
    if (before >= 0) {
        child.numbers = settled(proof_judge_draw(&dfpn->goal));
        child.rests = before;
    } else {
        proof_table_prefetch(dfpn->table, child.key);
    }
    return child;
}

static struct dfpn_child *children_of(const struct dfpn *dfpn, const struct dfpn_node *node)
{
    return dfpn->children + node->first;
}

static void play_to(struct dfpn *dfpn, int ply, cop_move move)
{
    const struct cop_game *game = dfpn->game;

    memcpy(state_at(dfpn, ply), state_at(dfpn, ply - 1), game->state_size);
    game->rules->play(game, state_at(dfpn, ply), move);
}

/* What the table knows of the children, or what they begin with. */
static void number_children(struct dfpn *dfpn, const struct dfpn_node *node, int count)
{
    for (int i = 0; i < count; i++) {
        struct dfpn_child *child = &children_of(dfpn, node)[i];

        if (proof_is_settled(child->numbers) || recall(dfpn, node->ply + 1, child) ||
            dfpn->start.config.by == PROOF_ONES)
            continue;
        play_to(dfpn, node->ply + 1, child->move);
        child->numbers = proof_start_numbers(&dfpn->start, state_at(dfpn, node->ply + 1),
                                             dfpn->goal.player, dfpn->replies);
    }
}

/* The children of the node, behind those of the way to it. Returns how many, 0 if the run has
 * ended. */
static int list_children(struct dfpn *dfpn, const struct dfpn_node *node)
{
    const struct cop_game *game = dfpn->game;
    int count = game->rules->moves(game, state_at(dfpn, node->ply), dfpn->moves);

    make_room(dfpn, node->ply + 1, node->first + (size_t)count);
    for (int i = 0; i < count; i++) {
        if (!cop_run_step(dfpn->run, dfpn->pace)) {
            cop_run_finish(dfpn->run, COP_RUN_LIMIT);
            return 0;
        }
        atomic_store_explicit(&dfpn->created, created_by(dfpn) + 1, memory_order_relaxed);
        play_to(dfpn, node->ply + 1, dfpn->moves[i]);
        children_of(dfpn, node)[i] =
            child_at(dfpn, state_at(dfpn, node->ply + 1), node->ply + 1, dfpn->moves[i]);
    }
    number_children(dfpn, node, count);
    return count;
}

/* Does what was found hold for this way alone? An answer does if it rests on the way, and numbers
 * if the position was met nearer to the root. */
static bool is_of_one_way(const struct dfpn *dfpn, int ply, const struct dfpn_child *found)
{
    struct proof_entry known;

    if (!dfpn->game->is_endless)
        return false;
    if (proof_is_settled(found->numbers))
        return found->rests != DFPN_FREE;
    return proof_table_find(dfpn->table, found->key, &known) && !is_of_use(dfpn, &known, ply);
}

/* Numbers that are of use on any way are kept for all of them. If there are numbers of this way,
 * from a time when there were no such ones, these come first when it is asked what is known
 * (recall). Threads ask that again and again while they stay at a family, and two that were given
 * the old ones each time never left it; so these are brought up to date. One thread asks only when
 * it comes anew, and to it the old ones are as good: 5 x 5 and 3 x 9 points took it more positions
 * with the new ones, 9 x 3 fewer. */
static void refresh_way(struct dfpn *dfpn, int ply, const struct dfpn_child *found,
                        struct proof_entry entry)
{
    uint64_t key;
    struct proof_entry of_this_way;

    if (!dfpn->table->is_shared || !has_ways(dfpn) || proof_is_settled(found->numbers))
        return;
    key = proof_way_key(&dfpn->way, ply, found->key);
    if (proof_table_find(dfpn->table, key, &of_this_way))
        proof_table_keep(dfpn->table, key, entry);
}

static void keep_found(struct dfpn *dfpn, int ply, const struct dfpn_child *found, int64_t work)
{
    bool is_answer = proof_is_settled(found->numbers);
    struct proof_entry entry = {.numbers = found->numbers,
                                .work = work < UINT32_MAX / 2 ? (uint32_t)work + 1 : UINT32_MAX / 2,
                                .ply = (uint16_t)(is_answer ? found->far : ply)};

    if (!is_of_one_way(dfpn, ply, found)) {
        proof_table_keep(dfpn->table, found->key, entry);
        refresh_way(dfpn, ply, found, entry);
        return;
    }
    if (!has_ways(dfpn))
        atomic_store_explicit(&dfpn->table->has_ways, true, memory_order_relaxed);
    if (found->rests != DFPN_FREE)
        entry.back = (uint16_t)(ply - found->rests);
    proof_table_keep(dfpn->table, proof_way_key(&dfpn->way, ply, found->key), entry);
}

/* ---- Other threads ----
 *
 * All threads look into the same root. Those that come to a node with much below it tell the others
 * by a mark, and take another child where one is about as good. A small node is not worth that:
 * what the other one finds there is in the table soon.
 *
 * Nothing here can make an answer wrong. Marks change only which child is looked into, and numbers
 * that are no answers only the order of the work. An answer in the table is true by itself, as
 * docs/solve.md has it: it holds on every way, or stands under the key of its way; its parts were
 * in the table, or found, before it was, whoever has put them there, so that there are no circles;
 * and what it rests on are plies of that way, which are the same for all threads that go it. */

static bool is_large(const struct dfpn *dfpn, const struct dfpn_node *node)
{
    return dfpn->table->is_shared && created_by(dfpn) - node->before + node->work >= LARGE;
}

/* Others may have come to children since, or have found out something about them. */
static void look_around(struct dfpn *dfpn, const struct dfpn_node *node)
{
    for (int i = 0; i < node->count; i++) {
        struct dfpn_child *child = &children_of(dfpn, node)[i];
        int busy = proof_is_settled(child->numbers) ? 0 : proof_table_busy(dfpn->table, child->key);

        if (busy > 0 || child->busy > 0)
            recall(dfpn, node->ply + 1, child);
        child->busy = busy;
    }
}

/* Another thread has found an answer where several were at work: if that is on our way, what we do
 * below is of no use any more. The root's answer ends the run. */
static void look_back(struct dfpn *dfpn, int ply)
{
    unsigned answers = atomic_load_explicit(&dfpn->table->answers, memory_order_relaxed);

    for (int i = 1; i <= ply && answers != dfpn->answers && dfpn->back_to == PLIES_MAX; i++) {
        struct dfpn_child known = {.key = dfpn->nodes[i].key};

        if (recall(dfpn, i, &known) && proof_is_settled(known.numbers))
            dfpn->back_to = i;
    }
    dfpn->answers = answers;
}

static void tell_others(struct dfpn *dfpn, const struct dfpn_node *node,
                        const struct dfpn_child *found)
{
    if (is_large(dfpn, node) && proof_is_settled(found->numbers) &&
        proof_table_busy(dfpn->table, node->key) > 1)
        atomic_fetch_add_explicit(&dfpn->table->answers, 1, memory_order_relaxed);
}

/* ---- The search ----
 *
 * Without recursion, as ways can be longer than a thread's stack is deep. */

/* What there is to say of a node now, from its children or from another thread. */
static struct dfpn_child sum_up(struct dfpn *dfpn, const struct dfpn_node *node,
                                struct dfpn_choice *choice)
{
    struct dfpn_child found = {.rests = DFPN_FREE, .key = node->key};

    if (is_large(dfpn, node)) {
        look_around(dfpn, node);
        look_back(dfpn, node->ply);
    }
    *choice = dfpn_choose(&dfpn->config, node->is_or, children_of(dfpn, node), node->count,
                          node->thresholds);
    found.numbers = choice->numbers;
    if (proof_is_settled(found.numbers)) {
        found.rests = rests_of_node(node->is_or, children_of(dfpn, node), node->count,
                                    found.numbers, node->ply);
        found.far = far_of_node(node->is_or, children_of(dfpn, node), node->count, found.numbers);
    }
    if (dfpn->back_to == node->ply) {
        dfpn->back_to = PLIES_MAX;
        if (!proof_is_settled(found.numbers))
            recall(dfpn, node->ply, &found);
    }
    return found;
}

static bool goes_on(const struct dfpn *dfpn)
{
    return cop_run_ended(dfpn->run) == COP_RUN_GOES_ON;
}

static bool is_past(struct proof_numbers numbers, struct proof_numbers thresholds)
{
    return numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof ||
           proof_is_settled(numbers);
}

/* The state of the node is there. A way that has become too long has no children. */
static void enter(struct dfpn *dfpn, struct dfpn_node node)
{
    const struct cop_game *game = dfpn->game;

    node.is_or = game->rules->turn(game, state_at(dfpn, node.ply)) == dfpn->goal.player;
    node.before = created_by(dfpn);
    if (game->is_endless)
        proof_way_put(&dfpn->way, node.ply, node.key);
    proof_table_meet(dfpn->table);
    node.count = node.ply < PLIES_MAX ? list_children(dfpn, &node) : 0;
    dfpn->nodes[node.ply] = node;
}

static void enter_child(struct dfpn *dfpn, struct dfpn_node *parent,
                        const struct dfpn_choice *choice)
{
    const struct dfpn_child *child = &children_of(dfpn, parent)[choice->best];
    struct dfpn_node node = {.ply = parent->ply + 1,
                             .first = parent->first + (size_t)parent->count,
                             .key = child->key,
                             .work = child->work,
                             .is_marked = is_large(dfpn, parent),
                             .thresholds = choice->thresholds};

    parent->best = choice->best;
    play_to(dfpn, node.ply, child->move);
    if (node.is_marked)
        proof_table_come(dfpn->table, node.key);
    enter(dfpn, node);
}

/* Keeps what was found of the node, and tells its parent. */
static void leave(struct dfpn *dfpn, const struct dfpn_node *node, struct dfpn_child *found)
{
    int64_t work = created_by(dfpn) - node->before;

    found->work = node->work + (uint32_t)(work < INT32_MAX ? work : INT32_MAX);
    if (node->ply == PLIES_MAX) {
        /* Anything else is looked at before what is too far away. */
        found->numbers = (struct proof_numbers){PROOF_NEVER - 1, PROOF_NEVER - 1};
    } else if (goes_on(dfpn)) {
        keep_found(dfpn, node->ply, found, work);
        tell_others(dfpn, node, found);
    }
    if (node->is_marked)
        proof_table_go(dfpn->table, node->key);
    if (node->ply > 0) {
        const struct dfpn_node *parent = &dfpn->nodes[node->ply - 1];
        struct dfpn_child *place = &children_of(dfpn, parent)[parent->best];

        found->move = place->move;
        *place = *found;
    }
}

/* Each node is stayed at until a number has passed its threshold, or the run has ended. */
static void look(struct dfpn *dfpn)
{
    for (int ply = 0; ply >= 0;) {
        struct dfpn_node *node = &dfpn->nodes[ply];
        struct dfpn_child found = {.numbers = {1, 1}, .rests = DFPN_FREE, .key = node->key};
        struct dfpn_choice choice;
        bool is_done = !goes_on(dfpn) || node->count == 0;

        if (!is_done) {
            found = sum_up(dfpn, node, &choice);
            is_done = is_past(found.numbers, node->thresholds) || dfpn->back_to < ply ||
                      created_by(dfpn) >= dfpn->until;
            if (ply == 0)
                dfpn->root = found.numbers;
        }
        if (is_done)
            leave(dfpn, &dfpn->nodes[ply--], &found);
        else
            enter_child(dfpn, &dfpn->nodes[ply++], &choice);
    }
}

/* ---- Questions ---- */

int dfpn_deciding_moves(const struct dfpn *dfpn, cop_move *out)
{
    const struct cop_game *game = dfpn->game;
    bool is_or = game->rules->turn(game, dfpn->states) == dfpn->goal.player;
    int count = game->rules->moves(game, dfpn->states, dfpn->moves), deciding = 0;

    for (int i = 0; i < count && see(is_or, dfpn->root).own == 0; i++)
        if (see(is_or, dfpn->children[i].numbers).own == 0)
            out[deciding++] = dfpn->children[i].move;
    return deciding;
}

static int far_to(const struct dfpn *dfpn, cop_move move)
{
    const struct dfpn_child *child = dfpn->children;

    while (child->move != move)
        child++;
    return child->far;
}

int dfpn_nearest_moves(const struct dfpn *dfpn, cop_move *out)
{
    int count = dfpn_deciding_moves(dfpn, out);

    for (int i = 1; i < count; i++) {
        cop_move move = out[i];
        int place = i;

        for (; place > 0 && far_to(dfpn, out[place - 1]) > far_to(dfpn, move); place--)
            out[place] = out[place - 1];
        out[place] = move;
    }
    return count;
}

void dfpn_begin(struct dfpn *dfpn, const void *state)
{
    memcpy(dfpn->states, state, dfpn->game->state_size);
    dfpn->root = (struct proof_numbers){1, 1};
    dfpn->back_to = PLIES_MAX;
    dfpn->answers = atomic_load(&dfpn->table->answers);
}

void dfpn_look(struct dfpn *dfpn)
{
    struct dfpn_node root = {.key = dfpn->game->rules->key(dfpn->game, dfpn->states),
                             .thresholds = {PROOF_NEVER, PROOF_NEVER}};

    enter(dfpn, root);
    look(dfpn);
    if (dfpn->table->is_shared && proof_is_settled(dfpn->root))
        cop_run_finish(dfpn->run, COP_RUN_KNOWN);
}

enum proof_answer dfpn_answer(struct dfpn *dfpn, cop_move *best)
{
    *best = COP_NO_MOVE;
    if (!proof_is_settled(dfpn->root))
        return PROOF_OPEN;
    if (dfpn_deciding_moves(dfpn, dfpn->replies) > 0)
        *best = dfpn->replies[0];
    return dfpn->root.proof == 0 ? PROOF_TRUE : PROOF_FALSE;
}

static enum proof_answer ask_alone(struct dfpn *dfpn, const void *state, cop_move *best)
{
    dfpn_begin(dfpn, state);
    dfpn_look(dfpn);
    return dfpn_answer(dfpn, best);
}

enum proof_answer dfpn_ask_again(struct dfpn *dfpn, const void *state, cop_move *best)
{
    proof_table_go_on(dfpn->table, false);
    return ask_alone(dfpn, state, best);
}

enum proof_answer dfpn_ask_within(struct dfpn *dfpn, const void *state, int64_t positions)
{
    enum proof_answer answer;
    cop_move best;

    dfpn->until = created_by(dfpn) + positions;
    answer = dfpn_ask_again(dfpn, state, &best);
    dfpn->until = INT64_MAX;
    return answer;
}

enum proof_answer dfpn_ask(struct dfpn *dfpn, const void *state, cop_move *best)
{
    *best = COP_NO_MOVE;
    if (!proof_table_begin(dfpn->table, false))
        return PROOF_OPEN; /* the system has given it before */
    return ask_alone(dfpn, state, best);
}
