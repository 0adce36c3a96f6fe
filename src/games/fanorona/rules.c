/* fanorona.c - Fanorona on boards with odd sides and at most 45 points
 * (samegame-and-fanorona.md 3): the rules and random play.
 *
 * For each of eight directions three shifts tell which stones can step, approach and withdraw; a
 * move is drawn by its rank in those sets, which are also the order of moves(). */
#include "board.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "games/lessons.h"
#include "games/list.h"

static const struct cop_option options[] = {
    {"width", COP_INTEGER, "9", 3, SIDE_MAX, NULL, "columns, an odd number"},
    {"height", COP_INTEGER, "5", 3, SIDE_MAX, NULL, "rows, an odd number; at most 45 points"},
    {"repetition", COP_CHOICE, "first", 0, 0, "first|threefold|off",
     "draw when a position comes back, when it stands a third time, or never"},
    {"quiet", COP_INTEGER, "100", 0, QUIET_MAX, NULL,
     "draw after this many moves in a row without a capture; 0 for never"},
    {"corners", COP_CHOICE, "strong", 0, 0, "strong|weak",
     "whether corners have slanting lines; every second point has what they have"},
    {NULL},
};

/* ---- Opening ---- */

/* Slanting lines join strong points, which are those whose column and row have an even sum, as in
 * the corners, or all others. */
static void lay_out_points(struct fanorona_board *board)
{
    int remainder = board->has_weak_corners ? 1 : 0;
    uint64_t strong = 0;

    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++) {
            uint64_t bit = bit_at(point_at(board, column, row));

            board->points |= bit;
            if ((column + row) % 2 == remainder)
                strong |= bit;
        }
    for (int direction = 0; direction < DIRECTIONS; direction++)
        board->lines[direction] = direction % 2 == 0 ? board->points : strong;
}

static void number_lines(struct fanorona_board *board)
{
    for (uint64_t left = board->points; left != 0; left &= left - 1) {
        uint64_t from = lowest_bit(left);

        for (int direction = 0; direction < 4; direction++) {
            uint64_t to = shifted(board, from & board->lines[direction], direction) & board->points;

            if (to == 0)
                continue;
            board->ends[++board->line_count] = from | to;
            board->line_of[bit_index(from)][direction] = (uint8_t)board->line_count;
            board->line_of[bit_index(to)][direction + 4] = (uint8_t)board->line_count;
        }
    }
}

static bool read_options(struct fanorona_board *board, const struct cop_game *game,
                         struct cop_error *error)
{
    static const int repetitions[] = {1, 2, 0};

    board->columns = (int)cop_integer(game->settings, "width");
    board->rows = (int)cop_integer(game->settings, "height");
    board->repetitions = repetitions[cop_choice(game->settings, "repetition")];
    board->quiet_limit = (int)cop_integer(game->settings, "quiet");
    board->has_weak_corners = cop_choice(game->settings, "corners") == 1;
    if (board->columns % 2 == 0 || board->rows % 2 == 0)
        return cop_fail(error, "fanorona: %s=%d is even; both sides of the board must be odd",
                        board->columns % 2 == 0 ? "width" : "height",
                        board->columns % 2 == 0 ? board->columns : board->rows);
    if (board->columns * board->rows > POINTS_MAX)
        return cop_fail(error, "fanorona: width=%d and height=%d are %d points; at most %d fit",
                        board->columns, board->rows, board->columns * board->rows, POINTS_MAX);
    if (board->quiet_limit == 0 && board->repetitions > 0)
        return cop_fail(error,
                        "fanorona: quiet=0 needs repetition=off, because a state remembers a "
                        "limited number of moves; quiet may be at most %d",
                        QUIET_MAX);
    return true;
}

