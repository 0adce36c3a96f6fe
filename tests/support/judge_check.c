/* judge_check.c - what the tests of evaluators and orderings do alike. */
#include "judge_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/prepare.h"

struct judge judge_open(const char *spec, const char *evaluator)
{
    struct judge judge = {0};
    struct cop_error error;
    struct cop_rng rng;

    judge.game = cop_game_open(spec, &error);
    if (judge.game == NULL) {
        fail_msg("%s", error.message);
        abort(); /* which fail_msg does not come to, but does not say so */
    }
    judge.rules = judge.game->rules;
    judge.evaluator = judge.rules->evaluators;
    while (judge.evaluator->name != NULL && strcmp(judge.evaluator->name, evaluator) != 0)
        judge.evaluator++;
    assert_non_null(judge.evaluator->name);
    if (judge.evaluator->prepare != NULL) {
        judge.prepared = cop_prepared(judge.game, judge.evaluator, judge.evaluator->prepare,
                                      judge.evaluator->release, NULL, &error);
        if (judge.prepared == NULL)
            fail_msg("%s", error.message);
    }
    cop_rng_seed(&rng, 1);
    judge.rules->start(judge.game, judge.state, &rng);
    return judge;
}

void judge_close(struct judge *judge)
{
    cop_game_close(judge->game);
}

void judge_set_up(struct judge *judge, const char *position)
{
    struct cop_error error;

    if (!cop_position_read(judge->game, position, judge->state, &error))
        fail_msg("%s", error.message);
}

void judge_play(struct judge *judge, const char *moves)
{
    struct cop_error error;

    if (!cop_moves_play(judge->game, judge->state, moves, NULL, NULL, &error))
        fail_msg("%s", error.message);
}

double judge_of(const struct judge *judge, int player)
{
    double of_player[COP_PLAYERS_MAX] = {0};

    judge->evaluator->evaluate(judge->game, judge->prepared, judge->state, of_player);
    return of_player[player];
}

void assert_judged(const struct judge *judge, const double *of_player)
{
    for (int player = 0; player < judge->game->players; player++)
        if (judge_of(judge, player) != of_player[player])
            fail_msg("player %d has %.17g, not %.17g", player, judge_of(judge, player),
                     of_player[player]);
}

static void check_bounds(const struct judge *judge)
{
    const struct cop_evaluator *row = judge->evaluator;

    for (int player = 0; player < judge->game->players; player++) {
        double value = judge_of(judge, player);
        bool is_inside = row->rates_ends ? value >= row->lower && value <= row->upper
                                         : value > row->lower && value < row->upper;

        if (!is_inside)
            fail_msg("player %d has %g, not inside %g..%g", player, value, row->lower, row->upper);
    }
    if (row->is_zero_sum && judge_of(judge, 0) != -judge_of(judge, 1))
        fail_msg("%g and %g do not add to 0", judge_of(judge, 0), judge_of(judge, 1));
}

void assert_in_bounds(struct judge *judge, int games, judge_visitor *check)
{
    cop_move *moves = cop_allocate((size_t)judge->game->max_moves * sizeof *moves);

    for (int i = 0; i < games; i++) {
        struct cop_rng rng;

        cop_rng_seed(&rng, (uint64_t)i);
        judge->rules->start(judge->game, judge->state, &rng);
        for (;;) {
            bool is_over = judge->rules->turn(judge->game, judge->state) == COP_OVER;

            if (!is_over || judge->evaluator->rates_ends) {
                check_bounds(judge);
                if (check != NULL)
                    check(judge);
            }
            if (is_over)
                break;
            judge->rules->play(judge->game, judge->state,
                               cop_random_move(judge->game, judge->state, &rng, moves));
        }
    }
    free(moves);
}

/* What the mover's moves lead to, for him; he wins if he can. */
static double value_after(const struct judge *judge, const void *state, int mover)
{
    double of_player[COP_PLAYERS_MAX] = {0};
    double value = 0;

    if (judge->rules->turn(judge->game, state) == COP_OVER && !judge->evaluator->rates_ends) {
        judge->rules->payoff(judge->game, state, of_player);
        return of_player[mover] == 1 ? 1e9 : of_player[mover] == 0 ? -1e9 : 0;
    }
    judge->evaluator->evaluate(judge->game, judge->prepared, state, of_player);
    for (int player = 0; player < judge->game->players; player++)
        value += player == mover ? of_player[player] : -of_player[player];
    return value;
}

static cop_move best_move(const struct judge *judge, int mover, struct cop_rng *rng,
                          cop_move *moves)
{
    uint64_t next[JUDGE_STATE_WORDS];
    int count = judge->rules->moves(judge->game, judge->state, moves);
    int best = -1, equals = 0;
    double best_value = 0;

    for (int i = 0; i < count; i++) {
        double value;

        memcpy(next, judge->state, judge->game->state_size);
        judge->rules->play(judge->game, next, moves[i]);
        value = value_after(judge, next, mover);
        if (best < 0 || value > best_value) {
            best = i;
            best_value = value;
            equals = 1;
        } else if (value == best_value && cop_rng_below(rng, (uint32_t)++equals) == 0) {
            best = i;
        }
    }
    return moves[best];
}

double greedy_share(struct judge *judge, int games)
{
    cop_move *moves = cop_allocate((size_t)judge->game->max_moves * sizeof *moves);
    double of_player[COP_PLAYERS_MAX], share = 0;
    int mover;

    for (int i = 0; i < games; i++) {
        int seat = i % judge->game->players;
        struct cop_rng rng;

        cop_rng_seed(&rng, (uint64_t)i);
        judge->rules->start(judge->game, judge->state, &rng);
        while ((mover = judge->rules->turn(judge->game, judge->state)) != COP_OVER) {
            cop_move move = mover == seat ? best_move(judge, mover, &rng, moves)
                                          : cop_random_move(judge->game, judge->state, &rng, moves);

            judge->rules->play(judge->game, judge->state, move);
        }
        judge->rules->payoff(judge->game, judge->state, of_player);
        share += of_player[seat];
    }
    free(moves);
    return share / games;
}

void assert_order(const struct judge *judge, const char *ordering, const char *words)
{
    const struct cop_ordering *row = judge->rules->orderings;
    cop_move *moves = cop_allocate((size_t)judge->game->max_moves * sizeof *moves);
    float *rating = cop_allocate((size_t)judge->game->max_moves * sizeof *rating);
    struct cop_text text = COP_TEXT;
    int count = judge->rules->moves(judge->game, judge->state, moves);

    while (row->name != NULL && strcmp(row->name, ordering) != 0)
        row++;
    assert_non_null(row->name);
    row->rate(judge->game, judge->state, moves, count, rating);
    for (int written = 0; written < count; written++) {
        int best = 0;

        while (moves[best] == COP_NO_MOVE)
            best++;
        for (int i = best + 1; i < count; i++)
            if (moves[i] != COP_NO_MOVE && rating[i] > rating[best])
                best = i;
        cop_text_add(&text, written > 0 ? " " : "");
        judge->rules->write_move(judge->game, judge->state, moves[best], &text);
        moves[best] = COP_NO_MOVE;
    }
    if (strncmp(text.bytes, words, strlen(words)) != 0)
        fail_msg("the order is %s", text.bytes);
    cop_text_free(&text);
    free(rating);
    free(moves);
}
