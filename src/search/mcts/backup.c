/* backup.c - what a node is worth besides the mean of its simulations: how the best line below it
 * looks to an evaluator, and what its best child has come to.
 *
 * Implicit minimax (Lanctot, Winands, Pepels and Sturtevant, Monte Carlo Tree Search with Heuristic
 * Evaluations using Implicit Minimax Backups, 2014): a child is judged when it is made, a node is
 * as good as its best child, and the selection takes (1 - alpha) of the mean and alpha of that.
 *
 * A mix: a node counts (1 - mix) of its mean and `mix` of what its best child counts, child by
 * child down to those without children; Coulom's way from the mean to the maximum with a fixed
 * weight.
 *
 * Both numbers are kept as the first player's share, which is all of it where two players share one
 * payoff. A child's simulations pass its parent, so that a node is up to date whenever it is asked.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/mcts/search.h"

const struct cop_option mcts_backup_options[] = {
    {"minimax", COP_REAL, "0", 0, 1, NULL,
     "implicit minimax: how much of a child's value is the evaluator's view of its best line"},
    {"minimax_by", COP_WORDS, "", 0, 0, NULL, "by which evaluator; without it the game's first"},
    {"mix", COP_REAL, "0", 0, 1, NULL,
     "how much of a node's value is that of its best child instead of its mean"},
    {NULL}};

struct backed {
    _Atomic float judged, mixed; /* the first player's share */
};

struct backup {
    float alpha, mix;
    struct cop_judge judge;
    float *judged; /* of one family's moves; max_moves for each worker */
};

static bool is_wanted(const struct cop_settings *settings)
{
    return cop_real(settings, "minimax") > 0 || cop_real(settings, "mix") > 0;
}

static bool check(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error)
{
    struct cop_judge judge;

    if (game->players != 2 || !game->is_constant_sum || game->has_chance || game->is_hidden)
        return cop_fail(error, "minimax and mix need two players who share one payoff, without "
                               "chance and hidden pieces");
    if (cop_choice(settings, "reward") != 0 || cop_real(settings, "win") != 1 ||
        cop_real(settings, "draw") != 0.5 || cop_real(settings, "loss") != 0)
        return cop_fail(error, "minimax and mix need rewards that are payoffs");
    if (cop_flag(settings, "groups"))
        return cop_fail(error, "minimax and mix know whole moves only; use groups=off");
    if (cop_real(settings, "minimax") == 0)
        return true;
    if (!cop_judge_find(&judge, game, cop_words(settings, "minimax_by"), error))
        return cop_fail_in(error, "minimax_by");
    if (strcmp(judge.evaluator.name, "none") == 0 || judge.evaluator.is_relative)
        return cop_fail(error, "minimax needs an evaluator that can judge every position by "
                               "itself; give another minimax_by");
    return true;
}

static bool open_backup(struct part_use *use, const struct cop_settings *settings,
                        struct cop_error *error)
{
    const struct mcts *mcts = use->mcts;
    struct backup *backup = calloc(1, sizeof *backup);

    use->own = backup;
    if (backup == NULL)
        return cop_fail(error, "not enough memory");
    backup->alpha = (float)cop_real(settings, "minimax");
    backup->mix = (float)cop_real(settings, "mix");
    backup->judged =
        calloc((size_t)mcts->worker_count * (size_t)mcts->game->max_moves, sizeof *backup->judged);
    if (backup->judged == NULL)
        return cop_fail(error, "not enough memory");
    return backup->alpha == 0 ||
           (cop_judge_find(&backup->judge, mcts->game, cop_words(settings, "minimax_by"), error) &&
            cop_judge_prepare(&backup->judge, mcts->game, mcts->stop, error));
}

static void close_backup(struct part_use *use)
{
    struct backup *backup = use->own;

    if (backup != NULL)
        free(backup->judged);
    free(backup);
}

static size_t node_bytes(const struct cop_settings *settings)
{
    (void)settings;
    return sizeof(struct backed);
}

/* ---- A family ---- */

static float *judged_by(const struct part_use *use, const struct worker *worker)
{
    const struct backup *backup = use->own;

    return backup->judged + (ptrdiff_t)worker->number * use->mcts->game->max_moves;
}

