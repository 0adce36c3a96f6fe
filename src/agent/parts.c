/* parts.c - a thermograph for each part within its limits, or else a search with coupons. */
#include "agent/parts.h"

#include <stdlib.h>
#include <string.h>

#include "agent/solvers.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "base/run.h"
#include "search/evaluators.h"
#include "search/sum/tds.h"
#include "search/sum/thermometer.h"

/* One look at all parts. */
struct look {
    const struct cop_game *game;
    const struct cop_parts_terms *terms;
    struct cop_thermometer *thermometer;
    struct cop_tds *tds;
    struct cop_judge judge;
    struct cop_run run;
    struct cop_pace pace;
    cop_move *moves;
    double *values;
};

bool cop_parts_fit(const struct cop_game *game, struct cop_error *error)
{
    return cop_sum_fits(game, error);
}

void cop_parts_free(struct cop_parts *parts)
{
    for (int i = 0; i < parts->count; i++) {
        struct cop_part *part = &parts->parts[i];

        free(part->state);
        for (int player = 0; player < 2; player++) {
            cop_wall_free(&part->walls[player]);
            free(part->best[player]);
        }
    }
    free(parts->parts);
    *parts = (struct cop_parts){0};
}

static void begin_run(struct look *look)
{
    struct cop_run_terms terms = {
        .seconds = look->terms->time, .tickets = look->terms->positions, .stop = look->terms->stop};

    cop_run_begin(&look->run, &terms);
    cop_pace_begin(&look->pace, true, 1);
}

/* ---- The parts ---- */

/* All parts of a position in which somebody can move. */
static void list_parts(const struct cop_game *game, const void *state, struct cop_parts *parts)
{
    int room = 8, count;
    unsigned char *states = cop_allocate((size_t)room * game->state_size);
    struct cop_sum sum = {0};

    memcpy(states, state, game->state_size);
    count = game->rules->parts(game, state, states, room);
    if (count > room) {
        states = cop_reallocate(states, (size_t)count * game->state_size);
        game->rules->parts(game, state, states, count);
    }
    parts->parts = cop_allocate(((size_t)count + 1) * sizeof *parts->parts);
    for (int i = 0; i < count; i++) {
        struct cop_part *part = &parts->parts[parts->count];
        cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);

        cop_sum_only(&sum, game, states + (size_t)i * game->state_size);
        for (int player = 0; player < 2; player++)
            part->move_counts[player] = cop_sum_moves(&sum, 0, player, moves);
        free(moves);
        if (part->move_counts[0] + part->move_counts[1] == 0)
            continue;
        part->state = cop_allocate(game->state_size);
        memcpy(part->state, cop_sum_part(&sum, 0), game->state_size);
        part->size = game->rules->moves_left(game, part->state);
        parts->count++;
    }
    cop_sum_free(&sum);
    free(states);
}

/* ---- Heat ---- */

/* The moves of a player that are on his wall at the part's temperature. */
static void find_best(struct look *look, struct cop_part *part, int player)
{
    int count = cop_thermometer_rate(look->thermometer, part->state, player, part->temperature,
                                     &look->run, &look->pace, look->moves, look->values);
    double best = 0;

    for (int i = 0; i < count; i++)
        if (i == 0 || (player == 0 ? look->values[i] > best : look->values[i] < best))
            best = look->values[i];
    part->best[player] = cop_allocate(((size_t)(count > 0 ? count : 0) + 1) * sizeof(cop_move));
    for (int i = 0; i < count; i++)
        if (look->values[i] == best)
            part->best[player][part->best_counts[player]++] = look->moves[i];
}

static bool read_thermograph(struct look *look, struct cop_part *part)
{
    struct cop_thermograph graph = {0};

    begin_run(look);
    if (!cop_thermometer_read(look->thermometer, part->state, &look->run, &look->pace, &graph)) {
        cop_thermograph_free(&graph);
        return false;
    }
    part->heat = COP_HEAT_EXACT;
    part->mean = graph.mean;
    part->temperature = graph.temperature;
    part->walls[0] = graph.left;
    part->walls[1] = graph.right;
    for (int player = 0; player < 2; player++)
        find_best(look, part, player);
    return true;
}

