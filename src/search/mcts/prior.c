/* prior.c - what is thought of a child before it is tried: by an ordering of the game's moves, or
 * by an evaluator that looks at the position after each.
 *
 * A child has an *expectation* between 0 and 1 and a *share* of its parent's visits: a softmax over
 * expectations that are stretched to the whole range in each family, so that a temperature means
 * the same everywhere. Children lie in the order of their priors, equal ones at random. The prior
 * is used by
 *   - select=puct: the bound of a child is its mean plus c share sqrt(N) / (1 + n);
 *   - bias: progressive bias, a bonus of bias times the expectation that fades with the child's
 *     visits, / (n + 1), or only with its losses, / (n - s + 1);
 *   - first_play_of=prior: a child never tried counts as its expectation;
 *   - widen: the best children are there first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exponential.h"
#include "search/mcts/search.h"

const struct cop_option mcts_prior_options[] = {
    {"prior", COP_CHOICE, "none", 0, 0, "none|order|evaluate",
     "what is thought of a child before it is tried, by an ordering or an evaluator of the game"},
    {"prior_by", COP_WORDS, "", 0, 0, NULL, "which one; without it the game's first"},
    {"prior_temperature", COP_REAL, "0.2", 0.001, 1000, NULL,
     "how evenly select=puct shares visits out: the larger, the more evenly"},
    {"bias", COP_REAL, "0", 0, 1e6, NULL,
     "progressive bias: the weight of a child's prior while it has few visits"},
    {"bias_fade", COP_CHOICE, "visits", 0, 0, "visits|losses",
     "whether that weight fades with all visits of the child or with its losses"},
    {NULL}};

enum source { PRIOR_NONE, PRIOR_ORDER, PRIOR_EVALUATE };

/* A move on its way to become a child. */
struct applicant {
    cop_move move;
    int place; /* where it was, so that the order of equals stays */
    float expected, share;
};

struct priors {
    enum source source;
    const struct cop_ordering *ordering;
    struct cop_judge judge;
    float temperature, bias;
    bool fades_with_losses;
    struct applicant *applicants; /* max_moves for each worker */
    float *ratings;               /* likewise */
};

bool prior_is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "prior") != PRIOR_NONE;
}

static bool find_source(struct priors *priors, const struct cop_game *game,
                        const struct cop_settings *settings, struct cop_error *error)
{
    const char *name = cop_words(settings, "prior_by");

    priors->source = (enum source)cop_choice(settings, "prior");
    if (priors->source == PRIOR_ORDER) {
        if (!cop_ordering_find(&priors->ordering, game, name, error))
            return cop_fail_in(error, "prior_by");
        return priors->ordering != NULL ||
               cop_fail(error, "prior=order: %s has no ordering of moves", game->rules->name);
    }
    if (!cop_judge_find(&priors->judge, game, name, error))
        return cop_fail_in(error, "prior_by");
    if (strcmp(priors->judge.evaluator.name, "none") == 0)
        return cop_fail(error, "prior=evaluate needs an evaluator that says something");
    if (priors->judge.evaluator.is_relative ||
        (game->has_chance && !priors->judge.evaluator.settles_chance))
        return cop_fail(error,
                        "prior=evaluate: %s cannot judge every position by itself; use "
                        "another evaluator",
                        priors->judge.evaluator.name);
    return true;
}

static bool check(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error)
{
    struct priors priors = {.source = PRIOR_NONE};

    if (game->is_hidden)
        return cop_fail(error, "prior needs a game without hidden pieces; use prior=none");
    return find_source(&priors, game, settings, error);
}

static bool open_priors(struct part_use *use, const struct cop_settings *settings,
                        struct cop_error *error)
{
    const struct cop_game *game = use->mcts->game;
    struct priors *priors = calloc(1, sizeof *priors);
    size_t room = (size_t)use->mcts->worker_count * (size_t)game->max_moves;

    use->own = priors;
    if (priors == NULL)
        return cop_fail(error, "not enough memory");
    priors->temperature = (float)cop_real(settings, "prior_temperature");
    priors->bias = (float)cop_real(settings, "bias");
    priors->fades_with_losses = cop_choice(settings, "bias_fade") == 1;
    priors->applicants = calloc(room, sizeof *priors->applicants);
    priors->ratings = calloc(room, sizeof *priors->ratings);
    if (priors->applicants == NULL || priors->ratings == NULL)
        return cop_fail(error, "not enough memory");
    return find_source(priors, game, settings, error) &&
           (priors->source == PRIOR_ORDER ||
            cop_judge_prepare(&priors->judge, game, use->mcts->stop, error));
}

bool prior_is_share(const struct part_use *use)
{
    const struct priors *priors = use->own;

    return priors->bias == 0;
}

static void close_priors(struct part_use *use)
{
    struct priors *priors = use->own;

    if (priors != NULL) {
        free(priors->applicants);
        free(priors->ratings);
    }
    free(priors);
}

static size_t node_bytes(const struct cop_settings *settings)
{
    (void)settings;
    return sizeof(struct prior);
}

/* ---- A family's priors ---- */

