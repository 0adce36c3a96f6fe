/* chinese_checkers.c - Chinese Checkers for two to six players (chance-and-multiplayer.md 1.4).
 *
 * Which jumps have a piece to jump over is kept in a word for each lattice and axis. From these,
 * the fields that a piece can jump to are found by letting its bit spread until nothing is added;
 * all orders of jumps are followed at once, and each field is found once. */
#include "games/list.h"

#include <stdlib.h>
#include <string.h>

#include "games/bits.h"
#include "games/chinese_checkers/features.h"
#include "games/lessons.h"

/* A jump along an axis adds so many bits; the rows of a lattice are SHIFT_1 bits apart. Rows of
 * neighbouring numbers overlap in their bits, but no two fields of a lattice share one. */
enum { SHIFT_0 = 1, SHIFT_1 = 7, SHIFT_2 = 6, FIRST_BIT = 27 };

static const int axes[CHECKERS_AXES][2] = {{1, 0}, {0, 1}, {-1, 1}};

/* What all players' pieces make of the board. */
struct traffic {
    struct checkers_set taken;
    struct checkers_set jumps[CHECKERS_AXES]; /* those over a piece, by their lower ends */
};

static const struct cop_option options[] = {
    {"players", COP_INTEGER, "2", 2, 6, NULL, "how many play"},
    {"board", COP_CHOICE, "small", 0, 0, "tiny|small|full",
     "37 fields and 3 pieces each, 73 and 6, or 121 and 10"},
    {"corners", COP_CHOICE, "restrict", 0, 0, "restrict|free|closed",
     "corners neither one's start nor target: no turn ends there, no limits, or no jump lands "
     "there"},
    {"leave", COP_FLAG, "off", 0, 0, NULL, "pieces may leave their target again"},
    {"limit", COP_INTEGER, "1000", 1, 10000, NULL,
     "turns of all players together after which the game is a draw"},
    {NULL},
};

/* ---- The board ---- */

int checkers_seat(int players, int player)
{
    static const int8_t seats[CHECKERS_PLAYERS + 1][CHECKERS_PLAYERS] = {
        [2] = {0, 3},          [3] = {0, 2, 4},          [4] = {0, 1, 3, 4},
        [5] = {0, 1, 2, 3, 4}, [6] = {0, 1, 2, 3, 4, 5},
    };

    return seats[players][player];
}

static int code_of(int x, int y)
{
    int odd_x = x & 1, odd_y = y & 1;
    int bit = (x - odd_x) / 2 + (y - odd_y) / 2 * SHIFT_1 + FIRST_BIT;

    return (2 * odd_y + odd_x) * 64 + bit;
}

static bool is_field(int radius, int x, int y)
{
    int z = -x - y;

    return (x >= -radius && y >= -radius && z >= -radius) ||
           (x <= radius && y <= radius && z <= radius);
}

static int corner_of(int radius, int x, int y)
{
    const bool beyond[CHECKERS_CORNERS] = {y<-radius, x> radius, x + y > radius, y > radius,
                                           x < -radius, x + y < -radius};
    int corner = CHECKERS_CORNERS - 1;

    while (corner >= 0 && !beyond[corner])
        corner--;
    return corner;
}

static void fill_fields(struct checkers_board *board)
{
    int reach = 2 * board->radius;

    memset(board->number, CHECKERS_NOWHERE, sizeof board->number);
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            int code = code_of(x, y);

            if (!is_field(board->radius, x, y))
                continue;
            assert(board->number[code] == CHECKERS_NOWHERE);
            board->number[code] = (uint8_t)board->fields;
            board->field[board->fields++] = (struct checkers_field){
                (uint8_t)code, (int8_t)x, (int8_t)y, (int8_t)corner_of(board->radius, x, y)};
        }
}

static void fill_ways(struct checkers_board *board)
{
    memset(board->jump_over, CHECKERS_NOWHERE, sizeof board->jump_over);
    for (int i = 0; i < board->fields; i++) {
        const struct checkers_field *field = &board->field[i];

        for (int axis = 0; axis < CHECKERS_AXES; axis++) {
            int x = axes[axis][0], y = axes[axis][1];
            bool has_next = is_field(board->radius, field->x + x, field->y + y);
            bool has_last = is_field(board->radius, field->x - x, field->y - y);

            if (has_next)
                checkers_toggle(&board->neighbours[field->code],
                                code_of(field->x + x, field->y + y));
            if (has_last)
                checkers_toggle(&board->neighbours[field->code],
                                code_of(field->x - x, field->y - y));
            if (has_next && has_last)
                board->jump_over[field->code][axis] = (uint8_t)code_of(field->x - x, field->y - y);
        }
    }
}

