/* agent.c - opening agents from specs, and the care that all of them share: an agent sees only what
 * the player to move may see, and is never asked without a decision to make. */
#include "coppice/agent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/beside.h"
#include "agent/exact.h"
#include "agent/notes.h"
#include "agent/opening.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "search/oracle.h"
#include "search/own_solver.h"

struct cop_agent {
    const struct cop_agent_kind *kind;
    const struct cop_game *game;
    struct cop_settings *settings;
    char *name;
    void *self;
    void *seen; /* room for a view; NULL if the game hides nothing */
    bool asks_solver;
    bool solves_beside;        /* in a thread of its own: */
    struct cop_beside *beside; /* the last report's; NULL: it had none */
    struct cop_solver_record solver;
    struct cop_opening *opening;      /* NULL: it knows nothing of openings */
    struct cop_candidate *candidates; /* of what needs no search; and the moves */
    cop_move *moves;
};

static bool unknown_agent(const char *name, struct cop_error *error)
{
    const char *names[64];
    struct cop_text list = COP_TEXT;
    int count = 0;

    for (int i = 0; cop_all_agents()[i] != NULL && count < 64; i++) {
        names[count++] = cop_all_agents()[i]->name;
        cop_text_add(&list, "%s%s", i > 0 ? ", " : "", cop_all_agents()[i]->name);
    }
    cop_fail(error, "there is no agent \"%.60s\"%s; the agents are %s", name,
             cop_nearest(name, names, count), list.bytes);
    cop_text_free(&list);
    return false;
}

static bool unknown_preset(const struct cop_game *game, const struct cop_agent_kind *kind,
                           const char *name, struct cop_error *error)
{
    const struct cop_recipe *recipe = game->rules->recipes;
    struct cop_text list = COP_TEXT;

    for (; recipe != NULL && recipe->name != NULL; recipe++)
        if (strcmp(recipe->agent, kind->name) == 0)
            cop_text_add(&list, "%s%s", list.length > 0 ? ", " : "", recipe->name);
    if (list.length > 0)
        cop_fail(error, "%s: preset=%.40s: %s has %s", kind->name, name, game->rules->name,
                 list.bytes);
    else
        cop_fail(error, "%s: preset=%.40s: %s has no presets for it", kind->name, name,
                 game->rules->name);
    cop_text_free(&list);
    return false;
}

/* What the spec does not say is as in the game's recipe; then the recipe is forgotten, so that an
 * agent is named by what it does. */
static bool take_preset(const struct cop_game *game, const struct cop_agent_kind *kind,
                        struct cop_settings *settings, struct cop_error *error)
{
    const struct cop_recipe *recipe = game->rules->recipes;
    const char *name;
    struct cop_settings *below;

    if (cop_options_find(kind->options, "preset", strlen("preset")) == NULL ||
        !cop_given(settings, "preset"))
        return true;
    name = cop_words(settings, "preset");
    while (recipe != NULL && recipe->name != NULL &&
           (strcasecmp(recipe->name, name) != 0 || strcmp(recipe->agent, kind->name) != 0))
        recipe++;
    if (recipe == NULL || recipe->name == NULL)
        return unknown_preset(game, kind, name, error);
    below = cop_settings_parse(kind->name, kind->options, recipe->options, error);
    if (below == NULL)
        return false;
    cop_settings_underlay(settings, below);
    cop_settings_forget(settings, "preset");
    cop_settings_free(below);
    return true;
}

/* With the preset's words, which may be for another board of the game: then it is named. */
static bool settle(const struct cop_game *game, const struct cop_agent_kind *kind,
                   struct cop_settings *settings, const struct cop_means *means,
                   struct cop_error *error)
{
    char *preset = NULL;
    bool is_good;

