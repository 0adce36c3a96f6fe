#include "lab/report/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/report/agreement.h"
#include "lab/report/number.h"
#include "lab/run/course_measure.h"

void cop_text_table_free(struct cop_text_table *table)
{
    for (int i = 0; i < table->rows * table->columns; i++)
        free(table->cells[i]);
    free(table->cells);
    *table = (struct cop_text_table){0};
}

const char *cop_text_table_cell(const struct cop_text_table *table, int row, int column)
{
    return table->cells[row * table->columns + column];
}

static void add_row(struct cop_text_table *table)
{
    size_t columns = (size_t)table->columns;

    table->rows++;
    table->cells =
        cop_reallocate(table->cells, (size_t)table->rows * columns * sizeof *table->cells);
    for (size_t i = 0; i < columns; i++)
        table->cells[(size_t)(table->rows - 1) * columns + i] = NULL;
}

/* Fills a cell of the last row and empties the text. */
static void set_cell(struct cop_text_table *table, int column, struct cop_text *text)
{
    table->cells[(table->rows - 1) * table->columns + column] = cop_copy_string(text->bytes);
    cop_text_clear(text);
}

const struct cop_value_result *cop_published_value(const struct cop_results *results,
                                                   const char *run, const char *name,
                                                   const char *of)
{
    for (int i = 0; i < results->value_count; i++) {
        const struct cop_value_result *value = &results->values[i];

        if (strcmp(value->run, run) == 0 && strcmp(value->name, name) == 0 &&
            strcmp(value->of, of) == 0)
            return value;
    }
    return NULL;
}

static bool is_published(const struct cop_results *results, const char *run, const char *name)
{
    if (strcmp(name, "score") == 0 && cop_is_another_field(results, run))
        return false;
    for (int i = 0; i < results->value_count; i++)
        if (strcmp(results->values[i].run, run) == 0 && strcmp(results->values[i].name, name) == 0)
            return true;
    return false;
}

/* -- matches -- */

/* Columns of a table of entrants; the published one of a pair is there only if something is. */
struct column {
    const char *heading, *measure;
    bool is_published;
};

static const struct column match_columns[] = {
    {"score, published", "score", true},
    {"score", "score", false},
    {"won-drawn-lost", NULL, false},
    {"simulations a game, published", "sims", true},
    {"simulations a game", "sims", false},
    {"nodes a game", "nodes", false},
    {"seconds a game, published", "seconds", true},
    {"seconds a game", "seconds", false},
    {"\xc2\xb5s a simulation", "us_per_sim", false},
    {"searches that ended early", "early", false},
    {NULL, NULL, false},
};

static const struct column position_columns[] = {
    {"nodes a position, published", "nodes", true},
    {"nodes a position", "nodes", false},
    {"saved, published", "saved", true},
    {"saved", "saved", false},
    {"mean saved, published", "mean_saved", true},
    {"mean saved", "mean_saved", false},
    {"least saved, published", "least_saved", true},
    {"least saved", "least_saved", false},
    {"most saved, published", "most_saved", true},
    {"most saved", "most_saved", false},
    {"depth, published", "depth", true},
    {"depth", "depth", false},
    {"other move", "changed", false},
    {"error, published", "error", true},
    {"error", "error", false},
    {"deviation, published", "error_deviation", true},
    {"deviation", "error_deviation", false},
    {"regret", "regret", false},
    {"right, published", "right", true},
    {"right", "right", false},
    {"mistake, published", "mistake", true},
    {"mistake", "mistake", false},
    {"seconds a position, published", "seconds", true},
    {"seconds a position", "seconds", false},
    {NULL, NULL, false},
};

static const struct column solve_columns[] = {
    {"value, published", "value", true},
    {"value", "value", false},
    {"solved", "solved", false},
    {"nodes, published", "nodes", true},
    {"nodes", "nodes", false},
    {"seconds, published", "seconds", true},
    {"seconds", "seconds", false},
    {"seconds for databases, published", "build_seconds", true},
    {"seconds for databases", "build_seconds", false},
    {NULL, NULL, false},
};

/* Nobody has anything to say in this column, as with simulations where only nodes were counted. */
static bool is_empty(const struct cop_lab_run_result *run, const char *measure)
{
    for (int i = 0; i < run->entrant_count; i++) {
        const struct cop_interval *measured =
            cop_lab_run_measured(run, measure, run->entrants[i].label);

        if (measured && fabs(measured->value) > 1e-9)
            return false;
    }
    return true;
}

/* What counts work is shown where there was any; errors where they were looked for. */
static bool can_be_empty(const char *measure)
{
    return strcmp(measure, "early") == 0 || strcmp(measure, "changed") == 0 ||
           strcmp(measure, "score") == 0 || strcmp(measure, "solved") == 0 ||
           strcmp(measure, "value") == 0;
}

/* Shown only beside a published number: other runs with a judge are not about problems. */
static bool needs_published(const char *measure)
{
    return strcmp(measure, "right") == 0 || strcmp(measure, "mistake") == 0;
}

