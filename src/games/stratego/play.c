/* play.c - moving, attacking, and what may not be repeated
 * (chance-and-multiplayer.md 1.1.1, 1.1.2).
 *
 * The moves of a side are sets of target squares, one for each direction and distance; only scouts
 * whose rank is known go farther than one square. A move is drawn by its rank in the concatenation
 * of those sets, which is also the order of moves(). What the rules of repetition forbid is taken
 * out of the sets afterwards; it is seldom anything. */
#include <string.h>

#include "board.h"

struct choices {
    square_set targets[DIRECTIONS][SIDE_MAX]; /* by direction and distance - 1 */
    int reach[DIRECTIONS];                    /* distances that have a set */
    int count;
};

static inline void find_steps(const struct stratego_board *board, const struct stratego *position,
                              int side, struct choices *choices)
{
    square_set open = board->land & ~set_load(position->pieces[side]);
    square_set empty = open & ~set_load(position->pieces[1 - side]);
    square_set movers = stratego_movers(position, side);
    square_set scouts = stratego_scouts(position, side);

    choices->count = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        square_set targets = set_shift(movers, direction) & open;
        square_set ray = set_shift(scouts, direction) & empty;
        int reach = 0;

        choices->targets[direction][reach++] = targets;
        choices->count += set_count(targets);
        while (ray != 0) {
            targets = set_shift(ray, direction) & open;
            if (targets == 0)
                break;
            choices->targets[direction][reach++] = targets;
            choices->count += set_count(targets);
            ray = targets & empty;
        }
        choices->reach[direction] = reach;
    }
}

static void forbid(struct choices *choices, int direction, int distance, int to)
{
    square_set *targets = &choices->targets[direction][distance - 1];

    if (distance > choices->reach[direction] || (*targets & set_of(to)) == 0)
        return;
    *targets &= ~set_of(to);
    choices->count--;
}

/* ---- The two-squares rule ---- */

/* Some border was crossed as often as is allowed. */
static inline bool has_worn_border(const struct stratego_board *board, uint64_t shuttle)
{
    uint64_t rest = (shuttle & SHUTTLE_COUNTS) ^ SHUTTLE_ONES * (uint64_t)board->two_squares;

    return shuttle != 0 && ((rest - SHUTTLE_ONES) & ~rest & SHUTTLE_ONES * 8) != 0;
}

/* Forbids the piece to cross a worn border, wherever it would stop behind it. */
static void forbid_worn(const struct stratego_board *board, uint64_t shuttle,
                        struct choices *choices)
{
    int square = (int)(shuttle >> SHUTTLE_SQUARE & 127);
    bool is_upright = (shuttle >> SHUTTLE_UPRIGHT & 1) != 0;
    int place = is_upright ? square / STRIDE : square % STRIDE;

    for (int turn = 0; turn < 2; turn++) {
        int direction = (is_upright ? 0 : 1) + 2 * turn;
        bool is_worn = false;

        for (int distance = 1; distance <= choices->reach[direction]; distance++) {
            int border = turn == 0 ? place + distance - 1 : place - distance;

            if (border < 0 || border >= board->size - 1)
                break;
            is_worn = is_worn || (int)(shuttle >> (4 * border) & 15) >= board->two_squares;
            if (is_worn)
                forbid(choices, direction, distance,
                       square + distance * stratego_changes[direction]);
        }
    }
}

/* The piece now on `to` came from `from`. A border keeps its count only if it is crossed again. */
static inline void note_shuttle(const struct stratego_board *board, struct stratego *position,
                                int side, int from, int to)
{
    uint64_t before = position->shuttle[side], counts = 0, crossed;
    int distance = from < to ? to - from : from - to;
    bool is_upright = distance >= STRIDE;
    int low = from < to ? from : to;
    int first = is_upright ? low / STRIDE : low % STRIDE;
    int count = is_upright ? distance / STRIDE : distance;

    if (board->two_squares == 0)
        return;
    crossed = (((uint64_t)1 << (4 * count)) - 1) << (4 * first);
    if ((before >> SHUTTLE_UPRIGHT) == (2u | is_upright) &&
        (int)(before >> SHUTTLE_SQUARE & 127) == from)
        counts = before & crossed;
    position->shuttle[side] = (counts + (SHUTTLE_ONES & crossed)) | (uint64_t)to << SHUTTLE_SQUARE |
                              (uint64_t)is_upright << SHUTTLE_UPRIGHT |
                              (uint64_t)1 << SHUTTLE_PRESENT;
}

