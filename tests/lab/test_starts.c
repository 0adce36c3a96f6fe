/* test_starts.c - matches that begin at the positions of a list: which game begins where, that this
 * does not depend on threads and interruptions, what results keep of it, what is refused, and the
 * measures that compare two programs in the same position. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/coppice.h"
#include "lab/run/endings.h"
#include "lab/run/files.h"
#include "lab/run/games.h"
#include "lab/run/measure.h"
#include "lab/run/run.h"
#include "lab_check.h"

#define LIST                                       \
    "# sums\none.1 W2Bx/xxxxx/W3B/xxxxx/xxxxx w\n" \
    "one.2 W2Bx/xxxxx/W3B/xxxxx/xxxxx b\n\n"       \
    "two.1 B3W/xxxxx/W1Bxx/xxxxx/2W1B w\n"         \
    "two.2 B3W/xxxxx/W1Bxx/xxxxx/2W1B b\n"
#define HEAD                                                                   \
    "id = \"t/x\"; title = \"t\"; source = \"s\"; specification = \"none\";\n" \
    "description = \"d\";\n"
#define RUN(game, more, games)                                                       \
    "runs = ( { name = \"m\"; game = \"" game "\"; moves_per_game = 5.0;\n" more     \
    "  sims_per_second = 1e5; entrants = ( { label = \"a\"; agent = \"mcts\"; },\n"  \
    "    { label = \"b\"; agent = \"mc\"; }, { label = \"c\"; agent = \"random\"; }" \
    " );\n"                                                                          \
    "  quick = { limit = \"sims=30\"; games = " games "; }; } );\n"
#define CLAIM(words) \
    "claims = ( { title = \"t\"; claim = \"" words "\"; budgets = [\"quick\"]; } );\n"
#define STARTS             "  starts = \"list\";\n"
#define SUMS(games, words) HEAD RUN("amazons(size=5)", STARTS, games) CLAIM(words)

static const char sums[] = SUMS("8", "better(m, a, c) > 2");

static void write_list(const char *words)
{
    char *path = cop_path("%s/data/list.txt", lab_folder());
    struct cop_error error = {""};

    if (!cop_lab_folder_make(path, &error) || !cop_lab_file_write(path, words, &error))
        fail_msg("%s", error.message);
    free(path);
}

/* -- which game begins where -- */

static void assert_begins_at(const struct cop_game *game, const struct cop_results *results,
                             int number, int start)
{
    const struct cop_lab_run_result *run = &results->runs[0];
    struct cop_error error = {""};
    struct cop_lab_game opened;
    const double *row;
    int turn;

    if (!cop_lab_game_open(&opened, game, results, run, number, &error))
        fail_msg("%s", error.message);
    assert_string_equal(opened.course.record.position, run->starts.positions[start]);
    turn = game->rules->turn(game, cop_course_state(&opened.course, 0));
    assert_int_equal(turn, start % 2);
    row = run->fixtures[opened.fixture].rows + (ptrdiff_t)opened.place * 2 * COP_MATCH_VARIABLES;
    for (int i = 0; i < 2; i++)
        assert_true(row[i * COP_MATCH_VARIABLES + COP_MATCH_FIRST] ==
                    (opened.seats[turn] == run->fixtures[opened.fixture].entrants[i]));
    cop_lab_game_close(&opened);
}

/* Three pairings of 8 games: each of four positions in both seatings. */
static void every_position_is_played_in_both_seatings(void **state)
{
    struct cop_game *game = cop_game_open("amazons(size=5)", NULL);
    struct cop_text said = COP_TEXT;
    struct cop_results results, loaded;

    (void)state;
    write_list(LIST);
    lab_run(sums, &results);
    assert_int_equal(results.runs[0].starts.count, 4);
    assert_string_equal(results.runs[0].starts.names[3], "two.2");
    for (int number = 1; number <= 24; number++)
        assert_begins_at(game, &results, number, (number - 1) % 8 / 2);
    for (int f = 0; f < 3; f++)
        for (int i = 0; i < 8; i++)
            assert_memory_equal(results.runs[0].fixtures[f].games[i],
                                i % 2 ? "ba at=" : "ab at=", 6);
    assert_true(lab_load("t/x", &loaded));
    assert_true(cop_results_load_games(&loaded, lab_folder(), "quick", "t/x", NULL));
    for (int number = 1; number <= 24; number++)
        assert_begins_at(game, &loaded, number, (number - 1) % 8 / 2);
    assert_string_equal(loaded.runs[0].starts.file, "list");
    assert_int_equal(lab_differences(sums, &said), 0);
    cop_results_free(&loaded);
    cop_results_free(&results);
    cop_text_free(&said);
    cop_game_close(game);
}

