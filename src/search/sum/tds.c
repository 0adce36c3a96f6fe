/* tds.c - alpha-beta over moves of the part and coupons, values being the first player's.
 *
 * What is settled is added at once and never in the table, whose values are those of the other
 * parts alone. */
#include "search/sum/tds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/block.h"

#define XXH_INLINE_ALL
#define XXH_DEBUGLEVEL 1 /* its assertions tell an analyser what it relies on */
#include <xxhash.h>

enum { NEVER_CUT = 10000, COUPONS_MAX = 4096, BOTTOM = COUPONS_MAX + 1 };

static const double tiny = 1e-9; /* what evaluators say need not be a sum of halves */

struct entry {
    uint64_t hash;
    double low, high; /* of the value; of the bottom: with each side to move */
    int32_t depth;    /* NEVER_CUT: the whole rest was looked at */
    cop_move best;    /* of this position or an image of it; COP_NO_MOVE: the coupon */
};

struct cop_tds {
    const struct cop_game *game;
    struct entry *entries;
    size_t entry_count;
    cop_move *moves; /* room for max_moves */
    /* Of the present search: */
    const struct cop_tds_terms *terms;
    struct cop_run *run;
    struct cop_pace *pace;
    bool has_ended;
    int64_t nodes;
    int64_t cuts; /* positions that were judged instead of looked into */
    double top;
    int count;                       /* of coupons */
    double rest_of[COUPONS_MAX + 1]; /* what the stack is worth to the mover, the part apart */
};

struct cop_tds *cop_tds_open(const struct cop_game *game, size_t memory)
{
    struct cop_tds *tds = cop_allocate(sizeof *tds);

    tds->game = game;
    tds->entry_count = memory / sizeof *tds->entries;
    tds->entry_count = tds->entry_count > 1024 ? tds->entry_count : 1024;
    tds->entries = cop_block_allocate(tds->entry_count * sizeof *tds->entries);
    if (tds->entries == NULL) {
        free(tds);
        return NULL;
    }
    tds->moves = cop_allocate((size_t)game->max_moves * sizeof *tds->moves);
    return tds;
}

void cop_tds_close(struct cop_tds *tds)
{
    if (tds == NULL)
        return;
    cop_block_free(tds->entries, tds->entry_count * sizeof *tds->entries);
    free(tds->moves);
    free(tds);
}

void cop_tds_forget(struct cop_tds *tds)
{
    cop_block_clear(tds->entries, tds->entry_count * sizeof *tds->entries);
}

/* May one more position be looked at? */
static bool take_step(struct cop_tds *tds)
{
    tds->has_ended = tds->has_ended || !cop_run_step(tds->run, tds->pace);
    tds->nodes += !tds->has_ended;
    return !tds->has_ended;
}

/* ---- The stack ---- */

static double coupon(const struct cop_tds *tds, int taken)
{
    return tds->top - taken * tds->terms->delta;
}

static void stack_up(struct cop_tds *tds, double top)
{
    tds->top = top;
    tds->count = (int)lround((top + 1) / tds->terms->delta);
    tds->rest_of[tds->count] = -0.5;
    for (int i = tds->count - 1; i >= 0; i--)
        tds->rest_of[i] = coupon(tds, i) - tds->rest_of[i + 1];
}

static double rest_for(const struct cop_tds *tds, int taken, int side)
{
    return side == 0 ? tds->rest_of[taken] : -tds->rest_of[taken];
}

/* ---- Judgements ---- */

/* What the evaluator says of a part, in moves of the first player's. */
static double judge_part(const struct cop_tds *tds, void *part, int side)
{
    const struct cop_game *game = tds->game;
    const struct cop_judge *judge = tds->terms->judge;
    double of_player[COP_PLAYERS_MAX] = {0}, value;

    game->rules->sums->turn_to(game, part, side);
    if (game->rules->turn(game, part) != side)
        game->rules->sums->turn_to(game, part, 1 - side);
    judge->evaluator.evaluate(game, judge->prepared, part, of_player);
    value = judge->evaluator.is_zero_sum ? of_player[0] : of_player[0] - of_player[1];
    return judge->evaluator.point > 0 ? value / judge->evaluator.point : value;
}

