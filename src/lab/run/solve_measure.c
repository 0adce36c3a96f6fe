#include "lab/run/solve_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct cop_interval nothing = {NAN, NAN, NAN};

double cop_point(const struct cop_question *question, int point, int variable)
{
    return question->points[(ptrdiff_t)point * COP_POINT_VARIABLES + variable];
}

int cop_answered_by(const struct cop_question *question)
{
    for (int v = COP_POINT_PROOF; v <= COP_POINT_DISPROOF; v++)
        if (cop_point(question, question->count - 1, v) == 0)
            return v;
    return -1;
}

/* What was counted until the end; if that was the limit, more may be needed. */
static struct cop_interval spent(double number, bool is_whole)
{
    return (struct cop_interval){number, number, is_whole ? number : INFINITY};
}

static bool is_known(const struct cop_solved *solved)
{
    return solved->lower == solved->upper;
}

static struct cop_interval value_of(const struct cop_solved *solved, int question)
{
    (void)question;
    return (struct cop_interval){solved->lower, (solved->lower + solved->upper) / 2, solved->upper};
}

static struct cop_interval whether_solved(const struct cop_solved *solved, int question)
{
    (void)question;
    return spent(is_known(solved), true);
}

static double nodes_at_end(const struct cop_question *question)
{
    return cop_point(question, question->count - 1, COP_POINT_NODES);
}

double cop_nodes_before(const struct cop_solved *solved, int question)
{
    return question > 0 ? nodes_at_end(&solved->questions[question - 1]) : 0;
}

static struct cop_interval nodes_of(const struct cop_solved *solved, int question)
{
    const struct cop_question *asked;

    if (question < 0)
        return spent((double)solved->nodes, is_known(solved));
    if (question >= solved->question_count)
        return nothing;
    asked = &solved->questions[question];
    return spent(nodes_at_end(asked) - cop_nodes_before(solved, question),
                 cop_answered_by(asked) >= 0);
}

static struct cop_interval seconds_of(const struct cop_solved *solved, int question)
{
    (void)question;
    return spent(solved->seconds, is_known(solved));
}

static struct cop_interval build_seconds_of(const struct cop_solved *solved, int question)
{
    (void)question;
    return spent(solved->build_seconds, true);
}

static struct cop_interval total_seconds_of(const struct cop_solved *solved, int question)
{
    (void)question;
    return spent(solved->seconds + solved->build_seconds, is_known(solved));
}

/* As a share of the nodes of the question: where the number that ends at 0 was largest, first. */
static struct cop_interval peak_of(const struct cop_solved *solved, int question)
{
    const struct cop_question *asked;
    double begin, end, peak;
    int variable, best = 0;

    if (question < 0 || question >= solved->question_count)
        return nothing;
    asked = &solved->questions[question];
    variable = cop_answered_by(asked);
    if (variable < 0 || asked->count < 2) /* not answered, or nothing but the end was kept */
        return nothing;
    for (int i = 1; i < asked->count; i++)
        if (cop_point(asked, i, variable) > cop_point(asked, best, variable))
            best = i;
    begin = cop_nodes_before(solved, question);
    end = nodes_at_end(asked);
    peak = cop_point(asked, best, COP_POINT_NODES);
    return spent((peak - begin) / (end - begin), true);
}

static const struct {
    struct cop_measure_row row;
    struct cop_interval (*of)(const struct cop_solved *solved, int question); /* from 0; -1: all */
} recipes[] = {
    {{"value", COP_LAB_RUN_SOLVES, 2, 2, "run, solve", "what the position is worth"}, value_of},
    {{"solved", COP_LAB_RUN_SOLVES, 2, 2, "run, solve", "1 if the value was found, else 0"},
     whether_solved},
    {{"nodes", COP_LAB_RUN_SOLVES, 2, 3, "run, solve[, question]",
      "nodes of the search, or of one question; a lower bound where the limit came first",
      COP_WORD_ENTRANT, COP_WORD_QUESTION},
     nodes_of},
    {{"seconds", COP_LAB_RUN_SOLVES, 2, 2, "run, solve", "seconds of the search"}, seconds_of},
    {{"build_seconds", COP_LAB_RUN_SOLVES, 2, 2, "run, solve",
      "seconds that its databases took to build"},
     build_seconds_of},
    {{"total_seconds", COP_LAB_RUN_SOLVES, 2, 2, "run, solve", "both together"}, total_seconds_of},
    {{"peak", COP_LAB_RUN_SOLVES, 3, 3, "run, solve, question",
      "the share of a question's nodes after which the number that ends at 0 was largest",
      COP_WORD_ENTRANT, COP_WORD_QUESTION},
     peak_of},
};

enum { RECIPES = sizeof recipes / sizeof *recipes };

const struct cop_measure_row *cop_solve_measure_row(int i)
{
    return i >= 0 && i < RECIPES ? &recipes[i].row : NULL;
}

struct cop_interval cop_solve_interval(const struct cop_lab_run_result *run,
                                       const struct cop_measure *measure)
{
    int question = measure->word_count > 2 ? (int)strtol(measure->words[2], NULL, 10) - 1 : -1;

    for (int e = 0; e < run->entrant_count; e++)
        for (int i = 0; i < RECIPES; i++)
            if (strcmp(run->entrants[e].label, measure->words[1]) == 0 &&
                strcmp(recipes[i].row.name, measure->name) == 0)
                return recipes[i].of(&run->solved[e], question);
    return nothing;
}
