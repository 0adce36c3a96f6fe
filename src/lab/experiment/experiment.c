/* experiment.c - what an experiment means: its names, agents, limits and costs. experiment_file.c
 * reads it. */
#include "lab/experiment/experiment.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/measure.h"
#include "match/match.h"

static const char *const budget_names[COP_BUDGETS] = {"quick", "standard", "full"};

const char *cop_budget_name(enum cop_budget budget)
{
    return budget_names[budget];
}

bool cop_budget_find(const char *name, enum cop_budget *budget, struct cop_error *error)
{
    for (int i = 0; i < COP_BUDGETS; i++) {
        if (strcmp(budget_names[i], name) == 0) {
            *budget = (enum cop_budget)i;
            return true;
        }
    }
    return cop_fail(error, "there is no budget \"%.40s\"; the budgets are quick, standard, full",
                    name);
}

static void free_run(struct cop_lab_run *run)
{
    for (int i = 0; i < run->entrant_count; i++) {
        free(run->entrants[i].label);
        free(run->entrants[i].agent);
        free(run->entrants[i].limit);
    }
    for (int b = 0; b < COP_BUDGETS; b++) {
        for (int i = 0; i < run->efforts[b].substitute_count; i++) {
            free(run->efforts[b].substitutes[i].name);
            free(run->efforts[b].substitutes[i].value);
        }
        free(run->efforts[b].substitutes);
        free(run->efforts[b].limit);
    }
    if (run->game)
        cop_game_close(run->game);
    free(run->entrants);
    free(run->name);
    free(run->position);
    free(run->moves);
    cop_positions_free(&run->positions);
    free(run->position_file);
    free(run->baseline);
    free(run->judge);
    free(run->anchor);
}

void cop_experiment_free(struct cop_experiment *experiment)
{
    if (!experiment)
        return;
    for (int i = 0; i < experiment->run_count; i++)
        free_run(&experiment->runs[i]);
    for (int i = 0; i < experiment->published_count; i++) {
        free(experiment->published[i].run);
        free(experiment->published[i].entrant);
        free(experiment->published[i].third);
        free(experiment->published[i].name);
        free(experiment->published[i].origin);
    }
    for (int i = 0; i < experiment->claim_count; i++) {
        free(experiment->claims[i].title);
        free(experiment->claims[i].words);
        free(experiment->claims[i].note);
        free(experiment->claims[i].before);
        free(experiment->claims[i].construction);
    }
    free(experiment->runs);
    free(experiment->published);
    free(experiment->claims);
    free(experiment->id);
    free(experiment->title);
    free(experiment->source);
    free(experiment->specification);
    free(experiment->description);
    free(experiment);
}

/* -- names -- */

struct cop_measure cop_published_measure(const struct cop_published *published)
{
    struct cop_measure measure = {
        published->name, 1, {published->run, published->entrant, published->third}};

    measure.word_count += published->entrant[0] != '\0';
    measure.word_count += published->third[0] != '\0';
    return measure;
}

const struct cop_lab_run *cop_experiment_run(const struct cop_experiment *experiment,
                                             const char *name)
{
    for (int i = 0; i < experiment->run_count; i++)
        if (strcmp(experiment->runs[i].name, name) == 0)
            return &experiment->runs[i];
    return NULL;
}

static const struct cop_lab_run *find_used_run(const struct cop_experiment *experiment,
                                               enum cop_budget budget, const char *name,
                                               struct cop_error *error)
{
    const struct cop_lab_run *run = cop_experiment_run(experiment, name);

    if (!run)
        cop_fail(error, "there is no run \"%.60s\"", name);
    else if (!run->efforts[budget].is_used)
        cop_fail(error, "the run %s is not part of the budget %s", name, budget_names[budget]);
    else
        return run;
    return NULL;
}

static bool check_entrant(const struct cop_lab_run *run, enum cop_budget budget, const char *label,
                          struct cop_error *error)
{
    for (int i = 0; i < run->entrant_count; i++) {
        if (strcmp(run->entrants[i].label, label) != 0)
            continue;
        return run->entrants[i].at[budget] ||
               cop_fail(error, "the entrant \"%s\" of the run %s is not part of the budget %s",
                        label, run->name, budget_names[budget]);
    }
    return cop_fail(error, "the run %s has no entrant \"%.60s\"", run->name, label);
}