static void measure(struct cop_game *game, const struct fanorona_board *board)
{
    int stones = board->columns * board->rows - 1;
    int quiet = board->quiet_limit;
    /* The move that reaches the limit ends the game and need not be remembered. */
    size_t history = board->repetitions > 0 ? (size_t)quiet - 1 : 0;

    game->state_size = (offsetof(struct fanorona_position, history) + history + 7) / 8 * 8;
    game->players = 2;
    game->max_moves = 2 * board->line_count;
    game->move_kinds = (int)STOP - 64 + 1;
    /* Each capture takes a stone, one stone is left at the end, and a stop can follow each. */
    game->max_plies = quiet > 0 ? (stones - 1) * (quiet + 1) + quiet : 0;
    game->is_endless = quiet == 0; /* repetition is off then */
    game->is_constant_sum = true;
}

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct fanorona_board *board = calloc(1, sizeof *board);

    if (board == NULL)
        return cop_fail(error, "fanorona: out of memory");
    game->own = board;
    if (!read_options(board, game, error))
        return false;
    board->stride = board->columns + 1;
    board->shift[0] = 1;
    board->shift[1] = (uint64_t)board->stride - 1;
    board->shift[2] = (uint64_t)board->stride;
    board->shift[3] = (uint64_t)board->stride + 1;
    lay_out_points(board);
    number_lines(board);
    measure(game, board);
    board->numbers = fanorona_number(board);
    return true;
}

static void close_board(struct cop_game *game)
{
    struct fanorona_board *board = game->own;

    fanorona_free_numbers(board->numbers);
    free(board);
}

/* The middle row alternates from the left, Black first, its centre empty and not counted. */
static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct fanorona_board *board = board_of(game);
    struct fanorona_position *position = state;
    int middle = board->rows / 2, centre = board->columns / 2;

    (void)rng;
    memset(position, 0, game->state_size);
    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++) {
            int side = row < middle ? WHITE : BLACK;

            if (row == middle && column == centre)
                continue;
            if (row == middle)
                side = (column - (column > centre)) % 2 == 0 ? BLACK : WHITE;
            position->stones[side] |= bit_at(point_at(board, column, row));
        }
}

/* ---- Moves ---- */

static int turn(const struct cop_game *game, const void *state)
{
    const struct fanorona_position *position = state;

    (void)game;
    return position->end == GOING ? position->next : COP_OVER;
}

/* What `movers` can do where they may step to `open` points; returns the number of captures. They
 * are counted while they are at hand: to read the sets again at once would wait for the writing. */
static inline int find_sets(const struct fanorona_board *board, uint64_t movers, uint64_t enemy,
                            uint64_t open, uint64_t *sets)
{
    uint64_t *approach = sets, *withdraw = sets + WITHDRAWALS, *step = sets + PAIKA;
    int captures = 0;

    for (int i = 0; i < 4; i++) {
        uint64_t shift = board->shift[i];
        uint64_t up = movers & board->lines[i] & open >> shift;
        uint64_t down = movers & board->lines[i + 4] & open << shift;
        uint64_t near_up = up & enemy >> 2 * shift, near_down = down & enemy << 2 * shift;
        uint64_t far_up = up & enemy << shift, far_down = down & enemy >> shift;

        approach[i] = near_up;
        approach[i + 4] = near_down;
        withdraw[i] = far_up;
        withdraw[i + 4] = far_down;
        step[i] = up;
        step[i + 4] = down;
        captures += bit_count(near_up) + bit_count(near_down);
        captures += bit_count(far_up) + bit_count(far_down);
    }
    return captures;
}

static inline int count_sets(const uint64_t *sets, int first, int last)
{
    int count = 0;

    for (int i = first; i < last; i++)
        count += bit_count(sets[i]);
    return count;
}

/* A stone that goes on may not return to where it was, nor go on in the direction it came: both are
 * points that are not open to it. */
void fanorona_look(const struct fanorona_board *board, const struct fanorona_position *position,
                   struct fanorona_choices *choices)
{
    uint64_t movers = position->stones[position->next];
    uint64_t enemy = position->stones[1 - position->next];
    uint64_t open = board->points & ~(movers | enemy);

