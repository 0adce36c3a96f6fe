/* reply.c - the last good reply (Drake, The Last-Good-Reply Policy for Monte-Carlo Go, 2009; Baier
 * and Drake, The Power of Forgetting, 2010).
 *
 * After a simulation every move of its winner, in the tree or in the playout, is remembered as the
 * reply to the move before it, whatever was remembered there; with reply_depth=2 also as the reply
 * to the two moves before it. With reply=forget the losers' replies are forgotten where they are
 * what is remembered. A playout answers with what it remembers, of two moves before that of one, if
 * that is legal; else nobody suggests anything. Moves of chance are passed over, and of a
 * simulation in which several are best nothing is learned. Replies are kept for a game.
 *
 * Replies to one move have a place each. Those to two share places found by hash, with a tag that
 * tells most others; who comes later takes the place. */
#include <stdlib.h>

#include "search/mcts/search.h"

const struct cop_option mcts_reply_options[] = {
    {"reply", COP_CHOICE, "off", 0, 0, "off|on|forget",
     "playouts repeat the reply to the move before that won last time; forget: until it loses"},
    {"reply_depth", COP_INTEGER, "1", 1, 2, NULL,
     "moves that a reply answers; with 2 those to one move come second"},
    {NULL}};

enum { REPLY_OFF, REPLY_ON, REPLY_FORGET };
enum { PAIRS = 1 << 16 };

typedef _Atomic uint32_t reply_to_one;  /* a move */
typedef _Atomic uint64_t reply_to_pair; /* a tag and a move */

struct replies {
    bool forgets;
    int kinds;
    reply_to_one *ones;   /* a row of kinds for each player */
    reply_to_pair *pairs; /* a row of PAIRS for each player; NULL with a depth of 1 */
};

static bool is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "reply") != REPLY_OFF;
}

static bool wants_trace(const struct cop_settings *settings)
{
    (void)settings;
    return true;
}

static bool check(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error)
{
    (void)settings;
    return game->players > 1 ||
           cop_fail(error, "reply: %s has one player, and nobody to reply to; use reply=off",
                    game->rules->name);
}

static bool open_replies(struct part_use *use, const struct cop_settings *settings,
                         struct cop_error *error)
{
    size_t players = (size_t)use->mcts->game->players;
    struct replies *replies = calloc(1, sizeof *replies);
    bool has_pairs = cop_integer(settings, "reply_depth") == 2;

    use->own = replies;
    if (replies == NULL)
        return cop_fail(error, "not enough memory");
    replies->forgets = cop_choice(settings, "reply") == REPLY_FORGET;
    replies->kinds = move_kind_count(use->mcts->game);
    replies->ones = calloc(players * (size_t)replies->kinds, sizeof *replies->ones);
    if (has_pairs)
        replies->pairs = calloc(players * PAIRS, sizeof *replies->pairs);
    return (replies->ones != NULL && (!has_pairs || replies->pairs != NULL)) ||
           cop_fail(error, "not enough memory");
}

static void close_replies(struct part_use *use)
{
    struct replies *replies = use->own;

    if (replies != NULL) {
        free(replies->ones);
        free(replies->pairs);
    }
    free(replies);
}

static void start(const struct part_use *use)
{
    struct replies *replies = use->own;

    for (int i = 0; i < use->mcts->game->players * replies->kinds; i++)
        atomic_store_explicit(&replies->ones[i], COP_NO_MOVE, memory_order_relaxed);
    for (int i = 0; replies->pairs != NULL && i < use->mcts->game->players * PAIRS; i++)
        atomic_store_explicit(&replies->pairs[i], 0, memory_order_relaxed);
}

/* ---- The tables ---- */

/* `last` are the moves before, the later one first; COP_NO_MOVE where there is none. */
static reply_to_one *one_of(const struct part_use *use, int player, const cop_move *last)
{
    const struct replies *replies = use->own;

    if (last[0] == COP_NO_MOVE)
        return NULL;
    return &replies->ones[player * replies->kinds + move_kind(use->mcts->game, last[0])];
}

