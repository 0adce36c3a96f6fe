/* position_searches.c - each entrant's searches are a set, numbered by the places of positions in
 * their list; so are those of the judge, who is asked about positions in which somebody chose
 * another move than the baseline. An agent forgets everything between two positions. */
#include "lab/run/position_searches.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/observation.h"

enum { JUDGE = -1 };

struct shared {
    const struct cop_lab_run *run;
    enum cop_budget budget;
    struct cop_lab_run_result *result;
    int *places;  /* of the positions in the file */
    int *doubted; /* of those that the judge is asked about */
    int baseline; /* the entrant */
};

/* What one set is about. */
struct context {
    struct shared *shared;
    int entrant; /* or JUDGE */
};

static struct cop_found *found_by(const struct shared *shared, int entrant, int position)
{
    return &shared->result->found[(ptrdiff_t)entrant * shared->result->position_count + position];
}

static const void *state_of(const void *argument, int number)
{
    const struct context *context = argument;

    return cop_positions_state(&context->shared->run->positions, number);
}

/* -- entrants -- */

/* Proven, or one of the moves that the list says are right. */
static bool is_solved(const struct cop_positions *positions, const void *state,
                      const struct cop_report *report)
{
    ptrdiff_t place = (const unsigned char *)state - positions->states;
    const cop_move *answer = positions->answers[(size_t)place / positions->stride];

    while (answer && *answer != COP_NO_MOVE && *answer != report->best)
        answer++;
    return report->proof != COP_UNPROVEN || (answer && *answer != COP_NO_MOVE);
}

static json_t *observe(const void *argument, const void *state, const struct cop_report *report)
{
    const struct context *context = argument;
    const struct cop_game *game = context->shared->run->game;
    struct cop_found found = {.move = report->best,
                              .depth = report->depth,
                              .nodes = report->nodes > 0 ? report->nodes : report->sims,
                              .solved = is_solved(&context->shared->run->positions, state, report),
                              .cuts = (double)report->cuts,
                              .cut_moves = (double)report->cut_moves,
                              .value = report->value[game->rules->turn(game, state)],
                              .seconds = round(report->seconds * 1e6) / 1e6,
                              .worth = NAN};

    return cop_pack_found(&found);
}

static bool take(void *argument, int i, const json_t *json)
{
    struct context *context = argument;

    return cop_unpack_found(json, found_by(context->shared, context->entrant, i));
}

/* -- the judge -- */

/* What is known for certain of root moves: two arrays, of moves and of their values. */
static json_t *observe_judge(const void *argument, const void *state,
                             const struct cop_report *report)
{
    json_t *moves = json_array(), *values = json_array();

    (void)argument;
    (void)state;
    for (int i = 0; i < report->candidate_count; i++) {
        if (report->candidates[i].kind != COP_VALUE_EXACT)
            continue;
        json_array_append_new(moves, json_integer((json_int_t)report->candidates[i].move));
        json_array_append_new(values, cop_pack_number(report->candidates[i].value));
    }
    return json_pack("{so so}", "moves", moves, "values", values);
}

/* Not a number if the judge is not certain of the move. */
static double judged_worth(const json_t *judged, cop_move move)
{
    const json_t *moves = json_object_get(judged, "moves");
    double worth = NAN;

    for (size_t i = 0; i < json_array_size(moves); i++)
        if ((cop_move)json_integer_value(json_array_get(moves, i)) == move)
            worth = cop_unpack_number(json_array_get(json_object_get(judged, "values"), i));
    return worth;
}

static int position_at(const struct shared *shared, int place)
{
    int position = 0;

    while (shared->places[position] != place)
        position++;
    return position;
}

static bool take_judge(void *argument, int i, const json_t *judged)
{
    const struct context *context = argument;
    const struct shared *shared = context->shared;
    int position = position_at(shared, shared->doubted[i]);
    cop_move base = found_by(shared, shared->baseline, position)->move;

    for (int e = 0; e < shared->result->entrant_count; e++) {
        struct cop_found *found = found_by(shared, e, position);

        if (found->move != base)
            found->worth = judged_worth(judged, found->move);
    }
    return json_is_array(json_object_get(judged, "moves"));
}

/* A move that the baseline chose too is worth what it said; of others the judge must say it.
 * Returns in how many positions he must. */