static int compare_codes(const void *left, const void *right)
{
    return *(const uint8_t *)left - *(const uint8_t *)right;
}

static int largest_of(int a, int b, int c)
{
    int two = abs(a) > abs(b) ? abs(a) : abs(b);

    return two > abs(c) ? two : abs(c);
}

/* The tip of a corner is twice the radius away from the middle. */
static void fill_way(struct checkers_board *board, int player, int target)
{
    static const int8_t tips[CHECKERS_CORNERS][2] = {{1, -2}, {2, -1}, {1, 1},
                                                     {-1, 2}, {-2, 1}, {-1, -1}};

    for (int i = 0; i < board->fields; i++) {
        const struct checkers_field *field = &board->field[i];
        int x = field->x - board->radius * tips[target][0];
        int y = field->y - board->radius * tips[target][1];

        board->way[player][field->code] = (uint8_t)largest_of(x, y, x + y);
    }
}

static void fill_seat(struct checkers_board *board, int player)
{
    int start = checkers_seat(board->players, player);
    int target = (start + CHECKERS_CORNERS / 2) % CHECKERS_CORNERS;
    int pieces = 0;

    for (int i = 0; i < board->fields; i++) {
        const struct checkers_field *field = &board->field[i];
        bool is_own = field->corner < 0 || field->corner == start || field->corner == target;

        if (field->corner == start)
            board->start[player][pieces++] = field->code;
        if (field->corner == target) {
            checkers_toggle(&board->target[player], field->code);
            board->target_owner[field->code] = (int8_t)player;
        }
        if (is_own || board->corners == CHECKERS_FREE)
            checkers_toggle(&board->ends[player], field->code);
        if (is_own || board->corners != CHECKERS_CLOSED)
            checkers_toggle(&board->landing[player], field->code);
    }
    assert(pieces == board->pieces);
    fill_way(board, player, target);
    qsort(board->start[player], (size_t)pieces, 1, compare_codes);
}

static int largest_lattice(const struct checkers_board *board)
{
    int count[CHECKERS_LATTICES] = {0}, largest = 0;

    for (int i = 0; i < board->fields; i++) {
        int lattice = board->field[i].code >> 6;

        if (++count[lattice] > largest)
            largest = count[lattice];
    }
    return largest;
}

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct checkers_opened *opened = calloc(1, sizeof *opened);
    struct checkers_board *board;

    if (opened == NULL)
        return cop_fail(error, "chinesecheckers: out of memory");
    game->own = opened;
    board = &opened->board;
    board->players = (int)cop_integer(game->settings, "players");
    board->radius = 2 + cop_choice(game->settings, "board");
    board->pieces = board->radius * (board->radius + 1) / 2;
    board->corners = (enum checkers_corners)cop_choice(game->settings, "corners");
    board->may_leave = cop_flag(game->settings, "leave");
    board->limit = (int)cop_integer(game->settings, "limit");
    fill_fields(board);
    fill_ways(board);
    memset(board->target_owner, -1, sizeof board->target_owner);
    for (int player = 0; player < board->players; player++) {
        fill_seat(board, player);
        game->player_names[player] = checkers_seat_name(board, player);
    }
    checkers_tables_fill(&opened->tables, board);
    game->state_size =
        (sizeof(struct checkers_position) + (size_t)(board->players * board->pieces) + 7) & ~7u;
    game->players = board->players;
    /* Six steps, and jumps to all other fields of its lattice, for each piece. */
    game->max_moves = board->pieces * (6 + largest_lattice(board) - 1);
    game->move_kinds = board->fields * board->fields + 1; /* the last one is the pass */
    game->max_plies = board->limit;
    game->is_constant_sum = true;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct checkers_board *board = checkers_board_of(game);
    struct checkers_position *position = state;

    (void)rng;
    memset(state, 0, game->state_size);
    position->result = CHECKERS_GOES_ON;
    for (int player = 0; player < board->players; player++)
        memcpy(position->pieces + player * board->pieces, board->start[player],
               (size_t)board->pieces);
}

/* ---- Where pieces can go ---- */

static inline void toggle_piece(const struct checkers_board *board, struct traffic *traffic,
                                int code)
{
    checkers_toggle(&traffic->taken, code);
    for (int axis = 0; axis < CHECKERS_AXES; axis++)
        checkers_toggle(&traffic->jumps[axis], board->jump_over[code][axis]);
}

