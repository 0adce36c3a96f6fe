/* pn.c - down to the most-proving leaf, its children, and up again. */
#include "search/proof/pn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/exponential.h"

enum { ROOT = 1, STATES_FIRST = 64 };

/* One search in one of the two trees, and where it stands: `at` is reached by `depth` moves from
 * its root, whose state is number `base` on the way. */
struct descent {
    struct pn *pn;
    struct proof_tree *tree;
    uint32_t at;
    int base, depth;
};

/* ---- Memory ---- */

static int tree_count(const struct pn_config *config)
{
    return config->second == PN_ALONE ? 1 : 2;
}

size_t pn_least_memory(const struct cop_game *game, const struct pn_config *config)
{
    return (size_t)tree_count(config) * proof_tree_least(game);
}

bool pn_open(struct pn *pn, const struct cop_game *game, const struct pn_config *config,
             size_t memory, struct cop_run *run, struct cop_pace *pace, struct cop_error *error)
{
    int trees = tree_count(config);

    *pn = (struct pn){.game = game, .config = *config, .run = run, .pace = pace};
    pn->moves = calloc((size_t)game->max_moves, sizeof *pn->moves);
    pn->replies = calloc((size_t)game->max_moves, sizeof *pn->replies);
    pn->states_room = STATES_FIRST;
    pn->states = cop_allocate((size_t)pn->states_room * game->state_size);
    for (int i = 0; i < trees; i++)
        if (pn->moves == NULL || pn->replies == NULL ||
            !proof_tree_open(&pn->trees[i], game, memory / (size_t)trees))
            return cop_fail(error,
                            "%s: there is no memory for a tree of %zu KiB; give more, as in "
                            "--limit memory=1G",
                            game->name, memory >> 10);
    return proof_start_open(&pn->start, game, &config->start, run->terms.stop, error);
}

void pn_close(struct pn *pn)
{
    for (int i = 0; i < 2; i++)
        proof_tree_close(&pn->trees[i]);
    free(pn->moves);
    free(pn->replies);
    free(pn->states);
    proof_way_close(&pn->way);
}

static void *state_at(const struct pn *pn, int number)
{
    return pn->states + (size_t)number * pn->game->state_size;
}

static void make_room(struct pn *pn, int number)
{
    if (number < pn->states_room)
        return;
    pn->states_room *= 2;
    pn->states = cop_reallocate(pn->states, (size_t)pn->states_room * pn->game->state_size);
}

static struct proof_node *node_at(const struct descent *descent)
{
    return &descent->tree->nodes[descent->at];
}

static void *state_here(const struct descent *descent)
{
    return state_at(descent->pn, descent->base + descent->depth);
}

/* ---- Leaves ---- */

/* Asks the rules and the oracles about the position at `ply`, and the way to it. */
static void judge(struct pn *pn, struct proof_node *node, const void *state, int ply)
{
    enum proof_answer answer = proof_judge(&pn->goal, state);

    if (answer == PROOF_OPEN && pn->game->is_endless &&
        proof_way_find(&pn->way, ply, pn->game->rules->key(pn->game, state)) >= 0)
        answer = proof_judge_draw(&pn->goal);
    node->is_judged = true;
    if (answer == PROOF_TRUE)
        node->numbers = (struct proof_numbers){0, PROOF_NEVER};
    else if (answer == PROOF_FALSE)
        node->numbers = (struct proof_numbers){PROOF_NEVER, 0};
    else
        node->numbers = proof_start_numbers(&pn->start, state, pn->goal.player, pn->replies);
}

static void make_leaf(struct pn *pn, struct proof_node *node, uint32_t parent, cop_move move,
                      const void *state, int ply, bool is_judged)
{
    *node = (struct proof_node){.numbers = {1, 1},
                                .parent = parent,
                                .move = move,
                                .is_or = pn->game->rules->turn(pn->game, state) == pn->goal.player};
    if (is_judged)
        judge(pn, node, state, ply);
    pn->created++;
}

/* ---- Down ---- */

/* A child that has the number of its parent which the player to move wants to become 0; the first
 * of several. */
