#include "lab/report/plot.h"

#include <math.h>
#include <stdbool.h>

/* A row has its label above its two lines. */
enum {
    ROW = 50,
    LABEL = 17,
    PUBLISHED = 28,
    MEASURED = 39,
    TOP = 0,
    BOTTOM = 46,
    SIDE = 20,
    LABEL_MAX = 50
};

static const char published_colour[] = "#c2781c";
static const char measured_colour[] = "#2f7fd6";

/* From numbers to places on the page. */
struct scale {
    double low, high, step; /* of the axis, and between its ticks */
    double left, right;     /* in the picture */
};

static double place(const struct scale *scale, double number)
{
    double share = (number - scale->low) / (scale->high - scale->low);

    return scale->left + share * (scale->right - scale->left);
}

static void stretch(struct scale *scale, struct cop_interval interval)
{
    if (!isfinite(interval.value))
        return;
    scale->low = fmin(scale->low, isfinite(interval.low) ? interval.low : interval.value);
    scale->high = fmax(scale->high, isfinite(interval.high) ? interval.high : interval.value);
}

/* 1, 2 or 5 times a power of ten, for about five ticks. */
static double nice_step(double range)
{
    double power = pow(10, floor(log10(range / 4)));
    double share = range / 4 / power;

    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

static bool find_scale(const struct cop_plot *plot, struct scale *scale)
{
    *scale = (struct scale){.low = INFINITY, .high = -INFINITY};
    for (int i = 0; i < plot->row_count; i++) {
        stretch(scale, plot->rows[i].published);
        stretch(scale, plot->rows[i].measured);
    }
    if (!(scale->low <= scale->high))
        return false;
    if (isfinite(plot->mark))
        stretch(scale, (struct cop_interval){plot->mark, plot->mark, plot->mark});
    if (scale->low > 0 && scale->low < scale->high / 2)
        scale->low = 0;
    if (scale->high == scale->low)
        scale->high = scale->low + fmax(fabs(scale->low), 1) / 2;
    scale->step = nice_step(scale->high - scale->low);
    scale->low = floor(scale->low / scale->step + 1e-9) * scale->step;
    scale->high = ceil(scale->high / scale->step - 1e-9) * scale->step;
    scale->left = SIDE;
    scale->right = COP_PLOT_WIDTH - SIDE;
    return true;
}

/* 0.25, 40, 150k, 2M: short, because ticks stand close together. */
static void add_tick_label(struct cop_text *text, double number, double step)
{
    int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;

    if (fabs(number) < step / 2)
        cop_text_add(text, "0");
    else if (step >= 1e5 && fabs(number) >= 1e6)
        cop_text_add(text, "%gM", number / 1e6);
    else if (step >= 1e3)
        cop_text_add(text, "%gk", number / 1e3);
    else
        cop_text_add(text, "%.*f", decimals, number);
}

static void draw_axis(const struct cop_plot *plot, const struct scale *scale, struct cop_text *text)
{
    double bottom = TOP + plot->row_count * ROW;
    int ticks = (int)lround((scale->high - scale->low) / scale->step);

    for (int i = 0; i <= ticks; i++) {
        double number = scale->low + i * scale->step;
        double x = place(scale, number);

        cop_text_add(text,
                     "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"currentColor\" "
                     "stroke-opacity=\"0.14\"/>"
                     "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
                     x, TOP, x, bottom, x, bottom + 16);
        add_tick_label(text, number, scale->step);
        cop_text_add(text, "</text>\n");
    }
    if (isfinite(plot->mark))
        cop_text_add(text,
                     "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"currentColor\" "
                     "stroke-opacity=\"0.55\" stroke-dasharray=\"4 3\"/>\n",
                     place(scale, plot->mark), TOP, place(scale, plot->mark), bottom);
    cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" fill-opacity=\"0.75\">",
                 scale->right, bottom + 38);
    cop_text_add_xml(text, plot->axis);
    cop_text_add(text, "</text>\n");
}