static double judge(struct cop_tds *tds, const struct cop_sum *sum, int side)
{
    double value = 0;

    tds->cuts++;
    for (int i = 0; i < sum->count; i++)
        value += judge_part(tds, cop_sum_part(sum, i), side);
    return value;
}

/* ---- The table ---- */

/* A position with so many coupons taken and a side to move, or at the bottom of the stack. */
static uint64_t hash_of(const struct cop_tds *tds, const struct cop_sum *sum, int taken, int side)
{
    uint8_t key[COP_SUM_KEY_MAX];
    bool is_swapped = false;
    int length = 0;
    double place[4] = {taken, side, tds->terms->delta, tds->top};
    uint64_t seed = XXH3_64bits(place, sizeof place);

    if (!cop_sum_key(sum, key, &length, &is_swapped)) {
        for (int i = 0; i < sum->count; i++)
            tds->game->rules->sums->turn_to(tds->game, cop_sum_part(sum, i), 0);
        return XXH3_64bits_withSeed(sum->parts, (size_t)sum->count * tds->game->state_size, seed) |
               1;
    }
    return XXH3_64bits_withSeed(key, (size_t)length, seed ^ (uint64_t)is_swapped) | 1;
}

static struct entry *entry_of(const struct cop_tds *tds, uint64_t hash)
{
    return &tds->entries[(size_t)(((unsigned __int128)hash * tds->entry_count) >> 64)];
}

static const struct entry *look_up(const struct cop_tds *tds, uint64_t hash, int depth)
{
    const struct entry *entry = entry_of(tds, hash);

    return entry->hash == hash && entry->depth >= depth ? entry : NULL;
}

/* ---- The bottom of the stack ----
 *
 * What is left is played under a tax of -1: moves are whole points, and an area in which nobody
 * wants to begin is the whole number nearest to 0 that the walls leave (thermometer.c). */

struct walls {
    double left, right;
};

static struct walls bottom(struct cop_tds *tds, const struct cop_sum *sum, int depth);

static void try_bottom_moves(struct cop_tds *tds, const struct cop_sum *sum, int part, int side,
                             int depth, double *best)
{
    int count = cop_sum_moves(sum, part, side, tds->moves);
    cop_move *moves = cop_allocate(((size_t)count + 1) * sizeof *moves);
    struct cop_sum after = {0};

    memcpy(moves, tds->moves, (size_t)count * sizeof *moves);
    for (int i = 0; i < count && !tds->has_ended; i++) {
        struct walls walls;

        cop_sum_play(sum, part, side, moves[i], &after);
        walls = bottom(tds, &after, depth - 1);
        *best = side == 0 ? fmax(*best, walls.right + 1) : fmin(*best, walls.left - 1);
    }
    cop_sum_free(&after);
    free(moves);
}

static struct walls look_at_bottom(struct cop_tds *tds, const struct cop_sum *sum, int depth)
{
    struct walls walls = {-INFINITY, INFINITY};

    for (int part = 0; part < sum->count; part++) {
        try_bottom_moves(tds, sum, part, 0, depth, &walls.left);
        try_bottom_moves(tds, sum, part, 1, depth, &walls.right);
    }
    if (walls.left <= walls.right)
        walls.left = walls.right = walls.left > 0    ? ceil(walls.left)
                                   : walls.right < 0 ? floor(walls.right)
                                                     : 0;
    return walls;
}

/* The walls of the sum, with what is settled. */
static struct walls bottom(struct cop_tds *tds, const struct cop_sum *whole, int depth)
{
    struct cop_sum rest = *whole;
    const struct cop_sum *sum = &rest;
    struct walls walls = {0, 0};
    int64_t cuts = tds->cuts;
    const struct entry *entry;
    uint64_t hash;

    rest.moves = 0;
    if (sum->count > 0) {
        if (!take_step(tds))
            return walls;
        hash = hash_of(tds, sum, BOTTOM, 0);
        entry = look_up(tds, hash, depth);
        if (entry != NULL) {
            tds->cuts += entry->depth < NEVER_CUT;
            walls = (struct walls){entry->low, entry->high};
        } else if (depth <= 0) {
            walls.left = walls.right = judge(tds, sum, 0);
        } else {
            walls = look_at_bottom(tds, sum, depth);
            if (!tds->has_ended)
                *entry_of(tds, hash) =
                    (struct entry){.hash = hash,
                                   .low = walls.left,
                                   .high = walls.right,
                                   .depth = tds->cuts == cuts ? NEVER_CUT : depth};
        }
    }
    return (struct walls){walls.left + whole->moves, walls.right + whole->moves};
}

