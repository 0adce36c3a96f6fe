/* bstar.c - B* as an agent: where its intervals come from, and one search to its report.
 *
 * Finished games have their payoff for an interval, and oracles know bounds. Of other positions an
 * evaluator's judgement is taken as a chance of winning and given a width on both sides: nobody
 * promises that the true value is inside, so such intervals never reach 0 and 1, and what does is
 * proven. Without a judgement (eval=none) every interval is sound. */
#include "search/bstar/bstar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/fit.h"
#include "search/bstar/tree.h"
#include "search/evaluators.h"
#include "search/limits.h"
#include "search/opening.h"
#include "search/oracle.h"

enum { DEPTH_MAX = 1 << 14 }; /* no line is looked at further than this */

#define ALMOST 0.001 /* how near to 0 and 1 a judgement may come */

static const struct cop_option own_options[] = {
    {"eval", COP_WORDS, "", 0, 0, NULL,
     "how positions are judged: an evaluator of the game or none; without it the game's first"},
    {"width", COP_REAL, "0.1", 0, 1, NULL,
     "how far the truth may be from a judgement to either side, as a chance of winning"},
    {"root", COP_CHOICE, "mixed", 0, 0, "prove|disprove|mixed",
     "at the root: shows that the best move is good, that the others are bad, or whichever is "
     "nearer"},
    {"strict", COP_FLAG, "off", 0, 0, NULL,
     "ends only when the best move is better than the others, not as good as they can be"},
    {"Knowledge", COP_TABLE, .table = cop_oracle_options},
    {"Openings", COP_TABLE, .table = cop_opening_options},
    {NULL}};

struct bstar {
    const struct cop_game *game;
    struct cop_judge judge;
    struct cop_oracles oracles;
    struct bstar_tree tree;
    double width;
    enum bstar_strategy strategy;
    bool is_strict, is_sound;

    /* The running search: */
    const void *root;
    int player;
    bool asks, is_cut; /* some line was looked at no further because of its length */
    int deepest;       /* so long a line may be */
    struct cop_run run;
    struct cop_pace pace;
    const struct cop_watch *watch;
    int64_t nodes;
    int depth;
    void *states[2]; /* of the leaf, and of its child */
    cop_move *moves;
    cop_move *path;
    struct cop_candidate *candidates;
};

/* ---- Opening ---- */

static bool fits(const struct cop_game *game, struct cop_error *error)
{
    if (game->players == 2 && game->is_constant_sum && !game->has_chance && !game->is_hidden)
        return true;
    return cop_fail(error, "B* needs two players who share one payoff, without chance and hidden "
                           "pieces");
}

static bool check(const struct cop_agent_kind *kind, const struct cop_game *game,
                  const struct cop_settings *settings, const struct cop_means *means,
                  struct cop_error *error)
{
    struct cop_judge judge;

    (void)means;
    return cop_judge_find(&judge, game, cop_words(settings, "eval"), error) ||
           cop_fail_in(error, "%s", kind->name);
}

static void close_bstar(void *self)
{
    struct bstar *bstar = self;

    bstar_tree_close(&bstar->tree);
    free(bstar->states[0]);
    free(bstar->states[1]);
    free(bstar->moves);
    free(bstar->path);
    free(bstar->candidates);
    free(bstar);
}

static bool open_memory(struct bstar *bstar, size_t memory)
{
    size_t moves = (size_t)bstar->game->max_moves;

    bstar->states[0] = malloc(bstar->game->state_size);
    bstar->states[1] = malloc(bstar->game->state_size);
    bstar->moves = calloc(moves, sizeof *bstar->moves);
    bstar->path = calloc(DEPTH_MAX, sizeof *bstar->path);
    bstar->candidates = calloc(moves, sizeof *bstar->candidates);
    return bstar->states[0] != NULL && bstar->states[1] != NULL && bstar->moves != NULL &&
           bstar->path != NULL && bstar->candidates != NULL &&
           bstar_tree_open(&bstar->tree, memory);
}

static void *open_bstar(const struct cop_agent_kind *kind, const struct cop_game *game,
                        const struct cop_settings *settings, const struct cop_means *means,
                        struct cop_error *error)
{
    struct bstar *bstar = calloc(1, sizeof *bstar);
    bool is_open;

    if (bstar == NULL) {
        cop_fail(error, "%s: not enough memory", kind->name);
        return NULL;
    }
    bstar->game = game;
    bstar->width = cop_real(settings, "width");
    bstar->strategy = (enum bstar_strategy)cop_choice(settings, "root");
    bstar->is_strict = cop_flag(settings, "strict");
    is_open = cop_judge_find(&bstar->judge, game, cop_words(settings, "eval"), error) &&
              cop_judge_prepare(&bstar->judge, game, means->stop, error) &&
              cop_oracles_open(&bstar->oracles, game, settings, means->stop, error) &&
              (open_memory(bstar, means->memory) || cop_fail(error, "not enough memory"));
    bstar->is_sound = strcmp(bstar->judge.evaluator.name, "none") == 0;
    if (is_open)
        return bstar;
    cop_fail_in(error, "%s", kind->name);
    close_bstar(bstar);
    return NULL;
}

