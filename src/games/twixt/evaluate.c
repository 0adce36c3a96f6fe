/* evaluate.c - how good a position of TwixT is, and which holes to try first (twixt.md 2.4, 7).
 *
 * All of it comes from the pegs that each side still needs for a chain: how many, and in how many
 * holes such a peg can be. `distance` and `chains` count the shortest chain. `connection` and
 * `safe` count the one that the opponent cannot stop at once (layers.h), which tells more and,
 * found for all holes together, takes less time. */
#include <math.h>
#include <string.h>

#include "../bits.h"
#include "field.h"
#include "layers.h"
#include "openings.h"
#include "traits.h"
#include "virtual.h"

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

/* ---- Connection ---- */

enum {
    SAFE_PEG = 64,
    TURN = 48,
    HOLES_MOST = 60, /* holes beyond these change nothing */
    PEGS_MOST = 24,  /* of a side that can still win */
    PEGS_NEVER = 32, /* of one that cannot */
    SAFE_BEYOND = 6  /* safe chains that are longer than short ones by more are not safer */
};

/* What a side still needs. */
struct need {
    int pegs;       /* of the shortest chain that is safe */
    int holes;      /* in which a peg of a safe chain can be, or of one that is a peg longer */
    bool is_last;   /* one peg is enough */
    bool is_beaten; /* no peg is */
};

/* Where there may be chains that are much shorter than safe ones, or there is no safe one. */
static struct need find_long_need(const struct twixt_view *view, const struct twixt_board *board,
                                  int safe_pegs, int holes)
{
    int most = safe_pegs < LAYERS_MOST ? safe_pegs - SAFE_BEYOND - 1 : TWIXT_NEVER;
    int pegs = twixt_short_pegs(view, board, most);

    if (pegs == TWIXT_NEVER && safe_pegs == LAYERS_MOST)
        return (struct need){.pegs = PEGS_NEVER + SAFE_BEYOND, .is_beaten = true};
    pegs = pegs < PEGS_MOST ? pegs : PEGS_MOST;
    return (struct need){.pegs = safe_pegs < pegs + SAFE_BEYOND ? safe_pegs : pegs + SAFE_BEYOND,
                         .holes = holes};
}

/* A safe chain of one peg is the shortest one, and one of few pegs is not SAFE_BEYOND longer. */
static struct need find_need(const struct twixt_view *view, const struct twixt_board *board)
{
    struct twixt_layers layers[2];
    int pegs = twixt_find_chains(view, board, 1, layers), holes = 0;

    if (pegs < LAYERS_MOST)
        holes = twixt_holes_of_chains(view, &layers[0], &layers[1], pegs + 1, NULL);
    holes = holes < HOLES_MOST ? holes : HOLES_MOST;
    if (pegs > 1 + SAFE_BEYOND)
        return find_long_need(view, board, pegs, holes);
    return (struct need){.pegs = pegs, .holes = holes, .is_last = pegs == 1};
}

static void evaluate_connection(const struct cop_game *game, const void *prepared,
                                const void *state, double *of_player)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    int mover = position->next, value;
    struct twixt_view views[2];
    struct need own, other;

    (void)prepared;
    twixt_look(views, board, position);
    own = find_need(&views[mover], board);
    other = find_need(&views[1 - mover], board);
    value = SAFE_PEG * (other.pegs - own.pegs) + own.holes - other.holes + TURN;
    if (own.is_last)
        value = SURE;
    if (own.is_beaten && other.is_beaten)
        value = 0; /* for certain */
    of_player[mover] = value;
    of_player[1 - mover] = -value;
}

/* ---- Virtual ---- */

enum {
    VIRTUAL_PEG = 64,
    VIRTUAL_TURN = 60,
    FIRST_HOLES_MOST = 60,  /* in which the next peg of the shortest virtual chain can be */
    SECOND_HOLES_MOST = 100 /* or of one that is a peg longer; two count as one */
};

static int at_most(int number, int most)
{
    return number < most ? number : most;
}

