/* order.c - which move first: what the table remembers, what the ordering calls decisive, then the
 * game's own ordering with what this search has learned added to it
 * (chance-and-multiplayer.md 2.1).
 *
 * What is learned counts in parts of the range of a position's ratings, as every ordering has a
 * scale of its own: a move that has cut whenever it was tried rises by the whole range, one that
 * never did sinks by as much, a killer rises by half of it. Without an ordering only this counts.
 * docs/searches.md has the measurements. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "search/tree/search.h"

enum { HISTORY_ONE = 16384, HISTORY_PLIES = 16 };

/* From -HISTORY_ONE, never a cut, to HISTORY_ONE, always one. */
static int16_t *history_of(const struct worker *worker, int mover, cop_move move)
{
    int bits = worker->search->history_bits;

    return &worker->history[((unsigned)mover << bits) + (move * 0x9e3779b1u >> (32 - bits))];
}

static int player_after(const struct cop_game *game, int player)
{
    return player + 1 < game->players ? player + 1 : 0;
}

/* The move that a player's ordering likes best, for players whose move is not searched. */
static cop_move likeliest(struct worker *worker, const void *state)
{
    const struct tree_search *search = worker->search;
    const struct cop_game *game = search->game;
    const struct cop_ordering *ordering = search->config.ordering;
    int count = game->rules->moves(game, state, worker->scratch_moves), best = 0;

    if (ordering == NULL)
        return worker->scratch_moves[0];
    ordering->rate(game, state, worker->scratch_moves, count, worker->scratch_ratings);
    for (int i = 1; i < count; i++)
        if (worker->scratch_ratings[i] > worker->scratch_ratings[best])
            best = i;
    return worker->scratch_moves[best];
}

/* Lets opponents play their likeliest moves until it is `mover`'s turn, or the root player's. */
static void play_until(struct worker *worker, void *state, int mover)
{
    const struct cop_game *game = worker->search->game;
    int turn;

    while ((turn = game->rules->turn(game, state)) >= 0 && turn != mover &&
           turn != worker->search->root)
        game->rules->play(game, state, likeliest(worker, state));
}

/* Puts the state in which `mover` replies into the scratch state; false if there is none. */
static bool hand_over(struct worker *worker, const void *state, int mover)
{
    const struct cop_game *game = worker->search->game;

    memcpy(worker->scratch, state, game->state_size);
    if (worker->search->config.family == FAMILY_REPLY_PLUS)
        play_until(worker, worker->scratch, mover);
    else if (game->rules->turn(game, worker->scratch) != mover)
        game->rules->give_turn(game, worker->scratch, mover);
    return game->rules->turn(game, worker->scratch) == mover;
}

/* All replies of all opponents as one list (chance-and-multiplayer.md 2.12). */
static int list_replies(struct worker *worker, int ply)
{
    const struct cop_game *game = worker->search->game;
    struct frame *frame = frame_at(worker, ply);
    int root = worker->search->root, total = 0;

    for (int mover = player_after(game, root); mover != root; mover = player_after(game, mover)) {
        int count;

        if (!hand_over(worker, frame->state, mover))
            continue;
        count = game->rules->moves(game, worker->scratch, frame->moves + total);
        memset(frame->movers + total, mover, (size_t)count);
        if (worker->search->config.ordering != NULL)
            worker->search->config.ordering->rate(game, worker->scratch, frame->moves + total,
                                                  count, frame->ratings + total);
        total += count;
    }
    return total;
}

static bool gathers_replies(const struct tree_search *search)
{
    return (search->config.family == FAMILY_REPLY || search->config.family == FAMILY_REPLY_PLUS) &&
           search->game->players > 2;
}

bool has_replies(const struct worker *worker, int turn)
{
    return gathers_replies(worker->search) && turn != worker->search->root;
}

int list_moves(struct worker *worker, int ply, int turn)
{
    const struct tree_search *search = worker->search;
    const struct cop_game *game = search->game;
    struct frame *frame = frame_at(worker, ply);
    int count;

    if (has_replies(worker, turn)) {
        count = list_replies(worker, ply);
    } else {
        count = game->rules->moves(game, frame->state, frame->moves);
        if (search->config.ordering != NULL && count > 1)
            search->config.ordering->rate(game, frame->state, frame->moves, count, frame->ratings);
    }
    end_moves(frame, count);
    return count;
}

bool descend(struct worker *worker, int ply, int index)
{
    const struct tree_search *search = worker->search;
    const struct cop_game *game = search->game;
    struct frame *frame = frame_at(worker, ply);
    void *next = frame_at(worker, ply + 1)->state;

    if (!gathers_replies(search) || game->rules->turn(game, frame->state) == search->root)
        return step(worker, ply, frame->moves[index]);
    hand_over(worker, frame->state, frame->movers[index]);
    memcpy(next, worker->scratch, game->state_size);
    game->rules->play(game, next, frame->moves[index]);
    if (search->config.family == FAMILY_REPLY_PLUS)
        play_until(worker, next, -1);
    else if (game->rules->turn(game, next) >= 0 && game->rules->turn(game, next) != search->root)
        game->rules->give_turn(game, next, search->root);
    return step(worker, ply, COP_NO_MOVE);
}

/* fmaxf would be a call: it has NaN to think of, which no rating is. */
static float higher(float rating, float other)
{
    return rating > other ? rating : other;
}

