/* measure.c - every measure is a mean over observations or a ratio of two means, so that it has,
 * beside its value, a weight for each mean it was made of (its derivative). The weights give the
 * error of a ratio and the correlation of any two measures of one run. */
#include "lab/run/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/course_measure.h"
#include "lab/run/endings.h"
#include "lab/run/files.h"
#include "lab/run/observation.h"
#include "lab/run/position_measure.h"
#include "lab/run/rating.h"
#include "lab/run/solve_measure.h"
#include "lab/run/start_measure.h"

enum {
    NOTHING = -1,
    PER_MOVE_CHOSEN = -2,
    PER_MOVE_PRUNED = -3,
    ENDED = -4,
    WON_BY = -5,
    RATING = -6,
    GAIN = -7
};
enum { OWN = 0, BASELINE = 1 }; /* whose variable is below the ratio's line */

/* How to make a measure: scale * top / bottom, or offset + that. */
struct recipe {
    struct cop_measure_row row;
    int top, bottom; /* variables; NOTHING: divide by one */
    int bottom_of;
    double scale, offset;
    bool is_share; /* in 0..1 */
};

static const struct recipe recipes[] = {
    {{"score", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]",
      "mean payoff: wins plus half the draws, per game"},
     COP_MATCH_PAYOFF,
     NOTHING,
     OWN,
     1,
     0,
     true},
    {{"elo", COP_LAB_RUN_MATCH, 2, 2, "run, entrant",
      "rating in the pool of all entrants, with the anchor's given"},
     RATING,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"sims", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]", "simulations per game"},
     COP_MATCH_SIMS,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"nodes", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]", "nodes per game"},
     COP_MATCH_NODES,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"seconds", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]", "thinking time per game"},
     COP_MATCH_SECONDS,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"us_per_sim", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]",
      "microseconds per simulation"},
     COP_MATCH_SECONDS,
     COP_MATCH_SIMS,
     OWN,
     1e6,
     0,
     false},
    {{"searches", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]",
      "moves per game that were thought about"},
     COP_MATCH_SEARCHES,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"early", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]",
      "share of searches that ended before their limit"},
     COP_MATCH_EARLY,
     COP_MATCH_SEARCHES,
     OWN,
     1,
     0,
     true},
    {{"saved", COP_LAB_RUN_MATCH, 3, 3, "run, entrant, baseline",
      "share of the baseline's simulations that the entrant did not need"},
     COP_MATCH_SIMS,
     COP_MATCH_SIMS,
     BASELINE,
     -1,
     1,
     false},
    {{"depth", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]",
      "plies of the longest line that a search of the game looked at"},
     COP_MATCH_DEPTH,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"final_points", COP_LAB_RUN_MATCH, 2, 3, "run, entrant[, opponent]",
      "the game's own points at the end"},
     COP_MATCH_POINTS,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"best_points", COP_LAB_RUN_MATCH, 2, 2, "run, entrant", "the most points of any game",
      .is_extreme = true},
     NOTHING,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"gain", COP_LAB_RUN_MATCH, 3, 3, "run, entrant, other",
      "points more than the other's in the same game or on the same board"},
     GAIN,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"ended", COP_LAB_RUN_MATCH, 2, 2, "run, ending", "share of games that ended by this phrase",
      COP_WORD_ENDING},
     ENDED,
     NOTHING,
     OWN,
     1,
     0,
     true},
    {{"won_by", COP_LAB_RUN_MATCH, 3, 3, "run, entrant, ending",
      "share of the entrant's wins that ended by this phrase", COP_WORD_ENTRANT, COP_WORD_ENDING},
     WON_BY,
     COP_MATCH_WINS,
     OWN,
     1,
     0,
     true},
    {{"early", COP_LAB_RUN_SEARCHES, 1, 1, "run",
      "share of searches that ended before their limit"},
     COP_SEARCH_EARLY,
     NOTHING,
     OWN,
     1,
     0,
     true},
    {{"sims", COP_LAB_RUN_SEARCHES, 1, 1, "run", "simulations per search"},
     COP_SEARCH_SIMS,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"seconds", COP_LAB_RUN_SEARCHES, 1, 1, "run", "time per search"},
     COP_SEARCH_SECONDS,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"us_per_sim", COP_LAB_RUN_SEARCHES, 1, 1, "run", "microseconds per simulation"},
     COP_SEARCH_SECONDS,
     COP_SEARCH_SIMS,
     OWN,
     1e6,
     0,
     false},
    {{"pruned", COP_LAB_RUN_SEARCHES, 1, 1, "run", "root moves pruned in a search"},
     COP_SEARCH_PRUNED,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"live", COP_LAB_RUN_SEARCHES, 1, 1, "run", "root moves still live at the end of a search"},
     COP_SEARCH_LIVE,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"any_pruned", COP_LAB_RUN_SEARCHES, 1, 1, "run", "share of searches that pruned a root move"},
     COP_SEARCH_ANY_PRUNED,
     NOTHING,
     OWN,
     1,
     0,
     true},
    {{"spread", COP_LAB_RUN_SEARCHES, 1, 1, "run",
      "highest minus lowest upper bound of the live root moves, mean over searches"},
     COP_SEARCH_SPREAD,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"widest_spread", COP_LAB_RUN_SEARCHES, 1, 1, "run", "the largest spread of any search",
      .is_extreme = true},
     NOTHING,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"best_share", COP_LAB_RUN_SEARCHES, 1, 1, "run",
      "share of visits of the most visited root move, mean over searches"},
     COP_SEARCH_BEST_SHARE,
     NOTHING,
     OWN,
     1,
     0,
     true},
    {{"least_best_share", COP_LAB_RUN_SEARCHES, 1, 1, "run",
      "the smallest best share of any search", .is_extreme = true},
     NOTHING,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"count", COP_LAB_RUN_COUNTS, 2, 2, "run, count", "what was counted, exactly"},
     NOTHING,
     NOTHING,
     OWN,
     1,
     0,
     false},
    {{"chosen", COP_LAB_RUN_SEARCHES, 2, 2, "run, move", "share of searches that chose the move",
      COP_WORD_MOVE},
     PER_MOVE_CHOSEN,
     NOTHING,
     OWN,
     1,
     0,
     true},
    {{"dropped", COP_LAB_RUN_SEARCHES, 2, 2, "run, move", "share of searches that pruned the move",
      COP_WORD_MOVE},
     PER_MOVE_PRUNED,
     NOTHING,
     OWN,
     1,
     0,
     true},
};

