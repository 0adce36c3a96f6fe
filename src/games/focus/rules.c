/* focus.c - Focus, also known as Domination, for two to four players (chance-and-multiplayer.md
 * 1.5).
 *
 * Moves are listed way by way, and in each the sources are a set of bits, so that a random move
 * takes a count of bits for each way and no list. A position does not keep these sets: they follow
 * from its stacks, and a playout keeps them up to date as it goes. */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "games/bits.h"
#include "games/focus/board.h"
#include "games/focus/features.h"
#include "games/lessons.h"

/* The squares with stacks of each player, and with stacks of at least so many pieces. */
struct sets {
    uint64_t of_player[FOCUS_PLAYERS];
    uint64_t at_least[FOCUS_TALLEST + 1];
};

const char focus_letters[] = "RGBY";
static const int row_widths[FOCUS_SIDE] = {4, 6, 8, 8, 8, 8, 6, 4};

static const struct {
    const char *rows; /* as in the text of a position */
    int total, each;
} variants[FOCUS_PLAYERS + 1] = {
    [2] = {"----/RRGGRR/-GGRRGG-/-RRGGRR-/-GGRRGG-/-RRGGRR-/GGRRGG/----", 6, 0},
    [3] = {"----/RRGGBB/-GGBBRR-/-BBRRGG-/-RRGGBB-/-GGBBRR-/BBRRGG/----", 10, 3},
    [4] = {"RRYG/GGGYGY/RRRRYGYG/GGGGYGYG/BRBRBBBB/BRBRYYYY/RBRBBB/BRYY", 10, 2},
};

static const struct cop_option options[] = {
    {"players", COP_INTEGER, "2", 2, 4, NULL, "how many play"},
    {"version", COP_CHOICE, "short", 0, 0, "short|full",
     "short: enough captures win; full: the last player who can move wins"},
    {"limit", COP_INTEGER, "300", 1, 10000, NULL,
     "turns of all players together after which the game is a draw"},
    {"hand", COP_FLAG, "off", 0, 0, NULL,
     "three players have one piece more, which each must enter on an empty square first"},
    {NULL},
};

/* ---- The board ---- */

int focus_column(int square)
{
    int row = 0;

    for (; square >= row_widths[row]; row++)
        square -= row_widths[row];
    return square + (FOCUS_SIDE - row_widths[row]) / 2;
}

int focus_row(int square)
{
    int row = 0;

    for (; square >= row_widths[row]; row++)
        square -= row_widths[row];
    return row;
}

/* The square at a place, or FOCUS_NOWHERE. */
static int square_at(int column, int row)
{
    for (int square = 0; square < FOCUS_SQUARES; square++)
        if (focus_column(square) == column && focus_row(square) == row)
            return square;
    return FOCUS_NOWHERE;
}

