/* lessons.h - what games tell people: a lesson, positions that show it, and the notation. Each is
 * in the game's lesson.c. */
#ifndef COPPICE_GAMES_LESSONS_H
#define COPPICE_GAMES_LESSONS_H

#include "coppice/game.h"

extern const char amazons_lesson[], amazons_notation[];
extern const char breakthrough_lesson[], breakthrough_notation[];
extern const char chance_breakthrough_lesson[], chance_breakthrough_notation[];
extern const char checkers_lesson[], checkers_notation[];
extern const char connect4_lesson[], connect4_notation[];
extern const char dice_lesson[], dice_notation[];
extern const char fanorona_lesson[], fanorona_notation[];
extern const char focus_lesson[], focus_notation[];
extern const char morpion_lesson[], morpion_notation[];
extern const char ontop_lesson[], ontop_notation[];
extern const char othello_lesson[], othello_notation[];
extern const char rolit_lesson[], rolit_notation[];
extern const char samegame_lesson[], samegame_notation[];
extern const char stratego_lesson[], stratego_notation[];
extern const char twixt_lesson[], twixt_notation[];

/* Each ends with a row without a caption. */
extern const struct cop_lesson_picture amazons_pictures[];
extern const struct cop_lesson_picture breakthrough_pictures[];
extern const struct cop_lesson_picture chance_breakthrough_pictures[];
extern const struct cop_lesson_picture checkers_pictures[];
extern const struct cop_lesson_picture connect4_pictures[];
extern const struct cop_lesson_picture dice_pictures[];
extern const struct cop_lesson_picture fanorona_pictures[];
extern const struct cop_lesson_picture focus_pictures[];
extern const struct cop_lesson_picture morpion_pictures[];
extern const struct cop_lesson_picture ontop_pictures[];
extern const struct cop_lesson_picture othello_pictures[];
extern const struct cop_lesson_picture rolit_pictures[];
extern const struct cop_lesson_picture samegame_pictures[];
extern const struct cop_lesson_picture stratego_pictures[];
extern const struct cop_lesson_picture twixt_pictures[];

#endif