/* How far apart the ratings of moves are that decide nothing, or 1 if that is nothing. */
static float range_of(const float *ratings, int count)
{
    float low = FLT_MAX, high = -FLT_MAX;

    for (int i = 0; i < count; i++) {
        low = ratings[i] < low && ratings[i] > -FLT_MAX ? ratings[i] : low;
        high = higher(ratings[i] < FLT_MAX ? ratings[i] : -FLT_MAX, high);
    }
    return high > low ? high - low : 1;
}

static float killer_share(const struct frame *frame, cop_move move)
{
    if (move == frame->killers[0])
        return 0.5f;
    return move == frame->killers[1] ? 0.375f : 0;
}

static void add_history(const struct worker *worker, struct frame *frame, int turn, int count,
                        float unit)
{
    bool is_mixed = has_replies(worker, turn);

    for (int i = 0; i < count; i++)
        frame->ratings[i] +=
            unit * *history_of(worker, is_mixed ? frame->movers[i] : turn, frame->moves[i]);
}

static void add_learned(const struct worker *worker, struct frame *frame, int turn, int count)
{
    const struct tree_config *config = &worker->search->config;
    float range = range_of(frame->ratings, count);

    if (config->has_history)
        add_history(worker, frame, turn, count, range / HISTORY_ONE);
    if (config->has_killers)
        for (int i = 0; i < count; i++)
            frame->ratings[i] += range * killer_share(frame, frame->moves[i]);
}

void rate_moves(struct worker *worker, int ply, int turn, int count, cop_move first)
{
    const struct tree_config *config = &worker->search->config;
    struct frame *frame = frame_at(worker, ply);

    if (count < 2)
        return;
    if (config->ordering == NULL)
        memset(frame->ratings, 0, (size_t)count * sizeof *frame->ratings);
    if (config->has_history || config->has_killers)
        add_learned(worker, frame, turn, count);
    for (int i = 0; i < count && first != COP_NO_MOVE; i++)
        if (frame->moves[i] == first)
            frame->ratings[i] = higher(frame->ratings[i], FLT_MAX);
}

/* Threads share what they find through the table. Every second one takes a node's later moves from
 * the other end: where all of them must be searched, each thread then does half. The first moves
 * stay, as one of them cuts in most nodes; near the leaves it is not worth the table's time. */
enum { SHARED_FROM = 2, SHARED_DEPTH = 3 };

static void bring_last(struct frame *frame, int from, int count)
{
    cop_move move = frame->moves[from];
    float rating = frame->ratings[from];
    int8_t mover = frame->movers[from];
    int last = from;

    for (int i = from + 1; i < count; i++)
        if (frame->ratings[i] <= frame->ratings[last])
            last = i;
    frame->moves[from] = frame->moves[last];
    frame->ratings[from] = frame->ratings[last];
    frame->movers[from] = frame->movers[last];
    frame->moves[last] = move;
    frame->ratings[last] = rating;
    frame->movers[last] = mover;
}

void bring_next(const struct worker *worker, struct frame *frame, int from, int count, int depth)
{
    bool takes_all = worker->search->config.width == 0;

    if (is_helper(worker) && takes_all && from >= SHARED_FROM && depth >= SHARED_DEPTH)
        bring_last(frame, from, count);
    else
        bring_forward(frame, from, count);
}

/* The first of the highest. No branch: which move is the best so far nobody can foretell. */
static int find_highest(const float *ratings, int from, int count)
{
    float rating = ratings[from];
    int best = from;

    for (int i = from + 1; i < count; i++) {
        best = ratings[i] > rating ? i : best;
        rating = higher(ratings[i], rating);
    }
    return best;
}

/* Moves the best of the rest to place `from`; equals keep the game's own order. */
void bring_forward(struct frame *frame, int from, int count)
{
    int best = find_highest(frame->ratings, from, count);
    cop_move move;
    float rating;
    int8_t mover;

    if (best == from)
        return;
    move = frame->moves[best];
    rating = frame->ratings[best];
    mover = frame->movers[best];
    for (int i = best; i > from; i--) {
        frame->moves[i] = frame->moves[i - 1];
        frame->ratings[i] = frame->ratings[i - 1];
        frame->movers[i] = frame->movers[i - 1];
    }
    frame->moves[from] = move;
    frame->ratings[from] = rating;
    frame->movers[from] = mover;
}

/* A sixteenth of the way for each ply of depth, so that recent and deep cuts count most. */
static void learn(int16_t *entry, int goal, int depth)
{
    int share = depth < HISTORY_PLIES ? depth : HISTORY_PLIES;

    *entry = (int16_t)(*entry + (goal - *entry) * share / HISTORY_PLIES);
}

/* A progress report may read what another thread has counted. */
static void count_cut(struct worker *worker, int moves)
{
    int64_t cuts = atomic_load_explicit(&worker->cuts, memory_order_relaxed);
    int64_t searched = atomic_load_explicit(&worker->cut_moves, memory_order_relaxed);

    atomic_store_explicit(&worker->cuts, cuts + 1, memory_order_relaxed);
    atomic_store_explicit(&worker->cut_moves, searched + moves, memory_order_relaxed);
}

/* What was tried before the move that cuts was tried for nothing. */
void note_cut(struct worker *worker, int ply, int index, int turn, int depth)
{
    const struct tree_config *config = &worker->search->config;
    struct frame *frame = frame_at(worker, ply);
    cop_move move = frame->moves[index];
    bool is_mixed = has_replies(worker, turn);

    count_cut(worker, index + 1);
    if (config->has_killers && move != frame->killers[0]) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = move;
    }
    for (int i = 0; i <= index && config->has_history; i++)
        learn(history_of(worker, is_mixed ? frame->movers[i] : turn, frame->moves[i]),
              i == index ? HISTORY_ONE : -HISTORY_ONE, depth);
}
