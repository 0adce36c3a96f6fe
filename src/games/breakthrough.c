/* breakthrough.c - Breakthrough on boards of 2 to 8 columns and 4 to 8 rows (uct-star.md 1.3).
 *
 * breakthrough_board.h has the position and how stones step; a move is drawn by its rank in the
 * sets of steps. */
#include "list.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bits.h"
#include "breakthrough_board.h"
#include "breakthrough_evaluate.h"
#include "rows.h"

static const struct cop_option options[] = {
    {"width", COP_INTEGER, "8", 2, 8, NULL, "columns"},
    {"height", COP_INTEGER, "8", 4, 8, NULL, "rows"},
    {NULL},
};

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct board *board = calloc(1, sizeof *board);
    uint64_t row_bits;

    if (board == NULL)
        return cop_fail(error, "breakthrough: out of memory");
    board->columns = (int)cop_integer(game->settings, "width");
    board->rows = (int)cop_integer(game->settings, "height");
    row_bits = ((uint64_t)1 << board->columns) - 1;
    for (int row = 0; row < board->rows; row++)
        board->squares |= row_bits << (row * STRIDE);
    board->goal[WHITE] = row_bits << ((board->rows - 1) * STRIDE);
    board->goal[BLACK] = row_bits;
    game->tables = board;
    game->state_size = sizeof(struct position);
    game->players = 2;
    game->max_moves = 3 * 2 * board->columns;
    /* All of one side's stones but the winner stop short of the goal (uct-star.md 1.3.2). */
    game->max_plies = 2 * board->columns * (2 * board->rows - 5) + 2;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct board *board = board_of(game);
    struct position *position = state;

    (void)rng;
    position->stones[WHITE] = board->goal[BLACK] | board->goal[BLACK] << STRIDE;
    position->stones[BLACK] = board->goal[WHITE] | board->goal[WHITE] >> STRIDE;
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
    return list_moves(
        side,
        steps_of(side, position->stones[side], position->stones[1 - side], board_of(game)->squares),
        out);
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct position *position = state;
    int side = (int)position->turn;
    uint64_t from = (uint64_t)1 << (move >> 6);
    uint64_t to = (uint64_t)1 << (move & 63);

    assert(side != COP_OVER && (position->stones[side] & from) != 0);
    position->stones[side] ^= from | to;
    position->stones[1 - side] &= ~to;
    position->turn = 1 - side;
    if ((to & board_of(game)->goal[side]) != 0 || position->stones[1 - side] == 0)
        position->turn = COP_OVER;
}

static int winner(const struct board *board, const struct position *position)
{
    bool white_won =
        (position->stones[WHITE] & board->goal[WHITE]) != 0 || position->stones[BLACK] == 0;

    return white_won ? WHITE : BLACK;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    int won = winner(board_of(game), state);

    of_player[won] = 1;
    of_player[1 - won] = 0;
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    (void)game;
    return key_of_words(position->stones[0], position->stones[1], (uint64_t)position->turn);
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct position *position = state;

    (void)game;
    if (position->turn != COP_OVER)
        position->turn = player;
}

/* One step by its rank in the list of moves(), as its target; `change` becomes its distance. The
 * choice of the direction is as good as random, so it must not become a branch. */
static inline uint64_t draw_step(int side, struct steps steps, struct cop_rng *rng, int *change)
{
    uint32_t lefts = (uint32_t)bit_count(steps.left);
    uint32_t until_right = lefts + (uint32_t)bit_count(steps.ahead);
    uint32_t count = until_right + (uint32_t)bit_count(steps.right);
    uint32_t rank = cop_rng_below(rng, count);
    uint64_t past_left = -(uint64_t)(rank >= lefts);
    uint64_t past_ahead = -(uint64_t)(rank >= until_right);
    uint64_t targets = (steps.left & ~past_left) | (steps.ahead & (past_left ^ past_ahead)) |
                       (steps.right & past_ahead);

    rank -= (lefts & (uint32_t)past_left) + ((until_right - lefts) & (uint32_t)past_ahead);
    *change = distance(side, -(int)past_left - (int)past_ahead);
    return nth_bit(targets, rank);
}

