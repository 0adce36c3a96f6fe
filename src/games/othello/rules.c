/* rules.c - Othello on 4 x 4, 6 x 6 and 8 x 8 boards (uct-star.md 1.2).
 *
 * A position keeps the placements of the side to move next to the discs: whether the game goes on
 * cannot be known without them, so play() finds them once and turn() and moves() only read them.
 * A side without a placement passes, which is a move of its own (uct-star.md 1.2.2). */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "endgame.h"
#include "games/bits.h"
#include "games/lessons.h"
#include "indexing.h"
#include "position.h"

static const struct cop_option options[] = {
    {"size", COP_CHOICE, "8", 0, 0, "4|6|8", "rows and columns"},
    {"empties", COP_CHOICE, "winner", 0, 0, "winner|nobody",
     "who gets the points of squares that stay empty; a draw shares them"},
    {NULL},
};

static inline uint64_t placements(uint64_t squares, uint64_t own, uint64_t enemy)
{
    return othello_ends(own, enemy) & squares & ~(own | enemy);
}

void othello_settle(struct othello_position *position, uint64_t squares, int player)
{
    uint64_t own = position->discs[player];
    uint64_t enemy = position->discs[1 - player];

    position->placements = placements(squares, own, enemy);
    position->turn = player;
    if (position->placements == 0 && placements(squares, enemy, own) == 0)
        position->turn = COP_OVER;
}

/* The corners, from the upper left row by row, and their surroundings. */
static void fill_corners(struct othello_board *board)
{
    int last = board->size - 1;

    for (int i = 0; i < board->size; i++) {
        board->sides[0] |= othello_square(i, 0) | othello_square(i, last);
        board->sides[1] |= othello_square(0, i) | othello_square(last, i);
    }
    for (int corner = 0; corner < OTHELLO_CORNERS; corner++) {
        int column = corner % 2 * last, row = corner / 2 * last;
        int inner_column = column == 0 ? 1 : last - 1, inner_row = row == 0 ? 1 : last - 1;

        board->corners[corner] = othello_square(column, row);
        board->beside[corner] =
            othello_square(inner_column, row) | othello_square(column, inner_row);
        board->diagonal[corner] = othello_square(inner_column, inner_row);
    }
}

/* Is this one of the two rows or columns in the middle? */
static bool is_inner(int number, int size)
{
    return number == size / 2 - 1 || number == size / 2;
}

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    int size = 4 + 2 * cop_choice(game->settings, "size");
    struct othello_opened *opened = aligned_alloc(OTHELLO_LINE, sizeof *opened);
    struct othello_board *board;

    if (opened == NULL)
        return cop_fail(error, "othello: out of memory");
    memset(opened, 0, sizeof *opened);
    board = &opened->board;
    board->size = size;
    board->winner_gets_empties = cop_choice(game->settings, "empties") == 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            board->squares |= othello_square(column, row);
            if (is_inner(column, size) && is_inner(row, size))
                board->middle |= othello_square(column, row);
        }
    fill_corners(board);
    othello_number(board, &opened->numbers);
    if (size == OTHELLO_STRIDE)
        othello_patterns_fill(&opened->patterns);
    game->own = opened;
    game->state_size = sizeof(struct othello_position);
    game->players = 2;
    game->max_moves = size * size - 4;
    game->move_kinds = OTHELLO_STRIDE * OTHELLO_STRIDE + 1;
    game->symmetries = 8;
    game->max_plies = 2 * (size * size - 4); /* no two passes follow each other */
    game->is_constant_sum = true;
    game->score_low = -size * size;
    game->score_high = size * size;
    game->score_is_margin = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct othello_board *board = othello_board_of(game);
    struct othello_position *position = state;
    int low = board->size / 2 - 1;

    (void)rng;
    position->discs[0] = othello_square(low + 1, low) | othello_square(low, low + 1);
    position->discs[1] = othello_square(low, low) | othello_square(low + 1, low + 1);
    othello_settle(position, board->squares, 0);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct othello_position *position = state;

    (void)game;
    return (int)position->turn;
}

/* A move is the number of its square's bit, from 1. */
static cop_move move_to(uint64_t square)
{
    return (cop_move)bit_index(square) + 1;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct othello_position *position = state;
    int count = 0;

    (void)game;
    if (position->turn == COP_OVER)
        return 0;
    for (uint64_t left = position->placements; left != 0; left &= left - 1)
        out[count++] = move_to(left);
    if (count == 0)
        out[count++] = COP_PASS;
    return count;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct othello_position *position = state;
    int mover = (int)position->turn;

    assert(mover != COP_OVER);
    if (move != COP_PASS) {
        uint64_t square = (uint64_t)1 << (move - 1);
        uint64_t flips = othello_flips(position->discs[mover], position->discs[1 - mover], square);

        assert((position->placements & square) != 0);
        position->discs[mover] ^= flips | square;
        position->discs[1 - mover] ^= flips;
    }
    othello_settle(position, othello_board_of(game)->squares, 1 - mover);
}

