/* rave.c - RAVE: what became of simulations in which a move was made at any later time
 * (amazons-play.md 2.14).
 *
 * The statistics belong to each node, for the moves made below it by the same player, or are one
 * table of moves for the whole search. They enter the selection in one of three forms:
 *   mix     (1 - Q) of the child's bound and Q of the same bound over the statistics, which may
 *           have a c of its own, where Q = sqrt(k / (3 N + k)) falls with the parent's visits N;
 *   add     the mean of the statistics, times a weight, is added to the bound;
 *   visits  the mean counts as so many visits to the child, at most as many as it rests on; the
 *           bound's radius keeps the true visits.
 *
 * A node with few visits knows little. With rave_ref its children have the statistics that their
 * moves have at the nearest node on the way there, itself included, at which the same player moves
 * and which has at least so many visits (Cazenave, Generalized Rapid Action Value Estimation,
 * 2015).
 */
#include <math.h>
#include <stdlib.h>

#include "search/mcts/search.h"

const struct cop_option mcts_rave_options[] = {
    {"rave", COP_CHOICE, "none", 0, 0, "none|node|table",
     "results of simulations in which a move came later: kept by each node, or in one table"},
    {"rave_form", COP_CHOICE, "visits", 0, 0, "mix|add|visits",
     "how they count: mixed with a child's bound, added to it, or as visits of the child"},
    {"rave_weight", COP_REAL, "10", 0, 1e6, NULL,
     "the most visits they count as, or the factor of what is added"},
    {"rave_ref", COP_INTEGER, "0", 0, 1e9, NULL,
     "rave=node: visits that a node needs to be asked; below it those above are (GRAVE)"},
    {"rave_k", COP_REAL, "1000", 0, 1e9, NULL, "rave_form=mix: visits at which both count alike"},
    {"rave_c", COP_REAL, "", -1e9, 1e9, NULL,
     "rave_form=mix: exploration in the bound over the statistics; the same as c unless given"},
    {NULL}};

enum scope { RAVE_NONE, RAVE_NODE, RAVE_TABLE };
enum form { RAVE_MIX, RAVE_ADD, RAVE_VISITS };

struct entry {
    _Atomic int64_t reward, count;
};

/* Which moves the rest of a simulation has: for each player and kind the last place where it was
 * made, in simulations that are numbered so that nothing must be cleared. */
struct seen {
    uint32_t simulation;
    int32_t place;
};

/* What a move of a player has at the node that is asked now; of another descent if the number is.
 */
struct lent {
    uint32_t descent;
    const struct entry *entry;
};

struct rave {
    enum scope scope;
    enum form form;
    float weight, k;
    bool has_rate;
    float rate; /* of the statistics' bound, inside the root as the others */
    int kinds;
    struct entry *table;   /* a row of kinds for each player; RAVE_TABLE */
    struct seen *seen;     /* likewise for each worker; RAVE_NODE */
    uint32_t *simulations; /* each worker's number */
    int64_t reference;     /* visits of a node that is asked; 0: each asks itself */
    struct lent *lent;     /* as `seen` */
    uint32_t *descents;    /* of each worker and player */
};

static bool is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "rave") != RAVE_NONE;
}

static bool wants_trace(const struct cop_settings *settings)
{
    (void)settings;
    return true;
}

static size_t node_bytes(const struct cop_settings *settings)
{
    return cop_choice(settings, "rave") == RAVE_NODE ? sizeof(struct entry) : 0;
}

static bool check(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error)
{
    return !game->is_hidden || cop_integer(settings, "rave_ref") == 0 ||
           cop_fail(error, "rave_ref needs a game without hidden pieces; leave it out");
}

static bool open_rave(struct part_use *use, const struct cop_settings *settings,
                      struct cop_error *error)
{
    const struct mcts *mcts = use->mcts;
    struct rave *rave = calloc(1, sizeof *rave);
    size_t row, workers = (size_t)mcts->worker_count;
    bool enough;

    use->own = rave;
    if (rave == NULL)
        return cop_fail(error, "not enough memory");
    rave->scope = (enum scope)cop_choice(settings, "rave");
    rave->form = (enum form)cop_choice(settings, "rave_form");
    rave->weight = (float)cop_real(settings, "rave_weight");
    rave->k = (float)cop_real(settings, "rave_k");
    rave->has_rate = cop_given(settings, "rave_c");
    if (rave->has_rate)
        rave->rate = (float)config_rate_inside(settings, cop_real(settings, "rave_c"));
    use->does_not_arrive = cop_integer(settings, "rave_ref") == 0;
    rave->reference = rave->scope == RAVE_NODE ? cop_integer(settings, "rave_ref") : 0;
    rave->kinds = move_kind_count(mcts->game);
    row = (size_t)mcts->game->players * (size_t)rave->kinds;
    if (rave->scope == RAVE_TABLE) {
        rave->table = calloc(row, sizeof *rave->table);
        enough = rave->table != NULL;
    } else {
        rave->seen = calloc(workers * row, sizeof *rave->seen);
        rave->simulations = calloc(workers, sizeof *rave->simulations);
        enough = rave->seen != NULL && rave->simulations != NULL;
    }
    if (rave->reference > 0) {
        rave->lent = calloc(workers * row, sizeof *rave->lent);
        rave->descents = calloc(workers * (size_t)mcts->game->players, sizeof *rave->descents);
        enough = enough && rave->lent != NULL && rave->descents != NULL;
    }
    return enough || cop_fail(error, "not enough memory");
}

