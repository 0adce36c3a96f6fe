/* rollout.c - playing out, and turning ends into rewards. */
#include "search/rollout.h"

#include <string.h>
#include <strings.h>

const struct cop_option cop_rollout_options[] = {
    {"playout", COP_WORDS, "uniform", 0, 0, NULL,
     "how games are played out: uniform, or the name of one of the game's policies"},
    {"playout_limit", COP_INTEGER, "0", 0, 1e6, NULL,
     "plies after which a playout is cut and counts as a draw; 0 plays to the end"},
    {"reward", COP_CHOICE, "payoff", 0, 0, "payoff|score",
     "what is maximised: the result, or the points scaled to the game's range"},
    {"win", COP_REAL, "1", 0, 1, NULL, "reward of a won game"},
    {"draw", COP_REAL, "0.5", 0, 1, NULL, "reward of a drawn game"},
    {"loss", COP_REAL, "0", 0, 1, NULL, "reward of a lost game"},
    {NULL}};

static bool find_policy(struct cop_rollout *rollout, const char *name, struct cop_error *error)
{
    const struct cop_policy *policy = rollout->game->rules->policies;
    struct cop_text known = COP_TEXT;

    if (strcasecmp(name, "uniform") == 0)
        return true;
    cop_text_add(&known, "uniform");
    for (; policy != NULL && policy->name != NULL; policy++) {
        cop_text_add(&known, ", %s", policy->name);
        if (strcasecmp(name, policy->name) == 0) {
            rollout->policy = policy;
            break;
        }
    }
    if (rollout->policy == NULL)
        cop_fail(error, "playout=%.60s is not a policy of %s; it has %s", name,
                 rollout->game->rules->name, known.bytes);
    cop_text_free(&known);
    return rollout->policy != NULL;
}

bool cop_rollout_open(struct cop_rollout *rollout, const struct cop_game *game,
                      const struct cop_settings *settings, struct cop_error *error)
{
    *rollout = (struct cop_rollout){
        .game = game,
        .limit = (int)cop_integer(settings, "playout_limit"),
        .from_score = cop_choice(settings, "reward") == 1,
        .win = cop_real(settings, "win"),
        .draw = cop_real(settings, "draw"),
        .loss = cop_real(settings, "loss"),
    };
    if (rollout->from_score && game->rules->score == NULL)
        return cop_fail(error, "reward=score: %s has no score; use reward=payoff",
                        game->rules->name);
    if (rollout->loss > rollout->draw || rollout->draw > rollout->win ||
        rollout->loss >= rollout->win)
        return cop_fail(error,
                        "win=%g, draw=%g, loss=%g: they must not increase in this order, "
                        "and a win must be worth more than a loss",
                        rollout->win, rollout->draw, rollout->loss);
    rollout->is_plain =
        !rollout->from_score && rollout->win == 1 && rollout->draw == 0.5 && rollout->loss == 0;
    return find_policy(rollout, cop_words(settings, "playout"), error);
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
static double weigh(const struct cop_rollout *rollout, double payoff)
{
    if (payoff < 0.5)
        return rollout->loss + 2 * payoff * (rollout->draw - rollout->loss);
    return rollout->draw + 2 * (payoff - 0.5) * (rollout->win - rollout->draw);
}

void cop_rollout_reward(const struct cop_rollout *rollout, const void *state, double *of_player)
{
    const struct cop_game *game = rollout->game;

    if (rollout->from_score) {
        rewards_from_score(rollout, state, of_player);
        return;
    }
    if (game->rules->turn(game, state) == COP_OVER) {
        game->rules->payoff(game, state, of_player);
    } else {
        for (int i = 0; i < game->players; i++)
            of_player[i] = game->players > 1 ? 1.0 / game->players : 0.5;
    }
    if (!rollout->is_plain) {
        for (int i = 0; i < game->players; i++)
            of_player[i] = weigh(rollout, of_player[i]);
    }
}

static void play_policy(const struct cop_rollout *rollout, void *state, struct cop_rng *rng,
                        cop_move *moves)
{
    const struct cop_game *game = rollout->game;

    for (int plies = 0; rollout->limit == 0 || plies < rollout->limit; plies++) {
        int turn = game->rules->turn(game, state);

        if (turn == COP_OVER)
            return;
        game->rules->play(game, state,
                          turn == COP_CHANCE ? cop_random_move(game, state, rng, moves)
                                             : rollout->policy->pick(game, state, rng));
    }
}

void cop_rollout_run(const struct cop_rollout *rollout, void *state, struct cop_rng *rng,
                     cop_move *moves, double *of_player)
{
    if (rollout->policy != NULL)
        play_policy(rollout, state, rng, moves);
    else
        cop_playout(rollout->game, state, rng, rollout->limit, moves);
    cop_rollout_reward(rollout, state, of_player);
}
