/* soon.c - alpha-beta without knowledge, for its distances.
 *
 * Each question has a table of its own: what a table remembers of other questions may prove a
 * result before the depth that would tell its distance. */
#include "agent/soon.h"

#include "agent/exact.h"

enum { BYTES_OF_NODE = 32 };

static const size_t most_memory = (size_t)32 << 20;

bool cop_soon_find(const struct cop_game *game, const void *state, double payoff, int64_t nodes,
                   const atomic_bool *stop, struct cop_report *report)
{
    size_t wanted = (size_t)nodes * BYTES_OF_NODE;
    struct cop_means means = {.threads = 1, .memory = wanted < most_memory ? wanted : most_memory};
    struct cop_limits limits = {.nodes = nodes, .means = means};
    struct cop_watch watch = {.stop = stop};
    struct cop_error ignored;
    struct cop_agent *agent = cop_agent_open(game, "alphabeta(oracle=off)", &means, &ignored);
    bool is_found;

    if (agent == NULL)
        return false;
    is_found = cop_agent_think(agent, state, &limits, &watch, report, &ignored) &&
               report->proof == cop_proof_of(payoff) && report->distance > 0;
    report->candidates = NULL;
    report->candidate_count = 0;
    cop_agent_close(agent);
    return is_found;
}
