/* belief.c - beliefs about unknown pieces: odds by classes, chances of attacks, and samples.
 *
 * The odds of a class are the weights of the table, multiplied by one number for each class and one
 * for each rank, so that both kinds of sums are right: a table is scaled by rows and columns in
 * turn until neither changes. A sample draws how many pieces of each class have each rank such that
 * the mean is exactly what the odds say, and then deals them out within the class. */
#include "belief.h"

#include <math.h>
#include <string.h>

#include "belief_weights.h"

enum { QUICK_ROUNDS = 5, EXACT_ROUNDS = 400 };

static const int phase_ends[BELIEF_PHASES - 1] = {30, 80, 160};

int stratego_belief_phase(const struct stratego *position)
{
    int phase = 0;

    while (phase < BELIEF_PHASES - 1 && position->plies >= phase_ends[phase])
        phase++;
    return phase;
}

/* ---- Classes ---- */

static bool is_dealt(const struct stratego_board *board, int side)
{
    return !board->is_given[side] && !board->by_moves && !board->is_arranged;
}

/* A home has one to four rows; what is between the back and the front is nearer to the front. */
static enum belief_class row_class(const struct stratego_board *board, int side, int row)
{
    int rows = board->army_size / board->size;
    int depth = side == WHITE ? row : board->size - 1 - row;

    return depth == 0 ? ROW_BACK : (enum belief_class)(ROW_FRONT - (rows - 1 - depth));
}

enum belief_class stratego_belief_class(const struct stratego_board *board,
                                        const struct stratego *position, int side, int square)
{
    if (words_have(position->moved, square))
        return MOVED;
    return is_dealt(board, side) ? DEALT : row_class(board, side, square / STRIDE);
}

static void count_classes(const struct stratego_board *board, const struct stratego *position,
                          int side, int size[BELIEF_CLASSES])
{
    square_set unknown = stratego_unknown(position, side);
    square_set still = unknown & ~set_load(position->moved);

    memset(size, 0, BELIEF_CLASSES * sizeof size[0]);
    size[MOVED] = set_count(unknown & ~still);
    if (is_dealt(board, side)) {
        size[DEALT] = set_count(still);
        return;
    }
    for (int i = 0; i < board->army_size / board->size; i++) {
        int row = side == WHITE ? i : board->size - 1 - i;
        square_set squares = (((square_set)1 << STRIDE) - 1) << (row * STRIDE);

        size[row_class(board, side, row)] += set_count(still & squares);
    }
}

/* ---- Odds ---- */

/* The columns of the table that have pieces, in both directions. */
struct scaling {
    int classes, ranks;
    int class_of[BELIEF_CLASSES], rank_of[RANKS];
    double size[BELIEF_CLASSES];
    double weight[BELIEF_CLASSES][RANKS]; /* of all pieces of a rank */
    double of_class[BELIEF_CLASSES], of_rank[RANKS], count[RANKS];
};

static void open_scaling(const struct stratego_belief *belief, const struct stratego *position,
                         int side, struct scaling *scaling)
{
    uint64_t pool = stratego_pool(position, side);
    int phase = stratego_belief_phase(position), movable = 0;
    bool all_have_moved;

    scaling->classes = scaling->ranks = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (stratego_count(pool, rank) > 0) {
            scaling->count[scaling->ranks] = stratego_count(pool, rank);
            scaling->of_rank[scaling->ranks] = 1;
            scaling->rank_of[scaling->ranks++] = rank;
            movable += stratego_is_fixed(rank) ? 0 : stratego_count(pool, rank);
        }
    all_have_moved = movable == belief->size[MOVED];
    for (int kind = 0; kind < BELIEF_CLASSES; kind++) {
        int at = scaling->classes;

        if (belief->size[kind] == 0)
            continue;
        scaling->size[at] = belief->size[kind];
        scaling->class_of[at] = kind;
        for (int i = 0; i < scaling->ranks; i++) {
            int rank = scaling->rank_of[i];
            bool can_be =
                stratego_is_fixed(rank) ? kind != MOVED : kind == MOVED || !all_have_moved;

            scaling->weight[at][i] =
                can_be ? scaling->count[i] * belief_weights[phase][kind][rank] : 0;
        }
        scaling->classes++;
    }
}