static void close_rave(struct part_use *use)
{
    struct rave *rave = use->own;

    if (rave != NULL) {
        free(rave->table);
        free(rave->seen);
        free(rave->simulations);
        free(rave->lent);
        free(rave->descents);
    }
    free(rave);
}

static void begin(const struct part_use *use, bool is_kept)
{
    struct rave *rave = use->own;

    (void)is_kept; /* the thesis clears its table for every search */
    for (int i = 0; rave->table != NULL && i < use->mcts->game->players * rave->kinds; i++) {
        atomic_store_explicit(&rave->table[i].reward, 0, memory_order_relaxed);
        atomic_store_explicit(&rave->table[i].count, 0, memory_order_relaxed);
    }
}

static int place_of(const struct part_use *use, int player, cop_move move)
{
    const struct rave *rave = use->own;

    return player * rave->kinds + move_kind(use->mcts->game, move);
}

/* ---- Who is asked ---- */

static struct lent *lent_of(const struct part_use *use, const struct worker *worker, int place)
{
    const struct rave *rave = use->own;

    return rave->lent + worker->number * use->mcts->game->players * rave->kinds + place;
}

static uint32_t *descent_of(const struct part_use *use, const struct worker *worker, int player)
{
    const struct rave *rave = use->own;

    return rave->descents + worker->number * use->mcts->game->players + player;
}

/* From here on the player's moves have what they have at this node. At the root everybody begins
 * without. */
static bool arrive(const struct part_use *use, struct worker *worker, struct node *node, int depth)
{
    const struct rave *rave = use->own;
    struct family family = node_family(worker->tree, node);
    int player = node_turn(node);
    uint32_t descent;

    for (int i = 0; depth == 0 && i < use->mcts->game->players; i++)
        ++*descent_of(use, worker, i);
    if (player < 0 || node_visits(node) < rave->reference)
        return true;
    descent = depth == 0 ? *descent_of(use, worker, player) : ++*descent_of(use, worker, player);
    for (uint32_t i = 0; i < family.count; i++)
        *lent_of(use, worker, place_of(use, player, family.first[i].move)) =
            (struct lent){descent, node_column(worker->tree, use->column, &family.first[i])};
    return true;
}

/* NULL: nobody who is asked knows the move. */
static const struct entry *entry_for(const struct part_use *use, const struct choice *choice,
                                     const struct node *child)
{
    const struct rave *rave = use->own;
    int place = place_of(use, choice->player, child->move);
    const struct lent *lent;

    if (rave->scope == RAVE_TABLE)
        return &rave->table[place];
    if (rave->reference == 0)
        return node_column(choice->worker->tree, use->column, child);
    lent = lent_of(use, choice->worker, place);
    return lent->descent == *descent_of(use, choice->worker, choice->player) ? lent->entry : NULL;
}

/* ---- In the selection ---- */

static float mix(const struct rave *rave, const struct choice *choice, float mean, float count,
                 float value)
{
    float visits = choice->visits, scale = choice->scale, way = choice->way;
    float share = rave->k > 0 ? sqrtf(rave->k / (3 * visits + rave->k)) : 0;

    if (rave->has_rate) {
        scale = fabsf(rave->rate) * choice->ln_visits;
        way = rave->rate < 0 ? -1 : 1;
    }
    return share * (mean + way * sqrtf(scale / count) - value);
}

/* The difference between the mean with the added visits and the one without. */
static float as_visits(const struct rave *rave, struct tried tried, float mean, float count)
{
    float added = rave->weight < count ? rave->weight : count;

    if (tried.visits == 0)
        return 0; /* untried children have no mean */
    return (tried.reward + added * mean) / (tried.visits + added) - tried.reward / tried.visits;
}

/* The statistics of those who are asked; false if there are none. */
static bool ask(const struct part_use *use, const struct choice *choice, const struct node *child,
                float *mean, float *count)
{
    const struct entry *entry = entry_for(use, choice, child);

    *count = entry != NULL ? (float)atomic_load_explicit(&entry->count, memory_order_relaxed) : 0;
    if (*count == 0)
        return false;
    *mean = (float)atomic_load_explicit(&entry->reward, memory_order_relaxed) *
            (float)(1 / REWARD_ONE) / *count;
    return true;
}

