/* distance.c - after a search that has proven a win or a loss: how many moves it takes.
 *
 * A search to a depth sees every end within that depth. So the first depth that proves a result
 * says that it cannot be forced sooner; but what the table remembers from other lines may lie
 * deeper than that. Whether so many moves are enough is therefore looked up once more, without the
 * table but for the move to try first: one side needs one good move, the other has none.
 *
 * Where moves are left out, reduced or foretold, a depth does not see every end within it, and the
 * best move need not be the one that wins soonest. There the number is counted up from one move,
 * and a win is given it only if the best move keeps to it. */
#include <string.h>

#include "search/tree/search.h"

enum { POSITIONS_MAX = 20000 }; /* a moment; a longer way stays "proven" */

struct walk {
    struct worker *worker;
    int winner;
    int left; /* positions that may still be looked at */
};

static bool has_won(const struct walk *walk, const void *state)
{
    const struct cop_game *game = walk->worker->search->game;
    double payoff[COP_PLAYERS_MAX];

    game->rules->payoff(game, state, payoff);
    return payoff[walk->winner] >= 1;
}

/* Puts the table's move in front, where it has one. */
static void bring_known(const struct walk *walk, struct frame *frame, int count)
{
    const struct tree_search *search = walk->worker->search;
    struct knowledge known;

    if (!transpositions_find(&search->transpositions, node_key(walk->worker, frame->state), &known))
        return;
    for (int i = 0; i < count; i++) {
        if (frame->moves[i] != known.move)
            continue;
        frame->moves[i] = frame->moves[0];
        frame->moves[0] = known.move;
    }
}

/* Can the winner make sure of it within so many moves of all sides? */
static bool can_force(struct walk *walk, int ply, int moves)
{
    const struct cop_game *game = walk->worker->search->game;
    struct frame *frame = frame_at(walk->worker, ply);
    int turn = game->rules->turn(game, frame->state);
    bool is_winners = turn == walk->winner;
    int count;

    if (turn == COP_OVER)
        return has_won(walk, frame->state);
    if (moves == 0 || is_last_frame(walk->worker, ply))
        return false;
    count = game->rules->moves(game, frame->state, frame->moves);
    end_moves(frame, count);
    bring_known(walk, frame, count);
    for (int i = 0; i < count; i++) {
        if (walk->left-- <= 0)
            return false;
        memcpy(frame[1].state, frame->state, game->state_size);
        game->rules->play(game, frame[1].state, frame->moves[i]);
        if (can_force(walk, ply + 1, moves - 1) == is_winners)
            return is_winners;
        if (walk->left <= 0)
            return false;
    }
    return !is_winners;
}

/* The winner needs so many moves, not fewer; 0 if that takes too long to see. */
static int count_up(struct walk *walk, int most)
{
    for (int moves = 1; moves <= most && walk->left > 0; moves++)
        if (can_force(walk, 0, moves))
            return moves;
    return 0;
}

static bool keeps_to(struct walk *walk, int moves)
{
    const struct tree_search *search = walk->worker->search;
    struct frame *frame = frame_at(walk->worker, 0);

    memcpy(frame[1].state, search->root_state, search->game->state_size);
    search->game->rules->play(search->game, frame[1].state, search->best);
    end_moves(frame, 0);
    return can_force(walk, 1, moves - 1);
}

int find_distance(struct tree_search *search, enum cop_proof proof)
{
    const struct tree_config *config = &search->config;
    struct worker *worker = &search->workers[0];
    struct walk walk = {.worker = worker,
                        .winner = proof == COP_PROVEN_WIN ? search->root : 1 - search->root,
                        .left = POSITIONS_MAX};
    int moves = search->best_is_complete ? search->depth : search->depth + 1;

    if ((proof != COP_PROVEN_WIN && proof != COP_PROVEN_LOSS) || search->game->players != 2 ||
        search->game->has_chance || !config->is_deepening)
        return 0;
    memcpy(frame_at(worker, 0)->state, search->root_state, search->game->state_size);
    if (config->reduce == 0 && config->width == 0 && config->foresight == 0)
        return can_force(&walk, 0, moves) ? moves : 0;
    moves = count_up(&walk, moves);
    return moves > 0 && (proof == COP_PROVEN_LOSS || keeps_to(&walk, moves)) ? moves : 0;
}