static bool is_shown(const struct cop_results *results, const struct cop_lab_run_result *run,
                     const struct column *column)
{
    if (column->is_published || (column->measure && needs_published(column->measure)))
        return is_published(results, run->name, column->measure);
    return !column->measure || can_be_empty(column->measure) || !is_empty(run, column->measure);
}

static void add_record(const struct cop_lab_run_result *run, int entrant, struct cop_text *text)
{
    double games = 0, wins = 0, draws = 0;

    for (int f = 0; f < run->fixture_count; f++) {
        const struct cop_fixture_result *fixture = &run->fixtures[f];

        for (int i = 0; i < fixture->entrant_count; i++) {
            const double *sum = fixture->sample.sum + (ptrdiff_t)i * COP_MATCH_VARIABLES;

            if (fixture->entrants[i] != entrant)
                continue;
            games += (double)fixture->sample.count;
            wins += sum[COP_MATCH_WINS];
            draws += sum[COP_MATCH_DRAWS];
        }
    }
    cop_text_add(text, "%.0f-%.0f-%.0f", wins, draws, games - wins - draws);
}

static void add_cell(const struct cop_results *results, const struct cop_lab_run_result *run,
                     int entrant, const struct column *column, struct cop_text *text)
{
    const char *label = run->entrants[entrant].label;
    const struct cop_interval *measured;
    const struct cop_value_result *value;

    if (!column->measure) {
        add_record(run, entrant, text);
        return;
    }
    if (column->is_published) {
        value = cop_published_value(results, run->name, column->measure, label);
        if (value)
            cop_text_add_number(text, value->published.value);
        return;
    }
    measured = cop_lab_run_measured(run, column->measure, label);
    if (measured && !isnan(measured->value))
        cop_text_add_interval(text, *measured);
}

static void fill_entrants(const struct cop_results *results, const struct cop_lab_run_result *run,
                          const struct column *columns, struct cop_text_table *table)
{
    struct cop_text text = COP_TEXT;

    table->columns = 1;
    for (int c = 0; columns[c].heading; c++)
        table->columns += is_shown(results, run, &columns[c]);
    for (int entrant = -1; entrant < run->entrant_count; entrant++) {
        int at = 0;

        add_row(table);
        cop_text_add(&text, "%s", entrant < 0 ? "entrant" : run->entrants[entrant].label);
        set_cell(table, at++, &text);
        for (int c = 0; columns[c].heading; c++) {
            if (!is_shown(results, run, &columns[c]))
                continue;
            if (entrant < 0)
                cop_text_add(&text, "%s", columns[c].heading);
            else
                add_cell(results, run, entrant, &columns[c], &text);
            set_cell(table, at++, &text);
        }
    }
    cop_text_free(&text);
}

/* -- searches -- */

static void add_headings(struct cop_text_table *table, struct cop_text *text)
{
    static const char *const headings[] = {"measure", "published", "measured"};

    table->columns = 3;
    add_row(table);
    for (int c = 0; c < 3; c++) {
        cop_text_add(text, "%s", headings[c]);
        set_cell(table, c, text);
    }
}

/* A measure beside what was published of it. */
static void add_measured_row(const struct cop_results *results,
                             const struct cop_lab_run_result *run,
                             const struct cop_measured *measured, struct cop_text_table *table,
                             struct cop_text *text)
{
    const struct cop_value_result *value =
        cop_published_value(results, run->name, measured->name, measured->of);

    add_row(table);
    cop_text_add(text, measured->of[0] ? "%s %s" : "%s", measured->name, measured->of);
    set_cell(table, 0, text);
    if (value)
        cop_text_add_number(text, value->published.value);
    set_cell(table, 1, text);
    cop_text_add_interval(text, measured->interval);
    set_cell(table, 2, text);
}

static void fill_searches(const struct cop_results *results, const struct cop_lab_run_result *run,
                          struct cop_text_table *table)
{
    struct cop_text text = COP_TEXT;

    add_headings(table, &text);
    for (int i = 0; i < run->measured_count; i++) {
        const struct cop_measured *measured = &run->measured[i];
        const struct cop_value_result *value =
            cop_published_value(results, run->name, measured->name, measured->of);

        if (!value &&
            (isnan(measured->interval.value) || (measured->of[0] && measured->interval.value == 0)))
            continue;
        add_measured_row(results, run, measured, table, &text);
    }
    cop_text_free(&text);
}

void cop_lab_run_table(const struct cop_results *results, const struct cop_lab_run_result *run,
                       struct cop_text_table *table)
{
    *table = (struct cop_text_table){0};
    if (run->kind == COP_LAB_RUN_MATCH)
        fill_entrants(results, run, match_columns, table);
    else if (run->kind == COP_LAB_RUN_POSITIONS)
        fill_entrants(results, run, position_columns, table);
    else if (run->kind == COP_LAB_RUN_SOLVES)
        fill_entrants(results, run, solve_columns, table);
    else
        fill_searches(results, run, table);
}

/* The run measured something of just this, which is in its table. */
static bool is_in_table(const struct cop_lab_run_result *run, const struct cop_value_result *value)
{
    return cop_lab_run_measured(run, value->name, value->of) != NULL;
}

