/* board.h - the board of Breakthrough and how its stones step, for the games that are
 * played with them.
 *
 * A square is a bit, a1 the lowest, rows of eight bits; narrower boards leave the last bits of a
 * row empty. White moves up, towards higher bits. A side's moves are three sets of target squares,
 * one for each direction, which are found by one shift each; one after the other they are the order
 * of moves(), and a step is drawn by its rank in it. */
#ifndef COPPICE_GAMES_BREAKTHROUGH_BOARD_H
#define COPPICE_GAMES_BREAKTHROUGH_BOARD_H

#include <stdint.h>

#include "coppice/game.h"
#include "games/bits.h"

enum { WHITE, BLACK, STRIDE = 8 };

#define FIRST_COLUMN 0x0101010101010101u
#define LAST_COLUMN  0x8080808080808080u

struct board {
    uint64_t squares;
    uint64_t goal[2]; /* the row that wins for each side */
    int columns, rows;
};

/* The squares that stones can step to: towards column a, straight on, away from column a. */
struct steps {
    uint64_t left, ahead, right;
};

static inline uint64_t square_of(int column, int row)
{
    return (uint64_t)1 << (row * STRIDE + column);
}

static inline struct steps steps_of(int side, uint64_t own, uint64_t enemy, uint64_t squares)
{
    uint64_t open = squares & ~own; /* for slanting steps, which may capture */
    uint64_t empty = open & ~enemy;
    uint64_t not_first = own & ~FIRST_COLUMN;
    uint64_t not_last = own & ~LAST_COLUMN;

    if (side == WHITE)
        return (struct steps){(not_first << 7) & open, (own << 8) & empty, (not_last << 9) & open};
    return (struct steps){(not_first >> 9) & open, (own >> 8) & empty, (not_last >> 7) & open};
}

static inline struct steps all_steps(const struct board *board, const uint64_t stones[2], int side)
{
    return steps_of(side, stones[side], stones[1 - side], board->squares);
}

/* How many bits lie between a stone and its target, in the order of struct steps. */
static inline int distance(int side, int direction)
{
    return side == WHITE ? 7 + direction : 9 - direction;
}

/* A move is 64 times the number of the bit it leaves, plus that of the bit it reaches; so moves
 * from BREAKTHROUGH_STEPS on are a game's own. */
enum { BREAKTHROUGH_STEPS = 64 * 64 };

static inline cop_move move_of(int from, int to)
{
    return (cop_move)(from * 64 + to);
}

static inline int list_steps(uint64_t targets, int change, cop_move *out)
{
    int count = 0;

    for (; targets != 0; targets &= targets - 1) {
        int to = bit_index(targets);

        out[count++] = move_of(to - change, to);
    }
    return count;
}

static inline int list_moves(int side, struct steps steps, cop_move *out)
{
    int sign = side == WHITE ? 1 : -1;
    int count = list_steps(steps.left, sign * distance(side, 0), out);

    count += list_steps(steps.ahead, sign * distance(side, 1), out + count);
    return count + list_steps(steps.right, sign * distance(side, 2), out + count);
}

/* Of these steps, those to one of the targets. */
static inline struct steps only(struct steps steps, uint64_t targets)
{
    return (struct steps){steps.left & targets, steps.ahead & targets, steps.right & targets};
}

static inline uint32_t count_steps(struct steps steps)
{
    return (uint32_t)(bit_count(steps.left) + bit_count(steps.ahead) + bit_count(steps.right));
}

/* A step as two sets of one square. */
struct step {
    uint64_t from, to;
};

/* The step with `rank` others before it; rank < count_steps(steps). The choice of the direction is
 * as good as random, so it must not become a branch. */
static inline struct step nth_step_plain(int side, struct steps steps, uint32_t rank)
{
    uint32_t lefts = (uint32_t)bit_count(steps.left);
    uint32_t until_right = lefts + (uint32_t)bit_count(steps.ahead);
    uint64_t past_left = -(uint64_t)(rank >= lefts);
    uint64_t past_ahead = -(uint64_t)(rank >= until_right);
    uint64_t targets = (steps.left & ~past_left) | (steps.ahead & (past_left ^ past_ahead)) |
                       (steps.right & past_ahead);
    int length = distance(side, -(int)past_left - (int)past_ahead);
    uint64_t to;

    rank -= (lefts & (uint32_t)past_left) + ((until_right - lefts) & (uint32_t)past_ahead);
    to = nth_bit_plain(targets, rank);
    return (struct step){side == WHITE ? to >> length : to << length, to};
}

