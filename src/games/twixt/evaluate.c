/* evaluate.c - how good a position of TwixT is, and which holes to try first (twixt.md 2.4, 7).
 *
 * Both come from the pegs that each side still needs for a chain: how many, and in how many holes
 * such a peg can be. */
#include <string.h>

#include "../bits.h"
#include "field.h"

enum {
    NEVER = 40, /* in place of the pegs of a side that cannot win; more count as one less */
    PEG = 64,
    WAYS_MOST = 60, /* holes beyond these change nothing */
    SURE = 3900,    /* one peg is missing, and it can be placed now */
    WON = 4000
};

/* The empty holes on shortest ways: back from the second home line, always to where one peg less,
 * or none if there is a peg, is needed. */
static int count_ways(const struct field *field, const struct twixt_board *board, int side,
                      int pegs, const struct twixt_costs *costs)
{
    uint16_t waiting[TWIXT_HOLES_MAX];
    bool is_seen[FIELD_BYTES];
    int step = side == WHITE ? 1 : FIELD_STRIDE, ways = 0, count = 0;
    int place = twixt_home_place(board, side, 1);

    memset(is_seen, 0, sizeof is_seen);
    for (int i = 0; i < board->size; i++, place += step)
        if (costs->to[place] == pegs) {
            is_seen[place] = true;
            waiting[count++] = (uint16_t)place;
        }
    while (count > 0) {
        int from = waiting[--count];
        int is_empty = !has_peg(field, side, from);

        ways += is_empty;
        for (unsigned left = ways_from(field, board, side, from); left != 0; left &= left - 1) {
            int to = from + twixt_field_step[bit_index(left)];

            if (is_seen[to] || costs->to[to] + is_empty != costs->to[from])
                continue;
            is_seen[to] = true;
            waiting[count++] = (uint16_t)to;
        }
    }
    return ways;
}

static void evaluate_distance(const struct cop_game *game, const void *prepared, const void *state,
                              double *of_player)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    int mover = position->next, pegs[2], ways[2] = {0, 0}, value;
    struct field field;
    struct twixt_costs costs;

    (void)prepared;
    twixt_unpack(&field, board, position);
    for (int side = 0; side < 2; side++) {
        pegs[side] = twixt_find_costs(&field, board, side, 0, false, &costs);
        if (pegs[side] == TWIXT_NEVER) {
            pegs[side] = NEVER;
            continue;
        }
        ways[side] = count_ways(&field, board, side, pegs[side], &costs);
        ways[side] = ways[side] < WAYS_MOST ? ways[side] : WAYS_MOST;
        pegs[side] = pegs[side] < NEVER ? pegs[side] : NEVER - 1;
    }
    value = PEG * (pegs[1 - mover] - pegs[mover]) + ways[mover] - ways[1 - mover] + PEG / 2;
    if (pegs[mover] == 1)
        value = SURE;
    if (pegs[0] == NEVER && pegs[1] == NEVER)
        value = 0; /* for certain */
    of_player[mover] = value;
    of_player[1 - mover] = -value;
}

/* ---- Ordering ---- */

/* The pegs that the shortest chain of a side through each place needs more than its shortest, which
 * is returned. */
static int find_detours(const struct field *field, const struct twixt_board *board, int side,
                        uint8_t *detours)
{
    struct twixt_costs from_first, from_second;
    int pegs = twixt_find_costs(field, board, side, 0, true, &from_first);

    twixt_find_costs(field, board, side, 1, true, &from_second);
    memset(detours, TWIXT_FAR, FIELD_BYTES);
    for (int place = 0; place < FIELD_BYTES; place++)
        if (from_first.to[place] != TWIXT_FAR && from_second.to[place] != TWIXT_FAR)
            detours[place] = (uint8_t)(from_first.to[place] + from_second.to[place] -
                                       !has_peg(field, side, place) - pegs);
    return pegs;
}

/* What a peg is worth that lies on a shortest chain, or nearly; all if the chain lacks no other. */
static inline int worth_of(int pegs, uint8_t detour)
{
    if (pegs == 1 && detour == 0)
        return 1000;
    return detour < 4 ? 4 * (4 - detour) : 0;
}

static inline int from_middle(const struct twixt_board *board, int column, int row)
{
    int x = 2 * column - (board->size - 1), y = 2 * row - (board->size - 1);

    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

/* Holes on both sides' shortest chains, then on those of one; links; the middle. Taking over a peg
 * comes first, as it is one move of many and says most. */
static void rate_chains(const struct cop_game *game, const void *state, const cop_move *moves,
                        int count, float *rating)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    uint8_t detours[2][FIELD_BYTES];
    int mover = position->next, pegs[2];
    struct field field;

    twixt_unpack(&field, board, position);
    for (int side = 0; side < 2; side++)
        pegs[side] = find_detours(&field, board, side, detours[side]);
    for (int i = 0; i < count; i++) {
        int column = (int)(moves[i] - 1) % board->stride, row = (int)(moves[i] - 1) / board->stride;
        int place = twixt_field_place(column, row);
        unsigned links;

        if (moves[i] == TWIXT_SWAP) {
            rating[i] = 200;
            continue;
        }
        links = (unsigned)field.near[mover][place] &
                ~(unsigned)field.blocked[blocked_of(board, mover)][place];
        rating[i] = (float)(4 * worth_of(pegs[mover], detours[mover][place]) +
                            3 * worth_of(pegs[1 - mover], detours[1 - mover][place]) +
                            4 * bit_count(links)) -
                    (float)from_middle(board, column, row) / TWIXT_SIZE_MAX;
    }
}

/* Chances are fitted to games of two players:
 *     coppice tune chance twixt --eval distance --limit depth=1 --games 2000 */
const struct cop_evaluator twixt_evaluators[] = {
    {.name = "distance",
     .help = "pegs that each side still needs for a chain, and holes where they can be",
     .version = 1,
     .chance = {1, -0.13443, 0.011177},
     .lower = -WON,
     .upper = WON,
     .is_zero_sum = true,
     .evaluate = evaluate_distance},
    {NULL},
};

const struct cop_ordering twixt_orderings[] = {
    {"chains", "holes on the shortest chains of both sides, links, then the middle", rate_chains},
    {NULL},
};
