/* test_playouts.c - what ends a playout and what its end is worth: each by its formula, and by
 * brute force on random positions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/list.h"
#include "playout_table.h"
#include "tiny/tiny.h"
#include "tree_bench.h"

static bool near(double one, double other)
{
    return fabs(one - other) < 1e-12;
}

/* ---- Judgements as chances ---- */

/* The logistic of include/coppice/game.h, written again for the player to move, or for nobody. */
static double expected_of_first(const struct table *table, const void *state)
{
    const struct cop_evaluator *evaluator = &table->rollout.judge.evaluator;
    int turn = table->game->rules->turn(table->game, state);
    double values[COP_PLAYERS_MAX], lead, sum;

    evaluator->evaluate(table->game, table->rollout.judge.prepared, state, values);
    lead = evaluator->is_zero_sum ? values[0] : values[0] - values[1];
    sum = evaluator->chance.slope * lead;
    sum += turn == 0 ? evaluator->chance.offset : turn == 1 ? -evaluator->chance.offset : 0;
    return 1 / (1 + exp(-sum));
}

static void a_judgement_becomes_its_chance(void **unused)
{
    static const struct {
        const char *spec, *judge;
    } cases[] = {{"othello", "discs"},
                 {"amazons(size=6)", "complex"},
                 {"breakthrough", "runners"},
                 {"chancebreakthrough", "stones"},
                 {"twixt(size=8)", "connection"}};
    int draws = 0;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char inside[128];
        struct table *table;

        snprintf(inside, sizeof inside, "judge=%s, judge_scale=chance, playout_limit=%d",
                 cases[i].judge, 1 + (int)i % 2);
        table = sit_down(cases[i].spec, inside);
        for (int round = 0; round < 200; round++) {
            void *end;

            walk(table, round % 12);
            end = run_out(table);
            if (!is_over(table, end)) {
                assert_true(near(table->rewards[0], expected_of_first(table, end)));
                assert_true(near(table->rewards[0] + table->rewards[1], 1));
                draws += table->game->rules->turn(table->game, end) == COP_CHANCE;
            }
            free(end);
        }
        stand_up(table);
    }
    assert_true(draws > 0);
}

/* Any two of several players have the odds that the logistic gives them in a game of two. */
static void chances_of_several_are_odds_of_two(void **unused)
{
    static const struct {
        const char *spec, *judge;
    } cases[] = {{"rolit(players=3)", "patterns"},
                 {"focus(players=4)", "captures"},
                 {"chinesecheckers(players=3)", "solitaire"}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char inside[128];
        struct table *table;

        snprintf(inside, sizeof inside, "judge=%s, judge_scale=chance, playout_limit=%d",
                 cases[i].judge, 1 + (int)i % 2);
        table = sit_down(cases[i].spec, inside);
        for (int round = 0; round < 100; round++) {
            const struct cop_chance *chance = &table->rollout.judge.evaluator.chance;
            double values[COP_PLAYERS_MAX], sum = 0;
            int turn;
            void *end;

            walk(table, round % 24);
            end = run_out(table);
            turn = table->game->rules->turn(table->game, end);
            table->rollout.judge.evaluator.evaluate(table->game, table->rollout.judge.prepared, end,
                                                    values);
            for (int one = 0; turn >= 0 && one < table->game->players; one++) {
                int other = (one + 1) % table->game->players;
                double lead = chance->slope * (values[one] - values[other]);

                lead += one == turn ? chance->offset : other == turn ? -chance->offset : 0;
                assert_true(fabs(log(table->rewards[one] / table->rewards[other]) - lead) < 1e-6);
                sum += table->rewards[one];
            }
            assert_true(turn < 0 || near(sum, 1));
            free(end);
        }
        stand_up(table);
    }
}

/* ---- Exchanges ---- */

