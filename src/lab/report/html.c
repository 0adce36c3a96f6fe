#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/report/agreement.h"
#include "lab/report/glance.h"
#include "lab/report/plots.h"
#include "lab/report/report.h"
#include "lab/report/table.h"
#include "lab/run/claim_runs.h"
#include "lab/run/files.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Published and measured: the lab's report</title>\n<style>\n"
    ":root{color-scheme:light dark;--back:#fbfaf7;--card:#fff;--ink:#23251f;--soft:#6b6f63;"
    "--line:#e3e0d6;--yes:#2c7a3f;--maybe:#96690f;--no:#b3332a;--tint:#f1efe7}\n"
    "@media(prefers-color-scheme:dark){:root{--back:#171914;--card:#1f221c;--ink:#e8e7df;"
    "--soft:#a0a394;--line:#363a30;--yes:#6cc182;--maybe:#d9ab4a;--no:#ea7b70;--tint:#282c24}}\n"
    "*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);"
    "font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}main{max-width:62rem;margin:0 "
    "auto;padding:2rem 1rem}\n"
    "h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.3rem;margin:0}"
    "h3{font-size:1rem;margin:1.6rem 0 .2rem}p{margin:.4rem 0}a{color:inherit}\n"
    ".soft{color:var(--soft);font-size:.9rem}section{background:var(--card);border:1px solid "
    "var(--line);border-radius:10px;padding:1.2rem 1.4rem;margin:1.4rem 0}\n"
    ".wide{overflow-x:auto;overflow-wrap:normal}table{border-collapse:collapse;font-size:.88rem;"
    "margin:.6rem 0;"
    "font-variant-numeric:tabular-nums}th,td{padding:.35rem .7rem;border-bottom:1px solid "
    "var(--line);text-align:right;vertical-align:top}th{font-weight:600;color:var(--soft)}"
    "th:first-child,td:first-child{text-align:left;padding-left:0}\n"
    "ul.claims{list-style:none;padding:0;margin:1rem 0}ul.claims li{padding:.6rem 0 .6rem 9.5rem;"
    "border-top:1px solid var(--line);position:relative;min-height:2.8rem}"
    "ul.claims .verdict{position:absolute;left:0;top:.65rem}\n"
    ".verdict{display:inline-block;border-radius:99px;padding:.05rem .7rem;font-size:.82rem;"
    "font-weight:600;border:1.5px solid currentColor;white-space:nowrap}"
    ".reproduced{color:var(--yes)}.undecided{color:var(--maybe)}.not{color:var(--no)}\n"
    "code{font:0.85em ui-monospace,monospace;background:var(--tint);padding:.1em .35em;"
    "border-radius:4px;overflow-wrap:anywhere}svg{width:100%;max-width:26rem;height:auto;"
    "display:block;margin:.4rem 0}.plots{display:grid;gap:1.2rem 1.6rem;margin:1rem 0;"
    "grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr))}"
    "figure{margin:0}figcaption{font-weight:600;overflow-wrap:anywhere}\n"
    "@media(max-width:40rem){ul.claims li{padding-left:0;padding-top:2.4rem}}\n"
    "</style>\n</head>\n<body>\n<main>\n";

static const char *const truth_classes[] = {"not", "undecided", "reproduced"};

static void add_verdict(struct cop_text *text, enum cop_truth truth)
{
    cop_text_add(text, "<span class=\"verdict %s\">%s</span>", truth_classes[truth],
                 cop_truth_name(truth));
}

