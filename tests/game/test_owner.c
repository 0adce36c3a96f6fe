/* test_owner.c - whose the cells of a board are, and searches that count it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"

struct scenery {
    struct cop_game *game;
    void *state;
    int8_t of_cell[COP_OWNED_MAX];
    int count;
};

static struct scenery look_at(const char *spec, const char *position)
{
    struct scenery scenery = {.game = cop_game_open(spec, NULL)};
    struct cop_rng rng;

    assert_non_null(scenery.game);
    cop_rng_seed(&rng, 1);
    scenery.state = calloc(1, scenery.game->state_size);
    scenery.game->rules->start(scenery.game, scenery.state, &rng);
    if (position != NULL)
        assert_true(cop_position_read(scenery.game, position, scenery.state, NULL));
    scenery.count = cop_owners(scenery.game, scenery.state, scenery.of_cell);
    return scenery;
}

static void look_away(struct scenery *scenery)
{
    free(scenery->state);
    cop_game_close(scenery->game);
}

/* Each cell as a letter: who has it, or a point. */
static void assert_owners(const char *spec, const char *position, const char *expected)
{
    struct scenery scenery = look_at(spec, position);
    char letters[COP_OWNED_MAX + 1];

    for (int i = 0; i < scenery.count; i++)
        letters[i] = scenery.of_cell[i] < 0 ? '.' : (char)('0' + scenery.of_cell[i]);
    letters[scenery.count] = '\0';
    assert_string_equal(letters, expected);
    look_away(&scenery);
}

static void cells_belong_to_what_stands_on_them(void **unused)
{
    (void)unused;
    assert_owners("othello(size=4)", NULL, ".....10..01.....");
    assert_owners("samegame(width=4, height=4)", NULL, ""); /* nobody to share with */
}

/* a1 and b1 are nearer to White, d1 to Black, who also has what is behind; c1 is burnt. */
static void squares_of_the_amazons_belong_to_who_comes_first(void **unused)
{
    (void)unused;
    assert_owners("amazons(width=6, height=1)", "1WxB2 w", "00.111");
    assert_owners("amazons(width=5, height=1)", "W3B w", "0...1"); /* as far from both */
    assert_owners("amazons(width=6, height=2)", "W3Bx/xxxxxx w", "0...1.......");
    assert_owners("amazons(width=3, height=3)", "3/3/W1B w", "...0.10.1");
}

/* A square for each player of a tower's top. */
static void towers_belong_to_their_top(void **unused)
{
    struct scenery scenery = look_at("focus", NULL);
    int owned[2] = {0, 0};

    (void)unused;
    for (int i = 0; i < scenery.count; i++)
        if (scenery.of_cell[i] >= 0)
            owned[scenery.of_cell[i]]++;
    assert_int_equal(owned[0], 18);
    assert_int_equal(owned[1], 18);
    look_away(&scenery);
}

/* ---- Counting ---- */

static struct cop_ownership *count_in_search(const struct scenery *scenery, const char *spec,
                                             const char *words, struct cop_report *report)
{
    struct cop_ownership *ownership = calloc(1, sizeof *ownership);
    struct cop_watch watch = {.ownership = ownership};
    struct cop_limits limits;
    struct cop_agent *agent;

    assert_true(cop_limits_parse(words, &limits, NULL));
    agent = cop_agent_open(scenery->game, spec, &limits.means, NULL);
    assert_non_null(agent);
    cop_agent_start(agent, 3);
    *report = (struct cop_report){.best = COP_NO_MOVE};
    assert_true(cop_agent_think(agent, scenery->state, &limits, &watch, report, NULL));
    cop_agent_close(agent);
    return ownership;
}

static void assert_counted(const struct scenery *scenery, const char *spec, const char *words)
{
    struct cop_report report;
    struct cop_ownership *ownership = count_in_search(scenery, spec, words, &report);
    int64_t owned = 0;

    assert_true(report.sims > 0);
    assert_int_equal(ownership->playouts, report.sims);
    assert_int_equal(ownership->cell_count, scenery->count);
    for (int i = 0; i < ownership->cell_count; i++) {
        int64_t sum = 0;

        for (int player = 0; player < scenery->game->players; player++)
            sum += ownership->count[i][player];
        assert_in_range(sum, 0, ownership->playouts);
        owned += sum;
    }
    assert_true(owned > 0);
    free(ownership);
}

/* Every simulation counts once, and no cell has two owners. */
static void searches_count_every_simulation(void **unused)
{
    static const char *const games[] = {"amazons(size=6)", "othello(size=6)", "rolit(players=3)",
                                        "twixt(size=8)", "breakthrough(width=4, height=5)"};

    (void)unused;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct scenery scenery = look_at(games[i], NULL);

        assert_counted(&scenery, "mcts", "sims=200, memory=16M");
        assert_counted(&scenery, "mcts", "sims=200, memory=16M, threads=2");
        assert_counted(&scenery, "mcts(solver=on)", "sims=200, memory=16M");
        assert_counted(&scenery, "mc", "sims=200, memory=16M, threads=2");
        look_away(&scenery);
    }
}

