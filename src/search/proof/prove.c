/* prove.c - questions, until the lowest and the highest possible value meet. */
#include "search/proof/prove.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "base/block.h"
#include "game/solve_terms.h"
#include "search/proof/kept.h"
#include "search/solve/check.h"

static const struct cop_option question_options[] = {
    {"bounds", COP_WORDS, "none", 0, 0, NULL,
     "an oracle of the game that is asked about every position, so that what it knows is not "
     "searched; none: only databases are"},
    {"points", COP_CHOICE, "halves", 0, 0, "halves|upward",
     "where points are solved for, which numbers are asked about: the middle of what is possible, "
     "and then the next from there; or the lowest first, and upward until the answer is no"},
    {NULL},
};

const struct cop_option cop_pn_options[] = {
    {"second", COP_CHOICE, "off", 0, 0, "off|tree|logistic",
     "PN2, a second search at every leaf: none; as large as the first; as large as a share of it "
     "that grows with it"},
    {"second_least", COP_INTEGER, "500", 1, 1e9, NULL,
     "nodes that a second search may have, however small the first is"},
    {"second_a", COP_REAL, "1800000", 1, 1e12, NULL,
     "second=logistic: the size of the first search in nodes at which the second may have half of "
     "it"},
    {"second_b", COP_REAL, "240000", 1, 1e12, NULL, "second=logistic: how slowly that share grows"},
    {"evaluate", COP_CHOICE, "immediate", 0, 0, "immediate|delayed",
     "whether a leaf is judged when it is made or when it is chosen"},
    {"Numbers", COP_TABLE, .table = proof_start_options},
    {"Questions", COP_TABLE, .table = question_options},
    {NULL},
};

const struct cop_option cop_dfpn_options[] = {
    {"epsilon", COP_REAL, "0.25", 0, 10, NULL,
     "a move is left for the second best only when it has become this much dearer, as a share"},
    {"weak", COP_FLAG, "off", 0, 0, NULL,
     "weak proof numbers: of the moves that are all needed only the dearest counts whole, every "
     "other as one"},
    {"Numbers", COP_TABLE, .table = proof_start_options},
    {"Questions", COP_TABLE, .table = question_options},
    {NULL},
};

static bool read_pn(const struct cop_settings *settings, struct pn_config *config,
                    struct cop_error *error)
{
    static const char *const of_second[] = {"second_a", "second_b"};

    *config = (struct pn_config){.is_delayed = cop_choice(settings, "evaluate") == 1,
                                 .second = (enum pn_second)cop_choice(settings, "second"),
                                 .second_a = cop_real(settings, "second_a"),
                                 .second_b = cop_real(settings, "second_b"),
                                 .second_least = (int)cop_integer(settings, "second_least")};
    for (int i = 0; i < 2; i++)
        if (config->second != PN_LOGISTIC && cop_given(settings, of_second[i]))
            return cop_fail(error, "%s is for second=logistic", of_second[i]);
    if (config->second == PN_ALONE && cop_given(settings, "second_least"))
        return cop_fail(error, "second_least is for second=tree and second=logistic");
    return proof_start_read(settings, &config->start, error);
}

bool cop_prover_read(const struct cop_settings *settings, bool is_depth_first,
                     struct cop_prover *prover, struct cop_error *error)
{
    const char *oracle = cop_words(settings, "bounds");

    *prover = (struct cop_prover){.is_depth_first = is_depth_first,
                                  .goes_upward = cop_choice(settings, "points") == 1};
    if (strlen(oracle) > COP_PROVER_ORACLE_MAX)
        return cop_fail(error, "no oracle has so long a name as \"%.40s...\"", oracle);
    if (strcasecmp(oracle, "none") != 0)
        snprintf(prover->oracle, sizeof prover->oracle, "%s", oracle);
    if (!is_depth_first)
        return read_pn(settings, &prover->pn, error);
    prover->dfpn = (struct dfpn_config){.epsilon = cop_real(settings, "epsilon"),
                                        .is_weak = cop_flag(settings, "weak")};
    return proof_start_read(settings, &prover->dfpn.start, error);
}

