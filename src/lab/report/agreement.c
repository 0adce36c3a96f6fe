#include "lab/report/agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/report/plot.h"

static bool is_score(const struct cop_value_result *value)
{
    return strcmp(value->name, "score") == 0;
}

static bool is_time(const struct cop_value_result *value)
{
    return strcmp(value->name, "seconds") == 0 || strcmp(value->name, "us_per_sim") == 0 ||
           strcmp(value->name, "time_saved") == 0 || strcmp(value->name, "speed") == 0 ||
           strcmp(value->name, "speedup") == 0 || strcmp(value->name, "build_seconds") == 0 ||
           strcmp(value->name, "total_seconds") == 0;
}

bool cop_is_another_field(const struct cop_results *results, const char *run)
{
    int entrants = 0;

    for (int i = 0; i < results->run_count; i++)
        if (strcmp(results->runs[i].name, run) == 0 && results->runs[i].kind == COP_LAB_RUN_MATCH)
            entrants = results->runs[i].entrant_count;
    for (int i = 0; i < results->value_count && entrants > 2; i++)
        if (strcmp(results->values[i].run, run) == 0 && is_score(&results->values[i]) &&
            isnan(results->values[i].measured.value))
            return true;
    return false;
}

static bool has_interval(struct cop_interval interval)
{
    return isfinite(interval.low) && isfinite(interval.value) && isfinite(interval.high) &&
           interval.low < interval.high;
}

/* Whether 0 is in the interval of left - right (Newcombe 1998, method 10). */
static bool may_be_equal(struct cop_interval left, struct cop_interval right)
{
    double difference = left.value - right.value;
    double below = hypot(left.value - left.low, right.high - right.value);
    double above = hypot(left.high - left.value, right.value - right.low);

    return difference - below <= 0 && difference + above >= 0;
}

/* What is counted exactly, or solved, is the published number or another one. */
static bool is_count(const struct cop_results *results, const struct cop_value_result *value)
{
    for (int i = 0; i < results->run_count; i++)
        if (strcmp(results->runs[i].name, value->run) == 0)
            return results->runs[i].kind == COP_LAB_RUN_COUNTS ||
                   (results->runs[i].kind == COP_LAB_RUN_SOLVES &&
                    strcmp(value->name, "value") == 0 &&
                    value->measured.low == value->measured.high);
    return false;
}

enum cop_agreement cop_value_agreement(const struct cop_results *results,
                                       const struct cop_value_result *value)
{
    struct cop_interval published = value->published, measured = value->measured;
    bool is_compatible;

    if (is_count(results, value) && isfinite(measured.value))
        return measured.value == published.value ? COP_COMPATIBLE : COP_DIFFERENT;
    if (!has_interval(measured) || !isfinite(published.value) || is_time(value) ||
        cop_is_another_field(results, value->run))
        return COP_NOT_COMPARED;
    if (has_interval(published))
        is_compatible = may_be_equal(published, measured);
    else
        is_compatible = measured.low <= published.value && published.value <= measured.high;
    return is_compatible ? COP_COMPATIBLE : COP_DIFFERENT;
}

void cop_count_agreement(const struct cop_results *results, struct cop_agreement_counts *counts)
{
    for (int i = 0; i < results->value_count; i++) {
        const struct cop_value_result *value = &results->values[i];
        enum cop_agreement agreement = cop_value_agreement(results, value);
        int *row = is_score(value) ? counts->scores : counts->others;

        row[agreement]++;
        if (agreement != COP_NOT_COMPARED && has_interval(value->published))
            *(is_score(value) ? &counts->by_difference : &counts->others_by_difference) += 1;
    }
}

static int compared(const int row[COP_AGREEMENTS])
{
    return row[COP_COMPATIBLE] + row[COP_DIFFERENT];
}

/* How they were compared. */
static void write_ways(int by_difference, int by_interval, struct cop_text *text)
{
    if (by_interval == 0)
        cop_text_add(text, " (by the difference of two shares).");
    else if (by_difference == 0)
        cop_text_add(text, " (by our interval).");
    else
        cop_text_add(text, " (%d by the difference of two shares, %d by our interval).",
                     by_difference, by_interval);
}

static void write_row(const int row[COP_AGREEMENTS], const char *what, int by_difference,
                      struct cop_text *text)
{
    cop_text_add(text, "Of %d %s %d %s compatible with ours, %d differ%s significantly",
                 compared(row), what, row[COP_COMPATIBLE], row[COP_COMPATIBLE] == 1 ? "is" : "are",
                 row[COP_DIFFERENT], row[COP_DIFFERENT] == 1 ? "s" : "");
    write_ways(by_difference, compared(row) - by_difference, text);
}

void cop_agreement_write(const struct cop_agreement_counts *counts, struct cop_text *text)
{
    if (compared(counts->scores) > 0)
        write_row(counts->scores, "published win rates", counts->by_difference, text);
    if (compared(counts->others) > 0) {
        cop_text_add(text, compared(counts->scores) > 0 ? " " : "");
        write_row(counts->others, "other published numbers", counts->others_by_difference, text);
    }
}

int cop_thesis_count(const struct cop_results *results, int count)
{
    size_t length = count > 0 ? strcspn(results[0].id, "/") : 0;
    int same = 0;

    while (same < count && strncmp(results[same].id, results[0].id, length) == 0 &&
           results[same].id[length] == results[0].id[length])
        same++;
    return same;
}

void cop_agreement_plot(const struct cop_results *results, int count, bool is_file,
                        struct cop_text *text)
{
    struct cop_scatter scatter = {.title = "Win rates, published and measured",
                                  .x_axis = "published",
                                  .y_axis = "measured",
                                  .is_file = is_file};
    struct cop_scatter_dot *dots = NULL;

    for (int r = 0; r < count; r++)
        for (int i = 0; i < results[r].value_count; i++) {
            const struct cop_value_result *value = &results[r].values[i];
            enum cop_agreement agreement = cop_value_agreement(&results[r], value);

            if (!is_score(value) || agreement == COP_NOT_COMPARED)
                continue;
            dots = cop_reallocate(dots, (size_t)(scatter.dot_count + 1) * sizeof *dots);
            dots[scatter.dot_count++] = (struct cop_scatter_dot){value->published, value->measured,
                                                                 agreement == COP_DIFFERENT};
        }
    scatter.dots = dots;
    cop_scatter_write(&scatter, text);
    free(dots);
}
