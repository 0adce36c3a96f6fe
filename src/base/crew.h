/* crew.h - the threads of one process while they do jobs, for jobs.c and jobs_ranks.c.
 *
 * Functions here are called with the lock held. */
#ifndef COPPICE_BASE_CREW_H
#define COPPICE_BASE_CREW_H

#include <pthread.h>

#include "base/jobs.h"

struct crew_hand;   /* what a leader knows of a follower at work */
struct crew_orders; /* what a follower was told to do, and has done */

struct crew {
    const struct cop_jobs *jobs;
    struct cop_error *error;
    atomic_bool halt;

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t news;  /* for the calling thread: a worker has ended, or found something */
    int next, workers;
    bool has_failed;

    struct crew_hand *hands;    /* of each rank; NULL without followers */
    struct crew_orders *orders; /* NULL on a leader */
};

/* Ends the work; the first reason given is kept. */
void cop_crew_fail(struct crew *crew, const struct cop_error *error);
/* Whether crew->next is a job that is needed; passes over those that are not. */
bool cop_crew_has_more(struct crew *crew);
void cop_crew_hand_in(struct crew *crew, void *worker, int job);
/* Passes the caller's wish to end on to the workers. */
void cop_crew_look_at_stop(struct crew *crew);
/* The calling thread sleeps until there is news, but not longer than this. */
void cop_crew_rest(struct crew *crew, long nanoseconds);
/* Until all workers have ended. */
void cop_crew_wait(struct crew *crew);

/* -- with other ranks: jobs_ranks.c -- */

void cop_crew_join_ranks(struct crew *crew);
void cop_crew_leave_ranks(struct crew *crew);

/* Hands out jobs and takes what was found until all is done or the work ends otherwise. */
void cop_crew_lead(struct crew *crew);
/* Does what the leader says until it says that all is over. */
void cop_crew_follow(struct crew *crew);

/* In a follower's workers: the next job, or -1 if it is over; and a job done. */
int cop_crew_wait_for_order(struct crew *crew);
void cop_crew_send_in(struct crew *crew, void *worker, int job);

#endif
