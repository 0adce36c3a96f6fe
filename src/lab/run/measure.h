/* measure.h - the numbers that claims speak of: score(run, entrant), sims(run), ...
 *
 * One table says which measures there are, for which kind of run, and what words they take. */
#ifndef COPPICE_LAB_MEASURE_H
#define COPPICE_LAB_MEASURE_H

#include "lab/run/results.h"

/* What a measure's second and third words are. */
enum cop_word_kind {
    COP_WORD_ENTRANT,
    COP_WORD_MOVE,
    COP_WORD_POSITION,
    COP_WORD_ENDING,
    COP_WORD_PLY,
    COP_WORD_QUESTION,
    COP_WORD_PIECES
};

struct cop_measure_row {
    const char *name;
    enum cop_lab_run_kind kind;
    int words_low, words_high; /* the run included */
    const char *words;         /* "run, entrant[, opponent]" */
    const char *help;
    enum cop_word_kind second, third;
    bool is_extreme;      /* of what was seen: it moves with every further search */
    bool is_course;       /* only where games are looked at ply by ply */
    bool is_by_turn;      /* of these: only where plies are whole turns */
    bool is_timed;        /* only where searches are made one at a time and in turn */
    bool is_by_start;     /* only where games begin at the positions of a list */
    bool is_about_points; /* of these: only of games that have points of their own */
};

/* Row 0, 1, ...; NULL after the last. */
const struct cop_measure_row *cop_measure_row(int i);
/* Fails with a message that lists what there is. */
const struct cop_measure_row *cop_measure_find(const char *name, enum cop_lab_run_kind kind,
                                               struct cop_error *error);

/* The evidence of cop_claim_judge; `context` is a struct cop_results. The measures must have passed
 * the experiment's check; one that is about nothing gives a value that is not a number. */
struct cop_interval cop_measure_interval(const void *context, const struct cop_measure *measure);
double cop_measure_correlation(const void *context, const struct cop_measure *left,
                               const struct cop_measure *right);

/* Whom or what a measure is about: "Star2", "Star2, 7". The caller frees it. */
char *cop_measure_object(const char *second, const char *third);

/* Fills in run->measured: every measure, of every entrant or move where it takes one. */
void cop_measure_all(const struct cop_results *results, struct cop_lab_run_result *run);

/* The number of an entrant, or -1; its place among those of a fixture, or -1; and the fixture where
 * it meets `other`, or is alone where nobody meets, or NULL. */
int cop_lab_find_entrant(const struct cop_lab_run_result *run, const char *label);
int cop_fixture_place(const struct cop_fixture_result *fixture, int entrant);
const struct cop_fixture_result *cop_fixture_of(const struct cop_lab_run_result *run, int entrant,
                                                int other);

/* How each game of a match pulls a measure, as cop_course_pulls has it (course_measure.h). */
bool cop_measure_pulls(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                       double *pulls);

const struct cop_lab_run_result *cop_results_run(const struct cop_results *results,
                                                 const char *name);

#endif