    if (cop_options_find(kind->options, "preset", strlen("preset")) != NULL &&
        cop_given(settings, "preset"))
        preset = cop_copy_string(cop_words(settings, "preset"));
    is_good = take_preset(game, kind, settings, error);
    if (is_good) {
        is_good = cop_opening_check(kind, game, settings, error) &&
                  (kind->check == NULL || kind->check(kind, game, settings, means, error));
        if (!is_good && preset != NULL)
            cop_fail_in(error, "with preset=%.40s", preset);
    }
    free(preset);
    return is_good;
}

/* From a spec to its kind and settings, with everything checked that can be before it is opened. */
static bool read_spec(const struct cop_game *game, const char *spec, const struct cop_means *means,
                      const struct cop_agent_kind **kind, struct cop_settings **settings,
                      struct cop_error *error)
{
    char *name, *inside;

    *settings = NULL;
    if (!cop_spec_split("agent", spec, &name, &inside, error))
        return false;
    *kind = cop_agent_kind_find(name);
    if (*kind == NULL)
        unknown_agent(name, error);
    else if ((*kind)->fits == NULL || (*kind)->fits(game, error))
        *settings = cop_settings_parse((*kind)->name, (*kind)->options, inside, error);
    free(name);
    free(inside);
    if (*settings != NULL && !settle(game, *kind, *settings, means, error)) {
        cop_settings_free(*settings);
        *settings = NULL;
    }
    return *settings != NULL;
}

static bool has_limits(const struct cop_agent_kind *kind, const struct cop_settings *settings,
                       const struct cop_limits *limits, struct cop_error *error)
{
    if (limits->processor && kind->asks_oracle && cop_choice(settings, "oracle") == COP_ASK_BESIDE)
        return cop_fail(error,
                        "%s: oracle=beside works in a thread of its own, whose time "
                        "processor=on would not count; leave one of them out",
                        kind->name);
    return kind->has_limits == NULL || kind->has_limits(settings, limits, error) ||
           cop_fail_in(error, "%s", kind->name);
}

/* Programs inside of other agents as well. */
static bool can_count(const struct cop_limits *limits, const char *spec, struct cop_error *error)
{
    return !limits->processor || !cop_agent_is_external(spec) ||
           cop_fail(error,
                    "%.100s: processor=on cannot be kept by another program, whose work is "
                    "not ours to count; leave it out",
                    spec);
}

/* Is there anything exact that a search could ask? */
static bool knows_anything(const struct cop_game *game)
{
    const struct cop_rules *rules = game->rules;
    const struct cop_oracle *row = rules->oracles;

    while (row != NULL && row->name != NULL && row->is_named)
        row++;
    return (row != NULL && row->name != NULL) || rules->decisive != NULL ||
           rules->indexing != NULL ||
           (rules->solve != NULL && rules->can_solve(game, COP_STAKE_PAYOFF));
}

void cop_agent_notes(const struct cop_game *game, const char *spec, const struct cop_limits *limits,
                     struct cop_text *notes)
{
    const struct cop_means least = {.threads = 1, .memory = SIZE_MAX};
    const struct cop_agent_kind *kind;
    struct cop_settings *settings;
    struct cop_error ignored;

    if (!read_spec(game, spec, limits != NULL ? &limits->means : &least, &kind, &settings,
                   &ignored))
        return;
    if (kind->asks_oracle &&
        (cop_choice(settings, "oracle") == COP_ASK_ALWAYS ||
         cop_choice(settings, "oracle") == COP_ASK_BESIDE) &&
        !knows_anything(game))
        cop_text_add(notes, "oracle: %s has nothing exact to ask\n", game->name);
    cop_opening_notes(kind, game, settings, notes);
    if (kind->idle != NULL)
        kind->idle(kind, game, settings, limits, notes);
    cop_settings_free(settings);
}

bool cop_agent_check(const struct cop_game *game, const char *spec, const struct cop_limits *limits,
                     struct cop_text *canonical, struct cop_error *error)
{
    const struct cop_means least = {.threads = 1, .memory = SIZE_MAX};
    const struct cop_agent_kind *kind;
    struct cop_settings *settings;
    bool is_good;

