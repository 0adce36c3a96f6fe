/* reward.c - what the end of a playout is worth.
 *
 * Rewards are made of the result, or of points:
 *   payoff  the result, with rewards of one's own for a win, a draw and a loss, or weighted by how
 *           short the game was (twixt.md 4.8);
 *   score   a player's points, from the least to the most that there can be;
 *   margin  how far they are ahead of the best other player's. With M for the farthest possible, a
 *           margin m becomes (m + M) / 2M;
 *   biased  the same with b points more for a win and b less for a loss (amazons-play.md 2.8):
 *           (m +- b + M + b) / 2(M + b). */
#include <math.h>

#include "search/rollout.h"

static bool check_points(const struct cop_rollout *rollout, const struct cop_settings *settings,
                         const char *word, struct cop_error *error)
{
    static const char *const results[] = {"win", "draw", "loss"};
    const struct cop_game *game = rollout->game;

    if (game->rules->score == NULL)
        return cop_fail(error, "reward=%s: %s has no score; use reward=payoff", word,
                        game->rules->name);
    if (rollout->reward != COP_REWARD_SCORE && game->players < 2)
        return cop_fail(error,
                        "reward=%s: %s has one player, who is ahead of nobody; use "
                        "reward=score",
                        word, game->rules->name);
    for (int i = 0; i < 3; i++)
        if (cop_given(settings, results[i]))
            return cop_fail(error,
                            "%s is what a result is worth, and reward=%s looks at points; "
                            "leave one of them out",
                            results[i], word);
    return true;
}

static bool check_results(const struct cop_rollout *rollout, struct cop_error *error)
{
    if (rollout->loss > rollout->draw || rollout->draw > rollout->win ||
        rollout->loss >= rollout->win)
        return cop_fail(error,
                        "win=%g, draw=%g, loss=%g: they must not increase in this order, "
                        "and a win must be worth more than a loss",
                        rollout->win, rollout->draw, rollout->loss);
    return true;
}

static bool check_length(const struct cop_rollout *rollout, struct cop_error *error)
{
    const struct cop_game *game = rollout->game;

    if (game->rules->moves_left == NULL)
        return cop_fail(error,
                        "length_weight: %s does not say how many moves are left; use "
                        "length_weight=0",
                        game->rules->name);
    if (rollout->from_score || rollout->win != 1 || rollout->draw != 0.5 || rollout->loss != 0)
        return cop_fail(error, "length_weight changes what a result is worth; it needs "
                               "reward=payoff, win=1, draw=0.5 and loss=0");
    return true;
}

bool cop_rewards_read(struct cop_rollout *rollout, const struct cop_settings *settings,
                      struct cop_error *error)
{
    static const char *const words[] = {"payoff", "score", "margin", "biased"};

    rollout->reward = (enum cop_reward_kind)cop_choice(settings, "reward");
    rollout->from_score = rollout->reward != COP_REWARD_PAYOFF;
    rollout->win = cop_real(settings, "win");
    rollout->draw = cop_real(settings, "draw");
    rollout->loss = cop_real(settings, "loss");
    rollout->bonus = cop_real(settings, "bonus");
    rollout->length_weight = cop_real(settings, "length_weight");
    rollout->is_plain = !rollout->from_score && rollout->win == 1 && rollout->draw == 0.5 &&
                        rollout->loss == 0 && rollout->length_weight == 0;
    if (rollout->reward != COP_REWARD_BIASED && cop_given(settings, "bonus"))
        return cop_fail(error, "bonus is what a win adds with reward=biased, and reward is %s",
                        words[rollout->reward]);
    if (rollout->from_score && !check_points(rollout, settings, words[rollout->reward], error))
        return false;
    return check_results(rollout, error) &&
           (rollout->length_weight == 0 || check_length(rollout, error));
}

double cop_rollout_worst(const struct cop_rollout *rollout)
{
    return rollout->from_score ? 0 : rollout->loss - rollout->length_weight / 4;
}

double cop_rollout_best(const struct cop_rollout *rollout)
{
    return rollout->from_score ? 1 : rollout->win + rollout->length_weight / 4;
}

/* ---- Points ---- */

static double margin_of(const struct cop_game *game, const double *points, int player)
{
    double others = -INFINITY;

    if (game->score_is_margin)
        return points[player];
    for (int i = 0; i < game->players; i++)
        if (i != player && points[i] > others)
            others = points[i];
    return points[player] - others;
}

static double longest_margin(const struct cop_game *game)
{
    return game->score_is_margin ? game->score_high : game->score_high - game->score_low;
}

static void read_points(const struct cop_game *game, const void *state, double *points)
{
    for (int i = 0; i < game->players; i++)
        points[i] = game->rules->score(game, state, i);
}

static double share_of_range(const struct cop_game *game, double points)
{
    return (points - game->score_low) / (game->score_high - game->score_low);
}

double cop_rollout_lead(const struct cop_rollout *rollout, const void *state, int *leader)
{
    double points[COP_PLAYERS_MAX];

    read_points(rollout->game, state, points);
    *leader = 0;
    for (int i = 1; i < rollout->game->players; i++)
        if (points[i] > points[*leader])
            *leader = i;
    return margin_of(rollout->game, points, *leader);
}

struct cop_bounds cop_rollout_bounds(const struct cop_rollout *rollout, struct cop_bounds points)
{
    const struct cop_game *game = rollout->game;

    if (rollout->reward != COP_REWARD_SCORE &&
        (rollout->reward != COP_REWARD_MARGIN || !game->score_is_margin))
        return (struct cop_bounds){cop_rollout_worst(rollout), cop_rollout_best(rollout)};
    return (struct cop_bounds){share_of_range(game, points.low), share_of_range(game, points.high)};
}

