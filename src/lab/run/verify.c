#include "lab/run/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/jobs.h"
#include "lab/run/counts.h"
#include "lab/run/games.h"
#include "lab/run/matches.h"
#include "lab/run/measure.h"
#include "lab/run/observation.h"
#include "lab/run/position_searches.h"
#include "lab/run/run.h"
#include "lab/run/searches.h"
#include "lab/run/solves.h"

/* Computed numbers are kept with nine digits. */
static const double tolerance = 1e-8;

/* One observation. */
struct place {
    int run, set, number;
};

struct check {
    const struct cop_experiment *experiment;
    struct cop_results *results;
    const struct cop_verify_order *order;
    struct cop_verified *verified;
    const struct cop_lab_run **runs; /* the experiment's, for each of the results'; or NULL */
    struct place *places;
    int place_count;
};

static void say(struct check *check, struct cop_text *sentence)
{
    check->verified->differences++;
    if (check->order->say)
        check->order->say(check->order->context, sentence->bytes);
    cop_text_clear(sentence);
}

static bool is_same(double stored, double again)
{
    if (isnan(stored) || isnan(again))
        return isnan(stored) && isnan(again);
    if (isinf(stored) || isinf(again))
        return stored == again;
    return fabs(stored - again) <= tolerance * fmax(fabs(stored), fabs(again)) + 1e-12;
}

/* -- what was run -- */

static bool differs(struct check *check, const char *run, const char *what, const char *stored,
                    const char *now)
{
    struct cop_text text = COP_TEXT;

    if (strcmp(stored, now) == 0)
        return false;
    cop_text_add(&text, "%s, run %s: the experiment has changed: %s was \"%s\", is \"%s\"",
                 check->results->id, run, what, stored, now);
    say(check, &text);
    cop_text_free(&text);
    return true;
}

static bool number_differs(struct check *check, const char *run, const char *what, int64_t stored,
                           int64_t now)
{
    struct cop_text left = COP_TEXT, right = COP_TEXT;
    bool result;

    cop_text_add(&left, "%lld", (long long)stored);
    cop_text_add(&right, "%lld", (long long)now);
    result = differs(check, run, what, left.bytes, right.bytes);
    cop_text_free(&left);
    cop_text_free(&right);
    return result;
}

static bool entrants_differ(struct check *check, const struct cop_lab_run_result *stored,
                            const struct cop_lab_run_result *now)
{
    bool result = number_differs(check, stored->name, "the number of entrants",
                                 stored->entrant_count, now->entrant_count);

    for (int i = 0; i < stored->entrant_count && !result; i++)
        result = differs(check, stored->name, "an entrant", stored->entrants[i].label,
                         now->entrants[i].label) ||
                 differs(check, stored->name, "an agent", stored->entrants[i].agent,
                         now->entrants[i].agent) ||
                 differs(check, stored->name, "an entrant's limit", stored->entrants[i].limit,
                         now->entrants[i].limit) ||
                 number_differs(check, stored->name, "the pieces of a database",
                                stored->entrants[i].pieces, now->entrants[i].pieces);
    return result;
}

static bool positions_differ(struct check *check, const struct cop_lab_run_result *stored,
                             const struct cop_lab_run *run)
{
    bool result;

    if (stored->kind != COP_LAB_RUN_POSITIONS)
        return false;
    result = differs(check, run->name, "the list", stored->position_file, run->position_file) ||
             differs(check, run->name, "the baseline", stored->baseline, run->baseline) ||
             number_differs(check, run->name, "the number of positions in the list",
                            stored->position_total, run->positions.count) ||
             number_differs(check, run->name, "the number of names", stored->position_count,
                            stored->games);
    for (int i = 0; i < stored->position_count && !result; i++)
        result = differs(check, run->name, "a position", stored->position_names[i],
                         run->positions.names[cop_lab_run_position(run, check->order->budget, i)]);
    return result;
}

static bool starts_differ(struct check *check, const struct cop_lab_run_result *stored,
                          const struct cop_lab_run_result *now)
{
    bool result = differs(check, now->name, "the list of starts",
                          stored->starts.file ? stored->starts.file : "",
                          now->starts.file ? now->starts.file : "") ||
                  number_differs(check, now->name, "the number of starts", stored->starts.count,
                                 now->starts.count);

    for (int i = 0; i < stored->starts.count && !result; i++)
        result = differs(check, now->name, "the name of a start", stored->starts.names[i],
                         now->starts.names[i]) ||
                 differs(check, now->name, "a start", stored->starts.positions[i],
                         now->starts.positions[i]);
    return result;
}

