/* chance_breakthrough_evaluate.c - ChanceBreakthrough for searches: stones and the most advanced
 * one, the moves that change most, and which to try first (chance-and-multiplayer.md 1.3.5, 2.1).
 */
#include <math.h>

#include "base/embedded.h"
#include "board.h"
#include "game/learned.h"
#include "games/breakthrough/evaluate.h"
#include "games/breakthrough/runners.h"

enum { OF_STONE = 200, OF_ROW = 50, BOUND = 1500, RUNNER = 1000, STEP = 30 };

static inline int highest_row(uint64_t stones)
{
    return (63 - __builtin_clzll(stones)) / STRIDE;
}

/* Rows that a side's most advanced stone has reached, its own back row being the first. */
static inline int reached_row(const struct board *board, uint64_t stones, int side)
{
    return side == WHITE ? highest_row(stones) + 1 : board->rows - bit_index(stones) / STRIDE;
}

/* Not of finished games, so that both sides have stones. */
static void evaluate_stones(const struct cop_game *game, const void *prepared, const void *state,
                            double *of_player)
{
    const struct board *board = board_of(game);
    const struct chance_position *position = state;
    uint64_t white = position->stones[WHITE], black = position->stones[BLACK];
    int value = OF_STONE * (bit_count(white) - bit_count(black)) +
                OF_ROW * (reached_row(board, white, WHITE) - reached_row(board, black, BLACK));

    (void)prepared;
    value = value >= BOUND ? BOUND - 1 : value <= -BOUND ? 1 - BOUND : value;
    of_player[WHITE] = value;
    of_player[BLACK] = -value;
}

/* As in Breakthrough, but a roll may take the runner away, so that it proves nothing and counts as
 * much as many stones. What it counts is chosen by hand. */
static void evaluate_runners(const struct cop_game *game, const void *prepared, const void *state,
                             double *of_player)
{
    const struct board *board = board_of(game);
    const struct chance_position *position = state;
    int next = next_mover(position);
    int steps = breakthrough_race(board, position->stones, next);
    int value = breakthrough_worth(board, position->stones, next);

    (void)prepared;
    if (steps != 0)
        value = steps > 0 ? RUNNER - STEP * (2 * steps - 1) : -2 * STEP * steps - RUNNER;
    value = value >= BOUND ? BOUND - 1 : value <= -BOUND ? 1 - BOUND : value;
    of_player[next] = value;
    of_player[1 - next] = -value;
}

static bool is_capture(const struct chance_position *position, cop_move step)
{
    return (position->stones[1 - position->mover] >> step % 64 & 1) != 0;
}

static bool wins(const struct board *board, const struct chance_position *position, cop_move step)
{
    uint64_t others = position->stones[1 - position->mover];

    return (board->goal[position->mover] >> step % 64 & 1) != 0 ||
           (is_capture(position, step) && (others & (others - 1)) == 0);
}

/* Steps that capture or reach the goal. The roll is no such move: on average it changes little, and
 * it is by far the most expensive to look at. */
static int list_noisy(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct board *board = board_of(game);
    const struct chance_position *position = state;
    int mover = position->mover;
    uint64_t targets = position->stones[1 - mover] | board->goal[mover];

    if (position->phase != TO_MOVE)
        return 0;
    return list_moves(mover, only(all_steps(board, position->stones, mover), targets), out);
}

/* What wins, then captures, then steps, each by the row that is reached; the roll last. */
static void rate_advance(const struct cop_game *game, const void *state, const cop_move *moves,
                         int count, float *rating)
{
    enum { CLASS = STRIDE + 1 };
    const struct board *board = board_of(game);
    const struct chance_position *position = state;

    for (int i = 0; i < count; i++) {
        cop_move move = moves[i];

        if (move >= BREAKTHROUGH_STEPS) {
            rating[i] = 0;
            continue;
        }
        rating[i] = (float)reached_row(board, (uint64_t)1 << move % 64, position->mover);
        if (wins(board, position, move))
            rating[i] = INFINITY;
        else if (is_capture(position, move))
            rating[i] += CLASS;
    }
}

/* For ChanceProbCut with depths that do not count rolls (chance-and-multiplayer.md 2.8):
 * coppice tune probcut chancebreakthrough --depths 1:3,2:4,3:5 \
 *     --list lab/data/chance-breakthrough.txt */
static const struct cop_fit stone_fits[] = {
    {1, 3, 1.0939, -43.9768, 282.2649},
    {2, 4, 1.0951, 32.5948, 238.6115},
    {3, 5, 1.0323, 1.1543, 193.6388},
    {0, 0, 0, 0, 0},
};

extern const struct cop_embedded cop_data_weights_chancebreakthrough;

static void *prepare_learned(const struct cop_game *game, const atomic_bool *stop,
                             struct cop_error *error)
{
    (void)stop;
    return cop_weights_read(game, cop_data_weights_chancebreakthrough.bytes,
                            cop_data_weights_chancebreakthrough.size, "chancebreakthrough", error);
}

/* What is learned is a share, and needs no fit. Other chances are fitted to games of two players:
 *     coppice tune chance chancebreakthrough --eval stones --limit depth=3 --games 500
 * and with --eval runners. */
const struct cop_evaluator chance_breakthrough_evaluators[] = {
    {.name = "stones",
     .help = "200 a stone, 50 a row that the most advanced one has reached",
     .version = 1,
     .chance = {1, -0.18905, 0.00315},
     .lower = -BOUND,
     .upper = BOUND,
     .is_zero_sum = true,
     .evaluate = evaluate_stones,
     .noisy = list_noisy,
     .fits = stone_fits},
    {.name = "runners",
     .help = "as runners of Breakthrough: stones, how far and how safe they are, and runners that "
             "only a roll can stop",
     .version = 1,
     .chance = {1, -0.041411, 0.0037054},
     .lower = -BOUND,
     .upper = BOUND,
     .is_zero_sum = true,
     .evaluate = evaluate_runners,
     .noisy = list_noisy},
    {.name = "learned",
     .help = "runners, corrected by what the stones of small fields, columns and rows promise, "
             "learned from games",
     .version = 1,
     .lower = -COP_LEARNED_WON,
     .upper = COP_LEARNED_WON,
     .is_zero_sum = true,
     .fits_variant = cop_game_can_learn,
     .prepare = prepare_learned,
     .release = cop_weights_free,
     .evaluate = cop_learned_evaluate,
     .noisy = list_noisy},
    {NULL},
};

const struct cop_ordering chance_breakthrough_orderings[] = {
    {"advance", "winning steps, captures, the most advanced steps, the roll", rate_advance},
    {NULL},
};
