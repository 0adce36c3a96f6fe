/* grow_private.h - what the files about growing share. */
#ifndef COPPICE_BOOK_GROW_PRIVATE_H
#define COPPICE_BOOK_GROW_PRIVATE_H

#include "book/grow.h"

/* What a kind does in a round. */
struct growth_ways {
    /* Makes what is not kept in files; may be NULL. */
    void (*begin)(struct cop_growth *growth);
    enum cop_growth_next (*select)(struct cop_growth *growth, struct cop_book_task *task);
    void (*apply)(struct cop_growth *growth, struct cop_book_task *task);
    bool (*is_sound)(struct cop_growth *growth, struct cop_error *error);
};

struct cop_growth {
    struct cop_book *book;
    const struct cop_book_kind *kind;
    const struct growth_ways *ways;
    struct cop_settings *settings;
    struct cop_look look;
    /* Options, read once; which of them there are depends on the kind. */
    bool judges_by_look;
    double depth_penalty, width_penalty, alpha; /* best-first, balanced, drop-out */
    double a, k, c, within, reward;             /* meta-uct, meta-mcts */
    int most, plies;
    int64_t sims, least; /* uct */
};

extern const struct growth_ways growth_minimax, growth_meta_uct, growth_meta_mcts, growth_uct;

/* The next move of a node that leads to a position which is not its child yet, or COP_NO_MOVE. It
 * is not taken: who adds it makes the next one another. */
cop_move growth_next_move(struct cop_growth *growth, int node);

void growth_push(struct cop_book_task *task, int node);

/* A job for a position of the book, or for one that is to be added to it. */
struct cop_book_job *growth_add_job(struct cop_growth *growth, struct cop_book_task *task,
                                    int parent, cop_move move, const void *state, int depth);

/* All nodes of the path are passed once more by a judgement under way, or once less. */
void growth_mark_path(struct cop_growth *growth, const struct cop_book_task *task, int step);

/* A visit with that value for every node of the path. */
void growth_visit_path(struct cop_growth *growth, const struct cop_book_task *task, double value);

/* What a node is worth to whoever is to move in `at`. */
static inline double growth_for(const struct cop_growth *growth, int at, double value)
{
    return cop_book_for(growth->book->nodes[at].turn, value);
}

#endif
