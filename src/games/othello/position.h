/* position.h - a position of Othello and what its evaluator counts in it. */
#ifndef COPPICE_GAMES_OTHELLO_POSITION_H
#define COPPICE_GAMES_OTHELLO_POSITION_H

#include <assert.h>

#include "coppice/game.h"
#include "games/bits.h"

enum { OTHELLO_STRIDE = 8, OTHELLO_CORNERS = 4 };

struct othello_position {
    uint64_t discs[2];
    uint64_t placements; /* of the side to move; empty if it must pass or the game is over */
    int64_t turn;        /* 0, 1 or COP_OVER */
};
static_assert(sizeof(struct othello_position) == 32, "a position is four words");

struct othello_board {
    uint64_t squares;
    uint64_t middle;   /* the four squares that are occupied from the start, and so for ever */
    uint64_t sides[2]; /* the rows, and the columns, that are borders */
    uint64_t corners[OTHELLO_CORNERS];
    uint64_t beside[OTHELLO_CORNERS];   /* the two squares of the border next to each corner */
    uint64_t diagonal[OTHELLO_CORNERS]; /* the square inside each corner */
    int size;
    bool winner_gets_empties; /* whose the squares are that stay empty at the end */
};

static inline uint64_t othello_square(int column, int row)
{
    return (uint64_t)1 << (row * OTHELLO_STRIDE + column);
}

static inline const struct othello_board *othello_board_of(const struct cop_game *game)
{
    return game->own;
}

/* Own discs minus the enemy's; at the end also the empty squares, where they go to the winner. */
static inline int othello_points(const struct othello_board *board, uint64_t own, uint64_t enemy,
                                 bool is_over)
{
    int margin = bit_count(own) - bit_count(enemy);
    int empty = bit_count(board->squares & ~(own | enemy));

    if (!is_over || !board->winner_gets_empties || margin == 0)
        return margin;
    return margin > 0 ? margin + empty : margin - empty;
}

/* What is counted, each as Black's minus White's. */
enum othello_feature {
    OTHELLO_DISCS,
    OTHELLO_MOVES,    /* placements */
    OTHELLO_OPENINGS, /* empty squares beside discs of the enemy */
    OTHELLO_CORNER,
    OTHELLO_BESIDE,   /* discs beside an empty corner */
    OTHELLO_DIAGONAL, /* discs inside an empty corner */
    OTHELLO_FIRM,     /* discs on the border that hang together with an own corner */
    OTHELLO_TURN,     /* 1 if Black moves, else -1 */
    OTHELLO_FEATURES
};

/* Weights are for so many numbers of empty squares, four by four. */
enum { OTHELLO_PHASES = 15 };

int othello_phase(const struct othello_board *board, const struct othello_position *position);
void othello_count(const struct othello_board *board, const struct othello_position *position,
                   int *features);

/* Gives `player` the turn, or ends the game if neither side can place a disc. */
void othello_settle(struct othello_position *position, uint64_t squares, int player);

/* text.c */
void othello_write_move(const struct cop_game *game, const void *state, cop_move move,
                        struct cop_text *text);
void othello_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool othello_read_position(const struct cop_game *game, const char *words, void *state,
                           struct cop_error *error);

/* scene.c */
void othello_scene(const struct cop_game *game, const void *state, int viewer,
                   struct cop_scene *scene_out);
int othello_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void othello_prompt(const struct cop_game *game, const void *state, int step,
                    struct cop_text *text);

/* knowledge.c */
uint64_t othello_turned_set(const struct othello_board *board, uint64_t set, int symmetry);
void othello_turned(const struct cop_game *game, const void *state, int symmetry, void *turned);
cop_move othello_turned_move(const struct cop_game *game, cop_move move, int symmetry);
extern const struct cop_oracle othello_oracles[];

extern const struct cop_evaluator othello_evaluators[];
extern const struct cop_ordering othello_orderings[];

#endif
