/* mcts.c - the agent: its options, its memory, and one search from start to report. */
#include "search/mcts/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/limits.h"
#include "search/mcts/search.h"

enum { PATH_MAX_PLIES = 4096, EXTENSIONS = 5 };

static const struct cop_option options[] = {
    {"c", COP_REAL, "0.7", 0, 1e9, NULL, "exploration: how much rarely tried moves are favoured"},
    {"c_form", COP_CHOICE, "outside", 0, 0, "outside|inside",
     "whether c and p stand before the square root or under it"},
    {"select", COP_CHOICE, "ucb1", 0, 0, "ucb1|random", "how a descent chooses among children"},
    {"first_play", COP_REAL, "inf", 0, INFINITY, NULL,
     "the bound of a child never tried; inf tries every child once first"},
    {"tie", COP_CHOICE, "random", 0, 0, "random|first",
     "the order in which untried children and exact ties are taken"},
    {"expand", COP_INTEGER, "1", 1, 1e9, NULL, "visits after which a node gets children"},
    {"Playouts", COP_TABLE, .table = cop_rollout_options},
    {"solver", COP_FLAG, "off", 0, 0, NULL, "prove wins and losses and use the proofs"},
    {"reuse", COP_FLAG, "off", 0, 0, NULL, "keep the part of the tree that a move leads to"},
    {"final", COP_CHOICE, "visits", 0, 0, "visits|value|robust-max|secure",
     "which root move is played in the end: most visits, best value, both (searching up to half as "
     "long again until they agree), or best lower bound"},
    {"secure", COP_REAL, "1", 0, 1e6, NULL,
     "weight of 1/sqrt(visits) in the lower bound of final=secure"},
    {"prune", COP_CHOICE, "none", 0, 0, "none|root|all|path",
     "where UCT* takes out children: at the root, at each node by its own clock, or on the whole "
     "path by the root's clock"},
    {"p", COP_REAL, "", 0, 1e9, NULL, "pruning rate; the same as c unless given"},
    {"s", COP_INTEGER, "100", 1, 1e9, NULL, "visits from one pruning to the next"},
    {"stop", COP_FLAG, "on", 0, 0, NULL, "end the search when one root move is left"},
    {"unreachable", COP_FLAG, "off", 0, 0, NULL,
     "end the search when no other root move can overtake the leader in visits"},
    {"hidden", COP_CHOICE, "shared", 0, 0, "shared|views",
     "in games with hidden pieces: one tree for all that others may see, or decisions kept apart "
     "by "
     "what each player sees"},
    {"parallel", COP_CHOICE, "tree", 0, 0, "tree|root|leaf",
     "what several threads share: one tree, only the root moves' counts, or the playouts of a "
     "leaf"},
    {"virtual_loss", COP_INTEGER, "1", 1, 1000, NULL,
     "losses that a descent in progress shows to other threads"},
    {NULL}};

/* Inside and outside the root are the same search after c_outside = sqrt(c_inside), so that only
 * one form is used below (uct-star.md 2.0.2). */
static double inside(const struct cop_settings *settings, double rate)
{
    return cop_choice(settings, "c_form") == 0 ? rate * rate : rate;
}

static bool read_config(struct mcts_config *config, const struct cop_game *game,
                        const struct cop_settings *settings, struct cop_error *error)
{
    double c = cop_real(settings, "c");

    config->c = inside(settings, c);
    config->p = inside(settings, cop_given(settings, "p") ? cop_real(settings, "p") : c);
    config->select_randomly = cop_choice(settings, "select") == 1;
    config->first_play = cop_real(settings, "first_play");
    config->shuffle = cop_choice(settings, "tie") == 0;
    config->expand = (uint32_t)cop_integer(settings, "expand");
    config->solver = cop_flag(settings, "solver");
    config->reuse = cop_flag(settings, "reuse");
    config->final = (enum final_choice)cop_choice(settings, "final");
    config->secure = cop_real(settings, "secure");
    config->prune = (enum prune_scope)cop_choice(settings, "prune");
    config->step = (uint32_t)cop_integer(settings, "s");
    config->stop = cop_flag(settings, "stop");
    config->unreachable = cop_flag(settings, "unreachable");
    config->views = cop_choice(settings, "hidden") == 1;
    config->parallel = (enum parallel_way)cop_choice(settings, "parallel");
    config->virtual_loss = (uint32_t)cop_integer(settings, "virtual_loss");
    if (!cop_rollout_open(&config->rollout, game, settings, error))
        return cop_fail_in(error, "mcts");
    config->worst = cop_rollout_worst(&config->rollout);
    config->best = cop_rollout_best(&config->rollout);
    return true;
}

