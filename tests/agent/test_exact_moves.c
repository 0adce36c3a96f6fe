/* What is known of moves without a search: it is what coppice solve says, it has words, and it gets
 * into the report of a search that did not know it. */
#include "agent/exact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/solve.h"
#include "database/build.h"
#include "folder.h"
#include "tiny/tiny.h"

struct any_state {
    _Alignas(max_align_t) unsigned char bytes[COP_STATE_MAX];
};

static void assert_words(const struct cop_exact *exact, const struct any_state *state,
                         const char *move, const char *expected)
{
    for (int i = 0; i < exact->count; i++) {
        struct cop_text word = COP_TEXT, words = COP_TEXT;
        bool is_it;

        exact->game->rules->write_move(exact->game, state, exact->candidates[i].move, &word);
        is_it = strcmp(word.bytes, move) == 0;
        if (is_it && expected == NULL)
            assert_false(cop_exact_words(exact, i, &words));
        if (is_it && expected != NULL) {
            assert_true(cop_exact_words(exact, i, &words));
            assert_string_equal(words.bytes, expected);
        }
        cop_text_free(&word);
        cop_text_free(&words);
        if (is_it)
            return;
    }
    fail_msg("there is no move %s", move);
}

static struct any_state read_state(const struct cop_game *game, const char *words)
{
    struct any_state state = {{0}};

    assert_true(game->rules->read_position(game, words, &state, NULL));
    return state;
}

static struct any_state play_moves(const struct cop_game *game, const char *moves)
{
    struct any_state state = {{0}};
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, &state, &rng);
    assert_true(cop_moves_play(game, &state, moves, NULL, NULL, NULL));
    return state;
}

/* ---- What is known ---- */

/* Three in a row wins; what leaves the other's three in a row loses. */
static void ends_and_decisive_moves_have_a_distance(void **context)
{
    struct cop_game *game = cop_game_open("connect4(width=4, height=4)", NULL);
    struct any_state state = play_moves(game, "a b a b a b");
    struct cop_exact exact;

    (void)context;
    assert_true(cop_exact_find(&exact, game, &state, NULL, NULL));
    assert_int_equal(exact.known, exact.count);
    assert_words(&exact, &state, "a", "wins in 1");
    assert_words(&exact, &state, "c", "loses in 2");
    cop_exact_free(&exact);
    cop_game_close(game);
}

/* The lead of a third heap of five cannot be made good. */
static void oracles_are_asked_for_the_position_after_the_move(void **context)
{
    struct cop_game *game = cop_game_open_rules(&tiny_nim, "heaps=5, stones=3", NULL);
    struct any_state state = read_state(game, "10033 2-0 A");
    struct cop_exact exact;

    (void)context;
    assert_true(cop_exact_find(&exact, game, &state, NULL, NULL));
    assert_int_equal(exact.known, 1);
    assert_words(&exact, &state, "a1", "proven win");
    assert_words(&exact, &state, "d1", NULL);
    cop_exact_free(&exact);
    cop_game_close(game);
}

static double solve(const struct cop_game *game, const void *state, int player)
{
    struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 1};
    struct cop_solution solution;
    double payoffs[COP_PLAYERS_MAX];
    int turn = game->rules->turn(game, state);

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, payoffs);
        return payoffs[player];
    }
    assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &limits, &solution, NULL));
    return turn == player ? solution.lower : 1 - solution.lower;
}

static int check_moves(const struct cop_game *game, const struct any_state *state)
{
    struct cop_exact exact;
    int known;

    assert_true(cop_exact_find(&exact, game, state, NULL, NULL));
    known = exact.known;
    for (int i = 0; i < exact.count; i++) {
        struct any_state child = *state;

        if (exact.candidates[i].proof == COP_UNPROVEN)
            continue;
        game->rules->play(game, &child, exact.candidates[i].move);
        assert_true(exact.candidates[i].value == solve(game, &child, exact.player));
        assert_int_equal(exact.candidates[i].kind, COP_VALUE_EXACT);
        assert_int_equal(exact.candidates[i].proof, cop_proof_of(exact.candidates[i].value));
    }
    cop_exact_free(&exact);
    return known;
}

static void check_random_games(struct cop_game *game)
{
    struct cop_rng rng;
    int known = 0;

    cop_rng_seed(&rng, 5);
    for (int i = 0; i < 20; i++) {
        struct any_state state = {{0}};
        cop_move moves[64];

        game->rules->start(game, &state, &rng);
        for (; game->rules->turn(game, &state) != COP_OVER;
             game->rules->play(game, &state, cop_random_move(game, &state, &rng, moves)))
            known += check_moves(game, &state);
    }
    assert_true(known > 0);
    cop_game_close(game);
}

