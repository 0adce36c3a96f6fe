/* position_measure.c - each measure is made of quantities that every position has. Beside its value
 * it knows its influences: how much each position pulls it away from where it would be without.
 * They give its error, and the correlation of any two measures of a run. */
#include "lab/run/position_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* What is looked at in a position. */
enum quantity {
    NODES,
    SECONDS,
    DEPTH,
    VALUE,
    DIFFERENCE,
    CHANGED,
    ERROR,
    EXACT,
    REGRET,
    RIGHT,
    WRONG,
    WORTH,
    CUT_MOVES,
    CUT_NODES,
    SOLVED
};

/* What is made of it: its mean, how much of it there is for each cut or each wrong move, its total,
 * the share that the other's total was cut by, how many times the other's total it is (in all
 * positions or in those that both have solved), the mean, smallest and largest cut in a position,
 * its deviation, the cut in one position, or a line through the values of two entrants. */
enum making {
    MEAN,
    PER_CUT,
    PER_WRONG,
    TOTAL,
    CUT,
    TIMES,
    SOLVED_TIMES,
    SPEED,
    SPEEDUP,
    MEAN_CUT,
    LEAST_CUT,
    MOST_CUT,
    DEVIATION,
    CUT_AT,
    BETTER,
    CORRELATION,
    SLOPE,
    SCATTER
};

struct recipe {
    struct cop_measure_row row;
    enum making making;
    enum quantity quantity;
};

#define ROW(name, low, high, words, help, third)                                     \
    {                                                                                \
        name, COP_LAB_RUN_POSITIONS, low, high, words, help, COP_WORD_ENTRANT, third \
    }

#define TIMED(name, high, words, help)                                                           \
    {                                                                                            \
        name, COP_LAB_RUN_POSITIONS, 2, high, words, help, COP_WORD_ENTRANT, 0, .is_timed = true \
    }

#define EXTREME(name, words, help)                                                \
    {                                                                             \
        name, COP_LAB_RUN_POSITIONS, 2, 3, words, help, COP_WORD_ENTRANT, 0, true \
    }