static bool fixtures_differ(struct check *check, const struct cop_lab_run_result *stored,
                            const struct cop_lab_run *run)
{
    int count = cop_observed_sets(stored) * cop_observed_count(stored);

    return number_differs(check, run->name, "the number of games or searches", count,
                          cop_lab_run_count(run, check->order->budget));
}

/* True if the run is made today as it was then. */
static bool run_is_same(struct check *check, const struct cop_lab_run_result *stored,
                        const struct cop_lab_run *run, const struct cop_lab_run_result *now)
{
    return !differs(check, run->name, "the kind",
                    cop_lab_run_kind_name(stored->kind, stored->is_course),
                    cop_lab_run_kind_name(run->kind, run->is_course)) &&
           !number_differs(check, run->name, "whether a repetition ends a course",
                           stored->until_repeat, run->until_repeat) &&
           !number_differs(check, run->name, "whether plies are turns", stored->is_by_turn,
                           run->is_by_turn) &&
           !differs(check, run->name, "the game", stored->game, now->game) &&
           !differs(check, run->name, "the limit", stored->limit, now->limit) &&
           !differs(check, run->name, "the position", stored->position, now->position) &&
           !differs(check, run->name, "what was played first", stored->moves, now->moves) &&
           !number_differs(check, run->name, "the seed", stored->seed, now->seed) &&
           !number_differs(check, run->name, "the number of opening plies", stored->opening_plies,
                           now->opening_plies) &&
           !number_differs(check, run->name, "the number of games", stored->games, now->games) &&
           !number_differs(check, run->name, "the points of a curve", stored->curve, now->curve) &&
           !entrants_differ(check, stored, now) && !positions_differ(check, stored, run) &&
           !starts_differ(check, stored, now) && !fixtures_differ(check, stored, run);
}

static bool match_runs(struct check *check, struct cop_error *error)
{
    struct cop_results now = {
        .runs = cop_allocate((size_t)(check->results->run_count + 1) * sizeof *now.runs)};
    bool is_good = true;

    for (int i = 0; i < check->results->run_count && is_good; i++) {
        const struct cop_lab_run_result *stored = &check->results->runs[i];
        const struct cop_lab_run *run = cop_experiment_run(check->experiment, stored->name);

        if (!run || !run->efforts[check->order->budget].is_used) {
            differs(check, stored->name, "the run", "there", "gone");
            continue;
        }
        is_good = cop_lab_run_describe_result(run, check->order->budget, &now.runs[now.run_count++],
                                              error);
        if (is_good && run_is_same(check, stored, run, &now.runs[now.run_count - 1]))
            check->runs[i] = run;
    }
    cop_results_free(&now);
    return is_good;
}

/* -- what follows from observations -- */

static void compare_intervals(struct check *check, const char *name, const char *run,
                              const char *of, struct cop_interval stored, struct cop_interval again)
{
    struct cop_text text = COP_TEXT;

    if (!isfinite(stored.value) && !isfinite(again.value)) /* JSON has one null for all */
        return;
    if (is_same(stored.low, again.low) && is_same(stored.value, again.value) &&
        is_same(stored.high, again.high))
        return;
    cop_text_add(&text,
                 "%s: %s(%s%s%s) is stored as %.9g (%.9g to %.9g), but follows as %.9g "
                 "(%.9g to %.9g) from the stored observations",
                 check->results->id, name, run, of[0] ? ", " : "", of, stored.value, stored.low,
                 stored.high, again.value, again.low, again.high);
    say(check, &text);
    cop_text_free(&text);
}

static void compare_claims(struct check *check, const struct cop_results *stored,
                           const struct cop_results *again)
{
    struct cop_text text = COP_TEXT;

    if (stored->claim_count != again->claim_count) {
        cop_text_add(&text, "%s: %d claims are stored, the experiment has %d; judge it again",
                     again->id, stored->claim_count, again->claim_count);
        say(check, &text);
    }
    for (int i = 0; i < stored->claim_count && i < again->claim_count; i++) {
        const struct cop_claim_result *old = &stored->claims[i], *new = &again->claims[i];

        if (strcmp(old->words, new->words) == 0 && strcmp(old->findings, new->findings) == 0 &&
            strcmp(cop_claim_verdict(old), cop_claim_verdict(new)) == 0)
            continue;
        cop_text_add(&text, "%s: \"%s\" is stored as %s, %s; it is %s, %s", again->id, new->title,
                     cop_claim_verdict(old), old->findings, cop_claim_verdict(new), new->findings);
        say(check, &text);
    }
    cop_text_free(&text);
}

