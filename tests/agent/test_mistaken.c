/* An agent that errs now and then: how often, with whom, and what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/agent.h"

static const struct cop_means means = {.threads = 1, .memory = 1 << 24, .seed = 3};

static struct cop_agent *open_agent(const struct cop_game *game, const char *spec)
{
    struct cop_error error = {""};
    struct cop_agent *agent = cop_agent_open(game, spec, &means, &error);

    if (agent == NULL)
        fail_msg("%s", error.message);
    return agent;
}

/* In how many of 400 searches does it choose the move that wins at once, of seven? */
static int count_wins(const char *spec)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_agent *agent = open_agent(game, spec);
    struct cop_limits limits = {.depth = 1, .nodes = 100000, .means = means};
    void *state = calloc(1, game->state_size);
    int wins = 0;

    game->rules->start(game, state, NULL);
    assert_true(cop_moves_play(game, state, "ababab", NULL, NULL, NULL));
    cop_agent_start(agent, 9);
    for (int i = 0; i < 400; i++) {
        struct cop_report report;

        assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
        wins += report.best == 1;
    }
    cop_agent_close(agent);
    cop_game_close(game);
    free(state);
    return wins;
}

/* A mistake is the winning move itself in one of seven cases. Five deviations are allowed. */
static void it_errs_as_often_as_it_is_told(void **unused)
{
    (void)unused;
    assert_int_equal(count_wins("mistaken(of=alphabeta, share=0)"), 400);
    assert_in_range(count_wins("mistaken(of=alphabeta, share=0.5)"), 180, 278);
    assert_in_range(count_wins("mistaken(of=alphabeta, share=1)"), 22, 92);
}

static void a_seed_decides_its_mistakes(void **unused)
{
    (void)unused;
    assert_int_equal(count_wins("mistaken(of=alphabeta, share=0.3)"),
                     count_wins("mistaken(of=alphabeta, share=0.3)"));
}

static void play_to_the_end(const char *spec, const char *agent_spec, const char *words)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, NULL);
    struct cop_agent *agent = open_agent(game, agent_spec);
    void *state = calloc(1, game->state_size);
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    struct cop_limits limits;
    struct cop_rng rng;

    assert_true(cop_limits_parse(words, &limits, NULL));
    cop_rng_seed(&rng, 4);
    game->rules->start(game, state, &rng);
    for (int ply = 0; ply < 200 && game->rules->turn(game, state) != COP_OVER; ply++) {
        struct cop_report report = {.best = COP_NO_MOVE};

        if (game->rules->turn(game, state) == COP_CHANCE)
            report.best = cop_random_move(game, state, &rng, moves);
        else if (!cop_agent_think(agent, state, &limits, NULL, &report, &error))
            fail_msg("%s", error.message);
        game->rules->play(game, state, report.best);
    }
    cop_agent_close(agent);
    cop_game_close(game);
    free(state);
    free(moves);
}

static void it_plays_games_of_every_kind(void **unused)
{
    (void)unused;
    play_to_the_end("samegame", "mistaken(of=mc, share=0.3)", "sims=20");
    play_to_the_end("stratego", "mistaken(of=star2, share=0.3)", "nodes=100k, depth=1");
    play_to_the_end("ontop(players=3)", "mistaken(of=maxn, share=0.3)", "nodes=100k, depth=1");
    play_to_the_end("fanorona", "mistaken(of=\"mcts(turn=whole, reuse=on)\", share=0.3)",
                    "sims=50");
}

static void assert_refused(const char *game_spec, const char *spec, const char *words,
                           const char *why)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(game_spec, NULL);
    struct cop_limits limits;

    assert_true(cop_limits_parse(words, &limits, NULL));
    assert_false(cop_agent_check(game, spec, &limits, NULL, &error));
    if (strstr(error.message, why) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, why);
    cop_game_close(game);
}

static void what_cannot_play_cannot_err(void **unused)
{
    (void)unused;
    assert_refused("ontop", "mistaken(of=alphabeta)", "1s", "mistaken: ");
    assert_refused("othello", "mistaken(of=\"gtp(command=x)\")", "1s", "another program");
    assert_refused("othello", "mistaken(of=\"mistaken(of=gtp)\")", "1s", "another program");
    assert_refused("othello", "mistaken(of=nobody)", "1s", "there is no agent \"nobody\"");
    assert_refused("othello", "mistaken(share=2)", "1s", "share");
    assert_refused("othello", "mistaken", "depth=3", "depth");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_errs_as_often_as_it_is_told),
        cmocka_unit_test(a_seed_decides_its_mistakes),
        cmocka_unit_test(it_plays_games_of_every_kind),
        cmocka_unit_test(what_cannot_play_cannot_err),
    };

    return cmocka_run_group_tests_name("mistaken", tests, NULL, NULL);
}
