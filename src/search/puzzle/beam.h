/* beam.h - beam search, for one player. */
#ifndef COPPICE_SEARCH_PUZZLE_BEAM_H
#define COPPICE_SEARCH_PUZZLE_BEAM_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_beam_agent;

#endif
