/* measure.c - repeatable measurements through the public contract only. */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "game/prepare.h"

enum {
    PLAYOUT_BATCH = 10000,
    POSITIONS = 1000,
    JUDGE_ROUNDS = 2,
    SIGNATURE_SIMS = 500,
    DEPTH_PLIES = 6,
    SEED = 1
};

static const char *const depth_agents[] = {"alphabeta", "star2", "paranoid"};

/* What the signature searches: these games, so that a new game does not change it, each at its
 * start and after so many random plies, by every kind of agent that fits and by `mcts` with its
 * parts. */
static const char *const signature_games[] = {"connect4",
                                              "othello",
                                              "breakthrough",
                                              "amazons",
                                              "samegame",
                                              "fanorona",
                                              "stratego",
                                              "twixt(size=8)",
                                              "focus",
                                              "ontop",
                                              "chinesecheckers",
                                              "rolit(players=3)",
                                              "dice",
                                              "chancebreakthrough",
                                              "focus(players=3)"};
static const int signature_plies[] = {0, 9};
static const char *const signature_agents[] = {
    "mcts",
    "mcts(select=random, final=value)",
    "mcts(c=0.5, c_form=inside, final=value, prune=root, s=100)",
    "mcts(c=0.5, c_form=inside, final=robust-max, prune=all, p=0.25, s=20)",
    "mcts(solver=on, expand=4, first_play=0.5, playout_limit=20, final=secure)",
    "mcts(children=tried, solver=on)",
    "mcts(children=all, history=losses, history_scope=all)",
    "mcts(rave=node)",
    "mcts(rave=table, rave_form=mix)",
    "mcts(hidden=views)",
    "mcts(playout=greedy, line_limit=12, even_cut=on)",
    "mc",
    "alphabeta",
    "expectimax",
    "star1",
    "star2",
    "star2.5",
    "maxn",
    "paranoid",
    "brs",
    "random",
};

static bool is_set(const atomic_bool *stop)
{
    return stop != NULL && atomic_load(stop);
}

double cop_speed_mean(const struct cop_speed *speed)
{
    return speed->seconds > 0.0 ? (double)speed->count / speed->seconds : 0.0;
}

static void add_repetition(struct cop_speed *speed, int64_t count, int64_t steps, double seconds)
{
    speed->count += count;
    speed->steps += steps;
    speed->seconds += seconds;
    if (seconds > 0.0 && (double)count / seconds > speed->best_second)
        speed->best_second = (double)count / seconds;
}

/* The start position, the same each time also for games that are dealt. */
static void *start_state(const struct cop_game *game)
{
    void *state = cop_allocate(game->state_size);
    struct cop_rng rng;

    cop_rng_seed(&rng, SEED);
    game->rules->start(game, state, &rng);
    return state;
}

void cop_measure_playouts(const struct cop_game *game, double seconds, const atomic_bool *stop,
                          struct cop_speed *speed)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    void *start = start_state(game);
    void *state = cop_allocate(game->state_size);

    *speed = (struct cop_speed){0};
    do {
        struct cop_rng rng;
        double begin = cop_now();
        int64_t plies = 0;

        cop_rng_seed(&rng, SEED);
        for (int i = 0; i < PLAYOUT_BATCH; i++) {
            memcpy(state, start, game->state_size);
            plies += cop_playout(game, state, &rng, 0, moves);
        }
        add_repetition(speed, PLAYOUT_BATCH, plies, cop_now() - begin);
    } while (speed->seconds < seconds && !is_set(stop));
    free(state);
    free(start);
    free(moves);
}

/* Random games one after the other: POSITIONS states of them in which a player is to move. */
static char *random_positions(const struct cop_game *game)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    char *positions = cop_allocate(POSITIONS * game->state_size);
    void *state = start_state(game);
    struct cop_rng rng;

    cop_rng_seed(&rng, SEED);
    for (int count = 0; count < POSITIONS;) {
        int turn = game->rules->turn(game, state);

        if (turn == COP_OVER) {
            game->rules->start(game, state, &rng);
            continue;
        }
        if (turn >= 0)
            memcpy(positions + (size_t)count++ * game->state_size, state, game->state_size);
        game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
    }
    free(state);
    free(moves);
    return positions;
}

bool cop_measure_evaluator(const struct cop_game *game, const struct cop_evaluator *evaluator,
                           double seconds, const atomic_bool *stop, struct cop_speed *speed,
                           struct cop_error *error)
{
    const void *prepared = NULL;
    char *positions;

