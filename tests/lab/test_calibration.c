/* test_calibration.c - how often verdicts are wrong.
 *
 * Every form of claim is judged many times over, each time with new games from its own sampling
 * model, while the truth lies just on the boundary of the claim. There any verdict but "undecided"
 * is a mistake about claims that differ from it as little as you like, and may come out in at most
 * 5 % of the runs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/rng.h"
#include "lab/run/endings.h"
#include "lab/run/measure.h"
#include "slow_build.h"

enum { ARMS = 5 };

/* Sanitizers look at memory, for which few runs are enough; the shares are held in other builds. */
static int times(void)
{
    return is_slow_build() ? 100 : 2000;
}

/* 5 %, and three and a half times the error of a share of 5 % in so many runs. */
static double allowed(void)
{
    return 0.05 + 3.5 * sqrt(0.05 * 0.95 / times());
}

enum { SAMPLE_WIDTH = 2 * COP_MATCH_VARIABLES + 6 };

static char *phrases[] = {"rare", "usual"};
static char *const letters[ARMS] = {"a", "b", "c", "d", "e"};

/* -- a laboratory with these runs --
 *
 *     all        a round robin of a to e
 *     a ... e    matches of x against y, in which the scores of x are `truth`, and which end by the
 *                phrases "rare" and "usual"
 *     lone       searches: simulations with a long tail, some of them ended early */
struct laboratory {
    struct cop_results results;
    struct cop_lab_run_result runs[ARMS + 2];
    struct cop_entrant arms[ARMS], pair[2];
    struct cop_rng rng, ends;
};

struct world {
    double truth[ARMS]; /* of x in the matches a to e */
    double strength;    /* of a in the round robin, in which all others are equal */
    double early;       /* share of searches */
    double draws;       /* share of games */
    double rare;        /* share of games that ended by the phrase "rare" */
    int games;
};

static void open_match(struct cop_lab_run_result *run, char *name, struct cop_entrant *entrants,
                       int count)
{
    int at = 0;

    *run = (struct cop_lab_run_result){.kind = COP_LAB_RUN_MATCH,
                                       .name = name,
                                       .entrant_count = count,
                                       .entrants = entrants,
                                       .fixture_count = count * (count - 1) / 2,
                                       .ending_count = 2,
                                       .endings = phrases};
    run->fixtures = cop_allocate((size_t)run->fixture_count * sizeof *run->fixtures);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            struct cop_fixture_result *fixture = &run->fixtures[at++];

            fixture->entrant_count = 2;
            fixture->entrants[0] = i;
            fixture->entrants[1] = j;
            cop_sample_open(&fixture->sample, SAMPLE_WIDTH);
        }
}

static void open_laboratory(struct laboratory *laboratory)
{
    struct cop_lab_run_result *lone = &laboratory->runs[ARMS + 1];

    *laboratory = (struct laboratory){.pair = {{.label = "x"}, {.label = "y"}}};
    cop_rng_seed(&laboratory->rng, 12);
    cop_rng_seed(&laboratory->ends, 13);
    laboratory->results.runs = laboratory->runs;
    laboratory->results.run_count = ARMS + 2;
    for (int i = 0; i < ARMS; i++) {
        laboratory->arms[i].label = letters[i];
        open_match(&laboratory->runs[i], letters[i], laboratory->pair, 2);
    }
    open_match(&laboratory->runs[ARMS], "all", laboratory->arms, ARMS);
    laboratory->runs[ARMS].anchor = letters[0];
    *lone = (struct cop_lab_run_result){
        .kind = COP_LAB_RUN_SEARCHES, .name = "lone", .fixture_count = 1};
    lone->fixtures = cop_allocate(sizeof *lone->fixtures);
    cop_sample_open(&lone->fixtures[0].sample, COP_SEARCH_VARIABLES);
}

static void close_laboratory(struct laboratory *laboratory)
{
    for (int i = 0; i < ARMS + 2; i++) {
        for (int f = 0; f < laboratory->runs[i].fixture_count; f++)
            cop_sample_close(&laboratory->runs[i].fixtures[f].sample);
        free(laboratory->runs[i].fixtures);
    }
}

static void forget(struct cop_sample *sample)
{
    sample->count = 0;
    memset(sample->sum, 0, (size_t)sample->width * sizeof *sample->sum);
    memset(sample->products, 0,
           (size_t)sample->width * (size_t)sample->width * sizeof *sample->products);
}

/* A long game is long for both, and some are very long. */
static double draw_length(struct cop_rng *rng)
{
    return 1000 * (0.2 - log(1 - cop_rng_unit(rng)));
}

