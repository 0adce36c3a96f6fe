/* bell.c - the cross-entropy method (samegame-and-fanorona.md 5.7). */
#include "tune/bell.h"

#include <math.h>

void cop_bell_start(struct cop_bell *bell, const struct cop_space *space)
{
    *bell = (struct cop_bell){.mean = {0}};
    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];

        bell->mean[i] = tuned->start;
        bell->deviation[i] = tuned->deviation;
        for (int choice = 0; choice < tuned->choice_count; choice++)
            bell->shares[i][choice] = 1.0 / tuned->choice_count;
    }
}

/* The sum of twelve even draws has variance 1: near enough to a Gaussian, and the same bits on
 * every machine. */
static double draw_gaussian(struct cop_rng *rng)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += cop_rng_unit(rng);
    return sum;
}

static int draw_choice(const double *shares, int count, struct cop_rng *rng)
{
    double ticket = cop_rng_unit(rng);
    int choice = 0;

    while (choice < count - 1 && ticket >= shares[choice])
        ticket -= shares[choice++];
    return choice;
}

void cop_bell_draw(const struct cop_bell *bell, const struct cop_space *space, struct cop_rng *rng,
                   double *point)
{
    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];

        if (tuned->is_choice)
            point[i] = draw_choice(bell->shares[i], tuned->choice_count, rng);
        else
            point[i] =
                cop_tuned_round(tuned, bell->mean[i] + bell->deviation[i] * draw_gaussian(rng));
    }
}

static int largest_share(const double *shares, int count)
{
    int largest = 0;

    for (int i = 1; i < count; i++)
        if (shares[i] > shares[largest])
            largest = i;
    return largest;
}

void cop_bell_centre(const struct cop_bell *bell, const struct cop_space *space, double *point)
{
    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];

        point[i] = tuned->is_choice ? largest_share(bell->shares[i], tuned->choice_count)
                                    : cop_tuned_round(tuned, bell->mean[i]);
    }
}

/* By insertion: there are few, and equal ones stay in the order in which they were drawn. */
static void sort(struct cop_drawn *drawn, int count)
{
    for (int i = 1; i < count; i++) {
        struct cop_drawn moved = drawn[i];
        int at = i;

        for (; at > 0 && drawn[at - 1].worth < moved.worth; at--)
            drawn[at] = drawn[at - 1];
        drawn[at] = moved;
    }
}

static void follow_numbers(struct cop_bell *bell, int i, const struct cop_drawn *elite, int count,
                           double smoothing)
{
    double sum = 0, squares = 0, mean;

    for (int e = 0; e < count; e++)
        sum += elite[e].point[i];
    mean = sum / count;
    for (int e = 0; e < count; e++)
        squares += (elite[e].point[i] - mean) * (elite[e].point[i] - mean);
    bell->mean[i] += smoothing * (mean - bell->mean[i]);
    bell->deviation[i] += smoothing * (sqrt(squares / count) - bell->deviation[i]);
}

static void follow_choices(double *shares, int i, const struct cop_drawn *elite, int count,
                           int choices, double smoothing)
{
    double chosen[COP_TUNED_CHOICES_MAX] = {0};

    for (int e = 0; e < count; e++)
        chosen[(int)elite[e].point[i]] += 1.0 / count;
    for (int choice = 0; choice < choices; choice++)
        shares[choice] += smoothing * (chosen[choice] - shares[choice]);
}

void cop_bell_follow(struct cop_bell *bell, const struct cop_space *space, struct cop_drawn *drawn,
                     int count, int elites, double smoothing)
{
    sort(drawn, count);
    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];

        if (tuned->is_choice)
            follow_choices(bell->shares[i], i, drawn, elites, tuned->choice_count, smoothing);
        else
            follow_numbers(bell, i, drawn, elites, smoothing);
    }
}

bool cop_bell_is_narrow(const struct cop_bell *bell, const struct cop_space *space, double part)
{
    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];
        double left = tuned->is_choice
                          ? 1 - bell->shares[i][largest_share(bell->shares[i], tuned->choice_count)]
                          : bell->deviation[i] / (tuned->high - tuned->low);

        if (left > part)
            return false;
    }
    return true;
}
