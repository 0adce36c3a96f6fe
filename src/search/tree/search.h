/* search.h - the common ground of depth-first searches.
 *
 * One search looks at a position from its root player's side. Every value is the root player's: a
 * node of that player takes the highest child, a node of anybody else the lowest, a node of chance
 * the mean. So nothing depends on players alternating. (max^n keeps one value for each player.)
 * Searches are fail-soft: a value outside the window (alpha, beta) is still a bound.
 *
 * A worker is one thread's hands: a frame for each ply with the state and everything a node needs,
 * so that a visit allocates nothing. Threads share the table and nothing else. */
#ifndef COPPICE_SEARCH_TREE_SEARCH_H
#define COPPICE_SEARCH_TREE_SEARCH_H

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/run.h"
#include "coppice/agent.h"
#include "coppice/fit.h"
#include "search/beliefs.h"
#include "search/evaluators.h"
#include "search/oracle.h"
#include "search/tree/transpositions.h"

enum { FRAMES = 128, KILLERS = 2 };

/* Judgements of unfinished games stay this part of the range away from a win and a loss. */
#define JUDGED_MARGIN 0.0005

/* Who is set against whom: all others against the root player (with two players: alpha-beta); one
 * of them for each reply, the rest passing or playing their first move; or everybody for himself.
 */
enum family { FAMILY_PARANOID, FAMILY_REPLY, FAMILY_REPLY_PLUS, FAMILY_MAXN };

enum chance_rule { CHANCE_FULL, CHANCE_STAR1, CHANCE_STAR2 };
enum probing { PROBE_SEQUENTIAL, PROBE_CYCLIC };
enum tie_rule { TIE_WORST, TIE_FIRST };
enum patience { PATIENCE_CLOCK, PATIENCE_ALWAYS, PATIENCE_OFF };

struct tree_config {
    enum family family;
    enum chance_rule chance;
    enum probing probing;
    enum tie_rule tie;
    int probes; /* moves of each outcome that Star2 tries first */
    struct cop_judge judge;
    const struct cop_ordering *ordering; /* or NULL */
    const struct cop_belief *belief;     /* or NULL */
    enum cop_horizon horizon;
    double rate;
    double noise;
    double aspiration;  /* half the width of the window around the last depth's value; 0: none */
    double selectivity; /* ChanceProbCut's t; 0: off */
    double foresight;   /* Multi-ProbCut's t, at moves of players; 0: off */
    bool is_strict;     /* ChanceProbCut: only proven bounds in the regular search */
    bool is_printed;    /* chance nodes with the slips of a printed algorithm */
    int lines;          /* so many root moves are shown with their values and lines */
    int width;          /* so many moves of a position are searched; 0: all */
    int reduce;         /* moves after so many are searched less deeply first; 0: none */
    double reduce_rate; /* how fast that grows with depth and number; 0: it is always a ply */
    bool is_exact;      /* every root move gets its value, not only a bound */
    enum patience patience; /* patience.c: where the next two hold, */
    double save, extend;    /* parts of the limit; 0: never */
    const struct cop_fit *fits;
    const char *fit_file; /* while the agent is opened: where they come from; or NULL */
    bool has_table, has_killers, has_history, has_etc, is_pvs, is_quiescent, is_shallow;
    bool must_be_quiet; /* whoever asked for noisy moves is told where there are none */
    bool counts_chance; /* an outcome of chance is a ply */
    bool is_deepening;  /* every smaller depth comes first */
};

/* One ply of the line being looked at. */
struct frame {
    void *state;
    cop_move *moves; /* behind those of the frame before; so are the others */
    int8_t *movers;  /* who makes each of them, where that is not the state's turn */
    float *ratings;
    double *chances;
    double *lower, *upper;             /* proven of each outcome */
    double *guess_lower, *guess_upper; /* and expected */
    cop_move killers[KILLERS];
};

