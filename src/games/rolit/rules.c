/* rules.c - Rolit for 2 to 4 players on 4 x 4, 6 x 6 and 8 x 8 boards
 * (chance-and-multiplayer.md 1.6).
 *
 * Othello in four colours. All pieces that are not the mover's are alike to him, so captures are
 * those of othello/board.h with every other colour as the enemy. Nobody passes and every move fills
 * a square: the game is over when the board is full, and that needs no list of moves to know. */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "features.h"
#include "games/bits.h"
#include "games/lessons.h"

enum { MIDDLE = 4 };

static const struct cop_option options[] = {
    {"players", COP_INTEGER, "2", 2, ROLIT_COLOURS, NULL, "how many play"},
    {"size", COP_CHOICE, "8", 0, 0, "4|6|8", "rows and columns"},
    {NULL},
};

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    int size = 4 + 2 * cop_choice(game->settings, "size");
    int low = size / 2 - 1;
    struct rolit_opened *opened = aligned_alloc(ROLIT_LINE, sizeof *opened);
    struct rolit_board *board;

    if (opened == NULL)
        return cop_fail(error, "rolit: out of memory");
    memset(opened, 0, sizeof *opened);
    board = &opened->board;
    board->size = size;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            board->squares |= rolit_square(column, row);
    rolit_fill_borders(board);
    /* Clockwise from the upper left, row 1 being the lowest (chance-and-multiplayer.md 1.6.2). */
    board->start[0] = rolit_square(low, low + 1);
    board->start[1] = rolit_square(low + 1, low + 1);
    board->start[2] = rolit_square(low + 1, low);
    board->start[3] = rolit_square(low, low);
    game->own = opened;
    game->state_size = sizeof(struct rolit_position);
    game->players = (int)cop_integer(game->settings, "players");
    if (game->players == 2 && size == ROLIT_STRIDE)
        othello_patterns_fill(&opened->patterns);
    game->max_moves = size * size - MIDDLE;
    game->move_kinds = ROLIT_STRIDE * ROLIT_STRIDE;
    game->max_plies = size * size - MIDDLE;
    game->is_constant_sum = true;
    game->score_low = 0;
    game->score_high = size * size;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct rolit_position position = {0};

    (void)rng;
    for (uint64_t colour = 0; colour < ROLIT_COLOURS; colour++)
        rolit_put(&position, rolit_board_of(game)->start[colour], colour);
    memcpy(state, &position, sizeof position);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct rolit_position *position = state;

    return position->taken == rolit_board_of(game)->squares ? COP_OVER : (int)position->turn;
}

/* A move is the number of its square's bit, from 1. */
static cop_move move_to(uint64_t square)
{
    return (cop_move)bit_index(square) + 1;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    int count = 0;

    for (uint64_t left = rolit_placements(state, rolit_board_of(game)->squares); left != 0;
         left &= left - 1)
        out[count++] = move_to(left);
    return count;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct rolit_position *position = state;
    uint64_t square = (uint64_t)1 << (move - 1);

    assert((rolit_placements(position, rolit_board_of(game)->squares) & square) != 0);
    rolit_place(position, square, (uint64_t)game->players);
}

static double score(const struct cop_game *game, const void *state, int player)
{
    (void)game;
    return bit_count(rolit_pieces(state, (uint64_t)player));
}

/* Who share the highest count share the point (chance-and-multiplayer.md 3.11). A colour that
 * nobody plays has a single piece at most and is never first. */
static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    static const double shares[ROLIT_COLOURS + 1] = {0, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4};
    int counts[ROLIT_COLOURS];
    int most = 0, winners = 0;

    for (int player = 0; player < game->players; player++) {
        counts[player] = bit_count(rolit_pieces(state, (uint64_t)player));
        if (counts[player] > most) {
            most = counts[player];
            winners = 0;
        }
        winners += counts[player] == most;
    }
    for (int player = 0; player < game->players; player++)
        of_player[player] = counts[player] == most ? shares[winners] : 0;
}

static const char *ending(const struct cop_game *game, const void *state)
{
    return turn(game, state) == COP_OVER ? "the board is full" : NULL;
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct rolit_position *position = state;

    (void)game;
    return key_of_words(position->planes[0], position->planes[1],
                        cop_mix(position->taken) + position->turn);
}

/* The square. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 1;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct rolit_position *position = state;

    if (turn(game, state) != COP_OVER)
        position->turn = (uint64_t)player;
}

static inline uint64_t draw(uint64_t choices, struct cop_rng *rng)
{
    return nth_bit(choices, cop_rng_below(rng, (uint32_t)bit_count(choices)));
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    return move_to(draw(rolit_placements(state, rolit_board_of(game)->squares), rng));
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    uint64_t squares = rolit_board_of(game)->squares, players = (uint64_t)game->players;
    struct rolit_position position;
    struct cop_rng local = *rng;
    int plies;

    memcpy(&position, state, sizeof position);
    plies = bit_count(squares & ~position.taken);
    if (limit > 0 && limit < plies)
        plies = limit;
    for (int i = 0; i < plies; i++)
        rolit_place(&position, draw(rolit_placements(&position, squares), &local), players);
    memcpy(state, &position, sizeof position);
    *rng = local;
    return plies;
}

/* The empty squares. */
static int moves_left(const struct cop_game *game, const void *state)
{
    const struct rolit_position *position = state;

    return bit_count(rolit_board_of(game)->squares & ~position->taken);
}

static const struct cop_recipe recipes[] = {
    {"strong", "alphabeta", "reduce=2, reduce_rate=0.9",
     "late moves less deeply, which won our matches of two (docs/measurements.md)"},
    {"strong", "mcts",
     "c=0.5, select=puct, prior=evaluate, prior_by=learned, line_limit=1, judge=learned, "
     "judge_scale=chance, solver=on, reuse=on",
     "judged without a playout and led by what was learned from games, for two on 8 x 8 squares: "
     "stronger than the plain tree (docs/measurements.md)"},
    {NULL}};

const struct cop_rules cop_rolit = {
    .name = "rolit",
    .title = "Rolit",
    .summary = "Othello in four colours for 2 to 4 players; most pieces win",
    .lesson = rolit_lesson,
    .pictures = rolit_pictures,
    .notation = rolit_notation,
    .player_names = {"Red", "Green", "Yellow", "Blue"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .write_move = rolit_write_move,
    .write_position = rolit_write_position,
    .read_position = rolit_read_position,
    .scene = rolit_scene,
    .path = rolit_path,
    .prompt = rolit_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .moves_left = moves_left,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = rolit_evaluators,
    .features = &rolit_features,
    .orderings = rolit_orderings,
    .recipes = recipes,
};
