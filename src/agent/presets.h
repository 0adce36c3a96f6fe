/* presets.h - opponents for people who do not want to choose options. */
#ifndef COPPICE_AGENT_PRESETS_H
#define COPPICE_AGENT_PRESETS_H

#include "coppice/agent.h"

enum { COP_PRESETS = 3 }; /* easy, medium, strong */

struct cop_preset {
    const char *name, *agent, *limit, *help;
};

void cop_presets_for(const struct cop_game *game, struct cop_preset presets[COP_PRESETS]);

#endif