static void search_with_coupons(struct look *look, struct cop_part *part)
{
    struct cop_tds_terms terms = {.delta = look->terms->delta, .judge = &look->judge};
    struct cop_tds_found found;

    begin_run(look);
    cop_tds_search(look->tds, part->state, &terms, &look->run, &look->pace, &found);
    if (found.depth == 0)
        return;
    part->heat = COP_HEAT_ABOUT;
    part->mean = found.mean;
    part->temperature = found.temperature;
    for (int player = 0; player < 2; player++) {
        part->best[player] = cop_allocate(sizeof(cop_move));
        part->best[player][0] = found.best[player];
        part->best_counts[player] = found.best[player] != COP_NO_MOVE;
    }
}

static void find_heat(struct look *look, struct cop_part *part)
{
    const struct cop_sums *sums = look->game->rules->sums;
    int moves;

    part->is_settled = sums->worth != NULL && sums->worth(look->game, part->state, &moves);
    if (!read_thermograph(look, part))
        search_with_coupons(look, part);
}

/* ---- Values ---- */

/* The part alone, with this player to begin; a player who cannot move there has lost it. */
static bool find_value(const struct look *look, struct cop_part *part, int player,
                       struct cop_error *error)
{
    const struct cop_game *game = look->game;
    struct cop_solve_limits limits = {.time = look->terms->time,
                                      .positions = look->terms->positions,
                                      .memory = look->terms->memory,
                                      .threads = 1,
                                      .stop = look->terms->stop};
    struct cop_solution solution;

    game->rules->sums->turn_to(game, part->state, player);
    if (game->rules->turn(game, part->state) != player) {
        part->has_value[player] = true;
        part->value[player] = game->rules->score(game, part->state, 0);
        return true;
    }
    if (!cop_solve_by("auto", game, part->state, COP_STAKE_SCORE, &limits, &solution, error))
        return false;
    part->has_value[player] = solution.lower == solution.upper;
    part->value[player] = player == 0 ? solution.lower : -solution.lower;
    return true;
}

/* ---- All of them ---- */

static int order_of_parts(const void *first, const void *second)
{
    const struct cop_part *one = first, *other = second;

    if (one->heat == COP_HEAT_UNKNOWN || other->heat == COP_HEAT_UNKNOWN)
        return (other->heat == COP_HEAT_UNKNOWN) - (one->heat == COP_HEAT_UNKNOWN);
    if (one->temperature != other->temperature)
        return one->temperature > other->temperature ? -1 : 1;
    return other->size - one->size;
}

static bool is_stopped(const struct cop_parts_terms *terms)
{
    return terms->stop != NULL && atomic_load(terms->stop);
}

static bool look_at_all(struct look *look, struct cop_parts *parts, struct cop_error *error)
{
    bool has_values = look->terms->wants_values && look->game->rules->score != NULL &&
                      look->game->score_is_margin;

    for (int i = 0; i < parts->count && !is_stopped(look->terms); i++) {
        if (look->terms->progress != NULL)
            look->terms->progress(look->terms->context, i, parts->count);
        find_heat(look, &parts->parts[i]);
        for (int player = 0; player < 2 && has_values; player++)
            if (!find_value(look, &parts->parts[i], player, error))
                return false;
    }
    qsort(parts->parts, (size_t)parts->count, sizeof *parts->parts, order_of_parts);
    return true;
}

bool cop_parts_look(const struct cop_game *game, const void *state,
                    const struct cop_parts_terms *terms, struct cop_parts *parts,
                    struct cop_error *error)
{
    struct look look = {.game = game, .terms = terms};
    bool is_good;

    *parts = (struct cop_parts){.game = game};
    if (!cop_parts_fit(game, error) || !cop_judge_find(&look.judge, game, "", error) ||
        !cop_judge_prepare(&look.judge, game, terms->stop, error))
        return false;
    look.tds = cop_tds_open(game, terms->memory / 4);
    if (look.tds == NULL)
        return cop_fail(error, "not enough memory for a search with coupons");
    look.thermometer = cop_thermometer_open(game, terms->memory / 2);
    look.moves = cop_allocate((size_t)game->max_moves * sizeof *look.moves);
    look.values = cop_allocate((size_t)game->max_moves * sizeof *look.values);
    list_parts(game, state, parts);
    is_good = look_at_all(&look, parts, error);
    cop_thermometer_close(look.thermometer);
    cop_tds_close(look.tds);
    free(look.moves);
    free(look.values);
    if (!is_good)
        cop_parts_free(parts);
    return is_good;
}
