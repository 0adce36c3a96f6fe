/* derive.c - moves played out to the next positions with numbers.
 *
 * A turn of several moves has positions without a number inside; they are worth what the best move
 * for whoever is to move there is worth. */
#include "database/derive.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* A position of a line that is looked at, and its moves. */
struct frame {
    unsigned char *state;
    cop_move *moves;
};

/* What a position is worth, and the moves that it takes within the stage. */
struct worth {
    enum cop_known value;
    int distance;
};

struct cop_deriver {
    const struct cop_game *game;
    const struct cop_values *values;
    cop_distance_of *distance_of; /* NULL: nobody wants to know */
    int stage, of_end;            /* of the number; what an end counts as */
    struct frame *frames;
    int frame_count;
};

struct cop_deriver *cop_deriver_open(const struct cop_game *game)
{
    struct cop_deriver *deriver = cop_allocate(sizeof *deriver);

    deriver->game = game;
    return deriver;
}

void cop_deriver_close(struct cop_deriver *deriver)
{
    if (deriver == NULL)
        return;
    for (int i = 0; i < deriver->frame_count; i++) {
        free(deriver->frames[i].state);
        free(deriver->frames[i].moves);
    }
    free(deriver->frames);
    free(deriver);
}

static struct frame frame_at(struct cop_deriver *deriver, int depth)
{
    const struct cop_game *game = deriver->game;

    if (depth == deriver->frame_count) {
        deriver->frames =
            cop_reallocate(deriver->frames, (size_t)(depth + 1) * sizeof *deriver->frames);
        deriver->frames[depth].state = cop_allocate(game->state_size);
        deriver->frames[depth].moves =
            cop_allocate((size_t)game->max_moves * sizeof *deriver->frames[depth].moves);
        deriver->frame_count++;
    }
    return deriver->frames[depth];
}

enum cop_known cop_known_better(enum cop_known one, enum cop_known other)
{
    if (one == COP_KNOWN_WIN || other == COP_KNOWN_WIN)
        return COP_KNOWN_WIN;
    if (one == COP_UNKNOWN || other == COP_UNKNOWN)
        return COP_UNKNOWN;
    return one > other ? one : other;
}

static enum cop_known value_at_end(const struct cop_game *game, const void *state, int player)
{
    static const enum cop_known of_result[] = {
        [COP_LOSS] = COP_KNOWN_LOSS, [COP_DRAW] = COP_KNOWN_DRAW, [COP_WIN] = COP_KNOWN_WIN};
    double payoffs[COP_PLAYERS_MAX];

    game->rules->payoff(game, state, payoffs);
    return of_result[cop_result_of(payoffs[player])];
}

/* Who wins hurries, who loses does not. */
static struct worth better(struct worth one, struct worth other)
{
    struct worth best = {cop_known_better(one.value, other.value), 0};

    if (one.value != other.value)
        best.distance = best.value == one.value ? one.distance : other.distance;
    else if ((best.value == COP_KNOWN_WIN) == (one.distance < other.distance))
        best.distance = one.distance;
    else
        best.distance = other.distance;
    return best;
}

static struct worth worth_of(struct cop_deriver *deriver, const void *state, int player, int depth);

/* Of the best move in a position, for whoever is to move. */
static struct worth worth_of_moves(struct cop_deriver *deriver, const void *state, int depth)
{
    const struct cop_game *game = deriver->game;
    struct frame frame = frame_at(deriver, depth);
    int mover = game->rules->turn(game, state);
    int count = game->rules->moves(game, state, frame.moves);
    struct worth best = {COP_KNOWN_LOSS, 0};

    for (int i = 0; i < count && (best.value != COP_KNOWN_WIN || deriver->distance_of); i++) {
        memcpy(frame.state, state, game->state_size);
        game->rules->play(game, frame.state, frame.moves[i]);
        best = better(best, worth_of(deriver, frame.state, mover, depth + 1));
    }
    return best;
}

static struct worth worth_at(const struct cop_deriver *deriver, const struct cop_place *place)
{
    const void *context = deriver->values->context;
    struct worth worth = {deriver->values->of(context, place->class_number, place->number), 0};

    if (deriver->distance_of != NULL &&
        deriver->game->rules->indexing->stage(deriver->game, place->class_number) == deriver->stage)
        worth.distance = deriver->distance_of(context, place->class_number, place->number);
    return worth;
}

static struct worth worth_of(struct cop_deriver *deriver, const void *state, int player, int depth)
{
    const struct cop_game *game = deriver->game;
    int mover = game->rules->turn(game, state);
    struct cop_place place;
    struct worth worth;

    if (mover == COP_OVER)
        return (struct worth){value_at_end(game, state, player), deriver->of_end};
    if (game->rules->indexing->place(game, state, &place))
        worth = worth_at(deriver, &place);
    else
        worth = worth_of_moves(deriver, state, depth);
    if (mover != player)
        worth.value = cop_known_reversed(worth.value);
    return worth;
}

enum cop_known cop_derive_after(struct cop_deriver *deriver, const struct cop_values *values,
                                const void *state, int player)
{
    deriver->values = values;
    deriver->distance_of = NULL;
    return worth_of(deriver, state, player, 0).value;
}

/* Of a number that a game can come to. */
static struct worth worth_of_number(struct cop_deriver *deriver, const void *state)
{
    if (deriver->game->rules->turn(deriver->game, state) == COP_OVER)
        return (struct worth){value_at_end(deriver->game, state, 0), 0};
    return worth_of_moves(deriver, state, 1);
}

enum cop_known cop_derive_far(struct cop_deriver *deriver, const struct cop_values *values,
                              cop_distance_of *distance_of, int of_end, int class_number,
                              int64_t number, int *distance)
{
    const struct cop_game *game = deriver->game;
    struct frame frame = frame_at(deriver, 0);
    struct worth worth;

    deriver->values = values;
    deriver->distance_of = distance_of;
    deriver->of_end = of_end;
    deriver->stage = game->rules->indexing->stage(game, class_number);
    *distance = 0;
    if (!game->rules->indexing->state(game, class_number, number, frame.state))
        return COP_NOBODYS;
    worth = worth_of_number(deriver, frame.state);
    if (worth.value == COP_KNOWN_WIN || worth.value == COP_KNOWN_LOSS)
        *distance = worth.distance + 1;
    return worth.value;
}

enum cop_known cop_derive(struct cop_deriver *deriver, const struct cop_values *values,
                          int class_number, int64_t number)
{
    int distance;

    return cop_derive_far(deriver, values, NULL, 0, class_number, number, &distance);
}
