/* report_view.c - a search report as a line, a table or JSON. */
#include "agent/report_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/anatomy_view.h"
#include "base/allocate.h"
#include "base/json.h"

enum { BAR_WIDTH = 12 };

const char *const cop_proof_names[] = {
    [COP_UNPROVEN] = "unproven",
    [COP_PROVEN_LOSS] = "loss",
    [COP_PROVEN_EXACT] = "exact",
    [COP_PROVEN_WIN] = "win",
};

const char *const cop_value_kind_names[] = {
    [COP_VALUE_NONE] = "none",
    [COP_VALUE_EXACT] = "exact",
    [COP_VALUE_AT_MOST] = "at most",
    [COP_VALUE_ESTIMATE] = "estimate",
};

/* Simulations a second, or nodes for searches that have none. */
static double speed(const struct cop_report *report)
{
    int64_t work = report->sims > 0 ? report->sims : report->nodes;

    return report->seconds > 0.0 ? (double)work / report->seconds : 0.0;
}

void cop_add_short(struct cop_text *text, double number)
{
    if (number >= 999950)
        cop_text_add(text, "%.2fM", 1e-6 * number);
    else if (number >= 1e4)
        cop_text_add(text, "%.1fk", 1e-3 * number);
    else
        cop_text_add(text, "%.0f", number);
}

/* ---- Moves ---- */

static void add_move(const struct cop_report_view *view, const void *state, cop_move move,
                     struct cop_text *text)
{
    view->game->rules->write_move(view->game, state, move, text);
}

static bool is_legal(const struct cop_game *game, const void *state, cop_move move)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);
    bool is_found = false;

    for (int i = 0; i < count; i++)
        is_found = is_found || moves[i] == move;
    free(moves);
    return is_found;
}

static void walk(const struct cop_report_view *view, const cop_move *line, int length,
                 cop_add_step *add, void *context)
{
    void *state = cop_allocate(view->game->state_size);

    memcpy(state, view->state, view->game->state_size);
    for (int i = 0; i < length; i++) {
        if (!is_legal(view->game, state, line[i]))
            break;
        add(view, i, state, line[i], context);
        view->game->rules->play(view->game, state, line[i]);
    }
    free(state);
}

void cop_report_walk(const struct cop_report_view *view, const struct cop_report *report,
                     cop_add_step *add, void *context)
{
    cop_candidate_walk(view, report, NULL, add, context);
}

static void add_plain_step(const struct cop_report_view *view, int index, const void *state,
                           cop_move move, void *context)
{
    cop_text_add(context, index > 0 ? " " : "");
    add_move(view, state, move, context);
}

void cop_report_moves(const struct cop_report_view *view, const struct cop_report *report,
                      struct cop_text *text)
{
    cop_report_walk(view, report, add_plain_step, text);
}

void cop_candidate_walk(const struct cop_report_view *view, const struct cop_report *report,
                        const struct cop_candidate *candidate, cop_add_step *add, void *context)
{
    const cop_move *line = report->line;
    int length =
        candidate != NULL ? cop_candidate_line(report, candidate, &line) : report->line_length;

    walk(view, line, length, add, context);
}

void cop_candidate_moves(const struct cop_report_view *view, const struct cop_report *report,
                         const struct cop_candidate *candidate, struct cop_text *text)
{
    cop_candidate_walk(view, report, candidate, add_plain_step, text);
}

/* ---- For people ---- */

/* "61 %", never all or nothing unless that is proven. */
static void add_per_cent(double chance, bool is_proven, struct cop_text *text)
{
    double shown = 100 * chance;

    if (!is_proven)
        shown = shown < 1 ? 1 : shown > 99 ? 99 : shown;
    cop_text_add(text, "%.0f %%", shown);
}

void cop_report_judgement(const struct cop_report_view *view, const struct cop_report *report,
                          const struct cop_candidate *candidate, struct cop_text *text)
{
    double chance = cop_report_chance(view->game, report, candidate, report->player);
    enum cop_proof proof = candidate != NULL ? candidate->proof : report->proof;
    struct cop_text words = COP_TEXT;
    bool has_words = proof != COP_UNPROVEN
                         ? cop_report_words(view->game, report, candidate, &words)
                         : cop_report_points(view->game, report, candidate, &words);

    if (isfinite(chance))
        add_per_cent(chance, proof != COP_UNPROVEN, text);
    if (has_words)
        cop_text_add(text, "%s%s", isfinite(chance) ? ", " : "", words.bytes);
    cop_text_free(&words);
}

