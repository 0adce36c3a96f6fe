/* searches.c - one set of searches from one position. An observation has a variable for each thing
 * that can be asked of a search, and two for each root move. */
#include "lab/run/searches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/observation.h"
#include "lab/run/search_sets.h"

struct context {
    const struct cop_lab_run_result *result;
    void *state;
    double rate;  /* c under the root; not a number if the agent has none */
    double *rows; /* [count * width] */
};

/* The exploration rate of an agent that has one, in the form sqrt(c ln N / n)
 * (uct-star.md 2.0.2). */
static double exploration_rate(const char *spec)
{
    char *name, *inside;
    const struct cop_agent_kind *kind;
    struct cop_settings *settings = NULL;
    double rate = NAN;

    if (!cop_spec_split("agent", spec, &name, &inside, NULL))
        return rate;
    kind = cop_agent_kind_find(name);
    if (kind && cop_options_find(kind->options, "c_form", strlen("c_form")) != NULL)
        settings = cop_settings_parse(kind->name, kind->options, inside, NULL);
    if (settings) {
        rate = cop_real(settings, "c");
        if (cop_choice(settings, "c_form") == 0)
            rate *= rate;
    }
    cop_settings_free(settings);
    free(name);
    free(inside);
    return rate;
}

/* Highest minus lowest upper bound among the live root moves that were visited. */
static double spread_of(const struct cop_report *report, double rate)
{
    double visits = 0, low = INFINITY, high = -INFINITY;

    for (int i = 0; i < report->candidate_count; i++)
        visits += (double)report->candidates[i].visits;
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *move = &report->candidates[i];
        double bound;

        if (move->is_pruned || move->visits == 0)
            continue;
        bound = move->value + sqrt(rate * log(visits) / (double)move->visits);
        low = fmin(low, bound);
        high = fmax(high, bound);
    }
    return high >= low ? high - low : 0;
}

/* One search as a row of variables. */
static void fill_row(const struct context *context, const struct cop_report *report, double *row)
{
    int moves = context->result->move_count;
    double visits = 0, most = 0;

    row[COP_SEARCH_EARLY] = report->stopped_early;
    row[COP_SEARCH_SIMS] = (double)report->sims;
    row[COP_SEARCH_SECONDS] = round(report->seconds * 1e6) / 1e6;
    for (int i = 0; i < report->candidate_count && i < moves; i++) {
        const struct cop_candidate *move = &report->candidates[i];

        visits += (double)move->visits;
        most = fmax(most, (double)move->visits);
        row[COP_SEARCH_PRUNED] += move->is_pruned;
        row[COP_SEARCH_LIVE] += !move->is_pruned;
        row[COP_SEARCH_VARIABLES + i] = move->move == report->best;
        row[COP_SEARCH_VARIABLES + moves + i] = move->is_pruned;
    }
    row[COP_SEARCH_ANY_PRUNED] = row[COP_SEARCH_PRUNED] > 0;
    row[COP_SEARCH_SPREAD] = spread_of(report, context->rate);
    row[COP_SEARCH_BEST_SHARE] = visits > 0 ? most / visits : 0;
}

static json_t *observe(const void *argument, const void *state, const struct cop_report *report)
{
    const struct context *context = argument;
    int width = cop_search_width(context->result);
    double *row = cop_allocate((size_t)width * sizeof *row);
    json_t *found = json_object();

    (void)state;
    fill_row(context, report, row);
    for (int v = 0; v < width; v++) {
        char *name = cop_search_variable_name(context->result, v);

        json_object_set_new(found, name, cop_pack_number(row[v]));
        free(name);
    }
    free(row);
    return found;
}

static bool take(void *argument, int i, const json_t *found)
{
    struct context *context = argument;
    int width = cop_search_width(context->result);

    for (int v = 0; v < width; v++) {
        char *name = cop_search_variable_name(context->result, v);
        const json_t *value = json_object_get(found, name);

        free(name);
        if (!value)
            return false;
        context->rows[(ptrdiff_t)i * width + v] = cop_unpack_number(value);
    }
    return true;
}

static const void *state_of(const void *argument, int number)
{
    const struct context *context = argument;

    (void)number;
    return context->state;
}

