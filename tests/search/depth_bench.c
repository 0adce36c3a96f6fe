/* depth_bench.c - opening searches for tests, and searching without any of their cleverness. */
#include "depth_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct tree_search *depth_bench_open(const struct cop_game *game, const char *spec,
                                     const char *words)
{
    const struct cop_agent_kind *kind;
    struct cop_error error = {""};
    struct cop_limits limits;
    struct cop_settings *settings;
    struct tree_search *search = NULL;
    char *name, *inside;

    if (!cop_limits_parse(words, &limits, &error) ||
        !cop_spec_split("agent", spec, &name, &inside, &error))
        fail_msg("%s", error.message);
    kind = cop_agent_kind_find(name);
    assert_non_null(kind);
    settings = cop_settings_parse(name, kind->options, inside, &error);
    if (settings != NULL && kind->fits(game, &error))
        search = kind->open(kind, game, settings, &limits.means, &error);
    if (search == NULL)
        fail_msg("%s: %s", spec, error.message);
    cop_settings_free(settings);
    free(name);
    free(inside);
    return search;
}

void depth_bench_close(struct tree_search *search)
{
    cop_agent_kind_find("alphabeta")->close(search); /* all of them close alike */
}

static struct cop_report run(struct tree_search *search, const void *state,
                             const struct cop_limits *limits)
{
    const struct cop_agent_kind *kind = cop_agent_kind_find("alphabeta");
    struct cop_error error = {""};
    struct cop_report report;

    kind->start(search, limits->means.seed);
    if (!kind->think(search, state, limits, NULL, &report, &error))
        fail_msg("%s", error.message);
    return report;
}

struct cop_report depth_bench_search(struct tree_search *search, const void *state,
                                     const char *words)
{
    struct cop_error error = {""};
    struct cop_limits limits;

    if (!cop_limits_parse(words, &limits, &error))
        fail_msg("%s", error.message);
    return run(search, state, &limits);
}

double depth_bench_value(struct tree_search *search, const void *state, int depth)
{
    struct cop_limits limits = {.depth = depth, .means = {.threads = 1}};

    return run(search, state, &limits).value[search->root];
}

double depth_bench_visit(struct tree_search *search, const void *state, int depth, double alpha,
                         double beta)
{
    struct worker *worker = &search->workers[0];

    cop_run_begin(&search->run, &(struct cop_run_terms){0});
    cop_pace_begin(&worker->pace, true, 1);
    worker->is_stopped = false;
    memcpy(frame_at(worker, 0)->state, state, search->game->state_size);
    return visit(worker, 0, depth, alpha, beta);
}

