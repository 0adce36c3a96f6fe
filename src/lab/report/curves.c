/* curves.c - the numbers of a proof-number search in the course of a question, as pictures. */
#include <math.h>

#include "lab/report/lines.h"
#include "lab/run/files.h"
#include "lab/run/solve_measure.h"

enum {
    PLACES = 100,
    LEAST = 3
}; /* from left to right, in percent; points that are worth drawing */

/* The question that picture number `picture` is about: of all that have a curve; -1: none. */
static int find_question(const struct cop_lab_run_result *run, int picture, int *entrant)
{
    for (int e = 0; e < run->entrant_count && run->solved; e++)
        for (int q = 0; q < run->solved[e].question_count; q++)
            if (run->solved[e].questions[q].count >= LEAST && picture-- == 0) {
                *entrant = e;
                return q;
            }
    return -1;
}

/* The last point that was taken until then; nothing before the first. */
static void fill_line(const struct cop_question *question, double begin, int variable,
                      struct cop_interval *points)
{
    double end = cop_point(question, question->count - 1, COP_POINT_NODES), value = NAN;
    int at = 0;

    for (int place = 0; place < PLACES; place++) {
        double until = begin + (end - begin) * (place + 1) / PLACES;

        while (at < question->count && cop_point(question, at, COP_POINT_NODES) <= until)
            value = cop_point(question, at++, variable);
        points[place] = (struct cop_interval){value, value, value};
    }
}

static void draw(const struct cop_solved *solved, int question, const char *title,
                 struct cop_text *text)
{
    struct cop_interval proof[PLACES], disproof[PLACES];
    struct cop_lines lines = {
        .title = title,
        .x_axis = "percent of its nodes",
        .y_axis = "positions to answer",
        .line_count = 2,
        .point_count = PLACES,
        .lines = {{"for a yes (proof)", proof}, {"for a no (disproof)", disproof}}};
    double begin = cop_nodes_before(solved, question);

    fill_line(&solved->questions[question], begin, COP_POINT_PROOF, proof);
    fill_line(&solved->questions[question], begin, COP_POINT_DISPROOF, disproof);
    cop_lines_write(&lines, text);
}

bool cop_curve_plot(const struct cop_lab_run_result *run, int picture, char **title,
                    struct cop_text *text)
{
    int entrant = 0, question = find_question(run, picture, &entrant);

    *title = NULL;
    if (question < 0)
        return false;
    *title = cop_path(
        "%s, %s, question %d%s", run->name, run->entrants[entrant].label, question + 1,
        cop_answered_by(&run->solved[entrant].questions[question]) < 0 ? " as far as its limit"
                                                                       : "");
    draw(&run->solved[entrant], question, *title, text);
    return true;
}
