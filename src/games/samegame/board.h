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
    CLEARED = 1000 /* points for an empty board */
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

static inline int count_colour(const struct board *board, const struct position *position,
                               int colour)
{
    int count = 0;

    for (int i = 0; i < board->words; i++) {
        uint64_t set = ~(uint64_t)0;

        for (int p = 0; p < PLANES; p++) {
            uint64_t is_unset = (uint64_t)((colour + 1) >> p & 1) - 1;

            set &= position->planes[p * board->words + i] ^ is_unset;
        }
        count += bit_count(set);
    }
    return count;
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

/* given.c: the board of the option of that name, if it is given. */
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