/* ---- The search ---- */

/* A node in the making. */
struct node {
    const struct cop_sum *sum;
    int taken, side, depth;
    double alpha, beta, best;
    cop_move move; /* the best; COP_NO_MOVE: the coupon */
};

static double search(struct cop_tds *tds, const struct cop_sum *sum, int taken, int side, int depth,
                     double alpha, double beta);

/* True: good enough. */
static bool offer(struct node *node, double value, cop_move move)
{
    bool is_better = node->side == 0 ? value > node->best + tiny : value < node->best - tiny;

    if (is_better) {
        node->best = value;
        node->move = move;
    }
    if (node->side == 0)
        node->alpha = fmax(node->alpha, value);
    else
        node->beta = fmin(node->beta, value);
    return node->alpha >= node->beta;
}

static bool try_move(struct cop_tds *tds, struct node *node, int part, cop_move move)
{
    struct cop_sum after = {0};
    double value;

    cop_sum_play(node->sum, part, node->side, move, &after);
    value =
        search(tds, &after, node->taken, 1 - node->side, node->depth - 1, node->alpha, node->beta);
    cop_sum_free(&after);
    return tds->has_ended || offer(node, value, move);
}

static double value_of_coupon(struct cop_tds *tds, const struct node *node)
{
    double worth = coupon(tds, node->taken) * (node->side == 0 ? 1 : -1);

    return worth + search(tds, node->sum, node->taken + 1, 1 - node->side, node->depth,
                          node->alpha - worth, node->beta - worth);
}

/* The move `first` is tried before the others, if it is one: tables know mirror images too. */
static bool try_moves(struct cop_tds *tds, struct node *node, int part, cop_move first)
{
    int count = cop_sum_moves(node->sum, part, node->side, tds->moves);
    cop_move *moves = cop_allocate(((size_t)count + 1) * sizeof *moves);
    bool is_enough = false;

    memcpy(moves, tds->moves, (size_t)count * sizeof *moves);
    for (int i = 1; i < count; i++)
        if (moves[i] == first) {
            moves[i] = moves[0];
            moves[0] = first;
        }
    for (int i = 0; i < count && !is_enough; i++)
        is_enough = try_move(tds, node, part, moves[i]);
    free(moves);
    return is_enough;
}

/* The coupon comes first, so that a move must be better to be chosen. */
static void look_into(struct cop_tds *tds, struct node *node, cop_move first)
{
    if (offer(node, value_of_coupon(tds, node), COP_NO_MOVE) || tds->has_ended)
        return;
    for (int part = 0; part < node->sum->count; part++)
        if (try_moves(tds, node, part, first))
            return;
}

static double search_node(struct cop_tds *tds, struct node *node)
{
    uint64_t hash = hash_of(tds, node->sum, node->taken, node->side);
    const struct entry *entry = entry_of(tds, hash);
    double alpha = node->alpha, beta = node->beta;
    int64_t cuts = tds->cuts;

    if (entry->hash != hash)
        entry = NULL;
    else if (entry->depth >= node->depth &&
             (entry->low >= beta || entry->high <= alpha || entry->low == entry->high)) {
        tds->cuts += entry->depth < NEVER_CUT;
        return entry->low >= beta ? entry->low : entry->high;
    }
    look_into(tds, node, entry != NULL ? entry->best : COP_NO_MOVE);
    if (!tds->has_ended)
        *entry_of(tds, hash) = (struct entry){.hash = hash,
                                              .low = node->best > alpha ? node->best : -INFINITY,
                                              .high = node->best < beta ? node->best : INFINITY,
                                              .depth = tds->cuts == cuts ? NEVER_CUT : node->depth,
                                              .best = node->move};
    return node->best;
}

