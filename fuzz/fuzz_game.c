/* fuzz_game.c - bytes as a game: as choices of moves, as a position, or as the text of moves.
 * game_inputs.h says how. Whatever a game accepts must be a state that can be played to its end and
 * that its own text describes. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/game.h"
#include "game_inputs.h"

/* What costs much is checked at one ply in RARELY, and no more than some plies are looked at when
 * the bytes are used up. */
enum { PLIES_MAX = 20000, WORDS_MAX = 1 << 12, RARELY = 16, PLIES_AFTER = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A game being fuzzed, with room for a state and its moves. */
struct table {
    struct cop_game *game;
    _Alignas(16) unsigned char state[COP_STATE_MAX];
    cop_move *moves, *other_moves;
    int count, mover;
    struct cop_rng rng;
};

static void look_around(struct table *table)
{
    const struct cop_game *game = table->game;

    table->mover = game->rules->turn(game, table->state);
    table->count = game->rules->moves(game, table->state, table->moves);
    require(table->count >= 0 && table->count <= game->max_moves);
    require(table->mover >= COP_OVER && table->mover < game->players);
    require(table->mover != COP_CHANCE || game->has_chance);
    require((table->mover == COP_OVER) == (table->count == 0));
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

/* The text of a move is read back as that move. */
static void check_move(const struct table *table, cop_move move)
{
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    cop_move again;

    table->game->rules->write_move(table->game, table->state, move, &text);
    require(cop_move_read(table->game, table->state, text.bytes, &again, &error));
    require(again == move);
    cop_text_free(&text);
}

static void check_scores(const struct table *table)
{
    const struct cop_game *game = table->game;

    for (int player = 0; game->rules->score != NULL && player < game->players; player++) {
        double score = game->rules->score(game, table->state, player);

        require(score >= game->score_low && score <= game->score_high);
    }
}

static void check_chances(struct table *table)
{
    double *probability, sum = 0;

    if (table->mover != COP_CHANCE)
        return;
    probability = calloc((size_t)table->count, sizeof *probability);
    require(probability != NULL);
    table->game->rules->chances(table->game, table->state, probability);
    for (int i = 0; i < table->count; i++) {
        require(probability[i] >= 0);
        sum += probability[i];
    }
    require(fabs(sum - 1) < 1e-9);
    free(probability);
}

static void check_random_move(struct table *table)
{
    cop_move move = cop_random_move(table->game, table->state, &table->rng, table->other_moves);
    int at = 0;

    while (at < table->count && table->moves[at] != move)
        at++;
    require(at < table->count);
}

/* Each player's view, and what it may be, leave the one to move with the moves there are. */
static void check_views(struct table *table)
{
    const struct cop_game *game = table->game;
    _Alignas(16) unsigned char seen[COP_STATE_MAX], sample[COP_STATE_MAX], again[COP_STATE_MAX];
    size_t size = (size_t)table->count * sizeof *table->moves;

    for (int player = 0; game->is_hidden && player < game->players; player++) {
        game->rules->view(game, table->state, player, seen);
        game->rules->sample(game, seen, player, sample, &table->rng);
        game->rules->view(game, sample, player, again);
        require(memcmp(seen, again, game->state_size) == 0);
        if (player != table->mover)
            continue;
        require(game->rules->moves(game, sample, table->other_moves) == table->count);
        require(memcmp(table->moves, table->other_moves, size) == 0);
    }
}

/* What people see; whoever looks, a path names cells that are there. */
static void check_scenes(const struct table *table, cop_move move)
{
    const struct cop_game *game = table->game;
    int cells[COP_PATH_MAX];
    int length = game->rules->path(game, table->state, move, cells);

    require(length >= 0 && length <= COP_PATH_MAX);
    for (int viewer = -1; viewer < game->players; viewer++) {
        struct cop_scene scene = {0};

        game->rules->scene(game, table->state, viewer, &scene);
        for (int i = 0; i < length; i++)
            require(cells[i] >= 0 && cells[i] < scene.cell_count);
        cop_scene_free(&scene);
    }
}

static void check_all(struct table *table, cop_move move)
{
    check_text(table);
    check_move(table, move);
    check_random_move(table);
    check_views(table);
    check_scenes(table, move);
}

/* The number of the move to play: of one byte, or of two where there are more moves than that. */
static size_t choose(const struct table *table, struct game_input *choices)
{
    size_t number = 0;

    for (int bytes = table->count > 256 ? 2 : 1; bytes > 0 && choices->size > 0; bytes--) {
        number = number * 256 + *choices->rest++;
        choices->size--;
    }
    return number % (size_t)table->count;
}

static void check_end(const struct table *table)
{
    const struct cop_game *game = table->game;
    double payoff[COP_PLAYERS_MAX], sum = 0;

    game->rules->payoff(game, table->state, payoff);
    for (int player = 0; player < game->players; player++) {
        require(payoff[player] >= 0 && payoff[player] <= 1);
        sum += payoff[player];
    }
    require(!game->is_constant_sum || fabs(sum - 1) < 1e-9);
    check_text(table);
}

static void play_one(struct table *table, cop_move move, bool is_thorough)
{
    check_scores(table);
    check_chances(table);
    if (is_thorough)
        check_all(table, move);
    table->game->rules->play(table->game, table->state, move);
    look_around(table);
}

/* Plays to the end: by the bytes as long as there are some, then some first moves, then the game's
 * own random playout. */
static void play_on(struct table *table, struct game_input choices)
{
    const struct cop_game *game = table->game;
    int limit = game->max_plies > 0 ? game->max_plies : PLIES_MAX;
    int ply = 0, after = 0;

    look_around(table);
    for (; table->count > 0 && after < PLIES_AFTER; ply++) {
        after += choices.size == 0;
        play_one(table, table->moves[choose(table, &choices)], ply % RARELY == 0);
    }
    ply += cop_playout(game, table->state, &table->rng, 0, table->other_moves);
    require(ply <= limit);
    look_around(table);
    require(table->mover == COP_OVER);
    check_end(table);
}

static void start(struct table *table, size_t seed)
{
    cop_rng_seed(&table->rng, seed);
    table->game->rules->start(table->game, table->state, &table->rng);
}

static void read_position(struct table *table, const char *words)
{
    struct cop_error error = {""};

    cop_rng_seed(&table->rng, 1);
    if (!cop_position_read(table->game, words, table->state, &error)) {
        require(error.message[0] != '\0');
        return;
    }
    check_text(table);
    play_on(table, (struct game_input){0});
}

static void read_moves(struct table *table, const char *words)
{
    struct cop_error error = {""};

    start(table, 1);
    if (!cop_moves_play(table->game, table->state, words, NULL, NULL, &error))
        require(error.message[0] != '\0');
    look_around(table);
    check_text(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct game_input input = input_read(data, size);
    struct table table = {0};
    struct cop_error error;
    char words[WORDS_MAX + 1] = "";

    if (input.size > WORDS_MAX)
        return 0;
    table.game = cop_game_open(input.spec, &error);
    require(table.game != NULL);
    table.moves = calloc((size_t)table.game->max_moves, sizeof *table.moves);
    table.other_moves = calloc((size_t)table.game->max_moves, sizeof *table.moves);
    require(table.moves != NULL && table.other_moves != NULL);
    memcpy(words, input.rest, input.size);
    switch (input.kind) {
    case INPUT_CHOICES:
        start(&table, input.size);
        play_on(&table, input);
        break;
    case INPUT_POSITION:
        read_position(&table, words);
        break;
    default:
        read_moves(&table, words);
        break;
    }
    free(table.moves);
    free(table.other_moves);
    cop_game_close(table.game);
    return 0;
}