/* ---- Intervals ---- */

static double between(double low, double value, double high)
{
    return fmin(fmax(value, low), high);
}

static void bound(const struct bstar *bstar, const void *state, struct bstar_node *node)
{
    const struct cop_game *game = bstar->game;
    int turn = game->rules->turn(game, state);
    double payoffs[COP_PLAYERS_MAX], chance;

    node->is_own = turn == bstar->player;
    node->low = 0;
    node->high = 1;
    if (turn == COP_OVER) {
        game->rules->payoff(game, state, payoffs);
        node->low = node->high = payoffs[bstar->player];
        return;
    }
    if (bstar->asks) {
        struct cop_bounds known =
            cop_oracles_probe(&bstar->oracles, state, COP_STAKE_PAYOFF, bstar->player);

        node->low = known.low;
        node->high = known.high;
    }
    if (bstar->is_sound || node->low == node->high)
        return;
    chance = cop_judge_chance(&bstar->judge, game, state, bstar->player);
    node->low = fmax(node->low, between(ALMOST, chance - bstar->width, 1 - 2 * ALMOST));
    node->high = fmin(node->high, between(2 * ALMOST, chance + bstar->width, 1 - ALMOST));
    if (node->low > node->high) /* what is known contradicts the judgement */
        node->low = node->high = between(ALMOST, (node->low + node->high) / 2, 1 - ALMOST);
}

/* ---- The search ---- */

/* Puts the leaf's position into states[0]; false if the line is as long as it may be. */
static bool walk_to(struct bstar *bstar, uint32_t leaf)
{
    const struct cop_game *game = bstar->game;
    int depth = 0;

    for (uint32_t node = leaf; node != 0; node = bstar->tree.nodes[node].parent) {
        if (depth + 1 >= bstar->deepest)
            return false;
        bstar->path[depth++] = bstar->tree.nodes[node].move;
    }
    bstar->depth = depth + 1 > bstar->depth ? depth + 1 : bstar->depth;
    memcpy(bstar->states[0], bstar->root, game->state_size);
    while (depth > 0)
        game->rules->play(game, bstar->states[0], bstar->path[--depth]);
    return true;
}

/* A line that may not be looked at further has the value that is most likely, and says no more. */
static void cut(struct bstar *bstar, uint32_t leaf)
{
    struct bstar_node *node = &bstar->tree.nodes[leaf];

    bstar->is_cut = true;
    node->low = node->high = (node->low + node->high) / 2;
    bstar_back_up(&bstar->tree, node->parent);
}

/* Looks into the position in states[0]. False if the run ends meanwhile, or without room; then
 * nothing has changed. */
static bool expand(struct bstar *bstar, uint32_t leaf)
{
    const struct cop_game *game = bstar->game;
    int count = game->rules->moves(game, bstar->states[0], bstar->moves);
    uint32_t first = bstar_grow(&bstar->tree, leaf, count);

    if (first == 0) {
        cop_run_finish(&bstar->run, COP_RUN_LIMIT);
        return false;
    }
    bstar->tree.nodes[leaf].count = 0; /* nobody sees them before they have bounds */
    for (int i = 0; i < count; i++) {
        struct bstar_node *child = &bstar->tree.nodes[first + (uint32_t)i];

        if (!cop_run_step(&bstar->run, &bstar->pace) && leaf != 0) {
            bstar->tree.count = first;
            return false;
        }
        memcpy(bstar->states[1], bstar->states[0], game->state_size);
        game->rules->play(game, bstar->states[1], bstar->moves[i]);
        child->move = bstar->moves[i];
        bound(bstar, bstar->states[1], child);
        bstar->nodes++;
    }
    bstar->tree.nodes[leaf].count = (uint32_t)count;
    bstar_back_up(&bstar->tree, leaf);
    return true;
}

/* True if one move was shown to be the best, or nothing is left that could show it. */
static bool is_known(const struct bstar *bstar, uint32_t *leaf)
{
    *leaf = bstar_next(&bstar->tree, bstar->strategy);
    return *leaf == 0 ||
           bstar_is_separated(&bstar->tree, bstar_best(&bstar->tree), bstar->is_strict);
}