/* Runs into a folder of its own, to be stopped after `games` games; 0: never. */
struct trial {
    atomic_bool stop;
    int games;
};

static void count_game(void *context, const struct cop_lab_progress *progress)
{
    struct trial *trial = context;

    if (trial->games > 0 && progress->done >= trial->games)
        atomic_store(&trial->stop, true);
}

static bool run_in(const char *name, const char *text, int threads, int games,
                   struct cop_results *results)
{
    char *folder = cop_path("%s/%s", lab_folder(), name);
    struct cop_experiment *experiment = lab_read(text);
    struct trial trial = {.games = games};
    struct cop_lab_order order = {.budget = COP_QUICK,
                                  .results = folder,
                                  .threads = threads,
                                  .command = "coppice lab run",
                                  .stop = &trial.stop,
                                  .progress = count_game,
                                  .context = &trial};
    struct cop_error error = {""};
    bool is_complete;

    if (!cop_lab_run(experiment, &order, results, &is_complete, &error))
        fail_msg("%s", error.message);
    cop_experiment_free(experiment);
    free(folder);
    return is_complete;
}

static void assert_same_games(const struct cop_results *left, const struct cop_results *right,
                              int games)
{
    for (int f = 0; f < 3; f++)
        for (int i = 0; i < games; i++)
            assert_string_equal(left->runs[0].fixtures[f].games[i],
                                right->runs[0].fixtures[f].games[i]);
}

static void threads_and_interruptions_change_no_game(void **state)
{
    struct cop_results one, two, stopped, resumed;

    (void)state;
    write_list(LIST);
    assert_true(run_in("one", sums, 1, 0, &one));
    assert_true(run_in("two", sums, 2, 0, &two));
    assert_same_games(&one, &two, 8);
    assert_false(run_in("three", sums, 1, 7, &stopped));
    assert_true(run_in("three", sums, 2, 0, &resumed));
    assert_same_games(&one, &resumed, 8);
    cop_results_free(&one);
    cop_results_free(&two);
    cop_results_free(&stopped);
    cop_results_free(&resumed);
}

/* More games of the same list are the same match: what is there is not played again. */
static void more_games_go_on_with_the_list(void **state)
{
    struct cop_results few, more;

    (void)state;
    write_list(LIST);
    assert_true(run_in("one", SUMS("4", "score(m, a) > 2"), 1, 0, &few));
    assert_int_equal(few.runs[0].starts.count, 2);
    assert_true(run_in("one", sums, 1, 0, &more));
    assert_same_games(&few, &more, 4);
    for (int f = 0; f < 3; f++) /* seconds are those of the game that was kept */
        assert_true(few.runs[0].fixtures[f].rows[COP_MATCH_SECONDS] ==
                    more.runs[0].fixtures[f].rows[COP_MATCH_SECONDS]);
    cop_results_free(&few);
    cop_results_free(&more);
}

/* Agents stay open from game to game; those that remember parts must forget them, or a game that is
 * made again alone takes other nodes. */
static void a_game_is_the_same_whichever_was_played_before(void **state)
{
    static const char heat[] =
        HEAD "runs = ( { name = \"m\"; game = \"amazons(size=5)\"; moves_per_game = 5.0;\n" STARTS
             "  nodes_per_second = 1e5; entrants = ( { label = \"a\"; agent = \"tds\"; },\n"
             "    { label = \"b\"; agent = \"hotstrat(exact=3)\"; }, { label = \"c\"; agent = "
             "\"hotstrat\"; } );\n"
             "  quick = { limit = \"nodes=300\"; games = 8; }; } );\n" CLAIM("score(m, a) > 2");
    struct cop_text said = COP_TEXT;
    struct cop_results results;

    (void)state;
    write_list("one.1 2B2/W4/x1x1x/xxxxx/W2B1 w\none.2 2B2/W4/x1x1x/xxxxx/W2B1 b\n"
               "two.1 1B3/2W2/xx1xx/xxxxx/W3B w\ntwo.2 1B3/2W2/xx1xx/xxxxx/W3B b\n");
    lab_run(heat, &results);
    cop_results_free(&results);
    if (lab_differences(heat, &said) != 0)
        fail_msg("%s", said.bytes);
    cop_text_free(&said);
}

