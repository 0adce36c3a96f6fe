/* cut.c - a move belongs to one part; only what becomes of that one can be new. */
#include "match/cut.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/byte_set.h"

struct cop_cutter {
    const struct cop_game *game;
    struct cop_cut_terms terms;
    struct cop_byte_set seen;
    int ply;
    cop_move *moves; /* room for max_moves */
};

/* The parts of a position. */
struct parts {
    int count;
    unsigned char *states;
};

struct cop_cutter *cop_cutter_open(const struct cop_game *game, const struct cop_cut_terms *terms,
                                   struct cop_error *error)
{
    const struct cop_sums *sums = game->rules->sums;
    const char *why = sums != NULL && sums->unfit != NULL ? sums->unfit(game) : NULL;
    struct cop_cutter *cutter;

    if (sums == NULL || sums->extent == NULL || why != NULL) {
        cop_fail(error, "no parts can be cut out of games of %s%s%s", game->name,
                 why != NULL ? ", because " : "",
                 why != NULL ? why : ": it does not fall into any");
        return NULL;
    }
    cutter = cop_allocate(sizeof *cutter);
    cutter->game = game;
    cutter->terms = *terms;
    cutter->moves = cop_allocate((size_t)game->max_moves * sizeof *cutter->moves);
    return cutter;
}

void cop_cutter_close(struct cop_cutter *cutter)
{
    if (cutter == NULL)
        return;
    cop_byte_set_free(&cutter->seen);
    free(cutter->moves);
    free(cutter);
}

void cop_cutter_begin(struct cop_cutter *cutter)
{
    cutter->ply = 0;
}

static struct parts parts_of(const struct cop_game *game, const void *state)
{
    struct parts parts = {.states = cop_allocate(game->state_size)};
    int count;

    memcpy(parts.states, state, game->state_size);
    parts.count = game->rules->parts(game, state, parts.states, 1);
    if (parts.count == 1)
        return parts;
    count = parts.count;
    parts.states = cop_reallocate(parts.states, (size_t)count * game->state_size);
    game->rules->parts(game, state, parts.states, count);
    return parts;
}

static unsigned char *part_at(const struct cop_cutter *cutter, const struct parts *parts, int i)
{
    return parts->states + (size_t)i * cutter->game->state_size;
}

static int count_moves(struct cop_cutter *cutter, void *part, int player)
{
    const struct cop_game *game = cutter->game;

    game->rules->sums->turn_to(game, part, player);
    return game->rules->turn(game, part) == player ? game->rules->moves(game, part, cutter->moves)
                                                   : 0;
}

/* The part to which a player's move belongs; NULL: none. */
static unsigned char *part_with(struct cop_cutter *cutter, const struct parts *parts, int player,
                                cop_move move)
{
    for (int i = 0; i < parts->count; i++) {
        int count = count_moves(cutter, part_at(cutter, parts, i), player);

        for (int j = 0; j < count; j++)
            if (cutter->moves[j] == move)
                return part_at(cutter, parts, i);
    }
    return NULL;
}

static bool is_wanted(struct cop_cutter *cutter, unsigned char *part)
{
    const struct cop_game *game = cutter->game;
    int size = game->rules->moves_left(game, part);
    bool is_new;

    if (size < cutter->terms.least || size > cutter->terms.most ||
        count_moves(cutter, part, 1) == 0 || count_moves(cutter, part, 0) == 0)
        return false;
    cop_byte_set_add(&cutter->seen, part, game->state_size, &is_new);
    return is_new;
}

static void cut_new(struct cop_cutter *cutter, const struct parts *parts, int extent, int player)
{
    const struct cop_game *game = cutter->game;
    int number = 0;

    for (int i = 0; i < parts->count; i++) {
        unsigned char *part = part_at(cutter, parts, i);
        bool is_new = parts->count > 1 || extent - game->rules->sums->extent(game, part) > 1;

        if (!is_new || !is_wanted(cutter, part))
            continue;
        game->rules->sums->turn_to(game, part, player);
        cutter->terms.found(cutter->terms.context, part, cutter->ply, number++);
    }
}

void cop_cutter_move(struct cop_cutter *cutter, const void *before, cop_move move)
{
    const struct cop_game *game = cutter->game;
    int player = game->rules->turn(game, before);
    struct parts parts = parts_of(game, before), broken;
    unsigned char *part = part_with(cutter, &parts, player, move);

    cutter->ply++;
    if (part != NULL) {
        int extent = game->rules->sums->extent(game, part);

        game->rules->sums->turn_to(game, part, player);
        game->rules->play(game, part, move);
        broken = parts_of(game, part);
        if (parts.count - 1 + broken.count > 1)
            cut_new(cutter, &broken, extent, 1 - player);
        free(broken.states);
    }
    free(parts.states);
}