/* ---- Results ---- */

/* Shares between a loss, a draw and a win lie on the two straight lines between their rewards. */
double cop_rollout_weigh(const struct cop_rollout *rollout, double payoff)
{
    if (rollout->is_plain)
        return payoff;
    if (payoff < 0.5)
        return rollout->loss + 2 * payoff * (rollout->draw - rollout->loss);
    return rollout->draw + 2 * (payoff - 0.5) * (rollout->win - rollout->draw);
}

double cop_length_factor(double weight, int played, int longest)
{
    double left = longest > 0 ? (double)(longest - played) / longest : 0.5;

    return 1 - weight / 2 + weight * (left < 0 ? 0 : left > 1 ? 1 : left);
}

/* What each player is paid, or would be if the game were decided as it was cut. */
static void read_payoffs(const struct cop_rollout *rollout, const void *state,
                         enum cop_rollout_end end, double *of_player)
{
    const struct cop_game *game = rollout->game;
    int leader = -1;

    if (end == COP_ROLLOUT_SETTLED)
        return;
    if (end == COP_ROLLOUT_OVER) {
        game->rules->payoff(game, state, of_player);
        return;
    }
    if (end == COP_ROLLOUT_LED)
        cop_rollout_lead(rollout, state, &leader);
    for (int i = 0; i < game->players; i++) {
        of_player[i] = game->players > 1 ? 1.0 / game->players : 0.5;
        if (leader >= 0)
            of_player[i] = i == leader;
    }
}

static void rewards_from_length(const struct cop_rollout *rollout, const void *state,
                                double *of_player)
{
    const struct cop_game *game = rollout->game;
    int played = rollout->longest - game->rules->moves_left(game, state);
    double factor = cop_length_factor(rollout->length_weight, played, rollout->longest);

    for (int i = 0; i < game->players; i++)
        of_player[i] = 0.5 + factor * (of_player[i] - 0.5);
}

/* A game that was not played to its end has no length. */
static void rewards_from_payoff(const struct cop_rollout *rollout, const void *state,
                                enum cop_rollout_end end, double *of_player)
{
    read_payoffs(rollout, state, end, of_player);
    if (rollout->is_plain)
        return;
    if (rollout->length_weight > 0 && (end == COP_ROLLOUT_OVER || end == COP_ROLLOUT_SETTLED))
        rewards_from_length(rollout, state, of_player);
    else if (rollout->length_weight == 0)
        for (int i = 0; i < rollout->game->players; i++)
            of_player[i] = cop_rollout_weigh(rollout, of_player[i]);
}

static void rewards_from_score(const struct cop_game *game, const void *state, double *of_player)
{
    read_points(game, state, of_player);
    for (int i = 0; i < game->players; i++)
        of_player[i] = share_of_range(game, of_player[i]);
}

/* A playout that became too long is a draw, which is no margin at all. */
static void rewards_from_margin(const struct cop_rollout *rollout, const void *state,
                                enum cop_rollout_end end, double *of_player)
{
    const struct cop_game *game = rollout->game;
    double bonus = rollout->reward == COP_REWARD_BIASED ? rollout->bonus : 0;
    double most = longest_margin(game) + bonus;
    double points[COP_PLAYERS_MAX];

    read_points(game, state, points);
    read_payoffs(rollout, state, end, of_player);
    for (int i = 0; i < game->players; i++) {
        double sign = (int)cop_result_of(of_player[i]) - (int)COP_DRAW;
        double margin = margin_of(game, points, i) + bonus * sign;

        of_player[i] = end == COP_ROLLOUT_DRAWN ? 0.5 : (margin + most) / (2 * most);
    }
}

static void rewards_from_judge(const struct cop_rollout *rollout, const void *state,
                               double *of_player)
{
    const struct cop_evaluator *evaluator = &rollout->judge.evaluator;
    double worst = rollout->from_score ? 0 : rollout->loss;
    double best = rollout->from_score ? 1 : rollout->win;

    if (rollout->by_chance) {
        cop_judge_chances(&rollout->judge, rollout->game, state, of_player);
        for (int i = 0; i < rollout->game->players; i++)
            of_player[i] = worst + (best - worst) * of_player[i];
        return;
    }
    evaluator->evaluate(rollout->game, rollout->judge.prepared, state, of_player);
    for (int i = 0; i < rollout->game->players; i++) {
        double share = (of_player[i] - evaluator->lower) / (evaluator->upper - evaluator->lower);

        of_player[i] = worst + (best - worst) * (share < 0 ? 0 : share > 1 ? 1 : share);
    }
}

void cop_rewards_give(const struct cop_rollout *rollout, const void *state,
                      enum cop_rollout_end end, double *of_player)
{
    if (end == COP_ROLLOUT_CUT && rollout->has_judge)
        rewards_from_judge(rollout, state, of_player);
    else if (rollout->reward == COP_REWARD_SCORE)
        rewards_from_score(rollout->game, state, of_player);
    else if (rollout->from_score)
        rewards_from_margin(rollout, state, end, of_player);
    else
        rewards_from_payoff(rollout, state, end, of_player);
}

void cop_rollout_reward(const struct cop_rollout *rollout, const void *state, double *of_player)
{
    bool is_over = rollout->game->rules->turn(rollout->game, state) == COP_OVER;

    cop_rewards_give(rollout, state, is_over ? COP_ROLLOUT_OVER : COP_ROLLOUT_CUT, of_player);
}
