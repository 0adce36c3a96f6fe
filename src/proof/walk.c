/* walk.c - depth first over all that can come about. */
#include "proof/walk.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/byte_set.h"

/* A position on the way. Its moves that are still to be played are `next` to `last` of
 * walker.moves. */
struct step {
    size_t place, next, last;
};

struct word {
    const char *letters;
    cop_move move;
};

/* Numbers of positions that were met. */
enum { ON_THE_WAY, DONE };

struct walker {
    struct cop_proof_walk *walk;
    const struct cop_game *game;
    struct cop_byte_set met;
    struct step *steps;
    int depth, room;
    unsigned char *states; /* of the steps, and the one that a move has just led to */
    cop_move *moves;
    size_t moves_room;
    struct word *words;
    alignas(16) unsigned char position[COP_STATE_MAX]; /* where it is, perhaps without its past */
    alignas(16) unsigned char image[COP_STATE_MAX], least[COP_STATE_MAX];
};

bool cop_claim_holds(const struct cop_claim *claim, double value)
{
    return claim->is_at_most ? value <= claim->value : value >= claim->value;
}

bool cop_proof_fits(const struct cop_game *game, const struct cop_proof_terms *terms,
                    struct cop_error *error)
{
    bool by_points = terms->claim.stake == COP_STAKE_SCORE;

    if (game->has_chance || game->is_hidden || game->players > 2)
        return cop_fail(error, "proofs are for games of one or two players, without chance and "
                               "hidden pieces");
    if (by_points && game->rules->score == NULL)
        return cop_fail(error, "%s counts no points", game->name);
    if (terms->pasts_forgotten && (game->rules->forget == NULL || by_points || game->players != 2 ||
                                   !cop_claim_holds(&terms->claim, 0.5)))
        return cop_fail(error, "pasts can be forgotten only by rules that say how, in games of "
                               "two, and for payoffs that a draw fulfils");
    if (terms->images_folded && game->symmetries == 0)
        return cop_fail(error, "%s has no mirror images to fold", game->name);
    return true;
}

bool cop_proof_fail_at(const struct cop_game *game, const void *state, const char *why,
                       struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    cop_fail(error, "%s: \"%.300s\"", why, text.bytes);
    cop_text_free(&text);
    return false;
}

/* ---- Moves ---- */

static int by_letters(const void *a, const void *b)
{
    return strcmp(((const struct word *)a)->letters, ((const struct word *)b)->letters);
}

/* In the order of their words, which is the notation's and not a program's. */
static void sort_moves(struct walker *walker, const void *state, cop_move *moves, int count)
{
    struct cop_text text = COP_TEXT;
    size_t at = 0;

    for (int i = 0; i < count; i++) {
        walker->game->rules->write_move(walker->game, state, moves[i], &text);
        cop_text_add_bytes(&text, "", 1);
    }
    for (int i = 0; i < count; i++) {
        walker->words[i] = (struct word){text.bytes + at, moves[i]};
        at += strlen(text.bytes + at) + 1;
    }
    qsort(walker->words, (size_t)count, sizeof *walker->words, by_letters);
    for (int i = 0; i < count; i++)
        moves[i] = walker->words[i].move;
    cop_text_free(&text);
}

/* What is to be played in a position: the claimant's reply, or everything. Returns how many moves
 * that are; 0 if there is no reply. */
static int list_moves(struct walker *walker, const void *state, cop_move *moves,
                      struct cop_error *error)
{
    struct cop_proof_walk *walk = walker->walk;
    const struct cop_claim *claim = &walk->terms.claim;
    int claimant = claim->is_at_most ? 1 - claim->player : claim->player;
    int count = walker->game->rules->moves(walker->game, state, moves);
    cop_move reply;

    if (walker->game->rules->turn(walker->game, state) != claimant) {
        sort_moves(walker, state, moves, count);
        return count;
    }
    if (!walk->reply(walk->context, state, &reply, error))
        return 0;
    walk->replies++;
    for (int i = 0; i < count; i++)
        if (moves[i] == reply) {
            moves[0] = reply;
            return 1;
        }
    return cop_proof_fail_at(walker->game, state, "the reply is not legal here", error);
}

/* ---- Positions ---- */

static void *state_at(const struct walker *walker, int depth)
{
    return walker->states + (size_t)depth * walker->game->state_size;
}

/* The place of walker->position among those that were met, or of the least of its mirror images.
 * Zeros at the end need not be kept. */
static size_t place_of(struct walker *walker, bool *is_new)
{
    const struct cop_game *game = walker->game;
    size_t length = game->state_size;

    memcpy(walker->least, walker->position, length);
    for (int i = 1; walker->walk->terms.images_folded && i < game->symmetries; i++) {
        game->rules->turned(game, walker->position, i, walker->image);
        if (memcmp(walker->image, walker->least, length) < 0)
            memcpy(walker->least, walker->image, length);
    }
    while (length > 0 && walker->least[length - 1] == 0)
        length--;
    return cop_byte_set_add(&walker->met, walker->least, length, is_new);
}

/* What the claim's player gets from walker->position, if the game is over or a database knows it.
 * The walk begins with a move whatever is known of the first position. */
static bool know(const struct walker *walker, struct cop_bounds *bounds)
{
    const struct cop_game *game = walker->game;
    const struct cop_proof_walk *walk = walker->walk;
    int player = walk->terms.claim.player;
    double payoffs[COP_PLAYERS_MAX];

    if (game->rules->turn(game, walker->position) != COP_OVER)
        return walk->database != NULL && walker->depth > 0 &&
               walk->terms.claim.stake == COP_STAKE_PAYOFF &&
               cop_database_bounds(walk->database, walker->position, player, bounds);
    game->rules->payoff(game, walker->position, payoffs);
    bounds->low = bounds->high = walk->terms.claim.stake == COP_STAKE_PAYOFF
                                     ? payoffs[player]
                                     : game->rules->score(game, walker->position, player);
    return true;
}

