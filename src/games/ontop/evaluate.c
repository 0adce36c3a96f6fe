/* evaluate.c - how good a position of OnTop is, what a search may expect, and which placement to
 * try first (ontop.md 2.7 - 2.9).
 *
 * A value is a weighted sum of differences: points, stones placed, a potential of open circles, and
 * a bonus for the winner. A player is compared with the mean of his opponents, a team by the mean
 * of its members; with two players that is the plain difference of the thesis. Nothing of it hangs
 * on the tile in hand, so a position can be judged before the draw. */
#include <stdlib.h>

#include "board.h"
#include "games/bits.h"

struct weights {
    double points, stones, potential, win;
    double limit; /* no value is beyond it; see most_gain */
};

/* The sets of the thesis (its table 5.2), the best one first: number, weights of points, stones and
 * potential, limit; and the chance, fitted to games of two players, N being 1 to 5:
 * coppice tune chance ontop --eval setN --limit depth=1 --games 500 */
#define SETS(SET)                                    \
    SET(4, 5, 2, 0, 536, -0.14021, 0.026165)         \
    SET(1, 3, 1, 1, 445, -0.41866, 0.038603)         \
    SET(2, 6, 3, 1, 709, -0.39775, 0.035511)         \
    SET(3, 1, 0.25, 0.05, 190.95, -0.24919, 0.24398) \
    SET(5, 1, 3, 2, 397, -0.27331, 0.012426)

enum {
    WIN = 100,
    SHARE_UNIT = 12,    /* shares of a circle are counted in twelfths */
    POTENTIAL_MAX = 84, /* of a potential in per cent: an open circle has five segments at most */
    CLOSED_BY_TILE = 8, /* circles: at the tile's corners, and one for each gap that it makes */
    TAKEN_BY_TILE = 6,  /* triangles: its own and four gaps */
    SEGMENTS_BY_TILE = 3 * TAKEN_BY_TILE
};

/* ---- Values ---- */

static inline int segments_of(unsigned counts, int colour)
{
    return (int)(counts >> (ONTOP_COUNT_BITS * colour)) & ((1 << ONTOP_COUNT_BITS) - 1);
}

static inline uint64_t open_points(const struct ontop_board *board,
                                   const struct ontop_position *position)
{
    return ontop_open_points(position->up, position->down) & board->points;
}

/* Twelfths that a segment of a circle is. */
static inline int share_of_segment(const struct ontop_circle *circle)
{
    static const uint8_t share[ONTOP_CORNERS + 1] = {0, 12, 6, 4, 3, 0, 2};

    return share[circle->count];
}

/* Of all open circles that have a player's colour, its mean share in per cent. */
static void find_potentials(const struct ontop_board *board, const struct ontop_position *position,
                            double potential[ONTOP_COLOURS])
{
    int sum[ONTOP_COLOURS] = {0}, circles[ONTOP_COLOURS] = {0};

    for (uint64_t open = open_points(board, position); open != 0; open &= open - 1) {
        const struct ontop_circle *circle = &board->circles[bit_index(open)];
        unsigned counts = ontop_segments(board, position, circle);
        int share = share_of_segment(circle);

        for (int player = 0; player < board->players; player++) {
            sum[player] += segments_of(counts, player) * share;
            circles[player] += segments_of(counts, player) > 0;
        }
    }
    for (int player = 0; player < board->players; player++)
        potential[player] =
            circles[player] > 0 ? 100.0 / SHARE_UNIT * sum[player] / circles[player] : 0;
}

/* 1, 0 or -1: has won alone, has not yet or not alone, has lost. */
static int win_of(const struct ontop_board *board, const struct ontop_position *position,
                  int player)
{
    int side = board->teams ? player % 2 : player;

    if (position->winners == 0)
        return 0;
    if ((position->winners >> side & 1) == 0)
        return -1;
    return (position->winners & (position->winners - 1)) == 0 ? 1 : 0;
}

/* The mean of the player's side, less the mean of the others. */
static double lead_of(const struct ontop_board *board, const double of[ONTOP_COLOURS], int player)
{
    static const double part[ONTOP_COLOURS] = {0, 1, 1.0 / 2, 1.0 / 3};
    double others = 0;

    if (board->players == 2)
        return of[player] - of[1 - player];
    if (board->teams)
        return (of[player] + of[player ^ 2] - of[player ^ 1] - of[player ^ 3]) / 2;
    for (int other = 0; other < board->players; other++)
        others += other != player ? of[other] : 0;
    return of[player] - others * part[board->players - 1];
}