/* What cannot go together is said when the agent is checked, not found out in a search. */
static bool check_config(const struct mcts_config *config, const struct cop_game *game, int workers,
                         struct cop_error *error)
{
    if (config->unreachable && config->final != FINAL_VISITS)
        return cop_fail(error, "mcts: unreachable=on compares visits; it needs final=visits");
    if (config->unreachable && config->parallel == PARALLEL_ROOT && workers > 1)
        return cop_fail(error, "mcts: unreachable=on looks at one tree; use parallel=tree");
    if (!game->is_hidden)
        return true;
    if (config->solver)
        return cop_fail(error,
                        "mcts: solver=on cannot prove anything in %s, whose pieces are "
                        "hidden; use solver=off",
                        game->rules->name);
    if (config->prune != PRUNE_NONE)
        return cop_fail(error, "mcts: prune needs a game without hidden pieces; use prune=none");
    if (workers > 1 && config->parallel == PARALLEL_TREE)
        return cop_fail(error, "mcts: in a game with hidden pieces a tree cannot be shared by "
                               "threads; use parallel=root or parallel=leaf");
    return true;
}

static bool mcts_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, const struct cop_means *means,
                       struct cop_error *error)
{
    struct mcts_config config;

    (void)kind;
    return read_config(&config, game, settings, error) &&
           check_config(&config, game, means->threads, error);
}

/* With hidden pieces there may be an observation before each move. */
static int longest_path(const struct cop_game *game)
{
    int plies =
        game->max_plies > 0 && game->max_plies < PATH_MAX_PLIES ? game->max_plies : PATH_MAX_PLIES;

    return game->is_hidden ? 2 * plies + 1 : plies;
}

static bool open_worker(struct mcts *mcts, int number)
{
    const struct cop_game *game = mcts->game;
    struct worker *worker = &mcts->workers[number];
    size_t moves = (size_t)game->max_moves;

    worker->mcts = mcts;
    worker->tree = &mcts->trees[mcts->tree_count > 1 ? number : 0];
    worker->is_shared = mcts->worker_count > 1 && mcts->config.parallel == PARALLEL_TREE;
    worker->extra_loss = worker->is_shared ? mcts->config.virtual_loss - 1 : 0;
    worker->path_room = longest_path(game);
    worker->state = malloc(game->state_size);
    worker->leaf = malloc(game->state_size);
    worker->moves = malloc(moves * sizeof *worker->moves);
    worker->missing = malloc(moves * sizeof *worker->missing);
    worker->chances = malloc(moves * sizeof *worker->chances);
    worker->path = malloc(((size_t)worker->path_room + 1) * sizeof *worker->path);
    worker->owners = malloc(((size_t)worker->path_room + 1) * sizeof *worker->owners);
    worker->is_hot = calloc((size_t)worker->path_room + 1, sizeof *worker->is_hot);
    return worker->state != NULL && worker->leaf != NULL && worker->moves != NULL &&
           worker->missing != NULL && worker->chances != NULL && worker->path != NULL &&
           worker->owners != NULL && worker->is_hot != NULL;
}

static void close_worker(struct worker *worker)
{
    free(worker->state);
    free(worker->leaf);
    free(worker->moves);
    free(worker->missing);
    free(worker->chances);
    free(worker->path);
    free(worker->owners);
    free(worker->is_hot);
}

