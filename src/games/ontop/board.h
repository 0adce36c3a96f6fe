/* board.h - the board, tiles and positions of OnTop (ontop.md 1.4 - 1.7), as data and bits.
 *
 * The board's field consists of 72 triangles in rows of 9, half of them pointing up, and a circle
 * lies around each of the 49 points where their corners meet. A tile is a rhombus, which covers one
 * triangle of each kind.
 *
 * Triangles that point up, triangles that point down and points are three sets of bits. With rows
 * r = 1..8 and columns c = 1..9 of triangles, and points at height h = 0..8 and half steps x:
 *
 *     up   (r, c)  bit 5 (r - 1) + (r + c - 1) / 2
 *     down (r, c)  bit 5 (r - 1) + (r + c) / 2
 *     point (h, x) bit 5 h + (h + x + 1) / 2
 *
 * Every row begins half a step further to the right than the one below it, which makes all
 * neighbours plain shifts, and places beyond the border bits that no triangle has. From bit i of an
 * up triangle its neighbours are the down triangles i to the left, i + 1 to the right and i - 5
 * below; its corners are the points i, i + 1 and i + 6. The corners of the down triangle i are the
 * points i, i + 5 and i + 6. The points' bits are in the order in which circles are scored. */
#ifndef COPPICE_GAMES_ONTOP_BOARD_H
#define COPPICE_GAMES_ONTOP_BOARD_H

#include <assert.h>

#include "coppice/game.h"

enum {
    ONTOP_ROWS = 8,
    ONTOP_COLUMNS = 9,
    ONTOP_CELLS = ONTOP_ROWS * ONTOP_COLUMNS,
    ONTOP_PLACES = 96,
    ONTOP_TYPES = 5,
    ONTOP_COLOURS = 4,
    ONTOP_TILES = 34,
    ONTOP_STRIDE = 5, /* bits from a row to the next, beside the half step */
};

/* Where the down triangle of a tile lies, as seen from its up triangle. */
enum ontop_direction { ONTOP_LEFT, ONTOP_RIGHT, ONTOP_BELOW, ONTOP_DIRECTIONS };

/* What lies on a triangle: nothing, a half of a tile, or a black triangle. */
enum { ONTOP_FREE = 0, ONTOP_BLACK = 31, ONTOP_CODES = 32 };

static inline int ontop_code(enum ontop_direction direction, int type, int rotation)
{
    return 1 + ((int)direction * ONTOP_TYPES + type) * 2 + rotation;
}

/* Colours are numbered by seats: colour 0 is the first player's, and so on; those that nobody plays
 * come last. `cell` is by the triangle's index, 9 (r - 1) + c - 1. Points, stones and the deck
 * follow from the cells (ontop.md 1.13) but would be slow to find. */
struct ontop_position {
    uint64_t up, down; /* free triangles */
    uint8_t cell[ONTOP_CELLS];
    uint8_t points[ONTOP_COLOURS];
    uint8_t stones[ONTOP_COLOURS]; /* not placed yet */
    uint8_t deck[ONTOP_TYPES];     /* tiles not drawn yet */
    uint8_t hand;                  /* the type to be laid, from 1; 0: it must be drawn */
    uint8_t last;        /* only of a game that ran out of stones: its last placement, from 1 */
    uint8_t player : 4;  /* who lays the next tile */
    uint8_t winners : 4; /* a set of players, or of teams; empty until the game is over */
};
static_assert(sizeof(struct ontop_position) == 104, "a position is thirteen words");

/* A pair of triangles; `first` and `second` are their indices in ascending order. */
struct ontop_place {
    uint8_t up, down; /* bits */
    uint8_t up_cell, down_cell;
    uint8_t first, second;
    uint8_t direction;
};

/* The six ways in which a triangle can lie around a point. */
enum ontop_corner {
    ONTOP_UP_LEFT, /* the point is the left corner of an up triangle, and so on */
    ONTOP_UP_RIGHT,
    ONTOP_UP_TOP,
    ONTOP_DOWN_BOTTOM,
    ONTOP_DOWN_LEFT,
    ONTOP_DOWN_RIGHT,
    ONTOP_CORNERS
};

struct ontop_circle {
    uint8_t count; /* of triangles around it */
    uint8_t worth; /* of a stone in its tower: 1, or 2 at the golden border */
    uint8_t cell[ONTOP_CORNERS], corner[ONTOP_CORNERS];
};

/* Segments of a circle are counted by colour, three bits each. */
enum { ONTOP_COUNT_BITS = 3, ONTOP_COUNTS = 1 << (ONTOP_COUNT_BITS * ONTOP_COLOURS) };

