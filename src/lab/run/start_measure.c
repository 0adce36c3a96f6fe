/* start_measure.c - every position gives one number, and a weight: whether it counts at all. A
 * measure is the mean of the numbers that count. */
#include "lab/run/start_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/course_measure.h"
#include "lab/run/observation.h"

/* Differences are whole numbers, and a few of them may well be alike without being sure. */
enum { FEW = 10 };

/* What two entrants got at one position: `own` had the first move in its game, and so had `other`.
 */
struct met {
    double own, other; /* points */
    double payoff;     /* of `own` */
};

struct recipe {
    struct cop_measure_row row;
    bool is_share;                                          /* in 0..1 */
    bool (*observe)(const struct met *met, double *number); /* false: it does not count */
};

static bool is_better(const struct met *met, double *number)
{
    *number = met->own > met->other;
    return true;
}

static bool is_equal(const struct met *met, double *number)
{
    *number = met->own == met->other;
    return true;
}

static bool better_by(const struct met *met, double *number)
{
    *number = met->own - met->other;
    return *number > 0;
}

static bool moving_first(const struct met *met, double *number)
{
    *number = met->payoff;
    return true;
}

static const struct recipe recipes[] = {
    {{"better", COP_LAB_RUN_MATCH, 3, 3, "run, entrant, other",
      "share of starts at which it got more points, moving first, than the other moving first",
      .is_by_start = true, .is_about_points = true},
     true,
     is_better},
    {{"equal", COP_LAB_RUN_MATCH, 3, 3, "run, entrant, other",
      "share of starts at which both got the same points, each moving first", .is_by_start = true,
      .is_about_points = true},
     true,
     is_equal},
    {{"better_by", COP_LAB_RUN_MATCH, 3, 3, "run, entrant, other", "points more where it is better",
      .is_by_start = true, .is_about_points = true},
     false,
     better_by},
    {{"moving_first", COP_LAB_RUN_MATCH, 3, 3, "run, entrant, opponent",
      "mean payoff of the games in which it moves first", .is_by_start = true},
     true,
     moving_first},
};

enum { RECIPES = sizeof recipes / sizeof *recipes };

const struct cop_measure_row *cop_start_measure_row(int i)
{
    return i >= 0 && i < RECIPES ? &recipes[i].row : NULL;
}

static const struct recipe *find_recipe(const char *name)
{
    for (int i = 0; i < RECIPES; i++)
        if (strcmp(recipes[i].row.name, name) == 0)
            return &recipes[i];
    return NULL;
}

bool cop_is_start_measure(const char *name)
{
    return find_recipe(name) != NULL;
}

/* -- what was observed -- */

/* Whom a measure compares, and where they met. */
struct pair {
    const struct cop_lab_run_result *run;
    const struct cop_fixture_result *fixture;
    int own, other; /* their places in the fixture */
    int count;      /* positions of which both games are there */
};

static bool find_pair(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                      struct pair *pair)
{
    int own = measure->word_count == 3 ? cop_lab_find_entrant(run, measure->words[1]) : -1;
    int other = measure->word_count == 3 ? cop_lab_find_entrant(run, measure->words[2]) : -1;
    const struct cop_fixture_result *fixture =
        own >= 0 && other >= 0 && own != other ? cop_fixture_of(run, own, other) : NULL;

    if (!fixture || fixture->entrant_count != 2 || !fixture->rows)
        return false;
    *pair = (struct pair){run, fixture, cop_fixture_place(fixture, own),
                          cop_fixture_place(fixture, other), (int)fixture->sample.count / 2};
    return true;
}

static double value_at(const struct pair *pair, int game, int place, enum cop_match_variable which)
{
    return pair->fixture->rows[(ptrdiff_t)game * cop_row_width(pair->run, pair->fixture) +
                               place * COP_MATCH_VARIABLES + (int)which];
}

/* Both seatings of a position follow each other. False if the games do not say who moved first, or
 * the same one did in both. */
static bool meet(const struct pair *pair, int position, struct met *met)
{
    int own = 2 * position, other = own + 1;

    if (value_at(pair, own, pair->own, COP_MATCH_FIRST) == 0) {
        own = other;
        other = 2 * position;
    }
    *met = (struct met){.own = value_at(pair, own, pair->own, COP_MATCH_POINTS),
                        .other = value_at(pair, other, pair->other, COP_MATCH_POINTS),
                        .payoff = value_at(pair, own, pair->own, COP_MATCH_PAYOFF)};
    return value_at(pair, own, pair->own, COP_MATCH_FIRST) == 1 &&
           value_at(pair, other, pair->other, COP_MATCH_FIRST) == 1 && !isnan(met->own) &&
           !isnan(met->other);
}