#if COP_HAS_DEPOSIT
/* Looks in all three directions: what the rank is too high for gives no square, and so does a rank
 * that has become negative, -n, since it is taken as 64 - n and a side of two rows has at most 48
 * steps. This is shorter than to choose first, and above all it needs fewer registers: playouts
 * that keep numbers elsewhere take up to half as long again (docs/speed.md). */
static inline struct step nth_step(int side, struct steps steps, uint32_t rank)
{
    uint32_t lefts = (uint32_t)bit_count(steps.left);
    uint32_t until_right = lefts + (uint32_t)bit_count(steps.ahead);
    uint64_t left = nth_bit(steps.left, rank);
    uint64_t ahead = nth_bit(steps.ahead, (rank - lefts) % 64);
    uint64_t right = nth_bit(steps.right, (rank - until_right) % 64);

    return (struct step){side == WHITE ? left >> 7 | ahead >> 8 | right >> 9
                                       : left << 9 | ahead << 8 | right << 7,
                         left | ahead | right};
}
#else
static inline struct step nth_step(int side, struct steps steps, uint32_t rank)
{
    return nth_step_plain(side, steps, rank);
}
#endif

static inline cop_move nth_step_move(int side, struct steps steps, uint32_t rank)
{
    struct step step = nth_step(side, steps, rank);

    return move_of(bit_index(step.from), bit_index(step.to));
}

static inline cop_move random_step(int side, struct steps steps, struct cop_rng *rng)
{
    return nth_step_move(side, steps, cop_rng_below(rng, count_steps(steps)));
}

/* Takes the step with that rank; true if it wins. */
static inline bool take_nth_step(int side, uint64_t *own, uint64_t *enemy, struct steps steps,
                                 uint32_t rank, uint64_t goal)
{
    struct step step = nth_step(side, steps, rank);

    *own ^= step.from | step.to;
    *enemy &= ~step.to;
    return (step.to & goal) != 0 || *enemy == 0;
}

/* ---- What is not hot: board.c, text.c and scene.c. `stones` are those of White and of Black. ----
 */

/* The rows of both games' option tables that give the board its size. */
#define BREAKTHROUGH_SIZE_OPTIONS                       \
    {"width", COP_INTEGER, "8", 2, 8, NULL, "columns"}, \
    {                                                   \
        "height", COP_INTEGER, "8", 4, 8, NULL, "rows"  \
    }

void breakthrough_measure(struct board *board, const struct cop_settings *settings);
void breakthrough_set_up(const struct board *board, uint64_t stones[2]);

/* Moves a stone; true if that wins. */
bool breakthrough_step(const struct board *board, uint64_t stones[2], int side, cop_move move);
/* Who has reached his goal or faces no stone any more, or -1. */
int breakthrough_winner(const struct board *board, const uint64_t stones[2]);

/* The steps that win; else those that capture a stone one step from its goal; else none. */
struct steps breakthrough_decisive(const struct board *board, const uint64_t stones[2], int side);

void breakthrough_write_square(int square, struct cop_text *text);
void breakthrough_write_step(const uint64_t stones[2], cop_move move, struct cop_text *text);
/* Also "d4e5" and "d4-e5" for a capture or a plain step. */
bool breakthrough_accepts_step(cop_move move, const char *word);

void breakthrough_write_rows(const struct board *board, const uint64_t stones[2], int turn,
                             struct cop_text *text);
/* Reads what breakthrough_write_rows writes; `game` is the name for messages. Refuses what no
 * sequence of steps and losses can reach, with its reason. */
bool breakthrough_read_rows(const struct board *board, const char *game, const char *words,
                            uint64_t stones[2], int *turn, struct cop_error *error);

/* The cell of a scene in which a square is drawn. */
int breakthrough_cell(const struct board *board, int square);
void breakthrough_draw(const struct board *board, const uint64_t stones[2],
                       struct cop_scene *scene);
/* Marks a stone that has reached its goal. */
void breakthrough_draw_end(const struct board *board, const uint64_t stones[2],
                           struct cop_scene *scene);
/* How a game with these stones was decided, or NULL if it was not. */
const char *breakthrough_ending(const struct board *board, const uint64_t stones[2]);
int breakthrough_step_path(const struct board *board, cop_move move, int *cells);

#endif
