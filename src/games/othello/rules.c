/* othello.c - Othello on 4 x 4, 6 x 6 and 8 x 8 boards (uct-star.md 1.2).
 *
 * A position keeps the placements of the side to move next to the discs: whether the game goes on
 * cannot be known without them, so play() finds them once and turn() and moves() only read them.
 * A side without a placement passes, which is a move of its own (uct-star.md 1.2.2). */
#include "games/list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "board.h"
#include "endgame.h"
#include "games/bits.h"
#include "position.h"

static const struct cop_option options[] = {
    {"size", COP_CHOICE, "8", 0, 0, "4|6|8", "rows and columns"},
    {"empties", COP_CHOICE, "winner", 0, 0, "winner|nobody",
     "who gets the points of squares that stay empty; a draw shares them"},
    {NULL},
};

static const struct othello_board *board_of(const struct cop_game *game)
{
    return game->tables;
}

static inline uint64_t placements(uint64_t squares, uint64_t own, uint64_t enemy)
{
    return othello_ends(own, enemy) & squares & ~(own | enemy);
}

/* Gives `player` the turn, or ends the game if neither side can place a disc. */
static void settle(struct othello_position *position, uint64_t squares, int player)
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
    struct othello_board *board = calloc(1, sizeof *board);

    if (board == NULL)
        return cop_fail(error, "othello: out of memory");
    board->size = size;
    board->winner_gets_empties = cop_choice(game->settings, "empties") == 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            board->squares |= othello_square(column, row);
            if (is_inner(column, size) && is_inner(row, size))
                board->middle |= othello_square(column, row);
        }
    fill_corners(board);
    game->tables = board;
    game->state_size = sizeof(struct othello_position);
    game->players = 2;
    game->max_moves = size * size - 4;
    game->move_kinds = OTHELLO_STRIDE * OTHELLO_STRIDE + 1;
    game->max_plies = 2 * (size * size - 4); /* no two passes follow each other */
    game->is_constant_sum = true;
    game->score_low = -size * size;
    game->score_high = size * size;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct othello_board *board = board_of(game);
    struct othello_position *position = state;
    int low = board->size / 2 - 1;

    (void)rng;
    position->discs[0] = othello_square(low + 1, low) | othello_square(low, low + 1);
    position->discs[1] = othello_square(low, low) | othello_square(low + 1, low + 1);
    settle(position, board->squares, 0);
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
    settle(position, board_of(game)->squares, 1 - mover);
}

static double score(const struct cop_game *game, const void *state, int player)
{
    const struct othello_position *position = state;

    return othello_points(board_of(game), position->discs[player], position->discs[1 - player],
                          position->turn == COP_OVER);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct othello_position *position = state;
    int margin = bit_count(position->discs[0]) - bit_count(position->discs[1]);

    (void)game;
    of_player[0] = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
    of_player[1] = 1 - of_player[0];
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
        settle(position, board_of(game)->squares, player);
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
    uint64_t squares = board_of(game)->squares;
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
    settle(position, squares, mover);
    *rng = local;
    return plies;
}

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    int square = (int)move - 1;

    (void)game;
    (void)state;
    if (move == COP_PASS)
        cop_text_add(text, "--");
    else
        cop_text_add(text, "%c%d", 'a' + square % OTHELLO_STRIDE, square / OTHELLO_STRIDE + 1);
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct othello_board *board = board_of(game);
    const struct othello_position *position = state;

    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            uint64_t square = othello_square(column, row);

            cop_text_add(text, "%c",
                         (position->discs[0] & square) != 0   ? 'X'
                         : (position->discs[1] & square) != 0 ? 'O'
                                                              : '-');
        }
    /* Nobody moves in a finished game; the text then says X, and reading it ends the game again. */
    cop_text_add(text, " %c", position->turn == 1 ? 'O' : 'X');
}

