/* tree_bench.c - opening, planting and walking trees for tests. */
#include "tree_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/mcts/mcts.h"

struct mcts *tree_bench_open(const struct cop_game *game, const char *inside, const char *words)
{
    struct cop_error error = {""};
    struct cop_limits limits;
    struct cop_settings *settings;
    struct mcts *mcts;

    assert_true(cop_limits_parse(words, &limits, &error));
    settings = cop_settings_parse("mcts", cop_mcts_agent.options, inside, &error);
    if (settings == NULL)
        fail_msg("%s", error.message);
    mcts = cop_mcts_agent.open(&cop_mcts_agent, game, settings, &limits.means, &error);
    if (mcts == NULL)
        fail_msg("%s", error.message);
    cop_settings_free(settings);
    return mcts;
}

void tree_bench_close(struct mcts *mcts)
{
    cop_mcts_agent.close(mcts);
}

struct bench bench_open(struct cop_game *game, const struct cop_error *error, const char *moves,
                        const char *inside, const char *limits)
{
    struct bench bench = {.game = game};

    if (game == NULL)
        fail_msg("%s", error->message);
    bench.mcts = tree_bench_open(game, inside, limits);
    bench.worker = &bench.mcts->workers[0];
    bench.state = tree_bench_state(game, moves);
    return bench;
}

void bench_close(struct bench *bench)
{
    tree_bench_close(bench->mcts);
    free(bench->state);
    cop_game_close(bench->game);
}

struct cop_report tree_bench_search(struct mcts *mcts, const void *state, const char *words)
{
    struct cop_error error = {""};
    struct cop_limits limits;
    struct cop_report report;

    assert_true(cop_limits_parse(words, &limits, &error));
    cop_mcts_agent.start(mcts, limits.means.seed);
    if (!cop_mcts_agent.think(mcts, state, &limits, NULL, &report, &error))
        fail_msg("%s", error.message);
    return report;
}

void *tree_bench_state(const struct cop_game *game, const char *moves)
{
    struct cop_error error = {""};
    struct cop_rng rng;
    void *state = calloc(1, game->state_size);

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    if (!cop_moves_play(game, state, moves, NULL, NULL, &error))
        fail_msg("%s", error.message);
    return state;
}

struct node *tree_bench_plant(struct mcts *mcts, uint32_t parent_visits,
                              const struct sample *samples, int count)
{
    struct tree *tree = &mcts->trees[0];
    struct node *root, *children;
    uint32_t first;

    tree_reset(tree);
    first = tree_take(tree, (uint32_t)count);
    root = tree_root(tree);
    root->children = first;
    root->child_count = root->move_count = (uint16_t)count;
    root->turn = 0;
    atomic_store(&root->visits, parent_visits);
    children = node_family(tree, root).first;
    memset(children, 0, (size_t)count * sizeof *children);
    for (int i = 0; i < count; i++) {
        children[i].move = (cop_move)i + 1;
        atomic_store(&children[i].visits, samples[i].visits);
        atomic_store(&children[i].reward, (int64_t)(samples[i].wins * REWARD_ONE));
    }
    return children;
}

static void walk(const struct mcts *mcts, const struct node *node, int owner,
                 tree_bench_check *check, void *context)
{
    const struct tree *tree = &mcts->trees[0];

    check(mcts, node, owner, context);
    if (!node_has_children(node))
        return;
    for (uint32_t i = 0; i < node->child_count; i++)
        walk(mcts, &node_family(tree, node).first[i], node->turn >= 0 ? node->turn : owner, check,
             context);
}

void tree_bench_walk(const struct mcts *mcts, tree_bench_check *check, void *context)
{
    walk(mcts, tree_root(&mcts->trees[0]), -1, check, context);
}
