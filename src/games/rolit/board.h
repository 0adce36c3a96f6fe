/* board.h - the positions of Rolit and the rules by which they change
 * (chance-and-multiplayer.md 1.6). */
#ifndef COPPICE_GAMES_ROLIT_BOARD_H
#define COPPICE_GAMES_ROLIT_BOARD_H

#include <assert.h>

#include "coppice/game.h"
#include "games/othello/board.h"

enum { ROLIT_STRIDE = 8, ROLIT_COLOURS = 4 };

/* Squares are bits, a1 the lowest, b1 the next. A colour is two bits, one in each plane, which are
 * 0 where no piece is. In a full board `turn` is who would have moved next. */
struct rolit_position {
    uint64_t taken;
    uint64_t planes[2];
    uint64_t turn;
};
static_assert(sizeof(struct rolit_position) == 32, "a position is four words");

struct rolit_board {
    uint64_t squares;
    uint64_t start[ROLIT_COLOURS]; /* the square where each colour has its first piece */
    uint64_t corners, border;
    uint64_t beside, inside; /* squares next to corners: on the border, and not */
    int size;
};

static inline const struct rolit_board *rolit_board_of(const struct cop_game *game)
{
    return game->own;
}

static inline uint64_t rolit_square(int column, int row)
{
    /* The remainder costs nothing, and shows whoever has no asserts that no shift is too long. */
    assert(column >= 0 && row >= 0);
    return (uint64_t)1 << ((unsigned)(row * ROLIT_STRIDE + column) % 64);
}

/* All ones where the colour has a 1 in the plane. */
static inline uint64_t rolit_plane_of(uint64_t colour, int plane)
{
    return -(colour >> plane & 1);
}

static inline uint64_t rolit_pieces(const struct rolit_position *position, uint64_t colour)
{
    return position->taken & ~(position->planes[0] ^ rolit_plane_of(colour, 0)) &
           ~(position->planes[1] ^ rolit_plane_of(colour, 1));
}

static inline void rolit_put(struct rolit_position *position, uint64_t square, uint64_t colour)
{
    position->taken |= square;
    for (int plane = 0; plane < 2; plane++)
        position->planes[plane] |= rolit_plane_of(colour, plane) & square;
}

/* The colour on a square, or -1. */
static inline int rolit_colour_at(const struct rolit_position *position, uint64_t square)
{
    if ((position->taken & square) == 0)
        return -1;
    return ((position->planes[0] & square) != 0) + 2 * ((position->planes[1] & square) != 0);
}

/* The squares next to the set in eight directions, and the set itself. */
static inline uint64_t rolit_spread(uint64_t set)
{
    const uint64_t first_column = 0x0101010101010101u;
    uint64_t wide = set | (set << 1 & ~first_column) | (set & ~first_column) >> 1;

    return wide | wide << ROLIT_STRIDE | wide >> ROLIT_STRIDE;
}

/* Where the mover may place a piece: where it captures if it can anywhere, else beside any piece.
 * Empty only if the board is full. */
static inline uint64_t rolit_placements(const struct rolit_position *position, uint64_t squares)
{
    uint64_t empty = squares & ~position->taken;
    uint64_t own = rolit_pieces(position, position->turn);
    uint64_t captures = othello_ends(own, position->taken & ~own) & empty;

    return captures != 0 ? captures : rolit_spread(position->taken) & empty;
}

/* A placement beside a piece is legal only where nothing can be captured, and so captures nothing
 * here without being told apart. */
static inline void rolit_place(struct rolit_position *position, uint64_t square, uint64_t players)
{
    uint64_t own = rolit_pieces(position, position->turn);
    uint64_t changed = othello_flips(own, position->taken & ~own, square) | square;

    position->taken |= square;
    for (int plane = 0; plane < 2; plane++)
        position->planes[plane] = (position->planes[plane] & ~changed) |
                                  (rolit_plane_of(position->turn, plane) & changed);
    position->turn = position->turn + 1 == players ? 0 : position->turn + 1;
}

/* text.c */
void rolit_write_move(const struct cop_game *game, const void *state, cop_move move,
                      struct cop_text *text);
void rolit_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool rolit_read_position(const struct cop_game *game, const char *words, void *state,
                         struct cop_error *error);

/* scene.c */
void rolit_scene(const struct cop_game *game, const void *state, int viewer,
                 struct cop_scene *scene_out);
int rolit_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void rolit_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text);

/* evaluate.c */
void rolit_fill_borders(struct rolit_board *board);
extern const struct cop_evaluator rolit_evaluators[];
extern const struct cop_ordering rolit_orderings[];

#endif
