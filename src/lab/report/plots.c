#include "lab/report/plots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/report/agreement.h"
#include "lab/report/lines.h"
#include "lab/report/plot.h"
#include "lab/report/table.h"
#include "lab/run/files.h"

/* Measures by the words of people; the others by their own names. */
static const struct {
    const char *measure, *words;
} measure_words[] = {
    {"sims", "simulations"},
    {"saved", "share saved"},
    {"mean_saved", "mean share saved"},
    {"least_saved", "least share saved"},
    {"most_saved", "most share saved"},
    {"early", "share that ended early"},
    {"better", "share of positions in which it is better"},
    {"equal", "share of positions in which both are equal"},
    {"better_by", "points more where it is better"},
    {"moving_first", "score of the games in which it moves first"},
    {"chosen", "share that chose the move"},
    {"any_pruned", "share that took out a move"},
    {"error_deviation", "deviation of the error"},
    {"widest_spread", "widest spread"},
    {"least_best_share", "least share of the best move"},
};

/* Runs share a plot if they have no more rows than this each. */
enum { SHARED_ROWS = 2 };

/* The rows of one measure, run after run. */
struct rows {
    int count;
    struct cop_plot_row *list;
    const struct cop_lab_run_result **runs; /* whose each of them is */
};

static const char *words_of(const char *measure)
{
    for (size_t i = 0; i < sizeof measure_words / sizeof *measure_words; i++)
        if (strcmp(measure_words[i].measure, measure) == 0)
            return measure_words[i].words;
    return measure;
}

static bool is_score(const char *measure)
{
    return strcmp(measure, "score") == 0;
}

static bool is_drawn(const struct cop_lab_run_result *run, const char *measure)
{
    if (run->is_course && cop_is_drawn_by_ply(measure))
        return false;
    if (strcmp(measure, "sims") == 0)
        return strcmp(run->limit, run->full_limit) == 0;
    return strcmp(measure, "seconds") != 0 && strcmp(measure, "us_per_sim") != 0 &&
           strcmp(measure, "time_saved") != 0 && strcmp(measure, "speed") != 0 &&
           strcmp(measure, "speedup") != 0 && run->kind != COP_LAB_RUN_COUNTS &&
           run->kind != COP_LAB_RUN_SOLVES;
}

static void add_row(struct rows *rows, const struct cop_lab_run_result *run, const char *label,
                    struct cop_interval published, struct cop_interval measured)
{
    size_t room = (size_t)rows->count + 1;

    rows->list = cop_reallocate(rows->list, room * sizeof *rows->list);
    rows->runs = cop_reallocate(rows->runs, room * sizeof(const struct cop_lab_run_result *));
    rows->list[rows->count] = (struct cop_plot_row){label, published, measured};
    rows->runs[rows->count++] = run;
}

/* A match shows everybody who played, whether that was published or not. */
static void collect_scores(const struct cop_results *results, const struct cop_lab_run_result *run,
                           struct rows *rows)
{
    const struct cop_interval nothing = {NAN, NAN, NAN};
    bool is_other = cop_is_another_field(results, run->name);

    for (int i = 0; i < run->entrant_count; i++) {
        const char *label = run->entrants[i].label;
        const struct cop_value_result *value =
            is_other ? NULL : cop_published_value(results, run->name, "score", label);
        const struct cop_interval *measured = cop_lab_run_measured(run, "score", label);

        add_row(rows, run, label, value ? value->published : nothing,
                measured ? *measured : nothing);
    }
}

static void collect(const struct cop_results *results, const struct cop_lab_run_result *run,
                    const char *measure, struct rows *rows)
{
    if (run->kind == COP_LAB_RUN_MATCH && is_score(measure)) {
        collect_scores(results, run, rows);
        return;
    }
    for (int i = 0; i < results->value_count && is_drawn(run, measure); i++) {
        const struct cop_value_result *value = &results->values[i];

        if (strcmp(value->run, run->name) == 0 && strcmp(value->name, measure) == 0 &&
            cop_lab_run_measured(run, measure, value->of))
            add_row(rows, run, value->of, value->published, value->measured);
    }
}

/* How many rows from the first on are of its run. */
static int of_run(const struct rows *rows, int first)
{
    int last = first;

    while (last < rows->count && rows->runs[last] == rows->runs[first])
        last++;
    return last - first;
}

/* Where a match of two was published by the score of one of them, the other says nothing new. */
static void drop_complements(struct rows *rows)
{
    int kept = 0;

    for (int first = 0, count; first < rows->count; first += count) {
        bool is_known = false;

        count = of_run(rows, first);
        for (int i = first; i < first + count; i++)
            is_known = is_known || isfinite(rows->list[i].published.value);
        for (int i = first; i < first + count; i++) {
            if (count <= SHARED_ROWS && is_known && !isfinite(rows->list[i].published.value))
                continue;
            rows->list[kept] = rows->list[i];
            rows->runs[kept++] = rows->runs[i];
        }
    }
    rows->count = kept;
}