static void fill_ways(struct focus_board *board)
{
    static const int steps[FOCUS_DIRECTIONS][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

    for (int way = 0; way < FOCUS_WAYS; way++)
        for (int square = 0; square < FOCUS_SQUARES; square++) {
            const int *step = steps[way % FOCUS_DIRECTIONS];
            int target = square_at(focus_column(square) + step[0] * focus_pieces_of_way(way),
                                   focus_row(square) + step[1] * focus_pieces_of_way(way));

            board->target[way][square] = (uint8_t)target;
            if (target != FOCUS_NOWHERE)
                board->stays[way] |= (uint64_t)1 << square;
        }
}

/* ---- Stacks ---- */

/* Puts the `count` lowest digits of `pieces` on the square, for `mover`. Returns whether anything
 * was taken. */
static inline bool put_on(struct focus_position *position, int square, uint32_t pieces, int count,
                          int mover)
{
    const uint32_t kept = (1u << 2 * FOCUS_TALLEST) - 1;
    uint32_t stack =
        (uint32_t)position->stacks[square] << 2 * count | (pieces & ((1u << 2 * count) - 1));
    uint32_t below = stack >> 2 * FOCUS_TALLEST;

    if (below <= 1) {
        position->stacks[square] = (uint16_t)stack;
        return false;
    }
    for (; below > 1; below >>= 2)
        position->taken[mover][below & 3]++;
    position->stacks[square] = (uint16_t)((stack & kept) | (kept + 1));
    return true;
}

/* ---- Sets ---- */

static void find_sets(const struct focus_position *position, struct sets *sets)
{
    *sets = (struct sets){{0}, {0}};
    for (int square = 0; square < FOCUS_SQUARES; square++) {
        uint32_t stack = position->stacks[square];
        uint64_t bit = (uint64_t)1 << square;

        if (stack == FOCUS_EMPTY)
            continue;
        sets->of_player[stack & 3] |= bit;
        sets->at_least[focus_height(stack)] |= bit;
    }
    for (int height = FOCUS_TALLEST - 1; height >= 1; height--)
        sets->at_least[height] |= sets->at_least[height + 1];
}

/* Brings the sets up to date after a change of one stack. */
static inline void update_sets(struct sets *sets, int square, uint32_t before, uint32_t after)
{
    sets->of_player[before & 3] ^= (uint64_t)(before != FOCUS_EMPTY) << square;
    sets->of_player[after & 3] ^= (uint64_t)(after != FOCUS_EMPTY) << square;
    for (int height = 1; height <= FOCUS_TALLEST; height++) {
        uint32_t least = 1u << 2 * height;

        sets->at_least[height] ^= (uint64_t)((before >= least) ^ (after >= least)) << square;
    }
}

/* The stacks among `own` that can go this way. */
static inline uint64_t sources_of(const struct focus_board *board, const struct sets *sets,
                                  uint64_t own, int way)
{
    return own & sets->at_least[focus_pieces_of_way(way)] & board->stays[way];
}

/* ---- Moves ---- */

/* In the first turn of a game with a piece in hand, that piece is entered. */
static inline bool must_enter(const struct focus_board *board,
                              const struct focus_position *position)
{
    return board->has_hand && position->ply < board->players &&
           position->taken[position->turn][position->turn] > 0;
}

/* The stacks of the player to move, if he may move them. */
static inline uint64_t movable(const struct focus_board *board,
                               const struct focus_position *position, const struct sets *sets)
{
    return must_enter(board, position) ? 0 : sets->of_player[position->turn];
}

/* Where a piece of the reserve may go. */
static inline uint64_t entries(const struct focus_board *board,
                               const struct focus_position *position, const struct sets *sets)
{
    const uint64_t all = ((uint64_t)1 << FOCUS_SQUARES) - 1;

    if (position->taken[position->turn][position->turn] == 0)
        return 0;
    return must_enter(board, position) ? all & ~sets->at_least[1] : all;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct focus_board *board = focus_board_of(game);
    const struct focus_position *position = state;
    struct sets sets;
    uint64_t own;
    int count = 0;

    if (position->result != FOCUS_GOES_ON)
        return 0;
    find_sets(position, &sets);
    own = movable(board, position, &sets);
    for (int way = 0; way < FOCUS_WAYS; way++)
        for (uint64_t left = sources_of(board, &sets, own, way); left != 0; left &= left - 1) {
            int from = bit_index(left);

            out[count++] = focus_move(way, from, board->target[way][from]);
        }
    for (uint64_t left = entries(board, position, &sets); left != 0; left &= left - 1)
        out[count++] = focus_entry(bit_index(left));
    if (count == 0)
        out[count++] = COP_PASS;
    return count;
}

/* The move with a random place in the list of moves(), without the list. A forced pass takes a
 * random number too, as a choice from the list would. */
static inline cop_move draw_move(const struct focus_board *board,
                                 const struct focus_position *position, const struct sets *sets,
                                 struct cop_rng *rng)
{
    uint64_t own = movable(board, position, sets);
    uint64_t entrances = entries(board, position, sets);
    uint32_t before[FOCUS_WAYS + 1]; /* how many moves come before those of each way */
    uint32_t count = 0, rank;
    int way = 0, from;

    for (int i = 0; i < FOCUS_WAYS; i++) {
        before[i] = count;
        count += (uint32_t)bit_count(sources_of(board, sets, own, i));
    }
    before[FOCUS_WAYS] = count;
    count += (uint32_t)bit_count(entrances);
    rank = cop_rng_below(rng, count + (count == 0));
    if (count == 0)
        return COP_PASS;
    for (int i = 1; i <= FOCUS_WAYS; i++)
        way += before[i] <= rank;
    rank -= before[way];
    if (way == FOCUS_WAYS)
        return focus_entry(bit_index(nth_bit(entrances, rank)));
    from = bit_index(nth_bit(sources_of(board, sets, own, way), rank));
    return focus_move(way, from, board->target[way][from]);
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    struct sets sets;

    find_sets(state, &sets);
    return draw_move(focus_board_of(game), state, &sets, rng);
}

/* ---- Play ---- */

static bool has_enough(const struct focus_board *board, const uint8_t *taken, int player)
{
    int total = 0, least = FOCUS_SQUARES;

    for (int other = 0; other < board->players; other++) {
        if (other == player)
            continue;
        total += taken[other];
        if (taken[other] < least)
            least = taken[other];
    }
    return total >= board->total || (board->each > 0 && least >= board->each);
}

static bool has_other_reserve(const struct focus_board *board,
                              const struct focus_position *position, int player)
{
    for (int other = 0; other < board->players; other++)
        if (other != player && position->taken[other][other] > 0)
            return true;
    return false;
}

/* Does anybody but `player` own a stack? */
static bool has_other_stack(const struct focus_position *position, int player)
{
    int others = 0;

    for (int square = 0; square < FOCUS_SQUARES; square++)
        others +=
            position->stacks[square] != FOCUS_EMPTY && (position->stacks[square] & 3) != player;
    return others > 0;
}

/* Who owns a stack can move, as every square has a neighbour. */
bool focus_has_won(const struct focus_board *board, const struct focus_position *position,
                   int player)
{
    if (board->is_full)
        return !has_other_stack(position, player) && !has_other_reserve(board, position, player);
    return has_enough(board, position->taken[player], player);
}

/* Only the mover can win: he owns the stack he moved, and nobody else takes pieces. */
static inline void end_turn(const struct focus_board *board, struct focus_position *position,
                            bool has_won)
{
    int mover = position->turn;

    position->ply++;
    position->turn = (uint8_t)(mover + 1 == board->players ? 0 : mover + 1);
    if (has_won)
        position->result = (uint8_t)(1 + mover);
    else if (position->ply >= board->limit)
        position->result = FOCUS_DRAWN;
}

/* Changes the stacks; returns whether anything was taken. */
static inline bool move_pieces(struct focus_position *position, cop_move move)
{
    int mover = position->turn;
    int from, count;
    uint32_t pieces;

    if (focus_is_entry(move)) {
        position->taken[mover][mover]--;
        return put_on(position, focus_target(move), (uint32_t)mover, 1, mover);
    }
    from = focus_source(move);
    count = focus_count(move);
    pieces = position->stacks[from];
    assert(pieces != FOCUS_EMPTY && (pieces & 3) == (uint32_t)mover &&
           focus_height(pieces) >= count);
    position->stacks[from] = (uint16_t)(pieces >> 2 * count);
    return put_on(position, focus_target(move), pieces, count, mover);
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    const struct focus_board *board = focus_board_of(game);
    struct focus_position *position = state;
    int mover = position->turn;
    bool has_won = false;

    assert(position->result == FOCUS_GOES_ON);
    if (move != COP_PASS) {
        bool has_taken = move_pieces(position, move);

        has_won = (board->is_full || has_taken) && focus_has_won(board, position, mover);
    }
    end_turn(board, position, has_won);
}

/* One ply of a playout. */
static inline void random_ply(const struct focus_board *board, struct focus_position *position,
                              struct sets *sets, struct cop_rng *rng)
{
    cop_move move = draw_move(board, position, sets, rng);
    int mover = position->turn;
    int to = focus_target(move);
    uint32_t to_before;
    bool has_won = false, has_taken;

    if (move == COP_PASS) {
        end_turn(board, position, false);
        return;
    }
    to_before = position->stacks[to];
    if (focus_is_entry(move)) {
        has_taken = move_pieces(position, move);
    } else {
        int from = focus_source(move);
        uint32_t from_before = position->stacks[from];

        has_taken = move_pieces(position, move);
        update_sets(sets, from, from_before, position->stacks[from]);
    }
    update_sets(sets, to, to_before, position->stacks[to]);
    if (board->is_full)
        has_won = sets->at_least[1] == sets->of_player[mover] &&
                  !has_other_reserve(board, position, mover);
    else if (has_taken)
        has_won = has_enough(board, position->taken[mover], mover);
    end_turn(board, position, has_won);
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct focus_board *board = focus_board_of(game);
    struct focus_position *position = state;
    struct cop_rng local = *rng;
    struct sets sets;
    int plies = 0;

    if (limit <= 0)
        limit = game->max_plies;
    find_sets(position, &sets);
    for (; position->result == FOCUS_GOES_ON && plies < limit; plies++)
        random_ply(board, position, &sets, &local);
    *rng = local;
    return plies;
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct focus_position *position = state;

    (void)game;
    return position->result == FOCUS_GOES_ON ? position->turn : COP_OVER;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct focus_position *position = state;

    for (int player = 0; player < game->players; player++)
        of_player[player] =
            position->result == FOCUS_DRAWN ? 1.0 / game->players : position->result == 1 + player;
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct focus_position *position = state;

    if (position->result == FOCUS_GOES_ON)
        return NULL;
    if (position->result == FOCUS_DRAWN)
        return "the limit of turns is reached";
    return focus_board_of(game)->is_full ? "nobody else can move" : "enough pieces are captured";
}

double focus_score(const struct cop_game *game, const void *state, int player)
{
    const struct focus_position *position = state;
    int captured = 0;

    for (int other = 0; other < game->players; other++)
        captured += other != player ? position->taken[player][other] : 0;
    return captured;
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    uint64_t words[16] = {0};
    uint64_t sum = 0;

    memcpy(words, state, game->state_size);
    for (int i = 0; i < 16; i += 2)
        sum = key_of_words(words[i], words[i + 1], sum);
    return sum;
}

/* The way and the square it leaves; or the square that a piece of the reserve enters; or a pass. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    if (move == COP_PASS)
        return (FOCUS_WAYS + 1) * 64;
    if (focus_is_entry(move))
        return FOCUS_WAYS * 64 + focus_target(move);
    return ((int)(move >> 12) - 1) * 64 + focus_source(move);
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct focus_position *position = state;

    (void)game;
    if (position->result == FOCUS_GOES_ON)
        position->turn = (uint8_t)player;
}

/* ---- Opening and starting ---- */

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    int players = (int)cop_integer(game->settings, "players");
    const char *rows = variants[players].rows;
    struct focus_opened *opened;
    struct focus_board *board;

    if (cop_flag(game->settings, "hand") && players != 3)
        return cop_fail(error, "focus: hand=on is a rule for players=3, not for %d", players);
    opened = calloc(1, sizeof *opened);
    if (opened == NULL)
        return cop_fail(error, "focus: out of memory");
    game->own = opened;
    board = &opened->board;
    focus_tables_fill(&opened->tables);
    board->players = players;
    board->limit = (int)cop_integer(game->settings, "limit");
    board->is_full = cop_choice(game->settings, "version") == 1;
    board->has_hand = cop_flag(game->settings, "hand");
    board->total = variants[players].total;
    board->each = variants[players].each;
    fill_ways(board);
    if (!focus_read_rows(&rows, players, board->start, error))
        return false;
    for (int square = 0; square < FOCUS_SQUARES; square++)
        board->pieces += board->start[square] != FOCUS_EMPTY && (board->start[square] & 3) == 0;
    board->pieces += board->has_hand;
    game->state_size = sizeof(struct focus_position);
    game->players = players;
    /* A piece adds at most four moves, those of the stack down to it; and 52 entries. */
    game->max_moves = 4 * players * board->pieces + FOCUS_SQUARES;
    game->move_kinds = (FOCUS_WAYS + 1) * 64 + 1;
    game->max_plies = board->limit;
    game->is_constant_sum = true;
    game->score_high = (players - 1) * board->pieces;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct focus_board *board = focus_board_of(game);
    struct focus_position *position = state;

    (void)rng;
    *position = (struct focus_position){{0}, {{0}}, 0, 0, FOCUS_GOES_ON};
    memcpy(position->stacks, board->start, sizeof position->stacks);
    for (int player = 0; player < board->players && board->has_hand; player++)
        position->taken[player][player] = 1;
}