static void find_traffic(const struct checkers_board *board,
                         const struct checkers_position *position, struct traffic *traffic)
{
    memset(traffic, 0, sizeof *traffic);
    for (int i = 0; i < board->players * board->pieces; i++)
        toggle_piece(board, traffic, position->pieces[i]);
}

/* The pieces of a player are followed side by side, LANES at a time, in vectors of words that any
 * machine can make of what it has: how far a piece jumps is hard to foresee, and a loop for all of
 * them is left only once. */
enum { LANES = 8, LANES_MAX = (CHECKERS_PIECES + LANES - 1) / LANES * LANES };

typedef uint64_t lanes __attribute__((vector_size(LANES * sizeof(uint64_t))));

struct crowd {
    lanes jumps[CHECKERS_AXES]; /* in the lattice of each piece */
    lanes open;                 /* where its jumps may land */
    lanes reached;              /* at first its own field */
};

static inline bool has_any(const lanes *words)
{
    uint64_t all = 0;

    for (int lane = 0; lane < LANES; lane++)
        all |= (*words)[lane];
    return all != 0;
}

/* Adds all fields that jumps lead to. A piece never jumps over its own field, which lies in its
 * lattice, while the fields it jumps over lie in others. */
static inline void spread(struct crowd *crowd)
{
    const lanes jumps_0 = crowd->jumps[0], jumps_1 = crowd->jumps[1], jumps_2 = crowd->jumps[2];
    const lanes open = crowd->open;
    lanes reached = crowd->reached, grown;

    do {
        lanes before = reached;
        lanes along_0 = (before & jumps_0) << SHIFT_0 | (before >> SHIFT_0 & jumps_0);
        lanes along_1 = (before & jumps_1) << SHIFT_1 | (before >> SHIFT_1 & jumps_1);
        lanes along_2 = (before & jumps_2) << SHIFT_2 | (before >> SHIFT_2 & jumps_2);

        reached |= (along_0 | along_1 | along_2) & open;
        grown = reached ^ before;
    } while (has_any(&grown));
    crowd->reached = reached;
}

static inline void gather(const struct checkers_board *board, const struct traffic *traffic,
                          int player, const uint8_t *own, int count, struct crowd *crowd)
{
    memset(crowd, 0, sizeof *crowd);
    for (int lane = 0; lane < count; lane++) {
        int lattice = own[lane] >> 6;

        for (int axis = 0; axis < CHECKERS_AXES; axis++)
            crowd->jumps[axis][lane] = traffic->jumps[axis].of[lattice];
        crowd->open[lane] = board->landing[player].of[lattice] & ~traffic->taken.of[lattice];
        crowd->reached[lane] = (uint64_t)1 << (own[lane] & 63);
    }
}

/* Where the pieces of a player may end the turn. */
struct choices {
    struct checkers_set targets[LANES_MAX];
    int until[LANES_MAX]; /* how many targets a piece and those before it have */
};

/* Returns the number of moves. */
static inline int find_targets(const struct checkers_board *board, const struct traffic *traffic,
                               int player, const uint8_t *own, struct choices *found)
{
    const struct checkers_set *target = &board->target[player];
    int total = 0;

    for (int first = 0; first < board->pieces; first += LANES) {
        int count = board->pieces - first < LANES ? board->pieces - first : LANES;
        struct crowd crowd;

        gather(board, traffic, player, own + first, count, &crowd);
        spread(&crowd);
        for (int lane = 0; lane < count; lane++) {
            int code = own[first + lane], lattice = code >> 6;
            bool must_stay = checkers_has(target, code) && !board->may_leave;
            const struct checkers_set *ends = must_stay ? target : &board->ends[player];
            const struct checkers_set *neighbours = &board->neighbours[code];
            struct checkers_set *to = &found->targets[first + lane];
            uint64_t jumps = crowd.reached[lane] & ends->of[lattice] & ~traffic->taken.of[lattice];

            for (int i = 0; i < CHECKERS_LATTICES; i++) {
                to->of[i] = neighbours->of[i] & ends->of[i] & ~traffic->taken.of[i];
                total += bit_count(to->of[i]);
            }
            to->of[lattice] = jumps; /* which has no neighbours */
            total += bit_count(jumps);
            found->until[first + lane] = total;
        }
    }
    return total;
}