/* The memory of a piece that is taken goes with it. */
static inline void forget_shuttle(struct stratego *position, int side, int square)
{
    if ((int)(position->shuttle[side] >> SHUTTLE_SQUARE & 127) == square)
        position->shuttle[side] = 0;
}

/* ---- The more-squares rule ---- */

static inline bool is_beside(int a, int b)
{
    int distance = a < b ? b - a : a - b;

    return distance == 1 || distance == STRIDE;
}

static inline int longer(const uint16_t lengths[2])
{
    return lengths[0] > lengths[1] ? lengths[0] : lengths[1];
}

static void forget_chases(struct stratego *position)
{
    int length = longer(position->chase_length);

    if (length == 0)
        return;
    memset(position->chase, 0, (size_t)length * sizeof position->chase[0]);
    position->chase_length[0] = position->chase_length[1] = 0;
}

/* A chase goes on while its side's moves come next to an enemy, and the other side's move pieces
 * away that were come next to. */
void stratego_note_chase(struct stratego *position, int side, int from, int to)
{
    uint16_t *own = &position->chase_length[side], *other = &position->chase_length[1 - side];
    bool is_threat = (set_beside(to) & set_load(position->pieces[1 - side])) != 0;
    int before = longer(position->chase_length), length;

    if (before == 0 && !is_threat)
        return;
    if (*other > 0)
        *other = is_beside(from, position->chase[before - 1].to) ? *other + 1 : 0;
    *own = is_threat ? *own + 1 : 0;
    length = longer(position->chase_length);
    if (length <= before) {
        int kept = length > 0 ? length - 1 : 0;

        memmove(position->chase, position->chase + before - kept,
                (size_t)kept * sizeof position->chase[0]);
        memset(position->chase + kept, 0, (size_t)(before - kept) * sizeof position->chase[0]);
    }
    if (length > 0)
        position->chase[length - 1] = (struct stratego_ply){(uint8_t)from, (uint8_t)to};
}

/* Where the pieces are that have evaded the chaser. */
static square_set evaders_of(const struct stratego_ply *plies, int length)
{
    square_set evaders = 0;

    for (int i = 1; i < length; i += 2)
        evaders = (evaders & ~set_of(plies[i].from)) | set_of(plies[i].to);
    return evaders;
}

/* A piece that is not where it was some plies ago. */
struct displaced {
    int now, then;
};

/* Takes a ply back; returns how many pieces stand elsewhere before it. */
static int undo_ply(struct displaced *list, int *count, struct stratego_ply ply)
{
    int at = 0, away = 0;

    while (at < *count && list[at].then != ply.to)
        at++;
    if (at == *count)
        list[(*count)++].now = ply.to;
    list[at].then = ply.from;
    for (int i = 0; i < *count; i++)
        away += list[i].now != list[i].then;
    return away;
}

/* One piece moved to `to` would bring an earlier position of the chase back. */
static void forbid_return(struct choices *choices, struct displaced piece)
{
    int distance = piece.then > piece.now ? piece.then - piece.now : piece.now - piece.then;
    bool is_upright = distance % STRIDE == 0;
    int direction = (is_upright ? 0 : 1) + (piece.then > piece.now ? 0 : 2);

    if (is_upright)
        distance /= STRIDE;
    if (is_upright || piece.now / STRIDE == piece.then / STRIDE)
        forbid(choices, direction, distance, piece.then);
}

/* Undoes the chase ply by ply down to the position after its first one. Pieces count by identity
 * and not by rank, so that what is legal tells nobody a rank. To come straight back is allowed. */
static void forbid_repeated(const struct stratego *position, int side, struct choices *choices)
{
    int length = position->chase_length[side];
    const struct stratego_ply *plies = position->chase + longer(position->chase_length) - length;
    square_set evaders = evaders_of(plies, length);
    struct displaced list[2 * ARMY_MAX];
    int count = 0;

    for (int i = length - 1; i >= 1; i--) {
        int away = undo_ply(list, &count, plies[i]), at = 0;

        if (away != 1)
            continue;
        while (list[at].now == list[at].then)
            at++;
        if (!words_have(position->pieces[side], list[at].now) ||
            (set_beside(list[at].then) & evaders) == 0 ||
            (plies[length - 2].to == list[at].now && plies[length - 2].from == list[at].then))
            continue;
        forbid_return(choices, list[at]);
    }
}

/* ---- Moves ---- */

/* In a shorter chase the other side cannot be back where it was. */
enum { CHASE_MIN = 4 };

