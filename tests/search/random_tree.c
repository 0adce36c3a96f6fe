/* random_tree.c - trees from random numbers, planted from the leaves up. */
#include "random_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tree_state.h"
#include "wordless.h"

enum { MOVES = 4, LEVELS_MAX = 8, WIDTH_MAX = 64 };
enum { NODES_MAX = LEVELS_MAX * WIDTH_MAX * (1 + MOVES * (1 + MOVES)) };

struct random_node {
    struct tree_face face;
    int count;
    int child[TREE_SEATS][MOVES]; /* for each player with replies=on; else the first row counts */
    double chance[MOVES];
    float rating[MOVES];
};

static_assert(sizeof(struct tree_state) == RANDOM_TREE_STATE * sizeof(uint32_t),
              "the header says so");
static_assert(NODES_MAX <= UINT16_MAX, "a node is known by 16 bits");

struct random_tree {
    struct tree_faces faces; /* open with replies=on */
    int levels, width, count;
    bool has_chance, is_nested;
    struct random_node nodes[NODES_MAX];
};

static struct random_tree *tree_of(const struct cop_game *game)
{
    return game->own;
}

static const struct random_node *node_of(const struct cop_game *game, const void *at)
{
    const struct tree_state *state = at;

    return &tree_of(game)->nodes[state->node];
}

/* ---- Planting ---- */

static int add_node(struct random_tree *tree)
{
    assert(tree->count < NODES_MAX);
    memset(&tree->nodes[tree->count], 0, sizeof tree->nodes[0]);
    return tree->count++;
}

/* Two players have a lead, which is a hundred only at the end; more of them share a hundred. */
static void draw_values(const struct cop_game *game, struct random_node *node, struct cop_rng *rng)
{
    int left = 100;

    if (game->players <= 2) {
        node->face.value[0] = (double)cop_rng_below(rng, 199) - 99;
        if (node->face.turn == COP_OVER && cop_rng_below(rng, 5) == 0)
            node->face.value[0] = node->face.value[0] > 0 ? 100 : -100;
        node->face.value[1] = -node->face.value[0];
        return;
    }
    for (int i = 0; i < game->players; i++) {
        node->face.value[i] = cop_rng_below(rng, (uint32_t)left / 2 + 1);
        left -= (int)node->face.value[i];
    }
    node->face.value[cop_rng_below(rng, (uint32_t)game->players)] += left;
}

/* A node of the level below, or chance before it. Children come before their parents, so that they
 * have smaller numbers; the root is the last. */
static int draw_target(struct random_tree *tree, const int *below, struct cop_rng *rng,
                       bool is_roll)
{
    struct random_node node = {.face.turn = COP_CHANCE};
    double total = 0;
    int at;

    if (!tree->has_chance || cop_rng_below(rng, 10) >= (is_roll ? 3 : 7))
        return below[cop_rng_below(rng, (uint32_t)tree->width)];
    node.count = 2 + (int)cop_rng_below(rng, MOVES - 1);
    for (int i = 0; i < node.count; i++) {
        node.child[0][i] = is_roll || !tree->is_nested
                               ? below[cop_rng_below(rng, (uint32_t)tree->width)]
                               : draw_target(tree, below, rng, true);
        node.chance[i] = 0.05 + cop_rng_unit(rng);
        total += node.chance[i];
    }
    for (int i = 0; i < node.count; i++)
        node.chance[i] /= total;
    at = add_node(tree);
    tree->nodes[at] = node;
    return at;
}

static int plant_node(const struct cop_game *game, const int *below, bool may_end,
                      struct cop_rng *rng)
{
    struct random_tree *tree = tree_of(game);
    struct random_node node = {.face.turn = (int)cop_rng_below(rng, (uint32_t)game->players),
                               .count = 1 + (int)cop_rng_below(rng, MOVES)};
    int at;

