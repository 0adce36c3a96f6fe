/* Players of sums: where they move, whom they ask, when they end, and what they refuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/agent.h"
#include "tiny/tiny.h"

static const struct cop_means means = {.threads = 1, .memory = 1 << 25, .seed = 3};

/* {1|-1} in the first row, {2|-2} in the third, two moves of White's in the fifth, and two parts
 * that are each other's opposite and cold. */
static const char sum_of_four[] = "W2Bxxxxxx/xxxxxxxxxx/W3Bxxxxx/xxxxxxxxxx/W2xxxxxxx/xxxxxxxxxx/"
                                  "1WB1xxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx w";
/* Nothing is hot: 1WB1 is nobody's wish to begin in, and White has two moves of his own. */
static const char cold_sum[] = "xxxxxxxxxx/xxxxxxxxxx/W2xxxxxxx/xxxxxxxxxx/B2xxxxxxx/xxxxxxxxxx/"
                               "2WB2xxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx w";

struct bench {
    struct cop_game *game;
    struct cop_agent *agent;
    struct cop_report report;
    unsigned char state[COP_STATE_MAX];
};

static void set_up(struct bench *bench, struct cop_game *game, const char *spec)
{
    struct cop_error error = {""};

    memset(bench, 0, sizeof *bench);
    bench->game = game;
    bench->agent = cop_agent_open(game, spec, &means, &error);
    if (bench->agent == NULL)
        fail_msg("%s", error.message);
}

static void tear_down(struct bench *bench)
{
    cop_agent_close(bench->agent);
    cop_game_close(bench->game);
}

static void put(struct bench *bench, const char *position)
{
    struct cop_error error = {""};

    if (!cop_position_read(bench->game, position, bench->state, &error))
        fail_msg("%s", error.message);
}

static void think(struct bench *bench, int64_t nodes)
{
    struct cop_limits limits = {.nodes = nodes, .means = means};
    struct cop_error error = {""};

    if (!cop_agent_think(bench->agent, bench->state, &limits, NULL, &bench->report, &error))
        fail_msg("%s", error.message);
}

/* The square that the chosen amazon leaves, and so the part. */
static void assert_leaves(struct bench *bench, const char *square)
{
    struct cop_text text = COP_TEXT;

    bench->game->rules->write_move(bench->game, bench->state, bench->report.best, &text);
    text.bytes[strlen(square)] = '\0';
    assert_string_equal(text.bytes, square);
    cop_text_free(&text);
}

static const char *const specs[] = {
    "hotstrat",
    "hotstrat(temperature=thermograph)",
    "hotstrat(temperature=tds, delta=0.25)",
    "hotstrat(move=heat)",
    "hotstrat(local=mcts)",
    "hotstrat(local=dfpn)",
    "tds",
    "tds(move=heat, tds_depth=3, delta=1)",
    "hotstrat(region=agent)",
    "hotstrat(region=agent, chooser=alphabeta, move=heat)",
    "hotstrat(region=agent, local=\"pn(second=tree)\", otherwise=mc)",
};
enum { SPECS = sizeof specs / sizeof specs[0] };

static void the_hottest_part_is_played_in(void **context)
{
    (void)context;
    for (int i = 0; i < 8; i++) {
        struct bench bench;

        set_up(&bench, cop_game_open("amazons", NULL), specs[i]);
        put(&bench, sum_of_four);
        think(&bench, 4000);
        assert_leaves(&bench, "a8");
        bench.game->rules->give_turn(bench.game, bench.state, 1);
        think(&bench, 4000);
        assert_leaves(&bench, "e8");
        tear_down(&bench);
    }
}

/* In what is one's own a move costs one, in a part where nobody wants to begin perhaps more. */
static void a_cold_sum_is_played_at_home(void **context)
{
    (void)context;
    for (int i = 0; i < 8; i++) {
        struct bench bench;

        set_up(&bench, cop_game_open("amazons", NULL), specs[i]);
        put(&bench, cold_sum);
        think(&bench, 4000);
        assert_leaves(&bench, "a8");
        tear_down(&bench);
    }
}

static void another_agent_chooses_the_part(void **context)
{
    struct bench bench, chooser;

    (void)context;
    set_up(&bench, cop_game_open("amazons", NULL),
           "hotstrat(region=agent, chooser=random, local=alphabeta)");
    set_up(&chooser, cop_game_open("amazons", NULL), "random");
    put(&bench, sum_of_four);
    put(&chooser, sum_of_four);
    /* Whatever it chooses, the move is one of that part. */
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct cop_text text = COP_TEXT;
        char square[4] = "";

        cop_agent_start(bench.agent, seed);
        cop_agent_start(chooser.agent, cop_mix(seed + 3));
        think(&bench, 1000);
        think(&chooser, 1000);
        chooser.game->rules->write_move(chooser.game, chooser.state, chooser.report.best, &text);
        snprintf(square, sizeof square, "%.2s", text.bytes);
        cop_text_free(&text);
        assert_leaves(&bench, square[1] == '1' ? "a10" : square);
    }
    tear_down(&bench);
    tear_down(&chooser);
}

