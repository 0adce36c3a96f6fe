/* idle.c - games are compared by what they are made of: moves, work and results. */
#include "tune/idle.h"

#include <string.h>

#include "coppice/rng.h"

/* What the games of one value add up to. */
struct trace {
    int games;
    uint64_t sum;
};

static void add_number(struct trace *trace, double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    trace->sum = cop_mix(trace->sum ^ bits) + 1;
}

static void add_game(void *context, const struct cop_game_result *result)
{
    struct trace *trace = context;

    trace->games++;
    add_number(trace, result->plies);
    for (int seat = 0; seat < result->seat_count; seat++) {
        const struct cop_seat_result *own = &result->seats[seat];

        add_number(trace, own->payoff);
        add_number(trace, own->score);
        add_number(trace, (double)own->sims);
        add_number(trace, (double)own->nodes);
        add_number(trace, own->depth);
    }
}

static bool play(const struct cop_tuning *tuning, const struct cop_bout *bout, const double *point,
                 struct trace *trace, struct cop_error *error)
{
    struct cop_text spec = COP_TEXT;
    struct cop_bout_plan plan;
    bool is_played = cop_space_write(tuning->space, point, &spec, error);

    *trace = (struct trace){0, 0};
    if (is_played) {
        cop_bout_plan(&plan, bout, spec.bytes, cop_tuning_trial_seed(tuning), COP_IDLE_GAMES);
        is_played = cop_match_run(&plan.plan, bout->store, &bout->watch, error) &&
                    cop_match_each(&plan.plan, bout->store, add_game, trace, error);
    }
    cop_text_free(&spec);
    return is_played;
}

static int value_count(const struct cop_tuned *tuned)
{
    return tuned->is_choice ? tuned->choice_count : 2;
}

int cop_tune_idle_games(const struct cop_tuned *tuned)
{
    return value_count(tuned) * COP_IDLE_GAMES;
}

bool cop_tune_idle(const struct cop_tuning *tuning, const struct cop_bout *bout, int option,
                   bool *is_idle, struct cop_error *error)
{
    const struct cop_tuned *tuned = &tuning->space->tuned[option];
    double point[COP_TUNED_MAX];
    struct trace first, other;
    struct cop_bell bell;

    *is_idle = false;
    cop_bell_start(&bell, tuning->space);
    cop_bell_centre(&bell, tuning->space, point);
    point[option] = tuned->is_choice ? 0 : tuned->low;
    if (!play(tuning, bout, point, &first, error))
        return false;
    for (int value = 1; value < value_count(tuned); value++) {
        point[option] = tuned->is_choice ? value : tuned->high;
        if (!play(tuning, bout, point, &other, error))
            return false;
        if (other.games < COP_IDLE_GAMES || first.games < COP_IDLE_GAMES || other.sum != first.sum)
            return true;
    }
    *is_idle = true;
    return true;
}
