/* lesson.c - OnTop for people: the aim, the rules, positions that show them, and the notation. */
#include "games/lessons.h"

const char ontop_lesson[] =
    "Lay tiles, close circles in which your colour has most, and get points for being on top "
    "of them.\n"
    "\n"
    "Four colours, blue, white, yellow and red, compete on a field of 72 triangles. Blue and "
    "white are players, blue first, or more of them; the others are passive: nobody plays "
    "them, but they take part in every circle.\n"
    "\n"
    "In turn, draw one of 34 tiles and lay it. A tile is a rhombus that covers two "
    "neighbouring free triangles. At least one of its sides must touch a piece that lies "
    "already, with its full length: a tile, or one of the two black triangles of the start. "
    "Colours need not match, and nobody may pass. A free triangle whose neighbours are all "
    "taken becomes black.\n"
    "\n"
    "Where corners of triangles meet there is a circle of up to six segments. Every tile has "
    "all four colours: one segment in each of the two sharp corners, two in each of the two "
    "blunt ones. A circle is closed when all triangles around it are taken; at the border it "
    "has fewer segments. Black triangles count for no colour.\n"
    "\n"
    "The colour with most segments wins a closed circle: it places a stone on top of one "
    "stone of each colour with the second most. It gets as many points as the tower has "
    "stones, and twice that at the golden left border. If two colours tie for most, nobody "
    "places or gets anything. Circles that close together are scored from the bottom up, each "
    "row from the left.\n"
    "\n"
    "The game ends when no tile can be laid. Each stone that is left costs a point, and the "
    "player with most points wins; players with equally many share the win. But whoever has "
    "placed all 20 stones has won at once; if a passive colour has, the game ends and the "
    "points decide, again less the stones left. In teams the results are added.\n"
    "";

const struct cop_lesson_picture ontop_pictures[] = {
    {.position = "B A",
     .typed = "",
     .caption = "The first tile must touch a black triangle: half of it goes on a marked one."},
    {.position = "B A",
     .moves = "c3d3/1",
     .caption = "It lies on c3 and d3, and each of its corners is part of a circle."},
    {.position = "B - Ac3d3/1 Bc2d2/0 Cc1d1/1 Ca1b1/1",
     .caption = "Two circles at the lower border are closed; Blue is on top of both."},
    {NULL},
};

const char ontop_notation[] =
    "A draw is the type of the tile, A to E. A placement is its two triangles, each a column "
    "a to i from the left and a row 1 to 8 from the bottom, the one in the lower row or "
    "further left first, and how it is turned: in c3d3/0 the left half of the tile as shown "
    "beside the board lies on c3 and the right half on d3, in c3d3/1 it is the other way "
    "round. (Clicking, choose the triangle of the left half first.) So a turn is two moves, A "
    "c3d3/1, which may be written as one word: Ac3d3/1. Each place can be taken in both ways, "
    "and the first tile has 24 placements. Where the board is drawn in letters, b, w, y and r "
    "on a half are the colours of its corners from left to right.\n"
    "\n"
    "A position is who moves (B, W, Y or R), the tile in hand or - before the draw, and the "
    "tiles in any order in which they could have been laid: W - Ac3d3/1. The start is B -.\n"
    "";
