/* test_anneal.c - games as scripts: played again as they were and after changes, with marks against
 * a plain second way to follow blocks; and the annealing of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "search/puzzle/script.h"
#include "slow_build.h"

/* ---- A walker without an agent, and scripts of its game ---- */

struct bench {
    struct cop_game *game;
    struct puzzle puzzle;
    struct puzzle_walker walker;
    struct script first, second;
    _Alignas(max_align_t) unsigned char root[COP_STATE_MAX];
};

static void open_bench(struct bench *bench, const char *game, uint64_t seed)
{
    struct cop_error error;

    memset(bench, 0, sizeof *bench);
    bench->game = cop_game_open(game, &error);
    assert_non_null(bench->game);
    bench->puzzle.game = bench->game;
    bench->puzzle.root = bench->root;
    bench->walker.puzzle = &bench->puzzle;
    bench->walker.game = bench->game;
    bench->walker.moves = calloc((size_t)bench->game->max_moves, sizeof(cop_move));
    assert_non_null(bench->walker.moves);
    cop_rng_seed(&bench->walker.rng, seed);
    bench->game->rules->start(bench->game, bench->root, &bench->walker.rng);
    assert_true(script_open(&bench->first, bench->game));
    assert_true(script_open(&bench->second, bench->game));
    script_begin(&bench->first, bench->root);
    script_begin(&bench->second, bench->root);
}

static void close_bench(struct bench *bench)
{
    script_close(&bench->first);
    script_close(&bench->second);
    free(bench->walker.moves);
    cop_game_close(bench->game);
}

/* The script's moves are legal, lead through its positions, and end the game with its total. */
static void check_script(const struct bench *bench, const struct script *script)
{
    const struct cop_rules *rules = bench->game->rules;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    memcpy(state, bench->root, bench->game->state_size);
    for (int i = 0; i < script->length; i++) {
        int count = rules->moves(bench->game, state, bench->walker.moves), at = 0;

        assert_memory_equal(state, script_state(script, i), bench->game->state_size);
        while (at < count && bench->walker.moves[at] != script->moves[i])
            at++;
        assert_true(at < count);
        rules->play(bench->game, state, script->moves[i]);
    }
    assert_memory_equal(state, script_state(script, script->length), bench->game->state_size);
    assert_int_equal(rules->turn(bench->game, state), COP_OVER);
    assert_true(rules->score(bench->game, state, 0) == script->total);
}

/* A random game into the first script. */
static void play_first(struct bench *bench)
{
    script_play(&bench->first, &bench->second, 0, NULL, 0, &bench->walker);
    check_script(bench, &bench->first);
}

static const char *const games[] = {"samegame", "samegame(width=22, height=9, colours=3)",
                                    "samegame(width=1, height=15, colours=2)", "morpion"};

enum { GAMES = sizeof games / sizeof games[0] };

static void an_unchanged_script_is_the_same_game(void **context)
{
    (void)context;
    for (int i = 0; i < GAMES; i++) {
        struct bench bench;

        open_bench(&bench, games[i], 5);
        play_first(&bench);
        for (int from = 0; from <= bench.first.length; from++) {
            struct script *again = &bench.second;

            script_begin(again, bench.root);
            script_play(again, &bench.first, from, bench.first.marks + from,
                        bench.first.length - from, &bench.walker);
            assert_int_equal(again->length, bench.first.length);
            assert_memory_equal(again->moves, bench.first.moves,
                                (size_t)again->length * sizeof *again->moves);
            assert_true(again->total == bench.first.total);
        }
        close_bench(&bench);
    }
}

/* What was adopted is whole, wherever the change was, time after time. */
static void changed_scripts_are_whole_games(void **context)
{
    (void)context;
    for (int i = 0; i < GAMES; i++) {
        struct bench bench;

        open_bench(&bench, games[i], 6);
        play_first(&bench);
        for (int round = 0; round < 60; round++) {
            uint64_t order[1024];
            int length = bench.first.length;
            int from = (int)cop_rng_below(&bench.walker.rng, (uint32_t)length), count = 0;

            for (int j = from + 1; j < length; j++) /* leaves one out, and says others twice */
                for (uint32_t k = cop_rng_below(&bench.walker.rng, 8) == 0 ? 2 : 1; k > 0; k--)
                    order[count++] = bench.first.marks[j];
            script_play(&bench.second, &bench.first, from, order, count, &bench.walker);
            script_adopt(&bench.first, &bench.second, from);
            check_script(&bench, &bench.first);
        }
        close_bench(&bench);
    }
}

