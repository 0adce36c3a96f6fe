/* test_oracle.c - searches ask the databases in the folder that COPPICE_DATABASES names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/solve.h"
#include "database/build.h"
#include "folder.h"
#include "search/oracle.h"
#include "search/proof/prove.h"

/* As many stones as the database has, and one more. */
#define KNOWN "5/1w3/5/3b1/w3b w"
#define ABOVE "w1b1w/5/1b3/5/4b w"

static struct cop_game *open_game(void)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open("fanorona(width=5, height=5)", &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

static void build(const char *folder)
{
    struct cop_game *game = open_game();
    struct cop_build_plan plan = {.game = game, .folder = folder, .pieces = 4, .threads = 1};
    struct cop_error error;
    bool is_stopped;

    if (!cop_database_build(&plan, &is_stopped, &error))
        fail_msg("%s", error.message);
    cop_game_close(game);
}

/* How many positions a proof needs, or how many it had when it gave up. */
static int64_t prove(bool is_depth_first, struct cop_solution *solution)
{
    struct cop_game *game = open_game();
    struct cop_prover how = {.is_depth_first = is_depth_first, .pn = {.second_least = 1}};
    struct cop_solve_limits limits = {.positions = 20000, .memory = 64 << 20, .threads = 1};
    struct cop_error error;
    uint64_t state[64];

    if (!cop_position_read(game, ABOVE, state, &error) ||
        !cop_prove(game, state, COP_STAKE_PAYOFF, &how, &limits, solution, &error))
        fail_msg("%s", error.message);
    cop_game_close(game);
    return solution->positions;
}

static void proofs_end_where_a_database_begins(void **context)
{
    char folder[FOLDER_ROOM];

    (void)context;
    assert_int_equal(folder_make(folder), 0);
    setenv("COPPICE_DATABASES", folder, 1);
    for (int is_built = 0; is_built < 2; is_built++) {
        for (int is_depth_first = 0; is_depth_first < 2; is_depth_first++) {
            struct cop_solution solution;
            int64_t positions = prove(is_depth_first, &solution);

            assert_true((positions < 100) == is_built);
            assert_true(!is_built || solution.lower == solution.upper);
        }
        if (!is_built)
            build(folder);
    }
    assert_int_equal(folder_remove(folder), 0);
}

static void oracles_know_what_a_database_knows(void **context)
{
    char folder[FOLDER_ROOM];
    struct cop_oracles oracles;
    struct cop_bounds bounds;
    struct cop_error error;
    struct cop_game *game;
    uint64_t state[64];

    (void)context;
    assert_int_equal(folder_make(folder), 0);
    setenv("COPPICE_DATABASES", folder, 1);
    game = open_game();
    assert_true(cop_oracles_open_database(&oracles, game, &error));
    assert_null(oracles.database);
    cop_game_close(game);
    build(folder);
    game = open_game();
    assert_true(cop_oracles_open_database(&oracles, game, &error));
    assert_true(cop_position_read(game, KNOWN, state, &error));
    bounds = cop_oracles_probe(&oracles, state, COP_STAKE_PAYOFF, 0);
    assert_true(bounds.low == bounds.high);
    assert_true(cop_oracles_may_know(&oracles, &(struct cop_limits){.time = 1}));
    cop_game_close(game);
    assert_int_equal(folder_remove(folder), 0);
}

/* ---- Values with a past ---- */

enum { STATE_WORDS = 64, GAMES = 200, PLIES = 12 };

/* What `player` gets, by a proof that knows no database. */
static double prove_payoff(const struct cop_game *game, const void *state, int player)
{
    struct cop_prover how = {.is_depth_first = true};
    struct cop_solve_limits limits = {.memory = 64 << 20, .threads = 1};
    struct cop_solution solution;
    double payoffs[COP_PLAYERS_MAX];
    struct cop_error error;

    if (game->rules->turn(game, state) == COP_OVER) {
        game->rules->payoff(game, state, payoffs);
        return payoffs[player];
    }
    if (!cop_prove(game, state, COP_STAKE_PAYOFF, &how, &limits, &solution, &error))
        fail_msg("%s", error.message);
    assert_true(solution.lower == solution.upper);
    return game->rules->turn(game, state) == player ? solution.lower : 1 - solution.lower;
}

/* How many of the moves are wins or losses for certain although there is a past. */
static int check_moves(const struct cop_database *database, const struct cop_game *game,
                       const void *state)
{
    int player = game->rules->turn(game, state), with_past = 0, count;
    uint64_t after[STATE_WORDS];
    cop_move moves[128];

    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct cop_bounds bounds = {0, 1};
        struct cop_place place;
        int distance;

        memcpy(after, state, game->state_size);
        game->rules->play(game, after, moves[i]);
        if (!cop_database_weigh(database, state, after, player, &bounds, &distance) ||
            bounds.low < bounds.high)
            continue;
        assert_true(bounds.low == prove_payoff(game, after, player));
        assert_true(distance == 0 || (distance > 1 && bounds.low != 0.5));
        with_past += bounds.low != 0.5 && game->rules->indexing->place(game, after, &place) &&
                     place.has_past;
    }
    return with_past;
}

/* Few quiet moves make a draw, so that proofs are short and wins can come too late. */
static void wins_that_no_past_can_spoil_are_certain(void **context)
{
    char folder[FOLDER_ROOM];
    struct cop_error error;
    struct cop_game *game = cop_game_open("fanorona(width=3, height=5, quiet=20)", &error);
    struct cop_build_plan plan = {.folder = folder, .pieces = 3, .threads = 1};
    struct cop_database *database;
    struct cop_rng rng;
    bool is_stopped;
    int with_past = 0;

    (void)context;
    assert_int_equal(folder_make(folder), 0);
    setenv("COPPICE_DATABASES", "/nowhere", 1);
    plan.game = game;
    plan.keeps_distances = true;
    assert_true(cop_database_build(&plan, &is_stopped, &error));
    database = cop_database_open(game, folder, NULL);
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < GAMES; i++) {
        static const char *const starts[] = {"w2/3/3/3/1bb w", "w2/3/3/3/2b w", "w1w/3/3/3/1b1 b",
                                             "1w1/3/3/2b/3 w"};
        uint64_t state[STATE_WORDS];
        cop_move moves[128];

        assert_true(cop_position_read(game, starts[i % 4], state, &error));
        for (int ply = 0; ply < PLIES && game->rules->turn(game, state) != COP_OVER; ply++) {
            with_past += check_moves(database, game, state);
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        }
    }
    assert_true(with_past > 1000);
    cop_database_close(database);
    cop_game_close(game);
    assert_int_equal(folder_remove(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracles_know_what_a_database_knows),
        cmocka_unit_test(proofs_end_where_a_database_begins),
        cmocka_unit_test(wins_that_no_past_can_spoil_are_certain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