/* Numbers of very different size are not drawn on one axis. */
static bool is_alike(const struct rows *rows)
{
    double low = INFINITY, high = 0;

    for (int i = 0; i < rows->count; i++) {
        const double values[] = {rows->list[i].published.value, rows->list[i].measured.value};

        for (int v = 0; v < 2; v++)
            if (isfinite(values[v])) {
                low = fmin(low, fabs(values[v]));
                high = fmax(high, fabs(values[v]));
            }
    }
    return high <= 1 || high <= 20 * low;
}

static bool is_shared(const struct rows *rows)
{
    if (rows->count == 0 || of_run(rows, 0) == rows->count)
        return false;
    for (int first = 0; first < rows->count; first += of_run(rows, first))
        if (of_run(rows, first) > SHARED_ROWS)
            return false;
    return is_alike(rows);
}

/* An even score: that of each of those who meet, if all are as strong. */
static double mark_of(const struct rows *rows, int first, const char *measure)
{
    const struct cop_lab_run_result *run = rows->runs[first];

    if (!is_score(measure) || run->fixture_count == 0 || run->fixtures[0].entrant_count < 2)
        return NAN;
    return 1.0 / run->fixtures[0].entrant_count;
}

/* Draws some of the rows; `is_shared` if they are of several runs. */
/* Takes a plot over, unless nothing was drawn. */
static void keep(struct cop_results_plots *plots, struct cop_results_plot *made)
{
    if (made->svg.length == 0) {
        free(made->title);
        return;
    }
    plots->list = cop_reallocate(plots->list, ((size_t)plots->count + 1) * sizeof *plots->list);
    plots->list[plots->count++] = *made;
}

static void draw(const struct rows *rows, int first, int count, const char *measure, bool is_shared,
                 struct cop_results_plots *plots)
{
    struct cop_plot_row *list = cop_allocate((size_t)count * sizeof *list);
    char **labels = cop_allocate((size_t)count * sizeof *labels);
    struct cop_results_plot made = {.svg = COP_TEXT};
    struct cop_plot plot = {.axis = words_of(measure),
                            .mark = mark_of(rows, first, measure),
                            .row_count = count,
                            .rows = list};

    made.title = is_shared ? cop_copy_string(plot.axis)
                           : cop_path("%s, %s", rows->runs[first]->name, plot.axis);
    plot.title = made.title;
    for (int i = 0; i < count; i++) {
        const char *run = rows->runs[first + i]->name, *of = rows->list[first + i].label;

        labels[i] = !of[0] ? cop_copy_string(run)
                           : cop_path("%s%s%s", is_shared ? run : "", is_shared ? ": " : "", of);
        list[i] = rows->list[first + i];
        list[i].label = labels[i];
    }
    cop_plot_write(&plot, &made.svg);
    keep(plots, &made);
    for (int i = 0; i < count; i++)
        free(labels[i]);
    free(labels);
    free(list);
}

static void draw_measure(const struct cop_results *results, const char *measure,
                         struct cop_results_plots *plots)
{
    struct rows rows = {0};

    for (int r = 0; r < results->run_count; r++)
        collect(results, &results->runs[r], measure, &rows);
    if (!rows.runs)
        return;
    if (results->run_count > 1)
        drop_complements(&rows);
    if (is_shared(&rows))
        draw(&rows, 0, rows.count, measure, true, plots);
    else
        for (int first = 0; first < rows.count; first += of_run(&rows, first))
            draw(&rows, first, of_run(&rows, first), measure, false, plots);
    free(rows.list);
    free(rows.runs);
}

/* The first number of this measure: where its plot is drawn. */
static bool is_first(const struct cop_results *results, int value)
{
    for (int i = 0; i < value; i++)
        if (strcmp(results->values[i].name, results->values[value].name) == 0)
            return false;
    return true;
}

void cop_results_plots_make(const struct cop_results *results, struct cop_results_plots *plots)
{
    *plots = (struct cop_results_plots){0};
    draw_measure(results, "score", plots);
    for (int i = 0; i < results->value_count; i++)
        if (!is_score(results->values[i].name) && is_first(results, i))
            draw_measure(results, results->values[i].name, plots);
    for (int r = 0; r < results->run_count; r++) {
        struct cop_results_plot made = {.svg = COP_TEXT};

        for (int i = 0; cop_course_plot(results, &results->runs[r], i, &made.title, &made.svg);
             i++) {
            keep(plots, &made);
            made = (struct cop_results_plot){.svg = COP_TEXT};
        }
        for (int i = 0; cop_curve_plot(&results->runs[r], i, &made.title, &made.svg); i++) {
            keep(plots, &made);
            made = (struct cop_results_plot){.svg = COP_TEXT};
        }
    }
}

void cop_results_plots_free(struct cop_results_plots *plots)
{
    for (int i = 0; i < plots->count; i++) {
        free(plots->list[i].title);
        cop_text_free(&plots->list[i].svg);
    }
    free(plots->list);
    *plots = (struct cop_results_plots){0};
}
