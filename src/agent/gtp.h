/* gtp.h - an agent that is another program: it speaks the Go Text Protocol, version 2.
 *
 * A program that knows our own commands (coppice-game, ...; another copy of Coppice does) can play
 * every game, is told the limits, and plays from any position. Any other program gets boardsize,
 * clear_board, play, genmove and the time, and plays games of two players without chance and
 * secrets, in our notation. */
#ifndef COPPICE_AGENT_GTP_H
#define COPPICE_AGENT_GTP_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_gtp_agent;

#endif
