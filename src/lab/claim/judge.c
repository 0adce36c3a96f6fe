/* judge.c - decides a claim.
 *
 * "Reproduced" and "not reproduced" each are wrong in 2.5 % of all runs, wherever the truth lies
 * (or up to 5 %, as the intervals of measures are approximate), so that a verdict never gets easier
 * with fewer games. A verdict that needs several things to hold together errs no more often than
 * one of them; a verdict for which one of several is enough could be wrong in as many ways, and
 * asks each of them to be surer (struct doubts). */
#include <math.h>
#include <string.h>

#include "lab/claim/range.h"
#include "lab/claim/tree.h"
#include "lab/report/number.h"

/* In how many ways each verdict on the whole claim could be wrong, when this part decides it. */
struct doubts {
    double yes, no;
};

static const struct cop_ways once = {1, 1};

static enum cop_truth truth_of(bool is_surely_true, bool is_surely_false)
{
    return is_surely_true ? COP_TRUE : is_surely_false ? COP_FALSE : COP_UNDECIDED;
}

/* Whether left - right is less than 0, and so on. Comparisons with NaN are false, so what could not
 * be measured stays undecided. */
static enum cop_truth compare(enum claim_kind kind, const struct cop_evidence *evidence,
                              const struct cop_claim *left, const struct cop_claim *right,
                              struct doubts doubts)
{
    bool is_less = kind == CLAIM_LESS || kind == CLAIM_LESS_EQUAL;
    struct cop_ways ways = {is_less ? doubts.no : doubts.yes, is_less ? doubts.yes : doubts.no};
    struct cop_interval difference = cop_claim_range(evidence, left, right, ways);

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
static void note_value(const struct cop_claim *claim, const struct cop_evidence *evidence,
                       struct cop_text *findings)
{
    struct cop_text note = COP_TEXT;

    if (claim->kind == CLAIM_NUMBER)
        return;
    cop_claim_write(claim, &note);
    cop_text_add(&note, " = ");
    cop_text_add_interval(&note, cop_claim_range(evidence, claim, NULL, once));
    if (!strstr(findings->bytes, note.bytes))
        cop_text_add(findings, findings->length > 0 ? "; %s" : "%s", note.bytes);
    cop_text_free(&note);
}

static enum cop_truth judge_comparison(const struct cop_claim *claim,
                                       const struct cop_evidence *evidence, struct doubts doubts,
                                       struct cop_text *findings)
{
    note_value(claim->parts[0], evidence, findings);
    note_value(claim->parts[1], evidence, findings);
    return compare(claim->kind, evidence, claim->parts[0], claim->parts[1], doubts);
}

/* The whole interval inside the band, or the whole of it outside. Both ends of a band cannot be
 * missed at once, so that there is one way to be wrong. */
static enum cop_truth judge_within(const struct cop_claim *claim,
                                   const struct cop_evidence *evidence, struct doubts doubts,
                                   struct cop_text *findings)
{
    enum cop_truth low, high;

    for (int i = 0; i < 3; i++)
        note_value(claim->parts[i], evidence, findings);
    low = compare(CLAIM_GREATER_EQUAL, evidence, claim->parts[0], claim->parts[1], doubts);
    high = compare(CLAIM_LESS_EQUAL, evidence, claim->parts[0], claim->parts[2], doubts);
    return low < high ? low : high;
}

/* The largest score of the set is larger than the largest of the others. */
static enum cop_truth judge_best(const struct cop_claim *claim, const struct cop_evidence *evidence,
                                 struct doubts doubts, struct cop_text *findings)
{
    struct cop_claim set = {.kind = CLAIM_MAX, .part_count = claim->inside, .parts = claim->parts};
    struct cop_claim others = {.kind = CLAIM_MAX,
                               .part_count = claim->part_count - claim->inside,
                               .parts = claim->parts + claim->inside};

