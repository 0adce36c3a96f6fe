/* fit_plot.c - one panel below the other. */
#include "front/fit_plot.h"

#include <math.h>

enum { WIDTH = 680, PANEL = 260, LEFT = 70, RIGHT = 20, TOP = 30, BOTTOM = 40 };

/* The part of the plane that a panel shows, and where it is in the picture. */
struct view {
    double left, right, bottom, top;
    double y; /* of the panel's upper edge */
};

static double place_x(const struct view *view, double value)
{
    return LEFT + (value - view->left) / (view->right - view->left) * (WIDTH - LEFT - RIGHT);
}

static double place_y(const struct view *view, double value)
{
    return view->y + TOP +
           (view->top - value) / (view->top - view->bottom) * (PANEL - TOP - BOTTOM);
}

static double rest_of(const struct cop_fit *fit, const struct cop_fit_pair *pair)
{
    return pair->deep - fit->slope * pair->shallow - fit->offset;
}

static struct view find_view(const struct cop_fit *fit, const struct cop_fit_pair *pairs, int count,
                             int number)
{
    struct view view = {INFINITY, -INFINITY, 0, 0, (double)number * PANEL};

    view.top = 1.2 * fit->deviation;
    for (int i = 0; i < count; i++) {
        view.left = fmin(view.left, pairs[i].shallow);
        view.right = fmax(view.right, pairs[i].shallow);
        view.top = fmax(view.top, fabs(rest_of(fit, &pairs[i])));
    }
    view.top = view.top > 0 ? view.top : 1;
    view.bottom = -view.top;
    return view;
}

static void add_label(struct cop_text *text, double x, double y, const char *anchor, double number)
{
    cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%.4g</text>\n", x, y, anchor,
                 number);
}

static void add_frame(const struct view *view, const struct cop_fit *fit, double correlation,
                      int count, struct cop_text *text)
{
    double low = place_y(view, view->bottom), middle = place_y(view, 0);
    double band = middle - place_y(view, fit->deviation);

    cop_text_add(text,
                 "<text x=\"%d\" y=\"%.1f\">%d to %d plies: %.4g x %+.4g, deviation %.4g, "
                 "correlation %.3f, %d positions</text>\n",
                 LEFT, view->y + 18, fit->shallow, fit->deep, fit->slope, fit->offset,
                 fit->deviation, correlation, count);
    cop_text_add(text,
                 "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"#2f7fd6\" "
                 "opacity=\"0.15\"/>\n",
                 LEFT, middle - band, WIDTH - LEFT - RIGHT, 2 * band);
    cop_text_add(text, "<path d=\"M%d %.1fH%dM%d %.1fV%.1f\" stroke=\"currentColor\"/>\n", LEFT,
                 middle, WIDTH - RIGHT, LEFT, place_y(view, view->top), low);
    add_label(text, LEFT, low + 18, "start", view->left);
    add_label(text, WIDTH - RIGHT, low + 18, "end", view->right);
    add_label(text, LEFT - 6, place_y(view, view->top) + 4, "end", view->top);
    add_label(text, LEFT - 6, middle + 4, "end", 0);
    add_label(text, LEFT - 6, low + 4, "end", view->bottom);
}

void cop_fit_plot(const struct cop_fits *fits, struct cop_fit_pair *const *pairs,
                  struct cop_text *text)
{
    cop_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                 "font-family=\"sans-serif\" font-size=\"13\" fill=\"currentColor\">\n"
                 "<title>%s, evaluator %s: deep value less the one foretold</title>\n",
                 WIDTH, PANEL * fits->count, fits->game, fits->evaluator);
    for (int i = 0; i < fits->count; i++) {
        const struct cop_fit *fit = &fits->fits[i];
        int count = fits->positions[i];
        struct view view = find_view(fit, pairs[i], count, i);

        add_frame(&view, fit, fits->correlation[i], count, text);
        for (int j = 0; j < count; j++)
            cop_text_add(text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" opacity=\"0.6\"/>\n",
                         place_x(&view, pairs[i][j].shallow),
                         place_y(&view, rest_of(fit, &pairs[i][j])));
    }
    cop_text_add(text, "</svg>\n");
}
