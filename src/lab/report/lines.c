#include "lab/report/lines.h"

#include <math.h>

#include "lab/report/plot.h"

/* The legend stands below, a line for each entry. */
enum {
    LEFT = 56,
    WIDTH = COP_PLOT_WIDTH - LEFT - 16,
    HEIGHT = 160,
    TOP = 12,
    BOTTOM = 44,
    ENTRY = 20,
    TICKS = 4
};

/* Not by colour alone: each line has its own strokes. */
static const struct {
    const char *colour, *dashes;
} styles[COP_LINES_MAX] = {{"#2f7fd6", ""},        {"#c2452d", "6 3"},     {"#3f8f3a", "2 3"},
                           {"#8a5fc7", "8 3 2 3"}, {"#b8860b", "1 2"},     {"#1f8f8f", "10 3"},
                           {"#c04a8f", "4 2 1 2"}, {"#6b6b6b", "12 3 3 3"}};

struct frame {
    double low, high, step; /* of the values */
    int count;              /* places from left to right, 1 to count */
};

static double x_of(const struct frame *frame, double place)
{
    return LEFT + (place - 1) / fmax(frame->count - 1, 1) * WIDTH;
}

/* A band that is too wide for the picture ends at its edge. */
static double y_of(const struct frame *frame, double value)
{
    double share = (value - frame->low) / (frame->high - frame->low);

    return TOP + (1 - fmin(fmax(share, 0), 1)) * HEIGHT;
}

/* The values alone make the frame, so that one uncertain end does not flatten all the rest. */
static bool find_frame(const struct cop_lines *lines, struct frame *frame)
{
    double low = INFINITY, high = -INFINITY, raw, power;

    for (int l = 0; l < lines->line_count; l++)
        for (int i = 0; i < lines->point_count; i++)
            if (isfinite(lines->lines[l].points[i].value)) {
                low = fmin(low, lines->lines[l].points[i].value);
                high = fmax(high, lines->lines[l].points[i].value);
            }
    for (int i = 0; i < lines->point_count && lines->published; i++)
        if (isfinite(lines->published[i])) {
            low = fmin(low, lines->published[i]);
            high = fmax(high, lines->published[i]);
        }
    if (!isfinite(low))
        return false;
    low = low > 0 && low < high / 2 ? 0 : low;
    raw = fmax(high - low, 1e-9) / TICKS;
    power = pow(10, floor(log10(raw)));
    frame->step = power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
    frame->low = floor(low / frame->step) * frame->step;
    frame->high = ceil(high / frame->step) * frame->step;
    if (frame->high <= frame->low)
        frame->high = frame->low + frame->step;
    frame->count = lines->point_count;
    return true;
}

static void begin(const struct cop_lines *lines, struct cop_text *text)
{
    int entries = lines->line_count + (lines->published != NULL);

    cop_plot_begin(lines->title, TOP + HEIGHT + BOTTOM + entries * ENTRY, text);
}

static void draw_axes(const struct cop_lines *lines, const struct frame *frame,
                      struct cop_text *text)
{
    int every = frame->count > 20 ? 5 : frame->count > 10 ? 2 : 1;
    int steps = (int)((frame->high - frame->low) / frame->step + 0.5);

    while (frame->count / every > 8)
        every *= 2;
    for (int i = 0; i <= steps; i++) {
        double value = frame->low + i * frame->step;

        cop_text_add(text,
                     "<path d=\"M%d %.1fH%d\" stroke=\"currentColor\" stroke-opacity=\"0.14\"/>"
                     "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                     LEFT, y_of(frame, value), LEFT + WIDTH, LEFT - 8, y_of(frame, value) + 4,
                     fabs(value) < frame->step / 1000 ? 0 : value);
    }
    for (int place = every; place <= frame->count; place += every)
        cop_text_add(text, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                     x_of(frame, place), TOP + HEIGHT + 18, place);
    cop_text_add(text, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill-opacity=\"0.75\">",
                 LEFT + WIDTH, TOP + HEIGHT + 36);
    cop_text_add_xml(text, lines->x_axis);
    cop_text_add(text,
                 "</text>\n<text transform=\"translate(12 %d) rotate(-90)\" text-anchor=\"end\" "
                 "fill-opacity=\"0.75\">",
                 TOP);
    cop_text_add_xml(text, lines->y_axis);
    cop_text_add(text, "</text>\n");
}

