/* nrpa.c - nested rollout policy adaptation (samegame-and-fanorona.md 10).
 *
 * A search of level 0 is a game played out by a policy. One of level n begins with the policy of
 * the level above it, makes so many searches of level n - 1, and after each adapts its policy to
 * the best game that it has met (Rosin 2011). What levels below have learned is forgotten, except
 * for the game. At the end the whole begins anew with nothing learned, until the limit.
 *
 * A policy of playouts is where all of them begin: what it never picks is never played, and its
 * other shares are a bias beside what is learned (Cazenave's generalised and selective forms).
 * `stabilised` plays several games before each step of level 1, and `repetitions` leaves a level
 * whose policy has come to play one game only. */
#include "search/puzzle/nrpa.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/policies.h"
#include "search/puzzle/adapt.h"
#include "search/puzzle/learned.h"
#include "search/puzzle/puzzle.h"

enum { BITS_LEAST = 8, BITS_MOST = 15 };

struct nrpa_config {
    int level, iterations, stabilised, repetitions, seeded;
    double alpha, tau, bias;
};

struct nrpa {
    struct adapt adapt;
    struct learned_player player;
    void *state;
    struct adapt_game games[ADAPT_LEVELS_MAX + 1]; /* the last one, and the best of each level */
};

static const struct cop_option options[] = {
    {"level", COP_INTEGER, "4", 1, ADAPT_LEVELS_MAX, NULL, "how many searches are nested"},
    {"iterations", COP_INTEGER, "100", 1, 1e6, NULL,
     "searches of the level below that each level makes, with a step of its policy after each"},
    {"alpha", COP_REAL, "1", 0.001, 100, NULL, "how far a step of a policy goes"},
    {"tau", COP_REAL, "1", 0.01, 100, NULL, "temperature: moves are drawn by exp(weight / tau)"},
    {"bias", COP_REAL, "1", 0, 10, NULL,
     "how much the shares of playout count beside what is learned; what it never plays is left out "
     "in any case"},
    {"stabilised", COP_INTEGER, "1", 1, 1e4, NULL, "games before each step of level 1"},
    {"repetitions", COP_INTEGER, "0", 0, 1e6, NULL,
     "a level ends when it has met its best game so many times again; 0: never"},
    {"seeded", COP_INTEGER, "0", 0, 1e4, NULL,
     "steps towards the best game so far, as one of begin=, before the highest level begins"},
    {"Playouts", COP_TABLE, .table = cop_puzzle_playout_options},
    {"Game", COP_TABLE, .table = cop_puzzle_options},
    {NULL},
};

/* ---- Opening ---- */

/* Can the policy be a beginning? */
static bool check_policy(const struct cop_game *game, const char *spec, struct cop_error *error)
{
    const struct cop_policy *policy;
    void *prepared;
    bool is_right;

    if (!cop_policy_open(game, spec, &policy, &prepared, error))
        return false;
    is_right = policy == NULL || policy->weigh != NULL;
    if (policy != NULL && prepared != NULL && policy->release != NULL)
        policy->release(prepared);
    return is_right || cop_fail(error,
                                "playout=%.60s does not say how often it picks which move, and so "
                                "nothing can be learned from it on; use playout=uniform",
                                spec);
}

static bool configure(const struct cop_game *game, const struct cop_settings *settings,
                      void *config, struct cop_error *error)
{
    *(struct nrpa_config *)config = (struct nrpa_config){
        .level = (int)cop_integer(settings, "level"),
        .iterations = (int)cop_integer(settings, "iterations"),
        .stabilised = (int)cop_integer(settings, "stabilised"),
        .repetitions = (int)cop_integer(settings, "repetitions"),
        .seeded = (int)cop_integer(settings, "seeded"),
        .alpha = cop_real(settings, "alpha"),
        .tau = cop_real(settings, "tau"),
        .bias = cop_real(settings, "bias"),
    };
    return check_policy(game, cop_words(settings, "playout"), error);
}

static const struct nrpa_config *config_of(const struct puzzle_walker *walker)
{
    return walker->puzzle->config;
}

/* The largest table that the memory has room for, up to one that caches hold; 0: none has. */
static int bits_for(const struct cop_game *game, int level, size_t memory)
{
    size_t games = ((size_t)level + 2) * adapt_game_bytes(game); /* and the table's room for one */
    int bits = BITS_MOST;

    if (memory < games)
        return 0;
    while (bits >= BITS_LEAST && adapt_slot_bytes(level) << bits > memory - games)
        bits--;
    return bits >= BITS_LEAST ? bits : 0;
}

static bool open_games(struct nrpa *nrpa, const struct cop_game *game, int level)
{
    for (int i = 0; i <= level; i++)
        if (!adapt_game_open(&nrpa->games[i], game))
            return false;
    return true;
}