static const struct recipe recipes[] = {
    {ROW("nodes", 2, 3, "run, entrant[, position]", "nodes per position, or in one",
         COP_WORD_POSITION),
     MEAN, NODES},
    {ROW("total", 2, 2, "run, entrant", "nodes in all positions of the file together", 0), TOTAL,
     NODES},
    {ROW("saved", 2, 3, "run, entrant[, baseline]",
         "share of the baseline's nodes that the entrant did not need, over all positions", 0),
     CUT, NODES},
    {ROW("mean_saved", 2, 3, "run, entrant[, baseline]",
         "the share saved in a position, mean over positions", 0),
     MEAN_CUT, NODES},
    {EXTREME("least_saved", "run, entrant[, baseline]", "the smallest share saved in a position"),
     LEAST_CUT, NODES},
    {EXTREME("most_saved", "run, entrant[, baseline]", "the largest share saved in a position"),
     MOST_CUT, NODES},
    {ROW("saved_at", 3, 3, "run, entrant, position", "the share saved in one position",
         COP_WORD_POSITION),
     CUT_AT, NODES},
    {ROW("seconds", 2, 3, "run, entrant[, position]", "time per position, or in one",
         COP_WORD_POSITION),
     MEAN, SECONDS},
    {ROW("time_saved", 2, 3, "run, entrant[, baseline]",
         "share of the baseline's time that the entrant did not need", 0),
     CUT, SECONDS},
    {ROW("depth", 2, 3, "run, entrant[, position]", "depth completed, mean or in one",
         COP_WORD_POSITION),
     MEAN, DEPTH},
    {ROW("value", 2, 3, "run, entrant[, position]", "value found for the player to move",
         COP_WORD_POSITION),
     MEAN, VALUE},
    {ROW("difference", 2, 3, "run, entrant[, position]",
         "how far the value is from the baseline's, mean of absolute differences",
         COP_WORD_POSITION),
     MEAN, DIFFERENCE},
    {ROW("changed", 2, 3, "run, entrant[, position]",
         "share of positions with another move than the baseline's", COP_WORD_POSITION),
     MEAN, CHANGED},
    {ROW("error", 2, 3, "run, entrant[, position]",
         "how far the value is from what the chosen move is worth, mean of absolute differences",
         COP_WORD_POSITION),
     MEAN, ERROR},
    {ROW("error_deviation", 2, 2, "run, entrant", "standard deviation of these differences", 0),
     DEVIATION, ERROR},
    {ROW("exact", 2, 2, "run, entrant", "share of positions without such an error", 0), MEAN,
     EXACT},
    {ROW("regret", 2, 3, "run, entrant[, position]",
         "how much less the chosen move is worth than the baseline's", COP_WORD_POSITION),
     MEAN, REGRET},
    {ROW("right", 2, 3, "run, entrant[, position]",
         "share of positions in which the chosen move is worth as much as the baseline's",
         COP_WORD_POSITION),
     MEAN, RIGHT},
    {ROW("mistake", 2, 2, "run, entrant",
         "how much less the chosen move is worth than the baseline's where it is worth less", 0),
     PER_WRONG, REGRET},
    {ROW("better", 3, 3, "run, entrant, other",
         "share of positions in which the chosen move is worth more than the other's", 0),
     BETTER, WORTH},
    {ROW("cut_moves", 2, 3, "run, entrant[, position]",
         "moves searched at a node that was left because one was good enough", COP_WORD_POSITION),
     PER_CUT, CUT_MOVES},
    {ROW("solved", 2, 3, "run, entrant[, position]",
         "share of positions that were proven or in which the move is one of the right ones",
         COP_WORD_POSITION),
     MEAN, SOLVED},
    {ROW("times", 2, 3, "run, entrant[, baseline]",
         "how many times as many nodes as the baseline, over all positions", 0),
     TIMES, NODES},
    {ROW("solved_times", 2, 3, "run, entrant[, baseline]",
         "the same over the positions that both have solved", 0),
     SOLVED_TIMES, NODES},
    {TIMED("speed", 2, "run, entrant", "simulations or nodes per second"), SPEED, NODES},
    {TIMED("speedup", 3, "run, entrant[, baseline]",
           "speed of the entrant / speed of the baseline"),
     SPEEDUP, NODES},
    {ROW("correlation", 3, 3, "run, shallow, deep", "of the values of two entrants", 0),
     CORRELATION, VALUE},
    {ROW("slope", 3, 3, "run, shallow, deep", "of the line that tells deep values from shallow", 0),
     SLOPE, VALUE},
    {ROW("scatter", 3, 3, "run, shallow, deep", "standard deviation of deep values about the line",
         0),
     SCATTER, VALUE},
};

enum { RECIPES = sizeof recipes / sizeof *recipes };

static const double tolerance = 1e-9;

const struct cop_measure_row *cop_position_measure_row(int i)
{
    return i >= 0 && i < RECIPES ? &recipes[i].row : NULL;
}

/* A measure, with one influence for each position; none: it is exact. */
struct estimate {
    double value;
    double *influences;
    bool is_share;
    bool is_timed; /* another time it is another number, also in the same positions */
};

static int find_label(const struct cop_lab_run_result *run, const char *label)
{
    for (int i = 0; i < run->entrant_count; i++)
        if (strcmp(run->entrants[i].label, label) == 0)
            return i;
    return -1;
}

static int find_position(const struct cop_lab_run_result *run, const char *name)
{
    for (int i = 0; i < run->position_count; i++)
        if (strcmp(run->position_names[i], name) == 0)
            return i;
    return -1;
}

static const struct cop_found *found_at(const struct cop_lab_run_result *run, int entrant,
                                        int position)
{
    return &run->found[(ptrdiff_t)entrant * run->position_count + position];
}

