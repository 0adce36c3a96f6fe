/* scatter.c - the square of pairs: published to the right, measured upwards. */
#include <math.h>

#include "lab/report/plot.h"

/* The legend stands below the square. */
enum { SIDE = 290, LEFT = 52, TOP = 10, AXIS = 42, LEGEND = 66, TICKS = 5 };

static const char same_colour[] = "#2f7fd6";
static const char other_colour[] = "#c2452d";

static double x_of(double share)
{
    return LEFT + share * SIDE;
}

static double y_of(double share)
{
    return TOP + (1 - share) * SIDE;
}

static double within(double share)
{
    return fmin(fmax(share, 0), 1);
}

/* A picture that stands alone is light or dark as its reader likes it. */
static void begin(const struct cop_scatter *scatter, struct cop_text *text)
{
    cop_plot_begin(scatter->title, TOP + SIDE + AXIS + LEGEND, text);
    if (scatter->is_file)
        cop_text_add(text,
                     "<style>svg{color:#23251f;background:#fff}"
                     "@media(prefers-color-scheme:dark){svg{color:#e8e7df;background:#171914}}"
                     "</style>\n");
}

static void draw_axes(const struct cop_scatter *scatter, struct cop_text *text)
{
    for (int i = 0; i <= TICKS; i++) {
        double share = (double)i / TICKS;

        cop_text_add(text,
                     "<path d=\"M%.1f %.1fV%.1fM%.1f %.1fH%.1f\" stroke=\"currentColor\" "
                     "stroke-opacity=\"0.14\"/>"
                     "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.1f</text>"
                     "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>\n",
                     x_of(share), y_of(0), y_of(1), x_of(0), y_of(share), x_of(1), x_of(share),
                     y_of(0) + 18, share, x_of(0) - 8, y_of(share) + 4, share);
    }
    cop_text_add(text,
                 "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"currentColor\" "
                 "stroke-opacity=\"0.55\" stroke-dasharray=\"4 3\"/>\n",
                 x_of(0), y_of(0), x_of(1), y_of(1));
    cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" fill-opacity=\"0.75\">",
                 x_of(1), y_of(0) + 38);
    cop_text_add_xml(text, scatter->x_axis);
    cop_text_add(text,
                 "</text>\n<text transform=\"translate(14 %.1f) rotate(-90)\" "
                 "text-anchor=\"end\" fill-opacity=\"0.75\">",
                 y_of(1));
    cop_text_add_xml(text, scatter->y_axis);
    cop_text_add(text, "</text>\n");
}

/* A circle agrees, a cross differs: not by colour alone. */
static void draw_mark(double x, double y, bool is_marked, struct cop_text *text)
{
    if (is_marked)
        cop_text_add(text,
                     "<path d=\"M%.1f %.1fl8 8m0 -8l-8 8\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                     x - 4, y - 4, other_colour);
    else
        cop_text_add(text,
                     "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\" "
                     "fill-opacity=\"0.85\"/>\n",
                     x, y, same_colour);
}

static void draw_dot(const struct cop_scatter_dot *dot, struct cop_text *text)
{
    double x = x_of(within(dot->x.value)), y = y_of(within(dot->y.value));

    cop_text_add(text,
                 "<path d=\"M%.1f %.1fV%.1fM%.1f %.1fH%.1f\" stroke=\"%s\" "
                 "stroke-opacity=\"0.35\"/>",
                 x, y_of(within(dot->y.low)), y_of(within(dot->y.high)), x_of(within(dot->x.low)),
                 y, x_of(within(dot->x.high)), dot->is_marked ? other_colour : same_colour);
    draw_mark(x, y, dot->is_marked, text);
}

static void draw_legend(const struct cop_scatter *scatter, struct cop_text *text)
{
    double x = LEFT + 4, y = y_of(0) + AXIS + 12;
    int marked = 0;

    for (int i = 0; i < scatter->dot_count; i++)
        marked += scatter->dots[i].is_marked;
    draw_mark(x, y, false, text);
    cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\">%d compatible</text>\n", x + 12, y + 4,
                 scatter->dot_count - marked);
    draw_mark(x, y + 22, true, text);
    cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\">%d differ significantly</text>\n", x + 12,
                 y + 26, marked);
    cop_text_add(text,
                 "<text x=\"%.1f\" y=\"%.1f\" fill-opacity=\"0.75\">lines: 95 %% intervals"
                 "</text>\n",
                 x - 4, y + 48);
}

void cop_scatter_write(const struct cop_scatter *scatter, struct cop_text *text)
{
    if (scatter->dot_count == 0)
        return;
    begin(scatter, text);
    draw_axes(scatter, text);
    for (int i = 0; i < scatter->dot_count; i++)
        draw_dot(&scatter->dots[i], text);
    draw_legend(scatter, text);
    cop_text_add(text, "</svg>\n");
}
