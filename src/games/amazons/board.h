/* board.h - positions of the Amazons as sets of squares (amazons-play.md 1).
 *
 * A square is a bit of a 128-bit set: 11 times its row, from the bottom, plus its column. Rows have
 * ten columns at most, so bit 10 of each is never a square, and whatever is shifted past the left
 * or right border falls on it. */
#ifndef COPPICE_GAMES_AMAZONS_BOARD_H
#define COPPICE_GAMES_AMAZONS_BOARD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "coppice/game.h"
#include "games/bits.h"
#include "games/rows.h"

enum {
    AMAZONS_WHITE,
    AMAZONS_BLACK,
    AMAZONS_STRIDE = 11,
    AMAZONS_SIDE_MAX = 10, /* squares in a row or column */
    AMAZONS_BITS = AMAZONS_STRIDE * AMAZONS_SIDE_MAX,
    AMAZONS_SQUARES_MAX = AMAZONS_SIDE_MAX * AMAZONS_SIDE_MAX,
    AMAZONS_LINES = 2 * AMAZONS_SIDE_MAX + 2 * (2 * AMAZONS_SIDE_MAX - 1),
    AMAZONS_NOWHERE = 0xff
};

typedef unsigned __int128 amazons_set;

/* A square has one bit in each of two planes: neither is set if it is empty, the first for White's
 * amazon, the second for Black's, both if it is burnt. */
struct amazons_position {
    uint64_t planes[2][2];
    uint8_t mover;  /* whose turn it is; when the game is over, who is stuck */
    uint8_t landed; /* where the mover's amazon waits to shoot, or AMAZONS_NOWHERE */
    uint8_t passes; /* that Black still has */
    uint8_t is_over;
    uint32_t zero;
};
static_assert(sizeof(struct amazons_position) == 40, "a position is five words");

/* A line is a row, column or diagonal; its squares are numbered from the lowest bit. */
struct amazons_place {
    uint8_t line[4], at[4];
};

struct amazons_board {
    int columns, rows;
    bool is_split;
    int passes;
    double komi;
    int longest_reach; /* of a queen on the empty board */
    amazons_set squares;
    struct amazons_position start;
    struct amazons_place places[AMAZONS_BITS];
    uint16_t walls[AMAZONS_LINES]; /* per line, the bits that are no squares of it */
    /* For a line's taken squares and a place on it: how many squares next to the place are open
     * downwards, plus 256 times the same upwards. */
    uint16_t open[1 << AMAZONS_SIDE_MAX][AMAZONS_SIDE_MAX];
};

/* From a square to the next one up its row, column, rising and falling diagonal. */
static const int amazons_steps[4] = {1, AMAZONS_STRIDE, AMAZONS_STRIDE + 1, AMAZONS_STRIDE - 1};

static inline const struct amazons_board *amazons_board_of(const struct cop_game *game)
{
    return game->own;
}

static inline amazons_set amazons_square(int square)
{
    assert(square >= 0 && square < 128);
    return (amazons_set)1 << square;
}

static inline bool amazons_has(amazons_set set, int square)
{
    return (set >> square & 1) != 0;
}

static inline int amazons_size(amazons_set set)
{
    return bit_count((uint64_t)set) + bit_count((uint64_t)(set >> 64));
}

/* The number of the lowest member; the set is not empty. */
static inline int amazons_first(amazons_set set)
{
    uint64_t low = (uint64_t)set;

    return low != 0 ? bit_index(low) : 64 + bit_index((uint64_t)(set >> 64));
}

/* The set and all squares next to it. */
static inline amazons_set amazons_spread(amazons_set set)
{
    set |= set << 1 | set >> 1;
    return set | set << AMAZONS_STRIDE | set >> AMAZONS_STRIDE;
}

static inline amazons_set amazons_plane(const struct amazons_position *position, int plane)
{
    return position->planes[plane][0] | (amazons_set)position->planes[plane][1] << 64;
}

static inline amazons_set amazons_of(const struct amazons_position *position, int side)
{
    return amazons_plane(position, side) & ~amazons_plane(position, 1 - side);
}

static inline amazons_set amazons_burnt(const struct amazons_position *position)
{
    return amazons_plane(position, 0) & amazons_plane(position, 1);
}

static inline amazons_set amazons_empty(const struct amazons_board *board,
                                        const struct amazons_position *position)
{
    return board->squares & ~(amazons_plane(position, 0) | amazons_plane(position, 1));
}

