/* board.h - positions of Fanorona as sets of points, and what can be done in them.
 *
 * A point is a bit, a1 the lowest; a row has one bit more than the board has columns, which is
 * never set, so that a shift cannot wrap into the next row.
 *
 * A turn of several captures is several moves: after each the same side goes on with the same stone
 * or stops, and where the stone can capture no more the turn passes by itself.
 *
 * Only moves without a capture can be repeated. The state keeps the line of the board that each of
 * them went along since the last capture. Going along a line exchanges its two ends, whichever way,
 * so a position has come back when the lines of each side since then cancel out: one byte a move
 * makes the test for repetition exact. */
#ifndef COPPICE_GAMES_FANORONA_BOARD_H
#define COPPICE_GAMES_FANORONA_BOARD_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "coppice/game.h"
#include "games/bits.h"
#include "games/placing.h"

enum { WHITE, BLACK };
enum { DIRECTIONS = 8, POINTS_MAX = 45, SIDE_MAX = 15, QUIET_MAX = 255, LINES_ROOM = 256 };

/* How the game stands for the side to move. */
enum { GOING, LOST, DRAWN };

struct fanorona_position {
    uint64_t stones[2];
    uint64_t visited;  /* during a turn of several captures: where its stone has been, else 0 */
    uint8_t next;      /* who moves, or would */
    uint8_t end;       /* GOING, LOST or DRAWN */
    uint8_t at;        /* during such a turn: where the stone stands, */
    uint8_t heading;   /* and the direction of its last step; else 0 */
    uint8_t quiet;     /* moves since the last capture, where the rules count them */
    uint8_t history[]; /* the lines they went along; 0 behind them */
};
static_assert(offsetof(struct fanorona_position, history) == 29,
              "99 lines make a position of 128 bytes");

/* Positions with so many stones of the side to move and of the other have numbers. */
struct fanorona_class {
    uint8_t mine, theirs;
    uint16_t stage;
};

enum { CLASSES_MAX = POINTS_MAX * POINTS_MAX };

/* numbers.c; made when the board is opened. */
struct fanorona_numbers {
    struct cop_placing placing;
    struct fanorona_class classes[CLASSES_MAX];
    int class_count;
    int16_t class_of[POINTS_MAX + 1][POINTS_MAX + 1]; /* [mine][theirs]; -1: too many to count */
};

/* The first four directions go to higher bits; direction + 4 is the opposite one. */
struct fanorona_board {
    uint64_t points;
    uint64_t lines[DIRECTIONS]; /* the points that have a line in that direction or could */
    uint64_t shift[4];
    uint64_t ends[LINES_ROOM];       /* of each line, counted from 1 */
    uint8_t line_of[64][DIRECTIONS]; /* 0 where there is none */
    int columns, rows, stride, line_count;
    int repetitions; /* that make a draw; 0 for none */
    int quiet_limit; /* moves without a capture that make a draw; 0 for none */
    bool has_weak_corners;
    struct fanorona_numbers *numbers;
};

/* A set holds the stones that can do one thing in one direction: approach in 0..7, withdraw in
 * 8..15, step without a capture in 16..23. Legal are those from `first` up to `last`. */
enum { SETS = 3 * DIRECTIONS, WITHDRAWALS = DIRECTIONS, PAIKA = 2 * DIRECTIONS };

struct fanorona_choices {
    uint64_t sets[SETS];
    int first, last;
    int steps; /* how many moves those are */
    bool may_stop;
};

/* A move is 64 times (the number of its set + 1) plus the number of the bit it leaves. */
#define STOP ((cop_move)((SETS + 1) * 64))

static inline const struct fanorona_board *board_of(const struct cop_game *game)
{
    return game->own;
}

static inline cop_move move_of(int set, int from)
{
    return (cop_move)((set + 1) * 64 + from);
}

static inline int set_of(cop_move move)
{
    return (int)(move >> 6) - 1;
}

static inline int from_of(cop_move move)
{
    return (int)(move & 63);
}

static inline int direction_of(cop_move move)
{
    return set_of(move) % DIRECTIONS;
}

static inline uint64_t bit_at(int point)
{
    return (uint64_t)1 << point;
}

/* `set`, moved one step in a direction; what leaves the board must be masked. */
static inline uint64_t shifted(const struct fanorona_board *board, uint64_t set, int direction)
{
    return direction < 4 ? set << board->shift[direction] : set >> board->shift[direction - 4];
}

static inline int point_at(const struct fanorona_board *board, int column, int row)
{
    return row * board->stride + column;
}

static inline int target_of(const struct fanorona_board *board, cop_move move)
{
    return bit_index(shifted(board, bit_at(from_of(move)), direction_of(move)));
}

/* The unbroken row of enemy stones that a capture takes. */
static inline uint64_t fanorona_taken(const struct fanorona_board *board, uint64_t enemy,
                                      cop_move move)
{
    int direction = direction_of(move);
    bool is_withdrawal = set_of(move) >= WITHDRAWALS;
    int along = is_withdrawal ? direction ^ 4 : direction;
    uint64_t leaves = bit_at(from_of(move));
    uint64_t first = is_withdrawal ? leaves : shifted(board, leaves, direction);
    uint64_t taken = 0;

    for (first = shifted(board, first, along); (first & enemy) != 0;
         first = shifted(board, first, along))
        taken |= first;
    return taken;
}

/* The cell of a scene, and of a picture in rows, in which a point is drawn. */
static inline int cell_number(const struct fanorona_board *board, int point)
{
    return (board->rows - 1 - point / board->stride) * board->columns + point % board->stride;
}

/* What the side to move can do; only for a position that has not ended. */
void fanorona_look(const struct fanorona_board *board, const struct fanorona_position *position,
                   struct fanorona_choices *choices);

/* After a move or a change of the turn: passes the turn on if its stone can capture no more, finds
 * out whether the game is over, and what can be done next. */
void fanorona_settle(const struct fanorona_board *board, struct fanorona_position *position,
                     struct fanorona_choices *choices);

/* numbers.c */
struct fanorona_numbers *fanorona_number(const struct fanorona_board *board);
void fanorona_free_numbers(struct fanorona_numbers *numbers); /* NULL is fine */
extern const struct cop_indexing fanorona_indexing;

/* evaluate.c */
extern const struct cop_evaluator fanorona_evaluators[];
extern const struct cop_ordering fanorona_orderings[];

/* text.c */
void fanorona_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text);
bool fanorona_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word);
void fanorona_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool fanorona_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error);
void fanorona_name_point(const struct fanorona_board *board, int point, char name[8]);
const char *fanorona_name_of(int side);

/* scene.c */
void fanorona_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *picture);
int fanorona_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void fanorona_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text);

#endif