bool cop_prover_fits(const struct cop_prover *prover, const struct cop_game *game,
                     struct cop_error *error)
{
    if (prover->oracle[0] != '\0' && !cop_oracle_fits(game, prover->oracle, error))
        return false;
    return proof_start_fits(prover->is_depth_first ? &prover->dfpn.start : &prover->pn.start, game,
                            error);
}

/* One call of cop_prove. Values are those of the player to move. */
struct prover {
    const struct cop_prover *how;
    struct pn pn;
    struct dfpn_crew crew;
    const struct cop_solve_limits *limits;
    struct cop_solution *solution;
    struct cop_run run;
    struct cop_pace pace;
    struct cop_oracles oracles;
    struct cop_error *error;
    bool has_failed; /* for the reason in `error` */
    struct proof_subject subject;
    struct proof_standing stood; /* what earlier sittings have come to; zeros: there were none */
    double kept;                 /* seconds into this one when it was kept last */

    struct cop_database *own; /* of the folder that the limits name; or NULL */
};

static struct proof_goal *goal_of(struct prover *prover)
{
    return prover->how->is_depth_first ? &prover->crew.members->goal : &prover->pn.goal;
}

static void report(struct prover *prover)
{
    bool is_depth_first = prover->how->is_depth_first;
    struct proof_numbers numbers =
        is_depth_first ? prover->crew.members->root : pn_root(&prover->pn);

    prover->solution->positions =
        is_depth_first ? dfpn_crew_created(&prover->crew) : prover->pn.created;
    prover->solution->positions += prover->stood.positions;
    prover->solution->proof = numbers.proof;
    prover->solution->disproof = numbers.disproof;
    prover->solution->seconds = prover->stood.seconds + cop_run_seconds(&prover->run);
}

/* ---- Sittings ---- */

/* Called while no thread is at work. Of a search that is over the table is not needed any more. */
static void keep_standing(void *context)
{
    struct prover *prover = context;
    const struct cop_solution *solution = prover->solution;
    struct cop_keeping *keeping = prover->limits->keeping;
    struct proof_standing standing = {.lower = solution->lower,
                                      .upper = solution->upper,
                                      .best = solution->best,
                                      .goal = dfpn_crew_goal(&prover->crew),
                                      .positions = solution->positions,
                                      .seconds = solution->seconds};
    bool is_known = solution->lower == solution->upper;

    keeping->has_failed =
        !proof_kept_write(keeping->path, &prover->subject, &standing,
                          is_known ? NULL : prover->crew.members->table, &keeping->error);
}

static void tell(void *context)
{
    struct prover *prover = context;
    const struct cop_keeping *keeping = prover->limits->keeping;
    double now = cop_run_seconds(&prover->run);

    report(prover);
    if (prover->limits->progress != NULL)
        prover->limits->progress(prover->limits->context, prover->solution);
    if (keeping != NULL && now - prover->kept >= keeping->period) {
        prover->kept = now;
        proof_table_call(prover->crew.members->table, keep_standing, prover);
    }
}

static bool go_on_from_kept(struct prover *prover, struct cop_error *error)
{
    struct cop_solution *solution = prover->solution;
    struct proof_standing stood = {.positions = -1};

    if (prover->limits->keeping == NULL)
        return true;
    if (!proof_kept_read(prover->limits->keeping->path, &prover->subject, &stood,
                         prover->crew.members->table, error))
        return false;
    if (stood.positions < 0) { /* whether it can be kept at all is found out before the work */
        keep_standing(prover);
        return !prover->limits->keeping->has_failed ||
               cop_fail(error, "%s", prover->limits->keeping->error.message);
    }
    solution->lower = stood.lower;
    solution->upper = stood.upper;
    solution->best = stood.best;
    prover->stood = stood;
    return true;
}

/* How often somebody is told, or it is looked whether to keep something. */
static struct cop_run_terms terms_of_run(struct prover *prover)
{
    struct cop_run_terms terms = cop_solve_terms(prover->limits, tell, prover);

    if (prover->limits->keeping != NULL) {
        terms.progress = tell;
        terms.period = terms.period > 0 ? terms.period : 1;
    }
    return terms;
}

/* ---- Questions ---- */

