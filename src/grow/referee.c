/* referee.c - an agent as the judge of a book's positions.
 *
 * The agent begins anew with the seed of each job, so that a judgement follows from the position
 * alone, whichever worker makes it. */
#include "grow/referee.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "match/play.h"

bool cop_referee_check(const struct cop_game *game, enum cop_book_wish wish, const char *spec,
                       const struct cop_limits *limits, struct cop_text *canonical,
                       struct cop_error *error)
{
    struct cop_limits counted = {.sims = 1, .means = limits->means};

    if (wish == COP_WISH_NOTHING)
        return true;
    if (wish == COP_WISH_SURVEY)
        return cop_agent_check(game, spec, &counted, canonical, error);
    if (wish == COP_WISH_VALUE && limits->clock > 0)
        return cop_fail(error, "a clock is for games; say what a judgement may take, such as "
                               "sims=5000 or 10s");
    return cop_agent_check(game, spec, limits, canonical, error);
}

bool cop_referee_open(struct cop_referee *judge, const struct cop_growth *growth,
                      const struct cop_game *game, const char *spec,
                      const struct cop_limits *limits, const atomic_bool *stop,
                      struct cop_error *error)
{
    *judge = (struct cop_referee){.limits = *limits,
                                  .look = cop_growth_look(growth),
                                  .wish = cop_growth_wish(growth),
                                  .game_plies = cop_growth_game_plies(growth),
                                  .reward = cop_growth_reward(growth),
                                  .stop = stop};
    if (judge->wish == COP_WISH_NOTHING)
        return true;
    judge->agent = cop_agent_open(game, spec, &limits->means, error);
    return judge->agent != NULL;
}

void cop_referee_close(struct cop_referee *judge)
{
    cop_agent_close(judge->agent);
    judge->agent = NULL;
}

static bool is_stopped(const struct cop_referee *judge)
{
    return judge->stop != NULL && atomic_load(judge->stop);
}

/* ---- Values ---- */

/* What a report says of the position, or of one of its moves; NaN: nothing. */
static double worth_of(const struct cop_referee *judge, const struct cop_report *report,
                       const struct cop_candidate *candidate)
{
    const struct cop_game *game = judge->look->game;
    double value = report->value[0], chance = cop_report_chance(game, report, candidate, 0);

    if (candidate != NULL)
        value = report->player == 0 ? candidate->value
                                    : report->lower + report->upper - candidate->value;
    return cop_look_worth(judge->look, (value - report->lower) / (report->upper - report->lower),
                          chance);
}

static bool think(struct cop_referee *judge, const void *state, const struct cop_limits *limits,
                  struct cop_report *report, struct cop_error *error)
{
    struct cop_watch watch = {.stop = judge->stop};

    return cop_agent_think(judge->agent, state, limits, &watch, report, error);
}

/* A move that the game makes as a matter of course says nothing, and then a look does. */
static bool judge_value(struct cop_referee *judge, struct cop_book_job *job,
                        struct cop_error *error)
{
    struct cop_report report;

    if (!think(judge, job->state, &judge->limits, &report, error))
        return false;
    job->value = worth_of(judge, &report, NULL);
    if (isnan(job->value))
        job->value = cop_look_value(judge->look, job->state, job->depth);
    return true;
}

/* ---- Games ---- */

struct sample {
    char *state;
    int plies;
    double spent[2]; /* seconds of each side */
};

static bool play_move(struct cop_referee *judge, struct sample *sample, struct cop_error *error)
{
    const struct cop_game *game = judge->look->game;
    int player = game->rules->turn(game, sample->state);
    struct cop_limits limits = judge->limits;
    struct cop_report report;

    if (limits.clock > 0) {
        double share = cop_clock_share(game, sample->plies, limits.clock - sample->spent[player]);

        limits.time = limits.time > 0 ? fmin(limits.time, share) : share;
        limits.clock = 0;
    }
    if (!think(judge, sample->state, &limits, &report, error))
        return false;
    sample->spent[player] += report.seconds;
    cop_agent_played(judge->agent, sample->state, report.best);
    game->rules->play(game, sample->state, report.best);
    sample->plies++;
    return true;
}

/* To the end, for what it was won or lost, or so many moves, for what the position is then worth.
 */
static bool judge_game(struct cop_referee *judge, struct cop_book_job *job, struct cop_error *error)
{
    const struct cop_game *game = judge->look->game;
    struct sample sample = {.state = cop_allocate(game->state_size)};
    double payoff[COP_PLAYERS_MAX];
    bool is_good = true;

    memcpy(sample.state, job->state, game->state_size);
    while (is_good && !is_stopped(judge) && game->rules->turn(game, sample.state) != COP_OVER &&
           (judge->game_plies == 0 || sample.plies < judge->game_plies))
        is_good = play_move(judge, &sample, error);
    if (is_good && judge->game_plies > 0) {
        job->value = cop_look_static(judge->look, sample.state);
    } else if (is_good && !is_stopped(judge)) {
        game->rules->payoff(game, sample.state, payoff);
        job->value = (2 * payoff[0] - 1) * judge->reward;
    }
    free(sample.state);
    return is_good;
}

/* ---- Surveys ---- */

static bool judge_survey(struct cop_referee *judge, struct cop_book_job *job,
                         struct cop_error *error)
{
    struct cop_limits limits = judge->limits;
    struct cop_report report;

    limits.time = limits.clock = 0;
    limits.sims = job->sims;
    if (!think(judge, job->state, &limits, &report, error))
        return false;
    job->value = worth_of(judge, &report, NULL);
    job->found = cop_allocate((size_t)report.candidate_count * sizeof *job->found + 1);
    for (int i = 0; i < report.candidate_count; i++)
        if (report.candidates[i].visits > 0)
            job->found[job->found_count++] =
                (struct cop_book_found){.move = report.candidates[i].move,
                                        .visits = report.candidates[i].visits,
                                        .value = worth_of(judge, &report, &report.candidates[i])};
    return true;
}

bool cop_referee_task(struct cop_referee *judge, struct cop_book_task *task,
                      struct cop_error *error)
{
    static bool (*const ways[])(struct cop_referee *, struct cop_book_job *,
                                struct cop_error *) = {[COP_WISH_VALUE] = judge_value,
                                                       [COP_WISH_GAME] = judge_game,
                                                       [COP_WISH_SURVEY] = judge_survey};

    for (int i = 0; i < task->job_count && !is_stopped(judge); i++) {
        struct cop_book_job *job = &task->jobs[i];

        if (job->is_known)
            continue;
        cop_agent_start(judge->agent, job->seed);
        if (!ways[judge->wish](judge, job, error))
            return is_stopped(judge);
    }
    return true;
}