struct ontop_board {
    struct ontop_position start;
    uint64_t up, down, points; /* what the field has */
    struct ontop_place places[ONTOP_PLACES];
    int place_count;
    uint8_t place_at[ONTOP_DIRECTIONS][64]; /* by the bit of the up triangle */
    uint8_t up_cell[64], down_cell[64];
    struct ontop_circle circles[64];              /* by the bit of the point */
    uint16_t segment[ONTOP_CORNERS][ONTOP_CODES]; /* what a triangle adds to a circle's counts */
    uint8_t tower[ONTOP_COUNTS]; /* who places a stone: a set of colours, and 16 * colour on top */
    uint8_t tiles[ONTOP_TYPES][4];   /* colours, clockwise from an obtuse corner */
    char letters[ONTOP_COLOURS + 1]; /* of the colours: "BWYR" */
    int players, penalty;
    bool teams;
};

static inline const struct ontop_board *ontop_board_of(const struct cop_game *game)
{
    return game->own;
}

/* The options of the game, and the board that they describe; NULL after a failure. */
extern const struct cop_option ontop_options[];
struct ontop_board *ontop_board_new(const struct cop_settings *settings, struct cop_error *error);

const char *ontop_colour_name(char letter);  /* "Blue" for B */
const char *ontop_scene_colour(char letter); /* "blue", as scenes have it */

/* The most that `stones` towers can bring: the best circles of the board at their highest. */
int ontop_most_points(const struct ontop_board *board, int stones);

/* Points with a free triangle around them. */
static inline uint64_t ontop_open_points(uint64_t up, uint64_t down)
{
    return up | up << 1 | up << (ONTOP_STRIDE + 1) | down | down << ONTOP_STRIDE |
           down << (ONTOP_STRIDE + 1);
}

/* The segments of a circle by colour. */
static inline unsigned ontop_segments(const struct ontop_board *board,
                                      const struct ontop_position *position,
                                      const struct ontop_circle *circle)
{
    unsigned counts = 0;

    for (int i = 0; i < circle->count; i++)
        counts += board->segment[circle->corner[i]][position->cell[circle->cell[i]]];
    return counts;
}

/* Who places a stone in a closed circle, as in the board's table; 0 for nobody. */
static inline unsigned ontop_tower(const struct ontop_board *board,
                                   const struct ontop_position *position,
                                   const struct ontop_circle *circle)
{
    return board->tower[ontop_segments(board, position, circle)];
}

/* Where a tile can be laid, as the up triangles of each direction. */
struct ontop_places {
    uint64_t of[ONTOP_DIRECTIONS];
};

/* Both triangles are free, and one of them has a neighbour that is not (ontop.md 1.7). */
static inline struct ontop_places ontop_legal_places(const struct ontop_board *board, uint64_t up,
                                                     uint64_t down)
{
    uint64_t laid_up = board->up & ~up, laid_down = board->down & ~down;
    uint64_t up_touches = laid_down | laid_down >> 1 | laid_down << ONTOP_STRIDE;
    uint64_t down_touches = laid_up | laid_up << 1 | laid_up >> ONTOP_STRIDE;

    return (struct ontop_places){{
        [ONTOP_LEFT] = up & down & (up_touches | down_touches),
        [ONTOP_RIGHT] = up & down >> 1 & (up_touches | down_touches >> 1),
        [ONTOP_BELOW] = up & down << ONTOP_STRIDE & (up_touches | down_touches << ONTOP_STRIDE),
    }};
}

/* Lays the tile in hand: black triangles, circles, the next player, the end (rules.c). */
void ontop_lay(const struct ontop_board *board, struct ontop_position *position, int placement);

static inline char ontop_column_letter(int cell)
{
    return (char)('a' + cell % ONTOP_COLUMNS);
}

static inline int ontop_row_number(int cell)
{
    return cell / ONTOP_COLUMNS + 1;
}

/* text.c */
void ontop_write_move(const struct cop_game *game, const void *state, cop_move move,
                      struct cop_text *text);
bool ontop_accepts(const struct cop_game *game, const void *state, cop_move move, const char *word);
void ontop_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool ontop_read_position(const struct cop_game *game, const char *words, void *state,
                         struct cop_error *error);

/* A tile on the board. */
struct ontop_laid {
    int type, placement;
};

/* The tiles of a position by place; returns how many. */
int ontop_list_tiles(const struct ontop_board *board, const struct ontop_position *position,
                     struct ontop_laid *out);

/* Sorts the tiles so that they can be laid one after the other, always the lowest place first; the
 * set of tiles alone makes a position, whatever their order (ontop.md 1.13). Only where a game ran
 * out of stones its last tile stays the last. `before` becomes the position without that tile. */
int ontop_order_tiles(const struct ontop_board *board, const struct ontop_position *position,
                      struct ontop_laid *out, struct ontop_position *before);

/* scene.c */
void ontop_scene(const struct cop_game *game, const void *state, int viewer,
                 struct cop_scene *scene);
int ontop_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void ontop_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text);

/* evaluate.c */
extern const struct cop_evaluator ontop_evaluators[];
extern const struct cop_ordering ontop_orderings[];

/* A placement, 2 * place + rotation, is the move PLACEMENT + it; a draw of type t is DRAW + t. */
enum { ONTOP_PLACEMENT = 1, ONTOP_DRAW = 256 };

#endif
