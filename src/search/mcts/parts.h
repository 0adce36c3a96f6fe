/* parts.h - enhancements of the tree search, each one file and one row of functions.
 *
 * A part has options of its own (a table that the agent's includes), says whether they switch it
 * on, may have a column in the tree and memory of its own for a search, and is called at fixed
 * places of a simulation. A search without parts runs code that was compiled without them
 * (select.c). */
#ifndef COPPICE_SEARCH_MCTS_PARTS_H
#define COPPICE_SEARCH_MCTS_PARTS_H

#include "coppice/agent.h"
#include "search/mcts/tree.h"

struct mcts;
struct worker;
struct mcts_part;

/* A part as it is used by one opened agent. */
struct part_use {
    const struct mcts_part *part;
    const struct mcts *mcts;
    void *own;            /* from `open` */
    int column;           /* NO_COLUMN: it has none */
    bool does_not_arrive; /* set by `open`: its options do without that function */
};

/* The node at which a child is chosen. */
struct choice {
    const struct worker *worker;
    const struct node *node;
    int player;
    float visits;           /* the node's, discounted if the search discounts */
    float ln_visits, scale; /* of them; and times the exploration rate */
    float way;              /* 1, or -1 where rarely tried children are disfavoured */
    float first_play;       /* the bound of children never tried */
    float share_scale;      /* select=puct: sqrt(visits) times the exploration rate */
    float c, root;          /* deviation: the exploration rate, and the root of the visits */
};

/* The column of the part `prior`. */
struct prior {
    float share, expected;
};

/* What the selection knows of a child. */
struct tried {
    float visits, reward;
};

/* Rewards above 1 could make a child lose less than nothing (twixt.md 4.8). */
#define LEAST_FADING 0.01f

/* What a bonus is divided by that fades with a child's visits, n + 1, or only with its losses,
 * n - s + 1 (twixt.md 3.3.1). */
static inline float fading_of(struct tried tried, bool with_losses)
{
    float fading = tried.visits + 1 - (with_losses ? tried.reward : 0);

    return fading > LEAST_FADING ? fading : LEAST_FADING;
}

struct mcts_part {
    const char *name, *help; /* of what it adds to a child's value, if it does */
    bool (*is_wanted)(const struct cop_settings *settings);
    /* Optional: what it cannot go together with. */
    bool (*check)(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error);
    bool (*open)(struct part_use *use, const struct cop_settings *settings,
                 struct cop_error *error);
    void (*close)(struct part_use *use);
    size_t (*node_bytes)(const struct cop_settings *settings); /* optional: its column */
    bool (*wants_trace)(const struct cop_settings *settings);  /* optional: the playouts' moves */
    bool orders_untried; /* its bonus says which untried child is next, so that all must be there */

    /* Each optional: */
    void (*start)(const struct part_use *use); /* a game: nothing of the last one is known */
    /* A node is about to get all its children, the moves listed by the worker: they may be put into
     * another order; and it has got them. */
    void (*arrange)(const struct part_use *use, struct worker *worker, const void *state,
                    int count);
    void (*born)(const struct part_use *use, struct worker *worker, uint32_t first, int count);
    void (*begin)(const struct part_use *use, bool is_kept); /* a search; the tree is a kept one */
    /* A descent is at the node, before it goes on: false ends the search, as all is decided. */
    bool (*arrive)(const struct part_use *use, struct worker *worker, struct node *node, int depth);
    /* What is added to the child's value in the selection. */
    float (*bonus)(const struct part_use *use, const struct choice *choice,
                   const struct node *child, float value);
    /* What the bonus of this child is made of, for who looks on: a number for each of the part's
     * words (a list that ends with one without a name); beforehand `revisit` is told of the node,
     * if its bonus depends on the way there. */
    const struct cop_anatomy_word *words;
    void (*tell)(const struct part_use *use, const struct choice *choice, const struct node *child,
                 double *of_word);
    void (*revisit)(const struct part_use *use, struct worker *worker, struct node *node);
    /* The next move of a playout, or COP_NO_MOVE: the next part is asked, and in the end the
     * playout policy. worker->last are the moves before it; `moves` is scratch for game->max_moves.
     */
    cop_move (*suggest)(const struct part_use *use, const struct worker *worker, const void *state,
                        int player, struct cop_rng *rng, cop_move *moves);
    /* After a simulation: the path with its owners, the trace, and what was gained. */
    void (*update)(const struct part_use *use, struct worker *worker, int depth);
    /* Later, when the nodes of the path have counted it. */
    void (*settled)(const struct part_use *use, struct worker *worker, int depth);
};

