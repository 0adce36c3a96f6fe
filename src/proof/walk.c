/* walk.c - all of the checker that must be trusted: what it accepts is proved, whoever wrote it.
 *
 * Read it from its end to its beginning: cop_proof_go walks; `arrive` says which positions may end
 * a line, and the rest what it asks there. Each position is entered once and left when all of its
 * moves, or the claimant's one, were played; a move must lead to an end as is claimed, to a
 * position that was left before, or to a new one. One that was entered and not yet left closes a
 * circle, and only where a draw is enough may it. docs/solve.md has the argument in words.
 *
 * What is trusted beside it: the rules of the game, cop_database_bounds where a proof rests on
 * databases, and base/byte_set.c, which compares positions byte by byte. check.c, which reads
 * files, can only choose what is claimed, and says so to whoever asked; rest.c sees to it that
 * databases are those that the proof names. */
#include "proof/walk.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/byte_set.h"
#include "proof/words.h"

/* A position on the way, and its moves that are to be played. */
struct step {
    struct step *before;
    size_t place; /* among those that were met */
    cop_move *moves;
    int next, count;
    alignas(max_align_t) unsigned char state[];
};

/* Numbers of positions that were met. */
enum { ON_THE_WAY, DONE };

struct walker {
    struct cop_proof_walk *walk;
    const struct cop_game *game;
    struct cop_byte_set met;
    struct step *last;
    cop_move *moves;
    struct cop_proof_words words;
    alignas(max_align_t) unsigned char position[COP_STATE_MAX]; /* where it is, perhaps without its
                                                                   past */
    alignas(max_align_t) unsigned char image[COP_STATE_MAX], least[COP_STATE_MAX];
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

/* ---- Moves ---- */

/* What is to be played in walker->position: the claimant's reply, or everything. Returns how many
 * moves that are; 0 if there is no reply. */
static int list_moves(struct walker *walker, struct cop_error *error)
{
    struct cop_proof_walk *walk = walker->walk;
    const struct cop_claim *claim = &walk->terms.claim;
    int claimant = claim->is_at_most ? 1 - claim->player : claim->player;
    int count = walker->game->rules->moves(walker->game, walker->position, walker->moves);
    cop_move reply;

    if (walker->game->rules->turn(walker->game, walker->position) != claimant) {
        cop_proof_sort(walker->game, walker->position, walker->moves, count, &walker->words);
        return count;
    }
    if (!walk->reply(walk->context, walker->position, &reply, error))
        return 0;
    walk->replies++;
    for (int i = 0; i < count; i++)
        if (walker->moves[i] == reply) {
            walker->moves[0] = reply;
            return 1;
        }
    return cop_proof_fail_at(walker->game, walker->position, "the reply is not legal here", error);
}

/* ---- Positions ---- */

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
        return walk->database != NULL && walker->last != NULL &&
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

/* walker->position was not met before: it is the next step. */
static bool enter(struct walker *walker, size_t place, struct cop_error *error)
{
    int count = list_moves(walker, error);
    struct step *step = cop_allocate(sizeof *step + walker->game->state_size);

    step->before = walker->last;
    step->place = place;
    step->count = count;
    step->moves = cop_allocate((size_t)(count + 1) * sizeof *step->moves);
    memcpy(step->moves, walker->moves, (size_t)count * sizeof *step->moves);
    memcpy(step->state, walker->position, walker->game->state_size);
    walker->last = step;
    return count > 0;
}

/* All moves of the last step are answered. */
static void leave(struct walker *walker)
{
    struct step *step = walker->last;

    cop_byte_set_give(&walker->met, step->place, DONE);
    walker->last = step->before;
    free(step->moves);
    free(step);
}

/* Looks at walker->position, which a move has just led to: it must end the line as is claimed, or
 * was met before, or is gone into. */
static bool arrive(struct walker *walker, struct cop_error *error)
{
    const struct cop_game *game = walker->game;
    const struct cop_claim *claim = &walker->walk->terms.claim;
    struct cop_bounds bounds;
    size_t place;
    bool is_new;

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

    memcpy(walker->position, start, game->state_size);
    is_good = arrive(walker, error);
    if (memcmp(walker->position, start, game->state_size) != 0)
        return cop_proof_fail_at(game, start, "the position has a past", error);
    while (is_good && walker->last != NULL) {
        struct step *step = walker->last;

        if (step->next == step->count) {
            leave(walker);
            continue;
        }
        memcpy(walker->position, step->state, game->state_size);
        game->rules->play(game, walker->position, step->moves[step->next++]);
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
    walker.moves = cop_allocate((size_t)game->max_moves * sizeof *walker.moves);
    is_proved = go(&walker, start, error);
    while (walker.last != NULL)
        leave(&walker);
    cop_byte_set_free(&walker.met);
    cop_proof_words_free(&walker.words);
    free(walker.moves);
    return is_proved;
}
