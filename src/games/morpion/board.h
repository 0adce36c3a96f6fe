/* board.h - how a position of Morpion Solitaire lies in words, and what the files of this game
 * share.
 *
 * The paper is a square of `side` rows, each a word with a bit for every column. A line is named by
 * its first cell, the leftmost or, if it is upright, the lowest one, and its direction. As every
 * move draws a line and no two lines of one direction overlap, the drawn lines say everything:
 * points and lines that may be drawn next are kept only because they are asked for so often. */
#ifndef COPPICE_GAMES_MORPION_BOARD_H
#define COPPICE_GAMES_MORPION_BOARD_H

#include <assert.h>

#include "coppice/game.h"
#include "games/bits.h"

enum {
    SIDE_MAX = 26,
    CELLS_MAX = SIDE_MAX * SIDE_MAX,
    DIRECTIONS = 4, /* to the right, up, right and up, right and down */
    LINES_MAX = CELLS_MAX * DIRECTIONS,
    SPAN_MAX = 5,
    SYMMETRIES = 8
};

/* A set of cells, or of lines of one direction by their first cells. */
struct sheet {
    uint32_t rows[SIDE_MAX];
};

struct position {
    uint64_t key;    /* of the drawn lines */
    int32_t drawn;   /* how many they are */
    int32_t choices; /* how many lines may be drawn */
    struct sheet points;
    struct sheet lines[DIRECTIONS];
    struct sheet legal[DIRECTIONS];
};
static_assert(sizeof(struct position) == 16 + 9 * 4 * SIDE_MAX, "a position has no holes");

struct board {
    int side, margin;
    int span;  /* points of a line */
    int apart; /* lines of one direction begin at least so far from each other */
    int bound; /* no game has more moves */
    int start; /* points of the cross */
    struct sheet cross;
    struct sheet fits[DIRECTIONS]; /* the lines that are on the paper as a whole */
    uint16_t image[SYMMETRIES][LINES_MAX];
    uint64_t key[LINES_MAX];
};

struct place {
    int x, y;
};

static inline const struct board *board_of(const struct cop_game *game)
{
    return game->own;
}

static inline struct place step_of(int direction)
{
    static const struct place steps[DIRECTIONS] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

    return steps[direction];
}

static inline struct place place_at(struct place from, int direction, int steps)
{
    struct place step = step_of(direction);

    return (struct place){from.x + steps * step.x, from.y + steps * step.y};
}

static inline bool is_on_paper(const struct board *board, struct place place)
{
    return place.x >= 0 && place.x < board->side && place.y >= 0 && place.y < board->side;
}

/* The place is on the paper, so that its column is a bit of a row. Processors take a shift modulo
 * the width as it is; who reads the source, as analysers do, sees here that it is never longer. */
static inline uint32_t column_of(struct place place)
{
    static_assert(SIDE_MAX <= 32, "a row has a bit for each column");
    return (uint32_t)place.x % 32;
}

static inline bool has(const struct sheet *sheet, struct place place)
{
    return (sheet->rows[place.y] >> column_of(place) & 1) != 0;
}

static inline void put(struct sheet *sheet, struct place place)
{
    sheet->rows[place.y] |= (uint32_t)1 << column_of(place);
}

static inline void take(struct sheet *sheet, struct place place)
{
    sheet->rows[place.y] &= ~((uint32_t)1 << column_of(place));
}

/* Lines as numbers, by which moves are known: a move is its line's number, plus 1. */
struct line {
    struct place first;
    int direction;
};

static inline int line_number(struct line line)
{
    return (line.first.y * SIDE_MAX + line.first.x) * DIRECTIONS + line.direction;
}

static inline struct line line_of(int number)
{
    int cell = number / DIRECTIONS;

    return (struct line){{cell % SIDE_MAX, cell / SIDE_MAX}, number % DIRECTIONS};
}

static inline cop_move move_of(struct line line)
{
    return (cop_move)line_number(line) + 1;
}

static inline struct line line_of_move(cop_move move)
{
    return line_of((int)move - 1);
}

/* Which point of a line that may be drawn is still missing, counted from its first. */
static inline int missing_point(const struct board *board, const struct position *position,
                                struct line line)
{
    int at = 0;

    while (at < board->span - 1 && has(&position->points, place_at(line.first, line.direction, at)))
        at++;
    return at;
}

/* Lists the lines of all four directions, direction by direction and row by row. */
static inline int list_lines(const struct board *board, const struct sheet *sheets, cop_move *out)
{
    int count = 0;

    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int y = 0; y < board->side; y++)
            for (uint32_t left = sheets[direction].rows[y]; left != 0; left &= left - 1)
                out[count++] = move_of((struct line){{bit_index(left), y}, direction});
    return count;
}

/* rules.c */
void morpion_set_up(const struct board *board, struct position *position);
void morpion_draw(const struct board *board, struct position *position, struct line line);

/* board.c: the line between two cells; false if no line has these ends. */
void morpion_rule_paper(struct board *board);
bool morpion_line_between(const struct board *board, struct place from, struct place to,
                          struct line *line);

/* text.c */
void morpion_name_place(struct place place, char name[8]);
void morpion_write_move(const struct cop_game *game, const void *state, cop_move move,
                        struct cop_text *text);
bool morpion_accepts(const struct cop_game *game, const void *state, cop_move move,
                     const char *word);
void morpion_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool morpion_read_position(const struct cop_game *game, const char *words, void *state,
                           struct cop_error *error);

/* scene.c */
void morpion_scene(const struct cop_game *game, const void *state, int viewer,
                   struct cop_scene *scene);
int morpion_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void morpion_prompt(const struct cop_game *game, const void *state, int step,
                    struct cop_text *text);

/* knowledge.c */
extern const struct cop_evaluator morpion_evaluators[];
extern const struct cop_oracle morpion_oracles[];
uint64_t morpion_code(const struct cop_game *game, const void *state, cop_move move);
uint64_t morpion_rest(const struct cop_game *game, const void *state);
void morpion_turned(const struct cop_game *game, const void *state, int symmetry, void *turned);
cop_move morpion_turned_move(const struct cop_game *game, cop_move move, int symmetry);
int morpion_moves_left(const struct cop_game *game, const void *state);

#endif
