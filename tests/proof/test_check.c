/* test_check.c - proofs that were written by a search, and what somebody may have done to them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/solvers.h"
#include "base/allocate.h"
#include "proofs.h"

static void every_prover_writes_proofs_that_are_checked(void **context)
{
    static const struct {
        const char *game;
        enum cop_stake stake;
        const char *sentence;
    } rows[] = {
        {"connect4(width=4, height=4)", COP_STAKE_PAYOFF, "Yellow draws "},
        {"breakthrough(width=3, height=4)", COP_STAKE_PAYOFF, "White loses "},
        {"breakthrough(width=2, height=5)", COP_STAKE_PAYOFF, "White loses "},
        {"othello(size=4)", COP_STAKE_SCORE, "Black gets -10 points in "},
        {"othello(size=4)", COP_STAKE_PAYOFF, "Black loses "},
        {"twixt(size=4)", COP_STAKE_PAYOFF, "White draws "},
        {"fanorona(width=3, height=3)", COP_STAKE_PAYOFF, "White wins "},
        {"fanorona(width=3, height=5)", COP_STAKE_PAYOFF, "White wins "},
        {"fanorona(width=5, height=3)", COP_STAKE_PAYOFF, "White wins "},
        {"fanorona(width=3, height=3, repetition=threefold)", COP_STAKE_PAYOFF, "White wins "},
        {"fanorona(width=3, height=5, repetition=off, quiet=0)", COP_STAKE_PAYOFF, "White wins "},
        {"fanorona(width=3, height=7, repetition=off, quiet=0)", COP_STAKE_PAYOFF, "White wins "},
        {"fanorona(width=5, height=3, quiet=1)", COP_STAKE_PAYOFF, "White draws "},
        {"fanorona(width=5, height=3, quiet=3)", COP_STAKE_PAYOFF, "White wins "},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int j = 0; j < PROOFS_SOLVERS; j++) {
            struct cop_error error;
            struct cop_game *game = cop_game_open(rows[i].game, &error);
            struct cop_text sentence = COP_TEXT, file = COP_TEXT;

            assert_non_null(game);
            cop_text_add(&sentence, "%s%s", rows[i].sentence, game->name);
            proofs_prove_start(rows[i].game, proofs_solvers[j], rows[i].stake, &file);
            assert_proves(&file, sentence.bytes);
            cop_text_free(&sentence);
            cop_text_free(&file);
            cop_game_close(game);
        }
}

/* The search believes it, and the checker need not: fewer positions, and a proof by the rules
 * alone. */
static void an_oracle_is_asked_for_the_claim_and_not_for_the_replies(void **context)
{
    static const char *const solvers[] = {"dfpn", "dfpn(bounds=runners)"};
    struct cop_error error;
    struct cop_game *game = cop_game_open("breakthrough(width=3, height=5)", &error);
    void *state = cop_allocate(game->state_size);
    struct cop_solution solutions[2];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    for (int i = 0; i < 2; i++) {
        struct cop_text file = COP_TEXT;

        proofs_prove(game, state, solvers[i], COP_STAKE_PAYOFF, &solutions[i], &file);
        assert_proves(&file, "White loses breakthrough(width=3, height=5)");
        cop_text_free(&file);
    }
    assert_true(solutions[1].positions * 3 < solutions[0].positions);
    free(state);
    cop_game_close(game);
}

/* ---- Random positions ---- */

static void what_is_proved_is_what_a_search_of_everything_finds(void **context)
{
    static const char *const games[] = {
        "connect4(width=4, height=4)",
        "othello(size=4)",
        "breakthrough(width=3, height=5)",
        "twixt(size=4)",
        "fanorona(width=3, height=3)",
        "fanorona(width=3, height=3, quiet=6)",
        "fanorona(width=3, height=3, quiet=10, repetition=threefold)",
        "fanorona(width=3, height=3, quiet=5, repetition=off)",
        "fanorona(width=5, height=3, quiet=12)",
    };
    struct cop_error error;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 11);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct cop_game *game = cop_game_open(games[i], &error);
        void *state = cop_allocate(game->state_size);

        for (int draw = 0; draw < 12; draw++)
            if (proofs_draw_position(game, &rng, 5 + draw % 5, state))
                proofs_check_position(game, game, state, proofs_solvers[draw % PROOFS_SOLVERS]);
        free(state);
        cop_game_close(game);
    }
}

