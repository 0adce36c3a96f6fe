/* test_stratego_people.c - Stratego: set-ups, positions as text, random play, agents. */
#include "stratego_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "golden.h"

/* ---- Set-ups ---- */

static void stratego_setup_by_moves_is_the_setup_by_text(void **context)
{
    struct cop_game *by_moves = open_stratego("stratego(setup=moves)");
    struct cop_game *by_text = open_stratego(fig57);
    struct state state = start_of(by_moves, 1), other = start_of(by_text, 1), view;
    char *text;

    (void)context;
    assert_moves(by_moves, &state, "1 2 3 4 5 6 7 8 9 B F S");
    play_words(by_moves, &state, "F B");
    assert_moves(by_moves, &state, "1 2 3 4 5 6 7 8 9 B S");
    assert_text(by_moves, &state, "10/10/10/10/2==2==2/2==2==2/10/10/10/FB8 w phase=setup");
    view = view_of(by_moves, &state, BLACK);
    assert_text(by_moves, &view, "10/10/10/10/2==2==2/2==2==2/10/10/10/UU8 w phase=setup");
    assert_moves(by_moves, &view, "?");
    play_words(by_moves, &state, fig57_white + 2);
    assert_int_equal(by_moves->rules->turn(by_moves, &state), BLACK);
    play_words(by_moves, &state, fig57_black);
    assert_same_state(&state, &other);
    view = view_of(by_moves, &state, WHITE);
    text = text_of(by_moves, &view);
    assert_non_null(strstr(text, "uuuuuuuuuu/uuuuuuuuuu/uuuuuuuuuu/uuuuuuuuuu/2==2==2/2==2==2/"
                                 "SLTCSLJPLS/PSNSLSPGBS/BTYMNBCTJP/FBNJBTBNSN w "
                                 "black=1233444555566667777888889999"));
    free(text);
    cop_game_close(by_moves);
    cop_game_close(by_text);
}

static void stratego_one_side_may_be_given(void **context)
{
    struct cop_game *game = open_stratego("stratego(size=4, setup=moves, white=fb81)");
    struct state state = start_of(game, 1);

    (void)context;
    assert_text(game, &state, "4/4/4/FBNM b phase=setup");
    game->rules->give_turn(game, &state, WHITE);
    assert_moves(game, &state, "--");
    play_words(game, &state, "-- 1 8 F B");
    assert_text(game, &state, "mnfb/4/4/FBNM w");
    cop_game_close(game);
    game = open_stratego("stratego(size=4, black=1F8B)");
    state = start_of(game, 7);
    assert_int_equal(game->rules->turn(game, &state), WHITE);
    cop_game_close(game);
}

static void stratego_example_is_the_figure_of_the_thesis(void **context)
{
    struct cop_game *by_name = open_stratego("stratego(setup=example)");
    struct cop_game *by_text = open_stratego(fig57);
    struct state state = start_of(by_name, 1), other = start_of(by_text, 2);
    char spec[100], *text;

    (void)context;
    assert_same_state(&state, &other);
    cop_game_close(by_name);
    cop_game_close(by_text);
    /* A set-up that is given comes before the named one. */
    snprintf(spec, sizeof spec, "stratego(setup=example, white=%s)", fig57_black);
    by_name = open_stratego(spec);
    state = start_of(by_name, 1);
    text = text_of(by_name, &state);
    assert_non_null(strstr(text, "jnbfbnlsnc/"));
    assert_non_null(strstr(text, "/JNBFBNLSNC w"));
    free(text);
    cop_game_close(by_name);
}

/* Every arrangement of the smallest army, equally often. */
static void stratego_deals_are_uniform(void **context)
{
    enum { DRAWS = 24000 };
    struct cop_game *game = open_stratego("stratego(size=4, white=FB81)");
    int times[24] = {0}, found = 0;
    char *texts[24];
    double sum = 0;

    (void)context;
    for (int seed = 0; seed < DRAWS; seed++) {
        struct state state = start_of(game, (uint64_t)seed);
        char *text = text_of(game, &state);
        int at = 0;

        text[4] = '\0';
        while (at < found && strcmp(texts[at], text) != 0)
            at++;
        if (at == found) {
            assert_true(found < 24);
            texts[found++] = text;
        } else {
            free(text);
        }
        times[at]++;
    }
    assert_int_equal(found, 24);
    for (int i = 0; i < 24; i++) {
        sum += (times[i] - 1000.0) * (times[i] - 1000.0) / 1000;
        free(texts[i]);
    }
    assert_true(sum < 23 + 5 * sqrt(2 * 23));
    cop_game_close(game);
}