static double value_for_mover(const struct cop_report_view *view, const struct cop_report *report)
{
    int player = view->game->rules->turn(view->game, view->state);

    return player >= 0 ? report->value[player] : 0.0;
}

/* Some moves are made as a matter of course, and nothing is known of them. */
static bool was_thought(const struct cop_report_view *view, const struct cop_report *report)
{
    return !isnan(value_for_mover(view, report)) || report->nodes > 0 || report->sims > 0;
}

/* "  from the book, +0.91 after 80 visits (59 %)" */
static void add_from_book(const struct cop_report_view *view, const struct cop_report *report,
                          struct cop_text *text)
{
    cop_text_add(text, "  from the book, ");
    if (isnan(report->book_value))
        cop_text_add(text, "%lld visits", (long long)report->book_visits);
    else
        cop_text_add(text, "%+.2f after %lld visits", report->book_value,
                     (long long)report->book_visits);
    if (!isnan(value_for_mover(view, report))) {
        cop_text_add(text, " (");
        cop_report_judgement(view, report, NULL, text);
        cop_text_add(text, ")");
    }
}

/* "  an opening of the game's own, from 16 games (50 %)" */
static void add_from_openings(const struct cop_report_view *view, const struct cop_report *report,
                              struct cop_text *text)
{
    cop_text_add(text, "  an opening of the game's own, from %d games (", report->opening_games);
    cop_report_judgement(view, report, NULL, text);
    cop_text_add(text, ")");
}

/* "best d  value 0.562 (56 %)  sims 1.10M (1.10M/s)", or nodes for a search without simulations;
 * behind the value is what it means. */
static void add_verdict(const struct cop_report_view *view, const struct cop_report *report,
                        struct cop_text *text)
{
    cop_text_add(text, "best ");
    add_move(view, view->state, report->best, text);
    if (report->is_from_book) {
        add_from_book(view, report, text);
        return;
    }
    if (report->is_from_openings) {
        add_from_openings(view, report, text);
        return;
    }
    if (!was_thought(view, report)) {
        cop_text_add(text, "  played without thinking");
        return;
    }
    if (report->has_total) {
        cop_text_add(text, "  best game ");
        cop_report_judgement(view, report, NULL, text);
    } else if (isnan(value_for_mover(view, report))) {
        cop_text_add(text, "  value unknown"); /* the limit came before the end of one move */
    } else {
        cop_text_add(text, "  value %.3f (", value_for_mover(view, report));
        cop_report_judgement(view, report, NULL, text);
        cop_text_add(text, ")");
    }
    cop_text_add(text, "  %s ", report->sims > 0 ? "sims" : "nodes");
    cop_add_short(text, (double)(report->sims > 0 ? report->sims : report->nodes));
    cop_text_add(text, " (");
    cop_add_short(text, speed(report));
    cop_text_add(text, "/s)");
}

static void add_effort(const struct cop_report *report, struct cop_text *text)
{
    cop_text_add(text, "  depth %d  %.2f s", report->depth, report->seconds);
}

static void add_line(const struct cop_report_view *view, const struct cop_report *report,
                     struct cop_text *text)
{
    if (report->line_length == 0)
        return;
    cop_text_add(text, "  line ");
    cop_report_moves(view, report, text);
}

/* "  proof 12  disproof 340"; what can never be is said so. */
static void add_numbers(const struct cop_report *report, struct cop_text *text)
{
    const char *const names[] = {"proof", "disproof"};
    const uint32_t numbers[] = {report->proof_number, report->disproof_number};

    if (numbers[0] == 0 && numbers[1] == 0)
        return;
    for (int i = 0; i < 2; i++) {
        cop_text_add(text, "  %s ", names[i]);
        if (numbers[i] == UINT32_MAX)
            cop_text_add(text, "never");
        else
            cop_add_short(text, numbers[i]);
    }
}