static double score(const struct cop_game *game, const void *state, int player)
{
    const struct othello_position *position = state;

    return othello_points(othello_board_of(game), position->discs[player],
                          position->discs[1 - player], position->turn == COP_OVER);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct othello_position *position = state;
    int margin = bit_count(position->discs[0]) - bit_count(position->discs[1]);

    (void)game;
    of_player[0] = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    of_player[1] = 1 - of_player[0];
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct othello_position *position = state;
    int size = othello_board_of(game)->size;

    if (position->turn != COP_OVER)
        return NULL;
    if (position->discs[0] == 0 || position->discs[1] == 0)
        return "the other side has no disc left";
    return bit_count(position->discs[0] | position->discs[1]) == size * size ? "the board is full"
                                                                             : "nobody can move";
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct othello_position *position = state;

    (void)game;
    return key_of_words(position->discs[0], position->discs[1], (uint64_t)position->turn);
}

/* The square, or a pass. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return move == COP_PASS ? OTHELLO_STRIDE * OTHELLO_STRIDE : (int)move - 1;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct othello_position *position = state;

    if (position->turn != COP_OVER)
        othello_settle(position, othello_board_of(game)->squares, player);
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct othello_position *position = state;
    uint64_t choices = position->placements;

    (void)game;
    if (choices == 0) {
        cop_rng_next(rng);
        return COP_PASS;
    }
    return move_to(nth_bit(choices, cop_rng_below(rng, (uint32_t)bit_count(choices))));
}

/* Every ply, a pass too, takes one random number, as a choice from the list of moves() would: so
 * the fast way and the slow way play the same game from the same seed. */
static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    struct othello_position *position = state;
    uint64_t squares = othello_board_of(game)->squares;
    struct cop_rng local = *rng;
    int mover = (int)position->turn;
    int plies = 0;
    uint64_t own, enemy, choices;

    if (mover == COP_OVER)
        return 0;
    if (limit <= 0)
        limit = game->max_plies;
    own = position->discs[mover];
    enemy = position->discs[1 - mover];
    choices = position->placements;
    for (; plies < limit; plies++) {
        uint64_t next = enemy;

        if (choices != 0) {
            uint32_t rank = cop_rng_below(&local, (uint32_t)bit_count(choices));
            uint64_t square = nth_bit(choices, rank);
            uint64_t flips = othello_flips(own, enemy, square);

            next = enemy ^ flips;
            own ^= flips | square;
        } else if (placements(squares, enemy, own) != 0) {
            cop_rng_next(&local);
        } else {
            break;
        }
        enemy = own;
        own = next;
        choices = placements(squares, own, enemy);
    }
    if (plies % 2 != 0)
        mover = 1 - mover;
    position->discs[mover] = own;
    position->discs[1 - mover] = enemy;
    othello_settle(position, squares, mover);
    *rng = local;
    return plies;
}

/* The empty squares. */
static int moves_left(const struct cop_game *game, const void *state)
{
    const struct othello_position *position = state;

    return bit_count(othello_board_of(game)->squares & ~(position->discs[0] | position->discs[1]));
}

static const struct cop_recipe recipes[] = {
    {"strong", "alphabeta", "reduce=2, reduce_rate=0.9, probcut=1.5",
     "late moves less deeply, and no deep search where a shallow one foretells enough: what won "
     "our matches (docs/measurements.md)"},
    {"strong", "mcts",
     "select=puct, prior=evaluate, prior_by=learned, playout_limit=2, judge=learned, "
     "judge_scale=chance, solver=on, reuse=on",
     "judged after two moves and led by what was learned from games, on 8 x 8 squares: stronger "
     "than the plain tree (docs/learning.md)"},
    {NULL}};

const struct cop_rules cop_othello = {
    .name = "othello",
    .title = "Othello",
    .summary = "enclose the opponent's discs to turn them over; more discs win",
    .lesson = othello_lesson,
    .pictures = othello_pictures,
    .notation = othello_notation,
    .sgf_number = 2,
    .player_names = {"Black", "White"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .write_move = othello_write_move,
    .write_position = othello_write_position,
    .read_position = othello_read_position,
    .scene = othello_scene,
    .path = othello_path,
    .prompt = othello_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .moves_left = moves_left,
    .turned = othello_turned,
    .turned_move = othello_turned_move,
    .indexing = &othello_indexing,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .can_solve = othello_can_solve,
    .solve = othello_solve,
    .evaluators = othello_evaluators,
    .features = &othello_features,
    .orderings = othello_orderings,
    .oracles = othello_oracles,
    .recipes = recipes,
};