static inline bool has_bans(const struct stratego_board *board, const struct stratego *position,
                            int side)
{
    return has_worn_border(board, position->shuttle[side]) ||
           position->chase_length[side] >= CHASE_MIN;
}

static inline void find_choices(const struct stratego_board *board, const struct stratego *position,
                                int side, struct choices *choices)
{
    find_steps(board, position, side, choices);
    if (has_worn_border(board, position->shuttle[side]))
        forbid_worn(board, position->shuttle[side], choices);
    if (position->chase_length[side] >= CHASE_MIN)
        forbid_repeated(position, side, choices);
}

bool stratego_can_step(const struct stratego_board *board, const struct stratego *position,
                       int side)
{
    square_set open = board->land & ~set_load(position->pieces[side]);
    square_set movers = stratego_movers(position, side);

    return ((set_shift(movers, 0) | set_shift(movers, 1) | set_shift(movers, 2) |
             set_shift(movers, 3)) &
            open) != 0;
}

bool stratego_can_move(const struct stratego_board *board, const struct stratego *position,
                       int side)
{
    struct choices choices;

    if (!has_bans(board, position, side))
        return stratego_can_step(board, position, side);
    find_choices(board, position, side, &choices);
    return choices.count > 0;
}

int stratego_piece_count(const struct stratego *position, int side)
{
    return set_count(set_load(position->pieces[side]));
}

/* What a side may place next. In a view nobody knows what the other has left. */
static int list_placements(const struct stratego_board *board, const struct stratego *position,
                           cop_move *out)
{
    int side = position->side, count = 0;
    uint64_t left;

    if (stratego_piece_count(position, side) == board->army_size) {
        out[0] = COP_PASS;
        return 1;
    }
    if (stratego_unknown(position, side) != 0) {
        out[0] = MOVE_PLACE;
        return 1;
    }
    left = stratego_pool(position, side);
    for (int rank = 1; rank < RANKS; rank++)
        if (stratego_count(left, rank) > 0)
            out[count++] = (cop_move)(MOVE_PLACE | rank);
    return count;
}

static int list_outcomes(const struct stratego_board *board, const struct stratego *position,
                         cop_move *out)
{
    double probability[RANKS];
    int count = 0;

    stratego_outcomes(board, position, probability);
    for (int rank = 1; rank < RANKS; rank++)
        if (probability[rank] > 0)
            out[count++] = (cop_move)(MOVE_OUTCOME | rank);
    return count;
}

static inline cop_move move_of(int direction, int distance, int to)
{
    return (cop_move)((to - distance * stratego_changes[direction]) * MOVE_SQUARE + to);
}

static int list_choices(const struct choices *choices, cop_move *out)
{
    int count = 0;

    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int distance = 1; distance <= choices->reach[direction]; distance++) {
            square_set left = choices->targets[direction][distance - 1];

            for (; left != 0; left &= left - 1)
                out[count++] = move_of(direction, distance, set_first(left));
        }
    return count;
}

int stratego_turn(const struct cop_game *game, const void *state)
{
    const struct stratego *position = state;

    (void)game;
    if (position->status == OVER)
        return COP_OVER;
    return position->status == ATTACK ? COP_CHANCE : position->side;
}

int stratego_moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;
    struct choices choices;

    switch (position->status) {
    case SETUP:
        return list_placements(board, position, out);
    case ARRANGE:
        return stratego_list_arrangements(board, position, out);
    case ATTACK:
        return list_outcomes(board, position, out);
    case PLAY:
        find_choices(board, position, position->side, &choices);
        return list_choices(&choices, out);
    default:
        return 0;
    }
}

/* ---- Playing ---- */

static inline void finish(struct stratego *position, int winner)
{
    position->status = OVER;
    position->winner = (uint8_t)winner;
}

static inline bool is_too_long(const struct stratego_board *board, const struct stratego *position)
{
    return position->quiet >= board->quiet || position->plies >= board->length;
}

static void finish_immobile(const struct stratego_board *board, struct stratego *position)
{
    int other = 1 - position->side;

    finish(position, stratego_can_step(board, position, other) ? other : DRAW);
}

void stratego_settle(const struct stratego_board *board, struct stratego *position, int side)
{
    position->side = (uint8_t)side;
    position->status = PLAY;
    if (!stratego_can_move(board, position, side))
        finish_immobile(board, position);
    else if (is_too_long(board, position))
        finish(position, DRAW);
}

