/* report_view.h - what a search found, for people and for programs. */
#ifndef COPPICE_AGENT_REPORT_VIEW_H
#define COPPICE_AGENT_REPORT_VIEW_H

#include "coppice/agent.h"

/* The words for enum cop_proof: "unproven", "win", ... */
extern const char *const cop_proof_names[];
/* And for enum cop_value_kind: "exact", "at most", ... */
extern const char *const cop_value_kind_names[];

/* The search that is being looked at: one position and who searches it. */
struct cop_report_view {
    const struct cop_game *game;
    const void *state;
    const char *agent, *limit;             /* canonical */
    const struct cop_ownership *ownership; /* that the search has counted, or NULL */
    const struct cop_anatomy *anatomy;     /* that it has told, likewise */
};

/* The best move, value, speed and line in one line, without its end. */
void cop_report_line(const struct cop_report_view *view, const struct cop_report *report,
                     struct cop_text *text);

/* That without what only matters to those who study searches. */
void cop_report_short_line(const struct cop_report_view *view, const struct cop_report *report,
                           struct cop_text *text);

/* The whole line and a table of the root moves with bars, the best `rows` of them (0: all). Bars
 * are made of ASCII characters unless `is_unicode`. */
void cop_report_table(const struct cop_report_view *view, const struct cop_report *report, int rows,
                      bool is_unicode, struct cop_text *text);

/* One JSON object with everything that the report has; players are counted from 1. */
void cop_report_json(const struct cop_report_view *view, const struct cop_report *report,
                     bool was_interrupted, struct cop_text *text);

/* A report for somebody who looks on from outside: with players counted from 0, the best 60 moves
 * of which there is something to say, best first, and the cells that enter them. */
struct cop_report_event {
    int ply;          /* of the searched position */
    const char *kind; /* "move", "hint" or "analysis" */
    bool is_done;     /* the last report of its search */
    bool is_secret;   /* the reader may not know what the searcher knows: no moves, no position */
};

void cop_report_event_json(const struct cop_report_view *view, const struct cop_report *report,
                           const struct cop_report_event *event, struct cop_text *text);

/* The candidates, the best one first. The caller frees the list. */
const struct cop_candidate **cop_report_sorted(const struct cop_report *report);

/* Calls `add` for each move of the principal variation with the state before it. Where pieces are
 * hidden the search imagined a state, and its line may leave the true one: it is cut there. */
typedef void cop_add_step(const struct cop_report_view *view, int index, const void *state,
                          cop_move move, void *context);
void cop_report_walk(const struct cop_report_view *view, const struct cop_report *report,
                     cop_add_step *add, void *context);
/* Its moves with blanks between them. */
void cop_report_moves(const struct cop_report_view *view, const struct cop_report *report,
                      struct cop_text *text);

/* The same for the line that begins with a root move (NULL: the principal variation). */
void cop_candidate_walk(const struct cop_report_view *view, const struct cop_report *report,
                        const struct cop_candidate *candidate, cop_add_step *add, void *context);
void cop_candidate_moves(const struct cop_report_view *view, const struct cop_report *report,
                         const struct cop_candidate *candidate, struct cop_text *text);

/* What the position (`candidate` NULL) or a root move is worth to the player to move, in few words:
 * "61 %, +6.2 discs", "100 %, wins in 11", "50 %, proven draw". */
void cop_report_judgement(const struct cop_report_view *view, const struct cop_report *report,
                          const struct cop_candidate *candidate, struct cop_text *text);

/* A count in few characters: "812", "45.2k", "1.31M". */
void cop_add_short(struct cop_text *text, double number);

/* A bar for a share of 0 to 1, as long as all others with its blanks; and away with the blanks at
 * the end. */
void cop_add_bar(struct cop_text *text, double share, bool is_unicode);
void cop_trim(struct cop_text *text);

#endif
