/* think.h - one search of a position, by words, for tests that look at its report. */
#ifndef COPPICE_TESTS_THINK_H
#define COPPICE_TESTS_THINK_H

#include "coppice/agent.h"

/* An agent that has searched the position once within the limits; it fails the test if it cannot.
 * The candidates of the report are the agent's: cop_agent_close() it when they are not needed any
 * more. Whoever includes this has included cmocka. */
static inline struct cop_agent *think_once(const struct cop_game *game, const void *state,
                                           const char *spec, const char *limit,
                                           struct cop_report *report)
{
    struct cop_agent *agent = NULL;
    struct cop_limits limits;
    struct cop_error error;

    *report = (struct cop_report){.best = COP_NO_MOVE};
    if (!cop_limits_parse(limit, &limits, &error) ||
        (agent = cop_agent_open(game, spec, &limits.means, &error)) == NULL)
        fail_msg("%s", error.message);
    cop_agent_start(agent, 1);
    if (!cop_agent_think(agent, state, &limits, NULL, report, &error))
        fail_msg("%s", error.message);
    return agent;
}

#endif
