/* board.h - TwixT's position and the geometry of its board; shared by the files of this folder.
 *
 * A hole has the number row * stride + column, row 0 at the top; the stride is 8, 16 or 24, so that
 * a row is whole bytes. A position has eight planes of one bit for each hole: the pegs of both
 * sides, the links in four directions, kept at their left ends, and the pegs that are connected to
 * their side's first and second home line. The last two planes follow from the others. Kept up to
 * date they make the test for a win a look at one peg, and, unlike the trees of a union-find, they
 * do not depend on the order of moves, so that equal positions have equal bytes. */
#ifndef COPPICE_TWIXT_BOARD_H
#define COPPICE_TWIXT_BOARD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "coppice/game.h"

enum { WHITE, BLACK };

enum {
    TWIXT_SIZE_MAX = 24,
    TWIXT_HOLES_MAX = TWIXT_SIZE_MAX * TWIXT_SIZE_MAX,
    TWIXT_CROSSINGS = 9,    /* every link is crossed by nine others (twixt.md 1.4) */
    TWIXT_CROSSED_ENDS = 12 /* which have twelve ends */
};

/* The eight knight's steps. Links are kept in the first four directions, which lead to the right;
 * `direction ^ TWIXT_BACK` is the opposite one. */
enum { TWIXT_DIRECTIONS = 8, TWIXT_KEPT = 4, TWIXT_BACK = 4 };

extern const signed char twixt_dx[TWIXT_DIRECTIONS], twixt_dy[TWIXT_DIRECTIONS];

/* Planes: pegs at the number of their side, home lines at TWIXT_REACH, links at TWIXT_LINKS. */
enum { TWIXT_REACH = 2, TWIXT_LINKS = 4, TWIXT_PLANES = 8 };

enum twixt_status { TWIXT_GOES_ON, TWIXT_WON /* by the side that is not next */, TWIXT_DRAWN };

/* A board smaller than the largest uses the first bytes of `planes` only. */
struct twixt_position {
    uint16_t left[2]; /* the empty holes that each side may use */
    uint8_t next;     /* whose turn it is, or would be if the game were not over */
    uint8_t status;
    uint8_t planes[TWIXT_PLANES * TWIXT_HOLES_MAX / 8];
};
static_assert(sizeof(struct twixt_position) == 582, "one byte for each hole and six more");

/* The field (field.h) has every hole as a byte, with a margin that no step or crossing leaves. */
enum {
    FIELD_STRIDE = 32,
    FIELD_ABOVE = 3, /* rows of margin above and below */
    FIELD_BEFORE = 4,
    FIELD_BYTES = (TWIXT_SIZE_MAX + 2 * FIELD_ABOVE) * FIELD_STRIDE
};

/* The knight's steps in the field, in the order of twixt_dx and twixt_dy; constants, so that the
 * compiler can put them into addresses. */
static const int twixt_field_step[TWIXT_DIRECTIONS] = {
    1 - 2 * FIELD_STRIDE,  2 - FIELD_STRIDE,  2 + FIELD_STRIDE,  1 + 2 * FIELD_STRIDE,
    -1 + 2 * FIELD_STRIDE, -2 + FIELD_STRIDE, -2 - FIELD_STRIDE, -1 - 2 * FIELD_STRIDE,
};

/* A link that crosses another one: where its left end is, seen from the other's start. */
struct twixt_crossing {
    signed char dx, dy, direction;
};

/* A hole near a link that crossing links could start from, and their directions as bits. */
struct twixt_crossed_end {
    int16_t offset; /* in the field, from the link's start */
    uint8_t directions;
};

/* virtual.h: a place from which one peg of the opponent closes both ways of a setup, seen from the
 * setup's first end. */
enum { TWIXT_SETUPS = 12, TWIXT_BREAKERS = 1024 };

struct twixt_breaker {
    uint8_t setup;
    signed char right, down;
};

/* traits.h: what the traits of moves are worth, laid out for a board. Traits look so many lines
 * around a hole, itself included; a stamp is what one peg adds to the holes around it, with room
 * for whole vectors. */
