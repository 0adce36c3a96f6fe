/* coppice.h - all of the library: games, agents, records, pictures. */
#ifndef COPPICE_H
#define COPPICE_H

#include "agent.h"
#include "error.h"
#include "fit.h"
#include "game.h"
#include "option.h"
#include "record.h"
#include "rng.h"
#include "scene.h"
#include "solve.h"
#include "text.h"
#include "version.h"

#endif
