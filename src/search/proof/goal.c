/* goal.c - what rules and oracles say to the question. */
#include "search/proof/goal.h"

#include <math.h>

struct proof_goal proof_goal_for(const struct cop_game *game, enum cop_stake stake, int player)
{
    return (struct proof_goal){.game = game, .stake = stake, .player = player, .sum = NAN};
}

void proof_goal_begin(struct proof_goal *goal, double at_least)
{
    goal->at_least = at_least;
    goal->least_true = INFINITY;
    goal->most_false = -INFINITY;
}

void proof_goal_join(struct proof_goal *goal, const struct proof_goal *other)
{
    bool has_both = !isnan(goal->sum) && !isnan(other->sum);

    goal->least_true = fmin(goal->least_true, other->least_true);
    goal->most_false = fmax(goal->most_false, other->most_false);
    goal->is_uneven = goal->is_uneven || other->is_uneven || (has_both && goal->sum != other->sum);
    goal->sum = isnan(goal->sum) ? other->sum : goal->sum;
}

static enum proof_answer answer(struct proof_goal *goal, double low, double high)
{
    if (low >= goal->at_least) {
        goal->least_true = fmin(goal->least_true, low);
        return PROOF_TRUE;
    }
    if (high < goal->at_least) {
        goal->most_false = fmax(goal->most_false, high);
        return PROOF_FALSE;
    }
    return PROOF_OPEN;
}

static double points_at_end(struct proof_goal *goal, const void *state)
{
    const struct cop_game *game = goal->game;
    double points = game->rules->score(game, state, goal->player), sum;

    if (game->players == 2) {
        sum = points + game->rules->score(game, state, 1 - goal->player);
        goal->is_uneven = goal->is_uneven || (!isnan(goal->sum) && sum != goal->sum);
        goal->sum = sum;
    }
    return points;
}

static double value_at_end(struct proof_goal *goal, const void *state)
{
    double payoffs[COP_PLAYERS_MAX];

    if (goal->stake == COP_STAKE_SCORE)
        return points_at_end(goal, state);
    goal->game->rules->payoff(goal->game, state, payoffs);
    return payoffs[goal->player];
}

enum proof_answer proof_judge(struct proof_goal *goal, const void *state)
{
    const struct cop_game *game = goal->game;
    struct cop_bounds known;

    if (game->rules->turn(game, state) == COP_OVER) {
        double value = value_at_end(goal, state);

        return answer(goal, value, value);
    }
    if (goal->oracles == NULL)
        return PROOF_OPEN;
    known = cop_oracles_probe(goal->oracles, state, goal->stake, goal->player);
    return answer(goal, known.low, known.high);
}

enum proof_answer proof_judge_draw(struct proof_goal *goal)
{
    return answer(goal, 0.5, 0.5);
}
