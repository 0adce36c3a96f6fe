/* learned.c - a game played out by learned odds, move by move. */
#include "search/puzzle/learned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool learned_open(struct learned_player *player)
{
    size_t moves = (size_t)player->game->max_moves;

    player->moves = calloc(moves, sizeof *player->moves);
    player->codes = calloc(moves, sizeof *player->codes);
    player->weights = calloc(moves, sizeof *player->weights);
    player->sums = calloc(moves, sizeof *player->sums);
    return player->moves != NULL && player->codes != NULL && player->weights != NULL &&
           player->sums != NULL;
}

void learned_close(struct learned_player *player)
{
    free(player->moves);
    free(player->codes);
    free(player->weights);
    free(player->sums);
}

static void begin(const struct learned_player *player, const void *state)
{
    const struct cop_policy *policy = player->policy;

    if (policy != NULL && policy->notes != NULL)
        memset(player->notes, 0, policy->notes(player->game));
    if (policy != NULL && policy->begin != NULL)
        policy->begin(player->game, player->prepared, state, player->notes);
}

/* Leaves out what the policy never picks, and writes the others down; returns how many. */
static int offer(const struct learned_player *player, const void *state,
                 const struct cop_odds *odds, struct cop_offers *choices, int first)
{
    const struct cop_game *game = player->game;
    int all = cop_coded_moves(game, state, player->moves, player->codes), count = 0;
    double sum = 0;

    for (int i = 0; i < all; i++)
        player->weights[i] = 0;
    if (player->policy != NULL)
        player->policy->weigh(game, player->prepared, state, player->notes, player->moves, all,
                              player->weights);
    for (int i = 0; i < all; i++) {
        double factor = cop_odds_factor(odds->bias, player->weights[i]);

        if (factor == 0)
            continue;
        player->moves[count] = player->moves[i];
        choices->codes[first + count] = player->codes[i];
        choices->factors[first + count] = factor;
        player->sums[count++] = sum += cop_odds_of(odds, player->codes[i]) * factor;
    }
    return count;
}

static int draw(const double *sums, int count, struct cop_rng *rng)
{
    double ticket = cop_rng_unit(rng) * sums[count - 1];
    int chosen = 0;

    while (chosen < count - 1 && sums[chosen] <= ticket)
        chosen++;
    return chosen;
}

/* Writes down which of `count` choices is made, and makes it. */
static void play_move(const struct learned_player *player, void *state, int chosen, int count,
                      struct cop_offers *choices)
{
    const struct cop_game *game = player->game;
    const struct cop_policy *policy = player->policy;
    cop_move move = player->moves[chosen];
    int at = choices->length++;

    choices->ends[at] = (at > 0 ? choices->ends[at - 1] : 0) + count;
    choices->chosen[at] = chosen;
    choices->moves[at] = move;
    if (policy != NULL && policy->played != NULL)
        policy->played(game, player->prepared, state, move, player->notes);
    game->rules->play(game, state, move);
}

static int first_of(const struct cop_offers *choices)
{
    return choices->length > 0 ? choices->ends[choices->length - 1] : 0;
}

static void play_on(const struct learned_player *player, void *state, struct cop_rng *rng,
                    const struct cop_odds *odds, struct cop_offers *choices)
{
    const struct cop_game *game = player->game;

    choices->length = 0;
    choices->is_flat = false;
    while (game->rules->turn(game, state) != COP_OVER) {
        int count = offer(player, state, odds, choices, first_of(choices));

        play_move(player, state, draw(player->sums, count, rng), count, choices);
    }
}

bool learned_follow(const struct learned_player *player, void *state, const cop_move *moves,
                    int length, const struct cop_odds *odds, struct cop_offers *choices)
{
    begin(player, state);
    choices->length = 0;
    choices->is_flat = false;
    for (int i = 0; i < length; i++) {
        int count = offer(player, state, odds, choices, first_of(choices)), at = 0;

        while (at < count && player->moves[at] != moves[i])
            at++;
        if (at == count)
            return false;
        play_move(player, state, at, count, choices);
    }
    return true;
}

void learned_play_moves(const struct learned_player *player, void *state, struct cop_rng *rng,
                        const struct cop_odds *odds, struct cop_offers *choices)
{
    begin(player, state);
    play_on(player, state, rng, odds, choices);
}

void learned_play(const struct learned_player *player, void *state, struct cop_rng *rng,
                  const struct cop_odds *odds, struct cop_offers *choices)
{
    const struct cop_policy *policy = player->policy;

    begin(player, state);
    if (policy == NULL || policy->learned == NULL ||
        !policy->learned(player->game, player->prepared, state, player->notes, rng, odds, choices))
        play_on(player, state, rng, odds, choices);
}