enum { RECIPES = sizeof recipes / sizeof *recipes };

static const struct cop_measure_row *own_row(int i)
{
    return i >= 0 && i < RECIPES ? &recipes[i].row : NULL;
}

/* The tables of all files, one after the other. */
const struct cop_measure_row *cop_measure_row(int i)
{
    static const struct cop_measure_row *(*const tables[])(int i) = {
        own_row, cop_start_measure_row, cop_course_measure_row, cop_position_measure_row,
        cop_solve_measure_row};

    for (size_t table = 0; table < sizeof tables / sizeof *tables; table++) {
        int count = 0;

        while (tables[table](count))
            count++;
        if (i < count)
            return tables[table](i);
        i -= count;
    }
    return NULL;
}

static const struct recipe *find_recipe(const char *name, enum cop_lab_run_kind kind)
{
    for (int i = 0; i < RECIPES; i++)
        if (recipes[i].row.kind == kind && strcmp(recipes[i].row.name, name) == 0)
            return &recipes[i];
    return NULL;
}

const struct cop_measure_row *cop_measure_find(const char *name, enum cop_lab_run_kind kind,
                                               struct cop_error *error)
{
    static const char *const kind_names[] = {"matches", "searches", "positions", "counts",
                                             "solves"};
    const struct cop_measure_row *row;
    struct cop_text names = COP_TEXT;

