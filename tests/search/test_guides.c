/* test_guides.c - playouts that learn from simulations: which move the tables of results and of
 * good replies suggest, by their formulas, and by a second set of tables beside real searches. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/exponential.h"
#include "tree_bench.h"

enum { COLUMNS = 7 };

struct guided {
    struct cop_game *game;
    struct mcts *mcts;
    struct worker *worker;
    const struct part_use *use;
    void *state;
};

static struct guided set_up(const char *agent, const struct mcts_part *part)
{
    struct guided bench = {.game = cop_game_open("connect4", NULL)};

    bench.mcts = tree_bench_open(bench.game, agent, "");
    bench.worker = &bench.mcts->workers[0];
    bench.state = tree_bench_state(bench.game, "");
    bench.use = bench.mcts->parts.uses;
    for (int i = 0; i < bench.mcts->parts.count; i++)
        if (bench.mcts->parts.uses[i].part == part)
            bench.use = &bench.mcts->parts.uses[i];
    assert_ptr_equal(bench.use->part, part);
    return bench;
}

static void tear_down(struct guided *bench)
{
    tree_bench_close(bench->mcts);
    free(bench->state);
    cop_game_close(bench->game);
}

/* A made-up simulation without a tree: moves in turn, the first player's first, and what the first
 * player got. */
static void pretend(struct guided *bench, const char *columns, double reward)
{
    struct worker *worker = bench->worker;

    worker->weight = 1;
    worker->gained[0] = fixed_point(reward);
    worker->gained[1] = fixed_point(1 - reward);
    worker->trace.length = (int)strlen(columns);
    for (int i = 0; i < worker->trace.length; i++) {
        worker->trace.players[i] = (int8_t)(i % 2);
        worker->trace.moves[i] = (cop_move)(columns[i] - '0');
    }
    bench->use->part->update(bench->use, worker, 0);
}

static cop_move suggested(const struct guided *bench, const void *state, int player,
                          struct cop_rng *rng)
{
    cop_move moves[COLUMNS];

    return bench->use->part->suggest(bench->use, bench->worker, state, player, rng, moves);
}

/* ---- Results of moves ---- */

static void the_exponential_is_right(void **unused)
{
    (void)unused;
    assert_true(cop_exp(0) == 1);
    assert_true(cop_exp(-1e9) == 0);
    for (int i = 0; i <= 1865; i++)
        assert_true(fabs(cop_exp(-0.37 * i) / exp(-0.37 * i) - 1) < 1e-12);
    assert_true(cop_exp_quick(0) == 1);
    for (int i = -600; i <= 600; i++)
        assert_true(fabs(cop_exp_quick(0.999 * i) / exp(0.999 * i) - 1) < 1e-13);
    for (int i = -50; i <= 50; i++)
        assert_true(fabs(cop_logistic(i) - 1 / (1 + exp(-i))) < 1e-15);
    assert_true(cop_logistic(1e9) == 1 && cop_logistic(-1e9) < 1e-200);
}

/* ontop.md 2.14: by exp(H / tau), H the mean result from -1 to 1 and 0 where there is none. */
static void moves_are_drawn_by_the_softmax_of_their_results(void **unused)
{
    static const double results[COLUMNS] = {1, -1, 0.5, 0, 0, 0, 0};
    static const char *const agents[] = {"guide=mast", "guide=history, guide_temperature=0.25"};
    static const double temperatures[] = {0.5, 0.25};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct guided bench = set_up(agents[i], &mcts_guide);
        int drawn[COLUMNS] = {0}, draws = 50000;
        struct cop_rng rng;
        double total = 0;

        pretend(&bench, "1", 1);
        pretend(&bench, "2", 0);
        for (int j = 0; j < 4; j++)
            pretend(&bench, "3", j < 3 ? 1 : 0);
        cop_rng_seed(&rng, 1);
        for (int j = 0; j < draws; j++)
            drawn[suggested(&bench, bench.state, 0, &rng) - 1]++;
        for (int j = 0; j < COLUMNS; j++)
            total += exp(results[j] / temperatures[i]);
        for (int j = 0; j < COLUMNS; j++) {
            double share = exp(results[j] / temperatures[i]) / total;

            assert_true(fabs(drawn[j] - draws * share) < 5 * sqrt(draws * share) + 1);
        }
        tear_down(&bench);
    }
}