static void stratego_wrong_setups_are_refused(void **context)
{
    static const char *const rows[][2] = {
        {"stratego(white=FB)", "white=FB has 2 pieces; a set-up names all 40"},
        {"stratego(size=4, black=FB8X)", "'X' is no rank"},
        {"stratego(size=4, black=FB8?)", "'?' is no rank"},
        {"stratego(size=4, white=FBB1)", "more than 1 of the rank B"},
        {"stratego(size=7)", "size"},
        {"stratego(size=8, setup=example)", "setup=example is for size=10"},
        {"stratego(two_squares=10)", "two_squares"},
        {"stratego(quiet=0)", "quiet"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_error error = {""};
        char spec[100];

        snprintf(spec, sizeof spec, "%s", rows[i][0]);
        if (strchr(spec, '?') != NULL)
            snprintf(spec, sizeof spec, "stratego(size=4, black=\"FB8?\")");
        assert_null(cop_game_open(spec, &error));
        if (strstr(error.message, rows[i][1]) == NULL)
            fail_msg("%s: %s", spec, error.message);
    }
}

/* ---- Positions ---- */

static void stratego_impossible_positions_are_refused(void **context)
{
    static const struct {
        const char *words, *reason;
    } rows[] = {
        {"uuu2/5/2=2/5/3TF", "after the 5 rows"},
        {"4f/5/2=2/5/3TF x", "who moves, w or b"},
        {"4f/5/2=2/5 w", "5 rows"},
        {"4f/5/5/5/3SF w", "row 3 needs 5 squares"},
        {"4f/5/2==1/5/3SF w", "row 3 needs 5 squares"},
        {"4f/6/2=2/5/3SF w", "row 4 needs 5 squares"},
        {"4f/50000000000000000000/2=2/5/3SF w", "row 4 needs 5 squares"},
        {"4f/4/2=2/5/3SF w", "row 4 needs 5 squares"},
        {"4f/0s4/2=2/5/3SF w", "row 4 needs 5 squares"},
        {"4f/5/2=2/5/3XF w", "'X' in row 1 is no piece"},
        {"4f/5/2=2/5/3-F w", "'-' in row 1 is no piece"},
        {"4f/5/2=2/5/2MMF w", "White has 2 of the rank 1"},
        {"4f/5/2=2/5/2TSF w", "White has 1 of the rank 7 and began with 0"},
        {"3ff/5/2=2/5/4F w", "Black has 2 of the rank F"},
        {"5/5/2=2/5/3SF w", "Black has no flag"},
        {"3s1/5/2=2/5/5 w", "Black has no flag"},
        {"4f/5/F1=2/5/3S1 w", "the flag on a3 cannot have moved"},
        {"4f/5/2=2/5/3BF w moved=d1", "the bomb on d1 cannot have moved"},
        {"4f/5/2=2/5/3SF w moved=a1", "moved= lists squares with pieces"},
        {"4f/5/2=2/5/3SF w known=d", "known= lists squares with pieces"},
        {"4f/5/2=2/5/3SF w known=d6", "known= lists squares with pieces"},
        {"4f/5/2=2/5/3SF w quiet=201", "quiet=201 is no number up to 200"},
        {"4f/5/2=2/5/3SF w plies=-1", "plies=-1 is no number"},
        {"4f/5/2=2/5/3SF w plies=", "plies= has no value"},
        {"4f/5/2=2/5/3SF w plies=1 plies=1", "plies= is given twice"},
        {"4f/5/2=2/5/3SF w plies=2 white_fight=9", "white_fight=9 must be the ranks"},
        {"4f/5/2=2/5/3SF w plies=2 white_fight=995", "white_fight=995 must be the ranks"},
        {"4f/5/2=2/5/3SF w plies=1 black_fight=9?", "black_fight=9? must be the ranks"},
        {"4f/5/2=2/5/3SF w plies=1 black_fight=B9", "black_fight=B9 must be the ranks"},
        {"4f/5/2=2/5/3SF w plies=1 white_fight=99", "White's last move was no attack"},
        {"4f/5/2=2/5/3SF w plies=2 quiet=1 black_fight=99", "Black's last move was no attack"},
        {"4f/5/2=2/5/3SF w plies=3 quiet=2 white_fight=99", "White's last move was no attack"},
        {"4f/5/2=2/5/3SF w colour=1", "\"colour=1\" is not understood"},
        {"4f/5/2=2/5/3SF w nothing", "\"nothing\" is not understood"},
        {"3uf/5/2=2/5/3SF w", "black= must list 1 ranks"},
        {"3uf/5/2=2/5/3SF w black=59", "black= must list 1 ranks"},
        {"3uf/5/2=2/5/3SF w black=7", "Black has no '7'"},
        {"3uf/5/2=2/5/3SF w black=5 known=d5", "known= lists an unknown piece"},
        {"2uuf/5/2=2/5/3SF w black=5B moved=c5d5", "only 1 of its unknown ranks can"},
        {"4f/5/2=2/5/3SF w white_run=d1", "white_run= is the square"},
        {"4f/5/2=2/5/3SF w white_run=d1v4", "white_run= is the square"},
        {"4f/5/2=2/5/3SF w white_run=d1v00001", "white_run= is the square"},
        {"4f/5/2=2/5/3SF w white_run=d1v000", "white_run= is the square"},
        {"4f/5/2=2/5/3SF w black_run=d1v1", "black_run= is the square"},
        {"3sf/5/2=2/5/3SF w chase=d2d1", "chase= must be the last moves"},
        {"3sf/5/2=2/5/3SF w quiet=9 chase=d1", "chase= lists the last moves"},
        {"3sf/5/2=2/5/3SF w quiet=9 chase=c5d5", "chase= must be the last moves"},
        {"4f/3s1/2=2/3S1/4F w attack=d2d4", "attack= must be a legal attack"},
        {"4f/3s1/2=2/3S1/4F w attack=d2", "attack= is the attack"},
        {"4f/3s1/2=2/3S1/4F w result=white", "result= does not fit"},
        {"4f/3s1/2=2/3S1/4F w result=me", "result=me must be"},
        {"4f/3s1/2=2/3S1/4F w fallen=d2", "fallen= must be the square"},
        {"4f/3s1/2=2/3S1/4F w fallen=z2", "fallen= is the square where"},
        {"5/5/2=2/5/FB3 w phase=play", "phase=play must be setup"},
        {"5/5/2=2/5/1FB2 w phase=setup", "in the set-up each side fills"},
        {"5/5/2=2/5/FB3 w phase=setup quiet=3", "in the set-up each side fills"},
        {"5/5/2=2/5/FF3 w phase=setup", "White has 2 of the rank F"},
    };
    struct cop_game *game = open_stratego("stratego(size=5)");

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *message = refusal_of(game, rows[i].words);

        if (strstr(message, rows[i].reason) == NULL)
            fail_msg("\"%s\" was refused with: %s", rows[i].words, message);
    }
    cop_game_close(game);
}