    if (below == NULL || (may_end && cop_rng_below(rng, 10) == 0)) {
        node.face.turn = COP_OVER;
        node.count = 0;
    }
    for (int seat = 0; seat < (tree->faces.is_open ? game->players : 1); seat++)
        for (int i = 0; i < node.count; i++)
            node.child[seat][i] = draw_target(tree, below, rng, false);
    for (int i = 0; i < MOVES; i++)
        node.rating[i] = (float)cop_rng_below(rng, 5);
    draw_values(game, &node, rng);
    at = add_node(tree);
    tree->nodes[at] = node;
    return at;
}

void random_tree_plant(struct cop_game *game, uint64_t seed)
{
    struct random_tree *tree = tree_of(game);
    int below[WIDTH_MAX], level[WIDTH_MAX];
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    tree->count = 0;
    for (int i = 0; i < tree->width; i++)
        below[i] = plant_node(game, NULL, true, &rng);
    for (int height = 1; height < tree->levels; height++) {
        for (int i = 0; i < tree->width; i++)
            level[i] = plant_node(game, below, true, &rng);
        memcpy(below, level, sizeof below);
    }
    plant_node(game, below, false, &rng);
    for (int i = 0; i < tree->count; i++)
        if (tree->nodes[i].face.turn == COP_CHANCE)
            draw_values(game, &tree->nodes[i], &rng);
}

static double settled_value(const struct random_tree *tree, const struct random_node *node)
{
    double value = node->face.turn == COP_CHANCE ? 0 : node->face.turn == 0 ? -1e9 : 1e9;

    for (int i = 0; i < node->count; i++) {
        double child = tree->nodes[node->child[0][i]].face.value[0];

        if (node->face.turn == COP_CHANCE)
            value += node->chance[i] * child;
        else if (node->face.turn == 0 ? child > value : child < value)
            value = child;
    }
    return value;
}

void random_tree_settle(struct cop_game *game)
{
    struct random_tree *tree = tree_of(game);

    for (int i = 0; i < tree->count; i++) {
        struct random_node *node = &tree->nodes[i];

        if (node->face.turn == COP_OVER)
            continue;
        node->face.value[0] = settled_value(tree, node);
        node->face.value[1] = -node->face.value[0];
    }
}

/* ---- Rules ---- */

static bool tree_open(struct cop_game *game, struct cop_error *error)
{
    struct random_tree *tree = calloc(1, sizeof *tree);

    (void)error;
    game->own = tree;
    tree->levels = (int)cop_integer(game->settings, "levels");
    tree->width = (int)cop_integer(game->settings, "width");
    tree->faces = (struct tree_faces){.nodes = tree->nodes,
                                      .node_size = sizeof tree->nodes[0],
                                      .is_open = cop_flag(game->settings, "replies")};
    tree->has_chance = cop_flag(game->settings, "chance") && !tree->faces.is_open;
    tree->is_nested = cop_flag(game->settings, "nested");
    game->state_size = sizeof(struct tree_state);
    game->players = (int)cop_integer(game->settings, "players");
    game->max_moves = MOVES;
    game->max_plies = 3 * tree->levels;
    game->has_chance = tree->has_chance;
    random_tree_plant(game, 1);
    return true;
}

static void tree_start(const struct cop_game *game, void *at, struct cop_rng *rng)
{
    struct tree_state *state = at;

    (void)rng;
    memset(state, 0, sizeof *state);
    state->node = (uint16_t)(tree_of(game)->count - 1);
}

static int tree_moves(const struct cop_game *game, const void *at, cop_move *out)
{
    const struct random_node *node = node_of(game, at);

    for (int i = 0; i < node->count; i++)
        out[i] = (cop_move)(1 + i);
    return node->count;
}

static void tree_play(const struct cop_game *game, void *at, cop_move move)
{
    struct tree_state *state = at;
    const struct random_node *node = node_of(game, at);

    state->node = (uint16_t)node->child[state->turn][move - 1];
    if (tree_of(game)->faces.is_open)
        state->turn = (uint8_t)((state->turn + 1) % game->players);
}

static void tree_chances(const struct cop_game *game, const void *at, double *probability)
{
    const struct random_node *node = node_of(game, at);

    memcpy(probability, node->chance, (size_t)node->count * sizeof *probability);
}

static void tree_payoff(const struct cop_game *game, const void *at, double *of_player)
{
    for (int i = 0; i < game->players; i++)
        of_player[i] = (node_of(game, at)->face.value[i] + 100) / 200;
}

