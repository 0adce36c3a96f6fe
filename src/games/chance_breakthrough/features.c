/* features.c - what an evaluator of ChanceBreakthrough learns from: the stones as in Breakthrough
 * (games/breakthrough/features.c), and in how many steps a runner reaches its goal that only a roll
 * can stop. */
#include "board.h"
#include "games/breakthrough/runners.h"

enum {
    STEPS_MAX = STRIDE - 1, /* of a runner */
    RACES = 2 * STEPS_MAX + 1
};

static const struct breakthrough_tuples *tuples_of(const struct cop_game *game)
{
    return &((const struct chance_opened *)game->own)->tuples;
}

/* After the features of the stones one number for each way in which the race can stand: nobody has
 * a runner, the player has, the other one has. */
static int list_features(const struct cop_game *game, const void *state, int player,
                         uint32_t *numbers)
{
    const struct chance_position *position = state;
    const struct breakthrough_tuples *tuples = tuples_of(game);
    int next = next_mover(position);
    int steps = breakthrough_race(board_of(game), position->stones, next);
    int count = breakthrough_tuples_list(tuples, position->stones, player, next == player, numbers);

    numbers[count++] = (uint32_t)(breakthrough_tuples_count(tuples) + STEPS_MAX +
                                  (next == player ? steps : -steps));
    return count;
}

static int count_features(const struct cop_game *game)
{
    int count = breakthrough_tuples_count(tuples_of(game));

    return count > 0 ? count + RACES : 0;
}

static uint32_t first_alike(const struct cop_game *game, uint32_t number)
{
    return breakthrough_tuples_alike(tuples_of(game), number);
}

static int phase_of(const struct cop_game *game, const void *state)
{
    const struct chance_position *position = state;

    (void)game;
    return breakthrough_stones_phase(position->stones);
}

const struct cop_features chance_breakthrough_features = {
    .version = 1,
    .target = COP_TARGET_PAYOFF,
    .unit = 1000,
    .count = count_features,
    .phases = breakthrough_phases,
    .phase = phase_of,
    .list = list_features,
    .first_alike = first_alike,
    .base = "runners",
};