/* What a position comes to by noisy moves, for player 0, looked through without any cut. */
static double rest_of(const struct table *table, const void *state, int plies, int *budget)
{
    const struct cop_game *game = table->game;
    const struct cop_evaluator *evaluator = &table->rollout.judge.evaluator;
    int turn = game->rules->turn(game, state), count;
    double values[COP_PLAYERS_MAX], best;
    unsigned char next[COP_STATE_MAX];
    cop_move moves[256];

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, values);
        return evaluator->lower + values[0] * (evaluator->upper - evaluator->lower);
    }
    evaluator->evaluate(game, table->rollout.judge.prepared, state, values);
    best = evaluator->is_zero_sum ? values[0] : values[0] - values[1];
    count = plies > 0 && turn >= 0 ? evaluator->noisy(game, state, moves) : 0;
    for (int i = 0; i < count && --*budget > 0; i++) {
        double value;

        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        value = rest_of(table, next, plies - 1, budget);
        best = turn == 0 ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

/* The two tables draw the same playouts. Where one is cut the other goes on, to a position that is
 * worth what all noisy moves from there are, and is judged there. */
static void assert_cut_at_rest(const char *spec, const char *judge)
{
    struct cop_text inside = COP_TEXT;
    struct table *cut, *rested;
    int checked = 0, moved = 0;

    cop_text_add(&inside, "judge=%s, playout_limit=2", judge);
    cut = sit_down(spec, inside.bytes);
    cop_text_add(&inside, ", quiet=on");
    rested = sit_down(spec, inside.bytes);
    for (int round = 0; round < 300; round++) {
        int budget = 20000;
        double expected, values[COP_PLAYERS_MAX];
        const struct cop_evaluator *evaluator = &cut->rollout.judge.evaluator;
        void *before, *after;

        walk(cut, round % 24);
        memcpy(rested->state, cut->state, cut->game->state_size);
        rested->rng = cut->rng;
        before = run_out(cut);
        after = run_out(rested);
        expected = rest_of(cut, before, 12, &budget);
        if (budget > 0) {
            budget = 1;
            assert_true(rest_of(cut, after, 0, &budget) == expected);
            moved += memcmp(before, after, cut->game->state_size) != 0;
            checked++;
        }
        if (is_over(cut, after))
            cut->game->rules->payoff(cut->game, after, values);
        else
            evaluator->evaluate(cut->game, cut->rollout.judge.prepared, after, values);
        if (!is_over(cut, after))
            values[0] = (values[0] - evaluator->lower) / (evaluator->upper - evaluator->lower);
        assert_true(near(rested->rewards[0], values[0]));
        free(before);
        free(after);
    }
    assert_true(checked > 100 && moved > 20);
    stand_up(cut);
    stand_up(rested);
    cop_text_free(&inside);
}

static void cut_games_go_on_until_exchanges_rest(void **unused)
{
    (void)unused;
    assert_cut_at_rest("breakthrough", "learned");
    assert_cut_at_rest("breakthrough(width=5, height=6)", "runners");
    assert_cut_at_rest("chancebreakthrough", "learned");
    assert_cut_at_rest("fanorona(width=5, height=5)", "mobility");
}

/* ---- Draws of long games ---- */

/* twixt.md 4.7: a draw when the plies reach d of a full board, from wherever the playout begins. */
static void long_playouts_are_draws(void **unused)
{
    static const struct {
        const char *spec;
        const char *inside;
        int full, most;
    } cases[] = {{"connect4", "draw_cut=0.5", 42, 21},
                 {"twixt(size=8)", "draw_cut=0.25", 60, 15},
                 {"othello(size=4)", "draw_cut=0.9", 12, 11}};
    int cut = 0, played = 0;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table *table = sit_down(cases[i].spec, cases[i].inside);

        for (int game = 0; game < 200; game++) {
            int before = game % 8, passes = 0;
            void *end;

            walk(table, before);
            end = run_out(table);
            for (int j = 0; j < table->trace.length; j++)
                passes += table->traced[j] == COP_PASS;
            if (is_over(table, end)) {
                played++;
            } else {
                assert_int_equal(table->game->rules->moves_left(table->game, end),
                                 cases[i].full - cases[i].most);
                if (i < 2)
                    assert_int_equal(before + table->trace.length - passes, cases[i].most);
                assert_true(table->rewards[0] == 0.5 && table->rewards[1] == 0.5);
                cut++;
            }
            free(end);
        }
        stand_up(table);
    }
    assert_true(cut > 100 && played > 20);
}

/* ---- Leads that nobody makes up for ---- */

static double points_of[COP_PLAYERS_MAX];

static double given_points(const struct cop_game *game, const void *state, int player)
{
    (void)game;
    (void)state;
    return points_of[player];
}

static int four_moves(const struct cop_game *game, const void *state)
{
    (void)game;
    (void)state;
    return 4;
}

