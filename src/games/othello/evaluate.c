/* othello_evaluate.c - how good a position of Othello is, and which moves to try first.
 *
 * The value is the margin to expect at the end, in hundredths of a disc: counts of what is good to
 * have, each with a weight that depends on how many squares are empty (docs/games/othello.md). */
#include "base/embedded.h"
#include "board.h"
#include "game/learned.h"
#include "position.h"

enum { DISC = 100, WON = 100 * DISC, MOST = 64 * DISC };

/* From 1 to 4 empty squares on; in the order of enum othello_feature. */
static const int16_t weights[OTHELLO_PHASES][OTHELLO_FEATURES] = {
    {80, 150, 45, 300, -200, -400, 140, 60},   {55, 120, 45, 500, -200, -400, 140, 60},
    {40, 110, 45, 700, -200, -400, 140, 60},   {30, 100, 45, 900, -200, -400, 140, 60},
    {20, 100, 45, 1000, -200, -400, 140, 60},  {10, 100, 45, 1000, -200, -400, 140, 60},
    {0, 100, 45, 1000, -200, -400, 140, 60},   {-10, 100, 45, 1000, -200, -400, 140, 60},
    {-20, 100, 45, 1000, -200, -400, 140, 60}, {-30, 100, 45, 1000, -200, -400, 140, 60},
    {-40, 100, 45, 1000, -200, -400, 140, 60}, {-50, 100, 45, 1000, -200, -400, 140, 60},
    {-60, 100, 45, 1000, -200, -400, 140, 60}, {-60, 100, 45, 1000, -200, -400, 140, 60},
    {-60, 100, 45, 1000, -200, -400, 140, 60},
};

int othello_phase(const struct othello_board *board, const struct othello_position *position)
{
    int empty = bit_count(board->squares & ~(position->discs[0] | position->discs[1]));

    return empty > 0 ? (empty - 1) / 4 : 0;
}

/* The discs that cannot be captured because they and all between them and a corner of their colour
 * are alike: they grow from the corner, by one, one more and then two at a time. */
static inline uint64_t firm(const struct othello_board *board, uint64_t own, uint64_t corners)
{
    static const int steps[2] = {1, OTHELLO_STRIDE};
    uint64_t all = 0;

    for (int way = 0; way < 2; way++) {
        uint64_t along = own & board->sides[way];
        uint64_t grown = along & corners;
        int step = steps[way];
        uint64_t up = along & along << step, down = along & along >> step;

        grown |= (along & grown << step) | (along & grown >> step);
        for (int i = 0; i < 3; i++)
            grown |= (up & grown << 2 * step) | (down & grown >> 2 * step);
        all |= grown;
    }
    return all & ~corners;
}

static inline void count_one(const struct othello_board *board, uint64_t own, uint64_t enemy,
                             int sign, int *features)
{
    uint64_t taken = own | enemy, corners = 0, beside = 0, diagonal = 0;

    for (int corner = 0; corner < OTHELLO_CORNERS; corner++) {
        uint64_t is_empty = -(uint64_t)((taken & board->corners[corner]) == 0);

        corners |= board->corners[corner];
        beside |= board->beside[corner] & is_empty;
        diagonal |= board->diagonal[corner] & is_empty;
    }
    corners &= own;
    features[OTHELLO_DISCS] += sign * bit_count(own);
    features[OTHELLO_OPENINGS] += sign * bit_count(othello_spread(enemy) & board->squares & ~taken);
    features[OTHELLO_CORNER] += sign * bit_count(corners);
    features[OTHELLO_BESIDE] += sign * bit_count(own & beside);
    features[OTHELLO_DIAGONAL] += sign * bit_count(own & diagonal);
    features[OTHELLO_FIRM] += sign * bit_count(firm(board, own, corners));
}

void othello_count(const struct othello_board *board, const struct othello_position *position,
                   int *features)
{
    uint64_t black = position->discs[0], white = position->discs[1];
    uint64_t empty = board->squares & ~(black | white);
    int mover = position->turn == 1;
    int own_moves = bit_count(position->placements);
    int other_moves =
        bit_count(othello_ends(position->discs[1 - mover], position->discs[mover]) & empty);

    for (int i = 0; i < OTHELLO_FEATURES; i++)
        features[i] = 0;
    count_one(board, black, white, 1, features);
    count_one(board, white, black, -1, features);
    features[OTHELLO_MOVES] = mover == 0 ? own_moves - other_moves : other_moves - own_moves;
    features[OTHELLO_TURN] = mover == 0 ? 1 : -1;
}

static void evaluate_margin(const struct cop_game *game, const void *prepared, const void *state,
                            double *of_player)
{
    const struct othello_board *board = game->own;
    const int16_t *weight = weights[othello_phase(board, state)];
    int features[OTHELLO_FEATURES];
    int sum = 0;

    (void)prepared;
    othello_count(board, state, features);
    for (int i = 0; i < OTHELLO_FEATURES; i++)
        sum += weight[i] * features[i];
    sum = sum > MOST ? MOST : sum < -MOST ? -MOST : sum;
    of_player[0] = sum;
    of_player[1] = -sum;
}

