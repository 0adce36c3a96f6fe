#include <string.h>

#include "lab/report/glance.h"
#include "lab/report/number.h"
#include "lab/report/report.h"
#include "lab/report/table.h"

/* Text inside a table's cell or a paragraph: what Markdown would take for its own is escaped. */
static void add_plain(struct cop_text *text, const char *words)
{
    for (; *words; words++) {
        switch (*words) {
        case '|':
        case '*':
        case '_':
        case '<':
        case '`':
        case '\\':
            cop_text_add(text, "\\%c", *words);
            break;
        case '\n':
            cop_text_add(text, " ");
            break;
        default:
            cop_text_add_bytes(text, words, 1);
        }
    }
}

static void write_sums(const struct cop_glance *sums, const char *mark, struct cop_text *text)
{
    const int numbers[] = {
        sums->claims[COP_TRUE],
        sums->claims[COP_UNDECIDED],
        sums->claims[COP_FALSE],
        sums->numbers.scores[COP_COMPATIBLE],
        sums->numbers.scores[COP_DIFFERENT],
        sums->numbers.others[COP_COMPATIBLE],
        sums->numbers.others[COP_DIFFERENT],
    };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cop_text_add(text, " %s%d%s |", mark, numbers[i], mark);
    cop_text_add(text, "\n");
}

static void write_summary(const struct cop_results *results, int count, struct cop_text *text)
{
    struct cop_glance total = {0};

    cop_text_add(text, "| experiment | | reproduced | undecided | not reproduced | win rates "
                       "compatible | different | other numbers compatible | different |\n"
                       "|---|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (int i = 0; i < count; i++) {
        struct cop_glance sums = {0};

        cop_glance_add(&sums, &results[i]);
        cop_glance_add(&total, &results[i]);
        cop_text_add(text, "| %s | ", results[i].id);
        add_plain(text, results[i].title);
        cop_text_add(text, " |");
        write_sums(&sums, "", text);
    }
    cop_text_add(text, "| **all** | |");
    write_sums(&total, "**", text);
    cop_text_add(text, "\n");
    cop_agreement_write(&total.numbers, text);
    cop_text_add(text, "\n\n");
}

/* For each thesis, in a sentence. */
static void write_theses(const struct cop_results *results, int count, struct cop_text *text)
{
    for (int first = 0, same; first < count; first += same) {
        struct cop_agreement_counts counts = {0};
        size_t before;

        same = cop_thesis_count(results + first, count - first);
        for (int i = 0; i < same; i++)
            cop_count_agreement(&results[first + i], &counts);
        before = text->length;
        cop_agreement_write(&counts, text);
        if (text->length == before)
            continue;
        cop_text_add(text, " (%.*s)\n\n", (int)strcspn(results[first].id, "/"), results[first].id);
    }
}

static void write_claims(const struct cop_results *results, struct cop_text *text)
{
    if (results->claim_count == 0)
        return;
    cop_text_add(text, "| claim | verdict | measured |\n|---|---|---|\n");
    for (int i = 0; i < results->claim_count; i++) {
        const struct cop_claim_result *claim = &results->claims[i];

        cop_text_add(text, "| ");
        add_plain(text, claim->title);
        if (claim->note[0]) {
            cop_text_add(text, " (");
            add_plain(text, claim->note);
            cop_text_add(text, ")");
        }
        cop_text_add(text, " | **%s** | ", cop_claim_verdict(claim));
        add_plain(text, claim->findings);
        cop_text_add(text, " |\n");
    }
    cop_text_add(text, "\n");
}

/* Writes the table, unless it is empty, and frees it. */
static void write_table(struct cop_text_table *table, struct cop_text *text)
{
    for (int row = 0; row < table->rows; row++) {
        for (int column = 0; column < table->columns; column++) {
            cop_text_add(text, "| ");
            add_plain(text, cop_text_table_cell(table, row, column));
            cop_text_add(text, " ");
        }
        cop_text_add(text, "|\n");
        for (int column = 0; row == 0 && column < table->columns; column++)
            cop_text_add(text, column == 0 ? "|---" : "|---:");
        if (row == 0)
            cop_text_add(text, "|\n");
    }
    if (table->rows > 0)
        cop_text_add(text, "\n");
    cop_text_table_free(table);
}

static void write_run(const struct cop_results *results, const struct cop_lab_run_result *run,
                      struct cop_text *text)
{
    struct cop_text description = COP_TEXT;
    struct cop_text_table table;

    cop_lab_run_describe(run, &description);
    cop_text_add(text, "### %s\n\n", run->name);
    add_plain(text, description.bytes);
    cop_text_add(text, ".\n\n");
    cop_text_free(&description);
    cop_lab_run_table(results, run, &table);
    write_table(&table, text);
    cop_lab_run_details(results, run, &table);
    write_table(&table, text);
}

static void write_makers(const struct cop_results *results, struct cop_text *text)
{
    for (int i = 0; i < results->maker_count; i++) {
        const struct cop_maker *maker = &results->makers[i];

        cop_text_add(text, "`%s`: %lld observations by version %s, commit %.12s, %s, ",
                     maker->command, (long long)maker->observations, maker->version,
                     maker->commit[0] ? maker->commit : "unknown", maker->compiler);
        add_plain(text, maker->machine);
        cop_text_add(text, ", %s.\n\n", maker->date);
    }
    if (results->maker_count > 0)
        return;
    cop_text_add(text, "`%s`, version %s, %s, ", results->command, results->version, results->date);
    add_plain(text, results->machine);
    cop_text_add(text, "; an earlier program, which kept no single observations.\n\n");
}

static void write_experiment(const struct cop_results *results, struct cop_text *text)
{
    struct cop_agreement_counts counts = {0};
    size_t before;

    cop_text_add(text, "## %s: ", results->id);
    add_plain(text, results->title);
    cop_text_add(text, "\n\n");
    add_plain(text, results->source);
    cop_text_add(text, "; ");
    add_plain(text, results->specification);
    cop_text_add(text, ". ");
    add_plain(text, results->description);
    cop_text_add(text, "\n\n");
    write_claims(results, text);
    cop_count_agreement(results, &counts);
    before = text->length;
    cop_agreement_write(&counts, text);
    if (text->length > before)
        cop_text_add(text, "\n\n");
    for (int i = 0; i < results->run_count; i++)
        write_run(results, &results->runs[i], text);
    write_makers(results, text);
}

void cop_report_markdown(const struct cop_results *results, int count, struct cop_text *text)
{
    cop_text_add(
        text,
        "# Published and measured: the lab's report\n\n"
        "Budget: %s. Numbers in brackets are 95 %% intervals. A claim is *reproduced* if "
        "it holds over the whole interval of what was measured, *not reproduced* if it "
        "holds nowhere in it, and else *undecided* at this budget. Each of the first two is wrong "
        "in at most one run of twenty. What holds *by construction* is not counted. A published "
        "win rate "
        "that says on how many games it rests is *compatible* with ours if the 95 %% interval of "
        "their difference contains 0, any other published number if it lies in our interval; of "
        "equal numbers one in twenty differs by chance. Times, numbers without an interval, and "
        "round robins with another field of entrants are not compared.\n\n",
        count > 0 ? results[0].budget : "none");
    write_summary(results, count, text);
    write_theses(results, count, text);
    for (int i = 0; i < count; i++)
        write_experiment(&results[i], text);
}
