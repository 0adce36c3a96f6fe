/* courses.c - which measures by ply are drawn, and from where their numbers come. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/report/lines.h"
#include "lab/report/table.h"
#include "lab/run/course_measure.h"
#include "lab/run/files.h"

static const struct {
    const char *measure, *axis;
    bool is_of_entrant;
    double dull; /* a line that is this all along says nothing */
} pictures[] = {{"branching", "legal moves", false, NAN},
                {"chances", "outcomes of chance", false, 1},
                {"points", "points", true, 0},
                {"lead", "lead in points", true, 0}};

enum { PICTURES = sizeof pictures / sizeof *pictures };
enum { ENTRANTS = 4 }; /* more bands than this cannot be told apart */

/* True if any of the points is not dull. */
static bool fill_points(const struct cop_lab_run_result *run, const char *measure,
                        const char *label, double dull, int plies, struct cop_interval *points)
{
    bool says_something = false;

    for (int i = 0; i < plies; i++) {
        const struct cop_interval *measured;
        char ply[20], *of;

        snprintf(ply, sizeof ply, "%d", i + 1);
        of = label ? cop_measure_object(label, ply) : cop_copy_string(ply);
        measured = cop_lab_run_measured(run, measure, of);
        points[i] = measured ? *measured : (struct cop_interval){NAN, NAN, NAN};
        says_something = says_something || (isfinite(points[i].value) && points[i].value != dull);
        free(of);
    }
    return says_something;
}

/* What was published of a measure that is about no entrant; false if nothing was. */
static bool fill_published(const struct cop_results *results, const char *run, const char *measure,
                           int plies, double *published)
{
    bool is_any = false;

    for (int i = 0; i < plies; i++) {
        const struct cop_value_result *value;
        char ply[20];

        snprintf(ply, sizeof ply, "%d", i + 1);
        value = cop_published_value(results, run, measure, ply);
        published[i] = value ? value->published.value : NAN;
        is_any = is_any || value;
    }
    return is_any;
}

static void draw(const struct cop_results *results, const struct cop_lab_run_result *run,
                 int picture, int plies, const char *title, struct cop_text *text)
{
    const char *measure = pictures[picture].measure;
    int count = !pictures[picture].is_of_entrant ? 1
                : run->entrant_count < ENTRANTS  ? run->entrant_count
                                                 : (int)ENTRANTS;
    struct cop_interval *points = cop_allocate((size_t)count * (size_t)plies * sizeof *points);
    double *published = cop_allocate((size_t)plies * sizeof *published);
    struct cop_lines lines = {.title = title,
                              .x_axis = "ply",
                              .y_axis = pictures[picture].axis,
                              .line_count = count,
                              .point_count = plies};
    bool says_something = false;

    for (int l = 0; l < count; l++) {
        const char *label = pictures[picture].is_of_entrant ? run->entrants[l].label : NULL;
        struct cop_interval *own = points + (ptrdiff_t)l * plies;

        lines.lines[l] = (struct cop_line){label ? label : "measured", own};
        says_something =
            fill_points(run, measure, label, pictures[picture].dull, plies, own) || says_something;
    }
    if (!pictures[picture].is_of_entrant &&
        fill_published(results, run->name, measure, plies, published))
        lines.published = published;
    if (says_something)
        cop_lines_write(&lines, text);
    free(points);
    free(published);
}

bool cop_course_plot(const struct cop_results *results, const struct cop_lab_run_result *run,
                     int picture, char **title, struct cop_text *text)
{
    int plies = run->is_course ? cop_course_longest(run) : 0;

    *title = NULL;
    if (picture >= PICTURES || plies <= 1)
        return false;
    *title = cop_path("%s, %s by ply", run->name, pictures[picture].axis);
    draw(results, run, picture, plies, *title, text);
    return true;
}

bool cop_is_drawn_by_ply(const char *measure)
{
    for (int i = 0; i < PICTURES; i++)
        if (strcmp(pictures[i].measure, measure) == 0)
            return true;
    return false;
}
