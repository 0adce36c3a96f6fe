/* cores.c - threads for searches that nothing but time ends. */
#include "agent/cores.h"

bool cop_limits_name_threads(const char *words)
{
    struct cop_settings *settings = cop_settings_parse("limit", cop_limit_options(), words, NULL);
    bool is_given = settings != NULL && cop_given(settings, "threads");

    cop_settings_free(settings);
    return is_given;
}

static bool only_time_ends(const struct cop_limits *limits)
{
    return (limits->time > 0 || limits->clock > 0) && limits->sims == 0 && limits->nodes == 0 &&
           limits->depth == 0;
}

void cop_limits_take_cores(struct cop_limits *limits, int threads, const struct cop_game *game,
                           const char *spec)
{
    struct cop_limits wider = *limits;
    struct cop_error ignored;

    if (!only_time_ends(limits))
        return;
    wider.means.threads = threads;
    if (cop_agent_check(game, spec, &wider, NULL, &ignored))
        *limits = wider;
}
