/* brute.c - a depth-first walk over all states, each solved once. */
#include "brute.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a finished state is worth to each player. */
typedef void final_worth(const struct cop_game *game, const void *state, double *of_player);

/* Solved states in a hash table with open addressing, at most half full. A slot is a flag, the
 * values and the state's bytes. */
struct solver {
    const struct cop_game *game;
    final_worth *worth;
    size_t slot_size, room, count;
    unsigned char *slots;
};

enum { SLOT_VALUES = sizeof(double), SLOT_STATE = SLOT_VALUES + COP_PLAYERS_MAX * sizeof(double) };

static void *checked(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static uint64_t hash(const unsigned char *bytes, size_t size)
{
    uint64_t sum = size;

    for (size_t i = 0; i < size; i++)
        sum = cop_mix(sum * 257 + bytes[i]);
    return sum;
}

/* The slot of `state`, or the free one where it belongs. */
static unsigned char *find_slot(const struct solver *solver, const void *state)
{
    size_t at = hash(state, solver->game->state_size) % solver->room;

    for (;;) {
        unsigned char *slot = solver->slots + at * solver->slot_size;

        if (!slot[0] || memcmp(slot + SLOT_STATE, state, solver->game->state_size) == 0)
            return slot;
        at = (at + 1) % solver->room;
    }
}

static void grow(struct solver *solver)
{
    unsigned char *old = solver->slots;
    size_t old_room = solver->room;

    solver->room = old_room > 0 ? 2 * old_room : 1024;
    solver->slots = checked(calloc(solver->room, solver->slot_size));
    for (size_t i = 0; i < old_room; i++) {
        const unsigned char *slot = old + i * solver->slot_size;

        if (slot[0])
            memcpy(find_slot(solver, slot + SLOT_STATE), slot, solver->slot_size);
    }
    free(old);
}

static void remember(struct solver *solver, const void *state, const double *of_player)
{
    unsigned char *slot;

    if (2 * solver->count >= solver->room)
        grow(solver);
    slot = find_slot(solver, state);
    slot[0] = 1;
    memcpy(slot + SLOT_VALUES, of_player, COP_PLAYERS_MAX * sizeof(double));
    memcpy(slot + SLOT_STATE, state, solver->game->state_size);
    solver->count++;
}

static void solve(struct solver *solver, const void *state, double *of_player);

static void solve_after(struct solver *solver, const void *state, cop_move move, double *of_player)
{
    unsigned char *next = checked(malloc(solver->game->state_size));

    memcpy(next, state, solver->game->state_size);
    solver->game->rules->play(solver->game, next, move);
    solve(solver, next, of_player);
    free(next);
}

static void average(struct solver *solver, const void *state, const cop_move *moves, int count,
                    double *of_player)
{
    double *probability = checked(calloc((size_t)count, sizeof *probability));

    solver->game->rules->chances(solver->game, state, probability);
    for (int i = 0; i < count; i++) {
        double value[COP_PLAYERS_MAX] = {0};

        solve_after(solver, state, moves[i], value);
        for (int player = 0; player < solver->game->players; player++)
            of_player[player] += probability[i] * value[player];
    }
    free(probability);
}

static void choose(struct solver *solver, const void *state, const cop_move *moves, int count,
                   int mover, double *of_player)
{
    for (int i = 0; i < count; i++) {
        double value[COP_PLAYERS_MAX] = {0};

        solve_after(solver, state, moves[i], value);
        if (i == 0 || value[mover] > of_player[mover])
            memcpy(of_player, value, sizeof value);
    }
}

static void solve(struct solver *solver, const void *state, double *of_player)
{
    const struct cop_game *game = solver->game;
    int mover = game->rules->turn(game, state);
    const unsigned char *known = find_slot(solver, state);
    double value[COP_PLAYERS_MAX] = {0};
    cop_move *moves;
    int count;

    if (known[0]) {
        memcpy(of_player, known + SLOT_VALUES, sizeof value);
        return;
    }
    if (mover == COP_OVER) {
        solver->worth(game, state, value);
    } else {
        moves = checked(calloc((size_t)game->max_moves, sizeof *moves));
        count = game->rules->moves(game, state, moves);
        if (mover == COP_CHANCE)
            average(solver, state, moves, count, value);
        else
            choose(solver, state, moves, count, mover, value);
        free(moves);
    }
    remember(solver, state, value);
    memcpy(of_player, value, sizeof value);
}

static struct solver open_solver(const struct cop_game *game, final_worth *worth)
{
    struct solver solver = {.game = game, .worth = worth};

    /* Rounded up so that the values of every slot stay aligned. */
    solver.slot_size =
        (SLOT_STATE + game->state_size + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    grow(&solver);
    return solver;
}

void brute_value(const struct cop_game *game, const void *state, double *of_player)
{
    struct solver solver = open_solver(game, game->rules->payoff);
    double value[COP_PLAYERS_MAX];

    solve(&solver, state, value);
    memcpy(of_player, value, (size_t)game->players * sizeof *value);
    free(solver.slots);
}

void brute_walk(const struct cop_game *game, const void *state, brute_visit *visit, void *context)
{
    struct solver solver = open_solver(game, game->rules->payoff);
    double value[COP_PLAYERS_MAX];

    solve(&solver, state, value);
    for (size_t i = 0; i < solver.room; i++) {
        const unsigned char *slot = solver.slots + i * solver.slot_size;

        if (slot[0]) {
            memcpy(value, slot + SLOT_VALUES, sizeof value);
            visit(context, slot + SLOT_STATE, value);
        }
    }
    free(solver.slots);
}

int brute_move_values(const struct cop_game *game, const void *state, double *of_move)
{
    struct solver solver = open_solver(game, game->rules->payoff);
    cop_move *moves = checked(calloc((size_t)game->max_moves, sizeof *moves));
    int count = game->rules->moves(game, state, moves);
    int mover = game->rules->turn(game, state);

    assert(mover >= 0);
    for (int i = 0; i < count; i++) {
        double value[COP_PLAYERS_MAX];

        solve_after(&solver, state, moves[i], value);
        of_move[i] = value[mover];
    }
    free(moves);
    free(solver.slots);
    return count;
}

static void worth_in_points(const struct cop_game *game, const void *state, double *of_player)
{
    of_player[0] = game->rules->score(game, state, 0);
}

double brute_best_score(const struct cop_game *game, const void *state)
{
    struct solver solver = open_solver(game, worth_in_points);
    double value[COP_PLAYERS_MAX];

    assert(game->players == 1);
    solve(&solver, state, value);
    free(solver.slots);
    return value[0];
}
