/* coppice.h - all of the library: games, agents, records, pictures.
 *
 * For programs in C17 or C++11 and later. */
#ifndef COPPICE_H
#define COPPICE_H

#include "agent.h"
#include "atomic.h"
#include "book.h"
#include "contest.h"
#include "database.h"
#include "error.h"
#include "fit.h"
#include "game.h"
#include "odds.h"
#include "option.h"
#include "plugin.h"
#include "record.h"
#include "rng.h"
#include "scene.h"
#include "serve.h"
#include "solve.h"
#include "text.h"
#include "version.h"

#endif
