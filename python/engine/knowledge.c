/* knowledge.c - opening books, databases of endings and plug-ins for Python, and the page's server.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "coppice/coppice.h"
#include "shim.h"
#include "support.h"

/* ---- Books ---- */

struct cop_book *shim_book_open(const char *path, const struct cop_game *game, char *message)
{
    return cop_book_open(path, game, (struct cop_error *)message);
}

void shim_book_close(struct cop_book *book)
{
    cop_book_close(book);
}

int shim_book_size(const struct cop_book *book)
{
    return cop_book_size(book);
}

int shim_book_moves(const struct cop_game *game, const struct cop_book *book, const void *state,
                    struct shim_book_move *out, int room)
{
    struct cop_book_move *moves = shim_allocate((size_t)room * sizeof *moves);
    int count = cop_book_moves(book, state, moves, room);
    int player = game->rules->turn(game, state);

    for (int i = 0; i < count; i++)
        out[i] = (struct shim_book_move){
            .move = moves[i].move,
            .visits = moves[i].visits,
            .value = moves[i].value,
            .chance = cop_book_chance(book, player, moves[i].value),
        };
    free(moves);
    return count;
}

/* ---- Databases ---- */

struct cop_database *shim_database_open(const struct cop_game *game, const char *folder,
                                        char **faults, char *message)
{
    struct cop_text said = COP_TEXT;
    struct cop_database *database;

    if (!cop_database_fits(game, (struct cop_error *)message))
        return NULL;
    database = cop_database_open(game, folder, &said);
    *faults = shim_keep(&said);
    return database;
}

void shim_database_close(struct cop_database *database)
{
    cop_database_close(database);
}

bool shim_database_is_empty(const struct cop_database *database)
{
    return cop_database_is_empty(database);
}

struct shim_bounds shim_database_probe(const struct cop_game *game,
                                       const struct cop_database *database, const void *state)
{
    struct cop_bounds bounds = {0, 1};
    int player = game->rules->turn(game, state);
    bool is_known = player >= 0 && cop_database_bounds(database, state, player, &bounds);

    return (struct shim_bounds){.is_known = is_known, .low = bounds.low, .high = bounds.high};
}

void shim_database_moves(const struct cop_game *game, const struct cop_database *database,
                         const void *state, struct shim_bounds *of_move)
{
    cop_move *moves = shim_allocate((size_t)game->max_moves * sizeof *moves);
    void *after = shim_state_new(game);
    int player = game->rules->turn(game, state);
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++) {
        struct cop_bounds bounds = {0, 1};
        int distance = 0;

        shim_state_copy(game, after, state);
        game->rules->play(game, after, moves[i]);
        of_move[i].is_known =
            cop_database_weigh(database, state, after, player, &bounds, &distance);
        of_move[i].low = bounds.low;
        of_move[i].high = bounds.high;
        of_move[i].distance = distance;
    }
    free(after);
    free(moves);
}

/* ---- Plug-ins and the page ---- */

bool shim_plugin_load(const char *path, char *message)
{
    return cop_plugin_load(path, (struct cop_error *)message);
}

bool shim_server_open(struct shim_server *place, const char *address, int port, const char *games,
                      int searches, size_t memory, char *message)
{
    struct cop_serving serving = {
        .address = address[0] != '\0' ? address : NULL,
        .port = port,
        .games = games[0] != '\0' ? games : NULL,
        .searches = searches,
        .memory = memory,
    };

    place->process = (int)getpid();
    place->running = cop_server_open(&serving, (struct cop_error *)message);
    return place->running != NULL;
}

int shim_server_port(const struct shim_server *place)
{
    return cop_server_port(place->running);
}

void shim_server_close(struct shim_server *place)
{
    if (place->process == (int)getpid())
        cop_server_close(__atomic_exchange_n(&place->running, NULL, __ATOMIC_ACQ_REL));
}

bool shim_rules_add(const struct cop_game *game, char *message)
{
    return cop_rules_add(game->rules, (struct cop_error *)message);
}

bool shim_rules_remove(const struct cop_game *game)
{
    return cop_rules_remove(game->rules);
}