static void add_summary(const struct cop_report_view *view, const struct cop_report *report,
                        struct cop_text *text)
{
    add_verdict(view, report, text);
    if (report->sims > 0) {
        cop_text_add(text, "  nodes ");
        cop_add_short(text, (double)report->nodes);
    }
    add_effort(report, text);
    add_numbers(report, text);
    cop_text_add(text, "%s%s", report->memory_is_full ? "  memory full" : "",
                 report->stopped_early ? "  stopped early" : "");
}

void cop_report_line(const struct cop_report_view *view, const struct cop_report *report,
                     struct cop_text *text)
{
    add_summary(view, report, text);
    add_line(view, report, text);
}

void cop_report_short_line(const struct cop_report_view *view, const struct cop_report *report,
                           struct cop_text *text)
{
    add_verdict(view, report, text);
    add_effort(report, text);
    add_line(view, report, text);
}

/* A bar for a share of 0..1, BAR_WIDTH columns wide, in steps of an eighth where blocks exist. */
void cop_add_bar(struct cop_text *text, double share, bool is_unicode)
{
    static const char *const blocks[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    int eighths = (int)(share * BAR_WIDTH * 8 + 0.5);

    for (int column = 0; column < BAR_WIDTH; column++, eighths -= 8) {
        int filled = eighths < 0 ? 0 : eighths > 8 ? 8 : eighths;

        if (is_unicode)
            cop_text_add(text, "%s", blocks[filled]);
        else
            cop_text_add(text, "%s", filled >= 4 ? "#" : " ");
    }
}

/* Sorting needs the best move, which a plain comparison of two rows does not know. */
struct row {
    const struct cop_candidate *candidate;
    bool is_best;
};

/* Values before bounds, and these before nothing. */
static int kind_rank(const struct cop_candidate *candidate)
{
    return candidate->kind == COP_VALUE_NONE ? 2 : candidate->kind == COP_VALUE_AT_MOST;
}

static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->is_best != b->is_best)
        return a->is_best ? -1 : 1;
    if (kind_rank(a->candidate) != kind_rank(b->candidate))
        return kind_rank(a->candidate) - kind_rank(b->candidate);
    if (a->candidate->has_total && b->candidate->has_total &&
        a->candidate->total != b->candidate->total)
        return a->candidate->total > b->candidate->total ? -1 : 1;
    if (a->candidate->visits != b->candidate->visits)
        return a->candidate->visits > b->candidate->visits ? -1 : 1;
    if (a->candidate->value != b->candidate->value)
        return a->candidate->value > b->candidate->value ? -1 : 1;
    return a->candidate < b->candidate ? -1 : a->candidate > b->candidate;
}

static struct row *sort_rows(const struct cop_report *report)
{
    struct row *rows = cop_allocate(((size_t)report->candidate_count + 1) * sizeof *rows);

    for (int i = 0; i < report->candidate_count; i++)
        rows[i] = (struct row){&report->candidates[i], report->candidates[i].move == report->best};
    qsort(rows, (size_t)report->candidate_count, sizeof *rows, compare_rows);
    return rows;
}

const struct cop_candidate **cop_report_sorted(const struct cop_report *report)
{
    struct row *rows = sort_rows(report);
    const struct cop_candidate **list =
        cop_allocate(((size_t)report->candidate_count + 1) * sizeof *list);

    for (int i = 0; i < report->candidate_count; i++)
        list[i] = rows[i].candidate;
    free(rows);
    return list;
}

void cop_trim(struct cop_text *text)
{
    while (text->length > 0 && text->bytes[text->length - 1] == ' ')
        text->bytes[--text->length] = '\0';
}

/* "  12.000   61 %, +0.1 discs"; of a bound only that it is one, and nothing of what nobody knows.
 */
static void add_worth(const struct cop_report_view *view, const struct cop_report *report,
                      const struct cop_candidate *candidate, struct cop_text *text)
{
    if (candidate->kind == COP_VALUE_AT_MOST)
        cop_text_add(text, "  at most %.3f", candidate->value);
    else if (candidate->has_total)
        cop_text_add(text, "  %12g", candidate->total);
    else if (candidate->kind != COP_VALUE_NONE)
        cop_text_add(text, "  %12.3f", candidate->value);
    if (candidate->has_total && candidate->proof == COP_UNPROVEN)
        return;
    if (candidate->kind == COP_VALUE_NONE && candidate->proof == COP_UNPROVEN)
        return;
    if (candidate->kind == COP_VALUE_AT_MOST && candidate->proof == COP_UNPROVEN)
        return;
    cop_text_add(text, "  ");
    cop_report_judgement(view, report, candidate, text);
}

