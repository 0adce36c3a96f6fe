/* course_measure.c - each measure is a ratio of two sums over games, of what a game gave and of how
 * often it was looked at there, or made of two such ratios. */
#include "lab/run/course_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/courses.h"

/* What is added up over the plies of a game. */
enum quantity { PLIES, MOVES, OUTCOMES, POINTS, LEAD, PIECES, TAKING, STATES, COMPLEXITY, LONGEST };

/* Which plies: all, or by the pieces on the board before them. */
enum filter { ANY, MORE_PIECES, SO_MANY_PIECES };

struct recipe {
    struct cop_measure_row row;
    enum quantity quantity;
    enum filter filter;
};

#define TURNS(name, low, high, words, help, second)                                 \
    {                                                                               \
        name, COP_LAB_RUN_MATCH, low, high, words, help, second, .is_course = true, \
                                                                 .is_by_turn = true \
    }

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
    {TURNS("pieces", 2, 2, "run, ply", "pieces on the board before a ply", COP_WORD_PLY), PIECES},
    {TURNS("length_to", 2, 2, "run, pieces", "plies until so few pieces are left, or the end",
           COP_WORD_PIECES),
     PLIES, MORE_PIECES},
    {TURNS("branching_to", 2, 2, "run, pieces", "legal moves per ply until then", COP_WORD_PIECES),
     MOVES, MORE_PIECES},
    {TURNS("complexity", 1, 2, "run[, pieces]",
           "log10 of branching^length: of whole games, or until so few pieces are left",
           COP_WORD_PIECES),
     COMPLEXITY, MORE_PIECES},
    {TURNS("branching_with", 2, 2, "run, pieces", "legal moves per ply with so many pieces",
           COP_WORD_PIECES),
     MOVES, SO_MANY_PIECES},
    {TURNS("taking", 2, 2, "run, pieces", "share of the plies with so many pieces that take some",
           COP_WORD_PIECES),
     TAKING, SO_MANY_PIECES},
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

int cop_course_most_pieces(const struct cop_lab_run_result *run)
{
    double most = -1;

    for (int f = 0; f < run->fixture_count && run->is_by_turn; f++)
        for (int i = 0; i < run->fixtures[f].course_count; i++)
            for (int ply = 1; ply <= run->fixtures[f].courses[i].plies; ply++)
                most = fmax(most, cop_ply_value(&run->fixtures[f], i, ply,
                                                cop_ply_pieces(&run->fixtures[f])));
    return (int)fmin(most, 1000);
}

/* -- one game -- */

/* What is asked for: a quantity at one ply (0: at all), of an entrant where it has one. */
struct question {
    enum quantity quantity;
    int entrant, ply;
    enum filter filter;
    int pieces;
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
    case PIECES:
        return cop_ply_value(fixture, game, ply, cop_ply_pieces(fixture));
    case TAKING:
        return cop_ply_value(fixture, game, ply, cop_ply_taken(fixture)) > 0;
    case PLIES:
        return 1;
    default:
        return lead_of(fixture, game, ply, seat);
    }
}

static bool is_asked(const struct question *question, const struct cop_fixture_result *fixture,
                     int game, int ply)
{
    double pieces;

    if (question->filter == ANY)
        return true;
    pieces = cop_ply_value(fixture, game, ply, cop_ply_pieces(fixture));
    return question->filter == MORE_PIECES ? pieces > question->pieces
                                           : (int)pieces == question->pieces;
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
    if (question->entrant >= 0 && seat < 0)
        return;
    for (int ply = first; ply <= last; ply++) {
        if (!is_asked(question, fixture, game, ply))
            continue;
        *above += value_at(question, fixture, game, ply, seat);
        *below += 1;
    }
    if (question->quantity == PLIES) /* of a game, not of a ply */
        *below = 1;
}

/* -- all games -- */

double *cop_pulls_new(const struct cop_lab_run_result *run)
{
    size_t games = 1;

    for (int f = 0; f < run->fixture_count; f++)
        games += (size_t)run->fixtures[f].sample.count;
    return cop_allocate(games * sizeof(double));
}