static void greedy_guides_take_the_best_or_leave_it(void **unused)
{
    static const char *const agents[] = {"guide=mast, guide_pick=greedy, guide_epsilon=0",
                                         "guide=mast, guide_pick=greedy",
                                         "guide=mast, guide_pick=greedy, guide_epsilon=1"};
    static const double left[] = {0, 0.5, 1};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct guided bench = set_up(agents[i], &mcts_guide);
        int best = 0, none = 0, draws = 10000;
        struct cop_rng rng;

        pretend(&bench, "3", 0.75);
        pretend(&bench, "5", 0.25);
        cop_rng_seed(&rng, 1);
        for (int j = 0; j < draws; j++) {
            cop_move move = suggested(&bench, bench.state, 0, &rng);

            best += move == 3;
            none += move == COP_NO_MOVE;
        }
        assert_int_equal(best + none, draws);
        assert_true(fabs(none - left[i] * draws) < 5 * sqrt(draws * 0.25));
        tear_down(&bench);
    }
}

/* Of equally good moves each is taken as often. */
static void greedy_guides_break_ties_at_random(void **unused)
{
    struct guided bench = set_up("guide=mast, guide_pick=greedy, guide_epsilon=0", &mcts_guide);
    int drawn[COLUMNS] = {0};
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 1);
    for (int i = 0; i < 7000; i++)
        drawn[suggested(&bench, bench.state, 0, &rng) - 1]++;
    for (int i = 0; i < COLUMNS; i++)
        assert_true(abs(drawn[i] - 1000) < 170);
    tear_down(&bench);
}

static cop_move best_of(const struct guided *bench, int player)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    return suggested(bench, bench->state, player, &rng);
}

/* The first player's column 2 won, and so the second player's column 4 lost. */
static void mast_knows_players_apart_and_history_does_not(void **unused)
{
    struct guided mast = set_up("guide=mast, guide_pick=greedy, guide_epsilon=0", &mcts_guide);
    struct guided history =
        set_up("guide=history, guide_pick=greedy, guide_epsilon=0", &mcts_guide);

    (void)unused;
    pretend(&mast, "24", 1);
    pretend(&history, "24", 1);
    assert_int_equal(best_of(&mast, 0), 2);
    assert_int_not_equal(best_of(&mast, 1), 4);
    assert_int_equal(best_of(&history, 0), 2);
    assert_int_equal(best_of(&history, 1), 2);
    pretend(&mast, "57", 0);
    pretend(&history, "57", 0);
    assert_int_equal(best_of(&mast, 0), 2);
    assert_int_equal(best_of(&mast, 1), 7);
    pretend(&history, "2", 0);
    assert_int_equal(best_of(&history, 0), 7);
    tear_down(&mast);
    tear_down(&history);
}

static void a_guide_is_kept_for_a_game_or_a_search(void **unused)
{
    struct guided game = set_up("guide=mast, guide_pick=greedy, guide_epsilon=0", &mcts_guide);
    struct guided search =
        set_up("guide=mast, guide_pick=greedy, guide_epsilon=0, guide_keep=search", &mcts_guide);
    cop_move unknown = best_of(&game, 0), good = unknown % COLUMNS + 1;
    char columns[] = {(char)('0' + good), '\0'};

    (void)unused;
    pretend(&game, columns, 1);
    pretend(&search, columns, 1);
    assert_int_equal(best_of(&search, 0), good);
    parts_begin(&game.mcts->parts, false);
    parts_begin(&search.mcts->parts, true);
    assert_int_equal(best_of(&game, 0), good);
    assert_int_equal(best_of(&search, 0), unknown);
    parts_start(&game.mcts->parts);
    assert_int_equal(best_of(&game, 0), unknown);
    tear_down(&game);
    tear_down(&search);
}

/* ---- Replies ---- */

/* What `player` replies in the start position to the moves before, the later one last. */
static cop_move reply_to(const struct guided *bench, int player, cop_move earlier, cop_move later)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    bench->worker->last[0] = later;
    bench->worker->last[1] = earlier;
    return suggested(bench, bench->state, player, &rng);
}