static uint32_t most_proving(const struct proof_tree *tree, const struct proof_node *node)
{
    for (uint32_t i = 0; i < node->count; i++) {
        const struct proof_node *child = &tree->nodes[node->children + i];

        if (node->is_or ? child->numbers.proof == node->numbers.proof
                        : child->numbers.disproof == node->numbers.disproof)
            return node->children + i;
    }
    return 0;
}

static void note_way(struct pn *pn, int ply)
{
    if (pn->game->is_endless)
        proof_way_put(&pn->way, ply, pn->game->rules->key(pn->game, state_at(pn, ply)));
}

static void step_down(struct descent *descent, uint32_t child)
{
    struct pn *pn = descent->pn;
    int number = descent->base + descent->depth;

    make_room(pn, number + 1);
    memcpy(state_at(pn, number + 1), state_at(pn, number), pn->game->state_size);
    descent->at = child;
    descent->depth++;
    pn->game->rules->play(pn->game, state_here(descent), node_at(descent)->move);
    note_way(pn, number + 1);
}

static void go_down(struct descent *descent)
{
    while (node_at(descent)->children != 0)
        step_down(descent, most_proving(descent->tree, node_at(descent)));
}

/* ---- Children ---- */

/* One more child; false if the run has ended. */
static bool make_child(struct descent *descent, struct proof_node *child, cop_move move)
{
    struct pn *pn = descent->pn;
    int ply = descent->base + descent->depth + 1;
    void *state = state_at(pn, ply);

    if (!cop_run_step(pn->run, pn->pace)) {
        cop_run_finish(pn->run, COP_RUN_LIMIT); /* if it is not over for another reason */
        return false;
    }
    memcpy(state, state_here(descent), pn->game->state_size);
    pn->game->rules->play(pn->game, state, move);
    make_leaf(pn, child, descent->at, move, state, ply, !pn->config.is_delayed);
    return true;
}

/* All children of the leaf, or those up to the first that answers it. False if there is no room, or
 * the run has ended; then nothing has changed. */
static bool expand(struct descent *descent)
{
    struct pn *pn = descent->pn;
    int count = pn->game->rules->moves(pn->game, state_here(descent), pn->moves), made = 0;
    uint32_t first = proof_tree_take(descent->tree, count);
    bool is_or = node_at(descent)->is_or, is_answered = false, goes_on = first != 0;

    make_room(pn, descent->base + descent->depth + 1);
    while (goes_on && made < count && !is_answered) {
        struct proof_node *child = &descent->tree->nodes[first + (uint32_t)made];

        goes_on = make_child(descent, child, pn->moves[made]);
        made += goes_on;
        is_answered = goes_on && (is_or ? child->numbers.proof == 0 : child->numbers.disproof == 0);
    }
    if (first != 0)
        proof_tree_return(descent->tree, first + (uint32_t)(goes_on ? made : 0),
                          count - (goes_on ? made : 0));
    if (!goes_on)
        return false;
    node_at(descent)->children = first;
    node_at(descent)->count = (uint16_t)made;
    return true;
}

/* ---- Up ---- */

static struct proof_numbers numbers_of(const struct proof_tree *tree, const struct proof_node *node)
{
    struct proof_numbers numbers = proof_none(node->is_or);

    for (uint32_t i = 0; i < node->count; i++)
        numbers = proof_with(numbers, node->is_or, tree->nodes[node->children + i].numbers);
    return numbers;
}

/* Mends numbers as far up as they change. What is answered needs its children no more, but for the
 * root, whose moves are asked for. */
static void go_up(struct descent *descent)
{
    for (;;) {
        struct proof_node *node = node_at(descent);
        struct proof_numbers before = node->numbers;
        bool is_settled;

        if (node->children != 0)
            node->numbers = numbers_of(descent->tree, node);
        is_settled = proof_is_settled(node->numbers);
        if (descent->depth == 0)
            return;
        if (is_settled)
            proof_tree_prune(descent->tree, descent->at);
        else if (node->children != 0 && node->numbers.proof == before.proof &&
                 node->numbers.disproof == before.disproof)
            return;
        descent->at = node->parent;
        descent->depth--;
    }
}

/* ---- Searches ---- */

static bool is_settled(const struct descent *descent)
{
    return proof_is_settled(descent->tree->nodes[ROOT].numbers);
}

