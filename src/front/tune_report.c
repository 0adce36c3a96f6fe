/* tune_report.c - the course of a tuner as a table and as a picture. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "front/tune_options.h"
#include "lab/report/lines.h"
#include "match/report.h"

static_assert((int)COP_LINES_MAX >= (int)COP_TUNED_MAX, "every option has a line in the picture");

enum { COLUMN = 20 };

/* "0.83 +- 0.12", or of choices the largest share: "visits 0.75". */
static void add_place(const struct cop_tuned *tuned, const struct cop_bell *bell, int i,
                      const double *centre, struct cop_text *text)
{
    cop_tuned_write(tuned, centre[i], text);
    if (tuned->is_choice)
        cop_text_add(text, " %.2f", bell->shares[i][(int)centre[i]]);
    else
        cop_text_add(text, " +- %.3g", bell->deviation[i]);
}

static void add_cell(const char *words, struct cop_text *text)
{
    cop_text_add(text, "  %-*s", COLUMN, words);
}

static void add_step(const struct cop_space *space, int number, const struct cop_tuning_step *step,
                     struct cop_text *text)
{
    struct cop_text cell = COP_TEXT;
    double centre[COP_TUNED_MAX];

    cop_bell_centre(&step->bell, space, centre);
    cop_text_add(text, "%9d", number);
    for (int i = 0; i < space->count; i++) {
        cop_text_clear(&cell);
        add_place(&space->tuned[i], &step->bell, i, centre, &cell);
        add_cell(cell.bytes, text);
    }
    cop_text_free(&cell);
    if (!isnan(step->mean))
        cop_text_add(text, "  %10.4g  %10.4g", step->mean, step->best);
    cop_text_add(text, "\n");
}

static void add_method(const struct cop_tuning *tuning, struct cop_text *text)
{
    if (tuning->by == COP_BY_CEM)
        cop_text_add(text, "cross-entropy: %d samples of %d games, %d followed, smoothing %g",
                     tuning->samples, tuning->games, tuning->elites, tuning->smoothing);
    else
        cop_text_add(text, "SPSA: two points of %d games, gain %g, step %g, steady %g",
                     tuning->games, tuning->spsa.gain, tuning->spsa.step, tuning->spsa.steady);
}

static void add_idle(const struct cop_space *space, const bool *is_idle, struct cop_text *text)
{
    for (int i = 0; i < space->count; i++)
        if (is_idle[i])
            cop_text_add(text, "\n%s did nothing: %d games were the same with all its values",
                         space->tuned[i].path, (int)COP_IDLE_GAMES);
}

void cop_tune_write(const struct cop_tuning *tuning, const struct cop_bout *bout,
                    const bool *is_idle, const struct cop_tuned_result *result,
                    struct cop_text *text)
{
    const struct cop_space *space = tuning->space;

    cop_text_add(text, "%s, ", space->game->name);
    add_method(tuning, text);
    if (space->game->players > 1)
        cop_text_add(text, "\nagainst %s", bout->against);
    cop_text_add(text, "\neach with ");
    cop_limits_write(&bout->limits, text);
    add_idle(space, is_idle, text);
    cop_text_add(text, "\n\niteration");
    for (int i = 0; i < space->count; i++)
        add_cell(space->tuned[i].path, text);
    cop_text_add(text, "  %10s  %10s\n", "mean", tuning->by == COP_BY_CEM ? "followed" : "better");
    for (int i = 0; i <= result->step_count && result->steps != NULL; i++)
        add_step(space, i, &result->steps[i], text);
}

static void add_verdict(const struct cop_confirmed *confirmed, struct cop_text *text)
{
    if (confirmed->score.low > confirmed->even)
        cop_text_add(text, "What was found is better than the start.\n");
    else if (confirmed->score.high < confirmed->even)
        cop_text_add(text, "What was found is worse than the start: too few games for each point "
                           "misled the tuner.\n");
    else
        cop_text_add(text,
                     "That it is better than the start is not shown: %g lies in the "
                     "interval.\n",
                     confirmed->even);
}

void cop_tune_write_found(const struct cop_space *space, const char *found,
                          const struct cop_confirmed *confirmed, struct cop_text *text)
{
    cop_text_add(text, "\nfound  %s\nstart  %s\n", found, space->agent);
    if (confirmed == NULL) {
        cop_text_add(text, strcmp(found, space->agent) == 0
                               ? "\nWhat was found is the start.\n"
                               : "\nWhether it is better than the start was not asked.\n");
        return;
    }
    cop_text_add(text, "\nfound against start in %lld other games: ", (long long)confirmed->games);
    if (space->game->players == 1) {
        cop_text_add(text, "%+.4g points (%+.4g to %+.4g)", confirmed->score.value,
                     confirmed->score.low, confirmed->score.high);
    } else {
        cop_write_score(confirmed->score, text);
        if (space->game->players == 2) {
            cop_text_add(text, ", Elo ");
            cop_write_elo(cop_elo_interval(confirmed->score), text);
        }
    }
    cop_text_add(text, "\n");
    add_verdict(confirmed, text);
}

/* ---- The picture ---- */

/* A place in the option's range, from 0 to 1; of choices the share of the one found. */
static struct cop_interval height_of(const struct cop_tuned *tuned, const struct cop_bell *bell,
                                     int i, int choice)
{
    double range = tuned->high - tuned->low, value, around;

    if (tuned->is_choice) {
        value = bell->shares[i][choice];
        return (struct cop_interval){value, value, value};
    }
    value = (bell->mean[i] - tuned->low) / range;
    around = bell->deviation[i] / range;
    return (struct cop_interval){fmax(value - around, 0), value, fmin(value + around, 1)};
}

static void add_label(const struct cop_tuned *tuned, double found, struct cop_text *text)
{
    if (tuned->is_choice) {
        cop_text_add(text, "%s: share of ", tuned->path);
        cop_tuned_write(tuned, found, text);
    } else {
        cop_text_add(text, "%s, %g to %g: ", tuned->path, tuned->low, tuned->high);
        cop_tuned_write(tuned, found, text);
    }
}

void cop_tune_plot(const struct cop_tuning *tuning, const struct cop_tuned_result *result,
                   struct cop_text *text)
{
    const struct cop_space *space = tuning->space;
    int steps = result->step_count;
    struct cop_interval *points = cop_allocate((size_t)(space->count * steps + 1) * sizeof *points);
    struct cop_text labels[COP_TUNED_MAX];
    struct cop_lines lines = {.title = "Values after each iteration",
                              .x_axis = "iteration",
                              .y_axis = "part of the range",
                              .line_count = space->count,
                              .point_count = steps};
    double found[COP_TUNED_MAX];

    cop_bell_centre(&result->steps[steps].bell, space, found);
    for (int i = 0; i < space->count; i++) {
        labels[i] = (struct cop_text)COP_TEXT;
        add_label(&space->tuned[i], found[i], &labels[i]);
        for (int step = 0; step < steps; step++)
            points[i * steps + step] =
                height_of(&space->tuned[i], &result->steps[step + 1].bell, i, (int)found[i]);
        lines.lines[i] = (struct cop_line){labels[i].bytes, points + (ptrdiff_t)i * steps};
    }
    cop_lines_write(&lines, text);
    for (int i = 0; i < space->count; i++)
        cop_text_free(&labels[i]);
    free(points);
}
