/* range.c - the interval of an expression.
 *
 * Without min, max and abs it is found by moving measures. Moving one measure to an end of its own
 * interval changes the expression by some amount d; for independent measures the expression's
 * interval reaches as far as the root of the sum of the d^2, and correlated ones add 2 r d d' for
 * each pair. For a difference this is the method of Zou and Donner (2008), which keeps the lopsided
 * intervals of shares near 0 and 1; it is used for every other expression as well.
 *
 * An extreme is not found so: near a tie each measure alone hardly moves it. Instead every way to
 * choose one part of each extreme gives an expression without extremes, and their intervals are
 * joined. The largest of k numbers is at most the largest of their upper ends, whichever it is; but
 * it is at least the largest of their lower ends only if all k are right together, so these are
 * widened until that is as sure (Bonferroni). For the smallest it is the other way round. */
#include "lab/claim/range.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/claim/tree.h"

static const double quantile_95 = 1.959963984540054; /* that of all measured intervals */

struct leaf {
    const struct cop_measure *measure;
    struct cop_interval interval;
};

struct choice {
    const struct cop_claim *extreme;
    int part;
};

/* left - right. One of its measures may be moved away from its value, and extremes may stand for
 * one of their parts. */
struct expression {
    const struct cop_evidence *evidence;
    const struct cop_claim *left, *right; /* right may be NULL */
    int leaf_count;
    struct leaf *leaves;
    const struct leaf *moved; /* or NULL */
    double moved_to;
    int choice_count;
    struct choice choices[CLAIM_CHOICES_MAX];
};

static bool is_equal(const struct cop_measure *left, const struct cop_measure *right)
{
    if (strcmp(left->name, right->name) != 0 || left->word_count != right->word_count)
        return false;
    for (int i = 0; i < left->word_count; i++)
        if (strcmp(left->words[i], right->words[i]) != 0)
            return false;
    return true;
}

static const struct leaf *find_leaf(const struct expression *expression,
                                    const struct cop_measure *measure)
{
    for (int i = 0; i < expression->leaf_count; i++)
        if (is_equal(expression->leaves[i].measure, measure))
            return &expression->leaves[i];
    return NULL;
}

static void collect(struct expression *expression, const struct cop_claim *claim)
{
    if (!claim)
        return;
    if (claim->kind == CLAIM_MEASURE && !find_leaf(expression, &claim->measure)) {
        struct leaf *leaf;

        expression->leaves = cop_reallocate(
            expression->leaves, (size_t)(expression->leaf_count + 1) * sizeof *expression->leaves);
        leaf = &expression->leaves[expression->leaf_count++];
        leaf->measure = &claim->measure;
        leaf->interval =
            expression->evidence->measure(expression->evidence->context, &claim->measure);
    }
    for (int i = 0; i < claim->part_count; i++)
        collect(expression, claim->parts[i]);
}

/* -- values -- */

static double leaf_value(const struct expression *expression, const struct cop_measure *measure)
{
    const struct leaf *leaf = find_leaf(expression, measure);

    assert(leaf && "all measures were collected");
    return leaf == expression->moved ? expression->moved_to : leaf->interval.value;
}

/* The part that an extreme stands for, or -1. */
static int chosen_part(const struct expression *expression, const struct cop_claim *extreme)
{
    for (int i = 0; i < expression->choice_count; i++)
        if (expression->choices[i].extreme == extreme)
            return expression->choices[i].part;
    return -1;
}

static double value_of(const struct expression *expression, const struct cop_claim *claim);

static double larger(double left, double right)
{
    return isnan(left) || isnan(right) ? NAN : fmax(left, right);
}

static double smaller(double left, double right)
{
    return isnan(left) || isnan(right) ? NAN : fmin(left, right);
}

static double extreme_of(const struct expression *expression, const struct cop_claim *claim)
{
    int part = chosen_part(expression, claim);
    int first = part > 0 && claim->kind != CLAIM_ABS ? part : 0;
    double extreme = value_of(expression, claim->parts[first]);

    if (claim->kind == CLAIM_ABS)
        return part < 0 ? fabs(extreme) : part == 0 ? extreme : -extreme;
    for (int i = 1; part < 0 && i < claim->part_count; i++) {
        double value = value_of(expression, claim->parts[i]);

        extreme = claim->kind == CLAIM_MIN ? smaller(extreme, value) : larger(extreme, value);
    }
    return extreme;
}

static double value_of(const struct expression *expression, const struct cop_claim *claim)
{
    double left, right;

    if (claim->kind == CLAIM_NUMBER)
        return claim->number;
    if (claim->kind == CLAIM_MEASURE)
        return leaf_value(expression, &claim->measure);
    if (claim->kind >= CLAIM_ABS && claim->kind <= CLAIM_MAX)
        return extreme_of(expression, claim);
    left = value_of(expression, claim->parts[0]);
    if (claim->kind == CLAIM_NEGATE)
        return -left;
    right = value_of(expression, claim->parts[1]);
    switch (claim->kind) {
    case CLAIM_ADD:
        return left + right;
    case CLAIM_SUBTRACT:
        return left - right;
    case CLAIM_MULTIPLY:
        return left * right;
    default:
        return left / right;
    }
}

static double difference(const struct expression *expression)
{
    return value_of(expression, expression->left) -
           (expression->right ? value_of(expression, expression->right) : 0);
}

/* -- an expression whose extremes are all chosen -- */