/* From `from` to the last point before a gap; returns the place after it. */
static int stretch_end(const struct cop_line *line, int from, int count)
{
    while (from < count && isfinite(line->points[from].value))
        from++;
    return from;
}

static void draw_stretch(const struct cop_line *line, int style, const struct frame *frame,
                         int from, int end, struct cop_text *text)
{
    cop_text_add(text, "<path d=\"M");
    for (int i = from; i < end; i++)
        cop_text_add(text, " %.1f %.1f", x_of(frame, i + 1), y_of(frame, line->points[i].high));
    for (int i = end - 1; i >= from; i--)
        cop_text_add(text, " %.1f %.1f", x_of(frame, i + 1), y_of(frame, line->points[i].low));
    cop_text_add(text, "Z\" fill=\"%s\" fill-opacity=\"0.2\"/>\n<path d=\"M", styles[style].colour);
    for (int i = from; i < end; i++)
        cop_text_add(text, " %.1f %.1f", x_of(frame, i + 1), y_of(frame, line->points[i].value));
    cop_text_add(text, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"", styles[style].colour);
    if (styles[style].dashes[0])
        cop_text_add(text, " stroke-dasharray=\"%s\"", styles[style].dashes);
    cop_text_add(text, "/>\n");
}

static void draw_line(const struct cop_line *line, int style, const struct frame *frame,
                      struct cop_text *text)
{
    for (int from = 0, end; from < frame->count; from = end + 1) {
        end = stretch_end(line, from, frame->count);
        if (end > from)
            draw_stretch(line, style, frame, from, end, text);
    }
}

static void draw_published(const struct cop_lines *lines, const struct frame *frame,
                           struct cop_text *text)
{
    for (int i = 0; i < frame->count && lines->published; i++)
        if (isfinite(lines->published[i]))
            cop_text_add(text,
                         "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"none\" "
                         "stroke=\"currentColor\"/>\n",
                         x_of(frame, i + 1), y_of(frame, lines->published[i]));
}

static void draw_legend(const struct cop_lines *lines, struct cop_text *text)
{
    int x = LEFT, y = TOP + HEIGHT + BOTTOM + 10;

    for (int l = 0; l < lines->line_count; l++, y += ENTRY) {
        cop_text_add(text, "<path d=\"M%d %dh24\" stroke=\"%s\" stroke-width=\"1.8\"", x, y - 4,
                     styles[l].colour);
        if (styles[l].dashes[0])
            cop_text_add(text, " stroke-dasharray=\"%s\"", styles[l].dashes);
        cop_text_add(text, "/><text x=\"%d\" y=\"%d\">", x + 32, y);
        cop_text_add_xml(text, lines->lines[l].label);
        cop_text_add(text, "</text>\n");
    }
    if (lines->published)
        cop_text_add(text,
                     "<circle cx=\"%d\" cy=\"%d\" r=\"3\" fill=\"none\" stroke=\"currentColor\"/>"
                     "<text x=\"%d\" y=\"%d\">published</text>\n",
                     x + 12, y - 4, x + 32, y);
}

void cop_lines_write(const struct cop_lines *lines, struct cop_text *text)
{
    struct frame frame;

    if (!find_frame(lines, &frame))
        return;
    begin(lines, text);
    draw_axes(lines, &frame, text);
    for (int l = 0; l < lines->line_count; l++)
        draw_line(&lines->lines[l], l, &frame, text);
    draw_published(lines, &frame, text);
    draw_legend(lines, text);
    cop_text_add(text, "</svg>\n");
}
