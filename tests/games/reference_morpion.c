/* reference_morpion.c - Morpion Solitaire by its rules: a line goes over all points but one, and
 * shares with no other line of its direction a step from point to point, or, in the disjoint game,
 * a point. */
#include "reference_morpion.h"

#include <assert.h>
#include <string.h>

static const char *const crosses[] = {
    [4] = "..ooo..\n..o.o..\nooo.ooo\no.....o\nooo.ooo\n..o.o..\n..ooo..\n",
    [5] = "...oooo...\n...o..o...\n...o..o...\noooo..oooo\no........o\n"
          "o........o\noooo..oooo\n...o..o...\n...o..o...\n...oooo...\n",
};

void reference_paper_start(struct reference_paper *paper, int span, bool is_disjoint, int margin)
{
    const char *cross = crosses[span];
    int x = 0, y = 0;

    memset(paper, 0, sizeof *paper);
    paper->span = span;
    paper->is_disjoint = is_disjoint;
    for (; *cross != '\0'; cross++, x++) {
        if (*cross == '\n') {
            y++;
            x = -1;
        } else {
            paper->point[margin + x][margin + y] = *cross == 'o';
        }
    }
    paper->side = 2 * margin + y;
}

static bool is_on_paper(const struct reference_paper *paper, int x, int y)
{
    return x >= 0 && y >= 0 && x < paper->side && y < paper->side;
}

/* Does the line go over this point? Or, with a step, over this point and the next one? */
static bool goes_over(const struct reference_paper *paper, struct reference_line line, int x, int y,
                      int step)
{
    for (int i = 0; i + step < paper->span; i++)
        if (line.x + i * line.dx == x && line.y + i * line.dy == y)
            return true;
    return false;
}

static bool overlaps(const struct reference_paper *paper, struct reference_line line,
                     struct reference_line other)
{
    int step = paper->is_disjoint ? 0 : 1;

    if (line.dx != other.dx || line.dy != other.dy)
        return false;
    for (int i = 0; i + step < paper->span; i++)
        if (goes_over(paper, other, line.x + i * line.dx, line.y + i * line.dy, step))
            return true;
    return false;
}

static bool may_be_drawn(const struct reference_paper *paper, struct reference_line line)
{
    int missing = 0;

    for (int i = 0; i < paper->span; i++) {
        int x = line.x + i * line.dx, y = line.y + i * line.dy;

        if (!is_on_paper(paper, x, y))
            return false;
        missing += !paper->point[x][y];
    }
    if (missing != 1)
        return false;
    for (int i = 0; i < paper->count; i++)
        if (overlaps(paper, line, paper->drawn[i]))
            return false;
    return true;
}

int reference_paper_lines(const struct reference_paper *paper, struct reference_line *out)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int count = 0;

    for (int i = 0; i < 4; i++)
        for (int y = 0; y < paper->side; y++)
            for (int x = 0; x < paper->side; x++) {
                struct reference_line line = {x, y, steps[i][0], steps[i][1]};

                if (may_be_drawn(paper, line))
                    out[count++] = line;
            }
    return count;
}

void reference_paper_draw(struct reference_paper *paper, struct reference_line line)
{
    assert(may_be_drawn(paper, line) && paper->count < REFERENCE_LINES);
    paper->drawn[paper->count++] = line;
    for (int i = 0; i < paper->span; i++)
        paper->point[line.x + i * line.dx][line.y + i * line.dy] = true;
}