static bool check_move(const struct cop_lab_run *run, const char *word, struct cop_error *error)
{
    const struct cop_game *game = run->game;
    const struct cop_rules *rules = game->rules;
    void *state = cop_allocate(game->state_size);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct cop_text name = COP_TEXT;
    bool is_found = false;
    int count = cop_lab_run_start(run, state, error) ? rules->moves(game, state, moves) : 0;

    for (int i = 0; i < count && !is_found; i++) {
        cop_text_clear(&name);
        rules->write_move(game, state, moves[i], &name);
        is_found = strcmp(name.bytes, word) == 0;
    }
    cop_text_free(&name);
    free(moves);
    free(state);
    return is_found ||
           cop_fail(error, "\"%.60s\" is not a move at the start of the run %s", word, run->name);
}

static bool check_position(const struct cop_lab_run *run, enum cop_budget budget, const char *name,
                           struct cop_error *error)
{
    for (int i = 0; i < run->efforts[budget].count; i++)
        if (strcmp(run->positions.names[cop_lab_run_position(run, budget, i)], name) == 0)
            return true;
    return cop_fail(error, "the run %s has no position \"%.60s\" at the budget %s", run->name, name,
                    budget_names[budget]);
}

static bool check_ply(const struct cop_lab_run *run, const char *word, struct cop_error *error)
{
    char *end;
    long ply = strtol(word, &end, 10);

    if (*end != '\0' || ply < 1 || (run->game->max_plies > 0 && ply > run->game->max_plies))
        return cop_fail(error, "\"%.60s\" is no ply of %s; plies are counted from 1", word,
                        run->game->name);
    return true;
}

static bool check_pieces(const char *word, struct cop_error *error)
{
    char *end;
    long pieces = strtol(word, &end, 10);

    return (end > word && *end == '\0' && pieces >= 0 && pieces <= 1000) ||
           cop_fail(error, "\"%.60s\" is no number of pieces", word);
}

static bool check_question(const char *word, struct cop_error *error)
{
    char *end;
    long question = strtol(word, &end, 10);

    return (*end == '\0' && question >= 1 && question <= COP_QUESTIONS) ||
           cop_fail(error, "\"%.60s\" is no question of a solver; they are counted from 1", word);
}

static bool check_word(const struct cop_lab_run *run, enum cop_budget budget, const char *word,
                       enum cop_word_kind kind, struct cop_error *error)
{
    switch (kind) {
    case COP_WORD_ENTRANT:
        return check_entrant(run, budget, word, error);
    case COP_WORD_POSITION:
        return check_position(run, budget, word, error);
    case COP_WORD_ENDING:
        return run->game->rules->ending ||
               cop_fail(error, "the rules of %s have no phrase for how a game ended",
                        run->game->name);
    case COP_WORD_PLY:
        return check_ply(run, word, error);
    case COP_WORD_PIECES:
        return check_pieces(word, error);
    case COP_WORD_QUESTION:
        return check_question(word, error);
    default:
        return check_move(run, word, error);
    }
}

/* A measure that compares what two got when each had the first move in the same position. */
static bool check_starts(const struct cop_lab_run *run, const struct cop_measure_row *row,
                         struct cop_error *error)
{
    if (run->positions.count == 0)
        return cop_fail(error, "%s needs starts in the run %s, positions that both begin at",
                        row->name, run->name);
    if (run->game->players != 2)
        return cop_fail(error, "%s is for games of two players, and %s has %d", row->name,
                        run->game->name, run->game->players);
    return !row->is_about_points || run->game->rules->score ||
           cop_fail(error, "%s compares points, and %s has none", row->name, run->game->name);
}

bool cop_experiment_check(const struct cop_experiment *experiment, enum cop_budget budget,
                          const struct cop_measure *measure, struct cop_error *error)
{
    const struct cop_lab_run *run = find_used_run(experiment, budget, measure->words[0], error);
    const struct cop_measure_row *row;

    if (!run)
        return false;
    row = cop_measure_find(measure->name, run->kind, error);
    if (!row)
        return false;
    if (measure->word_count < row->words_low || measure->word_count > row->words_high)
        return cop_fail(error, "%s is written %s(%s)", row->name, row->name, row->words);
    if (strcmp(row->name, "elo") == 0 && !run->anchor[0])
        return cop_fail(error,
                        "elo needs an anchor in the run %s, the entrant whose rating is given: "
                        "anchor = \"%s\"; anchor_elo = 0.0",
                        run->name, run->entrants[0].label);
    if (row->is_timed && !run->is_timed)
        return cop_fail(error, "%s needs timed = true in the run %s", row->name, run->name);
    if (row->is_by_start && !check_starts(run, row, error))
        return false;
    if (row->is_course && !run->is_course)
        return cop_fail(error, "%s needs a run of the kind \"course\", which looks at every ply",
                        row->name);
    if (row->is_by_turn && !run->is_by_turn)
        return cop_fail(error, "%s needs turns = true in the run %s", row->name, run->name);
    for (int i = 1; i < measure->word_count; i++)
        if (!check_word(run, budget, measure->words[i], i == 2 ? row->third : row->second, error))
            return false;
    if (measure->word_count == 3 && row->second == row->third &&
        strcmp(measure->words[1], measure->words[2]) == 0)
        return cop_fail(error, "%s compares \"%s\" with itself", row->name, measure->words[1]);
    return true;
}

