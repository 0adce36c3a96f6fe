/* ranks_private.h - the messages between ranks, for ranks.c and jobs_ranks.c. */
#ifndef COPPICE_BASE_RANKS_PRIVATE_H
#define COPPICE_BASE_RANKS_PRIVATE_H

#include <stdint.h>

#include "base/ranks.h"

enum cop_letter_kind {
    COP_LETTER_HERE,   /* to the leader: ready for jobs; number: threads; host, program, identity */
    COP_LETTER_DONE,   /* to the leader: a job is done; what was found */
    COP_LETTER_FAILED, /* to the leader: a job has failed; the message */
    COP_LETTER_STOPPED, /* to the leader: this rank was told to end by a signal */
    COP_LETTER_BYE,     /* to the leader: my command has ended; number: its status; host, message */
    COP_LETTER_JOB,     /* to a follower: do this */
    COP_LETTER_END,     /* to a follower: these jobs are over; number: 1 if all is well */
    COP_LETTER_SHARE,   /* to a follower: what cop_ranks_share shares */
    COP_LETTER_LEAVE,   /* to a follower: the command is over */
};

struct cop_letter {
    int32_t kind;
    int32_t run;    /* which of the calls of cop_jobs_run it belongs to, from 1 */
    int32_t number; /* a job, or what the kind says */
};

struct cop_mail {
    struct cop_letter letter;
    int from;
    const char *words; /* what follows the letter, with a NUL that `length` does not count */
    size_t length;
    char *bytes; /* free() it */
};

/* What the leader knows of a follower. */
struct cop_partner {
    char host[64];
    bool has_left;
    int status; /* with which it left */
    struct cop_error why;
};

struct cop_ranks {
    struct cop_wire *wire;
    char *program;
    int run; /* how often cop_jobs_run was called */
    struct cop_partner *partners;

    /* Of a follower: */
    bool has_failed_jobs;    /* the leader has ended jobs before they were done */
    bool is_dismissed;       /* the leader has ended the command */
    struct cop_text *shares; /* shared and not yet asked for, oldest first */
    int share_count;
};

void cop_ranks_send(struct cop_ranks *ranks, int to, struct cop_letter letter, const char *words,
                    size_t length);

/* The next letter that is about jobs; what all ranks may get at any time is noted on the way. */
bool cop_ranks_receive(struct cop_ranks *ranks, struct cop_mail *mail);

/* This machine's name, one line. */
void cop_ranks_host(struct cop_text *text);
/* "rank 2 on HOST" */
void cop_ranks_name(const struct cop_ranks *ranks, int rank, struct cop_text *text);
/* Cuts the first line off: where the rest begins. */
const char *cop_ranks_read_host(struct cop_ranks *ranks, int rank, const char *words);

#endif