static cop_move random_step(int side, struct steps steps, struct cop_rng *rng)
{
    int change;
    int to = bit_index(draw_step(side, steps, rng, &change));

    return move_of(side == WHITE ? to - change : to + change, to);
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct position *position = state;
    int side = (int)position->turn;

    return random_step(
        side,
        steps_of(side, position->stones[side], position->stones[1 - side], board_of(game)->squares),
        rng);
}

/* One ply of a playout; true if it ends the game. */
static inline bool random_ply(int side, uint64_t *own, uint64_t *enemy, const struct board *board,
                              struct cop_rng *rng)
{
    int change;
    uint64_t to = draw_step(side, steps_of(side, *own, *enemy, board->squares), rng, &change);

    *own ^= to | (side == WHITE ? to >> change : to << change);
    *enemy &= ~to;
    return (to & board->goal[side]) != 0 || *enemy == 0;
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

static bool is_empty(struct steps steps)
{
    return (steps.left | steps.ahead | steps.right) == 0;
}

/* A stone one row from its goal always has a slanting step into it, so to leave one there is to
 * lose. */
static cop_move pick_decisive(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct position *position = state;
    const struct board *board = board_of(game);
    int side = (int)position->turn;
    uint64_t enemy = position->stones[1 - side];
    struct steps steps = steps_of(side, position->stones[side], enemy, board->squares);
    uint64_t wins = board->goal[side] | (bit_count(enemy) == 1 ? enemy : 0);
    uint64_t near_goal =
        side == WHITE ? board->goal[BLACK] << STRIDE : board->goal[WHITE] >> STRIDE;
    struct steps best = only(steps, wins);

    if (is_empty(best))
        best = only(steps, enemy & near_goal);
    return random_step(side, is_empty(best) ? steps : best, rng);
}

static const struct cop_policy policies[] = {
    {"decisive", "win if possible, else capture a stone one step from its goal, else uniform",
     pick_decisive},
    {NULL},
};

static void write_square(int square, struct cop_text *text)
{
    cop_text_add(text, "%c%d", 'a' + square % STRIDE, square / STRIDE + 1);
}

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    const struct position *position = state;
    uint64_t all = position->stones[WHITE] | position->stones[BLACK];
    int to = (int)(move & 63);

    (void)game;
    write_square((int)(move >> 6), text);
    if ((all >> to & 1) != 0)
        cop_text_add(text, "x");
    write_square(to, text);
}

/* Also "d4e5" and "d4-e5" for a capture or a plain step. */
static bool accepts(const struct cop_game *game, const void *state, cop_move move, const char *word)
{
    int from = (int)(move >> 6), to = (int)(move & 63);
    char plain[5] = {(char)('a' + from % STRIDE), (char)('1' + from / STRIDE),
                     (char)('a' + to % STRIDE), (char)('1' + to / STRIDE), 0};

    (void)game;
    (void)state;
    if (strncasecmp(word, plain, 2) != 0)
        return false;
    word += 2;
    if (*word == '-')
        word++;
    return strcasecmp(word, plain + 2) == 0;
}

static struct cop_rows empty_rows(const struct board *board)
{
    struct cop_rows picture = {"breakthrough", "wb", board->columns, board->rows, 0, {0}};

    memset(picture.at, -1, sizeof picture.at);
    return picture;
}

static int cell_number(const struct board *board, int square)
{
    return (board->rows - 1 - square / STRIDE) * board->columns + square % STRIDE;
}

static struct cop_rows rows_of(const struct board *board, const struct position *position)
{
    struct cop_rows picture = empty_rows(board);

    for (int side = 0; side < 2; side++)
        for (uint64_t left = position->stones[side]; left != 0; left &= left - 1)
            picture.at[cell_number(board, bit_index(left))] = (signed char)side;
    /* When the game is over the loser would be next. */
    picture.turn = position->turn == COP_OVER ? 1 - winner(board, position) : (int)position->turn;
    return picture;
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    struct cop_rows picture = rows_of(board_of(game), state);

