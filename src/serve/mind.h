/* mind.h - what an agent at a table keeps in mind from one of its moves to the next: the part of
 * its tree that the game has come to, its table of positions, the program that it plays through.
 *
 * An agent that has made its move *rests* at its table, and is told what has happened since when it
 * is to move again. One that cannot go on from there, because moves were taken back, begins the
 * game anew, as one does that was never asked before; one with another spec or other means is
 * closed. Hints, analyses and reviews have agents of their own, which do not stay.
 *
 * One more may rest in the whole house than may search at once (two engines that play each other
 * have two minds): the one that has rested longest makes room. None rests for longer than ten
 * minutes, nor at a table whose game leaves the memory. Who watches over that: each worker of
 * search.c before it looks for work, and when the ten minutes are over if it has none; and
 * cop_house_care, where all workers are busy for longer.
 *
 * An agent may own hundreds of megabytes or a program that is slow to end, so none is closed with
 * the lock held. */
#ifndef COPPICE_SERVE_MIND_H
#define COPPICE_SERVE_MIND_H

#include "serve/house.h"

struct cop_mind {
    struct cop_agent *agent; /* NULL: not opened yet */
    char *spec;
    struct cop_means means;
    int ply;           /* it knows so many moves of the game */
    uint64_t past;     /* as the table's when it learned of them */
    double resting_at; /* since then, by the clock of the house's options */

    /* What it is to be told before it searches. */
    int news_count;
    cop_move *news;
    unsigned char *before; /* the states in which they were played */
};

/* With the lock held: the mind of the player who is to move, or an empty one, becomes the search's,
 * with a copy of what it has missed. */
void cop_mind_take(struct cop_search *search);

/* Without the lock: the agent, which knows of everything before the search. NULL and a message if
 * it cannot be opened. */
struct cop_agent *cop_mind_wake(struct cop_search *search, struct cop_error *error);

/* With the lock held: the agent has thought about the search's position, and rests. */
void cop_mind_rest(struct cop_search *search);

/* Without the lock: what the search still has, as after a failure, is closed. */
void cop_mind_drop(struct cop_search *search);

/* Does anybody rest at the table? With the lock held. */
bool cop_minds_are_at(const struct cop_table *table);

/* With the lock held, which is given away while agents are closed: nobody of those who rested at
 * the table does any more. The caller uses the table. */
void cop_minds_forget(struct cop_table *table);

/* With the lock held, which is given away while agents are closed: those that have rested for too
 * long, and those that are too many, are gone. Returns after how many seconds the next one will
 * have rested for too long; ten minutes if nobody rests. */
double cop_minds_tidy(struct cop_house *house);

#endif
