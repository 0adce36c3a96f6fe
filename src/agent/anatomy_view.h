/* anatomy_view.h - what the parts of a search did, as tables for people and as JSON. */
#ifndef COPPICE_AGENT_ANATOMY_VIEW_H
#define COPPICE_AGENT_ANATOMY_VIEW_H

#include "agent/report_view.h"
#include "base/json.h"

/* Whether there is anything to show. */
bool cop_anatomy_has_words(const struct cop_anatomy *anatomy);

/* What was said of the best `rows` moves (0: all) and what the words mean, the tree level by level,
 * and what was counted. */
void cop_anatomy_table(const struct cop_report_view *view, const struct cop_report *report,
                       const struct cop_anatomy *anatomy, int rows, bool is_unicode,
                       struct cop_text *text);

/* The same as an item "parts" of what is being written, for all moves. */
void cop_anatomy_json(const struct cop_report_view *view, const struct cop_anatomy *anatomy,
                      struct cop_json *json);

#endif