static void what_is_known_is_what_solvers_say(void **context)
{
    (void)context;
    check_random_games(cop_game_open_rules(&tiny_nim, "", NULL));
    check_random_games(cop_game_open("connect4(width=4, height=4)", NULL));
    check_random_games(cop_game_open("othello(size=4)", NULL));
}

/* ---- How soon ---- */

/* Moves until a decided game ends, by looking at all of them; positive for who moves and wins,
 * negative for who loses, 0 for a draw. */
static int plain_distance(const struct cop_game *game, const struct any_state *state)
{
    cop_move moves[64];
    double payoffs[COP_PLAYERS_MAX];
    int turn = game->rules->turn(game, state), count, soonest = 0, latest = 0;
    bool draws = false;

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, payoffs);
        return payoffs[0] == 0.5 ? 0 : -1; /* who moved last has won */
    }
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct any_state child = *state;
        int after;

        game->rules->play(game, &child, moves[i]);
        after = plain_distance(game, &child);
        if (after < 0 && (soonest == 0 || -after < soonest))
            soonest = -after;
        draws = draws || after == 0;
        latest = after > latest ? after : latest;
    }
    return soonest > 0 ? soonest + 1 : draws ? 0 : -(latest + 1);
}

static int check_distances(const struct cop_game *game, const struct any_state *state)
{
    struct cop_exact exact;
    int far = 0;

    assert_true(cop_exact_find(&exact, game, state, NULL, NULL));
    for (int i = 0; i < exact.count; i++) {
        struct any_state child = *state;
        int distance;

        game->rules->play(game, &child, exact.candidates[i].move);
        distance = abs(plain_distance(game, &child));
        assert_int_equal(exact.candidates[i].distance, distance);
        far += distance > 2;
    }
    cop_exact_free(&exact);
    return far;
}

/* Positions of random games of Connect Four with few empty cells. */
static void the_solver_says_how_soon_a_game_ends(void **context)
{
    struct cop_game *game = cop_game_open("connect4(width=5, height=4)", NULL);
    struct cop_rng rng;
    int far = 0;

    (void)context;
    cop_rng_seed(&rng, 2);
    for (int i = 0; i < 60; i++) {
        struct any_state state = {{0}};
        cop_move moves[64];

        game->rules->start(game, &state, &rng);
        for (int ply = 0; ply < 11 && game->rules->turn(game, &state) != COP_OVER; ply++)
            game->rules->play(game, &state, cop_random_move(game, &state, &rng, moves));
        if (game->rules->turn(game, &state) != COP_OVER)
            far += check_distances(game, &state);
    }
    assert_true(far > 20);
    cop_game_close(game);
}

/* ---- Databases ---- */

/* A stone that takes the opposition takes the other stone at its next move, whatever that does. */
static void databases_say_how_soon_pieces_are_taken(void **context)
{
    char folder[FOLDER_ROOM];
    struct cop_game *game = cop_game_open("fanorona", NULL);
    struct cop_build_plan plan = {
        .game = game, .folder = folder, .pieces = 2, .threads = 1, .keeps_distances = true};
    struct any_state state = read_state(game, "9/9/3w5/9/5b3 w");
    struct cop_exact exact;
    bool is_stopped;

    (void)context;
    assert_int_equal(folder_make(folder), 0);
    assert_true(cop_database_build(&plan, &is_stopped, NULL));
    setenv("COPPICE_DATABASES", folder, 1);
    assert_true(cop_exact_find(&exact, game, &state, NULL, NULL));
    assert_int_equal(exact.known, exact.count);
    assert_words(&exact, &state, "d3-e3", "wins, capture in 3");
    assert_words(&exact, &state, "d3-d4", "proven draw");
    cop_exact_free(&exact);
    cop_game_close(game);
    unsetenv("COPPICE_DATABASES");
    assert_int_equal(folder_remove(folder), 0);
}

static void nothing_is_known_of_secrets_and_of_puzzles(void **context)
{
    static const char *const games[] = {"stratego(size=4)",
                                        "samegame(width=4, height=4, colours=2)"};

    (void)context;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct cop_game *game = cop_game_open(games[i], NULL);
        struct any_state state = {{0}};
        struct cop_exact exact;
        struct cop_rng rng;

        cop_rng_seed(&rng, 1);
        game->rules->start(game, &state, &rng);
        assert_true(cop_exact_find(&exact, game, &state, NULL, NULL));
        assert_int_equal(exact.known, 0);
        cop_exact_free(&exact);
        cop_game_close(game);
    }
}

static void check_words(const struct cop_game *game, const struct any_state *state)
{
    struct cop_exact exact;

    assert_true(cop_exact_find(&exact, game, state, NULL, NULL));
    for (int i = 0; i < exact.count; i++) {
        struct cop_text words = COP_TEXT;
        bool is_known = exact.candidates[i].proof != COP_UNPROVEN;

        assert_true(cop_exact_words(&exact, i, &words) == is_known);
        assert_true(exact.candidates[i].value >= 0 && exact.candidates[i].value <= 1);
        cop_text_free(&words);
    }
    cop_exact_free(&exact);
}

