/* board.h - the squares, ranks and states of Stratego, for the files of this folder.
 *
 * A square is a bit, a1 the lowest, rows of eleven bits; the last bit of a row is no square, nor
 * are those beyond a smaller board, so that a step is a shift and never wraps into another row.
 *
 * A rank has four bits, each kept as a set of squares. So the bombs and flags, the scouts and the
 * pieces of unknown rank are found for the whole board with a few operations, and a view hides
 * ranks by clearing those four sets on the squares concerned.
 *
 * A state is either true, with every rank known, or somebody's view, with unknown ranks. A view can
 * be played on, too: then an attack in which an unknown piece takes part waits for chance to name
 * its rank (chance-and-multiplayer.md 1.1.3). */
#ifndef COPPICE_GAMES_STRATEGO_BOARD_H
#define COPPICE_GAMES_STRATEGO_BOARD_H

#include <assert.h>
#include <stddef.h>

#include "coppice/game.h"
#include "games/bits.h"

enum { WHITE, BLACK, DRAW };
enum {
    STRIDE = 11,
    SIDE_MAX = 10,
    ARMY_MAX = 40,
    DIRECTIONS = 4,
    QUIET_MAX = 1000,
    CHANGES_MAX = 100 /* of an army that is being arranged */
};

/* The numbers are those printed on the pieces, the strongest first. */
enum rank {
    UNKNOWN,
    MARSHAL,
    SCOUT = 9,
    MINER = 8,
    SPY = 10,
    BOMB = 12,
    FLAG = 13,
    RANKS /* 11 is no rank */
};

/* text.c, by rank: what is on pieces and in set-ups, and what positions have for White. */
extern const char stratego_signs[], stratego_letters[];

typedef unsigned __int128 square_set;

enum status { SETUP, PLAY, ATTACK, OVER, ARRANGE };

/* How often the last piece moved crossed each border of its line in consecutive turns, four bits a
 * border from the line's low end; above them the square it stands on and whether the line is a
 * file. 0 is no memory. */
#define SHUTTLE_COUNTS 0xfffffffffu
#define SHUTTLE_ONES   0x111111111u
enum { SHUTTLE_SQUARE = 40, SHUTTLE_UPRIGHT = 47, SHUTTLE_PRESENT = 48 };

struct stratego_ply {
    uint8_t from, to;
};

struct stratego {
    uint64_t pieces[2][2];
    uint64_t rank_bits[4][2];
    uint64_t moved[2];    /* the pieces that have moved */
    uint64_t revealed[2]; /* the pieces whose rank both players know */
    uint64_t hidden[2];  /* of each side, how many unrevealed ones of each rank: four bits a rank */
    uint64_t shuttle[2]; /* for the two-squares rule */
    /* Since the last attack, or changes of the army that is being arranged; in all. */
    uint16_t quiet, plies;
    uint8_t status;
    uint8_t side;     /* who places, moves, has attacked, or would move if it were not over */
    uint8_t winner;   /* when over: WHITE, BLACK or DRAW */
    uint8_t from, to; /* of the attack that waits for chance */
    /* For people: of each side, if its last ply was an attack, 16 times its piece's rank plus the
     * other's, since what has fallen is no longer on the board. */
    uint8_t fights[2];
    uint8_t fallen; /* 1 + the square where the flag fell, for people; 0 if none did */
    /* For the more-squares rule: how many of the last plies belong to each side's chase. The longer
     * of the two is the length of the list. */
    uint16_t chase_length[2];
    struct stratego_ply chase[]; /* room for `quiet` of them */
};
static_assert(offsetof(struct stratego, chase) == 176, "22 words and the plies of a chase");

struct stratego_board {
    square_set land, home[2];
    uint8_t order[2][ARMY_MAX]; /* the squares of a set-up, from the owner's back row */
    uint8_t given[2][ARMY_MAX]; /* its ranks, where the options give them */
    bool is_given[2];
    bool by_moves;    /* what is not given is placed by the players, else dealt */
    bool is_arranged; /* or stands as people do it, and may be rearranged */
    bool has_more_squares, has_thesis_model;
    uint64_t army; /* how many of each rank, four bits a rank */
    int army_size, size;
    int two_squares, quiet, length; /* limits */
};

static inline const struct stratego_board *stratego_board_of(const struct cop_game *game)
{
    return game->own;
}

/* ---- Sets ---- */