static int moves_left(const struct cop_game *game, const void *state)
{
    const struct focus_position *position = state;

    return focus_board_of(game)->limit - position->ply;
}

static const struct cop_recipe recipes[] = {
    {"strong", "alphabeta", "reduce=2, reduce_rate=0.9",
     "late moves less deeply, which won our matches of two (docs/measurements.md)"},
    {"strong", "mcts",
     "select=puct, prior=order, line_limit=1, judge=learned, judge_scale=chance, solver=on, "
     "reuse=on",
     "judged without a playout by what was learned from games, led by the order of moves, for two: "
     "far stronger than the plain tree (docs/measurements.md)"},
    {"several", "mcts",
     "select=puct, prior=order, line_limit=1, judge=captures, judge_scale=chance, solver=on, "
     "reuse=on",
     "the same for three and more, judged by the captures that each still needs "
     "(docs/measurements.md)"},
    {NULL}};

const struct cop_rules cop_focus = {
    .name = "focus",
    .title = "Focus",
    .summary = "move and split stacks as far as they are tall; capture what lies below five",
    .lesson = focus_lesson,
    .pictures = focus_pictures,
    .notation = focus_notation,
    .sgf_number = 36,
    .player_names = {"Red", "Green", "Blue", "Yellow"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = focus_score,
    .key = key,
    .write_move = focus_write_move,
    .accepts = focus_accepts,
    .write_position = focus_write_position,
    .read_position = focus_read_position,
    .scene = focus_scene,
    .path = focus_path,
    .prompt = focus_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .moves_left = moves_left,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = focus_evaluators,
    .features = &focus_features,
    .orderings = focus_orderings,
    .recipes = recipes,
};
