/* mcts.c - the agent: its memory, and one search from start to report. */
#include "search/mcts/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/limits.h"
#include "search/mcts/search.h"
#include "search/oracle.h"

enum { PATH_MAX_PLIES = 4096, TRACE_MAX = 8192 };

static bool mcts_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                       const struct cop_settings *settings, const struct cop_means *means,
                       struct cop_error *error)
{
    struct mcts_config config;

    return (config_read(&config, game, settings, error) &&
            cop_rollout_check(game, settings, error) &&
            config_check(&config, game, settings, means->threads, error) &&
            parts_check(game, settings, error)) ||
           cop_fail_in(error, "%s", kind->name);
}

/* One more than there are plies, so that the end of the longest game is seen; with hidden pieces
 * there may be an observation before each move. */
static int longest_path(const struct cop_game *game)
{
    int plies =
        game->max_plies > 0 && game->max_plies < PATH_MAX_PLIES ? game->max_plies : PATH_MAX_PLIES;

    return game->is_hidden || game->has_stems ? 2 * plies + 2 : plies + 1;
}

/* Do several workers share a tree? */
static bool is_shared(const struct mcts *mcts)
{
    return mcts->worker_count > 1 && mcts->config.parallel == PARALLEL_TREE;
}

static bool open_worker(struct mcts *mcts, int number)
{
    const struct cop_game *game = mcts->game;
    struct worker *worker = &mcts->workers[number];
    size_t moves = (size_t)game->max_moves;

    size_t trace = mcts->traces ? TRACE_MAX : 0;

    worker->mcts = mcts;
    worker->number = number;
    worker->tree = &mcts->trees[mcts->tree_count > 1 ? number : 0];
    worker->is_shared = is_shared(mcts);
    worker->extra_loss = worker->is_shared ? mcts->config.virtual_loss - 1 : 0;
    worker->path_room = longest_path(game);
    worker->state = malloc(game->state_size);
    worker->leaf = malloc(game->state_size);
    worker->moves = malloc(moves * sizeof *worker->moves);
    worker->playout_notes = malloc(cop_rollout_notes(&mcts->rollout) + 1);
    worker->trace = (struct cop_trace){.moves = malloc((trace + 1) * sizeof(cop_move)),
                                       .players = malloc(trace + 1),
                                       .room = (int)trace};
    worker->chances = malloc(moves * sizeof *worker->chances);
    worker->path = malloc(((size_t)worker->path_room + 1) * sizeof *worker->path);
    worker->owners = malloc(((size_t)worker->path_room + 1) * sizeof *worker->owners);
    worker->is_hot = calloc((size_t)worker->path_room + 1, sizeof *worker->is_hot);
    worker->whole_path = malloc(((size_t)worker->path_room + 1) * sizeof *worker->whole_path);
    worker->whole_owners = malloc((size_t)worker->path_room + 1);
    if (mcts->config.exact > 0)
        worker->exact = exact_open(mcts);
    return worker->state != NULL && worker->leaf != NULL && worker->moves != NULL &&
           worker->playout_notes != NULL && worker->trace.moves != NULL &&
           worker->trace.players != NULL && worker->chances != NULL && worker->path != NULL &&
           worker->owners != NULL && worker->is_hot != NULL && worker->whole_path != NULL &&
           worker->whole_owners != NULL && (mcts->config.exact == 0 || worker->exact != NULL);
}

static void close_worker(struct worker *worker)
{
    free(worker->state);
    free(worker->leaf);
    free(worker->moves);
    free(worker->playout_notes);
    free(worker->trace.moves);
    free(worker->trace.players);
    free(worker->chances);
    free(worker->path);
    free(worker->owners);
    free(worker->is_hot);
    free(worker->whole_path);
    free(worker->whole_owners);
    exact_close(worker->exact);
}

