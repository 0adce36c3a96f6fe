/* product_check.c - see product_check.h. */
#include "product_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "slow_build.h"

void answer_free(struct answer *answer)
{
    free((void *)answer->report.candidates);
    *answer = (struct answer){0};
}

/* ---- Sane ---- */

static bool check_candidates(const cop_move *moves, int count, const struct cop_report *report,
                             struct cop_error *error)
{
    if (report->candidate_count != count)
        return cop_fail(error, "%d candidates for %d legal moves", report->candidate_count, count);
    for (int i = 0; i < count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        if (candidate->move != moves[i])
            return cop_fail(error, "candidate %d is not legal move %d", i, i);
        if (candidate->visits < 0)
            return cop_fail(error, "candidate %d has %lld visits", i, (long long)candidate->visits);
        if (!(candidate->low <= candidate->high))
            return cop_fail(error, "candidate %d is between %g and %g", i, candidate->low,
                            candidate->high);
    }
    return true;
}

/* Values from sums of many roundings. */
static bool is_within(double value, double low, double high)
{
    double slack = 1e-6 * (1 + fabs(low) + fabs(high));

    return value >= low - slack && value <= high + slack;
}

static bool check_values(const struct cop_game *game, const struct cop_report *report,
                         struct cop_error *error)
{
    if (!(report->lower < report->upper))
        return cop_fail(error, "values from %g to %g", report->lower, report->upper);
    for (int i = 0; i < game->players; i++)
        if (!isnan(report->value[i]) && !is_within(report->value[i], report->lower, report->upper))
            return cop_fail(error, "player %d's value %g is not within %g and %g", i,
                            report->value[i], report->lower, report->upper);
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        if (candidate->visits > 0 && !is_within(candidate->value, report->lower, report->upper))
            return cop_fail(error, "candidate %d's value %g is not within %g and %g", i,
                            candidate->value, report->lower, report->upper);
    }
    return true;
}

/* Known is what has one value left, and the other way round. */
static bool check_proofs(const struct cop_report *report, struct cop_error *error)
{
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        if ((candidate->proof != COP_UNPROVEN) != (candidate->low == candidate->high))
            return cop_fail(error, "candidate %d: proof %d between %g and %g", i, candidate->proof,
                            candidate->low, candidate->high);
        if (candidate->proof != COP_UNPROVEN &&
            !is_within(candidate->value, candidate->low, candidate->high))
            return cop_fail(error, "candidate %d: proof %d, value %g and not %g", i,
                            candidate->proof, candidate->value, candidate->low);
        if (candidate->proof == COP_PROVEN_WIN && report->proof != COP_PROVEN_WIN)
            return cop_fail(error, "candidate %d wins and the position does not", i);
        if (candidate->move == report->best && report->proof == COP_PROVEN_WIN &&
            candidate->proof != COP_PROVEN_WIN && candidate->proof != COP_UNPROVEN)
            return cop_fail(error, "the position is won and its best move is not");
    }
    return true;
}

static bool is_legal(const struct cop_game *game, const void *state, cop_move *moves, cop_move move)
{
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* With hidden pieces the later moves are about a board that only the search has seen. */
static bool check_line(const struct cop_game *game, const void *state, cop_move *moves,
                       const struct cop_report *report, struct cop_error *error)
{
    void *here = cop_allocate(game->state_size);
    int length = game->is_hidden ? 1 : report->line_length;
    bool is_right = true;

    memcpy(here, state, game->state_size);
    for (int i = 0; i < length && is_right; i++) {
        if (game->rules->turn(game, here) < 0)
            is_right = cop_fail(error, "the line goes on where nobody decides, at ply %d", i);
        else if (!is_legal(game, here, moves, report->line[i]))
            is_right = cop_fail(error, "the line has an illegal move at ply %d", i);
        else
            game->rules->play(game, here, report->line[i]);
    }
    free(here);
    return is_right;
}

bool check_answer(const struct cop_game *game, const void *state, const struct cop_report *report,
                  struct cop_error *error)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);
    bool is_right = true;

    if (report->line_length < 1 || report->line_length > COP_LINE_MAX ||
        report->line[0] != report->best)
        is_right = cop_fail(error, "the line does not start with the move");
    else if (report->turn_length < 1 || report->turn_length > report->line_length)
        is_right = cop_fail(error, "a turn of %d moves", report->turn_length);
    else if (report->sims < 0 || report->nodes < 0 || report->depth < 0 || !(report->seconds >= 0))
        is_right = cop_fail(error, "numbers below zero");
    is_right = is_right && check_candidates(moves, count, report, error) &&
               check_values(game, report, error) && check_proofs(report, error) &&
               check_line(game, state, moves, report, error);
    free(moves);
    return is_right;
}

/* ---- What the parts have told ---- */

static bool adds_up(const struct cop_anatomy *anatomy, const double *said)
{
    double sum = 0;

    for (int i = 0; i < anatomy->word_count; i++) {
        if (strcmp(anatomy->words[i].name, "bound") == 0)
            return isnan(said[i]) || sum == said[i] ||
                   fabs(sum - said[i]) <= 1e-4 * (1 + fabs(said[i]));
        if (!isnan(said[i]))
            sum += said[i];
    }
    return false;
}

