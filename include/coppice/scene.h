/* scene.h - what a board looks like, said once, in neutral terms.
 *
 * A game fills a scene; the terminal, the SVG picture and the browser page draw it. Cells are
 * numbered 0, 1, 2, ... in the order in which they are added, and everything else refers to those
 * numbers. Places are in units of one square, x to the right, y down, and a place is a thing's
 * middle.
 *
 * A scene is a plain value: `struct cop_scene scene = {0};`, filled, drawn, cop_scene_free. Texts
 * that do not fit are cut at a character's border. Running out of memory ends the program. */
#ifndef COPPICE_SCENE_H
#define COPPICE_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A hexagon has a point at the top and the width 1, so neighbours in a row are 1 apart and rows are
 * 0.866 apart. A triangle has the side 1 and the height 0.866, and its place is the middle of that
 * height. A hole is a round cup; a point is where lines of the board meet. */
enum cop_shape { COP_SQUARE, COP_HEXAGON, COP_TRIANGLE_UP, COP_TRIANGLE_DOWN, COP_HOLE, COP_POINT };

/* What a cell is made of. A front end chooses the colours. A rack is the upright board of Connect
 * Four; felt is green; light and dark are two woods. */
enum cop_shade { COP_LIGHT, COP_DARK, COP_FELT, COP_WATER, COP_GOLD, COP_RACK };

/* What stands on a cell. */
enum cop_piece_kind {
    COP_DISC, /* the only kind with stacks: a tower of discs, each with its owner */
    COP_PAWN,
    COP_QUEEN,
    COP_PEG,
    COP_DIE,    /* its label is the number of pips, "1" to "6" */
    COP_TILE,   /* covers its cell; its label has an owner's digit for each corner, clockwise from
                 * the top or the top left, so a rhombus is two triangles */
    COP_BLOCK,  /* fills its cell with its owner's colour */
    COP_HIDDEN, /* a piece whose kind the viewer does not know */
    COP_MARK    /* a cell out of play, as by an arrow of the Amazons */
};

struct cop_cell {
    float x, y;
    enum cop_shape shape;
    enum cop_shade shade;
    int home;             /* the player whose home or border it is, for a tint; -1 for nobody */
    char name[8];         /* "e4": for people, may be empty */
    bool is_marked;       /* drawn as one where a move may begin or go on */
    bool decides;         /* decided a finished game: one of the four in a row */
    uint32_t reserved[2]; /* for later versions: 0 */
};

struct cop_piece {
    int cell;
    int owner;  /* a player, or a colour where pieces belong to no player; -1 for neither */
    int height; /* its level in a stack: 0 stands on the board */
    int with;   /* for a tile of two cells: the other one; else -1 */
    enum cop_piece_kind kind;
    char label[8];        /* a rank, a number of pips; may be empty */
    uint32_t reserved[2]; /* for later versions: 0 */
};

/* A bridge of TwixT, or with owner -1 a line of the board itself, as in Fanorona. */
struct cop_link {
    int from, to; /* cells */
    int owner;
};

struct cop_label {
    float x, y;
    char text[40]; /* coordinates beside the board, counters, "Black 12" */
};

struct cop_scene {
    struct cop_cell *cells;
    struct cop_piece *pieces;
    struct cop_link *links;
    struct cop_label *labels;
    int cell_count, piece_count, link_count, label_count;
    const char *title, *description; /* of a picture, for people who cannot see it; may be NULL */
    /* The colours of the owners: "black", "white", "red", "yellow", "blue", "green", "orange" or
     * "purple". Where it is NULL a front end gives each owner a colour of its own, in this order.
     */
    const char *owners[8];
    int last[16]; /* the cells of the last move, for highlighting */
    int last_count;
    int hand[4]; /* cells beside the board that show what a move lays: its path's, one by one */
    int hand_count;
    /* No label beside the board can tell which cell of its row a cell is, as in a star: a drawing
     * in letters writes the number of its name, the 3 of "D3", into each empty one. */
    bool numbers_cells;
    void *reserved[8]; /* for later versions: NULL */
};

int cop_scene_cell(struct cop_scene *scene, float x, float y, enum cop_shape shape,
                   enum cop_shade shade, const char *name);
void cop_scene_piece(struct cop_scene *scene, int cell, int owner, int height,
                     enum cop_piece_kind kind, const char *label);
void cop_scene_tile(struct cop_scene *scene, int cell, int with, const char *corners);
void cop_scene_link(struct cop_scene *scene, int from, int to, int owner);
void cop_scene_home(struct cop_scene *scene, int cell, int player);
void cop_scene_last(struct cop_scene *scene, int cell);
void cop_scene_hand(struct cop_scene *scene, int cell);
void cop_scene_mark(struct cop_scene *scene, int cell);
void cop_scene_decide(struct cop_scene *scene, int cell);
__attribute__((format(printf, 4, 5))) void cop_scene_label(struct cop_scene *scene, float x,
                                                           float y, const char *format, ...);
void cop_scene_free(struct cop_scene *scene);

/* A board of `columns` x `rows` squares (26 columns at most) with its coordinates, named a1, b1,
 * ... ; row 1 is at the top if `top_down`, else at the bottom. Cells are numbered row by row from
 * the top left corner, whose square is at (0, 0). */
void cop_scene_board(struct cop_scene *scene, int columns, int rows, bool top_down,
                     enum cop_shade even, enum cop_shade odd);

struct cop_drawing {
    bool colour; /* ANSI colours in text */
    bool ascii;  /* no character outside ASCII */
    int columns; /* as wide as the drawing may be if that can be had; 0: as wide as it likes */
    int rows;    /* the same of its height */
    void *reserved[2]; /* for later versions: NULL */
};

void cop_scene_draw_text(const struct cop_scene *scene, const struct cop_drawing *drawing,
                         struct cop_text *text);
/* The sign of an owner's pieces in that drawing, for a legend: "●". */
void cop_scene_draw_owner(const struct cop_scene *scene, const struct cop_drawing *drawing,
                          int owner, struct cop_text *text);
void cop_scene_draw_svg(const struct cop_scene *scene, struct cop_text *text);

#ifdef __cplusplus
}
#endif

#endif