static void write_summary(const struct cop_results *results, int count, struct cop_text *text)
{
    cop_text_add(text, "<div class=\"wide\"><table>\n<tr><th>experiment</th><th></th>"
                       "<th>reproduced</th><th>undecided</th><th>not reproduced</th>"
                       "<th>win rates compatible</th><th>different</th></tr>\n");
    for (int i = 0; i < count; i++) {
        struct cop_agreement_counts values = {0};
        int counts[3];

        cop_count_claims(&results[i], counts);
        cop_count_agreement(&results[i], &values);
        cop_text_add(text, "<tr><td><a href=\"#");
        cop_text_add_xml(text, results[i].id);
        cop_text_add(text, "\">");
        cop_text_add_xml(text, results[i].id);
        cop_text_add(text, "</a></td><td style=\"text-align:left\">");
        cop_text_add_xml(text, results[i].title);
        cop_text_add(text, "</td>");
        for (int truth = COP_TRUE; truth >= COP_FALSE; truth--)
            cop_text_add(text, counts[truth] > 0 ? "<td class=\"%s\">%d</td>" : "<td></td>",
                         truth_classes[truth], counts[truth]);
        for (int a = COP_COMPATIBLE; a <= COP_DIFFERENT; a++)
            cop_text_add(text, values.scores[a] > 0 ? "<td>%d</td>" : "<td></td>",
                         values.scores[a]);
        cop_text_add(text, "</tr>\n");
    }
    cop_text_add(text, "</table></div>\n");
}

/* In a sentence. */
static void write_agreement(const struct cop_results *results, int count, struct cop_text *text)
{
    struct cop_agreement_counts counts = {0};

    for (int i = 0; i < count; i++)
        cop_count_agreement(&results[i], &counts);
    cop_text_add(text, "<p>");
    cop_agreement_write(&counts, text);
    cop_text_add(text, "</p>\n");
}

static void write_glance(const struct cop_results *results, int count, struct cop_text *text)
{
    struct cop_glance glance = {0};

    for (int i = 0; i < count; i++)
        cop_glance_add(&glance, &results[i]);
    cop_glance_bar(&glance, text);
    cop_text_add(text, "<p class=\"soft\">");
    cop_glance_numbers(&glance, text);
    cop_text_add(text, "</p>\n");
}

/* "uct-star" of uct-star/table-10. */
static void add_thesis(const struct cop_results *results, struct cop_text *text)
{
    char *thesis = cop_path("%.*s", (int)strcspn(results->id, "/"), results->id);

    cop_text_add_xml(text, thesis);
    free(thesis);
}

/* All together, and each thesis, where there are several. */
static void write_glances(const struct cop_results *results, int count, struct cop_text *text)
{
    if (cop_thesis_count(results, count) == count) {
        write_glance(results, count, text);
        return;
    }
    cop_text_add(text, "<div class=\"plots\">\n<figure><figcaption>all</figcaption>\n");
    write_glance(results, count, text);
    for (int first = 0, same; first < count; first += same) {
        same = cop_thesis_count(results + first, count - first);
        cop_text_add(text, "</figure>\n<figure><figcaption>");
        add_thesis(&results[first], text);
        cop_text_add(text, "</figcaption>\n");
        write_glance(results + first, same, text);
    }
    cop_text_add(text, "</figure>\n</div>\n");
}

/* A plot for each thesis. */
static void write_theses(const struct cop_results *results, int count, struct cop_text *text)
{
    cop_text_add(text, "<div class=\"plots\">\n");
    for (int first = 0, same; first < count; first += same) {
        struct cop_text plot = COP_TEXT;

        same = cop_thesis_count(results + first, count - first);
        if (same > 1)
            cop_agreement_plot(results + first, same, false, &plot);
        if (plot.length > 0) {
            cop_text_add(text, "<figure><figcaption>");
            add_thesis(&results[first], text);
            cop_text_add(text, ": published against measured</figcaption>\n%s</figure>\n",
                         plot.bytes);
        }
        cop_text_free(&plot);
    }
    cop_text_add(text, "</div>\n");
}

/* Where the games, or positions, behind a claim are. */
static void write_behind(const struct cop_results *results, int claim, struct cop_text *text)
{
    bool *is_meant = cop_allocate(((size_t)results->run_count + 1) * sizeof *is_meant);
    int named = 0;

    cop_claim_runs(results, &results->claims[claim], is_meant);
    for (int r = 0; r < results->run_count; r++) {
        if (!is_meant[r])
            continue;
        cop_text_add(text, named++ == 0 ? "<p class=\"soft\">Behind it: " : ", ");
        cop_text_add_xml(text, results->runs[r].name);
    }
    if (named > 0) {
        cop_text_add(text, "; <code>coppice lab games ");
        cop_text_add_xml(text, results->id);
        cop_text_add(text, " --budget ");
        cop_text_add_xml(text, results->budget);
        cop_text_add(text, " --claim %d</code></p>", claim + 1);
    }
    free(is_meant);
}