    if (!read_spec(game, spec, limits != NULL ? &limits->means : &least, &kind, &settings, error))
        return false;
    is_good =
        limits == NULL || (can_count(limits, spec, error) && cop_limits_end(limits, kind, error) &&
                           has_limits(kind, settings, limits, error));
    if (is_good && canonical != NULL)
        cop_spec_write(kind->name, settings, canonical);
    cop_settings_free(settings);
    return is_good;
}

bool cop_agent_is_external(const char *spec)
{
    const struct cop_agent_kind *kind = NULL;
    char *name, *inside;

    if (cop_spec_split("agent", spec, &name, &inside, NULL)) {
        kind = cop_agent_kind_find(name);
        free(name);
        free(inside);
    }
    return kind != NULL && kind->is_external;
}

static bool open_parts(struct cop_agent *agent, const char *spec, const struct cop_means *means,
                       struct cop_error *error)
{
    struct cop_text name = COP_TEXT;

    if (!read_spec(agent->game, spec, means, &agent->kind, &agent->settings, error))
        return false;
    cop_spec_write(agent->kind->name, agent->settings, &name);
    agent->name = strdup(name.bytes);
    cop_text_free(&name);
    if (agent->game->is_hidden)
        agent->seen = malloc(agent->game->state_size);
    if (agent->name == NULL || (agent->game->is_hidden && agent->seen == NULL))
        return cop_fail(error, "%s: not enough memory", agent->kind->name);
    agent->asks_solver = agent->kind->asks_oracle &&
                         cop_choice(agent->settings, "oracle") != COP_ASK_NEVER &&
                         agent->game->rules->solve != NULL;
    agent->solves_beside = agent->asks_solver && cop_beside_fits(agent->game) &&
                           cop_choice(agent->settings, "oracle") == COP_ASK_BESIDE;
    if (agent->asks_solver || agent->game->rules->customary != NULL) {
        size_t moves = (size_t)agent->game->max_moves;

        agent->candidates = calloc(moves, sizeof *agent->candidates);
        agent->moves = calloc(moves, sizeof *agent->moves);
        if (agent->candidates == NULL || agent->moves == NULL)
            return cop_fail(error, "%s: not enough memory", agent->kind->name);
    }
    if (cop_opening_is_wanted(agent->kind, agent->game, agent->settings)) {
        agent->opening = cop_opening_open(agent->game, agent->settings, error);
        if (agent->opening == NULL)
            return cop_fail_in(error, "%s", agent->kind->name);
        cop_opening_start(agent->opening, means->seed);
    }
    agent->self = agent->kind->open(agent->kind, agent->game, agent->settings, means, error);
    return agent->self != NULL;
}

struct cop_agent *cop_agent_open(const struct cop_game *game, const char *spec,
                                 const struct cop_means *means, struct cop_error *error)
{
    struct cop_agent *agent = calloc(1, sizeof *agent);

    if (agent == NULL) {
        cop_fail(error, "%.60s: not enough memory", spec);
        return NULL;
    }
    agent->game = game;
    if (open_parts(agent, spec, means, error))
        return agent;
    cop_agent_close(agent);
    return NULL;
}

void cop_agent_close(struct cop_agent *agent)
{
    if (agent == NULL)
        return;
    if (agent->self != NULL)
        agent->kind->close(agent->self);
    cop_settings_free(agent->settings);
    free(agent->name);
    free(agent->candidates);
    free(agent->moves);
    free(agent->seen);
    cop_opening_close(agent->opening);
    cop_beside_free(agent->beside);
    free(agent);
}

const char *cop_agent_name(const struct cop_agent *agent)
{
    return agent->name;
}

void cop_agent_start(struct cop_agent *agent, uint64_t seed)
{
    agent->solver = (struct cop_solver_record){0};
    if (agent->opening != NULL)
        cop_opening_start(agent->opening, seed);
    if (agent->kind->start != NULL)
        agent->kind->start(agent->self, seed);
}