/* Visits and their share, where the search counts visits; `total` is 0 where it does not. */
static void add_row(const struct cop_report_view *view, const struct cop_report *report,
                    const struct cop_candidate *candidate, int64_t total, bool is_unicode,
                    struct cop_text *text)
{
    double share = total > 0 ? (double)candidate->visits / (double)total : 0.0;
    size_t start = text->length;

    cop_text_add(text, "  ");
    add_move(view, view->state, candidate->move, text);
    cop_text_add(text, "%*s", text->length - start < 10 ? (int)(10 - (text->length - start)) : 1,
                 "");
    if (total > 0) {
        cop_text_add(text, "%10" PRId64 "  %5.1f %%  ", candidate->visits, 100.0 * share);
        cop_add_bar(text, share, is_unicode);
    }
    add_worth(view, report, candidate, text);
    cop_text_add(text, candidate->is_pruned ? "  pruned" : "");
    if (candidate->line_length > 1) {
        cop_text_add(text, "  line ");
        cop_candidate_moves(view, report, candidate, text);
    }
    cop_trim(text);
    cop_text_add(text, "\n");
}

static void add_heads(int64_t visits, bool has_totals, struct cop_text *text)
{
    cop_text_add(text, visits > 0 ? "\n  move        visits    share                   "
                                  : "\n  move           ");
    cop_text_add(text, has_totals ? "best game\n" : "  value  chance\n");
}

void cop_report_table(const struct cop_report_view *view, const struct cop_report *report, int rows,
                      bool is_unicode, struct cop_text *text)
{
    struct row *sorted = sort_rows(report);
    int player = view->game->rules->turn(view->game, view->state);
    int shown = rows > 0 && rows < report->candidate_count ? rows : report->candidate_count;
    int64_t total = 0;

    for (int i = 0; i < report->candidate_count; i++)
        total += report->candidates[i].visits;
    cop_text_add(text, "%s, %s to move: %s, %s\n", view->game->name,
                 cop_player_name(view->game, player), view->agent, view->limit);
    add_summary(view, report, text);
    cop_text_add(text, "\nline ");
    cop_report_moves(view, report, text);
    add_heads(total, report->has_total, text);
    for (int i = 0; i < shown; i++)
        add_row(view, report, sorted[i].candidate, total, is_unicode, text);
    if (shown < report->candidate_count)
        cop_text_add(text, "  and %d more moves\n", report->candidate_count - shown);
    free(sorted);
}

/* ---- For programs ---- */

static void add_json_move(const struct cop_report_view *view, const char *name, const void *state,
                          cop_move move, struct cop_json *json)
{
    struct cop_text word = COP_TEXT;

    add_move(view, state, move, &word);
    cop_json_add_string(json, name, word.bytes);
    cop_text_free(&word);
}

static void add_json_step(const struct cop_report_view *view, int index, const void *state,
                          cop_move move, void *context)
{
    (void)index;
    add_json_move(view, NULL, state, move, context);
}

/* A string that is written by one of the functions for people, or null. */
typedef bool write_meaning(const struct cop_game *game, const struct cop_report *report,
                           const struct cop_candidate *candidate, struct cop_text *text);

static void add_json_meaning(const struct cop_report_view *view, const char *name,
                             const struct cop_report *report, const struct cop_candidate *candidate,
                             write_meaning *write, struct cop_json *json)
{
    struct cop_text text = COP_TEXT;

    cop_json_add_string(json, name,
                        write(view->game, report, candidate, &text) ? text.bytes : NULL);
    cop_text_free(&text);
}

/* Only lines that say more than the move; the best one's is the report's. */
static void add_json_candidate_line(const struct cop_report_view *view,
                                    const struct cop_report *report,
                                    const struct cop_candidate *candidate, struct cop_json *json)
{
    const cop_move *line;
    int length = cop_candidate_line(report, candidate, &line);

    if (candidate->line_length == 0)
        return;
    cop_json_array(json, "line");
    walk(view, line, length, add_json_step, json);
    cop_json_end(json);
}

