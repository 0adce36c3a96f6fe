/* reference_morpion.h - Morpion Solitaire, slow and obvious, for comparison with the engine's. */
#ifndef COPPICE_TESTS_REFERENCE_MORPION_H
#define COPPICE_TESTS_REFERENCE_MORPION_H

#include <stdbool.h>

enum { PAPER_SIDE = 26, REFERENCE_LINES = 600 };

/* A line as the list of its points would have it: from (x, y) in steps of (dx, dy). */
struct reference_line {
    int x, y, dx, dy;
};

struct reference_paper {
    int side, span;
    bool is_disjoint;
    bool point[PAPER_SIDE][PAPER_SIDE]; /* [x][y] */
    int count;
    struct reference_line drawn[REFERENCE_LINES];
};

void reference_paper_start(struct reference_paper *paper, int span, bool is_disjoint, int margin);
/* All lines that may be drawn; returns how many. */
int reference_paper_lines(const struct reference_paper *paper, struct reference_line *out);
void reference_paper_draw(struct reference_paper *paper, struct reference_line line);

#endif