/* ---- What the game's solver says ---- */

static void report_payoff(const struct cop_game *game, int player, double payoff,
                          struct cop_report *report)
{
    report->player = player;
    report->proof = cop_proof_of(payoff);
    report->scale = (struct cop_scale){.point = 0};
    report->lower = 0;
    report->upper = 1;
    for (int i = 0; i < game->players; i++)
        report->value[i] = i == player ? payoff : 1 - payoff;
}

/* The report of a move that needed no search: of the others it is known that they are no better. */
static void report_known(struct cop_agent *agent, const void *state, cop_move best, double payoff,
                         struct cop_report *report)
{
    const struct cop_game *game = agent->game;
    int count = game->rules->moves(game, state, agent->moves);

    *report = (struct cop_report){.best = best,
                                  .depth = 1,
                                  .stopped_early = true,
                                  .line = {best},
                                  .line_length = 1,
                                  .turn_length = 1,
                                  .candidates = agent->candidates,
                                  .candidate_count = count};
    report_payoff(game, game->rules->turn(game, state), payoff, report);
    for (int i = 0; i < count; i++) {
        bool is_best = agent->moves[i] == best;

        agent->candidates[i] =
            (struct cop_candidate){.move = agent->moves[i],
                                   .visits = is_best,
                                   .value = payoff,
                                   .kind = is_best      ? COP_VALUE_EXACT
                                           : payoff < 1 ? COP_VALUE_AT_MOST
                                                        : COP_VALUE_NONE,
                                   .low = is_best ? payoff : 0,
                                   .high = payoff,
                                   .proof = is_best ? report->proof : COP_UNPROVEN};
    }
}

/* Whatever a search of a lost position thinks of its moves, they lose. */
static void report_losses(struct cop_agent *agent, struct cop_report *report)
{
    for (int i = 0; i < report->candidate_count; i++) {
        agent->candidates[i] = report->candidates[i];
        agent->candidates[i].value = agent->candidates[i].low = agent->candidates[i].high = 0;
        agent->candidates[i].kind = COP_VALUE_EXACT;
        agent->candidates[i].proof = COP_PROVEN_LOSS;
    }
    report->candidates = agent->candidates;
}

/* What cannot be lost is played at once. A lost position is searched all the same, for the move
 * that is hardest to answer, and is reported as lost. */
static bool think_knowing(struct cop_agent *agent, const void *state,
                          const struct cop_limits *limits, const struct cop_watch *watch,
                          struct cop_report *report, struct cop_error *error)
{
    const struct cop_game *game = agent->game;
    struct cop_limits left = *limits;
    double began = cop_now_by(limits->processor), payoff = 0;
    int64_t positions;
    cop_move best;
    bool is_known =
        cop_own_solver_ask(game, state, limits, watch, &agent->solver, &payoff, &best, &positions);

    if (is_known && payoff > 0) {
        double margin = 0;
        bool has_margin = cop_own_solver_ask_margin(
            game, state, limits, watch, cop_now_by(limits->processor) - began, &margin, &best);

        report_known(agent, state, best, payoff, report);
        report->has_margin = has_margin;
        report->margin = margin;
        report->nodes = positions;
        report->seconds = cop_now_by(limits->processor) - began;
        return true;
    }
    left.time = fmax(limits->time - (cop_now_by(limits->processor) - began), limits->time / 4);
    if (!agent->kind->think(agent->self, state, &left, watch, report, error))
        return false;
    if (is_known) {
        report_payoff(game, game->rules->turn(game, state), payoff, report);
        report_losses(agent, report);
    }
    report->seconds = cop_now_by(limits->processor) - began;
    return true;
}

/* What is done as a matter of course. Nothing was looked at, so nothing has a value. */
static void report_customary(struct cop_agent *agent, const void *state, cop_move move,
                             struct cop_report *report)
{
    const struct cop_game *game = agent->game;
    int count = game->rules->moves(game, state, agent->moves);