static void step(void *context)
{
    struct prover *prover = context;

    report(prover);
    prover->limits->step(prover->limits->context, prover->solution);
}

/* A payoff is asked for from above: a win first, then what is left below it. Points are halved, or
 * asked for from below, so that every yes has a move that is good for more. */
static double first_goal(const struct prover *prover, enum cop_stake stake)
{
    const struct cop_solution *solution = prover->solution;
    bool has_range = isfinite(solution->lower) && isfinite(solution->upper);

    if (stake == COP_STAKE_PAYOFF)
        return solution->upper;
    if (prover->how->goes_upward && has_range)
        return nextafter(solution->lower, INFINITY);
    return has_range ? ceil(solution->lower + 0.5 * (solution->upper - solution->lower)) : 0;
}

static enum proof_answer ask(struct prover *prover, const void *state, cop_move *best)
{
    enum proof_answer answer;

    if (!prover->how->is_depth_first)
        return pn_ask(&prover->pn, state, best);
    prover->has_failed = !dfpn_crew_ask(&prover->crew, state, &answer, best, prover->error);
    return answer;
}

/* A question that was begun in another sitting has met positions there. */
static void begin_question(struct prover *prover, double at_least)
{
    const struct proof_goal *stood = &prover->stood.goal;
    struct proof_goal *goal = goal_of(prover);

    proof_goal_begin(goal, at_least);
    if (prover->crew.count > 0 && prover->crew.members->table->is_loaded) {
        goal->least_true = stood->least_true;
        goal->most_false = stood->most_false;
        goal->sum = stood->sum;
        goal->is_uneven = stood->is_uneven;
    }
}

/* The answers so far leave lower..upper; what no proof has met is between them and the goal. */
static void narrow(struct prover *prover, const void *state)
{
    struct cop_solution *solution = prover->solution;
    struct proof_goal *goal = goal_of(prover);
    double at_least =
        prover->stood.positions > 0 ? prover->stood.goal.at_least : first_goal(prover, goal->stake);

    while (solution->lower < solution->upper) {
        enum proof_answer answer;
        cop_move best;

        begin_question(prover, at_least);
        answer = ask(prover, state, &best);
        if (answer == PROOF_OPEN)
            return;
        if (answer == PROOF_TRUE) {
            solution->lower = goal->least_true;
            solution->best = best;
            at_least = nextafter(solution->lower, INFINITY);
        } else {
            solution->upper = goal->most_false;
            at_least = solution->upper;
        }
    }
}

/* A move that is sure to keep the value, where a database has told that and no search. */
static cop_move known_move(const struct prover *prover, const void *state, const cop_move *moves,
                           int count)
{
    const struct cop_game *game = prover->oracles.game;
    unsigned char *after = cop_allocate(game->state_size);
    int player = game->rules->turn(game, state), best = 0;
    double most = -1;

    for (int i = 0; i < count && prover->oracles.database != NULL; i++) {
        struct cop_bounds bounds = {0, 1};

        memcpy(after, state, game->state_size);
        game->rules->play(game, after, moves[i]);
        cop_database_bounds_after(prover->oracles.database, after, player, &bounds);
        if (bounds.low + bounds.high > most) {
            most = bounds.low + bounds.high;
            best = i;
        }
    }
    free(after);
    return moves[best];
}

static void name_any_move(struct prover *prover, const void *state)
{
    const struct cop_game *game = goal_of(prover)->game;
    cop_move *moves;
    int count;

    if (prover->solution->lower < prover->solution->upper || prover->solution->best != COP_NO_MOVE)
        return; /* not known, or a better one is */
    moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    count = game->rules->moves(game, state, moves);
    prover->solution->best = known_move(prover, state, moves, count);
    free(moves);
}