/* How games ended, where that is known; and of what was seen ply by ply what is about all of a game
 * or was published. */
static bool is_detail(const struct cop_results *results, const struct cop_lab_run_result *run,
                      const struct cop_measured *measured)
{
    if (strcmp(measured->name, "ended") == 0 || strcmp(measured->name, "won_by") == 0)
        return true;
    return cop_is_course_measure(measured->name) &&
           (!measured->of[0] ||
            cop_published_value(results, run->name, measured->name, measured->of));
}

static void fill_match_details(const struct cop_results *results,
                               const struct cop_lab_run_result *run, struct cop_text_table *table)
{
    struct cop_text text = COP_TEXT;

    for (int i = 0; i < run->measured_count; i++) {
        const struct cop_measured *measured = &run->measured[i];

        if (!is_detail(results, run, measured))
            continue;
        if (table->rows == 0)
            add_headings(table, &text);
        add_measured_row(results, run, measured, table, &text);
    }
    cop_text_free(&text);
}

/* Of single questions: nodes, and where the numbers were largest. */
static void fill_questions(const struct cop_lab_run_result *run, struct cop_text_table *table)
{
    struct cop_text text = COP_TEXT;

    for (int i = 0; i < run->measured_count; i++) {
        const struct cop_measured *measured = &run->measured[i];

        if (!strchr(measured->of, ',') || isnan(measured->interval.value))
            continue;
        if (table->rows == 0)
            add_headings(table, &text);
        add_row(table);
        cop_text_add(&text, "%s of %s", measured->name, measured->of);
        set_cell(table, 0, &text);
        set_cell(table, 1, &text);
        cop_text_add_interval(&text, measured->interval);
        set_cell(table, 2, &text);
    }
    cop_text_free(&text);
}

void cop_lab_run_details(const struct cop_results *results, const struct cop_lab_run_result *run,
                         struct cop_text_table *table)
{
    struct cop_text text = COP_TEXT;

    *table = (struct cop_text_table){0};
    if (run->kind == COP_LAB_RUN_MATCH)
        fill_match_details(results, run, table);
    if (run->kind == COP_LAB_RUN_SOLVES)
        fill_questions(run, table);
    for (int i = 0; run->kind == COP_LAB_RUN_POSITIONS && i < results->value_count; i++) {
        const struct cop_value_result *value = &results->values[i];

        if (strcmp(value->run, run->name) != 0 || is_in_table(run, value))
            continue;
        if (table->rows == 0)
            add_headings(table, &text);
        add_row(table);
        cop_text_add(&text, "%s of %s", value->name, value->of);
        set_cell(table, 0, &text);
        cop_text_add_number(&text, value->published.value);
        set_cell(table, 1, &text);
        cop_text_add_interval(&text, value->measured);
        set_cell(table, 2, &text);
    }
    cop_text_free(&text);
}

void cop_lab_run_describe(const struct cop_lab_run_result *run, struct cop_text *text)
{
    cop_text_add(text, "%s, ", run->game);
    if (run->position[0])
        cop_text_add(text, "position %s, ", run->position);
    if (run->moves[0])
        cop_text_add(text, "after %s, ", run->moves);
    if (run->kind == COP_LAB_RUN_COUNTS) {
        cop_text_add(text, "counted exactly");
        return;
    }
    if (run->kind == COP_LAB_RUN_SOLVES) {
        cop_text_add(text, "solved, giving up at %s", run->limit);
        return;
    }
    if (run->kind == COP_LAB_RUN_SEARCHES)
        cop_text_add(text, "%d searches by %s, ", run->games, run->entrants[0].agent);
    else if (run->kind == COP_LAB_RUN_POSITIONS)
        cop_text_add(text, "%d of the %d positions of %s, compared with %s, ", run->games,
                     run->position_total, run->position_file, run->baseline);
    else if (run->entrant_count > 2)
        cop_text_add(text, "round robin of %d, %d games in each pairing, ", run->entrant_count,
                     run->games);
    else
        cop_text_add(text, "%d games, ", run->games);
    if (run->is_timed)
        cop_text_add(text, "one at a time and in turn, by the clock of this machine, ");
    if (run->opening_plies > 0)
        cop_text_add(text, "%d random plies first, ", run->opening_plies);
    if (run->starts.count > 0)
        cop_text_add(text, "beginning at %d positions of %s, ", run->starts.count,
                     run->starts.file);
    cop_text_add(text, "%s for each move", run->limit);
    if (strcmp(run->limit, run->full_limit) != 0)
        cop_text_add(text, " (published with %s)", run->full_limit);
    cop_text_add(text, ", seed %lld", (long long)run->seed);
}

void cop_count_claims(const struct cop_results *results, int counts[3])
{
    counts[COP_FALSE] = counts[COP_UNDECIDED] = counts[COP_TRUE] = 0;
    for (int i = 0; i < results->claim_count; i++)
        counts[results->claims[i].truth] += !results->claims[i].is_by_construction;
}
