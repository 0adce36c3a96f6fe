/* start.c - see start.h. */
#include "search/proof/start.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct cop_option proof_start_options[] = {
    {"start", COP_CHOICE, "ones", 0, 0, "ones|mobility|evaluator",
     "the numbers of a new position: ones; how many moves it has where all of them are needed; or "
     "these times what an evaluator makes of them, so that the likelier answer looks cheaper"},
    {"eval", COP_WORDS, "", 0, 0, NULL,
     "start=evaluator: an evaluator of the game, score or none; without it the game's first"},
    {"eval_scale", COP_REAL, "5", 0, 1000, NULL,
     "start=evaluator: numbers are multiplied by 1 for the likely answer, by 1 and twice this for "
     "the unlikely one"},
    {"eval_step", COP_REAL, "0.25", 0.001, 1, NULL,
     "start=evaluator: the advantage that counts as a win; 1 is the whole way from even to won"},
    {NULL},
};

bool proof_start_read(const struct cop_settings *settings, struct proof_start_config *config,
                      struct cop_error *error)
{
    static const char *const of_evaluator[] = {"eval", "eval_scale", "eval_step"};
    const char *evaluator = cop_words(settings, "eval");

    *config = (struct proof_start_config){.by = (enum proof_start_by)cop_choice(settings, "start"),
                                          .scale = cop_real(settings, "eval_scale"),
                                          .step = cop_real(settings, "eval_step")};
    if (strlen(evaluator) > PROOF_EVALUATOR_MAX)
        return cop_fail(error, "no evaluator has so long a name as \"%.40s...\"", evaluator);
    snprintf(config->evaluator, sizeof config->evaluator, "%s", evaluator);
    for (int i = 0; i < 3; i++)
        if (config->by != PROOF_EVALUATOR && cop_given(settings, of_evaluator[i]))
            return cop_fail(error, "%s is for start=evaluator", of_evaluator[i]);
    return true;
}

bool proof_start_fits(const struct proof_start_config *config, const struct cop_game *game,
                      struct cop_error *error)
{
    struct cop_judge judge;

    return config->by != PROOF_EVALUATOR || cop_judge_find(&judge, game, config->evaluator, error);
}

bool proof_start_open(struct proof_start *start, const struct cop_game *game,
                      const struct proof_start_config *config, const atomic_bool *stop,
                      struct cop_error *error)
{
    *start = (struct proof_start){.game = game, .config = *config};
    return config->by != PROOF_EVALUATOR ||
           (cop_judge_find(&start->judge, game, config->evaluator, error) &&
            cop_judge_prepare(&start->judge, game, stop, error));
}

/* From -1 to 1: how sure the evaluator is that `player` wins. */
static double sureness(const struct proof_start *start, const void *state, int player)
{
    double expected = cop_judge_chance(&start->judge, start->game, state, player);

    return fmax(fmin((2 * expected - 1) / start->config.step, 1), -1);
}

static uint32_t times(uint32_t needed, double factor)
{
    return (uint32_t)fmin(floor(needed * factor + 0.5), PROOF_NEVER / 2);
}

struct proof_numbers proof_start_numbers(const struct proof_start *start, const void *state,
                                         int player, cop_move *moves)
{
    const struct cop_game *game = start->game;
    uint32_t all = 1;
    struct proof_numbers needed;
    double sure, scale = start->config.scale;

    if (start->config.by != PROOF_ONES)
        all = (uint32_t)game->rules->moves(game, state, moves);
    needed = game->rules->turn(game, state) == player ? (struct proof_numbers){1, all}
                                                      : (struct proof_numbers){all, 1};
    if (start->config.by != PROOF_EVALUATOR)
        return needed;
    sure = sureness(start, state, player);
    return (struct proof_numbers){times(needed.proof, 1 + scale * (1 - sure)),
                                  times(needed.disproof, 1 + scale * (1 + sure))};
}
