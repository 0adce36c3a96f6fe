/* test_measures.c - ratings in a pool, one player on paired boards, problems solved and the nodes
 * that took: by hand-made numbers, in small experiments, and in files. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "lab/report/agreement.h"
#include "lab/run/endings.h"
#include "lab/run/files.h"
#include "lab/run/measure.h"
#include "lab/run/run.h"
#include "lab_check.h"

static void assert_interval(struct cop_interval interval, double value, double reach)
{
    if (!(fabs(interval.value - value) < 1e-3 &&
          fabs(interval.high - interval.value - reach) < 1e-3))
        fail_msg("%.6f with %.6f to either side, and not %.6f with %.6f", interval.value,
                 interval.high - interval.value, value, reach);
}

/* -- a match by hand -- */

enum { GAMES = 40 };

struct match {
    struct cop_entrant entrants[2];
    struct cop_fixture_result fixtures[2];
    struct cop_lab_run_result run;
    struct cop_results results;
};

static void open_match(struct match *match, int fixtures)
{
    *match = (struct match){.entrants = {{.label = "a"}, {.label = "b"}}};
    match->run = (struct cop_lab_run_result){.kind = COP_LAB_RUN_MATCH,
                                             .name = "m",
                                             .games = GAMES,
                                             .entrant_count = 2,
                                             .entrants = match->entrants,
                                             .fixture_count = fixtures,
                                             .fixtures = match->fixtures};
    match->results = (struct cop_results){.run_count = 1, .runs = &match->run};
    for (int f = 0; f < fixtures; f++) {
        match->fixtures[f].entrant_count = 3 - fixtures; /* two together, or each alone */
        match->fixtures[f].entrants[0] = f;
        match->fixtures[f].entrants[1] = 1;
        match->fixtures[f].rows =
            cop_allocate((size_t)GAMES * 2 * COP_MATCH_VARIABLES * sizeof(double));
    }
}

static void add_up(struct match *match)
{
    for (int f = 0; f < match->run.fixture_count; f++)
        cop_lab_add_up_games(&match->run, &match->fixtures[f], GAMES);
}

static void close_match(struct match *match)
{
    for (int f = 0; f < match->run.fixture_count; f++) {
        cop_sample_close(&match->fixtures[f].sample);
        free(match->fixtures[f].rows);
    }
}

static struct cop_interval measure(struct match *match, const char *name, const char *second,
                                   const char *third)
{
    struct cop_measure words = {name, third ? 3 : 2, {"m", second, third}};

    return cop_measure_interval(&match->results, &words);
}

/* b wins 30 of 40 games: 400 log10(3) Elo above a. The score has the variance 0.1875 / 39, and the
 * rating moves by 173.718 / 0.1875 for each point of it. */
static void a_rating_by_hand(void **state)
{
    struct match match;

    (void)state;
    open_match(&match, 1);
    for (int i = 0; i < GAMES; i++) {
        double *row = match.fixtures[0].rows + (ptrdiff_t)i * 2 * COP_MATCH_VARIABLES;

        row[COP_MATCH_PAYOFF] = i % 4 == 0;
        row[COP_MATCH_VARIABLES + COP_MATCH_PAYOFF] = i % 4 != 0;
    }
    add_up(&match);
    assert_true(isnan(measure(&match, "elo", "b", NULL).value)); /* nobody's rating is given */
    match.run.anchor = "a";
    match.run.anchor_elo = 1500;
    assert_interval(measure(&match, "elo", "a", NULL), 1500, 0);
    assert_interval(measure(&match, "elo", "b", NULL), 1500 + 400 * log10(3),
                    1.959964 * 173.71779 / 0.1875 * sqrt(0.1875 / 39));
    match.run.anchor = "b";
    assert_interval(measure(&match, "elo", "a", NULL), 1500 - 400 * log10(3),
                    1.959964 * 173.71779 / 0.1875 * sqrt(0.1875 / 39));
    close_match(&match);
}

/* Board i is worth 10 i points to both, and a has one more on every second board: the boards fall
 * out of the difference, whose mean is 0.5 and whose variance 0.25 * 40 / 39. */
