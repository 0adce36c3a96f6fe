/* lab_check.h - an experiment of a test, given as its text, in a folder of its own: run with the
 * quick budget, loaded, changed behind the program's back, and verified. What should not fail ends
 * the test with the program's own words. */
#ifndef COPPICE_TESTS_LAB_CHECK_H
#define COPPICE_TESTS_LAB_CHECK_H

#include "coppice/coppice.h"
#include "lab/run/results.h"

/* The folder of the test that runs: of its results, and of the data that experiments name. */
const char *lab_folder(void);
int lab_make_folder(void **state);
int lab_remove_folder(void **state);

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, lab_make_folder, lab_remove_folder)

/* The file of an experiment's results, to be freed. */
char *lab_path(const char *id);

struct cop_experiment *lab_read(const char *text);
/* False and why not. */
bool lab_try(const char *text, struct cop_results *results, struct cop_error *error);
void lab_run(const char *text, struct cop_results *results);
void lab_run_as(const char *command, const char *text, struct cop_results *results);
bool lab_load(const char *id, struct cop_results *results);

/* How many differences `verify` finds in what is stored; adds its sentences. */
int lab_differences(const char *text, struct cop_text *said);

/* In the results of an experiment, puts `new` in the place of the first `old` after `after`. */
void lab_change(const char *id, const char *after, const char *old, const char *new);

/* Each pair is an experiment that must be refused, and a part of what is then said. */
void lab_assert_refused(const char *const (*slips)[2], size_t count);

#endif
