/* depth_first.c - depth-first branch and bound with and without a table, and IDA*
 * (samegame-and-fanorona.md 4.8).
 *
 * All of them end with the best game there is, if they end. On boards that people play the bounds
 * are far too generous for that: they are kept to show it, and for small boards and ends. */
#include "search/puzzle/depth_first.h"

#include "search/puzzle/dive.h"

static const struct cop_option options[] = {
    {"Game", COP_TABLE, .table = cop_puzzle_options},
    {NULL},
};

static bool open_dive(struct puzzle_walker *walker, size_t memory, bool has_table,
                      struct cop_error *error)
{
    enum { TABLE_LEAST = 4096 };
    size_t least = dive_least_bytes(walker->game) + (has_table ? TABLE_LEAST : 0);

    if (least > memory)
        return cop_fail(error, "it needs %zu bytes of memory, and has %zu; raise memory=", least,
                        memory);
    walker->own = dive_open(walker, has_table ? memory - dive_least_bytes(walker->game) : 0, error);
    return walker->own != NULL;
}

static bool open_with_table(struct puzzle_walker *walker, size_t memory, struct cop_error *error)
{
    return open_dive(walker, memory, true, error);
}

static bool open_without_table(struct puzzle_walker *walker, size_t memory, struct cop_error *error)
{
    return open_dive(walker, memory, false, error);
}

static void close_walker(struct puzzle_walker *walker)
{
    dive_close(walker->own);
}

static void search_once(struct puzzle_walker *walker)
{
    walker->way_length = 0;
    dive_forget(walker->own);
    if (dive_from(walker->own, walker->puzzle->root))
        puzzle_exhausted(walker);
}

/* The threshold goes down to what the best of the positions left out promised, until nothing that
 * was left out promises more than has been found. */
static void search_by_thresholds(struct puzzle_walker *walker)
{
    struct cop_oracles oracles;
    struct cop_error error;
    double threshold, next;

    if (!puzzle_bounds_open(&oracles, walker->game, &error))
        return; /* they were opened before and belong to the game */
    threshold = puzzle_most(&oracles, walker->puzzle->root);
    walker->way_length = 0;
    while (dive_above(walker->own, walker->puzzle->root, threshold, &next)) {
        if (next <= puzzle_best_total(walker)) {
            puzzle_exhausted(walker);
            return;
        }
        threshold = next;
    }
}

static const struct puzzle_method exact_method = {
    .open = open_with_table, .close = close_walker, .search = search_once, .is_single = true};

static const struct puzzle_method dfbb_method = {
    .open = open_without_table, .close = close_walker, .search = search_once, .is_single = true};

static const struct puzzle_method idastar_method = {.open = open_without_table,
                                                    .close = close_walker,
                                                    .search = search_by_thresholds,
                                                    .is_single = true};

const struct cop_agent_kind cop_exact_agent = {
    .name = "exact",
    .title = "Exact search for one player",
    .summary = "for one player: depth-first branch and bound that knows positions again, for "
               "small boards and ends of games",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .own = &exact_method,
    COP_PUZZLE_AGENT,
};

const struct cop_agent_kind cop_dfbb_agent = {
    .name = "dfbb",
    .title = "Depth-first branch and bound",
    .summary = "for one player: goes down where most is promised and leaves out what promises no "
               "more than was found",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .own = &dfbb_method,
    COP_PUZZLE_AGENT,
};

const struct cop_agent_kind cop_idastar_agent = {
    .name = "idastar",
    .title = "IDA*",
    .summary = "for one player: depth-first, again and again, each time content with a little less",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .own = &idastar_method,
    COP_PUZZLE_AGENT,
};
