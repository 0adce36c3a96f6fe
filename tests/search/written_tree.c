/* written_tree.c - reading trees, and playing them. */
#include "written_tree.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree_state.h"
#include "wordless.h"

enum { CHILDREN_MAX = 16, NODES_MAX = 256 };

struct written_node {
    struct tree_face face;
    int count[TREE_SEATS], child[TREE_SEATS][CHILDREN_MAX];
    double chance[CHILDREN_MAX];
};

struct written_tree {
    struct tree_faces faces;
    int count, root;
    double low, high;
    struct written_node nodes[NODES_MAX];
};

static_assert(sizeof(struct tree_state) == WRITTEN_TREE_STATE * sizeof(uint32_t),
              "the header says so");

static struct written_tree *tree_of(const struct cop_game *game)
{
    return game->own;
}

static const struct written_node *node_of(const struct cop_game *game, const void *at)
{
    const struct tree_state *state = at;

    return &tree_of(game)->nodes[state->node];
}

/* ---- Reading ---- */

static void skip_blanks(const char **text)
{
    while (**text == ' ')
        (*text)++;
}

static double read_number(const char **text)
{
    char *end;
    double value = strtod(*text, &end);

    assert(end != *text);
    *text = end;
    return value;
}

/* One number is the first player's value, and of two players the other's is the opposite. */
static void read_leaf(const struct cop_game *game, struct written_node *node, const char **text)
{
    node->face.value[0] = read_number(text);
    if (game->players == 2)
        node->face.value[1] = -node->face.value[0];
    for (int i = 1; **text == '/'; i++) {
        (*text)++;
        node->face.value[i] = read_number(text);
    }
}

static int read_tree(const struct cop_game *game, const char **text);

static void read_children(const struct cop_game *game, struct written_node *node, const char **text)
{
    int seat = node->face.turn >= 0 ? node->face.turn : 0;

    for (skip_blanks(text); **text != ')'; skip_blanks(text)) {
        if (**text == '|') {
            seat++;
            (*text)++;
            continue;
        }
        if (node->face.turn == COP_CHANCE) {
            node->chance[node->count[seat]] = read_number(text);
            assert(**text == ':');
            (*text)++;
        }
        assert(node->count[seat] < CHILDREN_MAX);
        node->child[seat][node->count[seat]] = read_tree(game, text);
        node->count[seat]++;
    }
    (*text)++;
}

static int read_tree(const struct cop_game *game, const char **text)
{
    struct written_tree *tree = tree_of(game);
    struct written_node node = {.face.turn = COP_OVER};

    if (**text == '?')
        node.face.turn = COP_CHANCE;
    else if (**text >= 'a' && **text < 'a' + TREE_SEATS)
        node.face.turn = **text - 'a';
    if (node.face.turn == COP_OVER) {
        read_leaf(game, &node, text);
    } else {
        (*text)++;
        if (**text == '=') {
            (*text)++;
            read_leaf(game, &node, text);
        }
        assert(**text == '(');
        (*text)++;
        read_children(game, &node, text);
    }
    assert(tree->count < NODES_MAX);
    tree->nodes[tree->count] = node;
    return tree->count++;
}

/* ---- Rules ---- */

static bool tree_open(struct cop_game *game, struct cop_error *error)
{
    struct written_tree *tree = calloc(1, sizeof *tree);

    (void)error;
    tree->faces = (struct tree_faces){tree->nodes, sizeof tree->nodes[0], .is_open = true};
    game->own = tree;
    game->state_size = sizeof(struct tree_state);
    game->players = (int)cop_integer(game->settings, "players");
    game->max_moves = CHILDREN_MAX;
    game->has_chance = cop_flag(game->settings, "chance");
    return true;
}

static void start_at(const struct cop_game *game, struct tree_state *state, int node)
{
    int turn = tree_of(game)->nodes[node].face.turn;

    *state = (struct tree_state){.node = (uint16_t)node, .turn = (uint8_t)(turn > 0 ? turn : 0)};
}

static void tree_start(const struct cop_game *game, void *at, struct cop_rng *rng)
{
    (void)rng;
    start_at(game, at, tree_of(game)->root);
}

static int tree_moves(const struct cop_game *game, const void *at, cop_move *out)
{
    const struct tree_state *state = at;
    const struct written_node *node = node_of(game, at);

    for (int i = 0; i < node->count[state->turn]; i++)
        out[i] = (cop_move)(1 + i);
    return node->count[state->turn];
}

static void tree_play(const struct cop_game *game, void *at, cop_move move)
{
    const struct tree_state *state = at;

    start_at(game, at, node_of(game, at)->child[state->turn][move - 1]);
}

static void tree_chances(const struct cop_game *game, const void *at, double *probability)
{
    const struct written_node *node = node_of(game, at);

    memcpy(probability, node->chance, (size_t)node->count[0] * sizeof *probability);
}

static void tree_payoff(const struct cop_game *game, const void *at, double *of_player)
{
    (void)at;
    memset(of_player, 0, (size_t)game->players * sizeof *of_player);
}

static void find_horizon(const struct cop_game *game, const void *prepared, const void *state,
                         int player, int plies, enum cop_horizon how, double rate, double *lower,
                         double *upper)
{
    const struct written_tree *tree = tree_of(game);

    (void)prepared, (void)state, (void)plies, (void)how, (void)rate;
    *lower = player == 0 ? tree->low : -tree->high;
    *upper = player == 0 ? tree->high : -tree->low;
}

static const struct cop_option options[] = {
    {"players", COP_INTEGER, "2", 1, TREE_SEATS, NULL, "players"},
    {"chance", COP_FLAG, "on", 0, 0, NULL, "there may be chance"},
    {NULL}};

#define PAIR                                                                            \
    .version = 1, .lower = -1e6, .upper = 1e6, .is_zero_sum = true, .rates_ends = true, \
    .evaluate = tree_evaluate, .horizon = find_horizon

static const struct cop_evaluator evaluators[] = {{.name = "pair", PAIR, .settles_chance = true},
                                                  {.name = "many",
                                                   .version = 1,
                                                   .lower = 0,
                                                   .upper = 10,
                                                   .rates_ends = true,
                                                   .settles_chance = true,
                                                   .evaluate = tree_evaluate},
                                                  {.name = "late", PAIR},
                                                  {NULL}};

static const struct cop_rules rules = {.name = "written-tree",
                                       .title = "Written tree",
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
                                       .evaluators = evaluators};

struct cop_game *written_tree_open(const char *text, int players, double low, double high)
{
    char inside[60];
    struct cop_game *game;

    snprintf(inside, sizeof inside, "players=%d, chance=%s", players,
             strchr(text, '?') != NULL ? "on" : "off");
    game = cop_game_open_rules(&rules, inside, NULL);
    assert(game != NULL);
    tree_of(game)->low = low;
    tree_of(game)->high = high;
    tree_of(game)->root = read_tree(game, &text);
    return game;
}
