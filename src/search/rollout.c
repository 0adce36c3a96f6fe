/* rollout.c - playing out, and turning ends into rewards. */
#include "search/rollout.h"

#include <stdlib.h>
#include <string.h>

#include "search/policies.h"

const struct cop_option cop_rollout_options[] = {
    {"playout", COP_SPEC, "uniform", 0, 0, NULL,
     "how games are played out: uniform, greedy(...), or one of the game's policies"},
    {"playout_limit", COP_INTEGER, "0", 0, 1e6, NULL,
     "plies after which a playout is cut; 0 plays to the end"},
    {"line_limit", COP_INTEGER, "0", 0, 1e6, NULL,
     "plies from the root after which a playout is cut; 0 plays to the end"},
    {"even_cut", COP_FLAG, "off", 0, 0, NULL,
     "cut playouts only at an even number of plies from the root"},
    {"judge", COP_WORDS, "", 0, 0, NULL,
     "an evaluator that judges games that are cut; without it they count as draws"},
    {"reward", COP_CHOICE, "payoff", 0, 0, "payoff|score",
     "what is maximised: the result, or the points scaled to the game's range"},
    {"win", COP_REAL, "1", 0, 1, NULL, "reward of a won game"},
    {"draw", COP_REAL, "0.5", 0, 1, NULL, "reward of a drawn game"},
    {"loss", COP_REAL, "0", 0, 1, NULL, "reward of a lost game"},
    {NULL}};

static bool read_rewards(struct cop_rollout *rollout, const struct cop_settings *settings,
                         struct cop_error *error)
{
    const struct cop_game *game = rollout->game;

    rollout->from_score = cop_choice(settings, "reward") == 1;
    rollout->win = cop_real(settings, "win");
    rollout->draw = cop_real(settings, "draw");
    rollout->loss = cop_real(settings, "loss");
    rollout->is_plain =
        !rollout->from_score && rollout->win == 1 && rollout->draw == 0.5 && rollout->loss == 0;
    if (rollout->from_score && game->rules->score == NULL)
        return cop_fail(error, "reward=score: %s has no score; use reward=payoff",
                        game->rules->name);
    if (rollout->loss > rollout->draw || rollout->draw > rollout->win ||
        rollout->loss >= rollout->win)
        return cop_fail(error,
                        "win=%g, draw=%g, loss=%g: they must not increase in this order, "
                        "and a win must be worth more than a loss",
                        rollout->win, rollout->draw, rollout->loss);
    return true;
}

static bool read_cuts(struct cop_rollout *rollout, const struct cop_settings *settings,
                      struct cop_error *error)
{
    const char *judge = cop_words(settings, "judge");

    rollout->limit = (int)cop_integer(settings, "playout_limit");
    rollout->line_limit = (int)cop_integer(settings, "line_limit");
    rollout->is_even = cop_flag(settings, "even_cut");
    rollout->has_judge = judge[0] != '\0';
    if (!rollout->has_judge)
        return true;
    if (!cop_judge_find(&rollout->judge, rollout->game, judge, error))
        return cop_fail_in(error, "judge");
    if (rollout->judge.evaluator.is_relative)
        return cop_fail(error,
                        "judge=%s: its values are only relative to a root; use another evaluator",
                        judge);
    return true;
}

static bool read_settings(struct cop_rollout *rollout, const struct cop_game *game,
                          const struct cop_settings *settings, struct cop_error *error)
{
    *rollout = (struct cop_rollout){.game = game};
    return read_rewards(rollout, settings, error) && read_cuts(rollout, settings, error);
}

/* A policy that ends playouts knows shares, not points. */
static bool check_ends(const struct cop_rollout *rollout, const struct cop_settings *settings,
                       struct cop_error *error)
{
    if (rollout->from_score && rollout->policy != NULL && rollout->policy->ended != NULL)
        return cop_fail(error,
                        "playout=%s ends games before they are over, without points; use "
                        "reward=payoff",
                        cop_words(settings, "playout"));
    return true;
}