/* ---- Blocks followed by a plain second way ---- */

enum { SIDE = 15 };

/* Columns of blocks from the bottom: their colours and their marks. */
struct plain {
    int width, height[SIDE], colour[SIDE][SIDE], mark[SIDE][SIDE];
    bool in_group[SIDE][SIDE];
};

static void read_plain(struct plain *plain, const struct bench *bench)
{
    struct cop_text text = COP_TEXT;

    *plain = (struct plain){.width = SIDE};
    bench->game->rules->write_position(bench->game, bench->root, &text);
    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y < SIDE; y++) {
            plain->height[x] = SIDE;
            plain->colour[x][y] = text.bytes[(SIDE - 1 - y) * (SIDE + 1) + x];
            plain->mark[x][y] = x * 16 + y;
        }
    cop_text_free(&text);
}

static int fill(struct plain *plain, int x, int y, int colour)
{
    if (x < 0 || x >= plain->width || y < 0 || y >= plain->height[x] ||
        plain->colour[x][y] != colour || plain->in_group[x][y])
        return 0;
    plain->in_group[x][y] = true;
    return 1 + fill(plain, x - 1, y, colour) + fill(plain, x + 1, y, colour) +
           fill(plain, x, y - 1, colour) + fill(plain, x, y + 1, colour);
}

/* The move that takes the block at a cell; its group is marked. */
static cop_move plain_move(struct plain *plain, int x, int y)
{
    memset(plain->in_group, 0, sizeof plain->in_group);
    if (fill(plain, x, y, plain->colour[x][y]) < 2)
        return COP_NO_MOVE;
    for (int column = 0; column < SIDE; column++)
        for (int row = 0; row < SIDE; row++)
            if (plain->in_group[column][row])
                return (cop_move)(column * 16 + row + 1);
    return COP_NO_MOVE;
}

static void take_plain(struct plain *plain)
{
    int width = 0;

    for (int x = 0; x < plain->width; x++) {
        int height = 0;

        for (int y = 0; y < plain->height[x]; y++)
            if (!plain->in_group[x][y]) {
                plain->colour[width][height] = plain->colour[x][y];
                plain->mark[width][height++] = plain->mark[x][y];
            }
        plain->height[width] = height;
        width += height > 0;
    }
    plain->width = width;
}

/* The move that a mark stands for by the plain way. */
static cop_move find_plain(struct plain *plain, int mark)
{
    for (int x = 0; x < plain->width; x++)
        for (int y = 0; y < plain->height[x]; y++)
            if (plain->mark[x][y] == mark)
                return plain_move(plain, x, y);
    return COP_NO_MOVE;
}

static void blocks_keep_their_marks(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= (is_slow_build() ? 2 : 10); seed++) {
        struct bench bench;
        struct plain plain;
        int gone = 0;

        open_bench(&bench, "samegame", seed);
        read_plain(&plain, &bench);
        play_first(&bench);
        for (int at = 0; at <= bench.first.length; at++) {
            for (int mark = 0; mark < SIDE * 16; mark++) {
                cop_move move = find_plain(&plain, mark);

                gone += move == COP_NO_MOVE;
                if (mark % 16 < SIDE)
                    assert_int_equal(script_find(&bench.first, at, (uint64_t)mark), move);
            }
            if (at == bench.first.length)
                break;
            assert_int_not_equal(plain_move(&plain, (int)(bench.first.moves[at] - 1) / 16,
                                            (int)(bench.first.moves[at] - 1) % 16),
                                 COP_NO_MOVE);
            take_plain(&plain);
        }
        assert_true(gone > SIDE * 16);
        close_bench(&bench);
    }
}

