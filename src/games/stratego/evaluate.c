/* evaluate.c - what a position of Stratego is worth, as a view or in the open
 * (chance-and-multiplayer.md 1.1.6).
 *
 * Which ranks each side has left is public: those that were revealed, and how many of each were
 * not. So is what they are worth. Only where the flags are and who can move comes from ranks that a
 * view may hide, and there the mean is taken over the squares and pieces that are possible. Values
 * are White's, and Black's are minus those. */
#include "evaluate.h"

enum {
    SPY_ALONE = 10, /* when there is no marshal left to attack */
    MINER_IDLE = 10,
    SQUARE_MOST = 10, /* for a piece beside the flag: a fifth of 50 points */
    BOUND = 1000
};

/* Table 5.1 of the thesis; what spies and miners are worth depends on the enemy. */
static const int values[RANKS] = {0, 400, 300, 175, 140, 100, 50, 20, 100, 10, 100, 0, 75, 1000};

/* ---- What is public ---- */

/* Of both sides: the ranks left, four bits a rank, and what a piece of each rank is worth. */
struct facts {
    uint64_t left[2];
    int worth[2][RANKS];
};

uint64_t stratego_ranks_left(const struct stratego *position, int side)
{
    square_set revealed = set_load(position->pieces[side]) & set_load(position->revealed);
    uint64_t counts = position->hidden[side];

    for (; revealed != 0; revealed &= revealed - 1)
        counts += (uint64_t)1 << (4 * stratego_rank_at(position, set_first(revealed)));
    return counts;
}

/* Only one of the side's pieces can be the flag, and some square beside it has no bomb. Then no
 * other piece can be a bomb in secret. */
static bool has_open_flag(const struct stratego_board *board, const struct stratego *position,
                          int side)
{
    square_set revealed = set_load(position->revealed);
    square_set candidates =
        set_load(position->pieces[side]) & ~revealed & ~set_load(position->moved);
    square_set bombs = set_load(position->rank_bits[3]) & set_load(position->rank_bits[2]) &
                       set_load(position->pieces[side]) & revealed;

    return position->status != SETUP && set_count(candidates) == 1 &&
           (set_beside(set_first(candidates)) & board->land & ~bombs) != 0;
}

static int miner_worth(const struct stratego_board *board, const struct stratego *position,
                       const struct facts *facts, int side)
{
    int miners = stratego_count(facts->left[side], MINER);

    if (stratego_count(facts->left[1 - side], BOMB) == 0 ||
        has_open_flag(board, position, 1 - side))
        return MINER_IDLE;
    return miners >= 3 ? 100 : miners == 2 ? 150 : 200;
}

static struct facts find_facts(const struct stratego_board *board, const struct stratego *position)
{
    struct facts facts;

    for (int side = 0; side < 2; side++)
        facts.left[side] = stratego_ranks_left(position, side);
    for (int side = 0; side < 2; side++) {
        for (int rank = 0; rank < RANKS; rank++)
            facts.worth[side][rank] = values[rank];
        facts.worth[side][MINER] = miner_worth(board, position, &facts, side);
        if (stratego_count(facts.left[1 - side], MARSHAL) == 0)
            facts.worth[side][SPY] = SPY_ALONE;
    }
    return facts;
}

/* In tenths. What the enemy does not know counts three tenths more; the flag is not material. */
static int material_of(const struct stratego *position, const struct facts *facts, int side)
{
    int sum = 0;

    for (int rank = MARSHAL; rank < FLAG; rank++)
        sum += facts->worth[side][rank] * (10 * stratego_count(facts->left[side], rank) +
                                           3 * stratego_count(position->hidden[side], rank));
    return sum;
}

/* ---- Squares ---- */

static square_set back_rows(const struct stratego_board *board, int side)
{
    square_set rows = ((square_set)1 << (2 * STRIDE)) - 1;

    return side == WHITE ? rows : rows << ((board->size - 2) * STRIDE);
}

/* Where a side's flag is or may be: on an unknown piece of its two back rows that has not moved,
 * or, if there is none, on any. */