static void stratego_positions_come_back_from_text(void **context)
{
    static const char *const specs[] = {"stratego", "stratego(size=6)", "stratego(size=5)",
                                        "stratego(size=5, setup=moves)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_stratego(specs[i]);

        for (int seed = 1; seed <= (i == 0 ? 3 : 40); seed++) {
            struct state state = start_of(game, (uint64_t)seed);
            struct cop_rng rng;

            cop_rng_seed(&rng, (uint64_t)seed);
            for (;;) {
                char *text = text_of(game, &state);
                struct state again = position_of(game, text);

                assert_same_state(&again, &state);
                free(text);
                if (game->rules->turn(game, &state) == COP_OVER)
                    break;
                game->rules->play(game, &state, game->rules->random_move(game, &state, &rng));
            }
        }
        cop_game_close(game);
    }
}

/* ---- Random play ---- */

static void stratego_playout_is_moves_and_play(void **context)
{
    static const char *const specs[] = {"stratego", "stratego(size=6)", "stratego(size=4)",
                                        "stratego(size=5, setup=moves)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_stratego(specs[i]);
        cop_move moves[MOVES_ROOM];

        for (int seed = 1; seed <= (i == 0 ? 20 : 300); seed++) {
            struct state slow = start_of(game, (uint64_t)seed), fast = slow;
            struct cop_rng slow_rng, fast_rng;
            int count, plies = 0;

            cop_rng_seed(&slow_rng, (uint64_t)seed);
            fast_rng = slow_rng;
            for (; (count = legal_moves(game, &slow, moves)) > 0; plies++) {
                struct cop_rng rng = slow_rng;
                cop_move move = moves[cop_rng_below(&slow_rng, (uint32_t)count)];

                assert_int_equal(game->rules->random_move(game, &slow, &rng), move);
                game->rules->play(game, &slow, move);
            }
            assert_int_equal(cop_playout(game, &fast, &fast_rng, 0, moves), plies);
            assert_same_state(&fast, &slow);
            assert_true(fast_rng.state == slow_rng.state);
        }
        cop_game_close(game);
    }
}

