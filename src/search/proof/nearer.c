/* nearer.c - depth first, with the way in mind.
 *
 * The moves that df-PN knows to win are enough if its table has forgotten nothing: each position
 * was won after one that a move leads to. Where they all come back to the way, the table has
 * forgotten the position that was won first. Then the other moves are asked about, for a while
 * each; and if that does not do, all is gone through again with more patience. */
#include "search/proof/nearer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* Numbers of positions that were met; those of the claimant that are settled have their reply above
 * SETTLED. */
enum { OPEN, ON_THE_WAY, SETTLED };

enum outcome { FAILED, SURE, ENTERED };

/* Positions that a question about another move may take, at first, and how much more later. */
enum { PATIENCE = 1000, MORE = 16 };

/* A position on the way. Its moves are `first` to `last` of walker.moves, from `next` on those that
 * were not tried yet. */
struct step {
    size_t place, first, next, last;
    bool is_claimants; /* one of its moves must do, else all */
    bool is_widened;   /* other moves than those that are known to win were asked about */
};

struct walker {
    struct proof_nearer *nearer;
    const struct cop_game *game;
    struct step *steps;
    unsigned char *states; /* of the steps, and the one that a move has just led to */
    int depth, room;
    cop_move *moves, *listed;
    size_t moves_room;
    int64_t patience; /* 0: only moves that are known to win are tried */
    bool has_doubts;  /* a question was given up */
};

void proof_nearer_open(struct proof_nearer *nearer, struct dfpn *dfpn, int claimant, size_t memory)
{
    *nearer = (struct proof_nearer){.dfpn = dfpn, .claimant = claimant, .met.memory = memory};
}

void proof_nearer_close(struct proof_nearer *nearer)
{
    cop_byte_set_free(&nearer->met);
}

/* Zeros at the end need not be kept. */
static size_t place_of(struct proof_nearer *nearer, const unsigned char *state)
{
    size_t length = nearer->dfpn->game->state_size;
    bool is_new;

    while (length > 0 && state[length - 1] == 0)
        length--;
    return cop_byte_set_add(&nearer->met, state, length, &is_new);
}

static void *state_at(const struct walker *walker, int depth)
{
    return walker->states + (size_t)depth * walker->game->state_size;
}

static void make_room(struct walker *walker, size_t moves)
{
    if (walker->depth + 1 >= walker->room) {
        walker->room = 2 * walker->room + 64;
        walker->steps = cop_reallocate(walker->steps, (size_t)walker->room * sizeof *walker->steps);
        walker->states =
            cop_reallocate(walker->states, (size_t)walker->room * walker->game->state_size);
    }
    if (moves > walker->moves_room) {
        walker->moves_room = 2 * moves;
        walker->moves = cop_reallocate(walker->moves, walker->moves_room * sizeof *walker->moves);
    }
}

/* Does the walk of a proof end here? It begins with a move whatever is known. */
static bool is_end(const struct walker *walker, const void *state)
{
    const struct proof_nearer *nearer = walker->nearer;
    struct cop_bounds bounds;

    if (walker->game->rules->turn(walker->game, state) == COP_OVER)
        return true;
    return walker->depth > 0 && nearer->database != NULL &&
           cop_database_bounds(nearer->database, state, nearer->claimant, &bounds) &&
           bounds.low == 1;
}

/* The moves that are known to win, of the claimant, or all. */
static int list_moves(struct walker *walker, const void *state, bool is_claimants)
{
    struct proof_nearer *nearer = walker->nearer;
    cop_move best;

    if (!is_claimants)
        return walker->game->rules->moves(walker->game, state, walker->listed);
    nearer->is_over = dfpn_ask_again(nearer->dfpn, state, &best) == PROOF_OPEN;
    return nearer->is_over ? 0 : dfpn_nearest_moves(nearer->dfpn, walker->listed);
}

/* Looks at the position that a move has just led to. */
static enum outcome arrive(struct walker *walker)
{
    struct proof_nearer *nearer = walker->nearer;
    const void *state = state_at(walker, walker->depth);
    size_t place, first = walker->depth > 0 ? walker->steps[walker->depth - 1].last : 0;
    bool is_claimants;
    uint32_t number;
    int count;

    if (is_end(walker, state))
        return SURE;
    place = place_of(nearer, state);
    nearer->is_over = nearer->is_over || place == 0;
    if (nearer->is_over)
        return FAILED;
    number = cop_byte_set_number(&nearer->met, place);
    if (number != OPEN)
        return number == ON_THE_WAY ? FAILED : SURE;
    is_claimants = walker->game->rules->turn(walker->game, state) == nearer->claimant;
    count = list_moves(walker, state, is_claimants);
    cop_byte_set_give(&nearer->met, place, ON_THE_WAY);
    walker->steps[walker->depth++] =
        (struct step){place, first, first, first + (size_t)count, is_claimants, false};
    make_room(walker, first + (size_t)count);
    memcpy(walker->moves + first, walker->listed, (size_t)count * sizeof *walker->moves);
    return ENTERED;
}