static square_set flags_of(const struct stratego_board *board, const struct stratego *position,
                           int side)
{
    square_set flag = set_load(position->pieces[side]) & set_load(position->rank_bits[3]) &
                      set_load(position->rank_bits[2]) & set_load(position->rank_bits[0]);
    square_set candidates = stratego_unknown(position, side) & ~set_load(position->moved);
    square_set likely = candidates & back_rows(board, side);

    return flag != 0 ? flag : likely != 0 ? likely : candidates;
}

/* The first column: every eleventh bit. */
static const square_set first_column = (square_set)0x801002004 << 64 | 0x80100200400801;

static inline int in_column(square_set set, int column)
{
    return set_count(set >> column & first_column);
}

static inline int in_row(square_set set, int row)
{
    return bit_count((uint64_t)(set >> (row * STRIDE)) & ((1u << STRIDE) - 1));
}

/* A step to the right is away from all squares on the left, and nearer to the others. */
void stratego_find_distances(const struct stratego_board *board, square_set set,
                             struct distances *distances)
{
    int left = 0, below = 0, column = 0, row = 0;

    distances->count = set_count(set);
    for (int i = 0; i < board->size; i++) {
        column += i * in_column(set, i);
        row += i * in_row(set, i);
    }
    for (int i = 0; i < board->size; i++) {
        distances->column[i] = column;
        distances->row[i] = row;
        left += in_column(set, i);
        below += in_row(set, i);
        column += 2 * left - distances->count;
        row += 2 * below - distances->count;
    }
}

double stratego_nearness(const struct stratego_board *board, square_set pieces,
                         const struct distances *flags)
{
    int sum = 0;

    for (int i = 0; i < board->size; i++)
        sum += in_column(pieces, i) * flags->column[i] + in_row(pieces, i) * flags->row[i];
    return set_count(pieces) - (double)sum / (flags->count * 2 * (board->size - 1));
}

/* A side's pieces that can move, by their way to the enemy's flag. Of unknown ones that have not
 * moved, as many can as there are such ranks for them. */
static double squares_of(const struct stratego_board *board, const struct stratego *position,
                         int side)
{
    square_set flags = flags_of(board, position, 1 - side);
    square_set movers = stratego_movers(position, side);
    square_set unknown = stratego_unknown(position, side);
    square_set doubtful = movers & unknown & ~set_load(position->moved);
    struct distances distances;
    double sum;

    if (flags == 0 || position->status == SETUP)
        return 0;
    stratego_find_distances(board, flags, &distances);
    sum = stratego_nearness(board, movers & ~doubtful, &distances);
    if (doubtful != 0) {
        uint64_t pool = stratego_pool(position, side);
        int fixed = stratego_count(pool, BOMB) + stratego_count(pool, FLAG);
        int count = set_count(doubtful);

        sum += stratego_nearness(board, doubtful, &distances) * (count - fixed) / count;
    }
    return SQUARE_MOST * sum;
}

int stratego_restlessness(const struct stratego *position)
{
    bool is_whites = stratego_unknown(position, BLACK) != 0;
    bool is_blacks = stratego_unknown(position, WHITE) != 0;

    return position->quiet / 2 * (is_whites - is_blacks);
}

static double static_value(const struct stratego_board *board, const struct stratego *position,
                           const struct facts *facts)
{
    int material = material_of(position, facts, WHITE) - material_of(position, facts, BLACK);
    double squares = squares_of(board, position, WHITE) - squares_of(board, position, BLACK);

    return material / 10.0 + squares - stratego_restlessness(position);
}

/* ---- Attacks ---- */

static void find_odds(const struct stratego_board *board, const struct stratego *position, int side,
                      int square, bool is_attacker, double odds[RANKS])
{
    int rank = stratego_rank_at(position, square);

    if (rank == UNKNOWN) {
        stratego_odds(board, position, side, square, is_attacker, odds);
        return;
    }
    for (int i = 0; i < RANKS; i++)
        odds[i] = i == rank;
}

