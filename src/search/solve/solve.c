/* solve.c - the exact value of a position by alpha-beta over the whole game (coppice/solve.h).
 *
 * Values are the first player's. One *question* is a search with an empty window, "at least this
 * much?", and its answer is a bound that is often better than what was asked. Questions go on from
 * the last answer until both bounds meet; the table keeps what earlier ones found out. As nobody
 * moves in turns for certain, whose move it is decides at each node who chooses.
 *
 * A game of bounded length has no cycles, so that a position's value does not depend on how it was
 * reached. The recursion is as deep as a game is long. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "base/growing.h"
#include "game/solve_terms.h"
#include "game/symmetry.h"
#include "search/solve/check.h"

enum {
    PLIES_MAX = 10000, /* frames of the recursion that any stack has room for */
    WAYS = 2,
    SYMMETRIC_PLIES = 8 /* where mirror images are one: near the root, where looking for them
                           costs least and saves most */
};

struct entry {
    uint64_t key;
    double lower, upper;
    cop_move best; /* turned as the key is */
    uint32_t work; /* positions below it, up to the largest number; 0: no entry */
};
static_assert(sizeof(struct entry) == 32, "two entries are a cache line");

struct solver {
    const struct cop_game *game;
    enum cop_stake stake;
    const struct cop_solve_limits *limits;
    struct cop_solution *solution;
    struct cop_run run;
    struct cop_pace pace;
    struct cop_growing table;
    uint64_t entries;      /* in the table */
    unsigned char *states; /* of each ply */
    cop_move *moves;       /* of each ply */
    float *ratings;        /* of one ply */
    void *scratch;         /* a state */
    double lower, upper;   /* of the root */
    double sum;            /* of both players' values; NaN before any is known */
    int64_t positions;
    bool is_uneven;
};

/* ---- The table ---- */

static struct entry *bucket_of(const struct cop_growing *table, uint64_t key)
{
    return cop_growing_bucket(table, cop_mix(key));
}

static struct entry *find(const struct solver *solver, uint64_t key)
{
    struct entry *bucket = bucket_of(&solver->table, key);