/* -- what is kept -- */

static void a_changed_list_is_a_difference(void **state)
{
    struct cop_text said = COP_TEXT;
    struct cop_results results;

    (void)state;
    write_list(LIST);
    lab_run(sums, &results);
    cop_results_free(&results);
    write_list("other.1 W2Bx/xxxxx/W3B/xxxxx/xxxxx w\n" LIST);
    assert_true(lab_differences(sums, &said) > 0);
    assert_non_null(strstr(said.bytes, "the name of a start was \"one.1\", is \"other.1\""));
    cop_text_clear(&said);
    write_list("one.1 W2Bx/xxxxx/W2B1/xxxxx/xxxxx w\n"
               "one.2 W2Bx/xxxxx/W3B/xxxxx/xxxxx b\n"
               "two.1 B3W/xxxxx/W1Bxx/xxxxx/2W1B w\ntwo.2 B3W/xxxxx/W1Bxx/xxxxx/2W1B b\n");
    assert_true(lab_differences(sums, &said) > 0);
    assert_non_null(strstr(said.bytes, "a start was \"W2Bx/"));
    cop_text_free(&said);
}

static void assert_games_refused(const char *old, const char *new)
{
    char *path = cop_path("%s/quick/t/x.games.txt", lab_folder());
    char *text = cop_lab_file_read(path, NULL), *at = strstr(text, old);
    struct cop_text changed = COP_TEXT;
    struct cop_error error = {""};
    struct cop_results results;

    assert_non_null(at);
    cop_text_add_bytes(&changed, text, (size_t)(at - text));
    cop_text_add(&changed, "%s%s", new, at + strlen(old));
    assert_true(cop_lab_file_write(path, changed.bytes, NULL));
    assert_true(lab_load("t/x", &results));
    assert_false(cop_results_load_games(&results, lab_folder(), "quick", "t/x", &error));
    assert_non_null(strstr(error.message, "does not have the games of t/x.json"));
    cop_results_free(&results);
    assert_true(cop_lab_file_write(path, text, NULL));
    cop_text_free(&changed);
    free(text);
    free(path);
}

static void games_that_began_elsewhere_are_refused(void **state)
{
    struct cop_game *game = cop_game_open("amazons(size=5)", NULL);
    static const char *const slips[] = {"ab a3a2-b2", "ab at=0 a3a2-b2", "ab at=5 a3a2-b2",
                                        "ab at=x a3a2-b2"};
    struct cop_results results;

    (void)state;
    write_list(LIST);
    lab_run(sums, &results);
    assert_games_refused("# start one.2 W2Bx", "# start one.2 W1B1x");
    assert_games_refused("# start one.1 ", "# start other ");
    assert_games_refused("# start two.1 B3W/xxxxx/W1Bxx/xxxxx/2W1B w\n", "");
    assert_games_refused("# fixture: a a",
                         "# start three W2Bx/xxxxx/5/xxxxx/xxxxx w\n# fixture: a a");
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        char **line = &results.runs[0].fixtures[0].games[0];
        struct cop_lab_game opened;
        struct cop_error error = {""};

        free(*line);
        *line = cop_copy_string(slips[i]);
        assert_false(cop_lab_game_open(&opened, game, &results, &results.runs[0], 1, &error));
        assert_non_null(strstr(error.message, "this is not a game of amazons"));
    }
    cop_results_free(&results);
    cop_game_close(game);
}

static void results_with_half_a_list_are_refused(void **state)
{
    struct cop_results results;

    (void)state;
    write_list(LIST);
    lab_run(sums, &results);
    cop_results_free(&results);
    assert_true(lab_load("t/x", &results));
    cop_results_free(&results);
    lab_change("t/x", "\"starts\"", "\"two.2\"", "\"two.2\", \"three\"");
    assert_false(lab_load("t/x", &results));
    lab_change("t/x", "\"starts\"", "\"two.2\", \"three\"", "7");
    assert_false(lab_load("t/x", &results));
}

/* -- what is refused -- */

