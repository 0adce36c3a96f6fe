/* contest.c - the library's door to matches: a plan and a store behind one call. */
#include "coppice/contest.h"

#include <stddef.h>

#include "match/match.h"
#include "match/report.h"

struct looking {
    const struct cop_contest_watch *watch;
};

static void tell_played(void *context, const struct cop_game_result *result, int done, int total)
{
    const struct cop_contest_watch *watch = ((const struct looking *)context)->watch;

    (void)result;
    if (watch->played != NULL)
        watch->played(watch->context, done, total);
}

static void tell_game(void *context, const struct cop_game_result *result)
{
    const struct cop_contest_watch *watch = ((const struct looking *)context)->watch;
    struct cop_contest_game game = {
        .meeting = result->fixture,
        .number = result->number,
        .plies = result->plies,
        .sgf = result->sgf,
        .ending = result->ending,
        .reason = result->reason,
        .loser = result->loser,
        .players = result->seat_count,
    };

    for (int seat = 0; seat < result->seat_count && seat < COP_PLAYERS_MAX; seat++) {
        game.agents[seat] = result->seats[seat].agent;
        game.payoffs[seat] = result->seats[seat].payoff;
        game.scores[seat] = result->seats[seat].score;
    }
    watch->game(watch->context, &game);
}

static struct cop_match_plan plan_of(const struct cop_contest *contest)
{
    return (struct cop_match_plan){
        .game = contest->game,
        .agent_count = contest->agent_count,
        .agents = contest->agents,
        .limits = contest->limits,
        .games = contest->games,
        .opening_plies = contest->opening_plies,
        .threads = contest->threads,
        .seed = contest->seed,
        .elo0 = contest->elo0,
        .elo1 = contest->elo1,
    };
}

static bool play(const struct cop_match_plan *plan, struct cop_store *store,
                 const struct cop_contest_watch *watch, struct cop_text *json,
                 struct cop_error *error)
{
    struct looking looking = {watch};
    struct cop_match_watch inner = {
        .stop = watch->stop, .report = tell_played, .context = &looking};
    bool was_stopped;

    if (!cop_match_run(plan, store, &inner, error))
        return false;
    was_stopped = watch->stop != NULL && atomic_load(watch->stop);
    if (json != NULL && !cop_match_report_json(plan, store, was_stopped, json, error))
        return false;
    return watch->game == NULL || cop_match_each(plan, store, tell_game, &looking, error);
}

bool cop_contest_play(const struct cop_contest *contest, const struct cop_contest_watch *watch,
                      struct cop_text *json, struct cop_error *error)
{
    static const struct cop_contest_watch nobody = {NULL};
    struct cop_match_plan plan = plan_of(contest);
    struct cop_store *store;
    bool is_good;

    /* Before a file is made. */
    if (!cop_match_check(&plan, error))
        return false;
    store = cop_store_open(contest->results, error);
    is_good = store != NULL && play(&plan, store, watch != NULL ? watch : &nobody, json, error);
    cop_store_close(store);
    return is_good;
}