    for (int i = 0; (row = cop_measure_row(i)) != NULL; i++) {
        if (row->kind != kind)
            continue;
        if (strcmp(row->name, name) == 0) {
            cop_text_free(&names);
            return row;
        }
        cop_text_add(&names, "%s%s", names.length > 0 ? ", " : "", row->name);
    }
    cop_fail(error, "there is no measure \"%s\" for a run of %s; there are %s", name,
             kind_names[kind], names.bytes);
    cop_text_free(&names);
    return NULL;
}

const struct cop_lab_run_result *cop_results_run(const struct cop_results *results,
                                                 const char *name)
{
    for (int i = 0; i < results->run_count; i++)
        if (strcmp(results->runs[i].name, name) == 0)
            return &results->runs[i];
    return NULL;
}

int cop_lab_find_entrant(const struct cop_lab_run_result *run, const char *label)
{
    for (int i = 0; i < run->entrant_count; i++)
        if (strcmp(run->entrants[i].label, label) == 0)
            return i;
    return -1;
}

int cop_fixture_place(const struct cop_fixture_result *fixture, int entrant)
{
    for (int i = 0; i < fixture->entrant_count; i++)
        if (fixture->entrants[i] == entrant)
            return i;
    return -1;
}

/* A mean over all fixtures in which `entrant` meets `opponent` (-1: anybody). */
struct pool {
    const struct cop_lab_run_result *run;
    int entrant, opponent; /* of searches: -1, -1 */
    int variable;          /* ENDED and WON_BY: by `ending` */
    int ending;
    double count, sum, squares;
};

/* The variable's index in one fixture's sample, or -1 if the fixture does not belong to the pool.
 */
static int place_in(const struct pool *pool, const struct cop_fixture_result *fixture)
{
    int seat;

    if (pool->run->kind == COP_LAB_RUN_SEARCHES)
        return pool->variable;
    if (pool->variable == ENDED)
        return cop_ended_place(fixture, pool->ending);
    seat = cop_fixture_place(fixture, pool->entrant);
    if (seat < 0 || (pool->opponent >= 0 && cop_fixture_place(fixture, pool->opponent) < 0))
        return -1;
    if (pool->variable == WON_BY)
        return cop_won_by_place(pool->run, fixture, seat, pool->ending);
    return seat * COP_MATCH_VARIABLES + pool->variable;
}

static void fill_pool(struct pool *pool)
{
    for (int f = 0; f < pool->run->fixture_count; f++) {
        const struct cop_sample *sample = &pool->run->fixtures[f].sample;
        int place = place_in(pool, &pool->run->fixtures[f]);

        if (place < 0)
            continue;
        pool->count += (double)sample->count;
        pool->sum += sample->sum[place];
        pool->squares += sample->products[place * sample->width + place];
    }
}

/* Adds `factor` times the derivative of the pool's mean to the weights of all means of the run. */
static void add_weights(const struct pool *pool, double factor, double *weights)
{
    for (int f = 0; f < pool->run->fixture_count; f++) {
        const struct cop_sample *sample = &pool->run->fixtures[f].sample;
        int place = place_in(pool, &pool->run->fixtures[f]);

        if (place >= 0)
            weights[place] += factor * (double)sample->count / pool->count;
        weights += sample->width;
    }
}

static double covariance(const struct cop_lab_run_result *run, const double *left,
                         const double *right)
{
    double total = 0;

    for (int f = 0; f < run->fixture_count; f++) {
        const struct cop_sample *sample = &run->fixtures[f].sample;

        total += cop_sample_covariance(sample, left, right);
        left += sample->width;
        right += sample->width;
    }
    return total;
}

static double *new_weights(const struct cop_lab_run_result *run)
{
    size_t width = 1;

    for (int f = 0; f < run->fixture_count; f++)
        width += (size_t)run->fixtures[f].sample.width;
    return cop_allocate(width * sizeof(double));
}