/* How many times as far as a 95 % interval one reaches that errs to one side in 2.5 % / ways. */
static double widening(double ways)
{
    double low = 0, high = 40;

    if (ways <= 1)
        return 1;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;

        if (erfc(middle / sqrt(2)) / 2 > 0.025 / ways)
            low = middle;
        else
            high = middle;
    }
    return high / quantile_95;
}

/* How far the expression goes in one direction when one leaf moves, with the sign of the leaf's
 * own move; 0 if neither end of the leaf goes that way. */
static double reach_of(const double change[2], int direction)
{
    double below = change[0] * direction, above = change[1] * direction;

    if (isnan(below) || isnan(above))
        return INFINITY;
    if (below <= 0 && above <= 0)
        return 0;
    return below > above ? -below : above;
}

static double combine(const struct expression *expression, const double *reach)
{
    double square = 0;

    for (int i = 0; i < expression->leaf_count; i++) {
        if (isinf(reach[i]))
            return INFINITY;
        square += reach[i] * reach[i];
        for (int j = 0; j < i; j++)
            if (reach[i] != 0 && reach[j] != 0)
                square += 2 * reach[i] * reach[j] *
                          expression->evidence->correlation(expression->evidence->context,
                                                            expression->leaves[i].measure,
                                                            expression->leaves[j].measure);
    }
    return sqrt(fmax(square, 0));
}

/* The lower (-1) or upper (1) end of its interval. */
static double plain_end(struct expression *expression, int direction, double ways)
{
    double *reach = cop_allocate(((size_t)expression->leaf_count + 1) * sizeof *reach);
    double value = difference(expression), factor = widening(ways), end;

    for (int i = 0; i < expression->leaf_count; i++) {
        struct cop_interval own = expression->leaves[i].interval;
        double change[2];

        expression->moved = &expression->leaves[i];
        expression->moved_to = own.value - factor * (own.value - own.low);
        change[0] = difference(expression) - value;
        expression->moved_to = own.value + factor * (own.high - own.value);
        change[1] = difference(expression) - value;
        reach[i] = reach_of(change, direction);
    }
    expression->moved = NULL;
    end = value + direction * combine(expression, reach);
    free(reach);
    return end;
}

/* -- extremes -- */

static int sign_of_number(const struct cop_claim *claim)
{
    if (claim->kind == CLAIM_NEGATE)
        return -sign_of_number(claim->parts[0]);
    return claim->kind == CLAIM_NUMBER && claim->number < 0 ? -1 : 1;
}

/* Whether the value rises (1) or falls (-1) with a part. The reader lets an extreme be multiplied
 * or divided by a plain number only. */
static int sign_of_part(const struct cop_claim *claim, int part)
{
    switch (claim->kind) {
    case CLAIM_NEGATE:
        return -1;
    case CLAIM_SUBTRACT:
        return part == 0 ? 1 : -1;
    case CLAIM_MULTIPLY:
    case CLAIM_DIVIDE:
        return sign_of_number(claim->parts[1 - part]);
    default:
        return 1;
    }
}

/* The outermost extreme that stands for none of its parts yet, and whether the expression rises
 * with it. */
static const struct cop_claim *find_open(const struct expression *expression,
                                         const struct cop_claim *claim, int sign, int *rises)
{
    int part = claim_options(claim) > 1 ? chosen_part(expression, claim) : -1;

    if (claim_options(claim) > 1 && part < 0) {
        *rises = sign;
        return claim;
    }
    if (part >= 0 && claim->kind == CLAIM_ABS)
        return find_open(expression, claim->parts[0], part == 0 ? sign : -sign, rises);
    if (part >= 0)
        return find_open(expression, claim->parts[part], sign, rises);
    for (int i = 0; i < claim->part_count; i++) {
        const struct cop_claim *found =
            find_open(expression, claim->parts[i], sign * sign_of_part(claim, i), rises);

        if (found)
            return found;
    }
    return NULL;
}

/* The lower (-1) or upper (1) end of the interval, over all choices that are still open. */
static double end_of(struct expression *expression, int direction, double ways)
{
    int rises = 1;
    const struct cop_claim *open = find_open(expression, expression->left, 1, &rises);
    bool takes_largest;
    double end = 0;
    int parts;

    if (!open && expression->right)
        open = find_open(expression, expression->right, -1, &rises);
    if (!open)
        return plain_end(expression, direction, ways);
    takes_largest = (open->kind != CLAIM_MIN) == (rises > 0);
    parts = claim_options(open);
    if (takes_largest == (direction < 0))
        ways *= parts;
    assert(expression->choice_count < CLAIM_CHOICES_MAX);
    expression->choice_count++;
    for (int i = 0; i < parts; i++) {
        double other;

        expression->choices[expression->choice_count - 1] = (struct choice){open, i};
        other = end_of(expression, direction, ways);
        end = i == 0 ? other : takes_largest ? larger(end, other) : smaller(end, other);
    }
    expression->choice_count--;
    return end;
}

struct cop_interval cop_claim_range(const struct cop_evidence *evidence,
                                    const struct cop_claim *left, const struct cop_claim *right,
                                    struct cop_ways ways)
{
    struct expression expression = {.evidence = evidence, .left = left, .right = right};
    struct cop_interval interval;

    collect(&expression, left);
    collect(&expression, right);
    interval.value = difference(&expression);
    interval.low = end_of(&expression, -1, ways.low);
    interval.high = end_of(&expression, 1, ways.high);
    free(expression.leaves);
    return interval;
}