/* How a game ended, as endings.h lays it out. */
static void end_game(const struct cop_lab_run_result *run, double rare, double *row,
                     struct cop_rng *rng)
{
    const struct cop_fixture_result *fixture = &run->fixtures[0];
    int ending = cop_rng_unit(rng) < rare ? 0 : 1;

    row[cop_ended_place(fixture, ending)] = 1;
    for (int seat = 0; seat < 2; seat++) {
        double *own = row + (ptrdiff_t)seat * COP_MATCH_VARIABLES;

        own[COP_MATCH_WINS] = own[COP_MATCH_PAYOFF] == 1;
        row[cop_won_by_place(run, fixture, seat, ending)] = own[COP_MATCH_WINS];
    }
}

static void play_match(struct laboratory *laboratory, struct cop_lab_run_result *run, int fixture,
                       double score, const struct world *world)
{
    struct cop_sample *sample = &run->fixtures[fixture].sample;
    struct cop_rng *rng = &laboratory->rng;

    forget(sample);
    for (int game = 0; game < world->games; game++) {
        double row[SAMPLE_WIDTH] = {0};
        double ticket = cop_rng_unit(rng), length = draw_length(rng);

        if (cop_rng_unit(rng) < 4 * world->draws * score * (1 - score))
            row[COP_MATCH_PAYOFF] = score == 0.5 ? 0.5 : ticket < score;
        else
            row[COP_MATCH_PAYOFF] = ticket < score;
        row[COP_MATCH_VARIABLES + COP_MATCH_PAYOFF] = 1 - row[COP_MATCH_PAYOFF];
        row[COP_MATCH_SIMS] = length * (0.5 + cop_rng_unit(rng));
        row[COP_MATCH_VARIABLES + COP_MATCH_SIMS] = length * (0.5 + cop_rng_unit(rng));
        end_game(run, world->rare, row, &laboratory->ends);
        cop_sample_add(sample, row);
    }
}

static void search_alone(struct cop_sample *sample, const struct world *world, struct cop_rng *rng)
{
    forget(sample);
    for (int search = 0; search < world->games; search++) {
        double row[COP_SEARCH_VARIABLES] = {0};

        row[COP_SEARCH_EARLY] = cop_rng_unit(rng) < world->early;
        row[COP_SEARCH_SIMS] = draw_length(rng); /* 1,200 on average */
        cop_sample_add(sample, row);
    }
}

/* All games anew. */
static void play(struct laboratory *laboratory, const struct world *world)
{
    struct cop_lab_run_result *all = &laboratory->runs[ARMS];

    for (int i = 0; i < ARMS; i++)
        play_match(laboratory, &laboratory->runs[i], 0, world->truth[i], world);
    for (int f = 0; f < all->fixture_count; f++)
        play_match(laboratory, all, f, all->fixtures[f].entrants[0] == 0 ? world->strength : 0.5,
                   world);
    search_alone(&laboratory->runs[ARMS + 1].fixtures[0].sample, world, &laboratory->rng);
}

/* -- claims -- */

static bool any_measure(const void *context, const struct cop_measure *measure,
                        struct cop_error *error)
{
    (void)context;
    (void)measure;
    (void)error;
    return true;
}

static int arms(const void *context, const char *run, const char *const **labels,
                struct cop_error *error)
{
    (void)context;
    (void)run;
    (void)error;
    *labels = (const char *const *)letters;
    return ARMS;
}

static const struct cop_claim_names names = {NULL, any_measure, arms};

/* Claims that all have their boundary in the same world. */
static void assert_calibrated(const struct world *world, const char *const *claims)
{
    struct laboratory laboratory;
    struct cop_claim *parsed[40];
    int verdicts[40][3] = {{0}}, count = 0;

    for (; claims[count]; count++) {
        struct cop_error error = {""};

        parsed[count] = cop_claim_parse(claims[count], &names, &error);
        if (!parsed[count])
            fail_msg("%s: %s", claims[count], error.message);
    }
    open_laboratory(&laboratory);
    for (int time = 0; time < times(); time++) {
        struct cop_evidence evidence = {&laboratory.results, cop_measure_interval,
                                        cop_measure_correlation};

        play(&laboratory, world);
        for (int i = 0; i < count; i++) {
            struct cop_text findings = COP_TEXT;

            verdicts[i][cop_claim_judge(parsed[i], &evidence, &findings)]++;
            cop_text_free(&findings);
        }
    }
    close_laboratory(&laboratory);
    for (int i = 0; i < count; i++) {
        double yes = (double)verdicts[i][COP_TRUE] / times();
        double no = (double)verdicts[i][COP_FALSE] / times();

        if (yes + no > allowed())
            fail_msg("%.2f %% reproduced, %.2f %% not reproduced: %s", 100 * yes, 100 * no,
                     claims[i]);
        cop_claim_free(parsed[i]);
    }
}

