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
#include "board.h"

enum { NODES_MAX = 10000, MEMO_BITS = 13, MEMO_SIZE = 1 << MEMO_BITS, DEGREE_MAX = 8 };

struct search {
    int nodes_left;
    uint64_t keys[MEMO_SIZE];      /* of positions for which... */
    uint8_t too_little[MEMO_SIZE]; /* ...this waste is not enough */
};

/* All moves in a region, one after the other: `arrow` burns after an amazon went to `to`. */
struct cursor {
    amazons_set region, own;
    amazons_set open; /* the region without the other amazons */
    int from, to, arrow;
    int way, shot; /* the directions of movement and arrow */
};

static const int directions[8] = {1,
                                  -1,
                                  AMAZONS_STRIDE,
                                  -AMAZONS_STRIDE,
                                  AMAZONS_STRIDE + 1,
                                  -AMAZONS_STRIDE - 1,
                                  AMAZONS_STRIDE - 1,
                                  1 - AMAZONS_STRIDE};

/* The eight neighbours of a square as bits, in the order of their numbers. */
static unsigned neighbours(amazons_set set, int square)
{
    int shift = square - AMAZONS_STRIDE - 1;
    uint64_t near = (uint64_t)(shift >= 0 ? set >> shift : set << -shift);

    return (unsigned)((near & 7) | (near >> 8 & 8) | (near >> 9 & 16) | (near >> 17 & 0xe0));
}

/* Whether neighbours of a square touch each other without it: they then stay connected when it
 * burns. */
static bool is_joined(unsigned around)
{
    static const uint8_t touching[8] = {0x0a, 0x1d, 0x12, 0x63, 0xc6, 0x48, 0xb8, 0x50};
    unsigned group = around & -around, before;

    do {
        before = group;
        for (int i = 0; i < 8; i++)
            if ((group >> i & 1) != 0)
                group |= touching[i] & around;
    } while (group != before);
    return group == around;
}

static int empty_squares(amazons_set region, amazons_set own)
{
    return amazons_size(region) - amazons_size(own);
}

/* ---- Moves ---- */

static void take_amazon(struct cursor *cursor, int from)
{
    cursor->from = cursor->to = from;
    cursor->open = (cursor->region & ~cursor->own) | amazons_square(from);
    cursor->way = 0;
    cursor->shot = 8;
}

static struct cursor first_move(amazons_set region, amazons_set own)
{
    struct cursor cursor = {.region = region, .own = own};

    take_amazon(&cursor, amazons_first(own));
    return cursor;
}

/* One step further along a ray, or to the first square of the next ray that has one. */
static bool step_on(amazons_set open, int origin, int *square, int *direction)
{
    for (; *direction < 8; *square = origin, (*direction)++) {
        *square += directions[*direction];
        if (*square >= 0 && amazons_has(open, *square))
            return true;
    }
    return false;
}

static bool next_move(struct cursor *cursor)
{
    for (;;) {
        amazons_set others;

        if (step_on(cursor->open, cursor->to, &cursor->arrow, &cursor->shot))
            return true;
        if (step_on(cursor->open, cursor->from, &cursor->to, &cursor->way)) {
            cursor->arrow = cursor->to;
            cursor->shot = 0;
            continue;
        }
        others = cursor->own >> cursor->from >> 1;
        if (others == 0)
            return false;
        take_amazon(cursor, cursor->from + 1 + amazons_first(others));
    }
}

static amazons_set amazons_after(const struct cursor *cursor)
{
    return (cursor->own & ~amazons_square(cursor->from)) | amazons_square(cursor->to);
}

static int degree_of_arrow(const struct cursor *cursor)
{
    return __builtin_popcount(neighbours(cursor->region, cursor->arrow));
}

/* The squares that the move wastes. */
static int waste_of(const struct cursor *cursor)
{
    amazons_set rest = cursor->region & ~amazons_square(cursor->arrow);

    if (is_joined(neighbours(cursor->region, cursor->arrow)))
        return 0;
    return amazons_size(rest) - amazons_size(amazons_flood(amazons_after(cursor), rest));
}

/* ---- The greedy line ---- */

/* Burns, of what wastes least, the square with the fewest neighbours. Returns the whole waste. */
static int greedy_waste(amazons_set region, amazons_set own)
{
    int sum = 0;

    while (empty_squares(region, own) > 0) {
        struct cursor cursor = first_move(region, own);
        amazons_set best_own = own;
        int waste = AMAZONS_BITS, degree = DEGREE_MAX + 1, arrow = 0;

        while (next_move(&cursor)) {
            int its_degree = degree_of_arrow(&cursor), its_waste;

            if (waste == 0 && its_degree >= degree)
                continue;
            its_waste = waste_of(&cursor);
            if (its_waste > waste || (its_waste == waste && its_degree >= degree))
                continue;
            waste = its_waste;
            degree = its_degree;
            arrow = cursor.arrow;
            best_own = amazons_after(&cursor);
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
    struct cursor cursor = first_move(region, own);

    while (next_move(&cursor)) {
        if (degree_of_arrow(&cursor) != degree || waste_of(&cursor) != its_waste)
            continue;
        if (is_enough_for_all(search, region & ~amazons_square(cursor.arrow),
                              amazons_after(&cursor), waste - its_waste))
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
