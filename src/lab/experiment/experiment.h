/* experiment.h - one published table or figure as a file: what to run, what was published, what is
 * claimed, and how much work each budget spends on it.
 *
 * docs/lab/README.md describes the file. Everything in it is checked when it is read: the games and
 * agents can be opened, the limits make sense, every run, entrant and move that a claim names is
 * there at the budgets the claim is about. An error names the file and the line. */
#ifndef COPPICE_LAB_EXPERIMENT_H
#define COPPICE_LAB_EXPERIMENT_H

#include "coppice/agent.h"
#include "lab/claim/claim.h"
#include "lab/experiment/positions.h"
#include "lab/run/results.h"

enum cop_budget { COP_QUICK, COP_STANDARD, COP_FULL, COP_BUDGETS };

const char *cop_budget_name(enum cop_budget budget);
bool cop_budget_find(const char *name, enum cop_budget *budget, struct cop_error *error);

struct cop_substitute {
    char *name, *value; /* "$name" in an agent stands for the value */
};

/* What one budget spends on a run. */
struct cop_effort {
    bool is_used; /* false: the run is left out at this budget */
    char *limit;
    int count;       /* games for each fixture, searches, or positions */
    double expected; /* simulations or nodes of one search; 0: as many as the limit allows */
    int substitute_count;
    struct cop_substitute *substitutes;
};

struct cop_lab_run_entrant {
    char *label, *agent;
    char *limit; /* "": that of the budget */
    int pieces;  /* of a solve: those of the largest database that is built for it */
    bool at[COP_BUDGETS];
};

struct cop_lab_run {
    enum cop_lab_run_kind kind;
    bool is_course;    /* a match whose games are looked at ply by ply */
    bool is_by_turn;   /* of these: a ply is a whole turn, and pieces are counted */
    bool until_repeat; /* of these: looked at until a position comes back */
    double factor;     /* of states(run, ply) */
    bool is_timed;     /* of positions: one at a time and in turn, because time is measured */
    char *anchor;      /* the entrant whose rating is given, or "" */
    double anchor_elo;
    bool is_borrowed; /* another experiment plays the same games */
    char *name, *position, *moves;
    struct cop_game *game;
    int opening_plies;
    int64_t seed;
    int entrant_count; /* searches have one, with the label "" */
    struct cop_lab_run_entrant *entrants;
    struct cop_effort efforts[COP_BUDGETS];
    double moves_per_game, per_second; /* what to expect, for estimates only */
    /* Of runs over positions, and of matches whose games begin at positions of a list: */
    char *position_file; /* LAB/data/NAME.txt */
    struct cop_positions positions;
    /* Of runs over positions: */
    char *baseline; /* the entrant that others are compared with */
    int curve;      /* of solves: points of a question that are kept at most */
    char *judge;    /* an agent that knows what every root move is worth, or "" */
};

struct cop_published {
    char *run, *entrant, *third, *name; /* the measure NAME(RUN[, ENTRANT[, THIRD]]); or "" */
    char *origin; /* "thesis", or "specification" for numbers computed there */
    double value;
    int games; /* on which the value rests; 0: unknown */
};

struct cop_experiment_claim {
    char *title, *words, *note;
    char *before;       /* the claim before its band was loosened, or "" */
    char *construction; /* why it cannot fail, so that it is not counted; or "" */
    int needs;          /* games or searches that decide it; 0: see plan.h */
    bool at[COP_BUDGETS];
};

struct cop_experiment {
    char *id, *title, *source, *specification, *description;
    int run_count;
    struct cop_lab_run *runs;
    int published_count;
    struct cop_published *published;
    int claim_count;
    struct cop_experiment_claim *claims;
};

/* LAB/ID.cfg. `lab` is the folder of experiments. */
struct cop_experiment *cop_experiment_load(const char *lab, const char *id,
                                           struct cop_error *error);
/* The same from text; `file` is for messages. Runs taken from other experiments are looked for in
 * `lab`; NULL allows none. */
struct cop_experiment *cop_experiment_read(const char *text, const char *file, const char *lab,
                                           struct cop_error *error);
void cop_experiment_free(struct cop_experiment *experiment);

/* The ids of all experiments in the folder, sorted; the caller frees each and the list. 0 and a
 * message if there are none. */
int cop_experiment_list(const char *lab, char ***ids, struct cop_error *error);

const struct cop_lab_run *cop_experiment_run(const struct cop_experiment *experiment,
                                             const char *name);

/* A published number's measure. Its words belong to the experiment. */
struct cop_measure cop_published_measure(const struct cop_published *published);

/* The claim as it is at a budget; the experiment has checked that it can be read. */
struct cop_claim *cop_experiment_claim(const struct cop_experiment *experiment, int claim,
                                       enum cop_budget budget, struct cop_error *error);
/* The same of the claim before it was loosened; NULL without a message if it was not. */
struct cop_claim *cop_experiment_claim_before(const struct cop_experiment *experiment, int claim,
                                              enum cop_budget budget, struct cop_error *error);
/* True if the measure exists in this experiment at this budget. */
bool cop_experiment_check(const struct cop_experiment *experiment, enum cop_budget budget,
                          const struct cop_measure *measure, struct cop_error *error);

/* Adds an entrant's agent with the budget's values in the place of $names; an unknown name fails.
 */
bool cop_lab_run_agent(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                       struct cop_text *text, struct cop_error *error);
/* The same for the limit that an entrant has of its own; nothing is added if it has none. */
bool cop_lab_run_limit(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                       struct cop_text *text, struct cop_error *error);
/* The limits of an entrant at this budget. They count something, so that what comes out does not
 * depend on the machine. */
bool cop_lab_run_limits(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                        struct cop_limits *limits, struct cop_error *error);
/* The state that searches begin from; `state` has game->state_size bytes. */
bool cop_lab_run_start(const struct cop_lab_run *run, void *state, struct cop_error *error);

/* In how many ways the entrants of a match can sit: each start is played in all of them, so that
 * the games of a budget begin at the first games / seatings positions of the list. */
int cop_lab_run_seatings(const struct cop_lab_run *run, enum cop_budget budget);
/* How many starts that are; 0 where games begin as usual. */
int cop_lab_run_starts(const struct cop_lab_run *run, enum cop_budget budget);

/* The place in the file of the i-th position that the budget searches: they are spread over it. */
int cop_lab_run_position(const struct cop_lab_run *run, enum cop_budget budget, int i);

/* The number of games or searches, and of the simulations or nodes to expect of them; 0 where not
 * used. */
int cop_lab_run_count(const struct cop_lab_run *run, enum cop_budget budget);
double cop_lab_run_work(const struct cop_lab_run *run, enum cop_budget budget);
/* How long it should take one core. */
double cop_lab_run_seconds(const struct cop_lab_run *run, enum cop_budget budget);

#endif