/* Reads the squares and returns where they end, or NULL. */
static const char *read_squares(const struct othello_board *board, const char *words,
                                uint64_t discs[2], struct cop_error *error)
{
    int count = board->size * board->size;

    for (int i = 0; i < count; i++) {
        uint64_t square = othello_square(i % board->size, i / board->size);

        switch (words[i]) {
        case 'X':
        case 'x':
        case '*':
            discs[0] |= square;
            break;
        case 'O':
        case 'o':
            discs[1] |= square;
            break;
        case '-':
        case '.':
            break;
        default:
            cop_fail(error,
                     "othello: a position is %d characters (X black, O white, - empty, from a1 row "
                     "by row), a blank and who moves; character %d is none of them",
                     count, i + 1);
            return NULL;
        }
    }
    return words + count;
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    const struct othello_board *board = board_of(game);
    struct othello_position position = {0};
    int mover;

    words = read_squares(board, words, position.discs, error);
    if (words == NULL)
        return false;
    while (isspace((unsigned char)*words))
        words++;
    mover = toupper((unsigned char)*words) == 'O';
    if (strcasecmp(words, "X") != 0 && strcasecmp(words, "O") != 0)
        return cop_fail(error, "othello: after the %d squares comes a blank and who moves, X or O",
                        board->size * board->size);
    if ((board->middle & ~(position.discs[0] | position.discs[1])) != 0)
        return cop_fail(error, "othello: the four squares in the middle are never empty");
    settle(&position, board->squares, mover);
    memcpy(state, &position, sizeof position);
    return true;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *scene_out)
{
    const struct othello_board *board = board_of(game);
    const struct othello_position *position = state;

    (void)viewer;
    scene_out->owners[0] = "black";
    scene_out->owners[1] = "white";
    cop_scene_board(scene_out, board->size, board->size, true, COP_FELT, COP_FELT);
    for (int i = 0; i < board->size * board->size; i++) {
        uint64_t square = othello_square(i % board->size, i / board->size);

        for (int player = 0; player < 2; player++)
            if ((position->discs[player] & square) != 0)
                cop_scene_piece(scene_out, i, player, 0, COP_DISC, "");
    }
    for (int player = 0; player < 2; player++)
        cop_scene_label(scene_out, (float)board->size + 0.8f, (float)player, "%s %d",
                        cop_othello.player_names[player], bit_count(position->discs[player]));
}

/* A placement is one click; a pass is none. */
static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    int square = (int)move - 1;

    (void)state;
    if (move == COP_PASS)
        return 0;
    cells[0] = square / OTHELLO_STRIDE * board_of(game)->size + square % OTHELLO_STRIDE;
    return 1;
}

static const char lesson[] =
    "Black and White place discs in turn; Black begins. A disc goes on an empty square such that "
    "at least one straight, unbroken run of enemy discs, across, upright or slanting, lies between "
    "it and another disc of the same colour. All such runs are captured: their discs change "
    "colour. "
    "Discs that changed colour capture nothing further.\n"
    "\n"
    "Whoever cannot capture must pass, and nobody else may. The game is over when neither side can "
    "capture. More discs win; equally many are a draw. Squares that stayed empty count as the "
    "winner's discs, as in tournaments; a draw shares them. With empties=nobody they do not "
    "count.\n"
    "\n"
    "A move is the square's column, a for the leftmost, and its row, 1 for the topmost: d3. A pass "
    "is written -- and may be left out of a list of moves. Black's first moves are d3, c4, f5 and "
    "e6.\n"
    "\n"
    "A position is written square by square from a1 along the rows, X for black, O for white and - "
    "for empty, then a blank and who moves. The start on a 4 x 4 board is -----OX--XO----- X.\n";

const struct cop_rules cop_othello = {
    .name = "othello",
    .title = "Othello",
    .summary = "enclose the opponent's discs to turn them over; more discs win",
    .lesson = lesson,
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
    .write_move = write_move,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .move_kind = move_kind,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .can_solve = othello_can_solve,
    .solve = othello_solve,
    .evaluators = othello_evaluators,
    .orderings = othello_orderings,
};
