/* walk.c - random games, state by state. */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { POISON = 0xa5 };

unsigned char *walk_new_state(const struct cop_game *game)
{
    unsigned char *state = cop_allocate(game->state_size + WALK_GUARD);

    walk_poison(game, state);
    return state;
}

void walk_poison(const struct cop_game *game, unsigned char *state)
{
    memset(state, POISON, game->state_size + WALK_GUARD);
}

bool walk_guard_is_whole(const struct cop_game *game, const unsigned char *state)
{
    for (size_t i = 0; i < WALK_GUARD; i++)
        if (state[game->state_size + i] != POISON)
            return false;
    return true;
}

cop_move *walk_new_moves(const struct cop_game *game)
{
    return cop_allocate(((size_t)game->max_moves + WALK_GUARD) * sizeof(cop_move));
}

/* Adds where the walk stands to a message; returns false. */
static bool fail_here(const struct walk *walk, struct cop_error *error)
{
    char *text = walk_position_text(walk->game, walk->state);

    cop_fail_in(error, "%s, seed %llu, ply %d, position \"%.200s\"", walk->game->name,
                (unsigned long long)walk->seed, walk->ply, text);
    free(text);
    return false;
}

void walk_look_around(struct walk *walk)
{
    const struct cop_rules *rules = walk->game->rules;

    walk->mover = rules->turn(walk->game, walk->state);
    walk->count = rules->moves(walk->game, walk->state, walk->moves);
}

/* What a fair player, or chance, does here. */
static cop_move choose(struct walk *walk, struct cop_rng *choices)
{
    if (walk->count <= 0)
        return COP_NO_MOVE;
    if (walk->mover == COP_CHANCE)
        return cop_random_move(walk->game, walk->state, choices, walk->moves);
    return walk->moves[cop_rng_below(choices, (uint32_t)walk->count)];
}

static bool walk_once(struct walk *walk, visitor *visit, struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    int limit = game->max_plies > 0 ? game->max_plies + 1 : WALK_PLIES_MAX;
    struct cop_rng choices;

    cop_rng_seed(&choices, walk->seed);
    cop_rng_seed(&walk->rng, ~walk->seed);
    walk_poison(game, walk->state);
    game->rules->start(game, walk->state, &choices);
    for (walk->ply = 0; walk->ply <= limit; walk->ply++) {
        walk_look_around(walk);
        walk->next = choose(walk, &choices);
        if (!visit(walk, error))
            return fail_here(walk, error);
        if (walk->mover == COP_OVER || walk->next == COP_NO_MOVE)
            return true;
        game->rules->play(game, walk->state, walk->next);
    }
    return true;
}

bool walk_all(const struct cop_game *game, const struct property_effort *effort, visitor *visit,
              void *context, struct cop_error *error)
{
    struct walk walk = {.game = game, .effort = effort, .context = context};
    bool is_right = true;

    walk.state = walk_new_state(game);
    walk.moves = walk_new_moves(game);
    for (int i = 0; i < effort->games && is_right; i++) {
        walk.seed = effort->seed + (uint64_t)i;
        is_right = walk_once(&walk, visit, error);
    }
    free(walk.state);
    free(walk.moves);
    return is_right;
}

bool walk_is_legal(const struct walk *walk, cop_move move)
{
    for (int i = 0; i < walk->count; i++)
        if (walk->moves[i] == move)
            return true;
    return false;
}

char *walk_position_text(const struct cop_game *game, const void *state)
{
    struct cop_text text = COP_TEXT;
    char *copy;

    game->rules->write_position(game, state, &text);
    copy = cop_copy_string(text.bytes);
    cop_text_free(&text);
    return copy;
}
