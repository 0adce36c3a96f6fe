/* coppice.h - all of the library: games, agents, records, pictures. */
#ifndef COPPICE_H
#define COPPICE_H

#include "agent.h"
#include "error.h"
#include "game.h"
#include "option.h"
#include "record.h"
#include "rng.h"
#include "scene.h"
#include "text.h"

const char *cop_version(void);

#endif