/* The last step is settled or not, and the one before it hears of that. */
static enum outcome leave(struct walker *walker, enum outcome outcome)
{
    const struct step *step = &walker->steps[--walker->depth];
    uint32_t number = OPEN;

    if (outcome == SURE)
        number = SETTLED + (step->is_claimants ? walker->moves[step->next - 1] : 0);
    assert(number == OPEN || number >= SETTLED);
    cop_byte_set_give(&walker->nearer->met, step->place, number);
    return outcome;
}

/* The position after a move from the last step, behind it. */
static void *play(struct walker *walker, cop_move move)
{
    void *state = state_at(walker, walker->depth);

    memcpy(state, state_at(walker, walker->depth - 1), walker->game->state_size);
    walker->game->rules->play(walker->game, state, move);
    return state;
}

static enum outcome play_next(struct walker *walker, struct step *step)
{
    play(walker, walker->moves[step->next++]);
    return arrive(walker);
}

/* ---- Other moves ---- */

static bool was_tried(const struct walker *walker, const struct step *step, cop_move move)
{
    for (size_t i = step->first; i < step->last; i++)
        if (walker->moves[i] == move)
            return true;
    return false;
}

/* Is this position, which has not ended well, won all the same and not on the way? */
static bool is_won(struct walker *walker, const void *state)
{
    struct proof_nearer *nearer = walker->nearer;
    bool is_own = nearer->dfpn->goal.player == nearer->claimant;
    enum proof_answer answer;
    size_t place;

    if (walker->game->rules->turn(walker->game, state) == COP_OVER)
        return false;
    place = place_of(nearer, state);
    if (place == 0 || cop_byte_set_number(&nearer->met, place) == ON_THE_WAY)
        return false;
    answer = dfpn_ask_within(nearer->dfpn, state, walker->patience);
    walker->has_doubts = walker->has_doubts || answer == PROOF_OPEN;
    nearer->is_over = nearer->is_over || cop_run_ended(nearer->dfpn->run) != COP_RUN_GOES_ON;
    return answer == (is_own ? PROOF_TRUE : PROOF_FALSE);
}

/* Adds moves to the last step that are found to win; false if there is none. */
static bool widen(struct walker *walker, struct step *step)
{
    size_t known = step->last;
    int count;

    if (walker->patience == 0 || step->is_widened)
        return false;
    step->is_widened = true;
    count = walker->game->rules->moves(walker->game, state_at(walker, walker->depth - 1),
                                       walker->listed);
    make_room(walker, known + (size_t)count);
    for (int i = 0; i < count && !walker->nearer->is_over; i++)
        if (!was_tried(walker, step, walker->listed[i]) &&
            is_won(walker, play(walker, walker->listed[i])))
            walker->moves[step->last++] = walker->listed[i];
    return step->last > known;
}

/* True if the win is sure from the first step without a position that comes back. */
static bool go(struct walker *walker)
{
    enum outcome outcome = arrive(walker);

    while (walker->depth > 0 && !walker->nearer->is_over) {
        struct step *step = &walker->steps[walker->depth - 1];
        enum outcome decides = step->is_claimants ? SURE : FAILED;

        if (outcome == decides)
            outcome = leave(walker, decides);
        else if (step->next == step->last && !(step->is_claimants && widen(walker, step)))
            outcome = leave(walker, decides == SURE ? FAILED : SURE);
        else
            outcome = play_next(walker, step);
    }
    return outcome == SURE && !walker->nearer->is_over;
}

bool proof_nearer_find(struct proof_nearer *nearer, const void *state)
{
    const struct cop_game *game = nearer->dfpn->game;
    struct walker walker = {.nearer = nearer, .game = game};
    bool is_found;

    walker.listed = cop_allocate((size_t)game->max_moves * sizeof *walker.listed);
    make_room(&walker, 0);
    memcpy(walker.states, state, game->state_size);
    is_found = go(&walker);
    for (int64_t patience = PATIENCE;
         !is_found && !nearer->is_over && (walker.patience == 0 || walker.has_doubts);
         patience *= MORE) {
        walker.patience = patience;
        walker.has_doubts = false;
        is_found = go(&walker);
    }
    free(walker.steps);
    free(walker.states);
    free(walker.moves);
    free(walker.listed);
    return is_found;
}

cop_move proof_nearer_reply(struct proof_nearer *nearer, const void *state)
{
    size_t place = place_of(nearer, state);
    uint32_t number = place != 0 ? cop_byte_set_number(&nearer->met, place) : OPEN;

    return number > SETTLED ? number - SETTLED : COP_NO_MOVE;
}