bool cop_rollout_check(const struct cop_game *game, const struct cop_settings *settings,
                       struct cop_error *error)
{
    struct cop_rollout rollout;
    bool is_right;

    if (!read_settings(&rollout, game, settings, error) ||
        !cop_policy_open(game, cop_words(settings, "playout"), &rollout.policy,
                         &rollout.policy_prepared, error))
        return false;
    is_right = check_ends(&rollout, settings, error);
    cop_rollout_close(&rollout);
    return is_right;
}

bool cop_rollout_open(struct cop_rollout *rollout, const struct cop_game *game,
                      const struct cop_settings *settings, const atomic_bool *stop,
                      struct cop_error *error)
{
    if (!read_settings(rollout, game, settings, error) ||
        !cop_policy_open(game, cop_words(settings, "playout"), &rollout->policy,
                         &rollout->policy_prepared, error) ||
        !check_ends(rollout, settings, error))
        return false;
    if (rollout->policy != NULL && rollout->policy->notes != NULL)
        rollout->policy_notes = rollout->policy->notes(game);
    return !rollout->has_judge || cop_judge_prepare(&rollout->judge, game, stop, error);
}

void cop_rollout_close(struct cop_rollout *rollout)
{
    if (rollout->policy != NULL && rollout->policy->release != NULL &&
        rollout->policy_prepared != NULL)
        rollout->policy->release(rollout->policy_prepared);
    *rollout = (struct cop_rollout){0};
}

double cop_rollout_worst(const struct cop_rollout *rollout)
{
    return rollout->from_score ? 0 : rollout->loss;
}

double cop_rollout_best(const struct cop_rollout *rollout)
{
    return rollout->from_score ? 1 : rollout->win;
}

static void rewards_from_score(const struct cop_rollout *rollout, const void *state,
                               double *of_player)
{
    const struct cop_game *game = rollout->game;
    double range = game->score_high - game->score_low;

    for (int i = 0; i < game->players; i++)
        of_player[i] = (game->rules->score(game, state, i) - game->score_low) / range;
}

/* Shares between a loss, a draw and a win lie on the two straight lines between their rewards. */
double cop_rollout_weigh(const struct cop_rollout *rollout, double payoff)
{
    if (rollout->is_plain)
        return payoff;
    if (payoff < 0.5)
        return rollout->loss + 2 * payoff * (rollout->draw - rollout->loss);
    return rollout->draw + 2 * (payoff - 0.5) * (rollout->win - rollout->draw);
}

static void rewards_from_judge(const struct cop_rollout *rollout, const void *state,
                               double *of_player)
{
    const struct cop_evaluator *evaluator = &rollout->judge.evaluator;
    double worst = cop_rollout_worst(rollout), best = cop_rollout_best(rollout);

    evaluator->evaluate(rollout->game, rollout->judge.prepared, state, of_player);
    for (int i = 0; i < rollout->game->players; i++) {
        double share = (of_player[i] - evaluator->lower) / (evaluator->upper - evaluator->lower);

        of_player[i] = worst + (best - worst) * (share < 0 ? 0 : share > 1 ? 1 : share);
    }
}

static void rewards_from_payoff(const struct cop_rollout *rollout, const void *state, bool is_over,
                                double *of_player)
{
    const struct cop_game *game = rollout->game;

    if (is_over) {
        game->rules->payoff(game, state, of_player);
    } else {
        for (int i = 0; i < game->players; i++)
            of_player[i] = game->players > 1 ? 1.0 / game->players : 0.5;
    }
    if (!rollout->is_plain) {
        for (int i = 0; i < game->players; i++)
            of_player[i] = cop_rollout_weigh(rollout, of_player[i]);
    }
}

void cop_rollout_reward(const struct cop_rollout *rollout, const void *state, double *of_player)
{
    bool is_over = rollout->game->rules->turn(rollout->game, state) == COP_OVER;

    if (!is_over && rollout->has_judge)
        rewards_from_judge(rollout, state, of_player);
    else if (rollout->from_score)
        rewards_from_score(rollout, state, of_player);
    else
        rewards_from_payoff(rollout, state, is_over, of_player);
}

