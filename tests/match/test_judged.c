/* test_judged.c - games that end where their result is known, threads that keep to processors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/machine.h"
#include "coppice/coppice.h"
#include "coppice/solve.h"
#include "match/match.h"

static const char *const randoms[] = {"random", "random"};

static struct cop_match_plan plan_of(const struct cop_game *game, const struct cop_limits *limits,
                                     int games)
{
    return (struct cop_match_plan){.game = game,
                                   .agent_count = game->players > 1 ? 2 : 1,
                                   .agents = randoms,
                                   .limits = limits,
                                   .games = games,
                                   .threads = 1,
                                   .seed = 5};
}

static void set_limits(struct cop_limits limits[2])
{
    assert_true(cop_limits_parse("sims=1", &limits[0], NULL));
    limits[1] = limits[0];
}

/* The moves of an SGF and no more. */
static const char *moves_of(const char *sgf)
{
    const char *moves = strstr(sgf, "\n;");

    assert_non_null(moves);
    return moves;
}

/* Does the player to move win at once? By trying all moves. */
static bool wins_now(const struct cop_game *game, const void *state, int turn)
{
    cop_move moves[64];
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++) {
        _Alignas(max_align_t) unsigned char after[COP_STATE_MAX];
        double payoff[COP_PLAYERS_MAX];

        memcpy(after, state, game->state_size);
        game->rules->play(game, after, moves[i]);
        if (game->rules->turn(game, after) != COP_OVER)
            continue;
        game->rules->payoff(game, after, payoff);
        if (payoff[turn] == 1.0)
            return true;
    }
    return false;
}

/* Connect Four without databases knows what one move decides. A game ends at the first position
 * that is known, and is the same up to there as one that is played to its end. */
static void a_game_ends_where_its_result_is_first_known(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_limits limits[2];
    struct cop_match_plan judged, plain;
    struct cop_match_player *players[2];
    struct cop_text sgf[2] = {COP_TEXT, COP_TEXT};
    int ended = 0;

    (void)unused;
    set_limits(limits);
    plain = judged = plan_of(game, limits, 40);
    judged.adjudicate = true;
    players[0] = cop_match_player_open(&plain);
    players[1] = cop_match_player_open(&judged);
    for (int number = 0; number < 40; number++) {
        struct cop_game_result results[2];
        struct cop_record record = {0};
        _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
        struct cop_error error = {""};

        for (int i = 0; i < 2; i++)
            assert_int_equal(
                cop_match_player_play(players[i], 0, number, NULL, &results[i], &sgf[i], &error),
                COP_PLAY_FINISHED);
        assert_true(results[1].plies <= results[0].plies);
        assert_int_equal(strncmp(moves_of(sgf[0].bytes), moves_of(sgf[1].bytes),
                                 strcspn(moves_of(sgf[1].bytes), ")")),
                         0);
        if (results[1].ending == NULL || strcmp(results[1].ending, COP_ENDING_ADJUDGED) != 0)
            continue;
        ended++;
        assert_true(cop_record_read_game(sgf[1].bytes, sgf[1].length, game, &record, &error));
        assert_string_equal(record.comment, COP_ENDING_ADJUDGED);
        assert_true(cop_record_start(&record, game, state, &error));
        for (int ply = 0; ply < record.move_count; ply++) {
            assert_false(wins_now(game, state, game->rules->turn(game, state)));
            game->rules->play(game, state, record.moves[ply]);
        }
        assert_true(wins_now(game, state, record.move_count % 2));
        assert_true(results[1].seats[record.move_count % 2].payoff == 1.0);
        assert_true(results[1].seats[1 - record.move_count % 2].payoff == 0.0);
        assert_string_equal(record.result, record.move_count % 2 == 0 ? "B+" : "W+");
        cop_record_free(&record);
    }
    assert_true(ended > 20);
    for (int i = 0; i < 2; i++) {
        cop_match_player_close(players[i]);
        cop_text_free(&sgf[i]);
    }
    cop_game_close(game);
}