    choices->may_stop = position->visited != 0;
    if (choices->may_stop) {
        movers = bit_at(position->at);
        open &= ~(position->visited | shifted(board, movers, position->heading));
    }
    choices->first = 0;
    choices->last = PAIKA;
    choices->steps = find_sets(board, movers, enemy, open, choices->sets);
    if (choices->steps > 0 || choices->may_stop)
        return;
    choices->first = PAIKA;
    choices->last = SETS;
    choices->steps = count_sets(choices->sets, PAIKA, SETS);
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct fanorona_position *position = state;
    struct fanorona_choices choices;
    int count = 0;

    if (position->end != GOING)
        return 0;
    fanorona_look(board_of(game), position, &choices);
    for (int i = choices.first; i < choices.last; i++)
        for (uint64_t left = choices.sets[i]; left != 0; left &= left - 1)
            out[count++] = move_of(i, bit_index(left));
    if (choices.may_stop)
        out[count++] = STOP;
    return count;
}

/* How many of the quiet moves are in the history. */
static inline int remembered(const struct fanorona_board *board,
                             const struct fanorona_position *position)
{
    if (board->repetitions == 0)
        return 0;
    return position->quiet - (position->quiet == board->quiet_limit);
}

static inline void forget_quiet_moves(const struct fanorona_board *board,
                                      struct fanorona_position *position)
{
    for (int i = remembered(board, position) - 1; i >= 0; i--)
        position->history[i] = 0;
    position->quiet = 0;
}

static void pass_turn(struct fanorona_position *position)
{
    position->visited = 0;
    position->at = 0;
    position->heading = 0;
    position->next ^= 1;
}

static void step_quietly(const struct fanorona_board *board, struct fanorona_position *position,
                         int from, int direction)
{
    int line = board->line_of[from][direction];

    position->stones[position->next] ^= board->ends[line];
    if (position->quiet + 1 < board->quiet_limit && board->repetitions > 0)
        position->history[position->quiet] = (uint8_t)line;
    if (board->quiet_limit > 0)
        position->quiet++;
    pass_turn(position);
}

static inline void capture(const struct fanorona_board *board, struct fanorona_position *position,
                           cop_move move)
{
    uint64_t leaves = bit_at(from_of(move));
    uint64_t arrives = shifted(board, leaves, direction_of(move));
    int side = position->next;

    position->stones[side] ^= leaves | arrives;
    position->stones[1 - side] ^= fanorona_taken(board, position->stones[1 - side], move);
    forget_quiet_moves(board, position);
    position->visited |= leaves | arrives;
    position->at = (uint8_t)bit_index(arrives);
    position->heading = (uint8_t)direction_of(move);
    if (position->stones[1 - side] == 0)
        pass_turn(position);
}

static inline void make(const struct fanorona_board *board, struct fanorona_position *position,
                        cop_move move)
{
    int set = set_of(move);

    if (move == STOP)
        pass_turn(position);
    else if (set >= PAIKA)
        step_quietly(board, position, from_of(move), set % DIRECTIONS);
    else
        capture(board, position, move);
}

/* Whether the position stood often enough since the last capture. */
static bool is_repeated(const struct fanorona_board *board,
                        const struct fanorona_position *position)
{
    uint64_t mine = 0, theirs = 0;
    int seen = 0;

    for (int i = position->quiet; i >= 2; i -= 2) {
        theirs ^= board->ends[position->history[i - 1]];
        mine ^= board->ends[position->history[i - 2]];
        if ((mine | theirs) == 0 && ++seen == board->repetitions)
            return true;
    }
    return false;
}

static bool is_drawn(const struct fanorona_board *board, const struct fanorona_position *position)
{
    if (position->quiet == 0)
        return false;
    return position->quiet == board->quiet_limit ||
           (board->repetitions > 0 && is_repeated(board, position));
}

void fanorona_settle(const struct fanorona_board *board, struct fanorona_position *position,
                     struct fanorona_choices *choices)
{
    fanorona_look(board, position, choices);
    if (choices->steps > 0 && choices->may_stop)
        return;
    if (choices->may_stop) {
        pass_turn(position);
        fanorona_look(board, position, choices);
    }
    if (choices->steps == 0)
        position->end = LOST;
    else if (is_drawn(board, position))
        position->end = DRAWN;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct fanorona_position *position = state;
    struct fanorona_choices choices;