    cop_rows_write(&picture, text);
}

/* What no sequence of moves can reach is refused with its reason. A finished game is legal if it is
 * the loser's turn. */
static bool check_reachable(const struct board *board, const struct position *position,
                            struct cop_error *error)
{
    static const char *const names[2] = {"White", "Black"};

    if ((position->stones[WHITE] | position->stones[BLACK]) == 0)
        return cop_fail(error, "breakthrough: there are no stones on the board");
    for (int side = 0; side < 2; side++) {
        int arrived = bit_count(position->stones[side] & board->goal[side]);

        if (bit_count(position->stones[side]) > 2 * board->columns)
            return cop_fail(error, "breakthrough: %s has %d stones and began with %d", names[side],
                            bit_count(position->stones[side]), 2 * board->columns);
        if (arrived > 1)
            return cop_fail(
                error,
                "breakthrough: %s has %d stones on the far row; the first one ended the game",
                names[side], arrived);
        if (position->turn == side && (arrived == 1 || position->stones[1 - side] == 0))
            return cop_fail(error, "breakthrough: %s has won already and cannot be to move",
                            names[side]);
    }
    return true;
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    const struct board *board = board_of(game);
    struct cop_rows picture = empty_rows(board);
    struct position position = {{0, 0}, 0};
    int rival;

    if (!cop_rows_read(&picture, words, error))
        return false;
    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++) {
            int side = picture.at[cell_number(board, row * STRIDE + column)];

            if (side >= 0)
                position.stones[side] |= square_of(column, row);
        }
    position.turn = picture.turn;
    if (!check_reachable(board, &position, error))
        return false;
    rival = 1 - picture.turn;
    if ((position.stones[rival] & board->goal[rival]) != 0 || position.stones[picture.turn] == 0)
        position.turn = COP_OVER;
    memcpy(state, &position, sizeof position);
    return true;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *scene_out)
{
    const struct board *board = board_of(game);
    struct cop_rows picture = rows_of(board, state);

    (void)viewer;
    scene_out->owners[WHITE] = "white";
    scene_out->owners[BLACK] = "black";
    cop_scene_board(scene_out, board->columns, board->rows, false, COP_LIGHT, COP_DARK);
    for (int cell = 0; cell < board->columns * board->rows; cell++)
        if (picture.at[cell] >= 0)
            cop_scene_piece(scene_out, cell, picture.at[cell], 0, COP_PAWN, "");
}

static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct board *board = board_of(game);

    (void)state;
    cells[0] = cell_number(board, (int)(move >> 6));
    cells[1] = cell_number(board, (int)(move & 63));
    return 2;
}

static const char lesson[] =
    "Each side fills its two nearest rows with stones. White begins and moves up the board, Black "
    "moves down. A stone goes one row forward in a turn: straight on if that square is empty, or "
    "slanting to either side if that square is empty or holds an enemy stone, which is captured "
    "and leaves the board. There is no capture straight on, and no duty to capture.\n"
    "\n"
    "Whoever brings a stone to the far row wins at once, and so does whoever captures the last "
    "enemy stone. There are no draws and no passes.\n"
    "\n"
    "A move names the two squares, d2d3, with an x between them if it captures, d4xe5; d4e5 and "
    "d4-e5 are understood too. Columns are a, b, ... from the left, rows 1, 2, ... from White's "
    "side.\n"
    "\n"
    "A position is written as its rows from the top, w and b for stones and a number for a run of "
    "empty squares, then who moves. The start is "
    "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w.\n";

const struct cop_rules cop_breakthrough = {
    .name = "breakthrough",
    .title = "Breakthrough",
    .summary = "advance stones one row at a time and be the first to reach the far row",
    .lesson = lesson,
    .player_names = {"White", "Black"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .key = key,
    .write_move = write_move,
    .accepts = accepts,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = breakthrough_evaluators,
    .policies = policies,
    .orderings = breakthrough_orderings,
};