static void boards_are_paired(void **state)
{
    struct match match;
    struct cop_interval gain, own;

    (void)state;
    open_match(&match, 2);
    for (int i = 0; i < GAMES; i++) {
        match.fixtures[0].rows[i * COP_MATCH_VARIABLES + COP_MATCH_POINTS] = 10 * i + i % 2;
        match.fixtures[1].rows[i * COP_MATCH_VARIABLES + COP_MATCH_POINTS] = 10 * i;
        match.fixtures[0].rows[i * COP_MATCH_VARIABLES + COP_MATCH_DEPTH] = i % 2 ? 8 : 6;
    }
    add_up(&match);
    gain = measure(&match, "gain", "a", "b");
    own = measure(&match, "final_points", "a", NULL);
    assert_float_equal(gain.value, 0.5, 1e-9);
    assert_true(gain.low > 0.3 && gain.high < 0.7);
    assert_float_equal(measure(&match, "gain", "b", "a").high, -gain.low, 1e-6);
    assert_float_equal(own.value, 195.5, 1e-9);
    assert_true(own.high - own.low > 50);
    assert_float_equal(measure(&match, "best_points", "a", NULL).value, 391, 1e-9);
    assert_interval(measure(&match, "depth", "a", NULL), 7,
                    1.959964 * sqrt(1.0 * GAMES / (GAMES - 1) / GAMES));
    close_match(&match);
}

/* -- positions by hand: a has solved three of four, b the first two -- */

static struct cop_found found[] = {
    {.nodes = 100, .cuts = 10, .cut_moves = 12, .solved = 1},
    {.nodes = 300, .cuts = 30, .cut_moves = 33, .solved = 1},
    {.nodes = 900, .cuts = 20, .cut_moves = 20, .solved = 1},
    {.nodes = 700, .cuts = 40, .cut_moves = 45, .solved = 0},
    {.nodes = 50, .cuts = NAN, .cut_moves = NAN, .solved = 1},
    {.nodes = 150, .cuts = NAN, .cut_moves = NAN, .solved = 1},
    {.nodes = 500, .cuts = NAN, .cut_moves = NAN, .solved = 0},
    {.nodes = 300, .cuts = NAN, .cut_moves = NAN, .solved = 0},
};

static void problems_by_hand(void **state)
{
    static char *names[] = {"1", "2", "3", "4"};
    struct cop_entrant entrants[2] = {{.label = "a"}, {.label = "b"}};
    struct match match = {.run = {.kind = COP_LAB_RUN_POSITIONS,
                                  .name = "m",
                                  .entrant_count = 2,
                                  .entrants = entrants,
                                  .baseline = "b",
                                  .position_count = 4,
                                  .position_total = 4,
                                  .position_names = names,
                                  .found = found}};

    (void)state;
    match.results = (struct cop_results){.run_count = 1, .runs = &match.run};
    assert_interval(measure(&match, "solved", "a", NULL), 0.75, 0);
    assert_interval(measure(&match, "solved", "b", "3"), 0, 0);
    assert_interval(measure(&match, "times", "a", NULL), 2000.0 / 1000, 0);
    assert_interval(measure(&match, "solved_times", "a", NULL), 400.0 / 200, 0);
    assert_interval(measure(&match, "cut_moves", "a", NULL), 110.0 / 100, 0);
    assert_interval(measure(&match, "cut_moves", "a", "1"), 1.2, 0);
    assert_true(isnan(measure(&match, "cut_moves", "b", NULL).value)); /* not kept */
    /* Half of a list of eight: what is left over is 12 - 11, 33 - 33, 20 - 22, 45 - 44, in 25 cuts
     * on average: squares 6 / 625. */
    match.run.position_total = 8;
    assert_interval(measure(&match, "cut_moves", "a", NULL), 1.1,
                    1.959964 * sqrt(6.0 / 625 / (4 * 3) / 2));
    assert_true(measure(&match, "solved", "a", NULL).low < 0.5); /* Wilson's */
}

/* -- experiments -- */

#define HEAD                                                        \
    "id = \"test/all\";\ntitle = \"All\";\nsource = \"Table 0\";\n" \
    "specification = \"none\";\ndescription = \"Nothing.\";\nruns = (\n"
#define POOL(anchor)                                                                             \
    "{ name = \"pool\"; game = \"connect4(width=4, height=4)\"; moves_per_game = 8.0;\n"         \
    "  sims_per_second = 1e5; " anchor " entrants = ( { label = \"a\"; agent = \"random\"; },\n" \
    "  { label = \"b\"; agent = \"mcts\"; }, { label = \"c\"; agent = \"mc\"; } );\n"            \
    "  quick = { limit = \"sims=40\"; games = 20; }; },\n"
