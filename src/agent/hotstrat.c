/* hotstrat.c - which part to play in, and then who chooses the move there.
 *
 * A part's temperature is what a move in it gains, so the hottest part is a good place to move: not
 * always the best one, as a threat elsewhere may come first. Areas that are one side's alone have
 * the temperature -1, for a move there costs one of the moves in store. While the position is one
 * whole another agent plays. */
#include "agent/hotstrat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/heat_tables.h"
#include "agent/parts.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "search/evaluators.h"
#include "search/oracle.h"
#include "search/sum/tds.h"
#include "search/sum/thermometer.h"

enum region { REGION_HEAT, REGION_AGENT };
enum measure { MEASURE_AUTO, MEASURE_THERMOGRAPH, MEASURE_TDS };
enum mover { MOVE_LOCAL, MOVE_HEAT };

#define TEMPERATURE(initial)                                                                      \
    {                                                                                             \
        "temperature", COP_CHOICE, initial, 0, 0, "auto|thermograph|tds",                         \
            "how hot a part is: by its thermograph, by a search with coupons, or auto, which is " \
            "the "                                                                                \
            "first for parts of up to `exact` moves"                                              \
    }

static const struct cop_option common_options[] = {
    {"exact", COP_INTEGER, "8", 0, 1000, NULL,
     "with temperature=auto: the largest parts whose thermographs are looked for"},
    {"tables", COP_FLAG, "off", 0, 0, NULL,
     "thermographs ask the tables that `coppice parts build` has made"},
    {"delta", COP_REAL, "0.5", 0.03125, 1, NULL, "between coupons: 1, 0.5, 0.25, ..."},
    {"tds_depth", COP_INTEGER, "0", 0, 1000, NULL,
     "moves of a part that the search with coupons looks ahead; 0: as many as the limits allow"},
    {"eval", COP_WORDS, "", 0, 0, NULL,
     "the evaluator that judges parts where that search ends; without it the game's first"},
    {"share", COP_REAL, "0.5", 0.01, 0.99, NULL,
     "how much of the limits goes into the choice of the part; the rest is for the move"},
    {"region", COP_CHOICE, "heat", 0, 0, "heat|agent",
     "which part is played in: the hottest, or that of the move which `chooser` likes best"},
    {"chooser", COP_SPEC, "mcts", 0, 0, NULL, "with region=agent: who chooses the part"},
    {"move", COP_CHOICE, "local", 0, 0, "local|heat",
     "who chooses the move in it: the agent `local`, which plays the part alone, or whoever has "
     "found the temperature"},
    {"local", COP_SPEC, "alphabeta", 0, 0, NULL, "who plays the part alone"},
    {"otherwise", COP_SPEC, "alphabeta", 0, 0, NULL, "who plays while the position is one whole"},
    {NULL},
};

static const struct cop_option hotstrat_options[] = {
    TEMPERATURE("auto"), {"Parts", COP_TABLE, .table = common_options}, {NULL}};
static const struct cop_option tds_options[] = {
    TEMPERATURE("tds"), {"Parts", COP_TABLE, .table = common_options}, {NULL}};

struct hotstrat {
    const struct cop_game *game;
    enum measure measure;
    enum region region;
    enum mover mover;
    int exact;
    double share;
    struct cop_tds_terms terms;
    struct cop_judge judge;
    struct cop_agent *local, *chooser, *otherwise;
    struct cop_thermometer *thermometer;
    struct cop_tds *tds;
    struct cop_heats heats;
    size_t memory; /* of the thermometer */
    cop_move *moves;
    double *values;
    struct cop_candidate *candidates;
};

/* ---- Opening ---- */

static bool fits(const struct cop_game *game, struct cop_error *error)
{
    return cop_sum_fits(game, error);
}

static bool check(const struct cop_agent_kind *kind, const struct cop_game *game,
                  const struct cop_settings *settings, const struct cop_means *means,
                  struct cop_error *error)
{
    static const char *const names[] = {"local", "chooser", "otherwise"};
    const struct cop_limits limits = {
        .time = 1, .sims = 1, .nodes = 1, .depth = 1, .means = *means};
    struct cop_judge judge;