static void mcts_close(void *self)
{
    struct mcts *mcts = self;

    for (int i = 0; mcts->trees != NULL && i < mcts->tree_count; i++)
        tree_close(&mcts->trees[i]);
    for (int i = 0; mcts->workers != NULL && i < mcts->worker_count; i++)
        close_worker(&mcts->workers[i]);
    free(mcts->trees);
    free(mcts->workers);
    free(mcts->root_state);
    free(mcts->candidates);
    free(mcts->moves);
    free(mcts);
}

/* Cleared memory that shares no cache line with anything else. */
static void *allocate_lines(size_t size)
{
    void *lines = aligned_alloc(2 * CACHE_LINE,
                                (size + 2 * CACHE_LINE - 1) / (2 * CACHE_LINE) * (2 * CACHE_LINE));

    if (lines != NULL)
        memset(lines, 0, size);
    return lines;
}

static bool open_memory(struct mcts *mcts, size_t memory, struct cop_error *error)
{
    size_t moves = (size_t)mcts->game->max_moves;
    uint32_t least = 1024 + 2 * (uint32_t)moves;
    bool enough;

    mcts->trees = allocate_lines((size_t)mcts->tree_count * sizeof *mcts->trees);
    mcts->workers = allocate_lines((size_t)mcts->worker_count * sizeof *mcts->workers);
    mcts->root_state = calloc(1, mcts->game->state_size);
    mcts->candidates = calloc(moves, sizeof *mcts->candidates);
    mcts->moves = calloc(moves, sizeof *mcts->moves);
    enough = mcts->trees != NULL && mcts->workers != NULL && mcts->root_state != NULL &&
             mcts->candidates != NULL && mcts->moves != NULL;
    for (int i = 0; enough && i < mcts->tree_count; i++) {
        if (!tree_open(&mcts->trees[i], memory / (size_t)mcts->tree_count, least,
                       mcts->config.reuse, mcts->game->players, error))
            return cop_fail_in(error, "mcts");
    }
    for (int i = 0; enough && i < mcts->worker_count; i++)
        enough = open_worker(mcts, i);
    return enough || cop_fail(error, "mcts: not enough memory");
}

static void *mcts_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, const struct cop_means *means,
                       struct cop_error *error)
{
    struct mcts *mcts = allocate_lines(sizeof *mcts);

    if (mcts == NULL) {
        cop_fail(error, "%s: not enough memory", kind->name);
        return NULL;
    }
    mcts->game = game;
    mcts->worker_count = means->threads > 1 ? means->threads : 1;
    mcts->threads = cop_run_thread_count(mcts->worker_count);
    cop_rng_seed(&mcts->seeds, means->seed);
    if (!read_config(&mcts->config, game, settings, error)) {
        mcts_close(mcts);
        return NULL;
    }
    mcts->tree_count = mcts->config.parallel == PARALLEL_ROOT ? mcts->worker_count : 1;
    if (!open_memory(mcts, means->memory, error)) {
        mcts_close(mcts);
        return NULL;
    }
    return mcts;
}

static void mcts_start(void *self, uint64_t seed)
{
    struct mcts *mcts = self;

    mcts->has_root = false;
    cop_rng_seed(&mcts->seeds, seed);
}

static void mcts_played(void *self, const void *before, cop_move move)
{
    struct mcts *mcts = self;
    size_t size = mcts->game->state_size;

    if (!mcts->config.reuse || !mcts->has_root)
        return;
    mcts->has_root = memcmp(mcts->root_state, before, size) == 0;
    for (int i = 0; i < mcts->tree_count && mcts->has_root; i++)
        mcts->has_root = tree_advance(&mcts->trees[i], move);
    if (mcts->has_root)
        mcts->game->rules->play(mcts->game, mcts->root_state, move);
}

/* The root is expanded before the first simulation and costs none, so that its visits are the
 * simulations done (uct-star.md 2.0.4). */
static void plant_roots(struct mcts *mcts, const void *state)
{
    bool keep = mcts->has_root && mcts->config.reuse &&
                memcmp(mcts->root_state, state, mcts->game->state_size) == 0;

    memcpy(mcts->root_state, state, mcts->game->state_size);
    for (int i = 0; i < mcts->tree_count; i++) {
        struct tree *tree = &mcts->trees[i];

        if (keep)
            tree_compact(tree);
        else
            tree_reset(tree);
        if (!node_is_expanded(tree_root(tree)))
            expand(&mcts->workers[i], tree_root(tree), state);
    }
    mcts->has_root = true;
}