extern const struct mcts_part *const mcts_all_parts[]; /* NULL-terminated */
extern const struct mcts_part mcts_prune, mcts_history, mcts_rave, mcts_prior, mcts_guide,
    mcts_reply, mcts_backup, mcts_deviation, mcts_best;
extern const struct cop_option mcts_prune_options[], mcts_history_options[], mcts_rave_options[],
    mcts_prior_options[], mcts_guide_options[], mcts_reply_options[], mcts_backup_options[],
    mcts_deviation_options[], mcts_best_options[];

bool prior_is_wanted(const struct cop_settings *settings);
/* Whether it gives children shares of visits and nothing else. */
bool prior_is_share(const struct part_use *use);

enum { PARTS_MAX = 12 };

/* Those that are switched on, and, for the hot path, those among them that have each function. */
struct mcts_parts {
    struct part_use uses[PARTS_MAX];
    int count;
    const struct part_use *arriving[PARTS_MAX], *judging[PARTS_MAX], *updating[PARTS_MAX];
    const struct part_use *bearing[PARTS_MAX], *settling[PARTS_MAX], *suggesting[PARTS_MAX];
    int arriving_count, judging_count, updating_count, bearing_count, settling_count,
        suggesting_count;
};

bool parts_check(const struct cop_game *game, const struct cop_settings *settings,
                 struct cop_error *error);
/* Before the trees are opened: each part that wants one gets its column in all of them. */
bool parts_open(struct mcts *mcts, const struct cop_settings *settings, struct cop_error *error);
void parts_close(struct mcts_parts *parts);
void parts_start(const struct mcts_parts *parts);
void parts_begin(const struct mcts_parts *parts, bool is_kept);
bool parts_want_trace(const struct cop_settings *settings);
bool parts_order_untried(const struct cop_settings *settings);

/* Who guides the worker's playouts, after the moves of its path; NULL: no part does. */
const struct cop_guide *parts_guide(struct worker *worker);

/* What all parts together add to a child's value. */
static inline float parts_bonus(const struct mcts_parts *parts, const struct choice *choice,
                                const struct node *child, float value)
{
    float bonus = 0;

    if (node_flags(child) & NODE_STEM) /* parts know whole moves only */
        return 0;
    for (int i = 0; i < parts->judging_count; i++)
        bonus += parts->judging[i]->part->bonus(parts->judging[i], choice, child, value + bonus);
    return bonus;
}

static inline void parts_arrange(const struct mcts_parts *parts, struct worker *worker,
                                 const void *state, int count)
{
    for (int i = 0; i < parts->bearing_count; i++)
        parts->bearing[i]->part->arrange(parts->bearing[i], worker, state, count);
}

static inline void parts_born(const struct mcts_parts *parts, struct worker *worker, uint32_t first,
                              int count)
{
    for (int i = 0; i < parts->bearing_count; i++)
        parts->bearing[i]->part->born(parts->bearing[i], worker, first, count);
}

static inline void parts_settled(const struct mcts_parts *parts, struct worker *worker, int depth)
{
    for (int i = 0; i < parts->settling_count; i++)
        parts->settling[i]->part->settled(parts->settling[i], worker, depth);
}

static inline void parts_update(const struct mcts_parts *parts, struct worker *worker, int depth)
{
    for (int i = 0; i < parts->updating_count; i++)
        parts->updating[i]->part->update(parts->updating[i], worker, depth);
}

/* The kind of a move for tables of moves: the game's own number (cop_rules.move_kind), or one of
 * 65,536 places by chance. */
int move_kind_count(const struct cop_game *game);
int move_kind(const struct cop_game *game, cop_move move);

#endif
