/* presets.h - levels of play: opponents for people who do not want to choose options.
 *
 * There are five for every game, from one that a beginner beats to the strongest. What is said of
 * their strength was measured by matches (data/levels/matches.txt), between neighbours and against
 * a model of a beginner; where matches have not shown it, it is not said. */
#ifndef COPPICE_AGENT_PRESETS_H
#define COPPICE_AGENT_PRESETS_H

#include "coppice/agent.h"

enum cop_level {
    COP_VERY_EASY,
    COP_EASY,
    COP_MEDIUM,
    COP_STRONG,
    COP_STRONGEST,
    COP_PRESETS /* how many there are */
};

struct cop_preset {
    const char *name, *agent, *limit, *help; /* help: how it plays */
};

/* Who plays a game where nobody is named: on the page, in the terminal, over GTP and in a search.
 */
const char *cop_preset_agent(const struct cop_game *game);

void cop_presets_for(const struct cop_game *game, struct cop_preset presets[COP_PRESETS]);

/* A level by its name, in any case and with a hyphen for a blank: "very-easy". */
bool cop_level_find(const char *name, enum cop_level *level, struct cop_error *error);

/* Somebody who knows the rules and little more: looks one move ahead, with the game's own
 * judgement, and three times in ten plays any move. */
struct cop_preset cop_preset_beginner(const struct cop_game *game);

/* The same agent with an option, unless its spec gives that already or the agent has none of that
 * name. The caller's to free; NULL if the spec is not understood. */
char *cop_agent_wish(const char *spec, const char *option, const char *value);

/* The same agent for somebody who wants advice: several moves with their lines, a value also where
 * one move is left to choose and, where the game has a solver of its own, that beside the search,
 * except where the limits count the processor's time, as a solver's beside it would not be counted;
 * unless the spec says something else of them, or the agent has no such options. The caller's to
 * free; NULL if the spec is not understood. */
char *cop_preset_adviser(const struct cop_game *game, const char *spec,
                         const struct cop_limits *limits);

#endif