void checkers_reach(const struct checkers_board *board, int player, const uint8_t *own,
                    struct checkers_set *reached)
{
    struct traffic traffic;

    memset(&traffic, 0, sizeof traffic);
    for (int i = 0; i < board->pieces; i++)
        toggle_piece(board, &traffic, own[i]);
    for (int first = 0; first < board->pieces; first += LANES) {
        int count = board->pieces - first < LANES ? board->pieces - first : LANES;
        struct crowd crowd;

        gather(board, &traffic, player, own + first, count, &crowd);
        spread(&crowd);
        for (int lane = 0; lane < count; lane++) {
            int code = own[first + lane];
            struct checkers_set *to = &reached[first + lane];

            *to = board->neighbours[code];
            to->of[code >> 6] = crowd.reached[lane]; /* which has no neighbours */
            for (int i = 0; i < CHECKERS_LATTICES; i++)
                to->of[i] &= ~traffic.taken.of[i];
        }
    }
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct checkers_board *board = checkers_board_of(game);
    const struct checkers_position *position = state;
    const uint8_t *own = position->pieces + position->turn * board->pieces;
    struct choices found;
    struct traffic traffic;
    int count = 0;

    if (position->result != CHECKERS_GOES_ON)
        return 0;
    find_traffic(board, position, &traffic);
    if (find_targets(board, &traffic, position->turn, own, &found) == 0)
        out[count++] = COP_PASS;
    for (int i = 0; i < board->pieces; i++)
        for (int lattice = 0; lattice < CHECKERS_LATTICES; lattice++)
            for (uint64_t left = found.targets[i].of[lattice]; left != 0; left &= left - 1)
                out[count++] = checkers_move(own[i], lattice * 64 + bit_index(left));
    return count;
}

/* ---- Turns ---- */

static int turn(const struct cop_game *game, const void *state)
{
    const struct checkers_position *position = state;

    (void)game;
    return position->result == CHECKERS_GOES_ON ? position->turn : COP_OVER;
}

int checkers_count_in(const struct checkers_board *board, const struct checkers_position *position,
                      int player, const struct checkers_set *set)
{
    const uint8_t *own = position->pieces + player * board->pieces;
    int count = 0;

    for (int i = 0; i < board->pieces; i++)
        count += checkers_has(set, own[i]);
    return count;
}

void checkers_move_piece(uint8_t *pieces, int count, int at, int to)
{
    for (; at + 1 < count && pieces[at + 1] < to; at++)
        pieces[at] = pieces[at + 1];
    for (; at > 0 && pieces[at - 1] > to; at--)
        pieces[at] = pieces[at - 1];
    pieces[at] = (uint8_t)to;
}

/* A move fills at most the corner it ends in, so that only one player can win by it, whoever is
 * asked first. */
static inline void find_winner(const struct checkers_board *board, const struct checkers_set *taken,
                               struct checkers_position *position, int to)
{
    int owner = board->target_owner[to];

    if (owner >= 0 && checkers_is_full(taken, &board->target[owner]) &&
        checkers_count_in(board, position, owner, &board->target[owner]) > 0)
        position->result = (int8_t)owner;
}

static inline void end_turn(const struct checkers_board *board, struct checkers_position *position)
{
    position->ply++;
    position->turn = (int8_t)(position->turn + 1 < board->players ? position->turn + 1 : 0);
    if (position->result == CHECKERS_GOES_ON && position->ply >= board->limit)
        position->result = CHECKERS_DRAWN;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    const struct checkers_board *board = checkers_board_of(game);
    struct checkers_position *position = state;

    assert(position->result == CHECKERS_GOES_ON);
    if (move != COP_PASS) {
        uint8_t *own = position->pieces + position->turn * board->pieces;
        struct checkers_set taken = {{0}};
        int at = 0;

        while (at + 1 < board->pieces && own[at] != checkers_source(move))
            at++;
        assert(own[at] == checkers_source(move));
        checkers_move_piece(own, board->pieces, at, checkers_target(move));
        if (board->target_owner[checkers_target(move)] >= 0) {
            for (int i = 0; i < board->players * board->pieces; i++)
                checkers_toggle(&taken, position->pieces[i]);
            find_winner(board, &taken, position, checkers_target(move));
        }
    }
    end_turn(board, position);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct checkers_position *position = state;

    for (int player = 0; player < game->players; player++)
        of_player[player] =
            position->result == CHECKERS_DRAWN ? 1.0 / game->players : player == position->result;
}