struct worker {
    struct tree_search *search;
    struct frame frames[FRAMES];
    unsigned char *states; /* of all frames; and the lists of the whole line: */
    cop_move *moves, *last_list;
    int8_t *movers;
    float *ratings;
    double *numbers, *last_chances;
    size_t outcome_room;
    void *scratch;
    cop_move *scratch_moves;
    float *scratch_ratings;
    struct root *roots;    /* while a search is running */
    int16_t *history;      /* one table for each player */
    _Atomic int64_t nodes; /* written by this thread only; and so are these: */
    _Atomic int64_t cuts, cut_moves;
    struct cop_pace pace;
    double lower, upper;           /* of the root player's values at the depth that is searched */
    double last;                   /* the value of the depth before; NaN: there was none */
    double found[COP_PLAYERS_MAX]; /* the best root move's values at the depth that is searched */
    uint64_t salt;                 /* not 0 during shallow searches, see chance.c */
    int64_t horizons;              /* values so far that rest on a judgement */
    int64_t leaves;                /* judged or finished positions */
    bool is_stopped;
    bool has_begun; /* its moves are listed; and it has completed so many depths: */
    int depth;
    int number;
    char apart[128]; /* so that no two threads write to one cache line, or to neighbours */
};

struct tree_search {
    const struct cop_game *game;
    struct tree_config config;
    struct cop_fits fits; /* of the file that was given, if one was */
    struct transpositions transpositions;
    struct cop_oracles oracles;
    struct worker *workers;
    int threads;
    size_t memory;    /* for the workers and the table */
    int history_bits; /* of the number of a player's entries */
    uint64_t seed;

    /* The running search: */
    const void *root_state;
    int root;                     /* whose values they are */
    double lower, upper;          /* a lost and a won game in the values that are reported */
    double bias[COP_PLAYERS_MAX]; /* subtracted from each player's judgements; and from those in one
                                     number: */
    double one_bias;
    uint64_t salt; /* keeps apart in the table what must not be mixed */
    const struct cop_limits *limits;
    const struct cop_watch *watch;
    struct cop_run run;
    bool asks;                        /* oracles, about every position */
    int depth_limit;                  /* 0: none */
    int count, depth;                 /* of root moves; completed */
    struct cop_candidate *candidates; /* as the last completed depth had them */
    cop_move *lines; /* COP_LINE_MAX moves for each of config.lines; NULL for a single one */
    cop_move best;
    bool has_fallen; /* in the depth that is searched what looked best has lost value */
    int tenths;      /* of its limit that it has gone beyond it */
    bool is_spared;  /* it ended before a depth that it would hardly have finished */
    double value[COP_PLAYERS_MAX];
    double levels[2];      /* what the last even and the last odd depth found; NaN: nothing */
    cop_move chosen[2];    /* the best moves of both */
    bool best_is_complete; /* best and its value are those of a completed depth */
    bool is_complete;      /* nothing was judged: the game was searched to its end */
};

/* The next number above, as nextafter(value, INFINITY) but without a call: null windows ask for it
 * at every node. */