    *speed = (struct cop_speed){0};
    if (evaluator->prepare != NULL) {
        prepared =
            cop_prepared(game, evaluator, evaluator->prepare, evaluator->release, stop, error);
        if (prepared == NULL)
            return false;
    }
    positions = random_positions(game);
    do {
        double begin = cop_now(), of_player[COP_PLAYERS_MAX];

        for (int i = 0; i < JUDGE_ROUNDS * POSITIONS; i++)
            evaluator->evaluate(game, prepared,
                                positions + (size_t)(i % POSITIONS) * game->state_size, of_player);
        add_repetition(speed, JUDGE_ROUNDS * POSITIONS, 0, cop_now() - begin);
    } while (speed->seconds < seconds && !is_set(stop));
    free(positions);
    return true;
}

/* Plays random moves, and on until a player has to decide; false if the game ended meanwhile. */
static bool advance(const struct cop_game *game, void *state, int plies)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;
    int turn = game->rules->turn(game, state);

    cop_rng_seed(&rng, (uint64_t)plies);
    for (int i = 0; turn != COP_OVER && (i < plies || turn == COP_CHANCE); i++) {
        game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        turn = game->rules->turn(game, state);
    }
    free(moves);
    return turn != COP_OVER;
}

static bool search_once(struct cop_agent *agent, const void *state, const struct cop_limits *limits,
                        const atomic_bool *stop, struct cop_speed *speed, struct cop_error *error)
{
    struct cop_watch watch = {.stop = stop};
    struct cop_report report;
    double begin;

    cop_agent_start(agent, SEED);
    begin = cop_now();
    if (!cop_agent_think(agent, state, limits, &watch, &report, error))
        return false;
    add_repetition(speed, report.sims, report.nodes, cop_now() - begin);
    return true;
}

bool cop_measure_search(const struct cop_game *game, const char *agent, double seconds,
                        const atomic_bool *stop, struct cop_speed *one_thread,
                        struct cop_speed *two_threads, struct cop_error *error)
{
    struct cop_limits one = {.sims = COP_MEASURE_SIMS,
                             .means = {.threads = 1, .memory = 512 << 20, .seed = SEED}};
    struct cop_limits two = one;
    /* A tree with hidden pieces cannot be shared; each thread then has its own. */
    const char *usual = game->is_hidden ? "mcts(parallel=root)" : "mcts";
    const char *spec = agent[0] != '\0' ? agent : usual;
    struct cop_agent *single, *both;
    void *state = start_state(game);
    bool is_good;

    advance(game, state, 0);
    two.means.threads = 2;
    *one_thread = *two_threads = (struct cop_speed){0};
    single = cop_agent_open(game, spec, &one.means, error);
    both = single != NULL ? cop_agent_open(game, spec, &two.means, error) : NULL;
    is_good = both != NULL;
    do {
        is_good = is_good && search_once(single, state, &one, stop, one_thread, error) &&
                  search_once(both, state, &two, stop, two_threads, error);
    } while (is_good && one_thread->seconds + two_threads->seconds < 2 * seconds && !is_set(stop));
    cop_agent_close(both);
    cop_agent_close(single);
    free(state);
    return is_good;
}

static const char *fitting_agent(const struct cop_game *game, struct cop_error *error)
{
    for (size_t i = 0; i < sizeof depth_agents / sizeof depth_agents[0]; i++)
        if (cop_agent_kind_find(depth_agents[i])->fits(game, error))
            return depth_agents[i];
    return NULL;
}

/* One search by an agent that is as new, but for its memory: that the system hands out pages is not
 * what is measured. */
static bool search_again(struct cop_agent *agent, const void *state,
                         const struct cop_limits *limits, const atomic_bool *stop,
                         struct cop_report *report, struct cop_error *error)
{
    struct cop_watch watch = {.stop = stop};

    cop_agent_start(agent, SEED);
    return cop_agent_think(agent, state, limits, &watch, report, error);
}

static bool search_depth(const struct cop_game *game, const char *spec, const void *state,
                         const struct cop_limits *limits, const atomic_bool *stop,
                         struct cop_report *report, struct cop_error *error)
{
    struct cop_agent *agent = cop_agent_open(game, spec, &limits->means, error);
    bool is_good = agent != NULL && search_again(agent, state, limits, stop, report, error);

    cop_agent_close(agent);
    return is_good;
}

/* Finds the depth; a search that sees the end of the game goes no deeper. */
static bool find_depth(const struct cop_game *game, const void *state, struct cop_limits *limits,
                       const atomic_bool *stop, struct cop_depth_speed *speed,
                       struct cop_error *error)
{
    struct cop_report report = {0};

    for (limits->depth = 1; report.nodes < COP_MEASURE_NODES && !is_set(stop); limits->depth++) {
        if (!search_depth(game, speed->agent, state, limits, stop, &report, error))
            return false;
        speed->depth = limits->depth;
        if (report.depth < limits->depth || report.stopped_early)
            break;
    }
    limits->depth = speed->depth;
    return true;
}

static double shorter(double best, double seconds)
{
    return best == 0 || seconds < best ? seconds : best;
}

