/* anatomy_view.c - the anatomy of a search as three tables, or as JSON. */
#include "agent/anatomy_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_WIDTH = 10, NUMBER_WIDTH = 8 };

bool cop_anatomy_has_words(const struct cop_anatomy *anatomy)
{
    return anatomy->word_count > 0;
}

/* ---- The moves ---- */

/* The moves that are shown, and which words say something of one of them. */
struct shown {
    const struct cop_candidate **sorted;
    int count;
    bool is_said[COP_ANATOMY_WORDS];
};

static struct shown choose(const struct cop_report *report, const struct cop_anatomy *anatomy,
                           int rows)
{
    struct shown shown = {.sorted = cop_report_sorted(report), .count = report->candidate_count};

    if (rows > 0 && rows < shown.count)
        shown.count = rows;
    for (int i = 0; i < shown.count; i++) {
        const double *said = cop_anatomy_of(anatomy, shown.sorted[i]->move);

        for (int j = 0; said != NULL && j < anatomy->word_count; j++)
            shown.is_said[j] = shown.is_said[j] || !isnan(said[j]);
    }
    return shown;
}

static int width_of(const struct cop_anatomy_word *word)
{
    int length = (int)strlen(word->name);

    return length > NUMBER_WIDTH ? length : NUMBER_WIDTH;
}

/* A number as it is read best: "+0.071" where it is added to others, 12.3k of counts; a bound that
 * is above all others says only that. */
static void add_number(const struct cop_anatomy_word *word, double number, struct cop_text *text)
{
    struct cop_text digits = COP_TEXT;

    if (isnan(number))
        cop_text_add(&digits, " ");
    else if (isinf(number))
        cop_text_add(&digits, number > 0 ? "first" : "last");
    else if (word->is_count)
        cop_add_short(&digits, number);
    else
        cop_text_add(&digits, fabs(number) < 10 ? "%.3f" : "%.1f", number);
    cop_text_add(text, "  %*s", width_of(word), digits.bytes != NULL ? digits.bytes : "");
    cop_text_free(&digits);
}

static void add_move(const struct cop_report_view *view, const struct cop_anatomy *anatomy,
                     const struct shown *shown, const struct cop_candidate *candidate,
                     struct cop_text *text)
{
    const double *said = cop_anatomy_of(anatomy, candidate->move);
    struct cop_text name = COP_TEXT;

    view->game->rules->write_move(view->game, view->state, candidate->move, &name);
    cop_text_add(text, "  %-*s%10" PRId64, MOVE_WIDTH, name.bytes, candidate->visits);
    for (int i = 0; said != NULL && i < anatomy->word_count; i++)
        if (shown->is_said[i])
            add_number(&anatomy->words[i], said[i], text);
    cop_trim(text);
    cop_text_add(text, "\n");
    cop_text_free(&name);
}

static void add_moves(const struct cop_report_view *view, const struct cop_report *report,
                      const struct cop_anatomy *anatomy, int rows, struct cop_text *text)
{
    struct shown shown = choose(report, anatomy, rows);

    cop_text_add(text, "\n  %-*s%10s", MOVE_WIDTH, "move", "visits");
    for (int i = 0; i < anatomy->word_count; i++)
        if (shown.is_said[i])
            cop_text_add(text, "  %*s", width_of(&anatomy->words[i]), anatomy->words[i].name);
    cop_text_add(text, "\n");
    for (int i = 0; i < shown.count; i++)
        add_move(view, anatomy, &shown, shown.sorted[i], text);
    if (shown.count < report->candidate_count)
        cop_text_add(text, "  and %d more moves\n", report->candidate_count - shown.count);
    cop_text_add(text, anatomy->tree_count > 1 ? "\n  in the first of %d trees:\n" : "\n",
                 anatomy->tree_count);
    for (int i = 0; i < anatomy->word_count; i++)
        if (shown.is_said[i])
            cop_text_add(text, "  %-18s%s\n", anatomy->words[i].name, anatomy->words[i].help);
    free(shown.sorted);
}

/* ---- The tree and the counts ---- */

