/* test_walk.c - replies that prove a claim, and replies that seem to: whatever the walk accepts is
 * true, whoever replies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/agent.h"
#include "coppice/solve.h"
#include "proof/walk.h"
#include "tiny/tiny.h"

/* ---- Who replies ---- */

/* Any legal move. */
struct careless {
    const struct cop_game *game;
    struct cop_rng rng;
    cop_move *moves;
};

static bool reply_carelessly(void *context, const void *state, cop_move *move,
                             struct cop_error *error)
{
    struct careless *careless = context;

    (void)error;
    *move = cop_random_move(careless->game, state, &careless->rng, careless->moves);
    return true;
}

static double value_of(const struct cop_game *game, const void *state)
{
    struct cop_solve_limits limits = {.memory = 1 << 22, .threads = 1};
    struct cop_solution solution;
    struct cop_error error;

    assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &limits, &solution, &error));
    assert_true(solution.lower == solution.upper);
    return solution.lower;
}

/* A position some random moves from the start, as if the game began there. */
static bool draw_position(const struct cop_game *game, struct cop_rng *rng, int plies, void *state)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    bool goes_on;

    game->rules->start(game, state, rng);
    cop_playout(game, state, rng, plies, moves);
    goes_on = game->rules->turn(game, state) != COP_OVER;
    if (goes_on && game->rules->forget != NULL)
        game->rules->forget(game, state);
    free(moves);
    return goes_on;
}

/* ---- Soundness ---- */

static const char *const small_games[] = {
    "connect4(width=4, height=4)",
    "othello(size=4)",
    "breakthrough(width=3, height=4)",
    "fanorona(width=3, height=3)",
    "fanorona(width=3, height=3, quiet=2)",
    "fanorona(width=3, height=3, quiet=5)",
    "fanorona(width=3, height=3, quiet=8, repetition=threefold)",
    "fanorona(width=3, height=3, quiet=6, repetition=off)",
    NULL,
};

static int check_careless(const struct cop_game *game, struct careless *careless, const void *state,
                          double value)
{
    int mover = game->rules->turn(game, state), accepted = 0;

    for (int i = 0; i < 8; i++) {
        struct cop_proof_walk walk = {
            .game = game, .reply = reply_carelessly, .context = careless, .most_positions = 5000};
        struct cop_claim claim = {COP_STAKE_PAYOFF, mover, i & 1, i & 2 ? 0.5 : 1 - (i & 1)};
        struct cop_error error;

        walk.terms = (struct cop_proof_terms){
            claim, i & 4 && game->rules->forget != NULL && cop_claim_holds(&claim, 0.5),
            game->symmetries > 0};
        if (!cop_proof_go(&walk, state, &error))
            continue;
        assert_true(cop_claim_holds(&claim, value));
        accepted++;
    }
    return accepted;
}

static void what_is_accepted_is_true_whoever_replies(void **context)
{
    struct cop_error error;

    (void)context;
    for (int i = 0; small_games[i] != NULL; i++) {
        struct cop_game *game = cop_game_open(small_games[i], &error);
        struct careless careless = {.game = game};
        void *state = cop_allocate(game->state_size);
        int accepted = 0;

        cop_rng_seed(&careless.rng, (uint64_t)i + 1);
        careless.moves = cop_allocate((size_t)game->max_moves * sizeof *careless.moves);
        for (int draw = 0; draw < 300; draw++)
            if (draw_position(game, &careless.rng, 4 + draw % 10, state))
                accepted += check_careless(game, &careless, state, value_of(game, state));
        assert_in_range(accepted, 20, INT_MAX); /* else nothing was tested */
        free(state);
        free(careless.moves);
        cop_game_close(game);
    }
}

/* ---- Positions that come back ---- */

static bool reply_first(void *context, const void *state, cop_move *move, struct cop_error *error)
{
    const struct cop_game *game = context;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);

    (void)error;
    game->rules->moves(game, state, moves);
    *move = moves[0];
    free(moves);
    return true;
}