/* A claim's names at one budget. `labels` are those of the last run asked for. */
struct scope {
    const struct cop_experiment *experiment;
    enum cop_budget budget;
    bool may_be_extreme;
    const char **labels;
};

/* What is the largest of a few searches may not be that of more, so that a claim about it gets
 * easier with fewer. Of all positions of a list there are no more. */
static bool check_extreme(const struct scope *scope, const struct cop_measure *measure,
                          struct cop_error *error)
{
    const struct cop_lab_run *run = cop_experiment_run(scope->experiment, measure->words[0]);
    const struct cop_measure_row *row = cop_measure_find(measure->name, run->kind, error);
    bool is_whole = run->kind == COP_LAB_RUN_POSITIONS &&
                    run->efforts[scope->budget].count == run->positions.count;

    if (!row || !row->is_extreme || is_whole || scope->may_be_extreme)
        return row != NULL;
    return cop_fail(error,
                    "%s is what was seen in some searches, and a claim about it gets easier with "
                    "fewer of them; claim a mean, or search all positions at the budget %s",
                    row->name, budget_names[scope->budget]);
}

static bool scope_check(const void *context, const struct cop_measure *measure,
                        struct cop_error *error)
{
    const struct scope *scope = context;

    return cop_experiment_check(scope->experiment, scope->budget, measure, error) &&
           check_extreme(scope, measure, error);
}

static int scope_entrants(const void *context, const char *name, const char *const **labels,
                          struct cop_error *error)
{
    const struct scope *scope = context;
    const struct cop_lab_run *run = find_used_run(scope->experiment, scope->budget, name, error);
    int count = 0;

    if (!run)
        return 0;
    for (int i = 0; i < run->entrant_count; i++)
        if (run->kind != COP_LAB_RUN_SEARCHES && run->entrants[i].at[scope->budget])
            scope->labels[count++] = run->entrants[i].label;
    if (count == 0)
        cop_fail(error, "the run %s has no entrants", name);
    *labels = scope->labels;
    return count;
}

static struct cop_claim *parse_claim(const struct cop_experiment *experiment, const char *words,
                                     bool may_be_extreme, enum cop_budget budget,
                                     struct cop_error *error)
{
    struct scope scope = {experiment, budget, may_be_extreme, NULL};
    struct cop_claim_names names = {&scope, scope_check, scope_entrants};
    struct cop_claim *result;
    int most = 1;

    for (int i = 0; i < experiment->run_count; i++)
        if (experiment->runs[i].entrant_count > most)
            most = experiment->runs[i].entrant_count;
    scope.labels = cop_allocate((size_t)most * sizeof *scope.labels);
    result = cop_claim_parse(words, &names, error);
    free(scope.labels);
    return result;
}

struct cop_claim *cop_experiment_claim(const struct cop_experiment *experiment, int claim,
                                       enum cop_budget budget, struct cop_error *error)
{
    const struct cop_experiment_claim *own = &experiment->claims[claim];

    return parse_claim(experiment, own->words, own->construction[0] != '\0', budget, error);
}

struct cop_claim *cop_experiment_claim_before(const struct cop_experiment *experiment, int claim,
                                              enum cop_budget budget, struct cop_error *error)
{
    const struct cop_experiment_claim *own = &experiment->claims[claim];

    return own->before[0] ? parse_claim(experiment, own->before, true, budget, error) : NULL;
}

/* -- runs -- */

static const char *find_substitute(const struct cop_effort *effort, const char *name, size_t length)
{
    for (int i = 0; i < effort->substitute_count; i++)
        if (strlen(effort->substitutes[i].name) == length &&
            strncmp(effort->substitutes[i].name, name, length) == 0)
            return effort->substitutes[i].value;
    return NULL;
}