/* The numbers of all positions that count, and of the boards that they belong to. */
struct sums {
    int positions;
    double total;
    int count; /* of boards */
    double sum, squares;
};

/* A position and the one before it are of one board, each with another side to begin, if their
 * names are alike up to a full stop: 7.1 and 7.2. What is found there goes together, so that a
 * board is one observation. */
static bool is_same_board(const struct cop_lab_starts *starts, int position)
{
    size_t length;

    if (position == 0 || position >= starts->count)
        return false;
    length = strcspn(starts->names[position], ".");
    return starts->names[position][length] == '.' &&
           strncmp(starts->names[position], starts->names[position - 1], length + 1) == 0;
}

static void add_board(struct sums *sums, double sum, int count)
{
    if (count == 0)
        return;
    sums->count++;
    sums->sum += sum / count;
    sums->squares += sum / count * (sum / count);
}

static bool add_up(const struct pair *pair, const struct recipe *recipe, struct sums *sums)
{
    double of_board = 0;
    int on_board = 0;

    *sums = (struct sums){0};
    for (int i = 0; i < pair->count; i++) {
        struct met met;
        double number;

        if (!meet(pair, i, &met))
            return false;
        if (!is_same_board(&pair->run->starts, i)) {
            add_board(sums, of_board, on_board);
            of_board = on_board = 0;
        }
        if (!recipe->observe(&met, &number))
            continue;
        of_board += number;
        on_board++;
        sums->positions++;
        sums->total += number;
    }
    add_board(sums, of_board, on_board);
    return pair->count > 0;
}

struct cop_interval cop_start_interval(const struct cop_lab_run_result *run,
                                       const struct cop_measure *measure)
{
    const struct recipe *recipe = find_recipe(measure->name);
    struct cop_interval nothing = {NAN, NAN, NAN};
    struct pair pair;
    struct sums sums;

    if (!recipe || !find_pair(run, measure, &pair) || !add_up(&pair, recipe, &sums))
        return nothing;
    if (recipe->is_share)
        return cop_score_interval(sums.count, sums.sum, sums.squares);
    if (sums.count == 0)
        return nothing;
    if (sums.count < FEW)
        return (struct cop_interval){-INFINITY, sums.sum / sums.count, INFINITY};
    return cop_mean_interval(sums.count, sums.sum, sums.squares);
}

/* -- correlations -- */

/* Pairs of games in all fixtures, in the place of games. */
static int count_of(const struct cop_fixture_result *fixture)
{
    return (int)fixture->sample.count / 2;
}

/* How each position pulls such a measure: a mean of those that count, so the number's distance from
 * it, times how many positions stand behind one that counts. */
static bool pulls_of(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                     double *pulls)
{
    const struct recipe *recipe = find_recipe(measure->name);
    struct pair pair;
    struct sums sums;

    if (!find_pair(run, measure, &pair) || !add_up(&pair, recipe, &sums) || sums.positions == 0)
        return false;
    for (int f = 0; &run->fixtures[f] != pair.fixture; f++)
        pulls += count_of(&run->fixtures[f]);
    for (int i = 0; i < pair.count; i++) {
        struct met met;
        double number;

        meet(&pair, i, &met);
        if (recipe->observe(&met, &number))
            pulls[i] = (number - sums.total / sums.positions) * pair.count / sums.positions;
    }
    return true;
}

/* The same of any other measure of the match: both games of a position pull together. */
static bool pulls_of_games(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                           double *pulls)
{
    double *games = cop_pulls_new(run);
    const double *pull = games;
    bool is_good = cop_measure_pulls(run, measure, games);

    for (int f = 0; f < run->fixture_count && is_good; f++) {
        for (int i = 0; i < count_of(&run->fixtures[f]); i++)
            *pulls++ = (pull[2 * i] + pull[2 * i + 1]) / 2;
        pull += run->fixtures[f].sample.count;
    }
    free(games);
    return is_good;
}

static double *find_pulls(const struct cop_lab_run_result *run, const struct cop_measure *measure)
{
    double *pulls = cop_pulls_new(run); /* room for games, of which there are more */

    if (cop_is_start_measure(measure->name) ? pulls_of(run, measure, pulls)
                                            : pulls_of_games(run, measure, pulls))
        return pulls;
    free(pulls);
    return NULL;
}

double cop_start_correlation(const struct cop_lab_run_result *run, const struct cop_measure *left,
                             const struct cop_measure *right)
{
    double *first = find_pulls(run, left), *second = find_pulls(run, right), result = 0;

    if (first && second)
        result = cop_pulls_correlation(run, 2, first, second);
    free(first);
    free(second);
    return result;
}
