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

struct cop_deriver {
    const struct cop_game *game;
    const struct cop_values *values;
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

static enum cop_known value_of(struct cop_deriver *deriver, const void *state, int player,
                               int depth);

/* Of the best move in a position, for whoever is to move. */
static enum cop_known value_of_moves(struct cop_deriver *deriver, const void *state, int depth)
{
    const struct cop_game *game = deriver->game;
    struct frame frame = frame_at(deriver, depth);
    int mover = game->rules->turn(game, state);
    int count = game->rules->moves(game, state, frame.moves);
    enum cop_known best = COP_KNOWN_LOSS;

    for (int i = 0; i < count && best != COP_KNOWN_WIN; i++) {
        memcpy(frame.state, state, game->state_size);
        game->rules->play(game, frame.state, frame.moves[i]);
        best = cop_known_better(best, value_of(deriver, frame.state, mover, depth + 1));
    }
    return best;
}

static enum cop_known value_of(struct cop_deriver *deriver, const void *state, int player,
                               int depth)
{
    const struct cop_game *game = deriver->game;
    int mover = game->rules->turn(game, state);
    struct cop_place place;
    enum cop_known value;

    if (mover == COP_OVER)
        return value_at_end(game, state, player);
    if (game->rules->indexing->place(game, state, &place))
        value = deriver->values->of(deriver->values->context, place.class_number, place.number);
    else
        value = value_of_moves(deriver, state, depth);
    return mover == player ? value : cop_known_reversed(value);
}

enum cop_known cop_derive_after(struct cop_deriver *deriver, const struct cop_values *values,
                                const void *state, int player)
{
    deriver->values = values;
    return value_of(deriver, state, player, 0);
}

enum cop_known cop_derive(struct cop_deriver *deriver, const struct cop_values *values,
                          int class_number, int64_t number)
{
    const struct cop_game *game = deriver->game;
    struct frame frame = frame_at(deriver, 0);

    deriver->values = values;
    if (!game->rules->indexing->state(game, class_number, number, frame.state))
        return COP_NOBODYS;
    if (game->rules->turn(game, frame.state) == COP_OVER)
        return value_at_end(game, frame.state, 0);
    return value_of_moves(deriver, frame.state, 1);
}
