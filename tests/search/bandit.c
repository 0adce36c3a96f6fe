/* bandit.c - the slot machines. */
#include "bandit.h"

#include <string.h>

enum { ARMS = 4 };
enum stage { PULLING, PAYING, OVER };

struct bandit {
    uint8_t stage, paid;
};

static bool open(struct cop_game *game, struct cop_error *error)
{
    (void)error;
    game->state_size = sizeof(struct bandit);
    game->players = 1;
    game->max_moves = ARMS;
    game->max_plies = 2;
    game->has_chance = true;
    game->score_high = 1;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    (void)game;
    (void)rng;
    memset(state, 0, sizeof(struct bandit));
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct bandit *bandit = state;

    (void)game;
    return bandit->stage == PULLING ? 0 : bandit->stage == PAYING ? COP_CHANCE : COP_OVER;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct bandit *bandit = state;
    int count = bandit->stage == PULLING ? ARMS : bandit->stage == PAYING ? 2 : 0;

    (void)game;
    for (int i = 0; i < count; i++)
        out[i] = (cop_move)i + 1;
    return count;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct bandit *bandit = state;

    (void)game;
    if (bandit->stage == PAYING)
        bandit->paid = move == 2;
    bandit->stage++;
}

static void chances(const struct cop_game *game, const void *state, double *probability)
{
    (void)game;
    (void)state;
    probability[0] = probability[1] = 0.5;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    (void)game;
    of_player[0] = ((const struct bandit *)state)->paid;
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct bandit *bandit = state;

    (void)game;
    return cop_mix(bandit->stage * 2u + bandit->paid);
}

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, "%u", move);
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct bandit *bandit = state;

    (void)game;
    cop_text_add(text, "%d %d", bandit->stage, bandit->paid);
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    (void)game;
    (void)words;
    (void)state;
    return cop_fail(error, "a bandit has only its start");
}

const struct cop_rules bandit_rules = {
    .name = "bandit",
    .title = "Four-armed bandit",
    .summary = "pull one of four arms",
    .options = (const struct cop_option[]){{NULL}},
    .open = open,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .chances = chances,
    .payoff = payoff,
    .key = key,
    .write_move = write_move,
    .write_position = write_position,
    .read_position = read_position,
};