/* The value of a sum with what is settled, for the first player. */
static double search(struct cop_tds *tds, const struct cop_sum *whole, int taken, int side,
                     int depth, double alpha, double beta)
{
    struct cop_sum rest = *whole;
    struct node node = {&rest,
                        taken,
                        side,
                        depth,
                        alpha - whole->moves,
                        beta - whole->moves,
                        side == 0 ? -INFINITY : INFINITY,
                        COP_NO_MOVE};

    rest.moves = 0;
    if (whole->count == 0)
        return whole->moves + rest_for(tds, taken, side);
    if (!take_step(tds))
        return 0;
    if (taken == tds->count) {
        struct walls walls = bottom(tds, whole, depth);

        return side == 0 ? walls.left - 0.5 : walls.right + 0.5;
    }
    if (depth <= 0)
        return whole->moves + judge(tds, &rest, side) + rest_for(tds, taken, side);
    return whole->moves + search_node(tds, &node);
}

/* ---- Temperatures ---- */

static double whole_value(struct cop_tds *tds, const struct cop_sum *sum, int taken, int side,
                          int depth)
{
    return search(tds, sum, taken, side, depth, -INFINITY, INFINITY);
}

/* How many coupons are taken before one is refused, `side` being the first to choose. */
static int coupons_taken(struct cop_tds *tds, const struct cop_sum *sum, int side, int depth)
{
    int taken = 0;

    while (taken < tds->count && !tds->has_ended) {
        double worth = coupon(tds, taken) * (side == 0 ? 1 : -1);
        double value = whole_value(tds, sum, taken, side, depth);

        if (fabs(worth + whole_value(tds, sum, taken + 1, 1 - side, depth) - value) > tiny)
            break;
        taken++;
        side = 1 - side;
    }
    return taken;
}

/* The best move of the part with so many coupons taken, whether or not the coupon is better. */
static cop_move best_move(struct cop_tds *tds, const struct cop_sum *sum, int taken, int side,
                          int depth)
{
    struct node node = {
        sum,        taken, side, depth, -INFINITY, INFINITY, side == 0 ? -INFINITY : INFINITY,
        COP_NO_MOVE};

    for (int part = 0; part < sum->count && !tds->has_ended; part++)
        try_moves(tds, &node, part, COP_NO_MOVE);
    return node.move;
}

/* One search to a depth; false: it was not finished. */
static bool search_depth(struct cop_tds *tds, const struct cop_sum *sum, int depth,
                         struct cop_tds_found *found)
{
    struct cop_tds_found now = {.depth = depth};
    int taken[2], least;

    tds->cuts = 0;
    now.mean = (whole_value(tds, sum, 0, 0, depth) + whole_value(tds, sum, 0, 1, depth)) / 2;
    for (int side = 0; side < 2; side++)
        taken[side] = coupons_taken(tds, sum, side, depth);
    least = taken[0] < taken[1] ? taken[0] : taken[1];
    now.has_refused = least < tds->count;
    now.refused = coupon(tds, least);
    now.temperature = now.has_refused ? now.refused + tds->terms->delta : -1;
    for (int side = 0; side < 2; side++)
        now.best[side] = best_move(tds, sum, now.has_refused ? least : tds->count - 1, side, depth);
    now.is_exact = tds->cuts == 0;
    if (tds->has_ended)
        return false;
    *found = now;
    return true;
}

/* As long as the first coupon is refused the part may be hotter than the stack is high. */
static bool is_too_low(const struct cop_tds *tds, const struct cop_tds_found *found, double highest)
{
    return tds->terms->top == 0 && found->has_refused && found->refused == tds->top &&
           tds->top < highest;
}

void cop_tds_search(struct cop_tds *tds, const void *part, const struct cop_tds_terms *terms,
                    struct cop_run *run, struct cop_pace *pace, struct cop_tds_found *found)
{
    double highest = tds->game->rules->moves_left(tds->game, part), top = fmin(2, highest);
    struct cop_sum sum = {0};

    *found = (struct cop_tds_found){0};
    tds->terms = terms;
    tds->run = run;
    tds->pace = pace;
    tds->has_ended = false;
    tds->nodes = 0;
    cop_sum_split(&sum, tds->game, part);
    stack_up(tds, terms->top > 0 ? terms->top : fmax(top, 1));
    for (int depth = 1; terms->depth == 0 || depth <= terms->depth; depth++) {
        if (!search_depth(tds, &sum, depth, found))
            break;
        while (is_too_low(tds, found, highest)) {
            stack_up(tds, 2 * tds->top);
            if (!search_depth(tds, &sum, depth, found))
                break;
        }
        if (found->is_exact || tds->has_ended)
            break;
    }
    found->nodes = tds->nodes;
    cop_sum_free(&sum);
}