static void the_winner_s_last_replies_are_remembered(void **unused)
{
    struct guided bench = set_up("reply=on", &mcts_reply);

    (void)unused;
    pretend(&bench, "12345", 1);
    assert_int_equal(reply_to(&bench, 0, 0, 2), 3);
    assert_int_equal(reply_to(&bench, 0, 7, 4), 5);
    assert_int_equal(reply_to(&bench, 1, 0, 1), COP_NO_MOVE); /* the loser's */
    assert_int_equal(reply_to(&bench, 0, 0, 0), COP_NO_MOVE); /* nothing before */
    pretend(&bench, "126", 1);
    assert_int_equal(reply_to(&bench, 0, 0, 2), 6); /* the later one counts */
    pretend(&bench, "127", 0.5);
    assert_int_equal(reply_to(&bench, 0, 0, 2), 6); /* a draw teaches nothing */
    pretend(&bench, "126", 0);
    assert_int_equal(reply_to(&bench, 0, 0, 2), 6); /* nor does a loss, */
    assert_int_equal(reply_to(&bench, 1, 0, 1), 2); /* to the loser */
    parts_begin(&bench.mcts->parts, false);
    assert_int_equal(reply_to(&bench, 0, 0, 2), 6);
    parts_start(&bench.mcts->parts);
    assert_int_equal(reply_to(&bench, 0, 0, 2), COP_NO_MOVE);
    tear_down(&bench);
}

static void the_loser_s_replies_are_forgotten(void **unused)
{
    struct guided bench = set_up("reply=forget", &mcts_reply);

    (void)unused;
    pretend(&bench, "123", 1);
    pretend(&bench, "124", 0);
    assert_int_equal(reply_to(&bench, 0, 0, 2), 3); /* another reply has lost */
    pretend(&bench, "523", 0.5);
    assert_int_equal(reply_to(&bench, 0, 0, 2), 3);
    pretend(&bench, "523", 0);
    assert_int_equal(reply_to(&bench, 0, 0, 2), COP_NO_MOVE);
    assert_int_equal(reply_to(&bench, 1, 0, 5), 2);
    tear_down(&bench);
}

static void replies_to_two_moves_come_first(void **unused)
{
    struct guided bench = set_up("reply=forget, reply_depth=2", &mcts_reply);

    (void)unused;
    pretend(&bench, "123", 1);
    pretend(&bench, "726", 1);
    assert_int_equal(reply_to(&bench, 0, 1, 2), 3);
    assert_int_equal(reply_to(&bench, 0, 7, 2), 6);
    assert_int_equal(reply_to(&bench, 0, 5, 2), 6); /* only the later move is known */
    assert_int_equal(reply_to(&bench, 0, 0, 2), 6);
    pretend(&bench, "123", 0);
    assert_int_equal(reply_to(&bench, 0, 1, 2), 6); /* the pair's reply is forgotten */
    assert_int_equal(reply_to(&bench, 0, 7, 2), 6);
    tear_down(&bench);
}

static void an_illegal_reply_is_not_suggested(void **unused)
{
    struct guided bench = set_up("reply=on, reply_depth=2", &mcts_reply);
    void *state = tree_bench_state(bench.game, "333333"); /* column 3 is full */
    struct cop_rng rng;

    (void)unused;
    pretend(&bench, "123", 1);
    bench.worker->last[0] = 2;
    bench.worker->last[1] = 1;
    cop_rng_seed(&rng, 1);
    assert_int_equal(suggested(&bench, bench.state, 0, &rng), 3);
    assert_int_equal(suggested(&bench, state, 0, &rng), COP_NO_MOVE);
    pretend(&bench, "524", 1); /* the reply to one move is legal, that to two is not */
    assert_int_equal(suggested(&bench, state, 0, &rng), 4);
    free(state);
    tear_down(&bench);
}

/* Slow tables for Connect Four, where a move is one of seven. */
struct model {
    cop_move ones[2][COLUMNS + 1], pairs[2][COLUMNS + 1][COLUMNS + 1];
};