static bool check_level(const struct cop_anatomy_level *level, int depth, struct cop_error *error)
{
    if (level->visited > level->nodes || level->parents > level->nodes ||
        level->settled > level->nodes || level->pruned > level->nodes || level->nodes <= 0)
        return cop_fail(error,
                        "at depth %d %lld positions, %lld visited, %lld parents, %lld settled, "
                        "%lld pruned",
                        depth, (long long)level->nodes, (long long)level->visited,
                        (long long)level->parents, (long long)level->settled,
                        (long long)level->pruned);
    return true;
}

bool check_anatomy(const struct cop_report *report, const struct cop_anatomy *anatomy,
                   struct cop_error *error)
{
    if (anatomy->word_count == 0)
        return true;
    if (anatomy->move_count != report->candidate_count)
        return cop_fail(error, "parts tell of %d moves and not of %d", anatomy->move_count,
                        report->candidate_count);
    for (int i = 0; i < anatomy->move_count; i++) {
        const double *said = cop_anatomy_of(anatomy, report->candidates[i].move);

        if (said == NULL || !adds_up(anatomy, said))
            return cop_fail(error, "what parts tell of move %d does not add up", i);
    }
    for (int i = 0; i < anatomy->level_count; i++)
        if (!check_level(&anatomy->levels[i], i, error))
            return false;
    for (int i = 0; i < anatomy->fact_count; i++) {
        const struct cop_anatomy_fact *fact = &anatomy->facts[i];

        if (fact->count < 0 || fact->of <= 0 ||
            (fact->unit == COP_ANATOMY_SHARE && fact->count > fact->of))
            return cop_fail(error, "%s: %lld of %lld %s", fact->name, (long long)fact->count,
                            (long long)fact->of, fact->group);
    }
    return anatomy->level_count > 0 || cop_fail(error, "a tree without a root");
}

/* ---- Limits ---- */

/* final=robust-max searches up to half as long again, extend=... as it says, and patience=always
 * twice as long where nothing else is said. */
static double extension(const char *agent)
{
    const char *extend = strstr(agent, "extend=");
    double part = strstr(agent, "patience=always") != NULL ? 1 : 0;

    if (extend != NULL)
        part = strtod(extend + strlen("extend="), NULL);
    return (strstr(agent, "robust-max") != NULL ? 1.5 : 1) + part;
}

/* What one simulation can add: the children of one node. Families that get their members one by one
 * move to places of twice the size, and take four more for a new one; with hidden pieces that can
 * happen all the way down. */
static int64_t most_of_a_simulation(const struct cop_game *game, const char *agent,
                                    const struct cop_report *report)
{
    const int many_moves = 256; /* then children come one by one unless the agent says otherwise */
    int64_t moves = game->max_moves, family = 4 * moves + 4;

    if (game->is_hidden)
        return (2 * (int64_t)report->depth + 2) * family;
    if (strstr(agent, "children=tried") != NULL || strstr(agent, "children=warm") != NULL ||
        (moves > many_moves && strstr(agent, "children=all") == NULL))
        return family;
    return moves;
}

static bool is_prover(const char *agent)
{
    return strncmp(agent, "pn", 2) == 0 || strncmp(agent, "dfpn", 4) == 0;
}

/* `mistaken` is an mcts unless it says of whom, and a prover asks one unless it says whom. */
static bool grows_a_tree(const char *agent)
{
    return strncmp(agent, "mcts", 4) == 0 || strncmp(agent, "bstar", 5) == 0 ||
           (strncmp(agent, "mistaken", 8) == 0 &&
            (strstr(agent, "of=") == NULL || strstr(agent, "of=mcts") != NULL)) ||
           (is_prover(agent) &&
            (strstr(agent, "otherwise=") == NULL || strstr(agent, "otherwise=mcts") != NULL));
}

/* The roots have their moves before anything is counted, and what was kept is there. Then each
 * thread goes beyond the limit by one simulation at most; searches that count nodes as they go, by
 * none. */
static double most_nodes(const struct cop_game *game, const char *agent,
                         const struct cop_limits *limits, const struct cop_report *report,
                         int64_t kept)
{
    int threads = limits->means.threads;
    double limit = extension(agent) * (double)limits->nodes;
    int64_t roots = threads * ((int64_t)game->max_moves + 4);
    int64_t excess = threads * most_of_a_simulation(game, agent, report);

    if (!grows_a_tree(agent))
        return fmax(limit, threads);
    if (strstr(agent, "restarts=") != NULL) /* each tree has a root and goes beyond its part */
        return limit + (double)(roots + excess) * strtod(strstr(agent, "restarts=") + 9, NULL);
    if (is_prover(agent)) /* who asks before the proof and after it, with a new tree each time */
        return limit + 2 * (double)(roots + excess);
    return fmax(limit, (double)(kept + roots)) + (double)excess;
}

