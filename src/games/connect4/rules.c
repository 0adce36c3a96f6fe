/* connect4.c - Connect Four on a board of any size that fits into one word (uct-star.md 1.1).
 *
 * connect4_board.h has the position and its lines, connect4_solve.c what is known for certain. */
#include "games/list.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "evaluate.h"
#include "games/bits.h"
#include "games/rows.h"
#include "solve.h"

static const struct cop_option options[] = {
    {"width", COP_INTEGER, "7", 4, 12, NULL, "columns; width * (height + 1) is at most 64"},
    {"height", COP_INTEGER, "6", 4, 15, NULL, "rows; width * (height + 1) is at most 64"},
    {NULL},
};

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
    game->tables = board;
    game->state_size = sizeof(struct position);
    game->players = 2;
    game->max_moves = width;
    game->move_kinds = width;
    game->max_plies = width * height;
    game->is_constant_sum = true;
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

static cop_move move_to(const struct board *board, uint64_t cell)
{
    return (cop_move)(bit_index(cell) / (board->height + 1)) + 1;
}

static cop_move one_of(const struct board *board, uint64_t cells, struct cop_rng *rng)
{
    return move_to(board, nth_bit(cells, cop_rng_below(rng, (uint32_t)bit_count(cells))));
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

static cop_move pick_decisive(const struct cop_game *game, const void *tables, const void *state,
                              void *memory, struct cop_rng *rng)
{
    const struct position *position = state;
    const struct board *board = board_of(game);
    uint64_t own = own_stones(board, position);
    uint64_t free_cells = landings(board, position);
    uint64_t wins = all_completions(own, board->height) & free_cells;
    uint64_t stops;

    (void)tables;
    (void)memory;
    if (wins != 0)
        return one_of(board, wins, rng);
    stops = all_completions(own ^ position->all, board->height) & free_cells;
    return one_of(board, stops != 0 ? stops : free_cells, rng);
}

static const struct cop_policy policies[] = {
    {"decisive", "complete a line if possible, else stop the opponent's, else uniform",
     pick_decisive},
    {NULL},
};

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, "%c", (char)('a' + move - 1));
}

/* The solvers' notation: the number of the column, from 1. */
static bool accepts(const struct cop_game *game, const void *state, cop_move move, const char *word)
{
    char *end;
    long column;

    (void)game;
    (void)state;
    if (!isdigit((unsigned char)word[0]))
        return false;
    column = strtol(word, &end, 10);
    return *end == '\0' && column == (long)move;
}

static struct cop_rows empty_rows(const struct board *board)
{
    struct cop_rows picture = {"connect4", "XO", board->width, board->height, 0, {0}};

    memset(picture.at, -1, sizeof picture.at);
    return picture;
}

static int cell_number(const struct board *board, int column, int row)
{
    return (board->height - 1 - row) * board->width + column;
}

static struct cop_rows rows_of(const struct board *board, const struct position *position)
{
    struct cop_rows picture = empty_rows(board);
    uint64_t first = stones_of(board, position, 0);

    picture.turn = (position->own & board->second) != 0;
    for (int column = 0; column < board->width; column++)
        for (int row = 0; row < board->height; row++) {
            uint64_t cell = cell_of(board, column, row);

            if ((position->all & cell) != 0)
                picture.at[cell_number(board, column, row)] = (first & cell) == 0;
        }
    return picture;
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    struct cop_rows picture = rows_of(board_of(game), state);

    cop_rows_write(&picture, text);
}

/* A finished game ended with one stone: taking some topmost stone away must leave no line. */
static bool ends_with_one_stone(const struct board *board, uint64_t winner, uint64_t all)
{
    for (int column = 0; column < board->width; column++) {
        uint64_t stones = all & column_of(board, column);
        uint64_t top = stones & ~(stones >> 1);

        if ((winner & top) != 0 && !has_line(winner & ~top, board->height))
            return true;
    }
    return false;
}

/* What no sequence of moves can reach is refused with its reason. */
static bool check_reachable(const struct board *board, const uint64_t stones[2], int mover,
                            struct cop_error *error)
{
    static const char *const names = "XO";
    int counts[2] = {bit_count(stones[0]), bit_count(stones[1])};
    uint64_t all = stones[0] | stones[1];
    uint64_t hanging = all & ~(all << 1) & ~board->bottom;