    if (!cop_delta_check(cop_real(settings, "delta"), error))
        return cop_fail_in(error, "%s", kind->name);
    for (int i = 0; i < 3; i++) {
        const char *spec = cop_words(settings, names[i]);

        if (cop_agent_is_external(spec))
            return cop_fail(error,
                            "%s: \"%.40s\" runs another program; name one of Coppice's agents",
                            kind->name, spec);
        if (!cop_agent_check(game, spec, &limits, NULL, error))
            return cop_fail_in(error, "%s", kind->name);
    }
    return cop_judge_find(&judge, game, cop_words(settings, "eval"), error) ||
           cop_fail_in(error, "%s", kind->name);
}

static void close_hotstrat(void *self)
{
    struct hotstrat *hot = self;

    cop_agent_close(hot->local);
    cop_agent_close(hot->chooser);
    cop_agent_close(hot->otherwise);
    cop_thermometer_close(hot->thermometer);
    cop_tds_close(hot->tds);
    cop_heats_free(&hot->heats);
    free(hot->moves);
    free(hot->values);
    free(hot->candidates);
    free(hot);
}

static void read_settings(struct hotstrat *hot, const struct cop_settings *settings)
{
    hot->measure = (enum measure)cop_choice(settings, "temperature");
    hot->region = (enum region)cop_choice(settings, "region");
    hot->mover = (enum mover)cop_choice(settings, "move");
    hot->exact = (int)cop_integer(settings, "exact");
    hot->share = cop_real(settings, "share");
    hot->terms = (struct cop_tds_terms){.delta = cop_real(settings, "delta"),
                                        .depth = (int)cop_integer(settings, "tds_depth"),
                                        .judge = &hot->judge};
}

static bool open_agents(struct hotstrat *hot, const struct cop_settings *settings,
                        const struct cop_means *means, struct cop_error *error)
{
    struct cop_means part = *means;

    part.memory = means->memory / 4;
    hot->local = cop_agent_open(hot->game, cop_words(settings, "local"), &part, error);
    if (hot->local == NULL)
        return false;
    hot->otherwise = cop_agent_open(hot->game, cop_words(settings, "otherwise"), &part, error);
    if (hot->otherwise == NULL || hot->region != REGION_AGENT)
        return hot->otherwise != NULL;
    hot->chooser = cop_agent_open(hot->game, cop_words(settings, "chooser"), &part, error);
    return hot->chooser != NULL;
}

static void renew_thermometer(struct hotstrat *hot)
{
    cop_thermometer_close(hot->thermometer);
    hot->thermometer = cop_thermometer_open(hot->game, hot->memory);
    cop_thermometer_ask(hot->thermometer, &(struct cop_heat_source){cop_heats_find, &hot->heats});
}

static bool open_rest(struct hotstrat *hot, const struct cop_settings *settings,
                      const struct cop_means *means, struct cop_error *error)
{
    size_t count = (size_t)hot->game->max_moves;

    hot->memory = means->memory / 8;
    hot->moves = calloc(count, sizeof *hot->moves);
    hot->values = calloc(count, sizeof *hot->values);
    hot->candidates = calloc(count, sizeof *hot->candidates);
    hot->tds = cop_tds_open(hot->game, means->memory / 8);
    if (hot->moves == NULL || hot->values == NULL || hot->candidates == NULL || hot->tds == NULL)
        return cop_fail(error, "not enough memory");
    if (cop_flag(settings, "tables"))
        cop_heat_tables_load(hot->game, NULL, &hot->heats, NULL);
    renew_thermometer(hot);
    return cop_judge_find(&hot->judge, hot->game, cop_words(settings, "eval"), error) &&
           cop_judge_prepare(&hot->judge, hot->game, means->stop, error);
}

static void *open_hotstrat(const struct cop_agent_kind *kind, const struct cop_game *game,
                           const struct cop_settings *settings, const struct cop_means *means,
                           struct cop_error *error)
{
    struct hotstrat *hot = calloc(1, sizeof *hot);

    if (hot == NULL) {
        cop_fail(error, "%s: not enough memory", kind->name);
        return NULL;
    }
    hot->game = game;
    read_settings(hot, settings);
    if (open_agents(hot, settings, means, error) && open_rest(hot, settings, means, error))
        return hot;
    cop_fail_in(error, "%s", kind->name);
    close_hotstrat(hot);
    return NULL;
}