static void note_class(const struct walker *walker)
{
    const struct cop_indexing *indexing = walker->game->rules->indexing;
    struct cop_place place;

    if (walker->walk->is_used != NULL && indexing != NULL &&
        indexing->place(walker->game, walker->position, &place))
        walker->walk->is_used[place.class_number] = true;
}

/* A game that goes on without an end by what was met is then a draw, by its past or because it goes
 * on for ever, and a draw is enough. */
static bool may_go_round(const struct walker *walker)
{
    const struct cop_proof_terms *terms = &walker->walk->terms;

    return terms->claim.stake == COP_STAKE_PAYOFF && cop_claim_holds(&terms->claim, 0.5) &&
           (walker->game->is_endless || (terms->pasts_forgotten && walker->game->max_plies > 0));
}

/* ---- The walk ---- */

static void make_room(struct walker *walker, size_t moves)
{
    if (walker->depth + 1 >= walker->room) {
        walker->room = 2 * walker->room + 64;
        walker->steps = cop_reallocate(walker->steps, (size_t)walker->room * sizeof *walker->steps);
        walker->states =
            cop_reallocate(walker->states, (size_t)walker->room * walker->game->state_size);
    }
    moves += (size_t)walker->game->max_moves;
    if (moves > walker->moves_room) {
        walker->moves_room = 2 * moves;
        walker->moves = cop_reallocate(walker->moves, walker->moves_room * sizeof *walker->moves);
    }
}

static bool check_limits(const struct walker *walker, size_t place, struct cop_error *error)
{
    const struct cop_proof_walk *walk = walker->walk;

    if (place == 0)
        return cop_fail(error, "there is no memory for more than %lld positions",
                        (long long)walk->positions);
    if (walk->stop != NULL && atomic_load(walk->stop))
        return cop_fail(error, "it was interrupted");
    return walk->most_positions == 0 || walk->positions <= walk->most_positions ||
           cop_proof_fail_at(walker->game, walker->position,
                             "there are more positions than it says, as this one", error);
}

/* A position that was not met before is the next step. */
static bool enter(struct walker *walker, size_t place, struct cop_error *error)
{
    void *state = state_at(walker, walker->depth);
    size_t first = walker->depth > 0 ? walker->steps[walker->depth - 1].last : 0, count;

    memcpy(state, walker->position, walker->game->state_size);
    count = (size_t)list_moves(walker, state, walker->moves + first, error);
    walker->steps[walker->depth++] = (struct step){place, first, first + count};
    make_room(walker, first + count);
    return count > 0;
}

/* Looks at the position that a move has just led to: it must end the line as is claimed, or was met
 * before, or is gone into. */
static bool arrive(struct walker *walker, struct cop_error *error)
{
    const struct cop_game *game = walker->game;
    const struct cop_claim *claim = &walker->walk->terms.claim;
    struct cop_bounds bounds;
    size_t place;
    bool is_new;

    memcpy(walker->position, state_at(walker, walker->depth), game->state_size);
    if (walker->walk->terms.pasts_forgotten)
        game->rules->forget(game, walker->position);
    if (know(walker, &bounds)) {
        if (!cop_claim_holds(claim, claim->is_at_most ? bounds.low : bounds.high))
            return cop_proof_fail_at(game, walker->position,
                                     "this is worth otherwise than is claimed", error);
        if (cop_claim_holds(claim, claim->is_at_most ? bounds.high : bounds.low)) {
            note_class(walker);
            return true;
        }
    }
    place = place_of(walker, &is_new);
    walker->walk->positions += is_new;
    if (!check_limits(walker, place, error))
        return false;
    if (is_new)
        return enter(walker, place, error);
    return may_go_round(walker) || cop_byte_set_number(&walker->met, place) == DONE ||
           cop_proof_fail_at(game, walker->position, "the replies let this position come back",
                             error);
}

static bool go(struct walker *walker, const void *start, struct cop_error *error)
{
    const struct cop_game *game = walker->game;
    bool is_good;

    memcpy(walker->states, start, game->state_size);
    is_good = arrive(walker, error);
    if (memcmp(walker->position, start, game->state_size) != 0)
        return cop_proof_fail_at(game, start, "the position has a past", error);
    while (is_good && walker->depth > 0) {
        struct step *step = &walker->steps[walker->depth - 1];

        if (step->next == step->last) {
            cop_byte_set_give(&walker->met, step->place, DONE);
            walker->depth--;
            continue;
        }
        memcpy(state_at(walker, walker->depth), state_at(walker, walker->depth - 1),
               game->state_size);
        game->rules->play(game, state_at(walker, walker->depth), walker->moves[step->next++]);
        is_good = arrive(walker, error);
    }
    return is_good;
}

bool cop_proof_go(struct cop_proof_walk *walk, const void *start, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct walker walker = {.walk = walk, .game = game, .met.memory = walk->memory};
    bool is_proved;

    if (!cop_proof_fits(game, &walk->terms, error))
        return false;
    if (game->rules->turn(game, start) == COP_OVER)
        return cop_proof_fail_at(game, start, "the game is over already", error);
    walk->positions = walk->replies = 0;
    walker.words = cop_allocate((size_t)game->max_moves * sizeof *walker.words);
    make_room(&walker, 0);
    is_proved = go(&walker, start, error);
    cop_byte_set_free(&walker.met);
    free(walker.steps);
    free(walker.states);
    free(walker.moves);
    free(walker.words);
    return is_proved;
}
