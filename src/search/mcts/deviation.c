/* deviation.c - single-player tree search: children whose games differ much are tried more, and the
 * best game that a child has led to counts beside its mean (samegame-and-fanorona.md 5.2).
 *
 * A player who is alone wants one good game and not a good average, and nobody takes it away. Two
 * forms are published, and which of them made the published tables is not known:
 *   sum      v + C sqrt(ln N / n) + sqrt((sum of r^2 - n mean^2 + D) / n)
 *   product  v + C sqrt(sqrt N / n) sqrt((sum of r^2 - n mean^2 + D) / (n + 1))
 * with v = (1 - W) mean + W top. Results r are points of the game, as in the source, so that its
 * constants can be typed as they are; with a reward that is no score they are rewards.
 *
 * The statistics are kept apart from the nodes' own: a simulation in progress has counted its visit
 * there and not its result, and a missing result would look like a great deviation. */
#include "search/mcts/deviation.h"

#include <math.h>
#include <stdlib.h>

#include "search/mcts/search.h"

const struct cop_option mcts_deviation_options[] = {
    {"deviation", COP_CHOICE, "off", 0, 0, "off|product|sum",
     "in games for one: children whose results differ much are tried more, as a factor of the "
     "exploration or a term beside it; c is then in points of the game"},
    {"deviation_d", COP_REAL, "32", 0, 1e12, NULL,
     "how uncertain a child looks that was tried rarely, in squared points"},
    {"deviation_log", COP_CHOICE, "e", 0, 0, "e|10", "the base of the logarithm in deviation=sum"},
    {"top", COP_REAL, "0", 0, 1, NULL,
     "in games for one: how much of a child's value is the best game that went through it instead "
     "of the mean"},
    {NULL}};

struct sums {
    _Atomic double count, sum, squares, top;
};

struct deviation {
    enum deviation_form form;
    double d, top;
    double log_factor;    /* from the natural logarithm to the one that is wanted */
    double scale, origin; /* from rewards to points, */
    double share;         /* and back */
};

/* ---- The part ---- */

static bool is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "deviation") != 0 || cop_real(settings, "top") > 0;
}

static bool check(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error)
{
    bool deviates = cop_choice(settings, "deviation") != 0;

    if (game->players != 1 || game->has_chance || game->is_hidden)
        return cop_fail(error,
                        "deviation and top are for games of one player without chance and hidden "
                        "pieces, which %s is not",
                        game->name);
    if (cop_real(settings, "discount") < 1)
        return cop_fail(error, "deviation and top need all results of a node; use discount=1");
    if (deviates && cop_choice(settings, "select") != 0)
        return cop_fail(error, "deviation changes the exploration of select=ucb1; leave the other "
                               "select out");
    if (deviates && cop_real(settings, "c") < 0)
        return cop_fail(error, "deviation needs a c that is not below 0");
    return true;
}

static bool open_deviation(struct part_use *use, const struct cop_settings *settings,
                           struct cop_error *error)
{
    const struct cop_game *game = use->mcts->game;
    bool is_score = use->mcts->rollout.reward == COP_REWARD_SCORE;
    struct deviation *deviation = calloc(1, sizeof *deviation);

    use->own = deviation;
    if (deviation == NULL)
        return cop_fail(error, "not enough memory");
    *deviation = (struct deviation){
        .form = (enum deviation_form)cop_choice(settings, "deviation"),
        .d = cop_real(settings, "deviation_d"),
        .top = cop_real(settings, "top"),
        .log_factor = cop_choice(settings, "deviation_log") == 1 ? 1 / log(10) : 1,
        .scale = is_score ? game->score_high - game->score_low : 1,
        .origin = is_score ? game->score_low : 0,
    };
    deviation->share = 1 / deviation->scale;
    return true;
}

static void close_deviation(struct part_use *use)
{
    free(use->own);
}

static size_t node_bytes(const struct cop_settings *settings)
{
    (void)settings;
    return sizeof(struct sums);
}

static double load(const _Atomic double *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

/* By load and store, as the nodes do far from the root: what two threads lose that meet is rare. */
static void add(_Atomic double *number, double more)
{
    atomic_store_explicit(number, load(number) + more, memory_order_relaxed);
}

static void update(const struct part_use *use, struct worker *worker, int depth)
{
    const struct deviation *deviation = use->own;
    double gained = (double)worker->gained[0] / REWARD_ONE;
    double result = deviation->origin + deviation->scale * gained;

    for (int i = depth; i >= 0; i--) {
        struct sums *sums = node_column(worker->tree, use->column, worker->path[i]);

        if (load(&sums->count) == 0 || result > load(&sums->top))
            atomic_store_explicit(&sums->top, result, memory_order_relaxed);
        add(&sums->sum, result);
        add(&sums->squares, result * result);
        add(&sums->count, 1);
    }
}

struct gains gains_of(const struct part_use *use, const struct tree *tree, const struct node *node)
{
    const struct sums *sums = node_column(tree, use->column, node);

    return (struct gains){load(&sums->count), load(&sums->sum), load(&sums->squares),
                          load(&sums->top)};
}

static float bonus(const struct part_use *use, const struct choice *choice,
                   const struct node *child, float value)
{
    const struct deviation *deviation = use->own;
    const struct gains gains = gains_of(use, choice->worker->tree, child);
    const struct gains_parent parent = {choice->ln_visits * deviation->log_factor, choice->root};
    struct tried tried;
    double points;

    (void)value;
    if (gains.count == 0)
        return 0;
    tried = node_tried(choice->worker, child);
    points = gains_value(&gains, deviation->top);
    if (deviation->form != DEVIATION_OFF)
        points += gains_exploration(deviation->form, &gains, choice->c, deviation->d, &parent,
                                    tried.visits);
    return (float)((points - deviation->origin) * deviation->share) - tried.reward / tried.visits;
}

static const struct cop_anatomy_word words[] = {
    {"deviation_spread", "the deviation of its results, in points", false},
    {"deviation_top", "the best of them", false},
    {NULL}};

static void tell(const struct part_use *use, const struct choice *choice, const struct node *child,
                 double *of_word)
{
    const struct gains gains = gains_of(use, choice->worker->tree, child);

    if (gains.count == 0)
        return;
    of_word[0] = sqrt(
        fmax(gains.squares / gains.count - gains.sum / gains.count * (gains.sum / gains.count), 0));
    of_word[1] = gains.top;
}

const struct mcts_part mcts_deviation = {
    .name = "deviation",
    .help = "what the deviation of the results and the best of them change of the mean",
    .words = words,
    .tell = tell,
    .is_wanted = is_wanted,
    .check = check,
    .open = open_deviation,
    .close = close_deviation,
    .node_bytes = node_bytes,
    .bonus = bonus,
    .update = update,
};