static void slips_are_found(void **state)
{
    static const char *const slips[][2] = {
        {SUMS("10", "score(m, a) > 2"),
         "10 games begin at 5 positions, each in 2 seatings, but list has only 4"},
        {SUMS("7", "score(m, a) > 2"),
         "each start is played in 2 seatings, so that games is a multiple of 2, not 7"},
        {HEAD RUN("connect4", STARTS, "2") CLAIM("score(m, a) > 2"), "list.txt:2"},
        {HEAD RUN("amazons(size=5)", "  starts = \"none\";\n", "2") CLAIM("score(m, a) > 2"),
         "data/none.txt"},
        {HEAD RUN("amazons(size=5)", "  starts = 3;\n", "2") CLAIM("score(m, a) > 2"), "starts"},
        {HEAD RUN("amazons(size=5)", STARTS "opening_plies = 2;\n", "2") CLAIM("score(m, a) > 2"),
         "games begin at starts or after opening_plies; give one of them"},
        {HEAD RUN("amazons(size=5)", "", "2") CLAIM("better(m, a, b) > 2"),
         "better needs starts in the run m"},
        {SUMS("8", "better(m, a) > 2"), "better is written better(run, entrant, other)"},
        {SUMS("8", "equal(m, a, a) > 2"), "equal compares \"a\" with itself"},
        {SUMS("8", "better_by(m, a, d) > 2"), "the run m has no entrant \"d\""},
        {HEAD "runs = ( { name = \"m\"; kind = \"course\"; game = \"amazons(size=5)\"; " STARTS
              "} );\n",
         "starts"},
    };

    (void)state;
    write_list(LIST);
    lab_assert_refused(slips, sizeof slips / sizeof *slips);
}

static void slips_in_a_list_are_found(void **state)
{
    static const char *const lists[][2] = {
        {"one W2Bx/xxxxx/W3B/xxxxx/xxxxx w\ntwo W2Bx/xxxxx/W3B/xxxxx w\n", "list.txt:2"},
        {"one W2Bx/xxxxx/W3B/xxxxx/xxxxx w\none W2Bx/xxxxx/W3B/xxxxx/xxxxx b\n",
         "the name \"one\" is used twice"},
        {"one WBxxx/xxxxx/xxxxx/xxxxx/xxxxx w\n", "no player is to move"},
        {"# nothing\n", "has no positions"},
        {"one\n", "list.txt:1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *const slip[1][2] = {{sums, lists[i][1]}};

        write_list(lists[i][0]);
        lab_assert_refused(slip, 1);
    }
}

static void points_and_two_players_are_needed(void **state)
{
    static const char *const four[][2] = {
        {HEAD RUN("connect4(width=4, height=4)", STARTS, "2") CLAIM("better(m, a, b) > 2"),
         "better compares points, and connect4(width=4, height=4) has none"}};
    static const char *const three[][2] = {
        {HEAD RUN("rolit(players=3)", STARTS, "6") CLAIM("moving_first(m, a, b) > 2"),
         "moving_first is for games of two players, and rolit(players=3) has 3"}};
    struct cop_game *game = cop_game_open("rolit(players=3)", NULL);
    void *start = cop_allocate(game->state_size);
    struct cop_text list = COP_TEXT;
    struct cop_rng rng;

    (void)state;
    write_list("one 4/4/4/4 X\n");
    lab_assert_refused(four, 1);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, start, &rng);
    cop_text_add(&list, "one ");
    game->rules->write_position(game, start, &list);
    write_list(list.bytes);
    lab_assert_refused(three, 1);
    cop_text_free(&list);
    free(start);
    cop_game_close(game);
}

/* -- measures by hand -- */

enum { POSITIONS = 40 };

/* A match of two at so many positions; what each got, moving first, is `own` and `other`. */
struct match {
    struct cop_results results;
    struct cop_lab_run_result run;
    struct cop_entrant entrants[2];
    struct cop_fixture_result fixture;
};

static void set_game(struct match *match, int game, int first, double points)
{
    double *row = match->fixture.rows + (ptrdiff_t)game * 2 * COP_MATCH_VARIABLES;

    for (int i = 0; i < 2; i++) {
        row[i * COP_MATCH_VARIABLES + COP_MATCH_FIRST] = i == first;
        row[i * COP_MATCH_VARIABLES + COP_MATCH_POINTS] = i == first ? points : -points;
        row[i * COP_MATCH_VARIABLES + COP_MATCH_PAYOFF] = (points > 0) == (i == first);
    }
}

