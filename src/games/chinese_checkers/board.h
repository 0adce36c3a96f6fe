/* board.h - the star and the positions of Chinese Checkers (chance-and-multiplayer.md 1.4).
 *
 * A field has axial coordinates x and y; x grows to the right, y down and to the left. A jump
 * changes each by 0 or 2, so a piece that jumps stays among the fields whose coordinates are odd
 * and even like its own: a *lattice*. There are four of them, and each is a word of bits in which a
 * jump along an axis is a shift by a fixed number of bits. The code of a field is its lattice and
 * its bit. A step, in contrast, always leads to another lattice, so no field can be reached both
 * ways. */
#ifndef COPPICE_GAMES_CHINESE_CHECKERS_BOARD_H
#define COPPICE_GAMES_CHINESE_CHECKERS_BOARD_H

#include <assert.h>

#include "coppice/game.h"

enum {
    CHECKERS_PLAYERS = 6,
    CHECKERS_CORNERS = 6,
    CHECKERS_RADIUS = 4, /* of the largest board's hexagon */
    CHECKERS_PIECES = CHECKERS_RADIUS * (CHECKERS_RADIUS + 1) / 2,
    CHECKERS_FIELDS = 121,
    CHECKERS_CODES = 256,
    CHECKERS_LATTICES = 4,
    CHECKERS_AXES = 3,
    CHECKERS_NOWHERE = 255, /* a code of no field; its bit is never set on a board */
    CHECKERS_GOES_ON = -1,  /* results; otherwise the winner */
    CHECKERS_DRAWN = CHECKERS_PLAYERS
};

enum checkers_corners { CHECKERS_RESTRICT, CHECKERS_FREE, CHECKERS_CLOSED };

struct checkers_position {
    int8_t turn;   /* who moves, or would if the game went on */
    int8_t result; /* CHECKERS_GOES_ON, CHECKERS_DRAWN or the winner */
    uint16_t ply;
    uint8_t pieces[]; /* player by player, the codes of each in ascending order; then zeros */
};
static_assert(sizeof(struct checkers_position) == 4, "a position is a word and a byte a piece");

struct checkers_set {
    uint64_t of[CHECKERS_LATTICES];
};

struct checkers_field {
    uint8_t code;
    int8_t x, y;
    int8_t corner; /* 0 is north, then clockwise; -1 in the hexagon */
};

struct checkers_board {
    int radius, players, pieces, fields, limit;
    bool may_leave;
    enum checkers_corners corners;
    struct checkers_field field[CHECKERS_FIELDS]; /* row by row from the top, as people read */
    uint8_t number[CHECKERS_CODES];               /* of a field in that order, or NOWHERE */
    struct checkers_set neighbours[CHECKERS_CODES];
    /* The jumps over a field, one for each axis, as the code of their end with the lower bit. */
    uint8_t jump_over[CHECKERS_CODES][CHECKERS_AXES];
    int8_t target_owner[CHECKERS_CODES]; /* who has to fill the field's corner, or -1 */
    struct checkers_set target[CHECKERS_PLAYERS];
    struct checkers_set ends[CHECKERS_PLAYERS];    /* where a turn may end */
    struct checkers_set landing[CHECKERS_PLAYERS]; /* where a jump may */
    uint8_t start[CHECKERS_PLAYERS][CHECKERS_PIECES];
    uint8_t way[CHECKERS_PLAYERS][CHECKERS_CODES]; /* steps to the tip of the player's target */
};

static inline const struct checkers_board *checkers_board_of(const struct cop_game *game)
{
    return game->own;
}

static inline bool checkers_has(const struct checkers_set *set, int code)
{
    return (set->of[code >> 6] >> (code & 63) & 1) != 0;
}

static inline void checkers_toggle(struct checkers_set *set, int code)
{
    set->of[code >> 6] ^= (uint64_t)1 << (code & 63);
}

static inline bool checkers_is_full(const struct checkers_set *taken,
                                    const struct checkers_set *corner)
{
    uint64_t missing = 0;

    for (int lattice = 0; lattice < CHECKERS_LATTICES; lattice++)
        missing |= corner->of[lattice] & ~taken->of[lattice];
    return missing == 0;
}

/* A move is the codes of two fields, which differ, so that no move is 0. */
static inline cop_move checkers_move(int from, int to)
{
    return (cop_move)from << 8 | (cop_move)to;
}

static inline int checkers_source(cop_move move)
{
    return (int)(move >> 8);
}

static inline int checkers_target(cop_move move)
{
    return (int)(move & 255);
}

/* The corner in which a player starts; he has to fill the opposite one. */
int checkers_seat(int players, int player);

int checkers_count_in(const struct checkers_board *board, const struct checkers_position *position,
                      int player, const struct checkers_set *set);

/* Moves one piece and keeps the list in order; `at` is its place in the list. */
void checkers_move_piece(uint8_t *pieces, int count, int at, int to);

/* Where each of a player's pieces gets to in one turn, by a step or by jumps, if nobody else is on
 * the board; whether it may end or begin there is not asked. */
void checkers_reach(const struct checkers_board *board, int player, const uint8_t *own,
                    struct checkers_set *reached);

/* evaluate.c */
extern const struct cop_evaluator checkers_evaluators[];
extern const struct cop_ordering checkers_orderings[];

/* text.c */
const char *checkers_seat_name(const struct checkers_board *board, int player);
void checkers_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text);
bool checkers_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word);
void checkers_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool checkers_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error);
/* The first field of a field's row. */
int checkers_row_start(const struct checkers_board *board, int number);
void checkers_write_field(const struct checkers_board *board, int code, struct cop_text *text);

/* scene.c */
void checkers_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *out);
int checkers_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void checkers_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text);

#endif