static void write_claims(const struct cop_results *results, struct cop_text *text)
{
    cop_text_add(text, "<ul class=\"claims\">\n");
    for (int i = 0; i < results->claim_count; i++) {
        const struct cop_claim_result *claim = &results->claims[i];

        cop_text_add(text, "<li>");
        if (claim->is_by_construction)
            cop_text_add(text, "<span class=\"verdict soft\">%s</span>", cop_claim_verdict(claim));
        else
            add_verdict(text, claim->truth);
        cop_text_add(text, "<strong>");
        cop_text_add_xml(text, claim->title);
        cop_text_add(text, "</strong><br><code>");
        cop_text_add_xml(text, claim->words);
        cop_text_add(text, "</code><p class=\"soft\">");
        cop_text_add_xml(text, claim->findings);
        if (claim->note[0]) {
            cop_text_add(text, "</p><p class=\"soft\">");
            cop_text_add_xml(text, claim->note);
        }
        cop_text_add(text, "</p>");
        write_behind(results, i, text);
        cop_text_add(text, "</li>\n");
    }
    cop_text_add(text, "</ul>\n");
}

static void write_table(const struct cop_text_table *table, struct cop_text *text)
{
    cop_text_add(text, "<div class=\"wide\"><table>\n");
    for (int row = 0; row < table->rows; row++) {
        const char *tag = row == 0 ? "th" : "td";

        cop_text_add(text, "<tr>");
        for (int column = 0; column < table->columns; column++) {
            cop_text_add(text, "<%s>", tag);
            cop_text_add_xml(text, cop_text_table_cell(table, row, column));
            cop_text_add(text, "</%s>", tag);
        }
        cop_text_add(text, "</tr>\n");
    }
    cop_text_add(text, "</table></div>\n");
}

/* All of them, side by side where there is room. */
static void write_plots(const struct cop_results *results, struct cop_text *text)
{
    struct cop_results_plots plots;

    cop_results_plots_make(results, &plots);
    cop_text_add(text, plots.count > 0 ? "<div class=\"plots\">\n" : "");
    for (int i = 0; i < plots.count; i++) {
        cop_text_add(text, "<figure><figcaption>");
        cop_text_add_xml(text, plots.list[i].title);
        cop_text_add(text, "</figcaption>\n%s</figure>\n", plots.list[i].svg.bytes);
    }
    cop_text_add(text, plots.count > 0 ? "</div>\n" : "");
    cop_results_plots_free(&plots);
}

static void write_run(const struct cop_results *results, const struct cop_lab_run_result *run,
                      struct cop_text *text)
{
    struct cop_text description = COP_TEXT;
    struct cop_text_table table;

    cop_lab_run_describe(run, &description);
    cop_text_add(text, "<h3>");
    cop_text_add_xml(text, run->name);
    cop_text_add(text, "</h3>\n<p class=\"soft\">");
    cop_text_add_xml(text, description.bytes);
    cop_text_add(text, "</p>\n");
    cop_text_free(&description);
    cop_lab_run_table(results, run, &table);
    write_table(&table, text);
    cop_text_table_free(&table);
    cop_lab_run_details(results, run, &table);
    if (table.rows > 0)
        write_table(&table, text);
    cop_text_table_free(&table);
}

static void write_agents(const struct cop_lab_run_result *run, struct cop_text *text)
{
    if (run->kind == COP_LAB_RUN_SEARCHES)
        return;
    cop_text_add(text, "<details class=\"soft\"><summary>agents</summary>\n");
    for (int i = 0; i < run->entrant_count; i++) {
        cop_text_add(text, "<p>");
        cop_text_add_xml(text, run->entrants[i].label);
        cop_text_add(text, ": <code>");
        cop_text_add_xml(text, run->entrants[i].agent);
        cop_text_add(text, "</code></p>\n");
    }
    cop_text_add(text, "</details>\n");
}

