/* samples.c - positions of stored games, with what became of them. */
#include "tune/samples.h"

#include <math.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fingerprint.h"
#include "coppice/record.h"
#include "coppice/solve.h"
#include "game/learned.h"
#include "game/quiet.h"
#include "store/explored.h"

enum { GAMES_AT_ONCE = 1000, SOLVER_POSITIONS = 2000000, SOLVER_MEMORY = 1 << 20 };

/* One call of cop_samples_read. */
struct reading {
    struct cop_samples *samples;
    const struct cop_sample_terms *terms;
    void *room; /* to follow exchanges in; NULL: positions are taken as they are */
    struct cop_quiet quiet;
    int64_t last; /* the number of the last game in the store */
    int seen;
    bool has_failed;
    struct cop_error *error;
};

void cop_samples_free(struct cop_samples *samples)
{
    free(samples->states);
    free(samples->targets);
    free(samples->games);
    free(samples->phases);
    *samples = (struct cop_samples){.game = samples->game};
}

void cop_samples_add(struct cop_samples *samples, const void *state, double target, int of_game)
{
    const struct cop_game *game = samples->game;
    size_t size = game->state_size;

    if (samples->count == samples->room) {
        size_t room = samples->room > 0 ? 2 * (size_t)samples->room : 4096;

        samples->states = cop_reallocate(samples->states, room * size);
        samples->targets = cop_reallocate(samples->targets, room * sizeof *samples->targets);
        samples->games = cop_reallocate(samples->games, room * sizeof *samples->games);
        samples->phases = cop_reallocate(samples->phases, room * sizeof *samples->phases);
        samples->room = (int64_t)room;
    }
    memcpy(samples->states + (size_t)samples->count * size, state, size);
    samples->targets[samples->count] = (float)target;
    samples->games[samples->count] = of_game;
    samples->phases[samples->count] = (int16_t)game->rules->features->phase(game, state);
    samples->count++;
}

uint64_t cop_samples_fingerprint(const struct cop_samples *samples)
{
    uint64_t parts[4] = {
        cop_fingerprint(samples->states, (size_t)samples->count * samples->game->state_size),
        cop_fingerprint(samples->targets, (size_t)samples->count * sizeof *samples->targets),
        cop_fingerprint(samples->games, (size_t)samples->count * sizeof *samples->games),
        (uint64_t)samples->count,
    };

    return cop_fingerprint(parts, sizeof parts);
}

/* ---- What became of a game ---- */

static bool wants_margin(const struct cop_game *game)
{
    return game->rules->features->target == COP_TARGET_MARGIN;
}

static void find_result(const struct cop_game *game, const void *end, double *of_player)
{
    if (!wants_margin(game)) {
        game->rules->payoff(game, end, of_player);
        return;
    }
    for (int i = 0; i < game->players; i++)
        of_player[i] = game->rules->score(game, end, i);
    if (game->players == 2 && !game->score_is_margin) {
        double lead = of_player[0] - of_player[1];

        of_player[0] = lead;
        of_player[1] = -lead;
    }
}

/* How the game would end from here with the best play of both; false if the solver does not know.
 */
static bool ask_solver(const struct reading *reading, const void *state, double *of_player)
{
    const struct cop_game *game = reading->samples->game;
    enum cop_stake stake = wants_margin(game) ? COP_STAKE_SCORE : COP_STAKE_PAYOFF;
    const struct cop_solve_limits limits = {.positions = SOLVER_POSITIONS,
                                            .memory = SOLVER_MEMORY,
                                            .threads = 1,
                                            .stop = reading->terms->stop};
    int turn = game->rules->turn(game, state);
    struct cop_solution solution;

    if (game->rules->solve == NULL || turn < 0 || !game->rules->can_solve(game, stake) ||
        !game->rules->solve(game, state, stake, &limits, &solution, NULL) ||
        solution.lower != solution.upper)
        return false;
    of_player[turn] = solution.lower;
    of_player[1 - turn] = stake == COP_STAKE_SCORE ? -solution.lower : 1 - solution.lower;
    return true;
}

static bool is_near_end(const struct reading *reading, const void *state)
{
    const struct cop_game *game = reading->samples->game;

    return reading->terms->exact > 0 && game->players == 2 && game->rules->moves_left != NULL &&
           game->rules->moves_left(game, state) <= reading->terms->exact;
}

/* ---- One game ---- */

/* Samples of the game at hand, from `first` on, that nothing is known of yet; their movers. */
struct following {
    int64_t first, open;
    int8_t *movers;
};

/* What is open ends like this. */
static void settle(struct cop_samples *samples, struct following *following,
                   const double *of_player)
{
    for (int64_t i = following->open; i < samples->count; i++)
        samples->targets[i] = (float)of_player[following->movers[i - following->first]];
    following->open = samples->count;
}