static void reveal(struct stratego *position, int side, int square, int rank)
{
    if (words_have(position->revealed, square))
        return;
    words_add(position->revealed, square);
    position->hidden[side] -= (uint64_t)1 << (4 * rank);
}

static void take_away(struct stratego *position, int side, int square)
{
    words_remove(position->pieces[side], square);
    stratego_set_rank(position, square, UNKNOWN);
    words_remove(position->moved, square);
    words_remove(position->revealed, square);
    forget_shuttle(position, side, square);
}

/* The piece takes its rank and what is known of it along. */
static inline void carry(struct stratego *position, int side, int from, int to)
{
    int from_word = from >> 6, to_word = to >> 6;
    int from_bit = from & 63, to_bit = to & 63;

    for (int i = 0; i < 4; i++) {
        uint64_t bit = position->rank_bits[i][from_word] >> from_bit & 1;

        position->rank_bits[i][from_word] ^= bit << from_bit;
        position->rank_bits[i][to_word] |= bit << to_bit;
    }
    if (words_have(position->revealed, from)) {
        words_remove(position->revealed, from);
        words_add(position->revealed, to);
    }
    words_remove(position->moved, from);
    words_add(position->moved, to);
    words_remove(position->pieces[side], from);
    words_add(position->pieces[side], to);
}

int stratego_strike(int attacker, int defender)
{
    if (defender == FLAG)
        return 1;
    if (defender == BOMB)
        return attacker == MINER ? 1 : -1;
    if (attacker == SPY && defender == MARSHAL)
        return 1;
    return (attacker < defender) - (attacker > defender);
}

/* Both ranks are in the state. Leaves it to the caller to settle, unless the flag falls. */
static void fight(const struct stratego_board *board, struct stratego *position)
{
    int side = position->side, other = 1 - side;
    int from = position->from, to = position->to;
    int attacker = stratego_rank_at(position, from), defender = stratego_rank_at(position, to);
    int outcome = stratego_strike(attacker, defender);

    reveal(position, side, from, attacker);
    reveal(position, other, to, defender);
    if (outcome >= 0)
        take_away(position, other, to);
    if (outcome > 0) {
        carry(position, side, from, to);
        note_shuttle(board, position, side, from, to);
    } else {
        take_away(position, side, from);
        position->shuttle[side] = 0;
    }
    forget_chases(position);
    position->from = position->to = 0;
    position->fights[side] = (uint8_t)(16 * attacker + defender);
    position->quiet = 0;
    position->plies++;
    position->status = PLAY;
    position->side = (uint8_t)other;
    if (defender == FLAG) {
        position->fallen = (uint8_t)(1 + to);
        finish(position, side);
    }
}

static inline bool has_unknown(const struct stratego *position)
{
    return stratego_rank_at(position, position->from) == UNKNOWN ||
           stratego_rank_at(position, position->to) == UNKNOWN;
}

/* Moves or attacks, and leaves it to the caller to settle if the status is still PLAY. */
static inline void step(const struct stratego_board *board, struct stratego *position, int from,
                        int to)
{
    int side = position->side;

    position->fights[side] = 0;
    if (words_have(position->pieces[1 - side], to)) {
        position->from = (uint8_t)from;
        position->to = (uint8_t)to;
        if (has_unknown(position))
            position->status = ATTACK;
        else
            fight(board, position);
        return;
    }
    carry(position, side, from, to);
    if (!is_beside(from, to))
        reveal(position, side, to, SCOUT);
    note_shuttle(board, position, side, from, to);
    if (board->has_more_squares)
        stratego_note_chase(position, side, from, to);
    position->quiet++;
    position->plies++;
    position->side = (uint8_t)(1 - side);
}

/* Chance names the attacker's rank before the defender's. */
static void name_rank(const struct stratego_board *board, struct stratego *position, int rank)
{
    bool is_attacker = stratego_rank_at(position, position->from) == UNKNOWN;

    stratego_set_rank(position, is_attacker ? position->from : position->to, rank);
    if (!has_unknown(position))
        fight(board, position);
}

/* White before Black; after the last piece White moves. */
void stratego_end_setup(const struct stratego_board *board, struct stratego *position)
{
    for (int side = 0; side < 2; side++)
        if (stratego_piece_count(position, side) < board->army_size) {
            position->status = SETUP;
            position->side = (uint8_t)side;
            return;
        }
    stratego_settle(board, position, WHITE);
}

