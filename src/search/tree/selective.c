/* selective.c - how much less deeply a search looks at moves that come late in its order.
 *
 * Nothing that is called proven rests on it: a reduced search only says that a move is no better
 * than another, by a value that is either a judgement, and counts as a horizon, or that of games
 * that are over at whatever depth. */
#include "base/logarithm.h"
#include "search/tree/search.h"

/* Nearer to the leaves a ply less would be no search at all. */
enum { REDUCED_DEPTH = 2 };

/* By a logarithm in both, as the last of many moves differ less than the first; and by an even
 * number of plies: whoever moves last looks better than he is, so that a search that ends with the
 * other side's move would seem to beat the best move so far wherever it is asked (docs/searches.md
 * has what that costs). Where a value is wanted, and not only a bound, two plies less of it. */
static int growing(double rate, int depth, int index, bool is_scout)
{
    int pairs = (int)(rate * cop_ln((uint64_t)depth + 1) * cop_ln((uint64_t)index + 1) / 2 + 0.5);

    if (!is_scout && pairs > 0)
        pairs--;
    return 2 * pairs <= depth ? 2 * pairs : depth & ~1;
}

int plies_less(const struct tree_config *config, int depth, int index, bool is_scout)
{
    if (config->reduce == 0 || index < config->reduce || depth < REDUCED_DEPTH)
        return 0;
    return config->reduce_rate > 0 ? growing(config->reduce_rate, depth, index, is_scout) : 1;
}