static void model_learns(struct model *model, const int *players, const cop_move *moves, int count,
                         int winner)
{
    for (int i = 1; i < count; i++) {
        cop_move *one = &model->ones[players[i]][moves[i - 1]];
        cop_move *pair = i > 1 ? &model->pairs[players[i]][moves[i - 2]][moves[i - 1]] : NULL;

        if (players[i] == winner) {
            *one = moves[i];
            if (pair != NULL)
                *pair = moves[i];
        } else {
            *one = *one == moves[i] ? COP_NO_MOVE : *one;
            if (pair != NULL && *pair == moves[i])
                *pair = COP_NO_MOVE;
        }
    }
}

static void model_sees(struct model *model, const struct worker *worker)
{
    int players[128], count = 0;
    cop_move moves[128];

    for (int i = 0; i < worker->path_end; i++, count++) {
        players[count] = node_turn(worker->path[i]);
        moves[count] = worker->path[i + 1]->move;
    }
    for (int i = 0; i < worker->trace.length; i++, count++) {
        players[count] = worker->trace.players[i];
        moves[count] = worker->trace.moves[i];
    }
    if (worker->gained[0] != worker->gained[1])
        model_learns(model, players, moves, count, worker->gained[1] > worker->gained[0]);
}

static void replies_of_real_searches_are_a_model_s(void **unused)
{
    struct guided bench = set_up("reply=forget, reply_depth=2", &mcts_reply);
    struct model model = {0};
    int known = 0;

    (void)unused;
    tree_bench_search(bench.mcts, bench.state, "sims=1, seed=1");
    parts_start(&bench.mcts->parts);
    for (int i = 0; i < 3000; i++) {
        assert_true(simulate(bench.worker));
        model_sees(&model, bench.worker);
    }
    for (int player = 0; player < 2; player++)
        for (cop_move later = 1; later <= COLUMNS; later++)
            for (cop_move earlier = 0; earlier <= COLUMNS; earlier++) {
                cop_move to_pair = model.pairs[player][earlier][later];
                cop_move expected = to_pair != COP_NO_MOVE ? to_pair : model.ones[player][later];

                assert_int_equal(reply_to(&bench, player, earlier, later), expected);
                known += to_pair != COP_NO_MOVE;
            }
    assert_true(known > 40);
    tear_down(&bench);
}

/* What is remembered before a simulation. */
static struct model recalled(const struct guided *bench)
{
    struct model model = {0};

    for (int player = 0; player < 2; player++)
        for (cop_move later = 1; later <= COLUMNS; later++)
            for (cop_move earlier = 0; earlier <= COLUMNS; earlier++)
                model.pairs[player][earlier][later] = reply_to(bench, player, earlier, later);
    return model;
}