static void place(const struct stratego_board *board, struct stratego *position, cop_move move)
{
    int side = position->side;
    int count = stratego_piece_count(position, side);

    if (move == COP_PASS) {
        position->side = (uint8_t)(1 - side);
        return;
    }
    stratego_put(position, side, board->order[side][count], (int)(move & MOVE_RANK));
    if (count + 1 == board->army_size)
        stratego_end_setup(board, position);
}

void stratego_play(const struct cop_game *game, void *state, cop_move move)
{
    const struct stratego_board *board = stratego_board_of(game);
    struct stratego *position = state;

    assert(position->status != OVER);
    if (position->status == SETUP) {
        place(board, position, move);
        return;
    }
    if (position->status == ARRANGE) {
        stratego_arrange(board, position, move);
        return;
    }
    if (position->status == ATTACK)
        name_rank(board, position, (int)(move & MOVE_RANK));
    else
        step(board, position, (int)(move / MOVE_SQUARE), (int)(move % MOVE_SQUARE));
    if (position->status == PLAY)
        stratego_settle(board, position, position->side);
}

/* A turn without a move ends every chase, and what was before it is nobody's last ply. */
void stratego_give_turn(const struct cop_game *game, void *state, int player)
{
    struct stratego *position = state;

    if (position->status == SETUP || position->status == ARRANGE) {
        position->side = (uint8_t)player;
    } else if (position->status == PLAY && position->side != player) {
        forget_chases(position);
        position->fights[WHITE] = position->fights[BLACK] = 0;
        stratego_settle(stratego_board_of(game), position, player);
    }
}

/* ---- Random play ---- */

static inline cop_move draw_choice(const struct choices *choices, struct cop_rng *rng)
{
    uint32_t rank = cop_rng_below(rng, (uint32_t)choices->count);

    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int distance = 1; distance <= choices->reach[direction]; distance++) {
            square_set targets = choices->targets[direction][distance - 1];
            uint32_t count = (uint32_t)set_count(targets);

            if (rank < count)
                return move_of(direction, distance, set_nth(targets, rank));
            rank -= count;
        }
    return COP_NO_MOVE;
}

/* Rounding may leave a ticket beyond the sum; it belongs to the last rank that is possible. */
static cop_move draw_outcome(const struct stratego_board *board, const struct stratego *position,
                             struct cop_rng *rng)
{
    double probability[RANKS];
    double ticket = cop_rng_unit(rng);
    int drawn = UNKNOWN;

    stratego_outcomes(board, position, probability);
    for (int rank = 1; rank < RANKS && ticket >= 0; rank++)
        if (probability[rank] > 0) {
            drawn = rank;
            ticket -= probability[rank];
        }
    return (cop_move)(MOVE_OUTCOME | drawn);
}

cop_move stratego_random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;
    cop_move placements[RANKS];
    struct choices choices;

    switch (position->status) {
    case SETUP:
        return placements[cop_rng_below(rng,
                                        (uint32_t)list_placements(board, position, placements))];
    case ARRANGE:
        return stratego_random_arrangement(board, position, rng);
    case ATTACK:
        return draw_outcome(board, position, rng);
    case PLAY:
        find_choices(board, position, position->side, &choices);
        return draw_choice(&choices, rng);
    default:
        return COP_NO_MOVE;
    }
}

/* The moves of a state are found once, to see that it is not over and to draw from them. */
static int play_on(const struct stratego_board *board, struct stratego *position,
                   struct cop_rng *rng, int limit)
{
    struct choices choices;
    int plies = 0;

    find_choices(board, position, position->side, &choices);
    while (plies < limit) {
        cop_move move = draw_choice(&choices, rng);

        step(board, position, (int)(move / MOVE_SQUARE), (int)(move % MOVE_SQUARE));
        plies++;
        if (position->status != PLAY)
            break;
        find_choices(board, position, position->side, &choices);
        if (choices.count == 0)
            finish_immobile(board, position);
        else if (is_too_long(board, position))
            finish(position, DRAW);
        if (position->status != PLAY)
            break;
    }
    return plies;
}

int stratego_playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    const struct stratego_board *board = stratego_board_of(game);
    struct stratego *position = state;
    struct cop_rng local = *rng;
    int plies = 0;

    if (limit <= 0)
        limit = game->max_plies;
    while (position->status != OVER && plies < limit) {
        if (position->status == PLAY) {
            plies += play_on(board, position, &local, limit - plies);
        } else {
            stratego_play(game, state, stratego_random_move(game, state, &local));
            plies++;
        }
    }
    *rng = local;
    return plies;
}
