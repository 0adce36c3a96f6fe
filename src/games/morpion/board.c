/* board.c - the paper: where the cross stands, which lines fit, and what they are turned round. */
#include "board.h"

#include <stdlib.h>

/* Every arm of the cross is as wide as it is long, so that its outline has twelve edges of
 * span - 1 points each, their ends shared. */
static void put_cross(struct board *board)
{
    int edge = board->span - 2;
    /* The corners in order, counted in edges. */
    static const struct place corners[] = {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2},
                                           {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}};

    for (int i = 0; i < 12; i++) {
        struct place from = corners[i], to = corners[(i + 1) % 12];

        for (int along = 0; along < edge; along++)
            put(&board->cross,
                (struct place){board->margin + from.x * edge + (to.x - from.x) * along,
                               board->margin + from.y * edge + (to.y - from.y) * along});
    }
    board->start = 12 * edge;
}

bool morpion_line_between(const struct board *board, struct place from, struct place to,
                          struct line *line)
{
    int length = board->span - 1;

    for (int direction = 0; direction < DIRECTIONS; direction++) {
        struct place ahead = place_at(from, direction, length);
        struct place behind = place_at(to, direction, length);

        if (ahead.x == to.x && ahead.y == to.y) {
            *line = (struct line){from, direction};
            return true;
        }
        if (behind.x == from.x && behind.y == from.y) {
            *line = (struct line){to, direction};
            return true;
        }
    }
    return false;
}

/* Symmetries: mirrored from left to right, upside down, and along the diagonal. */
static struct place image_of(const struct board *board, struct place place, int symmetry)
{
    struct place image = place;

    if (symmetry & 1)
        image.x = board->side - 1 - image.x;
    if (symmetry & 2)
        image.y = board->side - 1 - image.y;
    return symmetry & 4 ? (struct place){image.y, image.x} : image;
}

static void rule_line(struct board *board, struct line line)
{
    struct place last = place_at(line.first, line.direction, board->span - 1);
    int number = line_number(line);

    board->key[number] = cop_mix((uint64_t)number + 1);
    if (!is_on_paper(board, last))
        return;
    put(&board->fits[line.direction], line.first);
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        struct line image = {{0, 0}, 0};

        morpion_line_between(board, image_of(board, line.first, symmetry),
                             image_of(board, last, symmetry), &image);
        board->image[symmetry][number] = (uint16_t)line_number(image);
    }
}

void morpion_rule_paper(struct board *board)
{
    put_cross(board);
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int y = 0; y < board->side; y++)
            for (int x = 0; x < board->side; x++)
                rule_line(board, (struct line){{x, y}, direction});
}