/* What a verdict says agrees with the exact value of the position, in games with oracles. */
static void verdicts_are_exact_values(void **unused)
{
    static const char *const specs[] = {"connect4(width=4, height=4)",
                                        "breakthrough(width=4, height=5)", "othello(size=4)"};
    int known = 0;

    (void)unused;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_error error = {""};
        struct cop_game *game = cop_game_open(specs[i], &error);
        struct cop_judge *judge;

        if (game == NULL)
            fail_msg("%s: %s", specs[i], error.message);
        judge = cop_judge_open(game, NULL, &error);
        assert_non_null(judge);
        for (uint64_t seed = 0; seed < 30; seed++) {
            _Alignas(max_align_t) unsigned char state[COP_STATE_MAX] = {0};
            struct cop_rng rng;
            cop_move moves[256];
            double verdict[COP_PLAYERS_MAX];
            struct cop_solve_limits limits = {.memory = 1 << 24, .threads = 1};
            struct cop_solution solution;
            int turn;

            cop_rng_seed(&rng, seed);
            game->rules->start(game, state, &rng);
            while ((turn = game->rules->turn(game, state)) != COP_OVER &&
                   !cop_judge_knows(judge, state, verdict))
                game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
            if (turn == COP_OVER)
                continue;
            known++;
            assert_true(verdict[0] + verdict[1] == 1.0);
            assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &limits, &solution, &error));
            assert_true(solution.lower == verdict[turn] && solution.upper == verdict[turn]);
        }
        cop_judge_close(judge);
        cop_game_close(game);
    }
    assert_true(known > 10);
}

static void only_judged_matches_have_another_identity(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_text texts[3] = {COP_TEXT, COP_TEXT, COP_TEXT};
    struct cop_limits limits[2];
    struct cop_match_plan plan;

    (void)unused;
    set_limits(limits);
    plan = plan_of(game, limits, 2);
    cop_match_identity(&plan, &texts[0]);
    plan.pin = true;
    cop_match_identity(&plan, &texts[1]);
    plan.adjudicate = true;
    cop_match_identity(&plan, &texts[2]);
    assert_string_equal(texts[0].bytes, texts[1].bytes);
    assert_string_not_equal(texts[0].bytes, texts[2].bytes);
    for (int i = 0; i < 3; i++)
        cop_text_free(&texts[i]);
    cop_game_close(game);
}

static void refuse(const char *spec, bool adjudicate, bool pin, int threads, int width,
                   const char *message)
{
    struct cop_game *game = cop_game_open(spec, NULL);
    struct cop_limits limits[2];
    struct cop_match_plan plan;
    struct cop_error error = {""};

    set_limits(limits);
    limits[1].means.threads = width;
    plan = plan_of(game, limits, 2);
    plan.adjudicate = adjudicate;
    plan.pin = pin;
    plan.threads = threads;
    if (message == NULL) {
        assert_true(cop_match_check(&plan, &error));
    } else {
        assert_false(cop_match_check(&plan, &error));
        if (strstr(error.message, message) == NULL)
            fail_msg("\"%s\"", error.message);
    }
    cop_game_close(game);
}

static void plans_that_cannot_be_are_refused(void **unused)
{
    int cores = cop_machine_usable();

    (void)unused;
    refuse("stratego", true, false, 1, 1, "hidden pieces");
    refuse("samegame", true, false, 1, 1, "one player alone");
    refuse("connect4", false, true, cores, 1, NULL);
    refuse("connect4", false, true, cores + 1, 1, "have processors of their own");
    refuse("connect4", false, true, 1, cores + 1, "have processors of their own");
    refuse("connect4", false, false, cores + 1, cores + 1, NULL);
}

/* Pinned or not, the games are the same, and the caller's own thread stays free. */
static void pinned_games_are_the_same(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    int cores = cop_machine_usable();
    struct cop_limits limits[2];
    struct cop_tally tallies[2] = {{0}};

    (void)unused;
    set_limits(limits);
    for (int i = 0; i < 2; i++) {
        struct cop_match_plan plan = plan_of(game, limits, 20);
        struct cop_store *store = cop_store_open(NULL, NULL);

        plan.pin = i == 1;
        plan.threads = cores < 2 ? 1 : 2;
        assert_true(cop_match_run(&plan, store, NULL, NULL));
        assert_true(cop_match_tally(&plan, store, 0, 0, &tallies[i], NULL));
        cop_store_close(store);
    }
    assert_int_equal(tallies[0].games, 20);
    assert_int_equal(tallies[1].games, 20);
    assert_true(tallies[0].payoff == tallies[1].payoff);
    assert_true(tallies[0].plies == tallies[1].plies);
    assert_int_equal(cop_machine_usable(), cores);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_ends_where_its_result_is_first_known),
        cmocka_unit_test(verdicts_are_exact_values),
        cmocka_unit_test(only_judged_matches_have_another_identity),
        cmocka_unit_test(plans_that_cannot_be_are_refused),
        cmocka_unit_test(pinned_games_are_the_same),
    };

    return cmocka_run_group_tests_name("judged", tests, NULL, NULL);
}