static inline double just_above(double value)
{
    uint64_t bits;

    if (!(value < INFINITY) || value == 0)
        return value == 0 ? DBL_TRUE_MIN : value;
    memcpy(&bits, &value, sizeof bits);
    bits += value > 0 ? 1 : -(uint64_t)1;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

/* How many of a position's moves are searched. */
static inline int width_of(const struct tree_config *config, int count)
{
    return config->width > 0 && config->width < count ? config->width : count;
}

static inline struct frame *frame_at(struct worker *worker, int ply)
{
    return &worker->frames[ply];
}

/* A frame has its moves or outcomes; the next one's begin behind them. */
static inline void end_moves(struct frame *frame, int count)
{
    frame[1].moves = frame->moves + count;
    frame[1].movers = frame->movers + count;
    frame[1].ratings = frame->ratings + count;
    frame[1].chances = frame->chances;
}

static inline void end_outcomes(struct frame *frame, int count)
{
    end_moves(frame, count);
    frame[1].chances = frame->chances + count;
}

/* There is no frame below this one, or no room for the lists of one: it can only be judged. */
static inline bool is_last_frame(const struct worker *worker, int ply)
{
    const struct frame *frame = &worker->frames[ply];

    return ply + 2 >= FRAMES || frame->moves > worker->last_list ||
           frame->chances > worker->last_chances;
}

/* Every second thread works from the other end. */
static inline bool is_helper(const struct worker *worker)
{
    return worker->number % 2 == 1;
}

/* worker.c: the memory of one thread, which is `worker_size` bytes; a failed opening is closed too.
 */
int history_bits_for(const struct cop_game *game);
size_t worker_size(const struct tree_search *search);
bool worker_open(struct worker *worker, struct tree_search *search, int number,
                 struct cop_error *error);
void worker_close(struct worker *worker);
void worker_forget(struct worker *worker); /* killers and history */

/* value.c: judgements and ends, from the root player's side. */
double judge(struct worker *worker, const void *state);
double end_value(struct worker *worker, const void *state);
/* What oracles know of a position, as values; only where values follow results. */
bool values_follow_results(const struct tree_search *search);
struct cop_bounds known_bounds(const struct tree_search *search, const void *state);
void judge_all(struct worker *worker, const void *state, double *of_player);
void end_values(struct worker *worker, const void *state, double *of_player);
void set_range(struct tree_search *search);
void set_bounds(struct worker *worker, int depth);
void set_bias(struct tree_search *search);

/* order.c: a node's moves, best guess first. has_replies: are they those of all opponents in one
 * list? `first` is tried before all others. */
bool has_replies(const struct worker *worker, int turn);
int list_moves(struct worker *worker, int ply, int turn);
void rate_moves(struct worker *worker, int ply, int turn, int count, cop_move first);
void bring_forward(struct frame *frame, int from, int count);
/* The same for a node that threads share; `depth` is how deep it is searched. */
void bring_next(const struct worker *worker, struct frame *frame, int from, int count, int depth);
void note_cut(struct worker *worker, int ply, int index, int turn, int depth);

/* node.c: the value of the state in frame `ply`, searched `depth` plies deep. */
double visit(struct worker *worker, int ply, int depth, double alpha, double beta);
/* The value of the child in frame `ply` + 1 for the side that moves at `ply`: with `sign` -1
 * everything is turned round, so that each node looks for its maximum. A move that is expected to
 * be no better than `alpha`, the best so far, is first only shown to be so (principal variation
 * search). */
double try_child(struct worker *worker, int ply, int depth, int sign, bool is_first, double alpha,
                 double beta);

/* The same for the child with this index: where later moves are reduced, only what seems to beat
 * `alpha` less deeply is searched to its depth. */
double try_later(struct worker *worker, int ply, int depth, int sign, int index, double alpha,
                 double beta);
/* Plays move `index` of the frame into the next one; false if the search has been stopped. */
bool descend(struct worker *worker, int ply, int index);
bool step(struct worker *worker, int ply, cop_move move);
uint64_t node_key(const struct worker *worker, const void *state);
/* Narrows bounds by what the table has proven at this depth or deeper. */
void recall_bounds(struct worker *worker, const struct knowledge *known, int depth, double *lower,
                   double *upper);
/* What the table has on a frame's state is enough for this depth and window; else it may narrow the
 * window, and says what to try first. */
bool recall(struct worker *worker, uint64_t key, int depth, double *alpha, double *beta,
            cop_move *first, double *value);
void remember(struct worker *worker, uint64_t key, int depth, double alpha, double beta,
              double value, cop_move best);

/* selective.c: what is looked at less deeply, and what is foretold instead. How much less deeply
 * the move with this index is searched first. `is_scout`: the window has no room for a value, so
 * that only a bound is asked for. */
int plies_less(const struct tree_config *config, int depth, int index, bool is_scout);

/* Is there a fit for this depth, and a window that only asks for a bound? */
bool has_fit(const struct tree_config *config, int depth, double alpha, double beta);
/* Whether a shallow search of the node in frame `ply`, whose window (low, high) is that of the side
 * that moves there, foretells that its value is outside; then *value is that side's bound. The
 * frame's moves are lost. */
bool is_foretold(struct worker *worker, int ply, int depth, int sign, double low, double high,
                 double *value);

/* chance.c */
double visit_chance(struct worker *worker, int ply, int depth, double alpha, double beta);
/* How deep the outcome in frame `ply` is searched if outcomes are `depth` deep. */
int depth_after_chance(const struct worker *worker, int ply, int depth);

/* maxn.c */
void visit_maxn(struct worker *worker, int ply, int depth, double most, double *of_player);

/* distance.c: in how many moves of both sides the proven result can be forced, and no sooner; 0 if
 * that is not known. Only after the search. */
int find_distance(struct tree_search *search, enum cop_proof proof);

/* patience.c: how long a search is. After a completed depth: does it end here? At its limit: does
 * it go on? */
extern const struct cop_option patience_options[];
void read_patience(struct tree_config *config, const struct cop_settings *settings);
bool check_patience(const struct tree_config *config, const struct cop_settings *settings,
                    struct cop_error *error);
bool is_enough(struct tree_search *search);
bool goes_on(struct tree_search *search);

/* driver.c: searches deeper and deeper until a limit is reached. */
bool run_search(struct tree_search *search, struct cop_error *error);
void show_tree_progress(void *search);
void make_tree_report(struct tree_search *search, struct cop_report *report);

#endif
