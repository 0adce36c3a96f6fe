#include "lab/run/solves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/solvers.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "database/database.h"
#include "lab/run/databases.h"
#include "lab/run/observation.h"

static const char *const point_names[COP_POINT_VARIABLES] = {"nodes", "proof", "disproof"};

/* ---- What is written down of a search's numbers ---- */

/* A question's curve has at most so many points. When it is full every second goes, and from then
 * on only every second is taken: which ones are kept follows from the search alone. */
struct recorder {
    struct cop_solved *solved;
    int room;              /* points of a question; 0: only its last */
    double lower, upper;   /* what was known when the question was asked */
    int64_t every, number; /* steps of the question */
    double last[COP_POINT_VARIABLES];
    bool has_last; /* it is not among the points yet */
};

static struct cop_question *question_of(const struct recorder *recorder)
{
    return &recorder->solved->questions[recorder->solved->question_count - 1];
}

static void add_point(struct recorder *recorder)
{
    struct cop_question *question = question_of(recorder);

    memcpy(question->points + (ptrdiff_t)question->count++ * COP_POINT_VARIABLES, recorder->last,
           sizeof recorder->last);
    recorder->has_last = false;
}

static void thin_out(struct recorder *recorder)
{
    struct cop_question *question = question_of(recorder);
    int kept = 0;

    for (int i = 1; i < question->count; i += 2)
        memcpy(question->points + (ptrdiff_t)kept++ * COP_POINT_VARIABLES,
               question->points + (ptrdiff_t)i * COP_POINT_VARIABLES, sizeof recorder->last);
    question->count = kept;
    recorder->every *= 2;
}

/* The end of a question is kept, whatever else is. */
static void end_question(struct recorder *recorder)
{
    if (recorder->has_last)
        add_point(recorder);
}

static void begin_question(struct recorder *recorder, const struct cop_solution *so_far)
{
    size_t room = (size_t)recorder->room + 1;

    end_question(recorder);
    recorder->solved->question_count++;
    question_of(recorder)->points = cop_allocate(room * sizeof(double[COP_POINT_VARIABLES]));
    recorder->lower = so_far->lower;
    recorder->upper = so_far->upper;
    recorder->every = 1;
    recorder->number = 0;
}

static double number_or_never(uint32_t number)
{
    return number == UINT32_MAX ? NAN : number;
}

/* A new question has new bounds: the answer to the one before it. */
static void record(void *context, const struct cop_solution *so_far)
{
    struct recorder *recorder = context;
    bool is_new = recorder->solved->question_count == 0 || so_far->lower != recorder->lower ||
                  so_far->upper != recorder->upper;

    if (is_new && recorder->solved->question_count == COP_QUESTIONS)
        return;
    if (is_new)
        begin_question(recorder, so_far);
    recorder->last[COP_POINT_NODES] = (double)so_far->positions;
    recorder->last[COP_POINT_PROOF] = number_or_never(so_far->proof);
    recorder->last[COP_POINT_DISPROOF] = number_or_never(so_far->disproof);
    recorder->has_last = true;
    if (recorder->room == 0 || ++recorder->number % recorder->every != 0)
        return;
    add_point(recorder);
    if (question_of(recorder)->count == recorder->room)
        thin_out(recorder);
}

/* ---- One solve ---- */

/* What one solve is made with. */
struct order {
    const struct cop_lab_run *run;
    const char *by;
    int pieces;
    struct cop_limits limits;
    const atomic_bool *stop;
    struct shelf *shelf;
};

/* The databases that were built last: the next solve often wants the same. */
struct shelf {
    struct cop_lab_databases databases;
    int pieces;
};

static double in_microseconds(double seconds)
{
    return round(seconds * 1e6) / 1e6;
}

static bool search(const struct order *order, const char *folder, struct cop_solved *solved,
                   struct cop_error *error)
{
    const struct cop_game *game = order->run->game;
    void *state = cop_allocate(game->state_size);
    struct recorder recorder = {.solved = solved, .room = order->run->curve};
    struct cop_solve_limits limits = {.positions = order->limits.nodes,
                                      .memory = order->limits.means.memory,
                                      .threads = 1,
                                      .stop = order->stop,
                                      .step = record,
                                      .context = &recorder,
                                      .databases = folder};
    struct cop_solution solution;
    bool is_good =
        cop_lab_run_start(order->run, state, error) &&
        cop_solve_by(order->by, game, state, COP_STAKE_PAYOFF, &limits, &solution, error);

    free(state);
    if (!is_good)
        return false;
    end_question(&recorder);
    solved->lower = solution.lower;
    solved->upper = solution.upper;
    solved->nodes = solution.positions;
    solved->seconds = in_microseconds(solution.seconds);
    return true;
}