static inline square_set set_load(const uint64_t words[2])
{
    return (square_set)words[1] << 64 | words[0];
}

static inline void set_store(uint64_t words[2], square_set set)
{
    words[0] = (uint64_t)set;
    words[1] = (uint64_t)(set >> 64);
}

static inline square_set set_of(int square)
{
    return (square_set)1 << square;
}

static inline int set_count(square_set set)
{
    return bit_count((uint64_t)set) + bit_count((uint64_t)(set >> 64));
}

static inline int set_first(square_set set)
{
    return (uint64_t)set != 0 ? bit_index((uint64_t)set) : 64 + bit_index((uint64_t)(set >> 64));
}

static inline int set_nth(square_set set, uint32_t rank)
{
    uint32_t low = (uint32_t)bit_count((uint64_t)set);

    if (rank < low)
        return bit_index(nth_bit((uint64_t)set, rank));
    return 64 + bit_index(nth_bit((uint64_t)(set >> 64), rank - low));
}

static inline bool words_have(const uint64_t words[2], int square)
{
    return (words[square >> 6] >> (square & 63) & 1) != 0;
}

static inline void words_add(uint64_t words[2], int square)
{
    words[square >> 6] |= (uint64_t)1 << (square & 63);
}

static inline void words_remove(uint64_t words[2], int square)
{
    words[square >> 6] &= ~((uint64_t)1 << (square & 63));
}

static inline square_set set_beside(int square)
{
    square_set one = set_of(square);

    return one << 1 | one >> 1 | one << STRIDE | one >> STRIDE;
}

/* One step in each direction: up, right, down, left. */
static const int stratego_changes[DIRECTIONS] = {STRIDE, 1, -STRIDE, -1};

static inline square_set set_shift(square_set set, int direction)
{
    switch (direction) {
    case 0:
        return set << STRIDE;
    case 1:
        return set << 1;
    case 2:
        return set >> STRIDE;
    default:
        return set >> 1;
    }
}

/* ---- Pieces ---- */

static inline int stratego_count(uint64_t counts, int rank)
{
    return (int)(counts >> (4 * rank) & 15);
}

static inline int stratego_rank_at(const struct stratego *position, int square)
{
    int word = square >> 6, bit = square & 63, rank = 0;

    for (int i = 0; i < 4; i++)
        rank |= (int)(position->rank_bits[i][word] >> bit & 1) << i;
    return rank;
}

static inline void stratego_set_rank(struct stratego *position, int square, int rank)
{
    for (int i = 0; i < 4; i++) {
        words_remove(position->rank_bits[i], square);
        if ((rank >> i & 1) != 0)
            words_add(position->rank_bits[i], square);
    }
}

static inline void stratego_put(struct stratego *position, int side, int square, int rank)
{
    words_add(position->pieces[side], square);
    stratego_set_rank(position, square, rank);
}

static inline square_set stratego_known(const struct stratego *position)
{
    return set_load(position->rank_bits[0]) | set_load(position->rank_bits[1]) |
           set_load(position->rank_bits[2]) | set_load(position->rank_bits[3]);
}

static inline square_set stratego_unknown(const struct stratego *position, int side)
{
    return set_load(position->pieces[side]) & ~stratego_known(position);
}

static inline bool stratego_is_fixed(int rank)
{
    return rank == BOMB || rank == FLAG;
}

/* play.c: a side has a move that the rules of repetition allow, if it were its turn; it has one on
 * the board, whatever they say. */
bool stratego_can_move(const struct stratego_board *board, const struct stratego *position,
                       int side);
bool stratego_can_step(const struct stratego_board *board, const struct stratego *position,
                       int side);
/* Makes it `side`'s turn, or ends the game. */
void stratego_settle(const struct stratego_board *board, struct stratego *position, int side);
/* Adds a ply without an attack to the memory of chases; the piece is where it was or has moved. */
void stratego_note_chase(struct stratego *position, int side, int from, int to);
/* After the last piece is placed the game begins. */
void stratego_end_setup(const struct stratego_board *board, struct stratego *position);
/* How many pieces a side has placed, or has left. */
int stratego_piece_count(const struct stratego *position, int side);

