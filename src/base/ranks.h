/* ranks.h - one command carried out by several processes together, on one machine or many.
 *
 * All ranks run the same command and come to the same calls in the same order. Rank 0, the
 * *leader*, decides: it keeps what is stored, hands out jobs (jobs.h) and says when something is
 * over. The others *follow*: they have nothing to print, to write or to decide. What they must know
 * of the leader's decisions is shared with them. Who alone carries out a command has no ranks:
 * everywhere NULL stands for a leader without followers.
 *
 * A rank that cannot go on tells the leader why, the leader ends the command, and its end is
 * everybody's. One thread of a process calls these functions. */
#ifndef COPPICE_BASE_RANKS_H
#define COPPICE_BASE_RANKS_H

#include "base/wire.h"
#include "coppice/text.h"

struct cop_ranks;

/* Takes the wire over. `program` says which program this is: ranks of another one are refused. */
struct cop_ranks *cop_ranks_open(struct cop_wire *wire, const char *program);

bool cop_ranks_leads(const struct cop_ranks *ranks);
int cop_ranks_count(const struct cop_ranks *ranks);

/* The leader's bytes become everybody's. False on a follower if the leader ends the command
 * instead. */
bool cop_ranks_share(struct cop_ranks *ranks, struct cop_text *bytes, struct cop_error *error);

/* The end of the command on this rank: its exit status, and its message if it failed. Waits until
 * all ranks are here; a follower that is busy is told to end. Returns the exit status of the
 * process: 1 with a message on a leader that has succeeded where a follower failed, 0 on a follower
 * whatever happened, because the leader's status is that of all. */
int cop_ranks_close(struct cop_ranks *ranks, int status, const char *message,
                    struct cop_error *error);

#endif
