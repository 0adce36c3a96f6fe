/* rules.c - Breakthrough on boards of 2 to 8 columns and 4 to 8 rows (uct-star.md 1.3).
 *
 * Board and steps are in board.h. */
#include "games/list.h"

#include <assert.h>
#include <stdlib.h>

#include "evaluate.h"
#include "games/lessons.h"
#include "indexing.h"
#include "position.h"

static const struct cop_option options[] = {
    BREAKTHROUGH_SIZE_OPTIONS,
    {NULL},
};

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct breakthrough_opened *opened = calloc(1, sizeof *opened);
    struct board *board;

    if (opened == NULL)
        return cop_fail(error, "breakthrough: out of memory");
    board = &opened->board;
    breakthrough_measure(board, game->settings);
    breakthrough_number(board, &opened->numbers);
    if (board->columns == STRIDE && board->rows == STRIDE)
        breakthrough_tuples_fill(&opened->tuples);
    game->own = opened;
    game->state_size = sizeof(struct position);
    game->players = 2;
    game->max_moves = 3 * 2 * board->columns;
    game->move_kinds = BREAKTHROUGH_STEPS;
    game->symmetries = 2;
    /* All of one side's stones but the winner stop short of the goal (uct-star.md 1.3.2). */
    game->has_stems = true;
    game->max_plies = 2 * board->columns * (2 * board->rows - 5) + 2;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct position *position = state;

    (void)rng;
    breakthrough_set_up(board_of(game), position->stones);
    position->turn = WHITE;
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    (void)game;
    return (int)position->turn;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct position *position = state;
    int side = (int)position->turn;

    if (side == COP_OVER)
        return 0;
    return list_moves(side, all_steps(board_of(game), position->stones, side), out);
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct position *position = state;
    int side = (int)position->turn;

    assert(side != COP_OVER);
    if (breakthrough_step(board_of(game), position->stones, side, move))
        position->turn = COP_OVER;
    else
        position->turn = 1 - side;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct position *position = state;
    int won = breakthrough_winner(board_of(game), position->stones);

    of_player[won] = 1;
    of_player[1 - won] = 0;
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    return position->turn == COP_OVER ? breakthrough_ending(board_of(game), position->stones)
                                      : NULL;
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    (void)game;
    return key_of_words(position->stones[0], position->stones[1], (uint64_t)position->turn);
}

/* From where to where; whether a stone is captured there is the position's business. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move;
}

/* A stone, and then where it goes. */
static cop_move stem(const struct cop_game *game, cop_move move)
{
    (void)game;
    return move / 64 + 1;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct position *position = state;

    (void)game;
    if (position->turn != COP_OVER)
        position->turn = player;
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct position *position = state;
    int side = (int)position->turn;

    return random_step(side, all_steps(board_of(game), position->stones, side), rng);
}

/* One ply of a playout; true if it ends the game. */
static inline bool random_ply(int side, uint64_t *own, uint64_t *enemy, const struct board *board,
                              struct cop_rng *rng)
{
    struct steps steps = steps_of(side, *own, *enemy, board->squares);
    uint32_t rank = cop_rng_below(rng, count_steps(steps));

    return take_nth_step(side, own, enemy, steps, rank, board->goal[side]);
}

/* Two plies a round, so that the direction of each is known to the compiler. */
static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    struct position *position = state;
    const struct board board = *board_of(game);
    struct cop_rng local = *rng;
    uint64_t white = position->stones[WHITE];
    uint64_t black = position->stones[BLACK];
    int64_t next = position->turn;
    int plies = 0;

    if (limit <= 0)
        limit = game->max_plies;
    while (next != COP_OVER && plies < limit) {
        if (next == WHITE) {
            plies++;
            next = BLACK;
            if (random_ply(WHITE, &white, &black, &board, &local))
                next = COP_OVER;
            if (next == COP_OVER || plies == limit)
                break;
        }
        plies++;
        next = random_ply(BLACK, &black, &white, &board, &local) ? COP_OVER : WHITE;
    }
    *position = (struct position){{white, black}, next};
    *rng = local;
    return plies;
}

/* The rows that all stones can still go, of which only one can enter its goal. */
static int moves_left(const struct cop_game *game, const void *state)
{
    const struct position *position = state;
    int rows = board_of(game)->rows, left = 1;

    for (int row = 0; row < rows; row++) {
        uint64_t squares = (uint64_t)0xff << row * STRIDE;

        left += bit_count(position->stones[WHITE] & squares) * (rows - 2 - row);
        left += bit_count(position->stones[BLACK] & squares) * (row - 1);
    }
    return left;
}

static const struct cop_recipe recipes[] = {
    {"strong", "alphabeta", "reduce=2, reduce_rate=0.9",
     "late moves less deeply, which won our matches (docs/measurements.md)"},
    {"strong", "mcts",
     "select=puct, prior=order, line_limit=1, judge=learned, judge_scale=chance, solver=on, "
     "reuse=on",
     "judged without a playout by what was learned from games, led by the order of moves, on "
     "8 x 8 squares: far stronger than the plain tree (docs/measurements.md)"},
    {NULL}};

const struct cop_rules cop_breakthrough = {
    .name = "breakthrough",
    .title = "Breakthrough",
    .summary = "advance stones one row at a time and be the first to reach the far row",
    .lesson = breakthrough_lesson,
    .pictures = breakthrough_pictures,
    .notation = breakthrough_notation,
    .player_names = {"White", "Black"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .key = key,
    .write_move = breakthrough_write_move,
    .accepts = breakthrough_accepts,
    .write_position = breakthrough_write_position,
    .read_position = breakthrough_read_position,
    .scene = breakthrough_scene,
    .path = breakthrough_path,
    .prompt = breakthrough_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .stem = stem,
    .moves_left = moves_left,
    .decisive = breakthrough_decisive_move,
    .turned = breakthrough_turned,
    .turned_move = breakthrough_turned_move,
    .indexing = &breakthrough_indexing,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = breakthrough_evaluators,
    .features = &breakthrough_features,
    .policies = breakthrough_policies,
    .orderings = breakthrough_orderings,
    .recipes = recipes,
    .oracles = breakthrough_oracles,
};