/* A leaf that was not judged when it was made is judged now; true if that answers it. */
static bool settle_leaf(struct descent *descent)
{
    struct proof_node *node = node_at(descent);

    if (!node->is_judged)
        judge(descent->pn, node, state_here(descent), descent->base + descent->depth);
    return proof_is_settled(node->numbers);
}

static struct descent begin(struct pn *pn, int number, int base)
{
    struct descent descent = {pn, &pn->trees[number], ROOT, base, 0};

    proof_tree_clear(descent.tree);
    make_leaf(pn, &descent.tree->nodes[ROOT], 0, COP_NO_MOVE, state_at(pn, base), base, true);
    pn->created--; /* a root is nobody's child, or a leaf of the first search */
    return descent;
}

/* So many nodes the second search may have. */
static uint32_t second_room(const struct pn *pn)
{
    double first = pn->trees[0].used, room = first;

    if (pn->config.second == PN_LOGISTIC)
        room = first * cop_logistic((first - pn->config.second_a) / pn->config.second_b);
    return (uint32_t)fmax(fmin(room, pn->trees[1].room), pn->config.second_least);
}

/* Until the root is answered or the tree has more than `room` nodes. False if the run has ended. */
static bool search_second(struct descent *second, uint32_t room)
{
    do {
        go_down(second);
        if (!settle_leaf(second) && !expand(second))
            return cop_run_ended(second->pn->run) == COP_RUN_GOES_ON && second->depth > 0;
        go_up(second);
    } while (!is_settled(second) && second->tree->used <= room);
    return true;
}

/* What the second search has found out becomes the leaf's: its answer, or its children with their
 * numbers. */
static bool take_over(struct descent *first, const struct descent *second)
{
    const struct proof_node *root = &second->tree->nodes[ROOT];
    uint32_t children;

    if (proof_is_settled(root->numbers)) {
        node_at(first)->numbers = root->numbers;
        return true;
    }
    children = proof_tree_take(first->tree, root->count);
    if (children == 0)
        return false;
    for (uint32_t i = 0; i < root->count; i++) {
        struct proof_node *child = &first->tree->nodes[children + i];

        *child = second->tree->nodes[root->children + i];
        child->parent = first->at;
        child->children = 0;
        child->count = 0;
    }
    node_at(first)->children = children;
    node_at(first)->count = root->count;
    return true;
}

static bool grow_by_second(struct descent *first)
{
    struct descent second = begin(first->pn, 1, first->base + first->depth);

    return proof_is_settled(second.tree->nodes[ROOT].numbers) ||
           (search_second(&second, second_room(first->pn)) && take_over(first, &second));
}

static bool grow(struct descent *descent)
{
    return descent->pn->config.second == PN_ALONE ? expand(descent) : grow_by_second(descent);
}

static cop_move deciding_move(const struct proof_tree *tree, enum proof_answer answer)
{
    const struct proof_node *root = &tree->nodes[ROOT];
    bool is_for_mover = (answer == PROOF_TRUE) == root->is_or;

    return is_for_mover && root->children != 0 ? tree->nodes[most_proving(tree, root)].move
                                               : COP_NO_MOVE;
}

enum proof_answer pn_ask(struct pn *pn, const void *state, cop_move *best)
{
    struct descent descent;
    enum proof_answer answer;

    memcpy(pn->states, state, pn->game->state_size);
    note_way(pn, 0);
    pn->is_full = false;
    *best = COP_NO_MOVE;
    descent = begin(pn, 0, 0);
    while (!is_settled(&descent)) {
        go_down(&descent);
        if (!settle_leaf(&descent) && !grow(&descent)) {
            pn->is_full = cop_run_ended(pn->run) == COP_RUN_GOES_ON;
            return PROOF_OPEN;
        }
        go_up(&descent);
        if (pn->stepped != NULL)
            pn->stepped(pn->context);
    }
    answer = pn_root(pn).proof == 0 ? PROOF_TRUE : PROOF_FALSE;
    *best = deciding_move(descent.tree, answer);
    return answer;
}

struct proof_numbers pn_root(const struct pn *pn)
{
    return pn->trees[0].nodes[ROOT].numbers;
}
