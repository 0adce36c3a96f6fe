/* three.c - Nim for three, with one heap and unequal hands.
 *
 * Whoever takes the last stone wins. A player who cannot win any more still decides which of the
 * other two does (a kingmaker), which is where many-player searches differ. With payoff=shared the
 * last stone is worth half of the prize and the stones taken share the other half, so that values
 * between 0 and 1 occur. */
#include <stdlib.h>
#include <string.h>

#include "tiny.h"

enum { PLAYERS = 3, STONES_MAX = 30 };

struct three {
    uint8_t heap;
    uint8_t mover; /* at the end: who took the last stone */
    uint8_t taken[PLAYERS];
};

/* The most a player may take at once. */
static const int hand[PLAYERS] = {2, 3, 2};

enum payoff_kind { WINNER, SHARED };

static const struct cop_option options[] = {
    {"n", COP_INTEGER, "9", 1, STONES_MAX, NULL, "stones at the start"},
    {"payoff", COP_CHOICE, "winner", 0, 0, "winner|shared", "what a player is paid at the end"},
    {NULL}};

struct tables {
    int stones;
    enum payoff_kind payoff;
};

static bool open(struct cop_game *game, struct cop_error *error)
{
    struct tables *tables = calloc(1, sizeof *tables);

    if (tables == NULL)
        return cop_fail(error, "there is no memory for the game");
    tables->stones = (int)cop_integer(game->settings, "n");
    tables->payoff = (enum payoff_kind)cop_choice(game->settings, "payoff");
    game->own = tables;
    game->state_size = sizeof(struct three);
    game->players = PLAYERS;
    game->max_moves = 3;
    game->max_plies = tables->stones;
    game->is_constant_sum = true;
    game->score_high = tables->stones;
    return true;
}

static int stones(const struct cop_game *game)
{
    return ((const struct tables *)game->own)->stones;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct three *three = state;

    (void)rng;
    memset(three, 0, sizeof *three);
    three->heap = (uint8_t)stones(game);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct three *three = state;

    (void)game;
    return three->heap == 0 ? COP_OVER : three->mover;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    const struct three *three = state;
    int most = three->heap < hand[three->mover] ? three->heap : hand[three->mover];

    (void)game;
    for (int i = 0; i < most; i++)
        out[i] = (cop_move)(i + 1);
    return most;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct three *three = state;

    (void)game;
    three->heap = (uint8_t)(three->heap - move);
    three->taken[three->mover] = (uint8_t)(three->taken[three->mover] + move);
    if (three->heap > 0)
        three->mover = (uint8_t)((three->mover + 1) % PLAYERS);
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct three *three = state;
    const struct tables *tables = game->own;

    for (int player = 0; player < PLAYERS; player++) {
        of_player[player] = player == three->mover;
        if (tables->payoff == SHARED)
            of_player[player] =
                of_player[player] / 2 + three->taken[player] / (2.0 * tables->stones);
    }
}

static double score(const struct cop_game *game, const void *state, int player)
{
    (void)game;
    return ((const struct three *)state)->taken[player];
}

static uint64_t key(const struct cop_game *game, const void *state)
{
    return tiny_key(state, game->state_size);
}

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, "%u", (unsigned)move);
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct three *three = state;

    (void)game;
    cop_text_add(text, "%d %d %d %c", three->taken[0], three->taken[1], three->taken[2],
                 'a' + three->mover);
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    struct three three = {0};
    char word[PLAYERS + 1][TINY_WORD];
    int taken[PLAYERS], left = stones(game);
    const char *mover = word[PLAYERS];

    if (tiny_split(words, word, PLAYERS + 1) != PLAYERS + 1 || !tiny_number(word[0], &taken[0]) ||
        !tiny_number(word[1], &taken[1]) || !tiny_number(word[2], &taken[2]) ||
        strlen(mover) != 1 || mover[0] < 'a' || mover[0] >= 'a' + PLAYERS)
        return cop_fail(error,
                        "\"%s\" is not a position: write the stones each of the three has "
                        "taken and who moves, as in \"2 1 0 c\"",
                        words);
    for (int player = 0; player < PLAYERS; player++) {
        if (taken[player] > left)
            return cop_fail(error, "\"%s\": there are only %d stones to take", words, stones(game));
        left -= taken[player];
        three.taken[player] = (uint8_t)taken[player];
    }
    three.heap = (uint8_t)left;
    three.mover = (uint8_t)(mover[0] - 'a');
    if (left == 0 && three.taken[three.mover] == 0)
        return cop_fail(error, "\"%s\": the last stone was taken by somebody who has none", words);
    memcpy(state, &three, sizeof three);
    return true;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *picture)
{
    const struct three *three = state;

    (void)viewer;
    for (int stone = 0; stone < stones(game); stone++) {
        cop_scene_cell(picture, (float)stone, 0, COP_HOLE, COP_FELT, "");
        if (stone < three->heap)
            cop_scene_piece(picture, stone, -1, 0, COP_DISC, "");
    }
    for (int player = 0; player < PLAYERS; player++)
        cop_scene_label(picture, 0, (float)(player + 1), "%s has %d", cop_player_name(game, player),
                        three->taken[player]);
}

/* Clicking a stone takes it and all stones to its right. */
static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    (void)game;
    cells[0] = ((const struct three *)state)->heap - (int)move;
    return 1;
}

static void give_turn(const struct cop_game *game, void *state, int player)
{
    (void)game;
    ((struct three *)state)->mover = (uint8_t)player;
}

static int moves_left(const struct cop_game *game, const void *state)
{
    (void)game;
    return ((const struct three *)state)->heap;
}

const struct cop_rules tiny_three = {
    .name = "tiny_three",
    .title = "Tiny Nim for three",
    .summary = "Three players take stones from one heap; the last stone wins",
    .lesson = "In turn, take 1 or 2 stones (the second player: 1 to 3). Whoever takes the last "
              "stone wins. A move is the number of stones: `2`.",
    .player_names = {"Ann", "Bob", "Cy"},
    .options = options,
    .open = open,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .moves_left = moves_left,
    .write_move = write_move,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .give_turn = give_turn,
};