static void stratego_golden_playthrough(void **context)
{
    (void)context;
    assert_golden_from(
        2, "stratego(size=5)",
        "d2d3 e4xe2 c2d2 d4e4 d2c2 c4d4 d3xd4 e4xd4 e2d2 c5c4 d2d3 b5c5 c2d2 c5b5 d2e2 c4d4 e2d2 "
        "d4e4 d3d4 a4a3 d2e2 a3a4 c1c2 a4a3 d4c4 a3xa2 a1xa5 b5c5 e2e3 e4d4 e3d3 "
        "d4e4 a5xc5 e4e3 d3d2 e3e2 c4d4 c5c4 d4d3 e2xe1",
        "3bb/1fm2/2=G1/1BYM1/1B1Sg w known=e1d3c4 moved=e1c2d2d3c4 plies=40 "
        "black_fight=2F white_run=d3v001 black_run=e1v1 result=black fallen=e1");
}

static void let_play(const struct cop_game *game, const char *const agents[2], uint64_t seed)
{
    struct cop_limits limits = {.sims = 50,
                                .means = {.threads = 1, .memory = 16 << 20, .seed = seed}};
    struct cop_agent *players[2];
    struct state state = start_of(game, seed);
    struct cop_error error = {""};
    int turn;

    for (int i = 0; i < 2; i++) {
        players[i] = cop_agent_open(game, agents[i], &limits.means, &error);
        if (players[i] == NULL)
            fail_msg("%s", error.message);
    }
    while ((turn = game->rules->turn(game, &state)) != COP_OVER) {
        struct cop_report report;

        assert_true(turn == WHITE || turn == BLACK);
        if (!cop_agent_think(players[turn], &state, &limits, NULL, &report, &error))
            fail_msg("%s", error.message);
        game->rules->play(game, &state, report.best);
    }
    for (int i = 0; i < 2; i++)
        cop_agent_close(players[i]);
}

static void stratego_agents_play_to_the_end(void **context)
{
    static const char *const pairs[][2] = {
        {"mcts", "random"}, {"mc", "mcts"}, {"mcts(hidden=views)", "mcts"}, {"random", "mc"}};

    (void)context;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct cop_game *game = open_stratego("stratego(size=5)");

        let_play(game, pairs[i], i + 1);
        cop_game_close(game);
        game = open_stratego("stratego(size=6, setup=moves, length=300)");
        let_play(game, pairs[i], i + 1);
        cop_game_close(game);
    }
    if (!is_slow_build()) {
        struct cop_game *game = open_stratego("stratego(length=200)");

        let_play(game, pairs[0], 1);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stratego_setup_by_moves_is_the_setup_by_text),
        cmocka_unit_test(stratego_one_side_may_be_given),
        cmocka_unit_test(stratego_example_is_the_figure_of_the_thesis),
        cmocka_unit_test(stratego_deals_are_uniform),
        cmocka_unit_test(stratego_wrong_setups_are_refused),
        cmocka_unit_test(stratego_impossible_positions_are_refused),
        cmocka_unit_test(stratego_positions_come_back_from_text),
        cmocka_unit_test(stratego_playout_is_moves_and_play),
        cmocka_unit_test(stratego_golden_playthrough),
        cmocka_unit_test(stratego_agents_play_to_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