/* Words with what the budget puts in for each $name. */
static bool substitute(const struct cop_lab_run *run, enum cop_budget budget, const char *at,
                       struct cop_text *text, struct cop_error *error)
{
    while (*at) {
        size_t length = strcspn(at, "$");
        const char *value;

        cop_text_add_bytes(text, at, length);
        at += length;
        if (*at != '$')
            continue;
        at++;
        length = 0;
        while (isalnum((unsigned char)at[length]) || at[length] == '_')
            length++;
        value = find_substitute(&run->efforts[budget], at, length);
        if (!value)
            return cop_fail(error, "$%.*s has no value at the budget %s; give it one under `with`",
                            (int)length, at, budget_names[budget]);
        cop_text_add(text, "%s", value);
        at += length;
    }
    return true;
}

bool cop_lab_run_agent(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                       struct cop_text *text, struct cop_error *error)
{
    return substitute(run, budget, run->entrants[entrant].agent, text, error);
}

bool cop_lab_run_limit(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                       struct cop_text *text, struct cop_error *error)
{
    return substitute(run, budget, run->entrants[entrant].limit, text, error);
}

bool cop_lab_run_limits(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                        struct cop_limits *limits, struct cop_error *error)
{
    struct cop_text own = COP_TEXT;
    const char *words;
    bool is_read;

    if (!cop_lab_run_limit(run, entrant, budget, &own, error)) {
        cop_text_free(&own);
        return false;
    }
    words = own.length > 0 ? own.bytes : run->efforts[budget].limit;
    is_read = cop_limits_parse(words, limits, error);
    if (is_read && limits->sims <= 0 && limits->nodes <= 0 && limits->depth <= 0)
        is_read = cop_fail(error,
                           "the limit \"%s\" counts nothing; give one such as sims=10k, nodes=100k "
                           "or depth=4",
                           words);
    cop_text_free(&own);
    return is_read;
}

bool cop_lab_run_start(const struct cop_lab_run *run, void *state, struct cop_error *error)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, (uint64_t)run->seed);
    run->game->rules->start(run->game, state, &rng);
    if (run->position[0] && !cop_position_read(run->game, run->position, state, error))
        return false;
    if (run->moves[0] && !cop_moves_play(run->game, state, run->moves, NULL, NULL, error))
        return false;
    if (run->game->rules->turn(run->game, state) < 0)
        return cop_fail(error, "no player is to move in this position");
    return true;
}

static int entrants_at(const struct cop_lab_run *run, enum cop_budget budget)
{
    int count = 0;

    for (int i = 0; i < run->entrant_count; i++)
        count += run->entrants[i].at[budget];
    return count;
}

int cop_lab_run_seatings(const struct cop_lab_run *run, enum cop_budget budget)
{
    struct cop_match_plan plan = {.game = run->game, .agent_count = entrants_at(run, budget)};

    return cop_match_seating_count(&plan);
}

int cop_lab_run_starts(const struct cop_lab_run *run, enum cop_budget budget)
{
    if (run->kind != COP_LAB_RUN_MATCH || run->positions.count == 0)
        return 0;
    return run->efforts[budget].count / cop_lab_run_seatings(run, budget);
}

int cop_lab_run_position(const struct cop_lab_run *run, enum cop_budget budget, int i)
{
    return (int)((int64_t)i * run->positions.count / run->efforts[budget].count);
}

int cop_lab_run_count(const struct cop_lab_run *run, enum cop_budget budget)
{
    struct cop_match_plan plan = {.game = run->game, .agent_count = entrants_at(run, budget)};

    if (!run->efforts[budget].is_used)
        return 0;
    if (run->kind == COP_LAB_RUN_SEARCHES)
        return run->efforts[budget].count;
    if (run->kind == COP_LAB_RUN_POSITIONS)
        return entrants_at(run, budget) * run->efforts[budget].count;
    if (run->kind == COP_LAB_RUN_COUNTS || run->kind == COP_LAB_RUN_SOLVES)
        return entrants_at(run, budget);
    return cop_match_fixture_count(&plan) * run->efforts[budget].count;
}

double cop_lab_run_work(const struct cop_lab_run *run, enum cop_budget budget)
{
    struct cop_limits limits;
    double searches = cop_lab_run_count(run, budget);
    double each = run->efforts[budget].expected;

    if (run->kind == COP_LAB_RUN_COUNTS || run->kind == COP_LAB_RUN_SOLVES)
        return searches > 0 ? each : 0;
    if (searches <= 0 || !cop_lab_run_limits(run, 0, budget, &limits, NULL))
        return 0;
    if (run->kind == COP_LAB_RUN_MATCH)
        searches *= run->game->players * run->moves_per_game;
    if (each <= 0)
        each = (double)(limits.sims > 0 ? limits.sims : limits.nodes);
    return searches * each;
}

double cop_lab_run_seconds(const struct cop_lab_run *run, enum cop_budget budget)
{
    return cop_lab_run_work(run, budget) / run->per_second;
}