/* Is a position one that weights have no say in, as the evaluator is sure that they correct? */
static bool is_sure(const struct cop_game *game, const void *state)
{
    const struct cop_evaluator *base = cop_features_base(game);
    double of_player[2];

    if (base == NULL || base->sure <= 0)
        return false;
    base->evaluate(game, NULL, state, of_player);
    return fabs(of_player[0]) >= base->sure;
}

/* A position of the game, or the one in which it comes to rest, is a sample. */
static void take_sample(struct reading *reading, struct following *following, const void *state)
{
    alignas(max_align_t) unsigned char rest[COP_STATE_MAX];
    struct cop_samples *samples = reading->samples;
    const struct cop_game *game = samples->game;
    int turn;

    if (reading->room != NULL) {
        cop_quiet_follow(&reading->quiet, state, rest);
        state = rest;
    }
    turn = game->rules->turn(game, state);
    if (turn < 0 || is_sure(game, state))
        return;
    following->movers[samples->count - following->first] = (int8_t)turn;
    cop_samples_add(samples, state, 0, samples->game_count);
}

static void add_position(struct reading *reading, struct following *following, const void *state,
                         int ply)
{
    struct cop_samples *samples = reading->samples;
    double of_player[COP_PLAYERS_MAX];
    bool is_known = is_near_end(reading, state) && ask_solver(reading, state, of_player);

    if (samples->game->rules->turn(samples->game, state) >= 0 && ply >= reading->terms->skip)
        take_sample(reading, following, state);
    if (is_known)
        settle(samples, following, of_player);
}

/* Plays the game and keeps its positions; false if it was not played to its end. */
static bool follow(struct reading *reading, const struct cop_record *record, void *state,
                   int8_t *movers)
{
    struct cop_samples *samples = reading->samples;
    const struct cop_game *game = samples->game;
    struct following following = {samples->count, samples->count, movers};
    double of_player[COP_PLAYERS_MAX];

    for (int ply = 0; ply < record->move_count; ply++) {
        add_position(reading, &following, state, ply);
        game->rules->play(game, state, record->moves[ply]);
    }
    if (game->rules->turn(game, state) != COP_OVER) {
        samples->count = following.first;
        return false;
    }
    find_result(game, state, of_player);
    settle(samples, &following, of_player);
    return true;
}

static bool add_game(void *context, const struct cop_added_game *added)
{
    alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct reading *reading = context;
    const struct cop_game *game = reading->samples->game;
    struct cop_record record = {0};

    reading->last = added->number;
    reading->seen++;
    reading->has_failed =
        !cop_record_read_game(added->sgf, strlen(added->sgf), game, &record, reading->error) ||
        !cop_record_start(&record, game, state, reading->error);
    if (!reading->has_failed) {
        int8_t *movers = cop_allocate((size_t)record.move_count + 1);

        if (follow(reading, &record, state, movers))
            reading->samples->game_count++;
        else
            reading->samples->left_out++;
        free(movers);
    }
    cop_record_free(&record);
    return !reading->has_failed;
}

static bool is_enough(const struct reading *reading)
{
    const struct cop_sample_terms *terms = reading->terms;

    return (terms->most > 0 && reading->seen >= terms->most) ||
           (terms->stop != NULL && atomic_load(terms->stop));
}

bool cop_samples_read(struct cop_samples *samples, const char *path,
                      const struct cop_sample_terms *terms, struct cop_error *error)
{
    struct cop_store *store = cop_store_open_games(path, error);
    struct cop_text identity = COP_TEXT;
    struct reading reading = {.samples = samples, .terms = terms, .error = error};
    const struct cop_evaluator *judge = terms->is_settled ? cop_quiet_judge(samples->game) : NULL;
    bool is_good = store != NULL;
    int before = -1;

    if (judge != NULL) {
        reading.room = cop_allocate(cop_quiet_size(samples->game));
        reading.quiet = cop_quiet_in(samples->game, judge, NULL, reading.room);
    }
    cop_text_add(&identity, "game %s\n", samples->game->name);
    while (is_good && reading.seen != before && !is_enough(&reading)) {
        int left = terms->most > 0 ? terms->most - reading.seen : GAMES_AT_ONCE;

        before = reading.seen;
        is_good = cop_store_each_added(store, identity.bytes, reading.last,
                                       left < GAMES_AT_ONCE ? left : GAMES_AT_ONCE, add_game,
                                       &reading, error) &&
                  !reading.has_failed;
    }
    cop_store_close(store);
    free(reading.room);
    cop_text_free(&identity);
    if (is_good && reading.seen == 0)
        return cop_fail(error, "'%s' has no games of %s; `coppice match` with --store plays some",
                        path, samples->game->name);
    return is_good;
}