static int find_move(const struct cop_lab_run_result *run, const char *name)
{
    for (int i = 0; i < run->move_count; i++)
        if (strcmp(run->move_names[i], name) == 0)
            return i;
    return -1;
}

/* The variable's number for this measure; NOTHING if it is about a move that is not there.
 */
static int variable_of(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                       int top)
{
    int move;

    if (top != PER_MOVE_CHOSEN && top != PER_MOVE_PRUNED)
        return top;
    move = find_move(run, measure->words[1]);
    if (move < 0)
        return NOTHING;
    return COP_SEARCH_VARIABLES + (top == PER_MOVE_PRUNED ? run->move_count : 0) + move;
}

/* The most points in any of its games. */
static double best_points(const struct cop_lab_run_result *run, int entrant)
{
    double best = NAN;

    for (int f = 0; f < run->fixture_count; f++) {
        const struct cop_fixture_result *fixture = &run->fixtures[f];
        int seat = cop_fixture_place(fixture, entrant), width = cop_row_width(run, fixture);

        for (int64_t i = 0; i < fixture->sample.count && seat >= 0; i++)
            best = fmax(best,
                        fixture->rows[i * width + seat * COP_MATCH_VARIABLES + COP_MATCH_POINTS]);
    }
    return best;
}

static double count_of(const struct cop_lab_run_result *run, int entrant)
{
    return entrant >= 0 ? (double)run->counted[entrant].count : NAN;
}

/* A number that was seen, without an interval. */
static double extreme_of(const struct cop_lab_run_result *run, const struct cop_measure *measure)
{
    if (run->kind == COP_LAB_RUN_MATCH)
        return best_points(run, cop_lab_find_entrant(run, measure->words[1]));
    if (run->kind == COP_LAB_RUN_COUNTS)
        return count_of(run, cop_lab_find_entrant(run, measure->words[1]));
    return strcmp(measure->name, "widest_spread") == 0 ? run->widest_spread : run->least_best_share;
}

const struct cop_fixture_result *cop_fixture_of(const struct cop_lab_run_result *run, int entrant,
                                                int other)
{
    for (int f = 0; f < run->fixture_count; f++) {
        const struct cop_fixture_result *fixture = &run->fixtures[f];

        if (cop_fixture_place(fixture, entrant) >= 0 &&
            (fixture->entrant_count == 1 || cop_fixture_place(fixture, other) >= 0))
            return fixture;
    }
    return NULL;
}

static double points_at(const struct cop_lab_run_result *run,
                        const struct cop_fixture_result *fixture, int entrant, int game)
{
    return fixture
        ->rows[(ptrdiff_t)game * cop_row_width(run, fixture) +
               cop_fixture_place(fixture, entrant) * COP_MATCH_VARIABLES + (int)COP_MATCH_POINTS];
}

/* Games with the same number are the same one, or with one player have the same deal, so that what
 * a board has for everybody falls out of the difference. */
static struct cop_interval gain_of(const struct cop_lab_run_result *run, int entrant, int other)
{
    const struct cop_fixture_result *own = cop_fixture_of(run, entrant, other);
    const struct cop_fixture_result *others = cop_fixture_of(run, other, entrant);
    double sum = 0, squares = 0;
    int count;

    if (entrant < 0 || other < 0 || !own || !others)
        return (struct cop_interval){NAN, NAN, NAN};
    count = (int)fmin((double)own->sample.count, (double)others->sample.count);
    for (int i = 0; i < count; i++) {
        double gain = points_at(run, own, entrant, i) - points_at(run, others, other, i);

        sum += gain;
        squares += gain * gain;
    }
    return cop_mean_interval(count, sum, squares);
}

/* The entrant and the ending that the measure's second or third word names; false if the run has
 * none of this name. An ending that no game had may be a slip of the pen, so that nothing is said
 * of it. */
