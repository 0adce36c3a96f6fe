/* ladder_page.h - the ladder in words, tables and a picture. */
#ifndef COPPICE_FRONT_LADDER_PAGE_H
#define COPPICE_FRONT_LADDER_PAGE_H

#include "match/ladder.h"

/* A game's ladder as a table for people, as JSON, and as a section of docs/ladder.md. */
void cop_ladder_add_plain(const struct cop_ladder *ladder, const char *game, struct cop_text *text);
void cop_ladder_add_json(const struct cop_ladder *ladder, const char *game, struct cop_text *text);
void cop_ladder_add_markdown(const struct cop_ladder *ladder, const char *game,
                             struct cop_text *text);

/* What stands above the sections. */
void cop_ladder_begin_markdown(struct cop_text *text);

/* Ratings over the commits as SVG: fixed players as lines across, the others as dots with their
 * intervals, joined from commit to commit. It takes its colour from where it stands and needs no
 * script, style sheet or font. */
void cop_ladder_plot(const struct cop_ladder *ladder, const char *game, struct cop_text *text);

/* The file that the page shows the picture from: "ladder-othello.svg". */
void cop_ladder_plot_name(const char *game, struct cop_text *text);

/* "1234 (1190 to 1280)", "not measured", "above all that are rated". */
void cop_ladder_write_elo(const struct cop_ladder_player *player, struct cop_text *text);

#endif