/* Nothing of an earlier game is left, so that a game is the same whichever was played before. */
static void start(void *self, uint64_t seed)
{
    struct hotstrat *hot = self;

    renew_thermometer(hot);
    cop_tds_forget(hot->tds);
    cop_agent_start(hot->local, cop_mix(seed + 1));
    cop_agent_start(hot->otherwise, cop_mix(seed + 2));
    if (hot->chooser != NULL)
        cop_agent_start(hot->chooser, cop_mix(seed + 3));
}

/* ---- One search ---- */

/* A part of the position at hand. */
struct part {
    unsigned char *state; /* with the player to move in the whole to move */
    int size;
    bool can_move;   /* that player, here */
    bool is_settled; /* worth a number of moves that needed no search */
    bool is_known;   /* its heat is */
    double mean, temperature;
    cop_move best; /* of who found the temperature, or COP_NO_MOVE */
};

struct thinking {
    struct hotstrat *hot;
    const void *state;
    const struct cop_limits *limits;
    const struct cop_watch *watch; /* the caller's, or NULL */
    double began;
    int player, count, chosen;
    struct part *parts;
    struct cop_run run;
    struct cop_pace pace;
    int64_t nodes, sims;     /* of what is behind us */
    struct cop_report whole; /* the chooser's, with region=agent */
    bool has_whole;
};

static double now(const struct thinking *thinking)
{
    return cop_now_by(thinking->limits->processor);
}

/* Everything but an end by the clock: without limits temperatures get so many seconds. */
static const double seconds_without_limits = 2;

static const atomic_bool *stop_of(const struct thinking *thinking)
{
    return thinking->watch != NULL ? thinking->watch->stop : NULL;
}

static int64_t part_of(int64_t count, double part)
{
    return count > 0 && (double)count * part < 1 ? 1 : (int64_t)((double)count * part);
}

static struct cop_limits share_of(const struct thinking *thinking, double share)
{
    struct cop_limits limits = *thinking->limits;

    limits.time *= share;
    limits.nodes = part_of(limits.nodes, share);
    limits.sims = part_of(limits.sims, share);
    return limits;
}

/* A run for one part's heat, by its share of all squares. */
static void begin_run(struct thinking *thinking, double share)
{
    struct cop_limits limits = share_of(thinking, share * thinking->hot->share);
    struct cop_run_terms terms = {.seconds = limits.time,
                                  .processor = limits.processor,
                                  .tickets = limits.nodes > 0 ? limits.nodes : limits.sims,
                                  .stop = stop_of(thinking)};

    if (terms.seconds == 0 && terms.tickets == 0)
        terms.seconds = share * seconds_without_limits;
    cop_run_begin(&thinking->run, &terms);
    cop_pace_begin(&thinking->pace, true, 1);
}

/* ---- The parts ---- */

static void free_parts(struct thinking *thinking)
{
    for (int i = 0; i < thinking->count; i++)
        free(thinking->parts[i].state);
    free(thinking->parts);
}

static void describe_part(const struct thinking *thinking, struct part *part)
{
    const struct cop_game *game = thinking->hot->game;
    const struct cop_sums *sums = game->rules->sums;
    int moves = 0;

    sums->turn_to(game, part->state, thinking->player);
    part->can_move = game->rules->turn(game, part->state) == thinking->player;
    part->size = game->rules->moves_left(game, part->state);
    part->is_settled = sums->worth != NULL && sums->worth(game, part->state, &moves);
    part->temperature = -1;
    if (part->is_settled) {
        part->is_known = true;
        part->mean = moves;
    }
}

/* Those in which somebody can move. */
static void list_parts(struct thinking *thinking)
{
    const struct cop_game *game = thinking->hot->game;
    struct cop_sum sum = {0};
    int room = COP_SUM_PARTS_MAX, count;
    unsigned char *states = cop_allocate((size_t)room * game->state_size);

    memcpy(states, thinking->state, game->state_size);
    count = game->rules->parts(game, thinking->state, states, room);
    count = count < room ? count : room;
    thinking->parts = cop_allocate((size_t)count * sizeof *thinking->parts);
    for (int i = 0; i < count; i++) {
        struct part *part = &thinking->parts[thinking->count];

        cop_sum_split(&sum, game, states + (size_t)i * game->state_size);
        part->state = cop_allocate(game->state_size);
        memcpy(part->state, states + (size_t)i * game->state_size, game->state_size);
        describe_part(thinking, part);
        if (sum.count > 0 || part->can_move || (part->is_settled && part->mean != 0))
            thinking->count++;
        else
            free(part->state);
    }
    cop_sum_free(&sum);
    free(states);
}

