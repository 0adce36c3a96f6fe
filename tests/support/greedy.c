/* greedy.c - see greedy.h. */
#include "greedy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { MOVES_ROOM = 1024 };

struct room {
    _Alignas(16) unsigned char bytes[COP_STATE_MAX];
};

const struct cop_evaluator *evaluator_of(const struct cop_game *game, const char *name)
{
    const struct cop_evaluator *row = game->rules->evaluators;

    while (row != NULL && row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    if (row == NULL || row->name == NULL)
        fail_msg("%s has no evaluator %s", game->name, name);
    return row;
}

const struct cop_ordering *ordering_of(const struct cop_game *game, const char *name)
{
    const struct cop_ordering *row = game->rules->orderings;

    while (row != NULL && row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    if (row == NULL || row->name == NULL)
        fail_msg("%s has no ordering %s", game->name, name);
    return row;
}

static double mean_of_outcomes(const struct cop_game *game, const struct cop_evaluator *evaluator,
                               const void *state, int player)
{
    double probability[MOVES_ROOM], sum = 0;
    cop_move outcomes[MOVES_ROOM];
    int count = game->rules->moves(game, state, outcomes);

    assert_true(game->max_moves <= MOVES_ROOM);
    game->rules->chances(game, state, probability);
    for (int i = 0; i < count; i++) {
        struct room next;

        memcpy(&next, state, game->state_size);
        game->rules->play(game, &next, outcomes[i]);
        sum += probability[i] * expected_value(game, evaluator, &next, player);
    }
    return sum;
}

double expected_value(const struct cop_game *game, const struct cop_evaluator *evaluator,
                      const void *state, int player)
{
    int turn = game->rules->turn(game, state);
    double of_player[COP_PLAYERS_MAX];

    if (turn == COP_CHANCE && !evaluator->settles_chance)
        return mean_of_outcomes(game, evaluator, state, player);
    if (turn == COP_OVER && !evaluator->rates_ends) {
        game->rules->payoff(game, state, of_player);
        return evaluator->lower + (evaluator->upper - evaluator->lower) * of_player[player];
    }
    assert_null(evaluator->prepare);
    evaluator->evaluate(game, NULL, state, of_player);
    return of_player[player];
}

/* As searches take it: less what the root is worth, and no better than a win. */
static double relative_value(const struct cop_evaluator *evaluator, double value, double root)
{
    double margin = 0.0005 * (evaluator->upper - evaluator->lower);

    value -= root;
    if (value > evaluator->upper - margin)
        return evaluator->upper - margin;
    return value < evaluator->lower + margin ? evaluator->lower + margin : value;
}

static double value_after(const struct cop_game *game, const struct cop_evaluator *evaluator,
                          const void *state, int player, double root)
{
    double value = expected_value(game, evaluator, state, player);
    bool is_over = game->rules->turn(game, state) == COP_OVER;

    return evaluator->is_relative && !is_over ? relative_value(evaluator, value, root) : value;
}

static cop_move pick_greedy(const struct cop_game *game, const struct cop_evaluator *evaluator,
                            const void *state, int player)
{
    cop_move moves[MOVES_ROOM], best = COP_NO_MOVE;
    double best_value = 0, root;
    struct room seen;
    int count;

    if (game->rules->view != NULL)
        game->rules->view(game, state, player, &seen);
    else
        memcpy(&seen, state, game->state_size);
    root = expected_value(game, evaluator, &seen, player);
    count = game->rules->moves(game, &seen, moves);
    for (int i = 0; i < count; i++) {
        struct room next = seen;
        double value;

        game->rules->play(game, &next, moves[i]);
        value = value_after(game, evaluator, &next, player, root);
        if (best == COP_NO_MOVE || value > best_value) {
            best = moves[i];
            best_value = value;
        }
    }
    return best;
}

double greedy_against_random(const struct cop_game *game, const struct cop_evaluator *evaluator,
                             int games, uint64_t seed)
{
    double payoff[COP_PLAYERS_MAX], sum = 0;
    cop_move moves[MOVES_ROOM];

    assert_true(game->max_moves <= MOVES_ROOM);
    for (int i = 0; i < games; i++) {
        int greedy = i % game->players;
        struct cop_rng rng;
        struct room state;
        int turn;

        memset(&state, 0, sizeof state);
        cop_rng_seed(&rng, seed + (uint64_t)i);
        game->rules->start(game, &state, &rng);
        while ((turn = game->rules->turn(game, &state)) != COP_OVER)
            game->rules->play(game, &state,
                              turn == greedy ? pick_greedy(game, evaluator, &state, turn)
                                             : cop_random_move(game, &state, &rng, moves));
        game->rules->payoff(game, &state, payoff);
        sum += payoff[greedy];
    }
    return sum / games;
}