static void one_whole_is_left_to_another_agent(void **context)
{
    struct bench bench, other;

    (void)context;
    set_up(&bench, cop_game_open("amazons(size=6)", NULL), "hotstrat(otherwise=alphabeta)");
    set_up(&other, cop_game_open("amazons(size=6)", NULL), "alphabeta");
    bench.game->rules->start(bench.game, bench.state, NULL);
    memcpy(other.state, bench.state, sizeof other.state);
    think(&bench, 3000);
    think(&other, 3000);
    assert_int_equal(bench.report.best, other.report.best);
    assert_true(bench.report.nodes == other.report.nodes);
    tear_down(&bench);
    tear_down(&other);
}

/* Legal moves from the start to the end, and the same again with the same seed. */
static uint64_t play_out(struct bench *bench, int64_t nodes)
{
    const struct cop_game *game = bench->game;
    struct cop_rng rng;
    uint64_t signature = 0;

    cop_rng_seed(&rng, 4);
    game->rules->start(game, bench->state, &rng);
    cop_agent_start(bench->agent, 17);
    while (game->rules->turn(game, bench->state) >= 0) {
        bool is_legal = false;

        think(bench, nodes);
        for (int i = 0; i < bench->report.candidate_count; i++)
            is_legal = is_legal || bench->report.candidates[i].move == bench->report.best;
        assert_true(is_legal);
        assert_true(bench->report.nodes <= 2 * nodes + 50);
        cop_agent_played(bench->agent, bench->state, bench->report.best);
        signature = cop_mix(signature + bench->report.best);
        game->rules->play(game, bench->state, bench->report.best);
    }
    return signature;
}

static void whole_games_are_played_the_same_again(void **context)
{
    (void)context;
    for (int i = 0; i < SPECS; i++) {
        struct cop_error error = {""};
        struct bench bench;
        uint64_t first;

        set_up(&bench, cop_game_open("amazons(size=5)", &error), specs[i]);
        first = play_out(&bench, 300);
        tear_down(&bench);
        set_up(&bench, cop_game_open("amazons(size=5)", &error), specs[i]);
        assert_true(play_out(&bench, 300) == first);
        tear_down(&bench);
        set_up(&bench, cop_game_open_rules(&tiny_domino, "rows=5, columns=5", &error), specs[i]);
        play_out(&bench, 300);
        tear_down(&bench);
    }
}

struct seen {
    int count;
    bool is_whole;
};

static void see(void *context, const struct cop_report *report)
{
    struct seen *seen = context;

    seen->count++;
    seen->is_whole = report->best != COP_NO_MOVE && report->candidate_count > 0;
}

static void a_flag_ends_it_and_there_is_a_move(void **context)
{
    (void)context;
    for (int i = 0; i < SPECS; i++) {
        atomic_bool stop = true;
        struct cop_watch watch = {.stop = &stop};
        struct cop_limits limits = {.time = 100, .means = means};
        struct cop_error error = {""};
        struct bench bench;

        set_up(&bench, cop_game_open("amazons", NULL), specs[i]);
        put(&bench, sum_of_four);
        assert_true(
            cop_agent_think(bench.agent, bench.state, &limits, &watch, &bench.report, &error));
        assert_true(bench.report.best != COP_NO_MOVE);
        tear_down(&bench);
    }
}

static void progress_is_about_the_whole(void **context)
{
    struct seen seen = {0};
    struct cop_watch watch = {.period = 0.001, .progress = see, .context = &seen};
    struct cop_limits limits = {.nodes = 60000, .means = means};
    struct cop_error error = {""};
    struct bench bench;

    (void)context;
    set_up(&bench, cop_game_open("amazons", NULL), "hotstrat(local=mcts)");
    put(&bench, sum_of_four);
    assert_true(cop_agent_think(bench.agent, bench.state, &limits, &watch, &bench.report, &error));
    assert_true(seen.count > 0 && seen.is_whole);
    tear_down(&bench);
}

static void what_cannot_be_is_refused(void **context)
{
    static const struct {
        const char *game, *spec, *message;
    } rows[] = {{"othello", "hotstrat", "does not fall into parts"},
                {"amazons(split=on)", "tds", "with split=off"},
                {"amazons", "tds(delta=0.3)", "delta=0.3: coupons go down in steps of"},
                {"amazons", "hotstrat(local=nobody)", "there is no agent \"nobody\""},
                {"amazons", "hotstrat(chooser=\"gtp(command=x)\")", "runs another program"},
                {"amazons", "hotstrat(eval=nothing_such)", "nothing_such"}};

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = cop_game_open(rows[i].game, NULL);
        struct cop_error error = {""};

        assert_null(cop_agent_open(game, rows[i].spec, &means, &error));
        if (strstr(error.message, rows[i].message) == NULL)
            fail_msg("%s", error.message);
        cop_game_close(game);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hottest_part_is_played_in),
        cmocka_unit_test(a_cold_sum_is_played_at_home),
        cmocka_unit_test(another_agent_chooses_the_part),
        cmocka_unit_test(one_whole_is_left_to_another_agent),
        cmocka_unit_test(whole_games_are_played_the_same_again),
        cmocka_unit_test(a_flag_ends_it_and_there_is_a_move),
        cmocka_unit_test(progress_is_about_the_whole),
        cmocka_unit_test(what_cannot_be_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