/* A filled circle for what was measured, a hollow diamond for what was published. */
static void draw_dot(double x, double y, bool is_measured, struct cop_text *text)
{
    if (is_measured)
        cop_text_add(text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"/>\n", x, y,
                     measured_colour);
    else
        cop_text_add(text,
                     "<path d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\" fill=\"none\" stroke=\"%s\" "
                     "stroke-width=\"1.8\"/>\n",
                     x, y - 5, published_colour);
}

static void draw_interval(const struct scale *scale, struct cop_interval interval, double y,
                          bool is_measured, struct cop_text *text)
{
    double low = isfinite(interval.low) ? interval.low : scale->low;
    double high = isfinite(interval.high) ? interval.high : scale->high;

    if (!isfinite(interval.value))
        return;
    if (high > low)
        cop_text_add(text,
                     "<path d=\"M%.1f %.1fH%.1fm0 -3v6M%.1f %.1fv6\" fill=\"none\" stroke=\"%s\" "
                     "stroke-width=\"1.6\" stroke-opacity=\"0.8\"/>",
                     place(scale, low), y, place(scale, high), place(scale, low), y - 3,
                     is_measured ? measured_colour : published_colour);
    draw_dot(place(scale, interval.value), y, is_measured, text);
}

static bool has_published(const struct cop_plot *plot)
{
    for (int i = 0; i < plot->row_count; i++)
        if (isfinite(plot->rows[i].published.value))
            return true;
    return false;
}

static void draw_legend(const struct cop_plot *plot, struct cop_text *text)
{
    double y = TOP + plot->row_count * ROW + 34;

    draw_dot(SIDE, y, true, text);
    cop_text_add(text, "<text x=\"%d\" y=\"%.1f\">measured</text>\n", SIDE + 9, y + 4);
    if (!has_published(plot))
        return;
    draw_dot(SIDE + 86, y, false, text);
    cop_text_add(text, "<text x=\"%d\" y=\"%.1f\">published</text>\n", SIDE + 96, y + 4);
}

/* The beginning of a label that is too long for the picture, whole characters of it. */
static void add_label(const char *label, struct cop_text *text)
{
    struct cop_text cut = COP_TEXT;
    int letters = 0;

    for (size_t i = 0; label[i]; i++) {
        letters += ((unsigned char)label[i] & 0xc0) != 0x80;
        if (letters > LABEL_MAX) {
            cop_text_add(&cut, "\xe2\x80\xa6");
            break;
        }
        cop_text_add_bytes(&cut, &label[i], 1);
    }
    cop_text_add_xml(text, cut.bytes);
    cop_text_free(&cut);
}

void cop_plot_begin(const char *title, int height, struct cop_text *text)
{
    cop_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                 "height=\"%d\" role=\"img\" font-family=\"system-ui, sans-serif\" "
                 "font-size=\"%d\" fill=\"currentColor\">\n<title>",
                 COP_PLOT_WIDTH, height, COP_PLOT_WIDTH, height, COP_PLOT_LETTERS);
    cop_text_add_xml(text, title);
    cop_text_add(text, "</title>\n");
}

void cop_plot_write(const struct cop_plot *plot, struct cop_text *text)
{
    struct scale scale;

    if (!find_scale(plot, &scale))
        return;
    cop_plot_begin(plot->title, TOP + plot->row_count * ROW + BOTTOM, text);
    draw_axis(plot, &scale, text);
    for (int i = 0; i < plot->row_count; i++) {
        double top = TOP + i * ROW;

        cop_text_add(text, "<text x=\"2\" y=\"%.1f\">", top + LABEL);
        add_label(plot->rows[i].label, text);
        cop_text_add(text, "</text>\n");
        draw_interval(&scale, plot->rows[i].published, top + PUBLISHED, false, text);
        draw_interval(&scale, plot->rows[i].measured, top + MEASURED, true, text);
    }
    draw_legend(plot, text);
    cop_text_add(text, "</svg>\n");
}