static float bonus(const struct part_use *use, const struct choice *choice,
                   const struct node *child, float value)
{
    const struct rave *rave = use->own;
    float mean, count;

    if (!ask(use, choice, child, &mean, &count))
        return 0;
    switch (rave->form) {
    case RAVE_MIX:
        return mix(rave, choice, mean, count, value);
    case RAVE_ADD:
        return rave->weight * mean;
    case RAVE_VISITS:
        return as_visits(rave, node_tried(choice->worker, child), mean, count);
    }
    return 0;
}

static const struct cop_anatomy_word words[] = {
    {"rave_mean", "the mean of simulations in which the move came now or later", false},
    {"rave_count", "how many these are", true},
    {NULL}};

static void tell(const struct part_use *use, const struct choice *choice, const struct node *child,
                 double *of_word)
{
    float mean, count;

    if (ask(use, choice, child, &mean, &count))
        of_word[0] = (double)mean;
    of_word[1] = (double)count;
}

/* Who is asked at the root follows from a descent that begins there. */
static void revisit(const struct part_use *use, struct worker *worker, struct node *node)
{
    if (!use->does_not_arrive)
        arrive(use, worker, node, 0);
}

/* ---- After a simulation ---- */

static void note(struct entry *entry, int64_t reward, int64_t count)
{
    atomic_store_explicit(&entry->reward,
                          atomic_load_explicit(&entry->reward, memory_order_relaxed) + reward,
                          memory_order_relaxed);
    atomic_store_explicit(&entry->count,
                          atomic_load_explicit(&entry->count, memory_order_relaxed) + count,
                          memory_order_relaxed);
}

/* Calls back for every move of the simulation that a player has made, with its place in it. */
typedef void each_move(const struct part_use *use, struct worker *worker, int player, cop_move move,
                       int place);

static void walk(const struct part_use *use, struct worker *worker, int depth, each_move *each)
{
    const struct cop_trace *trace = &worker->trace;

    for (int i = 0; i < depth; i++)
        if (node_turn(worker->path[i]) >= 0)
            each(use, worker, node_turn(worker->path[i]), worker->path[i + 1]->move, i);
    for (int i = 0; i < trace->length; i++)
        if (trace->players[i] >= 0)
            each(use, worker, trace->players[i], trace->moves[i], depth + i);
}

static void note_in_table(const struct part_use *use, struct worker *worker, int player,
                          cop_move move, int place)
{
    struct rave *rave = use->own;

    (void)place;
    note(&rave->table[place_of(use, player, move)], worker->gained[player], worker->weight);
}

static struct seen *seen_of(const struct part_use *use, const struct worker *worker, int place)
{
    const struct rave *rave = use->own;

    return rave->seen + worker->number * use->mcts->game->players * rave->kinds + place;
}

static void mark_seen(const struct part_use *use, struct worker *worker, int player, cop_move move,
                      int place)
{
    const struct rave *rave = use->own;

    *seen_of(use, worker, place_of(use, player, move)) =
        (struct seen){rave->simulations[worker->number], place};
}

/* Children of the nodes passed, whose move was made there or later. */
static void note_in_nodes(const struct part_use *use, struct worker *worker, int depth)
{
    const struct rave *rave = use->own;

    for (int i = 0; i <= depth; i++) {
        const struct node *node = worker->path[i];
        struct family family = node_family(worker->tree, node);
        int player = node_turn(node);

        for (uint32_t at = 0; player >= 0 && at < family.count; at++) {
            const struct node *child = &family.first[at];
            const struct seen *seen = seen_of(use, worker, place_of(use, player, child->move));

            if (seen->simulation == rave->simulations[worker->number] && seen->place >= i)
                note(node_column(worker->tree, use->column, child), worker->gained[player],
                     worker->weight);
        }
    }
}

static void update(const struct part_use *use, struct worker *worker, int depth)
{
    struct rave *rave = use->own;

    if (rave->scope == RAVE_TABLE) {
        walk(use, worker, depth, note_in_table);
        return;
    }
    rave->simulations[worker->number]++;
    walk(use, worker, depth, mark_seen);
    note_in_nodes(use, worker, depth);
}

const struct mcts_part mcts_rave = {
    .name = "rave",
    .help = "what simulations with the move at a later time change",
    .words = words,
    .tell = tell,
    .revisit = revisit,
    .is_wanted = is_wanted,
    .open = open_rave,
    .close = close_rave,
    .node_bytes = node_bytes,
    .wants_trace = wants_trace,
    .check = check,
    .begin = begin,
    .arrive = arrive,
    .bonus = bonus,
    .update = update,
};