static double quantity_at(const struct cop_lab_run_result *run, enum quantity quantity, int entrant,
                          int position)
{
    const struct cop_found *found = found_at(run, entrant, position);
    const struct cop_found *base = found_at(run, find_label(run, run->baseline), position);

    switch (quantity) {
    case NODES:
        return (double)found->nodes;
    case SECONDS:
        return found->seconds;
    case DEPTH:
        return found->depth;
    case VALUE:
        return found->value;
    case DIFFERENCE:
        return fabs(found->value - base->value);
    case CHANGED:
        return found->move != base->move;
    case ERROR:
        return fabs(found->value - found->worth);
    case EXACT:
        return isnan(found->worth) ? NAN : fabs(found->value - found->worth) <= tolerance;
    case REGRET:
        return base->value - found->worth;
    case RIGHT:
        return isnan(found->worth) ? NAN : base->value - found->worth <= tolerance;
    case WRONG:
        return isnan(found->worth) ? NAN : base->value - found->worth > tolerance;
    case WORTH:
        return found->worth;
    case CUT_MOVES:
        return found->cut_moves;
    case CUT_NODES:
        return found->cuts;
    case SOLVED:
        return found->solved;
    }
    return NAN;
}

/* The quantity of every position; the caller frees it. */
static double *column(const struct cop_lab_run_result *run, enum quantity quantity, int entrant)
{
    double *values = cop_allocate((size_t)run->position_count * sizeof *values);

    for (int i = 0; i < run->position_count; i++)
        values[i] = quantity_at(run, quantity, entrant, i);
    return values;
}

