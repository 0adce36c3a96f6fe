/* ladder_plot.c - ratings upwards, commits to the right. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "front/ladder_page.h"

enum { WIDTH = 760, HEIGHT = 380, LEFT = 60, RIGHT = 190, TOP = 24, BOTTOM = 44, LABEL = 14 };

struct view {
    double low, high; /* Elo */
    const char **commits;
    int commit_count;
    double last_label; /* y of the label above */
};

static double place_y(const struct view *view, double elo)
{
    return TOP + (view->high - elo) / (view->high - view->low) * (HEIGHT - TOP - BOTTOM);
}

static double place_x(const struct view *view, int commit)
{
    return LEFT + (commit + 0.5) / view->commit_count * (WIDTH - LEFT - RIGHT);
}

static int commit_of(const struct view *view, const char *commit)
{
    int at = 0;

    while (at < view->commit_count - 1 && strcmp(view->commits[at], commit) != 0)
        at++;
    return at;
}

/* A round distance of lines across, of which there are four to nine. */
static double step_of(double span)
{
    static const double steps[] = {10, 20, 50, 100, 200, 500, 1000};
    int at = 0;

    while (at < 6 && span / steps[at] > 9)
        at++;
    return steps[at];
}

static struct view find_view(const struct cop_ladder_players *players)
{
    struct view view = {.low = 0, .high = 100, .last_label = -LABEL};
    double step;

    for (int i = 0; i < players->count; i++) {
        const struct cop_ladder_player *player = &players->of[i];

        if (!isfinite(player->elo.value))
            continue;
        view.low = fmin(view.low, player->elo.low);
        view.high = fmax(view.high, player->elo.high);
    }
    step = step_of(view.high - view.low);
    view.low = step * floor(view.low / step);
    view.high = step * ceil(view.high / step);
    return view;
}

static void add_axes(const struct view *view, struct cop_text *text)
{
    double step = step_of(view->high - view->low);

    for (int i = 0; view->low + i * step <= view->high; i++) {
        double elo = view->low + i * step;
        double y = place_y(view, elo);

        cop_text_add(text,
                     "<path d=\"M%d %.1fH%d\" stroke=\"currentColor\" opacity=\"0.15\"/>\n"
                     "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n",
                     LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, elo);
    }
    for (int i = 0; i < view->commit_count; i++)
        cop_text_add(text, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.10s</text>\n",
                     place_x(view, i), HEIGHT - BOTTOM + 20, view->commits[i]);
}

/* Players come from above, so that each label need only keep its distance from the last one. */
static void add_label(struct view *view, const struct cop_ladder_player *player,
                      struct cop_text *text)
{
    double y = fmax(place_y(view, player->elo.value), view->last_label + LABEL);

    cop_text_add(text, "<text x=\"%d\" y=\"%.1f\"%s>", WIDTH - RIGHT + 8, y + 4,
                 player->commit == NULL ? " opacity=\"0.7\"" : "");
    cop_text_add_xml(text, player->name);
    cop_text_add(text, "</text>\n");
    view->last_label = y;
}

static void add_player(const struct view *view, const struct cop_ladder_player *player,
                       struct cop_text *text)
{
    double y = place_y(view, player->elo.value), x;

    if (player->commit == NULL) {
        cop_text_add(text,
                     "<path d=\"M%d %.1fH%d\" stroke=\"currentColor\" opacity=\"0.5\" "
                     "stroke-dasharray=\"5 4\"/>\n",
                     LEFT, y, WIDTH - RIGHT);
        return;
    }
    x = place_x(view, commit_of(view, player->commit));
    cop_text_add(text,
                 "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#2f7fd6\" stroke-width=\"1.5\" "
                 "opacity=\"0.6\"/>\n<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" "
                 "fill=\"#2f7fd6\"><title>",
                 x, place_y(view, player->elo.low), place_y(view, player->elo.high), x, y);
    cop_text_add_xml(text, player->name);
    cop_text_add(text, " %.0f</title></circle>\n", player->elo.value);
}

/* The player of the same name at the nearest earlier commit. */
static const struct cop_ladder_player *earlier(const struct view *view,
                                               const struct cop_ladder_players *players,
                                               const struct cop_ladder_player *player)
{
    const struct cop_ladder_player *found = NULL;
    int most = -1;

    for (int i = 0; i < players->count; i++) {
        const struct cop_ladder_player *other = &players->of[i];
        int at = other->commit != NULL ? commit_of(view, other->commit) : -1;

        if (isfinite(other->elo.value) && strcmp(other->name, player->name) == 0 && at > most &&
            at < commit_of(view, player->commit)) {
            most = at;
            found = other;
        }
    }
    return found;
}

static void add_players(struct view *view, const struct cop_ladder_players *players,
                        struct cop_text *text)
{
    for (int i = 0; i < players->count; i++) {
        const struct cop_ladder_player *player = &players->of[i], *before;

        if (!isfinite(player->elo.value))
            continue;
        add_player(view, player, text);
        add_label(view, player, text);
        before = player->commit != NULL ? earlier(view, players, player) : NULL;
        if (before != NULL)
            cop_text_add(
                text, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#2f7fd6\"/>\n",
                place_x(view, commit_of(view, before->commit)), place_y(view, before->elo.value),
                place_x(view, commit_of(view, player->commit)), place_y(view, player->elo.value));
    }
}

void cop_ladder_plot(const struct cop_ladder *ladder, const char *game, struct cop_text *text)
{
    struct cop_ladder_players players = cop_ladder_rate(ladder, game);
    struct view view = find_view(&players);

    view.commits = cop_ladder_commits(ladder, game, &view.commit_count);
    cop_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                 "font-family=\"sans-serif\" font-size=\"12\" fill=\"currentColor\">\n<title>",
                 WIDTH, HEIGHT);
    cop_text_add_xml(text, game);
    cop_text_add(text, ": Elo over commits</title>\n");
    add_axes(&view, text);
    add_players(&view, &players, text);
    cop_text_add(text, "</svg>\n");
    free(view.commits);
    cop_ladder_players_free(&players);
}