static void search(struct bstar *bstar)
{
    uint32_t leaf;

    memcpy(bstar->states[0], bstar->root, bstar->game->state_size);
    bstar->depth = 1;
    if (!expand(bstar, 0))
        return;
    while (cop_run_ended(&bstar->run) == COP_RUN_GOES_ON) {
        if (is_known(bstar, &leaf))
            cop_run_finish(&bstar->run, COP_RUN_KNOWN);
        else if (!walk_to(bstar, leaf))
            cut(bstar, leaf);
        else if (!expand(bstar, leaf))
            cop_run_finish(&bstar->run, COP_RUN_LIMIT);
    }
}

/* ---- Reports ---- */

/* Are all bounds true, and not only 0 and 1? */
static bool is_sure(const struct bstar *bstar)
{
    return bstar->is_sound && !bstar->is_cut;
}

static enum cop_proof proof_of(const struct bstar *bstar, double low, double high)
{
    if (low == 1)
        return COP_PROVEN_WIN;
    if (high == 0)
        return COP_PROVEN_LOSS;
    return is_sure(bstar) && low == high ? COP_PROVEN_EXACT : COP_UNPROVEN;
}

static void describe(const struct bstar *bstar, const struct bstar_node *node,
                     struct cop_candidate *candidate)
{
    enum cop_proof proof = proof_of(bstar, node->low, node->high);
    bool is_certain = is_sure(bstar) || proof != COP_UNPROVEN;

    *candidate =
        (struct cop_candidate){.move = node->move,
                               .value = (node->low + node->high) / 2,
                               .kind = proof != COP_UNPROVEN ? COP_VALUE_EXACT : COP_VALUE_ESTIMATE,
                               .low = is_certain ? node->low : 0,
                               .high = is_certain ? node->high : 1,
                               .proof = proof};
}

static void follow_line(const struct bstar *bstar, uint32_t best, struct cop_report *report)
{
    for (uint32_t node = best; node != 0 && report->line_length < COP_LINE_MAX;
         node = bstar_promising(&bstar->tree, node))
        report->line[report->line_length++] = bstar->tree.nodes[node].move;
}

static void make_report(struct bstar *bstar, struct cop_report *report)
{
    const struct bstar_node *root = &bstar->tree.nodes[0];
    uint32_t best = bstar_best(&bstar->tree);

    *report = (struct cop_report){.best = bstar->tree.nodes[best].move,
                                  .player = bstar->player,
                                  .lower = 0,
                                  .upper = 1,
                                  .proof = proof_of(bstar, root->low, root->high),
                                  .depth = bstar->depth,
                                  .nodes = bstar->nodes,
                                  .candidates = bstar->candidates,
                                  .candidate_count = (int)root->count,
                                  .stopped_early = cop_run_ended(&bstar->run) == COP_RUN_KNOWN,
                                  .memory_is_full = bstar->tree.room - bstar->tree.count <
                                                    (uint32_t)bstar->game->max_moves};
    report->value[bstar->player] = (root->low + root->high) / 2;
    report->value[1 - bstar->player] = 1 - report->value[bstar->player];
    for (uint32_t i = 0; i < root->count; i++)
        describe(bstar, &bstar->tree.nodes[root->first + i], &bstar->candidates[i]);
    follow_line(bstar, best, report);
    report->seconds = cop_run_seconds(&bstar->run);
}

static void show_progress(void *context)
{
    struct bstar *bstar = context;
    struct cop_report report;

    if (bstar->tree.nodes[0].count == 0)
        return;
    make_report(bstar, &report);
    bstar->watch->progress(bstar->watch->context, &report);
}

static bool think(void *self, const void *state, const struct cop_limits *limits,
                  const struct cop_watch *watch, struct cop_report *report, struct cop_error *error)
{
    struct bstar *bstar = self;
    struct cop_run_terms terms = cop_search_terms(limits, watch, show_progress, bstar);

    terms.tickets = cop_lesser_limit(limits->nodes, limits->sims); /* a node is its simulation */
    cop_run_begin(&bstar->run, &terms);
    cop_pace_begin(&bstar->pace, true, 1);
    bstar->root = state;
    bstar->watch = watch;
    bstar->player = bstar->game->rules->turn(bstar->game, state);
    bstar->asks = cop_oracles_may_know(&bstar->oracles, limits);
    bstar->nodes = 0;
    bstar->is_cut = false;
    bstar->deepest = limits->depth > 0 && limits->depth < DEPTH_MAX ? limits->depth : DEPTH_MAX;
    bstar_tree_clear(&bstar->tree);
    search(bstar);
    if (bstar->tree.nodes[0].count == 0)
        return cop_fail(error, "bstar: not enough memory for one position; give memory=1M or more");
    make_report(bstar, report);
    return true;
}

const struct cop_agent_kind cop_bstar_agent = {
    .name = "bstar",
    .title = "B*",
    .summary = "bounds every move from both sides and ends when one is above all others",
    .options = own_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .fits = fits,
    .check = check,
    .open = open_bstar,
    .close = close_bstar,
    .think = think,
    .asks_oracle = true,
};