/* ---- The agent ---- */

static struct cop_report think(const char *game, const char *spec, const char *limit, uint64_t seed)
{
    struct cop_error error;
    struct cop_game *opened = cop_game_open(game, &error);
    struct cop_limits limits;
    struct cop_agent *agent;
    struct cop_report report;
    struct cop_rng rng;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    assert_non_null(opened);
    assert_true(cop_limits_parse(limit, &limits, &error));
    agent = cop_agent_open(opened, spec, &limits.means, &error);
    if (agent == NULL)
        fail_msg("%s", error.message);
    cop_rng_seed(&rng, seed);
    opened->rules->start(opened, state, &rng);
    if (!cop_agent_think(agent, state, &limits, NULL, &report, &error))
        fail_msg("%s", error.message);
    report.candidates = NULL; /* which go with the agent */
    cop_agent_close(agent);
    cop_game_close(opened);
    return report;
}

/* In games with marks and without. `nmcs` of level 1 is the best of many games as well. */
static void annealing_is_better_than_as_many_playouts(void **context)
{
    static const char *const some[] = {"samegame", "morpion"};

    (void)context;
    for (int i = 0; i < 2; i++) {
        double annealed = 0, nested = 0;

        for (uint64_t seed = 1; seed <= 3; seed++) {
            annealed += think(some[i], "anneal(steps=5k)", "sims=5k", seed).total;
            nested += think(some[i], "nmcs(level=1)", "sims=5k", seed).total;
        }
        assert_true(annealed > nested);
    }
}

/* The coldest run does nothing but go up from the game that it was given; a hot one may not. */
static void a_run_begins_with_the_game_that_is_known(void **context)
{
    struct cop_report found = think("samegame(standard=3)", "anneal(steps=3k)", "sims=3k", 1);
    struct cop_text spec = COP_TEXT;
    struct cop_error error;
    struct cop_game *game = cop_game_open("samegame(standard=3)", &error);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_report report;

    (void)context;
    assert_non_null(game);
    game->rules->start(game, state, NULL);
    cop_text_add(&spec, "anneal(warm=0.001, cool=0.001, begin=\"");
    for (int i = 0; i < found.line_length; i++) {
        cop_text_add(&spec, i > 0 ? " " : "");
        game->rules->write_move(game, state, found.line[i], &spec);
        game->rules->play(game, state, found.line[i]);
    }
    cop_text_add(&spec, "\")");
    report = think("samegame(standard=3)", spec.bytes, "sims=3k, seed=2", 1);
    assert_true(report.total > found.total);
    assert_true(report.total > think("samegame(standard=3)",
                                     "anneal(hot=0.001, warm=0.001, cool=0.001)", "sims=3k, seed=2",
                                     1)
                                   .total);
    cop_text_free(&spec);
    cop_game_close(game);
}

static void wrong_options_are_told(void **context)
{
    static const struct {
        const char *spec, *limit, *message;
    } wrong[] = {
        {"anneal(cool=2)", "sims=1", "cool=2 is above hot=1.5"},
        {"anneal(warm=0.1)", "sims=1", "cool=0.15 is above warm=0.1"},
        {"anneal(steps=0)", "sims=1", "steps"},
        {"anneal", "sims=1, memory=100k", "give more memory"},
    };
    struct cop_error error;
    struct cop_game *game = cop_game_open("samegame", &error);

    (void)context;
    assert_non_null(game);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct cop_limits limits;
        struct cop_agent *agent;

        assert_true(cop_limits_parse(wrong[i].limit, &limits, &error));
        agent = cop_agent_open(game, wrong[i].spec, &limits.means, &error);
        assert_null(agent);
        assert_non_null(strstr(error.message, wrong[i].message));
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unchanged_script_is_the_same_game),
        cmocka_unit_test(changed_scripts_are_whole_games),
        cmocka_unit_test(blocks_keep_their_marks),
        cmocka_unit_test(annealing_is_better_than_as_many_playouts),
        cmocka_unit_test(a_run_begins_with_the_game_that_is_known),
        cmocka_unit_test(wrong_options_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
