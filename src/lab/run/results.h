/* results.h - what one experiment gave at one budget, with all that a report says about it.
 *
 * Kept as one JSON file for each experiment and budget (docs/lab/README.md has the format). It has
 * every single observation, so that all numbers and verdicts can be made again from it. Reports are
 * made from these files alone, without the experiment's own file or the games. */
#ifndef COPPICE_LAB_RESULTS_H
#define COPPICE_LAB_RESULTS_H

#include "coppice/error.h"
#include "coppice/game.h"
#include "lab/claim/claim.h"
#include "lab/claim/sample.h"

#define COP_RESULTS_FORMAT "coppice lab results 2"

enum cop_lab_run_kind {
    COP_LAB_RUN_MATCH,
    COP_LAB_RUN_SEARCHES,
    COP_LAB_RUN_POSITIONS,
    COP_LAB_RUN_COUNTS,
    COP_LAB_RUN_SOLVES,
    COP_LAB_RUN_KINDS
};

/* The variables of a fixture's sample, for each entrant that plays in it, one game at a time. */
enum cop_match_variable {
    COP_MATCH_PAYOFF,
    COP_MATCH_WINS,
    COP_MATCH_DRAWS,
    COP_MATCH_SIMS,
    COP_MATCH_SECONDS,
    COP_MATCH_SEARCHES,
    COP_MATCH_EARLY,
    COP_MATCH_NODES,
    COP_MATCH_POINTS, /* the game's own, at the end; these two are not numbers in earlier files */
    COP_MATCH_DEPTH,  /* of the longest line that a search looked at */
    COP_MATCH_FIRST,  /* 1 or 0: had the first move; not a number where all games begin alike */
    COP_MATCH_VARIABLES
};

/* The variables of a run of searches, one search at a time; after them, for each root move, whether
 * it was chosen, and then for each root move whether it was pruned. */
enum cop_search_variable {
    COP_SEARCH_EARLY,
    COP_SEARCH_SIMS,
    COP_SEARCH_SECONDS,
    COP_SEARCH_PRUNED,     /* root moves */
    COP_SEARCH_LIVE,       /* root moves */
    COP_SEARCH_ANY_PRUNED, /* 0 or 1 */
    COP_SEARCH_SPREAD,     /* of the upper bounds of live root moves */
    COP_SEARCH_BEST_SHARE, /* of the visits, for the move most visited */
    COP_SEARCH_VARIABLES
};

struct cop_entrant {
    char *label, *agent; /* the agent's spec */
    char *limit;         /* its own, or "": that of the run */
    int pieces;          /* of a solve: those of the largest database; 0: none */
};

/* What one entrant found in one position. */
struct cop_found {
    bool is_done;
    cop_move move;
    int depth; /* completed */
    int64_t nodes;
    double cuts, cut_moves; /* of a depth-first search; not a number: not kept */
    double solved;          /* 1 or 0: proven, or a right move; not a number: not kept */
    double value, seconds;  /* for the player to move */
    double worth;           /* of the move, in the eyes of the baseline; not a number: unknown */
};

/* The course of one game: its plies, and of each the variables of courses.h. */
struct cop_played {
    int plies;
    double *values;
};

/* Something counted exactly. */
struct cop_counted {
    int64_t count;
    double seconds;
};

/* A point of a search's numbers: nodes so far, and how many positions must at least be answered for
 * a yes and for a no; not a number where that cannot be. */
enum cop_point_variable {
    COP_POINT_NODES,
    COP_POINT_PROOF,
    COP_POINT_DISPROOF,
    COP_POINT_VARIABLES
};

enum { COP_QUESTIONS = 8, COP_CURVE_MAX = 1000 };

/* One question of a solve, "at least so much?": its last point, and some before it. */
struct cop_question {
    int count;
    double *points; /* [count * COP_POINT_VARIABLES] */
};

/* What a solver found out until it had the value or reached its limit. */
struct cop_solved {
    double lower, upper; /* for the player to move; equal: the value is known */
    int64_t nodes;
    double seconds;
    int64_t numbers; /* of the databases that were built for it */
    double build_seconds;
    int question_count;
    struct cop_question questions[COP_QUESTIONS];
};

/* Files of the first format have a sample's count and sums only: no rows, and no products. */
struct cop_fixture_result {
    int entrant_count; /* those who meet, as indices into the run's entrants */
    int entrants[COP_PLAYERS_MAX];
    /* COP_MATCH_VARIABLES for each of them, in this order; then how games ended (endings.h) */
    struct cop_sample sample;
    double *rows;      /* [sample.count * cop_row_width()]: the observations by number, or NULL */
    int *endings;      /* [sample.count]: numbers of the run's endings, -1: not known; or NULL */
    bool is_by_turn;   /* plies of courses are whole turns, and have pieces too */
    bool until_repeat; /* courses end where a position comes back */
    int course_count;  /* sample.count where the run looks at courses, else 0 */
    struct cop_played *courses;
    char **games; /* [sample.count]: who sat where and what was played (games.h), or NULL */
};