static int find_doubts(struct shared *shared)
{
    int count = 0;

    for (int p = 0; p < shared->result->position_count; p++) {
        const struct cop_found *base = found_by(shared, shared->baseline, p);
        bool is_doubtful = false;

        for (int e = 0; e < shared->result->entrant_count; e++) {
            struct cop_found *found = found_by(shared, e, p);

            if (found->move == base->move)
                found->worth = base->value;
            else
                is_doubtful = true;
        }
        if (is_doubtful && shared->run->judge[0])
            shared->doubted[count++] = shared->places[p];
    }
    return count;
}

/* -- sets -- */

/* Says all that decides what is found. Positions are numbered by their places in the list, so that
 * a budget that searches more of them finds what another has searched. */
static void write_identity(const struct cop_search_set *set, const struct cop_positions *positions,
                           struct cop_text *text)
{
    uint64_t sum = 0;

    for (int i = 0; i < positions->count; i++)
        sum = cop_mix(sum ^ set->game->rules->key(set->game, cop_positions_state(positions, i)));
    cop_text_add(text, "positions\ngame %s\nlist %016" PRIx64 "\nagent %s\nlimit ", set->game->name,
                 sum, set->agent);
    cop_limits_write(&set->limits, text);
    cop_text_add(text, "\nseed %lld\n", (long long)set->seed);
}

static const char *judge_or_agent(const struct shared *shared, int entrant)
{
    return entrant == JUDGE ? shared->run->judge : shared->result->entrants[entrant].agent;
}

/* The entrant's place among all entrants of the run, of which a budget may leave some out. */
static int place_in_run(const struct shared *shared, int entrant)
{
    int i = 0;

    for (int at = 0;; i++) {
        if (!shared->run->entrants[i].at[shared->budget])
            continue;
        if (at++ == entrant)
            return i;
    }
}

/* The set of an entrant, or of the judge, who has the baseline's limits. */
static bool open_set(struct context *context, struct cop_text *identity, struct cop_search_set *set,
                     struct cop_error *error)
{
    const struct shared *shared = context->shared;
    bool is_judge = context->entrant == JUDGE;
    int entrant = is_judge ? shared->baseline : context->entrant;

    *set = (struct cop_search_set){.game = shared->run->game,
                                   .agent = judge_or_agent(shared, context->entrant),
                                   .seed = shared->run->seed,
                                   .count = shared->result->position_count,
                                   .numbers = shared->places,
                                   .context = context,
                                   .state = state_of,
                                   .observe = is_judge ? observe_judge : observe,
                                   .take = is_judge ? take_judge : take};
    if (!cop_lab_run_limits(shared->run, place_in_run(shared, entrant), shared->budget,
                            &set->limits, error))
        return false;
    cop_text_add(identity, is_judge ? "judge of " : "");
    write_identity(set, &shared->run->positions, identity);
    set->identity = identity->bytes;
    return true;
}

static bool search_entrants(struct shared *shared, struct cop_search_work *work,
                            struct cop_error *error)
{
    int count = shared->result->entrant_count, opened = 0;
    struct context *contexts = cop_allocate((size_t)count * sizeof *contexts);
    struct cop_text *identities = cop_allocate((size_t)count * sizeof *identities);
    struct cop_search_set *sets = cop_allocate((size_t)count * sizeof *sets);
    bool is_good = true;

    for (; opened < count && is_good; opened++) {
        contexts[opened] = (struct context){shared, opened};
        is_good = open_set(&contexts[opened], &identities[opened], &sets[opened], error);
    }
    work->total = count * shared->result->position_count;
    is_good = is_good && cop_search_sets_run(work, sets, count, error);
    for (int i = 0; i < opened; i++)
        cop_text_free(&identities[i]);
    free(contexts);
    free(identities);
    free(sets);
    return is_good;
}

/* The same for all ranks, of which only the leader knows what the entrants have found. */
static bool share_doubts(struct shared *shared, struct cop_ranks *ranks, int *count,
                         struct cop_error *error)
{
    struct cop_text bytes = COP_TEXT;
    bool is_good;

    if (cop_ranks_leads(ranks)) {
        *count = find_doubts(shared);
        cop_text_add_bytes(&bytes, (const char *)shared->doubted,
                           (size_t)*count * sizeof *shared->doubted);
    }
    is_good = cop_ranks_share(ranks, &bytes, error);
    if (is_good && !cop_ranks_leads(ranks)) {
        *count = (int)(bytes.length / sizeof *shared->doubted);
        if (*count > shared->result->position_count)
            *count = shared->result->position_count; /* other files: the job loop will say so */
        memcpy(shared->doubted, bytes.bytes, (size_t)*count * sizeof *shared->doubted);
    }
    cop_text_free(&bytes);
    return is_good;
}

