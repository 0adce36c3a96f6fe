/* games.c - games and states for Python. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/coppice.h"
#include "shim.h"
#include "support.h"

static_assert(sizeof(struct cop_error) == SHIM_MESSAGE, "a message is an error's");
static_assert((int)SHIM_PLAYERS == (int)COP_PLAYERS_MAX, "as many players");
static_assert((int)SHIM_STATE == (int)COP_STATE_MAX, "as large states");

void shim_free(void *memory)
{
    free(memory);
}

const char *shim_version(void)
{
    return cop_version();
}

void *shim_allocate(size_t size)
{
    void *memory = calloc(1, size > 0 ? size : 1);

    if (memory == NULL)
        abort(); /* as all of the library does: nothing sensible can be said without any */
    return memory;
}

char *shim_copy(const char *string)
{
    size_t size = strlen(string != NULL ? string : "") + 1;
    char *copy = shim_allocate(size);

    if (string != NULL)
        memcpy(copy, string, size);
    return copy;
}

char *shim_keep(struct cop_text *text)
{
    char *copy = shim_copy(text->bytes);

    cop_text_free(text);
    return copy;
}

/* ---- What there is ---- */

static const char *rules_word(const struct cop_rules *rules, enum shim_word which)
{
    const char *const words[] = {
        [SHIM_WORD_NAME] = rules->name,         [SHIM_WORD_TITLE] = rules->title,
        [SHIM_WORD_SUMMARY] = rules->summary,   [SHIM_WORD_LESSON] = rules->lesson,
        [SHIM_WORD_NOTATION] = rules->notation,
    };

    return words[which] != NULL ? words[which] : "";
}

const char *shim_rules_word(int number, enum shim_word which)
{
    const struct cop_rules *rules = cop_all_rules()[number];

    return rules != NULL ? rules_word(rules, which) : NULL;
}

const char *shim_agent_word(int number, enum shim_word which)
{
    const struct cop_agent_kind *kind = cop_all_agents()[number];
    const char *words[] = {"", "", "", "", ""};

    if (kind == NULL)
        return NULL;
    words[SHIM_WORD_NAME] = kind->name;
    words[SHIM_WORD_TITLE] = kind->title;
    words[SHIM_WORD_SUMMARY] = kind->summary;
    return words[which];
}

char *shim_options(const char *name, char *message)
{
    const struct cop_rules *rules = cop_rules_find(name);
    const struct cop_agent_kind *kind = cop_agent_kind_find(name);
    const struct cop_option *options = NULL;
    struct cop_text text = COP_TEXT;

    if (strcmp(name, "limit") == 0)
        options = cop_limit_options();
    else if (rules != NULL)
        options = rules->options;
    else if (kind != NULL)
        options = kind->options;
    else {
        cop_fail((struct cop_error *)message,
                 "there is no game or agent \"%.60s\"; coppice.games() and coppice.agents() list "
                 "what there is, and \"limit\" is for limits",
                 name);
        return NULL;
    }
    if (options != NULL)
        cop_options_describe(options, &text);
    return shim_keep(&text);
}

/* ---- Games ---- */

struct cop_game *shim_game_open(const char *spec, char *message)
{
    return cop_game_open(spec, (struct cop_error *)message);
}

void shim_game_close(struct cop_game *game)
{
    cop_game_close(game);
}

struct shim_about shim_game_about(const struct cop_game *game)
{
    return (struct shim_about){
        .players = game->players,
        .max_moves = game->max_moves,
        .max_plies = game->max_plies,
        .state_size = game->state_size,
        .has_chance = game->has_chance,
        .is_hidden = game->is_hidden,
        .is_constant_sum = game->is_constant_sum,
        .is_endless = game->is_endless,
        .has_score = game->rules->score != NULL,
    };
}

const char *shim_game_spec(const struct cop_game *game)
{
    return game->name;
}

const char *shim_game_word(const struct cop_game *game, enum shim_word which)
{
    return rules_word(game->rules, which);
}

const char *shim_player_name(const struct cop_game *game, int player)
{
    return cop_player_name(game, player);
}

/* ---- States ---- */

/* Whole lines of the processor's cache: states are aligned for every type. */
void *shim_state_new(const struct cop_game *game)
{
    enum { LINE = 64 };
    size_t size = (game->state_size + LINE - 1) / LINE * LINE;
    void *state = aligned_alloc(LINE, size > 0 ? size : LINE);

    if (state == NULL)
        abort();
    memset(state, 0, size);
    return state;
}

void shim_state_copy(const struct cop_game *game, void *to, const void *from)
{
    memcpy(to, from, game->state_size);
}

bool shim_state_start(const struct cop_game *game, void *state, uint64_t seed, char *message)
{
    struct cop_record record = {.game = game->name, .seed = seed};

    return cop_record_start(&record, game, state, (struct cop_error *)message);
}

int shim_turn(const struct cop_game *game, const void *state)
{
    return game->rules->turn(game, state);
}

int shim_moves(const struct cop_game *game, const void *state, uint32_t *out)
{
    return game->rules->moves(game, state, out);
}

void shim_play(const struct cop_game *game, void *state, uint32_t move)
{
    game->rules->play(game, state, move);
}

void shim_chances(const struct cop_game *game, const void *state, double *probability)
{
    game->rules->chances(game, state, probability);
}

void shim_payoffs(const struct cop_game *game, const void *state, double *of_player)
{
    game->rules->payoff(game, state, of_player);
}

