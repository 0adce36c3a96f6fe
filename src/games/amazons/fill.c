/* fill.c - how many moves a side has left when nobody disturbs it
 * (amazons-endgame-and-books.md 2.2).
 *
 * A region is a connected set of squares that are empty or hold an amazon of that side; everything
 * else is a wall. A move burns one square of its region, and what is then cut off from all amazons
 * is wasted, so the answer is the number of empty squares less the smallest possible waste. Whether
 * a square can burn without waste depends on its surroundings only, not on how the amazon got to
 * its place.
 *
 * Most regions waste nothing, and a greedy line that burns dead ends first proves it. For the
 * others a depth-first search asks for one square less of waste, and again, until it proves that
 * this is too little or has taken too long; so what it has found by then counts. */
#include "turns.h"

enum { NODES_MAX = 10000, MEMO_BITS = 13, MEMO_SIZE = 1 << MEMO_BITS, DEGREE_MAX = 8 };

struct search {
    int nodes_left;
    uint64_t keys[MEMO_SIZE];      /* of positions for which... */
    uint8_t too_little[MEMO_SIZE]; /* ...this waste is not enough */
};

static int empty_squares(amazons_set region, amazons_set own)
{
    return amazons_size(region) - amazons_size(own);
}

static int degree_of_arrow(const struct amazons_turns *turns)
{
    return __builtin_popcount(amazons_neighbours(turns->region, turns->arrow));
}

/* The squares that the move wastes. */
static int waste_of(const struct amazons_turns *turns)
{
    amazons_set rest = turns->region & ~amazons_square(turns->arrow);

    if (amazons_is_joined(amazons_neighbours(turns->region, turns->arrow)))
        return 0;
    return amazons_size(rest) - amazons_size(amazons_flood(amazons_turns_own(turns), rest));
}

/* ---- The greedy line ---- */

/* Burns, of what wastes least, the square with the fewest neighbours. Returns the whole waste. */
static int greedy_waste(amazons_set region, amazons_set own)
{
    int sum = 0;

    while (empty_squares(region, own) > 0) {
        struct amazons_turns turns = amazons_turns_of(region, own);
        amazons_set best_own = own;
        int waste = AMAZONS_BITS, degree = DEGREE_MAX + 1, arrow = 0;

        while (amazons_turns_next(&turns)) {
            int its_degree = degree_of_arrow(&turns), its_waste;

            if (waste == 0 && its_degree >= degree)
                continue;
            its_waste = waste_of(&turns);
            if (its_waste > waste || (its_waste == waste && its_degree >= degree))
                continue;
            waste = its_waste;
            degree = its_degree;
            arrow = turns.arrow;
            best_own = amazons_turns_own(&turns);
        }
        sum += waste;
        own = best_own;
        region = amazons_flood(own, region & ~amazons_square(arrow));
    }
    return sum;
}

/* ---- The search ---- */

static bool is_enough(struct search *search, amazons_set region, amazons_set own, int waste);

/* The least waste of a region if it is at most `limit`, else more than that. */
static int least_waste(struct search *search, amazons_set region, amazons_set own, int limit)
{
    int waste = 0;

    while (waste <= limit && !is_enough(search, region, own, waste))
        waste++;
    return waste;
}

/* The same question for squares that may have fallen into several regions. */
static bool is_enough_for_all(struct search *search, amazons_set squares, amazons_set own,
                              int waste)
{
    while (waste >= 0) {
        amazons_set region = amazons_flood(amazons_square(amazons_first(own)), squares);
        amazons_set others = own & ~region;

        if (others == 0)
            return is_enough(search, region, own, waste);
        waste -= least_waste(search, region, own & region, waste);
        own = others;
    }
    return false;
}

static bool try_moves(struct search *search, amazons_set region, amazons_set own, int waste,
                      int its_waste, int degree)
{
    struct amazons_turns turns = amazons_turns_of(region, own);

    while (amazons_turns_next(&turns)) {
        if (degree_of_arrow(&turns) != degree || waste_of(&turns) != its_waste)
            continue;
        if (is_enough_for_all(search, region & ~amazons_square(turns.arrow),
                              amazons_turns_own(&turns), waste - its_waste))
            return true;
    }
    return false;
}

/* Whether the amazons can burn all but `waste` squares of their region. When the search has taken
 * too long it says no. */
static bool is_enough(struct search *search, amazons_set region, amazons_set own, int waste)
{
    uint64_t key = key_of_words(key_of_words((uint64_t)region, (uint64_t)(region >> 64), 0),
                                (uint64_t)own, (uint64_t)(own >> 64));
    size_t at = key >> (64 - MEMO_BITS);

    if (empty_squares(region, own) <= waste + 1) /* an amazon beside an empty square has a move */
        return true;
    if (search->keys[at] == key && search->too_little[at] >= waste)
        return false;
    if (search->nodes_left == 0)
        return false;
    search->nodes_left--;
    for (int its_waste = 0; its_waste <= waste; its_waste++)
        for (int degree = 1; degree <= DEGREE_MAX; degree++)
            if (try_moves(search, region, own, waste, its_waste, degree))
                return true;
    search->keys[at] = key;
    search->too_little[at] = (uint8_t)waste;
    return false;
}

static struct amazons_moves fill_region(amazons_set region, amazons_set own, int nodes)
{
    int squares = empty_squares(region, own), waste = greedy_waste(region, own);
    bool is_proven = true;

    if (waste > 0) {
        struct search search = {.nodes_left = nodes};

        while (waste > 0 && is_enough(&search, region, own, waste - 1))
            waste--;
        is_proven = waste == 0 || search.nodes_left > 0;
    }
    return (struct amazons_moves){squares - waste, is_proven ? squares - waste : squares};
}

struct amazons_moves amazons_fill_within(amazons_set empty, amazons_set own, int nodes)
{
    struct amazons_moves sum = {0, 0};

    while (own != 0) {
        amazons_set region = amazons_flood(amazons_square(amazons_first(own)), empty | own);
        struct amazons_moves moves = fill_region(region, region & own, nodes);

        sum.low += moves.low;
        sum.high += moves.high;
        own &= ~region;
    }
    return sum;
}

int amazons_fill(amazons_set empty, amazons_set own)
{
    return amazons_fill_within(empty, own, NODES_MAX).low;
}
