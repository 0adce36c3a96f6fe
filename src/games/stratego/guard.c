/* guard.c - the evaluator `guarded`: judgement of what the plain ones leave out.
 *
 * Ranks are worth what the enemy has left against them. Whose flag can be reached is in danger, by
 * whom and how soon. What an unknown piece is follows from beliefs (belief.h) instead of counts
 * alone. And whoever attacks with a piece that only he knows attacks where it wins: his threat is
 * the mean of what he gains with the ranks that gain something, not of all. All numbers were chosen
 * by hand. Values are White's, and Black's are minus those. */
#include <math.h>

#include "belief.h"
#include "evaluate.h"

enum { MINER_IDLE = 20 }; /* where no bomb is left to dig out */

/* ---- What is known of both armies ---- */

struct army {
    uint64_t left;
    double worth[RANKS];
    square_set movers, unknown;
    struct stratego_belief belief; /* if there are unknown pieces */
};

struct outlook {
    const struct stratego_board *board;
    const struct stratego *position;
    struct army armies[2];
};

static const double values[RANKS] = {0, 400, 300, 175, 140, 100, 50, 20, 0, 0, 0, 0, 0, 1000};
/* What so many that are left are worth together: each that falls is worth more than the one before.
 */
static const double miner_values[] = {0, 180, 300, 395, 475, 545};
static const double scout_values[] = {0, 45, 85, 121, 153, 181, 207, 231, 253};
/* The part of its worth that a piece has more while the enemy does not know it. */
static const double secrecy[RANKS] = {0,   0.2, 0.25, 0.25, 0.2, 0.15, 0.1,
                                      0.1, 0.2, 0.2,  0.5,  0,   0.3,  0};

/* A rank that nothing stronger opposes any more is worth as much as the strongest, nearly. */
static double fighter_worth(uint64_t enemies, int rank)
{
    int place = 1;

    for (int other = MARSHAL; other < rank; other++)
        place += stratego_count(enemies, other) > 0;
    return 0.6 * values[rank] + 0.4 * values[place];
}

/* What the next of this rank to fall is worth. */
static double last_of(const double *together, int count)
{
    return count > 0 ? together[count] - together[count - 1] : 0;
}

static double worth_of(uint64_t own, uint64_t enemies, int rank)
{
    int count = stratego_count(own, rank);

    switch (rank) {
    case MARSHAL:
        return stratego_count(enemies, SPY) > 0 ? values[MARSHAL] : 1.1 * values[MARSHAL];
    case MINER:
        return stratego_count(enemies, BOMB) > 0 ? last_of(miner_values, count) : MINER_IDLE;
    case SCOUT:
        return last_of(scout_values, count);
    case SPY:
        return stratego_count(enemies, MARSHAL) > 0 ? 110 : 10;
    case BOMB:
        return stratego_count(enemies, MINER) > 0 ? 60 : 40;
    case FLAG:
        return values[FLAG];
    default:
        return fighter_worth(enemies, rank);
    }
}

static void look(const struct stratego_board *board, const struct stratego *position,
                 struct outlook *outlook)
{
    outlook->board = board;
    outlook->position = position;
    for (int side = 0; side < 2; side++)
        outlook->armies[side].left = stratego_ranks_left(position, side);
    for (int side = 0; side < 2; side++) {
        struct army *army = &outlook->armies[side];

        for (int rank = MARSHAL; rank < RANKS; rank++)
            army->worth[rank] = worth_of(army->left, outlook->armies[1 - side].left, rank);
        army->unknown = stratego_unknown(position, side);
        army->movers = stratego_movers(position, side);
        if (army->unknown != 0)
            stratego_believe(board, position, side, BELIEF_QUICK, &army->belief);
    }
}