/* Two threads play a leaf out together; where it is the end of a game that counts twice, too. */
static void ends_count_as_often_as_playouts(void **unused)
{
    struct scenery scenery = look_at("othello(size=4)", NULL);

    (void)unused;
    assert_counted(&scenery, "mcts(parallel=leaf)", "sims=4000, memory=16M, threads=2");
    assert_counted(&scenery, "mcts(parallel=leaf, solver=on, stop=off)",
                   "sims=4000, memory=16M, threads=2");
    look_away(&scenery);
}

/* A chain takes seven pegs at least, of which each playout has them on the board in the end,
 * whether its policy keeps the position up to date or not. */
static void quick_playouts_show_how_they_end(void **unused)
{
    static const char *const agents[] = {"mcts(playout=knowledge)", "mc(playout=knowledge)",
                                         "mcts(preset=thesis)",
                                         "mcts(playout=knowledge(home=allowed))"};
    struct scenery scenery = look_at("twixt(size=8)", NULL);

    (void)unused;
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        struct cop_report report;
        struct cop_ownership *ownership =
            count_in_search(&scenery, agents[i], "sims=200, memory=16M", &report);
        int64_t owned = 0;

        for (int cell = 0; cell < ownership->cell_count; cell++)
            owned += ownership->count[cell][0] + ownership->count[cell][1];
        assert_true(owned >= 7 * ownership->playouts);
        free(ownership);
    }
    look_away(&scenery);
}

/* Looking on changes nothing. */
static void assert_unchanged(const char *game, const char *spec)
{
    struct scenery scenery = look_at(game, NULL);
    struct cop_limits limits;
    struct cop_report counted, plain = {.best = COP_NO_MOVE};
    struct cop_agent *agent;

    free(count_in_search(&scenery, spec, "sims=500, memory=16M", &counted));
    assert_true(cop_limits_parse("sims=500, memory=16M", &limits, NULL));
    agent = cop_agent_open(scenery.game, spec, &limits.means, NULL);
    cop_agent_start(agent, 3);
    assert_true(cop_agent_think(agent, scenery.state, &limits, NULL, &plain, NULL));
    assert_int_equal(counted.best, plain.best);
    assert_true(counted.value[0] == plain.value[0] && counted.nodes == plain.nodes);
    cop_agent_close(agent);
    look_away(&scenery);
}

static void counting_does_not_change_the_search(void **unused)
{
    (void)unused;
    assert_unchanged("amazons(size=6)", "mcts(groups=on, playout_limit=3, judge=complex)");
    assert_unchanged("twixt(size=8)", "mcts(playout=knowledge)");
    assert_unchanged("twixt(size=8)",
                     "mcts(playout=knowledge, playout_limit=12, judge=connection)");
}

/* What is walled off is its owner's in every game; cut playouts see that as full ones do. */
static void clear_territory_is_owned_in_every_playout(void **unused)
{
    static const char *const agents[] = {"mcts(groups=on)",
                                         "mcts(groups=on, playout_limit=2, judge=complex)"};
    struct scenery scenery = look_at("amazons(width=6, height=3)", "2x3/W1x2B/2x3 w");

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct cop_report report;
        struct cop_ownership *ownership =
            count_in_search(&scenery, agents[i], "sims=300, memory=16M", &report);

        for (int cell = 0; cell < ownership->cell_count; cell++) {
            assert_true(cell % 6 < 2 || ownership->count[cell][0] == 0);
            assert_true(cell % 6 > 2 || ownership->count[cell][1] == 0);
        }
        assert_true(ownership->count[0][0] + ownership->count[6][0] > 0);
        free(ownership);
    }
    look_away(&scenery);
}

static void pictures_have_shares_in_their_places(void **unused)
{
    struct scenery scenery = look_at("amazons(width=4, height=2)", "1x1B/Wx2 w");
    struct cop_ownership *ownership = calloc(1, sizeof *ownership);
    struct cop_text text = COP_TEXT;

    (void)unused;
    for (int i = 0; i < 3; i++)
        cop_ownership_add(ownership, scenery.game, scenery.state);
    assert_true(cop_position_read(scenery.game, "1x1B/xxxW w", scenery.state, NULL));
    cop_ownership_add(ownership, scenery.game, scenery.state);
    cop_ownership_write(ownership, scenery.game, scenery.state, &text);
    assert_string_equal(text.bytes, "2   w75  .    b75  b100\n"
                                    "1   w75  .    b75  b75\n"
                                    "    a    b    c    d\n");
    cop_text_free(&text);
    free(ownership);
    look_away(&scenery);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_belong_to_what_stands_on_them),
        cmocka_unit_test(squares_of_the_amazons_belong_to_who_comes_first),
        cmocka_unit_test(towers_belong_to_their_top),
        cmocka_unit_test(searches_count_every_simulation),
        cmocka_unit_test(ends_count_as_often_as_playouts),
        cmocka_unit_test(quick_playouts_show_how_they_end),
        cmocka_unit_test(counting_does_not_change_the_search),
        cmocka_unit_test(clear_territory_is_owned_in_every_playout),
        cmocka_unit_test(pictures_have_shares_in_their_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