static void compare_numbers(struct check *check, const struct cop_results *stored,
                            const struct cop_results *again)
{
    for (int i = 0; i < again->value_count; i++) {
        const struct cop_value_result *new = &again->values[i];
        const struct cop_value_result *old = i < stored->value_count ? &stored->values[i] : NULL;

        if (!old || strcmp(old->name, new->name) != 0 || strcmp(old->of, new->of) != 0)
            differs(check, new->run, "a published number's place", old ? old->of : "", new->of);
        else
            compare_intervals(check, new->name, new->run, new->of, old->measured, new->measured);
    }
    for (int r = 0; r < again->run_count; r++)
        for (int i = 0; i < again->runs[r].measured_count; i++) {
            const struct cop_measured *new = &again->runs[r].measured[i];
            const struct cop_interval *old =
                cop_lab_run_measured(&stored->runs[r], new->name, new->of);

            if (old)
                compare_intervals(check, new->name, again->runs[r].name, new->of, *old,
                                  new->interval);
        }
}

/* Takes measures, values and claims out of the results, to be compared with those made anew. */
static void take_out(struct cop_results *results, struct cop_results *stored)
{
    *stored = (struct cop_results){.value_count = results->value_count,
                                   .values = results->values,
                                   .claim_count = results->claim_count,
                                   .claims = results->claims,
                                   .run_count = results->run_count};
    results->values = NULL;
    results->claims = NULL;
    results->value_count = results->claim_count = 0;
    stored->runs = cop_allocate((size_t)(results->run_count + 1) * sizeof *stored->runs);
    for (int r = 0; r < results->run_count; r++) {
        stored->runs[r].measured = results->runs[r].measured;
        stored->runs[r].measured_count = results->runs[r].measured_count;
        results->runs[r].measured = NULL;
        results->runs[r].measured_count = 0;
    }
}

static bool check_summary(struct check *check, struct cop_error *error)
{
    struct cop_results stored;
    bool is_good;

    take_out(check->results, &stored);
    is_good = cop_lab_summarize(check->experiment, check->order->budget, check->results, error);
    if (is_good) {
        compare_numbers(check, &stored, check->results);
        compare_claims(check, &stored, check->results);
    }
    cop_results_free(&stored);
    return is_good;
}

/* -- the games -- */

/* The moves of a game must lead to what is stored of it. */
static void check_game(struct check *check, const struct cop_lab_run_result *run,
                       const struct cop_game *game, int number)
{
    struct cop_text text = COP_TEXT;
    struct cop_lab_game opened;
    struct cop_error error;
    double payoffs[COP_PLAYERS_MAX];

    if (!cop_lab_game_open(&opened, game, check->results, run, number, &error)) {
        cop_text_add(&text, "%s", error.message);
        say(check, &text);
    } else {
        const struct cop_fixture_result *fixture = &run->fixtures[opened.fixture];

        cop_lab_game_payoffs(&opened, run, payoffs);
        for (int i = 0; i < fixture->entrant_count; i++) {
            double stored = fixture->rows[(ptrdiff_t)opened.place * cop_row_width(run, fixture) +
                                          i * COP_MATCH_VARIABLES + (int)COP_MATCH_PAYOFF];

            if (is_same(stored, payoffs[i]))
                continue;
            cop_text_add(&text,
                         "%s, run %s, game %d: its moves give %s %.15g, but the stored payoff is "
                         "%.15g",
                         check->results->id, run->name, number,
                         run->entrants[fixture->entrants[i]].label, payoffs[i], stored);
            say(check, &text);
        }
        cop_lab_game_close(&opened);
    }
    cop_text_free(&text);
}

static bool check_games(struct check *check, struct cop_error *error)
{
    for (int r = 0; r < check->results->run_count; r++) {
        const struct cop_lab_run_result *run = &check->results->runs[r];
        int count = cop_lab_run_games(run);
        struct cop_game *game = count > 0 ? cop_game_open(run->game, error) : NULL;

        if (count > 0 && !game)
            return false;
        for (int i = 1; i <= count && !atomic_load(check->order->stop); i++)
            check_game(check, run, game, i);
        check->verified->games += count;
        cop_game_close(game);
    }
    return true;
}

/* -- the sample -- */