/* The same search by one thread and by two, in turn until the time is spent. */
static bool repeat_depth(struct cop_agent *single, struct cop_agent *both, const void *state,
                         const struct cop_limits limits[2], double seconds, const atomic_bool *stop,
                         struct cop_depth_speed *speed, struct cop_error *error)
{
    struct cop_report one, two;
    double spent = 0;

    do {
        if (!search_again(single, state, &limits[0], stop, &one, error) ||
            !search_again(both, state, &limits[1], stop, &two, error))
            return false;
        speed->nodes = one.nodes;
        speed->seconds = shorter(speed->seconds, one.seconds);
        speed->two_seconds = shorter(speed->two_seconds, two.seconds);
        spent += one.seconds + two.seconds;
    } while (spent < 2 * seconds && !is_set(stop));
    speed->nodes_per_second = (double)speed->nodes / speed->seconds;
    return true;
}

static bool compare_depth(const struct cop_game *game, const void *state,
                          const struct cop_limits *one, double seconds, const atomic_bool *stop,
                          struct cop_depth_speed *speed, struct cop_error *error)
{
    struct cop_limits limits[2] = {*one, *one};
    struct cop_agent *single, *both = NULL;
    struct cop_report report;
    char spec[64];
    bool is_good;

    limits[1].means.threads = 2;
    snprintf(spec, sizeof spec, "%s(table=off)", speed->agent);
    if (!search_depth(game, spec, state, one, stop, &report, error))
        return false;
    speed->nodes_without_table = report.nodes;
    single = cop_agent_open(game, speed->agent, &limits[0].means, error);
    if (single != NULL)
        both = cop_agent_open(game, speed->agent, &limits[1].means, error);
    is_good =
        both != NULL && repeat_depth(single, both, state, limits, seconds, stop, speed, error);
    cop_agent_close(both);
    cop_agent_close(single);
    return is_good;
}

bool cop_measure_depth(const struct cop_game *game, double seconds, const atomic_bool *stop,
                       struct cop_depth_speed *speed, struct cop_error *error)
{
    struct cop_limits limits = {.means = {.threads = 1, .memory = 64 << 20, .seed = SEED}};
    void *state = start_state(game);
    bool is_good;

    *speed = (struct cop_depth_speed){.agent = fitting_agent(game, error)};
    is_good = speed->agent != NULL;
    if (is_good && advance(game, state, DEPTH_PLIES))
        is_good = find_depth(game, state, &limits, stop, speed, error) &&
                  compare_depth(game, state, &limits, seconds, stop, speed, error);
    free(state);
    return is_good;
}

/* What one search adds to the signature. */
static uint64_t fingerprint(const struct cop_report *report)
{
    uint64_t sum = (uint64_t)report->nodes;

    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move == report->best)
            sum += (uint64_t)report->candidates[i].visits * (uint64_t)(i + 1);
    return sum;
}

static bool sign_position(const struct cop_game *game, const void *state, const atomic_bool *stop,
                          uint64_t *signature, struct cop_error *error)
{
    struct cop_watch watch = {.stop = stop};
    int agent_count = sizeof signature_agents / sizeof signature_agents[0];

    for (int i = 0; i < agent_count && !is_set(stop); i++) {
        struct cop_limits limits = {
            .sims = SIGNATURE_SIMS,
            .means = {.threads = 1, .memory = 16 << 20, .seed = (uint64_t)i + 1}};
        struct cop_agent *agent;
        struct cop_report report;
        bool is_good;

        if (!cop_agent_check(game, signature_agents[i], &limits, NULL, NULL))
            continue;
        agent = cop_agent_open(game, signature_agents[i], &limits.means, error);
        if (agent == NULL)
            return false;
        cop_agent_start(agent, limits.means.seed);
        is_good = cop_agent_think(agent, state, &limits, &watch, &report, error);
        if (is_good)
            *signature += fingerprint(&report);
        cop_agent_close(agent);
        if (!is_good)
            return false;
    }
    return true;
}

static bool sign_game(const struct cop_game *game, const atomic_bool *stop, uint64_t *signature,
                      struct cop_error *error)
{
    int position_count = sizeof signature_plies / sizeof signature_plies[0];

    for (int i = 0; i < position_count; i++) {
        void *state = start_state(game);
        bool is_good = !advance(game, state, signature_plies[i]) ||
                       sign_position(game, state, stop, signature, error);

        free(state);
        if (!is_good)
            return false;
    }
    return true;
}

bool cop_measure_signature(const atomic_bool *stop, uint64_t *signature, struct cop_error *error)
{
    int game_count = sizeof signature_games / sizeof signature_games[0];

    *signature = 0;
    for (int i = 0; i < game_count; i++) {
        struct cop_game *game = cop_game_open(signature_games[i], error);
        bool is_good = game != NULL && sign_game(game, stop, signature, error);

        cop_game_close(game);
        if (!is_good)
            return false;
    }
    return true;
}
