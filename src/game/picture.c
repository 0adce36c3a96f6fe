/* picture.c - owners' colours, and where a character ends. */
#include "game/picture.h"

#include <string.h>

const char *const cop_colour_names[COP_COLOURS] = {
    [COP_BLACK] = "black", [COP_WHITE] = "white", [COP_RED] = "red",       [COP_YELLOW] = "yellow",
    [COP_BLUE] = "blue",   [COP_GREEN] = "green", [COP_ORANGE] = "orange", [COP_PURPLE] = "purple",
};

enum cop_colour cop_scene_colour(const struct cop_scene *scene, int owner)
{
    const char *name = scene->owners[owner];

    for (int i = 0; i < COP_COLOURS && name != NULL; i++)
        if (strcmp(name, cop_colour_names[i]) == 0)
            return (enum cop_colour)i;
    return (enum cop_colour)(owner % COP_COLOURS);
}

/* Unicode's table of well-formed sequences, as the lowest code point that each length may have. */
int cop_character_length(const char *at)
{
    static const unsigned lowest[] = {0, 0x20, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)at[0];
    int length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    unsigned code = length == 1 ? first : first & (0x7fu >> length);

    if ((first >= 0x80 && first < 0xc2) || first > 0xf4)
        return 0;
    for (int i = 1; i < length; i++) {
        unsigned char next = (unsigned char)at[i];

        if ((next & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (next & 0x3fu);
    }
    if (code < lowest[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return 0;
    if ((code >= 0x7f && code < 0xa0) || (code & 0xfffe) == 0xfffe)
        return 0;
    return length;
}
