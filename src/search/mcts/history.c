/* history.c - progressive history: moves that have done well anywhere are tried earlier everywhere
 * (twixt.md 3.3.1).
 *
 * For each player and kind of move there is one mean h of the rewards of the simulations in which
 * the player made it. A child's bound grows by w h / (n + 1), or by w h / (n - s + 1), which fades
 * only with what the child has lost. Untried children are tried in the order of their h, but in
 * random order where pieces are hidden (hidden.c); a move that nobody has made yet counts as half.
 */
#include <stdlib.h>

#include "search/mcts/search.h"

const struct cop_option mcts_history_options[] = {
    {"history", COP_CHOICE, "none", 0, 0, "none|visits|losses",
     "progressive history: a bonus for moves that do well elsewhere, fading with a child's visits "
     "or only with its losses"},
    {"history_weight", COP_REAL, "15", 0, 1e6, NULL, "weight of that bonus"},
    {"history_scope", COP_CHOICE, "tree", 0, 0, "tree|all",
     "whose moves count: those in the tree, or the playouts' too"},
    {NULL}};

enum fading { FADE_NONE, FADE_VISITS, FADE_LOSSES };

struct entry {
    _Atomic int64_t reward, count;
};

struct history {
    enum fading fading;
    float weight;
    bool has_playouts;
    int kinds;
    struct entry *entries; /* a row of kinds for each player */
};

static bool is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "history") != FADE_NONE;
}

static bool wants_trace(const struct cop_settings *settings)
{
    return cop_choice(settings, "history_scope") == 1;
}

static bool open_history(struct part_use *use, const struct cop_settings *settings,
                         struct cop_error *error)
{
    const struct cop_game *game = use->mcts->game;
    struct history *history = calloc(1, sizeof *history);

    use->own = history;
    if (history == NULL)
        return cop_fail(error, "not enough memory");
    history->fading = (enum fading)cop_choice(settings, "history");
    history->weight = (float)cop_real(settings, "history_weight");
    history->has_playouts = wants_trace(settings);
    history->kinds = move_kind_count(game);
    history->entries =
        calloc((size_t)game->players * (size_t)history->kinds, sizeof *history->entries);
    return history->entries != NULL || cop_fail(error, "not enough memory");
}

static void close_history(struct part_use *use)
{
    struct history *history = use->own;

    if (history != NULL)
        free(history->entries);
    free(history);
}

/* What was learned is kept as long as the tree is (twixt.md 3.3.1). */
static void begin(const struct part_use *use, bool is_kept)
{
    struct history *history = use->own;

    for (int i = 0; !is_kept && i < use->mcts->game->players * history->kinds; i++) {
        atomic_store_explicit(&history->entries[i].reward, 0, memory_order_relaxed);
        atomic_store_explicit(&history->entries[i].count, 0, memory_order_relaxed);
    }
}

static struct entry *entry_of(const struct part_use *use, int player, cop_move move)
{
    const struct history *history = use->own;

    return &history->entries[player * history->kinds + move_kind(use->mcts->game, move)];
}

static float mean_of(const struct entry *entry)
{
    int64_t count = atomic_load_explicit(&entry->count, memory_order_relaxed);

    if (count == 0)
        return 0.5f;
    return (float)atomic_load_explicit(&entry->reward, memory_order_relaxed) *
           (float)(1 / REWARD_ONE) / (float)count;
}

static float bonus(const struct part_use *use, const struct choice *choice,
                   const struct node *child, float value)
{
    const struct history *history = use->own;
    float mean = mean_of(entry_of(use, choice->player, child->move));
    struct tried tried = node_tried(choice->worker, child);

    (void)value;
    return history->weight * mean / fading_of(tried, history->fading == FADE_LOSSES);
}

static const struct cop_anatomy_word words[] = {
    {"history_mean", "the mean of all simulations in which the player made the move", false},
    {"history_count", "how many these are", true},
    {NULL}};

static void tell(const struct part_use *use, const struct choice *choice, const struct node *child,
                 double *of_word)
{
    const struct entry *entry = entry_of(use, choice->player, child->move);

    of_word[0] = (double)mean_of(entry);
    of_word[1] = (double)atomic_load_explicit(&entry->count, memory_order_relaxed);
}

/* By load and store, as everything far from the root: a lost sample is one of very many. */
static void note(const struct part_use *use, const struct worker *worker, int player, cop_move move)
{
    struct entry *entry;

    if (player < 0)
        return;
    entry = entry_of(use, player, move);
    atomic_store_explicit(&entry->reward,
                          atomic_load_explicit(&entry->reward, memory_order_relaxed) +
                              worker->gained[player],
                          memory_order_relaxed);
    atomic_store_explicit(
        &entry->count, atomic_load_explicit(&entry->count, memory_order_relaxed) + worker->weight,
        memory_order_relaxed);
}

/* A path's node is the move that led to it, made by its owner unless that was chance. */
static void update(const struct part_use *use, struct worker *worker, int depth)
{
    const struct history *history = use->own;
    const struct cop_trace *trace = &worker->trace;

    for (int i = 1; i <= depth; i++)
        if (node_turn(worker->path[i - 1]) >= 0)
            note(use, worker, worker->owners[i], worker->path[i]->move);
    for (int i = 0; history->has_playouts && i < trace->length; i++)
        note(use, worker, trace->players[i], trace->moves[i]);
}

const struct mcts_part mcts_history = {
    .name = "history",
    .help = "what the move has done elsewhere adds, less and less",
    .words = words,
    .tell = tell,
    .is_wanted = is_wanted,
    .open = open_history,
    .close = close_history,
    .wants_trace = wants_trace,
    .orders_untried = true,
    .begin = begin,
    .bonus = bonus,
    .update = update,
};