static inline void evaluate(const struct cop_game *game, const void *state,
                            const struct weights *weights, double *of_player)
{
    const struct ontop_board *board = ontop_board_of(game);
    const struct ontop_position *position = state;
    double potential[ONTOP_COLOURS] = {0}, sum[ONTOP_COLOURS] = {0};

    if (weights->potential > 0)
        find_potentials(board, position, potential);
    for (int player = 0; player < board->players; player++)
        sum[player] = weights->points * position->points[player] -
                      weights->stones * position->stones[player] +
                      weights->potential * potential[player];
    for (int player = 0; player < board->players; player++)
        of_player[player] =
            lead_of(board, sum, player) + weights->win * win_of(board, position, player);
}

/* ---- What a search may expect (ontop.md 2.8) ---- */

/* What closing a circle can bring at best, and how many segments it lacks. */
struct gain {
    double value;
    int segments;
};

static double tower_value(const struct ontop_circle *circle, unsigned tower,
                          const struct weights *weights, int player)
{
    int top = (int)(tower >> ONTOP_COLOURS);
    int points = bit_count(tower & 15) * circle->worth;
    double value =
        weights->stones * ((int)(tower >> player & 1) - (int)(tower >> (1 - player) & 1));

    if (top == player)
        value += weights->points * points;
    else if (top == 1 - player)
        value -= weights->points * points;
    return value;
}

/* Tries everything that can be added to an open circle: of each colour, and black for the rest. */
static double best_tower(const struct ontop_board *board, const struct ontop_circle *circle,
                         unsigned counts, int colour, int segments, const struct weights *weights,
                         int player)
{
    double best = 0;

    if (colour == ONTOP_COLOURS)
        return board->tower[counts] == 0
                   ? 0
                   : tower_value(circle, board->tower[counts], weights, player);
    for (int added = 0; added <= segments; added++) {
        double value =
            best_tower(board, circle, counts + ((unsigned)added << (ONTOP_COUNT_BITS * colour)),
                       colour + 1, segments - added, weights, player);

        best = value > best ? value : best;
    }
    return best;
}

static int free_segments(const struct ontop_position *position, const struct ontop_circle *circle)
{
    int count = 0;

    for (int i = 0; i < circle->count; i++)
        count += position->cell[circle->cell[i]] == ONTOP_FREE;
    return count;
}

static int by_value(const void *a, const void *b)
{
    const struct gain *first = a, *second = b;

    return (first->value < second->value) - (first->value > second->value);
}

static int by_density(const void *a, const void *b)
{
    const struct gain *first = a, *second = b;
    double left = first->value * second->segments, right = second->value * first->segments;

    return (left < right) - (left > right);
}

/* The best of all circles together, two ways: no more of them than can be closed, or no more
 * segments than can be filled, the last circle in part. */
static double best_sum(struct gain *gains, int count, int circles, int segments)
{
    double by_circles = 0, by_segments = 0;

    qsort(gains, (size_t)count, sizeof gains[0], by_value);
    for (int i = 0; i < count && i < circles; i++)
        by_circles += gains[i].value;
    qsort(gains, (size_t)count, sizeof gains[0], by_density);
    for (int i = 0; i < count && segments > 0; i++) {
        int used = gains[i].segments < segments ? gains[i].segments : segments;

        by_segments += gains[i].value * used / gains[i].segments;
        segments -= used;
    }
    return by_circles < by_segments ? by_circles : by_segments;
}

/* How far `tiles` placements can raise points and stones of one of two players above the other's.
 * A circle that raises it takes a stone of his. A tile covers two triangles of a circle, and gaps
 * are never neighbours, so of five free ones it cannot close all. */