/* How many plies a playout has that begins so far from the root; 0: to the end, -1: none. */
static int plies_allowed(const struct cop_rollout *rollout, int plies)
{
    int allowed = rollout->limit;

    if (rollout->line_limit > 0) {
        int left = rollout->line_limit - plies;

        if (allowed == 0 || left < allowed)
            allowed = left > 0 ? left : -1;
    }
    if (rollout->is_even && allowed != 0 && (plies + (allowed > 0 ? allowed : 0)) % 2 != 0)
        allowed = allowed > 0 ? allowed + 1 : 1;
    return allowed;
}

static void note_move(struct cop_trace *trace, int player, cop_move move)
{
    if (trace == NULL || trace->length == trace->room)
        return;
    trace->players[trace->length] = (int8_t)player;
    trace->moves[trace->length++] = move;
}

/* The policy's word on the playout as it stands. */
static bool has_ended(const struct cop_rollout *rollout, const void *state, const void *notes,
                      double *of_player)
{
    const struct cop_policy *policy = rollout->policy;

    return policy != NULL && policy->ended != NULL &&
           policy->ended(rollout->game, rollout->policy_prepared, state, notes, of_player);
}

/* Move by move, as a policy or a trace needs it; true if the policy says how it ended. */
static bool play_moves(const struct cop_rollout *rollout, void *state, int allowed,
                       struct cop_rng *rng, const struct cop_rollout_room *room, double *of_player)
{
    const struct cop_game *game = rollout->game;
    const struct cop_policy *policy = rollout->policy;

    for (int plies = 0; !has_ended(rollout, state, room->notes, of_player); plies++) {
        int turn = game->rules->turn(game, state);
        cop_move move;

        if (turn == COP_OVER || (allowed > 0 && plies == allowed))
            return false;
        if (turn == COP_CHANCE || policy == NULL)
            move = cop_random_move(game, state, rng, room->moves);
        else
            move = policy->pick(game, rollout->policy_prepared, state, room->notes, rng);
        note_move(room->trace, turn, move);
        if (policy != NULL && policy->played != NULL)
            policy->played(game, rollout->policy_prepared, state, move, room->notes);
        game->rules->play(game, state, move);
    }
    return true;
}

/* By the policy, in the way that the trace allows; true if it says how the playout ended. */
static bool play_on(const struct cop_rollout *rollout, void *state, int allowed,
                    struct cop_rng *rng, const struct cop_rollout_room *room, bool is_traced,
                    double *of_player)
{
    const struct cop_game *game = rollout->game;
    const struct cop_policy *policy = rollout->policy;

    if (rollout->policy_notes > 0)
        memset(room->notes, 0, rollout->policy_notes);
    if (policy != NULL && policy->begin != NULL)
        policy->begin(game, rollout->policy_prepared, state, room->notes);
    if (policy == NULL || policy->playout == NULL || is_traced)
        return play_moves(rollout, state, allowed, rng, room, of_player);
    policy->playout(game, rollout->policy_prepared, state, room->notes, rng, allowed);
    return has_ended(rollout, state, room->notes, of_player);
}

void cop_rollout_root(struct cop_rollout *rollout, const void *state)
{
    if (rollout->policy != NULL && rollout->policy->root != NULL)
        rollout->policy->root(rollout->game, rollout->policy_prepared, state);
}

void cop_rollout_run(const struct cop_rollout *rollout, void *state, int plies, struct cop_rng *rng,
                     const struct cop_rollout_room *room, double *of_player)
{
    bool is_traced = room->trace != NULL && room->trace->room > 0;
    int allowed = plies_allowed(rollout, plies);

    if (allowed >= 0 && (rollout->policy != NULL || is_traced)) {
        if (play_on(rollout, state, allowed, rng, room, is_traced, of_player)) {
            for (int i = 0; i < rollout->game->players; i++)
                of_player[i] = cop_rollout_weigh(rollout, of_player[i]);
            return;
        }
    } else if (allowed >= 0) {
        cop_playout(rollout->game, state, rng, allowed, room->moves);
    }
    cop_rollout_reward(rollout, state, of_player);
}
