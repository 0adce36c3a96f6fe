/* evaluators.c - from a name to an evaluator or an ordering. */
#include "search/evaluators.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/exponential.h"
#include "coppice/fit.h"
#include "game/learned.h"
#include "game/prepare.h"

static void evaluate_nothing(const struct cop_game *game, const void *prepared, const void *state,
                             double *of_player)
{
    (void)prepared;
    (void)state;
    memset(of_player, 0, (size_t)game->players * sizeof *of_player);
}

static void evaluate_score(const struct cop_game *game, const void *prepared, const void *state,
                           double *of_player)
{
    (void)prepared;
    for (int i = 0; i < game->players; i++)
        of_player[i] = game->rules->score(game, state, i);
}

/* Those that fit every game: nothing but the result counts, or the game's own points. */
static struct cop_evaluator general_evaluator(const struct cop_game *game, bool is_score)
{
    if (is_score)
        return (struct cop_evaluator){.name = "score",
                                      .version = 1,
                                      .lower = game->score_low,
                                      .upper = game->score_high,
                                      .is_zero_sum = game->players == 2 &&
                                                     game->score_low == -game->score_high,
                                      .rates_ends = true,
                                      .evaluate = evaluate_score};
    return (struct cop_evaluator){.name = "none",
                                  .version = 1,
                                  .lower = -1,
                                  .upper = 1,
                                  .is_zero_sum = game->players == 2 && game->is_constant_sum,
                                  .settles_chance = true,
                                  .evaluate = evaluate_nothing};
}

/* The file itself is read when the judge is prepared. */
static bool take_file(struct cop_judge *judge, const struct cop_game *game, const char *path,
                      struct cop_error *error)
{
    size_t length = strlen(path);

    if (length >= sizeof judge->path)
        return cop_fail(error, "the path of the weights has %zu characters; %d are too many",
                        length, COP_JUDGE_PATH_MAX);
    if (!cop_game_can_learn(game))
        return cop_fail(error, "%s has no features that an evaluator could learn from", game->name);
    judge->evaluator = cop_learned_evaluator(game);
    memcpy(judge->path, path, length + 1);
    return true;
}

bool cop_judge_find(struct cop_judge *judge, const struct cop_game *game, const char *name,
                    struct cop_error *error)
{
    const struct cop_evaluator *row = NULL;
    bool has_score = game->rules->score != NULL && game->score_high > game->score_low;
    struct cop_text names = COP_TEXT;

    *judge = (struct cop_judge){.prepared = NULL};
    if (cop_weights_is_path(name))
        return take_file(judge, game, name, error);
    while ((row = cop_evaluator_after(game, row)) != NULL) {
        if (name[0] == '\0' || strcasecmp(row->name, name) == 0) {
            judge->evaluator = *row;
            judge->row = row;
            cop_text_free(&names);
            return true;
        }
        cop_text_add(&names, "%s, ", row->name);
    }
    if (name[0] == '\0' || strcasecmp(name, "none") == 0 ||
        (has_score && strcasecmp(name, "score") == 0)) {
        judge->evaluator = general_evaluator(game, strcasecmp(name, "score") == 0);
        cop_text_free(&names);
        return true;
    }
    cop_fail(error, "%s has no evaluator \"%.40s\"; give one of %s%snone", game->name, name,
             names.bytes != NULL ? names.bytes : "", has_score ? "score, " : "");
    cop_text_free(&names);
    return false;
}

bool cop_ordering_find(const struct cop_ordering **ordering, const struct cop_game *game,
                       const char *name, struct cop_error *error)
{
    const struct cop_ordering *row = game->rules->orderings;
    struct cop_text names = COP_TEXT;

    *ordering = NULL;
    if (strcasecmp(name, "none") == 0 || (name[0] == '\0' && row == NULL))
        return true;
    for (; row != NULL && row->name != NULL; row++) {
        if (name[0] == '\0' || strcasecmp(row->name, name) == 0) {
            *ordering = row;
            cop_text_free(&names);
            return true;
        }
        cop_text_add(&names, "%s, ", row->name);
    }
    cop_fail(error, "%s has no ordering \"%.40s\"; give one of %snone", game->rules->name, name,
             names.bytes != NULL ? names.bytes : "");
    cop_text_free(&names);
    return false;
}

