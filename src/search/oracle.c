/* oracle.c - asking a game's oracles. */
#include "search/oracle.h"

#include <assert.h>
#include <math.h>
#include <strings.h>

#include "game/prepare.h"

const struct cop_option cop_oracle_options[] = {
    {"oracle", COP_CHOICE, "auto", 0, 0, "auto|on|off|beside",
     "exact knowledge that a game offers: its decisive moves, oracles, databases and own solver; "
     "auto asks in "
     "searches that no count ends; beside lets the solver work in a thread of its own as long as "
     "the search runs"},
    {NULL}};

static bool add_row(struct cop_oracles *oracles, const struct cop_oracle *row,
                    const atomic_bool *stop, struct cop_error *error)
{
    const void *prepared = NULL;

    assert(oracles->count < COP_ORACLES_MAX);
    if (row->prepare != NULL) {
        prepared = cop_prepared(oracles->game, row, row->prepare, row->release, stop, error);
        if (prepared == NULL)
            return false;
    }
    oracles->rows[oracles->count] = row;
    oracles->prepared[oracles->count++] = prepared;
    return true;
}

bool cop_oracles_add_rows(struct cop_oracles *oracles, const atomic_bool *stop,
                          struct cop_error *error)
{
    const struct cop_oracle *row = oracles->game->rules->oracles;

    for (; row != NULL && row->name != NULL; row++)
        if (!row->is_named && !add_row(oracles, row, stop, error))
            return false;
    return true;
}

static const struct cop_oracle *find_row(const struct cop_game *game, const char *name,
                                         struct cop_error *error)
{
    const struct cop_oracle *row = game->rules->oracles;
    struct cop_text names = COP_TEXT;

    for (; row != NULL && row->name != NULL; row++) {
        if (strcasecmp(row->name, name) == 0) {
            cop_text_free(&names);
            return row;
        }
        cop_text_add(&names, "%s%s", names.length > 0 ? ", " : "", row->name);
    }
    if (names.length > 0)
        cop_fail(error, "%s has no oracle \"%.40s\"; it has %s", game->rules->name, name,
                 names.bytes);
    else
        cop_fail(error, "%s has no oracles, so none is called \"%.40s\"", game->rules->name, name);
    cop_text_free(&names);
    return NULL;
}

bool cop_oracle_fits(const struct cop_game *game, const char *name, struct cop_error *error)
{
    return find_row(game, name, error) != NULL;
}

bool cop_oracles_add(struct cop_oracles *oracles, const char *name, const atomic_bool *stop,
                     struct cop_error *error)
{
    const struct cop_oracle *row = find_row(oracles->game, name, error);

    return row != NULL && add_row(oracles, row, stop, error);
}

/* Files that cannot be used are left out: a search goes on without them. */
static void *open_database(const struct cop_game *game, const atomic_bool *stop,
                           struct cop_error *error)
{
    (void)stop;
    (void)error;
    return cop_database_open(game, NULL, NULL);
}

static void close_database(void *prepared)
{
    cop_database_close(prepared);
}

/* Files are opened at once: a search that is told to stop can still begin. */
static bool find_database(struct cop_oracles *oracles, struct cop_error *error)
{
    const struct cop_game *game = oracles->game;
    const struct cop_database *database;

    if (game->rules->indexing == NULL)
        return true;
    database =
        cop_prepared(game, game->rules->indexing, open_database, close_database, NULL, error);
    if (database == NULL)
        return false;
    oracles->database = cop_database_is_empty(database) ? NULL : database;
    return true;
}

bool cop_oracles_open_database(struct cop_oracles *oracles, const struct cop_game *game,
                               struct cop_error *error)
{
    *oracles = (struct cop_oracles){.game = game, .asking = COP_ASK_ALWAYS};
    return find_database(oracles, error);
}

bool cop_oracles_open(struct cop_oracles *oracles, const struct cop_game *game,
                      const struct cop_settings *settings, const atomic_bool *stop,
                      struct cop_error *error)
{
    *oracles = (struct cop_oracles){.game = game,
                                    .asking = (enum cop_asking)cop_choice(settings, "oracle")};
    return oracles->asking == COP_ASK_NEVER ||
           (cop_oracles_add_rows(oracles, stop, error) && find_database(oracles, error));
}

bool cop_oracles_open_all(struct cop_oracles *oracles, const struct cop_game *game,
                          const atomic_bool *stop, struct cop_error *error)
{
    *oracles = (struct cop_oracles){.game = game, .asking = COP_ASK_ALWAYS};
    return cop_oracles_add_rows(oracles, stop, error) && find_database(oracles, error);
}

bool cop_oracles_may_know(const struct cop_oracles *oracles, const struct cop_limits *limits)
{
    if (oracles->asking == COP_ASK_NEVER ||
        (oracles->count == 0 && oracles->game->rules->decisive == NULL &&
         oracles->database == NULL))
        return false;
    return oracles->asking != COP_ASK_AUTO || !cop_is_counted(limits);
}

static struct cop_bounds widest(const struct cop_game *game, enum cop_stake stake)
{
    if (stake == COP_STAKE_SCORE)
        return (struct cop_bounds){game->score_low, game->score_high};
    return (struct cop_bounds){0, 1};
}

/* Whoever is to move takes it all; of two who share it the other gets nothing. */
static bool is_decided_now(const struct cop_game *game, const void *state, enum cop_stake stake,
                           int player, struct cop_bounds *bounds)
{
    int turn = game->rules->turn(game, state);

    if (game->rules->decisive == NULL || stake != COP_STAKE_PAYOFF || turn < 0 ||
        game->rules->decisive(game, state) == COP_NO_MOVE)
        return false;
    if (turn == player)
        bounds->low = bounds->high = 1;
    else if (game->is_constant_sum)
        bounds->low = bounds->high = 0;
    return bounds->low == bounds->high;
}

static void ask_database(const struct cop_database *database, const void *state, int player,
                         struct cop_bounds *bounds)
{
    struct cop_bounds some;

    if (!cop_database_bounds(database, state, player, &some))
        return;
    bounds->low = fmax(bounds->low, some.low);
    bounds->high = fmin(bounds->high, some.high);
}

struct cop_bounds cop_oracles_probe(const struct cop_oracles *oracles, const void *state,
                                    enum cop_stake stake, int player)
{
    const struct cop_game *game = oracles->game;
    struct cop_bounds bounds = widest(game, stake);

    if (is_decided_now(game, state, stake, player, &bounds))
        return bounds;
    for (int i = 0; i < oracles->count && bounds.low < bounds.high; i++) {
        struct cop_bounds some = widest(game, stake);

        if (!oracles->rows[i]->probe(game, oracles->prepared[i], state, stake, player, &some))
            continue;
        bounds.low = fmax(bounds.low, some.low);
        bounds.high = fmin(bounds.high, some.high);
    }
    if (oracles->database != NULL && stake == COP_STAKE_PAYOFF && bounds.low < bounds.high)
        ask_database(oracles->database, state, player, &bounds);
    return bounds;
}
