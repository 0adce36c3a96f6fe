#include "lab/report/plot.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lab/report/number.h"

enum { WIDTH = 680, ROW = 28, TOP = 8, BOTTOM = 44, RIGHT = 40, LETTER = 8, LABEL_MAX = 220 };

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

/* 1, 2 or 5 times a power of ten, for about six ticks. */
static double nice_step(double range)
{
    double power = pow(10, floor(log10(range / 5)));
    double share = range / 5 / power;

    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

static bool find_scale(const struct cop_plot *plot, struct scale *scale)
{
    size_t longest = 4;

    *scale = (struct scale){.low = INFINITY, .high = -INFINITY};
    for (int i = 0; i < plot->row_count; i++) {
        stretch(scale, plot->rows[i].published);
        stretch(scale, plot->rows[i].measured);
        if (strlen(plot->rows[i].label) > longest)
            longest = strlen(plot->rows[i].label);
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
    scale->left = fmin((double)longest * LETTER + 20, LABEL_MAX);
    scale->right = WIDTH - RIGHT;
    return true;
}

static void add_tick_label(struct cop_text *text, double number, double step)
{
    int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;

    if (step >= 1000 && number != 0)
        cop_text_add_number(text, number);
    else
        cop_text_add(text, "%.*f", decimals, fabs(number) < step / 2 ? 0.0 : number);
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
                 scale->right, bottom + 34);
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

static void draw_legend(const struct cop_plot *plot, struct cop_text *text)
{
    double y = TOP + plot->row_count * ROW + 30;

    draw_dot(14, y, true, text);
    cop_text_add(text, "<text x=\"24\" y=\"%.1f\">measured</text>\n", y + 4);
    draw_dot(98, y, false, text);
    cop_text_add(text, "<text x=\"108\" y=\"%.1f\">published</text>\n", y + 4);
}

void cop_plot_write(const struct cop_plot *plot, struct cop_text *text)
{
    struct scale scale;
    int height = TOP + plot->row_count * ROW + BOTTOM;

    if (!find_scale(plot, &scale))
        return;
    cop_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                 "height=\"%d\" role=\"img\" font-family=\"system-ui, sans-serif\" "
                 "font-size=\"12\" fill=\"currentColor\">\n<title>",
                 WIDTH, height, WIDTH, height);
    cop_text_add_xml(text, plot->title);
    cop_text_add(text, "</title>\n");
    draw_axis(plot, &scale, text);
    for (int i = 0; i < plot->row_count; i++) {
        double middle = TOP + i * ROW + ROW / 2.0;

        cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", scale.left - 10,
                     middle + 4);
        cop_text_add_xml(text, plot->rows[i].label);
        cop_text_add(text, "</text>\n");
        draw_interval(&scale, plot->rows[i].published, middle - 6, false, text);
        draw_interval(&scale, plot->rows[i].measured, middle + 6, true, text);
    }
    draw_legend(plot, text);
    cop_text_add(text, "</svg>\n");
}
