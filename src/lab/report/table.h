/* report_table.h - what both kinds of report say about a run, as tables of text. */
#ifndef COPPICE_LAB_REPORT_TABLE_H
#define COPPICE_LAB_REPORT_TABLE_H

#include "lab/run/results.h"

struct cop_text_table {
    int columns, rows; /* row 0 is the heading; column 0 the names */
    char **cells;      /* [rows * columns] */
};

void cop_text_table_free(struct cop_text_table *table);
const char *cop_text_table_cell(const struct cop_text_table *table, int row, int column);

/* A match or positions: one row for each entrant. Searches: one row for each measure. */
void cop_lab_run_table(const struct cop_results *results, const struct cop_lab_run_result *run,
                       struct cop_text_table *table);

/* What was published of single positions, or of two entrants; no rows if there is nothing. */
void cop_lab_run_details(const struct cop_results *results, const struct cop_lab_run_result *run,
                         struct cop_text_table *table);

/* "Connect Four 7x6, 400 games per pair, sims=100k for each move, seed 10": how it was run. */
void cop_lab_run_describe(const struct cop_lab_run_result *run, struct cop_text *text);

/* The published number for a measure, or NULL. */
const struct cop_value_result *cop_published_value(const struct cop_results *results,
                                                   const char *run, const char *name,
                                                   const char *of);

/* How many claims have each verdict, without those that hold by construction. */
void cop_count_claims(const struct cop_results *results, int counts[3]);

#endif