    *report = (struct cop_report){.best = move,
                                  .stopped_early = true,
                                  .line = {move},
                                  .line_length = 1,
                                  .candidates = agent->candidates,
                                  .candidate_count = count,
                                  .upper = 1};
    for (int i = 0; i < count; i++)
        agent->candidates[i] = (struct cop_candidate){.move = agent->moves[i], .high = 1};
    for (int i = 0; i < game->players; i++)
        report->value[i] = NAN;
}

static cop_move customary_move(const struct cop_game *game, const void *state)
{
    return game->rules->customary != NULL ? game->rules->customary(game, state) : COP_NO_MOVE;
}

/* The search has its own opinion until the solver knows better. */
static bool think_beside(struct cop_agent *agent, const void *state,
                         const struct cop_limits *limits, const struct cop_watch *watch,
                         struct cop_report *report, struct cop_error *error)
{
    bool is_done;

    cop_beside_free(agent->beside);
    agent->beside = cop_beside_begin(agent->game, state, limits, watch);
    if (agent->beside != NULL)
        watch = cop_beside_watch(agent->beside);
    is_done = agent->kind->think(agent->self, state, limits, watch, report, error);
    if (agent->beside != NULL)
        cop_beside_finish(agent->beside, is_done ? report : NULL);
    return is_done;
}

/* Whoever plays a game under a clock has put this move's share of it into the time, which nobody
 * has asked for. */
static bool has_limits_now(const struct cop_agent *agent, const struct cop_limits *limits,
                           struct cop_error *error)
{
    struct cop_limits asked = *limits;

    if (asked.clock > 0)
        asked.time = 0;
    return has_limits(agent->kind, agent->settings, &asked, error);
}

bool cop_agent_think(struct cop_agent *agent, const void *state, const struct cop_limits *limits,
                     const struct cop_watch *watch, struct cop_report *report,
                     struct cop_error *error)
{
    const struct cop_game *game = agent->game;
    int player = game->rules->turn(game, state);
    bool is_done = true;

    if (player == COP_OVER)
        return cop_fail(error, "the game is over: there is no move to choose");
    if (player == COP_CHANCE)
        return cop_fail(error, "chance is to move: roll first, then ask for a move");
    if ((watch == NULL || watch->stop == NULL) && !cop_limits_end(limits, agent->kind, error))
        return false;
    if (!has_limits_now(agent, limits, error))
        return false;
    if (game->is_hidden) {
        game->rules->view(game, state, player, agent->seen);
        state = agent->seen;
    }
    if (agent->opening != NULL && cop_opening_play(agent->opening, state, report))
        is_done = true;
    else if (customary_move(game, state) != COP_NO_MOVE)
        report_customary(agent, state, customary_move(game, state), report);
    else if (agent->solves_beside)
        is_done = think_beside(agent, state, limits, watch, report, error);
    else if (agent->asks_solver && cop_own_solver_may_know(game, state, limits, &agent->solver))
        is_done = think_knowing(agent, state, limits, watch, report, error);
    else
        is_done = agent->kind->think(agent->self, state, limits, watch, report, error);
    if (!is_done)
        return false;
    report->player = player;
    if (report->turn_length == 0)
        report->turn_length = 1;
    if (report->lower == report->upper)
        report->upper = 1; /* rewards, as most agents have them */
    if (agent->opening != NULL && !report->is_from_book && !report->is_from_openings)
        cop_opening_revise(agent->opening, state, report);
    return true;
}

const char *cop_agent_gave_up(const struct cop_agent *agent)
{
    return agent->kind->gave_up != NULL ? agent->kind->gave_up(agent->self) : NULL;
}

void cop_agent_played(struct cop_agent *agent, const void *before, cop_move move)
{
    /* A hidden game's moves and states may say more than this agent may know. */
    if (agent->kind->played != NULL && !agent->game->is_hidden)
        agent->kind->played(agent->self, before, move);
}