    if (hanging != 0) {
        int bit = bit_index(hanging);

        return cop_fail(error, "connect4: the stone on %c%d hangs in the air",
                        'a' + bit / (board->height + 1), bit % (board->height + 1) + 1);
    }
    if (counts[0] != counts[1] + mover)
        return cop_fail(error,
                        "connect4: %d X and %d O with %c to move is impossible; X began, so X has "
                        "as many stones as O when X moves, and one more when O moves",
                        counts[0], counts[1], names[mover]);
    if (has_line(stones[mover], board->height))
        return cop_fail(error, "connect4: %c has a line of four already and cannot be to move",
                        names[mover]);
    if (has_line(stones[1 - mover], board->height) &&
        !ends_with_one_stone(board, stones[1 - mover], all))
        return cop_fail(error, "connect4: the lines of %c cannot all come from one last stone",
                        names[1 - mover]);
    return true;
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    const struct board *board = board_of(game);
    struct cop_rows picture = empty_rows(board);
    struct position *position = state;
    uint64_t stones[2] = {0, 0};

    if (!cop_rows_read(&picture, words, error))
        return false;
    for (int column = 0; column < board->width; column++)
        for (int row = 0; row < board->height; row++) {
            int side = picture.at[cell_number(board, column, row)];

            if (side >= 0)
                stones[side] |= cell_of(board, column, row);
        }
    if (!check_reachable(board, stones, picture.turn, error))
        return false;
    position->own = stones[picture.turn] | (picture.turn == 1 ? board->second : 0) |
                    (has_line(stones[1 - picture.turn], board->height) ? board->line : 0);
    position->all = stones[0] | stones[1];
    return true;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *scene_out)
{
    const struct board *board = board_of(game);
    struct cop_rows picture = rows_of(board, state);

    (void)viewer;
    scene_out->owners[0] = "yellow";
    scene_out->owners[1] = "red";
    cop_scene_board(scene_out, board->width, board->height, false, COP_RACK, COP_RACK);
    for (int cell = 0; cell < scene_out->cell_count; cell++) {
        scene_out->cells[cell].shape = COP_HOLE;
        if (picture.at[cell] >= 0)
            cop_scene_piece(scene_out, cell, picture.at[cell], 0, COP_DISC, "");
    }
}

/* A person clicks the cell where the stone lands. */
static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int column = (int)move - 1;
    int row = bit_count(position->all & column_of(board, column));

    cells[0] = cell_number(board, column, row);
    return 1;
}

/* Any cell of a column drops a stone into it. */
static int click(const struct cop_game *game, const void *state, int cell)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int column = cell % board->width;
    int row = bit_count(position->all & column_of(board, column));

    return row < board->height ? cell_number(board, column, row) : cell;
}

static const char lesson[] =
    "Two players, X and O, drop stones in turn into the columns of an upright board; X begins. A "
    "stone falls to the lowest free cell of its column. Whoever first has four own stones in a "
    "row, across, upright or slanting, wins at once. If the board fills up without such a line, "
    "the game is a draw.\n"
    "\n"
    "A move is the column's letter, a for the leftmost, or its number, 1 for the leftmost. Moves "
    "may be written without blanks: 1122334 is a whole game, in which X wins with the stones on "
    "a1, b1, c1 and d1.\n"
    "\n"
    "A position is written as its rows from the top, X and O for stones and a number for a run of "
    "empty cells, then who moves. After d, d and c it is 7/7/7/7/3O3/2XX3 O.\n";

const struct cop_rules cop_connect4 = {
    .name = "connect4",
    .title = "Connect Four",
    .summary = "drop stones into columns and be the first with four in a row",
    .lesson = lesson,
    .player_names = {"X", "O"},
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
    .click = click,
    .move_kind = move_kind,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .can_solve = connect4_can_solve,
    .solve = connect4_solve,
    .evaluators = connect4_evaluators,
    .policies = policies,
    .orderings = connect4_orderings,
};