/* What an attack wins in material. Whoever stays and was not known loses what that is worth. */
static double gain_of(const struct facts *facts, int side, int attacker, int defender,
                      bool attacker_hidden, bool defender_hidden)
{
    double own = facts->worth[side][attacker], other = facts->worth[1 - side][defender];
    double own_secret = attacker_hidden ? 0.3 * own : 0;
    double other_secret = defender_hidden && defender != FLAG ? 0.3 * other : 0;
    int outcome = stratego_strike(attacker, defender);
    double gain = other_secret - own_secret;

    if (outcome >= 0)
        gain += other;
    if (outcome <= 0)
        gain -= own;
    return gain;
}

/* The mean over the ranks that unknown pieces may have. */
static double expected_gain(const struct stratego_board *board, const struct stratego *position,
                            const struct facts *facts, int side, int from, int to)
{
    bool attacker_hidden = !words_have(position->revealed, from);
    bool defender_hidden = !words_have(position->revealed, to);
    double attackers[RANKS], defenders[RANKS], sum = 0;

    find_odds(board, position, side, from, true, attackers);
    find_odds(board, position, 1 - side, to, false, defenders);
    for (int attacker = 1; attacker < RANKS; attacker++) {
        if (attackers[attacker] == 0)
            continue;
        for (int defender = 1; defender < RANKS; defender++)
            if (defenders[defender] > 0)
                sum += attackers[attacker] * defenders[defender] *
                       gain_of(facts, side, attacker, defender, attacker_hidden, defender_hidden);
    }
    return sum;
}

/* The attacks that a side could make if it were its turn, whatever was repeated. */
static int list_attacks(const struct stratego_board *board, const struct stratego *position,
                        const struct facts *facts, int side, struct attack *out)
{
    square_set enemies = set_load(position->pieces[1 - side]);
    square_set empty = board->land & ~set_load(position->pieces[side]) & ~enemies;
    square_set movers = stratego_movers(position, side);
    square_set scouts = stratego_scouts(position, side);
    int count = 0;

    for (int direction = 0; direction < DIRECTIONS; direction++) {
        square_set ray = movers;

        for (int distance = 1; ray != 0; distance++) {
            square_set hit = set_shift(ray, direction);
            square_set targets = hit & enemies;

            for (; targets != 0; targets &= targets - 1) {
                int to = set_first(targets), from = to - distance * stratego_changes[direction];

                out[count++] = (struct attack){
                    from, to, expected_gain(board, position, facts, side, from, to)};
            }
            ray = distance == 1 ? set_shift(scouts, direction) & empty : hit & empty;
        }
    }
    assert(count <= ATTACKS_MAX);
    return count;
}

/* The most that the other side wins after an attack: not with the piece that was attacked, and not
 * from the one that has left its square. */
static double best_answer(const struct attack *own, const struct attack *other, int count)
{
    double answer = 0;

    for (int i = 0; i < count; i++)
        if (other[i].gain > answer && other[i].from != own->to && other[i].to != own->from)
            answer = other[i].gain;
    return answer;
}

double stratego_calm(const struct attack *own, int own_count, const struct attack *other,
                     int other_count)
{
    double most = 0, threat = 0, second = 0, calm;

    for (int i = 0; i < other_count; i++) {
        if (other[i].gain > threat) {
            second = threat;
            threat = other[i].gain;
        } else if (other[i].gain > second) {
            second = other[i].gain;
        }
    }
    calm = -second;
    for (int i = 0; i < own_count; i++)
        most = own[i].gain > most ? own[i].gain : most;
    for (int i = 0; i < own_count && most > 0; i++)
        if (own[i].gain == most) {
            double taken = most - best_answer(&own[i], other, other_count);

            calm = taken > calm ? taken : calm;
        }
    return calm;
}

static double calm_gain(const struct stratego_board *board, const struct stratego *position,
                        const struct facts *facts)
{
    struct attack own[ATTACKS_MAX], other[ATTACKS_MAX];
    int own_count = list_attacks(board, position, facts, position->side, own);
    int other_count = list_attacks(board, position, facts, 1 - position->side, other);

    return stratego_calm(own, own_count, other, other_count);
}

/* ---- Tables ---- */