static void *read_weights(const struct cop_game *game, const char *path, struct cop_error *error)
{
    struct cop_weights *weights = cop_weights_read_file(game, path, error);

    if (weights == NULL || cop_weights_prepare(game, weights, NULL, error))
        return weights;
    cop_weights_free(weights);
    return NULL;
}

bool cop_judge_prepare(struct cop_judge *judge, const struct cop_game *game,
                       const atomic_bool *stop, struct cop_error *error)
{
    if (judge->path[0] != '\0') {
        judge->prepared =
            cop_prepared_file(game, judge->path, read_weights, cop_weights_free, stop, error);
        return judge->prepared != NULL;
    }
    if (judge->row == NULL || judge->row->prepare == NULL)
        return true;
    judge->prepared =
        cop_prepared(game, judge->row, judge->row->prepare, judge->row->release, stop, error);
    return judge->prepared != NULL;
}

static bool is_fitted(const struct cop_judge *judge)
{
    const struct cop_evaluator *evaluator = &judge->evaluator;

    return evaluator->chance.version != 0 && evaluator->chance.version == evaluator->version;
}

bool cop_judge_has_chance(const struct cop_judge *judge, const struct cop_game *game)
{
    return game->players == 2 && is_fitted(judge);
}

bool cop_judge_has_chances(const struct cop_judge *judge, const struct cop_game *game)
{
    return game->players >= 2 && game->is_constant_sum && is_fitted(judge);
}

/* Where chance moves next nobody has the move, for which the offset of the fit stands. */
double cop_judge_chance(const struct cop_judge *judge, const struct cop_game *game,
                        const void *state, int player)
{
    const struct cop_evaluator *evaluator = &judge->evaluator;
    int turn = game->rules->turn(game, state);
    int judged = turn == COP_CHANCE ? 0 : turn;
    struct cop_chance chance = evaluator->chance;
    double values[COP_PLAYERS_MAX], expected;

    evaluator->evaluate(game, judge->prepared, state, values);
    if (!cop_judge_has_chance(judge, game))
        return (values[player] - evaluator->lower) / (evaluator->upper - evaluator->lower);
    if (turn == COP_CHANCE)
        chance.offset = 0;
    expected = evaluator->is_zero_sum ? values[judged] : values[judged] - values[1 - judged];
    expected = cop_chance_at(&chance, expected);
    return judged == player ? expected : 1 - expected;
}

enum { LEAST_POWER = -600 }; /* e to it is nothing for every purpose */

/* In a game of two the odds of the player to move, a, against b are exp(offset + slope (value of a
 * - value of b)). These shares have the same odds for any two players. */
static void share_by_odds(const struct cop_chance *chance, int turn, int players, double *of_player)
{
    double most = -INFINITY, sum = 0;

    for (int i = 0; i < players; i++) {
        of_player[i] = chance->slope * of_player[i] + (i == turn ? chance->offset : 0);
        most = fmax(most, of_player[i]);
    }
    for (int i = 0; i < players; i++) {
        of_player[i] = cop_exp_quick(fmax(of_player[i] - most, LEAST_POWER));
        sum += of_player[i];
    }
    for (int i = 0; i < players; i++)
        of_player[i] /= sum;
}

void cop_judge_chances(const struct cop_judge *judge, const struct cop_game *game,
                       const void *state, double *of_player)
{
    const struct cop_evaluator *evaluator = &judge->evaluator;

    if (game->players == 2) {
        of_player[0] = cop_judge_chance(judge, game, state, 0);
        of_player[1] = 1 - of_player[0];
        return;
    }
    evaluator->evaluate(game, judge->prepared, state, of_player);
    share_by_odds(&evaluator->chance, game->rules->turn(game, state), game->players, of_player);
}

double cop_judge_move(const struct cop_judge *judge, const struct cop_game *game, const void *state,
                      cop_move move, void *after, int player)
{
    double payoffs[COP_PLAYERS_MAX];

    memcpy(after, state, game->state_size);
    game->rules->play(game, after, move);
    if (game->rules->turn(game, after) != COP_OVER)
        return cop_judge_chance(judge, game, after, player);
    game->rules->payoff(game, after, payoffs);
    return payoffs[player];
}
