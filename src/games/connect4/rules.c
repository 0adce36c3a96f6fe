/* rules.c - Connect Four on a board of any size that fits into one word (uct-star.md 1.1).
 *
 * board.h has the position and its lines, solve.c what is known for certain. */
#include "games/list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "evaluate.h"
#include "features.h"
#include "games/lessons.h"
#include "solve.h"

static const struct cop_option options[] = {
    {"width", COP_INTEGER, "7", 4, 12, NULL, "columns; width * (height + 1) is at most 64"},
    {"height", COP_INTEGER, "6", 4, 15, NULL, "rows; width * (height + 1) is at most 64"},
    {NULL},
};

enum { SOLVER_REACH = 34 };

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    int width = (int)cop_integer(game->settings, "width");
    int height = (int)cop_integer(game->settings, "height");
    struct board *board;

    if (width * (height + 1) > 64)
        return cop_fail(error,
                        "connect4: width=%d, height=%d does not fit: width * (height + 1) must be "
                        "at most 64, so with width=%d the height can be at most %d",
                        width, height, width, 64 / width - 1);
    board = calloc(1, sizeof *board);
    if (board == NULL)
        return cop_fail(error, "connect4: out of memory");
    board->width = width;
    board->height = height;
    for (int column = 0; column < width; column++) {
        board->bottom |= cell_of(board, column, 0);
        board->cells |= column_of(board, column);
        board->columns[column] = column_of(board, column);
        board->middle[column] = 2 * (column < width - 1 - column ? column : width - 1 - column);
    }
    board->second = cell_of(board, 0, height);
    board->line = cell_of(board, 1, height);
    game->own = board;
    game->state_size = sizeof(struct position);
    game->players = 2;
    game->max_moves = width;
    game->move_kinds = width;
    game->symmetries = 2;
    game->max_plies = width * height;
    game->is_constant_sum = true;
    /* Eight random plies after the start of the usual game one in ten takes longer. */
    game->solver_reach = SOLVER_REACH;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    (void)game;
    (void)rng;
    memset(state, 0, sizeof(struct position));
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct position *position = state;
    const struct board *board = board_of(game);

    if (is_over(board, position))
        return COP_OVER;
    return (position->own & board->second) != 0;
}

/* A move is the number of its column, from 1. */
static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct position *position = state;
    const struct board *board = board_of(game);
    uint64_t free_tops;
    int count = 0;

    if (is_over(board, position))
        return 0;
    free_tops = ~position->all >> (board->height - 1);
    for (int column = 0; column < board->width; column++) {
        out[count] = (cop_move)column + 1;
        count += (int)(free_tops & 1);
        free_tops >>= board->height + 1;
    }
    return count;
}

/* The side to move puts a stone on `cell`; then it is the other's turn. */
static inline void drop(struct position *position, const struct board *board, uint64_t cell)
{
    uint64_t own = own_stones(board, position) | cell;
    uint64_t other = position->all ^ own_stones(board, position);
    uint64_t marks = (position->own & board->second) ^ board->second;

    if (has_line(own, board->height))
        marks |= board->line;
    position->own = other | marks;
    position->all |= cell;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    const struct board *board = board_of(game);
    struct position *position = state;
    int first = (int)(move - 1) * (board->height + 1);
    uint64_t column = (((uint64_t)1 << board->height) - 1) << first;

    assert(!is_over(board, position) && move >= 1 && move <= (cop_move)board->width);
    drop(position, board, (position->all + ((uint64_t)1 << first)) & column);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct position *position = state;
    const struct board *board = board_of(game);

    of_player[0] = of_player[1] = 0.5;
    if ((position->own & board->line) != 0) {
        int loser = (position->own & board->second) != 0;

        of_player[loser] = 0;
        of_player[1 - loser] = 1;
    }
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct position *position = state;
    const struct board *board = board_of(game);

    if (!is_over(board, position))
        return NULL;
    return (position->own & board->line) != 0 ? "four in a row" : "the board is full";
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    (void)game;
    return key_of_words(position->own, position->all, 0);
}

/* The column. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 1;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    const struct board *board = board_of(game);
    struct position *position = state;

    if (is_over(board, position) || ((position->own & board->second) != 0) == (player == 1))
        return;
    position->own = (own_stones(board, position) ^ position->all) |
                    ((position->own & board->second) ^ board->second);
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct board *board = board_of(game);

    return one_of(board, landings(board, state), rng);
}

/* The playout of every size; inlined with a constant height for the common one. The stones of the
 * side to move and of the other side stay in registers, and the next landing cells do not wait for
 * the line test, which only feeds a well predicted branch. */
static inline int run_playout(const struct board *board, struct position *position,
                              struct cop_rng *rng, int limit, int height, uint64_t bottom,
                              uint64_t cells)
{
    struct cop_rng local = *rng;
    uint64_t own = position->own & cells;
    uint64_t all = position->all;
    uint64_t second = position->own & board->second;
    uint64_t line = 0;
    int plies = 0;

    while (plies < limit && all != cells && line == 0) {
        uint64_t free_cells = (all + bottom) & cells;
        uint32_t rank = cop_rng_below(&local, (uint32_t)bit_count(free_cells));
        uint64_t cell = nth_bit(free_cells, rank);

        if (has_line(own | cell, height))
            line = board->line;
        own ^= all;
        all |= cell;
        plies++;
    }
    if (plies % 2 != 0)
        second ^= board->second;
    position->own = own | second | line;
    position->all = all;
    *rng = local;
    return plies;
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct board *board = board_of(game);
    struct position *position = state;

    if (is_over(board, position))
        return 0;
    if (limit <= 0)
        limit = game->max_plies;
    if (board->width == 7 && board->height == 6)
        return run_playout(board, position, rng, limit, 6, 0x0040810204081u, 0xfdfbf7efdfbfu);
    return run_playout(board, position, rng, limit, board->height, board->bottom, board->cells);
}

/* The empty cells. */
static int moves_left(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    return bit_count(board_of(game)->cells & ~position->all);
}

static const struct cop_recipe recipes[] = {
    {"strong", "mcts",
     "select=puct, prior=evaluate, prior_by=learned, line_limit=1, judge=learned, "
     "judge_scale=chance, solver=on, reuse=on",
     "judged without a playout and led by what was learned from games, on 7 x 6 cells: stronger "
     "than the plain tree (docs/measurements.md)"},
    {NULL}};

const struct cop_rules cop_connect4 = {
    .name = "connect4",
    .title = "Connect Four",
    .summary = "drop stones into columns and be the first with four in a row",
    .lesson = connect4_lesson,
    .pictures = connect4_pictures,
    .notation = connect4_notation,
    .player_names = {"Yellow", "Red"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .key = key,
    .write_move = connect4_write_move,
    .accepts = connect4_accepts,
    .write_position = connect4_write_position,
    .read_position = connect4_read_position,
    .scene = connect4_scene,
    .path = connect4_path,
    .click = connect4_click,
    .prompt = connect4_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .moves_left = moves_left,
    .decisive = connect4_decisive,
    .turned = connect4_turned,
    .turned_move = connect4_turned_move,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .can_solve = connect4_can_solve,
    .solve = connect4_solve,
    .evaluators = connect4_evaluators,
    .features = &connect4_features,
    .policies = connect4_policies,
    .orderings = connect4_orderings,
    .oracles = connect4_oracles,
    .recipes = recipes,
};