static void name_moves(const struct cop_lab_run *run, const void *state,
                       struct cop_lab_run_result *result)
{
    const struct cop_game *game = run->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);

    result->move_count = game->rules->moves(game, state, moves);
    result->move_names = cop_allocate((size_t)result->move_count * sizeof *result->move_names);
    for (int i = 0; i < result->move_count; i++) {
        struct cop_text name = COP_TEXT;

        game->rules->write_move(game, state, moves[i], &name);
        result->move_names[i] = cop_copy_string(name.bytes);
        cop_text_free(&name);
    }
    free(moves);
}

void cop_lab_add_up_searches(struct cop_lab_run_result *result, int count, double *rows)
{
    int width = cop_search_width(result);
    struct cop_sample *sample;

    result->fixture_count = 1;
    result->fixtures = cop_allocate(sizeof *result->fixtures);
    result->fixtures[0].rows = rows;
    sample = &result->fixtures[0].sample;
    cop_sample_open(sample, width);
    result->widest_spread = 0;
    result->least_best_share = 1;
    for (int i = 0; i < count; i++) {
        const double *row = rows + (ptrdiff_t)i * width;

        cop_sample_add(sample, row);
        result->widest_spread = fmax(result->widest_spread, row[COP_SEARCH_SPREAD]);
        result->least_best_share = fmin(result->least_best_share, row[COP_SEARCH_BEST_SHARE]);
    }
}

static void write_identity(const struct cop_lab_run *run, const struct cop_search_set *set,
                           struct cop_text *text)
{
    cop_text_add(text, "searches\ngame %s\nposition %s\nmoves %s\nagent %s\nlimit ",
                 run->game->name, run->position, run->moves, set->agent);
    cop_limits_write(&set->limits, text);
    cop_text_add(text, "\nseed %lld\n", (long long)run->seed);
}

/* Says what is to be searched; the caller frees context->state and the identity. */
static bool open_set(const struct cop_lab_run *run, enum cop_budget budget,
                     struct cop_lab_run_result *result, struct context *context,
                     struct cop_text *identity, struct cop_search_set *set, struct cop_error *error)
{
    *context = (struct context){.result = result, .state = cop_allocate(run->game->state_size)};
    *set = (struct cop_search_set){.game = run->game,
                                   .agent = result->entrants[0].agent,
                                   .seed = run->seed,
                                   .count = run->efforts[budget].count,
                                   .context = context,
                                   .state = state_of,
                                   .observe = observe,
                                   .take = take};
    if (!cop_lab_run_start(run, context->state, error) ||
        !cop_lab_run_limits(run, 0, budget, &set->limits, error))
        return false;
    if (!result->move_names)
        name_moves(run, context->state, result);
    context->rate = exploration_rate(set->agent);
    write_identity(run, set, identity);
    set->identity = identity->bytes;
    return true;
}

bool cop_lab_search(const struct cop_lab_run *run, struct cop_search_work *work,
                    struct cop_lab_run_result *result, struct cop_error *error)
{
    struct cop_text identity = COP_TEXT;
    struct cop_search_set set;
    struct context context;
    bool is_good = open_set(run, work->order->budget, result, &context, &identity, &set, error);

    if (is_good) {
        context.rows = cop_allocate((size_t)set.count * (size_t)cop_search_width(result) *
                                    sizeof *context.rows);
        work->total = set.count;
        is_good = cop_search_sets_run(work, &set, 1, error);
        if (is_good && work->done == set.count)
            cop_lab_add_up_searches(result, set.count, context.rows);
        else
            free(context.rows);
    }
    cop_text_free(&identity);
    free(context.state);
    return is_good;
}

json_t *cop_lab_search_again(const struct cop_lab_run *run, enum cop_budget budget,
                             struct cop_lab_run_result *result, int number, const atomic_bool *stop,
                             struct cop_error *error)
{
    struct cop_text identity = COP_TEXT;
    struct cop_search_set set;
    struct context context;
    json_t *found = NULL;

    if (open_set(run, budget, result, &context, &identity, &set, error))
        found = cop_search_again(&set, number, stop, error);
    cop_text_free(&identity);
    free(context.state);
    return found;
}