#define BOARDS                                                                                  \
    "{ name = \"boards\"; game = \"samegame(width=5, height=5, colours=3)\";\n"                 \
    "  moves_per_game = 8.0; sims_per_second = 1e5; seed = 3; entrants = (\n"                   \
    "  { label = \"luck\"; agent = \"random\"; }, { label = \"tree\"; agent = \"mcts\"; } );\n" \
    "  quick = { limit = \"sims=60\"; games = 12; }; },\n"
#define PROBLEMS                                                                               \
    "{ name = \"problems\"; kind = \"positions\"; game = \"connect4(width=4, height=4)\";\n"   \
    "  positions = \"right\"; baseline = \"deep\"; entrants = (\n"                             \
    "    { label = \"deep\"; agent = \"alphabeta(eval=none)\"; },\n"                           \
    "    { label = \"shallow\"; agent = \"alphabeta(eval=none)\"; limit = \"depth=1\"; } );\n" \
    "  quick = { limit = \"depth=16\"; positions = 3; expected = 1000.0; };\n"                 \
    "  nodes_per_second = 1e6; },\n"
#define COUNTS(what)                                                                        \
    "{ name = \"perft\"; kind = \"counts\"; game = \"connect4\"; nodes_per_second = 1e6;\n" \
    "  counts = ( { label = \"2\"; count = \"perft(2)\"; },\n"                              \
    "  { label = \"3\"; count = \"" what "\"; } ); quick = { expected = 400.0; }; },\n"
#define SPEEDS                                                                             \
    "{ name = \"speeds\"; kind = \"positions\"; game = \"connect4(width=4, height=4)\";\n" \
    "  positions = \"right\"; baseline = \"one\"; timed = true; entrants = (\n"            \
    "    { label = \"one\"; agent = \"mcts\"; }, { label = \"two\"; agent = \"mcts\";\n"   \
    "      limit = \"sims=3k, threads=2\"; } );\n"                                         \
    "  quick = { limit = \"sims=3k\"; positions = 3; }; sims_per_second = 1e6; } );\n"
#define CLAIM(words) "{ title = \"So\"; claim = \"" words "\"; budgets = [\"quick\"]; }"
/* clang-format off */
#define REST                                                                                       \
    "published = ( { run = \"pool\"; entrant = \"b\"; elo = 400; },\n"                             \
    "  { run = \"boards\"; entrant = \"tree\"; against = \"luck\"; gain = 5; },\n"                 \
    "  { run = \"problems\"; entrant = \"deep\"; solved = 1.0; },\n"                               \
    "  { run = \"perft\"; entrant = \"2\"; count = 49; },\n"                                       \
    "  { run = \"perft\"; entrant = \"3\"; count = 344; } );\n"                                    \
    "claims = ( "                                                                                  \
    CLAIM("elo(pool, b) > elo(pool, a)") ", " CLAIM("gain(boards, tree, luck) > 0") ", "           \
    CLAIM("solved(problems, deep) > solved(problems, shallow)") ", "                               \
    CLAIM("count(perft, 3) within [343, 343]") " );\n"
/* clang-format on */

static const char all[] =
    HEAD POOL("anchor = \"a\"; anchor_elo = 100.0;") BOARDS PROBLEMS COUNTS("perft(3)") SPEEDS REST;

/* A win in one, nothing in particular, and a threat to answer. */
static const char positions[] =
    "win 4/4/OOO1/XXX1 X; d\nnone\t4/4/OXOX/XOXO X\nblock 4/4/XXX1/OOO1 X; d\n";

static void write_file(const char *name, const char *text)
{
    char *path = cop_path("%s/%s", lab_folder(), name);
    struct cop_error error;

    if (!cop_lab_file_write(path, text, &error))
        fail_msg("%s", error.message);
    free(path);
}

static int make_folder(void **state)
{
    if (lab_make_folder(state) != 0)
        return -1;
    write_file("data/right.txt", positions);
    return 0;
}

/* The columns with this name are taken out of the file, as if they had never been kept. */
static void take_out(const char *name)
{
    char *path = lab_path("test/all");
    char *text = cop_lab_file_read(path, NULL), *rest = text, *at;
    struct cop_text changed = COP_TEXT;

    while ((at = strstr(rest, name)) != NULL) {
        while (*at != ',')
            at--;
        cop_text_add_bytes(&changed, rest, (size_t)(at - rest));
        rest = strchr(at, ']') + 1;
    }
    cop_text_add(&changed, "%s", rest);
    assert_true(cop_lab_file_write(path, changed.bytes, NULL));
    cop_text_free(&changed);
    free(text);
    free(path);
}