static bool find_databases(const struct order *order, bool *is_stopped, struct cop_error *error)
{
    struct shelf *shelf = order->shelf;

    *is_stopped = false;
    if (shelf->databases.folder != NULL && shelf->pieces == order->pieces)
        return true;
    cop_lab_databases_remove(&shelf->databases);
    shelf->pieces = order->pieces;
    return cop_lab_databases_build(&shelf->databases, order->run->game, order->pieces, order->stop,
                                   is_stopped, error);
}

/* True with *is_stopped if somebody has stopped it: then there is nothing to keep. */
static bool solve(const struct order *order, struct cop_solved *solved, bool *is_stopped,
                  struct cop_error *error)
{
    const struct cop_lab_databases *databases = &order->shelf->databases;

    *solved = (struct cop_solved){0};
    if (!find_databases(order, is_stopped, error))
        return false;
    if (*is_stopped)
        return true;
    solved->numbers = databases->numbers;
    solved->build_seconds = in_microseconds(databases->seconds);
    if (!search(order, databases->folder, solved, error))
        return false;
    *is_stopped = order->stop != NULL && atomic_load(order->stop);
    return true;
}

static bool read_order(const struct cop_lab_run *run, const struct cop_lab_run_result *result,
                       int entrant, struct order *order, struct cop_error *error)
{
    const struct cop_entrant *own = &result->entrants[entrant];

    order->run = run;
    order->by = own->agent;
    order->pieces = own->pieces;
    return cop_limits_parse(own->limit[0] != '\0' ? own->limit : result->limit, &order->limits,
                            error);
}

bool cop_lab_solve_check(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                         struct cop_error *error)
{
    struct cop_text spec = COP_TEXT;
    struct cop_limits limits;
    bool is_good = cop_lab_run_agent(run, entrant, budget, &spec, error) &&
                   cop_solver_check(spec.bytes, error) &&
                   cop_lab_run_limits(run, entrant, budget, &limits, error);

    if (is_good && limits.nodes <= 0)
        is_good = cop_fail(error, "a solver is limited by nodes, as in nodes=10M");
    if (is_good && run->entrants[entrant].pieces > 0 && strncmp(spec.bytes, "auto", 4) == 0)
        is_good = cop_fail(error, "auto asks no databases; give pn or dfpn, or pieces = 0");
    if (is_good && run->entrants[entrant].pieces > 0)
        is_good = cop_database_fits(run->game, error);
    cop_text_free(&spec);
    return is_good;
}

/* ---- As JSON ---- */

static json_t *pack_question(const struct cop_question *question)
{
    json_t *object = json_object();

    for (int v = 0; v < COP_POINT_VARIABLES; v++) {
        json_t *list = json_array();

        for (int i = 0; i < question->count; i++)
            json_array_append_new(
                list, cop_pack_number(question->points[(ptrdiff_t)i * COP_POINT_VARIABLES + v]));
        json_object_set_new(object, point_names[v], list);
    }
    return object;
}

json_t *cop_pack_solved(const struct cop_solved *solved)
{
    json_t *asked = json_object();

    for (int i = 0; i < solved->question_count; i++) {
        char name[20];

        snprintf(name, sizeof name, "%d", i + 1);
        json_object_set_new(asked, name, pack_question(&solved->questions[i]));
    }
    return json_pack("{so so sI so s{sI so} so}", "lower", cop_pack_number(solved->lower), "upper",
                     cop_pack_number(solved->upper), "nodes", (json_int_t)solved->nodes, "seconds",
                     cop_pack_number(solved->seconds), "built", "numbers",
                     (json_int_t)solved->numbers, "seconds", cop_pack_number(solved->build_seconds),
                     "asked", asked);
}

static bool unpack_question(const json_t *json, struct cop_question *question)
{
    size_t count = json_array_size(json_object_get(json, point_names[0]));

    question->count = (int)count;
    question->points = cop_allocate((count + 1) * sizeof(double[COP_POINT_VARIABLES]));
    for (int v = 0; v < COP_POINT_VARIABLES; v++) {
        const json_t *list = json_object_get(json, point_names[v]);

        if (count == 0 || count > COP_CURVE_MAX + 1 || json_array_size(list) != count)
            return false;
        for (size_t i = 0; i < count; i++)
            question->points[i * COP_POINT_VARIABLES + (size_t)v] =
                cop_unpack_number(json_array_get(list, i));
    }
    return true;
}