/* All pieces of a rank: an attack's gain is what this changes by. */
static double worth_together(const struct outlook *outlook, int side, int rank)
{
    const struct army *army = &outlook->armies[side];
    int count = stratego_count(army->left, rank);

    if (rank == SCOUT)
        return scout_values[count];
    if (rank == MINER && stratego_count(outlook->armies[1 - side].left, BOMB) > 0)
        return miner_values[count];
    return army->worth[rank] * count;
}

static double material_of(const struct outlook *outlook, int side)
{
    const struct army *army = &outlook->armies[side];
    double sum = 0;

    for (int rank = MARSHAL; rank < FLAG; rank++)
        sum += worth_together(outlook, side, rank) +
               army->worth[rank] * secrecy[rank] *
                   stratego_count(outlook->position->hidden[side], rank);
    return sum;
}

/* The pieces of a side that have this rank in the position. */
static square_set of_rank(const struct stratego *position, int side, int rank)
{
    square_set set = set_load(position->pieces[side]);

    for (int i = 0; i < 4; i++) {
        square_set bit = set_load(position->rank_bits[i]);

        set &= (rank >> i & 1) != 0 ? bit : ~bit;
    }
    return set;
}

static enum belief_class class_of(const struct outlook *outlook, int side, int square)
{
    return stratego_belief_class(outlook->board, outlook->position, side, square);
}

static double chance_of(const struct outlook *outlook, int side, int square, int rank)
{
    const struct army *army = &outlook->armies[side];

    if ((army->unknown & set_of(square)) == 0)
        return stratego_rank_at(outlook->position, square) == rank;
    return army->belief.odds[class_of(outlook, side, square)][rank];
}

/* ---- Going forward ---- */

/* Where a flag most likely is. */
static square_set likely_flags(const struct outlook *outlook, int side)
{
    const struct army *army = &outlook->armies[side];
    square_set flag = of_rank(outlook->position, side, FLAG), likely = 0;
    square_set still = army->unknown & ~set_load(outlook->position->moved);
    double most = 0;

    if (flag != 0)
        return flag;
    for (; still != 0; still &= still - 1) {
        int square = set_first(still);
        double chance = army->belief.odds[class_of(outlook, side, square)][FLAG];

        if (chance > most)
            likely = 0;
        if (chance >= most) {
            most = chance;
            likely |= set_of(square);
        }
    }
    return likely;
}

/* Points for a piece beside the flag, less the farther it is. Scouts and the spy are not for the
 * front, and miners not before there is something to dig out. */
static double advance_of(const struct outlook *outlook, int side)
{
    enum { FIGHTER = 6, SCOUTING = 1, DIGGING = 9, WAITING = 2, DIG_PLY = 150 };
    const struct stratego *position = outlook->position;
    const struct army *army = &outlook->armies[side];
    square_set flags = likely_flags(outlook, 1 - side);
    square_set miners = of_rank(position, side, MINER), scouts = of_rank(position, side, SCOUT);
    square_set spies = of_rank(position, side, SPY);
    square_set doubtful = army->unknown & ~set_load(position->moved);
    int digging = position->plies < DIG_PLY ? WAITING : DIGGING;
    struct distances distances;

    if (flags == 0)
        return 0;
    stratego_find_distances(outlook->board, flags, &distances);
    return FIGHTER * stratego_nearness(outlook->board,
                                       army->movers & ~miners & ~scouts & ~spies & ~doubtful,
                                       &distances) +
           SCOUTING * stratego_nearness(outlook->board, scouts, &distances) +
           digging * stratego_nearness(outlook->board, miners, &distances);
}

/* ---- The flag ---- */

enum { NEAR = 6 };
/* What an enemy costs who is so many steps from the flag. */
static const double alarm[NEAR + 1] = {0, 400, 180, 90, 45, 22, 10};

static square_set spread(square_set set)
{
    return set | set << 1 | set >> 1 | set << STRIDE | set >> STRIDE;
}