static inline void amazons_put(struct amazons_position *position, int plane, amazons_set set)
{
    position->planes[plane][0] = (uint64_t)set;
    position->planes[plane][1] = (uint64_t)(set >> 64);
}

/* The squares of `within` that a king can reach from `from`, which is part of it. */
static inline amazons_set amazons_flood(amazons_set from, amazons_set within)
{
    for (;;) {
        amazons_set next = amazons_spread(from) & within;

        if (next == from)
            return from;
        from = next;
    }
}

/* fill.c: the most moves that the owner of `own` can make alone over `empty`. The search behind it
 * has a limit of `nodes` for each region: where it is reached, `low` is the number of moves in the
 * best line found and `high` the number of squares. */
struct amazons_moves {
    int low, high;
};

struct amazons_moves amazons_fill_within(amazons_set empty, amazons_set own, int nodes);

/* The best line found within a limit that about one random game in 2,600 reaches. */
int amazons_fill(amazons_set empty, amazons_set own);

/* score.c: the margin from White's side, with komi; and what is to be added to White's lead in
 * moves to make it that: the half point, komi and passes. */
double amazons_beside_lead(const struct amazons_board *board,
                           const struct amazons_position *position);
double amazons_margin(const struct amazons_board *board, const struct amazons_position *position);

/* The open squares that each side reaches in fewer queen's moves than the other. */
void amazons_closer(amazons_set white, amazons_set black, amazons_set open, amazons_set closer[2]);

/* policy.c */
cop_move amazons_random_move(const struct cop_game *game, const void *state, struct cop_rng *rng);
int amazons_playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit);
extern const struct cop_policy amazons_policies[];

/* knowledge.c: moves that a side has whatever the other does, who then never comes to more squares
 * than he reaches now. `reached` are the empty squares that each side can walk to. */
int amazons_certain_moves(const amazons_set amazons[2], const amazons_set reached[2], int side);
int amazons_parts(const struct cop_game *game, const void *state, void *parts, int room);
extern const struct cop_oracle amazons_oracles[];
void amazons_turned(const struct cop_game *game, const void *state, int symmetry, void *turned);
cop_move amazons_turned_move(const struct cop_game *game, cop_move move, int symmetry);

/* sums.c */
extern const struct cop_sums amazons_sums;

/* evaluate.c */
extern const struct cop_evaluator amazons_evaluators[];
extern const struct cop_ordering amazons_orderings[];

/* The cell of a scene, and of a picture in rows, in which a square is drawn. */
static inline int amazons_cell(const struct amazons_board *board, int square)
{
    return (board->rows - 1 - square / AMAZONS_STRIDE) * board->columns + square % AMAZONS_STRIDE;
}

enum { AMAZONS_BURNT = 2 }; /* beside the two sides, in the pictures of rows.h */

/* text.c */
void amazons_write_move(const struct cop_game *game, const void *state, cop_move move,
                        struct cop_text *text);
bool amazons_accepts(const struct cop_game *game, const void *state, cop_move move,
                     const char *word);
void amazons_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool amazons_read_position(const struct cop_game *game, const char *words, void *state,
                           struct cop_error *error);
void amazons_write_square(int square, struct cop_text *text);
struct cop_rows amazons_rows(const struct amazons_board *board,
                             const struct amazons_position *position);

/* scene.c */
void amazons_scene(const struct cop_game *game, const void *state, int viewer,
                   struct cop_scene *scene);
int amazons_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
int amazons_owners(const struct cop_game *game, const void *state, int8_t *of_cell);
void amazons_prompt(const struct cop_game *game, const void *state, int step,
                    struct cop_text *text);

/* A move has three bytes, from the lowest: the square an amazon leaves, the one it reaches, and the
 * one that burns, each counted from 1 and 0 where the move has no such part. */
#define AMAZONS_PASS ((cop_move)0x1000000u) /* by choice, so it is not COP_PASS */

static inline cop_move amazons_move(int from, int to, int arrow)
{
    return (cop_move)((from + 1) | (to + 1) << 8 | (arrow + 1) << 16);
}

/* A part of a move as a square, or -1. */
static inline int amazons_move_part(cop_move move, int part)
{
    return (int)(move >> 8 * part & 0xff) - 1;
}

enum { AMAZONS_FROM, AMAZONS_TO, AMAZONS_ARROW };

/* Ends the game if the mover can do nothing. */
void amazons_settle(const struct amazons_board *board, struct amazons_position *position);

#endif