/* Where moves may keep a win for ever, and draws go round in circles. */
static void games_that_can_go_on_for_ever_are_proved(void **context)
{
    struct cop_error error;
    struct cop_game *bounded = cop_game_open("fanorona(width=3, height=3)", &error);
    struct cop_game *game =
        cop_game_open("fanorona(width=3, height=3, repetition=off, quiet=0)", &error);
    void *state = cop_allocate(game->state_size);
    int of_value[3] = {0};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 4);
    for (int draw = 0; draw < 500; draw++)
        if (proofs_draw_position(game, &rng, 2 + draw % 8, state))
            of_value[(int)(2 * proofs_check_position(game, bounded, state,
                                                     proofs_solvers[draw % PROOFS_SOLVERS]))]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(of_value[i], 5, 500);
    free(state);
    cop_game_close(bounded);
    cop_game_close(game);
}

/* ---- What somebody may have done ---- */

static void a_file_without_one_of_its_lines_is_refused(void **context)
{
    struct cop_text file = COP_TEXT, changed = COP_TEXT;

    (void)context;
    proofs_prove_start("fanorona(width=3, height=5)", "dfpn", COP_STAKE_PAYOFF, &file);
    for (int line = 1; line <= proofs_line_count(&file); line++) {
        proofs_change(&file, line, NULL, &changed);
        assert_refused(&changed, "line ");
    }
    cop_text_free(&file);
    cop_text_free(&changed);
}

/* Every byte counts, and so does every end. */
static void a_file_that_was_cut_or_changed_is_refused(void **context)
{
    struct cop_text file = COP_TEXT;
    struct cop_proved proved;
    struct cop_error error;

    (void)context;
    proofs_prove_start("fanorona(width=3, height=3)", "dfpn", COP_STAKE_PAYOFF, &file);
    for (size_t i = 0; i < file.length; i++) {
        assert_false(proofs_check(file.bytes, i, &proved, &error));
        file.bytes[i] ^= 1;
        assert_false(proofs_check(file.bytes, file.length, &proved, &error));
        file.bytes[i] ^= 1;
    }
    assert_refused(&(struct cop_text){file.bytes, file.length - 1, 0}, "cut off or changed");
    cop_text_free(&file);
}

static void replies_that_are_illegal_missing_or_too_many_are_told_with_their_line(void **context)
{
    struct cop_text file = COP_TEXT, changed = COP_TEXT, count = COP_TEXT;
    int line;

    (void)context;
    proofs_prove_start("fanorona(width=3, height=5)", "dfpn", COP_STAKE_PAYOFF, &file);
    line = proofs_line_of(&file, "replies ");
    proofs_change(&file, line + 2, "a1-a9", &changed);
    cop_text_add(&count, "line %d: ", line + 2);
    assert_refused(&changed, count.bytes);
    proofs_change(&file, line, "replies 3", &changed);
    assert_refused(&changed, "there is no reply to this position: \"");
    proofs_change(&file, line, "replies 1000", &changed);
    assert_refused(&changed, "and needs");
    proofs_change(&file, line - 1, "positions 20", &changed);
    assert_refused(&changed, "more positions than it says");
    proofs_change(&file, line - 1, "positions 100000", &changed);
    assert_refused(&changed, "was to need 100000 positions");
    proofs_change(&file, line - 1, "positions many", &changed);
    assert_refused(&changed, "is no number");
    cop_text_free(&file);
    cop_text_free(&changed);
    cop_text_free(&count);
}

/* All other legal moves in the place of each reply; few of them prove as much, and those that do
 * must leave the rest of the lines as they are. */
static void another_reply_is_no_proof_unless_it_is_one(void **context)
{
    struct cop_text file = COP_TEXT, changed = COP_TEXT;
    int refused = 0, first, last;

    (void)context;
    proofs_prove_start("connect4(width=4, height=4)", "dfpn", COP_STAKE_PAYOFF, &file);
    first = proofs_line_of(&file, "replies ") + 1;
    last = first + 40;
    for (int line = first; line < last; line++)
        for (char column[] = "a"; column[0] <= 'd'; column[0]++) {
            struct cop_proved proved;
            struct cop_error error;

            proofs_change(&file, line, column, &changed);
            if (proofs_check(changed.bytes, changed.length, &proved, &error))
                assert_string_equal(proved.sentence.bytes,
                                    "Yellow draws connect4(width=4, height=4)");
            else
                refused++;
            cop_proved_free(&proved);
        }
    assert_in_range(refused, 60, 120);
    cop_text_free(&file);
    cop_text_free(&changed);
}

