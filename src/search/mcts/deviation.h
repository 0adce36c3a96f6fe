/* deviation.h - the selection of single-player tree search, as formulas (samegame-and-fanorona.md
 * 5.2). All numbers are points of the game. */
#ifndef COPPICE_SEARCH_MCTS_DEVIATION_H
#define COPPICE_SEARCH_MCTS_DEVIATION_H

#include <math.h>

enum deviation_form { DEVIATION_OFF, DEVIATION_PRODUCT, DEVIATION_SUM };

/* What was gained by the simulations through a node. */
struct gains {
    double count, sum, squares, top;
};

struct node;
struct part_use;
struct tree;

struct gains gains_of(const struct part_use *use, const struct tree *tree, const struct node *node);

/* A node's value before exploration: `weight` of its best game, the rest of its mean. */
static inline double gains_value(const struct gains *gains, double weight)
{
    return (1 - weight) * (gains->sum / gains->count) + weight * gains->top;
}

/* What is known of the parent whatever the child: its visits' logarithm, in whatever base, and
 * their square root. */
struct gains_parent {
    double log, root;
};

/* What is added to that. `visits` are the child's, those in progress included. One square root does
 * for the two of the product form: this is done for every child that a descent passes. */
static inline double gains_exploration(enum deviation_form form, const struct gains *gains,
                                       double c, double d, const struct gains_parent *parent,
                                       double visits)
{
    double spread = gains->squares - gains->sum * (gains->sum / gains->count) + d;

    if (spread < 0)
        spread = 0;
    if (form == DEVIATION_SUM)
        return c * sqrt(parent->log / visits) + sqrt(spread / gains->count);
    return c * sqrt(parent->root * spread / (visits * (gains->count + 1)));
}

#endif