/* Every second position has the other seating first. */
static void open_match(struct match *match, int count, double (*own)(int i), double (*other)(int i))
{
    *match = (struct match){.entrants = {{.label = "a"}, {.label = "b"}}};
    match->fixture = (struct cop_fixture_result){
        .entrant_count = 2,
        .entrants = {0, 1},
        .rows = cop_allocate((size_t)count * 4 * COP_MATCH_VARIABLES * sizeof(double))};
    match->run = (struct cop_lab_run_result){.kind = COP_LAB_RUN_MATCH,
                                             .name = "m",
                                             .games = 2 * count,
                                             .entrant_count = 2,
                                             .entrants = match->entrants,
                                             .fixture_count = 1,
                                             .fixtures = &match->fixture};
    match->results = (struct cop_results){.run_count = 1, .runs = &match->run};
    for (int i = 0; i < count; i++) {
        set_game(match, 2 * i + i % 2, 0, own(i));
        set_game(match, 2 * i + 1 - i % 2, 1, other(i));
    }
    cop_lab_add_up_games(&match->run, &match->fixture, 2 * count);
}

static void close_match(struct match *match)
{
    cop_sample_close(&match->fixture.sample);
    free(match->fixture.rows);
}

static struct cop_interval measure(const struct match *match, const char *name, const char *own,
                                   const char *other)
{
    struct cop_measure words = {name, 3, {"m", own, other}};

    return cop_measure_interval(&match->results, &words);
}

/* Of ten positions a is better in four, by 3, and b in one, by 5; moving first a wins all but two.
 */
static double ours(int i)
{
    return i % 10 < 4 ? 3.5 : i % 10 < 6 ? -0.5 : 7.5;
}

static double theirs(int i)
{
    return i % 10 < 4 ? 0.5 : i % 10 == 4 ? 4.5 : i % 10 == 5 ? -0.5 : 7.5;
}

static void positions_are_compared(void **state)
{
    struct cop_interval share;
    struct match match;

    (void)state;
    open_match(&match, POSITIONS, ours, theirs);
    share = measure(&match, "better", "a", "b");
    assert_float_equal(share.value, 0.4, 1e-12);
    assert_float_equal(share.low, cop_score_interval(40, 16, 16).low, 1e-12);
    assert_float_equal(share.high, cop_score_interval(40, 16, 16).high, 1e-12);
    assert_float_equal(measure(&match, "better", "b", "a").value, 0.1, 1e-12);
    assert_float_equal(measure(&match, "equal", "a", "b").value, 0.5, 1e-12);
    assert_float_equal(measure(&match, "equal", "b", "a").value, 0.5, 1e-12);
    assert_float_equal(measure(&match, "moving_first", "a", "b").value, 0.8, 1e-12);
    assert_float_equal(measure(&match, "moving_first", "b", "a").value, 0.9, 1e-12);
    assert_float_equal(measure(&match, "better_by", "a", "b").value, 3, 1e-12);
    close_match(&match);
}

/* The same with names that make boards of two positions each: of every five boards two are better
 * for a in both positions, and of one b is better in one. So the mean stays, and there are 20
 * observations with their squares. */
static void positions_of_a_board_are_one_observation(void **state)
{
    static char *names[POSITIONS];
    struct cop_interval share, boards = cop_score_interval(20, 8, 8);
    struct match match;

    (void)state;
    for (int i = 0; i < POSITIONS; i++)
        names[i] = cop_path("%d.%d:x", i / 2 + 1, i % 2 + 1);
    open_match(&match, POSITIONS, ours, theirs);
    match.run.starts = (struct cop_lab_starts){.count = POSITIONS, .names = names};
    share = measure(&match, "better", "a", "b");
    assert_float_equal(share.value, 0.4, 1e-12);
    assert_float_equal(share.low, boards.low, 1e-12);
    assert_float_equal(share.high, boards.high, 1e-12);
    boards = cop_score_interval(20, 2, 1);
    share = measure(&match, "better", "b", "a");
    assert_float_equal(share.low, boards.low, 1e-12);
    assert_float_equal(share.high, boards.high, 1e-12);
    for (int i = 0; i < POSITIONS; i++)
        names[i][strcspn(names[i], ".")] = ':'; /* 7:1 and 7:2 are two boards */
    assert_float_equal(measure(&match, "better", "a", "b").low, cop_score_interval(40, 16, 16).low,
                       1e-12);
    for (int i = 0; i < POSITIONS; i++)
        free(names[i]);
    close_match(&match);
}