/* The discs as they lie, for comparison; finished games by their points. */
static void evaluate_discs(const struct cop_game *game, const void *prepared, const void *state,
                           double *of_player)
{
    const struct othello_position *position = state;
    int lead = othello_points(game->own, position->discs[0], position->discs[1],
                              position->turn == COP_OVER);

    (void)prepared;
    of_player[0] = lead;
    of_player[1] = -lead;
}

/* Corners first; squares that give a corner away last; before that, whatever leaves the opponent
 * the fewest placements. */
static void rate_squares(const struct cop_game *game, const void *state, const cop_move *moves,
                         int count, float *rating)
{
    const struct othello_board *board = game->own;
    const struct othello_position *position = state;
    uint64_t taken = position->discs[0] | position->discs[1];
    uint64_t good = 0, bad = 0, worst = 0;

    for (int corner = 0; corner < OTHELLO_CORNERS; corner++) {
        bool is_empty = (taken & board->corners[corner]) == 0;

        good |= board->corners[corner];
        bad |= is_empty ? board->beside[corner] : 0;
        worst |= is_empty ? board->diagonal[corner] : 0;
    }
    for (int i = 0; i < count; i++) {
        uint64_t square = moves[i] == COP_PASS ? 0 : (uint64_t)1 << (moves[i] - 1);
        uint64_t own = position->discs[position->turn], enemy = position->discs[1 - position->turn];
        uint64_t flips = square != 0 ? othello_flips(own, enemy, square) : 0;
        uint64_t replies =
            othello_ends(enemy & ~flips, own | flips | square) & board->squares & ~(taken | square);

        rating[i] = (float)(((good & square) != 0) * 16 - ((bad & square) != 0) * 4 -
                            ((worst & square) != 0) * 8 - bit_count(replies));
    }
}

extern const struct cop_embedded cop_data_weights_othello;

static void *prepare_learned(const struct cop_game *game, const atomic_bool *stop,
                             struct cop_error *error)
{
    (void)stop;
    return cop_weights_read(game, cop_data_weights_othello.bytes, cop_data_weights_othello.size,
                            "othello", error);
}

/* For Multi-ProbCut, and the same with --eval margin:
 * coppice tune probcut othello --eval learned --limit depth=2 --random 0.25 --positions 120 \
 *     --depths 0:1,0:2,1:3,2:4,1:5,3:5,2:6,3:7,4:8 */
static const struct cop_fit learned_fits[] = {
    {0, 1, 0.9913, 128.780, 328.747}, {0, 2, 0.9809, 56.176, 431.310},
    {1, 3, 1.0028, 87.762, 376.932},  {2, 4, 1.0512, -5.683, 334.046},
    {1, 5, 1.0293, 103.115, 472.987}, {3, 5, 1.0260, 26.274, 284.889},
    {2, 6, 1.0343, -0.902, 392.395},  {3, 7, 1.0174, 33.296, 360.496},
    {4, 8, 0.9965, 33.494, 321.827},  {0, 0, 0, 0, 0},
};

static const struct cop_fit margin_fits[] = {
    {0, 1, 1.0307, 22.8164, 472.9588},  {0, 2, 1.0439, 36.4767, 475.7117},
    {1, 3, 1.0323, 10.9794, 370.9329},  {2, 4, 1.0373, 41.5838, 308.8318},
    {1, 5, 1.0939, 24.2946, 433.3293},  {3, 5, 1.0698, 27.1300, 247.0466},
    {2, 6, 1.0955, 45.6564, 416.3922},  {3, 7, 1.1171, 68.4054, 376.2434},
    {4, 8, 1.1340, -17.8873, 433.5342}, {0, 0, 0, 0, 0},
};

/* Chances are fitted to games of two players:
 *     coppice tune chance othello --eval discs --limit depth=3 --games 2000
 *     coppice tune chance othello --eval margin --limit depth=3 --games 2000
 *     coppice tune chance othello --eval learned --limit depth=3,memory=8M --games 1000 */
const struct cop_evaluator othello_evaluators[] = {
    {.name = "learned",
     .help = "what the discs of lines and corners promise, learned from games: the margin to "
             "expect, in hundredths of a disc",
     .version = 2,
     .chance = {2, -0.16127, 0.0012143},
     .unit = "discs",
     .point = 100,
     .lower = -COP_LEARNED_WON,
     .upper = COP_LEARNED_WON,
     .is_zero_sum = true,
     .fits_variant = cop_game_can_learn,
     .prepare = prepare_learned,
     .release = cop_weights_free,
     .evaluate = cop_learned_evaluate,
     .fits = learned_fits},
    {.name = "margin",
     .help = "mobility, corners, borders and discs: the margin to expect, in hundredths of a disc",
     .version = 1,
     .chance = {1, 0.013148, 0.00068294},
     .unit = "discs",
     .point = 100,
     .lower = -WON,
     .upper = WON,
     .is_zero_sum = true,
     .evaluate = evaluate_margin,
     .fits = margin_fits},
    {.name = "discs",
     .help = "the margin of discs as they lie, of finished games the points",
     .version = 2,
     .chance = {2, -0.58047, 0.12813},
     .unit = "discs",
     .point = 1,
     .lower = -64,
     .upper = 64,
     .is_zero_sum = true,
     .rates_ends = true,
     .evaluate = evaluate_discs},
    {NULL},
};

const struct cop_ordering othello_orderings[] = {
    {"squares", "corners first, squares beside empty corners last, few replies", rate_squares},
    {NULL},
};