static double value_of(const struct cop_results *results, int run, const char *name, const char *of)
{
    const struct cop_interval *interval = cop_lab_run_measured(&results->runs[run], name, of);

    assert_non_null(interval);
    return interval->value;
}

static void measures_come_out_and_come_out_again(void **state)
{
    struct cop_results results;
    struct cop_text said = COP_TEXT;

    (void)state;
    lab_run(all, &results);
    for (int i = 0; i < 4; i++)
        assert_int_equal(results.claims[i].truth, COP_TRUE);
    assert_float_equal(value_of(&results, 0, "elo", "a"), 100, 1e-9);
    assert_true(value_of(&results, 0, "elo", "b") > 200);
    assert_true(value_of(&results, 1, "best_points", "tree") >=
                value_of(&results, 1, "final_points", "tree"));
    assert_true(value_of(&results, 1, "depth", "tree") > 2);
    assert_true(results.values[1].measured.value > 0); /* gain */
    assert_float_equal(value_of(&results, 2, "solved", "deep"), 1, 1e-12);
    assert_true(value_of(&results, 2, "solved", "shallow") < 1);
    assert_true(value_of(&results, 2, "times", "shallow") < 1);
    assert_float_equal(value_of(&results, 3, "count", "2"), 49, 0);
    assert_int_equal(cop_value_agreement(&results, &results.values[3]), COP_COMPATIBLE);
    assert_int_equal(cop_value_agreement(&results, &results.values[4]), COP_DIFFERENT);
    assert_true(value_of(&results, 4, "speed", "one") > 0);
    assert_float_equal(value_of(&results, 4, "speedup", "one"), 1, 1e-9);
    assert_true(value_of(&results, 4, "speedup", "two") > 0);
    assert_int_equal(lab_differences(all, &said), 0);
    cop_results_free(&results);
    cop_text_free(&said);
}

static void a_changed_count_is_found_out(void **state)
{
    struct cop_results results;
    struct cop_text said = COP_TEXT;

    (void)state;
    lab_run(all, &results);
    cop_results_free(&results);
    lab_change("test/all", "", "\"count\": 343", "\"count\": 344");
    assert_true(lab_differences(all, &said) > 0);
    assert_non_null(
        strstr(said.bytes, "run perft, 3: count is stored as 344, and comes out as 343"));
    cop_text_free(&said);
}

/* The speed is 200 in 4 seconds against 100 in 4: twice as fast, and not exactly, also when every
 * position was searched. */
static void a_speedup_has_the_noise_of_the_clock(void **state)
{
    static struct cop_found timed[] = {{.nodes = 100, .seconds = 1},
                                       {.nodes = 100, .seconds = 3},
                                       {.nodes = 50, .seconds = 2},
                                       {.nodes = 50, .seconds = 2}};
    static char *names[] = {"1", "2"};
    struct cop_entrant entrants[2] = {{.label = "a"}, {.label = "b"}};
    struct match match = {.run = {.kind = COP_LAB_RUN_POSITIONS,
                                  .name = "m",
                                  .is_timed = true,
                                  .entrant_count = 2,
                                  .entrants = entrants,
                                  .baseline = "b",
                                  .position_count = 2,
                                  .position_total = 2,
                                  .position_names = names,
                                  .found = timed}};

    (void)state;
    match.results = (struct cop_results){.run_count = 1, .runs = &match.run};
    /* 50 a second; what is left over is 100 - 50 and 100 - 150, in 2 seconds on average */
    assert_interval(measure(&match, "speed", "a", NULL), 50, 1.959964 * sqrt(2 * 25.0 * 25 / 2));
    assert_interval(measure(&match, "speed", "b", NULL), 25, 0);
    assert_interval(measure(&match, "speedup", "a", NULL), 2,
                    1.959964 * sqrt(2 * 25.0 * 25 / 2) / 25);
}

/* The claims and numbers that rest on them are told, but no game. */
static void files_without_these_are_read(void **state)
{
    static const char *const names[] = {"\"points\": [", "\"depth\": [", "\"solved\": [",
                                        "\"cuts\": [", "\"cut_moves\": ["};
    struct cop_results results;
    struct cop_text said = COP_TEXT;

    (void)state;
    lab_run(all, &results);
    cop_results_free(&results);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (i != 1) /* positions need their depths */
            take_out(names[i]);
    lab_differences(all, &said);
    assert_null(strstr(said.bytes, "comes out as"));
    assert_non_null(strstr(said.bytes, "gain"));
    cop_text_free(&said);
}

