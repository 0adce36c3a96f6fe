/* twixt.c - TwixT on boards of 4 x 4 to 24 x 24 holes (twixt.md 1): turns, moves and the end.
 *
 * The rest of the game is in board.c (links and connections), field.c (playouts and dead draws),
 * policy.c (playouts with knowledge), text.c and scene.c. */
#include "../list.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../bits.h"
#include "board.h"
#include "games/lessons.h"
#include "openings.h"
#include "traits.h"

static const struct cop_option options[] = {
    {"size", COP_INTEGER, "12", 4, TWIXT_SIZE_MAX, NULL, "holes along each side of the board"},
    {"swap", COP_FLAG, "off", 0, 0, NULL, "Black may take over White's first peg, mirrored"},
    {"own_cross", COP_FLAG, "off", 0, 0, NULL, "links of one colour may cross each other"},
    {"dead_draw", COP_FLAG, "off", 0, 0, NULL,
     "the game is drawn as soon as neither side can connect its lines"},
    {NULL},
};

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct twixt_board *board = calloc(1, sizeof *board);

    if (board == NULL)
        return cop_fail(error, "twixt: out of memory");
    board->size = (int)cop_integer(game->settings, "size");
    board->has_swap = cop_flag(game->settings, "swap");
    board->own_cross = cop_flag(game->settings, "own_cross");
    board->dead_draw = cop_flag(game->settings, "dead_draw");
    twixt_lay_out(board);
    game->own = board;
    if (!twixt_lay_out_order(board, error) || !twixt_lay_out_openings(board, error))
        return false;
    game->state_size =
        offsetof(struct twixt_position, planes) + (size_t)(TWIXT_PLANES * board->plane_bytes);
    game->players = 2;
    game->max_moves = board->holes_of_side + board->has_swap;
    game->move_kinds = TWIXT_SWAP;
    game->max_plies = board->size * board->size - 4 + board->has_swap;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct twixt_position *position = state;

    (void)rng;
    memset(state, 0, game->state_size);
    position->left[WHITE] = position->left[BLACK] = (uint16_t)twixt_board_of(game)->holes_of_side;
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct twixt_position *position = state;

    (void)game;
    return position->status == TWIXT_GOES_ON ? position->next : COP_OVER;
}

int twixt_swap_hole(const struct twixt_board *board, const struct twixt_position *position)
{
    int hole = -1;

    /* Most positions have too few holes left, and need no closer look. */
    if (!board->has_swap || position->next != BLACK || position->status != TWIXT_GOES_ON ||
        position->left[WHITE] != board->holes_of_side - 1 ||
        position->left[BLACK] < board->holes_of_side - 1)
        return -1;
    for (int row = 0; row < board->size; row++) {
        uint32_t white = twixt_row(board, position, WHITE, row);

        if (twixt_row(board, position, BLACK, row) != 0)
            return -1;
        if (white != 0)
            hole = twixt_hole(board, bit_index(white), row);
    }
    return hole;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    int count = 0;

    if (position->status != TWIXT_GOES_ON)
        return 0;
    for (int row = 0; row < board->size; row++)
        for (uint32_t left = twixt_free(board, position, position->next, row); left != 0;
             left &= left - 1)
            out[count++] = (cop_move)twixt_hole(board, bit_index(left), row) + 1;
    if (twixt_swap_hole(board, position) >= 0)
        out[count++] = TWIXT_SWAP;
    return count;
}

/* Puts a peg on the board for the side whose turn it is. */
static bool place(const struct twixt_board *board, struct twixt_position *position, int column,
                  int row)
{
    int side = position->next;

    assert((twixt_free(board, position, side, row) >> column & 1) != 0);
    position->left[side]--;
    position->left[1 - side] -= board->zone[1 - side][row] >> column & 1;
    return twixt_place(board, position, side, column, row);
}

/* The peg becomes a black one on the mirrored hole, so that players keep their colours (twixt.md
 * 1.6, encoding b). */
static void swap(const struct cop_game *game, struct twixt_position *position)
{
    const struct twixt_board *board = twixt_board_of(game);
    int hole = twixt_swap_hole(board, position);

    assert(hole >= 0);
    start(game, position, NULL);
    position->next = BLACK;
    place(board, position, hole / board->stride, hole % board->stride);
    position->next = WHITE;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    const struct twixt_board *board = twixt_board_of(game);
    struct twixt_position *position = state;
    int hole = (int)move - 1, side = position->next;

    assert(position->status == TWIXT_GOES_ON);
    if (move == TWIXT_SWAP) {
        swap(game, position);
        return;
    }
    if (place(board, position, hole % board->stride, hole / board->stride)) {
        position->status = TWIXT_WON;
        position->next = (uint8_t)(1 - side);
        return;
    }
    twixt_settle(board, position, 1 - side);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct twixt_position *position = state;

    (void)game;
    of_player[position->next] = position->status == TWIXT_WON ? 0 : 0.5;
    of_player[1 - position->next] = 1 - of_player[position->next];
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct twixt_position *position = state;

    (void)game;
    if (position->status == TWIXT_GOES_ON)
        return NULL;
    if (position->status == TWIXT_WON)
        return "a chain from side to side";
    return position->left[position->next] == 0 ? "no hole is left to use"
                                               : "nobody can connect two sides any more";
}

