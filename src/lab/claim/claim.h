/* claim.h - what a published table says, as an expression that measurements decide.
 *
 *     score(othello, basic) <= 25% and saved(othello, basic, uct) > 65%
 *     best(connect4) in {'c=0.25', 'c=0.5', 'c=1'}
 *     increasing(scores(breakthrough), allow=1, slack=5%)
 *
 * A claim is true, false or undecided, because every measured number has an interval. The grammar
 * and the meaning of each function are in docs/lab/README.md. Names are checked when the claim is
 * read, against whoever knows the runs, so that a slip of the pen shows before any game is played.
 *
 * claim.c reads claims, write.c writes them, judge.c decides them. */
#ifndef COPPICE_LAB_CLAIM_H
#define COPPICE_LAB_CLAIM_H

#include "coppice/error.h"
#include "coppice/text.h"
#include "match/statistics.h"

enum { COP_MEASURE_WORDS_MAX = 4 };

/* One measured number: `saved(connect4, 'uct*', uct)` has the words connect4, uct* and uct. */
struct cop_measure {
    const char *name;
    int word_count;
    const char *words[COP_MEASURE_WORDS_MAX];
};

/* Writes it as a claim would. */
void cop_measure_write(const struct cop_measure *measure, struct cop_text *text);

/* Who knows the names in a claim. */
struct cop_claim_names {
    const void *context;
    bool (*check)(const void *context, const struct cop_measure *measure, struct cop_error *error);
    /* The entrants of a run in the order of the file; 0 and a message if there are none. The labels
     * are not copied. */
    int (*entrants)(const void *context, const char *run, const char *const **labels,
                    struct cop_error *error);
};

struct cop_claim;

/* NULL and a message with the column where the text goes wrong. The measures of a claim point into
 * it. */
struct cop_claim *cop_claim_parse(const char *words, const struct cop_claim_names *names,
                                  struct cop_error *error);
void cop_claim_free(struct cop_claim *claim);

/* The canonical text, which parses to an equal claim. */
void cop_claim_write(const struct cop_claim *claim, struct cop_text *text);

/* What was measured. The correlation of two measures is that of their errors, -1 to 1: the scores
 * of two opponents have -1, numbers from different runs 0. */
struct cop_evidence {
    const void *context;
    struct cop_interval (*measure)(const void *context, const struct cop_measure *measure);
    double (*correlation)(const void *context, const struct cop_measure *left,
                          const struct cop_measure *right);
};

enum cop_truth { COP_FALSE, COP_UNDECIDED, COP_TRUE };

/* Decides the claim and adds what was found for each comparison, separated by "; ". */
enum cop_truth cop_claim_judge(const struct cop_claim *claim, const struct cop_evidence *evidence,
                               struct cop_text *findings);

#endif
