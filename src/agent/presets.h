/* presets.h - opponents for people who do not want to choose options. */
#ifndef COPPICE_AGENT_PRESETS_H
#define COPPICE_AGENT_PRESETS_H

#include "coppice/agent.h"

enum { COP_PRESETS = 3 }; /* easy, medium, strong */

struct cop_preset {
    const char *name, *agent, *limit, *help;
};

/* Who plays a game where nobody is named: on the page, in the terminal, over GTP and in a search.
 */
const char *cop_preset_agent(const struct cop_game *game);

void cop_presets_for(const struct cop_game *game, struct cop_preset presets[COP_PRESETS]);

#endif