static void add_levels(const struct cop_anatomy *anatomy, bool is_unicode, struct cop_text *text)
{
    int64_t most = 1;

    for (int i = 0; i < anatomy->level_count; i++)
        if (anatomy->levels[i].visited > most)
            most = anatomy->levels[i].visited;
    cop_text_add(text, "\n  depth  positions    visited      visits    parents  children each    "
                       "settled     pruned\n");
    for (int i = 0; i < anatomy->level_count; i++) {
        const struct cop_anatomy_level *level = &anatomy->levels[i];

        cop_text_add(text, "  %5d %10" PRId64 " %10" PRId64 " %11" PRId64 " %10" PRId64, i,
                     level->nodes, level->visited, level->visits, level->parents);
        if (level->parents > 0)
            cop_text_add(text, "  %13.1f", (double)level->children / (double)level->parents);
        else
            cop_text_add(text, "  %13s", "");
        cop_text_add(text, " %10" PRId64 " %10" PRId64, level->settled, level->pruned);
        cop_text_add(text, "  ");
        cop_add_bar(text, (double)level->visited / (double)most, is_unicode);
        cop_trim(text);
        cop_text_add(text, "\n");
    }
}

static void add_facts(const struct cop_anatomy *anatomy, struct cop_text *text)
{
    const char *group = "";

    for (int i = 0; i < anatomy->fact_count; i++) {
        const struct cop_anatomy_fact *fact = &anatomy->facts[i];
        double ratio = (double)fact->count / (double)fact->of;

        if (strcmp(group, fact->group) != 0)
            cop_text_add(text, "\n  of %" PRId64 " %s\n", fact->of, fact->group);
        group = fact->group;
        if (fact->unit == COP_ANATOMY_EACH)
            cop_text_add(text, "    %12s  %7.1f    %s\n", "", ratio, fact->help);
        else
            cop_text_add(text, "    %12" PRId64 "  %7.1f %%  %s\n", fact->count, 100 * ratio,
                         fact->help);
    }
}

void cop_anatomy_table(const struct cop_report_view *view, const struct cop_report *report,
                       const struct cop_anatomy *anatomy, int rows, bool is_unicode,
                       struct cop_text *text)
{
    add_moves(view, report, anatomy, rows, text);
    add_levels(anatomy, is_unicode, text);
    add_facts(anatomy, text);
}

/* ---- For programs ---- */

static void add_json_moves(const struct cop_report_view *view, const struct cop_anatomy *anatomy,
                           struct cop_json *json)
{
    cop_json_array(json, "moves");
    for (int i = 0; i < anatomy->move_count; i++) {
        const double *said = anatomy->said + (ptrdiff_t)i * COP_ANATOMY_WORDS;
        struct cop_text name = COP_TEXT;

        view->game->rules->write_move(view->game, view->state, anatomy->moves[i], &name);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "move", name.bytes);
        for (int j = 0; j < anatomy->word_count; j++)
            cop_json_add_number(json, anatomy->words[j].name, said[j], 9);
        cop_json_end(json);
        cop_text_free(&name);
    }
    cop_json_end(json);
}

static void add_json_levels(const struct cop_anatomy *anatomy, struct cop_json *json)
{
    cop_json_array(json, "levels");
    for (int i = 0; i < anatomy->level_count; i++) {
        const struct cop_anatomy_level *level = &anatomy->levels[i];

        cop_json_object(json, NULL);
        cop_json_add_integer(json, "depth", i);
        cop_json_add_integer(json, "positions", level->nodes);
        cop_json_add_integer(json, "visited", level->visited);
        cop_json_add_integer(json, "visits", level->visits);
        cop_json_add_integer(json, "parents", level->parents);
        cop_json_add_integer(json, "children", level->children);
        cop_json_add_integer(json, "settled", level->settled);
        cop_json_add_integer(json, "pruned", level->pruned);
        cop_json_end(json);
    }
    cop_json_end(json);
}

void cop_anatomy_json(const struct cop_report_view *view, const struct cop_anatomy *anatomy,
                      struct cop_json *json)
{
    cop_json_object(json, "parts");
    add_json_moves(view, anatomy, json);
    add_json_levels(anatomy, json);
    cop_json_array(json, "facts");
    for (int i = 0; i < anatomy->fact_count; i++) {
        cop_json_object(json, NULL);
        cop_json_add_string(json, "of", anatomy->facts[i].group);
        cop_json_add_string(json, "name", anatomy->facts[i].name);
        cop_json_add_integer(json, "count", anatomy->facts[i].count);
        cop_json_add_integer(json, "all", anatomy->facts[i].of);
        cop_json_end(json);
    }
    cop_json_end(json);
    cop_json_end(json);
}