static json_t *make_again(const struct check *check, const struct place *place,
                          const atomic_bool *stop, struct cop_error *error)
{
    const struct cop_lab_run *run = check->runs[place->run];
    struct cop_lab_run_result *result = &check->results->runs[place->run];
    enum cop_budget budget = check->order->budget;

    if (run->kind == COP_LAB_RUN_COUNTS)
        return cop_lab_count_again(run, result, place->set, stop, error);
    if (run->kind == COP_LAB_RUN_SOLVES)
        return cop_lab_solve_again(run, result, place->set, stop, error);
    if (run->kind == COP_LAB_RUN_SEARCHES)
        return cop_lab_search_again(run, budget, result, place->number, stop, error);
    if (run->kind == COP_LAB_RUN_POSITIONS)
        return cop_lab_search_position_again(run, budget, result, place->set, place->number, stop,
                                             error);
    return cop_lab_play_again(run, budget, result, place->set, place->number, stop, error);
}

/* Lists what may be made again, and mixes it. */
static void list_places(struct check *check)
{
    struct cop_rng rng;

    for (int r = 0; r < check->results->run_count; r++) {
        const struct cop_lab_run_result *run = &check->results->runs[r];
        int sets = cop_observed_sets(run), count = cop_observed_count(run);

        check->verified->observations += sets * count;
        if (!check->runs[r] || run->is_timed) /* threads and clocks give something else each time */
            continue;
        check->places = cop_reallocate(
            check->places, ((size_t)check->place_count + (size_t)sets * (size_t)count + 1) *
                               sizeof *check->places);
        for (int i = 0; i < sets * count; i++) {
            struct place place = {r, i / count, i % count};

            if (check->order->longest > 0 &&
                cop_observation_seconds(run, place.set, place.number) > check->order->longest)
                check->verified->passed_over++;
            else
                check->places[check->place_count++] = place;
        }
    }
    cop_rng_seed(&rng, check->order->seed);
    for (int i = check->place_count - 1; i > 0; i--) {
        int other = (int)cop_rng_below(&rng, (uint32_t)i + 1);
        struct place kept = check->places[i];

        check->places[i] = check->places[other];
        check->places[other] = kept;
    }
    if (check->order->sample > 0 && check->place_count > check->order->sample)
        check->place_count = check->order->sample;
}

/* Which observation a sentence is about. */
static void name_place(const struct check *check, const struct place *place, struct cop_text *text)
{
    cop_text_add(text, "%s, ", check->results->id);
    cop_observation_name(&check->results->runs[place->run], place->set, place->number, text);
}

/* Files of before endings were kept have no words. */
static void compare_words(struct check *check, const struct place *place, const char *name,
                          const json_t *stored, const json_t *again)
{
    struct cop_text text = COP_TEXT;

    if (!stored || json_equal(stored, again))
        return;
    name_place(check, place, &text);
    cop_text_add(&text, ": %s is stored as \"%s\", and comes out as \"%s\"", name,
                 json_string_value(stored), json_string_value(again));
    say(check, &text);
    cop_text_free(&text);
}

/* By ply, or whatever the list is about: tells the first that differs. */
static void compare_lists(struct check *check, const struct place *place, const char *name,
                          const json_t *stored, const json_t *again)
{
    size_t count = json_array_size(again), at = 0;
    struct cop_text text = COP_TEXT;

    while (at < count && is_same(cop_unpack_number(json_array_get(stored, at)),
                                 cop_unpack_number(json_array_get(again, at))))
        at++;
    if (at == count && json_array_size(stored) == count)
        return;
    name_place(check, place, &text);
    if (at < count && at < json_array_size(stored))
        cop_text_add(&text, ": number %zu of %s is stored as %.15g, and comes out as %.15g", at + 1,
                     name, cop_unpack_number(json_array_get(stored, at)),
                     cop_unpack_number(json_array_get(again, at)));
    else
        cop_text_add(&text, ": %zu values of %s are stored, and %zu come out",
                     json_array_size(stored), name, count);
    say(check, &text);
    cop_text_free(&text);
}

/* Compares two objects of named values, and those inside; `of` is whose values they are. */
static void compare_objects(struct check *check, const struct place *place, const char *of,
                            json_t *stored, json_t *again)
{
    struct cop_text text = COP_TEXT;
    const char *name;
    json_t *value;

    json_object_foreach(again, name, value)
    {
        json_t *old = json_object_get(stored, name);

        if (json_is_object(value)) {
            compare_objects(check, place, name, old, value);
            continue;
        }
        if (json_is_array(value)) {
            compare_lists(check, place, name, old, value);
            continue;
        }
        if (json_is_string(value)) {
            compare_words(check, place, name, old, value);
            continue;
        }
        if (!old || strcmp(name, "seconds") == 0 || /* not kept, or another every time */
            is_same(cop_unpack_number(old), cop_unpack_number(value)))
            continue;
        name_place(check, place, &text);
        cop_text_add(&text, ": %s%s%s is stored as %.15g, and comes out as %.15g", name,
                     of[0] ? " of " : "", of, cop_unpack_number(old), cop_unpack_number(value));
        say(check, &text);
    }
    cop_text_free(&text);
}

