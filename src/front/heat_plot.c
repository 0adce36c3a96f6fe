/* heat_plot.c - panels in rows of three. */
#include "front/heat_plot.h"

#include <math.h>

enum { PANEL = 240, COLUMNS = 3, MARGIN = 34, TOP = 40 };

/* The part of the plane that a panel shows, and where it is in the picture. */
struct view {
    double low, high, top; /* values, and the highest tax */
    double x, y;           /* of its upper left corner */
};

static double place_x(const struct view *view, double value)
{
    return view->x + MARGIN +
           (view->high - value) / (view->high - view->low) * (PANEL - 2 * MARGIN);
}

static double place_y(const struct view *view, double tax)
{
    return view->y + TOP + (view->top - tax) / (view->top + 1) * (PANEL - TOP - MARGIN);
}

static struct view find_view(const struct cop_part *part, int number)
{
    int row = number / COLUMNS, column = number % COLUMNS;
    struct view view = {part->mean - 1, part->mean + 1, fmax(part->temperature, 0) + 1,
                        column * PANEL, row * PANEL};

    for (int wall = 0; wall < 2; wall++)
        for (int i = 0; i < part->walls[wall].count; i++) {
            view.low = fmin(view.low, part->walls[wall].corners[i].value);
            view.high = fmax(view.high, part->walls[wall].corners[i].value);
        }
    return view;
}

static void add_label(struct cop_text *text, double x, double y, const char *anchor, double number)
{
    cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%.4g</text>\n", x, y, anchor,
                 number);
}

static void add_frame(const struct view *view, const struct cop_part *part, int number,
                      struct cop_text *text)
{
    double ground = place_y(view, 0), bottom = place_y(view, -1);

    cop_text_add(text, "<text x=\"%.1f\" y=\"%.1f\">part %d: mean %g, temperature %g</text>\n",
                 view->x + MARGIN, view->y + 20, number + 1, part->mean, part->temperature);
    cop_text_add(text,
                 "<path d=\"M%.1f %.1fH%.1f\" stroke=\"currentColor\" opacity=\"0.4\" "
                 "stroke-dasharray=\"4 4\"/>\n",
                 view->x + MARGIN, ground, view->x + PANEL - MARGIN);
    cop_text_add(text, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"currentColor\" opacity=\"0.4\"/>\n",
                 view->x + MARGIN, bottom, view->x + PANEL - MARGIN);
    add_label(text, place_x(view, view->high), bottom + 16, "middle", view->high);
    add_label(text, place_x(view, view->low), bottom + 16, "middle", view->low);
    add_label(text, view->x + MARGIN - 4, bottom + 4, "end", -1);
    add_label(text, view->x + MARGIN - 4, ground + 4, "end", 0);
    if (part->temperature > 0)
        add_label(text, view->x + MARGIN - 4, place_y(view, part->temperature) + 4, "end",
                  part->temperature);
}

static void add_wall(const struct view *view, const struct cop_wall *wall, const char *colour,
                     struct cop_text *text)
{
    const struct cop_corner *last = &wall->corners[wall->count - 1];

    cop_text_add(text, "<path d=\"M");
    for (int i = 0; i < wall->count; i++)
        cop_text_add(text, "%s%.1f %.1f", i > 0 ? "L" : "", place_x(view, wall->corners[i].value),
                     place_y(view, wall->corners[i].tax));
    cop_text_add(text, "L%.1f %.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\"/>\n",
                 place_x(view, last->value), place_y(view, view->top), colour);
}

static int count_graphs(const struct cop_parts *parts)
{
    int count = 0;

    for (int i = 0; i < parts->count; i++)
        count += parts->parts[i].heat == COP_HEAT_EXACT;
    return count;
}

bool cop_heat_plot(const struct cop_parts *parts, struct cop_text *text)
{
    int count = count_graphs(parts), drawn = 0;
    int columns = count < COLUMNS ? count : COLUMNS;

    if (count == 0)
        return false;
    cop_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                 "font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\">\n"
                 "<title>Thermographs: the tax upwards, more for %s to the left</title>\n",
                 columns * PANEL, (count + COLUMNS - 1) / COLUMNS * PANEL,
                 cop_player_name(parts->game, 0));
    for (int i = 0; i < parts->count; i++) {
        const struct cop_part *part = &parts->parts[i];
        struct view view;

        if (part->heat != COP_HEAT_EXACT)
            continue;
        view = find_view(part, drawn++);
        add_frame(&view, part, i, text);
        add_wall(&view, &part->walls[1], "#c2571a", text);
        add_wall(&view, &part->walls[0], "#2f7fd6", text);
    }
    cop_text_add(text, "</svg>\n");
    return true;
}