void random_tree_start(const struct cop_game *game, void *state)
{
    tree_start(game, state, NULL);
}

void random_tree_walk(const struct cop_game *game, void *at, struct cop_rng *rng)
{
    int plies = (int)cop_rng_below(rng, (uint32_t)tree_of(game)->levels);

    random_tree_start(game, at);
    for (int i = 0; i < plies; i++) {
        struct tree_state next = *(struct tree_state *)at;

        tree_play(game, &next, 1 + cop_rng_below(rng, (uint32_t)node_of(game, at)->count));
        if (tree_turn(game, &next) == COP_OVER)
            return;
        memcpy(at, &next, sizeof next);
    }
}

/* ---- Judgements ---- */

/* All that is anywhere in the tree; the two ends are different, as they are not by default. */
static void find_horizon(const struct cop_game *game, const void *prepared, const void *state,
                         int player, int plies, enum cop_horizon how, double rate, double *lower,
                         double *upper)
{
    const struct random_tree *tree = tree_of(game);

    (void)prepared, (void)state, (void)plies, (void)how, (void)rate;
    *lower = 100;
    *upper = -100;
    for (int i = 0; i < tree->count; i++) {
        double value = tree->nodes[i].face.value[player];

        *lower = value < *lower ? value : *lower;
        *upper = value > *upper ? value : *upper;
    }
}

static void rate(const struct cop_game *game, const void *at, const cop_move *moves, int count,
                 float *rating)
{
    for (int i = 0; i < count; i++)
        rating[i] = node_of(game, at)->rating[moves[i] - 1];
}

static const struct cop_option options[] = {
    {"players", COP_INTEGER, "2", 1, TREE_SEATS, NULL, "players"},
    {"levels", COP_INTEGER, "4", 1, LEVELS_MAX, NULL, "moves of players until the end"},
    {"width", COP_INTEGER, "12", 1, WIDTH_MAX, NULL, "nodes of a level"},
    {"chance", COP_FLAG, "on", 0, 0, NULL, "some moves are followed by chance"},
    {"nested", COP_FLAG, "off", 0, 0, NULL, "some outcomes are followed by chance"},
    {"replies", COP_FLAG, "off", 0, 0, NULL, "everybody can move everywhere"},
    {NULL}};

/* Every second move, also those that chance follows. */
static int list_noisy(const struct cop_game *game, const void *at, cop_move *out)
{
    cop_move moves[MOVES];
    int count = tree_moves(game, at, moves), noisy = 0;

    for (int i = 0; i < count; i += 2)
        out[noisy++] = moves[i];
    return noisy;
}

#define PAIR \
    .version = 1, .lower = -100, .upper = 100, .is_zero_sum = true, .evaluate = tree_evaluate

static const struct cop_evaluator evaluators[] = {
    {.name = "pair", PAIR, .rates_ends = true, .settles_chance = true},
    {.name = "tight", PAIR, .rates_ends = true, .settles_chance = true, .horizon = find_horizon},
    {.name = "late", PAIR},
    {.name = "restless", PAIR, .rates_ends = true, .settles_chance = true, .noisy = list_noisy},
    {.name = "many",
     .version = 1,
     .lower = 0,
     .upper = 100,
     .sum_upper = 100,
     .rates_ends = true,
     .settles_chance = true,
     .evaluate = tree_evaluate},
    {NULL}};

static const struct cop_ordering orderings[] = {{"random", "by chance", rate}, {NULL}};

const struct cop_rules random_tree_rules = {.name = "random-tree",
                                            .title = "Random tree",
                                            .options = options,
                                            .open = tree_open,
                                            .start = tree_start,
                                            .turn = tree_turn,
                                            .moves = tree_moves,
                                            .play = tree_play,
                                            .chances = tree_chances,
                                            .payoff = tree_payoff,
                                            .key = tree_key,
                                            .write_move = wordless_move,
                                            .write_position = wordless_position,
                                            .read_position = wordless_read,
                                            .give_turn = tree_give_turn,
                                            .evaluators = evaluators,
                                            .orderings = orderings};