static void write_maker(const struct cop_maker *maker, struct cop_text *text)
{
    cop_text_add(text, "<p class=\"soft\"><code>");
    cop_text_add_xml(text, maker->command);
    cop_text_add(text, "</code> %lld observations, version ", (long long)maker->observations);
    cop_text_add_xml(text, maker->version);
    cop_text_add(text, ", commit ");
    cop_text_add_xml(text, maker->commit[0] ? maker->commit : "unknown");
    cop_text_add(text, ", ");
    cop_text_add_xml(text, maker->compiler);
    cop_text_add(text, ", ");
    cop_text_add_xml(text, maker->flags);
    cop_text_add(text, "; ");
    cop_text_add_xml(text, maker->machine);
    cop_text_add(text, ", ");
    cop_text_add_xml(text, maker->date);
    cop_text_add(text, "</p>\n");
}

static void write_makers(const struct cop_results *results, struct cop_text *text)
{
    for (int i = 0; i < results->maker_count; i++)
        write_maker(&results->makers[i], text);
    if (results->maker_count > 0)
        return;
    cop_text_add(text, "<p class=\"soft\"><code>");
    cop_text_add_xml(text, results->command);
    cop_text_add(text, "</code> version ");
    cop_text_add_xml(text, results->version);
    cop_text_add(text, ", ");
    cop_text_add_xml(text, results->date);
    cop_text_add(text, ", ");
    cop_text_add_xml(text, results->machine);
    cop_text_add(text, "; an earlier program, which kept no single observations</p>\n");
}

static void write_experiment(const struct cop_results *results, struct cop_text *text)
{
    cop_text_add(text, "<section id=\"");
    cop_text_add_xml(text, results->id);
    cop_text_add(text, "\">\n<h2>");
    cop_text_add_xml(text, results->title);
    cop_text_add(text, "</h2>\n<p class=\"soft\">");
    cop_text_add_xml(text, results->id);
    cop_text_add(text, " &middot; ");
    cop_text_add_xml(text, results->source);
    cop_text_add(text, " &middot; ");
    cop_text_add_xml(text, results->specification);
    cop_text_add(text, "</p>\n<p>");
    cop_text_add_xml(text, results->description);
    cop_text_add(text, "</p>\n");
    write_claims(results, text);
    write_agreement(results, 1, text);
    write_plots(results, text);
    for (int i = 0; i < results->run_count; i++) {
        write_run(results, &results->runs[i], text);
        write_agents(&results->runs[i], text);
    }
    write_makers(results, text);
    cop_text_add(text, "</section>\n");
}

void cop_report_html(const struct cop_results *results, int count, struct cop_text *text)
{
    cop_text_add(text, "%s<h1>Published and measured</h1>\n", head);
    cop_text_add(
        text,
        "<p>The experiments of the lab at the budget <strong>%s</strong>. Whiskers and "
        "numbers in brackets are 95&nbsp;%% intervals. A claim is reproduced if it holds "
        "over the whole interval of what was measured, not reproduced if it holds nowhere "
        "in it, and else undecided at this budget; each of the first two is wrong in at "
        "most one run of twenty. What holds by construction is not counted. A published "
        "win rate that says on how many games it rests is compatible with ours if the "
        "95&nbsp;%% interval of their difference contains 0, any other published number if "
        "it lies in our interval; of equal numbers one in twenty differs by chance.</p>\n",
        count > 0 ? results[0].budget : "none");
    write_glances(results, count, text);
    write_agreement(results, count, text);
    write_theses(results, count, text);
    write_summary(results, count, text);
    for (int i = 0; i < count; i++)
        write_experiment(&results[i], text);
    cop_text_add(text, "</main>\n</body>\n</html>\n");
}