static bool find_word(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                      int at, enum cop_word_kind kind, int *entrant, int *ending)
{
    if (run->kind != COP_LAB_RUN_MATCH || at >= measure->word_count)
        return true;
    if (kind == COP_WORD_ENDING)
        return (*ending = cop_lab_find_ending(run, measure->words[at])) >= 0;
    return (*entrant = cop_lab_find_entrant(run, measure->words[at])) >= 0;
}

/* Finds the pools above and below the line; false if there is nothing to find. */
static bool find_pools(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                       const struct recipe *recipe, struct pool *top, struct pool *bottom)
{
    int first = -1, second = -1, ending = -1;

    if (!find_word(run, measure, 1, recipe->row.second, &first, &ending) ||
        !find_word(run, measure, 2, recipe->row.third, &second, &ending))
        return false;
    *top = (struct pool){.run = run, .entrant = first, .opponent = second, .ending = ending};
    *bottom = *top;
    if (recipe->bottom_of == BASELINE) {
        top->opponent = -1;
        bottom->entrant = second;
        bottom->opponent = -1;
    }
    top->variable = variable_of(run, measure, recipe->top);
    bottom->variable = recipe->bottom;
    if (top->variable == NOTHING)
        return false;
    fill_pool(top);
    if (recipe->bottom >= 0)
        fill_pool(bottom);
    return top->count > 0;
}

/* A measure with the derivatives that its interval and correlations follow from. */
struct estimate {
    struct cop_interval interval;
    double *weights; /* NULL where there are none */
};

static struct cop_interval widen(double value, double variance, int is_share)
{
    double reach = 1.959964 * sqrt(fmax(variance, 0));
    struct cop_interval interval = {value - reach, value, value + reach};

    if (is_share) {
        interval.low = fmax(interval.low, 0);
        interval.high = fmin(interval.high, 1);
    }
    return interval;
}

static struct estimate rating_of(const struct cop_lab_run_result *run, int entrant)
{
    struct estimate estimate = {.weights = new_weights(run)};

    if (cop_lab_rate(run, entrant, &estimate.interval, estimate.weights)) {
        double variance = covariance(run, estimate.weights, estimate.weights);

        estimate.interval = widen(estimate.interval.value, variance, false);
    } else {
        free(estimate.weights);
        estimate.weights = NULL;
    }
    return estimate;
}

static struct estimate estimate_of(const struct cop_lab_run_result *run,
                                   const struct cop_measure *measure)
{
    const struct recipe *recipe = find_recipe(measure->name, run->kind);
    struct estimate estimate = {.interval = {NAN, NAN, NAN}};
    struct pool top, bottom;
    double above, below = 1;

    if (recipe && recipe->top == NOTHING) {
        double extreme = extreme_of(run, measure);

        estimate.interval = (struct cop_interval){extreme, extreme, extreme};
        return estimate;
    }
    if (recipe && recipe->top == GAIN) {
        estimate.interval = gain_of(run, cop_lab_find_entrant(run, measure->words[1]),
                                    cop_lab_find_entrant(run, measure->words[2]));
        return estimate;
    }
    if (recipe && recipe->top == RATING)
        return rating_of(run, cop_lab_find_entrant(run, measure->words[1]));
    if (!recipe || !find_pools(run, measure, recipe, &top, &bottom))
        return estimate;
    above = top.sum / top.count;
    if (recipe->bottom >= 0)
        below = bottom.sum / bottom.count;
    estimate.weights = new_weights(run);
    add_weights(&top, recipe->scale / below, estimate.weights);
    if (recipe->bottom >= 0)
        add_weights(&bottom, -recipe->scale * above / (below * below), estimate.weights);
    if (recipe->is_share && recipe->bottom < 0)
        estimate.interval = cop_score_interval((int64_t)top.count, top.sum, top.squares);
    else if (recipe->top == WON_BY) /* some of so many wins */
        estimate.interval = cop_score_interval((int64_t)bottom.sum, top.sum, top.sum);
    else if (top.count < 2)
        estimate.interval = (struct cop_interval){
            -INFINITY, recipe->offset + recipe->scale * above / below, INFINITY};
    else
        estimate.interval =
            widen(recipe->offset + recipe->scale * above / below,
                  covariance(run, estimate.weights, estimate.weights), recipe->is_share);
    return estimate;
}

