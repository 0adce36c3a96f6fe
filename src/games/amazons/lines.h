/* lines.h - a position by its rows, columns and diagonals, for finding and drawing moves.
 *
 * Each line is the set of its taken squares, and one look into a table gives how far it is open on
 * both sides of a place; four looks count what an amazon can reach. The amazons are in a list. This
 * is a few hundred bytes that take a moment to build and are then kept up to date through a
 * playout. */
#ifndef COPPICE_GAMES_AMAZONS_LINES_H
#define COPPICE_GAMES_AMAZONS_LINES_H

#include "board.h"

struct amazons_lines {
    uint16_t taken[AMAZONS_LINES];
    uint8_t amazons[2][AMAZONS_SQUARES_MAX]; /* of each side, in the order of moves() */
    int counts[2];
};

void amazons_lines_build(const struct amazons_board *board, const struct amazons_position *position,
                         struct amazons_lines *lines);

/* Takes a square or gives it back. */
static inline void amazons_toggle(const struct amazons_board *board, struct amazons_lines *lines,
                                  int square)
{
    const struct amazons_place *place = &board->places[square];

    for (int i = 0; i < 4; i++)
        lines->taken[place->line[i]] ^= (uint16_t)(1u << place->at[i]);
}

/* The table's answer for one of the four lines through a place. */
static inline unsigned amazons_look(const struct amazons_board *board,
                                    const struct amazons_lines *lines,
                                    const struct amazons_place *place, int line)
{
    return board->open[lines->taken[place->line[line]]][place->at[line]];
}

/* How many squares a queen reaches from here. */
static inline unsigned amazons_count(const struct amazons_board *board,
                                     const struct amazons_lines *lines, int square)
{
    const struct amazons_place *place = &board->places[square];
    unsigned sum = amazons_look(board, lines, place, 0) + amazons_look(board, lines, place, 1) +
                   amazons_look(board, lines, place, 2) + amazons_look(board, lines, place, 3);

    return (sum & 0xff) + (sum >> 8);
}

/* The square with this rank among those that a queen reaches: line by line, each first downwards
 * and then upwards, the nearest first. */
static inline int amazons_nth(const struct amazons_board *board, const struct amazons_lines *lines,
                              int square, unsigned rank)
{
    const struct amazons_place *place = &board->places[square];

    for (int line = 0;; line++) {
        unsigned look = amazons_look(board, lines, place, line);
        unsigned down = look & 0xff, up = look >> 8;

        assert(line < 4);
        if (rank < down)
            return square - amazons_steps[line] * (int)(rank + 1);
        rank -= down;
        if (rank < up)
            return square + amazons_steps[line] * (int)(rank + 1);
        rank -= up;
    }
}

/* The squares of one ray. Always the most that a ray can have, and whoever calls knows how many of
 * them are meant: a few bytes at once are quicker than a loop that nobody can predict. */
static inline void amazons_ray(int square, int step, uint8_t *out)
{
    for (int i = 0; i < AMAZONS_SIDE_MAX - 1; i++)
        out[i] = (uint8_t)(square + (i + 1) * step);
}

/* Room for what amazons_reach writes. */
enum { AMAZONS_REACH_ROOM = 4 * AMAZONS_SIDE_MAX + AMAZONS_SIDE_MAX };

/* All squares that a queen reaches, in the order of amazons_nth. */
static inline int amazons_reach(const struct amazons_board *board,
                                const struct amazons_lines *lines, int square, uint8_t *out)
{
    const struct amazons_place *place = &board->places[square];
    int count = 0;

    for (int line = 0; line < 4; line++) {
        unsigned look = amazons_look(board, lines, place, line);

        amazons_ray(square, -amazons_steps[line], out + count);
        count += (int)(look & 0xff);
        amazons_ray(square, amazons_steps[line], out + count);
        count += (int)(look >> 8);
    }
    return count;
}

#endif