/* ontop.md 2.15: with 4 tiles of 3 points 10 becomes 22 at most, which is less than 30. */
static void a_large_lead_ends_the_playout(void **unused)
{
    static const struct {
        int players;
        double points[3], lead;
        int winner;
    } cases[] = {{2, {30, 10}, 20, 0},     {2, {10, 30}, 20, 1},    {2, {22, 10}, 12, 0},
                 {2, {23, 10}, 13, 0},     {3, {30, 10, 25}, 5, 0}, {3, {38, 10, 25}, 13, 0},
                 {3, {25, 10, 38}, 13, 2}, {3, {10, 37, 25}, 12, 1}};
    struct cop_rules two = tiny_nim, three = tiny_three;

    (void)unused;
    two.score = three.score = given_points;
    two.moves_left = three.moves_left = four_moves;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct cop_rules *rules = cases[i].players == 2 ? &two : &three;
        struct table *table = sit_down_with(cop_game_open_rules(rules, NULL, NULL), "lead_cut=3");

        memcpy(points_of, cases[i].points, sizeof cases[i].points);
        free(run_out(table));
        assert_int_equal(table->trace.length == 0, cases[i].lead > 12);
        for (int j = 0; cases[i].lead > 12 && j < cases[i].players; j++)
            assert_true(table->rewards[j] == (j == cases[i].winner));
        stand_up(table);
    }
}

/* In OnTop: no position passed had such a lead, and the last one has it if the game is not over. */
static void ontop_is_cut_at_the_first_such_lead(void **unused)
{
    struct table *table = sit_down("ontop", "lead_cut=1");
    const struct cop_game *game = table->game;
    int cut = 0;

    (void)unused;
    for (int i = 0; i < 100; i++) {
        void *end, *state = malloc(game->state_size);

        assert_non_null(state);
        walk(table, i % 20);
        end = run_out(table);
        memcpy(state, table->state, game->state_size);
        for (int j = 0; j <= table->trace.length; j++) {
            double lead = game->rules->score(game, state, 0) - game->rules->score(game, state, 1);
            bool is_large = fabs(lead) > game->rules->moves_left(game, state);

            if (j < table->trace.length) {
                assert_false(is_large);
                game->rules->play(game, state, table->traced[j]);
            } else if (!is_over(table, state)) {
                assert_true(is_large);
                assert_true(table->rewards[0] == (lead > 0) && table->rewards[1] == (lead < 0));
                cut++;
            }
        }
        assert_memory_equal(state, end, game->state_size);
        free(state);
        free(end);
    }
    assert_true(cut > 20);
    stand_up(table);
}

/* ---- Rewards ---- */

/* Nim's heaps, of which there are four, so that nobody is ahead by more than four. */
static void margins_are_spread_over_the_range(void **unused)
{
    struct table *margin = sit_down_with(tiny_open("tiny_nim", NULL), "reward=margin");
    struct table *biased = sit_down_with(tiny_open("tiny_nim", NULL), "reward=biased, bonus=10");

    (void)unused;
    for (int i = 0; i < 100; i++) {
        void *end = run_out(margin);
        double ahead = margin->game->rules->score(margin->game, end, 0) -
                       margin->game->rules->score(margin->game, end, 1);
        double sign = (ahead > 0) - (ahead < 0), rewards[2];

        assert_true(near(margin->rewards[0], (ahead + 4) / 8));
        assert_true(near(margin->rewards[1], (4 - ahead) / 8));
        cop_rollout_reward(&biased->rollout, end, rewards);
        assert_true(near(rewards[0], (ahead + 10 * sign + 14) / 28));
        assert_true(near(rewards[1], 1 - rewards[0]));
        free(end);
    }
    stand_up(margin);
    stand_up(biased);
}

/* Of three players the margin is the one to the better of the others. */
static void margins_of_three_are_to_the_best_other(void **unused)
{
    struct cop_rules rules = tiny_three;
    struct table *table;

    (void)unused;
    rules.score = given_points;
    table = sit_down_with(cop_game_open_rules(&rules, "n=20", NULL), "reward=margin");
    memcpy(points_of, (double[]){8, 5, 2}, 3 * sizeof(double));
    cop_rollout_reward(&table->rollout, table->state, table->rewards);
    assert_true(near(table->rewards[0], (3 + 20.0) / 40));
    assert_true(near(table->rewards[1], (-3 + 20.0) / 40));
    assert_true(near(table->rewards[2], (-6 + 20.0) / 40));
    stand_up(table);
}