static double mean_of(const double *values, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

/* The mean, with the distances from it as influences, in the place of the values. */
static struct estimate mean_estimate(double *values, int count)
{
    struct estimate estimate = {mean_of(values, count), values, false};

    for (int i = 0; i < count; i++)
        values[i] -= estimate.value;
    return estimate;
}

/* 1 - sum(own) / sum(other); own becomes the influences. */
static struct estimate cut_estimate(double *own, const double *other, int count)
{
    double below = mean_of(other, count), ratio = mean_of(own, count) / below;

    for (int i = 0; i < count; i++)
        own[i] = (ratio * other[i] - own[i]) / below;
    return (struct estimate){1 - ratio, own, false};
}

/* sum(own) / sum(other); own becomes the influences. */
static struct estimate ratio_estimate(double *own, const double *other, int count)
{
    struct estimate cut = cut_estimate(own, other, count);

    for (int i = 0; i < count; i++)
        own[i] = -own[i];
    return (struct estimate){1 - cut.value, own, false};
}

static struct estimate deviation_estimate(double *values, int count)
{
    struct estimate mean = mean_estimate(values, count);
    double squares = 0;
    double deviation;

    for (int i = 0; i < count; i++)
        squares += values[i] * values[i];
    deviation = sqrt(squares / fmax(count - 1, 1));
    for (int i = 0; i < count; i++)
        values[i] =
            deviation > 0 ? (values[i] * values[i] - deviation * deviation) / (2 * deviation) : 0;
    return (struct estimate){deviation, mean.influences, false};
}

/* The cuts in all positions, in the place of the own values. */
static struct estimate cuts_estimate(enum making making, double *own, const double *other,
                                     int count)
{
    double least = INFINITY, most = -INFINITY;

    for (int i = 0; i < count; i++) {
        own[i] = 1 - own[i] / other[i];
        least = fmin(least, own[i]);
        most = fmax(most, own[i]);
    }
    if (making == MEAN_CUT)
        return mean_estimate(own, count);
    free(own);
    return (struct estimate){making == LEAST_CUT ? least : most, NULL, false};
}

/* The least-squares line y = slope x + offset, and what it leaves (chance-and-multiplayer.md 2.8);
 * x becomes the influences. */
static struct estimate line_estimate(enum making making, double *x, const double *y, int count)
{
    double x_mean = mean_of(x, count), y_mean = mean_of(y, count);
    double xx = 0, xy = 0, yy = 0;
    double slope, scatter, correlation;

    for (int i = 0; i < count; i++) {
        xx += (x[i] - x_mean) * (x[i] - x_mean);
        xy += (x[i] - x_mean) * (y[i] - y_mean);
        yy += (y[i] - y_mean) * (y[i] - y_mean);
    }
    slope = xy / xx;
    scatter = sqrt(fmax(yy - slope * xy, 0) / fmax(count - 2, 1));
    correlation = xy / sqrt(xx * yy);
    for (int i = 0; i < count; i++) {
        double u = (x[i] - x_mean) / sqrt(xx / count), v = (y[i] - y_mean) / sqrt(yy / count);
        double rest = y[i] - y_mean - slope * (x[i] - x_mean);

        if (making == CORRELATION)
            x[i] = u * v - correlation * (u * u + v * v) / 2;
        else if (making == SLOPE)
            x[i] = (x[i] - x_mean) * rest / (xx / count);
        else
            x[i] = scatter > 0 ? (rest * rest - scatter * scatter) / (2 * scatter) : 0;
    }
    if (making == CORRELATION)
        return (struct estimate){correlation, x, false};
    return (struct estimate){making == SLOPE ? slope : scatter, x, false};
}

static const struct recipe *find_recipe(const char *name)
{
    for (int i = 0; i < RECIPES; i++)
        if (strcmp(recipes[i].row.name, name) == 0)
            return &recipes[i];
    return NULL;
}

static struct estimate total_estimate(const struct cop_lab_run_result *run, double *values)
{
    struct estimate estimate = mean_estimate(values, run->position_count);

    estimate.value *= run->position_total;
    for (int i = 0; i < run->position_count; i++)
        values[i] *= run->position_total;
    return estimate;
}

/* The number in one position: it has no error. */
static struct estimate estimate_at(const struct cop_lab_run_result *run,
                                   const struct recipe *recipe, int entrant, int position)
{
    double own, other;

    if (position < 0)
        return (struct estimate){.value = NAN};
    own = quantity_at(run, recipe->quantity, entrant, position);
    if (recipe->making == PER_CUT)
        return (struct estimate){.value = own / quantity_at(run, CUT_NODES, entrant, position)};
    other = quantity_at(run, recipe->quantity, find_label(run, run->baseline), position);
    return (struct estimate){.value = recipe->making == CUT_AT ? 1 - own / other : own};
}

/* What somebody has not solved counts for nobody. */
static void keep_solved(const struct cop_lab_run_result *run, int entrant, int other, double *own,
                        double *others)
{
    for (int i = 0; i < run->position_count; i++)
        if (!(found_at(run, entrant, i)->solved > 0 && found_at(run, other, i)->solved > 0))
            own[i] = others[i] = 0;
}

/* In the place of what the own moves are worth: whether they are worth more. */
static struct estimate better_estimate(double *own, const double *other, int count)
{
    struct estimate estimate;

    for (int i = 0; i < count; i++)
        own[i] = isnan(own[i] - other[i]) ? NAN : own[i] - other[i] > tolerance;
    estimate = mean_estimate(own, count);
    estimate.is_share = true;
    return estimate;
}

/* Of two entrants, the second being the baseline or the third word. */
static struct estimate estimate_of_two(const struct cop_lab_run_result *run,
                                       const struct recipe *recipe, int entrant, int other)
{
    double *own = column(run, recipe->quantity, entrant);
    double *others = column(run, recipe->quantity, other);
    int count = run->position_count;
    struct estimate estimate;

    if (recipe->making == SOLVED_TIMES)
        keep_solved(run, entrant, other, own, others);
    if (recipe->making == CUT)
        estimate = cut_estimate(own, others, count);
    else if (recipe->making == BETTER)
        estimate = better_estimate(own, others, count);
    else if (recipe->making == TIMES || recipe->making == SOLVED_TIMES)
        estimate = ratio_estimate(own, others, count);
    else if (recipe->making >= CORRELATION)
        estimate = line_estimate(recipe->making, own, others, count);
    else
        estimate = cuts_estimate(recipe->making, own, others, count);
    free(others);
    return estimate;
}

static struct estimate per_estimate(const struct cop_lab_run_result *run, enum quantity quantity,
                                    enum quantity each, int entrant)
{
    double *own = column(run, quantity, entrant), *all = column(run, each, entrant);
    struct estimate estimate = ratio_estimate(own, all, run->position_count);

    free(all);
    return estimate;
}

static struct estimate speed_estimate(const struct cop_lab_run_result *run, int entrant)
{
    double *nodes = column(run, NODES, entrant), *seconds = column(run, SECONDS, entrant);
    struct estimate estimate = ratio_estimate(nodes, seconds, run->position_count);

    estimate.is_timed = true;
    free(seconds);
    return estimate;
}

/* The ratio of two speeds, measured in the same positions one after the other. */
static struct estimate speedup_estimate(const struct cop_lab_run_result *run, int entrant,
                                        int other)
{
    struct estimate own = speed_estimate(run, entrant), base = speed_estimate(run, other);
    double ratio = own.value / base.value;

    for (int i = 0; i < run->position_count; i++)
        own.influences[i] = (own.influences[i] - ratio * base.influences[i]) / base.value;
    free(base.influences);
    own.value = ratio;
    return own;
}

static struct estimate estimate_of(const struct cop_lab_run_result *run,
                                   const struct cop_measure *measure)
{
    const struct recipe *recipe = find_recipe(measure->name);
    const char *third = measure->word_count > 2 ? measure->words[2] : NULL;
    int entrant = measure->word_count > 1 ? find_label(run, measure->words[1]) : -1;
    struct estimate estimate = {.value = NAN};
    double *values;

    if (!recipe || entrant < 0 || run->position_count == 0)
        return estimate;
    if (third && recipe->row.third == COP_WORD_POSITION)
        return estimate_at(run, recipe, entrant, find_position(run, third));
    if (recipe->making == PER_CUT)
        return per_estimate(run, recipe->quantity, CUT_NODES, entrant);
    if (recipe->making == PER_WRONG)
        return per_estimate(run, recipe->quantity, WRONG, entrant);
    if (recipe->making == SPEED)
        return speed_estimate(run, entrant);
    if (recipe->making != MEAN && recipe->making != TOTAL && recipe->making != DEVIATION) {
        int other = find_label(run, third ? third : run->baseline);

        if (other < 0)
            return estimate;
        return recipe->making == SPEEDUP ? speedup_estimate(run, entrant, other)
                                         : estimate_of_two(run, recipe, entrant, other);
    }
    values = column(run, recipe->quantity, entrant);
    if (recipe->making == DEVIATION)
        return deviation_estimate(values, run->position_count);
    if (recipe->making == TOTAL)
        return total_estimate(run, values);
    estimate = mean_estimate(values, run->position_count);
    estimate.is_share = recipe->quantity == CHANGED || recipe->quantity == EXACT ||
                        recipe->quantity == SOLVED || recipe->quantity == RIGHT;
    return estimate;
}

/* Of two estimates: the part of the file that was not searched is what is unknown, but for times.
 */
static double covariance(const struct cop_lab_run_result *run, const struct estimate *left,
                         const struct estimate *right)
{
    double count = run->position_count, sum = 0;
    bool is_timed = left->is_timed || right->is_timed;

    if (!left->influences || !right->influences || count < 2)
        return 0;
    for (int i = 0; i < run->position_count; i++)
        sum += left->influences[i] * right->influences[i];
    return sum / (count * (count - 1)) * (is_timed ? 1 : 1 - count / run->position_total);
}

struct cop_interval cop_position_interval(const struct cop_lab_run_result *run,
                                          const struct cop_measure *measure)
{
    struct estimate estimate = estimate_of(run, measure);
    double reach = 1.959964 * sqrt(fmax(covariance(run, &estimate, &estimate), 0));
    struct cop_interval interval = {estimate.value - reach, estimate.value, estimate.value + reach};
    int count = run->position_count;

    if (estimate.is_share && count < run->position_total)
        interval = cop_score_interval(count, estimate.value * count, estimate.value * count);
    else if (estimate.influences && count < 2 && count < run->position_total)
        interval = (struct cop_interval){-INFINITY, estimate.value, INFINITY};
    free(estimate.influences);
    return interval;
}

double cop_position_correlation(const struct cop_lab_run_result *run,
                                const struct cop_measure *left, const struct cop_measure *right)
{
    struct estimate first = estimate_of(run, left), second = estimate_of(run, right);
    double product = covariance(run, &first, &first) * covariance(run, &second, &second);
    double result = product > 0 ? covariance(run, &first, &second) / sqrt(product) : 0;

    free(first.influences);
    free(second.influences);
    return fmax(-1, fmin(1, result));
}
