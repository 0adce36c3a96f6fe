/* features.c - what an evaluator of Rolit for two learns from: the pieces in the patterns of
 * Othello, on how many squares both sides could capture, and the pieces of colours that nobody
 * plays. As in the rules, all pieces that are not a player's own are alike to him. */
#include "features.h"

#include "games/bits.h"

enum { CAPTURES_MAX = 31, CAPTURES = CAPTURES_MAX + 1, STRANGERS = 3, PHASE_SQUARES = 6 };

/* Behind the configurations. */
enum {
    OWN_CAPTURES,
    OTHER_CAPTURES = CAPTURES,
    FIRST_STRANGER = 2 * CAPTURES,
    COUNTS = FIRST_STRANGER + STRANGERS
};

enum { PHASES = ROLIT_STRIDE * ROLIT_STRIDE / PHASE_SQUARES };

/* What `player` sees. */
struct look {
    uint64_t own, other; /* all that is not his own */
    uint32_t counts[3];
};

static inline uint32_t captures(uint64_t own, uint64_t other, uint64_t empty)
{
    int count = bit_count(othello_ends(own, other) & empty);

    return (uint32_t)(count < CAPTURES_MAX ? count : CAPTURES_MAX);
}

static inline struct look look_at(const struct rolit_position *position, int player)
{
    uint64_t own = rolit_pieces(position, (uint64_t)player);
    uint64_t enemy = rolit_pieces(position, (uint64_t)(1 - player));
    uint64_t other = position->taken & ~own, empty = ~position->taken;

    return (struct look){own,
                         other,
                         {OWN_CAPTURES + captures(own, other, empty),
                          OTHER_CAPTURES + captures(enemy, position->taken & ~enemy, empty),
                          FIRST_STRANGER + (uint32_t)bit_count(other & ~enemy)}};
}

static const struct othello_patterns *patterns_of(const struct cop_game *game)
{
    return &((const struct rolit_opened *)game->own)->patterns;
}

static int list_features(const struct cop_game *game, const void *state, int player,
                         uint32_t *numbers)
{
    const struct othello_patterns *patterns = patterns_of(game);
    struct look look = look_at(state, player);
    uint32_t *at = numbers + tuples_list(&patterns->tuples, look.own, look.other, numbers);

    for (int i = 0; i < 3; i++)
        *at++ = patterns->configurations + look.counts[i];
    return (int)(at - numbers);
}

static int sum_features(const struct cop_game *game, const void *state, int player,
                        const int16_t *weights)
{
    const struct othello_patterns *patterns = patterns_of(game);
    struct look look = look_at(state, player);
    const int16_t *counts = weights + patterns->configurations;

    return tuples_sum(&patterns->tuples, OTHELLO_PLACES, look.own, look.other, weights) +
           counts[look.counts[0]] + counts[look.counts[1]] + counts[look.counts[2]];
}

static int count_features(const struct cop_game *game)
{
    const struct othello_patterns *patterns = patterns_of(game);

    return patterns->configurations > 0 ? (int)patterns->configurations + COUNTS : 0;
}

static uint32_t first_alike(const struct cop_game *game, uint32_t number)
{
    return othello_first_alike(patterns_of(game), number);
}

static int count_phases(const struct cop_game *game)
{
    (void)game;
    return PHASES;
}

/* By the empty squares: the last pieces are the first phase. */
static int phase_of(const struct cop_game *game, const void *state)
{
    const struct rolit_position *position = state;
    int phase = bit_count(~position->taken) / PHASE_SQUARES;

    (void)game;
    return phase < PHASES ? phase : PHASES - 1;
}

const struct cop_features rolit_features = {
    .version = 1,
    .target = COP_TARGET_MARGIN,
    .unit = 100,
    .count = count_features,
    .phases = count_phases,
    .phase = phase_of,
    .list = list_features,
    .sum = sum_features,
    .first_alike = first_alike,
};