static bool open_nrpa(struct puzzle_walker *walker, size_t memory, struct cop_error *error)
{
    const struct nrpa_config *config = config_of(walker);
    const struct cop_game *game = walker->game;
    int bits = bits_for(game, config->level, memory);
    struct nrpa *nrpa = calloc(1, sizeof *nrpa);

    walker->own = nrpa;
    if (bits == 0)
        return cop_fail(error,
                        "a thread needs %.1f MB for games of %s at level=%d; give more memory",
                        1e-6 * (double)(((size_t)config->level + 2) * adapt_game_bytes(game) +
                                        (adapt_slot_bytes(config->level) << BITS_LEAST)),
                        game->name, config->level);
    if (nrpa == NULL)
        return cop_fail(error, "not enough memory");
    nrpa->state = malloc(game->state_size);
    nrpa->player = (struct learned_player){.game = game,
                                           .policy = walker->puzzle->policy,
                                           .prepared = walker->puzzle->policy_prepared,
                                           .notes = walker->notes};
    if (nrpa->state == NULL || !learned_open(&nrpa->player) ||
        !adapt_open(&nrpa->adapt, game, config->level, bits) ||
        !open_games(nrpa, game, config->level))
        return cop_fail(error, "not enough memory");
    nrpa->adapt.alpha = config->alpha;
    nrpa->adapt.tau = config->tau;
    nrpa->adapt.odds.bias = config->bias;
    return true;
}

static void close_nrpa(struct puzzle_walker *walker)
{
    struct nrpa *nrpa = walker->own;

    if (nrpa == NULL)
        return;
    for (int i = 0; i <= ADAPT_LEVELS_MAX; i++)
        adapt_game_close(&nrpa->games[i]);
    adapt_close(&nrpa->adapt);
    learned_close(&nrpa->player);
    free(nrpa->state);
    free(nrpa);
}

/* ---- The search ---- */

/* One game by the policy of level 1; false if the search has ended before it. */
static bool play_game(struct puzzle_walker *walker)
{
    struct nrpa *nrpa = walker->own;
    struct adapt_game *played = &nrpa->games[0];

    if (!puzzle_step(walker))
        return false;
    puzzle_go_home(walker, nrpa->state);
    learned_play(&nrpa->player, nrpa->state, &walker->rng, &nrpa->adapt.odds, &played->choices);
    played->age = 0;
    played->total = puzzle_total(walker, nrpa->state);
    walker->way_length = played->choices.length;
    memcpy(walker->way, played->choices.moves, (size_t)walker->way_length * sizeof *walker->way);
    puzzle_count(&walker->sims);
    puzzle_offer(walker, played->total);
    return true;
}

static bool are_equal(const struct adapt_game *a, const struct adapt_game *b)
{
    return a->total == b->total && a->choices.length == b->choices.length &&
           memcmp(a->choices.moves, b->choices.moves,
                  (size_t)a->choices.length * sizeof *a->choices.moves) == 0;
}

/* Takes the game of the level below if it is as good; its room is the other's from now on. True if
 * it is the same game again. */
static bool take_game(struct nrpa *nrpa, int level)
{
    struct adapt_game *best = &nrpa->games[level], *next = &nrpa->games[level - 1];
    struct adapt_game other = *best;

    if (next->total < best->total)
        return false;
    if (are_equal(next, best))
        return true;
    *best = *next;
    *next = other;
    return false;
}

/* The highest level begins: with nothing learned, or around the best game so far. A game that the
 * policy of playouts would never play cannot be learned. */
static void begin_highest(struct puzzle_walker *walker)
{
    const struct nrpa_config *config = config_of(walker);
    struct nrpa *nrpa = walker->own;
    struct adapt_game *best = &nrpa->games[0];
    int length;

    adapt_reset(&nrpa->adapt);
    if (config->seeded == 0)
        return;
    puzzle_go_home(walker, nrpa->state);
    length = puzzle_copy_best(walker, walker->way);
    if (!learned_follow(&nrpa->player, nrpa->state, walker->way, length, &nrpa->adapt.odds,
                        &best->choices))
        return;
    best->age = 0;
    for (int i = 0; i < config->seeded; i++)
        adapt_learn(&nrpa->adapt, config->level, best);
}

/* A search of this level, whose best game is then in its place; false if it was cut off. */
static bool search_level(struct puzzle_walker *walker, int level)
{
    const struct nrpa_config *config = config_of(walker);
    struct nrpa *nrpa = walker->own;
    int games = level == 1 ? config->stabilised : 1, repeated = 0;

    if (level == 0)
        return play_game(walker);
    if (level == config->level)
        begin_highest(walker);
    else
        adapt_copy_down(&nrpa->adapt, level);
    nrpa->games[level].total = -INFINITY;
    nrpa->games[level].choices.length = 0;
    for (int i = 0; i < config->iterations; i++) {
        for (int game = 0; game < games; game++) {
            if (!search_level(walker, level - 1))
                return false;
            repeated += take_game(nrpa, level);
        }
        if (config->repetitions > 0 && repeated >= config->repetitions)
            return true;
        adapt_learn(&nrpa->adapt, level, &nrpa->games[level]);
    }
    return true;
}

static void search(struct puzzle_walker *walker)
{
    while (search_level(walker, config_of(walker)->level))
        continue;
}

static const struct puzzle_method method = {
    .config_size = sizeof(struct nrpa_config),
    .configure = configure,
    .open = open_nrpa,
    .close = close_nrpa,
    .search = search,
    .plays_out = true,
};

const struct cop_agent_kind cop_nrpa_agent = {
    .name = "nrpa",
    .title = "Nested rollout policy adaptation",
    .summary = "for one player: learns which moves the best games have in common, level by level",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .own = &method,
    COP_PUZZLE_AGENT,
};
