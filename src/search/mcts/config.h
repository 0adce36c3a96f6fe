/* config.h - the settings of a tree search: what its options say, and what cannot go together. */
#ifndef COPPICE_SEARCH_MCTS_CONFIG_H
#define COPPICE_SEARCH_MCTS_CONFIG_H

#include "coppice/agent.h"
#include "search/beliefs.h"

enum final_choice {
    FINAL_VISITS,
    FINAL_VALUE,
    FINAL_ROBUST_MAX,
    FINAL_SECURE,
    FINAL_MAXMEAN2,
    FINAL_ROBUST2,
    FINAL_BEST
};
enum unreachable { UNREACHABLE_OFF, UNREACHABLE_COUNTED, UNREACHABLE_ESTIMATED };
enum parallel_way { PARALLEL_TREE, PARALLEL_ROOT, PARALLEL_LEAF };
enum selection { SELECT_UCB, SELECT_RANDOM, SELECT_RIVALS, SELECT_PUCT };
enum first_play_of { FIRST_PLAY_NUMBER, FIRST_PLAY_PARENT, FIRST_PLAY_PRIOR };

enum { LEVELS_MAX = 16 };

struct mcts_config {
    /* Exploration rates inside the root: the radius is sqrt(c ln N / n), uct-star.md 2.0.2; a
     * negative one turns it round. Those of the first levels of the tree, and of the rest. */
    double levels[LEVELS_MAX];
    int level_count;
    double c;
    enum selection select;
    double first_play;
    enum first_play_of first_play_of;
    int64_t warm;      /* visits below which a node's children are drawn as in playouts, */
    double warm_share; /* also as a part of its moves */
    double widen, widen_power;
    double discount;
    double secure;
    bool shuffle, solver, reuse, stop, views;
    bool proves_wins;     /* and losses only, as the solver of twixt.md 3.5 does */
    bool looks_ahead;     /* for a move that wins at once, before playing out */
    bool root_is_visited; /* before it has children */
    bool passes_outcomes; /* of chance that are new: a simulation ends below them */
    bool tries;           /* children are made one by one, as they are tried */
    bool completes;       /* until a node is warm; then all that are missing */
    bool deviates;        /* exploration by the deviation of results, in points */
    bool closes_only;     /* what is finished; bounds do not change the rewards of simulations */
    int64_t restarts;     /* trees that share a limit */
    bool groups;          /* moves below nodes of their first parts */
    bool whole_turn;      /* a turn of several moves is decided by one search */
    bool whole_game;      /* of one player is decided by one search */
    int lines;            /* so many of the best moves are reported with lines of their own */
    int exact;            /* moves left at which a new node is looked through to the end, */
    int64_t exact_nodes;  /* unless that takes more nodes */
    int64_t expand;
    uint32_t virtual_loss;
    enum final_choice final;
    enum unreachable unreachable;
    double extend; /* how much longer than its limit a search may be, as a part of it */
    enum parallel_way parallel;
    const struct cop_belief *belief; /* or NULL */
    double worst, best;              /* the range of rewards */
};

extern const struct cop_option mcts_options[];

bool config_read(struct mcts_config *config, const struct cop_game *game,
                 const struct cop_settings *settings, struct cop_error *error);

/* What cannot go together is said when the agent is checked, not found out in a search. */
bool config_check(const struct mcts_config *config, const struct cop_game *game,
                  const struct cop_settings *settings, int workers, struct cop_error *error);

/* idle.c: a line for each option given that changes nothing in this game, with these threads or
 * within these limits; `limits` may be NULL. */
void mcts_idle(const struct cop_agent_kind *kind, const struct cop_game *game,
               const struct cop_settings *settings, const struct cop_limits *limits,
               struct cop_text *notes);

/* A rate of exploration as it is written, as one inside the root. */
double config_rate_inside(const struct cop_settings *settings, double rate);

/* The rate of nodes so many plies from the root. */
static inline double config_rate(const struct mcts_config *config, int depth)
{
    return depth < config->level_count ? config->levels[depth] : config->c;
}

#endif