/* Every piece is something; returns how far the ranks are from their counts. */
static double scale_classes(struct scaling *scaling)
{
    double sums[RANKS] = {0}, error = 0;

    for (int k = 0; k < scaling->classes; k++) {
        double sum = 0;

        for (int i = 0; i < scaling->ranks; i++)
            sum += scaling->weight[k][i] * scaling->of_rank[i];
        scaling->of_class[k] = 1 / sum;
        for (int i = 0; i < scaling->ranks; i++)
            sums[i] += scaling->size[k] / sum * scaling->weight[k][i];
    }
    for (int i = 0; i < scaling->ranks; i++) {
        double wanted = scaling->count[i] / sums[i];
        double change = fabs(wanted / scaling->of_rank[i] - 1);

        error = change > error ? change : error;
        scaling->of_rank[i] = wanted;
    }
    return error;
}

void stratego_believe(const struct stratego_board *board, const struct stratego *position, int side,
                      enum belief_care care, struct stratego_belief *belief)
{
    struct scaling scaling;
    int rounds = care == BELIEF_EXACT ? EXACT_ROUNDS : QUICK_ROUNDS;

    memset(belief->odds, 0, sizeof belief->odds);
    count_classes(board, position, side, belief->size);
    open_scaling(belief, position, side, &scaling);
    while (rounds-- > 0 && scale_classes(&scaling) > 1e-12)
        ;
    for (int k = 0; k < scaling.classes; k++) {
        double *odds = belief->odds[scaling.class_of[k]], sum = 0;

        for (int i = 0; i < scaling.ranks; i++)
            sum += odds[scaling.rank_of[i]] = scaling.weight[k][i] * scaling.of_rank[i];
        for (int i = 0; i < scaling.ranks; i++)
            odds[scaling.rank_of[i]] /= sum;
    }
}

void stratego_believed_odds(const struct stratego_belief *belief, enum belief_class kind,
                            bool can_move, double odds[RANKS])
{
    double fixed = can_move ? belief->odds[kind][BOMB] + belief->odds[kind][FLAG] : 0;

    for (int rank = 0; rank < RANKS; rank++)
        odds[rank] = belief->odds[kind][rank] / (1 - fixed);
    if (can_move)
        odds[BOMB] = odds[FLAG] = 0;
}

/* ---- Attacks ---- */

/* Whoever attacks knows what with. How much more seldom he does it with a piece that will fall, or
 * fall together with the other, than with one that wins; and if he does not know the other, how
 * eagerly with each rank. By hand. */
static const double loses_eagerly = 0.3, ties_eagerly = 0.6;
static const double eagerness[RANKS] = {0, 0.7, 0.8, 1, 1, 1, 0.8, 0.6, 0.5, 1.2, 0.3, 0, 0, 0};

static double eagerness_of(const struct stratego *position, int rank)
{
    int target = stratego_rank_at(position, position->to), outcome;

    if (target == UNKNOWN || !words_have(position->revealed, position->to))
        return eagerness[rank];
    outcome = stratego_strike(rank, target);
    return outcome > 0 ? 1 : outcome == 0 ? ties_eagerly : loses_eagerly;
}

static void believed_chances(const struct cop_game *game, const void *state, double *probability)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;
    bool is_attacker = stratego_rank_at(position, position->from) == UNKNOWN;
    int side = is_attacker ? position->side : 1 - position->side;
    int square = is_attacker ? position->from : position->to, count = 0;
    struct stratego_belief belief;
    double odds[RANKS], sum = 0;

    stratego_believe(board, position, side, BELIEF_EXACT, &belief);
    stratego_believed_odds(&belief, stratego_belief_class(board, position, side, square),
                           is_attacker, odds);
    for (int rank = 1; rank < RANKS; rank++) {
        if (is_attacker && odds[rank] > 0)
            odds[rank] *= eagerness_of(position, rank);
        sum += odds[rank];
    }
    for (int rank = 1; rank < RANKS; rank++)
        if (odds[rank] > 0)
            probability[count++] = odds[rank] / sum;
}