/* What a side's virtual chains are worth. */
static int worth_of_net(const struct twixt_net *net)
{
    struct twixt_span span;

    twixt_find_span(net, &span);
    if (span.pegs == VIRTUAL_MOST)
        return -VIRTUAL_PEG * VIRTUAL_MOST;
    return -VIRTUAL_PEG * span.pegs +
           at_most(twixt_span_holes(net, &span, span.pegs, NULL), FIRST_HOLES_MOST) +
           at_most(twixt_span_holes(net, &span, span.pegs + 1, NULL), SECOND_HOLES_MOST) / 2;
}

/* A setup costs nothing in a virtual chain and as much as a hole in a safe one. The truth is
 * between: each can be held, but the opponent gains time by attacking several at once. */
static void evaluate_virtual(const struct cop_game *game, const void *prepared, const void *state,
                             double *of_player)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    int mover = position->next, value;
    struct twixt_view views[2];
    struct twixt_net nets[2];
    struct need own, other;

    (void)prepared;
    twixt_look(views, board, position);
    own = find_need(&views[mover], board);
    other = find_need(&views[1 - mover], board);
    twixt_find_nets(nets, board, position);
    value = SAFE_PEG * (other.pegs - own.pegs) + own.holes - other.holes +
            worth_of_net(&nets[mover]) - worth_of_net(&nets[1 - mover]) + VIRTUAL_TURN;
    if (own.is_last)
        value = SURE;
    if (own.is_beaten && other.is_beaten)
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

/* Taking over a peg that is better left to its owner, as games have shown, comes last. */
static void rate_bad_swap(const struct twixt_board *board, const struct twixt_position *position,
                          const cop_move *moves, int count, float *rating)
{
    int chance = twixt_offered_chance(board, position);
    float lowest = INFINITY;

    if (chance == 0 || 2 * chance >= TWIXT_CHANCE_ONE)
        return;
    for (int i = 0; i < count; i++)
        lowest = fminf(lowest, rating[i]);
    for (int i = 0; i < count; i++)
        if (moves[i] == TWIXT_SWAP)
            rating[i] = lowest;
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
    rate_bad_swap(board, position, moves, count, rating);
}

static inline int worth_of_slack(const struct twixt_slack *slack, int column, int row)
{
    int worth = 0;

    for (int i = 0; i < TWIXT_SLACKS; i++)
        worth += twixt_is_in(&slack->within[i], column, row);
    return worth;
}

static double connection_of(const struct cop_game *game, const void *state, int player)
{
    double of_player[2];

    evaluate_connection(game, NULL, state, of_player);
    return of_player[player];
}

/* A first peg is as good as what Black makes of it, who takes it over or does not: the fairest ones
 * come first. Once a game this may take its time. */
static void rate_offers(const struct cop_game *game, const void *state, const cop_move *moves,
                        int count, float *rating)
{
    for (int i = 0; i < count; i++) {
        struct twixt_position offered, taken;

        memcpy(&offered, state, game->state_size);
        game->rules->play(game, &offered, moves[i]);
        memcpy(&taken, &offered, game->state_size);
        game->rules->play(game, &taken, TWIXT_SWAP);
        rating[i] =
            (float)-fmax(connection_of(game, &offered, BLACK), connection_of(game, &taken, BLACK));
    }
}

/* Where the opponent completes a chain with one peg, a peg must be in its place or make a link that
 * is in the way; whatever does neither changes nothing for him. */
static bool stops_a_win(const struct cop_game *game, const struct twixt_position *position,
                        const struct twixt_slack *other, cop_move move)
{
    const struct twixt_board *board = twixt_board_of(game);
    int column = (int)(move - 1) % board->stride, row = (int)(move - 1) / board->stride;
    int side = position->next;
    struct twixt_position after;

    if (!twixt_is_in(&other->last, column, row) &&
        (twixt_near(board, position, side, column, row) &
         ~twixt_blocked(board, position, side, column, row)) == 0)
        return false;
    memcpy(&after, position, game->state_size);
    game->rules->play(game, &after, move);
    return after.status != TWIXT_GOES_ON || twixt_decisive(game, &after) == COP_NO_MOVE;
}

/* Only what stops all of the opponent's wins is left, what is in their place first. If nothing
 * does, the move that would have come first is left, so that people see one that resists. */
