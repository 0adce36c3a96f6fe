/* course_measure.c - each measure is a ratio of two sums over games, of what a game gave and of how
 * often it was looked at there, or made of two such ratios. */
#include "lab/run/course_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/courses.h"

/* What is added up over the plies of a game. */
enum quantity { PLIES, MOVES, OUTCOMES, POINTS, LEAD, STATES, LONGEST };

struct recipe {
    struct cop_measure_row row;
    enum quantity quantity;
};

#define ROW(name, low, high, words, help, second, third)                                  \
    {                                                                                     \
        name, COP_LAB_RUN_MATCH, low, high, words, help, second, third, .is_course = true \
    }

static const struct recipe recipes[] = {
    {ROW("length", 1, 1, "run", "plies per game", 0, 0), PLIES},
    {{"longest", COP_LAB_RUN_MATCH, 1, 1, "run", "plies of the longest game", .is_extreme = true,
      .is_course = true},
     LONGEST},
    {ROW("branching", 1, 2, "run[, ply]", "legal moves per ply, or at one", COP_WORD_PLY, 0),
     MOVES},
    {ROW("chances", 1, 2, "run[, ply]", "outcomes of chance before a ply, or before one",
         COP_WORD_PLY, 0),
     OUTCOMES},
    {ROW("states", 2, 2, "run, ply",
         "log10 of (branching * chances * factor)^ply: positions after so many plies, if none came "
         "up twice",
         COP_WORD_PLY, 0),
     STATES},
    {ROW("points", 3, 3, "run, entrant, ply", "the game's own points after a ply", COP_WORD_ENTRANT,
         COP_WORD_PLY),
     POINTS},
    {ROW("lead", 3, 3, "run, entrant, ply", "points more than the best opponent's after a ply",
         COP_WORD_ENTRANT, COP_WORD_PLY),
     LEAD},
};

enum { RECIPES = sizeof recipes / sizeof *recipes };

const struct cop_measure_row *cop_course_measure_row(int i)
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

bool cop_is_course_measure(const char *name)
{
    return find_recipe(name) != NULL;
}

int cop_course_longest(const struct cop_lab_run_result *run)
{
    int longest = 0;

    for (int f = 0; f < run->fixture_count; f++)
        for (int i = 0; i < run->fixtures[f].course_count; i++)
            if (run->fixtures[f].courses[i].plies > longest)
                longest = run->fixtures[f].courses[i].plies;
    return longest;
}

/* -- one game -- */

/* What is asked for: a quantity at one ply (0: at all), of an entrant where it has one. */
struct question {
    enum quantity quantity;
    int entrant, ply;
};

static double lead_of(const struct cop_fixture_result *fixture, int game, int ply, int seat)
{
    double best = -INFINITY;

    for (int other = 0; other < fixture->entrant_count; other++)
        if (other != seat)
            best = fmax(best, cop_ply_value(fixture, game, ply, COP_PLY_VARIABLES + other));
    return cop_ply_value(fixture, game, ply, COP_PLY_VARIABLES + seat) - best;
}

static double value_at(const struct question *question, const struct cop_fixture_result *fixture,
                       int game, int ply, int seat)
{
    switch (question->quantity) {
    case MOVES:
        return cop_ply_value(fixture, game, ply, COP_PLY_MOVES);
    case OUTCOMES:
        return cop_ply_value(fixture, game, ply, COP_PLY_OUTCOMES);
    case POINTS:
        return cop_ply_value(fixture, game, ply, COP_PLY_VARIABLES + seat);
    default:
        return lead_of(fixture, game, ply, seat);
    }
}

/* What the game adds above and below the line. */
static void add_up(const struct question *question, const struct cop_fixture_result *fixture,
                   int game, double *above, double *below)
{
    int plies = fixture->courses[game].plies, seat = -1;
    int first = question->ply > 0 ? question->ply : 1;
    int last = question->ply > 0 && question->ply < plies ? question->ply : plies;

    *above = *below = 0;
    for (int i = 0; i < fixture->entrant_count; i++)
        if (fixture->entrants[i] == question->entrant)
            seat = i;
    if (question->quantity == PLIES) {
        *above = plies;
        *below = 1;
        return;
    }
    if (question->entrant >= 0 && seat < 0)
        return;
    for (int ply = first; ply <= last; ply++) {
        *above += value_at(question, fixture, game, ply, seat);
        *below += 1;
    }
}

/* -- all games -- */

double *cop_pulls_new(const struct cop_lab_run_result *run)
{
    size_t games = 1;

    for (int f = 0; f < run->fixture_count; f++)
        games += (size_t)run->fixtures[f].sample.count;
    return cop_allocate(games * sizeof(double));
}