struct cop_interval cop_measure_interval(const void *context, const struct cop_measure *measure)
{
    const struct cop_lab_run_result *run = cop_results_run(context, measure->words[0]);
    struct estimate estimate = {.interval = {NAN, NAN, NAN}};

    if (run && run->kind == COP_LAB_RUN_POSITIONS)
        return cop_position_interval(run, measure);
    if (run && run->kind == COP_LAB_RUN_SOLVES)
        return cop_solve_interval(run, measure);
    if (run && run->is_course && cop_is_course_measure(measure->name))
        return cop_course_interval(run, measure);
    if (run && run->kind == COP_LAB_RUN_MATCH && cop_is_start_measure(measure->name))
        return cop_start_interval(run, measure);
    if (run)
        estimate = estimate_of(run, measure);
    free(estimate.weights);
    return estimate.interval;
}

bool cop_measure_pulls(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                       double *pulls)
{
    struct estimate estimate;
    const double *weights;
    double value;
    bool is_known;

    if (cop_is_course_measure(measure->name))
        return cop_course_pulls(run, measure, &value, pulls);
    estimate = estimate_of(run, measure);
    weights = estimate.weights;
    is_known = weights != NULL;
    for (int f = 0; f < run->fixture_count && is_known; f++) {
        const struct cop_fixture_result *fixture = &run->fixtures[f];
        double *variables = cop_allocate((size_t)fixture->sample.width * sizeof *variables);

        for (int i = 0; i < (int)fixture->sample.count; i++, pulls++) {
            cop_lab_game_variables(run, fixture, i, variables);
            *pulls = 0;
            for (int v = 0; v < fixture->sample.width; v++)
                *pulls += weights[v] == 0
                              ? 0
                              : weights[v] * (variables[v] - cop_sample_mean(&fixture->sample, v));
        }
        weights += fixture->sample.width;
        free(variables);
    }
    free(estimate.weights);
    return is_known;
}

static double correlation_of_pulls(const struct cop_lab_run_result *run,
                                   const struct cop_measure *left, const struct cop_measure *right)
{
    double *first = cop_pulls_new(run), *second = cop_pulls_new(run), result = 0;

    if (cop_measure_pulls(run, left, first) && cop_measure_pulls(run, right, second))
        result = cop_pulls_correlation(run, 1, first, second);
    free(first);
    free(second);
    return result;
}

double cop_measure_correlation(const void *context, const struct cop_measure *left,
                               const struct cop_measure *right)
{
    const struct cop_lab_run_result *run = cop_results_run(context, left->words[0]);
    struct estimate first, second;
    double result = 0;

    if (!run || strcmp(left->words[0], right->words[0]) != 0)
        return 0;
    if (run->kind == COP_LAB_RUN_POSITIONS)
        return cop_position_correlation(run, left, right);
    if (run->kind == COP_LAB_RUN_SOLVES)
        return 0;
    if (run->kind == COP_LAB_RUN_MATCH &&
        (cop_is_start_measure(left->name) || cop_is_start_measure(right->name)))
        return cop_start_correlation(run, left, right);
    if (run->is_course && (cop_is_course_measure(left->name) || cop_is_course_measure(right->name)))
        return correlation_of_pulls(run, left, right);
    first = estimate_of(run, left);
    second = estimate_of(run, right);
    if (first.weights && second.weights) {
        double product = covariance(run, first.weights, first.weights) *
                         covariance(run, second.weights, second.weights);

        if (product > 0)
            result = covariance(run, first.weights, second.weights) / sqrt(product);
    }
    free(first.weights);
    free(second.weights);
    return fmax(-1, fmin(1, result));
}
