/* picture.h - what the two drawings of a scene share: colours and characters. */
#ifndef COPPICE_GAME_PICTURE_H
#define COPPICE_GAME_PICTURE_H

#include "coppice/scene.h"

enum cop_colour {
    COP_BLACK,
    COP_WHITE,
    COP_RED,
    COP_YELLOW,
    COP_BLUE,
    COP_GREEN,
    COP_ORANGE,
    COP_PURPLE,
    COP_COLOURS
};

extern const char *const cop_colour_names[COP_COLOURS];

/* The colour of an owner, which is not -1: what the scene says, or one after the other. */
enum cop_colour cop_scene_colour(const struct cop_scene *scene, int owner);

/* The bytes of the UTF-8 character at `at`, which is not the end; 0 where there is none, or one
 * that has no place in a line of text: a control character or no character at all. */
int cop_character_length(const char *at);

#endif