/* The part of the danger that guards leave, who are as near to the flag as the intruder. */
static double unguarded(const struct outlook *outlook, square_set guards, int intruder)
{
    int best = SPY;

    for (; guards != 0; guards &= guards - 1) {
        int rank = stratego_rank_at(outlook->position, set_first(guards));

        if (rank != UNKNOWN && rank < best)
            best = rank;
        if (intruder == MARSHAL && rank == SPY)
            return 0.25;
    }
    if (intruder != UNKNOWN)
        return best < intruder ? 0.25 : 1;
    return best <= 3 ? 0.35 : best <= 5 ? 0.55 : 0.85;
}

/* The largest danger of all enemies in `enemies`, each `steps` away. */
static double alarm_of(const struct outlook *outlook, int side, square_set enemies,
                       square_set guards, int steps, bool digs)
{
    double most = 0;

    for (; enemies != 0; enemies &= enemies - 1) {
        int square = set_first(enemies), rank = stratego_rank_at(outlook->position, square);
        double danger = alarm[steps] * unguarded(outlook, guards, rank);

        if (digs)
            danger *= chance_of(outlook, 1 - side, square, MINER);
        most = danger > most ? danger : most;
    }
    return most;
}

/* A scout that sees the square along a free line; one that may be a scout counts by its chance. */
static double seen_by_scouts(const struct outlook *outlook, int side, int square)
{
    const struct stratego *position = outlook->position;
    square_set empty = outlook->board->land & ~set_load(position->pieces[WHITE]) &
                       ~set_load(position->pieces[BLACK]);
    square_set enemies = outlook->armies[1 - side].movers;
    double nobody = 1;

    for (int direction = 0; direction < DIRECTIONS; direction++) {
        square_set ray = set_shift(set_of(square), direction) & empty;

        while (ray != 0) {
            square_set next = set_shift(ray, direction);

            if ((next & enemies) != 0)
                nobody *= 1 - chance_of(outlook, 1 - side, set_first(next), SCOUT);
            ray = next & empty;
        }
    }
    return 1 - nobody;
}

/* What may befall a flag whose place is known here: who can walk in, who can dig in through bombs,
 * who sees it from afar. */
static double flag_danger(const struct outlook *outlook, int side)
{
    enum { SEEN = 250 };
    const struct stratego *position = outlook->position;
    square_set flag = of_rank(position, side, FLAG), bombs = of_rank(position, side, BOMB);
    square_set enemies =
        outlook->armies[1 - side].movers & (set_load(position->moved) | stratego_known(position));
    square_set own = outlook->armies[side].movers;
    square_set walked = flag, dug = flag;
    double most = 0;

    if (flag == 0)
        return 0;
    for (int steps = 1; steps <= NEAR; steps++) {
        square_set by_foot = spread(walked) & outlook->board->land & ~bombs;
        square_set by_spade = spread(dug) & outlook->board->land;
        double danger =
            fmax(alarm_of(outlook, side, enemies & by_foot & ~walked, own & by_foot, steps, false),
                 alarm_of(outlook, side, enemies & by_spade & ~dug, own & by_spade, steps, true));

        most = danger > most ? danger : most;
        walked |= by_foot;
        dug |= by_spade;
    }
    return most + SEEN * seen_by_scouts(outlook, side, set_first(flag));
}

/* A spy that the enemy knows falls to every scout that sees it. */
static double spy_danger(const struct outlook *outlook, int side)
{
    square_set spies =
        of_rank(outlook->position, side, SPY) & set_load(outlook->position->revealed);

    return spies == 0 ? 0
                      : 0.5 * outlook->armies[side].worth[SPY] *
                            seen_by_scouts(outlook, side, set_first(spies));
}

/* ---- Attacks ---- */

static double gain_of(const struct outlook *outlook, int side, int attacker, int defender, int from,
                      int to)
{
    double own = outlook->armies[side].worth[attacker];
    double other = outlook->armies[1 - side].worth[defender];
    int outcome = stratego_strike(attacker, defender);
    double gain = 0;

    if (!words_have(outlook->position->revealed, from))
        gain -= secrecy[attacker] * own;
    if (!words_have(outlook->position->revealed, to))
        gain += secrecy[defender] * other;
    if (outcome >= 0)
        gain += other;
    if (outcome <= 0)
        gain -= own;
    return gain;
}