static double most_gain(const struct ontop_board *board, const struct ontop_position *position,
                        const struct weights *weights, int player, int tiles)
{
    struct gain gains[64] = {{0}};
    int circles = CLOSED_BY_TILE * tiles, count = 0;

    for (uint64_t open = open_points(board, position); open != 0; open &= open - 1) {
        const struct ontop_circle *circle = &board->circles[bit_index(open)];
        int segments = free_segments(position, circle);
        double value = best_tower(board, circle, ontop_segments(board, position, circle), 0,
                                  segments, weights, player);

        if (value > 0 && (segments <= 4 || tiles > 1))
            gains[count++] = (struct gain){value, segments};
    }
    if (circles > position->stones[player])
        circles = position->stones[player];
    return best_sum(gains, count, circles, SEGMENTS_BY_TILE * tiles);
}

/* Whether the game may be over after so many tiles that take so many triangles and stones each. */
static bool may_end(const struct ontop_position *position, int tiles, int triangles_by_tile,
                    int stones_by_tile)
{
    int left = position->hand != 0;

    if (bit_count(position->up) + bit_count(position->down) <= triangles_by_tile * tiles)
        return true;
    for (int colour = 0; colour < ONTOP_COLOURS; colour++)
        if (position->stones[colour] <= stones_by_tile * tiles)
            return true;
    for (int type = 0; type < ONTOP_TYPES; type++)
        left += position->deck[type];
    return left <= tiles;
}

struct range {
    double lower, upper;
};

/* What is proved: the lead now, and what the open circles can change. */
static struct range find_sound(const struct cop_game *game, const struct ontop_position *position,
                               const struct weights *weights, int player, int tiles)
{
    const struct ontop_board *board = ontop_board_of(game);
    struct weights certain = {.points = weights->points, .stones = weights->stones};
    double of_player[ONTOP_COLOURS];
    double more = weights->potential * POTENTIAL_MAX;
    struct range range = {-weights->limit, weights->limit};
    double lower, upper;

    if (board->players > 2)
        return range;
    if (may_end(position, tiles, TAKEN_BY_TILE, CLOSED_BY_TILE))
        more += weights->win;
    evaluate(game, position, &certain, of_player);
    lower = of_player[player] - most_gain(board, position, weights, 1 - player, tiles) - more;
    upper = of_player[player] + most_gain(board, position, weights, player, tiles) + more;
    return (struct range){lower > range.lower ? lower : range.lower,
                          upper < range.upper ? upper : range.upper};
}

/* What is likely: so many points and a stone for each tile. The end is expected where each tile
 * leaves a gap: with none, as the specification has it, its own example of a window that the win
 * breaks would stay as it is. */
static struct range find_scaled(const struct cop_game *game, const struct ontop_position *position,
                                const struct weights *weights, int player, int tiles, double rate)
{
    double of_player[ONTOP_COLOURS];
    double more = (weights->points * rate + weights->stones) * tiles;

    if (may_end(position, tiles, 3, 1))
        more += weights->win;
    evaluate(game, position, weights, of_player);
    return (struct range){of_player[player] - more, of_player[player] + more};
}

/* The formula of the thesis as it is printed, without the weights. */
static struct range find_printed(const struct cop_game *game, const struct ontop_position *position,
                                 int player, int draws, double rate)
{
    struct weights plain = {.points = 1, .stones = 1};
    double of_player[ONTOP_COLOURS];

    evaluate(game, position, &plain, of_player);
    return (struct range){of_player[player] - rate * draws, of_player[player] + rate * draws};
}

/* The thesis counts the depth of a search in draws: a tile in hand is laid without one. */
static void find_horizon(const struct cop_game *game, const void *state,
                         const struct weights *weights, int player, int tiles, enum cop_horizon how,
                         double rate, double *lower, double *upper)
{
    const struct ontop_position *position = state;
    int draws = position->hand != 0 && tiles > 0 ? tiles - 1 : tiles;
    struct range range;

    if (how == COP_HORIZON_SOUND)
        range = find_sound(game, position, weights, player, tiles);
    else if (how == COP_HORIZON_SCALED)
        range = find_scaled(game, position, weights, player, tiles, rate);
    else
        range = find_printed(game, position, player, draws, rate);
    *lower = range.lower;
    *upper = range.upper;
}

/* ---- Which placement to try first (ontop.md 2.9) ---- */

/* Where a tile brings a colour in: once in each tile, at one of its corners. */
struct entry {
    int point; /* its bit, from the bit of the up triangle */
    int segments;
};

/* The corners of the up and of the down triangle, in the order of enum ontop_corner, from the bits
 * of either triangle. */