static bool ask_judge(struct shared *shared, struct cop_search_work *work, struct cop_error *error)
{
    struct context context = {shared, JUDGE};
    struct cop_text identity = COP_TEXT;
    struct cop_search_set set;
    int count = 0;
    bool is_good = share_doubts(shared, work->order->ranks, &count, error);

    if (is_good && count > 0) {
        is_good = open_set(&context, &identity, &set, error);
        set.count = count;
        set.numbers = shared->doubted;
        work->total += count;
        is_good = is_good && cop_search_sets_run(work, &set, 1, error);
    }
    cop_text_free(&identity);
    return is_good;
}

/* -- a run -- */

static void open_shared(const struct cop_lab_run *run, enum cop_budget budget,
                        struct cop_lab_run_result *result, struct shared *shared)
{
    int count = run->efforts[budget].count;

    *shared = (struct shared){.run = run, .budget = budget, .result = result};
    shared->places = cop_allocate((size_t)count * sizeof *shared->places);
    shared->doubted = cop_allocate((size_t)count * sizeof *shared->doubted);
    for (int i = 0; i < count; i++)
        shared->places[i] = cop_lab_run_position(run, budget, i);
    for (int e = 0; e < result->entrant_count; e++)
        if (strcmp(result->entrants[e].label, run->baseline) == 0)
            shared->baseline = e;
}

static void close_shared(struct shared *shared)
{
    free(shared->places);
    free(shared->doubted);
}

static void name_positions(const struct shared *shared)
{
    const struct cop_lab_run *run = shared->run;
    struct cop_lab_run_result *result = shared->result;
    int count = run->efforts[shared->budget].count;

    result->position_file = cop_copy_string(run->position_file);
    result->baseline = cop_copy_string(run->baseline);
    result->position_total = run->positions.count;
    result->position_names = cop_allocate((size_t)count * sizeof *result->position_names);
    for (int i = 0; i < count; i++)
        result->position_names[i] = cop_copy_string(run->positions.names[shared->places[i]]);
    result->position_count = count;
    result->found =
        cop_allocate((size_t)count * (size_t)result->entrant_count * sizeof *result->found);
}

bool cop_lab_search_positions(const struct cop_lab_run *run, struct cop_search_work *work,
                              struct cop_lab_run_result *result, struct cop_error *error)
{
    struct shared shared;
    bool is_good;

    open_shared(run, work->order->budget, result, &shared);
    name_positions(&shared);
    is_good = search_entrants(&shared, work, error) &&
              (atomic_load(work->order->stop) || ask_judge(&shared, work, error));
    close_shared(&shared);
    return is_good;
}

/* What the move is worth in the eyes of the baseline, as far as the stored results say it. */
static bool find_worth(struct shared *shared, int position, struct cop_found *found,
                       const atomic_bool *stop, struct cop_error *error)
{
    const struct cop_found *base = found_by(shared, shared->baseline, position);
    struct context context = {shared, JUDGE};
    struct cop_text identity = COP_TEXT;
    struct cop_search_set set;
    json_t *judged = NULL;

    if (found->move == base->move) {
        found->worth = base->value;
        return true;
    }
    if (!shared->run->judge[0])
        return true;
    if (open_set(&context, &identity, &set, error))
        judged = cop_search_again(&set, shared->places[position], stop, error);
    if (judged)
        found->worth = judged_worth(judged, found->move);
    cop_text_free(&identity);
    json_decref(judged);
    return judged != NULL;
}

json_t *cop_lab_search_position_again(const struct cop_lab_run *run, enum cop_budget budget,
                                      struct cop_lab_run_result *result, int entrant, int position,
                                      const atomic_bool *stop, struct cop_error *error)
{
    struct shared shared;
    struct context context = {&shared, entrant};
    struct cop_text identity = COP_TEXT;
    struct cop_search_set set;
    struct cop_found found;
    json_t *json = NULL, *whole = NULL;

    open_shared(run, budget, result, &shared);
    if (open_set(&context, &identity, &set, error))
        json = cop_search_again(&set, shared.places[position], stop, error);
    if (json && cop_unpack_found(json, &found) &&
        find_worth(&shared, position, &found, stop, error))
        whole = cop_pack_found(&found);
    cop_text_free(&identity);
    close_shared(&shared);
    json_decref(json);
    return whole;
}