static void mcts_close(void *self)
{
    struct mcts *mcts = self;

    for (int i = 0; mcts->trees != NULL && i < mcts->tree_count; i++)
        tree_close(&mcts->trees[i]);
    for (int i = 0; mcts->workers != NULL && i < mcts->worker_count; i++)
        close_worker(&mcts->workers[i]);
    parts_close(&mcts->parts);
    cop_rollout_close(&mcts->rollout);
    free(mcts->trees);
    free(mcts->workers);
    free(mcts->root_state);
    free(mcts->candidates);
    free(mcts->lines);
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

static int add_column(struct mcts *mcts, bool is_wanted, size_t size)
{
    int column = NO_COLUMN;

    for (int i = 0; is_wanted && i < mcts->tree_count; i++)
        column = tree_add_column(&mcts->trees[i], size);
    return column;
}

/* Bounds of two players who share 1 are one row, see bounds.c. */
static void add_columns(struct mcts *mcts)
{
    const struct cop_game *game = mcts->game;
    const struct cop_rollout *rollout = &mcts->rollout;

    mcts->bounds_are_payoffs = game->players == 2 && game->is_constant_sum &&
                               !rollout->from_score && (rollout->is_plain || !game->has_chance);
    mcts->bounds_width = mcts->bounds_are_payoffs ? 1 : game->players;
    mcts->chance_column = add_column(mcts, game->has_chance && !game->is_hidden, sizeof(double));
    mcts->bounds_column =
        add_column(mcts, mcts->config.solver, 2 * (size_t)mcts->bounds_width * sizeof(double));
    mcts->memory_column = add_column(mcts, mcts->config.discount < 1, sizeof(struct memory));
    mcts->occasions_column = add_column(mcts, game->is_hidden, sizeof(int64_t));
    mcts->way_column =
        add_column(mcts,
                   is_shared(mcts) && (mcts->config.discount < 1 ||
                                       (mcts->config.virtual_loss > 1 && mcts->config.tries)),
                   sizeof(int64_t));
}

static bool open_trees(struct mcts *mcts, size_t memory, struct cop_error *error)
{
    uint32_t least = 1024 + 2 * (uint32_t)mcts->game->max_moves;

    for (int i = 0; i < mcts->tree_count; i++) {
        mcts->trees[i].counts_empty = mcts->config.completes;
        if (!tree_open(&mcts->trees[i], memory / (size_t)mcts->tree_count, least,
                       mcts->config.reuse, error))
            return false;
    }
    return true;
}

static bool open_memory(struct mcts *mcts, const struct cop_settings *settings, size_t memory,
                        struct cop_error *error)
{
    size_t moves = (size_t)mcts->game->max_moves;
    bool enough;

    mcts->trees = allocate_lines((size_t)mcts->tree_count * sizeof *mcts->trees);
    mcts->workers = allocate_lines((size_t)mcts->worker_count * sizeof *mcts->workers);
    mcts->root_state = calloc(1, mcts->game->state_size);
    mcts->candidates = calloc(moves, sizeof *mcts->candidates);
    mcts->moves = calloc(moves, sizeof *mcts->moves);
    if (mcts->config.lines > 1)
        mcts->lines = calloc((size_t)mcts->config.lines * COP_LINE_MAX, sizeof *mcts->lines);
    enough = mcts->trees != NULL && mcts->workers != NULL && mcts->root_state != NULL &&
             mcts->candidates != NULL && mcts->moves != NULL &&
             (mcts->config.lines == 1 || mcts->lines != NULL);
    if (enough) {
        add_columns(mcts);
        if (!parts_open(mcts, settings, error) || !open_trees(mcts, memory, error))
            return false;
        mcts->selects_plainly = selection_is_plain(mcts);
        mcts->share_column = selection_by_shares(mcts);
    }
    for (int i = 0; enough && i < mcts->worker_count; i++)
        enough = open_worker(mcts, i);
    return enough || cop_fail(error, "not enough memory");
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
    mcts->stop = means->stop;
    mcts->worker_count = means->threads > 1 ? means->threads : 1;
    mcts->threads = cop_run_thread_count(mcts->worker_count);
    cop_rng_seed(&mcts->seeds, means->seed);
    mcts->traces = parts_want_trace(settings);
    if (config_read(&mcts->config, game, settings, error) &&
        cop_rollout_open(&mcts->rollout, game, settings, means->stop, error) &&
        cop_oracles_open(&mcts->oracles, game, settings, means->stop, error)) {
        mcts->tree_count = mcts->config.parallel == PARALLEL_ROOT ? mcts->worker_count : 1;
        mcts->config.worst = cop_rollout_worst(&mcts->rollout);
        mcts->config.best = cop_rollout_best(&mcts->rollout);
        if (open_memory(mcts, settings, means->memory, error))
            return mcts;
    }
    cop_fail_in(error, "%s", kind->name);
    mcts_close(mcts);
    return NULL;
}

static void mcts_start(void *self, uint64_t seed)
{
    struct mcts *mcts = self;

    mcts->has_root = false;
    parts_start(&mcts->parts);
    cop_rng_seed(&mcts->seeds, seed);
}

/* With groups by way of the move's first part. */
static bool advance(const struct mcts *mcts, struct tree *tree, cop_move move)
{
    bool by_stem = mcts->config.groups && node_turn(tree_root(tree)) != COP_CHANCE;

    return (!by_stem || tree_advance(tree, mcts->game->rules->stem(mcts->game, move))) &&
           tree_advance(tree, move);
}

static void mcts_played(void *self, const void *before, cop_move move)
{
    struct mcts *mcts = self;
    size_t size = mcts->game->state_size;

    best_played(mcts, before, move);
    if (!mcts->config.reuse || !mcts->has_root)
        return;
    mcts->has_root = memcmp(mcts->root_state, before, size) == 0;
    for (int i = 0; i < mcts->tree_count && mcts->has_root; i++)
        mcts->has_root = advance(mcts, &mcts->trees[i], move);
    if (mcts->has_root)
        mcts->game->rules->play(mcts->game, mcts->root_state, move);
}

/* What an oracle said of a node before it became the root names no move, so it is forgotten. */
static void plant(struct mcts *mcts, int number, const void *state)
{
    struct node *root = tree_root(&mcts->trees[number]);

    atomic_fetch_and(&root->flags, (uint8_t) ~(NODE_CLOSED | NODE_BOUNDED));
    expand(&mcts->workers[number], root, state);
}

/* The root is expanded before the first simulation and costs none, so that its visits are the
 * simulations done (uct-star.md 2.0.4); root_first=visit is the thesis read by the letter. */
static void plant_roots(struct mcts *mcts, const void *state)
{
    bool keep = mcts->has_root && mcts->config.reuse &&
                memcmp(mcts->root_state, state, mcts->game->state_size) == 0;

    memmove(mcts->root_state, state, mcts->game->state_size);
    for (int i = 0; i < mcts->tree_count; i++) {
        struct tree *tree = &mcts->trees[i];

        if (keep)
            tree_compact(tree);
        else
            tree_reset(tree);
        if (!node_is_expanded(tree_root(tree)) && !mcts->game->is_hidden &&
            !mcts->config.root_is_visited)
            plant(mcts, i, state);
    }
    parts_begin(&mcts->parts, keep);
    mcts->has_root = true;
}

void replant_roots(struct mcts *mcts)
{
    mcts->nodes_before += nodes_made(mcts);
    mcts->sims_before = sims_done(mcts);
    for (int i = 0; i < mcts->worker_count; i++)
        mcts->workers[i].sims_before = mcts->workers[i].sims;
    mcts->has_root = false;
    atomic_store(&mcts->is_full, false);
    plant_roots(mcts, mcts->root_state);
}

static void reset_worker(struct mcts *mcts, struct worker *worker)
{
    cop_rng_seed(&worker->rng, cop_rng_next(&mcts->seeds));
    worker->weight = 1;
    worker->supply = (struct supply){0};
    worker->sims_before = 0;
    atomic_store(&worker->sims, 0);
    atomic_store(&worker->depth, 0);
    worker->deeds = (struct deeds){0};
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        atomic_store(&worker->sums[i], 0);
}

/* Nothing to find out: a single move is charged one simulation and a forced pass none
 * (uct-star.md 2.0.7), a root settled earlier none. -1 where the search is worth its limits. */
static int64_t simulations_enough(struct mcts *mcts)
{
    const struct cop_game *game = mcts->game;

    if (node_flags(tree_root(&mcts->trees[0])) & NODE_CLOSED)
        return 0;
    if (mcts->config.stop && game->rules->moves(game, mcts->root_state, mcts->moves) == 1)
        return mcts->moves[0] == COP_PASS ? 0 : 1;
    return -1;
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
    mcts->nodes_before = mcts->sims_before = 0;
    mcts->later_seconds = 0;
    mcts->later_sims = 0;
    mcts->depth_limit = limits->depth;
    mcts->asks = mcts->bounds_column != NO_COLUMN && !mcts->game->is_hidden &&
                 mcts->config.final != FINAL_BEST && /* which needs the moves too */
                 cop_oracles_may_know(&mcts->oracles, limits);
    mcts->watch = watch;
    mcts->ownership = watch != NULL ? watch->ownership : NULL;
    mcts->anatomy = watch != NULL ? watch->anatomy : NULL;
    atomic_store(&mcts->is_full, false);
    for (int i = 0; i < mcts->worker_count; i++)
        reset_worker(mcts, &mcts->workers[i]);
    if (cop_rollout_root(&mcts->rollout, state))
        mcts->has_root = false;
    plant_roots(mcts, state);
    best_begin(mcts);
    enough = simulations_enough(mcts);
    if (enough < 0)
        done = search_to_the_end(mcts, limits, error);
    else if (enough > 0)
        done = mcts->game->is_hidden ? simulate_hidden(&mcts->workers[0])
                                     : simulate(&mcts->workers[0]);
    make_report(mcts, report);
    if (enough >= 0)
        report->sims = enough;
    report->seconds = cop_run_seconds(&mcts->run);
    return done && (mcts->anatomy == NULL || anatomy_fill(mcts, report, error));
}

const struct cop_agent_kind cop_mcts_agent = {
    .name = "mcts",
    .title = "Monte-Carlo tree search",
    .summary = "grows a tree where random games say that it pays; UCT, UCT*, MCTS* and more",
    .options = mcts_options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .asks_oracle = true,
    .check = mcts_check,
    .idle = mcts_idle,
    .open = mcts_open,
    .close = mcts_close,
    .start = mcts_start,
    .think = mcts_think,
    .played = mcts_played,
};