    for (int i = 0; i < claim->part_count; i++)
        note_value(claim->parts[i], evidence, findings);
    return compare(CLAIM_GREATER, evidence, &set, &others, doubts);
}

/* Whether a step goes forth, or back by no more than the slack. */
static enum cop_truth judge_step(const struct cop_claim *claim, int to,
                                 const struct cop_evidence *evidence, struct doubts doubts)
{
    bool rises = claim->kind == CLAIM_INCREASING;
    struct cop_claim slack = {.kind = CLAIM_NUMBER, .number = rises ? -claim->slack : claim->slack};
    struct cop_claim step = {.kind = CLAIM_SUBTRACT,
                             .part_count = 2,
                             .parts =
                                 (struct cop_claim *[]){claim->parts[to], claim->parts[to - 1]}};

    return compare(rises ? CLAIM_GREATER_EQUAL : CLAIM_LESS_EQUAL, evidence, &step, &slack, doubts);
}

/* A series is in order if its last number lies beyond its first and no more steps than allowed go
 * back. Of more steps that do, any one may be taken for a step forth by mistake; and of all steps
 * and the ends, any one for a step back. */
static enum cop_truth judge_series(const struct cop_claim *claim,
                                   const struct cop_evidence *evidence, struct doubts doubts,
                                   struct cop_text *findings)
{
    int last = claim->part_count - 1, back = 0, not_forth = 0;
    struct doubts of_ends = {doubts.yes, doubts.no * (last + 1)};
    struct doubts of_steps = {doubts.yes * (claim->allow + 1), of_ends.no};
    enum cop_truth ends = compare(claim->kind == CLAIM_INCREASING ? CLAIM_GREATER : CLAIM_LESS,
                                  evidence, claim->parts[last], claim->parts[0], of_ends);

    note_value(claim->parts[0], evidence, findings);
    for (int i = 1; i <= last; i++) {
        enum cop_truth step = judge_step(claim, i, evidence, of_steps);

        note_value(claim->parts[i], evidence, findings);
        back += step == COP_FALSE;
        not_forth += step != COP_TRUE;
    }
    return truth_of(ends == COP_TRUE && not_forth <= claim->allow,
                    ends == COP_FALSE || back > claim->allow);
}

static int count_comparisons(const struct cop_claim *claim)
{
    int count = 0;

    if (claim->kind < CLAIM_AND)
        return 1;
    for (int i = 0; i < claim->part_count; i++)
        count += count_comparisons(claim->parts[i]);
    return count;
}

static enum cop_truth judge(const struct cop_claim *claim, const struct cop_evidence *evidence,
                            struct doubts doubts, struct cop_text *findings);

/* One failing part makes a conjunction fail, and one part that holds makes an alternative hold: the
 * doubts about that verdict are shared out among the comparisons. */
static enum cop_truth judge_joined(const struct cop_claim *claim,
                                   const struct cop_evidence *evidence, struct doubts doubts,
                                   struct cop_text *findings)
{
    bool is_and = claim->kind == CLAIM_AND;
    enum cop_truth truths[2];

    for (int i = 0; i < 2; i++) {
        struct doubts own = doubts;
        double share = (double)count_comparisons(claim) / count_comparisons(claim->parts[i]);

        *(is_and ? &own.no : &own.yes) *= share;
        truths[i] = judge(claim->parts[i], evidence, own, findings);
    }
    if (is_and)
        return truths[0] < truths[1] ? truths[0] : truths[1];
    return truths[0] > truths[1] ? truths[0] : truths[1];
}

static enum cop_truth judge(const struct cop_claim *claim, const struct cop_evidence *evidence,
                            struct doubts doubts, struct cop_text *findings)
{
    switch (claim->kind) {
    case CLAIM_AND:
    case CLAIM_OR:
        return judge_joined(claim, evidence, doubts, findings);
    case CLAIM_NOT:
        return COP_TRUE -
               judge(claim->parts[0], evidence, (struct doubts){doubts.no, doubts.yes}, findings);
    case CLAIM_WITHIN:
        return judge_within(claim, evidence, doubts, findings);
    case CLAIM_BEST:
        return judge_best(claim, evidence, doubts, findings);
    case CLAIM_INCREASING:
    case CLAIM_DECREASING:
        return judge_series(claim, evidence, doubts, findings);
    default:
        return judge_comparison(claim, evidence, doubts, findings);
    }
}

enum cop_truth cop_claim_judge(const struct cop_claim *claim, const struct cop_evidence *evidence,
                               struct cop_text *findings)
{
    return judge(claim, evidence, (struct doubts){1, 1}, findings);
}
