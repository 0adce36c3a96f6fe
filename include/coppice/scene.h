/* scene.h - what a board looks like, said once, in neutral terms.
 *
 * A game fills a scene; the terminal, the SVG picture and the browser page draw it. Cells are
 * numbered 0, 1, 2, ... in the order in which they are added, and everything else refers to those
 * numbers. Places are in units of one square, x to the right, y down.
 *
 * A scene is a plain value: `struct cop_scene scene = {0};`, filled, drawn, cop_scene_free. */
#ifndef COPPICE_SCENE_H
#define COPPICE_SCENE_H

#include <stdbool.h>

#include "text.h"

enum cop_shape { COP_SQUARE, COP_HEXAGON, COP_TRIANGLE_UP, COP_TRIANGLE_DOWN, COP_HOLE };

/* How a cell is tinted. A front end chooses the colours. */
enum cop_shade { COP_LIGHT, COP_DARK, COP_FELT, COP_WATER, COP_GOLD, COP_RACK };

/* What stands on a cell. */
enum cop_piece_kind {
    COP_DISC,
    COP_PAWN,
    COP_QUEEN,
    COP_PEG,
    COP_DIE,
    COP_TILE,
    COP_BLOCK,
    COP_HIDDEN,
    COP_MARK
};

struct cop_cell {
    float x, y; /* its middle */
    enum cop_shape shape;
    enum cop_shade shade;
    char name[8]; /* "e4": for people, may be empty */
};

struct cop_piece {
    int cell;
    int owner;  /* a player, or -1 for nobody */
    int height; /* its level in a stack: 0 stands on the board */
    enum cop_piece_kind kind;
    char label[8]; /* a rank, a number of pips; may be empty */
};

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
    const char *owners[8]; /* what a player's pieces are called in pictures' colours: "black" */
    int last[16];          /* the cells of the last move, for highlighting */
    int last_count;
};

int cop_scene_cell(struct cop_scene *scene, float x, float y, enum cop_shape shape,
                   enum cop_shade shade, const char *name);
void cop_scene_piece(struct cop_scene *scene, int cell, int owner, int height,
                     enum cop_piece_kind kind, const char *label);
void cop_scene_link(struct cop_scene *scene, int from, int to, int owner);
__attribute__((format(printf, 4, 5))) void cop_scene_label(struct cop_scene *scene, float x,
                                                           float y, const char *format, ...);
void cop_scene_free(struct cop_scene *scene);

/* A board of `columns` x `rows` squares with its coordinates, named a1, b1, ... ; row 1 is at the
 * top if `top_down`, else at the bottom. Cells are numbered row by row from the top left corner. */
void cop_scene_board(struct cop_scene *scene, int columns, int rows, bool top_down,
                     enum cop_shade even, enum cop_shade odd);

struct cop_drawing {
    bool colour; /* ANSI colours in text */
    bool ascii;  /* no character outside ASCII */
};

void cop_scene_draw_text(const struct cop_scene *scene, const struct cop_drawing *drawing,
                         struct cop_text *text);
void cop_scene_draw_svg(const struct cop_scene *scene, struct cop_text *text);

#endif
