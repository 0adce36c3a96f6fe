/* board.h - how a position of Connect Four lies in two words, and its lines of four.
 *
 * A column takes height + 1 bits, the lowest cell first; the bit above its top cell is a guard that
 * never holds a stone. So a line that leaves the board meets a guard, and four equal steps of 1,
 * height, height + 1 or height + 2 bits are a line of four and nothing else.
 *
 * Adding one to the lowest cell of every column carries past the stones, and what comes out are the
 * cells where a stone can land: that is the whole move generator. */
#ifndef COPPICE_GAMES_CONNECT4_BOARD_H
#define COPPICE_GAMES_CONNECT4_BOARD_H

#include <assert.h>
#include <stdbool.h>

#include "coppice/game.h"
#include "games/bits.h"
#include "games/rows.h"

/* `own` holds the stones of the side to move, and two marks in the guards of the first two columns:
 * that O is to move, and that the stone played last made a line. */
struct position {
    uint64_t own, all;
};
static_assert(sizeof(struct position) == 16, "a position is two words");

/* The widest board, rounded up to what is looked at in one go. */
enum { COLUMNS_ROOM = 16 };

struct board {
    uint64_t bottom;       /* the lowest cell of each column */
    uint64_t cells;        /* every cell, no guard */
    uint64_t second, line; /* the marks in `own` */
    int width, height;
    uint64_t columns[COLUMNS_ROOM]; /* the cells of each; none where there is no column */
    int64_t middle[COLUMNS_ROOM];   /* twice the columns between it and the nearer side */
};

static inline const struct board *board_of(const struct cop_game *game)
{
    return game->own;
}

static inline uint64_t column_of(const struct board *board, int column)
{
    return (((uint64_t)1 << board->height) - 1) << (column * (board->height + 1));
}

static inline uint64_t cell_of(const struct board *board, int column, int row)
{
    return (uint64_t)1 << (column * (board->height + 1) + row);
}

static inline bool has_line(uint64_t stones, int height)
{
    uint64_t pairs1 = stones & (stones >> 1);
    uint64_t pairs2 = stones & (stones >> height);
    uint64_t pairs3 = stones & (stones >> (height + 1));
    uint64_t pairs4 = stones & (stones >> (height + 2));

    return ((pairs1 & (pairs1 >> 2)) | (pairs2 & (pairs2 >> 2 * height)) |
            (pairs3 & (pairs3 >> 2 * (height + 1))) | (pairs4 & (pairs4 >> 2 * (height + 2)))) != 0;
}

/* The cells that would complete a line of `stones` with steps of `step` bits: one end of three
 * stones, or the gap in a broken four. May contain guards. */
static inline uint64_t completions(uint64_t stones, uint64_t step)
{
    uint64_t pairs = stones & (stones >> step);
    uint64_t threes = pairs & (stones >> 2 * step);

    return (threes << 3 * step) | (threes >> step) | ((stones & (pairs >> 2 * step)) << step) |
           ((pairs & (stones >> 3 * step)) << 2 * step);
}

static inline uint64_t all_completions(uint64_t stones, int height)
{
    uint64_t step = (uint64_t)height;

    return completions(stones, 1) | completions(stones, step) | completions(stones, step + 1) |
           completions(stones, step + 2);
}

static inline uint64_t own_stones(const struct board *board, const struct position *position)
{
    return position->own & board->cells;
}

static inline bool is_over(const struct board *board, const struct position *position)
{
    return (position->own & board->line) != 0 || position->all == board->cells;
}

/* Where a stone can land, in a game that is not over. */
static inline uint64_t landings(const struct board *board, const struct position *position)
{
    return (position->all + board->bottom) & board->cells;
}

/* The stones of one player, whoever is to move. */
static inline uint64_t stones_of(const struct board *board, const struct position *position,
                                 int player)
{
    bool is_mover = ((position->own & board->second) != 0) == (player == 1);
    uint64_t own = own_stones(board, position);

    return is_mover ? own : own ^ position->all;
}

static inline cop_move move_to(const struct board *board, uint64_t cell)
{
    return (cop_move)(bit_index(cell) / (board->height + 1)) + 1;
}

static inline cop_move one_of(const struct board *board, uint64_t cells, struct cop_rng *rng)
{
    return move_to(board, nth_bit(cells, cop_rng_below(rng, (uint32_t)bit_count(cells))));
}

/* The cell of a scene, and of a picture in rows, in which a stone is drawn. */
static inline int cell_number(const struct board *board, int column, int row)
{
    return (board->height - 1 - row) * board->width + column;
}

/* text.c */
void connect4_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text);
bool connect4_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word);
struct cop_rows connect4_rows(const struct board *board, const struct position *position);
void connect4_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool connect4_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error);

/* scene.c */
void connect4_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *scene_out);
int connect4_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
int connect4_click(const struct cop_game *game, const void *state, int cell);
void connect4_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text);

/* policy.c */
extern const struct cop_policy connect4_policies[];

/* knowledge.c */
cop_move connect4_decisive(const struct cop_game *game, const void *state);
void connect4_turned(const struct cop_game *game, const void *state, int symmetry, void *turned);
cop_move connect4_turned_move(const struct cop_game *game, cop_move move, int symmetry);
extern const struct cop_oracle connect4_oracles[];

#endif
