/* uniform_tree.c - counting instead of playing. */
#include "uniform_tree.h"

#include <assert.h>
#include <string.h>

#include "wordless.h"

struct uniform_state {
    int16_t gifts;
    uint8_t plies, turn;
};

static_assert(sizeof(struct uniform_state) == UNIFORM_TREE_STATE * sizeof(uint32_t),
              "the header says so");

static bool uniform_open(struct cop_game *game, struct cop_error *error)
{
    (void)error;
    game->state_size = sizeof(struct uniform_state);
    game->players = (int)cop_integer(game->settings, "players");
    game->max_moves = (int)cop_integer(game->settings, "branching");
    return true;
}

static void uniform_start(const struct cop_game *game, void *at, struct cop_rng *rng)
{
    (void)game, (void)rng;
    memset(at, 0, sizeof(struct uniform_state));
}

static int uniform_turn(const struct cop_game *game, const void *at)
{
    const struct uniform_state *state = at;

    return state->plies < cop_integer(game->settings, "plies") ? state->turn : COP_OVER;
}

static int uniform_moves(const struct cop_game *game, const void *at, cop_move *out)
{
    if (uniform_turn(game, at) == COP_OVER)
        return 0;
    for (int i = 0; i < game->max_moves; i++)
        out[i] = (cop_move)(1 + i);
    return game->max_moves;
}

static void uniform_play(const struct cop_game *game, void *at, cop_move move)
{
    struct uniform_state *state = at;
    int number = (int)move - 1;

    if (state->turn == 0)
        state->gifts = (int16_t)(state->gifts - number);
    else
        state->gifts = (int16_t)(state->gifts + (state->turn - 1) * game->max_moves + number);
    state->plies++;
    state->turn = (uint8_t)((state->turn + 1) % game->players);
}

static void uniform_payoff(const struct cop_game *game, const void *at, double *of_player)
{
    (void)at;
    memset(of_player, 0, (size_t)game->players * sizeof *of_player);
}

static uint64_t uniform_key(const struct cop_game *game, const void *at)
{
    uint32_t bytes;

    (void)game;
    memcpy(&bytes, at, sizeof bytes);
    return cop_mix(bytes);
}

static void uniform_give_turn(const struct cop_game *game, void *at, int player)
{
    struct uniform_state *state = at;

    (void)game;
    state->turn = (uint8_t)player;
}

static void count_gifts(const struct cop_game *game, const void *prepared, const void *at,
                        double *of_player)
{
    const struct uniform_state *state = at;

    (void)prepared;
    memset(of_player, 0, (size_t)game->players * sizeof *of_player);
    of_player[0] = state->gifts;
}

static void count_plies(const struct cop_game *game, const void *prepared, const void *at,
                        double *of_player)
{
    const struct uniform_state *state = at;

    (void)prepared;
    memset(of_player, 0, (size_t)game->players * sizeof *of_player);
    of_player[0] = state->plies;
}

static const struct cop_option options[] = {
    {"players", COP_INTEGER, "2", 1, 4, NULL, "players"},
    {"branching", COP_INTEGER, "10", 1, 100, NULL, "moves of a position"},
    {"plies", COP_INTEGER, "5", 1, 200, NULL, "length of a game"},
    {NULL}};

static const struct cop_evaluator evaluators[] = {{.name = "gifts",
                                                   .version = 1,
                                                   .lower = -9999,
                                                   .upper = 9999,
                                                   .rates_ends = true,
                                                   .evaluate = count_gifts},
                                                  {.name = "plies",
                                                   .version = 1,
                                                   .lower = 0,
                                                   .upper = 255,
                                                   .rates_ends = true,
                                                   .evaluate = count_plies},
                                                  {NULL}};

const struct cop_rules uniform_tree_rules = {.name = "uniform-tree",
                                             .title = "Uniform tree",
                                             .options = options,
                                             .open = uniform_open,
                                             .start = uniform_start,
                                             .turn = uniform_turn,
                                             .moves = uniform_moves,
                                             .play = uniform_play,
                                             .payoff = uniform_payoff,
                                             .key = uniform_key,
                                             .write_move = wordless_move,
                                             .write_position = wordless_position,
                                             .read_position = wordless_read,
                                             .give_turn = uniform_give_turn,
                                             .evaluators = evaluators};