/* Begins the object of a candidate. */
static void begin_candidate(const struct cop_report_view *view, const struct cop_report *report,
                            const struct cop_candidate *candidate, struct cop_json *json)
{
    bool has_value = candidate->kind != COP_VALUE_NONE;

    cop_json_object(json, NULL);
    add_json_move(view, "move", view->state, candidate->move, json);
    cop_json_add_integer(json, "visits", candidate->visits);
    cop_json_add_number(json, "value", has_value ? candidate->value : NAN, 9);
    cop_json_add_string(json, "kind", cop_value_kind_names[candidate->kind]);
    cop_json_add_number(json, "chance",
                        cop_report_chance(view->game, report, candidate, report->player), 4);
    add_json_meaning(view, "points", report, candidate, cop_report_points, json);
    if (candidate->has_total)
        cop_json_add_number(json, "total", candidate->total, 9);
    cop_json_add_number(json, "prior", candidate->prior, 9);
    cop_json_add_string(json, "proof", cop_proof_names[candidate->proof]);
    add_json_meaning(view, "words", report, candidate, cop_report_words, json);
    cop_json_add_flag(json, "pruned", candidate->is_pruned);
    add_json_candidate_line(view, report, candidate, json);
}

static void add_json_chances(const struct cop_report_view *view, const struct cop_report *report,
                             struct cop_json *json)
{
    double chances[COP_PLAYERS_MAX];

    for (int i = 0; i < view->game->players; i++)
        chances[i] = cop_report_chance(view->game, report, NULL, i);
    cop_json_add_numbers(json, "chance", chances, view->game->players, 4);
}

/* The line, and the beginning of the candidates. */
static void add_json_line(const struct cop_report_view *view, const struct cop_report *report,
                          struct cop_json *json)
{
    cop_json_array(json, "line");
    cop_report_walk(view, report, add_json_step, json);
    cop_json_end(json);
    cop_json_array(json, "candidates");
    cop_json_spread(json, 4);
}

/* Of agents that look for a proof; null is what can never be. */
static void add_json_numbers(const struct cop_report *report, struct cop_json *json)
{
    const double numbers[] = {report->proof_number == UINT32_MAX ? NAN : report->proof_number,
                              report->disproof_number == UINT32_MAX ? NAN
                                                                    : report->disproof_number};

    if (report->proof_number != 0 || report->disproof_number != 0)
        cop_json_add_numbers(json, "proof_numbers", numbers, 2, 10);
}

/* The beginning of both objects: who searched what, and the numbers. */
static void begin_report(const struct cop_report_view *view, const struct cop_report *report,
                         int player, bool is_secret, struct cop_json *json)
{
    struct cop_text position = COP_TEXT;

    cop_json_object(json, NULL);
    cop_json_spread(json, 2);
    cop_json_add_string(json, "game", view->game->name);
    if (!is_secret) {
        view->game->rules->write_position(view->game, view->state, &position);
        cop_json_add_string(json, "position", position.bytes);
    }
    cop_json_add_integer(json, "player", player);
    cop_json_add_string(json, "agent", view->agent);
    cop_json_add_string(json, "limit", view->limit);
    if (is_secret || report->best == COP_NO_MOVE)
        cop_json_add_null(json, "best");
    else
        add_json_move(view, "best", view->state, report->best, json);
    cop_json_add_numbers(json, "value", report->value, view->game->players, 9);
    add_json_chances(view, report, json);
    add_json_meaning(view, "points", report, NULL, cop_report_points, json);
    if (report->has_total)
        cop_json_add_number(json, "total", report->total, 9);
    cop_json_add_string(json, "proof", cop_proof_names[report->proof]);
    add_json_meaning(view, "words", report, NULL, cop_report_words, json);
    cop_json_add_integer(json, "depth", report->depth);
    cop_json_add_integer(json, "sims", report->sims);
    cop_json_add_integer(json, "nodes", report->nodes);
    if (report->cuts > 0) {
        cop_json_add_integer(json, "cuts", report->cuts);
        cop_json_add_integer(json, "cut_moves", report->cut_moves);
    }
    add_json_numbers(report, json);
    cop_json_add_fixed(json, "seconds", report->seconds, 6);
    cop_json_add_fixed(json, "sims_per_second", speed(report), 0);
    if (report->is_from_book) {
        cop_json_add_flag(json, "from_book", true);
        cop_json_add_integer(json, "book_visits", report->book_visits);
        cop_json_add_number(json, "book_value", report->book_value, 9);
    }
    if (report->is_from_openings) {
        cop_json_add_flag(json, "from_openings", true);
        cop_json_add_integer(json, "opening_games", report->opening_games);
    }
    cop_json_add_flag(json, "stopped_early", report->stopped_early);
    cop_json_add_flag(json, "memory_is_full", report->memory_is_full);
    cop_text_free(&position);
}