/* amazons-play.md 2.8: +-(k + 0.5) for k moves left to the winner, and +-(k + b) for b = 10; the
 * game's points have the half already. */
static void amazons_have_the_rewards_of_the_thesis(void **unused)
{
    struct table *score = sit_down("amazons(size=6)", "reward=score");
    struct table *margin = sit_down("amazons(size=6)", "reward=margin");
    struct table *biased = sit_down("amazons(size=6)", "reward=biased, bonus=9.5");
    double most = score->game->score_high;

    (void)unused;
    for (int i = 0; i < 50; i++) {
        void *end = run_out(score);
        double points = score->game->rules->score(score->game, end, 0);
        double k = fabs(points) - 0.5, sign = points > 0 ? 1 : -1;

        assert_true(k >= 0 && k == floor(k));
        cop_rollout_reward(&margin->rollout, end, margin->rewards);
        cop_rollout_reward(&biased->rollout, end, biased->rewards);
        assert_true(near(margin->rewards[0], score->rewards[0]));
        assert_true(near(margin->rewards[0], (points + most) / (2 * most)));
        assert_true(near(biased->rewards[0], (sign * (k + 10) + most + 9.5) / (2 * (most + 9.5))));
        assert_true(near(biased->rewards[0] + biased->rewards[1], 1));
        free(end);
    }
    stand_up(score);
    stand_up(margin);
    stand_up(biased);
}

/* Without a lead a long game is a draw in points too. */
static void draws_by_length_are_no_margin(void **unused)
{
    struct table *table = sit_down("othello", "reward=biased, draw_cut=0.5");

    (void)unused;
    for (int i = 0; i < 20; i++) {
        void *end = run_out(table);

        if (!is_over(table, end))
            assert_true(table->rewards[0] == 0.5 && table->rewards[1] == 0.5);
        free(end);
    }
    stand_up(table);
}

/* ---- Length ---- */

/* twixt.md 4.8 and its worked numbers: w = 0.5, 100 moves at most. */
static void length_counts_as_printed(void **unused)
{
    (void)unused;
    assert_true(near(cop_length_factor(0.5, 20, 100), 1.15));
    assert_true(near(cop_length_factor(0.5, 100, 100), 0.75));
    assert_true(near(cop_length_factor(0.5, 0, 100), 1.25));
    assert_true(near(cop_length_factor(1, 50, 100), 1));
    assert_true(near(cop_length_factor(0, 20, 100), 1));
    assert_true(near(cop_length_factor(2, 3, 0), 1));
}

/* Yellow's four in a row with the seventh stone of at most 42. */
static void short_wins_are_worth_more(void **unused)
{
    struct table *table = sit_down("connect4", "length_weight=0.5");
    void *won = tree_bench_state(table->game, "1212121");
    double result = 1 - 0.25 + 0.5 * 35 / 42;

    (void)unused;
    assert_true(is_over(table, won));
    cop_rollout_reward(&table->rollout, won, table->rewards);
    assert_true(near(table->rewards[0], (result + 1) / 2));
    assert_true(near(table->rewards[1], (1 - result) / 2));
    assert_true(table->rewards[0] > 1 && table->rewards[1] < 0);
    assert_true(cop_rollout_worst(&table->rollout) == -0.125);
    assert_true(cop_rollout_best(&table->rollout) == 1.125);
    free(won);
    stand_up(table);
}

/* Rewards beyond 1 make a child lose less than nothing, which its bonus must bear. */
static void history_bears_rewards_above_one(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct mcts *mcts = tree_bench_open(game, "length_weight=2, history=losses", "");
    void *state = tree_bench_state(game, "121212");
    struct cop_report report = tree_bench_search(mcts, state, "sims=5000, seed=1");

    (void)unused;
    assert_true(report.lower == -0.5 && report.upper == 1.5);
    assert_true(report.value[0] > 1 && report.value[0] <= 1.5);
    for (int i = 0; i < report.candidate_count; i++)
        assert_true(isfinite(report.candidates[i].value) && report.candidates[i].value <= 1.5);
    tree_bench_close(mcts);
    free(state);
    cop_game_close(game);
}

/* ---- Refusals ---- */

struct refusal {
    const char *game, *agent, *words;
};

static void check_refusals(const struct refusal *refusals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct cop_game *game = cop_game_open(refusals[i].game, NULL);
        struct cop_error error = {""};

        assert_non_null(game);
        assert_false(cop_agent_check(game, refusals[i].agent, NULL, NULL, &error));
        if (strstr(error.message, refusals[i].words) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", refusals[i].agent, error.message,
                     refusals[i].words);
        cop_game_close(game);
    }
}