enum {
    TWIXT_NEARBY = 6,
    TWIXT_STAMP = 2 * TWIXT_NEARBY - 1,
    TWIXT_STAMP_ROOM = 16,
    TWIXT_STAGES = 4,  /* a side needs 1, 2, 3 or more pegs for its safe chain */
    TWIXT_NEARNESS = 4 /* a hole is on its shortest one, one a peg longer, two, or on none */
};

struct twixt_order {
    int16_t chains[TWIXT_STAGES][TWIXT_STAGES][TWIXT_NEARNESS][TWIXT_NEARNESS];
    int16_t rare[2][5];
    int16_t beside[3][3];
    int16_t place[2][TWIXT_SIZE_MAX][TWIXT_SIZE_MAX];    /* by who moves, row, column */
    int16_t stamps[2][2][TWIXT_STAMP][TWIXT_STAMP_ROOM]; /* by who moves; own, other */
};

/* openings.h: what a first peg promises White, in thousandths, and the games that show it. */
struct twixt_first {
    uint16_t chance; /* 0: nobody knows */
    uint16_t games;
};

struct twixt_board {
    int size;
    int stride; /* in holes */
    int row_bytes, plane_bytes;
    int holes_of_side; /* how many each side may use at first */
    bool has_swap, own_cross, dead_draw;
    uint32_t zone[2][TWIXT_SIZE_MAX]; /* by row: the columns that a side may use */
    int step[TWIXT_DIRECTIONS];       /* from hole to hole */
    struct twixt_crossing crossings[TWIXT_DIRECTIONS][TWIXT_CROSSINGS];
    struct twixt_crossed_end crossed[TWIXT_DIRECTIONS][TWIXT_CROSSED_ENDS];
    /* All breakers, and which of them are those by links in two directions, the first of which is
     * not smaller. */
    struct twixt_breaker breakers[TWIXT_BREAKERS];
    uint16_t breakers_from[TWIXT_DIRECTIONS][TWIXT_DIRECTIONS];
    uint16_t breakers_to[TWIXT_DIRECTIONS][TWIXT_DIRECTIONS];
    uint8_t field_zone[2][FIELD_BYTES]; /* 1 where a side may place a peg */
    uint8_t field_home[2][FIELD_BYTES]; /* the home lines of a side's peg as bits, 1 and 2 */
    /* The same where the lines next to the home lines count as these do (twixt.md 4.5). */
    uint8_t field_inner[2][FIELD_BYTES];
    struct twixt_order order;
    struct twixt_first first[TWIXT_SIZE_MAX][TWIXT_SIZE_MAX]; /* by row, column */
};

static inline const struct twixt_board *twixt_board_of(const struct cop_game *game)
{
    return game->own;
}

static inline int twixt_hole(const struct twixt_board *board, int column, int row)
{
    return row * board->stride + column;
}

static inline int twixt_field_place(int column, int row)
{
    return (row + FIELD_ABOVE) * FIELD_STRIDE + column + FIELD_BEFORE;
}

static inline bool twixt_is_on_board(const struct twixt_board *board, int column, int row)
{
    return column >= 0 && column < board->size && row >= 0 && row < board->size;
}

static inline bool twixt_has(const struct twixt_board *board, const struct twixt_position *position,
                             int plane, int hole)
{
    return (position->planes[plane * board->plane_bytes + hole / 8] >> hole % 8 & 1) != 0;
}

static inline void twixt_set(const struct twixt_board *board, struct twixt_position *position,
                             int plane, int hole)
{
    position->planes[plane * board->plane_bytes + hole / 8] |= (uint8_t)(1 << hole % 8);
}

/* A row of a plane, column 0 in the lowest bit. */
static inline uint32_t twixt_row(const struct twixt_board *board,
                                 const struct twixt_position *position, int plane, int row)
{
    const uint8_t *bytes =
        position->planes + plane * board->plane_bytes + (unsigned)(row * board->row_bytes);
    uint32_t bits = bytes[0];

    if (board->row_bytes > 1)
        bits |= (uint32_t)bytes[1] << 8;
    if (board->row_bytes > 2)
        bits |= (uint32_t)bytes[2] << 16;
    return bits;
}

