/* reference_ontop.h - OnTop a second time: slow, on plain arrays, straight from the specification
 * (ontop.md 1.4 - 1.12), to be compared with the fast one move by move.
 *
 * It shares nothing with src/games, not even the numbering of colours: here they are always blue,
 * white, yellow and red, whoever plays them. */
#ifndef COPPICE_TESTS_REFERENCE_ONTOP_H
#define COPPICE_TESTS_REFERENCE_ONTOP_H

#include <stdbool.h>

enum {
    REFERENCE_ROWS = 8,
    REFERENCE_COLUMNS = 9,
    REFERENCE_COLOURS = 4,
    REFERENCE_TYPES = 5,
    REFERENCE_PLACEMENTS = 192
};

/* Rows and columns count from 1. */
struct ontop_triangle {
    int row, column;
};

struct ontop_set_up {
    int players;
    bool teams;                       /* seats 1 and 3 against 2 and 4 */
    int colour_of[REFERENCE_COLOURS]; /* of each seat */
    int stones, penalty;              /* stones of a colour; points lost for each one left */
    struct ontop_triangle black[2];   /* at the start */
};

struct ontop_placement {
    struct ontop_triangle first, second; /* in the order of their indices */
    int rotation;
    char text[12]; /* "c3d3/1" */
};

struct ontop_reference {
    struct ontop_set_up set_up;
    char at[REFERENCE_ROWS + 2]
           [REFERENCE_COLUMNS + 2]; /* '.' free, '#' black, A..E a tile, 0 outside */
    int segments[REFERENCE_ROWS + 1][2 * REFERENCE_COLUMNS]
                [REFERENCE_COLOURS]; /* of the circle [h][x] */
    bool is_closed[REFERENCE_ROWS + 1][2 * REFERENCE_COLUMNS];
    int deck[REFERENCE_TYPES];
    int hand; /* a type, or -1 before the draw */
    int seat; /* who moves next */
    int points[REFERENCE_COLOURS], stones[REFERENCE_COLOURS];
    int blacks;
    int closed; /* circles so far */
    int towers; /* the sum of all heights */
    int worth;  /* the sum of all points */
    bool is_over;
    bool is_premature;                /* a colour has placed its last stone */
    double payoff[REFERENCE_COLOURS]; /* of each seat, when the game is over */
};

void ontop_reference_start(struct ontop_reference *state, const struct ontop_set_up *set_up);
/* Every legal placement by its index: first triangle, second triangle, rotation. */
int ontop_reference_moves(const struct ontop_reference *state, struct ontop_placement *out);
void ontop_reference_draw(struct ontop_reference *state, int type);
void ontop_reference_play(struct ontop_reference *state, const struct ontop_placement *placement);

/* What a circle with these segments brings: the colour on top, or -1; who places a stone. */
int ontop_reference_score(const int segments[REFERENCE_COLOURS],
                          bool places_stone[REFERENCE_COLOURS]);

/* Facts about the board. */
bool ontop_reference_is_point(int h, int x);
int ontop_reference_degree(int h, int x); /* field triangles around a point */
bool ontop_reference_is_gold(int h, int x);
bool ontop_reference_points_up(struct ontop_triangle triangle);

#endif
