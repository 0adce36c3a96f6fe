/* tictactoe.c - Tic-Tac-Toe: a whole game in one file. docs/adding-a-game.md walks through it.
 *
 * The board is two sets of nine bits, one for each player; bit 0 is the cell a1 and bits go along
 * the rows from the bottom. Three of one player's bits in a line win. */
#include <string.h>

#include "coppice/game.h"

enum { SIZE = 3, CELLS = SIZE * SIZE, FULL = (1 << CELLS) - 1 };

struct board {
    uint16_t of_player[2];
};

static const uint16_t lines[] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};

static bool open(struct cop_game *game, struct cop_error *error)
{
    (void)error;
    game->state_size = sizeof(struct board);
    game->players = 2;
    game->max_moves = CELLS;
    game->max_plies = CELLS;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    (void)game;
    (void)rng;
    memset(state, 0, sizeof(struct board));
}

static int taken(const struct board *board)
{
    return board->of_player[0] | board->of_player[1];
}

static bool has_line(uint16_t cells)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if ((cells & lines[i]) == lines[i])
            return true;
    return false;
}

/* Both have as many cells when it is X's turn. */
static int turn(const struct cop_game *game, const void *state)
{
    const struct board *board = state;

    (void)game;
    if (taken(board) == FULL || has_line(board->of_player[0]) || has_line(board->of_player[1]))
        return COP_OVER;
    return __builtin_popcount((unsigned)taken(board)) % 2;
}

/* A move is its cell's number plus one, because 0 is no move. */
static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    int count = 0;

    if (turn(game, state) == COP_OVER)
        return 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (!(taken(state) >> cell & 1))
            out[count++] = (cop_move)(cell + 1);
    return count;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct board *board = state;

    board->of_player[turn(game, state)] |= (uint16_t)(1 << (move - 1));
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct board *board = state;

    (void)game;
    of_player[0] = has_line(board->of_player[0]) ? 1 : has_line(board->of_player[1]) ? 0 : 0.5;
    of_player[1] = 1 - of_player[0];
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct board *board = state;

    (void)game;
    return cop_mix((uint64_t)board->of_player[0] << 16 | board->of_player[1]);
}

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    int cell = (int)move - 1;

    (void)game;
    (void)state;
    cop_text_add(text, "%c%d", 'a' + cell % SIZE, 1 + cell / SIZE);
}

/* The nine cells from a1 on, as x, o or a point: who moves follows from their numbers. */
static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct board *board = state;

    (void)game;
    for (int cell = 0; cell < CELLS; cell++)
        cop_text_add(text, "%c",
                     board->of_player[0] >> cell & 1   ? 'x'
                     : board->of_player[1] >> cell & 1 ? 'o'
                                                       : '.');
}

/* Numbers that alternate, and whoever has a line made it with the last move. */
static bool can_arise(const struct board *board)
{
    int ahead = __builtin_popcount(board->of_player[0]) - __builtin_popcount(board->of_player[1]);

    return (ahead == 0 && !has_line(board->of_player[0])) ||
           (ahead == 1 && !has_line(board->of_player[1]));
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    struct board board = {{0}};

    (void)game;
    if (strlen(words) != CELLS || strspn(words, "xo.") != CELLS)
        return cop_fail(error, "\"%s\" is not a board: write %d cells, each x, o or a point", words,
                        CELLS);
    for (int cell = 0; cell < CELLS; cell++)
        if (words[cell] != '.')
            board.of_player[words[cell] == 'o'] |= (uint16_t)(1 << cell);
    if (!can_arise(&board))
        return cop_fail(error, "\"%s\" cannot arise: X moves first and the first line wins", words);
    memcpy(state, &board, sizeof board);
    return true;
}

/* A scene counts its cells from the top left corner, the game from the bottom left one. */
static int scene_cell(int cell)
{
    return (SIZE - 1 - cell / SIZE) * SIZE + cell % SIZE;
}

static bool has_all(const struct board *board, int player, uint16_t cells)
{
    return (board->of_player[player] & cells) == cells;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *picture)
{
    const struct board *board = state;

    (void)game;
    (void)viewer;
    cop_scene_board(picture, SIZE, SIZE, false, COP_LIGHT, COP_LIGHT);
    for (int cell = 0; cell < CELLS; cell++)
        for (int player = 0; player < 2; player++)
            if (board->of_player[player] >> cell & 1)
                cop_scene_piece(picture, scene_cell(cell), player, 0, COP_DISC, "");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (int cell = 0; cell < CELLS; cell++)
            if ((lines[i] >> cell & 1) != 0 &&
                (has_all(board, 0, lines[i]) || has_all(board, 1, lines[i])))
                cop_scene_decide(picture, scene_cell(cell));
}

static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    (void)game;
    (void)state;
    cells[0] = scene_cell((int)move - 1);
    return 1;
}

static void prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    (void)game;
    (void)state;
    (void)step;
    cop_text_add(text, "Mark an empty cell");
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct board *board = state;

    if (turn(game, state) != COP_OVER)
        return NULL;
    return has_line(board->of_player[0]) || has_line(board->of_player[1]) ? "three in a line"
                                                                          : "the board is full";
}

/* What a line is worth to the only player who has marks in it, by their number. */
enum { LINE_OF_ONE = 1, LINE_OF_TWO = 4, LINES = sizeof lines / sizeof lines[0] };

static int open_lines(const struct board *board, int player)
{
    int sum = 0;

    for (int i = 0; i < LINES; i++) {
        int marks = __builtin_popcount(board->of_player[player] & lines[i]);

        if ((board->of_player[1 - player] & lines[i]) == 0)
            sum += marks == 2 ? LINE_OF_TWO : marks == 1 ? LINE_OF_ONE : 0;
    }
    return sum;
}

static void evaluate(const struct cop_game *game, const void *prepared, const void *state,
                     double *of_player)
{
    (void)game;
    (void)prepared;
    of_player[0] = open_lines(state, 0) - open_lines(state, 1);
    of_player[1] = -of_player[0];
}

static const struct cop_evaluator evaluators[] = {
    {.name = "lines",
     .help = "lines that only one player has marks in, those of two marks above all",
     .version = 1,
     .lower = -LINES * LINE_OF_TWO,
     .upper = LINES * LINE_OF_TWO,
     .is_zero_sum = true,
     .evaluate = evaluate},
    {NULL},
};

/* The more lines through a cell, the better; completing one is best of all. */
static void rate(const struct cop_game *game, const void *state, const cop_move *moves, int count,
                 float *rating)
{
    const struct board *board = state;
    uint16_t own = board->of_player[turn(game, state)];

    for (int i = 0; i < count; i++) {
        uint16_t cell = (uint16_t)(1 << (moves[i] - 1));

        rating[i] = has_line(own | cell) ? LINES : 0;
        for (int line = 0; line < LINES; line++)
            rating[i] += (lines[line] & cell) != 0;
    }
}

static const struct cop_ordering orderings[] = {
    {"lines", "cells that complete a line, then those in many lines", rate},
    {NULL},
};

extern const struct cop_rules cop_tictactoe;

const struct cop_rules cop_tictactoe = {
    .name = "tictactoe",
    .title = "Tic-Tac-Toe",
    .summary = "be the first with three in a line on a board of nine cells",
    .lesson = "X and O take turns to mark an empty cell. Three marks in a row, column or diagonal "
              "win; a full board without them is a draw. A move is a cell: `b2` is the middle.",
    .player_names = {"X", "O"},
    .open = open,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .key = key,
    .write_move = write_move,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .prompt = prompt,
    .ending = ending,
    .evaluators = evaluators,
    .orderings = orderings,
};