/* The columns of a row where `side` may place a peg now. */
static inline uint32_t twixt_free(const struct twixt_board *board,
                                  const struct twixt_position *position, int side, int row)
{
    return board->zone[side][row] &
           ~(twixt_row(board, position, WHITE, row) | twixt_row(board, position, BLACK, row));
}

/* Eight bytes as a word, the first one lowest. */
static inline uint64_t twixt_eight_bytes(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/* True if the peg on `hole`, or the hole, has a link in that direction. A number beside the board
 * does no harm: a link is only ever kept where it has two ends, so nothing is found there. */
static inline bool twixt_has_link(const struct twixt_board *board,
                                  const struct twixt_position *position, int hole, int direction)
{
    int left_end = direction < TWIXT_KEPT ? hole : hole + board->step[direction];

    return left_end >= 0 && left_end < board->size * board->stride &&
           twixt_has(board, position, TWIXT_LINKS + direction % TWIXT_KEPT, left_end);
}

/* Sizes, steps and crossings from the options. */
void twixt_lay_out(struct twixt_board *board);

void twixt_find_breakers(struct twixt_board *board);

/* Puts a peg of `side` on an empty hole, links it to what it can be linked to, and returns whether
 * that connects the home lines. */
bool twixt_place(const struct twixt_board *board, struct twixt_position *position, int side,
                 int column, int row);

/* The directions, as bits, in which a peg of `side` on this hole would be or is a knight's step
 * away from another one; and, of these, those in which an existing link is in the way. */
unsigned twixt_near(const struct twixt_board *board, const struct twixt_position *position,
                    int side, int column, int row);
unsigned twixt_blocked(const struct twixt_board *board, const struct twixt_position *position,
                       int side, int column, int row);

/* Finds the two planes of home lines for pegs and links that are given; returns whether `side` has
 * connected its home lines. */
bool twixt_connect(const struct twixt_board *board, struct twixt_position *position, int side);

/* Takes a peg and its links off; what was connected through it is for twixt_connect() to find, so
 * the planes of home lines are emptied. */
void twixt_remove(const struct twixt_board *board, struct twixt_position *position, int side,
                  int hole);

/* Counts the empty holes of both sides. */
void twixt_count_left(const struct twixt_board *board, struct twixt_position *position);

/* Gives `next` the turn. If it has no hole left that is a draw (twixt.md 1.5), and, where the
 * variant says so, if neither side can win. */
void twixt_settle(const struct twixt_board *board, struct twixt_position *position, int next);

/* twixt.md 2.4: the least number of pegs with which `side` could still connect its home lines, or
 * TWIXT_NEVER, which is a proof that it cannot win. The links of the way may cross each other, so
 * that a number is only a lower bound. */
enum { TWIXT_NEVER = 1000 };
int twixt_distance(const struct cop_game *game, const void *state, int side);

/* Neither side can win any more. */
bool twixt_is_dead(const struct twixt_board *board, const struct twixt_position *position);

/* Plays random moves, all equally likely, until the game is over or `limit` plies are played;
 * returns the number of plies. Taking over a peg is not among the moves. */
int twixt_play_out(const struct twixt_board *board, struct twixt_position *position,
                   struct cop_rng *rng, int limit);

/* A move is the number of its hole, from 1, or this one. */
enum { TWIXT_SWAP = TWIXT_HOLES_MAX + 1 };

/* The hole of the white peg that Black may take over now, or -1. */
int twixt_swap_hole(const struct twixt_board *board, const struct twixt_position *position);

/* knowledge.c: a peg that wins at once. */
cop_move twixt_decisive(const struct cop_game *game, const void *state);

/* policy.c */
extern const struct cop_policy twixt_policies[];

/* evaluate.c */
extern const struct cop_evaluator twixt_evaluators[];
extern const struct cop_ordering twixt_orderings[];

/* What people see. */
void twixt_write_move(const struct cop_game *game, const void *state, cop_move move,
                      struct cop_text *text);
void twixt_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool twixt_read_position(const struct cop_game *game, const char *words, void *state,
                         struct cop_error *error);
void twixt_scene(const struct cop_game *game, const void *state, int viewer,
                 struct cop_scene *scene);
int twixt_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void twixt_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text);

#endif