static void another_claim_game_or_position_is_refused(void **context)
{
    static const struct {
        const char *line, *instead, *part;
    } rows[] = {
        {"claim ", "claim Black at least 1", "line "},
        {"claim ", "claim White at most 0", "line "},
        {"claim ", "claim White at most 0.5", "line "},
        {"claim ", "claim White at least 2", "otherwise than is claimed"},
        {"claim ", "claim White at least", "is no claim"},
        {"claim ", "claim White at least nan", "is no claim"},
        {"claim ", "claim White at least 1 point", "is no claim"},
        {"claim ", "claim White at least 1 points", "counts no points"},
        {"claim ", "claim Red at least 1", "is no claim"},
        {"game ", "game fanorona(width=3, height=3)", "line "},
        {"game ", "game fanorona(width=5, height=5)", "line "},
        {"game ", "game connect4", "line 3"},
        {"game ", "game nonsense", "line 2"},
        {"position ", "position bbb/bbb/w1b/www/www w", "line "},
        {"position ", "position nonsense", "line 3"},
        {"pasts ", "pasts perhaps", "neither kept nor forgotten"},
        {"pasts ", "pasts forgotten", "for payoffs that a draw fulfils"},
        {"images ", "images folded", "no mirror images"},
        {"coppice-proof ", "coppice-proof 2", "line 1: expected \"coppice-proof 1\""},
        {"coppice-proof ", "coppice-proof 10", "expected \"coppice-proof 1\""},
    };
    struct cop_text file = COP_TEXT, changed = COP_TEXT;

    (void)context;
    proofs_prove_start("fanorona(width=3, height=5)", "dfpn", COP_STAKE_PAYOFF, &file);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        proofs_change(&file, proofs_line_of(&file, rows[i].line), rows[i].instead, &changed);
        assert_refused(&changed, rows[i].part);
    }
    cop_text_free(&file);
    cop_text_free(&changed);
}

static void a_position_with_a_past_is_not_proved(void **context)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open("fanorona(width=3, height=5)", &error);
    void *state = cop_allocate(game->state_size);

    (void)context;
    assert_true(cop_position_read(game, "b2/3/3/3/2w w", state, &error));
    assert_true(cop_solver_writes("dfpn", game, state, &error));
    assert_true(cop_moves_play(game, state, "c1-c2", NULL, NULL, &error));
    assert_false(cop_solver_writes("dfpn", game, state, &error));
    assert_non_null(strstr(error.message, "past"));
    assert_false(cop_solver_writes("auto", game, state, &error));
    free(state);
    cop_game_close(game);
}

static void a_limit_leaves_nothing_half_written(void **context)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open("breakthrough(width=3, height=5)", &error);
    struct cop_solve_limits few = proofs_limits;
    struct cop_text file = COP_TEXT;
    struct cop_solution solution;
    void *state = cop_allocate(game->state_size);
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    assert_true(cop_solve_by("dfpn", game, state, COP_STAKE_PAYOFF, &few, &solution, &error));
    few.positions = solution.positions + 10000;
    assert_false(
        cop_solver_write("dfpn", game, state, COP_STAKE_PAYOFF, &few, &solution, &file, &error));
    assert_non_null(strstr(error.message, "limit"));
    assert_int_equal(file.length, 0);
    assert_true(solution.positions <= few.positions);
    cop_text_free(&file);
    free(state);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prover_writes_proofs_that_are_checked),
        cmocka_unit_test(an_oracle_is_asked_for_the_claim_and_not_for_the_replies),
        cmocka_unit_test(what_is_proved_is_what_a_search_of_everything_finds),
        cmocka_unit_test(games_that_can_go_on_for_ever_are_proved),
        cmocka_unit_test(a_file_without_one_of_its_lines_is_refused),
        cmocka_unit_test(a_file_that_was_cut_or_changed_is_refused),
        cmocka_unit_test(replies_that_are_illegal_missing_or_too_many_are_told_with_their_line),
        cmocka_unit_test(another_reply_is_no_proof_unless_it_is_one),
        cmocka_unit_test(another_claim_game_or_position_is_refused),
        cmocka_unit_test(a_position_with_a_past_is_not_proved),
        cmocka_unit_test(a_limit_leaves_nothing_half_written),
    };

    return cmocka_run_group_tests(tests, proofs_open, proofs_close);
}