double shim_score(const struct cop_game *game, const void *state, int player)
{
    return game->rules->score(game, state, player);
}

uint64_t shim_key(const struct cop_game *game, const void *state)
{
    return game->rules->key(game, state);
}

const char *shim_ending(const struct cop_game *game, const void *state)
{
    return cop_ending_of(game, state);
}

void shim_view(const struct cop_game *game, const void *state, int player, void *seen)
{
    if (game->is_hidden)
        game->rules->view(game, state, player, seen);
    else
        memcpy(seen, state, game->state_size);
}

void shim_sample(const struct cop_game *game, const void *seen, int player, uint64_t seed,
                 void *state)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    if (game->is_hidden)
        game->rules->sample(game, seen, player, state, &rng);
    else
        memcpy(state, seen, game->state_size);
}

uint32_t shim_random_move(const struct cop_game *game, const void *state, uint64_t seed)
{
    cop_move *scratch = shim_allocate((size_t)game->max_moves * sizeof *scratch);
    struct cop_rng rng;
    cop_move move;

    cop_rng_seed(&rng, seed);
    move = cop_random_move(game, state, &rng, scratch);
    free(scratch);
    return move;
}

int64_t shim_perft(const struct cop_game *game, const void *state, int depth)
{
    return cop_perft(game, state, depth);
}

/* ---- Words ---- */

static bool is_legal(const struct cop_game *game, const void *state, cop_move move,
                     cop_move *scratch)
{
    int count = game->rules->moves(game, state, scratch);

    for (int i = 0; i < count; i++)
        if (scratch[i] == move)
            return true;
    return false;
}

bool shim_is_legal(const struct cop_game *game, const void *state, uint32_t move)
{
    cop_move *scratch = shim_allocate((size_t)game->max_moves * sizeof *scratch);
    bool is_one = is_legal(game, state, move, scratch);

    free(scratch);
    return is_one;
}

/* What a search expects behind hidden pieces need not be legal on the board: there the line ends.
 */
char *shim_line(const struct cop_game *game, const void *state, const uint32_t *moves, int count)
{
    struct cop_text text = COP_TEXT;
    cop_move *scratch = shim_allocate((size_t)game->max_moves * sizeof *scratch);
    void *now = shim_state_new(game);

    shim_state_copy(game, now, state);
    for (int i = 0; i < count && is_legal(game, now, moves[i], scratch); i++) {
        if (i > 0)
            cop_text_add(&text, " ");
        game->rules->write_move(game, now, moves[i], &text);
        game->rules->play(game, now, moves[i]);
    }
    free(now);
    free(scratch);
    return shim_keep(&text);
}

char *shim_moves_words(const struct cop_game *game, const void *state)
{
    struct cop_text text = COP_TEXT;
    cop_move *moves = shim_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++) {
        if (i > 0)
            cop_text_add(&text, " ");
        game->rules->write_move(game, state, moves[i], &text);
    }
    free(moves);
    return shim_keep(&text);
}

struct gathered {
    uint32_t *moves;
    int count, room;
};

static void gather(void *context, const void *before, cop_move move)
{
    struct gathered *gathered = context;

    (void)before;
    if (gathered->count == gathered->room) {
        gathered->room = gathered->room * 2 + 16;
        gathered->moves =
            realloc(gathered->moves, (size_t)gathered->room * sizeof *gathered->moves);
        if (gathered->moves == NULL)
            abort();
    }
    gathered->moves[gathered->count++] = move;
}

uint32_t *shim_play_words(const struct cop_game *game, void *state, const char *words, int *count,
                          char *message)
{
    struct gathered gathered = {.moves = shim_allocate(sizeof(uint32_t)), .room = 1};

    if (!cop_moves_play(game, state, words, gather, &gathered, (struct cop_error *)message)) {
        free(gathered.moves);
        return NULL;
    }
    *count = gathered.count;
    return gathered.moves;
}

bool shim_read_move(const struct cop_game *game, const void *state, const char *word,
                    uint32_t *move, char *message)
{
    return cop_move_read(game, state, word, move, (struct cop_error *)message);
}

char *shim_position(const struct cop_game *game, const void *state)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    return shim_keep(&text);
}

bool shim_read_position(const struct cop_game *game, const char *words, void *state, char *message)
{
    return cop_position_read(game, words, state, (struct cop_error *)message);
}

/* ---- Random games ---- */

static void finish(const struct cop_game *game, const void *state, double *payoffs, double *scores)
{
    bool is_over = game->rules->turn(game, state) == COP_OVER;

    if (is_over)
        game->rules->payoff(game, state, payoffs);
    for (int player = 0; player < game->players; player++) {
        if (!is_over)
            payoffs[player] = NAN;
        if (scores != NULL)
            scores[player] = game->rules->score(game, state, player);
    }
}

void shim_playouts(const struct cop_game *game, const void *state, uint64_t seed, int64_t first,
                   int64_t count, int limit, double *payoffs, double *scores, int32_t *plies)
{
    cop_move *scratch = shim_allocate((size_t)game->max_moves * sizeof *scratch);
    void *now = shim_state_new(game);

    for (int64_t i = 0; i < count; i++) {
        struct cop_rng rng;

        cop_rng_seed(&rng, cop_mix(seed) + (uint64_t)(first + i));
        shim_state_copy(game, now, state);
        plies[i] = cop_playout(game, now, &rng, limit, scratch);
        finish(game, now, payoffs + i * game->players,
               scores != NULL ? scores + i * game->players : NULL);
    }
    free(now);
    free(scratch);
}