static void what_a_game_lacks_is_refused(void **unused)
{
    static const struct refusal refusals[] = {
        {"dice", "mcts(draw_cut=0.5)", "dice does not say how many moves are left"},
        {"samegame", "mcts(draw_cut=0.5)", "has no opponent"},
        {"othello", "mcts(draw_cut=0.5, reward=score)", "no certain number of points"},
        {"connect4", "mcts(lead_cut=2)", "connect4 has no score"},
        {"samegame", "mcts(lead_cut=2)", "several players win together"},
        {"ontop(players=4, teams=on)", "mc(lead_cut=2)", "several players win together"},
        {"connect4", "mcts(reward=margin)", "connect4 has no score"},
        {"samegame", "mcts(reward=biased)", "ahead of nobody"},
        {"samegame", "mcts(decisive=win)", "nobody to win against"},
        {"dice", "mcts(length_weight=1)", "dice does not say how many moves are left"},
        {"othello", "mcts(length_weight=1, reward=margin)", "needs reward=payoff"},
        {"othello", "mcts(length_weight=1, win=0.9)", "needs reward=payoff"},
        {"othello", "mcts(length_weight=1, solver=on)", "solver=on"},
        {"othello", "mcts(length_weight=1, prune=all, dead_stats=subtract)", "dead_stats"},
    };

    (void)unused;
    check_refusals(refusals, sizeof refusals / sizeof refusals[0]);
}

static void what_would_do_nothing_is_refused(void **unused)
{
    static const struct refusal refusals[] = {
        {"othello", "mcts(even_cut=on)", "nothing to cut"},
        {"othello", "mc(even_cut=on)", "nothing to cut"},
        {"othello", "mcts(judge=discs)", "nothing to judge"},
        {"othello", "mcts(judge_scale=chance)", "needs judge"},
        {"othello", "mcts(judge=discs, line_limit=4, judge_scale=chance, reward=score)",
         "how likely a win is"},
        {"othello", "mcts(judge=none, line_limit=4, judge_scale=chance)", "no chances were fitted"},
        {"rolit(players=3)", "mcts(line_limit=4, judge_scale=chance, judge=none)",
         "no chances were fitted"},
        {"ontop(players=4, teams=on)", "mcts(line_limit=4, judge_scale=chance, judge=score)",
         "no chances were fitted"},
        {"breakthrough", "mcts(quiet=on)", "needs judge"},
        {"breakthrough", "mc(quiet=on, line_limit=4)", "needs judge"},
        {"othello", "mcts(judge=discs, line_limit=4, quiet=on)", "names no noisy moves"},
        {"breakthrough", "mcts(judge=none, line_limit=4, quiet=on)", "names no noisy moves"},
        {"othello", "mcts(bonus=5)", "reward=biased"},
        {"othello", "mcts(reward=margin, bonus=5)", "reward is margin"},
        {"othello", "mcts(reward=score, win=0.9)", "win is what a result is worth"},
        {"othello", "mcts(reward=biased, draw=0.5)", "draw is what a result is worth"},
    };

    (void)unused;
    check_refusals(refusals, sizeof refusals / sizeof refusals[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_judgement_becomes_its_chance),
        cmocka_unit_test(chances_of_several_are_odds_of_two),
        cmocka_unit_test(cut_games_go_on_until_exchanges_rest),
        cmocka_unit_test(long_playouts_are_draws),
        cmocka_unit_test(a_large_lead_ends_the_playout),
        cmocka_unit_test(ontop_is_cut_at_the_first_such_lead),
        cmocka_unit_test(margins_are_spread_over_the_range),
        cmocka_unit_test(margins_of_three_are_to_the_best_other),
        cmocka_unit_test(amazons_have_the_rewards_of_the_thesis),
        cmocka_unit_test(draws_by_length_are_no_margin),
        cmocka_unit_test(length_counts_as_printed),
        cmocka_unit_test(short_wins_are_worth_more),
        cmocka_unit_test(history_bears_rewards_above_one),
        cmocka_unit_test(what_a_game_lacks_is_refused),
        cmocka_unit_test(what_would_do_nothing_is_refused),
    };

    return cmocka_run_group_tests_name("playouts", tests, NULL, NULL);
}
