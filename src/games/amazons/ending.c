/* ending.c - from positions to endings, and from one to the next. */
#include "ending.h"

#include "turns.h"

/* For each territory; where that is not enough it stays on the board. */
enum { COUNT_NODES = 2000 };

struct amazons_moves amazons_count_moves(struct amazons_counts *counts, amazons_set empty,
                                         amazons_set own)
{
    uint64_t key = key_of_words(key_of_words((uint64_t)empty, (uint64_t)(empty >> 64), 0),
                                (uint64_t)own, (uint64_t)(own >> 64));
    struct amazons_counted *counted = &counts->of[key % AMAZONS_COUNTS];

    if (counted->own != own || counted->empty != empty)
        *counted =
            (struct amazons_counted){empty, own, amazons_fill_within(empty, own, COUNT_NODES)};
    return counted->moves;
}

/* Takes a region off the board if it is settled. */
static void settle_region(struct amazons_ending *ending, const struct amazons_region *region,
                          struct amazons_counts *counts)
{
    struct amazons_moves moves = {0, 0};

    if (region->kind == AMAZONS_CONTESTED)
        return;
    if (region->kind == AMAZONS_TERRITORY) {
        moves = amazons_count_moves(counts, region->empty,
                                    ending->amazons[region->owner] & region->squares);
        if (moves.low < moves.high) {
            ending->has_uncounted = true;
            return;
        }
        ending->spare[region->owner] += moves.low;
    }
    ending->empty &= ~region->squares;
    for (int side = 0; side < 2; side++)
        ending->amazons[side] &= ~region->squares;
}

static void settle(struct amazons_ending *ending, struct amazons_counts *counts)
{
    struct amazons_region regions[AMAZONS_REGIONS_MAX];
    int count = amazons_regions(ending->empty, ending->amazons, regions);

    ending->has_uncounted = false;
    for (int i = 0; i < count; i++)
        settle_region(ending, &regions[i], counts);
}

static void cancel_spare(struct amazons_ending *ending, const struct amazons_counts *counts)
{
    int both = ending->spare[0] < ending->spare[1] ? ending->spare[0] : ending->spare[1];

    if (!counts->only_who_wins)
        return;
    ending->spare[0] -= both;
    ending->spare[1] -= both;
}

struct amazons_ending amazons_ending_of(const struct amazons_board *board,
                                        const struct amazons_position *position,
                                        struct amazons_counts *counts)
{
    int mover = position->mover;
    struct amazons_ending ending = {
        .empty = amazons_empty(board, position),
        .amazons = {amazons_of(position, mover), amazons_of(position, 1 - mover)},
        .spare = {mover == AMAZONS_BLACK ? position->passes : 0,
                  mover == AMAZONS_WHITE ? position->passes : 0}};

    settle(&ending, counts);
    cancel_spare(&ending, counts);
    return ending;
}

/* A region whose squares stay connected without the burnt one has the same amazons as before, and
 * an empty square, the one that was left. */
static bool is_settled_as_before(const struct amazons_ending *after, int from, int arrow)
{
    amazons_set squares = after->empty | after->amazons[0] | after->amazons[1];

    return arrow != from && !after->has_uncounted &&
           amazons_is_joined(amazons_neighbours(squares, arrow));
}

struct amazons_ending amazons_ending_after(const struct amazons_ending *ending, cop_move move,
                                           struct amazons_counts *counts)
{
    struct amazons_ending after = {.empty = ending->empty,
                                   .amazons = {ending->amazons[1], ending->amazons[0]},
                                   .spare = {ending->spare[1], ending->spare[0]},
                                   .has_uncounted = ending->has_uncounted};
    int from = amazons_move_part(move, AMAZONS_FROM), to = amazons_move_part(move, AMAZONS_TO);
    int arrow = amazons_move_part(move, AMAZONS_ARROW);

    if (move == AMAZONS_PASS) {
        after.spare[1]--;
        return after;
    }
    after.amazons[1] ^= amazons_square(from) | amazons_square(to);
    after.empty =
        (after.empty | amazons_square(from)) & ~(amazons_square(to) | amazons_square(arrow));
    if (is_settled_as_before(&after, from, arrow))
        return after;
    settle(&after, counts);
    cancel_spare(&after, counts);
    return after;
}

void amazons_ending_reached(const struct amazons_ending *ending, amazons_set reached[2])
{
    for (int side = 0; side < 2; side++)
        reached[side] =
            amazons_flood(ending->amazons[side], ending->empty | ending->amazons[side]) &
            ending->empty;
}