/* ---- Heat ---- */

static bool measure_exactly(struct thinking *thinking, struct part *part)
{
    struct cop_thermometer *thermometer = thinking->hot->thermometer;
    struct cop_thermograph graph = {0};
    int64_t before = cop_thermometer_positions(thermometer);
    bool is_good =
        cop_thermometer_read(thermometer, part->state, &thinking->run, &thinking->pace, &graph);

    thinking->nodes += cop_thermometer_positions(thermometer) - before;
    if (is_good) {
        part->is_known = true;
        part->mean = graph.mean;
        part->temperature = graph.temperature;
    }
    cop_thermograph_free(&graph);
    return is_good;
}

/* The player's move that is best at the part's temperature; COP_NO_MOVE if time is up before. */
static cop_move move_at_temperature(struct thinking *thinking, const struct part *part)
{
    struct hotstrat *hot = thinking->hot;
    int count =
        cop_thermometer_rate(hot->thermometer, part->state, thinking->player, part->temperature,
                             &thinking->run, &thinking->pace, hot->moves, hot->values);
    int best = 0;

    for (int i = 1; i < count; i++)
        if (thinking->player == 0 ? hot->values[i] > hot->values[best]
                                  : hot->values[i] < hot->values[best])
            best = i;
    return count > 0 ? hot->moves[best] : COP_NO_MOVE;
}

static void measure_by_coupons(struct thinking *thinking, struct part *part)
{
    struct cop_tds_found found;

    cop_tds_search(thinking->hot->tds, part->state, &thinking->hot->terms, &thinking->run,
                   &thinking->pace, &found);
    thinking->nodes += found.nodes;
    if (found.depth == 0)
        return;
    part->is_known = true;
    part->mean = found.mean;
    part->temperature = found.temperature;
    part->best = found.best[thinking->player];
}

static void measure(struct thinking *thinking, struct part *part, double share)
{
    struct hotstrat *hot = thinking->hot;
    bool is_small = part->size <= hot->exact;

    begin_run(thinking, share);
    if (hot->measure == MEASURE_THERMOGRAPH || (hot->measure == MEASURE_AUTO && is_small)) {
        if (measure_exactly(thinking, part) && hot->mover == MOVE_HEAT)
            part->best = move_at_temperature(thinking, part);
    } else {
        measure_by_coupons(thinking, part);
    }
}

static void measure_all(struct thinking *thinking)
{
    struct hotstrat *hot = thinking->hot;
    double squares = 0;

    if (cop_thermometer_is_full(hot->thermometer))
        renew_thermometer(hot);
    for (int i = 0; i < thinking->count; i++)
        if (!thinking->parts[i].is_settled)
            squares += thinking->parts[i].size;
    for (int i = 0; i < thinking->count; i++)
        if (!thinking->parts[i].is_settled)
            measure(thinking, &thinking->parts[i], thinking->parts[i].size / squares);
}

/* A part of unknown heat is taken for hot: what could not be looked through is seldom cold. Of
 * equal ones what is settled comes first, where a move costs no more than itself, and then the
 * larger one. */
static bool is_before(const struct part *part, const struct part *other)
{
    double heats[2] = {part->is_known ? part->temperature : part->size,
                       other->is_known ? other->temperature : other->size};

    if (heats[0] != heats[1])
        return heats[0] > heats[1];
    if (part->is_settled != other->is_settled)
        return part->is_settled;
    return part->size > other->size;
}

static void choose_hottest(struct thinking *thinking)
{
    thinking->chosen = -1;
    for (int i = 0; i < thinking->count; i++) {
        const struct part *part = &thinking->parts[i];

        if (part->can_move &&
            (thinking->chosen < 0 || is_before(part, &thinking->parts[thinking->chosen])))
            thinking->chosen = i;
    }
}

/* ---- Reports ---- */

static bool has_move(struct hotstrat *hot, const struct part *part, cop_move move)
{
    int count = part->can_move ? hot->game->rules->moves(hot->game, part->state, hot->moves) : 0;

    for (int i = 0; i < count; i++)
        if (hot->moves[i] == move)
            return true;
    return false;
}

/* What the means promise the player to move, with half of the largest temperature for his move;
 * NaN where one is not known. */
