/* printed_star.c - the listings of ontop.md 2.4 and 2.5 for two players in any order. */
#include "printed_star.h"

#include <math.h>
#include <string.h>

enum { CHILDREN_MAX = 8 };

/* A window and the bounds of all values, as one player sees them. */
struct sight {
    double alpha, beta, lower, upper;
};

static double see_player(struct printed_star *star, const void *state, int depth,
                         struct sight sight);

static bool has(const struct printed_star *star, enum printed_mistake mistake)
{
    return (star->mistakes & mistake) != 0;
}

static struct sight turned(const struct printed_star *star, struct sight sight)
{
    struct sight other = {-sight.beta, -sight.alpha, -sight.upper, -sight.lower};

    if (has(star, BOUNDS_NOT_NEGATED)) {
        other.lower = sight.lower;
        other.upper = sight.upper;
    }
    return other;
}

static int turn_of(const struct printed_star *star, const void *state)
{
    return star->game->rules->turn(star->game, state);
}

static double leaf_value(struct printed_star *star, const void *state, int viewer)
{
    double of_player[COP_PLAYERS_MAX];

    star->leaves++;
    star->evaluator->evaluate(star->game, NULL, state, of_player);
    return of_player[has(star, LEAF_OF_THE_OTHER) ? 1 - viewer : viewer];
}

/* A decision node or a leaf, as `viewer` sees it. */
static double see(struct printed_star *star, const void *state, int viewer, int depth,
                  struct sight sight)
{
    int turn = turn_of(star, state);

    if (turn == COP_OVER || depth == 0)
        return leaf_value(star, state, viewer);
    if (turn == viewer)
        return see_player(star, state, depth, sight);
    return -see_player(star, state, depth, turned(star, sight));
}

struct roll {
    int count;
    uint32_t states[CHILDREN_MAX][4];
    double chance[CHILDREN_MAX], low[CHILDREN_MAX];
};

/* The outcomes, the likeliest first. */
static struct roll roll_out(const struct printed_star *star, const void *state)
{
    const struct cop_game *game = star->game;
    struct roll roll = {0};
    cop_move moves[CHILDREN_MAX];
    double chances[CHILDREN_MAX];

    roll.count = game->rules->moves(game, state, moves);
    game->rules->chances(game, state, chances);
    for (int i = 0; i < roll.count; i++) {
        int best = 0;

        for (int j = 1; j < roll.count; j++)
            if (chances[j] > chances[best])
                best = j;
        memcpy(roll.states[i], state, game->state_size);
        game->rules->play(game, roll.states[i], moves[best]);
        roll.chance[i] = chances[best];
        chances[best] = -1;
    }
    return roll;
}

static double see_chance(struct printed_star *star, const void *state, int viewer, int depth,
                         struct sight sight);

static double see_any(struct printed_star *star, const void *state, int viewer, int depth,
                      struct sight sight)
{
    if (turn_of(star, state) == COP_CHANCE && depth > 0)
        return see_chance(star, state, viewer, depth, sight);
    return see(star, state, viewer, depth, sight);
}

static double see_first_move(struct printed_star *star, const void *state, int viewer, int depth,
                             struct sight sight)
{
    uint32_t next[4];
    cop_move moves[CHILDREN_MAX];
    double value;

    star->game->rules->moves(star->game, state, moves);
    memcpy(next, state, star->game->state_size);
    star->game->rules->play(star->game, next, moves[0]);
    value = -see_any(star, next, 1 - viewer, depth - 1, turned(star, sight));
    if (value <= sight.alpha && has(star, ALPHA_AS_BOUND))
        return sight.alpha;
    return value;
}

static bool probe(struct printed_star *star, struct roll *roll, int viewer, int depth,
                  struct sight sight)
{
    double sum = 0, rest = 1;

    for (int i = 0; i < roll->count; i++) {
        double chance = roll->chance[i], first = has(star, FIRST_ALPHA) ? roll->chance[0] : chance;
        struct sight window = sight;
        double high, value;

        rest -= chance;
        high = (sight.beta - sum - sight.lower * rest) / chance;
        window.alpha = fmax(sight.lower, (sight.alpha - sight.upper * (1 - first)) / first);
        window.beta = fmin(sight.upper, high);
        roll->low[i] = sight.lower;
        if (turn_of(star, roll->states[i]) == viewer && depth > 0) {
            value = see_first_move(star, roll->states[i], viewer, depth, window);
            if (value >= high)
                return true;
            if (value > window.alpha || has(star, ALPHA_AS_BOUND))
                roll->low[i] = value;
        }
        sum += chance * roll->low[i];
    }
    return false;
}

static double see_chance(struct printed_star *star, const void *state, int viewer, int depth,
                         struct sight sight)
{
    struct roll roll = roll_out(star, state);
    double sum = 0, rest = 1, low = 0;
    double unseen = has(star, BOUNDS_EXCHANGED) ? sight.lower : sight.upper;

    for (int i = 0; i < roll.count; i++)
        roll.low[i] = has(star, BOUNDS_EXCHANGED) ? sight.upper : sight.lower;
    if (star->has_probes && probe(star, &roll, viewer, depth, sight))
        return sight.beta;
    for (int i = 0; i < roll.count; i++)
        low += roll.chance[i] * roll.low[i];
    for (int i = 0; i < roll.count; i++) {
        double chance = roll.chance[i], known = chance * roll.low[i], a, b, value;
        struct sight window = sight;

        rest -= chance;
        low -= has(star, PRODUCT_TWICE) ? known * chance : known;
        a = (sight.alpha - sum - unseen * rest) / chance;
        b = (sight.beta - sum - low) / chance;
        window.alpha = fmax(sight.lower, a);
        window.beta = has(star, MAX_FOR_MIN) ? fmax(sight.upper, b) : fmin(sight.upper, b);
        value = see_any(star, roll.states[i], viewer, depth, window);
        if (value >= b)
            return sight.beta;
        if (value <= a)
            return sight.alpha;
        sum += chance * value;
    }
    return sum;
}

static double see_player(struct printed_star *star, const void *state, int depth,
                         struct sight sight)
{
    const struct cop_game *game = star->game;
    int turn = turn_of(star, state);
    cop_move moves[CHILDREN_MAX];
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++) {
        uint32_t next[4];
        double value;

        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        value = -see_any(star, next, 1 - turn, depth - 1, turned(star, sight));
        if (value >= sight.beta)
            return sight.beta;
        sight.alpha = fmax(sight.alpha, value);
    }
    return sight.alpha;
}

double printed_star(struct printed_star *star, const void *state, int depth)
{
    struct sight sight = {star->lower - 1, star->upper + 1, star->lower, star->upper};

    return see_player(star, state, depth, sight);
}