/* ---- Samples ---- */

/* How many pieces of each class have each rank: whole numbers in the end. */
struct shares {
    double of[BELIEF_CLASSES][RANKS];
};

#define WHOLE 1e-9

static bool is_broken(double share)
{
    return fabs(share - nearbyint(share)) > WHOLE;
}

/* A way along broken shares, in turn to another rank of the same class and to another class of the
 * same rank, until it comes to a class or a rank for the second time. Since sums of classes and
 * ranks are whole, no class or rank has a single broken share. */
enum { WAY_MAX = 2 * RANKS };

struct place {
    int kind, rank;
};

static bool find_broken(const struct shares *shares, struct place *place)
{
    for (place->kind = 0; place->kind < BELIEF_CLASSES; place->kind++)
        for (place->rank = 1; place->rank < RANKS; place->rank++)
            if (is_broken(shares->of[place->kind][place->rank]))
                return true;
    return false;
}

static bool step_within_class(const struct shares *shares, struct place from, struct place *to)
{
    *to = from;
    for (to->rank = 1; to->rank < RANKS; to->rank++)
        if (to->rank != from.rank && is_broken(shares->of[to->kind][to->rank]))
            return true;
    return false;
}

static bool step_within_rank(const struct shares *shares, struct place from, struct place *to)
{
    *to = from;
    for (to->kind = 0; to->kind < BELIEF_CLASSES; to->kind++)
        if (to->kind != from.kind && is_broken(shares->of[to->kind][to->rank]))
            return true;
    return false;
}

/* The circle that the way ends with; returns its length, which is even, or 0 if there is none. */
static int find_circle(const struct shares *shares, struct place way[WAY_MAX],
                       const struct place **circle)
{
    int class_at[BELIEF_CLASSES], rank_at[RANKS];

    memset(class_at, -1, sizeof class_at);
    memset(rank_at, -1, sizeof rank_at);
    if (!find_broken(shares, &way[0]))
        return 0;
    for (int at = 0; at + 2 < WAY_MAX; at += 2) {
        int *before = &class_at[way[at].kind];

        if (*before >= 0) {
            *circle = way + *before + 1;
            return at - *before;
        }
        *before = at;
        if (!step_within_class(shares, way[at], &way[at + 1]))
            return 0;
        before = &rank_at[way[at + 1].rank];
        if (*before >= 0) {
            *circle = way + *before + 1;
            return at + 1 - *before;
        }
        *before = at + 1;
        if (!step_within_rank(shares, way[at + 1], &way[at + 2]))
            return 0;
    }
    return 0;
}

/* Moves shares round the circle, by as much as makes one of them whole, in one direction or the
 * other, such that the mean stays what it is. */
static void turn_circle(struct shares *shares, const struct place *circle, int length,
                        struct cop_rng *rng)
{
    double up = 1, down = 1, change;

    for (int i = 0; i < length; i++) {
        double share = shares->of[circle[i].kind][circle[i].rank];
        double above = ceil(share) - share, below = share - floor(share);

        up = fmin(up, i % 2 == 0 ? above : below);
        down = fmin(down, i % 2 == 0 ? below : above);
    }
    change = cop_rng_unit(rng) * (up + down) < down ? up : -down;
    for (int i = 0; i < length; i++) {
        double *share = &shares->of[circle[i].kind][circle[i].rank];

        *share += i % 2 == 0 ? change : -change;
    }
}