static void slips_are_told(void **state)
{
    static const char *const slips[][2] = {
        {HEAD POOL("") BOARDS PROBLEMS COUNTS("perft(3)") SPEEDS
         "claims = ( " CLAIM("elo(pool, b) > 0") " );\n",
         "elo needs an anchor"},
        {HEAD POOL("anchor = \"a\";") BOARDS PROBLEMS COUNTS("perft(x)") SPEEDS REST,
         "\"perft(x)\" cannot be counted"},
        {HEAD POOL("") BOARDS PROBLEMS COUNTS("perft(3)") SPEEDS
         "claims = ( " CLAIM("speedup(problems, shallow) > 0") " );\n",
         "speedup needs timed = true"},
        {HEAD POOL("anchor = \"x\";") BOARDS PROBLEMS COUNTS("perft(3)") SPEEDS REST,
         "the anchor \"x\" is no entrant"},
    };

    (void)state;
    lab_assert_refused(slips, sizeof slips / sizeof *slips);
}

static void a_wrong_answer_is_told_with_its_line(void **state)
{
    struct cop_error error = {""};

    (void)state;
    write_file("data/right.txt", "win 4/4/OOO1/XXX1 X; d\nbad 4/4/4/4 X; z\n");
    assert_null(cop_experiment_read(all, "x.cfg", lab_folder(), &error));
    if (!strstr(error.message, "right.txt:2") || !strstr(error.message, "z"))
        fail_msg("%s", error.message);
    write_file("data/right.txt", "win 4/4/OOO1/XXX1 X;  \n");
    assert_null(cop_experiment_read(all, "x.cfg", lab_folder(), &error));
    assert_non_null(strstr(error.message, "no moves behind the semicolon"));
}

/* A search for a whole game and searches for its moves share a run only if each has its limit. */
static void an_entrants_own_limit_may_differ_by_budget(void **context)
{
    static const char text[] =
        "id = \"test/own\"; title = \"x\"; source = \"x\"; specification = \"x\";\n"
        "description = \"x\"; runs = ( { name = \"r\"; game = \"samegame\";\n"
        "entrants = ( { label = \"game\"; agent = \"mc\"; },\n"
        "  { label = \"move\"; agent = \"mc\"; limit = \"sims=$move\"; } );\n"
        "quick = { limit = \"sims=20\"; games = 2; with = { move = \"3\"; }; };\n"
        "full = { limit = \"sims=50\"; games = 2; with = { move = \"7\"; }; };\n"
        "moves_per_game = 1.0; sims_per_second = 1e5; } );\n"
        "claims = ( { title = \"x\"; claim = \"gain(r, 'move', 'game') > 0\"; budgets = "
        "[\"quick\"]; } );\n";
    static const int expected[COP_BUDGETS][2] = {[COP_QUICK] = {20, 3}, [COP_FULL] = {50, 7}};
    struct cop_error error = {""};
    struct cop_experiment *experiment = cop_experiment_read(text, "x.cfg", lab_folder(), &error);

    (void)context;
    if (!experiment)
        fail_msg("%s", error.message);
    for (int budget = 0; budget < COP_BUDGETS; budget++)
        for (int i = 0; i < 2 && expected[budget][0] > 0; i++) {
            struct cop_limits limits;

            assert_true(cop_lab_run_limits(&experiment->runs[0], i, (enum cop_budget)budget,
                                           &limits, &error));
            assert_int_equal(limits.sims, expected[budget][i]);
        }
    cop_experiment_free(experiment);
}

#define WITH_DATA(test) cmocka_unit_test_setup_teardown(test, make_folder, lab_remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rating_by_hand),
        cmocka_unit_test(boards_are_paired),
        cmocka_unit_test(problems_by_hand),
        WITH_DATA(measures_come_out_and_come_out_again),
        WITH_DATA(a_changed_count_is_found_out),
        cmocka_unit_test(an_entrants_own_limit_may_differ_by_budget),
        cmocka_unit_test(a_speedup_has_the_noise_of_the_clock),
        WITH_DATA(files_without_these_are_read),
        WITH_DATA(slips_are_told),
        WITH_DATA(a_wrong_answer_is_told_with_its_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