static double promise(const struct thinking *thinking)
{
    double sum = 0, hottest = -1;

    for (int i = 0; i < thinking->count; i++) {
        const struct part *part = &thinking->parts[i];

        if (!part->is_known)
            return (double)NAN;
        sum += part->mean;
        hottest = fmax(hottest, part->temperature);
    }
    return (thinking->player == 0 ? sum : -sum) + hottest / 2;
}

/* All moves of the whole, with what `local` says of those of its part (NULL: nothing). */
static void fill_candidates(const struct thinking *thinking, const struct cop_report *local,
                            struct cop_report *report)
{
    struct hotstrat *hot = thinking->hot;
    int count = hot->game->rules->moves(hot->game, thinking->state, hot->moves);

    for (int i = 0; i < count; i++) {
        struct cop_candidate *candidate = &hot->candidates[i];

        *candidate = (struct cop_candidate){
            .move = hot->moves[i], .low = report->lower, .high = report->upper};
        for (int j = 0; local != NULL && j < local->candidate_count; j++)
            if (local->candidates[j].move == candidate->move)
                candidate->visits = local->candidates[j].visits;
        if (candidate->move == report->best) {
            candidate->value = report->value[thinking->player];
            candidate->kind = isnan(candidate->value) ? COP_VALUE_NONE : COP_VALUE_ESTIMATE;
        }
    }
    report->candidates = hot->candidates;
    report->candidate_count = count;
}

/* The whole's report, the move being `best`. */
static void write_report(const struct thinking *thinking, cop_move best,
                         const struct cop_report *local, struct cop_report *report)
{
    const struct cop_game *game = thinking->hot->game;
    double value = promise(thinking);

    *report = (struct cop_report){.best = best,
                                  .player = thinking->player,
                                  .lower = game->score_low,
                                  .upper = game->score_high,
                                  .scale = {.rates_ends = true, .unit = "moves", .point = 1},
                                  .turn_length = 1,
                                  .line = {best},
                                  .line_length = 1,
                                  .depth = local != NULL ? local->depth : 1,
                                  .nodes = thinking->nodes + (local != NULL ? local->nodes : 0),
                                  .sims = thinking->sims + (local != NULL ? local->sims : 0),
                                  .seconds = now(thinking) - thinking->began};
    value = fmin(fmax(value, report->lower), report->upper);
    report->value[thinking->player] = value;
    report->value[1 - thinking->player] = -value;
    if (thinking->has_whole) {
        report->lower = thinking->whole.lower;
        report->upper = thinking->whole.upper;
        report->scale = thinking->whole.scale;
        memcpy(report->value, thinking->whole.value, sizeof report->value);
    }
    fill_candidates(thinking, local, report);
}

static void show(void *context, const struct cop_report *local)
{
    const struct thinking *thinking = context;
    struct cop_report report;

    if (local->best == COP_NO_MOVE)
        return;
    write_report(thinking, local->best, local, &report);
    thinking->watch->progress(thinking->watch->context, &report);
}

/* ---- Moves ---- */

static struct cop_limits rest_of(const struct thinking *thinking)
{
    const struct cop_limits *limits = thinking->limits;
    struct cop_limits rest = *limits;
    double left = limits->time - (now(thinking) - thinking->began);

    if (limits->time > 0)
        rest.time = fmax(left, limits->time * 0.01);
    if (limits->nodes > 0)
        rest.nodes = limits->nodes > thinking->nodes ? limits->nodes - thinking->nodes : 1;
    if (limits->sims > 0)
        rest.sims = part_of(limits->sims, 1 - thinking->hot->share);
    return rest;
}

static bool ask_local(struct thinking *thinking, const struct part *part, struct cop_report *report,
                      struct cop_error *error)
{
    struct cop_limits limits = rest_of(thinking);
    struct cop_watch watch = {0};
    struct cop_report local;

    if (thinking->watch != NULL)
        watch = *thinking->watch;
    watch.known = NULL;
    watch.ownership = NULL;
    watch.anatomy = NULL;
    if (watch.progress != NULL) {
        watch.progress = show;
        watch.context = thinking;
    }
    if (!cop_agent_think(thinking->hot->local, part->state, &limits, &watch, &local, error))
        return false;
    if (local.best == COP_NO_MOVE)
        local.best = thinking->hot->game->rules->moves(thinking->hot->game, part->state,
                                                       thinking->hot->moves) > 0
                         ? thinking->hot->moves[0]
                         : COP_NO_MOVE;
    write_report(thinking, local.best, &local, report);
    return true;
}