/* From 0 for the lowest to 1 for the highest; what an ordering calls decisive is above all. */
static void stretch(float *ratings, int count)
{
    float low = INFINITY, high = -INFINITY;

    for (int i = 0; i < count; i++) {
        if (!isfinite(ratings[i]))
            continue;
        low = fminf(low, ratings[i]);
        high = fmaxf(high, ratings[i]);
    }
    for (int i = 0; i < count; i++) {
        if (ratings[i] == INFINITY)
            ratings[i] = 1;
        else if (ratings[i] == -INFINITY)
            ratings[i] = 0;
        else
            ratings[i] = high > low ? (ratings[i] - low) / (high - low) : 0.5f;
    }
}

static void rate(const struct priors *priors, struct worker *worker, const void *state, int count,
                 float *ratings, struct applicant *applicants)
{
    const struct cop_game *game = worker->mcts->game;

    if (priors->source == PRIOR_ORDER) {
        priors->ordering->rate(game, state, worker->moves, count, ratings);
        stretch(ratings, count);
    } else {
        int player = game->rules->turn(game, state);

        for (int i = 0; i < count; i++)
            ratings[i] = (float)cop_judge_move(&priors->judge, game, state, worker->moves[i],
                                               worker->leaf, player);
    }
    for (int i = 0; i < count; i++)
        applicants[i] =
            (struct applicant){.move = worker->moves[i], .place = i, .expected = ratings[i]};
    if (priors->source == PRIOR_EVALUATE)
        stretch(ratings, count);
}

enum { LEAST_POWER = -100 }; /* below it e^power is less than a float can tell from nothing */

static void share_out(float temperature, const float *ratings, int count,
                      struct applicant *applicants)
{
    float sum = 0;

    for (int i = 0; i < count; i++) {
        double power = ((double)ratings[i] - 1) / (double)temperature;

        applicants[i].share = power < LEAST_POWER ? 0 : (float)cop_exp_quick(power);
        sum += applicants[i].share;
    }
    for (int i = 0; i < count && sum > 0; i++)
        applicants[i].share /= sum;
}

static int by_prior(const void *left, const void *right)
{
    const struct applicant *a = left, *b = right;

    if (a->expected != b->expected)
        return a->expected > b->expected ? -1 : 1;
    return a->place - b->place;
}

static struct applicant *applicants_of(const struct part_use *use, const struct worker *worker)
{
    const struct priors *priors = use->own;

    return priors->applicants + (ptrdiff_t)worker->number * use->mcts->game->max_moves;
}

static void arrange(const struct part_use *use, struct worker *worker, const void *state, int count)
{
    const struct priors *priors = use->own;
    struct applicant *applicants = applicants_of(use, worker);
    float *ratings = priors->ratings + (ptrdiff_t)worker->number * use->mcts->game->max_moves;

    rate(priors, worker, state, count, ratings, applicants);
    share_out(priors->temperature, ratings, count, applicants);
    qsort(applicants, (size_t)count, sizeof *applicants, by_prior);
    for (int i = 0; i < count; i++)
        worker->moves[i] = applicants[i].move;
}

static void born(const struct part_use *use, struct worker *worker, uint32_t first, int count)
{
    const struct applicant *applicants = applicants_of(use, worker);
    struct prior *column = node_column(worker->tree, use->column, &worker->tree->nodes[first]);

    for (int i = 0; i < count; i++)
        column[i] = (struct prior){applicants[i].share, applicants[i].expected};
}

/* ---- In the selection ---- */

static float bonus(const struct part_use *use, const struct choice *choice,
                   const struct node *child, float value)
{
    const struct priors *priors = use->own;
    const struct mcts_config *config = &use->mcts->config;
    const struct prior *prior = node_column(choice->worker->tree, use->column, child);
    struct tried tried = node_tried(choice->worker, child);
    float bonus;

    (void)value;
    bonus = choice->share_scale * prior->share / (tried.visits + 1);
    if (tried.visits == 0 && config->first_play_of == FIRST_PLAY_PRIOR)
        bonus += (float)(config->worst + (config->best - config->worst) * (double)prior->expected);
    return bonus + priors->bias * prior->expected / fading_of(tried, priors->fades_with_losses);
}

static const struct cop_anatomy_word words[] = {
    {"prior_share", "the part of the visits that the prior gives it", false},
    {"prior_expects", "what the prior expects of it, 0 for the worst and 1 for the best", false},
    {NULL}};

static void tell(const struct part_use *use, const struct choice *choice, const struct node *child,
                 double *of_word)
{
    const struct prior *prior = node_column(choice->worker->tree, use->column, child);

    of_word[0] = (double)prior->share;
    of_word[1] = (double)prior->expected;
}

const struct mcts_part mcts_prior = {
    .name = "prior",
    .help = "what the prior adds: its share of the visits still to come, and its bias",
    .words = words,
    .tell = tell,
    .is_wanted = prior_is_wanted,
    .check = check,
    .open = open_priors,
    .close = close_priors,
    .node_bytes = node_bytes,
    .orders_untried = true,
    .arrange = arrange,
    .born = born,
    .bonus = bonus,
};