/* Every game can be asked, in the middle and near the end, with chance, secrets and many players:
 * what is known has words and is a share. */
static void every_game_can_be_asked(void **context)
{
    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        struct cop_game *game = cop_game_open(cop_all_rules()[i]->name, NULL);
        cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
        struct any_state state = {{0}};
        struct cop_rng rng;

        cop_rng_seed(&rng, 11);
        game->rules->start(game, &state, &rng);
        for (int ply = 0; ply < 200 && game->rules->turn(game, &state) != COP_OVER; ply++) {
            if (ply % 20 == 19)
                check_words(game, &state);
            game->rules->play(game, &state, cop_random_move(game, &state, &rng, moves));
        }
        free(moves);
        cop_game_close(game);
    }
}

/* ---- Into a report ---- */

static struct cop_report report_of(struct cop_agent *agent, const struct any_state *state)
{
    struct cop_limits limits = {.sims = 200, .means = {.threads = 1, .memory = 1 << 20}};
    struct cop_report report;

    assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
    return report;
}

/* Flat Monte Carlo proves nothing; with what is known its best move wins, and so the position is
 * won. */
static void a_search_that_knows_nothing_is_told(void **context)
{
    struct cop_game *game = cop_game_open_rules(&tiny_nim, "heaps=5, stones=3", NULL);
    struct any_state state = read_state(game, "10033 2-0 A");
    const struct cop_means means = {.threads = 1, .memory = 1 << 20};
    struct cop_agent *agent = cop_agent_open(game, "mc", &means, NULL);
    struct cop_report report = report_of(agent, &state), joined = report;
    struct cop_candidate *candidates;
    struct cop_exact exact;
    struct cop_text words = COP_TEXT;

    (void)context;
    assert_int_equal(report.proof, COP_UNPROVEN);
    assert_true(cop_exact_find(&exact, game, &state, NULL, NULL));
    candidates = cop_exact_join(&exact, &joined);
    assert_non_null(candidates);
    for (int i = 0; i < joined.candidate_count; i++) {
        bool is_win = joined.candidates[i].move == exact.candidates[0].move;

        assert_int_equal(joined.candidates[i].proof, is_win ? COP_PROVEN_WIN : COP_UNPROVEN);
        assert_true(is_win || joined.candidates[i].value == report.candidates[i].value);
    }
    assert_int_equal(joined.best, exact.candidates[0].move);
    assert_int_equal(joined.proof, COP_PROVEN_WIN);
    assert_true(cop_report_words(game, &joined, NULL, &words));
    assert_string_equal(words.bytes, "proven win");
    cop_text_free(&words);
    free(candidates);
    cop_exact_free(&exact);
    cop_agent_close(agent);
    cop_game_close(game);
}

/* A move that is known to be better than the search's own does not make the position as good as
 * that one. */
static void a_position_is_not_proven_by_a_worse_move(void **context)
{
    struct cop_game *game = cop_game_open("connect4(width=4, height=4)", NULL);
    struct any_state state = play_moves(game, "a b a b a b");
    struct cop_candidate list[4], *candidates;
    struct cop_report report = {.upper = 1, .candidates = list, .candidate_count = 4};
    struct cop_exact exact;

    (void)context;
    assert_true(cop_exact_find(&exact, game, &state, NULL, NULL));
    assert_int_equal(exact.count, 4);
    for (int i = 0; i < 4; i++)
        list[i] = (struct cop_candidate){
            .move = exact.candidates[i].move, .kind = COP_VALUE_ESTIMATE, .value = 0.5, .high = 1};
    report.best = exact.candidates[2].move;
    candidates = cop_exact_join(&exact, &report);
    assert_int_equal(report.candidates[0].proof, COP_PROVEN_WIN);
    assert_int_equal(report.candidates[2].proof, COP_PROVEN_LOSS);
    assert_int_equal(report.proof, COP_UNPROVEN);
    free(candidates);
    cop_exact_free(&exact);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_and_decisive_moves_have_a_distance),
        cmocka_unit_test(oracles_are_asked_for_the_position_after_the_move),
        cmocka_unit_test(what_is_known_is_what_solvers_say),
        cmocka_unit_test(the_solver_says_how_soon_a_game_ends),
        cmocka_unit_test(databases_say_how_soon_pieces_are_taken),
        cmocka_unit_test(every_game_can_be_asked),
        cmocka_unit_test(nothing_is_known_of_secrets_and_of_puzzles),
        cmocka_unit_test(a_search_that_knows_nothing_is_told),
        cmocka_unit_test(a_position_is_not_proven_by_a_worse_move),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
