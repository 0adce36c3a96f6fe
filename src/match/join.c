/* join.c - parts that are hard to place come first, and every place is tried, in a random order. */
#include "match/join.h"

#include <stdlib.h>

#include "agent/solvers.h"
#include "base/allocate.h"

bool cop_join_fits(const struct cop_game *game, struct cop_error *error)
{
    const struct cop_sums *sums = game->rules->sums;
    const char *why = sums != NULL && sums->unfit != NULL ? sums->unfit(game) : NULL;

    if (sums == NULL || sums->place == NULL || sums->extent == NULL || why != NULL)
        return cop_fail(error, "no parts can be joined in %s%s%s", game->name,
                        why != NULL ? ", because " : "",
                        why != NULL ? why : ": it does not fall into any");
    return true;
}

static void draw(int count, int wanted, struct cop_rng *rng, int *drawn)
{
    for (int i = 0; i < wanted; i++) {
        bool is_new;

        do {
            drawn[i] = (int)cop_rng_below(rng, (uint32_t)count);
            is_new = true;
            for (int j = 0; j < i; j++)
                is_new = is_new && drawn[j] != drawn[i];
        } while (!is_new);
    }
}

static void sort_by_extent(const struct cop_game *game, const unsigned char *states, int *drawn,
                           int wanted)
{
    for (int i = 1; i < wanted; i++)
        for (int j = i; j > 0; j--) {
            int before = drawn[j - 1], after = drawn[j];

            if (game->rules->sums->extent(game, states + (size_t)before * game->state_size) >=
                game->rules->sums->extent(game, states + (size_t)after * game->state_size))
                break;
            drawn[j - 1] = after;
            drawn[j] = before;
        }
}

static void shuffle(int *ways, int count, struct cop_rng *rng)
{
    for (int i = 0; i < count; i++)
        ways[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int other = (int)cop_rng_below(rng, (uint32_t)i + 1), way = ways[i];

        ways[i] = ways[other];
        ways[other] = way;
    }
}

static bool place(const struct cop_game *game, const void *part, struct cop_rng *rng, int *ways,
                  int count, void *sum)
{
    shuffle(ways, count, rng);
    for (int i = 0; i < count; i++)
        if (game->rules->sums->place(game, sum, part, ways[i]))
            return true;
    return false;
}

bool cop_join(const struct cop_game *game, const unsigned char *states, int count, int wanted,
              int tries, struct cop_rng *rng, void *sum, int *drawn, struct cop_error *error)
{
    int ways_count = game->rules->sums->ways(game);
    int *ways = cop_allocate((size_t)ways_count * sizeof *ways);
    bool is_placed = false;

    for (int i = 0; i < tries && wanted <= count && !is_placed; i++) {
        is_placed = true;
        draw(count, wanted, rng, drawn);
        sort_by_extent(game, states, drawn, wanted);
        game->rules->sums->clear(game, sum);
        for (int j = 0; j < wanted && is_placed; j++)
            is_placed = place(game, states + (size_t)drawn[j] * game->state_size, rng, ways,
                              ways_count, sum);
    }
    free(ways);
    if (!is_placed)
        return cop_fail(error, "no %d of %d parts found room beside each other in %d tries", wanted,
                        count, tries);
    game->rules->sums->turn_to(game, sum, 0);
    return true;
}

bool cop_join_weigh(const struct cop_game *game, void *sum, const struct cop_solve_limits *limits,
                    struct cop_join_worth *worth, struct cop_error *error)
{
    *worth = (struct cop_join_worth){.is_known = true};
    for (int player = 0; player < 2 && worth->is_known; player++) {
        struct cop_solution solution;

        game->rules->sums->turn_to(game, sum, player);
        if (!cop_solve_by("auto", game, sum, COP_STAKE_SCORE, limits, &solution, error))
            return false;
        worth->is_known = solution.lower == solution.upper;
        worth->points[player] = player == 0 ? solution.lower : -solution.lower;
    }
    return true;
}
