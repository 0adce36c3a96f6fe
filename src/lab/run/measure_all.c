/* measure_all.c - every measure of a run, of everybody and everything that it can be about. */
#include <stdio.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/course_measure.h"
#include "lab/run/files.h"
#include "lab/run/measure.h"
#include "lab/run/observation.h"

char *cop_measure_object(const char *second, const char *third)
{
    return third[0] ? cop_path("%s, %s", second, third) : cop_copy_string(second);
}

static void add_measured(const struct cop_results *results, struct cop_lab_run_result *run,
                         const char *name, const char *second, const char *third)
{
    struct cop_measure measure = {
        name, 1 + (second[0] != '\0') + (third[0] != '\0'), {run->name, second, third}};
    struct cop_measured *measured;

    run->measured =
        cop_reallocate(run->measured, ((size_t)run->measured_count + 1) * sizeof *run->measured);
    measured = &run->measured[run->measured_count++];
    measured->name = cop_copy_string(name);
    measured->of = cop_measure_object(second, third);
    measured->interval = cop_kept_interval(cop_measure_interval(results, &measure));
}

/* Of every ending: the share of games, or of each entrant's wins. */
static void add_endings(const struct cop_results *results, struct cop_lab_run_result *run,
                        const struct cop_measure_row *row)
{
    for (int i = 0; i < run->ending_count; i++) {
        if (row->second == COP_WORD_ENDING)
            add_measured(results, run, row->name, run->endings[i], "");
        for (int e = 0; e < run->entrant_count && row->third == COP_WORD_ENDING; e++)
            add_measured(results, run, row->name, run->entrants[e].label, run->endings[i]);
    }
}

/* Of every ply that a game reached, and of each entrant where it is about one. */
static void add_plies(const struct cop_results *results, struct cop_lab_run_result *run,
                      const struct cop_measure_row *row)
{
    int longest = cop_course_longest(run);

    if (row->words_low == 1)
        add_measured(results, run, row->name, "", "");
    for (int ply = 1; ply <= longest; ply++) {
        char word[20];

        snprintf(word, sizeof word, "%d", ply);
        if (row->second == COP_WORD_PLY)
            add_measured(results, run, row->name, word, "");
        for (int e = 0; e < run->entrant_count && row->third == COP_WORD_PLY; e++)
            add_measured(results, run, row->name, run->entrants[e].label, word);
    }
}

/* Of every question that was asked. */
static void add_questions(const struct cop_results *results, struct cop_lab_run_result *run,
                          const struct cop_measure_row *row)
{
    for (int e = 0; e < run->entrant_count; e++)
        for (int q = 1; q <= run->solved[e].question_count; q++) {
            char word[20];

            snprintf(word, sizeof word, "%d", q);
            add_measured(results, run, row->name, run->entrants[e].label, word);
        }
}

/* Of every number of pieces that was on a board. */
static void add_pieces(const struct cop_results *results, struct cop_lab_run_result *run,
                       const struct cop_measure_row *row)
{
    int most = cop_course_most_pieces(run);

    for (int pieces = 0; pieces <= most; pieces++) {
        char word[20];

        snprintf(word, sizeof word, "%d", pieces);
        add_measured(results, run, row->name, word, "");
    }
}

/* Of every entrant against every other, where games begin at positions. */
static void add_pairs(const struct cop_results *results, struct cop_lab_run_result *run,
                      const struct cop_measure_row *row)
{
    for (int e = 0; e < run->entrant_count && run->starts.count > 0; e++)
        for (int other = 0; other < run->entrant_count; other++)
            if (other != e)
                add_measured(results, run, row->name, run->entrants[e].label,
                             run->entrants[other].label);
}

void cop_measure_all(const struct cop_results *results, struct cop_lab_run_result *run)
{
    const struct cop_measure_row *row;

    for (int i = 0; (row = cop_measure_row(i)) != NULL; i++) {
        if (row->kind != run->kind || (row->is_course && !run->is_course) ||
            (row->is_timed && !run->is_timed) || (row->is_by_turn && !run->is_by_turn))
            continue;
        if (row->second == COP_WORD_PIECES)
            add_pieces(results, run, row);
        if (row->third == COP_WORD_QUESTION)
            add_questions(results, run, row);
        if (row->is_by_start)
            add_pairs(results, run, row);
        else if (row->is_course)
            add_plies(results, run, row);
        else if (row->second == COP_WORD_ENDING || row->third == COP_WORD_ENDING)
            add_endings(results, run, row);
        else if (row->words_low == 1)
            add_measured(results, run, row->name, "", "");
        else if (row->words_low > 2 || (strcmp(row->name, "elo") == 0 && !run->anchor))
            continue;
        else if (row->second == COP_WORD_ENTRANT)
            for (int e = 0; e < run->entrant_count; e++)
                add_measured(results, run, row->name, run->entrants[e].label, "");
        else
            for (int m = 0; m < run->move_count; m++)
                add_measured(results, run, row->name, run->move_names[m], "");
    }
}