/* The word of a line with that number, as a new string. */
static char *word_of(const char *line, int number)
{
    const char *word = line;

    for (int i = 0; i < number; i++) {
        word += strcspn(word, " ");
        word += strspn(word, " ");
    }
    return cop_copy_bytes(word, strcspn(word, " "));
}

/* Words in front of the moves. */
static bool says_start(const char *word)
{
    return strncmp(word, "deal=", 5) == 0 || strncmp(word, "at=", 3) == 0;
}

/* What was played, move by move, where it was kept. The first word says who sat where. */
static void compare_lines(struct check *check, const struct place *place, const char *again)
{
    const struct cop_lab_run_result *run = &check->results->runs[place->run];
    const struct cop_fixture_result *fixture = &run->fixtures[place->set];
    const char *stored = fixture->games ? fixture->games[place->number] : again;
    struct cop_text text = COP_TEXT;
    bool is_different = strcmp(stored, again) != 0;
    int before = 0; /* words that are no moves, beside who sat where */

    for (int i = 0; is_different; i++) {
        char *old = word_of(stored, i), *new = word_of(again, i);

        before += says_start(new);
        if (strcmp(old, new) != 0) {
            cop_text_add(&text, "%s, ", check->results->id);
            cop_observation_name(run, place->set, place->number, &text);
            if (i == 0 || says_start(new))
                cop_text_add(&text, i == 0 ? ": who sat where" : ": where it began");
            else
                cop_text_add(&text, ": move %d", i - before);
            cop_text_add(&text, " is stored as \"%s\", and comes out as \"%s\"", old, new);
            say(check, &text);
            is_different = false;
        }
        free(old);
        free(new);
    }
    cop_text_free(&text);
}

struct worker {
    json_t *again;
};

static enum cop_job_end work(void *context, void *memory, int job, const atomic_bool *halt,
                             struct cop_error *error)
{
    const struct check *check = context;
    struct worker *worker = memory;

    *error = (struct cop_error){{0}};
    worker->again = make_again(check, &check->places[job], halt, error);
    if (worker->again)
        return COP_JOB_DONE;
    return error->message[0] ? COP_JOB_FAILED : COP_JOB_STOPPED;
}

static bool compare(void *context, void *memory, int job, bool *is_enough, struct cop_error *error)
{
    struct check *check = context;
    struct worker *worker = memory;
    const struct place *place = &check->places[job];
    json_t *stored = cop_observation(&check->results->runs[place->run], place->set, place->number);
    const char *line;

    (void)is_enough;
    (void)error;
    line = json_string_value(json_object_get(worker->again, COP_OBSERVED_GAME));
    if (line)
        compare_lines(check, place, line);
    json_object_del(worker->again, COP_OBSERVED_GAME);
    compare_objects(check, place, "", stored, worker->again);
    check->verified->compared++;
    json_decref(stored);
    json_decref(worker->again);
    return true;
}

static bool check_sample(struct check *check, struct cop_error *error)
{
    struct cop_jobs jobs = {.threads = check->order->threads,
                            .stop = check->order->stop,
                            .worker_size = sizeof(struct worker),
                            .context = check,
                            .work = work,
                            .hand_in = compare};

    list_places(check);
    jobs.count = check->place_count;
    return cop_jobs_run(&jobs, error);
}

bool cop_lab_verify(const struct cop_experiment *experiment, struct cop_results *results,
                    const struct cop_verify_order *order, struct cop_verified *verified,
                    struct cop_error *error)
{
    struct check check = {
        .experiment = experiment, .results = results, .order = order, .verified = verified};
    struct cop_text text = COP_TEXT;
    bool is_good = true;

    *verified = (struct cop_verified){0};
    if (!cop_results_are_whole(results)) {
        cop_text_add(&text,
                     "%s has no single observations, because an earlier program wrote it: "
                     "run it again",
                     results->id);
        say(&check, &text);
    } else {
        check.runs = cop_allocate((size_t)(results->run_count + 1) * sizeof *check.runs);
        is_good = match_runs(&check, error) && check_summary(&check, error) &&
                  check_games(&check, error) && check_sample(&check, error);
    }
    free(check.runs);
    free(check.places);
    cop_text_free(&text);
    return is_good;
}
