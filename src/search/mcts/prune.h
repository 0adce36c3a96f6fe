/* prune.h - the two halves of pruning, apart for its tests (prune.c has the story). */
#ifndef COPPICE_SEARCH_MCTS_PRUNE_H
#define COPPICE_SEARCH_MCTS_PRUNE_H

#include "search/mcts/parts.h"

bool prune_is_wanted(const struct cop_settings *settings);
/* Are means of ancestors changed when a child is pruned? */
bool prune_subtracts(const struct cop_settings *settings);
/* Does it go by the deviation of single results? */
bool prune_by_deviation(const struct cop_settings *settings);
/* Is it time at this node of the worker's descent? Asked at the root, depth 0, first. */
bool prune_is_due(const struct part_use *use, const struct worker *worker, const struct node *node,
                  int depth);
/* The interval of a child's mean among siblings whose parent has so many visits, as a logarithm. */
struct cop_bounds prune_interval(const struct part_use *use, double ln_parent, double value,
                                 double visits);
/* Takes out what lies below the best lower bound; nobody else changes the family meanwhile. */
void prune_family(const struct part_use *use, const struct tree *tree, struct family family,
                  int64_t parent_visits);

#endif