/* False where rounding has left something that adds up to nothing whole. */
static bool make_whole(struct shares *shares, struct cop_rng *rng)
{
    struct place way[WAY_MAX], first;
    const struct place *circle;
    int length;

    while ((length = find_circle(shares, way, &circle)) > 0)
        turn_circle(shares, circle, length, rng);
    if (find_broken(shares, &first))
        return false;
    for (int kind = 0; kind < BELIEF_CLASSES; kind++)
        for (int rank = 1; rank < RANKS; rank++)
            shares->of[kind][rank] = nearbyint(shares->of[kind][rank]);
    return true;
}

static void deal_class(struct stratego *position, square_set squares, const double *shares,
                       struct cop_rng *rng)
{
    uint8_t ranks[ARMY_MAX];
    uint64_t counts = 0;
    int count = set_count(squares), at = 0;

    for (int rank = 1; rank < RANKS; rank++)
        counts += (uint64_t)nearbyint(shares[rank]) << (4 * rank);
    stratego_shuffle(counts, ranks, count, rng);
    for (; squares != 0; squares &= squares - 1)
        stratego_set_rank(position, set_first(squares), ranks[at++]);
}

/* The counts of ranks and of pieces are right. */
static bool adds_up(const struct stratego_belief *belief, const struct shares *shares,
                    uint64_t pool)
{
    double of_rank[RANKS] = {0};

    for (int kind = 0; kind < BELIEF_CLASSES; kind++) {
        double sum = 0;

        for (int rank = 1; rank < RANKS; rank++) {
            sum += shares->of[kind][rank];
            of_rank[rank] += shares->of[kind][rank];
        }
        if (sum != belief->size[kind])
            return false;
    }
    for (int rank = 1; rank < RANKS; rank++)
        if (of_rank[rank] != stratego_count(pool, rank))
            return false;
    return true;
}

static bool deal_believed(const struct stratego_board *board, struct stratego *position, int side,
                          const struct stratego_belief *belief, square_set unknown, uint64_t pool,
                          struct cop_rng *rng)
{
    square_set of_class[BELIEF_CLASSES] = {0};
    struct shares shares;

    for (int kind = 0; kind < BELIEF_CLASSES; kind++)
        for (int rank = 0; rank < RANKS; rank++)
            shares.of[kind][rank] = belief->size[kind] * belief->odds[kind][rank];
    if (!make_whole(&shares, rng) || !adds_up(belief, &shares, pool))
        return false;
    for (square_set left = unknown; left != 0; left &= left - 1) {
        int square = set_first(left);

        of_class[stratego_belief_class(board, position, side, square)] |= set_of(square);
    }
    for (int kind = 0; kind < BELIEF_CLASSES; kind++)
        deal_class(position, of_class[kind], shares.of[kind], rng);
    return true;
}

/* While armies are placed piece by piece there is nothing to believe, and where rounding spoils a
 * deal, or many deals in turn leave the side to move without a move, the rules' own is as good. */
static void believed_sample(const struct cop_game *game, const void *seen, int player, void *state,
                            struct cop_rng *rng)
{
    enum { TRIES = 20 };
    const struct stratego_board *board = stratego_board_of(game);
    struct stratego *position = state;

    memmove(state, seen, game->state_size);
    for (int side = 0; side < 2 && position->status != SETUP; side++) {
        square_set unknown = stratego_unknown(position, side);
        uint64_t pool = stratego_pool(position, side);
        struct stratego_belief belief;
        bool is_good = false;

        if (unknown == 0)
            continue;
        stratego_believe(board, position, side, BELIEF_EXACT, &belief);
        for (int i = 0; i < TRIES && !is_good; i++)
            is_good = deal_believed(board, position, side, &belief, unknown, pool, rng) &&
                      (position->status != PLAY || position->side != side ||
                       stratego_can_move(board, position, side));
        if (!is_good)
            for (square_set left = unknown; left != 0; left &= left - 1)
                stratego_set_rank(position, set_first(left), UNKNOWN);
    }
    stratego_sample(game, state, player, state, rng);
}

const struct cop_belief stratego_beliefs[] = {
    {"learned", "what set-ups and moves tell: rows, who has moved and who never did",
     believed_chances, believed_sample},
    {NULL},
};