static bool check_counts(const struct cop_game *game, const char *agent,
                         const struct cop_limits *limits, const struct cop_report *report,
                         int64_t kept, struct cop_error *error)
{
    double longer = extension(agent);
    int threads = limits->means.threads;

    if (limits->sims > 0 && (double)report->sims > longer * (double)limits->sims + threads + 5)
        return cop_fail(error, "%lld simulations", (long long)report->sims);
    if (limits->nodes > 0 && (double)report->nodes > most_nodes(game, agent, limits, report, kept))
        return cop_fail(error, "%lld nodes, %lld of them kept", (long long)report->nodes,
                        (long long)kept);
    /* Whole games of one player are as long as they are, whatever ends the search. */
    if (limits->depth > 0 && !report->has_total && report->depth > limits->depth)
        return cop_fail(error, "depth %d", report->depth);
    return true;
}

/* Every simulation of a tree passes one root move: there are never more visits than simulations but
 * for those of a tree that was kept, and with one thread that loses none never fewer, unless the
 * root has no children at first or there was no room for more. Without any the game's own solver
 * has answered; a simulation that ends between the two parts of a move (groups) is one of no move.
 */
static bool check_visits(const struct cop_game *game, const char *agent,
                         const struct cop_limits *limits, const struct cop_report *report,
                         struct cop_error *error)
{
    bool may_be_fewer = limits->means.threads > 1 || game->is_hidden || report->memory_is_full ||
                        strstr(agent, "root_first=") != NULL ||
                        strstr(agent, "restarts=") != NULL || strstr(agent, "groups=on") != NULL;
    int64_t visits = 0;

    if (report->sims == 0 || strncmp(agent, "mcts", 4) != 0 || strstr(agent, "reuse=") != NULL ||
        strstr(agent, "preset=") != NULL)
        return true;
    for (int i = 0; i < report->candidate_count; i++)
        visits += report->candidates[i].visits;
    if (visits > report->sims || (visits < report->sims && !may_be_fewer))
        return cop_fail(error, "%lld visits of %lld simulations", (long long)visits,
                        (long long)report->sims);
    return true;
}

/* Machines are busy; a search that hangs is later than that. */
static const double time_slack = 2, slow_time_slack = 20;

bool check_limits(const struct cop_game *game, const char *agent, const struct cop_limits *limits,
                  const struct answer *answer, int64_t kept, struct cop_error *error)
{
    double slack = is_slow_build() ? slow_time_slack : time_slack;
    const struct cop_report *report = &answer->report;

    if (!check_counts(game, agent, limits, report, kept, error) ||
        !check_visits(game, agent, limits, report, error))
        return false;
    if (limits->time > 0 && answer->seconds > extension(agent) * limits->time + slack)
        return cop_fail(error, "%g seconds", answer->seconds);
    if (answer->late > slack)
        return cop_fail(error, "went on for %g seconds after the flag was set", answer->late);
    if (answer->was_stopped && limits->sims > 0 &&
        (double)report->sims > extension(agent) * (double)limits->sims)
        return cop_fail(error, "had to be stopped after its simulations");
    if (report->seconds > answer->seconds + 0.001)
        return cop_fail(error, "reports %g seconds of %g", report->seconds, answer->seconds);
    return true;
}

/* ---- The same ---- */

static bool is_same(double one, double other)
{
    return one == other || (isnan(one) && isnan(other));
}

static bool is_same_candidate(const struct cop_candidate *one, const struct cop_candidate *other)
{
    return one->move == other->move && one->visits == other->visits &&
           is_same(one->value, other->value) && is_same(one->low, other->low) &&
           is_same(one->high, other->high) && is_same(one->prior, other->prior) &&
           one->proof == other->proof && one->is_pruned == other->is_pruned &&
           one->kind == other->kind;
}

bool check_equal(const struct cop_report *one, const struct cop_report *other,
                 struct cop_error *error)
{
    if (one->best != other->best)
        return cop_fail(error, "another move");
    if (one->sims != other->sims || one->nodes != other->nodes || one->depth != other->depth)
        return cop_fail(error, "%lld simulations, %lld nodes, depth %d and then %lld, %lld, %d",
                        (long long)one->sims, (long long)one->nodes, one->depth,
                        (long long)other->sims, (long long)other->nodes, other->depth);
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        if (!is_same(one->value[i], other->value[i]))
            return cop_fail(error, "value %g and then %g", one->value[i], other->value[i]);
    if (one->proof != other->proof || one->stopped_early != other->stopped_early ||
        one->memory_is_full != other->memory_is_full || one->turn_length != other->turn_length)
        return cop_fail(error, "another proof, or another reason to end");
    if (one->line_length != other->line_length ||
        memcmp(one->line, other->line, (size_t)one->line_length * sizeof *one->line) != 0)
        return cop_fail(error, "another line");
    for (int i = 0; i < one->candidate_count; i++)
        if (!is_same_candidate(&one->candidates[i], &other->candidates[i]))
            return cop_fail(error, "another candidate %d", i);
    return true;
}