double cop_pulls_covariance(const struct cop_lab_run_result *run, const double *left,
                            const double *right)
{
    double total = 0;

    for (int f = 0; f < run->fixture_count; f++) {
        int count = (int)run->fixtures[f].sample.count;
        double sum = 0;

        for (int i = 0; i < count; i++)
            sum += left[i] * right[i];
        if (count > 1)
            total += sum / ((double)count * (count - 1));
        left += count;
        right += count;
    }
    return total;
}

/* Of `games` games only those that were long enough say something: their mean has the error of so
 * many, and a single one has none. */
static double correction(int games, int telling)
{
    if (telling < 2)
        return INFINITY;
    return sqrt((double)telling / (telling - 1) * (games - 1) / games);
}

/* The ratio, and how each game pulls it: n / B * ((a - mean a) - R * (b - mean b)), where B is the
 * sum below the line and n, mean a and mean b are of the game's own fixture. */
static bool find_ratio(const struct cop_lab_run_result *run, const struct question *question,
                       double *ratio, double *pulls)
{
    double above = 0, below = 0, scale;
    int games = 0, telling = 0;

    for (int f = 0; f < run->fixture_count; f++)
        for (int i = 0; i < run->fixtures[f].course_count; i++) {
            double top, bottom;

            add_up(question, &run->fixtures[f], i, &top, &bottom);
            above += top;
            below += bottom;
            games++;
            telling += bottom > 0;
        }
    if (below <= 0)
        return false;
    *ratio = above / below;
    scale = correction(games, telling);
    for (int f = 0; f < run->fixture_count; f++) {
        int count = run->fixtures[f].course_count;
        double mean = 0;

        for (int i = 0; i < count; i++) {
            double top, bottom;

            add_up(question, &run->fixtures[f], i, &top, &bottom);
            pulls[i] = count / below * (top - *ratio * bottom);
            mean += pulls[i] / count;
        }
        for (int i = 0; i < count; i++)
            pulls[i] = isinf(scale) ? INFINITY : scale * (pulls[i] - mean);
        pulls += count;
    }
    return true;
}

static bool find_states(const struct cop_lab_run_result *run, int ply, double *value, double *pulls)
{
    struct question moves = {MOVES, -1, 0}, outcomes = {OUTCOMES, -1, 0};
    double *others = cop_pulls_new(run), branching, chances;
    bool is_good = find_ratio(run, &moves, &branching, pulls) &&
                   find_ratio(run, &outcomes, &chances, others) && branching > 0 && chances > 0;

    if (is_good) {
        double *pull = pulls;

        *value = ply * log10(branching * chances * run->factor);
        for (int f = 0; f < run->fixture_count; f++)
            for (int i = 0; i < run->fixtures[f].course_count; i++, pull++)
                *pull = ply / log(10) * (*pull / branching + others[pull - pulls] / chances);
    }
    free(others);
    return is_good;
}

/* The entrant and the ply that the measure's words name. */
static bool ask(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                const struct recipe *recipe, struct question *question)
{
    *question = (struct question){recipe->quantity, -1, 0};
    for (int i = 1; i < measure->word_count; i++) {
        enum cop_word_kind kind = i == 1 ? recipe->row.second : recipe->row.third;

        if (kind == COP_WORD_PLY)
            question->ply = (int)strtol(measure->words[i], NULL, 10);
        for (int e = 0; e < run->entrant_count && kind == COP_WORD_ENTRANT; e++)
            if (strcmp(run->entrants[e].label, measure->words[i]) == 0)
                question->entrant = e;
    }
    return recipe->row.second != COP_WORD_ENTRANT || measure->word_count < 2 ||
           question->entrant >= 0;
}

bool cop_course_pulls(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                      double *value, double *pulls)
{
    const struct recipe *recipe = find_recipe(measure->name);
    struct question question;

    if (!run->is_course || !recipe || recipe->quantity == LONGEST ||
        !ask(run, measure, recipe, &question))
        return false;
    if (recipe->quantity == STATES)
        return find_states(run, question.ply, value, pulls);
    return find_ratio(run, &question, value, pulls);
}

struct cop_interval cop_course_interval(const struct cop_lab_run_result *run,
                                        const struct cop_measure *measure)
{
    const struct recipe *recipe = find_recipe(measure->name);
    double longest = cop_course_longest(run), *pulls = cop_pulls_new(run), value;
    struct cop_interval interval = {NAN, NAN, NAN};

    if (recipe->quantity == LONGEST && longest > 0) {
        interval = (struct cop_interval){longest, longest, longest};
    } else if (cop_course_pulls(run, measure, &value, pulls)) {
        double reach =
            run->games > 1 ? 1.959964 * sqrt(cop_pulls_covariance(run, pulls, pulls)) : INFINITY;

        interval = (struct cop_interval){value - reach, value, value + reach};
    }
    free(pulls);
    return interval;
}