static const struct world even = {
    .truth = {0.5, 0.5, 0.5, 0.5, 0.5}, .strength = 0.5, .early = 0.1, .games = 100};

static void where_all_are_equal(void **state)
{
    static const char *const claims[] = {"score(a, x) > 50%",
                                         "score(a, x) <= 50%",
                                         "score(a, x) > score(b, x)",
                                         "score(a, x) >= score(a, y)",
                                         "score(a, x) - score(b, x) < score(c, x) - score(d, x)",
                                         "sims(a, x) / sims(a, y) > 1",
                                         "sims(a, x) <= sims(a, y)",
                                         "sims(a, x) / sims(b, x) >= 1",
                                         "saved(a, x, y) > 0",
                                         "sims(lone) >= 1200",
                                         "early(lone) < 10%",
                                         "score(all, a) > 50%",
                                         "score(all, a) > score(all, b)",
                                         NULL};

    (void)state;
    assert_calibrated(&even, claims);
}

static void extremes_of_equals(void **state)
{
    static const char *const claims[] = {
        "score(a, x) < min(score(b, x), score(c, x), score(d, x), score(e, x))",
        "score(a, x) > max(score(b, x), score(c, x), score(d, x), score(e, x))",
        "score(all, a) < min(scores(all, b, c, d, e))",
        "score(all, a) >= max(scores(all, b, c, d, e))",
        "min(score(a, x), score(b, x), score(c, x), score(d, x), score(e, x)) > 50%",
        "max(score(a, x), score(b, x), score(c, x), score(d, x), score(e, x)) <= 50%",
        "max(scores(all)) - score(all, a) > 0",
        "max(scores(all, a, b)) > max(scores(all, c, d, e))",
        "max(scores(all)) - min(scores(all)) > 0",
        "-2 * min(score(a, x), score(b, x)) / 4 > -25%",
        "abs(score(a, x) - 50%) > 0",
        "abs(score(a, x) - score(b, x)) <= 0",
        "max(abs(score(a, x) - 50%), abs(score(b, x) - 50%)) > 0",
        "best(all) in {a}",
        "best(all) in {a, b}",
        "best(all) in {a, b, c, d}",
        NULL};

    (void)state;
    assert_calibrated(&even, claims);
}

static void series_and_words_about_equals(void **state)
{
    static const char *const claims[] = {
        "increasing(score(a, x), score(b, x))",
        "increasing(score(a, x), score(b, x), score(c, x))",
        "decreasing(scores(all))",
        "increasing(scores(all), allow=1)",
        "increasing(scores(all), allow=1, slack=5%)",
        "score(a, x) > 50% and score(b, x) > 50% and score(c, x) > 50%",
        "score(a, x) > 50% or score(b, x) > 50% or score(c, x) > 50%",
        "not (score(a, x) > 50% or score(b, x) <= 50% and score(c, x) > 50%)",
        "50% <= score(a, x) <= 50%",
        "score(a, x) within [50%, 50%]",
        "score(a, x) within [50%, 70%]",
        "score(a, x) within [30%, 50%]",
        "score(a, x) within [score(b, x), 1]",
        "max(score(a, x), score(b, x)) within [50%, 70%]",
        "min(score(a, x), score(b, x)) within [20%, 50%]",
        NULL};

    (void)state;
    assert_calibrated(&even, claims);
}

/* One of the numbers on the boundary and the others far beyond it: here a verdict that needs all
 * of them rests on one alone. */
static void where_one_decides(void **state)
{
    static const struct world world = {
        .truth = {0.5, 0.8, 0.9, 0.8, 0.5}, .strength = 0.2, .early = 0.02, .games = 100};
    static const char *const claims[] = {
        "min(score(a, x), score(b, x), score(c, x)) > 50%",
        "max(score(a, y), score(b, y), score(c, y)) <= 50%",
        "score(a, x) < min(score(b, x), score(c, x), score(e, x))",
        "score(c, x) > 70% and score(a, x) > 50%",
        "score(c, x) < 70% or score(a, x) > 50%",
        "abs(score(b, x) - 70%) < 10%",
        "abs(score(b, x) - 70%) >= 10%",
        "increasing(score(a, x), score(b, x), score(d, x), score(c, x))",
        "increasing(score(a, x), score(c, x), score(b, x), slack=10%)",
        "increasing(score(a, x), score(c, x), score(b, x), score(d, x), slack=10%)",
        "increasing(score(a, x), score(b, x), score(d, x), score(c, x), score(b, x), allow=1)",
        "score(b, x) within [80%, 95%]",
        "score(b, x) within [60%, 80%]",
        "best(all) in {b}",
        "early(lone) <= 2%",
        NULL};

    (void)state;
    assert_calibrated(&world, claims);
}