static const char *ending(const struct cop_game *game, const void *state)
{
    const struct checkers_position *position = state;

    (void)game;
    if (position->result == CHECKERS_GOES_ON)
        return NULL;
    return position->result == CHECKERS_DRAWN ? "the limit of turns is reached"
                                              : "the target corner is full";
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    uint64_t words[8] = {0};
    uint64_t sum = 0;

    static_assert(sizeof(struct checkers_position) + CHECKERS_PLAYERS * CHECKERS_PIECES <=
                      sizeof words,
                  "the largest state fits");
    memcpy(words, state, game->state_size);
    for (size_t i = 0; 8 * i < game->state_size; i += 2)
        sum = key_of_words(words[i], words[i + 1], sum);
    return sum;
}

/* From field to field. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    const struct checkers_board *board = checkers_board_of(game);

    if (move == COP_PASS)
        return board->fields * board->fields;
    return board->number[checkers_source(move)] * board->fields +
           board->number[checkers_target(move)];
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    struct checkers_position *position = state;

    (void)game;
    if (position->result == CHECKERS_GOES_ON)
        position->turn = (int8_t)player;
}

/* ---- Random play ---- */

/* A move of the player to move, as its place in the list of his pieces and its target; false if he
 * has none. Its rank is drawn in the order of moves(). */
static inline bool draw_move(const struct checkers_board *board, const struct traffic *traffic,
                             int player, const uint8_t *own, struct cop_rng *rng, int *at, int *to)
{
    struct choices found;
    int count = find_targets(board, traffic, player, own, &found);
    int piece = 0, lattice = 0, rank;

    if (count == 0)
        return false;
    rank = (int)cop_rng_below(rng, (uint32_t)count);
    while (found.until[piece] <= rank)
        piece++;
    rank -= piece > 0 ? found.until[piece - 1] : 0;
    for (int here; rank >= (here = bit_count(found.targets[piece].of[lattice])); lattice++)
        rank -= here;
    *at = piece;
    *to = lattice * 64 + bit_index(nth_bit(found.targets[piece].of[lattice], (uint32_t)rank));
    return true;
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct checkers_board *board = checkers_board_of(game);
    const struct checkers_position *position = state;
    const uint8_t *own = position->pieces + position->turn * board->pieces;
    struct traffic traffic;
    int at, to;

    find_traffic(board, position, &traffic);
    if (!draw_move(board, &traffic, position->turn, own, rng, &at, &to))
        return COP_PASS;
    return checkers_move(own[at], to);
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct checkers_board *board = checkers_board_of(game);
    struct checkers_position *position = state;
    struct traffic traffic;
    int plies = 0;

    find_traffic(board, position, &traffic);
    for (; position->result == CHECKERS_GOES_ON && (limit <= 0 || plies < limit); plies++) {
        uint8_t *own = position->pieces + position->turn * board->pieces;
        int at, to;

        if (draw_move(board, &traffic, position->turn, own, rng, &at, &to)) {
            toggle_piece(board, &traffic, own[at]);
            toggle_piece(board, &traffic, to);
            checkers_move_piece(own, board->pieces, at, to);
            find_winner(board, &traffic.taken, position, to);
        }
        end_turn(board, position);
    }
    return plies;
}

static int moves_left(const struct cop_game *game, const void *state)
{
    const struct checkers_position *position = state;

    return checkers_board_of(game)->limit - position->ply;
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
     "select=puct, prior=order, line_limit=1, judge=solitaire, judge_scale=chance, solver=on, "
     "reuse=on",
     "the same for three and more, judged by the turns that each would need alone "
     "(docs/measurements.md)"},
    {NULL}};

const struct cop_rules cop_chinesecheckers = {
    .name = "chinesecheckers",
    .title = "Chinese Checkers",
    .summary = "step and jump across a star and be the first to fill the opposite corner",
    .lesson = checkers_lesson,
    .pictures = checkers_pictures,
    .notation = checkers_notation,
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .key = key,
    .write_move = checkers_write_move,
    .accepts = checkers_accepts,
    .write_position = checkers_write_position,
    .read_position = checkers_read_position,
    .scene = checkers_scene,
    .path = checkers_path,
    .prompt = checkers_prompt,
    .ending = ending,
    .move_kind = move_kind,
    .moves_left = moves_left,
    .give_turn = give_turn,
    .random_move = random_move,
    .playout = playout,
    .evaluators = checkers_evaluators,
    .features = &checkers_features,
    .orderings = checkers_orderings,
    .recipes = recipes,
};