static const int corner_steps[ONTOP_CORNERS] = {
    0, 1, ONTOP_STRIDE + 1, 0, ONTOP_STRIDE, ONTOP_STRIDE + 1};
/* The down triangle's bit from the up triangle's. */
static const int down_steps[ONTOP_DIRECTIONS] = {0, 1, -ONTOP_STRIDE};

static struct entry find_entry(const struct ontop_board *board, int direction, int type,
                               int rotation, int colour)
{
    int code = ontop_code((enum ontop_direction)direction, type, rotation);
    struct entry entry = {0, 0};

    for (int corner = 0; corner < ONTOP_CORNERS; corner++) {
        if (segments_of(board->segment[corner][code], colour) == 0)
            continue;
        entry.point =
            corner_steps[corner] + (corner >= ONTOP_DOWN_BOTTOM ? down_steps[direction] : 0);
        entry.segments++;
    }
    return entry;
}

/* The mover's share, after the move, of the circles that the tile touches. */
static void rate_shares(const struct cop_game *game, const void *state, const cop_move *moves,
                        int count, float *rating)
{
    const struct ontop_board *board = ontop_board_of(game);
    const struct ontop_position *position = state;
    struct entry entries[ONTOP_DIRECTIONS][2];
    int shares[64] = {0};

    for (uint64_t open = open_points(board, position); open != 0; open &= open - 1) {
        const struct ontop_circle *circle = &board->circles[bit_index(open)];

        shares[bit_index(open)] =
            segments_of(ontop_segments(board, position, circle), position->player) *
            share_of_segment(circle);
    }
    for (int direction = 0; direction < ONTOP_DIRECTIONS; direction++)
        for (int rotation = 0; rotation < 2; rotation++)
            entries[direction][rotation] =
                find_entry(board, direction, position->hand - 1, rotation, position->player);
    for (int i = 0; i < count; i++) {
        int placement = (int)moves[i] - ONTOP_PLACEMENT;
        const struct ontop_place *place = &board->places[placement >> 1];
        struct entry entry = entries[place->direction][placement & 1];
        uint64_t touched = ontop_open_points((uint64_t)1 << place->up, (uint64_t)1 << place->down);
        int sum = entry.segments * share_of_segment(&board->circles[place->up + entry.point]);

        for (; touched != 0; touched &= touched - 1)
            sum += shares[bit_index(touched)];
        rating[i] = (float)sum * (1.0f / SHARE_UNIT);
    }
}

/* ---- Tables ---- */

/* An evaluator is asked without its row, so each set has functions of its own. */
#define FUNCTIONS(number, of_points, of_stones, of_potential, of_limit, offset, slope)             \
    static const struct weights set##number = {of_points, of_stones, of_potential, WIN, of_limit}; \
                                                                                                   \
    static void evaluate##number(const struct cop_game *game, const void *prepared,                \
                                 const void *state, double *of_player)                             \
    {                                                                                              \
        (void)prepared;                                                                            \
        evaluate(game, state, &set##number, of_player);                                            \
    }                                                                                              \
                                                                                                   \
    static void horizon##number(const struct cop_game *game, const void *prepared,                 \
                                const void *state, int player, int plies, enum cop_horizon how,    \
                                double rate, double *lower, double *upper)                         \
    {                                                                                              \
        (void)prepared;                                                                            \
        find_horizon(game, state, &set##number, player, plies, how, rate, lower, upper);           \
    }

SETS(FUNCTIONS)

#define ROW(number, of_points, of_stones, of_potential, of_limit, offset, slope) \
    {.name = "set" #number,                                                      \
     .help = #of_points " a point, " #of_stones " a stone, " #of_potential       \
                        " a per cent of open circles, 100 for the win",          \
     .version = 1,                                                               \
     .chance = {1, offset, slope},                                               \
     .lower = -(of_limit),                                                       \
     .upper = (of_limit),                                                        \
     .is_zero_sum = true,                                                        \
     .rates_ends = true,                                                         \
     .settles_chance = true,                                                     \
     .evaluate = evaluate##number,                                               \
     .horizon = horizon##number},

const struct cop_evaluator ontop_evaluators[] = {SETS(ROW){NULL}};

const struct cop_ordering ontop_orderings[] = {
    {"shares", "most of the mover's colour in the circles that the tile touches", rate_shares},
    {NULL},
};