/* The program that made some of the observations, and where. Texts are "" where nobody told. */
struct cop_maker {
    char *commit, *version, *compiler, *flags, *machine, *command, *date;
    int64_t observations;
};

/* One measure of a run: NAME(RUN[, OF]). */
struct cop_measured {
    char *name, *of; /* `of` is an entrant, a move, or "" */
    struct cop_interval interval;
};

/* The positions that the games of a match begin at, in their order; each is played in all seatings.
 */
struct cop_lab_starts {
    char *file; /* LAB/data/FILE.txt; NULL: games begin as usual */
    int count;
    char **names, **positions; /* as the game writes them */
};

struct cop_lab_run_result {
    enum cop_lab_run_kind kind;
    bool is_course;    /* a match whose games are looked at ply by ply */
    bool is_by_turn;   /* of these: a ply is a whole turn */
    bool until_repeat; /* of these: looked at until a position comes back */
    double factor;     /* of states(run, ply), where it is one */
    bool is_timed;     /* positions searched one at a time and in turn, because time is measured */
    char *anchor;      /* the entrant whose rating is given; NULL: there are no ratings */
    double anchor_elo;
    char *name, *game, *limit;
    char *full_limit;       /* that of the full budget, which is the published one */
    char *position, *moves; /* "": the game's start */
    int opening_plies;
    struct cop_lab_starts starts;
    int64_t seed;
    int games; /* for each fixture; of searches and positions: how many */
    int entrant_count;
    struct cop_entrant *entrants;
    int fixture_count; /* of searches: one, without entrants */
    struct cop_fixture_result *fixtures;
    int ending_count; /* of matches: how games ended, in the phrases of the rules */
    char **endings;
    int move_count;
    char **move_names; /* of searches: the root moves */
    double widest_spread, least_best_share;
    /* Of runs over positions, which have no fixtures: */
    char *position_file, *baseline;
    int position_count, position_total; /* searched, and in the file */
    char **position_names;
    struct cop_found *found;     /* [entrant_count * position_count]; NULL in the first format */
    struct cop_counted *counted; /* of runs that count: [entrant_count] */
    struct cop_solved *solved;   /* of runs that solve: [entrant_count] */
    int curve;                   /* of these: points of a question that are kept at most */
    int measured_count;
    struct cop_measured *measured;
};

/* A number that somebody published, and ours. */
struct cop_value_result {
    char *run, *name, *of; /* the measure NAME(RUN[, OF]) */
    char *origin;          /* who published it: "thesis" or "specification" */
    struct cop_interval published;
    struct cop_interval measured;
};

struct cop_claim_result {
    char *title, *words, *note; /* the note may be "" */
    enum cop_truth truth;
    bool is_by_construction; /* it cannot fail, so that it does not count */
    char *findings;
};

struct cop_results {
    char *id, *title, *source, *specification, *description;
    char *budget, *command, *version, *machine, *date;
    double seconds; /* that all agents thought, together */
    int maker_count;
    struct cop_maker *makers; /* the last is who made version, machine, command and date above */
    int run_count;
    struct cop_lab_run_result *runs;
    int value_count;
    struct cop_value_result *values;
    int claim_count;
    struct cop_claim_result *claims;
};

void cop_results_free(struct cop_results *results);
/* Parts of it, when they are made anew. */
void cop_results_free_claims(struct cop_results *results);
void cop_results_free_values(struct cop_results *results);
void cop_lab_run_free_measured(struct cop_lab_run_result *run);
void cop_fixture_free_games(struct cop_fixture_result *fixture);

/* True if every run has its single observations, from which all the rest can be made again. */
bool cop_results_are_whole(const struct cop_results *results);

/* A measure of a run, or NULL. */
const struct cop_interval *cop_lab_run_measured(const struct cop_lab_run_result *run,
                                                const char *name, const char *of);

/* "reproduced", "undecided", "not reproduced". */
const char *cop_truth_name(enum cop_truth truth);
/* The same of a claim, or "by construction". */
const char *cop_claim_verdict(const struct cop_claim_result *claim);
/* The other way round; false if there is no such verdict. */
bool cop_claim_verdict_find(const char *name, struct cop_claim_result *claim);

/* "match", "searches", "positions", "counts", "solve"; a match with courses is a "course". */
const char *cop_lab_run_kind_name(enum cop_lab_run_kind kind, bool is_course);

/* Writes DIRECTORY/BUDGET/ID.json, all of it or nothing, making folders where they are missing. The
 * results must be whole. */
bool cop_results_save(const struct cop_results *results, const char *directory,
                      struct cop_error *error);

/* On failure `results` is empty. A file that is not there is an error too; use cop_results_exist
 * to find out. */
bool cop_results_load(struct cop_results *results, const char *directory, const char *budget,
                      const char *id, struct cop_error *error);
bool cop_results_exist(const char *directory, const char *budget, const char *id);

/* The ids that have results for this budget, sorted; the caller frees each and the list. */
int cop_results_list(const char *directory, const char *budget, char ***ids);

#endif