/* Ends the candidates and the whole. */
static void end_report(struct cop_json *json)
{
    cop_json_end(json);
    cop_json_end(json);
    cop_text_add(json->text, "\n");
}

/* For each cell of the scene, in how many playouts it was each player's; others may be counting. */
static void add_json_ownership(const struct cop_report_view *view, struct cop_json *json)
{
    const struct cop_ownership *ownership = view->ownership;
    int count;

    if (ownership == NULL)
        return;
    cop_json_object(json, "ownership");
    cop_json_add_integer(json, "playouts", __atomic_load_n(&ownership->playouts, __ATOMIC_RELAXED));
    cop_json_array(json, "cells");
    count = __atomic_load_n(&ownership->cell_count, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++) {
        cop_json_array(json, NULL);
        for (int player = 0; player < view->game->players; player++)
            cop_json_add_integer(json, NULL,
                                 __atomic_load_n(&ownership->count[i][player], __ATOMIC_RELAXED));
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_json_end(json);
}

void cop_report_json(const struct cop_report_view *view, const struct cop_report *report,
                     bool was_interrupted, struct cop_text *text)
{
    int player = view->game->rules->turn(view->game, view->state);
    struct cop_json json = {.text = text};

    begin_report(view, report, player + 1, false, &json);
    cop_json_add_flag(&json, "interrupted", was_interrupted);
    add_json_ownership(view, &json);
    if (view->anatomy != NULL)
        cop_anatomy_json(view, view->anatomy, &json);
    add_json_line(view, report, &json);
    for (int i = 0; i < report->candidate_count; i++) {
        begin_candidate(view, report, &report->candidates[i], &json);
        cop_json_end(&json);
    }
    end_report(&json);
}

static void add_json_path(const struct cop_report_view *view, cop_move move, struct cop_json *json)
{
    int cells[COP_PATH_MAX];
    int count = view->game->rules->path(view->game, view->state, move, cells);

    cop_json_array(json, "path");
    for (int i = 0; i < count; i++)
        cop_json_add_integer(json, NULL, cells[i]);
    cop_json_end(json);
}

void cop_report_event_json(const struct cop_report_view *view, const struct cop_report *report,
                           const struct cop_report_event *event, struct cop_text *text)
{
    enum { SHOWN = 60 };
    struct row *sorted = sort_rows(report);
    int count = event->is_secret ? 0 : report->candidate_count;
    struct cop_report shown = *report;
    struct cop_json json = {.text = text};

    if (event->is_secret)
        shown.line_length = 0;
    begin_report(view, &shown, view->game->rules->turn(view->game, view->state), event->is_secret,
                 &json);
    cop_json_add_integer(&json, "ply", event->ply);
    cop_json_add_string(&json, "kind", event->kind);
    cop_json_add_flag(&json, "done", event->is_done);
    if (!event->is_secret)
        add_json_ownership(view, &json);
    cop_json_add_number(&json, "lower", report->lower, 9);
    cop_json_add_number(&json, "upper",
                        report->upper > report->lower ? report->upper : report->lower + 1, 9);
    cop_json_add_integer(&json, "candidate_count", count);
    add_json_line(view, &shown, &json);
    for (int i = 0; i < count && i < SHOWN; i++) {
        if (sorted[i].candidate->kind == COP_VALUE_NONE)
            break; /* there is nothing to say of it, nor of those behind it */
        begin_candidate(view, report, sorted[i].candidate, &json);
        add_json_path(view, sorted[i].candidate->move, &json);
        cop_json_end(&json);
    }
    end_report(&json);
    free(sorted);
}
