/* lab_view.h - experiments and what came out of them, as text for a terminal. */
#ifndef COPPICE_FRONT_LAB_VIEW_H
#define COPPICE_FRONT_LAB_VIEW_H

#include "base/json.h"
#include "lab/experiment/experiment.h"

/* One line for each experiment: its cost at every budget on so many cores, and its title. */
void cop_lab_list_head(struct cop_text *text);
void cop_lab_list_row(const struct cop_experiment *experiment, int cores,
                      double seconds[COP_BUDGETS], struct cop_text *text);
void cop_lab_list_total(const double seconds[COP_BUDGETS], struct cop_text *text);

/* Claims that a budget has too few games for, with how many they need; nothing if there are none.
 */
void cop_lab_list_short(const struct cop_experiment *experiment, struct cop_text *text);

/* The same as an object for a JSON array. */
void cop_lab_list_json(const struct cop_experiment *experiment, int cores, struct cop_json *json);

/* Everything in the file, as it is at one budget. */
void cop_lab_show(const struct cop_experiment *experiment, enum cop_budget budget, int cores,
                  struct cop_text *text);

/* The verdicts of an experiment with what was measured. */
void cop_lab_verdicts(const struct cop_results *results, struct cop_text *text);

/* "40 s", "12 min", "3.5 h". */
void cop_text_add_time(struct cop_text *text, double seconds);

#endif