/* A move that costs no more than itself, where a part is settled; the first one if that cannot be
 * told in time. */
static cop_move quiet_move(struct thinking *thinking, const struct part *part)
{
    struct hotstrat *hot = thinking->hot;
    cop_move best;

    begin_run(thinking, 1);
    best = move_at_temperature(thinking, part);
    if (best == COP_NO_MOVE && hot->game->rules->moves(hot->game, part->state, hot->moves) > 0)
        best = hot->moves[0];
    return best;
}

static bool choose_move(struct thinking *thinking, struct cop_report *report,
                        struct cop_error *error)
{
    const struct part *part = &thinking->parts[thinking->chosen];
    cop_move best = COP_NO_MOVE;

    if (part->is_settled)
        best = quiet_move(thinking, part);
    else if (thinking->hot->mover == MOVE_HEAT)
        best = part->best;
    if (best == COP_NO_MOVE)
        return ask_local(thinking, part, report, error);
    write_report(thinking, best, NULL, report);
    return true;
}

/* The part in which another agent would move. */
static bool ask_chooser(struct thinking *thinking, struct cop_error *error)
{
    struct hotstrat *hot = thinking->hot;
    struct cop_limits limits = share_of(thinking, hot->share);
    struct cop_watch watch = {.stop = stop_of(thinking)};

    if (limits.time == 0 && !cop_is_counted(&limits))
        limits.time = seconds_without_limits;
    if (!cop_agent_think(hot->chooser, thinking->state, &limits, &watch, &thinking->whole, error))
        return false;
    thinking->nodes = thinking->whole.nodes;
    thinking->sims = thinking->whole.sims;
    for (int i = 0; i < thinking->count; i++)
        if (has_move(hot, &thinking->parts[i], thinking->whole.best)) {
            thinking->chosen = i;
            thinking->has_whole = true;
        }
    return true;
}

static bool think_of_parts(struct thinking *thinking, struct cop_report *report,
                           struct cop_error *error)
{
    struct hotstrat *hot = thinking->hot;

    choose_hottest(thinking); /* for want of anything better */
    if (hot->region == REGION_AGENT) {
        if (!ask_chooser(thinking, error))
            return false;
        if (hot->mover == MOVE_HEAT && !thinking->parts[thinking->chosen].is_settled)
            measure(thinking, &thinking->parts[thinking->chosen], 1);
    } else {
        measure_all(thinking);
        choose_hottest(thinking);
    }
    return choose_move(thinking, report, error);
}

static bool think(void *self, const void *state, const struct cop_limits *limits,
                  const struct cop_watch *watch, struct cop_report *report, struct cop_error *error)
{
    struct hotstrat *hot = self;
    struct thinking thinking = {.hot = hot,
                                .state = state,
                                .limits = limits,
                                .watch = watch,
                                .began = cop_now_by(limits->processor),
                                .player = hot->game->rules->turn(hot->game, state)};
    bool is_good;

    list_parts(&thinking);
    is_good = thinking.count > 1
                  ? think_of_parts(&thinking, report, error)
                  : cop_agent_think(hot->otherwise, state, limits, watch, report, error);
    free_parts(&thinking);
    return is_good;
}

static void played(void *self, const void *before, cop_move move)
{
    struct hotstrat *hot = self;

    cop_agent_played(hot->otherwise, before, move);
    if (hot->chooser != NULL)
        cop_agent_played(hot->chooser, before, move);
}

#define HOTSTRAT                                                                          \
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES, .fits = fits, .check = check, \
    .open = open_hotstrat, .close = close_hotstrat, .start = start, .think = think,       \
    .played = played

const struct cop_agent_kind cop_hotstrat_agent = {
    .name = "hotstrat",
    .title = "Hotstrat",
    .summary = "plays where a move gains most, in games that fall into independent parts",
    .options = hotstrat_options,
    HOTSTRAT,
};

const struct cop_agent_kind cop_tds_agent = {
    .name = "tds",
    .title = "Hotstrat with temperature discovery search",
    .summary = "the same with temperatures from a search with coupons, and alpha-beta for the move",
    .options = tds_options,
    HOTSTRAT,
};