static void evaluate_material(const struct cop_game *game, const void *prepared, const void *state,
                              double *of_player)
{
    const struct stratego_board *board = stratego_board_of(game);
    struct facts facts = find_facts(board, state);

    (void)prepared;
    of_player[WHITE] = static_value(board, state, &facts);
    of_player[BLACK] = -of_player[WHITE];
}

static void evaluate_calm(const struct cop_game *game, const void *prepared, const void *state,
                          double *of_player)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;
    struct facts facts = find_facts(board, position);
    double value = static_value(board, position, &facts);

    (void)prepared;
    if (position->status == PLAY) {
        double gain = calm_gain(board, position, &facts);

        value += position->side == WHITE ? gain : -gain;
    }
    of_player[WHITE] = value;
    of_player[BLACK] = -value;
}

/* Attacks by what they win, then moves by how much nearer they come to the enemy's flag, then
 * attacks that lose. */
static void rate_gains(const struct cop_game *game, const void *state, const cop_move *moves,
                       int count, float *rating)
{
    enum { CLASS = 4 * BOUND };
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;
    int side = position->side;
    struct facts facts;
    struct distances flags;

    if (position->status != PLAY) {
        for (int i = 0; i < count; i++)
            rating[i] = 0;
        return;
    }
    facts = find_facts(board, position);
    stratego_find_distances(board, flags_of(board, position, 1 - side), &flags);
    for (int i = 0; i < count; i++) {
        int from = (int)(moves[i] / MOVE_SQUARE), to = (int)(moves[i] % MOVE_SQUARE);

        if (words_have(position->pieces[1 - side], to)) {
            double gain = expected_gain(board, position, &facts, side, from, to);

            rating[i] = (float)(gain >= 0 ? gain + CLASS : gain - CLASS);
        } else {
            int nearer = flags.column[from % STRIDE] - flags.column[to % STRIDE] +
                         flags.row[from / STRIDE] - flags.row[to / STRIDE];

            rating[i] = (float)nearer;
        }
    }
}

/* For ChanceProbCut (chance-and-multiplayer.md 2.8):
 * coppice tune probcut stratego --eval calm --depths 2:4,3:5 --list lab/data/stratego.txt */
static const struct cop_fit calm_fits[] = {
    {2, 4, 1.2108, 4.5067, 81.0666},
    {3, 5, 1.1516, 0.4442, 61.4045},
    {0, 0, 0, 0, 0},
};

/* Chances are fitted to games of two players:
 *     coppice tune chance stratego --eval calm --limit depth=2 --games 300
 *     coppice tune chance stratego --eval material --limit depth=2 --games 300
 *     coppice tune chance "stratego(setup=arranged)" --eval guarded --limit depth=1 --games 1000
 * The last is flat, and holds (a deviance of 0.2512 on games that were held out, and 0.2552 for
 * calling every position even). */
const struct cop_evaluator stratego_evaluators[] = {
    {.name = "material",
     .help = "what is left, more if it is hidden, near the flag and not idle",
     .version = 1,
     .chance = {1, 0.037989, 0.00071969},
     .lower = -BOUND,
     .upper = BOUND,
     .is_zero_sum = true,
     .is_relative = true,
     .evaluate = evaluate_material},
    {.name = "calm",
     .help = "the same after the best attack and the best answer (EBQS)",
     .version = 1,
     .chance = {1, 0.031, 0.0011459},
     .lower = -BOUND,
     .upper = BOUND,
     .is_zero_sum = true,
     .is_relative = true,
     .evaluate = evaluate_calm,
     .fits = calm_fits},
    {.name = "guarded",
     .help = "covered flags, ranks by what the enemy has left, what set-ups and moves tell",
     .version = 2,
     .chance = {2, 0.012345, 0.00074171},
     .lower = -BOUND,
     .upper = BOUND,
     .is_zero_sum = true,
     .is_relative = true,
     .evaluate = stratego_evaluate_guarded},
    {NULL},
};

const struct cop_ordering stratego_orderings[] = {
    {"gains", "attacks by what they win, moves towards the flag, attacks that lose", rate_gains},
    {NULL},
};