static reply_to_pair *pair_of(const struct part_use *use, int player, const cop_move *last,
                              uint64_t *tag)
{
    const struct replies *replies = use->own;
    const struct cop_game *game = use->mcts->game;
    uint64_t hash;

    if (replies->pairs == NULL || last[0] == COP_NO_MOVE || last[1] == COP_NO_MOVE)
        return NULL;
    hash = cop_mix((uint64_t)move_kind(game, last[0]) << 32 | (uint64_t)move_kind(game, last[1]));
    *tag = hash >> 32 << 32;
    return &replies->pairs[player * PAIRS + (int)(hash % PAIRS)];
}

static cop_move recall_pair(const struct part_use *use, int player, const cop_move *last)
{
    uint64_t tag = 0, known = 0;
    const reply_to_pair *pair = pair_of(use, player, last, &tag);

    if (pair != NULL)
        known = atomic_load_explicit(pair, memory_order_relaxed);
    return known >> 32 << 32 == tag ? (cop_move)known : COP_NO_MOVE;
}

static cop_move recall_one(const struct part_use *use, int player, const cop_move *last)
{
    const reply_to_one *one = one_of(use, player, last);

    return one != NULL ? atomic_load_explicit(one, memory_order_relaxed) : COP_NO_MOVE;
}

static void remember(const struct part_use *use, int player, const cop_move *last, cop_move move)
{
    uint64_t tag;
    reply_to_one *one = one_of(use, player, last);
    reply_to_pair *pair = pair_of(use, player, last, &tag);

    if (one != NULL)
        atomic_store_explicit(one, move, memory_order_relaxed);
    if (pair != NULL)
        atomic_store_explicit(pair, tag | move, memory_order_relaxed);
}

static void forget(const struct part_use *use, int player, const cop_move *last, cop_move move)
{
    uint64_t tag;

    if (recall_one(use, player, last) == move)
        atomic_store_explicit(one_of(use, player, last), COP_NO_MOVE, memory_order_relaxed);
    if (recall_pair(use, player, last) == move)
        atomic_store_explicit(pair_of(use, player, last, &tag), 0, memory_order_relaxed);
}

/* ---- In a playout ---- */

static bool is_among(cop_move move, const cop_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static cop_move suggest(const struct part_use *use, const struct worker *worker, const void *state,
                        int player, struct cop_rng *rng, cop_move *moves)
{
    const struct cop_game *game = use->mcts->game;
    cop_move to_pair = recall_pair(use, player, worker->last);
    cop_move to_one = recall_one(use, player, worker->last);
    int count;

    (void)rng;
    if (to_pair == COP_NO_MOVE && to_one == COP_NO_MOVE)
        return COP_NO_MOVE;
    count = game->rules->moves(game, state, moves);
    if (to_pair != COP_NO_MOVE && is_among(to_pair, moves, count))
        return to_pair;
    return to_one != COP_NO_MOVE && is_among(to_one, moves, count) ? to_one : COP_NO_MOVE;
}

/* ---- After a simulation ---- */

/* Who got more than everybody else; -1: nobody. */
static int winner_of(const struct worker *worker)
{
    int players = worker->mcts->game->players, best = 0;
    bool is_alone = true;

    for (int i = 1; i < players; i++) {
        if (worker->gained[i] == worker->gained[best])
            is_alone = false;
        if (worker->gained[i] > worker->gained[best]) {
            best = i;
            is_alone = true;
        }
    }
    return is_alone ? best : -1;
}

static void learn(const struct part_use *use, int winner, int player, cop_move *last, cop_move move)
{
    const struct replies *replies = use->own;

    if (player < 0)
        return;
    if (player == winner)
        remember(use, player, last, move);
    else if (replies->forgets)
        forget(use, player, last, move);
    last[1] = last[0];
    last[0] = move;
}

static void update(const struct part_use *use, struct worker *worker, int depth)
{
    const struct cop_trace *trace = &worker->trace;
    cop_move last[2] = {COP_NO_MOVE, COP_NO_MOVE};
    int winner = winner_of(worker);

    for (int i = 0; winner >= 0 && i < depth; i++)
        learn(use, winner, node_turn(worker->path[i]), last, worker->path[i + 1]->move);
    for (int i = 0; winner >= 0 && i < trace->length; i++)
        learn(use, winner, trace->players[i], last, trace->moves[i]);
}

const struct mcts_part mcts_reply = {
    .name = "reply",
    .help = "replies that have been good before",
    .is_wanted = is_wanted,
    .check = check,
    .open = open_replies,
    .close = close_replies,
    .wants_trace = wants_trace,
    .start = start,
    .suggest = suggest,
    .update = update,
};
