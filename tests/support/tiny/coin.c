/* coin.c - a guess at a hidden coin, answered by somebody who sees it.
 *
 * The coin is thrown by start() and shows heads with probability `heads`. The guesser says heads,
 * tails or pass; the keeper, who knows, then lets the guess stand or doubles the stake. The guesser
 * is paid
 *               right   wrong            pass: `safe`, whatever the coin shows
 *     stand      0.8     0.2
 *     double     1.0     0.0
 *
 * A keeper who plays well doubles exactly when the guess is wrong. So `heads` is worth 0.8 times
 * its probability to the guesser, 0.56 by default, and better than passing; with heads=0.6 it is
 * worth 0.48, and passing is better. A search that peeks never passes, and one that solves each
 * coin alone and takes the majority guesses heads in both cases. */
#include <assert.h>
#include <string.h>

#include "tiny.h"

enum side { UNKNOWN, HEADS, TAILS };
enum move { GUESS_HEADS = 1, GUESS_TAILS, GUESS_PASS, ANSWER_STAND, ANSWER_DOUBLE, MOVE_COUNT };
enum player { GUESSER, KEEPER };

struct coin {
    uint8_t side;          /* UNKNOWN only in the guesser's view */
    uint8_t guess, answer; /* moves, 0 while not made */
};

static const char *const move_words[] = {"-", "heads", "tails", "pass", "stand", "double"};
static const char *const side_words[] = {"?", "heads", "tails"};

static const struct cop_option options[] = {
    {"heads", COP_REAL, "0.7", 0, 1, NULL, "the probability that the coin shows heads"},
    {"safe", COP_REAL, "0.5", 0, 1, NULL, "what the guesser is paid for passing"},
    {NULL}};

static bool open(struct cop_game *game, struct cop_error *error)
{
    (void)error;
    game->state_size = sizeof(struct coin);
    game->players = 2;
    game->max_moves = 3;
    game->max_plies = 2;
    game->is_hidden = true;
    game->is_constant_sum = true;
    return true;
}

static uint8_t throw_coin(const struct cop_game *game, struct cop_rng *rng)
{
    return cop_rng_unit(rng) < cop_real(game->settings, "heads") ? HEADS : TAILS;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    struct coin *coin = state;

    memset(coin, 0, sizeof *coin);
    coin->side = throw_coin(game, rng);
}

static int turn(const struct cop_game *game, const void *state)
{
    const struct coin *coin = state;

    (void)game;
    if (coin->guess == 0)
        return GUESSER;
    return coin->guess == GUESS_PASS || coin->answer != 0 ? COP_OVER : KEEPER;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    int mover = turn(game, state);
    int first = mover == GUESSER ? GUESS_HEADS : ANSWER_STAND;
    int count = mover == GUESSER ? 3 : mover == KEEPER ? 2 : 0;

    for (int i = 0; i < count; i++)
        out[i] = (cop_move)(first + i);
    return count;
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    struct coin *coin = state;

    (void)game;
    if (move <= GUESS_PASS)
        coin->guess = (uint8_t)move;
    else
        coin->answer = (uint8_t)move;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    const struct coin *coin = state;
    double stake = coin->answer == ANSWER_DOUBLE ? 0.5 : 0.3;

    if (coin->guess == GUESS_PASS) {
        of_player[GUESSER] = cop_real(game->settings, "safe");
    } else {
        assert(coin->side != UNKNOWN); /* a search that plays on a view must sample it first */
        of_player[GUESSER] = 0.5 + (coin->guess == coin->side ? stake : -stake);
    }
    of_player[KEEPER] = 1 - of_player[GUESSER];
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
    cop_text_add(text, "%s", move_words[move]);
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct coin *coin = state;

    (void)game;
    cop_text_add(text, "%s %s %s", side_words[coin->side], move_words[coin->guess],
                 move_words[coin->answer]);
}

/* The place of `word` in a table, or -1. */
static int find_word(const char *word, const char *const *words, int count)
{
    int at = 0;

    while (at < count && strcmp(word, words[at]) != 0)
        at++;
    return at < count ? at : -1;
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    char word[3][TINY_WORD];
    int side, guess, answer;
    bool is_answered;

    (void)game;
    if (tiny_split(words, word, 3) != 3)
        return cop_fail(error,
                        "\"%s\" is not a position: write the coin, the guess and the answer "
                        "(- if not made), as in \"tails heads -\"",
                        words);
    side = find_word(word[0], side_words, 3);
    guess = find_word(word[1], move_words, ANSWER_STAND);
    answer = find_word(word[2], move_words, MOVE_COUNT);
    if (side != HEADS && side != TAILS)
        return cop_fail(error, "\"%s\": the coin must show heads or tails", words);
    if (guess < 0)
        return cop_fail(error, "\"%s\": the guess must be heads, tails, pass or -", words);
    is_answered = answer == ANSWER_STAND || answer == ANSWER_DOUBLE;
    if (answer != 0 && (!is_answered || (guess != GUESS_HEADS && guess != GUESS_TAILS)))
        return cop_fail(
            error, "\"%s\": the answer must be stand, double or -, and it needs a guess", words);
    memcpy(
        state,
        &(struct coin){.side = (uint8_t)side, .guess = (uint8_t)guess, .answer = (uint8_t)answer},
        sizeof(struct coin));
    return true;
}

/* The coin, then a card for each move. */
static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *picture)
{
    const struct coin *coin = state;
    bool is_open = viewer != GUESSER || turn(game, state) == COP_OVER;
    int at = cop_scene_cell(picture, 0, 0, COP_HOLE, COP_GOLD, "coin");

    cop_scene_piece(picture, at, -1, 0, is_open ? COP_DISC : COP_HIDDEN,
                    is_open ? side_words[coin->side] : "");
    for (int move = 1; move < MOVE_COUNT; move++) {
        at = cop_scene_cell(picture, (float)move, 0, COP_SQUARE, COP_RACK, move_words[move]);
        if (move == coin->guess || move == coin->answer)
            cop_scene_piece(picture, at, move <= GUESS_PASS ? GUESSER : KEEPER, 0, COP_MARK, "");
    }
}

static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    (void)game;
    (void)state;
    cells[0] = (int)move;
    return 1;
}

/* The coin is shown to all when the game is over. */
static void view(const struct cop_game *game, const void *state, int player, void *seen)
{
    struct coin coin = *(const struct coin *)state;

    if (player == GUESSER && turn(game, state) != COP_OVER)
        coin.side = UNKNOWN;
    memcpy(seen, &coin, sizeof coin);
}

/* Nothing the keeper has done before the end tells about the coin: he answers last. */
static void sample(const struct cop_game *game, const void *seen, int player, void *state,
                   struct cop_rng *rng)
{
    struct coin coin = *(const struct coin *)seen;

    (void)player;
    if (coin.side == UNKNOWN)
        coin.side = throw_coin(game, rng);
    memcpy(state, &coin, sizeof coin);
}

const struct cop_rules tiny_coin = {
    .name = "tiny_coin",
    .title = "Tiny coin",
    .summary = "Guess a hidden coin, or pass; the keeper, who sees it, may double",
    .lesson = "The guesser says heads, tails or pass. After a guess the keeper, who sees the coin, "
              "says stand or double. A doubled guess wins or loses all, one that stands most of "
              "it. The moves are `heads`, `tails`, `pass`, `stand`, `double`.",
    .player_names = {"Guesser", "Keeper"},
    .options = options,
    .open = open,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .key = key,
    .write_move = write_move,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .view = view,
    .sample = sample,
};