/* The next eight bytes, or as many as there are, the first one lowest. */
static uint64_t load_word(const uint8_t *bytes, size_t length)
{
    uint64_t word = 0;

    if (length >= sizeof word)
        return twixt_eight_bytes(bytes);
    for (size_t i = 0; i < length; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

/* Pegs, links and whose turn it is; all else follows from these. Links must be in the key, since
 * the order of moves decides which of two crossing ones exists (twixt.md 2.5, 9.2). */
static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct twixt_position *position = state;
    size_t plane_bytes = (size_t)twixt_board_of(game)->plane_bytes;
    size_t pegs_end = TWIXT_REACH * plane_bytes, links = TWIXT_LINKS * plane_bytes;
    uint64_t sum = position->next;

    for (size_t at = 0; at < pegs_end; at += sizeof sum) {
        size_t length = pegs_end - at;
        uint64_t pegs = load_word(position->planes + at, length);
        uint64_t first = load_word(position->planes + links + at, length);
        uint64_t second = load_word(position->planes + links + pegs_end + at, length);

        sum = key_of_words(pegs ^ sum, first, second);
    }
    return sum;
}

/* The hole (twixt.md 3.3.1), or the swap behind them all. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 1;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct twixt_position *position = state;

    if (position->status == TWIXT_GOES_ON)
        twixt_settle(twixt_board_of(game), position, player);
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    uint32_t count = position->left[position->next];
    uint32_t rank = cop_rng_below(rng, count + (uint32_t)(twixt_swap_hole(board, position) >= 0));

    if (rank == count)
        return TWIXT_SWAP;
    for (int row = 0;; row++) {
        uint32_t columns = twixt_free(board, position, position->next, row);
        uint32_t here = (uint32_t)bit_count(columns);

        if (rank < here)
            return (cop_move)twixt_hole(board, bit_index(nth_bit(columns, rank)), row) + 1;
        rank -= here;
    }
}

/* Taking over a peg is possible only at the start, so that the fast way need not know of it. */
static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct twixt_board *board = twixt_board_of(game);
    struct twixt_position *position = state;
    int plies = 0;

    if (limit <= 0)
        limit = game->max_plies;
    while (board->has_swap && position->left[WHITE] + 1 >= board->holes_of_side &&
           position->status == TWIXT_GOES_ON && plies < limit) {
        play(game, state, random_move(game, state, rng));
        plies++;
    }
    return plies + twixt_play_out(board, position, rng, limit - plies);
}

/* A swap leaves as many holes as there were. */
static bool may_swap_yet(const struct twixt_board *board, const struct twixt_position *position)
{
    bool is_empty = position->left[WHITE] == board->holes_of_side &&
                    position->left[BLACK] == board->holes_of_side;

    return board->has_swap && (is_empty || twixt_swap_hole(board, position) >= 0);
}

/* The empty holes of both sides, the corners left out (twixt.md 4.7). */
static int moves_left(const struct cop_game *game, const void *state)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    size_t pegs_end = TWIXT_REACH * (size_t)board->plane_bytes;
    int pegs = 0;

    for (size_t at = 0; at < pegs_end; at += sizeof(uint64_t))
        pegs += bit_count(load_word(position->planes + at, pegs_end - at));
    return board->size * board->size - 4 - pegs + may_swap_yet(board, position);
}

static const struct cop_recipe recipes[] = {
    {"thesis", "mcts",
     "c=-0.75, warm=50, history=losses, history_weight=15, solver=on, proof=wins, look_ahead=on, "
     "reuse=on, playout=knowledge",
     "the final configuration of the thesis (twixt.md, section 0)"},
    {"basic", "mcts", "c=2.5, warm=50", "where the thesis began: UCT and uniform playouts"},
    {"strong", "mcts",
     "select=puct, prior=order, prior_by=learned, prior_temperature=0.12, playout_limit=1, "
     "judge=connection, judge_scale=chance, solver=on, look_ahead=on, reuse=on, openings=on",
     "judged after a move, led by what searches chose: the strongest in our matches on 12 x 12"},
    {"strong", "alphabeta", "eval=connection, order=safe, width=24, reduce=3, openings=on",
     "the moves on safe chains only, deeper: the strongest in our matches on 24 x 24"},
    {NULL}};

const struct cop_rules cop_twixt = {
    .name = "twixt",
    .title = "TwixT",
    .summary = "link pegs a knight's move apart into a chain across the board",
    .lesson = twixt_lesson,
    .pictures = twixt_pictures,
    .notation = twixt_notation,
    .sgf_number = 21,
    .player_names = {"White", "Black"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .key = key,
    .write_move = twixt_write_move,
    .write_position = twixt_write_position,
    .read_position = twixt_read_position,
    .scene = twixt_scene,
    .path = twixt_path,
    .prompt = twixt_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .moves_left = moves_left,
    .decisive = twixt_decisive,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = twixt_evaluators,
    .policies = twixt_policies,
    .orderings = twixt_orderings,
    .opening = twixt_opening,
    .recipes = recipes,
};