/* Four positions in which b is better, all by 5, say little of by how much it is: nothing is sure
 * of fewer than ten, and of none there is nothing to say. */
static void few_differences_decide_nothing(void **state)
{
    struct cop_interval few;
    struct match match;

    (void)state;
    open_match(&match, POSITIONS, ours, theirs);
    few = measure(&match, "better_by", "b", "a");
    assert_float_equal(few.value, 5, 1e-12);
    assert_true(isinf(few.low) && isinf(few.high));
    close_match(&match);
    open_match(&match, 4, ours, theirs);
    assert_true(isnan(measure(&match, "better_by", "b", "a").value));
    close_match(&match);
}

/* With fewer positions of the same kind every interval is wider. */
static void less_evidence_is_never_sharper(void **state)
{
    static const char *const names[] = {"better", "equal", "moving_first"};

    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        double before = 2;

        for (int count = 10; count <= 160; count *= 2) {
            struct match match;
            struct cop_interval share;

            open_match(&match, count, ours, theirs);
            share = measure(&match, names[n], "a", "b");
            assert_true(share.high - share.low < before);
            before = share.high - share.low;
            close_match(&match);
        }
    }
}

static double correlation(const struct match *match, const char *left, const char *own,
                          const char *other, const char *right, const char *first,
                          const char *second)
{
    struct cop_measure one = {left, 3, {"m", own, other}}, two = {right, 3, {"m", first, second}};

    return cop_measure_correlation(&match->results, &one, &two);
}

/* Shares p and q of three outcomes have the correlation -sqrt(p q / ((1 - p) (1 - q))). */
static void outcomes_exclude_each_other(void **state)
{
    struct match match;

    (void)state;
    open_match(&match, POSITIONS, ours, theirs);
    assert_float_equal(correlation(&match, "better", "a", "b", "better", "b", "a"),
                       -sqrt(0.4 * 0.1 / (0.6 * 0.9)), 1e-9);
    assert_float_equal(correlation(&match, "better", "a", "b", "equal", "a", "b"),
                       -sqrt(0.4 * 0.5 / (0.6 * 0.5)), 1e-9);
    assert_float_equal(correlation(&match, "better", "a", "b", "better", "a", "b"), 1, 1e-9);
    /* Over both seatings a scores 0 in one position of ten and 0.5 in the others: the mean is 0.45
     * and the variance 0.0225, the mean of the product 0.2. */
    assert_float_equal(correlation(&match, "better", "a", "b", "score", "a", "b"),
                       (0.2 - 0.4 * 0.45) / sqrt(0.24 * 0.0225), 1e-9);
    close_match(&match);
}

/* Games that do not say who moved first, as those of other runs, measure nothing. */
static void who_moved_first_must_be_known(void **state)
{
    struct match match;

    (void)state;
    open_match(&match, POSITIONS, ours, theirs);
    match.fixture.rows[COP_MATCH_FIRST] = NAN;
    assert_true(isnan(measure(&match, "better", "a", "b").value));
    set_game(&match, 0, 1, 3.5); /* b in both games of the first position */
    assert_true(isnan(measure(&match, "moving_first", "a", "b").value));
    close_match(&match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(every_position_is_played_in_both_seatings),
        IN_FOLDER(threads_and_interruptions_change_no_game),
        IN_FOLDER(more_games_go_on_with_the_list),
        IN_FOLDER(a_game_is_the_same_whichever_was_played_before),
        IN_FOLDER(a_changed_list_is_a_difference),
        IN_FOLDER(games_that_began_elsewhere_are_refused),
        IN_FOLDER(results_with_half_a_list_are_refused),
        IN_FOLDER(slips_are_found),
        IN_FOLDER(slips_in_a_list_are_found),
        IN_FOLDER(points_and_two_players_are_needed),
        cmocka_unit_test(positions_are_compared),
        cmocka_unit_test(positions_of_a_board_are_one_observation),
        cmocka_unit_test(few_differences_decide_nothing),
        cmocka_unit_test(less_evidence_is_never_sharper),
        cmocka_unit_test(outcomes_exclude_each_other),
        cmocka_unit_test(who_moved_first_must_be_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