static bool open_search(struct prover *prover, const struct cop_game *game, struct cop_error *error)
{
    const struct cop_solve_limits *limits = prover->limits;
    size_t memory = limits->keeping != NULL /* for what other sittings have found, too */
                        ? limits->memory
                        : cop_block_room(limits->memory, limits->positions, limits->time);
    size_t least = pn_least_memory(game, &prover->how->pn);

    if (prover->how->is_depth_first)
        return dfpn_crew_open(&prover->crew, game, &prover->how->dfpn, memory,
                              cop_run_thread_count(limits->threads), &prover->run, error);
    memory = memory < least && least <= limits->memory ? least : memory;
    if (!pn_open(&prover->pn, game, &prover->how->pn, memory, &prover->run, &prover->pace, error))
        return false;
    prover->pn.stepped = limits->step != NULL ? step : NULL;
    prover->pn.context = prover;
    return true;
}

static bool open_database(struct prover *prover, const struct cop_game *game,
                          struct cop_error *error)
{
    if (prover->limits->databases == NULL)
        return cop_oracles_open_database(&prover->oracles, game, error);
    prover->oracles = (struct cop_oracles){.game = game, .asking = COP_ASK_ALWAYS};
    if (game->rules->indexing == NULL)
        return true;
    prover->own = cop_database_open(game, prover->limits->databases, NULL);
    prover->oracles.database = cop_database_is_empty(prover->own) ? NULL : prover->own;
    return true;
}

static bool open_oracles(struct prover *prover, const struct cop_game *game,
                         struct cop_error *error)
{
    return open_database(prover, game, error) &&
           (prover->how->oracle[0] == '\0' ||
            cop_oracles_add(&prover->oracles, prover->how->oracle, prover->limits->stop, error));
}

static void close_search(struct prover *prover)
{
    if (prover->how->is_depth_first)
        dfpn_crew_close(&prover->crew);
    else
        pn_close(&prover->pn);
}

static void begin_bounds(const struct cop_game *game, enum cop_stake stake,
                         struct cop_solution *solution)
{
    bool has_range = game->score_low < game->score_high;

    *solution = (struct cop_solution){.best = COP_NO_MOVE, .upper = 1};
    if (stake == COP_STAKE_SCORE) {
        solution->lower = has_range ? game->score_low : -INFINITY;
        solution->upper = has_range ? game->score_high : INFINITY;
    }
}

bool cop_prove_fits(const struct cop_game *game, enum cop_stake stake, struct cop_error *error)
{
    if (!game->is_endless)
        return cop_solve_fits(game, stake, error);
    if (stake == COP_STAKE_SCORE)
        return cop_fail(error,
                        "%s cannot be solved by its points: a game may go on for ever, and then "
                        "nobody has any",
                        game->name);
    return cop_has_value(game, stake, error);
}

bool cop_prove(const struct cop_game *game, const void *state, enum cop_stake stake,
               const struct cop_prover *how, const struct cop_solve_limits *limits,
               struct cop_solution *solution, struct cop_error *error)
{
    struct prover prover = {.how = how,
                            .limits = limits,
                            .solution = solution,
                            .error = error,
                            .subject = {game, state, stake}};
    struct cop_run_terms terms = terms_of_run(&prover);
    bool is_open, is_uneven;

    if (!cop_prove_fits(game, stake, error))
        return false;
    if (game->rules->turn(game, state) == COP_OVER)
        return cop_fail(error, COP_NOTHING_TO_SOLVE, game->name);
    if (!open_oracles(&prover, game, error))
        return false;
    begin_bounds(game, stake, solution);
    cop_run_begin(&prover.run, &terms);
    cop_pace_begin(&prover.pace, true, 1);
    is_open = open_search(&prover, game, error);
    if (is_open) {
        *goal_of(&prover) = proof_goal_for(game, stake, game->rules->turn(game, state));
        if (prover.oracles.database != NULL || prover.oracles.count > 0)
            goal_of(&prover)->oracles = &prover.oracles;
        is_open = go_on_from_kept(&prover, error);
    }
    if (is_open) {
        narrow(&prover, state);
        name_any_move(&prover, state);
        report(&prover);
        solution->memory_is_full = prover.pn.is_full;
        if (limits->keeping != NULL)
            keep_standing(&prover);
    }
    is_uneven = goal_of(&prover)->is_uneven;
    close_search(&prover);
    cop_database_close(prover.own);
    if (is_uneven)
        return cop_fail(error, COP_UNEVEN_POINTS, game->name);
    return is_open && !prover.has_failed;
}
