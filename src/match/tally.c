/* tally.c - reading a match back: sums over its games, and the sequential test. */
#include "match/tally.h"

#include <assert.h>

#include "match/ending.h"

static_assert((int)COP_SEATS_MAX == (int)COP_PLAYERS_MAX, "a store holds every seat of a game");

void cop_tally_add(struct cop_tally *tally, const struct cop_match_plan *plan,
                   const struct cop_game_result *result, int agent)
{
    double payoff = 0, score = 0, sims = 0, seconds = 0;
    int seats = 0;
    enum cop_result end;

    for (int seat = 0; seat < result->seat_count; seat++) {
        const struct cop_seat_result *own = &result->seats[seat];

        if (own->agent != agent)
            continue;
        seats++;
        payoff += own->payoff;
        score += own->score;
        sims += (double)own->sims;
        seconds += own->seconds;
        tally->searches += own->searches;
        tally->early_stops += own->early_stops;
    }
    if (seats == 0)
        return;
    if (!plan->game->is_constant_sum)
        payoff /= seats;
    score /= seats;
    end = cop_result_of(payoff);
    tally->games++;
    tally->wins += end == COP_WIN;
    tally->draws += end == COP_DRAW;
    tally->losses += end == COP_LOSS;
    tally->payoff += payoff;
    tally->payoff_squares += payoff * payoff;
    tally->score += score;
    tally->score_squares += score * score;
    tally->sims += sims;
    tally->sims_squares += sims * sims;
    tally->seconds += seconds;
    tally->seconds_squares += seconds * seconds;
    tally->plies += result->plies;
}

static bool each_of_fixture(const struct cop_match_plan *plan, struct cop_store *store, int fixture,
                            cop_each_game *each, void *context, struct cop_error *error)
{
    struct cop_text identity = COP_TEXT;
    int64_t match;
    bool good;

    cop_match_identity(plan, &identity);
    good = cop_store_match(store, identity.bytes, &match, error) &&
           cop_store_each_game(store, match, fixture, plan->games, each, context, error);
    cop_text_free(&identity);
    return good;
}

/* Whom a game is handed on to, when it is known how it ended. */
struct handing {
    const struct cop_game *game;
    cop_each_game *each;
    void *context;
};

static void hand_on(void *context, const struct cop_game_result *result)
{
    const struct handing *handing = context;
    struct cop_game_result whole = *result;

    whole.ending = cop_match_ending(handing->game, result);
    handing->each(handing->context, &whole);
}

bool cop_match_each(const struct cop_match_plan *plan, struct cop_store *store, cop_each_game *each,
                    void *context, struct cop_error *error)
{
    struct handing handing = {plan->game, each, context};

    return each_of_fixture(plan, store, -1, hand_on, &handing, error);
}

/* What the callbacks below add to. */
struct summing {
    const struct cop_match_plan *plan;
    int agent, count;
    struct cop_tally *tally;
    struct cop_sprt *sprt;
};

static void count_game(void *context, const struct cop_game_result *result)
{
    struct summing *summing = context;

    (void)result;
    summing->count++;
}

bool cop_match_count(const struct cop_match_plan *plan, struct cop_store *store, int *count,
                     struct cop_error *error)
{
    struct summing summing = {.plan = plan};

    if (!each_of_fixture(plan, store, -1, count_game, &summing, error))
        return false;
    *count = summing.count;
    return true;
}

static void tally_game(void *context, const struct cop_game_result *result)
{
    struct summing *summing = context;

    if (summing->agent >= 0) {
        cop_tally_add(summing->tally, summing->plan, result, summing->agent);
        return;
    }
    for (int agent = 0; agent < summing->plan->agent_count; agent++)
        cop_tally_add(summing->tally, summing->plan, result, agent);
}

bool cop_match_tally(const struct cop_match_plan *plan, struct cop_store *store, int fixture,
                     int agent, struct cop_tally *tally, struct cop_error *error)
{
    struct summing summing = {.plan = plan, .agent = agent, .tally = tally};

    *tally = (struct cop_tally){0};
    return each_of_fixture(plan, store, fixture, tally_game, &summing, error);
}

enum cop_result cop_sprt_outcome(const struct cop_game_result *result)
{
    int seat = result->seats[0].agent == 0 ? 0 : 1;

    return cop_result_of(result->seats[seat].payoff);
}

void cop_sprt_add(struct cop_sprt *sprt, const struct cop_match_plan *plan, enum cop_result end)
{
    sprt->games++;
    sprt->wins += end == COP_WIN;
    sprt->draws += end == COP_DRAW;
    sprt->losses += end == COP_LOSS;
    sprt->ratio = cop_sprt_ratio(sprt->wins, sprt->draws, sprt->losses, plan->elo0, plan->elo1);
    sprt->verdict = cop_sprt_verdict(sprt->ratio);
}

/* Games come in the order of their numbers; after a gap or the decision they count no more. */
static void test_game(void *context, const struct cop_game_result *result)
{
    struct summing *summing = context;

    if (summing->sprt->verdict == COP_GO_ON && result->number == summing->sprt->games)
        cop_sprt_add(summing->sprt, summing->plan, cop_sprt_outcome(result));
}

bool cop_match_sprt(const struct cop_match_plan *plan, struct cop_store *store,
                    struct cop_sprt *sprt, struct cop_error *error)
{
    struct summing summing = {.plan = plan, .sprt = sprt};

    *sprt = (struct cop_sprt){0};
    return each_of_fixture(plan, store, 0, test_game, &summing, error);
}
