/* board.h - the board and the positions of Focus (chance-and-multiplayer.md 1.5).
 *
 * The 52 squares are numbered row by row from c8, at the top left, to f1.
 *
 * A stack is one number in base 4: its digits are the owners of its pieces, the top piece lowest,
 * and a leading 1 stands below the bottom piece. So an empty square is 1, lifting the upper k
 * pieces is a shift by 2k bits, putting them down is the opposite shift, and what is above bit 10
 * afterwards lies too deep and is taken.
 *
 * A *way* is a number of pieces and a direction. */
#ifndef COPPICE_GAMES_FOCUS_BOARD_H
#define COPPICE_GAMES_FOCUS_BOARD_H

#include <assert.h>

#include "coppice/game.h"

enum {
    FOCUS_SIDE = 8,
    FOCUS_SQUARES = 52,
    FOCUS_TALLEST = 5,
    FOCUS_PLAYERS = 4,
    FOCUS_DIRECTIONS = 4,
    FOCUS_WAYS = FOCUS_TALLEST * FOCUS_DIRECTIONS,
    FOCUS_EMPTY = 1,
    FOCUS_NOWHERE = 255,
    FOCUS_GOES_ON = 0, /* results; otherwise 1 + the winner */
    FOCUS_DRAWN = FOCUS_PLAYERS + 1
};

struct focus_position {
    uint16_t stacks[FOCUS_SQUARES];
    /* [who has them][whose they were]: captures, and in the diagonal the reserves. */
    uint8_t taken[FOCUS_PLAYERS][FOCUS_PLAYERS];
    uint16_t ply;
    uint8_t turn; /* who moves, or would if the game went on */
    uint8_t result;
};
static_assert(sizeof(struct focus_position) == 124, "a position has no padding");

struct focus_board {
    uint64_t stays[FOCUS_WAYS]; /* the squares from which the way stays on the board */
    uint8_t target[FOCUS_WAYS][FOCUS_SQUARES];
    uint16_t start[FOCUS_SQUARES];
    int players, limit;
    int pieces;      /* of each player */
    int total, each; /* captures that win the short version; `each` is 0 if only the total counts */
    bool is_full, has_hand;
};

extern const char focus_letters[FOCUS_PLAYERS + 1]; /* "RGBY" */

static inline const struct focus_board *focus_board_of(const struct cop_game *game)
{
    return game->own;
}

/* From the left, and from the top. */
int focus_column(int square);
int focus_row(int square);

static inline int focus_height(uint32_t stack)
{
    return (31 - __builtin_clz(stack)) / 2;
}

static inline int focus_owner(uint32_t stack, int from_top)
{
    return (int)(stack >> 2 * from_top & 3);
}

/* A move is its way, from 1, its source and its target; a piece from the reserve has the way
 * FOCUS_ENTER and no source. */

enum { FOCUS_ENTER = FOCUS_WAYS + 1 };

static inline cop_move focus_move(int way, int from, int to)
{
    return (cop_move)(way + 1) << 12 | (cop_move)from << 6 | (cop_move)to;
}

static inline cop_move focus_entry(int square)
{
    return (cop_move)FOCUS_ENTER << 12 | (cop_move)square;
}

static inline bool focus_is_entry(cop_move move)
{
    return move >> 12 == FOCUS_ENTER;
}

static inline int focus_source(cop_move move)
{
    return (int)(move >> 6 & 63);
}

static inline int focus_target(cop_move move)
{
    return (int)(move & 63);
}

static inline int focus_pieces_of_way(int way)
{
    return way / FOCUS_DIRECTIONS + 1;
}

/* How many pieces it puts on its target. */
static inline int focus_count(cop_move move)
{
    return focus_is_entry(move) ? 1 : focus_pieces_of_way((int)(move >> 12) - 1);
}

/* Whether the game is won; the pieces alone decide. */
bool focus_has_won(const struct focus_board *board, const struct focus_position *position,
                   int player);

/* Captured pieces; those of one's own in reserve do not count. */
double focus_score(const struct cop_game *game, const void *state, int player);

/* evaluate.c */
extern const struct cop_evaluator focus_evaluators[];
extern const struct cop_ordering focus_orderings[];

/* text.c */
void focus_write_move(const struct cop_game *game, const void *state, cop_move move,
                      struct cop_text *text);
bool focus_accepts(const struct cop_game *game, const void *state, cop_move move, const char *word);
void focus_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool focus_read_position(const struct cop_game *game, const char *words, void *state,
                         struct cop_error *error);
/* The rows of a position's text; moves `*at` past them. */
bool focus_read_rows(const char **at, int players, uint16_t *stacks, struct cop_error *error);

/* scene.c */
void focus_scene(const struct cop_game *game, const void *state, int viewer, struct cop_scene *out);
int focus_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void focus_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text);

#endif