/* What a position is worth to a player, as if the game began with it. */
static double worth(const struct cop_game *game, const void *state, int player)
{
    unsigned char without[512];
    double payoffs[2], value;

    memcpy(without, state, game->state_size);
    game->rules->forget(game, without);
    if (game->rules->turn(game, without) == COP_OVER) {
        game->rules->payoff(game, without, payoffs);
        return payoffs[player];
    }
    value = value_of(game, without);
    return game->rules->turn(game, without) == player ? value : 1 - value;
}

/* Any move after which the position is worth as much as before. */
static bool reply_without_loss(void *context, const void *state, cop_move *move,
                               struct cop_error *error)
{
    struct careless *careless = context;
    const struct cop_game *game = careless->game;
    int player = game->rules->turn(game, state);
    double value = worth(game, state, player);
    unsigned char next[512];

    do {
        reply_carelessly(context, state, move, error);
        memcpy(next, state, game->state_size);
        game->rules->play(game, next, *move);
    } while (worth(game, next, player) < value);
    return true;
}

/* Good moves, but drawn at random, need not come nearer to a win, and then prove none; of a draw
 * they are always a proof. */
static void a_draw_may_go_round_in_circles_and_a_win_may_not(void **context)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open("fanorona(width=3, height=3)", &error);
    cop_move moves[256];
    struct careless careless = {.game = game, .moves = moves};
    struct cop_proof_walk walk = {.game = game, .reply = reply_without_loss, .context = &careless};
    unsigned char state[512];
    int drawn = 0, won = 0, went_round = 0;

    (void)context;
    cop_rng_seed(&careless.rng, 3);
    for (int draw = 0; draw < 400; draw++) {
        double value;
        bool is_proved;

        if (!draw_position(game, &careless.rng, 3 + draw % 8, state))
            continue;
        value = value_of(game, state);
        walk.terms = (struct cop_proof_terms){
            {COP_STAKE_PAYOFF, game->rules->turn(game, state), false, value}, value < 1, false};
        is_proved = cop_proof_go(&walk, state, &error);
        won += value == 1 && is_proved;
        went_round += value == 1 && !is_proved && strstr(error.message, "otherwise") != NULL;
        drawn += value == 0.5;
        assert_true(is_proved || value == 1);
    }
    assert_true(won > 10 && drawn > 10 && went_round > 3);
    cop_game_close(game);
}

/* How many of twenty attempts to prove that nobody gets less than nothing are refused because a
 * position may come back. */
static int count_circles(const char *spec, bool ends_somehow)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);
    cop_move moves[256];
    struct careless careless = {.game = game, .moves = moves};
    struct cop_proof_walk walk = {.game = game,
                                  .terms = {{COP_STAKE_PAYOFF, 0, false, 0}, true, false},
                                  .reply = reply_carelessly,
                                  .context = &careless};
    struct cop_game without_end = *game;
    unsigned char state[512];
    int circles = 0;

    without_end.is_endless = false; /* nobody says what becomes of a game that goes on */
    if (!ends_somehow)
        walk.game = &without_end;
    cop_rng_seed(&careless.rng, 9);
    assert_true(cop_position_read(game, "b2/3/3/3/2w w", state, &error));
    for (int i = 0; i < 20; i++)
        if (!cop_proof_go(&walk, state, &error)) {
            assert_non_null(strstr(error.message, "come back"));
            circles++;
        }
    cop_game_close(game);
    return circles;
}

/* A game that goes on for ever must be a draw by its rules, or nothing is known of it. */
static void a_game_without_end_may_not_go_round_in_circles(void **context)
{
    static const char endless[] = "fanorona(width=3, height=5, repetition=off, quiet=0)";

    (void)context;
    assert_int_equal(count_circles("fanorona(width=3, height=5)", true), 0);
    assert_int_equal(count_circles(endless, true), 0);
    assert_in_range(count_circles(endless, false), 5, 20);
}

