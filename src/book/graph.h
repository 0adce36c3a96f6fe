/* graph.h - the positions of a book in memory, as those see them who build, check and write books.
 *
 * Values in nodes are for the first player. Node 0 is the root. */
#ifndef COPPICE_BOOK_GRAPH_H
#define COPPICE_BOOK_GRAPH_H

#include "book/book.h"

/* A move to another position of the book. */
struct cop_book_edge {
    char *word; /* as the position that stands for its images writes it */
    int child;
};

/* A legal move in the order in which a builder adds them. */
struct cop_book_rank {
    cop_move move;
    double value; /* for the player to move, by a short look */
};

struct cop_book_node {
    char *position; /* the least text of all images */
    int depth;      /* moves from the root */
    int64_t visits;
    double sum;   /* of what was found at the visits; NaN: not known */
    double early; /* a judgement before any visit; NaN: none was made */
    double value; /* minimax over the book; NaN: the book has none */
    bool is_permanent;

    struct cop_book_edge *edges;
    int edge_count, edge_room, edges_saved;
    int *parents;
    int parent_count, parent_room;
    bool is_changed; /* since it was saved */

    /* While a book is built. */
    int turn;       /* whose; COP_OVER */
    int pending;    /* judgements under way that went through here */
    bool is_busy;   /* it is being judged, or what follows it is */
    bool is_closed; /* nothing can be added below it any more */
    int leaf_depth; /* of the leaf that the minimax value comes from */
    double priority;
    struct cop_book_rank
        *ranked; /* the best `ranked_sure` of them in order; the rest are no better */
    int ranked_count, ranked_sure, ranked_next;
};

struct cop_book {
    const struct cop_game *game;
    struct cop_book_about about; /* copies */
    bool is_minimax;             /* nodes have `value` */
    struct cop_look *look;       /* the scale of its values; NULL: not known */
    struct cop_book_node *nodes;
    int count, room;
    int *table; /* from texts to nodes; -1: nobody */
    size_t table_room;
    char *states; /* of the nodes, once cop_book_make_states has made them; else NULL */
    size_t state_room;
};

/* A book without positions, in memory. */
struct cop_book *cop_book_new(const struct cop_game *game, const struct cop_book_about *about);

/* One with nothing but the start of the game. */
struct cop_book *cop_book_begin(const struct cop_game *game, const struct cop_book_about *about);

/* All rows of a file. */
bool cop_book_load(struct cop_book *book, struct cop_book_file *file, struct cop_error *error);

/* Writes what has changed since, as one change of the file. */
bool cop_book_save(struct cop_book *book, struct cop_book_file *file, struct cop_error *error);

/* The states of all positions, with every text and move checked against the rules: needed by who
 * builds. */
bool cop_book_make_states(struct cop_book *book, struct cop_error *error);
const void *cop_book_state(const struct cop_book *book, int node);

/* The image of a position that stands for all: its text, and its state into `image`. Returns the
 * symmetry that leads there. */
int cop_book_canonical(const struct cop_game *game, const void *state, void *image,
                       struct cop_text *text);

/* The node of a canonical text at this depth, or -1. */
int cop_book_node_at(const struct cop_book *book, const char *position, int depth);
/* And the one with the most visits, at whatever depth. */
int cop_book_node_of(const struct cop_book *book, const char *position);

/* Finds the position or adds it, without any numbers. In a book with states. */
int cop_book_add(struct cop_book *book, const void *state, int depth);

/* Adds a move of `parent`, in the image that stands for it; nothing happens if the two are joined
 * already. Returns the child. In a book with states. */
int cop_book_join(struct cop_book *book, int parent, cop_move move);

/* The same with a move of `state`, any image of the parent's position. */
int cop_book_join_image(struct cop_book *book, int parent, const void *state, cop_move move);

bool cop_book_is_joined(const struct cop_book *book, int parent, int child);

/* The moves of a node as cop_book_moves gives them, for `state`, any image of its position. */
int cop_book_moves_at(const struct cop_book *book, int node, const void *state,
                      struct cop_book_move *out, int room);

/* Gives a node what somebody else has found of it. */
void cop_book_set_found(struct cop_book *book, int node, double mean, int64_t visits);

/* What a node is worth to the first player: the minimax value or the mean; NaN: not known. */
double cop_book_worth(const struct cop_book *book, int node);

/* The same number for the player to move in `node`. */
static inline double cop_book_for(int player, double value)
{
    return player == 1 ? -value : value;
}

#endif