    assert(position->end == GOING);
    make(board_of(game), position, move);
    fanorona_settle(board_of(game), position, &choices);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct fanorona_position *position = state;

    (void)game;
    of_player[position->next] = position->end == DRAWN ? 0.5 : 0;
    of_player[1 - position->next] = 1 - of_player[position->next];
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct fanorona_position *position = state;

    if (position->end == GOING)
        return NULL;
    if (position->end == LOST)
        return position->stones[position->next] == 0 ? "the last stone was captured"
                                                     : "the other side cannot move";
    return position->quiet == board_of(game)->quiet_limit ? "too many moves without a capture"
                                                          : "a position came back";
}

/* The remembered moves are part of the state, since they decide what is a draw. */
static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct fanorona_position *position = state;
    uint64_t small = position->next | (uint64_t)position->end << 8 | (uint64_t)position->at << 16 |
                     (uint64_t)position->heading << 24 | (uint64_t)position->quiet << 32;
    uint64_t sum = key_of_words(position->stones[0], position->stones[1], small);
    int count = remembered(board_of(game), position);

    if (position->visited != 0)
        sum = fold_product(sum ^ position->visited, 0x9e3779b97f4a7c15u);
    for (int i = 0; i < count; i++)
        sum = fold_product(sum ^ position->history[i], 0x9e3779b97f4a7c15u);
    return sum;
}

/* The point it leaves, the direction and the way of capturing; or the stop. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 64;
}

/* A draw is always one of the past; a loss never is. */
static int forget(const struct cop_game *game, void *state)
{
    const struct fanorona_board *board = board_of(game);
    struct fanorona_position *position = state;

    forget_quiet_moves(board, position);
    if (position->end == DRAWN)
        position->end = GOING;
    return board->quiet_limit > 0 ? board->quiet_limit : INT_MAX;
}

/* The moves before it are forgotten, for no position comes back through a turn that was given. */
static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct fanorona_position *position = state;
    struct fanorona_choices choices;

    if (position->end != GOING || player == position->next)
        return;
    pass_turn(position);
    forget_quiet_moves(board_of(game), position);
    fanorona_settle(board_of(game), position, &choices);
}

/* ---- Random play ---- */

static inline cop_move draw_move(const struct fanorona_choices *choices, struct cop_rng *rng)
{
    int rank = (int)cop_rng_below(rng, (uint32_t)(choices->steps + choices->may_stop));

    for (int i = choices->first; i < choices->last; i++) {
        int count = bit_count(choices->sets[i]);

        if (rank < count)
            return move_of(i, bit_index(nth_bit(choices->sets[i], (uint32_t)rank)));
        rank -= count;
    }
    return STOP;
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    struct fanorona_choices choices;

    fanorona_look(board_of(game), state, &choices);
    return draw_move(&choices, rng);
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct fanorona_board *board = board_of(game);
    struct fanorona_position *position = state;
    struct fanorona_choices choices;
    int plies = 0;

    if (limit <= 0)
        limit = INT_MAX;
    if (position->end == GOING)
        fanorona_look(board, position, &choices);
    for (; position->end == GOING && plies < limit; plies++) {
        make(board, position, draw_move(&choices, rng));
        fanorona_settle(board, position, &choices);
    }
    return plies;
}

const struct cop_rules cop_fanorona = {
    .name = "fanorona",
    .title = "Fanorona",
    .summary = "capture rows of stones by moving towards them or away from them",
    .lesson = fanorona_lesson,
    .pictures = fanorona_pictures,
    .notation = fanorona_notation,
    .player_names = {"White", "Black"},
    .options = options,
    .open = open_board,
    .close = close_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .key = key,
    .write_move = fanorona_write_move,
    .accepts = fanorona_accepts,
    .write_position = fanorona_write_position,
    .read_position = fanorona_read_position,
    .scene = fanorona_scene,
    .path = fanorona_path,
    .prompt = fanorona_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .indexing = &fanorona_indexing,
    .forget = forget,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = fanorona_evaluators,
    .orderings = fanorona_orderings,
};