    for (int i = 0; i < WAYS; i++)
        if (bucket[i].work != 0 && bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

static void deal(struct cop_growing *table, const void *bucket, uint64_t index, uint64_t buckets)
{
    const struct entry *old = bucket;

    (void)index;
    (void)buckets;
    for (int i = 0; i < WAYS; i++) {
        struct entry *place = bucket_of(table, old[i].key);

        if (old[i].work != 0)
            place[place->work != 0] = old[i];
    }
}

/* The entry that took less work makes room. */
static struct entry *find_place(struct solver *solver, uint64_t key)
{
    struct entry *place = find(solver, key), *bucket;

    if (place != NULL)
        return place;
    if (solver->entries > WAYS * solver->table.buckets / 2 && !cop_growing_is_grown(&solver->table))
        cop_growing_grow(&solver->table, deal);
    bucket = bucket_of(&solver->table, key);
    place = &bucket[bucket[1].work < bucket[0].work];
    solver->entries += place->work == 0;
    *place = (struct entry){.key = key, .lower = -INFINITY, .upper = INFINITY};
    return place;
}

static void remember(struct solver *solver, uint64_t key, double value, double goal, cop_move best,
                     int64_t work)
{
    struct entry *entry = find_place(solver, key);

    if (value >= goal)
        entry->lower = value;
    else
        entry->upper = value;
    entry->best = best;
    entry->work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
}

/* ---- The search ---- */

/* What is known, as the player to move sees it. */
static void report(struct solver *solver)
{
    const struct cop_game *game = solver->game;
    struct cop_solution *solution = solver->solution;

    solution->lower = solver->lower;
    solution->upper = solver->upper;
    if (game->rules->turn(game, solver->states) == 1 && !isnan(solver->sum)) {
        solution->lower = solver->sum - solver->upper;
        solution->upper = solver->sum - solver->lower;
    }
    solution->positions = solver->positions;
    solution->seconds = cop_run_seconds(&solver->run);
}

static void tell(void *context)
{
    struct solver *solver = context;

    report(solver);
    solver->limits->progress(solver->limits->context, solver->solution);
}

static bool is_over(const struct solver *solver)
{
    return cop_run_ended(&solver->run) != COP_RUN_GOES_ON;
}

/* May one more position be looked into? If not, the run is over. */
static bool go_on(struct solver *solver)
{
    if (!cop_run_step(&solver->run, &solver->pace)) {
        cop_run_finish(&solver->run, COP_RUN_LIMIT);
        return false;
    }
    solver->positions++;
    return true;
}

/* The first player's value of a finished game. */
static double final_value(struct solver *solver, const void *state)
{
    const struct cop_game *game = solver->game;
    double of_player[COP_PLAYERS_MAX], sum;

    if (solver->stake == COP_STAKE_PAYOFF) {
        game->rules->payoff(game, state, of_player);
        return of_player[0];
    }
    of_player[0] = game->rules->score(game, state, 0);
    if (game->players == 2) {
        sum = of_player[0] + game->rules->score(game, state, 1);
        if (!isnan(solver->sum) && sum != solver->sum) {
            solver->is_uneven = true;
            cop_run_finish(&solver->run, COP_RUN_KNOWN);
        }
        solver->sum = sum;
    }
    return of_player[0];
}

/* The table's move first, then as the game's own ordering rates them. */
static void sort(const struct solver *solver, const void *state, cop_move *moves, int count,
                 cop_move first)
{
    const struct cop_game *game = solver->game;
    const struct cop_ordering *ordering = game->rules->orderings;
    bool is_rated = ordering != NULL && ordering->name != NULL;
    float *ratings = solver->ratings;

    if (!is_rated && first == COP_NO_MOVE)
        return;
    memset(ratings, 0, (size_t)count * sizeof *ratings);
    if (is_rated)
        ordering->rate(game, state, moves, count, ratings);
    for (int i = 0; i < count; i++) {
        float rating = moves[i] == first ? INFINITY : ratings[i];
        cop_move move = moves[i];
        int at = i;

        for (; at > 0 && ratings[at - 1] < rating; at--) {
            ratings[at] = ratings[at - 1];
            moves[at] = moves[at - 1];
        }
        ratings[at] = rating;
        moves[at] = move;
    }
}

/* The key under which a position is remembered, and the symmetry that leads to it. */
static uint64_t key_of(const struct solver *solver, const void *state, int ply, int *symmetry)
{
    const struct cop_game *game = solver->game;

    *symmetry = 0;
    return ply < SYMMETRIC_PLIES ? cop_symmetric_key(game, state, solver->scratch, symmetry)
                                 : game->rules->key(game, state);
}

static cop_move turned(const struct cop_game *game, cop_move move, int symmetry)
{
    return symmetry == 0 ? move : game->rules->turned_move(game, move, symmetry);
}

/* The table's move among these, which are not turned. */
static cop_move remembered(const struct solver *solver, const struct entry *known, int symmetry,
                           const cop_move *moves, int count)
{
    if (known == NULL || known->best == COP_NO_MOVE)
        return COP_NO_MOVE;
    for (int i = 0; i < count; i++)
        if (turned(solver->game, moves[i], symmetry) == known->best)
            return moves[i];
    return COP_NO_MOVE;
}

/* Is the state at `ply` worth `goal` or more? What comes back is a lower bound if it is at least
 * `goal`, else an upper one, and means nothing once the run is over. At the root, `solution`
 * gets the move that decided for the player who chose it. */
static double ask(struct solver *solver, int ply, double goal)
{
    const struct cop_game *game = solver->game;
    const unsigned char *state = solver->states + (size_t)ply * game->state_size;
    unsigned char *child = solver->states + (size_t)(ply + 1) * game->state_size;
    cop_move *moves = solver->moves + (size_t)ply * (size_t)game->max_moves;
    int mover = game->rules->turn(game, state);
    double best = mover == 0 ? -INFINITY : INFINITY;
    int64_t before = solver->positions;
    cop_move choice = COP_NO_MOVE;
    const struct entry *known;
    uint64_t key;
    int count, symmetry;
    bool is_decided = false;

    if (!go_on(solver))
        return 0;
    if (mover == COP_OVER)
        return final_value(solver, state);
    key = key_of(solver, state, ply, &symmetry);
    known = find(solver, key);
    if (known != NULL && ply > 0) {
        if (known->lower >= goal)
            return known->lower;
        if (known->upper < goal)
            return known->upper;
    }
    count = game->rules->moves(game, state, moves);
    sort(solver, state, moves, count, remembered(solver, known, symmetry, moves, count));
    for (int i = 0; i < count && !is_decided && !is_over(solver); i++) {
        double value;

        memcpy(child, state, game->state_size);
        game->rules->play(game, child, moves[i]);
        value = ask(solver, ply + 1, goal);
        if (choice == COP_NO_MOVE || (mover == 0 ? value > best : value < best)) {
            best = value;
            choice = moves[i];
        }
        is_decided = mover == 0 ? best >= goal : best < goal;
    }
    if (is_over(solver))
        return 0;
    if (ply == 0 && is_decided)
        solver->solution->best = choice;
    remember(solver, key, best, goal, turned(game, choice, symmetry), solver->positions - before);
    return best;
}

/* Questions until the bounds meet. */
static void narrow(struct solver *solver)
{
    const struct cop_game *game = solver->game;
    bool has_range = isfinite(solver->lower) && isfinite(solver->upper);
    double goal = has_range ? solver->lower + 0.5 * (solver->upper - solver->lower) : 0;

    while (solver->lower < solver->upper) {
        double value = ask(solver, 0, goal);

        if (is_over(solver))
            return;
        if (value >= goal) {
            solver->lower = value;
            goal = nextafter(value, INFINITY);
        } else {
            solver->upper = value;
            goal = value;
        }
    }
    if (solver->solution->best == COP_NO_MOVE) { /* nothing is better than the worst there is */
        game->rules->moves(game, solver->states, solver->moves);
        solver->solution->best = solver->moves[0];
    }
}

/* ---- What can be solved ---- */

bool cop_has_value(const struct cop_game *game, enum cop_stake stake, struct cop_error *error)
{
    const char *name = game->name;

    if (stake == COP_STAKE_SCORE && game->rules->score == NULL)
        return cop_fail(error, "%s counts no points; solve it for its payoff", name);
    if (game->has_chance || game->is_hidden)
        return cop_fail(error,
                        "%s cannot be solved: the solver is for games without chance and hidden "
                        "pieces",
                        name);
    if (game->players > 2)
        return cop_fail(error,
                        "%s cannot be solved: with %d players a position has no one value that "
                        "all of them must accept",
                        name, game->players);
    if (game->players == 2 && stake == COP_STAKE_PAYOFF && !game->is_constant_sum)
        return cop_fail(error, "%s cannot be solved: one player's gain is not the other's loss",
                        name);
    return true;
}

bool cop_solve_fits(const struct cop_game *game, enum cop_stake stake, struct cop_error *error)
{
    if (!cop_has_value(game, stake, error))
        return false;
    if (game->is_endless)
        return cop_fail(error,
                        "%s cannot be solved so: a game may go on for ever; pn and dfpn count "
                        "that as a draw",
                        game->name);
    if (game->max_plies <= 0 || game->max_plies > PLIES_MAX)
        return cop_fail(error,
                        "%s cannot be solved: a game may go on for ever, or for more than %d moves",
                        game->name, PLIES_MAX);
    return true;
}

bool cop_solve_check(const struct cop_game *game, const void *state, enum cop_stake stake,
                     struct cop_error *error)
{
    if (game->rules->turn(game, state) == COP_OVER)
        return cop_fail(error, COP_NOTHING_TO_SOLVE, game->name);
    return cop_solve_fits(game, stake, error);
}

static bool allocate(struct solver *solver, size_t memory, struct cop_error *error)
{
    const struct cop_game *game = solver->game;
    size_t plies = (size_t)game->max_plies + 1;
    size_t size = memory > COP_SOLVE_MEMORY ? memory : COP_SOLVE_MEMORY;
    bool has_table = cop_growing_open(&solver->table, size, WAYS * sizeof(struct entry), 1);

    solver->states = calloc(plies + 1, game->state_size);
    solver->moves = calloc(plies * (size_t)game->max_moves, sizeof *solver->moves);
    solver->ratings = calloc((size_t)game->max_moves, sizeof *solver->ratings);
    solver->scratch = malloc(game->state_size);
    if (!has_table || solver->states == NULL || solver->moves == NULL || solver->ratings == NULL ||
        solver->scratch == NULL)
        return cop_fail(error,
                        "%s: there is no memory for a table of %zu MiB; give a smaller one, as in "
                        "--limit memory=64M",
                        game->name, size >> 20);
    return true;
}

static void release(struct solver *solver)
{
    cop_growing_close(&solver->table);
    free(solver->states);
    free(solver->moves);
    free(solver->ratings);
    free(solver->scratch);
}

static void set_range(struct solver *solver)
{
    const struct cop_game *game = solver->game;

    solver->sum = solver->stake == COP_STAKE_PAYOFF ? 1 : NAN;
    solver->lower = 0;
    solver->upper = 1;
    if (solver->stake == COP_STAKE_SCORE) {
        bool has_range = game->score_low < game->score_high;

        solver->lower = has_range ? game->score_low : -INFINITY;
        solver->upper = has_range ? game->score_high : INFINITY;
    }
}

static bool solve_any(const struct cop_game *game, const void *state, enum cop_stake stake,
                      const struct cop_solve_limits *limits, struct cop_solution *solution,
                      struct cop_error *error)
{
    struct solver solver = {.game = game, .stake = stake, .limits = limits, .solution = solution};
    struct cop_run_terms terms = cop_solve_terms(limits, tell, &solver);
    bool is_good;

    *solution = (struct cop_solution){.best = COP_NO_MOVE};
    cop_run_begin(&solver.run, &terms);
    cop_pace_begin(&solver.pace, true, 1);
    set_range(&solver);
    is_good = allocate(&solver, limits->memory, error);
    if (is_good) {
        memcpy(solver.states, state, game->state_size);
        narrow(&solver);
        report(&solver);
        if (solver.is_uneven)
            is_good = cop_fail(error, COP_UNEVEN_POINTS, game->name);
    }
    release(&solver);
    return is_good;
}

bool cop_solve(const struct cop_game *game, const void *state, enum cop_stake stake,
               const struct cop_solve_limits *limits, struct cop_solution *solution,
               struct cop_error *error)
{
    struct cop_solve_limits fitting = *limits;

    if (!cop_solve_check(game, state, stake, error))
        return false;
    fitting.memory = cop_block_room(limits->memory, limits->positions, limits->time);
    if (game->rules->solve != NULL && game->rules->can_solve(game, stake))
        return game->rules->solve(game, state, stake, &fitting, solution, error);
    return solve_any(game, state, stake, &fitting, solution, error);
}
