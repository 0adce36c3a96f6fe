/* agents.c - the list of agents: one row for each. */
#include <strings.h>

#include "agent/gtp.h"
#include "agent/hotstrat.h"
#include "agent/mistaken.h"
#include "agent/nboard.h"
#include "agent/prover.h"
#include "agent/random.h"
#include "agent/uci.h"
#include "agent/weigher.h"
#include "search/bstar/bstar.h"
#include "search/flat/flat.h"
#include "search/mcts/mcts.h"
#include "search/puzzle/anneal.h"
#include "search/puzzle/astar.h"
#include "search/puzzle/beam.h"
#include "search/puzzle/depth_first.h"
#include "search/puzzle/nested.h"
#include "search/puzzle/nrpa.h"
#include "search/tree/agents.h"

/* clang-format off */
static const struct cop_agent_kind *const kinds[] = {
    &cop_mcts_agent,
    &cop_mc_agent,
    &cop_alphabeta_agent,
    &cop_expectimax_agent,
    &cop_star1_agent,
    &cop_star2_agent,
    &cop_star25_agent,
    &cop_maxn_agent,
    &cop_paranoid_agent,
    &cop_brs_agent,
    &cop_bstar_agent,
    &cop_pn_agent,
    &cop_dfpn_agent,
    &cop_solver_agent,
    &cop_hotstrat_agent,
    &cop_tds_agent,
    &cop_nmcs_agent,
    &cop_nrpa_agent,
    &cop_anneal_agent,
    &cop_beam_agent,
    &cop_exact_agent,
    &cop_dfbb_agent,
    &cop_idastar_agent,
    &cop_astar_agent,
    &cop_random_agent,
    &cop_mistaken_agent,
    &cop_gtp_agent,
    &cop_uci_agent,
    &cop_nboard_agent,
    NULL,
};
/* clang-format on */

const struct cop_agent_kind *const *cop_all_agents(void)
{
    return kinds;
}

const struct cop_agent_kind *cop_agent_kind_find(const char *name)
{
    for (int i = 0; kinds[i] != NULL; i++) {
        if (strcasecmp(kinds[i]->name, name) == 0)
            return kinds[i];
    }
    return NULL;
}
