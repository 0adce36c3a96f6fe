/* judge.c - decides a claim.
 *
 * The interval of an expression comes from those of the measures in it. Moving one measure to an
 * end of its own interval changes the expression by some amount d; for independent measures the
 * expression's interval reaches as far as the root of the sum of the d^2, and correlated ones add
 * 2 r d d' for each pair. For a difference this is the method of Zou and Donner (2008), which
 * keeps the lopsided intervals of shares near 0 and 1; it is used for every other expression as
 * well. A series or a set is judged by such differences, too. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/claim/tree.h"
#include "lab/report/number.h"

struct leaf {
    const struct cop_measure *measure;
    struct cop_interval interval;
};

/* The measures of one expression; one of them may be moved away from its value. */
struct expression {
    const struct cop_evidence *evidence;
    int leaf_count;
    struct leaf *leaves;
    int moved; /* index of a leaf, or -1 */
    double moved_to;
};

static struct cop_interval interval_of(const struct cop_evidence *evidence,
                                       const struct cop_claim *left, const struct cop_claim *right);

static bool is_equal(const struct cop_measure *left, const struct cop_measure *right)
{
    if (strcmp(left->name, right->name) != 0 || left->word_count != right->word_count)
        return false;
    for (int i = 0; i < left->word_count; i++)
        if (strcmp(left->words[i], right->words[i]) != 0)
            return false;
    return true;
}

static int find_leaf(const struct expression *expression, const struct cop_measure *measure)
{
    for (int i = 0; i < expression->leaf_count; i++)
        if (is_equal(expression->leaves[i].measure, measure))
            return i;
    return -1;
}

static bool is_without_interval(enum claim_kind kind)
{
    return kind >= CLAIM_ESTIMATE && kind <= CLAIM_MARGIN;
}