static double covariance(const struct cop_lab_run_result *run, int each, const double *left,
                         const double *right)
{
    double total = 0;

    for (int f = 0; f < run->fixture_count; f++) {
        int count = (int)run->fixtures[f].sample.count / each;
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

double cop_pulls_correlation(const struct cop_lab_run_result *run, int each, const double *left,
                             const double *right)
{
    double product = covariance(run, each, left, left) * covariance(run, each, right, right);

    if (!(product > 0) || !isfinite(product))
        return 0;
    return fmax(-1, fmin(1, covariance(run, each, left, right) / sqrt(product)));
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
    struct question moves = {MOVES, -1, 0, ANY, 0}, outcomes = {OUTCOMES, -1, 0, ANY, 0};
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

/* length * log10(branching), each with what pulls it. */
static bool find_complexity(const struct cop_lab_run_result *run, const struct question *question,
                            double *value, double *pulls)
{
    struct question plies = *question, moves = *question;
    double *others = cop_pulls_new(run), length, branching;
    bool is_good;

    plies.quantity = PLIES;
    moves.quantity = MOVES;
    is_good = find_ratio(run, &plies, &length, pulls) &&
              find_ratio(run, &moves, &branching, others) && branching > 0;
    if (is_good) {
        double *pull = pulls;

        *value = length * log10(branching);
        for (int f = 0; f < run->fixture_count; f++)
            for (int i = 0; i < run->fixtures[f].course_count; i++, pull++)
                *pull =
                    *pull * log10(branching) + length / log(10) / branching * others[pull - pulls];
    }
    free(others);
    return is_good;
}

/* The entrant, the ply and the pieces that the measure's words name. */
static bool ask(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                const struct recipe *recipe, struct question *question)
{
    *question = (struct question){recipe->quantity, -1, 0, ANY, 0};
    for (int i = 1; i < measure->word_count; i++) {
        enum cop_word_kind kind = i == 1 ? recipe->row.second : recipe->row.third;

        if (kind == COP_WORD_PLY)
            question->ply = (int)strtol(measure->words[i], NULL, 10);
        if (kind == COP_WORD_PIECES) {
            question->pieces = (int)strtol(measure->words[i], NULL, 10);
            question->filter = recipe->filter;
        }
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
    if (recipe->row.is_by_turn && !run->is_by_turn)
        return false;
    if (recipe->quantity == COMPLEXITY)
        return find_complexity(run, &question, value, pulls);
    if (recipe->quantity == STATES)
        return find_states(run, question.ply, value, pulls);
    return find_ratio(run, &question, value, pulls);
}

/* Where all plies did the same, nothing deviates, and few games would be as good as many: a share
 * is no surer than one of as many games as came to such a ply. */
static struct cop_interval as_share(const struct cop_lab_run_result *run,
                                    const struct question *question, struct cop_interval interval)
{
    struct cop_interval least;
    int telling = 0;

    for (int f = 0; f < run->fixture_count; f++)
        for (int i = 0; i < run->fixtures[f].course_count; i++) {
            double above, below;

            add_up(question, &run->fixtures[f], i, &above, &below);
            telling += below > 0;
        }
    least = cop_score_interval(telling, interval.value * telling, interval.value * telling);
    return (struct cop_interval){fmax(fmin(interval.low, least.low), 0), interval.value,
                                 fmin(fmax(interval.high, least.high), 1)};
}

struct cop_interval cop_course_interval(const struct cop_lab_run_result *run,
                                        const struct cop_measure *measure)
{
    const struct recipe *recipe = find_recipe(measure->name);
    double longest = cop_course_longest(run), *pulls = cop_pulls_new(run), value;
    struct cop_interval interval = {NAN, NAN, NAN};
    struct question question;

    if (recipe->quantity == LONGEST && longest > 0) {
        interval = (struct cop_interval){longest, longest, longest};
    } else if (cop_course_pulls(run, measure, &value, pulls)) {
        double reach =
            run->games > 1 ? 1.959964 * sqrt(covariance(run, 1, pulls, pulls)) : INFINITY;

        interval = (struct cop_interval){value - reach, value, value + reach};
        if (recipe->quantity == TAKING && ask(run, measure, recipe, &question))
            interval = as_share(run, &question, interval);
    }
    free(pulls);
    return interval;
}
