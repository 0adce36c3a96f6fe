/* take.c - the heap game of the tests for what all games share. */
#include "take.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PASSING_HEAP = 5, HEAP_MAX = 30 };

struct take_state {
    uint8_t heap, turn, last;
    uint8_t has_passed; /* the heap of five has been passed on once */
    uint8_t rolls;      /* chance is next */
};

struct take_tables {
    int players;
    bool has_dice;
};

static bool take_setup(struct cop_game *game, struct cop_error *error)
{
    struct take_tables *tables = calloc(1, sizeof *tables);

    game->own = tables;
    if (cop_flag(game->settings, "broken"))
        return cop_fail(error, "take: this variant is broken");
    tables->players = (int)cop_integer(game->settings, "players");
    tables->has_dice = cop_flag(game->settings, "dice");
    game->state_size = sizeof(struct take_state);
    game->players = tables->players;
    game->max_moves = 3;
    game->max_plies = 2 * HEAP_MAX + 2;
    game->has_chance = tables->has_dice;
    game->is_constant_sum = true;
    return true;
}

static void take_start(const struct cop_game *game, void *at, struct cop_rng *rng)
{
    struct take_state *state = at;

    memset(state, 0, sizeof *state);
    state->heap = (uint8_t)cop_integer(game->settings, "heap");
    if (cop_flag(game->settings, "dealt"))
        state->heap = (uint8_t)(1 + cop_rng_below(rng, HEAP_MAX));
}

static int take_turn(const struct cop_game *game, const void *at)
{
    const struct take_state *state = at;

    (void)game;
    if (state->heap == 0)
        return COP_OVER;
    return state->rolls ? COP_CHANCE : state->turn;
}

static int take_moves(const struct cop_game *game, const void *at, cop_move *out)
{
    const struct take_state *state = at;
    int turn = take_turn(game, at);
    int count = turn == COP_OVER ? 0 : turn == COP_CHANCE ? 2 : state->heap < 3 ? state->heap : 3;

    if (turn >= 0 && state->heap == PASSING_HEAP && !state->has_passed) {
        out[0] = COP_PASS;
        return 1;
    }
    for (int i = 0; i < count; i++)
        out[i] = (cop_move)(i + 1);
    return count;
}

static void take_play(const struct cop_game *game, void *at, cop_move move)
{
    const struct take_tables *tables = game->own;
    struct take_state *state = at;

    if (state->rolls) {
        state->heap = (uint8_t)(state->heap - (move - 1));
        state->rolls = 0;
        return;
    }
    if (move != COP_PASS) {
        state->heap = (uint8_t)(state->heap - move);
        state->last = state->turn;
        state->rolls = tables->has_dice && state->heap > 0;
    }
    state->has_passed = move == COP_PASS;
    state->turn = (uint8_t)((state->turn + 1) % tables->players);
}

static void take_chances(const struct cop_game *game, const void *at, double *probability)
{
    (void)game, (void)at;
    probability[0] = 0.25;
    probability[1] = 0.75;
}

static void take_payoff(const struct cop_game *game, const void *at, double *of_player)
{
    const struct take_state *state = at;

    for (int player = 0; player < game->players; player++)
        of_player[player] = player == state->last;
}

static uint64_t take_key(const struct cop_game *game, const void *at)
{
    uint64_t bytes = 0;

    memcpy(&bytes, at, game->state_size);
    return cop_mix(bytes);
}

static void take_write_move(const struct cop_game *game, const void *at, cop_move move,
                            struct cop_text *text)
{
    const struct take_state *state = at;

    (void)game;
    if (move == COP_PASS)
        cop_text_add(text, "--");
    else
        cop_text_add(text, state->rolls ? "d%d" : "t%d", (int)move - state->rolls);
}

static bool take_accepts(const struct cop_game *game, const void *at, cop_move move,
                         const char *word)
{
    const struct take_state *state = at;

    (void)game;
    if (move == COP_PASS || state->rolls)
        return false;
    if (strcasecmp(word, "some") == 0)
        return move > 1;
    return word[0] == (char)('0' + move) && word[1] == '\0';
}

static void take_write_position(const struct cop_game *game, const void *at, struct cop_text *text)
{
    const struct take_state *state = at;

    (void)game;
    cop_text_add(text, "%d:%d", state->heap, state->turn);
}

static bool take_read_position(const struct cop_game *game, const char *words, void *at,
                               struct cop_error *error)
{
    struct take_state *state = at;
    char *end = NULL;
    long heap, turn = -1;

    memset(state, 0, sizeof *state);
    state->heap = 99; /* a failed reading may leave anything */
    heap = strtol(words, &end, 10);
    if (*end == ':')
        turn = strtol(end + 1, &end, 10);
    if (heap < 1 || heap > HEAP_MAX || turn < 0 || turn >= game->players || *end != '\0' ||
        end[-1] == ':')
        return cop_fail(error, "take: \"%.20s\" is not a position such as 7:0", words);
    state->heap = (uint8_t)heap;
    state->turn = (uint8_t)turn;
    return true;
}

static const struct cop_option take_options[] = {
    {"heap", COP_INTEGER, "10", 1, HEAP_MAX, NULL, "things on the heap"},
    {"players", COP_INTEGER, "2", 1, 3, NULL, "how many take in turn"},
    {"dice", COP_FLAG, "off", 0, 0, NULL, "chance takes as well"},
    {"dealt", COP_FLAG, "off", 0, 0, NULL, "a heap of random size"},
    {"broken", COP_FLAG, "off", 0, 0, NULL, "fail to open"},
    {0},
};

const struct cop_rules take_rules = {
    .name = "take",
    .title = "Take",
    .summary = "Take one, two or three; the last one wins",
    .sgf_number = 77,
    .player_names = {"Black", "White"},
    .options = take_options,
    .open = take_setup,
    .start = take_start,
    .turn = take_turn,
    .moves = take_moves,
    .play = take_play,
    .chances = take_chances,
    .payoff = take_payoff,
    .key = take_key,
    .write_move = take_write_move,
    .accepts = take_accepts,
    .write_position = take_write_position,
    .read_position = take_read_position,
};

struct cop_game *take_open(const char *spec, struct cop_error *error)
{
    struct cop_game *game = NULL;
    char *name, *inside;

    if (!cop_spec_split("game", spec, &name, &inside, error))
        return NULL;
    if (strcmp(name, "take") == 0)
        game = cop_game_open_rules(&take_rules, inside, error);
    else
        cop_fail(error, "there is no game \"%.40s\"", name);
    free(name);
    free(inside);
    return game;
}