bool cop_unpack_solved(const json_t *json, struct cop_solved *solved)
{
    const json_t *built = json_object_get(json, "built"), *asked = json_object_get(json, "asked");
    const json_t *nodes = json_object_get(json, "nodes");
    bool is_good =
        json_is_integer(nodes) && json_is_object(asked) && json_object_size(asked) <= COP_QUESTIONS;

    *solved =
        (struct cop_solved){.lower = cop_unpack_number(json_object_get(json, "lower")),
                            .upper = cop_unpack_number(json_object_get(json, "upper")),
                            .nodes = json_integer_value(nodes),
                            .seconds = cop_unpack_number(json_object_get(json, "seconds")),
                            .numbers = json_integer_value(json_object_get(built, "numbers")),
                            .build_seconds = cop_unpack_number(json_object_get(built, "seconds"))};
    for (int i = 0; is_good && i < (int)json_object_size(asked); i++) {
        char name[20];

        snprintf(name, sizeof name, "%d", i + 1);
        solved->question_count++;
        is_good = unpack_question(json_object_get(asked, name), &solved->questions[i]);
    }
    return is_good && !isnan(solved->lower) && !isnan(solved->upper);
}

void cop_solved_free(struct cop_solved *solved)
{
    for (int i = 0; i < solved->question_count; i++)
        free(solved->questions[i].points);
    *solved = (struct cop_solved){0};
}

/* ---- The store ---- */

struct stored {
    struct cop_solved solved;
    bool is_there;
    int64_t origin;
};

static void take(void *context, int number, const char *found, int64_t origin)
{
    struct stored *stored = context;
    json_t *json = json_loads(found, 0, NULL);

    (void)number;
    cop_solved_free(&stored->solved);
    stored->is_there = cop_unpack_solved(json, &stored->solved);
    stored->origin = origin;
    json_decref(json);
}

static bool keep(struct cop_search_work *work, int64_t match, struct stored *stored,
                 struct cop_error *error)
{
    json_t *json = cop_pack_solved(&stored->solved);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(15));
    bool is_good = cop_store_add_search(work->store, match, 0, text, error);

    stored->is_there = true;
    stored->origin = work->makers->own;
    json_decref(json);
    free(text);
    return is_good;
}

static void add_identity(const struct order *order, struct cop_text *identity)
{
    const struct cop_lab_run *run = order->run;

    cop_text_add(identity,
                 "solve\ngame %s\nposition %s\nmoves %s\nby %s\npieces %d\nnodes %lld\n"
                 "memory %zu\ncurve %d\n",
                 run->game->name, run->position, run->moves, order->by, order->pieces,
                 (long long)order->limits.nodes, order->limits.means.memory, run->curve);
}

static bool find_or_solve(const struct order *order, struct cop_search_work *work,
                          struct cop_solved *solved, struct cop_error *error)
{
    struct cop_text identity = COP_TEXT;
    struct stored stored = {0};
    bool is_stopped = false, is_good;
    int64_t match;

    add_identity(order, &identity);
    is_good = cop_store_match(work->store, identity.bytes, &match, error) &&
              cop_store_each_search(work->store, match, take, &stored, error);
    if (is_good && !stored.is_there) {
        cop_solved_free(&stored.solved);
        is_good = solve(order, &stored.solved, &is_stopped, error) &&
                  (is_stopped || keep(work, match, &stored, error));
    }
    if (is_good && stored.is_there)
        cop_makers_add(work->makers, stored.origin);
    *solved = stored.solved;
    cop_text_free(&identity);
    return is_good;
}

bool cop_lab_solve(const struct cop_lab_run *run, struct cop_search_work *work,
                   struct cop_lab_run_result *result, struct cop_error *error)
{
    struct shelf shelf = {0};
    bool is_good = true;

    result->solved = cop_allocate((size_t)(result->entrant_count + 1) * sizeof *result->solved);
    for (int i = 0; i < result->entrant_count && is_good && cop_ranks_leads(work->order->ranks) &&
                    !atomic_load(work->order->stop);
         i++) {
        struct cop_lab_progress progress = {work->experiment, work->run, i + 1,
                                            result->entrant_count};
        struct order order = {.stop = work->order->stop, .shelf = &shelf};

        is_good = read_order(run, result, i, &order, error) &&
                  find_or_solve(&order, work, &result->solved[i], error);
        if (is_good && work->order->progress)
            work->order->progress(work->order->context, &progress);
    }
    cop_lab_databases_remove(&shelf.databases);
    return is_good;
}

json_t *cop_lab_solve_again(const struct cop_lab_run *run, const struct cop_lab_run_result *result,
                            int entrant, const atomic_bool *stop, struct cop_error *error)
{
    struct shelf shelf = {0};
    struct order order = {.stop = stop, .shelf = &shelf};
    struct cop_solved solved = {0};
    bool is_stopped = false;
    json_t *json = NULL;

    if (read_order(run, result, entrant, &order, error) &&
        solve(&order, &solved, &is_stopped, error) && !is_stopped)
        json = cop_pack_solved(&solved);
    cop_lab_databases_remove(&shelf.databases);
    cop_solved_free(&solved);
    return json;
}
