/* board.h - how a position of SameGame lies in words, and what the files of this game share. */
#ifndef COPPICE_GAMES_SAMEGAME_BOARD_H
#define COPPICE_GAMES_SAMEGAME_BOARD_H

#include <assert.h>

#include "blocks.h"
#include "coppice/game.h"
#include "games/bits.h"

enum {
    WIDTH_MAX = 26,
    HEIGHT_MAX = LANE - 1,
    COLOURS_MAX = (1 << PLANES) - 1,
    CLEARED = 1000,      /* points for an empty board */
    STANDARD_BOARDS = 20 /* in data/samegame/standard.txt */
};

/* A state ends after the planes of its board: PLANES * words, the first plane first. */
struct position {
    int64_t points; /* earned by moves */
    uint64_t planes[PLANES * WIDE];
};
static_assert(sizeof(struct position) == 8 + 192, "a wide position is 200 bytes, a narrow one 104");

enum leftover { ABOVE_TWO, LITERAL, NONE };

struct board {
    int columns, rows, colours;
    int words; /* of a plane: NARROW or WIDE */
    enum leftover leftover;
    bool is_given; /* all games start from `start` */
    struct position start;
};

static inline int words_for(int columns)
{
    return columns <= NARROW * LANES ? NARROW : WIDE;
}

static inline const struct board *board_of(const struct cop_game *game)
{
    return game->own;
}

static inline int64_t points_of(int64_t blocks)
{
    return (blocks - 2) * (blocks - 2);
}

/* Puts a block on an empty cell. */
static inline void put_block(const struct board *board, struct position *position, int x, int y,
                             int colour)
{
    int cell = cell_of(x, y);

    for (int p = 0; p < PLANES; p++)
        position->planes[p * board->words + cell / 64] |= (uint64_t)((colour + 1) >> p & 1)
                                                          << cell % 64;
}

/* The colour at a cell, or -1. */
static inline int colour_at(const struct board *board, const struct position *position, int x,
                            int y)
{
    int cell = cell_of(x, y);
    int number = 0;

    for (int p = 0; p < PLANES; p++)
        number |= (int)(position->planes[p * board->words + cell / 64] >> cell % 64 & 1) << p;
    return number - 1;
}

/* The cells of a colour. */
static inline void find_colour(const struct board *board, const struct position *position,
                               int colour, uint64_t *set)
{
    for (int i = 0; i < board->words; i++) {
        set[i] = ~(uint64_t)0;
        for (int p = 0; p < PLANES; p++) {
            uint64_t is_unset = (uint64_t)((colour + 1) >> p & 1) - 1;

            set[i] &= position->planes[p * board->words + i] ^ is_unset;
        }
    }
}

static inline int count_colour(const struct board *board, const struct position *position,
                               int colour)
{
    uint64_t set[WIDE];

    find_colour(board, position, colour, set);
    return count_cells(set, board->words);
}

/* What is lost for `blocks` of one colour at the end: the rule says whether one or two cost. */
static inline int64_t samegame_leftover(enum leftover rule, int blocks)
{
    if (rule == NONE || blocks == 0 || (rule == ABOVE_TWO && blocks <= 2))
        return 0;
    return points_of(blocks);
}

/* A move is the number of its group's canonical cell, plus 1. */
static inline cop_move move_of(int cell)
{
    return (cop_move)(cell + 1);
}

INLINE uint64_t samegame_hash_of_set(const uint64_t *set, int words, uint64_t seed)
{
    for (int i = 0; i < words; i += 2)
        seed = key_of_words(set[i], set[i + 1], seed);
    return seed;
}

/* What taking a group does, as a number: its colour and its cells, of which `cell` is one. */
INLINE uint64_t samegame_code_of_group(const uint64_t *planes, int cell, const uint64_t *group,
                                       int words)
{
    uint64_t colour = 0;

    for (int p = 0; p < PLANES; p++)
        colour |= (planes[p * words + cell / 64] >> cell % 64 & 1) << p;
    return samegame_hash_of_set(group, words, colour);
}

/* Where the words of a board come from. What a person has typed is quoted in messages; what stands
 * in a file is not, as a path may name any file. */
enum samegame_source { TYPED, FROM_FILE };

/* rules.c */
int samegame_turn(const struct cop_game *game, const void *state);
double samegame_score(const struct cop_game *game, const void *state, int player);

/* text.c; the characters of cells in the text of a board, and what may stand between its rows. */
extern const char samegame_cells[], samegame_blanks[];
void samegame_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text);
bool samegame_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word);
void samegame_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
const char *samegame_skip_separator(const char *words);
bool samegame_read_board(const struct board *board, enum samegame_source source, const char *words,
                         struct position *position, struct cop_error *error);
bool samegame_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error);

/* keys.c */
uint64_t samegame_code(const struct cop_game *game, const void *state, cop_move move);
int samegame_coded_moves(const struct cop_game *game, const void *state, cop_move *out,
                         uint64_t *codes);
uint64_t samegame_rest(const struct cop_game *game, const void *state);

/* marks.c */
extern const struct cop_marking samegame_marking;

/* knowledge.c */
extern const struct cop_oracle samegame_oracles[];

/* evaluate.c */
extern const struct cop_evaluator samegame_evaluators[];

/* foreign.c: boards with blanks between their cells, or all in one line. Which they are depends on
 * the size that the board has by its options. The size of one in a file; and its rows and what
 * follows them in our own notation. */
bool samegame_is_foreign(const struct board *board, const char *words);
bool samegame_measure_foreign(const struct board *board, const char *words, int *columns, int *rows,
                              struct cop_error *error);
bool samegame_gather(const struct board *board, enum samegame_source source, const char *words,
                     struct cop_text *own, struct cop_error *error);

/* policy.c */
extern const struct cop_policy samegame_policies[];

/* given.c: the board of the options `standard` and `board`, if one is given. */
bool samegame_load_board(struct board *board, const struct cop_settings *settings,
                         struct cop_error *error);

/* scene.c */
void samegame_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *picture);
int samegame_path(const struct cop_game *game, const void *state, cop_move move, int *clicks);
int samegame_click(const struct cop_game *game, const void *state, int clicked);
void samegame_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text);

#endif