static void collect(struct expression *expression, const struct cop_claim *claim)
{
    if (is_without_interval(claim->kind))
        return;
    if (claim->kind == CLAIM_MEASURE && find_leaf(expression, &claim->measure) < 0) {
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

static double leaf_value(const struct expression *expression, const struct cop_measure *measure)
{
    int i = find_leaf(expression, measure);

    return i == expression->moved ? expression->moved_to : expression->leaves[i].interval.value;
}

static double point_of(const struct expression *expression, const struct cop_claim *claim)
{
    struct cop_interval interval = interval_of(expression->evidence, claim->parts[0], NULL);

    switch (claim->kind) {
    case CLAIM_LOWER:
        return interval.low;
    case CLAIM_UPPER:
        return interval.high;
    case CLAIM_MARGIN:
        return (interval.high - interval.low) / 2;
    default:
        return interval.value;
    }
}

static double value_of(const struct expression *expression, const struct cop_claim *claim);

static double extreme_of(const struct expression *expression, const struct cop_claim *claim)
{
    double extreme = value_of(expression, claim->parts[0]);

    for (int i = 1; i < claim->part_count; i++) {
        double value = value_of(expression, claim->parts[i]);

        extreme = claim->kind == CLAIM_MIN ? fmin(extreme, value) : fmax(extreme, value);
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
    if (is_without_interval(claim->kind))
        return point_of(expression, claim);
    if (claim->kind == CLAIM_MIN || claim->kind == CLAIM_MAX)
        return extreme_of(expression, claim);
    left = value_of(expression, claim->parts[0]);
    if (claim->kind == CLAIM_NEGATE)
        return -left;
    if (claim->kind == CLAIM_ABS)
        return fabs(left);
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

/* left - right, or left alone. */
static double difference(const struct expression *expression, const struct cop_claim *left,
                         const struct cop_claim *right)
{
    return value_of(expression, left) - (right ? value_of(expression, right) : 0);
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

static struct cop_interval interval_of(const struct cop_evidence *evidence,
                                       const struct cop_claim *left, const struct cop_claim *right)
{
    struct expression expression = {.evidence = evidence, .moved = -1};
    struct cop_interval interval;
    double *down, *up;

    collect(&expression, left);
    if (right)
        collect(&expression, right);
    interval.value = difference(&expression, left, right);
    down = cop_allocate(((size_t)expression.leaf_count * 2 + 1) * sizeof *down);
    up = down + expression.leaf_count;
    for (int i = 0; i < expression.leaf_count; i++) {
        double change[2];

        expression.moved = i;
        expression.moved_to = expression.leaves[i].interval.low;
        change[0] = difference(&expression, left, right) - interval.value;
        expression.moved_to = expression.leaves[i].interval.high;
        change[1] = difference(&expression, left, right) - interval.value;
        down[i] = reach_of(change, -1);
        up[i] = reach_of(change, 1);
    }
    interval.low = interval.value - combine(&expression, down);
    interval.high = interval.value + combine(&expression, up);
    free(down);
    free(expression.leaves);
    return interval;
}

/* -- truths -- */

static enum cop_truth truth_of(bool is_surely_true, bool is_surely_false)
{
    return is_surely_true ? COP_TRUE : is_surely_false ? COP_FALSE : COP_UNDECIDED;
}

/* Comparisons with NaN are false, so what could not be measured stays undecided. */
static enum cop_truth compare(enum claim_kind kind, struct cop_interval difference)
{
    switch (kind) {
    case CLAIM_LESS:
        return truth_of(difference.high < 0, difference.low >= 0);
    case CLAIM_LESS_EQUAL:
        return truth_of(difference.high <= 0, difference.low > 0);
    case CLAIM_GREATER:
        return truth_of(difference.low > 0, difference.high <= 0);
    default:
        return truth_of(difference.low >= 0, difference.high < 0);
    }
}

/* Adds "EXPRESSION = VALUE", once. */
static void note_value(const struct cop_claim *claim, struct cop_interval interval,
                       struct cop_text *findings)
{
    struct cop_text note = COP_TEXT;

    cop_claim_write(claim, &note);
    cop_text_add(&note, " = ");
    cop_text_add_interval(&note, interval);
    if (!strstr(findings->bytes, note.bytes))
        cop_text_add(findings, findings->length > 0 ? "; %s" : "%s", note.bytes);
    cop_text_free(&note);
}

static enum cop_truth judge_comparison(const struct cop_claim *claim,
                                       const struct cop_evidence *evidence,
                                       struct cop_text *findings)
{
    for (int i = 0; i < 2; i++)
        if (claim->parts[i]->kind != CLAIM_NUMBER)
            note_value(claim->parts[i], interval_of(evidence, claim->parts[i], NULL), findings);
    return compare(claim->kind, interval_of(evidence, claim->parts[0], claim->parts[1]));
}

/* A number agrees with a band if its estimate is inside and it is known at least as well as the
 * band is wide; it disagrees if its whole interval is outside. */
static enum cop_truth judge_within(const struct cop_claim *claim,
                                   const struct cop_evidence *evidence, struct cop_text *findings)
{
    struct cop_interval number = interval_of(evidence, claim->parts[0], NULL);
    double low = interval_of(evidence, claim->parts[1], NULL).value;
    double high = interval_of(evidence, claim->parts[2], NULL).value;
    bool is_inside = low <= number.value && number.value <= high;

    note_value(claim->parts[0], number, findings);
    return truth_of(is_inside && number.high - number.low <= high - low,
                    number.high < low || number.low > high);
}

static const struct cop_claim *top_of(const struct cop_claim *claim,
                                      const struct cop_evidence *evidence, int from, int to)
{
    const struct cop_claim *top = claim->parts[from];
    double top_value = interval_of(evidence, top, NULL).value;

    for (int i = from + 1; i < to; i++) {
        double value = interval_of(evidence, claim->parts[i], NULL).value;

        if (value > top_value) {
            top = claim->parts[i];
            top_value = value;
        }
    }
    return top;
}

static enum cop_truth judge_best(const struct cop_claim *claim, const struct cop_evidence *evidence,
                                 struct cop_text *findings)
{
    const struct cop_claim *inside = top_of(claim, evidence, 0, claim->inside);
    const struct cop_claim *outside = top_of(claim, evidence, claim->inside, claim->part_count);

    note_value(inside, interval_of(evidence, inside, NULL), findings);
    note_value(outside, interval_of(evidence, outside, NULL), findings);
    return compare(CLAIM_GREATER, interval_of(evidence, inside, outside));
}

/* True if the estimates are in order and the ends differ surely; false if more neighbours are
 * surely out of order than allowed, or if the ends surely are. */
static enum cop_truth judge_series(const struct cop_claim *claim,
                                   const struct cop_evidence *evidence, struct cop_text *findings)
{
    int sign = claim->kind == CLAIM_INCREASING ? 1 : -1;
    enum claim_kind in_order = sign > 0 ? CLAIM_GREATER : CLAIM_LESS;
    int seen = 0, sure = 0;
    struct cop_interval ends;

    for (int i = 0; i < claim->part_count; i++) {
        struct cop_interval step;

        note_value(claim->parts[i], interval_of(evidence, claim->parts[i], NULL), findings);
        if (i == 0)
            continue;
        step = interval_of(evidence, claim->parts[i], claim->parts[i - 1]);
        seen += !(sign * step.value > 0);
        sure += sign > 0 ? step.high < 0 : step.low > 0;
    }
    ends = interval_of(evidence, claim->parts[claim->part_count - 1], claim->parts[0]);
    return truth_of(seen <= claim->allow && compare(in_order, ends) == COP_TRUE,
                    sure > claim->allow || compare(in_order, ends) == COP_FALSE);
}

enum cop_truth cop_claim_judge(const struct cop_claim *claim, const struct cop_evidence *evidence,
                               struct cop_text *findings)
{
    enum cop_truth left, right;

    switch (claim->kind) {
    case CLAIM_AND:
    case CLAIM_OR:
        left = cop_claim_judge(claim->parts[0], evidence, findings);
        right = cop_claim_judge(claim->parts[1], evidence, findings);
        if (claim->kind == CLAIM_AND)
            return left < right ? left : right;
        return left > right ? left : right;
    case CLAIM_NOT:
        return COP_TRUE - cop_claim_judge(claim->parts[0], evidence, findings);
    case CLAIM_WITHIN:
        return judge_within(claim, evidence, findings);
    case CLAIM_BEST:
        return judge_best(claim, evidence, findings);
    case CLAIM_INCREASING:
    case CLAIM_DECREASING:
        return judge_series(claim, evidence, findings);
    default:
        return judge_comparison(claim, evidence, findings);
    }
}