static void reset_worker(struct mcts *mcts, struct worker *worker)
{
    cop_rng_seed(&worker->rng, cop_rng_next(&mcts->seeds));
    worker->proofs = (struct proof_cache){0};
    worker->weight = 1;
    worker->supply = (struct supply){0};
    atomic_store(&worker->sims, 0);
    atomic_store(&worker->depth, 0);
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        atomic_store(&worker->sums[i], 0);
}

/* Nothing to find out: a single move is charged one simulation and a forced pass none
 * (uct-star.md 2.0.7), a root proven earlier none. -1 where the search is worth its limits. */
static int64_t simulations_enough(const struct mcts *mcts)
{
    const struct tree *tree = &mcts->trees[0];
    const struct node *root = tree_root(tree);

    if (mcts->config.solver && node_proof(root) != 0)
        return 0;
    if (root->child_count == 1 && mcts->config.stop)
        return node_children(tree, root)->move == COP_PASS ? 0 : 1;
    return -1;
}

/* One extension of a search that has reached its limit. */
static bool search_on(struct mcts *mcts, const struct cop_limits *limits, struct cop_error *error)
{
    mcts->node_limit += (limits->nodes + EXTENSIONS - 1) / EXTENSIONS / 2;
    cop_run_extend(&mcts->run, limits->time / EXTENSIONS / 2,
                   (limits->sims + EXTENSIONS - 1) / EXTENSIONS / 2, sims_done(mcts));
    return run_workers(mcts, error);
}

static bool search_until_robust(struct mcts *mcts, const struct cop_limits *limits,
                                struct cop_error *error)
{
    struct cop_report report;

    for (int i = 0; i < EXTENSIONS && cop_run_ended(&mcts->run) == COP_RUN_LIMIT; i++) {
        make_report(mcts, &report);
        if (leader_is_robust(&report))
            break;
        if (!search_on(mcts, limits, error))
            return false;
    }
    return true;
}

static void show_progress(void *context)
{
    struct mcts *mcts = context;
    struct cop_report report;

    make_report(mcts, &report);
    report.seconds = cop_run_seconds(&mcts->run);
    mcts->watch->progress(mcts->watch->context, &report);
}

static bool mcts_think(void *self, const void *state, const struct cop_limits *limits,
                       const struct cop_watch *watch, struct cop_report *report,
                       struct cop_error *error)
{
    struct mcts *mcts = self;
    struct cop_run_terms terms = cop_search_terms(limits, watch, show_progress, mcts);
    int64_t enough;
    bool done = true;

    terms.tickets = limits->sims;
    cop_run_begin(&mcts->run, &terms);
    mcts->node_limit = limits->nodes;
    mcts->depth_limit = limits->depth;
    mcts->watch = watch;
    atomic_store(&mcts->is_full, false);
    for (int i = 0; i < mcts->worker_count; i++)
        reset_worker(mcts, &mcts->workers[i]);
    plant_roots(mcts, state);
    enough = simulations_enough(mcts);
    if (enough < 0)
        done = run_workers(mcts, error) &&
               (mcts->config.final != FINAL_ROBUST_MAX || search_until_robust(mcts, limits, error));
    else if (enough > 0)
        done = mcts->game->is_hidden ? simulate_hidden(&mcts->workers[0])
                                     : simulate(&mcts->workers[0]);
    make_report(mcts, report);
    if (enough >= 0)
        report->sims = enough;
    report->seconds = cop_run_seconds(&mcts->run);
    return done;
}

const struct cop_agent_kind cop_mcts_agent = {
    .name = "mcts",
    .title = "Monte-Carlo tree search",
    .summary = "grows a tree where random games say that it pays; UCT, UCT*, MCTS* and more",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .check = mcts_check,
    .open = mcts_open,
    .close = mcts_close,
    .start = mcts_start,
    .think = mcts_think,
    .played = mcts_played,
};