/* Shares near 0, draws, and few games. */
static void where_games_are_few_or_drawn(void **state)
{
    static const struct world rare = {
        .truth = {0.05, 0.05, 0.05, 0.05, 0.05}, .strength = 0.5, .early = 0.5, .games = 60};
    static const struct world drawn = {.truth = {0.5, 0.5, 0.5, 0.5, 0.5},
                                       .strength = 0.5,
                                       .early = 0.5,
                                       .draws = 0.5,
                                       .games = 30};
    static const char *const of_rare[] = {
        "score(a, x) <= 5%",
        "score(a, x) > score(b, x)",
        "score(a, x) < min(score(b, x), score(c, x), score(d, x), score(e, x))",
        "score(a, x) > max(score(b, x), score(c, x), score(d, x), score(e, x))",
        "min(score(a, x), score(b, x), score(c, x), score(d, x), score(e, x)) > 5%",
        "max(score(a, x), score(b, x), score(c, x), score(d, x), score(e, x)) > 5%",
        NULL};
    static const char *const of_drawn[] = {"score(a, x) <= 50%",
                                           "score(a, x) > score(b, x)",
                                           "score(all, a) < min(scores(all, b, c, d, e))",
                                           "best(all) in {a, b}",
                                           "score(a, x) within [50%, 80%]",
                                           "increasing(scores(all))",
                                           NULL};

    (void)state;
    assert_calibrated(&rare, of_rare);
    assert_calibrated(&drawn, of_drawn);
}

/* Shares of all games, and of wins, whose number is chance too. */
static void where_games_end_alike(void **state)
{
    static const struct world world = {.truth = {0.5, 0.6, 0.5, 0.7, 0.5},
                                       .strength = 0.5,
                                       .early = 0.5,
                                       .rare = 0.2,
                                       .games = 150};
    static const char *const claims[] = {
        "ended(a, rare) <= 20%",
        "ended(a, rare) > ended(b, rare)",
        "ended(a, rare) + ended(a, usual) * 0.25 > 40%",
        "ended(all, rare) within [20%, 30%]",
        "won_by(a, x, rare) > 20%",
        "won_by(d, y, rare) within [10%, 20%]",
        "won_by(a, x, rare) >= won_by(a, y, rare)",
        "won_by(a, x, rare) > won_by(b, x, rare)",
        "won_by(a, x, rare) > max(won_by(b, x, rare), won_by(c, x, rare), won_by(d, x, rare))",
        "won_by(all, a, rare) < min(won_by(all, b, rare), won_by(all, c, rare))",
        "won_by(a, x, rare) * score(a, x) <= 10%",
        NULL};

    (void)state;
    assert_calibrated(&world, claims);
}

/* Where all are equal, and where the anchor scores a fifth against each: 400 log10(4) Elo less. */
static void where_ratings_are_known(void **state)
{
    static const struct world drawn = {.truth = {0.5, 0.5, 0.5, 0.5, 0.5},
                                       .strength = 0.5,
                                       .early = 0.5,
                                       .draws = 0.5,
                                       .games = 40};
    static const struct world apart = {
        .truth = {0.5, 0.5, 0.5, 0.5, 0.5}, .strength = 0.2, .early = 0.5, .games = 60};
    static const char *const of_equals[] = {
        "elo(all, b) > 0",
        "elo(all, b) <= elo(all, c)",
        "elo(all, b) within [0, 100]",
        "elo(all, b) > max(elo(all, c), elo(all, d), elo(all, e))",
        "increasing(elo(all, b), elo(all, c), elo(all, d))",
        "elo(all, b) / 400 > score(all, b) - 50%",
        NULL};
    static const char *const of_others[] = {"elo(all, b) > 240.824",
                                            "elo(all, b) within [240.824, 400]",
                                            "elo(all, b) >= elo(all, c)",
                                            "elo(all, b) + elo(all, c) <= 481.648",
                                            "min(elo(all, b), elo(all, c)) > 240.824",
                                            NULL};

    (void)state;
    assert_calibrated(&even, of_equals);
    assert_calibrated(&drawn, of_equals);
    assert_calibrated(&apart, of_others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_all_are_equal),           cmocka_unit_test(extremes_of_equals),
        cmocka_unit_test(series_and_words_about_equals), cmocka_unit_test(where_one_decides),
        cmocka_unit_test(where_games_are_few_or_drawn),  cmocka_unit_test(where_games_end_alike),
        cmocka_unit_test(where_ratings_are_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
