/* fuzz_game.c - bytes as a game: as choices of moves, as a position, or as the text of moves.
 *
 * The first byte picks the game, the second what the rest is. Whatever a game accepts must be a
 * state that can be played to its end and that its own text describes. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/game.h"

enum { PLIES_MAX = 20000, WORDS_MAX = 1 << 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Registered games in small sizes too: what is rare on a large board is common there. */
static const char *const specs[] = {
    "connect4",
    "connect4(width=4, height=4)",
    "othello",
    "othello(size=4)",
    "othello(size=6)",
    "breakthrough",
    "breakthrough(width=4, height=4)",
};
enum { SPECS = sizeof specs / sizeof specs[0], NUMBERS = 32 };

/* A game being fuzzed, with room for a state and its moves. */
struct table {
    struct cop_game *game;
    _Alignas(16) unsigned char state[COP_STATE_MAX];
    cop_move *moves;
    int count;
};

static void require(bool is_true)
{
    if (!is_true)
        abort();
}

/* Numbers beyond the specs are the registered games as they are, so that none is forgotten. */
static struct cop_game *open_by_number(unsigned number)
{
    struct cop_error error;
    unsigned registered = 0;

    while (cop_all_rules[registered] != NULL)
        registered++;
    require(registered > 0);
    number %= NUMBERS;
    if (number < SPECS)
        return cop_game_open(specs[number], &error);
    return cop_game_open(cop_all_rules[(number - SPECS) % registered]->name, &error);
}

static void look_around(struct table *table)
{
    const struct cop_game *game = table->game;
    int mover = game->rules->turn(game, table->state);

    table->count = game->rules->moves(game, table->state, table->moves);
    require(table->count >= 0 && table->count <= game->max_moves);
    require(mover >= COP_OVER && mover < game->players);
    require((mover == COP_OVER) == (table->count == 0));
}

/* The text of a state is read back as a state with the same text. */
static void check_text(const struct table *table)
{
    const struct cop_game *game = table->game;
    _Alignas(16) unsigned char again[COP_STATE_MAX];
    struct cop_text text = COP_TEXT, other = COP_TEXT;
    struct cop_error error;

    game->rules->write_position(game, table->state, &text);
    require(cop_position_read(game, text.bytes, again, &error));
    game->rules->write_position(game, again, &other);
    require(strcmp(text.bytes, other.bytes) == 0);
    cop_text_free(&text);
    cop_text_free(&other);
}

/* Plays to the end, by the bytes as long as there are some and then by the first move. */
static void play_on(struct table *table, const uint8_t *choices, size_t size)
{
    const struct cop_game *game = table->game;
    int limit = game->max_plies > 0 ? game->max_plies : PLIES_MAX;
    double payoff[COP_PLAYERS_MAX];

    look_around(table);
    for (int ply = 0; table->count > 0; ply++) {
        unsigned choice = (size_t)ply < size ? choices[ply] : 0;

        require(ply < limit);
        game->rules->play(game, table->state, table->moves[choice % (unsigned)table->count]);
        look_around(table);
    }
    game->rules->payoff(game, table->state, payoff);
    for (int player = 0; player < game->players; player++)
        require(payoff[player] >= 0 && payoff[player] <= 1);
    check_text(table);
}

static void play_from_start(struct table *table, const uint8_t *choices, size_t size)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, size);
    table->game->rules->start(table->game, table->state, &rng);
    play_on(table, choices, size);
}

static void read_position(struct table *table, const char *words)
{
    struct cop_error error = {""};

    if (!cop_position_read(table->game, words, table->state, &error)) {
        require(error.message[0] != '\0');
        return;
    }
    check_text(table);
    play_on(table, NULL, 0);
}

static void read_moves(struct table *table, const char *words)
{
    struct cop_error error = {""};
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    table->game->rules->start(table->game, table->state, &rng);
    if (!cop_moves_play(table->game, table->state, words, NULL, NULL, &error))
        require(error.message[0] != '\0');
    look_around(table);
    check_text(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct table table = {0};
    char words[WORDS_MAX + 1] = "";

    if (size < 2 || size - 2 > WORDS_MAX)
        return 0;
    table.game = open_by_number(data[0]);
    require(table.game != NULL);
    table.moves = calloc((size_t)table.game->max_moves, sizeof *table.moves);
    require(table.moves != NULL);
    memcpy(words, data + 2, size - 2);
    switch (data[1] % 3) {
    case 0:
        play_from_start(&table, data + 2, size - 2);
        break;
    case 1:
        read_position(&table, words);
        break;
    default:
        read_moves(&table, words);
        break;
    }
    free(table.moves);
    cop_game_close(table.game);
    return 0;
}
