/* info.c - what a search found as the protocol has it. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "agent/centipawns.h"
#include "agent/report_view.h"
#include "front/uci/engine.h"

/* What is proven and has a distance is a mate in so many moves of the winner's, or the loser's. */
static void add_score(const struct cop_uci *uci, const struct cop_report *report,
                      const struct cop_candidate *candidate, struct cop_text *text)
{
    enum cop_proof proof = candidate != NULL ? candidate->proof : report->proof;
    int distance = candidate != NULL ? candidate->distance : report->distance;
    double chance = cop_report_chance(uci->board->game, report, candidate, report->player);
    bool is_decided = proof == COP_PROVEN_WIN || proof == COP_PROVEN_LOSS;

    if (!isfinite(chance))
        return;
    if (is_decided && distance > 0)
        cop_text_add(text, " score mate %s%d", proof == COP_PROVEN_LOSS ? "-" : "",
                     (distance + 1) / 2);
    else
        cop_text_add(text, " score cp %d", cop_centipawns_of(chance));
    if (uci->shows_wdl) {
        int drawn = proof == COP_PROVEN_EXACT ? 1000 - (int)lround(fabs(2000 * chance - 1000)) : 0;
        int won = (int)lround(1000 * chance - drawn / 2.0);

        cop_text_add(text, " wdl %d %d %d", won, drawn, 1000 - won - drawn);
    }
}

struct line {
    const struct cop_uci *uci;
    struct cop_text *text;
};

static void add_step(const struct cop_report_view *view, int index, const void *state,
                     cop_move move, void *context)
{
    struct line *line = context;

    cop_text_add(line->text, index > 0 ? " " : " pv ");
    cop_dialect_write(line->uci->dialect, view->game, state, move, line->text);
}

static void add_line(const struct cop_uci *uci, const struct cop_report *report,
                     const struct cop_candidate *candidate, int rank, struct cop_text *text)
{
    struct cop_report_view view = {.game = uci->board->game, .state = cop_gtp_state(uci->board)};
    struct line line = {uci, text};

    cop_text_add(text, "info depth %d", report->depth);
    if (uci->lines > 1)
        cop_text_add(text, " multipv %d", rank);
    add_score(uci, report, candidate, text);
    cop_text_add(text, " nodes %" PRId64, report->nodes);
    if (report->seconds > 0)
        cop_text_add(text, " nps %.0f", (double)report->nodes / report->seconds);
    cop_text_add(text, " time %.0f", 1000 * report->seconds);
    cop_candidate_walk(&view, report, candidate, add_step, &line);
    cop_text_add(text, "\n");
}

/* A move of which only a bound is known has no line: a controller would take it for a value. */
void cop_uci_add_info(const struct cop_uci *uci, const struct cop_report *report,
                      struct cop_text *text)
{
    const struct cop_candidate **sorted;
    int rank = 0;

    if (uci->lines == 1 || report->candidate_count == 0) {
        add_line(uci, report, NULL, 1, text);
        return;
    }
    sorted = cop_report_sorted(report);
    for (int i = 0; i < report->candidate_count && rank < uci->lines; i++) {
        double chance = cop_report_chance(uci->board->game, report, sorted[i], report->player);

        if (isfinite(chance) && sorted[i]->kind != COP_VALUE_AT_MOST)
            add_line(uci, report, sorted[i], ++rank, text);
    }
    free(sorted);
}