static void rate_stops(const struct cop_game *game, const struct twixt_position *position,
                       const struct twixt_slack *other, const cop_move *moves, int count,
                       float *rating)
{
    const struct twixt_board *board = twixt_board_of(game);
    bool is_stopped = false;
    int best = 0;
    float highest;

    for (int i = 0; i < count; i++) {
        int hole = (int)moves[i] - 1;

        if (twixt_is_in(&other->last, hole % board->stride, hole / board->stride))
            rating[i] += 100;
        best = rating[i] > rating[best] ? i : best;
    }
    highest = rating[best];
    for (int i = 0; i < count; i++)
        if (stops_a_win(game, position, other, moves[i]))
            is_stopped = true;
        else
            rating[i] = -INFINITY;
    if (!is_stopped)
        rating[best] = highest;
}

/* Holes on both sides' safe chains, then on those of one; the middle. What completes a chain comes
 * before all; where the opponent would complete one, nothing counts but what stops him. */
static void rate_safe(const struct cop_game *game, const void *state, const cop_move *moves,
                      int count, float *rating)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    struct twixt_view views[2];
    struct twixt_slack own, other;

    if (twixt_will_be_offered(board, position)) {
        rate_offers(game, state, moves, count, rating);
        return;
    }
    twixt_look(views, board, position);
    twixt_find_slack(&views[position->next], board, &own);
    twixt_find_slack(&views[1 - position->next], board, &other);
    for (int i = 0; i < count; i++) {
        int column = (int)(moves[i] - 1) % board->stride, row = (int)(moves[i] - 1) / board->stride;

        if (moves[i] == TWIXT_SWAP) {
            rating[i] = 200;
            continue;
        }
        rating[i] = (float)(4 * worth_of_slack(&own, column, row) +
                            3 * worth_of_slack(&other, column, row)) -
                    (float)from_middle(board, column, row) / TWIXT_SIZE_MAX;
        if (twixt_is_in(&own.last, column, row))
            rating[i] = INFINITY;
    }
    if (other.pegs == 1 && own.pegs > 1)
        rate_stops(game, position, &other, moves, count, rating);
    rate_bad_swap(board, position, moves, count, rating);
}

/* As moves like this were chosen by searches. What completes a chain comes before all; taking over
 * a peg, of which searches did not tell, is as likely as the likeliest hole. */
static void rate_learned(const struct cop_game *game, const void *state, const cop_move *moves,
                         int count, float *rating)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    struct twixt_outlook outlook;
    float highest = -INFINITY;

    if (twixt_will_be_offered(board, position)) {
        rate_offers(game, state, moves, count, rating);
        return;
    }
    twixt_look_out(&outlook, board, position);
    twixt_rate_traits(&outlook, board, position, moves, count, rating);
    for (int i = 0; i < count; i++) {
        int column = (int)(moves[i] - 1) % board->stride, row = (int)(moves[i] - 1) / board->stride;

        if (moves[i] == TWIXT_SWAP)
            rating[i] = highest;
        else if (twixt_is_in(&outlook.slack[0].last, column, row))
            rating[i] = INFINITY;
        highest = fmaxf(highest, rating[i]);
    }
    rate_bad_swap(board, position, moves, count, rating);
}

/* Chances are fitted to games of two players:
 *     coppice tune chance twixt --eval NAME --limit depth=1 --games 2000
 * (1000 for virtual). */
const struct cop_evaluator twixt_evaluators[] = {
    {.name = "connection",
     .help = "pegs that each side still needs if the better way is stopped every time",
     .version = 1,
     .chance = {1, -0.27258, 0.0080304},
     .lower = -WON,
     .upper = WON,
     .sure = SURE,
     .is_zero_sum = true,
     .evaluate = evaluate_connection},
    {.name = "virtual",
     .help = "the same, with what the opponent cannot keep apart counted as connected, and half "
             "of it as in connection",
     .version = 1,
     .chance = {1, -0.5125, 0.010744},
     .lower = -WON,
     .upper = WON,
     .is_zero_sum = true,
     .evaluate = evaluate_virtual},
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
    {.name = "safe",
     .help = "holes on the shortest safe chains of both sides, then the middle",
     .rate = rate_safe,
     .knows_losses = true},
    {"chains", "holes on the shortest chains of both sides, links, then the middle", rate_chains},
    {"learned", "how often searches chose moves like this, by chains and pegs nearby",
     rate_learned},
    {NULL},
};
