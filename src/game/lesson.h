/* lesson.h - the pictures of a game's lesson, drawn from their positions. */
#ifndef COPPICE_GAME_LESSON_H
#define COPPICE_GAME_LESSON_H

#include "coppice/game.h"

/* How many pictures the lesson has. */
int cop_lesson_pictures(const struct cop_rules *rules);

/* One of them as text or as SVG. Where pieces are hidden it is what the first player sees. False if
 * its game, position or moves are not understood. */
bool cop_lesson_draw_text(const struct cop_rules *rules, int index,
                          const struct cop_drawing *drawing, struct cop_text *text,
                          struct cop_error *error);
bool cop_lesson_draw_svg(const struct cop_rules *rules, int index, struct cop_text *text,
                         struct cop_error *error);

#endif