static void arrange(const struct part_use *use, struct worker *worker, const void *state, int count)
{
    const struct backup *backup = use->own;
    float *judged = judged_by(use, worker);

    for (int i = 0; i < count && backup->alpha > 0; i++)
        judged[i] = (float)cop_judge_move(&backup->judge, use->mcts->game, state, worker->moves[i],
                                          worker->leaf, 0);
}

static void born(const struct part_use *use, struct worker *worker, uint32_t first, int count)
{
    struct backed *column = node_column(worker->tree, use->column, &worker->tree->nodes[first]);
    const float *judged = judged_by(use, worker);

    for (int i = 0; i < count; i++)
        atomic_store_explicit(&column[i].judged, judged[i], memory_order_relaxed);
}

/* ---- After a simulation ---- */

static struct backed *backed_of(const struct part_use *use, const struct worker *worker,
                                const struct node *node)
{
    return node_column(worker->tree, use->column, node);
}

static float load(const _Atomic float *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

/* The first player's share in the mean of a node that this player chose. */
static float first_share(float mean, int owner)
{
    return owner == 0 ? mean : 1 - mean;
}

/* The best of the children for the player to move. */
static void back_up_node(const struct part_use *use, const struct worker *worker,
                         const struct node *node, int owner)
{
    const struct backup *backup = use->own;
    struct backed *backed = backed_of(use, worker, node);
    struct family family = node_family(worker->tree, node);
    struct tried tried = node_tried(worker, node);
    float judged = NAN, mixed = NAN;
    float mean = owner >= 0 ? first_share(tried.reward / tried.visits, owner) : 0;

    for (uint32_t i = 0; i < family.count; i++) {
        const struct backed *child = backed_of(use, worker, &family.first[i]);
        float own = load(&child->judged), other = load(&child->mixed);

        if (isnan(judged) || (node_turn(node) == 0 ? own > judged : own < judged))
            judged = own;
        if (node_visits(&family.first[i]) > 0 &&
            (isnan(mixed) || (node_turn(node) == 0 ? other > mixed : other < mixed)))
            mixed = other;
    }
    if (!isnan(judged))
        atomic_store_explicit(&backed->judged, judged, memory_order_relaxed);
    atomic_store_explicit(&backed->mixed,
                          isnan(mixed) ? mean : (1 - backup->mix) * mean + backup->mix * mixed,
                          memory_order_relaxed);
}

static void settled(const struct part_use *use, struct worker *worker, int depth)
{
    for (int i = depth; i >= 0; i--)
        back_up_node(use, worker, worker->path[i], worker->owners[i]);
}

/* ---- In the selection ---- */

static float bonus(const struct part_use *use, const struct choice *choice,
                   const struct node *child, float value)
{
    const struct backup *backup = use->own;
    const struct backed *backed = backed_of(use, choice->worker, child);
    struct tried tried = node_tried(choice->worker, child);
    float mean, base;

    (void)value;
    if (tried.visits == 0)
        return 0;
    mean = tried.reward / tried.visits;
    base = backup->mix > 0 ? first_share(load(&backed->mixed), choice->player) : mean;
    if (backup->alpha > 0)
        base = (1 - backup->alpha) * base +
               backup->alpha * first_share(load(&backed->judged), choice->player);
    return base - mean;
}

static const struct cop_anatomy_word words[] = {
    {"backup_judged", "what the evaluator sees at the end of its best line", false},
    {"backup_mixed", "its mean with that of its best children mixed in", false},
    {NULL}};

static void tell(const struct part_use *use, const struct choice *choice, const struct node *child,
                 double *of_word)
{
    const struct backup *backup = use->own;
    const struct backed *backed = backed_of(use, choice->worker, child);

    if (backup->alpha > 0)
        of_word[0] = (double)first_share(load(&backed->judged), choice->player);
    if (backup->mix > 0 && node_visits(child) > 0)
        of_word[1] = (double)first_share(load(&backed->mixed), choice->player);
}

const struct mcts_part mcts_backup = {
    .name = "backup",
    .help = "what minimax and mix change of the mean",
    .words = words,
    .tell = tell,
    .is_wanted = is_wanted,
    .check = check,
    .open = open_backup,
    .close = close_backup,
    .node_bytes = node_bytes,
    .orders_untried = true,
    .arrange = arrange,
    .born = born,
    .bonus = bonus,
    .settled = settled,
};