static bool is_legal(const struct cop_game *game, const void *state, cop_move move)
{
    cop_move list[COLUMNS];
    int count = game->rules->moves(game, state, list);

    for (int i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

/* Every move of a playout that has a legal reply is that reply. Returns how many there were. */
static int count_followed(const struct guided *bench, const struct model *model)
{
    const struct worker *worker = bench->worker;
    int end = worker->path_end, followed = 0;
    cop_move later = end > 0 ? worker->path[end]->move : COP_NO_MOVE;
    cop_move earlier = end > 1 ? worker->path[end - 1]->move : COP_NO_MOVE;
    unsigned char state[64];

    memcpy(state, worker->state, bench->game->state_size);
    for (int i = 0; i < worker->trace.length; i++) {
        cop_move move = worker->trace.moves[i];
        cop_move reply = model->pairs[worker->trace.players[i]][earlier][later];

        if (reply != COP_NO_MOVE && is_legal(bench->game, state, reply)) {
            assert_int_equal(move, reply);
            followed++;
        }
        earlier = later;
        later = move;
        bench->game->rules->play(bench->game, state, move);
    }
    return followed;
}

static void playouts_follow_their_replies(void **unused)
{
    static const char *const agents[] = {"reply=on", "reply=forget, reply_depth=2"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct guided bench = set_up(agents[i], &mcts_reply);
        int followed = 0;

        tree_bench_search(bench.mcts, bench.state, "sims=100, seed=1");
        for (int j = 0; j < 200; j++) {
            struct model model = recalled(&bench);

            assert_true(simulate(bench.worker));
            followed += count_followed(&bench, &model);
        }
        assert_true(followed > 500);
        tear_down(&bench);
    }
}

/* ---- Whole searches ---- */

static void guided_searches_are_repeated_and_share_tables(void **unused)
{
    static const char *const agents[] = {"guide=mast",
                                         "guide=history, guide_pick=greedy, guide_keep=search",
                                         "reply=forget, reply_depth=2, guide=mast, decisive=both"};
    static const char *const games[] = {"connect4", "ontop", "stratego(size=4)", "rolit"};

    (void)unused;
    for (int i = 0; i < 12; i++) {
        struct cop_game *game = cop_game_open(games[i / 3], NULL);
        struct mcts *mcts = tree_bench_open(game, agents[i % 3], "");
        struct mcts *many = tree_bench_open(
            game, game->is_hidden ? "guide=mast, parallel=root" : agents[i % 3], "threads=3");
        struct cop_report one, other;
        struct cop_rng rng;
        void *state = malloc(game->state_size);

        assert_non_null(state);
        cop_rng_seed(&rng, 5);
        game->rules->start(game, state, &rng);
        while (game->rules->turn(game, state) == COP_CHANCE)
            game->rules->play(game, state, cop_random_move(game, state, &rng, mcts->moves));
        one = tree_bench_search(mcts, state, "sims=500, seed=3");
        other = tree_bench_search(mcts, state, "sims=500, seed=3");
        assert_int_equal(one.best, other.best);
        assert_true(memcmp(one.value, other.value, sizeof one.value) == 0);
        assert_int_equal(tree_bench_search(many, state, "sims=600, threads=3").sims, 600);
        tree_bench_close(mcts);
        tree_bench_close(many);
        free(state);
        cop_game_close(game);
    }
}

static void what_would_do_nothing_is_refused(void **unused)
{
    static const struct {
        const char *game, *agent, *words;
        int threads;
    } cases[] = {
        {"othello", "mcts(guide_temperature=0.1)",
         "guide_temperature does nothing here; it needs guide", 1},
        {"othello", "mcts(guide=none, guide_keep=game)", "guide_keep does nothing", 1},
        {"othello", "mcts(guide=mast, guide_epsilon=0.1)", "guide_pick=greedy", 1},
        {"othello", "mcts(guide=mast, guide_pick=greedy, guide_temperature=1)", "softmax", 1},
        {"othello", "mcts(reply_depth=2)", "reply_depth does nothing here; it needs reply", 1},
        {"samegame", "mcts(reply=on)", "nobody to reply to", 1},
        {"othello", "mcts(guide=mast, parallel=leaf)", "parallel=leaf", 2},
        {"othello", "mcts(reply=on, parallel=leaf)", "parallel=leaf", 2},
        {"othello", "mc(guide=mast)", "guide", 1},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = cop_game_open(cases[i].game, NULL);
        struct cop_limits limits = {.sims = 1, .means.threads = cases[i].threads};
        struct cop_error error = {""};

        assert_false(cop_agent_check(game, cases[i].agent, &limits, NULL, &error));
        if (strstr(error.message, cases[i].words) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", cases[i].agent, error.message,
                     cases[i].words);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exponential_is_right),
        cmocka_unit_test(moves_are_drawn_by_the_softmax_of_their_results),
        cmocka_unit_test(greedy_guides_take_the_best_or_leave_it),
        cmocka_unit_test(greedy_guides_break_ties_at_random),
        cmocka_unit_test(mast_knows_players_apart_and_history_does_not),
        cmocka_unit_test(a_guide_is_kept_for_a_game_or_a_search),
        cmocka_unit_test(the_winner_s_last_replies_are_remembered),
        cmocka_unit_test(the_loser_s_replies_are_forgotten),
        cmocka_unit_test(replies_to_two_moves_come_first),
        cmocka_unit_test(an_illegal_reply_is_not_suggested),
        cmocka_unit_test(replies_of_real_searches_are_a_model_s),
        cmocka_unit_test(playouts_follow_their_replies),
        cmocka_unit_test(guided_searches_are_repeated_and_share_tables),
        cmocka_unit_test(what_would_do_nothing_is_refused),
    };

    return cmocka_run_group_tests_name("guides", tests, NULL, NULL);
}