static void pasts_are_forgotten_only_where_the_rules_say_how(void **context)
{
    struct cop_proof_terms terms = {{COP_STAKE_PAYOFF, 0, false, 0}, true, false};
    struct cop_error error;
    struct cop_game *game = cop_game_open("connect4(width=4, height=4)", &error);

    (void)context;
    assert_false(cop_proof_fits(game, &terms, &error));
    assert_non_null(strstr(error.message, "forgotten"));
    cop_game_close(game);
}

static void games_of_chance_and_of_many_are_refused(void **context)
{
    static const char *const specs[] = {"tiny_race", "tiny_three", "tiny_coin"};
    struct cop_error error;

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct cop_game *game = tiny_open(specs[i], &error);
        struct cop_proof_terms terms = {{COP_STAKE_PAYOFF, 0, false, 0}, false, false};

        assert_false(cop_proof_fits(game, &terms, &error));
        assert_non_null(strstr(error.message, "one or two players"));
        cop_game_close(game);
    }
}

/* ---- The limits ---- */

static void it_ends_at_its_limits_and_when_it_is_stopped(void **context)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open("connect4(width=4, height=4)", &error);
    struct cop_proof_walk walk = {.game = game, .reply = reply_first, .context = game};
    atomic_bool stop = true;
    struct cop_rng rng;
    void *state = cop_allocate(game->state_size);

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    walk.terms.claim = (struct cop_claim){COP_STAKE_PAYOFF, 0, false, 0};
    walk.stop = &stop;
    assert_false(cop_proof_go(&walk, state, &error));
    assert_non_null(strstr(error.message, "interrupted"));
    walk.stop = NULL;
    walk.most_positions = 10;
    assert_false(cop_proof_go(&walk, state, &error));
    assert_non_null(strstr(error.message, "more positions"));
    walk.most_positions = 0;
    walk.memory = 8192;
    assert_false(cop_proof_go(&walk, state, &error));
    assert_non_null(strstr(error.message, "memory"));
    walk.memory = 0;
    assert_true(cop_proof_go(&walk, state, &error)); /* nobody gets less than nothing */
    free(state);
    cop_game_close(game);
}

/* ---- rules->forget ---- */

/* What was before a position changes nothing but that the game may be drawn. */
static void a_past_does_nothing_but_draw(void **context)
{
    struct cop_error error;
    int drawn = 0;

    (void)context;
    for (int i = 3; small_games[i] != NULL; i++) {
        struct cop_game *game = cop_game_open(small_games[i], &error);
        cop_move moves[2][256];
        unsigned char state[512], without[512];
        struct cop_rng rng;

        cop_rng_seed(&rng, 7);
        for (int draw = 0; draw < 2000; draw++) {
            int turn, count;

            game->rules->start(game, state, &rng);
            cop_playout(game, state, &rng, draw % 30, moves[0]);
            memcpy(without, state, game->state_size);
            game->rules->forget(game, without);
            turn = game->rules->turn(game, state);
            if (turn != COP_OVER) {
                count = game->rules->moves(game, state, moves[0]);
                assert_int_equal(turn, game->rules->turn(game, without));
                assert_int_equal(count, game->rules->moves(game, without, moves[1]));
                assert_memory_equal(moves[0], moves[1], (size_t)count * sizeof *moves[0]);
            } else if (game->rules->turn(game, without) != COP_OVER) {
                double payoffs[2];

                game->rules->payoff(game, state, payoffs);
                assert_true(payoffs[0] == 0.5 && payoffs[1] == 0.5);
                drawn++;
            } else {
                assert_memory_equal(state, without, game->state_size);
            }
        }
        cop_game_close(game);
    }
    assert_in_range(drawn, 100, INT_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_accepted_is_true_whoever_replies),
        cmocka_unit_test(a_draw_may_go_round_in_circles_and_a_win_may_not),
        cmocka_unit_test(a_game_without_end_may_not_go_round_in_circles),
        cmocka_unit_test(pasts_are_forgotten_only_where_the_rules_say_how),
        cmocka_unit_test(games_of_chance_and_of_many_are_refused),
        cmocka_unit_test(it_ends_at_its_limits_and_when_it_is_stopped),
        cmocka_unit_test(a_past_does_nothing_but_draw),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