const struct cop_evaluator *depth_bench_evaluator(const struct cop_game *game, const char *name)
{
    const struct cop_evaluator *row = game->rules->evaluators;

    for (; row != NULL && row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    fail_msg("%s has no evaluator %s", game->name, name);
    return NULL;
}

/* ---- By looking at everything ---- */

static void find_values(struct brute *brute, const void *state, double *of_player)
{
    const struct cop_evaluator *evaluator = brute->evaluator;
    const struct cop_game *game = brute->game;

    brute->leaves++;
    if (evaluator->rates_ends || game->rules->turn(game, state) != COP_OVER) {
        evaluator->evaluate(game, NULL, state, of_player);
        return;
    }
    game->rules->payoff(game, state, of_player);
    for (int i = 0; i < game->players; i++)
        of_player[i] = evaluator->lower + (evaluator->upper - evaluator->lower) * of_player[i];
}

static double find_value(struct brute *brute, const void *state)
{
    double of_player[COP_PLAYERS_MAX], value;

    find_values(brute, state, of_player);
    value = of_player[brute->root];
    for (int i = 0; i < brute->game->players && !brute->evaluator->is_zero_sum; i++)
        value -= i != brute->root ? of_player[i] : 0;
    return value;
}

static bool is_leaf(const struct brute *brute, const void *state, int depth)
{
    int turn = brute->game->rules->turn(brute->game, state);

    return turn == COP_OVER || depth < 0 ||
           (depth == 0 && (turn >= 0 || brute->evaluator->settles_chance));
}

struct list {
    char *states; /* after each move */
    int count;
};

/* All children of a state, in the order of the brute's ordering if it has one. */
static struct list list_children(const struct brute *brute, const void *state, double *chances)
{
    const struct cop_game *game = brute->game;
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    float *ratings = calloc((size_t)game->max_moves, sizeof *ratings);
    struct list list = {.count = game->rules->moves(game, state, moves)};
    bool is_chance = game->rules->turn(game, state) == COP_CHANCE;

    list.states = malloc((size_t)list.count * game->state_size);
    if (is_chance)
        game->rules->chances(game, state, chances);
    else if (brute->ordering != NULL)
        brute->ordering->rate(game, state, moves, list.count, ratings);
    for (int i = 0; i < list.count; i++) {
        int best = 0;
        char *child = list.states + (size_t)i * game->state_size;

        for (int j = 1; j < list.count; j++)
            if (ratings[j] > ratings[best])
                best = j;
        if (is_chance || brute->ordering == NULL)
            best = i;
        ratings[best] = -INFINITY;
        memcpy(child, state, game->state_size);
        game->rules->play(game, child, moves[best]);
    }
    free(moves);
    free(ratings);
    return list;
}

static char *child_at(const struct brute *brute, const struct list *list, int i)
{
    return list->states + (size_t)i * brute->game->state_size;
}

/* Moves are plies; outcomes are if they count, and chance after chance always is. */
static int depth_below(const struct brute *brute, const void *child, int depth, bool is_chance)
{
    bool is_ply = !is_chance || (brute->counts_chance && depth > 0);
    bool is_nested = is_chance && brute->game->rules->turn(brute->game, child) == COP_CHANCE;

    return depth - (is_ply ? 1 : 0) - (is_nested ? 1 : 0);
}

/* The others' likeliest moves until it is the turn of `mover` or of the root player. */
static void play_first_moves(const struct brute *brute, char *state, int mover)
{
    const struct cop_game *game = brute->game;
    int turn;

    while ((turn = game->rules->turn(game, state)) >= 0 && turn != mover && turn != brute->root) {
        struct list list = list_children(brute, state, NULL);

        memcpy(state, list.states, game->state_size);
        free(list.states);
    }
}

/* The worst of all replies of all opponents, of whom only one really replies. */
static double worst_reply(struct brute *brute, const void *state, int depth)
{
    const struct cop_game *game = brute->game;
    double worst = INFINITY;

    for (int mover = 0; mover < game->players; mover++) {
        char before[COP_STATE_MAX];
        struct list list;

        memcpy(before, state, game->state_size);
        if (mover == brute->root)
            continue;
        if (brute->family == FAMILY_REPLY_PLUS)
            play_first_moves(brute, before, mover);
        else
            game->rules->give_turn(game, before, mover);
        if (game->rules->turn(game, before) != mover)
            continue;
        list = list_children(brute, before, NULL);
        for (int i = 0; i < list.count; i++) {
            char *child = child_at(brute, &list, i);

            if (brute->family == FAMILY_REPLY_PLUS)
                play_first_moves(brute, child, brute->root);
            else if (game->rules->turn(game, child) >= 0)
                game->rules->give_turn(game, child, brute->root);
            worst = fmin(worst, brute_search(brute, child, depth - 1));
        }
        free(list.states);
    }
    return worst;
}

/* As long as the search itself follows noisy moves. */
enum { QUIET_PLIES = 12, NOISY_MAX = 64 };

/* Whoever is to move plays the best noisy move, or leaves the position as it is. */
static double find_quiet_value(struct brute *brute, const void *state, int plies)
{
    const struct cop_game *game = brute->game;
    int turn = game->rules->turn(game, state), count;
    double best = find_value(brute, state);
    cop_move moves[NOISY_MAX];
    char *next;

    if (!brute->is_quiet || turn < 0 || plies == 0)
        return best;
    next = malloc(game->state_size);
    count = brute->evaluator->noisy(game, state, moves);
    for (int i = 0; i < count; i++) {
        double value;

        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        value = find_quiet_value(brute, next, plies - 1);
        best = turn == brute->root ? fmax(best, value) : fmin(best, value);
    }
    free(next);
    return best;
}

double brute_search(struct brute *brute, const void *state, int depth)
{
    int turn = brute->game->rules->turn(brute->game, state);
    bool is_chance = turn == COP_CHANCE, is_root = turn == brute->root;
    double chances[256], value = is_chance ? 0 : is_root ? -INFINITY : INFINITY;
    struct list list;

    if (is_leaf(brute, state, depth))
        return find_quiet_value(brute, state, QUIET_PLIES);
    if (brute->family != FAMILY_PARANOID && brute->game->players > 2 && !is_root && !is_chance)
        return worst_reply(brute, state, depth);
    list = list_children(brute, state, chances);
    for (int i = 0; i < list.count; i++) {
        const char *next = child_at(brute, &list, i);
        double child = brute_search(brute, next, depth_below(brute, next, depth, is_chance));

        if (is_chance)
            value += chances[i] * child;
        else
            value = is_root ? fmax(value, child) : fmin(value, child);
    }
    free(list.states);
    return value;
}

void brute_maxn(struct brute *brute, const void *state, int depth, double *of_player)
{
    int players = brute->game->players, turn = brute->game->rules->turn(brute->game, state);
    bool is_chance = turn == COP_CHANCE;
    double chances[256];
    struct list list;

    if (is_leaf(brute, state, depth)) {
        find_values(brute, state, of_player);
        return;
    }
    memset(of_player, 0, (size_t)players * sizeof *of_player);
    list = list_children(brute, state, chances);
    for (int i = 0; i < list.count; i++) {
        const char *next = child_at(brute, &list, i);
        double values[COP_PLAYERS_MAX];
        bool is_better;

        brute_maxn(brute, next, depth_below(brute, next, depth, is_chance), values);
        for (int player = 0; is_chance && player < players; player++)
            of_player[player] += chances[i] * values[player];
        if (is_chance)
            continue;
        is_better = i == 0 || values[turn] > of_player[turn] ||
                    (values[turn] == of_player[turn] && brute->tie == TIE_WORST &&
                     values[brute->root] < of_player[brute->root]);
        if (is_better)
            memcpy(of_player, values, (size_t)players * sizeof *of_player);
    }
    free(list.states);
}