int stratego_turn(const struct cop_game *game, const void *state);
int stratego_moves(const struct cop_game *game, const void *state, cop_move *out);
void stratego_play(const struct cop_game *game, void *state, cop_move move);
void stratego_give_turn(const struct cop_game *game, void *state, int player);
cop_move stratego_random_move(const struct cop_game *game, const void *state, struct cop_rng *rng);
int stratego_playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit);

/* A move is 128 times the square it leaves plus the one it reaches; a rank that is placed, or named
 * by chance, has a mark of its own, and so has a change of an army that is being arranged. */
enum {
    MOVE_SQUARE = 128,
    MOVE_PLACE = 1 << 16,
    MOVE_OUTCOME = 1 << 17,
    MOVE_ARRANGE = 1 << 18, /* the two squares change their pieces */
    MOVE_NAMED = 1 << 19,   /* start; then the ready set-ups, and mirror */
    MOVE_RANK = 15
};

/* arrange.c: ready set-ups by number, NULL after the last; an army as people would set it up; and
 * the moves while armies are arranged. */
const char *stratego_setup_name(const struct stratego_board *board, int index);
void stratego_draw_army(const struct stratego_board *board, uint8_t *ranks, struct cop_rng *rng);
void stratego_begin_arranging(const struct stratego_board *board, struct stratego *position,
                              int side);
int stratego_most_arrangements(const struct stratego_board *board);
int stratego_list_arrangements(const struct stratego_board *board, const struct stratego *position,
                               cop_move *out);
cop_move stratego_random_arrangement(const struct stratego_board *board,
                                     const struct stratego *position, struct cop_rng *rng);
void stratego_arrange(const struct stratego_board *board, struct stratego *position, cop_move move);
void stratego_write_arrangement(const struct stratego_board *board, cop_move move,
                                struct cop_text *text);
bool stratego_accepts_arrangement(const struct stratego_board *board, cop_move move,
                                  const char *words);

/* hidden.c: the ranks that a side's unknown pieces have in some order; which of them could move;
 * the probability of each rank for one of them, and for the piece that chance must name. */
uint64_t stratego_pool(const struct stratego *position, int side);
square_set stratego_movable_unknown(const struct stratego *position, int side);
void stratego_odds(const struct stratego_board *board, const struct stratego *position, int side,
                   int square, bool is_attacker, double probability[RANKS]);
void stratego_outcomes(const struct stratego_board *board, const struct stratego *position,
                       double probability[RANKS]);
void stratego_chances(const struct cop_game *game, const void *state, double *probability);
void stratego_view(const struct cop_game *game, const void *state, int player, void *seen);
void stratego_sample(const struct cop_game *game, const void *seen, int player, void *state,
                     struct cop_rng *rng);

/* The pieces of a side that can move, or in a view may be able to. */
static inline square_set stratego_movers(const struct stratego *position, int side)
{
    square_set own = set_load(position->pieces[side]);
    square_set fixed = set_load(position->rank_bits[3]) & set_load(position->rank_bits[2]);
    square_set unknown = own & ~stratego_known(position);

    if (unknown != 0)
        own ^= unknown ^ stratego_movable_unknown(position, side);
    return own & ~fixed;
}

static inline square_set stratego_scouts(const struct stratego *position, int side)
{
    return set_load(position->pieces[side]) & set_load(position->rank_bits[3]) &
           set_load(position->rank_bits[0]) & ~set_load(position->rank_bits[2]);
}

/* Draws `count` ranks out of the counts without putting them back, in random order. */
void stratego_shuffle(uint64_t counts, uint8_t *ranks, int count, struct cop_rng *rng);

/* Who stays: the attacker (1), the defender (-1) or nobody (0). */
int stratego_strike(int attacker, int defender);

/* evaluate.c */
extern const struct cop_evaluator stratego_evaluators[];
extern const struct cop_ordering stratego_orderings[];

/* text.c */
void stratego_write_square(int square, struct cop_text *text);
void stratego_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text);
bool stratego_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word);
void stratego_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool stratego_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error);
/* The square at the beginning of `*words`, which then stand behind it, or -1. */
int stratego_read_square(const struct stratego_board *board, const char **words);
int stratego_rank_of_sign(char sign); /* or UNKNOWN */
bool stratego_read_setup(const struct stratego_board *board, const char *name, const char *words,
                         uint8_t *ranks, struct cop_error *error);

/* scene.c */
int stratego_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void stratego_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *scene_out);
void stratego_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text);
const char *stratego_ending(const struct cop_game *game, const void *state);

#endif
