#include "lab/report/glance.h"

#include "lab/report/plot.h"
#include "lab/report/table.h"

enum { SIDE = 2, BAR = 16, LINE = 20, PARTS = 4, STRIPE = 6, COLUMN = 180 };

/* How much of a part's ground is filled, besides its colour. */
enum pattern { FULL, PALE, STRIPED, EMPTY };

struct part {
    int count;
    const char *words, *colour;
    enum pattern pattern;
};

void cop_glance_add(struct cop_glance *glance, const struct cop_results *results)
{
    int counts[3];

    cop_count_claims(results, counts);
    for (int truth = 0; truth < 3; truth++)
        glance->claims[truth] += counts[truth];
    for (int i = 0; i < results->claim_count; i++)
        glance->by_construction += results->claims[i].is_by_construction;
    cop_count_agreement(results, &glance->numbers);
}

void cop_glance_write(const struct cop_glance *glance, struct cop_text *text)
{
    const int *claims = glance->claims;
    int all = claims[COP_TRUE] + claims[COP_UNDECIDED] + claims[COP_FALSE];

    cop_text_add(text, "%d of %d claim%s reproduced, %d undecided, %d not reproduced",
                 claims[COP_TRUE], all, all == 1 ? "" : "s", claims[COP_UNDECIDED],
                 claims[COP_FALSE]);
    if (glance->by_construction > 0)
        cop_text_add(text, "; %d more hold%s by construction", glance->by_construction,
                     glance->by_construction == 1 ? "s" : "");
}

void cop_glance_numbers(const struct cop_glance *glance, struct cop_text *text)
{
    const int *rows[] = {glance->numbers.scores, glance->numbers.others};
    static const char *const names[] = {"published win rates", "other numbers"};
    const char *before = "Compatible with ours: ";

    for (int i = 0; i < 2; i++) {
        int all = rows[i][COP_COMPATIBLE] + rows[i][COP_DIFFERENT];

        if (all == 0)
            continue;
        cop_text_add(text, "%s%d of %d %s", before, rows[i][COP_COMPATIBLE], all, names[i]);
        before = ", ";
    }
}

/* Stripes are drawn one by one: a pattern would need a name, which another picture may have. */
static void draw_ground(const struct part *part, double x, double y, double width,
                        struct cop_text *text)
{
    cop_text_add(text,
                 "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\" "
                 "fill-opacity=\"%s\" stroke=\"%s\"/>",
                 x, y, width, BAR, part->colour,
                 part->pattern == FULL    ? "1"
                 : part->pattern == EMPTY ? "0"
                                          : "0.3",
                 part->colour);
    for (int at = 2; part->pattern == STRIPED && at + 2 <= width; at += STRIPE)
        cop_text_add(text, "<path d=\"M%.1f %.1fv%d\" stroke=\"%s\" stroke-width=\"3\"/>",
                     x + at + 0.5, y, BAR, part->colour);
}

static void draw_bar(const struct part *parts, int total, struct cop_text *text)
{
    double x = SIDE, room = COP_PLOT_WIDTH - 2 * SIDE;

    for (int i = 0; i < PARTS; i++) {
        double width = room * parts[i].count / total;

        if (parts[i].count > 0)
            draw_ground(&parts[i], x, SIDE, width > 3 ? width - 2 : 1, text);
        x += width;
    }
    cop_text_add(text, "\n");
}

/* In two columns, those of which there are any. */
static int draw_legend(const struct part *parts, struct cop_text *text)
{
    int shown = 0;

    for (int i = 0; i < PARTS; i++) {
        int column = shown % 2, line = shown / 2;
        double x = SIDE + column * COLUMN, y = BAR + 8 + line * LINE;

        if (parts[i].count == 0)
            continue;
        draw_ground(&parts[i], x, y, 16, text);
        cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\">%d %s</text>\n", x + 22, y + 13,
                     parts[i].count, parts[i].words);
        shown++;
    }
    return (shown + 1) / 2;
}

void cop_glance_bar(const struct cop_glance *glance, struct cop_text *text)
{
    const struct part parts[PARTS] = {
        {glance->claims[COP_TRUE], "reproduced", "#2f8f5b", FULL},
        {glance->claims[COP_UNDECIDED], "undecided", "#b98a2b", PALE},
        {glance->claims[COP_FALSE], "not reproduced", "#c2452d", STRIPED},
        {glance->by_construction, "by construction", "#7d7f86", EMPTY},
    };
    struct cop_text words = COP_TEXT, drawn = COP_TEXT;
    int total = 0, lines;

    for (int i = 0; i < PARTS; i++)
        total += parts[i].count;
    if (total == 0)
        return;
    draw_bar(parts, total, &drawn);
    lines = draw_legend(parts, &drawn);
    cop_glance_write(glance, &words);
    cop_plot_begin(words.bytes, BAR + 8 + lines * LINE, text);
    cop_text_add(text, "%s</svg>\n", drawn.bytes);
    cop_text_free(&words);
    cop_text_free(&drawn);
}