/* Whoever attacks what he does not know gains its mean. */
static double gain_with(const struct outlook *outlook, int side, int attacker, int from, int to)
{
    const struct army *other = &outlook->armies[1 - side];
    int defender = stratego_rank_at(outlook->position, to);
    const double *odds;
    double sum = 0;

    if (defender != UNKNOWN)
        return gain_of(outlook, side, attacker, defender, from, to);
    odds = other->belief.odds[class_of(outlook, 1 - side, to)];
    for (int rank = 1; rank < RANKS; rank++)
        if (odds[rank] > 0)
            sum += odds[rank] * gain_of(outlook, side, attacker, rank, from, to);
    return sum;
}

/* Of an unknown attacker only the ranks count that he would attack with. Whoever does not know what
 * he attacks is not that sure to do it. */
static double expected_gain(const struct outlook *outlook, int side, int from, int to)
{
    const double unsure = 0.6;
    const struct army *army = &outlook->armies[side];
    int attacker = stratego_rank_at(outlook->position, from);
    double odds[RANKS], sum = 0;

    if (attacker != UNKNOWN) {
        sum = gain_with(outlook, side, attacker, from, to);
    } else {
        stratego_believed_odds(&army->belief, class_of(outlook, side, from), true, odds);
        for (int rank = 1; rank < RANKS; rank++)
            if (odds[rank] > 0)
                sum += odds[rank] * fmax(0, gain_with(outlook, side, rank, from, to));
    }
    if (sum > 0 && stratego_rank_at(outlook->position, to) != UNKNOWN &&
        !words_have(outlook->position->revealed, to))
        sum *= unsure;
    return sum;
}

static int list_attacks(const struct outlook *outlook, int side, struct attack *out)
{
    const struct stratego *position = outlook->position;
    square_set enemies = set_load(position->pieces[1 - side]);
    square_set empty = outlook->board->land & ~set_load(position->pieces[side]) & ~enemies;
    square_set scouts = stratego_scouts(position, side);
    int count = 0;

    for (int direction = 0; direction < DIRECTIONS; direction++) {
        square_set ray = outlook->armies[side].movers;

        for (int distance = 1; ray != 0; distance++) {
            square_set hit = set_shift(ray, direction);

            for (square_set targets = hit & enemies; targets != 0; targets &= targets - 1) {
                int to = set_first(targets), from = to - distance * stratego_changes[direction];

                out[count++] = (struct attack){from, to, expected_gain(outlook, side, from, to)};
            }
            ray = distance == 1 ? set_shift(scouts, direction) & empty : hit & empty;
        }
    }
    return count;
}

static double side_value(const struct outlook *outlook, int side)
{
    return material_of(outlook, side) + advance_of(outlook, side) - flag_danger(outlook, side) -
           spy_danger(outlook, side);
}

void stratego_evaluate_guarded(const struct cop_game *game, const void *prepared, const void *state,
                               double *of_player)
{
    const struct stratego *position = state;
    struct outlook outlook;
    double value = 0;

    (void)prepared;
    if (position->status != SETUP) {
        look(stratego_board_of(game), position, &outlook);
        value = side_value(&outlook, WHITE) - side_value(&outlook, BLACK) -
                stratego_restlessness(position);
    }
    if (position->status == PLAY) {
        struct attack own[ATTACKS_MAX], other[ATTACKS_MAX];
        int own_count = list_attacks(&outlook, position->side, own);
        int other_count = list_attacks(&outlook, 1 - position->side, other);
        double gain = stratego_calm(own, own_count, other, other_count);

        value += position->side == WHITE ? gain : -gain;
    }
    of_player[WHITE] = value;
    of_player[BLACK] = -value;
}
