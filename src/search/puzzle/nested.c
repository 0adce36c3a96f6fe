/* nested.c - nested Monte-Carlo search (samegame-and-fanorona.md 5.8).
 *
 * A search of level 0 is a playout. One of level n goes to the end of the game move by move; at
 * each step it tries every move, followed by a search of level n - 1, and then makes the next move
 * of the best game that it has met so far, which need not be of this step. At the end of the game
 * it begins anew, with other random numbers, until the limit. */
#include "search/puzzle/nested.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/puzzle/puzzle.h"

enum { LEVELS_MAX = 8 };

struct nested_config {
    int level;
};

/* What a level has for itself. */
struct level {
    void *state, *next;
    cop_move *moves;
    cop_move *best; /* the whole game from the root */
    int best_length;
    double total;
};

struct nested {
    struct level levels[LEVELS_MAX + 1];
};

static const struct cop_option options[] = {
    {"level", COP_INTEGER, "2", 1, LEVELS_MAX, NULL,
     "how many searches are nested; one of level 1 tries moves by playouts"},
    {"Playouts", COP_TABLE, .table = cop_puzzle_playout_options},
    {"Game", COP_TABLE, .table = cop_puzzle_options},
    {NULL},
};

static bool configure(const struct cop_game *game, const struct cop_settings *settings,
                      void *config, struct cop_error *error)
{
    (void)game;
    (void)error;
    ((struct nested_config *)config)->level = (int)cop_integer(settings, "level");
    return true;
}

static int level_of(const struct puzzle_walker *walker)
{
    return ((const struct nested_config *)walker->puzzle->config)->level;
}

static void close_nested(struct puzzle_walker *walker)
{
    struct nested *nested = walker->own;

    for (int i = 0; nested != NULL && i <= LEVELS_MAX; i++) {
        free(nested->levels[i].state);
        free(nested->levels[i].next);
        free(nested->levels[i].moves);
        free(nested->levels[i].best);
    }
    free(nested);
}

static bool open_level(const struct cop_game *game, struct level *level)
{
    level->state = malloc(game->state_size);
    level->next = malloc(game->state_size);
    level->moves = calloc((size_t)game->max_moves, sizeof *level->moves);
    level->best = calloc((size_t)game->max_plies, sizeof *level->best);
    return level->state != NULL && level->next != NULL && level->moves != NULL &&
           level->best != NULL;
}

static bool open_nested(struct puzzle_walker *walker, size_t memory, struct cop_error *error)
{
    struct nested *nested = walker->own = calloc(1, sizeof *nested);

    (void)memory;
    for (int i = 0; i <= level_of(walker); i++)
        if (nested == NULL || !open_level(walker->game, &nested->levels[i]))
            return cop_fail(error, "not enough memory");
    return true;
}

static void remember(struct level *level, double total, const cop_move *game, int length)
{
    level->total = total;
    level->best_length = length;
    memcpy(level->best, game, (size_t)length * sizeof *game);
}

static bool search_level(struct puzzle_walker *walker, int number, const void *state);

/* Each move of the position that the level has come to; false if the search has ended. */
static bool try_moves(struct puzzle_walker *walker, int number)
{
    struct nested *nested = walker->own;
    struct level *level = &nested->levels[number], *below = &nested->levels[number - 1];
    const struct cop_game *game = walker->game;
    int count = game->rules->moves(game, level->state, level->moves);
    int way_length = walker->way_length;

    for (int i = 0; i < count; i++) {
        bool goes_on;

        memcpy(level->next, level->state, game->state_size);
        puzzle_walk(walker, level->next, level->moves[i]);
        goes_on = search_level(walker, number - 1, level->next);
        if (below->best_length > 0 && below->total > level->total)
            remember(level, below->total, below->best, below->best_length);
        walker->way_length = way_length;
        if (!goes_on)
            return false;
    }
    return true;
}

/* Looks for the best game that goes on from the walker's way, which it leaves as it is. False if
 * the search has ended meanwhile. */
static bool search_level(struct puzzle_walker *walker, int number, const void *state)
{
    struct nested *nested = walker->own;
    struct level *level = &nested->levels[number];
    const struct cop_game *game = walker->game;
    int way_length = walker->way_length;
    bool goes_on = true;

    level->best_length = 0;
    level->total = -INFINITY;
    memcpy(level->state, state, game->state_size);
    if (number == 0 || game->rules->turn(game, state) == COP_OVER) {
        double total;

        if (!puzzle_step(walker))
            return false;
        total = puzzle_play_out(walker, level->state);
        remember(level, total, walker->way, walker->way_length);
    }
    while (goes_on && game->rules->turn(game, level->state) != COP_OVER) {
        goes_on = try_moves(walker, number);
        if (goes_on)
            puzzle_walk(walker, level->state, level->best[walker->way_length]);
    }
    walker->way_length = way_length;
    return goes_on;
}

static void search(struct puzzle_walker *walker)
{
    walker->way_length = 0;
    while (search_level(walker, level_of(walker), walker->puzzle->root))
        ;
}

static const struct puzzle_method method = {.config_size = sizeof(struct nested_config),
                                            .configure = configure,
                                            .open = open_nested,
                                            .close = close_nested,
                                            .search = search,
                                            .plays_out = true};

const struct cop_agent_kind cop_nmcs_agent = {
    .name = "nmcs",
    .title = "Nested Monte-Carlo search",
    .summary = "for one player: tries every move by a search of the level below and follows the "
               "best game met",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .own = &method,
    COP_PUZZLE_AGENT,
};
