/* lab_session.h - one call of `coppice lab`, which its files share. */
#ifndef COPPICE_FRONT_LAB_SESSION_H
#define COPPICE_FRONT_LAB_SESSION_H

#include "front/commands.h"
#include "front/live.h"
#include "lab/experiment/experiment.h"

struct session {
    const struct cop_arguments *arguments;
    const char *lab, *results;
    enum cop_budget budget;
    int cores;

    struct cop_live live;
    bool is_quiet;
    double started, shown;
    const struct cop_lab_run *run; /* in progress */
    int before;                    /* of its games, those that were there already */
    double total, passed, saved;   /* expected seconds: of all runs, behind us, of which not ours */
};

/* `coppice lab judge` and `coppice lab verify`, of the results that the words name or of all. */
int cop_lab_judge_command(struct session *session);
int cop_lab_verify_command(struct session *session);

/* `coppice lab games`: the games behind an experiment or one of its claims. */
int cop_lab_games_command(struct session *session);

/* Complains that there are no results. */
int cop_lab_complain_empty(const struct session *session);

#endif
